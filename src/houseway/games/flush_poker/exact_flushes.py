"""The player's flushes, each over all hands that make it, and strategies to remember that go by them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

import numpy as np

from houseway.cards.hands import SUIT_MASK, flush_size
from houseway.cards.names import flush_name
from houseway.games.flush_poker.exact_count import HANDS
from houseway.games.flush_poker.exact_sets import SIZES, Counts
from houseway.games.flush_poker.exact_variant import Variant, raise_net


@dataclass(frozen=True, slots=True, kw_only=True)
class Flush:
    """A flush of the player, over all hands that make it; every tuple is by overcards, the last place for more.

    An overcard is a card of another suit that is higher than the flush.
    """

    strength: int
    decided: tuple[tuple[int, ...], ...]  # hands by decision: fold, raise 1x, ...
    folded: tuple[int, ...]  # what folding all of them wins over all deals, in Bets / the unit of a match's pay
    raised: tuple[int, ...]  # what raising all of them to the cap wins

    @property
    def hands(self) -> tuple[int, ...]:
        """How many hands make it, by decision."""
        return tuple(map(sum, zip(*self.decided, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Simple:
    """A strategy to remember: raise to the cap from a strength on, fold below it."""

    lowest: tuple[int, ...]  # by overcards: the weakest flush that is raised
    net: Fraction
    cost: Fraction  # against the best strategy

    def to_json(self) -> dict[str, Any]:
        """In words and decimals."""
        raised = [flush_name(strength) for strength in self.lowest]
        return {"raise_from_by_overcards": raised, "house_edge": float(-self.net), "cost": float(self.cost)}


def all_flushes(variant: Variant, found: Counts) -> tuple[Flush, ...]:
    """All flushes that hands make, the weakest first."""
    made = sorted((SIZES[ranks] << 13 | ranks) for ranks in np.unique(found[..., HANDS].nonzero()[0]).tolist())
    return tuple(_flush(variant, strength, found[strength & SUIT_MASK].tolist()) for strength in made)


def _flush(variant: Variant, strength: int, cells: Sequence[Sequence[Sequence[int]]]) -> Flush:
    cap = variant.caps[flush_size(strength)]
    summed = [[sum(kind) for kind in zip(*cell, strict=True)] for cell in cells]
    return Flush(
        strength=strength,
        decided=tuple(tuple(counts[HANDS] for counts in cell) for cell in cells),
        folded=tuple(-variant.match.denominator * sum(kinds) for _, *kinds in summed),
        raised=tuple(raise_net(variant, cap, kinds) for _, *kinds in summed),
    )


def best_threshold(flushes: Sequence[Flush], overcards: Collection[int]) -> int:
    """The strength from which raising hands with so many overcards wins most; of equals the highest."""
    gains = [sum(flush.raised[over] - flush.folded[over] for over in overcards) for flush in reversed(flushes)]
    won = list(accumulate(gains, initial=0))
    strengths = [flushes[-1].strength + 1, *(flush.strength for flush in reversed(flushes))]
    return strengths[won.index(max(won))]


def follow(variant: Variant, flushes: Iterable[Flush], lowest: Sequence[int], best: Fraction) -> Simple:
    """What it wins to raise to the cap from these strengths on, by overcards, and how much less than `best` that is."""
    won = sum(
        (raised if flush.strength >= least else folded)
        for flush in flushes
        for raised, folded, least in zip(flush.raised, flush.folded, lowest, strict=True)
    )
    average = Fraction(won, variant.match.denominator * variant.deals)
    return Simple(lowest=tuple(lowest), net=average, cost=best - average)
