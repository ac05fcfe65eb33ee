"""Means, errors, intervals and distributions from the counts of a simulation."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from houseway.games.simulation.simulation import MAIN, Cell, Counts, scales
from houseway.tabular import Json

# Two-sided quantiles of the normal distribution.
INTERVALS: Final = {"95%": 1.959963984540054, "99%": 2.5758293035489004}


WAGERS: Final = "wagers"
DOLLARS: Final = "dollars"


class RowResult(Struct, frozen=True, kw_only=True):
    """The result of one row of a simulation, by seat and round: net results for the player.

    In units of its wager; what stakes nothing, such as envy, is in dollars and has neither return nor house edge.
    """

    row: str
    unit: str = WAGERS
    seat_rounds: int
    cells: Mapping[str, int]  # how often each cell came
    mean: Fraction
    standard_error: float
    standard_deviation: float  # of a seat's net result
    wagered: Fraction
    distribution: Mapping[Fraction, int]  # how often each net result came
    decisions: Mapping[str, int]
    outcomes: Mapping[str, int]
    basis: str = ""  # what its figures count, where that is not all it may win
    exact: float | None = None  # the expected net result of the strategy that was played
    exact_error: float = 0.0  # its own standard error, where it is simulated

    @property
    def house_edge(self) -> float | None:
        """What the house keeps of a wager; None where nothing is staked."""
        return -float(self.mean) if self.unit == WAGERS else None

    @property
    def z(self) -> float | None:
        """How many standard errors the mean is from the exact value."""
        error = math.hypot(self.standard_error, self.exact_error)
        if self.exact is None or not error:
            return None
        return (float(self.mean) - self.exact) / error

    def interval(self, level: str) -> tuple[float, float]:
        """The confidence interval of the mean."""
        width = INTERVALS[level] * self.standard_error
        return float(self.mean) - width, float(self.mean) + width

    def to_json(self) -> Json:
        """As docs/interface.md describes a simulated wager."""
        rounds = self.seat_rounds
        shown: Json = {
            "mean": float(self.mean),
            "mean_exact": str(self.mean),
            "unit": self.unit,
            **({"basis": self.basis} if self.basis else {}),
            "house_edge": self.house_edge,
            "standard_error": self.standard_error,
            "exact": self.exact,
            "z": self.z,
            "intervals": {level: self.interval(level) for level in INTERVALS},
            "standard_deviation": self.standard_deviation,
            "distribution": {str(net): count for net, count in sorted(self.distribution.items())},
        }
        if self.row == MAIN:
            shown["average_wagered"] = float(self.wagered)
            shown["decisions"] = {name: count / rounds for name, count in self.decisions.items()}
            shown["outcomes"] = {name: count / rounds for name, count in self.outcomes.items()}
        shown["cells"] = {name: count for name, count in self.cells.items() if count}
        return shown


def row_results(rows: Mapping[str, Sequence[Cell]], tally: Counts, *, rounds: int, seats: int) -> dict[str, RowResult]:
    """The results of a run of this many rounds with this many seats."""
    results = {}
    for (name, cells), scale, counts in zip(rows.items(), scales(rows), tally.tolist(), strict=True):
        results[name] = _row(name, cells, scale, counts, rounds, seats)
    return results


def _row(name: str, cells: Sequence[Cell], scale: int, counts: Sequence[int], rounds: int, seats: int) -> RowResult:
    *came, total, squares = counts
    seat_rounds = rounds * seats
    deviation = Fraction(squares * rounds - total * total, rounds * max(rounds - 1, 1) * scale**2)
    distribution: dict[Fraction, int] = {}
    decisions: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    square = wagered = Fraction(0)
    for cell, count in zip(cells, came, strict=False):
        square += count * cell.net**2
        wagered += count * cell.staked
        if count:
            distribution[cell.net] = distribution.get(cell.net, 0) + count
        for key, counted in ((cell.decision, decisions), (cell.outcome, outcomes)):
            if key:
                counted[key] = counted.get(key, 0) + count
    mean = Fraction(total, scale * seat_rounds)
    return RowResult(
        row=name,
        unit=WAGERS if any(cell.staked for cell in cells) else DOLLARS,
        seat_rounds=seat_rounds,
        cells={cell.name: count for cell, count in zip(cells, came, strict=False)},
        mean=mean,
        standard_error=math.sqrt(deviation / rounds) / seats,
        standard_deviation=math.sqrt(max(square / seat_rounds - mean**2, Fraction(0))),
        wagered=wagered / seat_rounds,
        distribution=distribution,
        decisions=decisions,
        outcomes=outcomes,
    )
