"""Acts of and for devices: two persons pair and unpair them, or do without one; they report what they see."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.games.letter.card_reader import LIGHTS, light_of
from houseway.games.round.open_record import cards_in_reader
from houseway.house.log.events import digest
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Cards, Name, Word, Words
from houseway.house.people.rights import FLOOR, NOBODY, SUPERVISOR, Right
from houseway.house.tables.course import require_between_rounds
from houseway.house.tables.dealing import reading_text
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.device_events import (
    DealerRead,
    DeviceBack,
    DeviceLost,
    DevicePaired,
    DeviceUnpaired,
    DoneByHand,
    WagersSensed,
)
from houseway.house.tables.equipment import REPORTING, ByHand, DeviceKind, PairedDevice, new_token, require_device_name
from houseway.house.tables.state import Phase, TableState

REPORT: Final = Right("report as a device", NOBODY, note="the device itself, by its token")

DeviceName = Annotated[Name, Meta(description="The name of the device.", extra={"argument": True})]
Why = Annotated[Words, Meta(description="Why, in a few words.", extra={"argument": True})]


# ---- what two persons do


class PairDevice(ActInput, frozen=True, kw_only=True):
    """Pair a card reader or sensed spots with a table; two persons do it, and the device gets a token of its own."""

    device: DeviceName
    kind: Literal["reader", "spots"]


def _pair_device(plan: TablePlan, desk: TableDesk, asked: PairDevice) -> None:
    require_between_rounds(plan.state, "a device is paired between rounds", field="device")
    require_device_name(asked.device)
    kind = DeviceKind(asked.kind)
    if there := plan.state.equipment.of_kind(kind):
        raise NotAllowedNow(f"the table has the {there.kind} {there.device}; unpair it first", field="device")
    if plan.state.equipment.find(asked.device):
        raise NotAllowedNow("is the name of another device of this table", field=f"device {asked.device}")
    token = new_token(asked.device, desk.services.name)
    plan.own_secrets.append(token)
    paired = DevicePaired(device=asked.device, kind=kind, token=digest(token), second=desk.second)
    plan.add(paired, by=desk.by)


class UnpairDevice(ActInput, frozen=True, kw_only=True):
    """Take a device off a table between rounds; its token is no longer valid."""

    device: DeviceName
    reason: Why


def _unpair_device(plan: TablePlan, desk: TableDesk, asked: UnpairDevice) -> None:
    require_text(asked.reason, field="reason")
    if plan.state.phase != Phase.CLOSED:
        require_between_rounds(plan.state, "a device is unpaired between rounds", field="device")
    if _require_paired(plan.state, asked.device).kind == DeviceKind.CONSOLE:
        raise NotAllowedNow("is a console, which a supervisor unpairs (unpair-console)", field="device")
    plan.add(DeviceUnpaired(device=asked.device, reason=asked.reason, second=desk.second), by=desk.by)


class GoByHand(ActInput, frozen=True, kw_only=True):
    """Do the sensing of the next round, or the reading of this one, by hand: two persons look instead of the device."""

    step: Annotated[Literal["sensing", "reading"], Meta(description="What is done by hand.", extra={"argument": True})]
    reason: Why


def _go_by_hand(plan: TablePlan, desk: TableDesk, asked: GoByHand) -> None:
    require_text(asked.reason, field="reason")
    state, step = plan.state, ByHand(asked.step)
    if step == ByHand.SENSING:
        require_between_rounds(state, "wagers are sensed between rounds", field="step")
    elif state.phase != Phase.CARDS:
        raise NotAllowedNow("no cards are to be entered", field="step")
    kind = DeviceKind.SPOTS if step == ByHand.SENSING else DeviceKind.READER
    if state.equipment.of_kind(kind) is None:
        raise NotAllowedNow(f"no {kind} is paired with the table, so it is done by hand anyway", field="step")
    if step in state.equipment.by_hand:
        raise NotAllowedNow("is done by hand already", field="step")
    done = DoneByHand(round=_round_of(state), step=step, reason=asked.reason, second=desk.second)
    plan.add(done, by=desk.by)


def _round_of(state: TableState) -> int:
    """The round that is played, or between rounds the next one."""
    return state.rounds + (state.round is None)


# ---- what devices report


class ReportSensed(ActInput, frozen=True, kw_only=True):
    """Report the seats that have a wager on their sensed spot, as the spots of the table."""

    device: Name
    seats: tuple[int, ...]
    round: int = 0


def _report_sensed(plan: TablePlan, desk: TableDesk, asked: ReportSensed) -> None:
    desk.permit(REPORT)
    state, seats = plan.state, sorted(asked.seats)
    _require_kind(_require_paired(state, asked.device), DeviceKind.SPOTS)
    require_between_rounds(state, "wagers are sensed between rounds", field="sensed")
    _require_this_round(state, asked.round)
    most = state.open_rules.seats
    if len({*seats}) < len(seats) or not all(1 <= seat <= most for seat in seats):
        raise InvalidInput(f"must be different seats from 1 to {most}", field="seats")
    if state.equipment.sensed != tuple(seats):
        plan.add(WagersSensed(device=asked.device, round=_round_of(state), seats=seats))


class ReportRead(ActInput, frozen=True, kw_only=True):
    """Report the lights of the dealer's cards, or the cards themselves, as the reader of the table."""

    device: Name
    lights: tuple[str, ...] | None = None
    cards: Cards | None = None
    round: int = 0


