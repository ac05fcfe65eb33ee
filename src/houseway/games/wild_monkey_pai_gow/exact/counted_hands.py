"""All hands of a deck, counted once for all studies that differ only in what a surrender loses or a double may be.

Both rules decide which hands are surrendered and doubled, but not what a hand beats. The counts that take minutes
depend only on `HandRules`. They are computed from these rules alone, and a runner that keeps counts keeps them by these
rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.kept_arrays import kept_arrays
from houseway.games.wild_monkey_pai_gow.exact.dealers import Dealers, set_all_dealers
from houseway.games.wild_monkey_pai_gow.exact.hand_values import Hands
from houseway.games.wild_monkey_pai_gow.exact.lines_won import LinesWon, Won, lines_won
from houseway.games.wild_monkey_pai_gow.exact.surrender_ends import joker_hands, joker_lines
from houseway.games.wild_monkey_pai_gow.exact.valued import PERCENT, Valued, count_settings
from houseway.games.wild_monkey_pai_gow.variant import RANKS, HandRules, Variant

if TYPE_CHECKING:
    from houseway.games.pricing.kept_arrays import Arrays

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

WAYS: Final = (0, 1)  # of setting a hand: the house's, the best


@dataclass(frozen=True, kw_only=True)
class ValueCurve:
    """What standing is worth to all hands, set in one way: enough to price any surrender and any double.

    A hand is surrendered if it is worth less than a surrender, and doubled if it is worth more than nothing.
    """

    values: Counts  # below nothing, ascending; a bet is PERCENT times the dealers
    weights: Counts  # how many hands are worth that
    gain: int  # of all hands that are worth more than nothing
    hands: int

    @classmethod
    def of(cls, valued: Valued, way: int) -> "ValueCurve":
        """The curve of all hands."""
        every, weights = valued.values(way), valued.hands.weights
        losing, winning = every < 0, every > 0
        values, places = np.unique(every[losing], return_inverse=True)
        counted = np.bincount(places, weights[losing], len(values)).astype(np.int64)
        gain = int((every[winning] * weights[winning]).sum())
        return cls(values=values, weights=counted, gain=gain, hands=int(weights.sum()))

    def house_edge(self, variant: Variant) -> Fraction:
        """The house edge under the best decisions with these hands."""
        whole = PERCENT * variant.dealers
        gone = int(np.searchsorted(self.values, ceil(-variant.surrender * whole)))
        lost = variant.surrender * whole * int(self.weights[:gone].sum())
        stood = int((self.values[gone:] * self.weights[gone:]).sum())
        return (lost - stood - (1 + variant.double) * self.gain) / (whole * self.hands)


@dataclass(frozen=True, kw_only=True)
class ReadingCounts:
    """The counts of a reading of the best seven: the hands by the house way and in the best way, and the pai gows."""

    house_way: ValueCurve
    best: ValueCurve
    pai_gows: Mapping[int, int]  # the dealer's, by high card


@dataclass(frozen=True, kw_only=True)
class CountedHands:
    """The hands of a deck, and their counts, each computed when it is first needed."""

    rules: HandRules
    run: Runner

    @cached_property
    def hands(self) -> Hands:
        """All hands of a player."""
        return Hands.of(self.rules, self.run)

    @cached_property
    def every_dealer(self) -> list[Dealers]:
        """All hands of the dealer, by reading."""
        return set_all_dealers(self.rules, self.run)

    @property
    def dealers(self) -> Dealers:
        """All hands of the dealer."""
        return self.every_dealer[self.rules.reading]

    @cached_property
    def counts(self) -> Numbers:
        """How all hands are set by the house way and in the best way, and what they beat."""
        arrays = kept_arrays(self.run, "pai gow hands", self.rules, self._count_hands)
        counts = np.stack((arrays["house_way"], arrays["house_way"])).astype(np.int32)
        counts[1][:, arrays["places"]] = arrays["best"]
        return counts

    def _count_hands(self, rules: HandRules) -> "Arrays":
        """Count how hands are set and what they beat; hands set alike in both ways are counted once."""
        house_way, best = count_settings(rules, self.hands, self.dealers, self.run)
        places = np.flatnonzero((house_way != best).any(0))
        return {"house_way": house_way, "places": places, "best": best[:, places]}

    @cached_property
    def lines_won(self) -> LinesWon:
        """The deals that the house way wins, by line of the bonuses that need a won bet."""
        arrays = kept_arrays(self.run, "pai gow lines won", self.rules, self._count_lines)
        return LinesWon(losing=arrays["losing"], others=arrays["others"])

    def _count_lines(self, rules: HandRules) -> "Arrays":
        counted = lines_won(self.valued(_any_variant(rules)), self.dealers, self.run)
        return {"losing": counted.losing, "others": counted.others}

    @cached_property
    def joker_lines(self) -> Won:
        """The dealer's hands with the joker against every hand, by line."""
        arrays = kept_arrays(self.run, "pai gow joker lines", self.rules, self._count_joker_lines)
        views = joker_hands(self.hands, self.run).views
        return Won(
            places=views.index,
            view_first=views.first,
            by_ranks=arrays["by_ranks"].astype(np.int32),
            by_suits=arrays["by_suits"].astype(np.int32),
        )

    def _count_joker_lines(self, rules: HandRules) -> "Arrays":
        won = joker_lines(rules, self.hands, self.dealers, self.run)
        return {"by_ranks": won.by_ranks, "by_suits": won.by_suits}

    def reading(self, reading: int) -> ReadingCounts:
        """The counts of a reading of the best seven."""
        arrays = kept_arrays(self.run, "pai gow reading", replace(self.rules, reading=reading), self._count_reading)
        house_way, best = (
            ValueCurve(
                values=arrays[f"values {way}"],
                weights=arrays[f"weights {way}"],
                gain=int(arrays["gains"][way]),
                hands=int(arrays["hands"]),
            )
            for way in WAYS
        )
        pai_gows = {high: int(count) for high, count in enumerate(arrays["pai_gows"]) if count}
        return ReadingCounts(house_way=house_way, best=best, pai_gows=pai_gows)

    def _count_reading(self, rules: HandRules) -> "Arrays":
        dealers = self.every_dealer[rules.reading]
        counts = self.counts if rules == self.rules else count_settings(rules, self.hands, dealers, self.run)
        valued = Valued(variant=_any_variant(rules), hands=self.hands, counts=counts)
        curves = [ValueCurve.of(valued, way) for way in WAYS]
        return {
            **{f"values {way}": curve.values for way, curve in enumerate(curves)},
            **{f"weights {way}": curve.weights for way, curve in enumerate(curves)},
            "gains": np.array([curve.gain for curve in curves]),
            "hands": np.array(curves[0].hands),
            "pai_gows": np.array([dealers.pai_gows.get(high, 0) for high in RANKS]),
        }

    def valued(self, variant: Variant) -> Valued:
        """All hands under a variant of these rules."""
        if variant.hand_rules != self.rules:
            raise RuntimeError("these hands are counted by other rules")
        return Valued(variant=variant, hands=self.hands, counts=self.counts)


def _any_variant(rules: HandRules) -> Variant:
    """Some variant with these rules, for counts that depend only on the rules of hands."""
    return Variant(wheel=rules.wheel, reading=rules.reading, commission=rules.commission, ranks=rules.ranks)


def valued_hands(variant: Variant, run: Runner) -> Valued:
    """All hands under a variant."""
    return CountedHands(rules=variant.hand_rules, run=run).valued(variant)
