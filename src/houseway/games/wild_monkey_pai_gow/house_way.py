"""The house way: the rules that set seven cards into a front of two and a back of five.

The list is a table of rules, so that another house's list can stand beside it. A row has a pattern of ranks (the joker
counts as an ace), a range for the leading rank, a condition, and what goes in front. The first row that matches
decides. Where several cards fit the front, the house way takes those that leave the best back.
"""

from array import array
from collections.abc import Sequence
from typing import Final, TypeVar

from houseway.cards.card import ACE, JACK, KING, SEVEN, SIX, TEN, THREE, TWO
from houseway.cards.hands import (
    CARD_RANKS,
    COUNTS,
    JOKER_BIT,
    KEYS,
    STRAIGHT,
    STRAIGHTS,
    TOP_RANKS,
    Cards,
    best_five,
    front_strength,
    longest_flush,
    ranks_held,
    suits_held,
)
from houseway.kernel import kernel

# Patterns; the leading rank is that of the first group named.
FIVE_ACES, FOUR_AND_THREE, FOUR_AND_PAIR, FOUR, TWO_TRIPS, FULL_HOUSE, TRIPS = range(7)
THREE_PAIR, TWO_PAIR, PAIR, NO_PAIR = range(7, 11)

# Conditions. "Odd" cards are those whose rank stands alone.
ALWAYS, PAIR_OF_KINGS, ODD_KING_OR_ACE, ODD_ACE, COMPLETE_HAND, COMPLETE_HAND_AND_ODD_ACE = range(6)

# What goes in front.
(
    TWO_OF_LEAD,
    OTHER_PAIR,
    TWO_BEST_ODD,
    LEAD_AND_ODD,
    HIGHEST_BEFORE_COMPLETE,
    ODD_OR_COMPLETE,
    SECOND_AND_THIRD,
) = range(7)

HOUSE_WAY: Final = (
    # line, pattern, lowest and highest leading rank, condition, front
    ("1", FIVE_ACES, ACE, ACE, PAIR_OF_KINGS, OTHER_PAIR),
    ("1", FIVE_ACES, ACE, ACE, ALWAYS, TWO_OF_LEAD),
    ("2", FOUR_AND_THREE, TWO, ACE, ALWAYS, OTHER_PAIR),
    ("3", FOUR_AND_PAIR, TWO, ACE, ALWAYS, OTHER_PAIR),
    ("4", FOUR, JACK, ACE, ALWAYS, TWO_OF_LEAD),
    ("4", FOUR, SEVEN, TEN, ODD_KING_OR_ACE, TWO_BEST_ODD),
    ("4", FOUR, SEVEN, TEN, ALWAYS, TWO_OF_LEAD),
    ("4", FOUR, TWO, SIX, ALWAYS, TWO_BEST_ODD),
    ("5", TWO_TRIPS, TWO, ACE, ALWAYS, TWO_OF_LEAD),
    ("6", FULL_HOUSE, TWO, ACE, ALWAYS, OTHER_PAIR),
    ("7a", TRIPS, TWO, ACE, COMPLETE_HAND, HIGHEST_BEFORE_COMPLETE),
    ("7b", TRIPS, ACE, ACE, ALWAYS, LEAD_AND_ODD),
    ("7c", TRIPS, TWO, KING, ALWAYS, TWO_BEST_ODD),
    ("8", THREE_PAIR, TWO, ACE, ALWAYS, TWO_OF_LEAD),
    ("9a", TWO_PAIR, JACK, ACE, ALWAYS, OTHER_PAIR),
    ("9b", TWO_PAIR, SEVEN, TEN, ODD_ACE, TWO_BEST_ODD),
    ("9b", TWO_PAIR, SEVEN, TEN, ALWAYS, OTHER_PAIR),
    ("9c", TWO_PAIR, THREE, SIX, ODD_KING_OR_ACE, TWO_BEST_ODD),
    ("9c", TWO_PAIR, THREE, SIX, ALWAYS, OTHER_PAIR),
    ("10", PAIR, TEN, KING, COMPLETE_HAND_AND_ODD_ACE, ODD_OR_COMPLETE),
    ("10", PAIR, TWO, ACE, COMPLETE_HAND, HIGHEST_BEFORE_COMPLETE),
    ("11", PAIR, TWO, ACE, ALWAYS, TWO_BEST_ODD),
    ("12", NO_PAIR, TWO, ACE, COMPLETE_HAND, HIGHEST_BEFORE_COMPLETE),
    ("13", NO_PAIR, TWO, ACE, ALWAYS, SECOND_AND_THIRD),
)
ROWS: Final = array("b", [number for _, *row in HOUSE_WAY for number in row])
ROW_LENGTH: Final = 5
PATTERNS: Final = [row[1] for row in HOUSE_WAY]
FIRST_ROWS: Final = array("b", [ROW_LENGTH * PATTERNS.index(pattern) for pattern in range(NO_PAIR + 1)])

