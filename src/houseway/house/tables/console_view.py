"""What the dealer's console shows of a table: the next step, the cards to enter, the spots, decisions and payments.

Of cards it holds what everybody at the table sees, and no more: what a dealer keys in stays in the console's own page.
"""

from typing import TYPE_CHECKING

from msgspec import UNSET, Struct
from msgspec.structs import asdict

from houseway.cards.card import Card, card_texts
from houseway.games.letter.layout import Box
from houseway.games.round.deal_order import dealt_places
from houseway.games.round.round import Round
from houseway.games.round.seen_round import HIDDEN, HandView
from houseway.house.tables.device_checks import Lamp, jackpot_wager, lamps, seats_with_jackpot
from houseway.house.tables.equipment import ByHand, DeviceKind
from houseway.house.tables.floor_calls import open_calls
from houseway.house.tables.irregularities import IRREGULARITIES
from houseway.house.tables.next_step import NextStep, next_step
from houseway.house.tables.payments import Payments, payments
from houseway.house.tables.shares import awaited_shares
from houseway.house.tables.state import Phase, StaffEntry, TableState
from houseway.house.tables.view import ChoiceView, DeviceView, HoldView, MeterView, hold_view, open_choices, seat_view
from houseway.money import format_money

if TYPE_CHECKING:
    from houseway.house.tables.table import Table


class CardPlace(Struct, frozen=True, kw_only=True):
    """Where the next card of the deal goes; `seat` is 0 for the dealer and the board, `card` counts from 1."""

    to: str
    seat: int
    card: int


class CardDeck(Struct, frozen=True, kw_only=True):
    """The cards of the deck or shoe, each with its number of copies, and those that lie open."""

    cards: list[str]
    copies: int
    out: list[str]


class ConsoleSeat(Struct, frozen=True, kw_only=True):
    """A seat of the table; a free one has no player. `wagers` are by the words on the layout."""

    seat: int
    player: str | None
    in_round: bool
    sits_out: bool
    wagers: dict[str, str]
    decisions: list[str]
    cards: list[str]
    hands: list[HandView]
    lamp: str | None
    jackpot: bool


class ConsoleChoice(ChoiceView, frozen=True, kw_only=True):
    """A decision of the seat in turn; `step` is the smallest part of an amount."""

    step: str | None = None


class ConsoleSpots(Struct, frozen=True, kw_only=True):
    """The sensed spots: the wager, the seats that have it entered, and what the device sensed, and when."""

    wager: str
    counted: list[int]
    sensed: list[int] | None
    sensed_at: str | None


class ConsoleReader(Struct, frozen=True, kw_only=True):
    """The card reader: its boxes, the lights that shine, and what contradicts them."""

    boxes: list[Box]
    lights: list[str] | None
    contradiction: str | None


class ConsoleCall(Struct, frozen=True, kw_only=True):
    """A call to the floor that nobody has answered."""

    call: int
    by: str
    reason: str


class LastEntry(Struct, frozen=True, kw_only=True):
    """What was entered last and can still be corrected by who entered it: a deal, a card, or a seat's decision."""

    what: str
    by: str
    seat: int | None
    choices: list[str]
    order: list[CardPlace]


class ConsoleView(Struct, frozen=True, kw_only=True):
    """A table as its dealer works it."""

    table: str
    number: int
    game: str | None
    title: str
    phase: str
    day: str
    round: int
    dealer: str | None
    limits: str
    step: NextStep
    order: list[CardPlace]
    deck: CardDeck | None
    dealer_cards: list[str]
    board: list[str]
    seats: list[ConsoleSeat]
    turn: int | None
    choices: list[ConsoleChoice]
    reader: ConsoleReader | None
    spots: ConsoleSpots | None
    devices: list[DeviceView]
    by_hand: list[str]
    manual: list[str]
    payments: Payments | None
    shares: list[int]
    held: HoldView | None
    calls: list[ConsoleCall]
    controller: bool
    jackpot: MeterView | None
    entry: LastEntry | None
    irregularities: list[str]


