"""The kernel of the simulation: it plays rounds of Wild Monkey Pai Gow by looking up a strategy.

The hands of both sides are looked up in the arrays of a strategy, by the class of their cards. The rules' own kernels
answer everything else that a wager needs to know of the cards.
"""

from typing import Final, NamedTuple

import numpy as np

from houseway.cards.card import JOKER
from houseway.cards.hands import JOKER_BIT
from houseway.games.bonuses.cells import Cells as CellTable
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.bonuses.royal_riches_simulated import RichesCells, name_envy
from houseway.games.simulation.block_hands import Masks, hand_masks
from houseway.games.simulation.joint_counter import joint_counter
from houseway.games.simulation.round_counter import Block, Cells, Trace, round_counter
from houseway.games.simulation.session_counter import session_counter
from houseway.games.wild_monkey_pai_gow.exact.class_index import eight_place
from houseway.games.wild_monkey_pai_gow.exact.decided import Decided, decided_hands
from houseway.games.wild_monkey_pai_gow.exact.strengths import (
    MORE_BITS,
    Packed,
    packed_back,
    packed_front,
    packed_more,
)
from houseway.games.wild_monkey_pai_gow.rules import dealer_joker_line, insured_high, main_result, pai_gow_high
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, STAND, SURRENDER
from houseway.kernel import counter, kernel

CARDS: Final = 7
DEALER_CARDS: Final = 8
DECK: Final = JOKER + 1

OFF: Final = -1  # the row of a wager that is off
WIN: Final = 1
NO_RESULT: Final = -2  # of a hand that is surrendered

# Traced of a seat: its hand as set and decided; whether its Royal Riches has action; and the cell of the envy that its
# hand gives others, or none.
HAND, ALIVE, GIVES, FIELDS = range(4)


class Rows(NamedTuple):
    """A number for each bonus wager: its row, OFF for one that is off; or its cell when it has no action."""

    joker: int
    riches: int
    envy: int
    pai_gow: int
    insurance: int
    jackpot: int


class Lookups(NamedTuple):
    """The tables by which rounds are played."""

    seats: int
    players: Decided  # hands of seven as a strategy sets and decides them
    dealers: Packed  # hands of eight, by class
    rows: Rows
    dead: Rows  # the cells of wagers without action
    joker: CellTable  # by line of Dealer Joker, last: without the joker
    joker_push: int
    pai_gow: CellTable  # by 1 + the high card of a pai gow, 0 for none
    insured: CellTable  # the same
    riches: RichesCells
    joker_needs_win: bool
    insured_joker_is_ace: bool
    surrendered_loses: bool
    surrendered_jackpot_loses: bool
    doubles: bool  # whether there is money to double


@kernel
def main_cell(decision: int, result: int) -> int:
    """The cell of the main row: surrender first, then standing and doubling, each with win, push and loss."""
    return 0 if decision == SURRENDER else 3 * decision - 1 - result


@counter
def set_dealers(lookups: Lookups, eights: Masks) -> Packed:
    """Set the dealer's hand of every round."""
    dealers = np.empty(len(eights), np.int32)
    for number in range(len(eights)):
        dealers[number] = lookups.dealers[eight_place(int(eights[number]))]
    return dealers


@counter
def set_players(lookups: Lookups, masks: Masks, trace: Trace, seat: int) -> None:
    """Set and decide the hand of a seat in every round, and note whether its Royal Riches has action."""
    hands = decided_hands(lookups.players, masks)
    for number in range(len(masks)):
        hand = int(hands[number])
        decision = packed_more(hand)
        stands = int(decision == DOUBLE) & int(not lookups.doubles)
        lost = int(decision == SURRENDER) & int(lookups.surrendered_loses)
        trace[number, seat, HAND] = hand + stands * ((STAND - DOUBLE) << MORE_BITS)
        trace[number, seat, ALIVE] = 1 - lost


@counter
def name_cells_against(lookups: Lookups, eights: Masks, dealers: Packed, cells: Cells, trace: Trace, seat: int) -> None:
    """Store the cells of the wagers that look at the dealer's hand: the main ones, Dealer Joker and Dealer Pai Gow."""
    rows, dead = lookups.rows, lookups.dead
    for number in range(len(eights)):
        hand, dealer = int(trace[number, seat, HAND]), int(dealers[number])
        decision, result, lost = packed_more(hand), NO_RESULT, trace[number, seat, ALIVE] == 0
        if decision != SURRENDER:
            result = main_result(packed_front(hand), packed_back(hand), packed_front(dealer), packed_back(dealer))
        high, joker = packed_more(dealer), (int(eights[number]) >> JOKER_BIT) & 1
        cells[0, number, seat] = main_cell(decision, result)
        if rows.joker != OFF:
            cell = int(lookups.joker[dealer_joker_line(high - 1) if joker else -1])
            if joker and lookups.joker_needs_win and result != WIN:
                cell = int(lookups.joker[-1]) if decision == SURRENDER else lookups.joker_push
            cells[rows.joker, number, seat] = dead.joker if lost else cell
        if rows.pai_gow != OFF:
            cell = int(lookups.pai_gow[high if result == WIN else 0])
            cells[rows.pai_gow, number, seat] = dead.pai_gow if lost else cell


@counter
def name_insurance_cells(lookups: Lookups, masks: Masks, cells: Cells, trace: Trace, seat: int) -> None:
    """Store the cells of the insurance against a pai gow."""
    row, dead = lookups.rows.insurance, lookups.dead.insurance
    for number in range(len(masks)):
        mask, lost = int(masks[number]), trace[number, seat, ALIVE] == 0
        high = insured_high(mask) if lookups.insured_joker_is_ace else pai_gow_high(mask)
        cells[row, number, seat] = dead if lost else int(lookups.insured[1 + high])


@counter
def name_riches_cells(lookups: Lookups, masks: Masks, cells: Cells, trace: Trace, seat: int) -> None:
    """Store the cells of Royal Riches and of its jackpot, and the envy that a hand gives."""
    rows, dead, riches = lookups.rows, lookups.dead, lookups.riches
    for number in range(len(masks)):
        made, lost = hands_made(int(masks[number])), trace[number, seat, ALIVE] == 0
        gone = packed_more(int(trace[number, seat, HAND])) == SURRENDER and lookups.surrendered_jackpot_loses
        if rows.riches != OFF:
            cells[rows.riches, number, seat] = dead.riches if lost else int(riches.riches[made])
        if rows.jackpot != OFF:
            cells[rows.jackpot, number, seat] = dead.jackpot if gone else int(riches.jackpot[made])
        trace[number, seat, GIVES] = riches.envy[made]


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds of dealt cards: the hands of the seats one after the other, then the dealer's eight."""
    start = CARDS * lookups.seats
    eights = hand_masks(block, start, start + DEALER_CARDS)
    dealers = set_dealers(lookups, eights)
    for seat in range(lookups.seats):
        masks = hand_masks(block, CARDS * seat, CARDS * (seat + 1))
        set_players(lookups, masks, trace, seat)
        name_cells_against(lookups, eights, dealers, cells, trace, seat)
        name_riches_cells(lookups, masks, cells, trace, seat)
        if lookups.rows.insurance != OFF:
            name_insurance_cells(lookups, masks, cells, trace, seat)
    if lookups.rows.envy != OFF and lookups.seats > 1:
        for number in range(block.rounds):
            name_envy(cells, lookups.rows.envy, number, trace, ALIVE, GIVES)


count_rounds = round_counter(play_rounds)
count_sessions = session_counter(count_rounds)
count_joint = joint_counter(play_rounds)
