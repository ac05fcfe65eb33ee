"""What the simulations of all games share: they deal rounds, play them in blocks, count them, and trace single ones.

A game brings a small kernel, `play_rounds(block, lookups, cells, trace)`, marked as a counter. For every round of a
block it reads the dealt cards, decides by its lookups, and stores a cell of every row for every seat. Anything else
that a record needs, such as the decisions, goes into the trace. `count_rounds = round_counter(play_rounds)` in the
kernel's module gives the loop that deals, plays and counts. `simulation_of` makes the game's `Simulation` from both,
with shards, tallies and the records of single rounds.

Rounds are dealt and played in blocks, because a compiled call pays for every array among its arguments: the array
counts its users, and all threads share that count. All cards of a block are bytes in the nearest cache. `cards[round,
place]` stands beside that of the next round, so that one instruction deals many rounds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import Card
from houseway.cards.deals import DECK_ROOM, deal_deck_rounds, deal_rounds
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.strategy import Strategy
from houseway.games.round.jackpot import Meter
from houseway.games.round.round_record import PlainRecord
from houseway.games.simulation.simulation import Cell, Counts, Played, Simulation, whole_nets
from houseway.kernel import compiled, counter, specialize

Bytes = npt.NDArray[np.uint8]
Cells = npt.NDArray[np.int16]  # [row, round, slot]: the cells of a block
Trace = npt.NDArray[np.int32]  # [round, seat, field]
Record = Callable[[Sequence[int], Sequence[Sequence[int]], int], PlainRecord]
Kernel = Callable[["Block", Any, Cells, Trace], None]

BLOCK: Final = 256  # rounds
NO_CELL: Final = -1  # in a slot that holds nothing


class Deal(NamedTuple):
    """How rounds are dealt: each from its own shuffle, by its number in a stream."""

    stream: int
    deck: Bytes  # by place, with room behind it
    size: int  # cards in the deck
    cards: int  # dealt before a round is played


class Counting(NamedTuple):
    """The shape of the counts of a round."""

    seats: int
    nets: Counts  # [row, cell]
    slots: Counts  # by row: how many cells a seat can have
    fields: int  # traced of each seat


class Block(NamedTuple):
    """Some rounds; `cards[round, place]` are the dealt cards."""

    rounds: int
    first: int  # the number of the first one
    seed: int
    deal: Deal
    cards: Bytes


def new_deal(stream: int, deck: Sequence[int], cards: int) -> Deal:
    """A deal for rounds that look at this many cards of a deck."""
    room = np.zeros(max(DECK_ROOM, len(deck)), np.uint8)
    room[: len(deck)] = deck
    return Deal(stream, room, len(deck), cards)


# ---- counting


@counter
def new_tally(nets: Counts) -> Counts:
    """An empty tally. [row]: how often each cell came; then the sum of the rounds' totals, and of their squares."""
    rows, cells = nets.shape
    return np.zeros((rows, cells + 2), np.int64)


@counter
def new_cells(counting: Counting, rounds: int) -> Cells:
    """Slots for the cells of some rounds; in a row the slots of the first seat come first, then the second's."""
    slots = max(1, counting.seats * counting.slots.max())
    return np.full((len(counting.nets), rounds, slots), NO_CELL, np.int16)


@counter
def new_trace(counting: Counting, rounds: int) -> Trace:
    """An empty trace of some rounds."""
    return np.zeros((rounds, counting.seats, max(1, counting.fields)), np.int32)


@counter
def new_cards(deal: Deal, rounds: int) -> Bytes:
    """An array for the cards of some rounds; the cards of one place lie side by side."""
    return np.zeros((len(deal.deck), max(rounds, 2)), np.uint8).T  # one round alone would be of another kind of array


@counter
def count_cells(tally: Counts, cells: Cells, counting: Counting, rounds: int) -> None:
    """Count the cells of some rounds and, with several seats, what they win together."""
    nets, seats = counting.nets, counting.seats
    last = nets.shape[1]
    if seats * counting.slots.max() == 1:  # row beside row: a count waits for the last one of its own cell
        for number in range(rounds):
            for row in range(len(nets)):
                if cells[row, number, 0] >= 0:
                    tally[row, cells[row, number, 0]] += 1
        return
    for row in range(len(nets)):
        slots = seats * counting.slots[row]
        for number in range(rounds):
            total = 0
            for slot in range(slots):
                cell = cells[row, number, slot]
                if cell >= 0:
                    tally[row, cell] += 1
                    total += nets[row, cell]
            if seats > 1:
                tally[row, last] += total
                tally[row, last + 1] += total * total