def console_view(table: "Table") -> ConsoleView:
    """The table as its dealer may see it."""
    state, jackpot = table.fresh(), table.jackpot
    now, rules = state.round, state.rules
    cards = now.seen_by_all() if now else None
    return ConsoleView(
        table=table.name,
        number=state.number,
        game=rules.game if rules else None,
        title=rules.chosen.approval.title if rules else "",
        phase=state.phase,
        day=state.day,
        round=state.rounds + (now is None and state.finished is None),
        dealer=state.dealer or None,
        limits=_limits(state),
        step=next_step(state),
        order=_order(state),
        deck=_deck(state),
        dealer_cards=cards.dealer if cards else [],
        board=cards.board if cards else [],
        seats=_seats(state),
        turn=cards.turn if cards else None,
        choices=_choices(state),
        reader=_reader(state),
        spots=_spots(state),
        devices=[
            DeviceView(device=one.device, kind=one.kind, lost=one.lost or None) for one in state.equipment.devices
        ],
        by_hand=list(state.equipment.by_hand),
        manual=_manual(state),
        payments=None if awaited_shares(state) else payments(state),
        shares=_sharing_seats(state),
        held=hold_view(state.hold, state.day) if state.hold else None,
        calls=[ConsoleCall(call=one.number, by=one.by, reason=one.reason) for one in open_calls(state)],
        controller=state.controller,
        jackpot=MeterView(
            name=jackpot.name, amount=format_money(jackpot.fresh().displayed), takes_wagers=table.takes_jackpot
        )
        if jackpot
        else None,
        entry=_entry(state),
        irregularities=list(IRREGULARITIES),
    )


def _limits(state: TableState) -> str:
    """The limits of the first wager, as the sign of a table prints them."""
    if state.rules is None:
        return ""
    limit = state.rules.limits.get(state.rules.chosen.approval.required[0])
    return f"{_dollars(limit.minimum)} – {_dollars(limit.maximum)}" if limit else ""


def _dollars(amount: int) -> str:
    return f"${format_money(amount).removesuffix('.00')}"


# ---- cards


def _order(state: TableState) -> list[CardPlace]:
    """Where the cards go that are to be entered: those of the whole deal, or the one that is awaited."""
    now = state.round
    if state.phase != Phase.CARDS or now is None or state.open_rules.cards == "shuffle":
        return []
    return _awaited_places(now)


def _awaited_places(now: Round) -> list[CardPlace]:
    if now.dealt:
        return [_drawn_place(now)]
    places = dealt_places(now.game, [seat.number for seat in now.seats])
    return [CardPlace(to=one.to, seat=one.seat, card=one.card) for one in places]


def _drawn_place(now: Round) -> CardPlace:
    seat = now.drawing_seat
    if seat is None:
        return CardPlace(to="dealer", seat=0, card=len(now.seen_dealer()) + 1)
    seen = now.seen_seat(seat, now.seat(seat))
    hands = [] if seen.hands is UNSET else seen.hands
    cards = next((len(hand.cards) for hand in hands if hand.in_play), len(seen.cards))
    return CardPlace(to="seat", seat=seat, card=cards + 1)


def _deck(state: TableState) -> CardDeck | None:
    if state.rules is None:
        return None
    game = state.rules.chosen
    return CardDeck(
        cards=card_texts(Card(number) for number in sorted(game.deck)), copies=game.copies, out=_open_cards(state.round)
    )


def _open_cards(now: Round | None) -> list[str]:
    """The cards of the round that everybody sees: one of them cannot come again."""
    if now is None or not now.dealt:
        return []
    seen = now.seen_by_all()
    cards = [*seen.dealer, *seen.board]
    for seat in now.seats:
        cards += now.seen_seat(0, seat).cards
    cards += card_texts(now.drawn[: len(now.drawn) - max(0, len(seen.dealer) - len(now.dealer))])
    return [card for card in cards if card != HIDDEN]


