"""A set hand as one number, and tables of hands by their two strengths."""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.wild_monkey_pai_gow.best_seven import HIGHS, LOWS
from houseway.kernel import kernel

Counts = npt.NDArray[np.int64]
Packed = npt.NDArray[np.int32]

# A set hand: the strength of the front in eight bits, that of the back in thirteen, and what else is to be known.
FRONT_BITS: Final = 8
MORE_BITS: Final = 21
FRONT: Final = (1 << FRONT_BITS) - 1
BACK: Final = (1 << (MORE_BITS - FRONT_BITS)) - 1

# Its place in a table of strengths: HIGHS x front + back.
CELLS: Final = LOWS * HIGHS


@kernel
def packed_hand(setting: int, more: int) -> int:
    """A packed setting, without its cards, and what else is to be known of the hand."""
    return (more << MORE_BITS) + (setting >> 6)


@kernel
def packed_front(packed: int) -> int:
    """The strength of the front of a packed hand."""
    return packed & FRONT


@kernel
def packed_back(packed: int) -> int:
    """The strength of the back of a packed hand."""
    return (packed >> FRONT_BITS) & BACK


@kernel
def packed_more(packed: int) -> int:
    """What else is to be known of a packed hand."""
    return packed >> MORE_BITS


def cells_of(packed: Packed) -> Counts:
    """The places of packed hands in a table of strengths."""
    return np.asarray(HIGHS * (packed & FRONT).astype(np.int64) + (packed >> FRONT_BITS & BACK))


def joint(cells: Counts, weights: Counts) -> Counts:
    """Hands by front and back strength."""
    table = np.bincount(cells, weights, CELLS)  # sums of whole numbers below 2^53: exact
    return table.astype(np.int64).reshape(LOWS, HIGHS)


def at_most(table: Counts) -> Counts:
    """Hands whose front and back are both at most as strong."""
    return np.asarray(table.cumsum(0).cumsum(1))


def at_least(table: Counts) -> Counts:
    """Hands whose front and back are both at least as strong."""
    return np.asarray(at_most(table[::-1, ::-1])[::-1, ::-1])


def weaker(table: Counts) -> Counts:
    """Hands whose front and back are both weaker."""
    found = np.zeros_like(table)
    found[1:, 1:] = at_most(table)[:-1, :-1]
    return found


def stronger(table: Counts) -> Counts:
    """Hands whose front and back are both stronger."""
    found = np.zeros_like(table)
    found[:-1, :-1] = at_least(table)[1:, 1:]
    return found
