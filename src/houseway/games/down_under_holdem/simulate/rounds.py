"""The kernel of the simulation: it plays rounds of Down Under Hold'em by looking up a strategy."""

from array import array
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import ROYAL_FLUSH, outcome
from houseway.games.down_under_holdem.exact.decision_index import hole_class, light_pair, play_place
from houseway.games.down_under_holdem.exact.views import LOSS, RESULTS, TIE
from houseway.games.down_under_holdem.rules import LINES, bet_line, match_line, trips_line
from houseway.games.pricing.suit_classes import triple_class
from houseway.games.simulation.block_hands import Strengths, best_fives, board_sums
from houseway.games.simulation.joint_counter import joint_counter
from houseway.games.simulation.round_counter import Block, Cells, Trace, round_counter
from houseway.games.simulation.session_counter import session_counter
from houseway.kernel import counter, kernel

Bits = npt.NDArray[np.uint8]

DECK: Final = 52
TRIPS: Final = len(LINES["trips-or-better"])
MATCHES: Final = len(LINES["match-the-dealer"])
OFF: Final = -1  # the row of a bonus that is off

# Traced of a seat: its decisions before the flop and after it.
OPENED, LATER, FIELDS = range(3)

# What a seat did after the flop: nothing when it had played before it.
NO_DECISION, FOLD, PLAY = range(3)


class Lookups(NamedTuple):
    """The tables by which rounds are played."""

    seats: int
    preflop: Bits  # [hole class, pair of lights]: check or which Play wager
    flop: Bits  # [pair of lights, eighth of `flop_row`]: a bit a row
    lights: Bits  # of each rank
    trips_row: int
    match_row: int
    dead: bool  # whether the bonuses of a folded hand are dead


# Every round looks into these small tables, made from the rules, which stay in the processor's cache.
BET_LINES: Final = array("b", [bet_line(strength) for strength in range(ROYAL_FLUSH + 1)])
TRIPS_LINES: Final = array("b", [trips_line(strength) for strength in range(ROYAL_FLUSH + 1)])
FLOP_CLASSES: Final = array("h", [triple_class(a, b, c) for c in range(DECK) for b in range(c) for a in range(b)])


@kernel
def flop_class(a: int, b: int, c: int) -> int:
    """The class of a flop in any order: the answer of `triple_class`, from a table a sixth of its size."""
    low, high = min(a, b), max(a, b)
    middle = max(low, min(high, c))
    low, high = min(low, c), max(high, c)
    return FLOP_CLASSES[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low]


@kernel
def flop_row(one: int, two: int, a: int, b: int, c: int) -> int:
    """The place of the plays of a hand on a flop: the answer of `play_row`, without a branch."""
    first = second = third = fourth = 0  # what each suit holds of flop and hand
    for card, shift in ((one, 0), (two, 0), (a, 13), (b, 13), (c, 13)):
        suit, held = card // 13, 1 << shift + card % 13
        first += held if suit == 0 else 0
        second += held if suit == 1 else 0
        third += held if suit == 2 else 0
        fourth += held if suit == 3 else 0
    x, y = one // 13, two // 13
    own = first if x == 0 else second if x == 1 else third if x == 2 else fourth
    other = first if y == 0 else second if y == 1 else third if y == 2 else fourth
    low = 13 * ((first > own) + (second > own) + (third > own) + (fourth > own)) + one % 13
    high = 13 * ((first > other) + (second > other) + (third > other) + (fourth > other)) + two % 13
    tied = 13 if own == other and x != y else 0  # of suits that hold the same, the lower one comes first
    low += tied if x > y else 0
    high += tied if x < y else 0
    return play_place(flop_class(a, b, c), min(low, high), max(low, high))


@kernel
def main_cell(opened: int, later: int, result: int) -> int:
    """The cell of the main row: a fold, then the results of the Play wager after the flop and of those before it."""
    return 0 if later == FOLD else 1 + opened * RESULTS + result


@kernel
def bonus_cell(line: int, lines: int, dead: bool) -> int:
    """The cell of a bonus with `lines` lines: its line, then a loss, then a bonus that is dead with a folded hand."""
    return lines + 1 if dead else line if line >= 0 else lines


@counter
def find_lights(block: Block, lookups: Lookups) -> Bits:
    """The pair of lights of every round."""
    lit = np.empty(block.rounds, np.uint8)
    for number in range(block.rounds):
        x, y = int(block.cards[number, lookups.seats]), int(block.cards[number, 2 * lookups.seats + 1])
        lit[number] = light_pair(int(lookups.lights[x % 13]), int(lookups.lights[y % 13]))
    return lit


@counter
def decide(block: Block, lookups: Lookups, lit: Bits, trace: Trace, seat: int) -> None:
    """What a seat does before the flop in every round, and after it where it has checked."""
    cards, board = block.cards, 2 * (lookups.seats + 1)
    checked, waiting = np.empty(block.rounds, np.int32), 0
    for number in range(block.rounds):
        one, two = int(cards[number, seat]), int(cards[number, seat + lookups.seats + 1])
        opened = int(lookups.preflop[hole_class(one, two), lit[number]])
        trace[number, seat, OPENED], trace[number, seat, LATER] = opened, NO_DECISION
        checked[waiting] = number
        waiting += int(opened == 0)
    for place in range(waiting):
        number = int(checked[place])
        one, two = int(cards[number, seat]), int(cards[number, seat + lookups.seats + 1])
        a, b, c = int(cards[number, board]), int(cards[number, board + 1]), int(cards[number, board + 2])
        row = flop_row(one, two, a, b, c)
        plays = lookups.flop[lit[number], row >> 3] >> (row & 7) & 1
        trace[number, seat, LATER] = PLAY if plays else FOLD


@counter
def name_cells(
    block: Block,
    lookups: Lookups,
    players: Strengths,
    dealers: Strengths,
    cells: Cells,
    trace: Trace,
    seat: int,
) -> None:
    """The cells of a seat in every round."""
    cards, seats = block.cards, lookups.seats
    for number in range(block.rounds):
        opened, later = int(trace[number, seat, OPENED]), int(trace[number, seat, LATER])
        player = int(players[number])
        result = outcome(player, int(dealers[number]))
        how = BET_LINES[player] if result > 0 else LOSS if result < 0 else TIE
        cells[0, number, seat] = main_cell(opened, later, how)
        dead = later == FOLD and lookups.dead
        if lookups.trips_row != OFF:
            cells[lookups.trips_row, number, seat] = bonus_cell(TRIPS_LINES[player], TRIPS, dead)
        if lookups.match_row != OFF:
            one, two = int(cards[number, seat]), int(cards[number, seat + seats + 1])
            x, y = int(cards[number, seats]), int(cards[number, 2 * seats + 1])
            cells[lookups.match_row, number, seat] = bonus_cell(match_line(one, two, x, y), MATCHES, dead)


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds of dealt cards, in the order of docs/deal-order.md."""
    seats = lookups.seats
    step = seats + 1
    board, lit = board_sums(block, 2 * step, 2 * step + 5), find_lights(block, lookups)
    dealers = best_fives(block, board, seats, 2 * step, step)
    for seat in range(seats):
        decide(block, lookups, lit, trace, seat)
        players = best_fives(block, board, seat, 2 * step, step)
        name_cells(block, lookups, players, dealers, cells, trace, seat)


count_rounds = round_counter(play_rounds)
count_sessions = session_counter(count_rounds)
count_joint = joint_counter(play_rounds)
