"""What one board is worth to a hand before the flop, by ranks alone and from the view of each suit.

A board is given by its ranks and laid from a deck from which any cards may be missing. Its value, a base and a margin
as in `one_hand`, is added to every flop that it may begin with.
"""

from array import array
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, FLUSH_STRENGTHS, WHEEL_LOWEST, best_five
from houseway.games.down_under_holdem.exact.boards import SYMBOLS
from houseway.games.down_under_holdem.exact.one_hand import NO_SUIT, Against, look_from
from houseway.games.down_under_holdem.exact.views import SUITS
from houseway.games.down_under_holdem.rules import bet_line
from houseway.games.pricing.suit_classes import SYMBOL_KEYS, ascending_place, couples
from houseway.kernel import counter, inlined, kernel

Counts = npt.NDArray[np.int64]

BOARD: Final = 5
FLOPS: Final = 10  # of a board


def _without(bits: int, low: int, high: int) -> int:
    """Bits without two places; those above them move down."""
    bits = bits & (1 << high) - 1 | bits >> high + 1 << high
    return bits & (1 << low) - 1 | bits >> low + 1 << low


# The places of turn and river among a board's cards; and, by the bits of the cards that are of a suit, the view of the
# flop that is left without these two.
LATE: Final = tuple(combinations(range(BOARD), 2))
TURNS: Final = array("b", [turn for turn, _ in LATE])
RIVERS: Final = array("b", [river for _, river in LATE])
FLOP_VIEWS: Final = array("b", [_without(suited, *late) for suited in range(1 << BOARD) for late in LATE])


class Pairs(NamedTuple):
    """Some of the dealer's pairs of ranks, by the first of them."""

    seconds: Counts  # the other rank, as a mask
    cards: Counts  # how many cards of these ranks are left, those of the first rank itself aside


class Dealt(NamedTuple):
    """A hand and the cards that may still come, by ranks and from the view of each suit, and arrays for a board."""

    left: Counts  # [suit or NO_SUIT, symbol]: cards that may still come
    suits: Counts  # of each suit, the ranks that may still come
    hole: Counts  # of each suit, the ranks of the hand
    key: int  # of the hand, by ranks
    board: Counts  # five symbols, ascending by rank, of equal ranks one of the suit last
    flops: Counts  # [flop of the board]: its number, by ranks
    strengths: Counts  # of the dealer's pairs of ranks with the board, by ranks alone
    ones: Counts  # the ranks that are the first of such a pair
    lower: Pairs  # those that lose to the player by ranks alone
    equal: Pairs  # those that tie


@kernel
def taken_up(turn: int, river: int, turns: int, rivers: int) -> int:
    """In how many ways two symbols can be turn and river, given how many of each are left beside the board."""
    return (turns + 2) * (turns + 1) // 2 if turn == river else (turns + 1) * (rivers + 1)


