"""Two players' hands of seven from one deck: sums over all pairs of hands that share no card, exact.

There are 8.2e15 such pairs. But over all sets of cards that two hands share, the signs of the sets' sizes add up to 1
if the hands share none and to 0 otherwise. So a sum over pairs of f(one) times g(other) is a sum over sets of cards: f
added up over the hands that hold the set, times the same of g, with the sign. Sets that differ only in suits count
alike. A set of seven is a whole hand; of smaller ones there are 1.3 million, whatever the suits.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from operator import mul
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import JOKER_BIT
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.sevens import in_order, partitions, sets_of, weighted_sevens
from houseway.kernel import compiled, counter

Counts = npt.NDArray[np.int64]

CARDS: Final = 7
SHARDS: Final = 16
ORDERS: Final = 24  # of four suits
SLOTS: Final = 1 << 22  # places to look for a set: three times as many as there are sets
NOTHING: Final = -1


class SmallSets(NamedTuple):
    """The sets of at most six cards, once whatever the suits."""

    slots: Counts  # by place: the number of a set, or NOTHING
    masks: Counts  # by number, suits in order
    factors: Counts  # 1 for an even number of cards, -1 for an odd one, times ORDERS / how many sets it stands for


@counter
def first_slot(mask: int) -> int:
    """Where to look for a set first: a number that differs much between sets that differ little."""
    mixed = (mask & 0x3FFFFFF) * 0x1F123BB5 + (mask >> 26) * 0x159A55E5
    return (mixed >> 19) & (SLOTS - 1)


@counter
def fill_slots(masks: Counts) -> Counts:
    """Give every set a place, the first free one from where it is looked for."""
    slots = np.full(SLOTS, NOTHING, np.int64)
    for number in range(len(masks)):
        masks[number] = in_order(masks[number])
        slot = first_slot(masks[number])
        while slots[slot] != NOTHING:
            slot = (slot + 1) & (SLOTS - 1)
        slots[slot] = number
    return slots


@counter
def number_of(sets: SmallSets, mask: int) -> int:
    """The number of a set, its suits in order."""
    slot = first_slot(mask)
    while sets.masks[sets.slots[slot]] != mask:
        slot = (slot + 1) & (SLOTS - 1)
    return int(sets.slots[slot])


@counter
def add_to_sets(masks: Counts, values: Counts, sets: SmallSets) -> Counts:
    """By small set and column: the values of some hands, added up wherever a hand holds the set in any suits."""
    sums = np.zeros((len(sets.masks), values.shape[1]), np.int64)
    cards, held = np.zeros(CARDS, np.int64), np.zeros(1 << CARDS, np.int64)
    for hand in range(len(masks)):
        count = 0
        for card in range(JOKER_BIT + 1):
            if (masks[hand] >> card) & 1:
                cards[count] = 1 << card
                count += 1
        for chosen in range((1 << CARDS) - 1):  # all but the whole hand
            lowest, bit = chosen & -chosen, 0
            while lowest >> bit > 1:
                bit += 1
            held[chosen] = held[chosen - lowest] + cards[bit] if chosen else 0
            number = number_of(sets, in_order(held[chosen]))
            for column in range(values.shape[1]):
                sums[number, column] += values[hand, column]
    return sums


@cache
def small_sets() -> SmallSets:
    """All sets of at most six of 53 cards."""
    parts = [compiled(weighted_sevens)(*lists, joker) for lists, joker in _suit_lists()]
    masks, weights = np.ascontiguousarray(np.concatenate(parts, 1))
    slots = compiled(fill_slots)(masks)
    sizes = np.array([int(mask).bit_count() for mask in masks.tolist()])
    return SmallSets(slots, masks, np.where(sizes % 2, -ORDERS, ORDERS) // weights)


def _suit_lists() -> Iterator[tuple[tuple[Counts, Counts, Counts, Counts], int]]:
    for cards in range(CARDS):
        for joker in range(min(cards, 1) + 1):
            for a, b, c, d in partitions(cards - joker):
                yield (sets_of(a), sets_of(b), sets_of(c), sets_of(d)), joker


class PairSums:
    """Sums over all pairs of hands of two players that share no card."""

    def __init__(self, masks: Counts, weights: Counts, values: Counts, run: Runner) -> None:
        """From hands, once whatever the suits, how many each stands for, and by column what it counts for."""
        some = values.any(1)
        self._masks, self._weights, self._values = masks[some], weights[some], values[some]
        bounds = [len(self._masks) * part // SHARDS for part in range(SHARDS + 1)]
        weighted = self._values * self._weights[:, None]
        sets = small_sets()
        shards = [(self._masks[one:two], weighted[one:two], sets) for one, two in pairwise(bounds) if one < two]
        self._factors = sets.factors.tolist()
        self._sums = run(add_to_sets, shards) if shards else np.zeros((len(sets.masks), values.shape[1]), np.int64)

    def of(self, one: int, other: int) -> int:
        """The sum over ordered pairs of a column of the first hand times a column of the second."""
        first = map(mul, self._sums[:, one].tolist(), self._factors)
        shared = sum(map(mul, first, self._sums[:, other].tolist()))
        whole, rest = divmod(shared, ORDERS)
        if rest:
            raise RuntimeError("sets that differ only in suits were not counted alike")
        columns = self._weights.tolist(), self._values[:, one].tolist(), self._values[:, other].tolist()
        return int(whole) - sum(map(_product, *columns))


def _product(weight: int, one: int, other: int) -> int:
    return weight * one * other
