"""The tables and the progress of a block of rounds: arrays with a number for each round.

A byte holds how a seat plays: its course times COURSE, plus the total of its hand. A course is the first decision,
divided further where that decides who wins. A NONE has one more than the net result in place of a total. The total of a
SPLIT is 0 while one of its hands lives, else BROKEN.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.deals import deal_alone
from houseway.cards.shuffles import deal_rows
from houseway.games.down_under_blackjack.variant import MOST_HANDS
from houseway.games.simulation.round_counter import Block, Bytes, Trace
from houseway.kernel import counter, inlined

Shorts = npt.NDArray[np.int16]
Places = npt.NDArray[np.uint16]
Numbers = npt.NDArray[np.int64]

OFF: Final = -1  # the row of a wager that is off
REFILL: Final = 1  # an empty shoe is filled from a stream of its own, the next one

COURSE: Final = 32
NONE, STANDS, STANDS_ON_GOLDS, HITS, DOUBLES, SPLITS = (COURSE * course for course in range(6))
TOTAL: Final = COURSE - 1  # the bits of the total
SEAT_STATES: Final = 6 * COURSE

# What is traced of a seat: how many cards the round took, and its decisions up to END: four hands of fewer than 22
# cards each, and three splits. A round is traced when it is played alone.
ENDS, CODES = range(2)
FIELDS: Final = CODES + 128
END: Final = 255


class Rows(NamedTuple):
    """The rows of the bonus wagers, OFF for one that is off."""

    up: int
    down: int
    progressive: int


class SeatTables(NamedTuple):
    """The tables by which seats play. A table of two values has its index at ten times the first plus the second."""

    splits_to: int  # hands
    most: int  # wagers that doubles and splits may add
    openings: Bytes  # [values of a seat's cards][values of up and hole card]: how the seat plays at first
    states: Bytes  # [values of up and hole card]: the state of a strategy
    pairs: Places  # [values of two cards]: the hand
    child: Places  # [hand][value]: the hand with one more card; the last one is that of all broken hands
    totals: Bytes  # by hand
    hits: Bytes  # [state][hand]: 1 where a hand that was hit is hit again
    decisions: Bytes  # [state][context][hand], as `main_game.Strategy` describes them


class CellTables(NamedTuple):
    """The tables that give the cells of a seat."""

    rows: Rows
    family: int  # of the progressive's tables
    settled: Bytes  # [how a seat played][dealer's hand]: of the main wager
    split: Bytes  # by `split_place`
    match_up: Shorts  # by `match_place`
    match_down: Shorts  # by `match_place`
    progressive: Shorts  # by `match_place`, where no more than one of a player's cards matches
    jackpots: Shorts  # by `progressive_place`


class Lookups(NamedTuple):
    """The tables by which rounds are played."""

    seats: int
    hits_soft_17: bool
    play: SeatTables
    cells: CellTables


class Progress(NamedTuple):
    """How far the rounds of a block have come; arrays are by round unless a comment says otherwise.

    It has few arrays, because a compiled call pays for each of them.
    """

    numbers: Numbers  # of its shuffle
    starts: Places  # of its cards in their row
    ends: Places  # behind its last card so far
    dealt: Places  # cards in the row
    held: Places  # the hand that is played
    waiting: Places  # the rounds that play on
    dealers: Bytes  # the dealer's hand
    marks: Bytes  # whether a seat has a hand that is not broken; then how cards match
    opened: Bytes  # [card, round]: the cards that are dealt first
    pairs: Bytes  # [seat, round]: the values of a seat's cards, the dealer's behind the last seat's
    played: Bytes  # [seat, round]: how it plays
    counts: Numbers  # [seat]: how many rounds it splits in
    splits: Places  # [seat, number]: these rounds
    hands: Bytes  # [MOST_HANDS * seat + hand, number]: its stake times COURSE and its total; 0 for none


@counter
def new_progress(rounds: int, seats: int) -> Progress:
    """Space for the progress of `rounds` rounds, cut from a few arrays and not yet filled."""
    numbers, places = np.empty(rounds + seats, np.int64), np.empty((5 + seats, rounds), np.uint16)
    pairs, played, hands = 2 + 2 * (seats + 1), 2 + 3 * (seats + 1), 2 + 4 * (seats + 1)
    bytes_ = np.empty((hands + MOST_HANDS * seats, rounds), np.uint8)
    return Progress(
        numbers=numbers[:rounds],
        starts=places[0],
        ends=places[1],
        dealt=places[2],
        held=places[3],
        waiting=places[4],
        dealers=bytes_[0],
        marks=bytes_[1],
        opened=bytes_[2:pairs],
        pairs=bytes_[pairs:played],
        played=bytes_[played:hands],
        counts=numbers[rounds:],
        splits=places[5:],
        hands=bytes_[hands:],
    )


@inlined
@counter
def say(trace: Trace, seat: int, place: int, decision: int) -> None:
    """Trace a decision of the only round."""
    trace[0, seat, CODES + place], trace[0, seat, CODES + place + 1] = decision, END


@counter
def deal_on(block: Block, progress: Progress, row: int) -> None:
    """Deal more cards of a round's shoe.

    An empty shoe is filled with the cards that were out before the round began.
    """
    deal, cards = block.deal, block.cards
    start, dealt, number = int(progress.starts[row]), int(progress.dealt[row]), int(progress.numbers[row])
    if dealt < deal.size:
        more = min(dealt + dealt // 2, deal.size)
        deal_alone(cards, row, deal.deck, deal.size, more, block.seed, deal.stream, number)
        progress.dealt[row] = more
        return
    if dealt > deal.size or start == 0:
        raise ValueError("all cards of the shoe are on the table")
    before, room = cards[row, :start].astype(np.int64), np.zeros(start, np.int64)
    deal_rows(cards[row : row + 1, dealt:], start, before, room, block.seed, deal.stream + REFILL, number, 1)
    progress.dealt[row] = dealt + start
