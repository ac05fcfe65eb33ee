"""Covariance of wagers from counts of how they end together, with a standard error for simulated counts."""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from houseway.games.simulation.joint import EXACT, SIMULATED, PairCounts


class Pair(Struct, frozen=True, kw_only=True):
    """How two wagers of one unit vary together; the covariance of a wager with itself is its variance."""

    one: str
    other: str
    covariance: float
    covariance_exact: str = ""  # as a fraction, where all deals were counted
    correlation: float
    standard_error: float = 0.0  # of the covariance
    method: str


def mean_of(counts: Mapping[int, int], values: Sequence[Fraction]) -> Fraction:
    """The mean of values with these counts."""
    total = sum(counts.values())
    return sum((count * values[cell] for cell, count in counts.items()), Fraction(0)) / total


def covariance_of(counts: PairCounts, one: Sequence[Fraction], other: Sequence[Fraction]) -> tuple[Fraction, float]:
    """The covariance of two wagers from the joint counts of their cells, and its standard error for a sample."""
    total = sum(counts.values())
    first = sum((count * one[a] for (a, _), count in counts.items()), Fraction(0)) / total
    second = sum((count * other[b] for (_, b), count in counts.items()), Fraction(0)) / total
    product = sum((count * one[a] * other[b] for (a, b), count in counts.items()), Fraction(0)) / total
    covariance = product - first * second
    squares = sum(count * float((one[a] - first) * (other[b] - second)) ** 2 for (a, b), count in counts.items())
    return covariance, math.sqrt(max(0.0, squares / total - float(covariance) ** 2) / total)


def correlation(covariance: float, one: float, other: float) -> float:
    """The correlation from a covariance, which may be simulated, and two variances; None if a wager never varies."""
    return max(-1.0, min(1.0, covariance / math.sqrt(one * other))) if one > 0 and other > 0 else 0.0


def summed(pairs: Iterable[Pair], weights: Mapping[str, float]) -> tuple[float, float]:
    """The covariance of two sums of wagers with these weights, and its standard error at most.

    `pairs` names every two wagers once, in either order; wagers without a weight are left out.
    """
    total = error = 0.0
    for pair in pairs:
        weight = weights.get(pair.one, 0) * weights.get(pair.other, 0) * (1 if pair.one == pair.other else 2)
        total += weight * pair.covariance
        error += abs(weight) * pair.standard_error
    return total, error


def pair_of(names: tuple[str, str], covariance: Fraction | float, error: float, variances: Mapping[str, float]) -> Pair:
    """How two wagers vary together; without an error it was counted."""
    one, other = names
    return Pair(
        one=one,
        other=other,
        covariance=float(covariance),
        covariance_exact=str(covariance) if isinstance(covariance, Fraction) and not error else "",
        correlation=correlation(float(covariance), variances[one], variances[other]),
        standard_error=error,
        method=SIMULATED if error else EXACT,
    )
