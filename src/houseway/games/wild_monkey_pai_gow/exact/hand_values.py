"""Every hand of a player, alike ones once: how many dealer's hands its settings beat high, low and both.

The count for a setting is the sum of one count by the ranks of the hand and four by its views, one for each suit. The
setting of the house way is looked up. The best setting has the highest expectation; of equals the higher back wins,
then the higher front.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import JOKER_BIT, SUIT_MASK
from houseway.games.pricing.analysis import Runner, Shard
from houseway.games.pricing.sevens import seven_shards, weighted_sevens
from houseway.games.wild_monkey_pai_gow.exact.class_index import SPREAD, seven_place
from houseway.games.wild_monkey_pai_gow.exact.dealer_points import Points
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import class_cards
from houseway.games.wild_monkey_pai_gow.exact.rank_counts import ANSWERS, BOTH, HIGH, LOW, beaten_by_ranks
from houseway.games.wild_monkey_pai_gow.exact.set_hands import class_shards
from houseway.games.wild_monkey_pai_gow.exact.settings import Settings
from houseway.games.wild_monkey_pai_gow.exact.strengths import (
    FRONT_BITS,
    Packed,
    packed_back,
    packed_front,
    packed_hand,
)
from houseway.games.wild_monkey_pai_gow.exact.suit_counts import Views
from houseway.games.wild_monkey_pai_gow.exact.suit_views import Index, ranks_of, view_of
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way
from houseway.games.wild_monkey_pai_gow.variant import HandRules
from houseway.kernel import compiled, counter

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

SHARDS: Final = 4  # of the hands with the same number of cards in each suit
NO_SETTING: Final = -1


class Beaten(NamedTuple):
    """What settings beat, by ranks, and what flushes add, by view."""

    places: Index
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
    """Whether a hand can be set this way: a back of one suit needs a suit that holds its ranks."""
    ranks = beaten.suited[setting]
    has_suit = ranks == 0
    for suit in range(4):
        has_suit |= ((mask >> (13 * suit)) & ranks) == ranks
    return bool(has_suit)


@counter
def count_beaten(beaten: Beaten, views: Counts, setting: int, place: int, counts: Counts) -> None:
    """Count the dealer's hands that a setting beats high, low and both; `place` is its number among its ranks'."""
    for answer in range(ANSWERS):
        total = int(beaten.by_ranks[setting, answer])
        for suit in range(4):
            total += beaten.by_suits[beaten.view_first[views[suit]] + place, answer]
        counts[answer] = total


@counter
def value_hands(
    start: int, stop: int, base: int, total: int, masks: Counts, beaten: Beaten, house_ways: Packed, commission: int
) -> Numbers:
    """Find the house way and the best setting of some hands: their numbers, and what they beat high, low and both.

    An answer has the place of its hand, less `base`.
    """
    values = np.zeros((2, ANSWERS + 1, total), np.int32)
    views, counts = np.zeros(4, np.int64), np.zeros(ANSWERS, np.int64)
    for place in range(start, stop):
        mask, column = masks[place], place - base
        ranks = find_views(beaten.places, mask, views)
        usual = house_ways[seven_place(mask)]
        first = beaten.places.first[ranks]
        best, best_value, best_strengths = NO_SETTING, 0, 0
        values[0, 0, column] = NO_SETTING
        for setting in range(first, beaten.places.first[ranks + 1]):
            if not is_open(beaten, setting, mask):
                continue
            count_beaten(beaten, views, setting, setting - first, counts)
            front, back = beaten.fronts[setting], beaten.backs[setting]
            value = 100 * (counts[HIGH] + counts[LOW]) - commission * counts[BOTH]
            if front == packed_front(usual) and back == packed_back(usual):
                values[0, 0, column] = setting
                for answer in range(ANSWERS):
                    values[0, 1 + answer, column] = counts[answer]
            strengths = (back << FRONT_BITS) + front
            if best == NO_SETTING or value > best_value or (value == best_value and strengths > best_strengths):
                best, best_value, best_strengths = setting, value, strengths
                values[1, 0, column] = setting
                for answer in range(ANSWERS):
                    values[1, 1 + answer, column] = counts[answer]
    return values


@counter
def set_house_ways(hands: Counts, start: int, total: int, wheel: int) -> Counts:
    """Set hands of seven by the house way, packed."""
    packed = np.zeros(total, np.int64)
    for place in range(len(hands)):
        packed[start + place] = packed_hand(house_way(hands[place], NO_CARD, wheel), 0)
    return packed


@dataclass(frozen=True, kw_only=True)
class Hands:
    """All hands of a player, alike ones once, and everything about them that does not depend on the dealer."""

    ranks: tuple[int, ...]  # of the deck
    masks: Counts
    weights: Counts
    parts: tuple[int, ...]  # where hands with other numbers of cards in the suits begin
    house_ways: Packed  # by class
    settings: Settings
    views: Views

    @classmethod
    def of(cls, rules: HandRules, run: Runner) -> "Hands":
        """The hands of a deck; of the rules only its ranks and the wheel matter."""
        weighted = [compiled(weighted_sevens)(*shard) for shard in seven_shards(rules.ranks)]
        masks, weights = np.concatenate(weighted, 1)
        settings = Settings.of(rules.ranks, rules.wheel, run)
        return cls(
            ranks=rules.ranks,
            masks=np.ascontiguousarray(masks),
            weights=np.ascontiguousarray(weights),
            parts=tuple(int(stop) for stop in np.cumsum([0, *(part.shape[1] for part in weighted)])),
            house_ways=run(set_house_ways, class_shards(class_cards(), rules.wheel)).astype(np.int32),
            settings=settings,
            views=Views.of(rules.ranks, settings, run),
        )

    @property
    def jokers(self) -> npt.NDArray[np.bool_]:
        """Which hands hold the joker."""
        return np.asarray(self.masks >> JOKER_BIT == 1)

    def only(self, used: npt.NDArray[np.bool_], run: Runner) -> "Hands":
        """The same hands with only the settings that are used."""
        settings = self.settings.only(used)
        return replace(self, settings=settings, views=Views.of(self.ranks, settings, run))

    def shards(self, *rules: object) -> Iterator[list[Shard]]:
        """Arguments of a counter over hands, a tuple for each division of the cards among the suits."""
        for start, stop in pairwise(self.parts):
            bounds = sorted({(stop - start) * part // SHARDS for part in range(SHARDS + 1)})
            yield [(start + one, start + two, start, stop - start, *rules) for one, two in pairwise(bounds)]


def count_all(hands: Hands, points: Points, run: Runner, *, every: bool = True) -> Beaten:
    """Count what every setting beats of some dealer's hands: high, low and both, or only both."""
    return Beaten(
        places=hands.views.index,
        view_first=hands.views.first,
        fronts=hands.settings.fronts,
        backs=hands.settings.backs,
        suited=hands.settings.suited,
        by_ranks=beaten_by_ranks(hands.settings, points, run),
        by_suits=hands.views.beaten(hands.settings, points, run, every=every),
    )


def value_all(hands: Hands, points: Points, commission: int, run: Runner) -> Numbers:
    """The answers of `value_hands`, by way of setting (the house's, the best), by count, and by hand."""
    beaten = count_all(hands, points, run)
    shards = hands.shards(hands.masks, beaten, hands.house_ways, commission)
    values = np.concatenate([run(value_hands, some) for some in shards], 2)
    if (values[:, 0] == NO_SETTING).any():
        raise RuntimeError("a setting of the house way is not among the settings of its hand")
    return values
