"""What openings are worth by ranks alone, with no card seen and with one seen card of each rank: an approximation.

If a rank has n cards left and a deal holds m of them, a given card of that rank is among them in m cases of n. So what
a seen card takes away follows from how many cards of its rank each deal holds. One pass over all boards is enough for
the cards of all ranks.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import WHEEL_LOWEST, best_five
from houseway.games.down_under_holdem.exact.board_worth import (
    BOARD,
    Dealt,
    board_by_ranks,
    dealt,
    fill_flops,
    taken_up,
)
from houseway.games.down_under_holdem.exact.every_flop import RANK_BOARDS, RANK_FLOPS, board_key, lay_board, lift
from houseway.games.down_under_holdem.exact.one_hand import NO_SUIT, Against
from houseway.games.down_under_holdem.rules import bet_line
from houseway.games.pricing.suit_classes import ascending_place, couples
from houseway.kernel import counter, inlined, kernel

Counts = npt.NDArray[np.int64]

SEEN: Final = 1 + 13  # nothing, or a card of each rank
NONE: Final = -1


@kernel
def flops_of(a: int, b: int, c: int, ones: int, twos: int, threes: int) -> int:
    """In how many ways three ranks in ascending order can come, given how many of each are left."""
    if a == c:
        return ones * (ones - 1) * (ones - 2) // 6
    if a == b:
        return ones * (ones - 1) // 2 * threes
    return ones * (twos * (twos - 1) // 2) if b == c else ones * twos * threes


@inlined
@counter
def fill_sums(hand: Dealt, against: Against, player: int, base: int, margin: int, sums: Counts) -> None:
    """Base and margin of a board over all deals; also weighted, for each rank, by how many of it each deal holds."""
    sums[0, 0], sums[0, 1] = base, margin
    sums[1:] = 0
    for rank in hand.board:
        sums[1 + rank, 0] += base
        sums[1 + rank, 1] += margin
    left, won = hand.left[NO_SUIT], against.returned[bet_line(player)]
    for i in range(against.of_ranks):
        one, two, dealer = against.ones[i], against.twos[i], hand.strengths[i]
        hands = couples(one, two, left[one], left[two])
        worth = hands * (won if player > dealer else against.lost if player < dealer else 0)
        wider = hands * ((player > dealer) - (player < dealer))
        for rank in (one, two):
            sums[1 + rank, 0] += worth
            sums[1 + rank, 1] += wider


@inlined
@counter
def add_sums(hand: Dealt, sums: Counts, worth: Counts) -> None:
    """Add the sums of a board to every flop that it may begin with."""
    board, left, place = hand.board, hand.left[NO_SUIT], -1
    for i in range(BOARD):
        for j in range(i + 1, BOARD):
            place += 1
            turn, river = board[i], board[j]
            if (i + 1 < j and turn == board[i + 1]) or (j + 1 < BOARD and river == board[j + 1]):
                continue  # equal ranks are taken once, where they come last
            ways = taken_up(turn, river, left[turn], left[river])
            for seen in range(SEEN):
                worth[hand.flops[place], seen, 0] += ways * sums[seen, 0]
                worth[hand.flops[place], seen, 1] += ways * sums[seen, 1]


@counter
def openings_by_ranks(
    one: int, two: int, cards: Counts, lights: Counts, x: int, y: int, against: Against, after: int
) -> Counts:
    """[nothing seen, or a card of each rank]: deals, base, margin, and what a check with the best play after it nets.

    The arguments are those of `count_hand`. A rank without cards left stays 0.
    """
    hand = dealt(one, two, cards, against)
    worth, sums = np.zeros((RANK_FLOPS, SEEN, 2), np.int64), np.zeros((SEEN, 2), np.int64)
    for number in range(RANK_BOARDS):
        if lay_board(hand, number):
            key = board_key(hand.board)
            player = best_five(key + hand.key, 0, WHEEL_LOWEST)
            base, margin = board_by_ranks(hand, against, key, player)
            fill_sums(hand, against, player, base, margin, sums)
            fill_flops(hand)
            add_sums(hand, sums, worth)
        lift(hand.left[NO_SUIT], hand.board)
    left, lit = hand.left[NO_SUIT], np.zeros(3, np.int64)
    for card in cards:
        lit[lights[card % 13]] += 1
    openings = np.zeros((SEEN, 4), np.int64)
    add_flops(left, NONE, len(cards), lights, lit, x, y, against, after, worth, openings[0])
    for rank in range(13):
        if left[rank] > 0:
            lit[lights[rank]] -= 1
            add_flops(left, rank, len(cards) - 1, lights, lit, x, y, against, after, worth, openings[1 + rank])
            lit[lights[rank]] += 1
    return openings


@counter
def add_flops(
    left: Counts,
    seen: int,
    size: int,
    lights: Counts,
    lit: Counts,
    x: int,
    y: int,
    against: Against,
    after: int,
    worth: Counts,
    totals: Counts,
) -> None:
    """Add up all flops where a card of a rank, or NONE, is seen; `size` cards, `lit` of each light, may still come."""
    boards = (size - 5) * (size - 6) // 2
    for c in range(13):
        for b in range(c + 1):
            for a in range(b + 1):
                flop, ways = ascending_place(a, b, c), flops_of(a, b, c, left[a], left[b], left[c])
                base, margin = ways * worth[flop, 0, 0], ways * worth[flop, 0, 1]
                if seen != NONE:
                    base -= ways * worth[flop, 1 + seen, 0] // left[seen]
                    margin -= ways * worth[flop, 1 + seen, 1] // left[seen]
                    ways -= ways * ((a == seen) + (b == seen) + (c == seen)) // left[seen]
                if ways <= 0:
                    continue
                for rank in (a, b, c):
                    lit[lights[rank]] -= 1
                deals = ways * couples(x, y, lit[x], lit[y]) * boards
                for rank in (a, b, c):
                    lit[lights[rank]] += 1
                totals[0] += deals
                totals[1] += base
                totals[2] += margin
                totals[3] += max(base + after * margin, against.lost * deals)
