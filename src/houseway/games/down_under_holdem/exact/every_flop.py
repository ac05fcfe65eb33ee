"""One hand before the flop, counted exactly over all flops, turns, rivers and dealers; any cards may be out.

The count goes through the boards by their ranks. For each it values the dealer's hands once by ranks, and then what the
flushes of each suit change that three or more of these ranks can have. Both are added to every flop that the board may
begin with. A flop is worth the value of its ranks and what each of its suits adds, as in `one_hand`. Compiled, this
takes a few milliseconds.
"""

from array import array
from itertools import chain, combinations_with_replacement
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, FLUSH, FLUSH_STRENGTHS, WHEEL_LOWEST, best_five
from houseway.games.down_under_holdem.exact.board_worth import (
    BOARD,
    Dealt,
    add_board,
    board_by_ranks,
    board_by_suit,
    dealt,
    fill_flops,
    with_flush,
)
from houseway.games.down_under_holdem.exact.one_hand import NO_SUIT, Against
from houseway.games.down_under_holdem.exact.views import SUITS, VIEWS, same_view
from houseway.games.down_under_holdem.rules import bet_line
from houseway.games.pricing.suit_classes import SYMBOL_KEYS, ascending_place, couples
from houseway.kernel import counter, inlined

Counts = npt.NDArray[np.int64]

RANK_FLOPS: Final = 13 * 14 * 15 // 6
FOR_FLUSH: Final = 3  # cards of a suit on a board, at least

BOARD_RANKS: Final = array("b", chain.from_iterable(combinations_with_replacement(range(13), BOARD)))
RANK_BOARDS: Final = len(BOARD_RANKS) // BOARD


# ---- every board


@inlined
@counter
def lay(left: Counts, symbols: Counts) -> bool:
    """Take some symbols from the cards left, and answer whether they were there. `lift` puts them back either way."""
    there = True
    for symbol in symbols:
        left[symbol] -= 1
        there &= left[symbol] >= 0
    return there


@inlined
@counter
def lift(left: Counts, symbols: Counts) -> None:
    """Undo `lay`."""
    for symbol in symbols:
        left[symbol] += 1


@inlined
@counter
def lay_board(hand: Dealt, number: int) -> bool:
    """Lay a board of ranks by its number, and answer whether the deck can give it. `lift` takes it up either way."""
    for place in range(BOARD):
        hand.board[place] = BOARD_RANKS[BOARD * number + place]
    return lay(hand.left[NO_SUIT], hand.board)


@inlined
@counter
def board_key(board: Counts) -> int:
    """The key of a board of ranks."""
    key = 0
    for rank in board:
        key += SYMBOL_KEYS[rank]
    return key


@inlined
@counter
def mark_suited(board: Counts, mask: int) -> None:
    """Make some cards of a board of ranks cards of a suit: the last card of each rank in the mask."""
    for place in range(BOARD):
        rank = board[place] % 13
        last = place + 1 == BOARD or board[place + 1] % 13 != rank
        board[place] = rank + 13 * (mask >> rank & 1) * last


@inlined
@counter
def add_suits(hand: Dealt, against: Against, player: int, base: int, margin: int, worth: Counts) -> None:
    """Add what flushes change on a board of ranks, for every suit and every choice of the cards that have it.

    Where the player has no flush and no full house, each flush of a dealer beats what it did not beat by ranks.
    """
    board, flops, ones, lower, equal = hand.board, hand.flops, hand.ones, hand.lower, hand.equal
    won, ranks = against.returned[bet_line(player)], 0
    for rank in board:
        ranks |= 1 << rank
    for suit in range(SUITS):
        held, hole = ranks & hand.suits[suit], hand.hole[suit]
        mask, left, changes = held, hand.left[suit], worth[suit]
        while COUNTS[held] >= FOR_FLUSH and mask:
            if COUNTS[mask] >= FOR_FLUSH:
                mark_suited(board, mask)
                if lay(left, board):
                    flush = FLUSH_STRENGTHS[mask | hole]
                    if flush == 0 and player < FLUSH:
                        free, needed = hand.suits[suit] & ~mask, BOARD - COUNTS[mask]
                        wins = with_flush(ones, lower.seconds, lower.cards, left, free, needed)
                        losses = wins + with_flush(ones, equal.seconds, equal.cards, left, free, needed)
                        more, wider = losses * against.lost - wins * won, -wins - losses
                    else:
                        more, wider = board_by_suit(hand, left, mask, against, max(player, flush))
                        more, wider = more - base, wider - margin
                    if more or wider:
                        add_board(board, flops, left, more, wider, changes)
                lift(left, board)
            mask = (mask - 1) & held
    mark_suited(board, 0)


@counter
def fill_worth(one: int, two: int, cards: Counts, against: Against) -> Counts:
    """[suit, flop by ranks, view]: base and margin; those of `NO_SUIT` are by ranks alone, the others add to them."""
    worth = np.zeros((SUITS + 1, RANK_FLOPS, VIEWS, 2), np.int64)
    hand = dealt(one, two, cards, against)
    for number in range(RANK_BOARDS):
        if lay_board(hand, number):
            key = board_key(hand.board)
            player = best_five(key + hand.key, 0, WHEEL_LOWEST)
            base, margin = board_by_ranks(hand, against, key, player)
            fill_flops(hand)
            add_board(hand.board, hand.flops, hand.left[NO_SUIT], base, margin, worth[NO_SUIT])
            add_suits(hand, against, player, base, margin, worth)
        lift(hand.left[NO_SUIT], hand.board)
    return worth


# ---- every flop


@inlined
@counter
def add_up(worth: Counts, a: int, b: int, c: int) -> tuple[int, int]:
    """Base and margin of a flop, its cards in order of their ranks."""
    flop = ascending_place(a % 13, b % 13, c % 13)
    base, margin = worth[NO_SUIT, flop, 0, 0], worth[NO_SUIT, flop, 0, 1]
    for suit in range(SUITS):
        view = (a // 13 == suit) + 2 * (b // 13 == suit) + 4 * (c // 13 == suit)
        if view:
            view = same_view(a % 13, b % 13, c % 13, view)
            base += worth[suit, flop, view, 0]
            margin += worth[suit, flop, view, 1]
    return base, margin


@counter
def count_hand(
    one: int, two: int, cards: Counts, lights: Counts, x: int, y: int, against: Against, after: int
) -> Counts:
    """Count all flops of a hand: deals, base, margin, and what a check with the best play after it is worth.

    Args:
        one: a hole card.
        two: the other one.
        cards: those that may still come, in order of their ranks.
        lights: of each rank.
        x: one of the dealer's lights.
        y: the other one.
        against: the dealer's hands.
        after: the antes of the Play wager after the flop, times the scale.
    """
    worth = fill_worth(one, two, cards, against)
    lit = np.zeros(3, np.int64)
    for card in cards:
        lit[lights[card % 13]] += 1
    boards = (len(cards) - 5) * (len(cards) - 6) // 2
    sums = np.zeros(4, np.int64)
    for k in range(len(cards)):
        for j in range(k):
            for i in range(j):
                a, b, c = cards[i], cards[j], cards[k]
                for card in (a, b, c):
                    lit[lights[card % 13]] -= 1
                deals = couples(x, y, lit[x], lit[y]) * boards
                for card in (a, b, c):
                    lit[lights[card % 13]] += 1
                base, margin = add_up(worth, a, b, c)
                sums[0] += deals
                sums[1] += base
                sums[2] += margin
                sums[3] += max(base + after * margin, against.lost * deals)
    return sums
