"""One round of Wild Monkey, and the loop that counts rounds: the deal, look-ups by class, every wager of the letter.

Both sides' hands are looked up by the class of their cards in the arrays of a strategy; what else a wager asks of the
cards the rules' own kernels answer.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import JOKER
from houseway.cards.hands import JOKER_BIT
from houseway.cards.streams import deal_into, gather
from houseway.games.bonuses.cells import Cells
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.bonuses.royal_riches_simulated import RichesCells, note_envy
from houseway.games.simulation import close_round, new_tally, note
from houseway.games.wild_monkey_pai_gow.class_index import eight_place, seven_place
from houseway.games.wild_monkey_pai_gow.rules import dealer_joker_line, insured_high, main_result, pai_gow_high
from houseway.games.wild_monkey_pai_gow.strengths import Packed, packed_back, packed_front, packed_more
from houseway.games.wild_monkey_pai_gow.variant import SURRENDER
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]

STREAM: Final = 30_400  # the letter's submission, and not the stream of the analysis' deals
HANDS: Final = 7  # the last one is the dealer's
CARDS: Final = 7
DEALT: Final = HANDS * CARDS + 1
DECK: Final = JOKER + 1

WAGERS: Final = 7
MAIN, DEALER_JOKER, RICHES, ENVY, DEALER_PAI_GOW, INSURANCE, JACKPOT = range(WAGERS)
OFF: Final = -1
WIN: Final = 1
NO_RESULT: Final = -2  # of a hand that is surrendered


class Bonuses(NamedTuple):
    """The bonuses as a round looks them up."""

    rows: Counts  # by wager: its row, or OFF
    dead: Counts  # by wager: the cell of a bonus without action
    joker: Cells  # by line of Dealer Joker, last: without the joker
    joker_push: int
    pai_gow: Cells  # by 1 + the high card of a pai gow, 0 for none
    insured: Cells  # the same
    riches: RichesCells
    joker_needs_win: bool
    insured_joker_is_ace: bool
    surrendered_loses: bool
    surrendered_jackpot_loses: bool


class Table(NamedTuple):
    """What a round is played by; hands of seven and of eight are those of a strategy, by class."""

    seats: int
    players: Packed
    dealers: Packed
    bonuses: Bonuses


class Round(NamedTuple):
    """What became of a round, by seat: the cell of each wager, the hand as set and decided, and envy."""

    cells: Counts
    hands: Counts
    alive: Counts  # whether Royal Riches has action
    gives: Counts  # the cell of envy that others get, or -1


@counter
def new_round(seats: int) -> Round:
    """Room for a round."""
    cells = np.full((seats, WAGERS), OFF, np.int64)
    return Round(cells, np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats, np.int64))


@kernel
def main_cell(decision: int, result: int) -> int:
    """The cell of the main row: surrender first, then standing and doubling, each with win, push and loss."""
    return 0 if decision == SURRENDER else 3 * decision - 1 - result


@counter
def hand_of(cards: Counts, place: int) -> int:
    """The mask of one of the seven hands, dealt one card at a time."""
    mask = 0
    for turn in range(CARDS):
        mask += 1 << cards[HANDS * turn + place]
    return mask


@counter
def play_round(cards: Counts, table: Table, played: Round) -> None:
    """Play a round from the top of a deck: seven hands of seven, and the dealer's eighth card."""
    bonuses, rows = table.bonuses, table.bonuses.rows
    eight = hand_of(cards, HANDS - 1) + (1 << cards[DEALT - 1])
    dealer = int(table.dealers[eight_place(eight)])
    front, back, high = packed_front(dealer), packed_back(dealer), packed_more(dealer)
    joker = (eight >> JOKER_BIT) & 1
    joker_cell = bonuses.joker[dealer_joker_line(high - 1) if joker else -1]
    for seat in range(table.seats):
        mask = hand_of(cards, seat)
        hand = int(table.players[seven_place(mask)])
        decision, result = packed_more(hand), NO_RESULT
        if decision != SURRENDER:
            result = main_result(packed_front(hand), packed_back(hand), front, back)
        cells = played.cells[seat]
        played.hands[seat] = hand
        cells[MAIN] = main_cell(decision, result)
        dead = decision == SURRENDER and bonuses.surrendered_loses
        if rows[DEALER_JOKER] != OFF:
            cells[DEALER_JOKER] = joker_cell
            if joker and bonuses.joker_needs_win and result != WIN:
                cells[DEALER_JOKER] = bonuses.joker[-1] if decision == SURRENDER else bonuses.joker_push
        if rows[DEALER_PAI_GOW] != OFF:
            cells[DEALER_PAI_GOW] = bonuses.pai_gow[high if result == WIN else 0]
        if rows[INSURANCE] != OFF:
            own = insured_high(mask) if bonuses.insured_joker_is_ace else pai_gow_high(mask)
            cells[INSURANCE] = bonuses.insured[1 + own]
        if rows[RICHES] != OFF or rows[JACKPOT] != OFF:
            made = hands_made(mask)
            cells[RICHES], played.gives[seat] = bonuses.riches.riches[made], bonuses.riches.envy[made]
            cells[JACKPOT] = bonuses.riches.jackpot[made]
        played.alive[seat] = not dead
        if dead:
            for wager in (DEALER_JOKER, RICHES, DEALER_PAI_GOW, INSURANCE):
                cells[wager] = bonuses.dead[wager]
        if decision == SURRENDER and bonuses.surrendered_jackpot_loses:
            cells[JACKPOT] = bonuses.dead[JACKPOT]


@counter
def deal_round(number: int, seed: int) -> Counts:
    """The cards of a round from the top of the deck, by its number."""
    deck, places = np.arange(DECK), np.empty(DEALT, np.int64)
    deal_into(deck, places, DEALT, seed, STREAM, number)
    return deck[:DEALT]


@counter
def count_rounds(first: int, count: int, seed: int, table: Table, nets: Counts) -> Counts:
    """Play rounds `first` and on, and count their cells."""
    tally, totals = new_tally(nets), np.zeros(len(nets), np.int64)
    deck, places, played = np.arange(DECK), np.empty(DEALT, np.int64), new_round(table.seats)
    rows = table.bonuses.rows
    for number in range(first, first + count):
        deal_into(deck, places, DEALT, seed, STREAM, number)
        play_round(deck, table, played)
        gather(deck, places, DEALT)
        for wager in range(WAGERS):
            if rows[wager] != OFF and wager != ENVY:
                for seat in range(table.seats):
                    note(tally, totals, nets, rows[wager], played.cells[seat, wager])
        if rows[ENVY] != OFF:
            note_envy(tally, totals, nets, rows[ENVY], played.alive, played.gives)
        close_round(tally, totals)
    return tally
