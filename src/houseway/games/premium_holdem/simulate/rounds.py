"""The kernel of the simulation: rounds of Premium Hold'em played by looking a strategy up.

What a round looks up is small: a byte for the hole cards, two for the strength of a hand, the class of the board and
its four bounds; only one hand in fifty is looked for among the undecided ones of its board.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import KEYS, WHEEL_LOWEST, best_five
from houseway.games.premium_holdem.exact.second_street import (
    UNDECIDED,
    board_number,
    by_strength,
    looked_up,
    place_of,
)
from houseway.games.premium_holdem.exact.values import XTRA_LINES
from houseway.games.premium_holdem.rules import LOSS, UNQUALIFIED, WIN, ending
from houseway.games.round_counter import Block, Cells, Trace, round_counter
from houseway.games.session_counter import session_counter
from houseway.games.suit_classes import triple_class
from houseway.kernel import counter, kernel

Bytes = npt.NDArray[np.uint8]
Small = npt.NDArray[np.uint16]

FOLD, PLAY_3X = 0, 3  # decisions by number: how many antes the Play wager is
ENDS: Final = 2 * XTRA_LINES + 2  # wins with each line, those against a dealer who does not qualify, loss, tie
OPEN: Final = 16  # the bit of hole cards that play 3x
OFF: Final = -1  # the row of a bonus that is off
FIELDS: Final = 1  # traced of a seat: its last decision


class Lookups(NamedTuple):
    """What rounds are played by."""

    seats: int
    most: int  # antes that may be played
    least: int  # the weakest dealer's hand that qualifies
    player_row: int
    hole_row: int
    holes: Bytes  # by class of hole cards: the cell of the Hole Card Bonus, and OPEN
    xtra: Bytes  # by strength: the line of the X-tra Bonus table
    bonus: Bytes  # by strength: the cell of the Player Bonus
    classes: Small  # by number of a board: its class
    bounds: Small  # the second street, as `second_street.Table` has it
    starts: npt.NDArray[np.int32]
    undecided: Small


@kernel
def strength_with(key: int, mask: int, one: int, two: int, three: int) -> int:
    """The best five of a board, by its key and mask, and three hole cards."""
    return best_five(
        key + KEYS[one] + KEYS[two] + KEYS[three], mask + (1 << one) + (1 << two) + (1 << three), WHEEL_LOWEST
    )


@kernel
def main_cell(decision: int, line: int, end: int) -> int:
    """The cell of the main row: a fold, then for each Play wager how it ends, with which line of the X-tra Bonus."""
    if decision == FOLD:
        return 0
    first = 1 + ENDS * (decision - 1)
    if end == WIN:
        return first + line
    if end == UNQUALIFIED:
        return first + XTRA_LINES + line
    return first + ENDS - (2 if end == LOSS else 1)


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds of dealt cards, in the order of docs/deal-order.md but without those that are burned."""
    cards, seats = block.cards, lookups.seats
    step = seats + 1
    for number in range(block.rounds):
        a, b = int(cards[number, 3 * step]), int(cards[number, 3 * step + 1])
        c, d = int(cards[number, 3 * step + 2]), int(cards[number, 3 * step + 3])
        key = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d]
        mask = (1 << a) + (1 << b) + (1 << c) + (1 << d)
        board = int(lookups.classes[board_number(a, b, c, d)])
        one, two = int(cards[number, seats]), int(cards[number, seats + step])
        dealer = strength_with(key, mask, one, two, int(cards[number, seats + 2 * step]))
        for seat in range(seats):
            one, two = int(cards[number, seat]), int(cards[number, seat + step])
            three = int(cards[number, seat + 2 * step])
            player = strength_with(key, mask, one, two, three)
            hole = int(lookups.holes[triple_class(one, two, three)])
            decision = PLAY_3X
            if hole < OPEN or lookups.most < PLAY_3X:
                plays, folds = int(lookups.bounds[board, 0]), int(lookups.bounds[board, 1])
                twice, less = int(lookups.bounds[board, 2]), int(lookups.bounds[board, 3])
                decision = by_strength(player, plays, folds, twice, less)
                if decision == UNDECIDED:
                    place = place_of(mask, one, two, three)
                    start, stop = int(lookups.starts[board]), int(lookups.starts[board + 1])
                    decision = int(looked_up(lookups.undecided, start, stop, place))
                decision = min(decision, lookups.most)
            trace[number, seat, 0] = decision
            line = int(lookups.xtra[player])
            cells[0, number, seat] = main_cell(decision, line, ending(player, dealer, lookups.least))
            if lookups.player_row != OFF:
                cells[lookups.player_row, number, seat] = lookups.bonus[player]
            if lookups.hole_row != OFF:
                cells[lookups.hole_row, number, seat] = hole % OPEN


count_rounds = round_counter(play_rounds)
count_sessions = session_counter(count_rounds)
