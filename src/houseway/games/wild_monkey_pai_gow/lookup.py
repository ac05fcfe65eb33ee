"""From cards to classes: a key that all hands of a class share, and a hash table that finds a class by its key."""

from array import array
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, JOKER_BIT, SUIT_MASK
from houseway.kernel import compiled, counter, kernel

Counts = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]


def _spread(ranks: int) -> int:
    return sum(1 << 3 * rank for rank in range(13) if ranks >> rank & 1)


# A set of ranks with three bits a rank: four suits add up without a carry.
SPREAD: Final = array("q", [_spread(ranks) for ranks in range(SUIT_MASK + 1)])
_GOLDEN: Final = 0x1E3779B97F4A7C15


class Lookup(NamedTuple):
    """What is known of each class, and a hash table that finds it by its key."""

    keys: Counts
    slots: Rows  # -1 where there is none
    rows: Rows


@kernel
def class_key(mask: int) -> int:
    """What a class of hands has in common: how often it holds each rank, the joker, the ranks of a suit that can flush.

    In this order from bit 0, from bit 39, from bit 40.
    """
    joker = (mask >> JOKER_BIT) & 1
    key = joker << 39
    for suit in range(4):
        ranks = (mask >> (13 * suit)) & SUIT_MASK
        key += SPREAD[ranks]
        if COUNTS[ranks] + joker >= 5:
            key += ranks << 40
    return key


@kernel
def first_slot(key: int, slots: int) -> int:
    """Where to look first for a key among so many slots, a power of two up to 2^31."""
    return ((key * _GOLDEN) >> 32) & (slots - 1)


@counter
def find_class(keys: Counts, slots: Rows, key: int) -> int:
    """The class with this key; -1 for none."""
    slot = first_slot(key, len(slots))
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & (len(slots) - 1)
    return int(slots[slot])


@counter
def index_classes(masks: Counts, keys: Counts, slots: Rows) -> None:
    """Fill in the keys of classes, and the slots by which they are found."""
    for place in range(len(masks)):
        key = class_key(int(masks[place]))
        slot = first_slot(key, len(slots))
        while slots[slot] >= 0:
            slot = (slot + 1) & (len(slots) - 1)
        keys[place], slots[slot] = key, place


def look_up(masks: Counts, rows: Rows) -> Lookup:
    """A table of what is known of each class."""
    keys = np.zeros(len(masks), np.int64)
    slots = np.full(1 << (2 * len(masks)).bit_length(), -1, np.int32)
    compiled(index_classes)(masks, keys, slots)
    return Lookup(keys, slots, rows)
