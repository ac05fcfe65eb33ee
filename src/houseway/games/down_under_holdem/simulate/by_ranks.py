"""What openings are worth by ranks alone, whatever cards are known to be out: near to the truth, and quick.

Flushes move the worth of a decision by nearly the same whatever else is seen. So ranks alone, beside what they say
where nothing is seen, foretell the worth of a hand among seen cards well; a study of seen cards looks closely where
that leaves a doubt. A board is counted once for all the flops that it may begin with.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_holdem.exact.boards import SYMBOLS
from houseway.games.down_under_holdem.exact.one_hand import (
    NO_SUIT,
    RANK_FLOPS,
    Against,
    Numbers,
    Side,
    board_worth,
    flop_number,
    look_from,
    taken,
)
from houseway.games.suit_classes import SYMBOL_KEYS
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]

BOARD: Final = 5


@kernel
def flops_of(a: int, b: int, c: int, ones: int, twos: int, threes: int) -> int:
    """In how many ways three ranks in ascending order come, of which these numbers are left."""
    if a == c:
        return ones * (ones - 1) * (ones - 2) // 6
    if a == b:
        return ones * (ones - 1) // 2 * threes
    return ones * (twos * (twos - 1) // 2) if b == c else ones * twos * threes


@counter
def add_board(board: Counts, left: Numbers, base: int, margin: int, worth: Counts) -> None:
    """Add a board of five ranks, ascending, to the worth of every flop that it may begin with; `left` without it."""
    for i in range(BOARD):
        for j in range(i + 1, BOARD):
            # Turn and river are at i and j; of equal ranks those that come last.
            if (i + 1 < BOARD and i + 1 != j and board[i] == board[i + 1]) or (
                j + 1 < BOARD and board[j] == board[j + 1]
            ):
                continue
            turn, river = board[i], board[j]
            ones, twos = left[turn] + 1, left[river] + 1
            if turn == river:
                ones = twos = left[turn] + 2
            ways = taken(turn, river, ones, twos)
            first = 0 if i > 0 else 1 if j > 1 else 2
            second = first + 1
            while second == i or second == j:
                second += 1
            third = second + 1
            while third == i or third == j:
                third += 1
            flop = flop_number(board[first], board[second], board[third])
            worth[flop, 0] += ways * base
            worth[flop, 1] += ways * margin


@counter
def fill_flops(side: Side, against: Against, worth: Counts) -> None:
    """Base and margin of every flop by ranks alone, from every board."""
    left = side.left
    board = np.zeros(BOARD, np.int64)
    for e in range(13):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        board[0], board[1], board[2], board[3], board[4] = a, b, c, d, e
                        for rank in board:
                            left[rank] -= 1
                        if left[a] >= 0 and left[b] >= 0 and left[c] >= 0 and left[d] >= 0 and left[e] >= 0:
                            key = 0
                            for rank in board:
                                key += SYMBOL_KEYS[rank]
                            base, margin = board_worth(side, key, 0, against, against.of_ranks)
                            add_board(board, left, base, margin, worth)
                        for rank in board:
                            left[rank] += 1


@counter
def openings_by_ranks(
    one: int, two: int, cards: Counts, lights: Counts, x: int, y: int, against: Against, after: int
) -> Counts:
    """Deals, base, margin, and what a check is worth at best, by ranks alone; arguments as for `count_hand`."""
    side = look_from(NO_SUIT, one, two, cards, np.zeros(SYMBOLS, np.int64))
    worth = np.zeros((RANK_FLOPS, 2), np.int64)
    fill_flops(side, against, worth)
    left, lit = side.left, np.zeros(3, np.int64)
    for card in cards:
        lit[lights[card % 13]] += 1
    boards = (len(cards) - 5) * (len(cards) - 6) // 2
    found = np.zeros(4, np.int64)
    for c in range(13):
        for b in range(c + 1):
            for a in range(b + 1):
                ways = flops_of(a, b, c, left[a], left[b], left[c])
                if ways <= 0:
                    continue
                for rank in (a, b, c):
                    lit[lights[rank]] -= 1
                deals = taken(x, y, lit[x], lit[y]) * boards
                for rank in (a, b, c):
                    lit[lights[rank]] += 1
                flop = flop_number(a, b, c)
                found[0] += ways * deals
                found[1] += ways * worth[flop, 0]
                found[2] += ways * worth[flop, 1]
                found[3] += ways * max(worth[flop, 0] + after * worth[flop, 1], against.lost * deals)
    return found
