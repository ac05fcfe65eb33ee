"""One board: every hand that can still be dealt, and how many dealers it beats.

Only a suit with two cards or more on the board can make a flush. So a card is seen as a *symbol*: one of such a suit,
or a mere rank (see `suit_classes`). A hand is a triple of symbols. The triples are sorted by strength and swept once.
The dealers that a hand beats are the triples of cards below it that hold none of its cards. They are counted by
inclusion and exclusion of one, two and three cards. The sweep also keeps the counts at the qualifier, because dealers
below it do not lose the Ante.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, KEYS, WHEEL_LOWEST, best_five
from houseway.games.premium_holdem.rules import qualifies
from houseway.games.pricing.suit_classes import SYMBOL_KEYS, SYMBOL_MASKS, couples, end_of_tie, sort_by_strength
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

SYMBOLS: Final = 39
MOST_HANDS: Final = SYMBOLS * (SYMBOLS + 1) * (SYMBOLS + 2) // 6


class Board(NamedTuple):
    """A board and every hand, as a triple of symbols in ascending order, that the deck can still give."""

    left: Counts  # cards of each symbol
    cards: Counts  # the cards of each symbol
    one: Counts  # the symbols of each hand
    two: Counts
    three: Counts
    strengths: Counts
    hands: Counts  # in order, the weakest first
    spare: Counts
    dealers: Counts  # those that each hand beats, those of them that do not qualify, those that beat it
    decisions: Counts  # the best one of each hand
    orders: Counts  # in which order its decisions are preferred, by number
    looked: Counts  # how many hole cards look like a hand
    opened: Counts  # how many of these the simple strategies open with, a byte for each


class Swept(NamedTuple):
    """The triples of cards so far: those that hold certain cards of one symbol or of two, and all of them."""

    ones: Counts  # by symbol, then all
    twos: Counts  # by two symbols, the lower one first


@counter
def new_board() -> Board:
    """Arrays that hold one board at a time."""
    return Board(
        np.zeros(SYMBOLS, np.int64),
        np.zeros((SYMBOLS, 4), np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros((MOST_HANDS, 3), np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
    )


@counter
def flush_suits(masks: Counts) -> int:
    """How many suits of a board can make a flush; longer suits come first."""
    return (COUNTS[masks[0]] > 1) + (COUNTS[masks[1]] > 1)  # type: ignore[no-any-return]


@counter
def lay_board(board: Board, masks: Counts, deck: Counts) -> tuple[int, int]:
    """Take the board from the deck and list the rest as symbols; `masks` has the ranks of each suit, longest first.

    The answer is the key and the mask of the board.
    """
    flushes = flush_suits(masks)
    key = mask = 0
    board.left[:] = 0
    for card in deck:
        if masks[card // 13] >> card % 13 & 1:
            key += KEYS[card]
            mask += 1 << card
        else:
            symbol = card + 13 if card // 13 < flushes else card % 13
            board.cards[symbol, board.left[symbol]] = card
            board.left[symbol] += 1
    return key, mask


@counter
def list_hands(board: Board, key: int, mask: int) -> int:
    """List every hand that the deck can still give, with its strength, in order of its place; answer their number."""
    left = board.left
    count = 0
    for three in range(SYMBOLS):
        for two in range(three + 1 if left[three] else 0):
            if left[two] < (2 if two == three else 1):
                continue
            two_key = key + SYMBOL_KEYS[three] + SYMBOL_KEYS[two]
            two_mask = mask + SYMBOL_MASKS[three] + SYMBOL_MASKS[two]
            for one in range(two + 1):
                if left[one] > (one == two) + (one == three):
                    board.one[count], board.two[count], board.three[count] = one, two, three
                    board.strengths[count] = best_five(
                        two_key + SYMBOL_KEYS[one], two_mask + SYMBOL_MASKS[one], WHEEL_LOWEST
                    )
                    count += 1
    return count


@counter
def dealers_without(swept: Swept, one: int, two: int, three: int) -> int:
    """How many triples of cards so far hold no card of a hand; the hand itself, if swept, is counted too."""
    ones, twos = swept.ones, swept.twos
    return (  # type: ignore[no-any-return]
        ones[SYMBOLS] - ones[one] - ones[two] - ones[three] + twos[one, two] + twos[one, three] + twos[two, three]
    )


@counter
def sweep_hand(swept: Swept, left: Counts, one: int, two: int, three: int) -> None:
    """Add the dealer's hands that look like a hand, counting each symbol and each couple of symbols once."""
    ones, twos = swept.ones, swept.twos
    a, b, c = left[one], left[two], left[three]
    with_one = couples(two, three, b - (one == two), c - (one == three))
    with_three = couples(one, two, a - (one == three), b - (two == three))
    ones[one] += with_one
    if one != two:
        ones[two] += couples(one, three, a, c - (two == three))
    if two != three:
        ones[three] += with_three
    twos[one, two] += c - (one == three) - (two == three)
    if two != three:
        twos[one, three] += b - (one == two)
    if one != two:
        twos[two, three] += a
    ones[SYMBOLS] += a * with_one // (1 if one != two else 2 if two != three else 3)


@counter
def copy_swept(swept: Swept, copy: Swept) -> None:
    """Copy the counts so far."""
    for one in range(SYMBOLS):
        copy.ones[one] = swept.ones[one]
        for two in range(one, SYMBOLS):
            copy.twos[one, two] = swept.twos[one, two]
    copy.ones[SYMBOLS] = swept.ones[SYMBOLS]


@counter
def sweep(board: Board, count: int, least: int, swept: Swept, low: Swept) -> None:
    """Count the dealers that each hand beats, those of them that do not qualify, and those that beat it.

    A hand beats every dealer below it and loses to every dealer above it. `low` receives the counts of the dealers that
    do not qualify, which are weaker than `least`.
    """
    one, two, three, dealers = board.one, board.two, board.three, board.dealers
    for hand in range(count):
        board.hands[hand] = hand
    sort_by_strength(board.strengths, board.hands, count, board.spare)
    swept.ones[:] = 0
    swept.twos[:] = 0
    qualified = False
    start = 0
    while start < count:
        stop = end_of_tie(board.strengths, board.hands, start, count)
        if not qualified and qualifies(board.strengths[board.hands[start]], least):
            qualified = True
            copy_swept(swept, low)
        for place in range(start, stop):
            hand = board.hands[place]
            below = dealers_without(swept, one[hand], two[hand], three[hand])
            dealers[hand, 0] = below
            dealers[hand, 1] = dealers_without(low, one[hand], two[hand], three[hand]) if qualified else below
        for place in range(start, stop):
            hand = board.hands[place]
            sweep_hand(swept, board.left, one[hand], two[hand], three[hand])
        for place in range(start, stop):
            hand = board.hands[place]
            dealers[hand, 2] = dealers_without(swept, one[hand], two[hand], three[hand])
        start = stop
    for hand in range(count):
        dealers[hand, 2] = dealers_without(swept, one[hand], two[hand], three[hand]) - dealers[hand, 2]
