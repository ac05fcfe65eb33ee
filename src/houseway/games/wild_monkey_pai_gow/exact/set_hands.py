"""How the hands of classes are set and decided: the dealer's best seven, the player's house way and best setting."""

from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import JOKER_BIT, KEYS, Cards, best_five, fouls, front_strength
from houseway.games.wild_monkey_pai_gow.best_seven import HIGHS, READINGS, poker_score, score_by_reading
from houseway.games.wild_monkey_pai_gow.exact.class_index import place_of_natural
from houseway.games.wild_monkey_pai_gow.exact.strengths import MORE_BITS, packed_hand
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way, setting_back, setting_front
from houseway.games.wild_monkey_pai_gow.rules import pai_gow_high
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, RANKS, STAND, SURRENDER
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Values = npt.NDArray[np.int32]
Packed = npt.NDArray[np.int32]

SHARDS: Final = 16

# Expectations are in 2^-28 of the bet.
UNIT: Final = 1 << 28
NO_RANK: Final = len(RANKS)


class Worth(NamedTuple):
    """What settings are worth to a player: a front and a back by strength, and what a card held adds by its rank.

    Both hands won is 1 and none is -1: a round's result is 1 for each hand that wins, less 1. So a front and a back are
    worth their own chances to win, and only the commission asks for both. The last column is without any card held.
    """

    fronts: Values
    backs: Values
    commission: Values  # on winning both, by cell


@counter
def set_sevens(hands: Counts, start: int, total: int, wheel: int) -> Counts:
    """Natural sevens by the house way, packed with 1 + the high card of a pai gow; then their poker scores."""
    found = np.zeros((2, total), np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        mask = 0
        for index in range(7):
            mask += 1 << hand[index]
        found[0, start + place] = packed_hand(house_way(hand, NO_CARD, wheel), 1 + pai_gow_high(mask))
        found[1, start + place] = poker_score(hand, NO_CARD, wheel)
    return found


@kernel
def setting_of(packed: int) -> int:
    """The packed setting of a packed hand, without its cards."""
    return (packed & ((1 << MORE_BITS) - 1)) << 6


@counter
def set_eights(hands: Counts, start: int, total: int, wheel: int, sevens: Packed) -> Counts:
    """Natural eights: by reading, the best of their eight sevens, all of which are known."""
    found = np.zeros((len(READINGS), total), np.int64)
    best = np.empty(len(READINGS), np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        mask = 0
        for index in range(8):
            mask += 1 << hand[index]
        best[:] = NO_CARD
        for index in range(8):
            seven = place_of_natural(mask - (1 << hand[index]), 7)
            packed, poker = int(sevens[0, seven]), int(sevens[1, seven])
            for reading in range(len(READINGS)):
                score = score_by_reading(setting_of(packed), poker, wheel, reading)
                if score > best[reading]:
                    best[reading], found[reading, start + place] = score, packed
    return found


@counter
def value_of(worth: Worth, hand: Cards, front: int, back: int) -> int:
    """The expectation of a setting of seven cards, in UNITs."""
    value = int(worth.fronts[front, NO_RANK]) + worth.backs[back, NO_RANK] - worth.commission[HIGHS * front + back]
    for index in range(7):
        if hand[index] != JOKER_BIT:
            rank = hand[index] % 13
            value += worth.fronts[front, rank] + worth.backs[back, rank]
    return int(value - UNIT)


@counter
def best_setting(hand: Cards, wheel: int, worth: Worth) -> int:
    """The legal setting of seven cards with the highest expectation, packed; ties: the higher back, then front."""
    key = mask = 0
    for index in range(7):
        key += KEYS[hand[index]]
        mask += 1 << hand[index]
    best = best_value = NO_CARD
    for i in range(7):
        for j in range(i):
            front = front_strength(hand[i], hand[j])
            back = best_five(key - KEYS[hand[i]] - KEYS[hand[j]], mask - (1 << hand[i]) - (1 << hand[j]), wheel)
            if fouls(front, back):
                continue
            setting = (back << 14) + (front << 6) + 8 * i + j
            value = value_of(worth, hand, front, back)
            if best == NO_CARD or value > best_value or (value == best_value and setting > best):
                best, best_value = setting, value
    return best


@kernel
def decide(value: int, surrender: int, double: int) -> int:
    """What to do with a setting of such an expectation: of equal ones the decision that stakes less.

    A surrender loses so much; where nothing can be doubled `double` is 0.
    """
    if value > 0:
        return DOUBLE if double > 0 else STAND
    return SURRENDER if value < -surrender else STAND


@counter
def decided(hand: Cards, setting: int, worth: Worth, surrender: int, double: int) -> int:
    """A setting of seven cards packed with the best decision."""
    value = value_of(worth, hand, setting_front(setting), setting_back(setting))
    return packed_hand(setting, decide(value, surrender, double))


@counter
def set_players(hands: Counts, start: int, total: int, wheel: int, worth: Worth, surrender: int, double: int) -> Counts:
    """Player's sevens by the house way, and in the best way, packed with the best decision."""
    found = np.zeros((2, total), np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        found[0, start + place] = decided(hand, house_way(hand, NO_CARD, wheel), worth, surrender, double)
        found[1, start + place] = decided(hand, best_setting(hand, wheel, worth), worth, surrender, double)
    return found


def class_shards(hands: Counts, *rules: Any) -> list[tuple[Any, ...]]:
    """Arguments of a counter that together set all hands: the answers' places do not overlap."""
    total = len(hands)
    bounds = [total * part // SHARDS for part in range(SHARDS + 1)]
    return [(hands[start:stop], start, total, *rules) for start, stop in pairwise(bounds) if start < stop]
