"""What lies on a table for training: the dealt cards, and what each player does, for the trainee to key in.

The cards follow from the table and the number of the round, so they are the same after a reload or a restart.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from houseway.cards.card import Card, card_texts
from houseway.cards.deck import SeededBits, seed_from_text, shuffle
from houseway.documents.pack.quiz import whole_deck
from houseway.games.round.round import Round, cards_needed, deal_order
from houseway.games.round.round_record import RoundRecord
from houseway.house.tables.state import Phase, TableState, open_round
from houseway.web.floor.live_table import LiveTable
from houseway.web.practice.habits import PacedPlayer

HOUSE_WAY: Final = "set house-way"


class SeatCards(Struct, frozen=True, kw_only=True):
    """The cards of a seat."""

    seat: int
    cards: list[str]


class SpokenDecision(Struct, frozen=True, kw_only=True):
    """What the player in turn does, in the words of a decision."""

    seat: int
    decision: str


class PhysicalTable(Struct, frozen=True, kw_only=True):
    """What a trainee sees beside the console; `slips` are cards of the last round that were keyed in wrongly."""

    table: str
    game: str
    title: str
    round: int
    phase: str
    dealer: list[str]
    board: list[str]
    seats: list[SeatCards]
    drawn: list[str]
    next_card: str | None
    says: SpokenDecision | None
    slips: list[str]


class DealtCards(Struct, frozen=True, kw_only=True):
    """The cards of a round on the table, and those that are still in the shoe."""

    hands: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    board: tuple[Card, ...]
    shoe: tuple[Card, ...]


def dealt_cards(table: LiveTable, number: int, seats: Sequence[int]) -> DealtCards:
    """The cards of a round of some seats."""
    game = table.state.open_rules.chosen
    deck = shuffle(whole_deck(game), SeededBits(seed_from_text(f"training {table.name} {number}")))
    hands, dealer, board = deal_order(game, seats, deck)
    return DealtCards(hands=hands, dealer=dealer, board=board, shoe=deck[cards_needed(game, len(seats)) :])


def physical_table(table: LiveTable) -> PhysicalTable:
    """What lies on the table now; nothing between two rounds."""
    state = table.fresh()
    rules, now = state.open_rules, state.round
    cards = dealt_cards(table, state.rounds, [seat.number for seat in now.seats]) if now else None
    drawn = len(now.drawn) if now else 0
    return PhysicalTable(
        table=table.name,
        game=rules.game,
        title=rules.chosen.approval.title,
        round=state.rounds,
        phase=state.phase,
        dealer=card_texts(cards.dealer) if cards else [],
        board=card_texts(cards.board) if cards else [],
        seats=[SeatCards(seat=seat, cards=card_texts(hand)) for seat, hand in cards.hands.items()] if cards else [],
        drawn=card_texts(cards.shoe[:drawn]) if cards else [],
        next_card=str(cards.shoe[drawn]) if cards and now and now.needs_card else None,
        says=_spoken(state) if state.phase == Phase.DECISIONS else None,
        slips=list(_slips(table)),
    )


# ---- what players do


def _spoken(state: TableState) -> SpokenDecision | None:
    """The decision of the player in turn, by habit; it is always the same at the same moment of a round."""
    now = open_round(state)
    turn = now.turn
    if turn is None:
        return None
    seat = now.seat(turn)
    player = PacedPlayer(f"{seat.player} {state.rounds} {len(seat.decisions)}")
    return SpokenDecision(seat=turn, decision=_as_laid(now, turn, player.decides(now)))


def _as_laid(now: Round, turn: int, decision: str) -> str:
    """What the dealer sees of a decision: if a hand is set, the cards that lie in front."""
    if decision != HOUSE_WAY:
        return decision
    after = now.decide(decision)
    view = after.seen_seat(turn, after.seat(turn))
    return f"set {' '.join(view.front)}" if view.front else decision


# ---- what was keyed in otherwise


def _slips(table: LiveTable) -> Iterator[str]:
    """The cards of the last round that the trainee keyed in wrongly."""
    last = table.state.finished
    if last is None or last.void or table.state.round is not None:
        return
    cards = dealt_cards(table, last.round, [row.seat for row in last.record.seats])
    yield from _differences(cards, last.record)


def _differences(cards: DealtCards, record: RoundRecord) -> Iterator[str]:
    drawn = record.draws or []
    pairs = [
        *((f"seat {row.seat}", cards.hands[row.seat], row.cards) for row in record.seats),
        ("the dealer", cards.dealer, record.dealer),
        ("the board", cards.board, record.board or []),
        ("the shoe", cards.shoe[: len(drawn)], drawn),
    ]
    for place, dealt, entered in pairs:
        if sorted(card_texts(dealt)) != sorted(entered):
            yield f"{place}: {' '.join(entered)} was keyed in, and {' '.join(card_texts(dealt))} lay there"
