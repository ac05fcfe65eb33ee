"""One hand, counted exactly against all that can still come, whatever cards are known to be out.

As in `exact_count`, results over turns, rivers and dealers are what ranks alone would give and, for each suit, what
its flushes change; but for one hand, one pair of lights, and a deck from which any cards may be missing. A single flop
takes so few comparisons that it is counted plain, on lists. All flops of a hand take tens of milliseconds compiled:
flops are known by their ranks and by which of them belong to a suit, and boards that look alike from a suit are
counted once.

A board's dealers together are worth a *base*, which is there with any Play wager, and a *margin*, the wins less the
losses, for each ante in play.
"""

from array import array
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import WHEEL_LOWEST, best_five, outcome
from houseway.games.down_under_holdem.exact.boards import RANK_PAIRS, SYMBOLS, pair_number
from houseway.games.down_under_holdem.exact.count import same_view, seen_from
from houseway.games.down_under_holdem.exact.decision_index import light_pair, play_row
from houseway.games.down_under_holdem.rules import bet_line
from houseway.games.suit_classes import SYMBOL_KEYS, SYMBOL_MASKS
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]
Numbers = Counts | list[int]

NO_SUIT: Final = 4  # for cards as mere ranks
RANK_FLOPS: Final = 13 * 14 * 15 // 6


def _board_places() -> tuple["array[int]", int]:
    """By a mask of ranks of a suit where boards with these stand, the ranks of the other cards following; the end."""
    places, place = array("i", bytes(4 << 13)), 0
    for size, others in ((3, RANK_PAIRS), (4, 13), (5, 1)):
        for held in combinations(range(13), size):
            places[sum(1 << rank for rank in held)] = place
            place += others
    return places, place


BOARD_PLACES, BOARDS = _board_places()


class Against(NamedTuple):
    """What a hand is up against: the dealer's hands with certain lights, and what it wins and loses."""

    ones: Numbers  # the pairs of symbols, those of mere ranks first
    twos: Numbers
    of_ranks: int  # how many are of mere ranks
    returned: Numbers  # the base of a win by line of the Bet table, times a scale
    lost: int  # the base of a loss


class Side(NamedTuple):
    """A deck and a hand as one suit sees them, or as mere ranks."""

    left: Numbers  # cards of each symbol that may still come
    key: int  # of the hand
    mask: int


@kernel
def flop_number(one: int, two: int, three: int) -> int:
    """The number of three ranks in ascending order."""
    return three * (three + 1) * (three + 2) // 6 + two * (two + 1) // 2 + one


@kernel
def taken(one: int, two: int, ones: int, twos: int) -> int:
    """In how many ways two symbols, of which these numbers are left, can be taken together."""
    return ones * (ones - 1) // 2 if one == two else ones * twos


@kernel
def board_place(suited: int, a: int, b: int, c: int, d: int, e: int) -> int:
    """Where a board of five symbols stands; `suited` are the ranks, three or more, of those that are of the suit."""
    others = x = y = 0
    for symbol in (a, b, c, d, e):
        if symbol < 13:
            x, y, others = symbol, x, others + 1
    place = BOARD_PLACES[suited]
    if others == 2:
        return place + pair_number(x, y)
    return place + x if others == 1 else place


@counter
def fill_pairs(lights: Numbers, x: int, y: int, ones: Numbers, twos: Numbers) -> tuple[int, int]:
    """The pairs of symbols with two lights, mere ranks first; how many there are, and how many of mere ranks."""
    count = of_ranks = 0
    for two in range(SYMBOLS):
        if two == 13:
            of_ranks = count
        for one in range(two + 1):
            if light_pair(lights[one % 13], lights[two % 13]) == light_pair(x, y):
                ones[count], twos[count] = one, two
                count += 1
    return count, of_ranks


@counter
def look_from(suit: int, one: int, two: int, cards: Numbers, left: Numbers) -> Side:
    """A hand and the cards that may still come as a suit sees them; `left` is room for the counts."""
    for symbol in range(SYMBOLS):
        left[symbol] = 0
    for card in cards:
        left[seen_from(suit, card)] += 1
    a, b = seen_from(suit, one), seen_from(suit, two)
    return Side(left, SYMBOL_KEYS[a] + SYMBOL_KEYS[b], SYMBOL_MASKS[a] + SYMBOL_MASKS[b])


@counter
def board_worth(side: Side, key: int, mask: int, against: Against, pairs: int) -> tuple[int, int]:
    """Base and margin of a board, which is out of the deck, over the first this many pairs of the dealer."""
    left = side.left
    player = best_five(key + side.key, mask + side.mask, WHEEL_LOWEST)
    wins = losses = 0
    for i in range(pairs):
        one, two = against.ones[i], against.twos[i]
        hands = taken(one, two, left[one], left[two])
        if hands:
            dealer = best_five(
                key + SYMBOL_KEYS[one] + SYMBOL_KEYS[two], mask + SYMBOL_MASKS[one] + SYMBOL_MASKS[two], WHEEL_LOWEST
            )
            result = outcome(player, dealer)
            if result > 0:
                wins += hands
            elif result < 0:
                losses += hands
    return wins * against.returned[bet_line(player)] + losses * against.lost, wins - losses


