"""What a player gains by knowing more at two decisions. Deals and boards are sampled; the rest is counted.

Each deal has some boards in two halves. The second decision is exact. The first is the usual one, unless one half of
the boards clearly favours another. That other decision is then valued on the other half, so it gains no more than the
best play. The best decision over all boards gains no less. So the gain lies between two means, each with its standard
error.
"""

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.pricing.counting import SIMULATED
from houseway.games.pricing.exposure import Exposure
from houseway.games.simulation.simulation import Counts
from houseway.kernel import counter

Floats = npt.NDArray[np.float64]

HALVES: Final = 2
FINE: Final = 1 << 30  # what gains are multiplied by to be added up as whole numbers
COARSE: Final = 1 << 14  # and before they are squared

# Counted: the least and the most that deals gain, with squares, and what the usual play wins.
LEAST, LEAST_SQUARED, MOST, MOST_SQUARED, USUAL, COUNTED = range(6)


@counter
def better_opening(values: Floats, half: int, usual: int) -> int:
    """The first decision that one half of the boards favours over the usual one by more than a standard error."""
    best, lead = usual, 0.0
    boards = len(values) // HALVES
    for decision in range(values.shape[1]):
        total = squares = 0.0
        for board in range(half, len(values), HALVES):
            more = values[board, decision] - values[board, usual]
            total, squares = total + more, squares + more * more
        if total - np.sqrt(max(0.0, squares - total * total / boards)) > lead:
            best, lead = decision, total - np.sqrt(max(0.0, squares - total * total / boards))
    return best


@counter
def add_deal(tally: Counts, values: Floats, opening: int, usual: float) -> None:
    """Count a deal: `values[board, first decision]` with the best second one; the usual play wins `usual` in all."""
    boards, least, most = len(values), 0.0, -np.inf
    for half in range(HALVES):
        decision = better_opening(values, 1 - half, opening)
        for board in range(half, boards, HALVES):
            least += values[board, decision]
    for decision in range(values.shape[1]):
        most = max(most, values[:, decision].sum())
    for place, gain in ((LEAST, (least - usual) / boards), (MOST, (most - usual) / boards)):
        tally[place] += np.int64(np.rint(gain * FINE))
        tally[place + 1] += np.int64(np.rint(gain * COARSE)) ** 2
    tally[USUAL] += np.int64(np.rint(usual / boards * FINE))


@counter
def cards_without(cards: Counts, seen: Counts) -> Counts:
    """The cards that are not among those seen."""
    left, count = np.empty(len(cards), np.int64), 0
    for card in cards:
        if not np.any(seen == card):
            left[count] = card
            count += 1
    return left[:count].copy()


def gain_of(tally: Counts, place: int, deals: int) -> tuple[float, float]:
    """A mean gain and its standard error."""
    mean = int(tally[place]) / FINE / deals
    squares = int(tally[place + 1]) / COARSE**2 / deals
    return mean, math.sqrt(max(0.0, squares - mean**2) / (deals - 1))


def exposure_of(tally: Counts, what: str, deals: int, edge: float, note: str = "") -> Exposure:
    """The gain in the form of an answer; the edge is the exact one less the gain."""
    (least, error), (most, most_error) = gain_of(tally, LEAST, deals), gain_of(tally, MOST, deals)
    return Exposure(
        what=what,
        gain=least,
        method=SIMULATED,
        standard_error=error,
        most=most,
        most_error=most_error,
        house_edge=edge - least,
        deals=deals,
        note=note,
    )
