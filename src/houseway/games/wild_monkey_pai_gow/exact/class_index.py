"""From cards to classes by counting: the place of a hand among `hand_classes` is the number of classes before it.

Classes stand in a fixed order. First come the hands in which no suit can make a flush, by their ranks, ascending card
by card. Then come the others, by the number of cards in the suit that can, its ranks, and the other ranks, each in the
same order. So no search is needed.
"""

from array import array
from functools import cache
from itertools import accumulate
from typing import Final

from houseway.cards.hands import COUNTS, JOKER_BIT, SUIT_MASK
from houseway.kernel import kernel

RANKS: Final = 13
SIZES: Final = 9  # of hands: none to eight cards


@cache
def ways_to_hold(cards: int, most: int, ranks: int = RANKS) -> int:
    """In how many ways a hand can hold this many cards of this many ranks, none more than `most` times."""
    if ranks == 0:
        return int(cards == 0)
    return sum(ways_to_hold(cards - held, most, ranks - 1) for held in range(min(most, cards) + 1))


def _before(most: int) -> list[int]:
    """By rank, cards left and cards held of the rank: the ways to hold more of it, which all come before."""
    return [
        sum(ways_to_hold(left - more, most, RANKS - 1 - rank) for more in range(held + 1, min(most, left) + 1))
        for rank in range(RANKS)
        for left in range(SIZES)
        for held in range(8)
    ]


# The tables for a rank held at most once, three times, and four times.
BEFORE: Final = array("i", [*_before(1), *_before(3), *_before(4)])
ONE_SUIT, THREE_SUITS, FOUR_SUITS = (index * len(BEFORE) // 3 for index in range(3))

# A set of ranks with three bits a rank: four suits add up without a carry.
SPREAD: Final = array("q", [0])
for _ranks in range(1, SUIT_MASK + 1):
    SPREAD.append(SPREAD[_ranks >> 1] << 3 | _ranks & 1)


def _first_places(cards: int, need: int) -> list[int]:
    """Where the classes begin, by the number of cards in the suit that can make a flush."""
    sizes = [
        ways_to_hold(held, 1) * ways_to_hold(cards - held, 3) if need <= held <= cards else 0 for held in range(SIZES)
    ]
    return [ways_to_hold(cards, 4) + before for before in accumulate(sizes, initial=0)][:SIZES]


# Of natural hands by their number of cards: six beside a joker, where four of a suit can make a flush; seven; eight.
FIRST_PLACES: Final = array("i", [*_first_places(6, 4), *_first_places(7, 5), *_first_places(8, 5)])
OTHERS: Final = array("i", [ways_to_hold(cards, 3) for cards in range(SIZES)])

NATURAL_SEVENS: Final = _first_places(7, 5)[-1]
NATURAL_EIGHTS: Final = _first_places(8, 5)[-1] + ways_to_hold(8, 1)


@kernel
def place_of_ranks(spread: int, cards: int, most: int) -> int:
    """The place of ranks, three bits each, among all of `cards` cards; `most`: ONE_SUIT, THREE_SUITS or FOUR_SUITS."""
    place, left, row = 0, cards, most
    for rank in range(RANKS):
        held = (spread >> (3 * rank)) & 7
        place += BEFORE[row + 8 * left + held]
        left -= held
        row += 8 * SIZES
    return place


@kernel
def place_of_natural(mask: int, cards: int) -> int:
    """The place of six (beside a joker), seven or eight natural cards among the classes of that many cards."""
    need = 4 if cards == 6 else 5
    together = suited = 0
    for suit in range(4):
        ranks = (mask >> (13 * suit)) & SUIT_MASK
        together += SPREAD[ranks]
        if COUNTS[ranks] >= need:
            suited = ranks
    if not suited:
        return place_of_ranks(together, cards, FOUR_SUITS)
    held, spread = COUNTS[suited], SPREAD[suited]
    place = place_of_ranks(spread, held, ONE_SUIT) * OTHERS[cards - held]
    place += place_of_ranks(together - spread, cards - held, THREE_SUITS)
    return FIRST_PLACES[SIZES * (cards - 6) + held] + place


@kernel
def seven_place(mask: int) -> int:
    """The place of a player's seven cards among all classes, of which those without the joker come first."""
    if (mask >> JOKER_BIT) & 1:
        return NATURAL_SEVENS + place_of_natural(mask ^ (1 << JOKER_BIT), 6)
    return place_of_natural(mask, 7)


@kernel
def eight_place(mask: int) -> int:
    """The place of a dealer's eight cards among all classes, of which those without the joker come first."""
    if (mask >> JOKER_BIT) & 1:
        return NATURAL_EIGHTS + place_of_natural(mask ^ (1 << JOKER_BIT), 7)
    return place_of_natural(mask, 8)