# The strength of any two cards as a front, by 53 x one + the other; the search for a setting needs it all the time.
FRONTS: Final = array("B", [front_strength(one, two) for one in range(53) for two in range(53)])

HIGHEST_FRONT: Final = max(FRONTS)
NO_CARD: Final = -1

CardT = TypeVar("CardT", bound=int)


@kernel
def holds_complete_hand(mask: int) -> bool:
    """Whether five of the cards make a straight or a flush, with the joker's help."""
    joker = (mask >> JOKER_BIT) & 1
    if longest_flush(mask) + joker >= 5:
        return True
    clubs, diamonds, hearts, spades = suits_held(mask)
    return STRAIGHTS[(joker << 13) + (clubs | diamonds | hearts | spades)] > 0


@kernel
def pattern_of(quads: int, trips: int, pairs: int, five: int) -> int:
    """The pattern of seven cards, from the ranks held exactly four, three and two times, and five times."""
    if five:
        return FIVE_ACES
    if quads:
        if trips:
            return FOUR_AND_THREE
        return FOUR_AND_PAIR if pairs else FOUR
    if trips:
        if COUNTS[trips] == 2:
            return TWO_TRIPS
        return FULL_HOUSE if pairs else TRIPS
    if COUNTS[pairs] == 3:
        return THREE_PAIR
    if COUNTS[pairs] == 2:
        return TWO_PAIR
    return PAIR if pairs else NO_PAIR


@kernel
def second_rank(ranks: int) -> int:
    """The second highest rank of a mask; -1 where there is none."""
    return TOP_RANKS[ranks ^ (1 << TOP_RANKS[ranks])] if ranks else NO_CARD


@kernel
def choose_front(mask: int) -> int:
    """What the house way puts in front: 256 x action + the strength of the front, where that is fixed.

    The strength is the answer of `front_strength`; for actions that look for a complete hand it is that of odd cards.
    """
    one, two, three, four, five = ranks_held(mask)
    quads, trips, pairs, odd = four & ~five, three & ~four, two & ~three, one & ~two
    pattern = pattern_of(quads, trips, pairs, five)
    lead = TOP_RANKS[five or quads or trips or pairs or odd]
    other = TOP_RANKS[pairs]
    if pattern == FOUR_AND_THREE:
        other = TOP_RANKS[trips]
    elif pattern == TWO_PAIR:
        other = second_rank(pairs)
    first, second = TOP_RANKS[odd], second_rank(odd)
    row = FIRST_ROWS[pattern]
    while not _matches(row, pattern, lead, other, first, mask):
        row += ROW_LENGTH
    action = ROWS[row + 4]
    if action == TWO_OF_LEAD:
        return 256 * action + 169 + lead
    if action == OTHER_PAIR:
        return 256 * action + 169 + other
    if action == LEAD_AND_ODD:
        return 256 * action + 13 * lead + first
    if action == SECOND_AND_THIRD:
        return 256 * action + 13 * second + second_rank(odd ^ (1 << first))
    return 256 * action + 13 * first + second


