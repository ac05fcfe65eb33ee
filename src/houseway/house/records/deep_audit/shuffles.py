"""The audit of the fair shuffle: every deal of every finished deck derived again and compared with the records."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import UNSET

from houseway.cards.card import Card, parse_cards
from houseway.errors import HousewayError
from houseway.games.game import Game
from houseway.games.round.round import cards_needed, deal_order
from houseway.house.log.events import Event, digest
from houseway.house.log.kinds import SiteEvent, TableEvent
from houseway.house.log.log import Log
from houseway.house.log.names import SITE, table_stream
from houseway.house.log.site_payloads import DealerDeclared
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.dealing import drawn_value, value_text
from houseway.house.tables.enabled import is_practice
from houseway.house.tables.payloads import (
    Committed,
    Dealt,
    Joined,
    Left,
    Opened,
    Revealed,
    RoundResult,
    Valued,
    Wagered,
    Withdrawn,
    read_round,
)
from houseway.house.tables.shuffle import Values, deck_order, fresh_cards, remaining_cards, require_committed_seed


class ShuffleVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What the audit of a table's shuffles found, as `houseway audit shuffle --json` prints it."""

    table: str
    fair: bool
    decks: int  # finished ones, whose seed is known
    rounds: int  # of these decks
    unfinished: int  # decks whose seed is not yet revealed
    problems: tuple[str, ...]
    unguarded: int = 0  # decks dealt by commands: their seed could be known to anybody with the database and the key


@dataclass(kw_only=True)
class _Deck:
    """What the log says about a deck."""

    number: int
    commitment: str
    game: Game
    name: str
    values: Values = ()
    seed: str = ""
    wagered_before: bool = False
    lost: bool = False  # its key is lost, and its seed with it
    drawn: Sequence[int] = ()  # seats whose value the house drew
    wrong: list[str] = field(default_factory=list)  # with its values, whatever the seed
    rounds: list[tuple[int, RoundResult]] = field(default_factory=list)  # position at the deal, and the round's end


def check_shuffles(log: Log, table: str) -> ShuffleVerdict:
    """Derive again what was dealt at a table."""
    audit = ShufflesAudit(table)
    with log.consistent_view() as view:
        for event in view.read(table_stream(table)):
            audit.look(event)
        return msgspec.structs.replace(audit.verdict(), unguarded=_unguarded_decks(view, table))


def _unguarded_decks(log: Log, table: str) -> int:
    """How many decks were committed before the house declared that only a dealing process deals."""
    if is_practice(log):
        return 0
    declared = [(one.at, one.read(DealerDeclared).only) for one in log.read_kinds(SITE, [SiteEvent.DEALER])]
    committed = log.read_kinds(table_stream(table), [TableEvent.COMMITTED])
    return sum(not any([only for at, only in declared if at <= deck.at][-1:]) for deck in committed)


class ShufflesAudit:
    """The decks of a table, each derived again when its seed is revealed."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._reader = _DeckReader(table)
        self._decks = self._known = self._rounds = 0
        self._problems: tuple[list[str], ...] = ([], [], [], [])  # in the order of the answer, as `_add` names them

    def look(self, event: Event) -> None:
        """Bring it to where it stands after an event of the table's stream."""
        if (deck := self._reader.look(event)) is not None:
            self._add(deck)

    def verdict(self) -> ShuffleVerdict:
        """What was found, with the deck that is in play; nothing more is looked at."""
        if (deck := self._reader.deck) is not None:
            self._add(deck)
        problems = tuple(problem for kind in self._problems for problem in kind)
        return ShuffleVerdict(
            table=self._table,
            fair=not problems,
            decks=self._known,
            rounds=self._rounds,
            unfinished=self._decks - self._known,
            problems=problems,
        )

    def _add(self, deck: "_Deck") -> None:
        cards, wagered, lost, values = self._problems
        self._decks += 1
        if deck.seed:
            self._known += 1
            self._rounds += len(deck.rounds)
            cards += _problems(deck)
        if deck.wagered_before:
            wagered.append(f"deck {deck.number}: wagers were made before its commitment")
        if deck.lost and deck.rounds:
            lost.append(f"deck {deck.number}: its seed is lost")
        values += [f"deck {deck.number}: {problem}" for problem in deck.wrong]


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealedDeck:
    """A deck that is over: its seed, and the whole order that seed and values give."""

    seed: str
    order: tuple[Card, ...]


def revealed_decks(log: Log, tables: Iterable[str]) -> Iterator[RevealedDeck]:
    """All decks of some tables whose seed is known."""
    with log.consistent_view() as view:
        for table in tables:
            for deck in _decks(view, table):
                if deck.seed:
                    yield RevealedDeck(seed=deck.seed, order=_order(deck, fresh_cards(deck.game), 1))


def _decks(log: Log, table: str) -> Iterator[_Deck]:
    reader = _DeckReader(table)
    for event in log.read(table_stream(table)):
        if (deck := reader.look(event)) is not None:
            yield deck
    if reader.deck is not None:
        yield reader.deck


