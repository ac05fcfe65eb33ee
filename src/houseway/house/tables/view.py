"""What a seat may see of a table: for the terminal, the web and programs; docs/interface.md describes the fields.

Everything about the round comes from `SeenRound`, so a hidden card is always `??` here.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from houseway.games.letter.layout import Layout
from houseway.games.round.decision import Choice
from houseway.games.round.round_record import RoundRecord
from houseway.games.round.seen_round import OpenCards, SeatView
from houseway.games.round.settlement_answer import SettlementAnswer
from houseway.house.sheets.forms import forms_for
from houseway.house.tables.equipment import Equipment
from houseway.house.tables.payloads import LimitedWager
from houseway.house.tables.state import FinishedRound, Hold, SeatedPlayer, TableState, wagers_json
from houseway.money import format_money

if TYPE_CHECKING:
    from houseway.house.jackpots.jackpot import Jackpot
    from houseway.house.tables.table import Table

_NO_ROUND: Final = OpenCards(dealer=[], lights=None, board=[], turn=None)


class ChoiceView(Struct, frozen=True, kw_only=True):
    """A decision that is open: the label and key of its button, the bounds of an amount, how many cards it takes."""

    decision: str
    label: str | UnsetType = UNSET
    key: str | UnsetType = UNSET
    least: str | UnsetType = UNSET
    most: str | UnsetType = UNSET
    cards: int | UnsetType = UNSET


class PlaceView(SeatView, frozen=True, kw_only=True):
    """A seat of a table with its player, and its hand where it plays the round."""

    wagers: dict[str, str]
    sits_out: bool
    leaves: bool
    in_round: bool


class OwnView(Struct, frozen=True, kw_only=True):
    """The viewer's own seat and purse."""

    seat: int
    purse: str


class DeckView(Struct, frozen=True, kw_only=True):
    """The deck that is dealt from, and what the house is bound to."""

    number: int
    commitment: str


class MeterView(Struct, frozen=True, kw_only=True):
    """The table's jackpot."""

    name: str
    amount: str
    takes_wagers: bool


class HeldAward(Struct, frozen=True, kw_only=True):
    """What is held for a player, and the tax and cash forms that its amount calls for."""

    player: str
    amount: str
    forms: list[str] | UnsetType = UNSET


class HoldView(Struct, frozen=True, kw_only=True):
    """A win that two persons verify before it is paid; `short` is what the tray lacks of it."""

    round: int
    awards: list[HeldAward]
    verified: list[str]
    short: str | UnsetType = UNSET


class DeviceView(Struct, frozen=True, kw_only=True):
    """A device of the table; `lost` is why it cannot be relied on."""

    device: str
    kind: str
    lost: str | None


class DevicesView(Struct, frozen=True, kw_only=True):
    """The devices of a table and what they reported for this round or the next one; `by_hand` does without them."""

    paired: list[DeviceView]
    sensed: list[int] | None
    lights: list[str] | None
    contradiction: str | None
    by_hand: list[str]


class FinishedView(Struct, frozen=True, kw_only=True):
    """The last round, until the next one is dealt; it is over, so all of it may be seen."""

    round: int
    void: str | None
    record: RoundRecord
    settlement: SettlementAnswer
    limited: list[LimitedWager]
    corrected: str | UnsetType = UNSET


class SharedView(Struct, frozen=True, kw_only=True):
    """What everybody at the table and around it sees alike."""

    table: str
    game: str | None
    number: int
    phase: str
    stopped: str | None
    day: str
    round: int
    deadline: str | None
    milliseconds_left: int | None
    dealer: list[str]
    lights: list[str] | None
    board: list[str]
    turn: int | None
    deck: DeckView | None
    jackpot: MeterView | None
    held: HoldView | None
    settled: FinishedView | None
    devices: DevicesView | UnsetType = UNSET  # at a table that has any
    study: str | UnsetType = UNSET  # the name of the designer's study that a practice table plays: not approved


class TableView(SharedView, frozen=True, kw_only=True):
    """A table and its round as one seat sees them."""

    choices: list[ChoiceView]
    seats: list[PlaceView]
    you: OwnView | None


def table_view(table: "Table", seat: int = 0) -> TableView:
    """The table and its round as a seat may see them; seat 0 is an onlooker."""
    state = table.fresh()
    shared = shared_view(table)
    if shared.deadline:
        shared = replace(shared, milliseconds_left=milliseconds_left(shared.deadline, table.log.clock))
    return TableView(
        **asdict(shared),
        choices=open_choices(state, seat),
        seats=[seat_view(state, player, seat) for player in state.seated.values()],
        you=own_view(table, seat),
    )


