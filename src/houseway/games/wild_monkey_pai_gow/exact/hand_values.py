"""Every hand of a player once, whatever the suits: how many dealer's hands its settings beat, high, low and both.

A setting's answer is one by the ranks of the hand and four by its views, one a suit. The setting of the house way is
looked up; the best one has the highest expectation, of equal ones the higher back, then the higher front.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import JOKER_BIT, SUIT_MASK
from houseway.games.analysis import Runner
from houseway.games.sevens import seven_shards, weighted_sevens
from houseway.games.wild_monkey_pai_gow.exact.class_index import SPREAD, seven_place
from houseway.games.wild_monkey_pai_gow.exact.dealer_points import Points
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import hand_classes
from houseway.games.wild_monkey_pai_gow.exact.rank_counts import ANSWERS, BOTH, HIGH, LOW, beaten_by_ranks
from houseway.games.wild_monkey_pai_gow.exact.set_hands import class_shards
from houseway.games.wild_monkey_pai_gow.exact.settings import Settings
from houseway.games.wild_monkey_pai_gow.exact.strengths import Packed, packed_back, packed_front, packed_hand
from houseway.games.wild_monkey_pai_gow.exact.suit_counts import Index, Views, ranks_of, view_of
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way
from houseway.games.wild_monkey_pai_gow.variant import Variant
from houseway.kernel import compiled, counter

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

SHARDS: Final = 4  # of the hands with so many cards in each suit
NO_SETTING: Final = -1


class Beaten(NamedTuple):
    """What settings beat: by ranks, and what flushes add by view."""

    index: Index
    view_first: Counts
    fronts: Numbers
    backs: Numbers
    suited: Numbers
    by_ranks: Numbers
    by_suits: Numbers


@counter
def find_views(index: Index, mask: int, views: Counts) -> int:
    """Fill in the four views of a hand; the answer is the number of its ranks."""
    joker = (mask >> JOKER_BIT) & 1
    together = 0
    for suit in range(4):
        together += SPREAD[(mask >> (13 * suit)) & SUIT_MASK]
    for suit in range(4):
        ranks = (mask >> (13 * suit)) & SUIT_MASK
        views[suit] = view_of(index, ranks, together - SPREAD[ranks], joker)
    return ranks_of(index, together, joker)


@counter
def is_open(beaten: Beaten, setting: int, mask: int) -> bool:
    """Whether a hand has a setting: a back of one suit needs a suit that holds its ranks."""
    ranks = beaten.suited[setting]
    if ranks == 0:
        return True
    for suit in range(4):
        if ((mask >> (13 * suit)) & ranks) == ranks:
            return True
    return False


@counter
def count_beaten(beaten: Beaten, views: Counts, setting: int, place: int, found: Counts) -> None:
    """How many dealer's hands a setting beats high, low and both; `place` is its number among those of its ranks."""
    for answer in range(ANSWERS):
        total = int(beaten.by_ranks[setting, answer])
        for suit in range(4):
            total += beaten.by_suits[beaten.view_first[views[suit]] + place, answer]
        found[answer] = total


@counter
def value_hands(masks: Counts, start: int, total: int, beaten: Beaten, house_ways: Packed, commission: int) -> Numbers:
    """For the house way and for the best setting of each hand: its number, and what it beats high, low and both."""
    found = np.zeros((2, ANSWERS + 1, total), np.int32)
    views, counts = np.zeros(4, np.int64), np.zeros(ANSWERS, np.int64)
    for place in range(len(masks)):
        mask, column = masks[place], start + place
        ranks = find_views(beaten.index, mask, views)
        usual = house_ways[seven_place(mask)]
        first = beaten.index.first[ranks]
        best, best_back, found[0, 0, column] = NO_SETTING, 0, NO_SETTING
        best_value = 0
        for setting in range(first, beaten.index.first[ranks + 1]):
            if not is_open(beaten, setting, mask):
                continue
            count_beaten(beaten, views, setting, setting - first, counts)
            front, back = beaten.fronts[setting], beaten.backs[setting]
            value = 100 * (counts[HIGH] + counts[LOW]) - commission * counts[BOTH]
            if front == packed_front(usual) and back == packed_back(usual):
                found[0, 0, column] = setting
                for answer in range(ANSWERS):
                    found[0, 1 + answer, column] = counts[answer]
            higher = value > best_value or (value == best_value and back > best_back)
            if best == NO_SETTING or higher:
                best, best_value, best_back = setting, value, back
                found[1, 0, column] = setting
                for answer in range(ANSWERS):
                    found[1, 1 + answer, column] = counts[answer]
    return found


@counter
def set_house_ways(hands: Counts, start: int, total: int, wheel: int) -> Counts:
    """Hands of seven by the house way, packed."""
    found = np.zeros(total, np.int64)
    for place in range(len(hands)):
        found[start + place] = packed_hand(house_way(hands[place], NO_CARD, wheel), 0)
    return found


@dataclass(frozen=True, kw_only=True)
class Hands:
    """All hands of a player once, whatever the suits, and everything about them that is the same for all dealers."""

    variant: Variant
    masks: Counts
    weights: Counts
    parts: tuple[int, ...]  # where hands with other numbers of cards in the suits begin
    house_ways: Packed  # by class
    settings: Settings
    views: Views

    @classmethod
    def of(cls, variant: Variant, run: Runner) -> "Hands":
        """The hands of a deck; of a variant only its ranks and its wheel matter."""
        weighted = [compiled(weighted_sevens)(*shard) for shard in seven_shards(variant.ranks)]
        masks, weights = np.concatenate(weighted, 1)
        settings = Settings.of(variant.ranks, variant.wheel, run)
        natural, joker = hand_classes(7, 5).hands, hand_classes(6, 4).hands
        every = np.concatenate((natural, np.hstack((joker, np.full((len(joker), 1), JOKER_BIT)))))
        return cls(
            variant=variant,
            masks=np.ascontiguousarray(masks),
            weights=np.ascontiguousarray(weights),
            parts=tuple(int(stop) for stop in np.cumsum([0, *(part.shape[1] for part in weighted)])),
            house_ways=run(set_house_ways, class_shards(every, variant.wheel)).astype(np.int32),
            settings=settings,
            views=Views.of(variant.ranks, settings, run),
        )

    def beaten(self, points: Points, run: Runner) -> Beaten:
        """What every setting beats of some dealer's hands."""
        return Beaten(
            index=self.views.index,
            view_first=self.views.first,
            fronts=self.settings.fronts,
            backs=self.settings.backs,
            suited=self.settings.suited,
            by_ranks=beaten_by_ranks(self.settings, points, run),
            by_suits=self.views.beaten(self.settings, points, run),
        )

    def valued(self, beaten: Beaten, run: Runner) -> Numbers:
        """By plan (house way, best setting), what is counted and hand: see `value_hands`."""
        found = []
        for start, stop in pairwise(self.parts):
            size = stop - start
            bounds = sorted({size * part // SHARDS for part in range(SHARDS + 1)})
            shards: list[tuple[Any, ...]] = [
                (self.masks[start + one : start + two], one, size, beaten, self.house_ways, self.variant.commission)
                for one, two in pairwise(bounds)
            ]
            found.append(run(value_hands, shards))
        valued = np.concatenate(found, 2)
        if (valued[:, 0] == NO_SETTING).any():
            raise RuntimeError("a setting of the house way is not among the settings of its hand")
        return valued