@counter
def worth_by_ranks(side: Side, a: int, b: int, c: int, against: Against, known: Numbers) -> tuple[int, int]:
    """Base and margin of a flop, out of the deck, by ranks alone; `known` keeps those of each turn and river."""
    left = side.left
    flop_key = SYMBOL_KEYS[a] + SYMBOL_KEYS[b] + SYMBOL_KEYS[c]
    base = margin = 0
    for river in range(13):
        for turn in range(river + 1):
            ways = taken(turn, river, left[turn], left[river])
            if ways <= 0:
                continue
            left[turn] -= 1
            left[river] -= 1
            key = flop_key + SYMBOL_KEYS[turn] + SYMBOL_KEYS[river]
            place = 2 * pair_number(turn, river)
            known[place], known[place + 1] = board_worth(side, key, 0, against, against.of_ranks)
            left[turn] += 1
            left[river] += 1
            base += ways * known[place]
            margin += ways * known[place + 1]
    return base, margin


@counter
def flush_changes(
    side: Side, a: int, b: int, c: int, against: Against, known: Numbers, boards: Numbers
) -> tuple[int, int]:
    """What flushes of a suit add to base and margin of a flop, whose symbols are out of the deck.

    `known` is that of the same flop by ranks. `boards` keeps what was counted: base, margin, and whether it was; for
    one flop alone there is nothing to keep, and it is empty.
    """
    left = side.left
    flop_key = SYMBOL_KEYS[a] + SYMBOL_KEYS[b] + SYMBOL_KEYS[c]
    flop_mask = SYMBOL_MASKS[a] + SYMBOL_MASKS[b] + SYMBOL_MASKS[c]
    suited = (a >= 13) + (b >= 13) + (c >= 13)
    base = margin = 0
    for river in range(0 if suited > 2 else 13, SYMBOLS):  # three of the suit are needed on the board
        for turn in range(0 if suited > 1 else 13, river + 1):
            ways = taken(turn, river, left[turn], left[river])
            if ways <= 0:
                continue
            mask = flop_mask + SYMBOL_MASKS[turn] + SYMBOL_MASKS[river]
            place = 3 * board_place(mask, a, b, c, turn, river)
            if len(boards) > 0 and boards[place + 2]:
                board_base, board_margin = boards[place], boards[place + 1]
            else:
                left[turn] -= 1
                left[river] -= 1
                key = flop_key + SYMBOL_KEYS[turn] + SYMBOL_KEYS[river]
                board_base, board_margin = board_worth(side, key, mask, against, len(against.ones))
                left[turn] += 1
                left[river] += 1
                if len(boards) > 0:
                    boards[place], boards[place + 1], boards[place + 2] = board_base, board_margin, 1
            by_ranks = 2 * pair_number(turn % 13, river % 13)
            base += ways * (board_base - known[by_ranks])
            margin += ways * (board_margin - known[by_ranks + 1])
    return base, margin


@counter
def flop_worth(
    hole: Numbers, flop: Numbers, cards: Numbers, against: Against, left: Numbers, known: Numbers, nothing: Numbers
) -> tuple[int, int]:
    """Base and margin of a hand on a flop; `cards` are those that may still come.

    `left` and `known` are room to work in, for SYMBOLS and 2 x RANK_PAIRS numbers; `nothing` is empty.
    """
    base, margin = flop_by_ranks(hole, flop, cards, against, left, known)
    more, wider = flop_by_suits(hole, flop, cards, against, left, known, nothing)
    return base + more, margin + wider


@counter
def flop_by_ranks(
    hole: Numbers, flop: Numbers, cards: Numbers, against: Against, left: Numbers, known: Numbers
) -> tuple[int, int]:
    """The part of `flop_worth` by ranks alone, which fills `known`."""
    side = look_from(NO_SUIT, hole[0], hole[1], cards, left)
    return worth_by_ranks(side, flop[0] % 13, flop[1] % 13, flop[2] % 13, against, known)


@counter
def flop_by_suits(
    hole: Numbers, flop: Numbers, cards: Numbers, against: Against, left: Numbers, known: Numbers, nothing: Numbers
) -> tuple[int, int]:
    """The part of `flop_worth` that flushes add to what is `known` by ranks."""
    one, two, a, b, c = hole[0], hole[1], flop[0], flop[1], flop[2]
    base = margin = 0
    for suit in range(4):
        if a // 13 == suit or b // 13 == suit or c // 13 == suit:
            side = look_from(suit, one, two, cards, left)
            x, y, z = seen_from(suit, a), seen_from(suit, b), seen_from(suit, c)
            more, wider = flush_changes(side, x, y, z, against, known, nothing)
            base, margin = base + more, margin + wider
    return base, margin