def shared_view(table: "Table") -> SharedView:
    """What everybody at the table and around it sees alike; how long the deadline is away depends on the moment."""
    state, jackpot = table.fresh(), table.jackpot
    cards = state.round.seen_by_all() if state.round else _NO_ROUND
    return SharedView(
        table=table.name,
        game=state.rules.game if state.rules else None,
        number=state.number,
        phase=state.phase.value,
        stopped=state.stopped or None,
        day=state.day,
        round=state.rounds,
        deadline=table.deadline or None,
        milliseconds_left=None,
        dealer=cards.dealer,
        lights=cards.lights,
        board=cards.board,
        turn=cards.turn,
        deck=DeckView(number=state.deck.number, commitment=state.deck.commitment) if state.deck else None,
        jackpot=_jackpot_view(table, jackpot) if jackpot else None,
        held=hold_view(state.hold, state.day) if state.hold else None,
        settled=_finished_view(state.finished) if state.finished else None,
        devices=_devices_view(state.equipment) if state.equipment.devices else UNSET,
        study=state.rules.chosen.study_name if state.rules and state.rules.study else UNSET,
    )


def own_view(table: "Table", seat: int) -> OwnView | None:
    """The viewer's own seat and purse; None for an onlooker."""
    if seat not in table.fresh().seated:
        return None
    return OwnView(seat=seat, purse=format_money(table.purse(seat)))


def milliseconds_left(deadline: str, clock: Callable[[], datetime]) -> int:
    """The time until a decision or the deal is due, by the house's clock: a client's own may be wrong."""
    return max(0, round((datetime.fromisoformat(deadline) - clock()).total_seconds() * 1000))


# ---- choices


def open_choices(state: TableState, seat: int) -> list[ChoiceView]:
    """The decisions that are open to the seat in turn; nobody else has any."""
    if state.round is None or not state.round.dealt or state.round.turn != seat:
        return []
    layout = state.open_rules.chosen.approval.layout
    return [choice_view(choice, layout) for choice in state.open_rules.payable(state.round.choices())]


def choice_view(choice: Choice, layout: Layout) -> ChoiceView:
    """A choice with the button that the layout has for it."""
    button = layout.button(choice.text, amount=choice.most > 0)
    return ChoiceView(
        decision=choice.text,
        label=button.label if button else UNSET,
        key=button.key if button else UNSET,
        least=format_money(choice.least) if choice.most else UNSET,
        most=format_money(choice.most) if choice.most else UNSET,
        cards=choice.cards or UNSET,
    )


# ---- parts of the view


def seat_view(state: TableState, player: SeatedPlayer, viewer: int) -> PlaceView:
    """A seat and, where it plays the round, what the viewer sees of its hand."""
    now = state.round
    playing = next((one for one in now.seats if one.number == player.seat), None) if now else None
    seen = now.seen_seat(viewer, playing) if now and playing else None
    return PlaceView(
        seat=player.seat,
        player=player.player,
        cards=seen.cards if seen else [],
        staked=seen.staked if seen else {},
        decisions=seen.decisions if seen else [],
        hands=seen.hands if seen else UNSET,
        front=seen.front if seen else UNSET,
        wagers=wagers_json(player.wagers),
        sits_out=player.sits_out,
        leaves=player.has_left,
        in_round=playing is not None,
    )


def _jackpot_view(table: "Table", jackpot: "Jackpot") -> MeterView:
    amount = format_money(jackpot.fresh().displayed)
    return MeterView(name=jackpot.name, amount=amount, takes_wagers=table.takes_jackpot)


def hold_view(hold: Hold, day: str) -> HoldView:
    """A held win on a day."""
    return HoldView(
        round=hold.round,
        awards=[
            HeldAward(player=player, amount=format_money(amount), forms=forms_for(amount, day) or UNSET)
            for player, amount in hold.awards
        ],
        verified=list(hold.verified),
        short=format_money(hold.short) if hold.short else UNSET,
    )


def _devices_view(equipment: Equipment) -> DevicesView:
    return DevicesView(
        paired=[DeviceView(device=one.device, kind=one.kind, lost=one.lost or None) for one in equipment.devices],
        sensed=None if equipment.sensed is None else list(equipment.sensed),
        lights=None if equipment.reading is None else list(equipment.reading.lights),
        contradiction=equipment.contradiction or None,
        by_hand=list(equipment.by_hand),
    )


def _finished_view(finished: FinishedRound) -> FinishedView:
    return FinishedView(
        round=finished.round,
        void=finished.void or None,
        record=finished.record,
        settlement=finished.settlement,
        limited=list(finished.limited),
        corrected=finished.corrected or UNSET,
    )
