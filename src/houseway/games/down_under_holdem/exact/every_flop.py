"""One hand before the flop, counted exactly over all flops, turns, rivers and dealers, whatever cards are out.

Boards are gone through by their ranks. The dealer's hands are valued once for each; then for each suit of which three
or more of these ranks can be, what its flushes change. Both are added to every flop that the board may begin with, and
a flop is worth what its ranks are and what each of its suits adds, as in `one_hand`. It takes some milliseconds
compiled.
"""

from array import array
from itertools import chain, combinations, combinations_with_replacement
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


def _without(bits: int, low: int, high: int) -> int:
    """Bits, those above two places moved down into them."""
    bits = bits & (1 << high) - 1 | bits >> high + 1 << high
    return bits & (1 << low) - 1 | bits >> low + 1 << low


# The places of turn and river among a board's cards; and by which of the five are of a suit, as bits, the view of the
# flop that is left without them.
LATE: Final = tuple(combinations(range(BOARD), 2))
TURNS: Final = array("b", [turn for turn, _ in LATE])
RIVERS: Final = array("b", [river for _, river in LATE])
FLOP_VIEWS: Final = array("b", [_without(suited, *late) for suited in range(1 << BOARD) for late in LATE])

BOARD_RANKS: Final = array("b", chain.from_iterable(combinations_with_replacement(range(13), BOARD)))
RANK_BOARDS: Final = len(BOARD_RANKS) // BOARD


class Pairs(NamedTuple):
    """Some of the dealer's pairs of ranks, by the first of them."""

    seconds: Counts  # the other rank, as a mask
    cards: Counts  # how many cards of these ranks are left, those of the first rank itself aside


class Dealt(NamedTuple):
    """A hand and what may still come, by ranks and as each suit sees it, and room for a board."""

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
def flop_number(one: int, two: int, three: int) -> int:
    """The number of three ranks in ascending order."""
    return three * (three + 1) * (three + 2) // 6 + two * (two + 1) // 2 + one


@kernel
def taken_up(turn: int, river: int, turns: int, rivers: int) -> int:
    """In how many ways two symbols could be turn and river, of which these numbers are left beside the board."""
    return (turns + 2) * (turns + 1) // 2 if turn == river else (turns + 1) * (rivers + 1)


@counter
def dealt(one: int, two: int, cards: Counts, against: Against) -> Dealt:
    """A hand, the cards that may still come, and room to work in."""
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
    """Base and margin of a board, out of the deck, by ranks alone; keeps how strong the dealer's pairs are."""
    left, lower, equal = hand.left[NO_SUIT], hand.lower, hand.equal
    wins = losses = 0
    for rank in hand.ones:
        lower.seconds[rank] = lower.cards[rank] = equal.seconds[rank] = equal.cards[rank] = 0
    for i in range(against.of_ranks):
        one, two = against.ones[i], against.twos[i]
        dealer = best_five(key + SYMBOL_KEYS[one] + SYMBOL_KEYS[two], 0, WHEEL_LOWEST)
        hand.strengths[i] = dealer
        hands = taken(one, two, left[one], left[two])
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
    """Hands of some pairs of ranks that hold at least one or two cards of a suit, of which these ranks are free."""
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
    """Add what flushes change on a board that is known by its ranks, for every suit and whichever cards have it.

    Where the player makes none, and no full house either, each flush of a dealer beats what it did not beat by ranks.
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
    """[suit, flop by ranks, view]: base and margin, those of `NO_SUIT` by ranks alone, the others' in addition."""
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
