"""How far play and fold are apart on every flop where no other hand is seen; seen cards can change the close ones.

Each class of flops and hands has a byte for each pair of lights: the distance in hundredths of an ante, at most 255. It
is computed from the same results as the decisions of `exact.count`.
"""

from itertools import combinations_with_replacement
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_holdem.exact.count import BYTE
from houseway.games.down_under_holdem.exact.decision_index import NO_LIGHTS, ROWS, play_place
from houseway.games.down_under_holdem.exact.flop_hands import (
    Room,
    fill_row,
    list_flops,
    list_hands,
    look_at,
    new_room,
    tally_ranks,
)
from houseway.games.down_under_holdem.exact.main_game import payoffs_of
from houseway.games.down_under_holdem.exact.views import RESULTS, SUITS
from houseway.games.down_under_holdem.variant import Variant
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.suit_classes import FULL_DECK, triple_class
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]

STEPS: Final = 100  # an ante
FARTHEST: Final = 255
SHARDS: Final = 16


def flop_leads(variant: Variant, run: Runner) -> Bits:
    """[`play_row`, pair of lights]: steps between play and fold."""
    payoffs = payoffs_of(variant)
    apart = np.array(payoffs.nets[variant.last_play]) - np.array(payoffs.nets["fold"])
    flops = np.array(list(combinations_with_replacement(range(13), 3)))
    given: tuple[object, ...] = np.array(FULL_DECK), np.array(variant.lights), apart, payoffs.scale
    counted = run(count_leads, [(flops[start::SHARDS], *given) for start in range(SHARDS)])
    return counted.astype("<i8").view(np.uint8)[: ROWS * NO_LIGHTS].reshape(ROWS, NO_LIGHTS)


@counter
def steps_apart(results: Counts, apart: Counts, scale: int) -> int:
    """The steps between play and fold, from the count of each result and how far the result sets them apart."""
    worth = deals = 0
    for result in range(RESULTS):
        worth += results[result] * apart[result]
        deals += results[result]
    return min(FARTHEST, STEPS * abs(worth) // (scale * deals)) if deals else FARTHEST


@counter
def lead_hands(room: Room, flop: Counts, deck: Counts, apart: Counts, scale: int, leads: Counts) -> None:
    """Store the steps of every hand on a flop."""
    look_at(room, flop, deck)
    tally, views, lights, left, hands, row = room.tally, room.views, room.lights, room.left, room.hands, room.row
    number, boards = triple_class(flop[0], flop[1], flop[2]), (len(deck) - 7) * (len(deck) - 8) // 2
    for hand in range(list_hands(hands, flop, deck, SUITS)):
        one, two = hands[hand, 0], hands[hand, 1]
        fill_row(row, one, two, tally, views, lights, left, boards)
        place = NO_LIGHTS * play_place(number, one, two)
        for lit in range(NO_LIGHTS):
            steps = steps_apart(row[lit], apart, scale)
            leads[(place + lit) // BYTE] |= steps << BYTE * ((place + lit) % BYTE)


@counter
def count_leads(flops: Counts, deck: Counts, lights: Counts, apart: Counts, scale: int) -> Counts:
    """The steps of all flops of certain ranks, eight bytes a number."""
    leads = np.zeros(ROWS * NO_LIGHTS // BYTE + 1, np.int64)
    room = new_room(lights)
    for ranks in flops:
        tally_ranks(room, ranks, deck)
        for number in range(list_flops(room.flops, ranks, SUITS)):
            lead_hands(room, room.flops[number], deck, apart, scale, leads)
    return leads
