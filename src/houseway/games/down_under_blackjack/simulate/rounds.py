"""The kernel of the simulation: rounds of Down Under Blackjack played by looking a strategy up.

All hands of a seat that has split began with a card of the same value, so those that wait need only be counted.
"""

from array import array
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import blackjack_total, hard_value
from houseway.cards.streams import deal_rounds, deal_rows
from houseway.games.down_under_blackjack.card_values import ACE, CARDS, VALUES
from houseway.games.down_under_blackjack.exact.count import CONTEXTS
from houseway.games.down_under_blackjack.exact.play_out import DOUBLE, HIT, PLAIN, SPLIT, STAND
from houseway.games.down_under_blackjack.matches import fixed_on_down, fixed_on_up, jackpot_line, match_kind
from houseway.games.down_under_blackjack.rules import dealer_draws, is_blackjack, result
from houseway.games.down_under_blackjack.variant import MOST_HANDS, value_of
from houseway.games.round_counter import Block, Bytes, Cells, Deal, Trace, round_counter
from houseway.games.session_counter import session_counter
from houseway.kernel import counter, kernel

Shorts = npt.NDArray[np.int16]
Ints = npt.NDArray[np.int64]

NONE: Final = 4  # the first decision where there is none: a blackjack on either side
BROKEN: Final = 22  # the total of all hands that have broken
MOST_NET: Final = 2 * MOST_HANDS
OFF: Final = -1  # the row of a wager that is off
REFILL: Final = 1  # an empty shoe is filled from a stream of its own, the next one
VALUE_OF: Final = array("b", [value_of(card) for card in range(52)])
PIPS: Final = array("b", [hard_value(card) for card in CARDS])

# Where the cells of a seat stand in the tables.
STAKES: Final = MOST_NET + 1
NETS: Final = 2 * MOST_NET + 1
MAIN_PLACES: Final = (NONE + 1) * STAKES * NETS
MATCH_PLACES: Final = 3 * 3
PROGRESSIVE_PLACES: Final = 15 * 7 * 7

# What is traced of a seat: how many cards the round took, how many hands were played, the total and the stake of each,
# and its decisions up to END: four hands of fewer than 22 cards each, and three splits.
ENDS, HANDS, TOTALS = range(3)
STAKED: Final = TOTALS + MOST_HANDS
SAID: Final = STAKED + MOST_HANDS
FIELDS: Final = SAID + 128
END: Final = 255


class Rows(NamedTuple):
    """The rows of the bonus wagers, OFF for one that is off."""

    up: int
    down: int
    progressive: int


class Lookups(NamedTuple):
    """What rounds are played by."""

    seats: int
    hits_soft_17: bool
    splits_to: int  # hands
    most: int  # wagers that doubles and splits may add
    family: int  # of the progressive's tables
    rows: Rows
    states: Shorts  # [value of the up card][value of the hole card]: the state of a strategy
    golds: Bytes  # by value
    child: Shorts  # [hand][value]: the hand with one more card; the last one is that of all broken hands
    totals: Bytes  # by hand
    decisions: Bytes  # [state][context][hand], as `main_game.Strategy` describes them
    main_cells: Shorts  # by `main_place`
    match_cells: Shorts  # by `match_place`
    progressive_cells: Shorts  # by `progressive_place`


@kernel
def main_place(first: int, staked: int, net: int) -> int:
    """Where the cell of the main wagers stands: by first decision, amount staked and net result."""
    return NETS * (STAKES * first + staked) + net + MOST_NET


@kernel
def decoded(coded: int, splits: bool, money: bool) -> int:
    """What a strategy decides, where the hand may be split or not, with money to double or split or without."""
    if not money:
        return (coded >> PLAIN) & 3
    return coded & 3 if splits else (coded >> 2) & 3


@kernel
def match_place(one: int, two: int, dealer: int) -> int:
    """Where the cell of Match The Dealer stands: how each of a player's cards matches the dealer's; 0 for no match."""
    return 3 * (match_kind(one, dealer) + 1) + match_kind(two, dealer) + 1


@kernel
def progressive_place(family: int, one: int, two: int, up: int, down: int) -> int:
    """Where the cell of the progressive stands: jackpot line, and what is fixed for the up and the down card."""
    place = 49 * (1 + jackpot_line(family, one, two, up, down))
    return place + 7 * (1 + fixed_on_up(family, one, two, up, down)) + 1 + fixed_on_down(family, one, two, up, down)


