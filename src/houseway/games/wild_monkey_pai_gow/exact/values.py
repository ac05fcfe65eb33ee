"""Exact chances of a setting, against all hands of eight that the dealer can have from the unseen cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from houseway.cards.card import JOKER
from houseway.games.wild_monkey_pai_gow.best_seven import HIGHS, LOWS
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import Classes, hand_classes
from houseway.games.wild_monkey_pai_gow.exact.strengths import BACK, FRONT, FRONT_BITS, Packed

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from houseway.games.pricing.strategy import Array

    Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Chances:
    """All hands that the dealer can still have, by class: how many there are, and how strong they are."""

    weights: "Counts"
    fronts: Packed
    backs: Packed

    @classmethod
    def of(cls, arrays: "Mapping[str, Array]", gone: Iterable[int]) -> "Chances":
        """The chances from the arrays of a strategy; the cards that are gone are those that the player sees."""
        seen = set(gone)
        eights = Classes(8, 5, arrays["eight_ranks"], arrays["eight_places"]).weights(seen)
        sevens = Classes(7, 5, arrays["seven_ranks"], arrays["seven_places"]).weights(seen)
        if JOKER in seen:
            sevens = np.zeros_like(sevens)
        packed = arrays["dealers"]
        return cls(weights=np.concatenate((eights, sevens)), fronts=packed & FRONT, backs=packed >> FRONT_BITS & BACK)

    @cached_property
    def total(self) -> int:
        """How many hands the dealer can have."""
        return int(self.weights.sum())

    @cached_property
    def lower_fronts(self) -> "Counts":
        """By strength, the number of dealers with a weaker front."""
        return _below(self.fronts, self.weights, LOWS)

    @cached_property
    def lower_backs(self) -> "Counts":
        """By strength, the number of dealers with a weaker back."""
        return _below(self.backs, self.weights, HIGHS)

    def both_lower(self, front: int, back: int) -> int:
        """The number of dealers whose hands are both weaker."""
        return int(self.weights[(self.fronts < front) & (self.backs < back)].sum())

    def result(self, front: int, back: int, keep: Fraction) -> Fraction:
        """The expected result of a setting, in bets, if a won bet pays `keep`; a copy goes to the dealer."""
        # One for each hand that wins, less one; and from wins of both hands what is not kept.
        hands = int(self.lower_fronts[front]) + int(self.lower_backs[back])
        both = self.both_lower(front, back) if keep < 1 else 0
        return Fraction(hands - self.total - (1 - keep) * both) / self.total


def _below(strengths: Packed, weights: "Counts", size: int) -> "Counts":
    counts = np.bincount(strengths, weights, size).astype(np.int64)  # sums of whole numbers below 2^53: exact
    return np.asarray(counts.cumsum() - counts)


def class_arrays() -> "dict[str, Array]":
    """The arrays that `Chances.of` needs of the dealer's classes, besides how they are set."""
    eights, sevens = hand_classes(8, 5), hand_classes(7, 5)
    return {
        "eight_ranks": eights.mixed,
        "eight_places": eights.places,
        "seven_ranks": sevens.mixed,
        "seven_places": sevens.places,
    }
