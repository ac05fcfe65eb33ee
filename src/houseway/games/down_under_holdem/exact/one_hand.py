"""One hand on a flop, counted exactly against every card that can still come; any cards may be known to be out.

As in `views`, the results over turns, rivers and dealers are what ranks alone give and, for each suit, what its flushes
change. Here they are for one hand, one pair of lights, and a deck from which any cards may be missing. A single flop
takes so few comparisons that plain Python on lists is quick enough; `every_flop` counts all flops together.

All dealers of a board together are worth a *base*, which does not depend on the Play wager, and a *margin*, the wins
less the losses, for each ante in play.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import WHEEL_LOWEST, best_five, outcome
from houseway.games.down_under_holdem.exact.boards import SYMBOLS, pair_number
from houseway.games.down_under_holdem.exact.decision_index import light_pair
from houseway.games.down_under_holdem.exact.views import seen_from
from houseway.games.down_under_holdem.rules import bet_line
from houseway.games.pricing.suit_classes import SYMBOL_KEYS, SYMBOL_MASKS, couples
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Numbers = Counts | list[int]

NO_SUIT: Final = 4  # for cards as mere ranks


class Against(NamedTuple):
    """The dealer's hands with certain lights, and what a player wins and loses against them."""

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


@counter
def fill_pairs(lights: Numbers, x: int, y: int, ones: Numbers, twos: Numbers) -> tuple[int, int]:
    """List the pairs of symbols with two lights, mere ranks first; answer how many there are, and how many of ranks."""
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
    """A hand and the cards that may still come, as a suit sees them; `left` is an array for the counts."""
    for symbol in range(SYMBOLS):
        left[symbol] = 0
    for card in cards:
        left[seen_from(suit, card)] += 1
    a, b = seen_from(suit, one), seen_from(suit, two)
    return Side(left, SYMBOL_KEYS[a] + SYMBOL_KEYS[b], SYMBOL_MASKS[a] + SYMBOL_MASKS[b])


@counter
def board_worth(side: Side, key: int, mask: int, against: Against, pairs: int) -> tuple[int, int]:
    """Base and margin of a board, which is out of the deck, over the first `pairs` pairs of the dealer."""
    left = side.left
    player = best_five(key + side.key, mask + side.mask, WHEEL_LOWEST)
    wins = losses = 0
    for i in range(pairs):
        one, two = against.ones[i], against.twos[i]
        hands = couples(one, two, left[one], left[two])
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
    """Base and margin, by ranks alone, of a flop that is out of the deck; stores those of each turn and river."""
    left = side.left
    flop_key = SYMBOL_KEYS[a] + SYMBOL_KEYS[b] + SYMBOL_KEYS[c]
    base = margin = 0
    for river in range(13):
        for turn in range(river + 1):
            ways = couples(turn, river, left[turn], left[river])
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
def flush_changes(side: Side, a: int, b: int, c: int, against: Against, known: Numbers) -> tuple[int, int]:
    """What flushes of a suit add to the base and margin of a flop, whose symbols are out of the deck.

    `known` has the results of the same flop by ranks.
    """
    left = side.left
    flop_key = SYMBOL_KEYS[a] + SYMBOL_KEYS[b] + SYMBOL_KEYS[c]
    flop_mask = SYMBOL_MASKS[a] + SYMBOL_MASKS[b] + SYMBOL_MASKS[c]
    suited = (a >= 13) + (b >= 13) + (c >= 13)
    base = margin = 0
    for river in range(0 if suited > 2 else 13, SYMBOLS):  # three of the suit are needed on the board
        for turn in range(0 if suited > 1 else 13, river + 1):
            ways = couples(turn, river, left[turn], left[river])
            if ways <= 0:
                continue
            mask = flop_mask + SYMBOL_MASKS[turn] + SYMBOL_MASKS[river]
            left[turn] -= 1
            left[river] -= 1
            key = flop_key + SYMBOL_KEYS[turn] + SYMBOL_KEYS[river]
            board_base, board_margin = board_worth(side, key, mask, against, len(against.ones))
            left[turn] += 1
            left[river] += 1
            by_ranks = 2 * pair_number(turn % 13, river % 13)
            base += ways * (board_base - known[by_ranks])
            margin += ways * (board_margin - known[by_ranks + 1])
    return base, margin


@counter
def flop_worth(
    hole: Numbers, flop: Numbers, cards: Numbers, against: Against, left: Numbers, known: Numbers
) -> tuple[int, int]:
    """Base and margin of a hand on a flop; `cards` are those that may still come.

    `left` and `known` are arrays to work in, for SYMBOLS and 2 x RANK_PAIRS numbers.
    """
    one, two, a, b, c = hole[0], hole[1], flop[0], flop[1], flop[2]
    side = look_from(NO_SUIT, one, two, cards, left)
    base, margin = worth_by_ranks(side, a % 13, b % 13, c % 13, against, known)
    for suit in range(4):
        if a // 13 == suit or b // 13 == suit or c // 13 == suit:
            side = look_from(suit, one, two, cards, left)
            x, y, z = seen_from(suit, a), seen_from(suit, b), seen_from(suit, c)
            more, wider = flush_changes(side, x, y, z, against, known)
            base, margin = base + more, margin + wider
    return base, margin
