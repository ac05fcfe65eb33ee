"""Hands that check, by what a chart of the flop knows of them: how playing on ends for them.

A hand counts by the lights, by how many ranks of the flop the dealer can hold, and by its higher card, or as one that
has something (`simple`).
"""

from itertools import combinations_with_replacement
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.card import RANKS
from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS, hole_class
from houseway.games.down_under_holdem.exact.flop_hands import (
    Room,
    fill_row,
    list_flops,
    list_hands,
    look_at,
    new_room,
    tally_ranks,
)
from houseway.games.down_under_holdem.exact.main_game import SHARDS
from houseway.games.down_under_holdem.exact.simple import has_something, ranks_in_range
from houseway.games.down_under_holdem.exact.views import RESULTS
from houseway.games.down_under_holdem.variant import Variant
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.suit_classes import FULL_DECK, ranks_and_suits
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]

SOMETHING: Final = len(RANKS)  # the last kind of hand, after the higher cards of hands with nothing
KINDS: Final = SOMETHING + 1
MATCHED: Final = 4  # no rank of the flop in the dealer's ranges, to all three


@kernel
def flop_kind(one: int, two: int, a: int, b: int, c: int) -> int:
    """What a chart knows of a hand on a flop: its higher card, or that it has something."""
    return SOMETHING if has_something(one, two, a, b, c) else max(one % 13, two % 13)


@counter
def add_flop(room: Room, flop: Counts, deck: Counts, suits: int, checks: Bits, cells: Counts) -> None:
    """Add every hand on a flop that has checked."""
    look_at(room, flop, deck)
    a, b, c = flop[0], flop[1], flop[2]
    boards = (len(deck) - 7) * (len(deck) - 8) // 2
    for hand in range(list_hands(room.hands, flop, deck, suits)):
        one, two, weight = room.hands[hand, 0], room.hands[hand, 1], room.hands[hand, 2]
        fill_row(room.row, one, two, room.tally, room.views, room.lights, room.left, boards)
        hole, kind = hole_class(one, two), flop_kind(one, two, a, b, c)
        for lit in range(len(LIGHT_PAIRS)):
            if checks[hole, lit]:
                cell = cells[lit, ranks_in_range(a, b, c, room.lights, lit), kind]
                for result in range(RESULTS):
                    cell[result] += weight * room.row[lit, result]


@counter
def count_cells(flops: Counts, deck: Counts, suits: int, lights: Counts, checks: Bits) -> Counts:
    """[lights, ranks in range, kind of hand, result] over all deals whose flop has certain ranks."""
    cells = np.zeros((len(LIGHT_PAIRS), MATCHED, KINDS, RESULTS), np.int64)
    room = new_room(lights)
    for ranks in flops:
        tally_ranks(room, ranks, deck)
        for number in range(list_flops(room.flops, ranks, suits)):
            add_flop(room, room.flops[number], deck, suits, checks, cells)
    return cells


def flop_cells(variant: Variant, checks: Bits, run: Runner, deck: tuple[int, ...] = FULL_DECK) -> Counts:
    """The same over all deals; `checks` by hole class and lights says which hands have checked."""
    ranks, suits = ranks_and_suits(deck)
    cards = np.array([13 * suit + rank for suit in range(suits) for rank in ranks])
    flops = list(combinations_with_replacement(ranks, 3))
    shards = [
        (np.array(flops[start::SHARDS]), cards, suits, np.array(variant.lights), checks)
        for start in range(min(SHARDS, len(flops)))
    ]
    return run(count_cells, shards)
