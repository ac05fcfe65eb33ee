"""The kernel of the simulation: it plays rounds of Flush Poker by looking up a strategy."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import flush_hand, longest_flush, longest_straight_flush, outcome
from houseway.games.bonuses.cells import Cells as CellTable
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.bonuses.royal_riches_simulated import MADE, RichesCells, name_envy
from houseway.games.flush_poker.exact.count import LOSE, MATCH, UNQUALIFIED, WIN
from houseway.games.flush_poker.rules import FOLDED_JACKPOT_LOSES, loses_action, straight_flush_of_flush
from houseway.games.flush_poker.strategy.plan import Plan, leading_suit, planned
from houseway.games.simulation.block_hands import Masks, hand_masks
from houseway.games.simulation.joint_counter import joint_counter
from houseway.games.simulation.round_counter import Block, Cells, Trace, round_counter
from houseway.games.simulation.session_counter import session_counter
from houseway.kernel import counter, kernel

Strengths = npt.NDArray[np.int32]

CARDS: Final = 7

# The cells of the main row: a fold, then for each raise its possible results.
FOLD: Final = 0
RESULTS: Final = (UNQUALIFIED, WIN, LOSE, MATCH)

# Traced of a seat: the Bets raised, 0 for a fold; whether its Royal Riches has action; and the cell of the envy that
# its hand gives others, or none.
TIMES, ALIVE, GIVES, FIELDS = range(4)

OFF: Final = -1  # the row of a wager that is off
DEAD: Final = MADE  # the place of a wager without action among the cells of Royal Riches and of the jackpot
NO_ACTION: Final = CARDS + 1  # the same among those of the natural hands


class Terms(NamedTuple):
    """The choices of the operator or of a study."""

    qualifier: int  # the least strength with which the dealer qualifies: that of the rules, or a study's
    any_suit: bool  # may hold the straight flush
    folded_loses: bool
    unqualified_loses: bool
    unqualified_jackpot_loses: bool


class Rows(NamedTuple):
    """The rows of the bonus wagers, OFF for one that is off."""

    straight: int
    natural: int
    riches: int
    envy: int
    jackpot: int


class Lookups(NamedTuple):
    """The tables by which rounds are played."""

    seats: int
    terms: Terms
    rows: Rows
    plan: Plan
    most: int  # Bets that may be raised
    straight: CellTable  # by cards in a row of one suit, and NO_ACTION
    natural: CellTable  # by cards of one suit, and NO_ACTION
    riches: RichesCells  # by what `hands_made` answers, and DEAD


@kernel
def main_cell(times: int, player: int, dealer: int, qualifier: int) -> int:
    """The cell of Bet and Raise together (clauses 3A to 5)."""
    if times == 0:
        return FOLD
    result = outcome(player, dealer)
    kind = MATCH if result == 0 else (WIN if result > 0 else LOSE)
    if dealer < qualifier:
        kind = UNQUALIFIED
    return 1 + 4 * (times - 1) + kind - UNQUALIFIED


@counter
def flushes(masks: Masks) -> Strengths:
    """The best flush of every hand."""
    strengths = np.empty(len(masks), np.int32)
    for number in range(len(masks)):
        strengths[number] = flush_hand(int(masks[number]))
    return strengths


@counter
def decide(lookups: Lookups, masks: Masks, dealers: Strengths, trace: Trace, seat: int) -> None:
    """The raise of a seat in every round, whether its Royal Riches has action, and the envy that its hand gives."""
    terms = lookups.terms
    for number in range(len(masks)):
        mask = int(masks[number])
        times = min(planned(lookups.plan, mask, leading_suit(mask)), lookups.most)
        qualified = int(dealers[number]) >= terms.qualifier
        lost = loses_action(times == 0, qualified, terms.folded_loses, terms.unqualified_loses)
        trace[number, seat, TIMES], trace[number, seat, ALIVE] = times, not lost


@counter
def name_main_cells(
    lookups: Lookups, players: Strengths, dealers: Strengths, cells: Cells, trace: Trace, seat: int
) -> None:
    """The cells of Bet and Raise."""
    for number in range(len(players)):
        times, player, dealer = int(trace[number, seat, TIMES]), int(players[number]), int(dealers[number])
        cells[0, number, seat] = main_cell(times, player, dealer, lookups.terms.qualifier)


@counter
def name_natural_cells(lookups: Lookups, masks: Masks, cells: Cells, trace: Trace, seat: int) -> None:
    """The cells of the natural hands."""
    rows, any_suit = lookups.rows, lookups.terms.any_suit
    for number in range(len(masks)):
        mask, alive = int(masks[number]), trace[number, seat, ALIVE] != 0
        if rows.straight != OFF:
            run = longest_straight_flush(mask) if any_suit else straight_flush_of_flush(mask)
            cells[rows.straight, number, seat] = lookups.straight[run if alive else NO_ACTION]
        if rows.natural != OFF:
            cells[rows.natural, number, seat] = lookups.natural[longest_flush(mask) if alive else NO_ACTION]


@counter
def name_riches_cells(
    lookups: Lookups, masks: Masks, dealers: Strengths, cells: Cells, trace: Trace, seat: int
) -> None:
    """The cells of Royal Riches and of its jackpot, and the envy that a hand gives."""
    terms, rows = lookups.terms, lookups.rows
    for number in range(len(masks)):
        made, alive = hands_made(int(masks[number])), trace[number, seat, ALIVE] != 0
        folded, qualified = trace[number, seat, TIMES] == 0, int(dealers[number]) >= terms.qualifier
        gone = loses_action(folded, qualified, FOLDED_JACKPOT_LOSES, terms.unqualified_jackpot_loses)
        if rows.riches != OFF:
            cells[rows.riches, number, seat] = lookups.riches.riches[made if alive else DEAD]
        if rows.jackpot != OFF:
            cells[rows.jackpot, number, seat] = lookups.riches.jackpot[DEAD if gone else made]
        trace[number, seat, GIVES] = lookups.riches.envy[made]


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds of dealt cards: the hands of the seats one after the other, then the dealer's."""
    seats = lookups.seats
    dealers = flushes(hand_masks(block, CARDS * seats, CARDS * (seats + 1)))
    for seat in range(seats):
        masks = hand_masks(block, CARDS * seat, CARDS * (seat + 1))
        decide(lookups, masks, dealers, trace, seat)
        name_main_cells(lookups, flushes(masks), dealers, cells, trace, seat)
        name_natural_cells(lookups, masks, cells, trace, seat)
        name_riches_cells(lookups, masks, dealers, cells, trace, seat)
    if lookups.rows.envy != OFF and lookups.seats > 1:
        for number in range(block.rounds):
            name_envy(cells, lookups.rows.envy, number, trace, ALIVE, GIVES)


count_rounds = round_counter(play_rounds)
count_sessions = session_counter(count_rounds)
count_joint = joint_counter(play_rounds)
