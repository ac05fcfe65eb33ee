"""The kernel of the simulation: rounds of Down Under Blackjack played by looking a strategy up.

A block is played in four steps, each for all its rounds: the seats, the dealers, the cells of the main wagers, those of
the bonuses. A step is a short loop, whose tables stay in the nearest cache.

All hands of a seat that has split began with a card of the same value, so those that wait need only be counted.
"""

from array import array
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import blackjack_total, hard_value
from houseway.cards.streams import deal_alone, deal_rows
from houseway.games.down_under_blackjack.card_values import ACE, CARDS, VALUES
from houseway.games.down_under_blackjack.exact.count import CONTEXTS
from houseway.games.down_under_blackjack.exact.play_out import DOUBLE, HIT, PLAIN, SPLIT, STAND
from houseway.games.down_under_blackjack.matches import fixed_on_down, fixed_on_up, jackpot_line, match_kind
from houseway.games.down_under_blackjack.rules import dealer_draws, is_blackjack, result
from houseway.games.down_under_blackjack.variant import MOST_HANDS, value_of
from houseway.games.round_counter import Block, Bytes, Cells, Deal, Trace, round_counter
from houseway.games.session_counter import session_counter
from houseway.kernel import counter, inlined, kernel

Shorts = npt.NDArray[np.int16]
Places = npt.NDArray[np.uint16]

NONE: Final = 4  # the first decision where there is none: a blackjack on either side
BROKEN: Final = 22  # the total of all hands that have broken
MOST_NET: Final = 2 * MOST_HANDS
OFF: Final = -1  # the row of a wager that is off
REFILL: Final = 1  # an empty shoe is filled from a stream of its own, the next one
VALUE_OF: Final = array("b", [value_of(card) for card in range(52)])
PIPS: Final = array("b", [hard_value(card) for card in CARDS])