class _DeckReader:
    """What the log says about a table's decks, one after the other."""

    def __init__(self, table: str) -> None:
        self.deck: _Deck | None = None  # in play
        self._table = table
        self._rules: TableRules | None = None
        self._position = 0
        self._staked: set[int] = set()  # seats with wagers on the layout
        self._values = _GivenValues()

    def look(self, event: Event) -> _Deck | None:
        """Fold an event; the answer is a deck that is over."""
        self._values.fold(event)
        if event.kind == TableEvent.OPENED:
            self._rules = TableRules.from_json(event.read(Opened).rules)
        elif event.kind == TableEvent.WAGERED:
            self._staked.add(event.read(Wagered).seat)
        elif event.kind == TableEvent.WITHDRAWN:
            self._staked.discard(event.read(Withdrawn).seat)
        elif event.kind == TableEvent.COMMITTED and self._rules is not None:
            self._commit(event.read(Committed), self._rules)
        elif event.kind == TableEvent.DEALT:
            self._deal(event.read(Dealt))
        elif event.kind in (TableEvent.SETTLED, TableEvent.VOIDED):
            self._staked.clear()
            if self.deck is not None:
                self.deck.rounds.append((self._position, read_round(event)))
        elif event.kind == TableEvent.RESTORED:
            deck, self.deck = self.deck, None  # given up: its seed is never revealed
            return deck
        elif event.kind == TableEvent.REVEALED:
            return self._reveal(event.read(Revealed))
        return None

    def _commit(self, bound: Committed, rules: TableRules) -> None:
        deck = _Deck(number=bound.deck, commitment=bound.commitment, game=rules.chosen, name=self._table)
        deck.wagered_before = bool(self._staked)
        self.deck = deck

    def _deal(self, dealt: Dealt) -> None:
        self._position = dealt.position or 0
        if self.deck is not None and dealt.values is not UNSET:
            self.deck.values, self.deck.drawn = dealt.values, dealt.drawn
            self.deck.wrong = list(self._values.problems(dealt, dealt.values))

    def _reveal(self, revealed: Revealed) -> _Deck | None:
        deck, self.deck = self.deck, None
        if deck is not None:
            deck.seed, deck.lost = revealed.seed, revealed.lost
        return deck


class _GivenValues:
    """The values that stand for the deck to come: by seat, as the log has them."""

    def __init__(self) -> None:
        self._given: dict[int, Valued] = {}
        self._players: dict[int, str] = {}
        self._by_others: set[int] = set()

    def fold(self, event: Event) -> None:
        """Bring it to where it stands after an event."""
        if event.kind in (TableEvent.OPENED, TableEvent.COMMITTED):
            self._given = {}
        elif event.kind == TableEvent.JOINED:
            joined = event.read(Joined)
            self._players[joined.seat] = joined.player
            self._given.pop(joined.seat, None)
        elif event.kind == TableEvent.LEFT:
            self._given.pop(event.read(Left).seat, None)
        elif event.kind == TableEvent.VALUED:
            valued = event.read(Valued)
            self._given[valued.seat] = valued
            (self._by_others.discard if event.by == self._players.get(valued.seat) else self._by_others.add)(
                valued.seat
            )

    def problems(self, dealt: Dealt, values: Values) -> Iterator[str]:
        """What is wrong with the values that a deal opens: each must be the one that its player committed to."""
        salts = dict(dealt.salts)
        for seat, value in values:
            given = self._given.get(seat)
            if given is None or given.value is not UNSET:  # in older logs a value is open when it is given, or empty
                if seat not in dealt.drawn and value != (given.value if given else ""):
                    yield f"nobody gave the value of seat {seat}"
            elif digest(value_text(seat, value, salts.get(seat, ""))) != given.commitment:
                yield f"the value of seat {seat} is not the one that was committed to"
            elif seat in self._by_others:
                yield f"the value of seat {seat} was not given by its player"


def _problems(deck: _Deck) -> Iterator[str]:
    try:
        require_committed_seed(deck.seed, deck.commitment)
    except HousewayError as problem:
        yield f"deck {deck.number}: {problem}"
        return
    for seat, value in deck.values:
        if seat in deck.drawn and value != drawn_value(deck.seed, table=deck.name, deck=deck.number, seat=seat):
            yield f"deck {deck.number}: the value drawn for seat {seat} is not that of the seed"
    order = _order(deck, fresh_cards(deck.game), 1)
    for position, end in deck.rounds:
        try:
            yield from _round_problems(deck, order, position, end)
        except HousewayError as problem:
            yield f"round {end.round}: {problem}"


def _order(deck: _Deck, cards: Sequence[Card], part: int) -> tuple[Card, ...]:
    return deck_order(cards, deck.seed, table=deck.name, deck=deck.number, values=deck.values, part=part)


def _round_problems(deck: _Deck, order: tuple[Card, ...], position: int, end: RoundResult) -> Iterator[str]:
    record = end.record
    seats = [row.seat for row in record.seats]
    stop = position + cards_needed(deck.game, len(seats))
    hands, dealer, board = deal_order(deck.game, seats, order[position:stop])
    recorded = {row.seat: parse_cards(row.cards) for row in record.seats}
    if recorded != hands or parse_cards(record.dealer) != dealer or parse_cards(record.board or ()) != board:
        yield f"round {end.round}: the cards of the record are not those of the shuffle"
        return
    on_table = [*dealer, *board, *(card for hand in hands.values() for card in hand)]
    part = 1
    for number, card in enumerate(parse_cards(record.draws or ()), start=1):
        if stop >= len(order):
            part, stop = part + 1, 0
            order = _order(deck, remaining_cards(deck.game, on_table), part)
        if order[stop] != card:
            yield f"round {end.round}: card {number} that was drawn is not that of the shuffle"
            return
        on_table.append(card)
        stop += 1
