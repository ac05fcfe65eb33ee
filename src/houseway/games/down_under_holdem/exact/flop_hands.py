"""Lists every flop of some ranks and every hand on it, each class once, and counts the results of a hand on a flop."""

from typing import NamedTuple

import numpy as np

from houseway.games.down_under_holdem.exact.boards import (
    COUNT_BITS,
    COUNT_MASK,
    PAIRS,
    Board,
    Counts,
    new_board,
    pair_number,
)
from houseway.games.down_under_holdem.exact.decision_index import HANDS, KNOWN, NO_LIGHTS, light_pair
from houseway.games.down_under_holdem.exact.three_suited import RankBoards, new_rank_boards
from houseway.games.down_under_holdem.exact.views import (
    RESULTS,
    SUITS,
    TIE,
    VIEWS,
    same_view,
    seen_from,
    tally_view,
)
from houseway.games.pricing.suit_classes import relabellings
from houseway.kernel import counter, inlined


class Room(NamedTuple):
    """Arrays for the flops of some ranks, and for one of them with its hands."""

    lights: Counts  # of each rank
    board: Board
    by_ranks: RankBoards
    tally: Counts  # [view, pair of symbols, result]: two words, see `boards`
    flops: Counts  # [flop]: its cards
    views: Counts  # of a flop: by suit, which of its cards have it
    left: Counts  # cards of each light beside a flop
    hands: Counts  # [hand]: its cards, and how many deals it stands for
    row: Counts  # [what is known, result] of a hand


@counter
def new_room(lights: Counts) -> Room:
    """Arrays for going through flops."""
    return Room(
        lights,
        new_board(lights),
        new_rank_boards(),
        np.zeros((VIEWS, PAIRS, TIE, 2), np.int64),
        np.zeros((SUITS**3, 3), np.int64),
        np.zeros(SUITS, np.int64),
        np.zeros(3, np.int64),
        np.zeros((HANDS, 3), np.int64),
        np.zeros((KNOWN, RESULTS), np.int64),
    )


# ---- flops and hands


@counter
def in_order(masks: Counts) -> bool:
    """Whether the suits that hold most, read as numbers, come first."""
    return masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]  # type: ignore[no-any-return]


@counter
def put_flop(masks: Counts, flop: Counts) -> None:
    """Store the ranks that each suit holds of a flop; the bits of a hand stand below them."""
    masks[:] = 0
    for card in flop:
        masks[card // 13] += 1 << 13 + card % 13


@counter
def list_flops(flops: Counts, ranks: Counts, suits: int) -> int:
    """List the flops of certain ranks, each class once, by the one whose suits are in order; answer how many."""
    masks, count = np.zeros(SUITS, np.int64), 0
    for pattern in range(suits**3):
        flop = flops[count]
        flop[0] = ranks[0] + 13 * (pattern % suits)
        flop[1] = ranks[1] + 13 * (pattern // suits % suits)
        flop[2] = ranks[2] + 13 * (pattern // suits**2)
        if (ranks[0] < ranks[1] or flop[0] < flop[1]) and (ranks[1] < ranks[2] or flop[1] < flop[2]):
            put_flop(masks, flop)
            count += in_order(masks)
    return count


@counter
def list_hands(hands: Counts, flop: Counts, deck: Counts, suits: int) -> int:
    """List the hands on a flop, each class once: order the suits by flop and then by hand; answer how many."""
    masks, count = np.zeros(SUITS, np.int64), 0
    put_flop(masks, flop)
    for j in range(len(deck)):
        for i in range(j):
            one, two = deck[i], deck[j]
            if (masks[one // 13] >> 13 + one % 13 | masks[two // 13] >> 13 + two % 13) & 1:
                continue
            masks[one // 13] += 1 << one % 13
            masks[two // 13] += 1 << two % 13
            if in_order(masks):
                hands[count, 0], hands[count, 1] = one, two
                hands[count, 2] = relabellings(masks[0], masks[1], masks[2], masks[3], suits)
                count += 1
            masks[one // 13] -= 1 << one % 13
            masks[two // 13] -= 1 << two % 13
    return count


# ---- the results of a hand


@counter
def tally_ranks(room: Room, ranks: Counts, deck: Counts) -> None:
    """Count the results of all flops of certain ranks, by pair held and view."""
    room.tally[:] = 0
    for view in range(VIEWS):
        if view == same_view(ranks[0], ranks[1], ranks[2], view):
            tally_view(room.board, ranks, view, deck, room.tally[view], room.by_ranks)


@counter
def look_at(room: Room, flop: Counts, deck: Counts) -> None:
    """Store how each suit sees a flop, and the cards of each light that are left beside it."""
    room.views[:] = 0
    room.left[:] = 0
    for place in range(3):
        room.views[flop[place] // 13] += 1 << place
        room.left[room.lights[flop[place] % 13]] -= 1
    for suit in range(SUITS):
        room.views[suit] = same_view(flop[0] % 13, flop[1] % 13, flop[2] % 13, room.views[suit])
    for card in deck:
        room.left[room.lights[card % 13]] += 1


@inlined
@counter
def fill_row(
    row: Counts,
    one: int,
    two: int,
    tally: Counts,
    views: Counts,
    lights: Counts,
    left: Counts,
    boards: int,
) -> None:
    """Store the results of a hand on a flop, by lights and without; `left` has each light's cards, the hand's too."""
    for result in range(TIE):
        for word in range(2):
            counts = tally[0, pair_number(one % 13, two % 13), result, word]
            for suit in range(4):
                if views[suit]:
                    pair = pair_number(seen_from(suit, one), seen_from(suit, two))
                    counts += tally[views[suit], pair, result, word]
            for place in range(3):
                row[3 * word + place, result] = counts >> COUNT_BITS * place & COUNT_MASK
    row[NO_LIGHTS] = 0
    left[lights[one % 13]] -= 1
    left[lights[two % 13]] -= 1
    for a in range(3):
        for b in range(a, 3):
            lit = light_pair(a, b)
            dealers = left[a] * (left[a] - 1) // 2 if a == b else left[a] * left[b]
            row[lit, TIE] = dealers * boards
            for result in range(TIE):
                row[lit, TIE] -= row[lit, result]
            for result in range(RESULTS):
                row[NO_LIGHTS, result] += row[lit, result]
    left[lights[one % 13]] += 1
    left[lights[two % 13]] += 1
