"""The kernel of the simulation: it plays rounds of Premium Hold'em by looking up a strategy.

A round looks up little: a byte for the hole cards, two for the strength of a hand, the class of the board and its four
bounds. Only one hand in fifty has to be searched for among the undecided hands of its board.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.premium_holdem.exact.second_street import (
    UNDECIDED,
    board_number,
    by_strength,
    looked_up,
    place_of,
)
from houseway.games.premium_holdem.exact.values import XTRA_LINES
from houseway.games.premium_holdem.rules import LOSS, UNQUALIFIED, WIN, ending
from houseway.games.pricing.suit_classes import triple_class
from houseway.games.simulation.block_hands import Strengths, Sums, best_fives, board_sums
from houseway.games.simulation.joint_counter import joint_counter
from houseway.games.simulation.round_counter import Block, Cells, Trace, round_counter
from houseway.games.simulation.session_counter import session_counter
from houseway.kernel import counter, kernel

Bytes = npt.NDArray[np.uint8]
Small = npt.NDArray[np.uint16]

FOLD, PLAY_3X = 0, 3  # decisions by number: how many antes the Play wager is
ENDS: Final = 2 * XTRA_LINES + 2  # wins with each line, those against a dealer who does not qualify, loss, tie
OPEN: Final = 16  # the bit of hole cards that play 3x
OFF: Final = -1  # the row of a bonus that is off
FIELDS: Final = 1  # traced of a seat: its last decision


class Lookups(NamedTuple):
    """The tables by which rounds are played."""

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
def main_cell(decision: int, line: int, end: int) -> int:
    """The cell of the main row: a fold, then for each Play wager its ending and the line of the X-tra Bonus."""
    if decision == FOLD:
        return 0
    first = 1 + ENDS * (decision - 1)
    if end == WIN:
        return first + line
    if end == UNQUALIFIED:
        return first + XTRA_LINES + line
    return first + ENDS - (2 if end == LOSS else 1)


@counter
def find_boards(block: Block, lookups: Lookups) -> Small:
    """The class of the board of every round."""
    cards, start = block.cards, 3 * (lookups.seats + 1)
    boards = np.empty(block.rounds, np.uint16)
    for number in range(block.rounds):
        a, b = int(cards[number, start]), int(cards[number, start + 1])
        c, d = int(cards[number, start + 2]), int(cards[number, start + 3])
        boards[number] = lookups.classes[board_number(a, b, c, d)]
    return boards


@counter
def find_holes(block: Block, lookups: Lookups, seat: int) -> Bytes:
    """What is looked up for the hole cards of a seat in every round."""
    cards, step = block.cards, lookups.seats + 1
    holes = np.empty(block.rounds, np.uint8)
    for number in range(block.rounds):
        one, two = int(cards[number, seat]), int(cards[number, seat + step])
        holes[number] = lookups.holes[triple_class(one, two, int(cards[number, seat + 2 * step]))]
    return holes


@counter
def decide(
    block: Block,
    lookups: Lookups,
    board: Sums,
    boards: Small,
    holes: Bytes,
    players: Strengths,
    trace: Trace,
    seat: int,
) -> None:
    """The last decision of a seat in every round: at once, or by its board."""
    cards, step = block.cards, lookups.seats + 1
    checked, waiting = np.empty(block.rounds, np.int32), 0
    for number in range(block.rounds):
        trace[number, seat, 0] = PLAY_3X
        checked[waiting] = number
        waiting += int(holes[number] < OPEN or lookups.most < PLAY_3X)
    for place in range(waiting):
        number = int(checked[place])
        laid = int(boards[number])
        plays, folds = int(lookups.bounds[laid, 0]), int(lookups.bounds[laid, 1])
        twice, less = int(lookups.bounds[laid, 2]), int(lookups.bounds[laid, 3])
        decision = by_strength(int(players[number]), plays, folds, twice, less)
        if decision == UNDECIDED:
            one, two = int(cards[number, seat]), int(cards[number, seat + step])
            hand = place_of(int(board.masks[number]), one, two, int(cards[number, seat + 2 * step]))
            start, stop = int(lookups.starts[laid]), int(lookups.starts[laid + 1])
            decision = int(looked_up(lookups.undecided, start, stop, hand))
        trace[number, seat, 0] = min(decision, lookups.most)


@counter
def name_cells(
    block: Block,
    lookups: Lookups,
    holes: Bytes,
    players: Strengths,
    dealers: Strengths,
    cells: Cells,
    trace: Trace,
    seat: int,
) -> None:
    """The cells of a seat in every round."""
    for number in range(block.rounds):
        player = int(players[number])
        end = ending(player, int(dealers[number]), lookups.least)
        cells[0, number, seat] = main_cell(int(trace[number, seat, 0]), int(lookups.xtra[player]), end)
        if lookups.player_row != OFF:
            cells[lookups.player_row, number, seat] = lookups.bonus[player]
        if lookups.hole_row != OFF:
            cells[lookups.hole_row, number, seat] = holes[number] % OPEN


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds of dealt cards, in the order of docs/deal-order.md but without those that are burned."""
    seats = lookups.seats
    step = seats + 1
    board, boards = board_sums(block, 3 * step, 3 * step + 4), find_boards(block, lookups)
    dealers = best_fives(block, board, seats, 3 * step, step)
    for seat in range(seats):
        players, holes = best_fives(block, board, seat, 3 * step, step), find_holes(block, lookups, seat)
        decide(block, lookups, board, boards, holes, players, trace, seat)
        name_cells(block, lookups, holes, players, dealers, cells, trace, seat)


count_rounds = round_counter(play_rounds)
count_sessions = session_counter(count_rounds)
count_joint = joint_counter(play_rounds)
