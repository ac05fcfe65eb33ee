"""A round of Flush Poker as the simulation's kernel plays it: cards in, decisions and cells out."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import flush_hand, longest_flush, longest_straight_flush, outcome
from houseway.cards.streams import deal_into, gather
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.bonuses.royal_riches_simulated import MADE, note_envy
from houseway.games.flush_poker.exact_count import LOSE, MATCH, UNQUALIFIED, WIN
from houseway.games.flush_poker.plan import Plan, leading_suit, planned
from houseway.games.flush_poker.rules import FOLDED_JACKPOT_LOSES, loses_action, straight_flush_of_flush
from houseway.games.simulation import close_round, new_tally, note
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Cells = npt.NDArray[np.int8]

STREAM: Final = 3045  # the letter's submission, so that no other simulation of the same seed sees the same decks
CARDS: Final = 7

# The cells of the main row: a fold, then for each raise what can become of it.
FOLD: Final = 0
RESULTS: Final = (UNQUALIFIED, WIN, LOSE, MATCH)

# What a round leaves behind of a seat: the cell of each wager, -1 for none; the Bets raised, 0 for a fold; whether its
# Royal Riches has action; and the cell of the envy that its hand gives others, -1 for none.
MAIN, STRAIGHT, NATURAL, RICHES, ENVY, JACKPOT, TIMES, ALIVE, GIVES, FIELDS = range(10)
WAGERS: Final = TIMES  # so many; envy is counted for the table as a whole
OFF: Final = -1


DEAD: Final = MADE  # the place of a wager without action among its cells


class Terms(NamedTuple):
    """What the operator or a study has chosen."""

    qualifier: int  # the least strength with which the dealer qualifies: that of the rules, or a study's
    any_suit: bool  # may hold the straight flush
    folded_loses: bool
    unqualified_loses: bool
    unqualified_jackpot_loses: bool


class Table(NamedTuple):
    """All that rounds are played by."""

    seats: int
    deck: int  # how many cards it has: the joker is the last one
    terms: Terms
    plan: Plan
    cells: Cells  # by wager: the cell by what `hands_made` answers, or by cards in a row or of a suit; at last DEAD
    rows: Counts  # by wager: the row of the tally, -1 for a wager that is off


@counter
def new_played(seats: int) -> Counts:
    """Room for what a round leaves behind, by seat."""
    return np.full((seats, FIELDS), OFF, np.int64)


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
def hand_of(cards: Counts, place: int, hands: int) -> int:
    """The mask of a hand, dealt one card at a time to so many hands."""
    mask = 0
    for turn in range(CARDS):
        mask |= 1 << cards[turn * hands + place]
    return mask


@counter
def play_bonuses(played: Counts, seat: int, mask: int, qualified: bool, cells: Cells, terms: Terms) -> None:
    """The cells of a seat's bonus wagers, once it has decided."""
    folded = played[seat, TIMES] == 0
    lost = loses_action(folded, qualified, terms.folded_loses, terms.unqualified_loses)
    gone = loses_action(folded, qualified, FOLDED_JACKPOT_LOSES, terms.unqualified_jackpot_loses)
    run = longest_straight_flush(mask) if terms.any_suit else straight_flush_of_flush(mask)
    made = hands_made(mask)
    played[seat, STRAIGHT] = cells[STRAIGHT, DEAD if lost else run]
    played[seat, NATURAL] = cells[NATURAL, DEAD if lost else longest_flush(mask)]
    played[seat, RICHES] = cells[RICHES, DEAD if lost else made]
    played[seat, JACKPOT] = cells[JACKPOT, DEAD if gone else made]
    played[seat, ALIVE] = 0 if lost else 1
    played[seat, GIVES] = cells[ENVY, made]


@counter
def play_round(cards: Counts, seats: int, plan: Plan, cells: Cells, terms: Terms, played: Counts) -> None:
    """Play one round from the top of a deck: every seat decides by the plan, every wager gets its cell.

    A compiled call pays for every array that it is given, so it is given no more than it needs.
    """
    dealer = flush_hand(hand_of(cards, seats, seats + 1))
    qualified = dealer >= terms.qualifier
    for seat in range(seats):
        mask = hand_of(cards, seat, seats + 1)
        times = planned(plan, mask, leading_suit(mask))
        played[seat, TIMES] = times
        played[seat, MAIN] = main_cell(times, flush_hand(mask), dealer, terms.qualifier)
        play_bonuses(played, seat, mask, qualified, cells, terms)


@counter
def count_rounds(first: int, count: int, seed: int, table: Table, nets: Counts) -> Counts:
    """Play rounds `first` and on; an array like `new_tally`'s."""
    seats, deck, terms, plan, cells, rows = table
    tally, totals = new_tally(nets), np.zeros(len(nets), np.int64)
    cards, places = np.arange(deck), np.empty(deck, np.int64)
    dealt = CARDS * (seats + 1)
    played = new_played(seats)
    for number in range(first, first + count):
        deal_into(cards, places, dealt, seed, STREAM, number)
        play_round(cards, seats, plan, cells, terms, played)
        gather(cards, places, dealt)
        for seat in range(seats):
            for wager in range(WAGERS):
                if rows[wager] != OFF and wager != ENVY:
                    note(tally, totals, nets, rows[wager], played[seat, wager])
        if rows[ENVY] != OFF and seats > 1:
            note_envy(tally, totals, nets, rows[ENVY], played[:, ALIVE], played[:, GIVES])
        close_round(tally, totals)
    return tally


@counter
def deal_round(number: int, seed: int, table: Table) -> Counts:
    """The cards that round `number` deals, from the top of the deck."""
    cards, places = np.arange(table.deck), np.empty(table.deck, np.int64)
    dealt = CARDS * (table.seats + 1)
    deal_into(cards, places, dealt, seed, STREAM, number)
    return cards[:dealt]