# The rules as tables, where every round asks them: by the values of two cards, whether they are a blackjack; by a
# dealer's hand, which is twice its hard total and one more with an ace, whether another card is drawn, and its total;
# by two golds, a player's total and the dealer's, who wins.
NATURALS: Final = array("b", [is_blackjack(one, two) for one in CARDS for two in CARDS])
DEALER_HANDS: Final = 2 * 27
DRAWS: Final = array(
    "b", [dealer_draws(hand // 2, hand % 2, hits) for hits in (False, True) for hand in range(DEALER_HANDS)]
)
DEALER_TOTALS: Final = array("b", [blackjack_total(hand // 2, hand % 2) for hand in range(DEALER_HANDS)])
TOTALS_ROOM: Final = 32
RESULTS: Final = array(
    "b",
    [
        result(total, golds, final)
        for golds in (False, True)
        for total in range(TOTALS_ROOM)
        for final in range(TOTALS_ROOM)
    ],
)

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


class Progress(NamedTuple):
    """How far the rounds of a block are: by round, its first place in its row of cards, and more."""

    starts: Places
    ends: Places  # behind its last card so far
    dealt: Places  # cards in the row
    live: Bytes  # whether a seat has a hand that is not broken
    finals: Bytes  # the dealer's total


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
        deal_alone(cards, row, deal.deck, deal.size, more, seed, deal.stream, number)
        return more
    if dealt > deal.size or start == 0:
        raise ValueError("all cards of the shoe are on the table")
    before, places = cards[row, :start].astype(np.int64), np.zeros(start, np.int64)
    deal_rows(cards[row : row + 1, dealt:], start, before, places, seed, deal.stream + REFILL, number, 1)
    return dealt + start


@counter
def new_progress(rounds: int, dealt: int) -> Progress:
    """Rounds that begin with the first of their cards, so many of which are dealt."""
    starts, ends = np.zeros(rounds, np.uint16), np.zeros(rounds, np.uint16)
    live, finals = np.zeros(rounds, np.uint8), np.zeros(rounds, np.uint8)
    return Progress(starts, ends, np.full(rounds, dealt, np.uint16), live, finals)


@inlined
@counter
def play_seats(block: Block, lookups: Lookups, progress: Progress, trace: Trace) -> None:
    """Play the seats of all rounds in their order; a round is a row of cards, dealt on where they do not suffice."""
    cards, seats, child = block.cards, lookups.seats, lookups.child
    width = len(lookups.totals) - 1
    for row in range(block.rounds):
        start, dealt, live = int(progress.starts[row]), int(progress.dealt[row]), False
        place = start + 2 * (seats + 1)
        dealer = VALUES * VALUE_OF[cards[row, start + seats]] + VALUE_OF[cards[row, place - 1]]
        state = int(lookups.states[dealer])
        for seat in range(seats):
            pair, second = VALUE_OF[cards[row, start + seat]], VALUE_OF[cards[row, start + seats + 1 + seat]]
            alone = int(child[pair])
            hand = int(child[VALUES * alone + second])
            held, stake, context = 2, 1, 0
            hands, waiting, done, decided, added = 1, 0, 0, 0, 0
            ends = NATURALS[dealer] + NATURALS[VALUES * pair + second] > 0
            while not ends:
                total, decision = int(lookups.totals[hand]), STAND
                splits, money = held == 2 and pair == second and hands < lookups.splits_to, added < lookups.most
                if held == 1:
                    decision = HIT
                elif total < 21 and stake == 1 and (context != 1 + ACE or (splits and money)):
                    coded = int(lookups.decisions[width * (CONTEXTS * state + context) + hand])
                    decision = decoded(coded, splits, money)
                    trace[row, seat, SAID + decided] = decision
                    decided, added = decided + 1, added + int(decision >= DOUBLE)
                if decision == STAND:
                    trace[row, seat, TOTALS + done], trace[row, seat, STAKED + done] = total, stake
                    done, waiting, live, ends = done + 1, waiting - 1, live or total < BROKEN, waiting == 0
                elif decision == SPLIT:
                    hands, waiting, context = hands + 1, waiting + 1, 1 + pair
                else:
                    if place >= dealt:
                        dealt = more_cards(cards, row, start, dealt, block.deal, block.seed, block.first + row)
                    second = VALUE_OF[cards[row, place]]
                    hand, place, held = int(child[VALUES * hand + second]), place + 1, held + 1
                    stake = 1 + int(decision == DOUBLE)
                    continue
                if not ends:  # on with a hand of one card
                    hand, held, stake = alone, 1, 1
            trace[row, seat, HANDS], trace[row, seat, SAID + decided] = done, END
        progress.ends[row], progress.dealt[row], progress.live[row] = place, dealt, live


@inlined
@counter
def play_dealers(block: Block, lookups: Lookups, progress: Progress) -> None:
    """The dealers of all rounds draw, where some hand is live."""
    cards, seats, draws = block.cards, lookups.seats, DEALER_HANDS * int(lookups.hits_soft_17)
    for row in range(block.rounds):
        start, place, dealt = int(progress.starts[row]), int(progress.ends[row]), int(progress.dealt[row])
        up, hole = VALUE_OF[cards[row, start + seats]], VALUE_OF[cards[row, start + 2 * seats + 1]]
        hand = 2 * (PIPS[up] + PIPS[hole]) + int(up == ACE or hole == ACE)
        while progress.live[row] and DRAWS[draws + hand]:
            if place >= dealt:
                dealt = more_cards(cards, row, start, dealt, block.deal, block.seed, block.first + row)
            value = VALUE_OF[cards[row, place]]
            place, hand = place + 1, (hand + 2 * PIPS[value]) | int(value == ACE)
        progress.ends[row], progress.dealt[row], progress.finals[row] = place, dealt, DEALER_TOTALS[hand]


@inlined
@counter
def name_main_cells(block: Block, lookups: Lookups, progress: Progress, cells: Cells, trace: Trace) -> None:
    """The cells of the main wagers of all seats."""
    cards, seats, golds = block.cards, lookups.seats, lookups.golds
    for row in range(block.rounds):
        start, final = int(progress.starts[row]), int(progress.finals[row])
        up, hole = VALUE_OF[cards[row, start + seats]], VALUE_OF[cards[row, start + 2 * seats + 1]]
        for seat in range(seats):
            one, two = VALUE_OF[cards[row, start + seat]], VALUE_OF[cards[row, start + seats + 1 + seat]]
            hands = int(trace[row, seat, HANDS])
            first, staked, net = int(trace[row, seat, SAID]), 0, 0
            if hands == 0:
                first, staked, net = NONE, 1, NATURALS[VALUES * one + two] - NATURALS[VALUES * up + hole]
            stood = int(hands == 1) & int(first == STAND)
            results = TOTALS_ROOM * TOTALS_ROOM * (stood & int(golds[one]) & int(golds[two]))
            for hand in range(hands):
                stake = int(trace[row, seat, STAKED + hand])
                staked += stake
                net += stake * RESULTS[results + TOTALS_ROOM * int(trace[row, seat, TOTALS + hand]) + final]
            cells[0, row, seat] = lookups.main_cells[main_place(first, staked, net)]
            trace[row, seat, ENDS] = progress.ends[row]


@inlined
@counter
def name_bonus_cells(block: Block, lookups: Lookups, progress: Progress, cells: Cells) -> None:
    """The cells of the bonuses that are on; all of them want a match of a player's first two cards."""
    cards, seats, rows = block.cards, lookups.seats, lookups.rows
    for row in range(block.rounds):
        start = int(progress.starts[row])
        up, down = int(cards[row, start + seats]), int(cards[row, start + 2 * seats + 1])
        for seat in range(seats):
            one, two = int(cards[row, start + seat]), int(cards[row, start + seats + 1 + seat])
            with_up, with_down = match_place(one, two, up), match_place(one, two, down)
            if rows.up != OFF:
                cells[rows.up, row, seat] = lookups.match_cells[with_up]
            if rows.down != OFF:
                cells[rows.down, row, seat] = lookups.match_cells[with_down]
            if rows.progressive != OFF:
                place = progressive_place(lookups.family, one, two, up, down) if with_up + with_down > 0 else 0
                cells[rows.progressive, row, seat] = lookups.progressive_cells[place]


@inlined
@counter
def play_on(block: Block, lookups: Lookups, progress: Progress, cells: Cells, trace: Trace) -> None:
    """Play the rounds of a block from wherever they begin."""
    play_seats(block, lookups, progress, trace)
    play_dealers(block, lookups, progress)
    name_main_cells(block, lookups, progress, cells, trace)
    name_bonus_cells(block, lookups, progress, cells)


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds, each from a fresh shoe."""
    play_on(block, lookups, new_progress(block.rounds, block.deal.cards), cells, trace)


count_rounds = round_counter(play_rounds)
count_sessions = session_counter(count_rounds)