@counter
def add_totals(tally: Counts, nets: Counts) -> None:
    """Add the sums of a table with one seat, where the net of a round is that of its one cell."""
    rows, cells = nets.shape
    for row in range(rows):
        for cell in range(cells):
            tally[row, cells] += tally[row, cell] * nets[row, cell]
            tally[row, cells + 1] += tally[row, cell] * nets[row, cell] * nets[row, cell]


def play_rounds(block: Block, lookups: object, cells: Cells, trace: Trace) -> None:
    """A placeholder that nobody calls: `round_counter` puts a game's kernel in its place."""
    raise NotImplementedError("round_counter puts a game's kernel here")


def count_rounds(first: int, count: int, seed: int, deal: Deal, counting: Counting, lookups: object) -> Counts:
    """Play rounds `first` to `first + count - 1` and count their cells in a tally like `new_tally`'s."""
    tally, size = new_tally(counting.nets), min(count, BLOCK)
    cards, cells, trace = new_cards(deal, size), new_cells(counting, size), new_trace(counting, size)
    for start in range(first, first + count, BLOCK):
        rounds = min(BLOCK, first + count - start)
        deal_rounds(cards, deal.deck, deal.size, deal.cards, seed, deal.stream, start, rounds)
        play_rounds(Block(rounds, start, seed, deal, cards), lookups, cells, trace)
        count_cells(tally, cells, counting, rounds)
    if counting.seats == 1:
        add_totals(tally, counting.nets)
    return tally


def round_counter(kernel: Kernel, block: int = BLOCK, *, shoe: bool = False) -> Callable[..., Counts]:
    """The counter of a game's rounds in blocks of `block`, from a deck or from a shoe of several decks.

    The kernel's module must name it `count_rounds`.
    """
    dealt = deal_rounds if shoe else deal_deck_rounds
    return specialize(count_rounds, kernel, play_rounds=kernel, deal_rounds=dealt, BLOCK=block)


# ---- one round


@dataclass(frozen=True, kw_only=True)
class Tracer:
    """Plays single rounds by a game's kernel and writes their records.

    `places` are the places in the deck of the dealt cards, in their order, because a kernel skips cards that it never
    looks at. `record` writes a round from the cards at the top of the deck, the seats' traces and the round's number.
    """

    rows: Mapping[str, Sequence[Cell]]
    kernel: Kernel
    deal: Deal
    counting: Counting
    lookups: object
    record: Record
    places: Sequence[int] = ()

    def play(self, seed: int, number: int) -> Played:
        """Play a round by its number."""
        cards, deal = new_cards(self.deal, 1), self.deal
        compiled(deal_rounds)(cards, deal.deck, deal.size, deal.cards, seed, deal.stream, number, 1)
        return self.play_block(Block(1, number, seed, deal, cards))

    def play_cards(self, deck: Sequence[int], number: int = 0) -> Played:
        """Play a round from the top of any deck."""
        cards = new_cards(self.deal, 1)
        dealt = [deck[place] for place in self.places] if self.places else deck
        cards[0, : len(dealt)] = dealt
        return self.play_block(Block(1, number, 0, self.deal._replace(cards=len(dealt)), cards))

    def play_block(self, block: Block) -> Played:
        """Play the only round of a block."""
        cells, trace = new_cells(self.counting, 1), new_trace(self.counting, 1)
        compiled(self.kernel)(block, self.lookups, cells, trace)
        deck = self.whole_deck(block.cards[0].tolist())
        seats = [self.cells_of(cells[:, 0].tolist(), seat) for seat in range(self.counting.seats)]
        return Played(record=self.record(deck, trace[0].tolist(), block.first), cells=seats)

    def whole_deck(self, cards: Sequence[int]) -> Sequence[int]:
        """The deck from its top: the dealt cards at their places, and between them cards that nobody sees."""
        if not self.places:
            return cards
        dealt = dict(zip(self.places, cards, strict=False))
        unseen = [card for card in self.deal.deck[: self.deal.size].tolist() if card not in dealt.values()]
        return [dealt[place] if place in dealt else unseen.pop() for place in range(self.deal.size)]

    def cells_of(self, cells: Sequence[Sequence[int]], seat: int) -> dict[str, list[int]]:
        """The cells of a seat by row."""
        by_row = {}
        for name, row, slots in zip(self.rows, cells, self.counting.slots.tolist(), strict=True):
            by_row[name] = [cell for cell in row[seat * slots : (seat + 1) * slots] if cell != NO_CELL]
        return by_row


