"""One hand before the flop, counted exactly over all flops, turns, rivers and dealers, whatever cards are out.

Boards are gone through by their ranks. The dealer's hands are valued once for each; then for each suit of which three
or more of these ranks can be, what its flushes change. Both are added to every flop that the board may begin with, and
a flop is worth what its ranks are and what each of its suits adds, as in `one_hand`. It takes some milliseconds
compiled.
"""

from array import array
from itertools import chain, combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, FLUSH, FLUSH_STRENGTHS, WHEEL_LOWEST, best_five
from houseway.games.down_under_holdem.exact.count import SYMBOLS, same_view
from houseway.games.down_under_holdem.exact.one_hand import NO_SUIT, Against, look_from, taken
from houseway.games.down_under_holdem.rules import bet_line
from houseway.games.suit_classes import SYMBOL_KEYS
from houseway.kernel import counter, inlined, kernel

Counts = npt.NDArray[np.int64]

SUITS: Final = 4
BOARD: Final = 5
FLOPS: Final = 10  # of a board
RANK_FLOPS: Final = 13 * 14 * 15 // 6
FOR_FLUSH: Final = 3  # cards of a suit on a board, at least
VIEWS: Final = 8  # which cards of a flop are of a suit

BOARD_RANKS: Final = array("b", chain.from_iterable(combinations_with_replacement(range(13), BOARD)))
RANK_BOARDS: Final = len(BOARD_RANKS) // BOARD


class Dealt(NamedTuple):
    """A hand and what may still come, by ranks and as each suit sees it, and room for a board."""

    left: Counts  # [suit or NO_SUIT, symbol]: cards that may still come
    suits: Counts  # of each suit, the ranks that may still come
    hole: Counts  # of each suit, the ranks of the hand
    key: int  # of the hand, by ranks
    board: Counts  # five symbols, ascending by rank, of equal ranks one of the suit last
    flops: Counts  # [flop of the board]: its number, by ranks
    strengths: Counts  # of the dealer's pairs of ranks with the board, by ranks alone


@kernel
def flop_number(one: int, two: int, three: int) -> int:
    """The number of three ranks in ascending order."""
    return three * (three + 1) * (three + 2) // 6 + two * (two + 1) // 2 + one


@kernel
def taken_up(turn: int, river: int, turns: int, rivers: int) -> int:
    """In how many ways two symbols could be turn and river, of which these numbers are left beside the board."""
    return (turns + 2) * (turns + 1) // 2 if turn == river else (turns + 1) * (rivers + 1)