def _report_read(plan: TablePlan, desk: TableDesk, asked: ReportRead) -> None:
    desk.permit(REPORT)
    state = plan.state
    _require_kind(_require_paired(state, asked.device), DeviceKind.READER)
    if state.open_rules.cards == "shuffle" or state.phase != Phase.CARDS or not _awaits_deal(state):
        raise NotAllowedNow("the dealer's cards of no round are awaited", field="read")
    _require_this_round(state, asked.round)
    lights = _lights_of(state, asked)
    before = state.equipment.reading
    if before is None:
        cards = plan.keep(reading_text(asked.cards, desk.services.entropy())) if asked.cards else ""
        read = DealerRead(device=asked.device, round=state.rounds, lights=lights, cards=cards)
        plan.add(read)
    elif list(before.lights) != lights:
        raise NotAllowedNow("the round was read already, and otherwise; call the floor", field="read")


def _awaits_deal(state: TableState) -> bool:
    return state.round is not None and not state.round.dealt


def _lights_of(state: TableState, asked: ReportRead) -> list[str]:
    """What a reading shows, as the game needs it: a light for each card in the reader, or all of the dealer's cards."""
    game = state.open_rules.chosen
    looked_at, spec = cards_in_reader(game), game.approval.table
    if (asked.lights is None) == (asked.cards is None):
        raise InvalidInput("give lights, or cards", field="read")
    if asked.cards is not None:
        count = len(looked_at) if looked_at is not None else spec.dealer_cards + spec.dealer_extra
        if len(asked.cards) != count:
            raise InvalidInput(f"must be {count} of the dealer's cards", field="cards")
        return [LIGHTS[light] for light in sorted(light_of(game, card) for card in asked.cards)] if looked_at else []
    if looked_at is None:
        raise InvalidInput(f"{game.name} has no lights; give the cards", field="lights")
    lights = asked.lights or ()
    if len(lights) != len(looked_at) or not all(light in LIGHTS for light in lights):
        raise InvalidInput(f"must be {len(looked_at)} of {', '.join(LIGHTS)}", field="lights")
    return sorted(lights, key=LIGHTS.index)


class ReportState(ActInput, frozen=True, kw_only=True):
    """Report a fault of a device, or that it works again; the server reports a silent device as lost."""

    device: Name
    fault: Word = ""


def _report_state(plan: TablePlan, desk: TableDesk, asked: ReportState) -> None:
    desk.permit(REPORT)
    there = _require_paired(plan.state, asked.device)
    if there.kind not in REPORTING:
        raise NotAllowedNow(f"is a {there.kind}, which reports nothing", field=f"device {there.device}")
    if asked.fault:
        require_text(asked.fault, field="fault")
    if asked.fault == there.lost:
        return
    plan.add(DeviceLost(device=there.device, reason=asked.fault) if asked.fault else DeviceBack(device=there.device))


def _require_paired(state: TableState, device: str) -> PairedDevice:
    paired = state.equipment.find(device)
    if paired is None:
        raise InvalidInput("is not paired with this table", field=f"device {device}")
    return paired


def _require_kind(device: PairedDevice, kind: DeviceKind) -> None:
    if device.kind != kind:
        raise NotAllowedNow(f"is a {device.kind}, and this is for {kind}", field=f"device {device.device}")


def _require_this_round(state: TableState, number: int) -> None:
    if number and number != _round_of(state):
        raise NotAllowedNow(f"it is round {_round_of(state)}", field=f"round {number}")


PAIR_DEVICE: Final = Act(
    "pair",
    PairDevice,
    Right("pair device", SUPERVISOR, second=FLOOR),
    (DevicePaired,),
    _pair_device,
    is_offered=False,
)
UNPAIR_DEVICE: Final = Act(
    "unpair",
    UnpairDevice,
    Right("unpair device", SUPERVISOR, second=FLOOR),
    (DeviceUnpaired,),
    _unpair_device,
    "unpair 7 reader-1 the light is broken --as sue --second dan",
)
GO_BY_HAND: Final = Act(
    "manual",
    GoByHand,
    Right("go on by hand", SUPERVISOR, second=FLOOR),
    (DoneByHand,),
    _go_by_hand,
    "manual 7 sensing spot 4 does not light --as sue --second dan",
)
REPORT_SENSED: Final = Act(
    "report-sensed", ReportSensed, REPORT, (WagersSensed,), _report_sensed, asks_right_first=False, is_offered=False
)
REPORT_READ: Final = Act(
    "report-read", ReportRead, REPORT, (DealerRead,), _report_read, asks_right_first=False, is_offered=False
)
REPORT_STATE: Final = Act(
    "report-state",
    ReportState,
    REPORT,
    (DeviceLost, DeviceBack),
    _report_state,
    asks_right_first=False,
    is_offered=False,
)
