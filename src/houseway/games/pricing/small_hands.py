"""Two players' hands of two or three of the cards that a board leaves: pairs that share no card, by what they make.

As with hands of seven (`two_hands.py`), a sum over pairs that share no card is a sum over all sets of cards that both
hands may hold, with the sign of the set's size. Sets that are smaller than a hand have a row each; a set as large as a
hand is the hand itself.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import KEYS
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]


class SmallHands(NamedTuple):
    """Every hand from some cards, each known by its place."""

    places: Counts  # [hand, card]
    rows: Counts  # [hand, number]: the sets smaller than the hand that it holds
    signs: Counts  # by set
    whole: int  # the sign of a whole hand


def small_hands(left: int, size: int) -> SmallHands:
    """The hands of this size from the cards that are left."""
    sets = [held for count in range(size) for held in combinations(range(left), count)]
    numbers = {held: number for number, held in enumerate(sets)}
    hands = list(combinations(range(left), size))
    rows = [[numbers[held] for count in range(size) for held in combinations(hand, count)] for hand in hands]
    return SmallHands(
        places=np.array(hands),
        rows=np.array(rows),
        signs=np.array([(-1) ** len(held) for held in sets]),
        whole=(-1) ** size,
    )


@counter
def lay_board(masks: Counts, deck: Counts, cards: Counts) -> tuple[int, int]:
    """Take a board, a mask of ranks a suit, from a deck: `cards` gets the rest; the key and the mask of the board."""
    key = mask = left = 0
    for card in deck:
        if masks[card // 13] >> card % 13 & 1:
            key += KEYS[card]
            mask += 1 << card
        else:
            cards[left] = card
            left += 1
    return key, mask


@counter
def count_pairs(hands: SmallHands, cells: Counts, columns: int) -> Counts:
    """The ordered pairs of hands without a shared card, by a column of each; `cells` has those of every hand."""
    sums, pairs = np.zeros((len(hands.signs), columns), np.int64), np.zeros((columns, columns), np.int64)
    for hand in range(len(cells)):
        for column in cells[hand]:
            for number in hands.rows[hand]:
                sums[number, column] += 1
            for other in cells[hand]:
                pairs[column, other] += hands.whole
    for number in range(len(sums)):
        for one in range(columns):
            held = hands.signs[number] * sums[number, one]
            if held != 0:
                for other in range(columns):
                    pairs[one, other] += held * sums[number, other]
    return pairs