@counter
def more_cards(cards: Bytes, row: int, start: int, dealt: int, deal: Deal, seed: int, number: int) -> int:
    """Deal a shoe on; how many cards are dealt then.

    An empty shoe is filled with the cards that were out before the round, which began at `start`.
    """
    if dealt < deal.size:
        more = min(dealt + dealt // 2, deal.size)
        deal_rounds(cards[row : row + 1], deal.deck, deal.size, more, seed, deal.stream, number, 1)
        return more
    if dealt > deal.size or start == 0:
        raise ValueError("all cards of the shoe are on the table")
    before, places = cards[row, :start].astype(np.int64), np.zeros(start, np.int64)
    deal_rows(cards[row : row + 1, dealt:], start, before, places, seed, deal.stream + REFILL, number, 1)
    return dealt + start


@counter
def play_round(
    block: Block, row: int, start: int, dealt: int, lookups: Lookups, cells: Cells, trace: Trace, turn: int
) -> tuple[int, int]:
    """Play a round from a place in a row of cards on; the place where it ends, and how many cards are dealt then.

    The number of the shuffle is that of the block's first round, and `row` more.
    """
    cards, seats, number = block.cards, lookups.seats, block.first + row
    place, live = start + 2 * (seats + 1), False
    up, hole = int(cards[row, start + seats]), int(cards[row, place - 1])
    dealer_blackjack = is_blackjack(up, hole)
    state = int(lookups.states[VALUES * VALUE_OF[up] + VALUE_OF[hole]])
    width = len(lookups.totals) - 1
    for seat in range(seats):
        one, two = int(cards[row, start + seat]), int(cards[row, start + seats + 1 + seat])
        pair, second = VALUE_OF[one], VALUE_OF[two]
        alone = int(lookups.child[pair])
        hand = int(lookups.child[VALUES * alone + second])
        held, stake, context = 2, 1, 0
        hands, waiting, done, decided, added = 1, 0, 0, 0, 0
        ends = dealer_blackjack or is_blackjack(one, two)
        while not ends:
            total, decision = int(lookups.totals[hand]), STAND
            splits, money = held == 2 and pair == second and hands < lookups.splits_to, added < lookups.most
            if held == 1:
                decision = HIT
            elif total < 21 and stake == 1 and (context != 1 + ACE or (splits and money)):
                coded = int(lookups.decisions[width * (CONTEXTS * state + context) + hand])
                decision = decoded(coded, splits, money)
                trace[turn, seat, SAID + decided] = decision
                decided, added = decided + 1, added + int(decision >= DOUBLE)
            if decision == STAND:
                trace[turn, seat, TOTALS + done], trace[turn, seat, STAKED + done] = total, stake
                done, waiting, live, ends = done + 1, waiting - 1, live or total < BROKEN, waiting == 0
            elif decision == SPLIT:
                hands, waiting, context = hands + 1, waiting + 1, 1 + pair
            else:
                if place >= dealt:
                    dealt = more_cards(cards, row, start, dealt, block.deal, block.seed, number)
                second = VALUE_OF[cards[row, place]]
                hand, place, held = int(lookups.child[VALUES * hand + second]), place + 1, held + 1
                stake = 1 + int(decision == DOUBLE)
                continue
            if not ends:  # on with a hand of one card
                hand, held, stake = alone, 1, 1
        trace[turn, seat, HANDS], trace[turn, seat, SAID + decided] = done, END
    hard, aces = hard_value(up) + hard_value(hole), int(VALUE_OF[up] == ACE) + int(VALUE_OF[hole] == ACE)
    while live and dealer_draws(hard, aces, lookups.hits_soft_17):
        if place >= dealt:
            dealt = more_cards(cards, row, start, dealt, block.deal, block.seed, number)
        value = VALUE_OF[cards[row, place]]
        place, hard, aces = place + 1, hard + PIPS[value], aces + int(value == ACE)
    final = blackjack_total(hard, aces)
    for seat in range(seats):
        one, two = int(cards[row, start + seat]), int(cards[row, start + seats + 1 + seat])
        trace[turn, seat, ENDS] = place
        name_main_cell(lookups, cells, trace, turn, seat, dealer_blackjack, final, one, two)
        name_bonus_cells(lookups, cells, turn, seat, one, two, up, hole)
    return place, dealt


@counter
def name_main_cell(
    lookups: Lookups,
    cells: Cells,
    trace: Trace,
    turn: int,
    seat: int,
    dealer_blackjack: bool,
    final: int,
    one: int,
    two: int,
) -> None:
    """The cell of the main wagers of a seat."""
    hands = int(trace[turn, seat, HANDS])
    first, staked, net = NONE, 1, 1
    if hands > 0:
        first, staked, net = int(trace[turn, seat, SAID]), 0, 0
    elif dealer_blackjack:
        net = 0 if is_blackjack(one, two) else -1
    stood = hands == 1 and first == STAND
    golds = stood and lookups.golds[VALUE_OF[one]] > 0 and lookups.golds[VALUE_OF[two]] > 0
    for hand in range(hands):
        stake = int(trace[turn, seat, STAKED + hand])
        staked += stake
        net += stake * result(int(trace[turn, seat, TOTALS + hand]), golds, final)
    cells[0, turn, seat] = lookups.main_cells[main_place(first, staked, net)]


@counter
def name_bonus_cells(
    lookups: Lookups, cells: Cells, turn: int, seat: int, one: int, two: int, up: int, down: int
) -> None:
    """The cells of the bonuses that are on; all of them want a match of a player's first two cards."""
    rows = lookups.rows
    with_up, with_down = match_place(one, two, up), match_place(one, two, down)
    if rows.up != OFF:
        cells[rows.up, turn, seat] = lookups.match_cells[with_up]
    if rows.down != OFF:
        cells[rows.down, turn, seat] = lookups.match_cells[with_down]
    if rows.progressive != OFF:
        place = progressive_place(lookups.family, one, two, up, down) if with_up + with_down > 0 else 0
        cells[rows.progressive, turn, seat] = lookups.progressive_cells[place]


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds, each from a fresh shoe."""
    for number in range(block.rounds):
        play_round(block, number, 0, block.deal.cards, lookups, cells, trace, number)


count_rounds = round_counter(play_rounds)
count_sessions = session_counter(count_rounds)
