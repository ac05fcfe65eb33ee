"""How the hands of a class are set and decided: the dealer's best seven, the player's house way and best setting."""

from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import JOKER_BIT, KEYS, Cards, best_five, fouls, front_strength
from houseway.games.wild_monkey_pai_gow.best_seven import dealer_discard
from houseway.games.wild_monkey_pai_gow.hand_classes import Classes
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way
from houseway.games.wild_monkey_pai_gow.rules import pai_gow_high
from houseway.games.wild_monkey_pai_gow.strengths import CELLS, cell_of
from houseway.games.wild_monkey_pai_gow.variant import BEST_SETTING, DOUBLE, HOUSE_WAY, RANKS, STAND, SURRENDER
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Values = npt.NDArray[np.int32]

SHARDS: Final = 16

# Expectations are in 2^-28 of the bet. They are tabled by cell, what a card held adds to them by its rank, and last
# what they are before.
UNIT: Final = 1 << 28
NO_RANK: Final = len(RANKS)


@counter
def set_dealers(hands: Counts, start: int, total: int, wheel: int, reading: int) -> Counts:
    """The dealer's hands of some classes at their places among all: CELLS x (1 + pai gow's high card) + cell."""
    found = np.zeros(total, np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        discard = dealer_discard(hand, wheel, reading)
        mask = 0
        for index in range(8):
            if index != discard:
                mask += 1 << hand[index]
        found[start + place] = CELLS * (1 + pai_gow_high(mask)) + cell_of(house_way(hand, discard, wheel))
    return found


@counter
def value_of(values: Values, hand: Cards, cell: int) -> int:
    """The expectation of a setting of seven cards: the last column of its cell, and that of the rank of every card."""
    value = int(values[cell, NO_RANK])
    for index in range(7):
        if hand[index] != JOKER_BIT:
            value += values[cell, hand[index] % 13]
    return value


@counter
def best_setting(hand: Cards, wheel: int, values: Values) -> int:
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
            value = value_of(values, hand, cell_of(setting))
            if best == NO_CARD or value > best_value or (value == best_value and setting > best):
                best, best_value = setting, value
    return best


@kernel
def decide(value: int) -> int:
    """What to do with a setting of such an expectation: of equal ones the decision that stakes less."""
    if value > 0:
        return DOUBLE
    return SURRENDER if 2 * value < -UNIT else STAND


@counter
def set_players(hands: Counts, start: int, total: int, wheel: int, values: Values) -> Counts:
    """The player's hands of some classes at their places among all, by strategy: CELLS x decision + cell."""
    found = np.zeros((2, total), np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        usual, best = cell_of(house_way(hand, NO_CARD, wheel)), cell_of(best_setting(hand, wheel, values))
        found[HOUSE_WAY, start + place] = CELLS * decide(value_of(values, hand, usual)) + usual
        found[BEST_SETTING, start + place] = CELLS * decide(value_of(values, hand, best)) + best
    return found


def class_shards(classes: Classes, *rules: Any) -> list[tuple[Any, ...]]:
    """Arguments of `set_dealers` or `set_players` that together set all classes: the answers' places do not overlap."""
    total = len(classes.hands)
    bounds = [total * part // SHARDS for part in range(SHARDS + 1)]
    return [(classes.hands[start:stop], start, total, *rules) for start, stop in pairwise(bounds) if start < stop]
