"""Deals of seven hands and an eighth card, each hand in turn the dealer's: what happens, less its control variates."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.cards.card import JOKER
from houseway.cards.streams import shuffle_into
from houseway.games.wild_monkey_pai_gow.best_seven import HIGHS
from houseway.games.wild_monkey_pai_gow.exact.class_index import eight_place, seven_place
from houseway.games.wild_monkey_pai_gow.exact.main_game import Dealers, Players
from houseway.games.wild_monkey_pai_gow.exact.strengths import at_most, stronger
from houseway.games.wild_monkey_pai_gow.rules import LINES, dealer_joker_line, main_result, pai_gow_line
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, STAND, SURRENDER
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int16]

SHARD: Final = 50_000  # deals
STREAM: Final = 3040  # the letter's submission, so that no other simulation of the same seed sees the same decks

HANDS: Final = 7
OTHERS: Final = HANDS - 1
PAIRS: Final = HANDS * OTHERS
DEALT: Final = 7 * HANDS + 1
DECK_SIZE: Final = JOKER + 1

SCALE: Final = 4096  # of the control variates

# Events of a round: a hand that stands wins or loses, one that is doubled wins or loses; a win on a line of
# Dealer Pai Gow; a win on a line of Dealer Joker.
STAND_WIN, STAND_LOSE, DOUBLE_WIN, DOUBLE_LOSE = RESULTS = (0, 1, 2, 3)
PAI_GOW: Final = 4
JOKERS: Final = PAI_GOW + len(LINES["dealer-pai-gow"])
EVENTS: Final = JOKERS + len(LINES["dealer-joker"])
NO_EVENT: Final = EVENTS  # a place for what is not counted
WAGER_EVENTS: Final = {"dealer-pai-gow": range(PAI_GOW, JOKERS), "dealer-joker": range(JOKERS, EVENTS)}

# What is counted for a plan: events; then what remains of 4096 x the events when the control variates are taken
# away, as a sum and as the sums of the products of each two. A deal leaves at most 350,000 of an event (and, in fact,
# 30,000), so that whatever is dealt no sum of 70 million deals leaves 64 bits.
RAW, REMAINDER, PRODUCTS = range(3)

# A class of player's hands, for each plan: strengths, decision, and 4096 x the probabilities to win and to lose.
FRONT, BACK, DECISION, CONTROL = range(4)
# A class of dealer's hands: strengths, the events of a win against it, and for each plan 4096 x the probabilities
# of the four results.
PAI_GOW_EVENT, JOKER_EVENT, RESULT = 2, 3, 4


# ---- what is known of a class


def _scaled(counts: Counts, total: int) -> Counts:
    """A probability in 1/4096, rounded."""
    return (2 * SCALE * counts + total) // (2 * total)


def player_rows(players: Players, dealers: Dealers) -> Rows:
    """By class and plan: strengths, decision, chances to win and to lose against a dealer of another deck."""
    wins, losses = (_scaled(table, dealers.total) for table in (dealers.beaten, dealers.winning))
    cells = players.cells.T
    decisions = players.decisions.T
    played = decisions != SURRENDER
    fields = cells // HIGHS, cells % HIGHS, decisions, wins[cells] * played, losses[cells] * played
    return np.stack(fields, 2).astype(np.int16)


def dealer_rows(dealers: Dealers, players: Players) -> Rows:
    """By class: strengths, events of a win, and the results' chances against a player of another deck, by plan."""
    lines = np.array([[pai_gow_line(high), dealer_joker_line(high)] for high in range(-1, 13)])[dealers.highs + 1]
    pai_gow = np.where(lines[:, 0] >= 0, PAI_GOW + lines[:, 0], NO_EVENT)
    joker = np.where(dealers.jokers, JOKERS + lines[:, 1], NO_EVENT)
    rows = np.empty((len(dealers.packed), RESULT + len(RESULTS) * len(players.packed)), np.int16)
    for field, column in enumerate((dealers.cells // HIGHS, dealers.cells % HIGHS, pai_gow, joker)):
        rows[:, field] = column
    field = RESULT
    for plan in range(len(players.packed)):
        for decision in (STAND, DOUBLE):
            hands = players.joint(plan, decision)
            for table in (stronger(hands), at_most(hands)):
                rows[:, field] = _scaled(table, players.total).astype(np.int16).ravel()[dealers.cells]
                field += 1
    return rows


# ---- deals


@kernel
def first_result(decision: int) -> int:
    """The event of a win after a decision; that of a loss is the next."""
    return STAND_WIN if decision == STAND else DOUBLE_WIN


@counter
def find_hands(cards: Counts, seats: Counts, houses: Counts) -> None:
    """The classes of the seven hands of a deal, as players' hands and, with the eighth card, as the dealer's."""
    eighth = 1 << cards[DEALT - 1]
    for hand in range(HANDS):
        mask = 0
        for turn in range(7):
            mask += 1 << cards[HANDS * turn + hand]
        seats[hand], houses[hand] = seven_place(mask), eight_place(mask + eighth)


@counter
def count_events(events: Counts, plan: int, players: Rows, dealers: Rows, seats: Counts, houses: Counts) -> None:
    """Count what happens in the 42 rounds of a deal."""
    for seat in range(HANDS):
        hand = players[seats[seat], plan]
        if hand[DECISION] == SURRENDER:
            continue
        front, back, win = int(hand[FRONT]), int(hand[BACK]), first_result(hand[DECISION])
        for house in range(HANDS):
            dealer = dealers[houses[house]]
            result = 0 if house == seat else main_result(front, back, int(dealer[FRONT]), int(dealer[BACK]))
            events[win] += result > 0
            events[win + 1] += result < 0
            events[dealer[PAI_GOW_EVENT]] += result > 0
            events[dealer[JOKER_EVENT]] += result > 0


@counter
def take_controls(events: Counts, plan: int, players: Rows, dealers: Rows, seats: Counts, houses: Counts) -> None:
    """Take the control variates from 4096 x the events: each hand is a player's, and a dealer's, in six rounds."""
    results = RESULT + len(RESULTS) * plan
    for place in range(HANDS):
        hand = players[seats[place], plan]
        win = first_result(hand[DECISION])
        events[win] -= OTHERS * hand[CONTROL]
        events[win + 1] -= OTHERS * hand[CONTROL + 1]
        dealer = dealers[houses[place]]
        for event in range(len(RESULTS)):
            events[event] -= OTHERS * dealer[results + event]
        wins = OTHERS * (dealer[results + STAND_WIN] + dealer[results + DOUBLE_WIN])
        events[dealer[PAI_GOW_EVENT]] -= wins
        events[dealer[JOKER_EVENT]] -= wins


@counter
def add_moments(found: Counts, remainder: Counts) -> None:
    """Add a deal to the sums and to the sums of products; most lines of most deals are 0."""
    for one in range(EVENTS):
        if remainder[one]:
            found[REMAINDER, one] += remainder[one]
            for two in range(EVENTS):
                found[PRODUCTS + one, two] += remainder[one] * remainder[two]


@counter
def simulate_deals(first: int, count: int, seed: int, players: Rows, dealers: Rows) -> Counts:
    """Play deals `first` and on; by plan, what is counted, and event."""
    plans = players.shape[1]
    found = np.zeros((plans, PRODUCTS + EVENTS, EVENTS), np.int64)
    cards, deck = np.empty(DECK_SIZE, np.int64), np.arange(DECK_SIZE)
    seats, houses = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    events = np.empty(EVENTS + 1, np.int64)
    for number in range(first, first + count):
        shuffle_into(cards, deck, DEALT, seed, STREAM, number)
        find_hands(cards, seats, houses)
        for plan in range(plans):
            events[:] = 0
            count_events(events, plan, players, dealers, seats, houses)
            found[plan, RAW] += events[:EVENTS]
            events *= SCALE
            take_controls(events, plan, players, dealers, seats, houses)
            add_moments(found[plan], events)
    return found


def deal_shards(deals: int, seed: int, players: Rows, dealers: Rows) -> list[tuple[Any, ...]]:
    """Arguments of `simulate_deals` that together make so many deals."""
    return [(first, min(SHARD, deals - first), seed, players, dealers) for first in range(0, deals, SHARD)]
