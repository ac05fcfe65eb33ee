"""What counting cards is worth on a wager: effects of removal, linear counts, and what they win.

The effect of removal of a card is the change of the player's expectation, in wagers, if one such card is gone from a
full shoe and everything else stays the same, including the strategy. A card that is removed at random and unseen
changes nothing, so the effects weighted by the cards of the shoe add up to zero; `remainder` is the rounding error.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houseway.games.pricing.result_json import Result

EXACT: Final = "exact"
SIMULATED: Final = "simulated"
LEVELS: Final = (1, 2, 3)  # the largest tag of a count that a person can keep
NEGLIGIBLE: Final = 1e-12  # an effect that only rounding makes


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingQuestion:
    """How a counter plays: the stakes, the table, and how many shoes are tried."""

    spread: Fraction  # the stake at an advantage, in lowest stakes; a bonus is only made at an advantage
    seats: int
    shoes: int
    seed: int
    meter: Fraction  # in wagers of the progressive
    prize: Fraction  # of the progressive's `$` line, in wagers


class Removal(Result, frozen=True, kw_only=True):
    """What removing one card of a rank changes."""

    card: str
    copies: int  # in the full shoe
    effect: float
    effect_exact: Fraction | None = None


class LinearCount(Result, frozen=True, kw_only=True):
    """A count of whole tags: the number added when a card is seen. Positive is good for the player."""

    level: int
    tags: Mapping[str, int]
    correlation: float  # of the tags with the effects of removal
    slope: float  # the expectation that a point adds, times all cards of the shoe but one, by the cards left


class ShoeGain(Result, frozen=True, kw_only=True):
    """What a counter wins in a shoe, in lowest stakes."""

    by: str  # what the counter goes by
    at_advantage: float  # the share of rounds with the high stake
    win_per_shoe: float
    standard_error: float
    method: str
    estimated: float | None = None  # by the linear estimate instead of played rounds
    estimated_error: float | None = None


class CountedWager(Result, frozen=True, kw_only=True):
    """A wager, and what counting is worth on it."""

    wager: str
    table: str
    house_edge: float  # from a full shoe
    house_edge_exact: Fraction | None = None
    method: str  # of the edge and the effects
    removals: Sequence[Removal]
    remainder: float
    counts: Sequence[LinearCount]  # none where no card matters
    low_stake: float
    high_stake: float
    gains: Sequence[ShoeGain]
    note: str = ""


class CountingResult(Result, frozen=True, kw_only=True):
    """A shoe, and what counting it gains on each wager."""

    decks: int
    cards_behind: int  # the cut card
    seats: int
    spread: float
    shoes: int
    seed: int
    rounds_per_shoe: float
    meter: float
    prize: float
    strategy: str
    wagers: Sequence[CountedWager]


def remainder_of(removals: Sequence[Removal]) -> float:
    """The mean effect over all cards of the shoe."""
    cards = sum(one.copies for one in removals)
    exact = [one.copies * one.effect_exact for one in removals if one.effect_exact is not None]
    if len(exact) == len(removals):
        return float(sum(exact) / cards)
    return math.fsum(one.copies * one.effect for one in removals) / cards


def linear_counts(removals: Sequence[Removal]) -> list[LinearCount]:
    """The best count of each level, if it is better than those below; none if no card matters."""
    if all(abs(one.effect) < NEGLIGIBLE for one in removals):
        return []
    counts: list[LinearCount] = []
    for count in (_best_count(removals, level) for level in LEVELS):
        if not counts or count.correlation > counts[-1].correlation + NEGLIGIBLE:
            counts.append(count)
    return counts


def _best_count(removals: Sequence[Removal], level: int) -> LinearCount:
    """Effects times a factor, rounded; of all factors whose tags stay within the level, the best-correlated one."""
    largest = max(abs(one.effect) for one in removals)
    counts: dict[tuple[int, ...], LinearCount] = {}
    for step in range(1, 100 * (2 * level + 1)):
        tags = tuple(round(one.effect * step / (200 * largest)) for one in removals)
        if any(tags) and tags not in counts and max(map(abs, tags)) <= level:
            counts[tags] = _count(removals, tags, level)
    return max(counts.values(), key=lambda one: one.correlation)


def _count(removals: Sequence[Removal], tags: Sequence[int], level: int) -> LinearCount:
    """A count with these tags: its correlation and least-squares slope, weighted by the cards of a full shoe."""
    weights = [one.copies for one in removals]
    effects = _centred(weights, [one.effect for one in removals])
    points = _centred(weights, tags)
    both = _product(weights, effects, points)
    squares = _product(weights, points, points)
    return LinearCount(
        level=level,
        tags={one.card: tag for one, tag in zip(removals, tags, strict=True)},
        correlation=both / math.sqrt(squares * _product(weights, effects, effects)) if squares else 0.0,
        slope=both / squares if squares else 0.0,
    )


def _centred(weights: Sequence[int], values: Sequence[float]) -> list[float]:
    mean = math.fsum(weight * value for weight, value in zip(weights, values, strict=True)) / sum(weights)
    return [value - mean for value in values]


def _product(weights: Sequence[int], ones: Sequence[float], others: Sequence[float]) -> float:
    return math.fsum(weight * one * other for weight, one, other in zip(weights, ones, others, strict=True))
