"""Where a decision stands in a strategy: hole cards by class and lights, flops with a hand by suit class."""

from itertools import combinations_with_replacement
from typing import Final

from houseway.cards.card import RANKS
from houseway.games.pricing.suit_classes import TRIPLES, suit_place, triple_class
from houseway.kernel import kernel

# What the player knows of the dealer: one of six pairs of lights, or nothing without the card reader.
LIGHT_PAIRS: Final = tuple(combinations_with_replacement(range(3), 2))
NO_LIGHTS: Final = len(LIGHT_PAIRS)
KNOWN: Final = NO_LIGHTS + 1

HOLES: Final = 13 * 13
HANDS: Final = 52 * 51 // 2
ROWS: Final = TRIPLES * HANDS


@kernel
def light_pair(one: int, two: int) -> int:
    """The number, 0 to 5, of two lights."""
    return one * (5 - one) // 2 + two if one <= two else two * (5 - two) // 2 + one


@kernel
def hole_class(one: int, two: int) -> int:
    """The class, 0 to 168, of two hole cards: 13 x high rank + low rank if suited, 13 x low + high if not."""
    high, low = one % 13, two % 13
    if high < low:
        high, low = low, high
    return 13 * high + low if one // 13 == two // 13 else 13 * low + high


def hole_name(hole: int) -> str:
    """The usual name of a class of hole cards: `AKs` suited, `AKo` not, `77`."""
    one, two = divmod(hole, 13)
    if one == two:
        return 2 * RANKS[one]
    return f"{RANKS[one]}{RANKS[two]}s" if one > two else f"{RANKS[two]}{RANKS[one]}o"


@kernel
def play_place(flop: int, one: int, two: int) -> int:
    """The place, among the plays, of a class of flops with a hand; `one` is the lower card."""
    return HANDS * flop + two * (two - 1) // 2 + one


@kernel
def play_row(one: int, two: int, a: int, b: int, c: int) -> int:
    """The place of the plays of any hand, `one` and `two`, on any flop."""
    low = 13 * suit_place(one // 13, one, two, a, b, c) + one % 13
    high = 13 * suit_place(two // 13, one, two, a, b, c) + two % 13
    if low > high:
        low, high = high, low
    return play_place(triple_class(a, b, c), low, high)
