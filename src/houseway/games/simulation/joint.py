"""The joint outcomes of a seat's wagers: the one table that covariance, ruin and stakes follow from.

It is counted exactly where a game can do that, and otherwise by simulation, always by the cells of the simulation's
rows.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.games.simulation.joint_counter import joint_places, wager_rows
from houseway.games.simulation.simulation import Cell, Counts

EXACT: Final = "exact"
SIMULATED: Final = "simulated"

Values = Mapping[str, Sequence[Fraction]]  # by wager and cell: the net result, in wagers
PairCounts = Mapping[tuple[int, int], int]  # by a cell of one wager and a cell of another


@dataclass(frozen=True, kw_only=True)
class Joint:
    """How many rounds or deals end all wagers of a seat in certain cells."""

    rows: Mapping[str, Sequence[Cell]]  # of wagers, the main ones together first
    outcomes: Mapping[tuple[int, ...], int]  # by a cell of each row
    method: str

    @property
    def total(self) -> int:
        """How many rounds or deals there are."""
        return sum(self.outcomes.values())

    def pair(self, one: str, other: str) -> PairCounts:
        """How often the cells of two wagers, which may be the same, come together."""
        names = list(self.rows)
        first, second = names.index(one), names.index(other)
        counts: dict[tuple[int, int], int] = {}
        for cells, count in self.outcomes.items():
            key = cells[first], cells[second]
            counts[key] = counts.get(key, 0) + count
        return counts

    def mix(self, values: Values, stakes: Mapping[str, int]) -> dict[Fraction, int]:
        """How often each net result of some stakes together comes, in the unit of the stakes."""
        parts = [[stakes.get(name, 0) * value for value in values[name]] for name in self.rows]
        nets: dict[Fraction, int] = {}
        for cells, count in self.outcomes.items():
            net = sum((part[cell] for part, cell in zip(parts, cells, strict=True)), Fraction(0))
            nets[net] = nets.get(net, 0) + count
        return nets


@dataclass(frozen=True, kw_only=True)
class SeatPairs:
    """How often the wagers of two seats at one table end in which cells, by simulation."""

    rounds: int
    counts: Mapping[tuple[str, str], PairCounts] = field(default_factory=dict)  # a wager of each seat


def joint_of(rows: Mapping[str, Sequence[Cell]], tally: Counts, method: str) -> Joint:
    """The outcomes of a seat from counts by place."""
    staked = wager_rows(rows)
    sizes = tuple(map(len, staked.values()))
    places = np.flatnonzero(tally[: math.prod(sizes)])
    cells = np.stack(np.unravel_index(places, sizes), axis=1).tolist()
    counts = tally[places].tolist()
    return Joint(
        rows=staked,
        outcomes={tuple(outcome): count for outcome, count in zip(cells, counts, strict=True)},
        method=method,
    )


def seat_pairs_of(rows: Mapping[str, Sequence[Cell]], tally: Counts, rounds: int) -> SeatPairs:
    """The wagers of two seats from counts by place."""
    return SeatPairs(rounds=rounds, counts=dict(_pairs(rows, tally)))


def _pairs(rows: Mapping[str, Sequence[Cell]], tally: Counts) -> Iterator[tuple[tuple[str, str], PairCounts]]:
    places, names = joint_places(rows), list(rows)
    for one, other in np.argwhere(places.pairs >= 0).tolist():
        start, width = int(places.pairs[one, other]), int(places.cells[other])
        counts = tally[start : start + int(places.cells[one]) * width]
        came = {divmod(place, width): int(counts[place]) for place in np.flatnonzero(counts).tolist()}
        yield (names[one], names[other]), came
