"""One flop: the results of every pair that a player can hold, by ranks alone or as one suit sees them.

Of five board cards at most one suit has three. So ranks alone decide who wins, or ranks together with which cards
belong to one suit. For a flop and a hand the results over all turns, rivers and dealers are then

    the results by ranks alone, and for each suit of the flop what its flushes change.

Each part is counted once for all flops and hands that look alike when a card is a mere rank or one of that suit (a
symbol, see `suit_classes`). `boards` counts each board, and `three_suited` the boards with three cards of the suit.
When a flop is complete, no count exceeds C(47,2) x C(45,2) = 1,070,190.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_holdem.exact.boards import (
    ONE,
    PAIRS,
    RANK_PAIRS,
    SYMBOLS,
    TWO,
    Board,
    pair_number,
    rank_pairs,
    sweep,
    ways,
)
from houseway.games.down_under_holdem.exact.three_suited import (
    LINE,
    Next,
    RankBoards,
    change_flushes,
    change_others,
    keep_board,
    rank_flushes,
)
from houseway.games.down_under_holdem.rules import LINES, bet_line
from houseway.games.pricing.suit_classes import SYMBOL_KEYS, SYMBOL_MASKS
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]

SUITS: Final = 4
VIEWS: Final = 8  # which cards of a flop are of a suit

# How a round that is not folded ends: a win with each line of the Bet table, a loss, a tie.
LOSS: Final = len(LINES["bet"])
TIE: Final = LOSS + 1
RESULTS: Final = LOSS + 2


@kernel
def seen_from(suit: int, card: int) -> int:
    """A card as a symbol: a card of the suit, or a mere rank."""
    return card % 13 + 13 if card // 13 == suit else card % 13


@kernel
def same_view(one: int, two: int, three: int, view: int) -> int:
    """The same view with the suit on the last of equal ranks; views that differ only in this are alike."""
    if one == two and view & 3 == 1:
        view ^= 3
    if two == three and view & 6 == 2:
        view ^= 6
    return view


@counter
def lay_flop(board: Board, flop: Counts, view: int, deck: Counts) -> bool:
    """Take a flop from a fresh deck, if it has one; `view` has a bit for each of its cards that has the suit."""
    board.left[:] = 0
    for card in deck:
        board.left[seen_from(0, card) if view else card % 13] += 1
    for place in range(3):
        symbol = flop[place] + 13 * (view >> place & 1)
        board.left[symbol] -= 1
        if board.left[symbol] < 0:
            return False
    return True


@counter
def add_ranks(board: Board, count: int, dealt: Next, tally: Counts) -> None:
    """Add the results of a board by ranks alone to those of its flop."""
    for i in range(count):
        pair = board.pairs[i]
        times = ways(dealt.turn, dealt.river, dealt.turns, dealt.rivers, pair)
        line = bet_line(board.strengths[pair])
        for word in range(2):
            tally[pair, line, word] += times * board.dealers[pair, word]
            tally[pair, LOSS, word] += times * board.dealers[pair, 2 + word]


@counter
def add_flushes(board: Board, count: int, dealt: Next, tally: Counts, known: Counts) -> None:
    """Add the results of a board to those of its flop, less the results by ranks alone."""
    for i in range(count):
        pair = board.pairs[i]
        times = ways(dealt.turn, dealt.river, dealt.turns, dealt.rivers, pair)
        line = bet_line(board.strengths[pair])
        by_ranks = known[pair_number(ONE[pair] % 13, TWO[pair] % 13)]
        for word in range(2):
            tally[pair, line, word] += times * board.dealers[pair, word]
            tally[pair, by_ranks[LINE], word] -= times * by_ranks[word]
            tally[pair, LOSS, word] += times * (board.dealers[pair, 2 + word] - by_ranks[2 + word])


@counter
def tally_view(board: Board, flop: Counts, view: int, deck: Counts, tally: Counts, by_ranks: RankBoards) -> None:
    """The results of a flop by pair held: by ranks alone (view 0), or what the flushes of the suit in view change."""
    if not lay_flop(board, flop, view, deck):
        return
    left = board.left
    flop_key = flop_mask = in_flop = 0
    for place in range(3):
        symbol = flop[place] + 13 * (view >> place & 1)
        flop_key += SYMBOL_KEYS[symbol]
        flop_mask += SYMBOL_MASKS[symbol]
        in_flop += view >> place & 1
    for river in range(SYMBOLS if view else 13):
        for turn in range(river + 1):
            suited = in_flop + (turn >= 13) + (river >= 13)
            if view and suited < 3:
                continue
            if left[turn] < 1 or left[river] < (2 if turn == river else 1):
                continue
            dealt, number = Next(turn, river, left[turn], left[river]), pair_number(turn % 13, river % 13)
            key = flop_key + SYMBOL_KEYS[turn] + SYMBOL_KEYS[river]
            mask = flop_mask + SYMBOL_MASKS[turn] + SYMBOL_MASKS[river]
            left[turn] -= 1
            left[river] -= 1
            if suited == 3:
                straight = change_flushes(board, by_ranks, number, rank_flushes(board, key, mask), dealt, tally)
                change_others(board, by_ranks, number, straight, dealt, tally)
            else:
                count = rank_pairs(board, key, mask, PAIRS if view else RANK_PAIRS)
                sweep(board, count)
                if view:
                    add_flushes(board, count, dealt, tally, by_ranks.known[number])
                else:
                    keep_board(by_ranks, number, board, count)
                    add_ranks(board, count, dealt, tally)
            left[turn] += 1
            left[river] += 1