# ---- every flop


@counter
def lay(left: Numbers, a: int, b: int, c: int) -> bool:
    """Take three symbols from what is left; whether they were there. `lift` brings them back in any case."""
    left[a] -= 1
    left[b] -= 1
    left[c] -= 1
    return bool(left[a] >= 0 and left[b] >= 0 and left[c] >= 0)


@counter
def lift(left: Numbers, a: int, b: int, c: int) -> None:
    """Undo `lay`."""
    left[a] += 1
    left[b] += 1
    left[c] += 1


@counter
def fill_worth(suit: int, side: Side, against: Against, worth: Counts, known: Counts, boards: Counts) -> None:
    """The worth of every flop by ranks alone (view 0), or for each other view what the flushes of a suit add to it."""
    for c in range(13):
        for b in range(c + 1):
            for a in range(b + 1):
                flop = flop_number(a, b, c)
                for view in range(0 if suit == NO_SUIT else 1, 1 if suit == NO_SUIT else 8):
                    x, y, z = a + 13 * (view & 1), b + 13 * (view >> 1 & 1), c + 13 * (view >> 2)
                    base = margin = 0
                    if lay(side.left, x, y, z) and view == same_view(a, b, c, view):
                        if view == 0:
                            base, margin = worth_by_ranks(side, x, y, z, against, known[flop])
                        else:
                            base, margin = flush_changes(side, x, y, z, against, known[flop], boards)
                    lift(side.left, x, y, z)
                    worth[flop, view, 0], worth[flop, view, 1] = base, margin


@counter
def fill_sides(one: int, two: int, cards: Counts, against: Against) -> Counts:
    """[suit, flop by ranks, view]: base and margin, those of `NO_SUIT` by ranks alone, the others' in addition."""
    worth = np.zeros((NO_SUIT + 1, RANK_FLOPS, 8, 2), np.int64)
    known = np.zeros((RANK_FLOPS, 2 * RANK_PAIRS), np.int64)
    boards = np.zeros(3 * BOARDS, np.int64)
    left = np.zeros(SYMBOLS, np.int64)
    for turn in range(NO_SUIT + 1):
        suit = NO_SUIT - turn  # by ranks first
        boards[:] = 0
        fill_worth(suit, look_from(suit, one, two, cards, left), against, worth[suit], known, boards)
    return worth


@counter
def add_up(worth: Counts, a: int, b: int, c: int) -> tuple[int, int]:
    """Base and margin of a flop, its cards in order of their ranks."""
    flop = flop_number(a % 13, b % 13, c % 13)
    base, margin = worth[NO_SUIT, flop, 0, 0], worth[NO_SUIT, flop, 0, 1]
    for suit in range(4):
        view = (a // 13 == suit) + 2 * (b // 13 == suit) + 4 * (c // 13 == suit)
        if view:
            view = same_view(a % 13, b % 13, c % 13, view)
            base += worth[suit, flop, view, 0]
            margin += worth[suit, flop, view, 1]
    return base, margin


@counter
def count_hand(
    one: int, two: int, cards: Counts, lights: Counts, x: int, y: int, against: Against, after: int, plays: Bits
) -> Counts:
    """All flops of a hand: deals, base, margin, and what a check is worth at best and by the plays of a strategy.

    Args:
        one: a hole card.
        two: the other one.
        cards: those that may still come, in order of their ranks.
        lights: of each rank.
        x: one of the dealer's lights.
        y: the other one.
        against: the dealer's hands.
        after: the antes of the Play wager after the flop, times the scale.
        plays: after the flop by `play_row`, a bit for each pair of lights; none to leave the last figure out.
    """
    worth = fill_sides(one, two, cards, against)
    lit, pair = np.zeros(3, np.int64), light_pair(x, y)
    for card in cards:
        lit[lights[card % 13]] += 1
    boards = (len(cards) - 5) * (len(cards) - 6) // 2
    found = np.zeros(5, np.int64)
    for k in range(len(cards)):
        for j in range(k):
            for i in range(j):
                a, b, c = cards[i], cards[j], cards[k]
                lay(lit, lights[a % 13], lights[b % 13], lights[c % 13])
                deals = taken(x, y, lit[x], lit[y]) * boards
                lift(lit, lights[a % 13], lights[b % 13], lights[c % 13])
                base, margin = add_up(worth, a, b, c)
                play, fold = base + after * margin, against.lost * deals
                found[0] += deals
                found[1] += base
                found[2] += margin
                found[3] += max(play, fold)
                if len(plays):
                    found[4] += play if plays[play_row(one, two, a, b, c)] >> pair & 1 else fold
    return found
