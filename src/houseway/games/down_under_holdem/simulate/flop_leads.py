"""How far play and fold are apart on every flop where no other hand is seen: where seen cards can change what to do.

Each class of flops and hands and each pair of lights has a byte: hundredths of an ante, 255 and more being 255. They
are counted as `exact.count` counts decisions.
"""

from itertools import combinations_with_replacement
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.games.analysis import Runner
from houseway.games.down_under_holdem.exact.count import (
    NO_LIGHTS,
    PAIRS,
    RANK_PAIRS,
    RESULTS,
    TIE,
    fill_row,
    in_order,
    new_board,
    same_view,
    tally_view,
)
from houseway.games.down_under_holdem.exact.decision_index import ROWS, play_place
from houseway.games.down_under_holdem.exact.main_game import payoffs_of
from houseway.games.down_under_holdem.variant import Variant
from houseway.games.suit_classes import FULL_DECK, triple_class
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]

STEPS: Final = 100  # an ante
FARTHEST: Final = 255
SHARDS: Final = 16
SUITS: Final = 4
BYTE: Final = 8  # bits, and bytes in a number


def flop_leads(variant: Variant, run: Runner) -> Bits:
    """[`play_row`, pair of lights]: steps between play and fold."""
    payoffs = payoffs_of(variant)
    apart = np.array(payoffs.nets[variant.last_play]) - np.array(payoffs.nets["fold"])
    flops = np.array(list(combinations_with_replacement(range(13), 3)))
    given: tuple[Any, ...] = np.array(FULL_DECK), np.array(variant.lights), apart, payoffs.scale
    counted = run(count_leads, [(flops[start::SHARDS], *given) for start in range(SHARDS)])
    return counted.astype("<i8").view(np.uint8)[: ROWS * NO_LIGHTS].reshape(ROWS, NO_LIGHTS)


@counter
def steps_apart(results: Counts, apart: Counts, scale: int) -> int:
    """The steps between play and fold for so many of each result, which they part by this much."""
    worth = deals = 0
    for result in range(RESULTS):
        worth += results[result] * apart[result]
        deals += results[result]
    return min(FARTHEST, STEPS * abs(worth) // (scale * deals)) if deals else FARTHEST


@counter
def lead_hands(
    flop: Counts, deck: Counts, lights: Counts, tally: Counts, apart: Counts, scale: int, leads: Counts
) -> None:
    """Every class of hands on a flop, as `count_hands` goes through them."""
    masks, views, left = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64), np.zeros(3, np.int64)
    for place in range(3):
        masks[flop[place] // 13] += 1 << 13 + flop[place] % 13
        views[flop[place] // 13] += 1 << place
    if not in_order(masks):
        return
    for suit in range(SUITS):
        views[suit] = same_view(flop[0] % 13, flop[1] % 13, flop[2] % 13, views[suit])
    for card in deck:
        left[lights[card % 13]] += 1 - (masks[card // 13] >> 13 + card % 13 & 1)
    row = np.zeros((NO_LIGHTS + 1, RESULTS), np.int64)
    boards = (len(deck) - 7) * (len(deck) - 8) // 2
    for two in range(len(deck)):
        for one in range(two):
            if (masks[one // 13] >> 13 + one % 13 | masks[two // 13] >> 13 + two % 13) & 1:
                continue
            masks[one // 13] += 1 << one % 13
            masks[two // 13] += 1 << two % 13
            if in_order(masks):
                left[lights[one % 13]] -= 1
                left[lights[two % 13]] -= 1
                fill_row(row, one, two, views, tally, left, boards)
                place = NO_LIGHTS * play_place(triple_class(flop[0], flop[1], flop[2]), one, two)
                for lit in range(NO_LIGHTS):
                    steps = steps_apart(row[lit], apart, scale)
                    leads[(place + lit) // BYTE] |= steps << BYTE * ((place + lit) % BYTE)
                left[lights[one % 13]] += 1
                left[lights[two % 13]] += 1
            masks[one // 13] -= 1 << one % 13
            masks[two // 13] -= 1 << two % 13


@counter
def count_leads(flops: Counts, deck: Counts, lights: Counts, apart: Counts, scale: int) -> Counts:
    """The steps of all flops of certain ranks, eight bytes a number."""
    leads = np.zeros(ROWS * NO_LIGHTS // BYTE + 1, np.int64)
    tally = np.zeros((8, PAIRS, TIE, 2), np.int64)
    known = np.zeros((RANK_PAIRS, RANK_PAIRS, 5), np.int64)
    cards, board = np.zeros(3, np.int64), new_board()
    for flop in flops:
        tally[:] = 0
        for view in range(8):
            if view == same_view(flop[0], flop[1], flop[2], view):
                tally_view(board, flop, view, deck, lights, tally[view], known)
        for pattern in range(SUITS**3):
            cards[0] = flop[0] + 13 * (pattern % SUITS)
            cards[1] = flop[1] + 13 * (pattern // SUITS % SUITS)
            cards[2] = flop[2] + 13 * (pattern // SUITS**2)
            if (flop[0] < flop[1] or cards[0] < cards[1]) and (flop[1] < flop[2] or cards[1] < cards[2]):
                lead_hands(cards, deck, lights, tally, apart, scale, leads)
    return leads
