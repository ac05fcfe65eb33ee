"""A strategy in the form that kernels look up: by the leading suit and, if that is not enough, by the other suits.

The suit that makes the flush is the *leader*. For nine hands in ten it decides alone. For the others the leader has a
*row*. The sets of ranks that another suit can hold fall into a few *kinds* that every decision treats alike, and the
kinds of the three other suits, in any order, decide.
"""

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, JOKER_BIT, SUIT_MASK
from houseway.games.flush_poker.exact.sets import standing
from houseway.kernel import counter, inlined, kernel

if TYPE_CHECKING:
    from houseway.games.pricing.strategy import Array


def _numbered() -> "array[int]":
    numbers = array("h", bytes(2 * (SUIT_MASK + 1)))
    for number, ranks in enumerate(sorted(range(SUIT_MASK + 1), key=lambda ranks: (COUNTS[ranks], ranks))):
        numbers[ranks] = number
    return numbers


SET_NUMBERS: Final = _numbered()  # of sets of ranks, small ones first


class Plan(NamedTuple):
    """What to do with every hand: how many Bets to raise, 0 to fold."""

    leaders: npt.NDArray[np.int16]  # by joker and ranks of the leader; -1, -2, ... for rows 0, 1, ...
    kinds: npt.NDArray[np.uint8]  # by row and the number of the set that another suit holds
    starts: npt.NDArray[np.int32]  # by row: where its decisions start
    times: npt.NDArray[np.uint8]  # the decisions of all rows, each by `place_of` three kinds

    @classmethod
    def of(cls, arrays: "Mapping[str, Array]") -> "Plan":
        """The plan among the arrays of a strategy."""
        return cls(*(arrays[name] for name in cls._fields))


@kernel
def leading_suit(mask: int) -> int:
    """The suit that makes the flush; of equal flushes the one with the higher cards of its own."""
    joker = (mask >> JOKER_BIT) & 1
    leader, highest = 0, standing(joker, mask & SUIT_MASK)
    for suit in range(1, 4):
        other = standing(joker, (mask >> (13 * suit)) & SUIT_MASK)
        if other > highest:
            leader, highest = suit, other
    return leader


@kernel
def place_of(one: int, two: int, three: int) -> int:
    """The place of three kinds among all sets of three, whatever their order."""
    if one < two:
        one, two = two, one
    if two < three:
        two, three = three, two
    if one < two:
        one, two = two, one
    return one * (one + 1) * (one + 2) // 6 + two * (two + 1) // 2 + three


@inlined
@counter
def planned(plan: Plan, mask: int, leader: int) -> int:
    """How many Bets to raise with seven cards of this leading suit, 0 to fold."""
    joker = (mask >> JOKER_BIT) & 1
    times = int(plan.leaders[(joker << 13) + ((mask >> (13 * leader)) & SUIT_MASK)])
    if times >= 0:
        return times
    row = -1 - times
    one, two, three = (leader + 1) & 3, (leader + 2) & 3, (leader + 3) & 3
    place = place_of(
        int(plan.kinds[row, SET_NUMBERS[(mask >> (13 * one)) & SUIT_MASK]]),
        int(plan.kinds[row, SET_NUMBERS[(mask >> (13 * two)) & SUIT_MASK]]),
        int(plan.kinds[row, SET_NUMBERS[(mask >> (13 * three)) & SUIT_MASK]]),
    )
    return int(plan.times[plan.starts[row] + place])