# ---- seats


def _seats(state: TableState) -> list[ConsoleSeat]:
    count, shining, entered = state.rules.seats if state.rules else 0, lamps(state), {*seats_with_jackpot(state)}
    return [_seat(state, seat, shining.get(seat), jackpot=seat in entered) for seat in range(1, count + 1)]


def _seat(state: TableState, number: int, lamp: Lamp | None, *, jackpot: bool) -> ConsoleSeat:
    place = state.seated.get(number)
    seen = seat_view(state, place, 0) if place else None
    staked = (seen.staked if seen.in_round else seen.wagers) if seen else {}
    spots = {spot.wager: spot.label for spot in state.open_rules.chosen.approval.layout.spots}
    return ConsoleSeat(
        seat=number,
        player=place.player if place else None,
        in_round=bool(seen and seen.in_round),
        sits_out=bool(place and place.sits_out),
        wagers={spots.get(name, state.wager_label(name)): amount for name, amount in staked.items()},
        decisions=seen.decisions if seen else [],
        cards=seen.cards if seen else [],
        hands=seen.hands if seen and seen.hands is not UNSET else [],
        lamp=lamp,
        jackpot=jackpot,
    )


def _choices(state: TableState) -> list[ConsoleChoice]:
    """What the seat in turn can say; a dealer enters it for the player."""
    turn = state.round.turn if state.round and state.round.dealt else None
    if turn is None:
        return []
    chip = format_money(state.open_rules.chip)
    return [ConsoleChoice(**asdict(one), step=chip if one.most else None) for one in open_choices(state, turn)]


# ---- devices


def _reader(state: TableState) -> ConsoleReader | None:
    boxes = state.rules.chosen.approval.layout.boxes if state.rules else ()
    if not boxes:
        return None
    equipment, now = state.equipment, state.round
    lights = list(equipment.reading.lights) if equipment.reading else now.lights() if now and now.dealt else None
    return ConsoleReader(boxes=list(boxes), lights=lights, contradiction=equipment.contradiction or None)


def _spots(state: TableState) -> ConsoleSpots | None:
    wager, equipment = jackpot_wager(state), state.equipment
    if not wager:
        return None
    return ConsoleSpots(
        wager=state.wager_label(wager),
        counted=seats_with_jackpot(state),
        sensed=None if equipment.sensed is None else list(equipment.sensed),
        sensed_at=equipment.sensed_at or None,
    )


def _manual(state: TableState) -> list[str]:
    """The steps that two people can do by hand now, instead of a device."""
    equipment = state.equipment
    steps = []
    if state.phase == Phase.WAGERS and equipment.of_kind(DeviceKind.SPOTS):
        steps.append(ByHand.SENSING)
    if state.phase == Phase.CARDS and equipment.of_kind(DeviceKind.READER):
        steps.append(ByHand.READING)
    return [step for step in steps if step not in equipment.by_hand]


# ---- after the round


def _sharing_seats(state: TableState) -> list[int]:
    """The seats whose jackpot wager the touch pad offers while a share is awaited."""
    finished, wager = state.finished, jackpot_wager(state)
    if finished is None or not awaited_shares(state):
        return []
    return [seat.seat for seat in finished.record.seats if wager in seat.wagers]


def _entry(state: TableState) -> LastEntry | None:
    entry = state.entry
    if entry is None:
        return None
    what = "decision" if entry.seat else "card" if entry.card else "deal"
    return LastEntry(
        what=what,
        by=entry.by,
        seat=entry.seat or None,
        choices=_other_choices(entry),
        order=[] if entry.seat else _awaited_places(entry.before),
    )


def _other_choices(entry: StaffEntry) -> list[str]:
    """What the player may have said instead of a decision that was mistyped."""
    before = entry.before
    if not entry.seat or before.turn != entry.seat:
        return []
    return [choice.text for choice in before.choices() if choice.complete]
