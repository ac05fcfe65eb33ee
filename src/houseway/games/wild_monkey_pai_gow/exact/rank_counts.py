"""How many dealer's hands a setting beats as if there were no flushes, by the ranks of the player's cards.

The number of dealer's hands of some ranks is the number of ways to take these ranks from those that the player leaves,
whatever the suits. So all hands of the same ranks are counted at once: 67,600 times all ranks that the dealer can hold.
"""

from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.pricing.analysis import Runner, Shard
from houseway.games.wild_monkey_pai_gow.best_seven import HIGHS
from houseway.games.wild_monkey_pai_gow.exact.dealer_points import LOW_RANKS, Points, RankPoints
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import Ranks
from houseway.games.wild_monkey_pai_gow.exact.settings import Settings
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

SHARDS: Final = 24
HIGH, LOW, BOTH, ANSWERS = range(4)  # what is beaten of a dealer's hand


@kernel
def ways_to_take(left: int, held: int) -> int:
    """In how many ways `held` cards of a rank can be taken from those that are left."""
    if held > left:
        return 0
    ways = 1
    for taken in range(held):
        ways = ways * (left - taken) // (taken + 1)
    return ways


@counter
def weigh_halves(halves: Ranks, first: int, left: Counts, ways: Numbers, weights: Numbers) -> None:
    """Store in how many ways the ranks of each half of a hand can be taken; `first` is the first rank of the half."""
    for place in range(len(halves)):
        weight = 1
        for index in range(halves.shape[1]):
            weight *= ways[left[first + index], halves[place, index]]
        weights[place] = weight


@counter
def count_by_ranks(rows: Ranks, first: Counts, fronts: Numbers, backs: Numbers, points: RankPoints) -> Numbers:
    """Count, by setting, the hands with a lower back, a lower front, and both; only settings of the rows are filled in.

    `first` says where the settings of each row begin. A setting's front and back are given as how many of the dealer's
    different fronts and backs are lower.
    """
    beaten = np.zeros((len(fronts), ANSWERS), np.int32)
    ways = np.zeros((5, 9), np.int32)
    for rest in range(5):
        for held in range(9):
            ways[rest, held] = ways_to_take(rest, held)
    low, high = np.zeros(len(points.lows), np.int32), np.zeros(len(points.highs), np.int32)
    counts = np.zeros(HIGHS, np.int32)
    left = np.zeros(13, np.int64)
    for row in range(len(rows)):
        changed = row == 0
        for rank in range(13):
            changed |= rank < LOW_RANKS and left[rank] != 4 - rows[row, rank]
            left[rank] = 4 - rows[row, rank]
        if changed:
            weigh_halves(points.lows, 0, left, ways, low)
        weigh_halves(points.highs, LOW_RANKS, left, ways, high)
        counts[:] = 0
        every = 0
        for front in range(len(points.starts)):
            for place in range(first[row], first[row + 1]):
                if fronts[place] == front:
                    beaten[place, LOW] = every
                    beaten[place, BOTH] = counts[: backs[place]].sum()
            if front < len(points.starts) - 1:
                for point in range(points.starts[front], points.starts[front + 1]):
                    weight = low[points.low[point]] * high[points.high[point]]
                    counts[points.backs[point]] += weight
                    every += weight
        for place in range(first[row], first[row + 1]):
            beaten[place, HIGH] = counts[: backs[place]].sum()
    return beaten


def beaten_by_ranks(settings: Settings, points: Points, run: Runner) -> Numbers:
    """By setting, how many hands it beats high, low and both, as if there were no flushes."""
    fronts = np.searchsorted(points.fronts, settings.fronts).astype(np.int32)
    backs = np.searchsorted(points.backs, settings.backs).astype(np.int32)
    beaten = np.zeros((len(fronts), ANSWERS), np.int32)
    start = 0
    for rows, hands in zip(settings.rows, points.by_ranks, strict=True):
        bounds = [len(rows) * part // SHARDS for part in range(SHARDS + 1)]
        shards: list[Shard] = [
            (rows[one:two], settings.first[start + one : start + two + 1], fronts, backs, hands)
            for one, two in pairwise(bounds)
            if one < two
        ]
        start += len(rows)
        if shards and len(hands.backs):
            beaten += run(count_by_ranks, shards)
    return beaten
