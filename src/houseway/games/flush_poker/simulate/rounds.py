"""The kernel of the simulation: rounds of Flush Poker played by looking a strategy up."""

from typing import Final, NamedTuple

from houseway.cards.hands import flush_hand, longest_flush, longest_straight_flush, outcome
from houseway.games.bonuses.cells import Cells as CellTable
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.bonuses.royal_riches_simulated import MADE, RichesCells, name_envy
from houseway.games.flush_poker.exact.count import LOSE, MATCH, UNQUALIFIED, WIN
from houseway.games.flush_poker.rules import FOLDED_JACKPOT_LOSES, loses_action, straight_flush_of_flush
from houseway.games.flush_poker.strategy.plan import Plan, leading_suit, planned
from houseway.games.round_counter import Block, Bytes, Cells, Trace, round_counter
from houseway.games.session_counter import session_counter
from houseway.kernel import counter, kernel

CARDS: Final = 7

# The cells of the main row: a fold, then for each raise what can become of it.
FOLD: Final = 0
RESULTS: Final = (UNQUALIFIED, WIN, LOSE, MATCH)

# What is traced of a seat: the Bets raised, 0 for a fold; whether its Royal Riches has action; and the cell of the envy
# that its hand gives others, or none.
TIMES, ALIVE, GIVES, FIELDS = range(4)

OFF: Final = -1  # the row of a wager that is off
DEAD: Final = MADE  # the place of a wager without action among the cells of Royal Riches and of the jackpot
NO_ACTION: Final = CARDS + 1  # the same among those of the natural hands


class Terms(NamedTuple):
    """What the operator or a study has chosen."""

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
    """What rounds are played by."""

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
def hand_at(cards: Bytes, number: int, start: int) -> int:
    """The mask of the seven cards of a round from a place on."""
    mask = 0
    for place in range(start, start + CARDS):
        mask |= 1 << int(cards[number, place])
    return mask


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds of dealt cards: the hands of the seats one after the other, then the dealer's."""
    seats, terms, rows = lookups.seats, lookups.terms, lookups.rows
    for number in range(block.rounds):
        dealer = flush_hand(hand_at(block.cards, number, CARDS * seats))
        qualified = dealer >= terms.qualifier
        for seat in range(seats):
            mask = hand_at(block.cards, number, CARDS * seat)
            times = min(planned(lookups.plan, mask, leading_suit(mask)), lookups.most)
            cells[0, number, seat] = main_cell(times, flush_hand(mask), dealer, terms.qualifier)
            lost = loses_action(times == 0, qualified, terms.folded_loses, terms.unqualified_loses)
            gone = loses_action(times == 0, qualified, FOLDED_JACKPOT_LOSES, terms.unqualified_jackpot_loses)
            if rows.straight != OFF:
                run = longest_straight_flush(mask) if terms.any_suit else straight_flush_of_flush(mask)
                cells[rows.straight, number, seat] = lookups.straight[NO_ACTION if lost else run]
            if rows.natural != OFF:
                cells[rows.natural, number, seat] = lookups.natural[NO_ACTION if lost else longest_flush(mask)]
            made = hands_made(mask)
            if rows.riches != OFF:
                cells[rows.riches, number, seat] = lookups.riches.riches[DEAD if lost else made]
            if rows.jackpot != OFF:
                cells[rows.jackpot, number, seat] = lookups.riches.jackpot[DEAD if gone else made]
            trace[number, seat, TIMES], trace[number, seat, ALIVE] = times, not lost
            trace[number, seat, GIVES] = lookups.riches.envy[made]
        if rows.envy != OFF:
            name_envy(cells, rows.envy, number, trace, ALIVE, GIVES)


count_rounds = round_counter(play_rounds)
count_sessions = session_counter(count_rounds)