@kernel
def _matches(row: int, pattern: int, lead: int, other: int, first: int, mask: int) -> bool:
    if ROWS[row] != pattern or lead < ROWS[row + 1] or lead > ROWS[row + 2]:
        return False
    condition = ROWS[row + 3]
    if condition == PAIR_OF_KINGS:
        return other == 11
    if condition == ODD_KING_OR_ACE:
        return first >= 11
    if condition == ODD_ACE:
        return first == 12
    if condition == COMPLETE_HAND:
        return holds_complete_hand(mask)
    if condition == COMPLETE_HAND_AND_ODD_ACE:
        return first == 12 and holds_complete_hand(mask)
    return True


@kernel
def find_setting(hand: Cards, skip: int, key: int, mask: int, wheel: int, front: int) -> int:
    """The setting with that front and the best back; front -1 asks for the highest front before a complete hand.

    A setting is packed as 2^14 x back + 2^6 x front + 8 x index + index of the two front cards.
    """
    high, low = (front - 169, front - 169) if front >= 169 else (front // 13, front % 13)
    best_front, highest = (front, front) if front >= 0 else (-1, HIGHEST_FRONT)
    best_back = best = -1
    for i in range(len(hand)):
        if i == skip:
            continue
        one = hand[i]
        if front >= 0:
            rank = CARD_RANKS[one]
            if rank != high and rank != low:
                continue
        row, key_left, mask_left = 53 * one, key - KEYS[one], mask - (1 << one)
        for j in range(i):
            two = hand[j]
            here = FRONTS[row + two]
            if here < best_front or here > highest or j == skip:
                continue
            back = best_five(key_left - KEYS[two], mask_left - (1 << two), wheel)
            if front < 0 and back < STRAIGHT:
                continue
            if here > best_front or back > best_back:
                best_front, best_back = here, back
                best = (back << 14) + (here << 6) + 8 * i + j
    return best


@kernel
def house_way(hand: Cards, skip: int, wheel: int) -> int:
    """The house-way setting, packed, of seven cards, or of eight without the one at `skip` (-1 for none)."""
    key = mask = 0
    for index in range(len(hand)):
        if index != skip:
            key += KEYS[hand[index]]
            mask += 1 << hand[index]
    return set_by_house_way(hand, skip, key, mask, wheel)


@kernel
def set_by_house_way(hand: Cards, skip: int, key: int, mask: int, wheel: int) -> int:
    """The same for a caller that has the key and the mask of the seven cards."""
    chosen = choose_front(mask)
    action, front = chosen >> 8, chosen & 255
    if action == HIGHEST_BEFORE_COMPLETE or action == ODD_OR_COMPLETE:
        complete = find_setting(hand, skip, key, mask, wheel, -1)
        if action == HIGHEST_BEFORE_COMPLETE or setting_front(complete) >= front:
            return complete
    return find_setting(hand, skip, key, mask, wheel, front)


@kernel
def setting_back(setting: int) -> int:
    """The strength of the five-card hand of a packed setting."""
    return setting >> 14


@kernel
def setting_front(setting: int) -> int:
    """The strength of the two-card hand of a packed setting."""
    return (setting >> 6) & 255


def front_cards(hand: Sequence[CardT], setting: int) -> tuple[CardT, CardT]:
    """The two front cards of a packed setting."""
    return hand[setting & 7], hand[setting >> 3 & 7]


def matching_line(mask: int) -> str:
    """The number of the line in the house way's list that applies to seven cards."""
    one, two, three, four, five = ranks_held(mask)
    quads, trips, pairs, odd = four & ~five, three & ~four, two & ~three, one & ~two
    pattern = pattern_of(quads, trips, pairs, five)
    lead, first = TOP_RANKS[five or quads or trips or pairs or odd], TOP_RANKS[odd]
    rows = range(0, len(ROWS), ROW_LENGTH)
    line = next(row for row in rows if _matches(row, pattern, lead, TOP_RANKS[pairs], first, mask))
    return HOUSE_WAY[line // ROW_LENGTH][0]