def write_record(
    game: Game,
    stakes: Mapping[str, object],
    cards: Sequence[int],
    decisions: Sequence[Sequence[str]],
    *,
    dealt: int = 0,
    meter: Mapping[str, object] | None = None,
) -> PlainRecord:
    """The record of a round in which every seat has these stakes and makes these decisions.

    The first `dealt` cards, by default all, are dealt before the first decision; the others are drawn when the game
    needs a card.
    """
    deck, words = [Card(card) for card in cards], [list(texts) for texts in decisions]
    opened, draws = deck[: dealt or len(deck)], iter(deck[dealt:] if dealt else ())
    now = game.deal(
        dict.fromkeys(range(1, len(words) + 1), stakes),
        opened,
        None if meter is None else Meter.parse(meter, game.approval.prizes),
    )
    while not now.finished:
        now = now.take(next(draws)) if now.turn is None else now.decide(words[now.turn - 1].pop(0))
    return now.record()


# ---- a game's simulation


def simulation_of(
    game: Game,
    strategy: Strategy,
    rows: Mapping[str, Sequence[Cell]],
    *,
    counter: Callable[..., Counts],
    kernel: Kernel,
    lookups: object,
    deal: Deal,
    seats: int,
    record: Record,
    fields: int = 0,
    slots: Mapping[str, int] | None = None,
    places: Sequence[int] = (),
    sessions: Callable[..., Counts] | None = None,
    joint: Callable[..., Counts] | None = None,
    with_stake_limit: Callable[[Fraction], object] | None = None,
) -> Simulation:
    """A game's simulation from its kernel and what the kernel looks up.

    Args:
        game: the game or a study of it.
        strategy: how every seat plays.
        rows: the cells of each row, MAIN first.
        counter: `round_counter(kernel)`.
        kernel: plays blocks of rounds.
        lookups: the tables of the kernel, a NamedTuple of arrays and numbers.
        deal: how rounds are dealt.
        seats: players at the table.
        record: writes the record of a round, see `Tracer`.
        fields: how many numbers the kernel traces of a seat.
        slots: rows in which a seat can have more than one cell, or none, and how many.
        places: of the cards that are dealt, see `Tracer`.
        sessions: `session_counter(counter)`, where sessions can be played.
        joint: `joint_counter(kernel)`, where wagers can be counted together.
        with_stake_limit: the lookups if decisions may stake no more than a limit; see `stakes_beyond`.
    """
    strategy.check(game)
    check_seats(game, seats)
    counts = np.array([(slots or {}).get(name, 1) for name in rows])
    counting = Counting(seats, whole_nets(rows), counts, fields)
    tracer = Tracer(
        rows=rows, kernel=kernel, deal=deal, counting=counting, lookups=lookups, record=record, places=places
    )
    return Simulation(
        game=game,
        strategy=strategy,
        seats=seats,
        rows=rows,
        counter=counter,
        arguments=(deal, counting, lookups),
        play=tracer.play,
        play_cards=tracer.play_cards,
        stream=deal.stream,
        sessions=sessions,
        joint=joint,
        with_stake_limit=with_stake_limit,
    )


def check_seats(game: Game, seats: int) -> None:
    """Refuse more seats than the letter gives the table, or none."""
    most = game.approval.table.seats
    if not 1 <= seats <= most:
        raise InvalidInput(f"must be 1 to {most}, not {seats}", field="seats")
