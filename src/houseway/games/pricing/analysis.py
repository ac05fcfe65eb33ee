"""What an exact analysis of a main game answers, and how its work is cut: the same for every game."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.games.pricing.result import MainResult

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Counts = npt.NDArray[np.int64]
    Integers = npt.NDArray[Any]  # of 64 bits, or of fewer where these are enough

# Long work is a list of independent shards (argument tuples), a counter that turns one shard into integers, and a sum.
# The caller of an analysis decides how shards are run: one after the other, on threads, or on a cluster.
Shard = tuple[object, ...]
Nets = dict[Fraction, Fraction]  # by net result of a round, in units of the first wager: how likely it is
Runner = Callable[[Callable[..., "Integers"], Sequence[Shard]], "Integers"]


def run_here(counter: "Callable[..., Counts]", shards: Sequence[Shard]) -> "Counts":
    """The plainest runner: one shard after the other."""
    total = counter(*shards[0])
    for shard in shards[1:]:
        total = total + counter(*shard)
    return total


def nets_of(counted: Iterable[tuple[Fraction, int]], deals: int) -> Nets:
    """How likely each net result is, from how many of the deals end with it."""
    counts: dict[Fraction, int] = {}
    for net, count in counted:
        if count:
            counts[net] = counts.get(net, 0) + count
    return {net: Fraction(counts[net], deals) for net in sorted(counts)}


@dataclass(frozen=True, kw_only=True)
class MainAnalysis:
    """The main game under one strategy, exact: every figure is a fraction, in units of the first mandatory wager."""

    per: str  # the first mandatory wager
    deals: int  # how many equally likely deals were counted
    net: Fraction  # expected net result of all main wagers; negative for the player
    wagered: Fraction  # expected amount staked on all main wagers
    net_squared: Fraction  # expected square of the net result
    decisions: Mapping[str, Fraction]  # share of all rounds in which each decision is the last one taken
    outcomes: Mapping[str, Fraction]  # win, lose, push, fold: shares of all rounds
    nets: Nets = field(default_factory=dict)  # how likely each net result of a round is, where that is counted

    @property
    def house_edge(self) -> Fraction:
        """Expected loss over the first mandatory wager."""
        return -self.net

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss over all money staked."""
        return -self.net / self.wagered

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result, in units of the first wager."""
        return math.sqrt(self.net_squared - self.net**2)

    def result(self) -> MainResult:
        """As an analysis says it."""
        return MainResult(
            per=self.per,
            house_edge=float(self.house_edge),
            house_edge_exact=self.house_edge,
            element_of_risk=float(self.element_of_risk),
            average_wagered=float(self.wagered),
            standard_deviation=self.standard_deviation,
            deals=self.deals,
            decisions={name: float(share) for name, share in self.decisions.items()},
            outcomes={name: float(share) for name, share in self.outcomes.items()},
        )