@counter
def dealt(one: int, two: int, cards: Counts, pairs: int) -> Dealt:
    """A hand and the cards that may still come; the dealer has so many pairs of ranks."""
    left = np.zeros((SUITS + 1, SYMBOLS), np.int64)
    for suit in range(SUITS + 1):
        look_from(suit, one, two, cards, left[suit])
    suits, hole = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    for card in cards:
        suits[card // 13] |= 1 << card % 13
    hole[one // 13] |= 1 << one % 13
    hole[two // 13] |= 1 << two % 13
    key = SYMBOL_KEYS[one % 13] + SYMBOL_KEYS[two % 13]
    room = np.zeros(BOARD, np.int64), np.zeros(FLOPS, np.int64), np.zeros(pairs, np.int64)
    return Dealt(left, suits, hole, key, *room)


# ---- one board


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
            hand.flops[place] = flop_number(hand.board[first] % 13, hand.board[second] % 13, hand.board[third] % 13)
            place += 1


@inlined
@counter
def add_board(board: Counts, flops: Counts, left: Counts, base: int, margin: int, worth: Counts) -> None:
    """Add what a board, out of the deck, is worth to every flop that it may begin with, by view."""
    place, suited = -1, 0
    for i in range(BOARD):
        suited |= (board[i] >= 13) << i
    for i in range(BOARD):
        for j in range(i + 1, BOARD):
            place += 1
            turn, river = board[i], board[j]
            if (i + 1 < j and turn == board[i + 1]) or (j + 1 < BOARD and river == board[j + 1]):
                continue  # equal symbols are taken once, where they come last
            ways = taken_up(turn, river, left[turn], left[river])
            low = suited & ((1 << j) - 1) | suited >> j + 1 << j
            view = low & ((1 << i) - 1) | low >> i + 1 << i
            flop = flops[place]
            worth[flop, view, 0] += ways * base
            worth[flop, view, 1] += ways * margin


@inlined
@counter
def board_by_ranks(hand: Dealt, against: Against, key: int, player: int) -> tuple[int, int]:
    """Base and margin of a board, out of the deck, by ranks alone; keeps how strong the dealer's pairs are."""
    left = hand.left[NO_SUIT]
    wins = losses = 0
    for i in range(against.of_ranks):
        one, two = against.ones[i], against.twos[i]
        dealer = best_five(key + SYMBOL_KEYS[one] + SYMBOL_KEYS[two], 0, WHEEL_LOWEST)
        hand.strengths[i] = dealer
        hands = taken(one, two, left[one], left[two])
        wins += hands if player > dealer else 0
        losses += hands if player < dealer else 0
    return wins * against.returned[bet_line(player)] + losses * against.lost, wins - losses


@kernel
def with_suit(one: int, two: int, first: int, second: int, ones: int, twos: int) -> int:
    """Hands of two ranks with at least one card of a suit: `first` and `second` are its own, `ones` and `twos` not."""
    return first * ones if one == two else first * (second + twos) + second * ones


@inlined
@counter
def lost_to_flushes(hand: Dealt, left: Counts, size: int, against: Against, player: int) -> tuple[int, int]:
    """Base and margin that dealers' flushes change for a player without one, whom each of them beats."""
    wins = losses = 0
    for i in range(against.of_ranks):
        if player >= hand.strengths[i]:
            one, two = against.ones[i], against.twos[i]
            first, second = left[13 + one], left[13 + two]
            if size > FOR_FLUSH:
                hands = with_suit(one, two, first, second, left[one], left[two])
            else:
                hands = first * second if one != two else 0
            losses += hands
            wins -= hands if player > hand.strengths[i] else 0
    return wins * against.returned[bet_line(player)] + losses * against.lost, wins - losses


@inlined
@counter
def board_by_suit(hand: Dealt, left: Counts, mask: int, against: Against, player: int) -> tuple[int, int]:
    """Base and margin of a board with these ranks of a suit, each of the dealer's hands compared."""
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


@inlined
@counter
def change_by_suit(
    hand: Dealt, suit: int, left: Counts, mask: int, against: Against, player: int, base: int, margin: int
) -> tuple[int, int]:
    """What flushes of a suit, of which the board has these ranks, add to base and margin by ranks alone."""
    flush = FLUSH_STRENGTHS[mask | hand.hole[suit]]
    if flush == 0 and player < FLUSH:
        return lost_to_flushes(hand, left, COUNTS[mask], against, player)
    suited, wider = board_by_suit(hand, left, mask, against, max(player, flush))
    return suited - base, wider - margin


# ---- every board


@inlined
@counter
def lay(left: Counts, symbols: Counts) -> bool:
    """Take some symbols from what is left; whether they were there. `lift` brings them back in any case."""
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
    """Lay a board by its number, known by ranks; whether the deck can give it. `lift` takes it up in any case."""
    for place in range(BOARD):
        hand.board[place] = BOARD_RANKS[BOARD * number + place]
    return lay(hand.left[NO_SUIT], hand.board)


@inlined
@counter
def board_key(board: Counts) -> int:
    """The key of a board that is known by its ranks."""
    key = 0
    for rank in board:
        key += SYMBOL_KEYS[rank]
    return key


@inlined
@counter
def mark_suited(board: Counts, mask: int) -> None:
    """Make cards of a board, known by ranks, cards of a suit: of each rank in the mask the last one."""
    for place in range(BOARD):
        rank = board[place] % 13
        last = place + 1 == BOARD or board[place + 1] % 13 != rank
        board[place] = rank + 13 * (mask >> rank & 1) * last


@inlined
@counter
def add_suits(hand: Dealt, against: Against, player: int, base: int, margin: int, worth: Counts) -> None:
    """Add what flushes change on a board that is known by its ranks, for every suit and whichever cards have it."""
    board, ranks = hand.board, 0
    for rank in board:
        ranks |= 1 << rank
    for suit in range(SUITS):
        held = ranks & hand.suits[suit]
        mask, left = held, hand.left[suit]
        while COUNTS[held] >= FOR_FLUSH and mask:
            if COUNTS[mask] >= FOR_FLUSH:
                mark_suited(board, mask)
                if lay(left, board):
                    more, wider = change_by_suit(hand, suit, left, mask, against, player, base, margin)
                    if more or wider:
                        add_board(board, hand.flops, left, more, wider, worth[suit])
                lift(left, board)
            mask = (mask - 1) & held
    mark_suited(board, 0)


@counter
def fill_worth(one: int, two: int, cards: Counts, against: Against) -> Counts:
    """[suit, flop by ranks, view]: base and margin, those of `NO_SUIT` by ranks alone, the others' in addition."""
    worth = np.zeros((SUITS + 1, RANK_FLOPS, VIEWS, 2), np.int64)
    hand = dealt(one, two, cards, against.of_ranks)
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
    flop = flop_number(a % 13, b % 13, c % 13)
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
    """All flops of a hand: deals, base, margin, and what a check is worth at best.

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
    found = np.zeros(4, np.int64)
    for k in range(len(cards)):
        for j in range(k):
            for i in range(j):
                a, b, c = cards[i], cards[j], cards[k]
                for card in (a, b, c):
                    lit[lights[card % 13]] -= 1
                deals = taken(x, y, lit[x], lit[y]) * boards
                for card in (a, b, c):
                    lit[lights[card % 13]] += 1
                base, margin = add_up(worth, a, b, c)
                found[0] += deals
                found[1] += base
                found[2] += margin
                found[3] += max(base + after * margin, against.lost * deals)
    return found