@counter
def dealt(one: int, two: int, cards: Counts, against: Against) -> Dealt:
    """A hand, the cards that may still come, and arrays to work in."""
    left = np.zeros((SUITS + 1, SYMBOLS), np.int64)
    for suit in range(SUITS + 1):
        look_from(suit, one, two, cards, left[suit])
    suits, hole = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    for card in cards:
        suits[card // 13] |= 1 << card % 13
    hole[one // 13] |= 1 << one % 13
    hole[two // 13] |= 1 << two % 13
    key = SYMBOL_KEYS[one % 13] + SYMBOL_KEYS[two % 13]
    firsts = np.unique(against.ones[: against.of_ranks])
    room = np.zeros(BOARD, np.int64), np.zeros(FLOPS, np.int64), np.zeros(against.of_ranks, np.int64)
    lower = Pairs(np.zeros(13, np.int64), np.zeros(13, np.int64))
    equal = Pairs(np.zeros(13, np.int64), np.zeros(13, np.int64))
    return Dealt(left, suits, hole, key, *room, firsts, lower, equal)


@inlined
@counter
def fill_flops(hand: Dealt) -> None:
    """The number of each flop that a board may begin with, in the order in which `add_board` goes through them."""
    place = 0
    for i in range(BOARD):
        for j in range(i + 1, BOARD):
            first = 0 if i > 0 else 1 if j > 1 else 2
            second = first + 1
            while second == i or second == j:
                second += 1
            third = second + 1
            while third == i or third == j:
                third += 1
            hand.flops[place] = ascending_place(hand.board[first] % 13, hand.board[second] % 13, hand.board[third] % 13)
            place += 1


@inlined
@counter
def add_board(board: Counts, flops: Counts, left: Counts, base: int, margin: int, worth: Counts) -> None:
    """Add the value of a board, which is out of the deck, to every flop that it may begin with, by view."""
    suited = 0
    for i in range(BOARD):
        suited |= (board[i] >= 13) << i
    for place in range(FLOPS):
        i, j = TURNS[place], RIVERS[place]
        turn, river = board[i], board[j]
        if (i + 1 < j and turn == board[i + 1]) or (j + 1 < BOARD and river == board[j + 1]):
            continue  # equal symbols are taken once, where they come last
        ways = taken_up(turn, river, left[turn], left[river])
        flop, view = flops[place], FLOP_VIEWS[FLOPS * suited + place]
        worth[flop, view, 0] += ways * base
        worth[flop, view, 1] += ways * margin


@inlined
@counter
def board_by_ranks(hand: Dealt, against: Against, key: int, player: int) -> tuple[int, int]:
    """Base and margin, by ranks alone, of a board that is out of the deck; stores the strengths of dealers' pairs."""
    left, lower, equal = hand.left[NO_SUIT], hand.lower, hand.equal
    wins = losses = 0
    for rank in hand.ones:
        lower.seconds[rank] = lower.cards[rank] = equal.seconds[rank] = equal.cards[rank] = 0
    for i in range(against.of_ranks):
        one, two = against.ones[i], against.twos[i]
        dealer = best_five(key + SYMBOL_KEYS[one] + SYMBOL_KEYS[two], 0, WHEEL_LOWEST)
        hand.strengths[i] = dealer
        hands = couples(one, two, left[one], left[two])
        wins += hands if player > dealer else 0
        losses += hands if player < dealer else 0
        others = left[two] if one != two else 0
        if player > dealer:
            lower.seconds[one] |= 1 << two
            lower.cards[one] += others
        elif player == dealer:
            equal.seconds[one] |= 1 << two
            equal.cards[one] += others
    return wins * against.returned[bet_line(player)] + losses * against.lost, wins - losses


@inlined
@counter
def with_flush(ones: Counts, seconds: Counts, cards: Counts, left: Counts, free: int, needed: int) -> int:
    """How many hands of some pairs of ranks hold at least one or two cards of a suit; `free` are its ranks left."""
    hands = 0
    for one in ones:
        own = free >> one & 1
        both = COUNTS[seconds[one] & free & ~(1 << one)]
        if needed > 1:
            hands += own * both
        else:
            hands += own * (cards[one] + left[one] * (seconds[one] >> one & 1)) + left[one] * both
    return hands


@inlined
@counter
def board_by_suit(hand: Dealt, left: Counts, mask: int, against: Against, player: int) -> tuple[int, int]:
    """Base and margin of a board with these ranks of a suit; each of the dealer's hands is compared."""
    wins = losses = 0
    for i in range(against.of_ranks):
        one, two = against.ones[i], against.twos[i]
        first, second, ones, twos = left[13 + one], left[13 + two], left[one], left[two]
        for suited in range(4):  # which of the two cards are of the suit
            if one == two:
                hands = 0 if suited > 1 else first * ones if suited else ones * (ones - 1) // 2
            else:
                hands = (first if suited & 1 else ones) * (second if suited & 2 else twos)
            if hands:
                held = mask | (suited & 1) << one | (suited >> 1) << two
                dealer = max(hand.strengths[i], FLUSH_STRENGTHS[held])
                wins += hands if player > dealer else 0
                losses += hands if player < dealer else 0
    return wins * against.returned[bet_line(player)] + losses * against.lost, wins - losses
