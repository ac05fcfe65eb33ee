"""Tables of hands by their two strengths, and how many of them are below or above a pair of strengths."""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.wild_monkey_pai_gow.best_seven import HIGHS, LOWS
from houseway.games.wild_monkey_pai_gow.house_way import setting_back, setting_front
from houseway.kernel import kernel

Counts = npt.NDArray[np.int64]

# A setting's place in a table of strengths: HIGHS x front + back.
CELLS: Final = LOWS * HIGHS


@kernel
def cell_of(setting: int) -> int:
    """Where a packed setting stands in a table of strengths."""
    return HIGHS * setting_front(setting) + setting_back(setting)


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
