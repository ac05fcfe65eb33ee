"""The dealer's two hands for all 886,322,710 hands of eight, by each reading of the best seven.

The rules' own kernels set one hand of each of 1,075,737 classes; weights say how many hands it stands for.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from houseway.games.pricing.analysis import Runner
from houseway.games.wild_monkey_pai_gow.best_seven import READINGS
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import hand_classes
from houseway.games.wild_monkey_pai_gow.exact.set_hands import class_shards, set_eights, set_sevens
from houseway.games.wild_monkey_pai_gow.exact.strengths import MORE_BITS, Packed
from houseway.games.wild_monkey_pai_gow.variant import RANKS, HandRules

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Dealers:
    """All dealer's hands, set by one reading of the best seven: by class, those without the joker first."""

    packed: Packed  # with 1 + the high card of a pai gow, 0 for any other hand
    weights: Counts
    jokers: npt.NDArray[np.bool_]  # where the joker was discarded

    @cached_property
    def total(self) -> int:
        """How many dealer's hands there are."""
        return int(self.weights.sum())

    @property
    def highs(self) -> Counts:
        """The high card of each pai gow, -1 for any other hand."""
        return np.asarray((self.packed >> MORE_BITS).astype(np.int64) - 1)

    @property
    def pai_gows(self) -> dict[int, int]:
        """How many hands are a pai gow, by its high card."""
        counts = np.bincount(self.packed >> MORE_BITS, self.weights, len(RANKS) + 1).astype(np.int64)
        return {high: int(count) for high, count in enumerate(counts[1:]) if count}


def set_all_dealers(rules: HandRules, run: Runner) -> list[Dealers]:
    """Set the dealer's hands by each reading: eight natural cards, or seven and the joker, which is discarded."""
    every = hand_classes(7, 5)  # an eight of any deck looks its sevens up here
    sevens = run(set_sevens, class_shards(every.hands, rules.wheel)).astype(np.int32)
    parts = hand_classes(8, 5, rules.ranks), hand_classes(7, 5, rules.ranks)
    eights = run(set_eights, class_shards(parts[0].hands, rules.wheel, sevens)).astype(np.int32)
    if len(rules.ranks) < len(RANKS):
        sevens = run(set_sevens, class_shards(parts[1].hands, rules.wheel)).astype(np.int32)
    weights = [part.weights() for part in parts]
    jokers = np.repeat([False, True], [len(part) for part in weights])
    return [
        Dealers(
            packed=np.concatenate((eights[reading], sevens[0])),
            weights=np.concatenate(weights),
            jokers=jokers,
        )
        for reading in range(len(READINGS))
    ]
