"""How all hands are set and decided, in a small table: by class, and hand by hand where the hands of a class differ.

The value of a hand depends on all its suits, but nearly all hands of a class are set and decided alike. The others, one
in fifty, are looked up by their cards with the suits in order.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.sevens import in_order
from houseway.games.wild_monkey_pai_gow.exact.class_index import seven_place
from houseway.games.wild_monkey_pai_gow.exact.hand_values import Hands
from houseway.games.wild_monkey_pai_gow.exact.strengths import MORE_BITS, Packed, packed_more
from houseway.games.wild_monkey_pai_gow.exact.valued import Plan
from houseway.kernel import counter, inlined

if TYPE_CHECKING:
    from houseway.games.pricing.strategy import Array

Counts = npt.NDArray[np.int64]

DIFFERS: Final = 3  # in the place of a decision: the hands of the class are looked up one by one


class Decided(NamedTuple):
    """How hands are set and decided: by class, and then hand by hand for classes that differ, in order of the cards."""

    players: Packed
    hands: Counts
    others: Packed


@inlined
@counter
def decided_alone(decided: Decided, mask: int) -> int:
    """How a hand is set and decided, packed, if the hands of its class differ."""
    key = in_order(mask)
    low, high = 0, len(decided.hands) - 1
    while low < high:
        middle = (low + high) // 2
        if decided.hands[middle] < key:
            low = middle + 1
        else:
            high = middle
    return int(decided.others[low])


@counter
def decided_hand(decided: Decided, mask: int) -> int:
    """How a hand of seven is set and decided, packed."""
    packed = int(decided.players[seven_place(mask)])
    return packed if packed_more(packed) != DIFFERS else decided_alone(decided, mask)


@counter
def decided_hands(decided: Decided, masks: Counts) -> Packed:
    """How many hands are set and decided: first by their classes, then hand by hand where a class differs."""
    packed = np.empty(len(masks), np.int32)
    differs, count = np.empty(len(masks), np.int32), 0
    for number in range(len(masks)):
        packed[number] = decided.players[seven_place(int(masks[number]))]
    for number in range(len(masks)):
        differs[count] = number
        count += int(packed_more(int(packed[number])) == DIFFERS)
    for place in range(count):
        number = int(differs[place])
        packed[number] = decided_alone(decided, int(masks[number]))
    return packed


@counter
def find_classes(start: int, stop: int, total: int, masks: Counts) -> Counts:
    """The classes of some hands, and the hands with their suits in order."""
    classes = np.zeros((2, total), np.int64)
    for place in range(start, stop):
        classes[0, place], classes[1, place] = seven_place(masks[place]), in_order(masks[place])
    return classes


def arrays_of(hands: Hands, plan: Plan, run: Runner) -> "dict[str, Array]":
    """The arrays of a strategy that hold how its hands are set and decided."""
    total = len(hands.masks)
    places, keys = run(find_classes, [(0, total, total, hands.masks)])
    packed = (plan.packed & ((1 << MORE_BITS) - 1)) | plan.decisions.astype(np.int32) << MORE_BITS
    lowest = np.full(len(hands.house_ways), np.iinfo(np.int32).max, np.int32)
    highest = np.zeros_like(lowest)
    np.minimum.at(lowest, places, packed)
    np.maximum.at(highest, places, packed)
    differs = (lowest != highest)[places]
    order = np.argsort(keys[differs])
    return {
        "players": np.where(lowest == highest, lowest, DIFFERS << MORE_BITS).astype(np.int32),
        "hands": keys[differs][order],
        "others": packed[differs][order].astype(np.int32),
    }


def decided_by(arrays: "Mapping[str, Array]") -> Decided:
    """The hands of a strategy in the form that a kernel looks up."""
    return Decided(arrays["players"], arrays["hands"], arrays["others"])
