"""One board: every pair of cards that a player can hold, by strength, and how many dealers each pair beats.

The pairs are sorted by strength and swept once. The dealers that a hand beats are the pairs of cards below it, less
those that hold either of its cards. There is a count for each of the six pairs of lights. They stand in two words of
three times 21 bits, which can be added and multiplied like numbers.
"""

from array import array
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import WHEEL_LOWEST, best_five
from houseway.games.down_under_holdem.exact.decision_index import light_pair
from houseway.games.pricing.suit_classes import SYMBOL_KEYS, SYMBOL_MASKS, end_of_tie, sort_by_strength
from houseway.kernel import counter, inlined, kernel

Counts = npt.NDArray[np.int64]

COUNT_BITS: Final = 21
COUNT_MASK: Final = (1 << COUNT_BITS) - 1

# The pairs of symbols; those of mere ranks come first.
SYMBOLS: Final = 26
ONE: Final = array("B", [one for two in range(SYMBOLS) for one in range(two + 1)])
TWO: Final = array("B", [two for two in range(SYMBOLS) for one in range(two + 1)])
PAIRS: Final = len(ONE)
RANK_PAIRS: Final = 13 * 14 // 2


@kernel
def pair_number(one: int, two: int) -> int:
    """The number of a pair of symbols."""
    return two * (two + 1) // 2 + one if one <= two else one * (one + 1) // 2 + two


@kernel
def ways(turn: int, river: int, turns: int, rivers: int, pair: int) -> int:
    """In how many ways a deck with these numbers of each, less a pair, gives this turn and river, in any order."""
    turns -= (ONE[pair] == turn) + (TWO[pair] == turn)
    rivers -= (ONE[pair] == river) + (TWO[pair] == river)
    return turns * (turns - 1) // 2 if turn == river else turns * rivers


class Board(NamedTuple):
    """A board, by ranks alone or as one suit sees it: the cards left, and every pair that can be held."""

    left: Counts  # cards of each symbol
    strengths: Counts  # of each pair of symbols
    pairs: Counts  # those that can be held, the weakest first
    spare: Counts
    units: Counts  # of each pair, two words: 1 at the place of its lights
    swept: Counts  # pairs of cards so far that hold a certain card of each symbol: two words
    dealers: Counts  # those that each pair beats, two words, and those that beat it, two words


@counter
def new_board(lights: Counts) -> Board:
    """Arrays that hold one board at a time."""
    units = np.zeros((PAIRS, 2), np.int64)
    for pair in range(PAIRS):
        lit = light_pair(lights[ONE[pair] % 13], lights[TWO[pair] % 13])
        units[pair, lit // 3] = 1 << COUNT_BITS * (lit % 3)
    return Board(
        np.zeros(SYMBOLS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(PAIRS, np.int64),
        np.zeros(PAIRS, np.int64),
        units,
        np.zeros((SYMBOLS, 2), np.int64),
        np.zeros((PAIRS, 4), np.int64),
    )


@counter
def rank_pairs(board: Board, key: int, mask: int, most: int) -> int:
    """Sort those of the first `most` pairs that the deck can still give; answer how many there are."""
    count = 0
    for pair in range(most):
        one, two = ONE[pair], TWO[pair]
        if board.left[one] > 0 and board.left[two] > (1 if one == two else 0):
            board.strengths[pair] = best_five(
                key + SYMBOL_KEYS[one] + SYMBOL_KEYS[two], mask + SYMBOL_MASKS[one] + SYMBOL_MASKS[two], WHEEL_LOWEST
            )
            board.pairs[count] = pair
            count += 1
    sort_by_strength(board.strengths, board.pairs, count, board.spare)
    return count


@inlined
@counter
def put_dealers(
    pairs: Counts, swept: Counts, dealers: Counts, first: int, start: int, stop: int, every: int, other: int
) -> None:
    """Store, for some pairs, the pairs of cards so far less those with either card, in two words from `first` on.

    `every` and `other` are all pairs so far; the pair itself, if swept, counts -1.
    """
    for i in range(start, stop):
        pair = pairs[i]
        one, two = ONE[pair], TWO[pair]
        dealers[pair, first] = every - swept[one, 0] - swept[two, 0]
        dealers[pair, first + 1] = other - swept[one, 1] - swept[two, 1]


@counter
def sweep(board: Board, count: int) -> None:
    """Count the dealers that each pair beats (those below it) and those that beat it (all, less those up to it)."""
    pairs, units, left, swept, dealers = board.pairs, board.units, board.left, board.swept, board.dealers
    swept.fill(0)
    every = other = start = 0
    while start < count:
        stop = end_of_tie(board.strengths, pairs, start, count)
        put_dealers(pairs, swept, dealers, 0, start, stop, every, other)
        for i in range(start, stop):
            one, two, unit, second = ONE[pairs[i]], TWO[pairs[i]], units[pairs[i], 0], units[pairs[i], 1]
            same = 1 if one == two else 0
            ones, twos = left[one], left[two] - same
            every, other = every + unit * (ones * twos >> same), other + second * (ones * twos >> same)
            swept[one, 0] += unit * twos
            swept[one, 1] += second * twos
            swept[two, 0] += unit * ones * (1 - same)
            swept[two, 1] += second * ones * (1 - same)
        put_dealers(pairs, swept, dealers, 2, start, stop, every, other)
        start = stop
    for i in range(count):
        pair = pairs[i]
        one, two = ONE[pair], TWO[pair]
        dealers[pair, 2] = every - swept[one, 0] - swept[two, 0] - dealers[pair, 2]
        dealers[pair, 3] = other - swept[one, 1] - swept[two, 1] - dealers[pair, 3]
