"""The kernel of the simulation: rounds of Down Under Blackjack played by looking a strategy up.

A block is played in steps, each for all its rounds: seat by seat the hands as they are dealt, then those of them that
play on; the dealers likewise; the cells of the main wagers, those of the bonuses. A step is a short loop whose tables
stay in the nearest cache, and only hands that play on wait for what a card is.

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

# The rules as tables, where every round asks them. A dealer's hand is a number: twice its hard total, one more with an
# ace. By the values of two cards, whether they are a blackjack; by a dealer's hand, whether another card is drawn; by
# two golds, a player's total and a dealer's hand, who wins; by how far a card is above the dealer's, how it matches.
DEALER_HANDS: Final = 2 * 27
NATURALS: Final = array("b", [is_blackjack(one, two) for one in CARDS for two in CARDS])
DRAWS: Final = array(
    "b", [dealer_draws(hand // 2, hand % 2, hits) for hits in (False, True) for hand in range(DEALER_HANDS)]
)
RESULTS: Final = array(
    "b",
    [
        result(total, golds, blackjack_total(hand // 2, hand % 2))
        for golds in (False, True)
        for total in range(BROKEN + 1)
        for hand in range(DEALER_HANDS)
    ],
)
HIGHEST: Final = 51  # of all cards
MATCHES: Final = array("b", [1 + match_kind(max(above, 0), max(-above, 0)) for above in range(-HIGHEST, HIGHEST + 1)])

# Where the cells of a seat stand in the tables.
STAKES: Final = MOST_NET + 1
NETS: Final = 2 * MOST_NET + 1
MAIN_PLACES: Final = (NONE + 1) * STAKES * NETS
MATCH_PLACES: Final = 3 * 3
PROGRESSIVE_PLACES: Final = 15 * 7 * 7

# What is traced of a seat: how many cards the round took, and its decisions up to END: four hands of fewer than 22
# cards each, and three splits. Rounds are traced one by one: those of a block all write where the first one does.
ENDS, SAID = range(2)
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
    """How far the rounds of a block are; where nothing is said, by round. Its first place in its row of cards first."""

    starts: Places
    ends: Places  # behind its last card so far
    dealt: Places  # cards in the row
    live: Bytes  # whether a seat has a hand that is not broken
    dealers: Bytes  # the dealer's hand
    firsts: Bytes  # [seat, round]: its first decision, or NONE
    hands: Bytes  # [seat, round]: how many it played
    totals: Bytes  # [seat, hand, round]
    staked: Bytes  # [seat, hand, round]
    waiting: Places  # the rounds that play on


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
    return 3 * MATCHES[HIGHEST + one - dealer] + MATCHES[HIGHEST + two - dealer]


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
def new_progress(rounds: int, seats: int, dealt: int) -> Progress:
    """Rounds that begin with the first of their cards, so many of which are dealt."""
    places, bytes_ = np.zeros((4, rounds), np.uint16), np.zeros((2, rounds), np.uint8)
    places[2, :] = dealt
    of_seats, of_hands = np.zeros((2, seats, rounds), np.uint8), np.zeros((2, seats, MOST_HANDS, rounds), np.uint8)
    return Progress(
        places[0],
        places[1],
        places[2],
        bytes_[0],
        bytes_[1],
        of_seats[0],
        of_seats[1],
        of_hands[0],
        of_hands[1],
        places[3],
    )


@inlined
@counter
def open_hands(block: Block, lookups: Lookups, progress: Progress, trace: Trace, seat: int) -> int:
    """The first decision of a seat in every round; how many rounds play on. Hands that stand are played with that."""
    cards, seats, child = block.cards, lookups.seats, lookups.child
    width, count = (len(lookups.totals) - 1) * CONTEXTS, 0
    for row in range(block.rounds):
        start = int(progress.starts[row])
        one, two = VALUE_OF[cards[row, start + seat]], VALUE_OF[cards[row, start + seats + 1 + seat]]
        dealer = VALUES * VALUE_OF[cards[row, start + seats]] + VALUE_OF[cards[row, start + 2 * seats + 1]]
        hand = int(child[VALUES * int(child[one]) + two])
        coded = int(lookups.decisions[width * int(lookups.states[dealer]) + hand])
        decision = decoded(coded, one == two and lookups.splits_to > 1, lookups.most > 0)
        natural = NATURALS[dealer] | NATURALS[VALUES * one + two]
        stands = int(decision == STAND) & (1 - natural)
        progress.firsts[seat, row], progress.hands[seat, row] = NONE if natural else decision, stands
        progress.totals[seat, 0, row], progress.staked[seat, 0, row] = lookups.totals[hand], 1
        progress.live[row] |= stands
        trace[0, seat, SAID], trace[0, seat, SAID + 1] = END if natural else decision, END
        progress.waiting[count] = row
        count += 1 - natural - stands
    return count


@inlined
@counter
def play_hands(block: Block, lookups: Lookups, progress: Progress, trace: Trace, seat: int, count: int) -> None:
    """Play the hands of a seat in the first `count` rounds that play on; where cards do not suffice, more are dealt."""
    cards, seats, child = block.cards, lookups.seats, lookups.child
    width = len(lookups.totals) - 1
    for turn in range(count):
        row = int(progress.waiting[turn])
        start, place, dealt = int(progress.starts[row]), int(progress.ends[row]), int(progress.dealt[row])
        pair, second = VALUE_OF[cards[row, start + seat]], VALUE_OF[cards[row, start + seats + 1 + seat]]
        dealer = VALUES * VALUE_OF[cards[row, start + seats]] + VALUE_OF[cards[row, start + 2 * seats + 1]]
        state, alone = int(lookups.states[dealer]), int(child[pair])
        hand = int(child[VALUES * alone + second])
        held, stake, context = 2, 1, 0
        hands, waiting, done, decided, added = 1, 0, 0, 0, 0
        ends = False
        while not ends:
            total, decision = int(lookups.totals[hand]), STAND
            splits, money = held == 2 and pair == second and hands < lookups.splits_to, added < lookups.most
            if held == 1:
                decision = HIT
            elif total < 21 and stake == 1 and (context != 1 + ACE or (splits and money)):
                coded = int(lookups.decisions[width * (CONTEXTS * state + context) + hand])
                decision = decoded(coded, splits, money)
                trace[0, seat, SAID + decided] = decision
                decided, added = decided + 1, added + int(decision >= DOUBLE)
            if decision == STAND:
                progress.totals[seat, done, row], progress.staked[seat, done, row] = total, stake
                progress.live[row] |= int(total < BROKEN)
                done, waiting, ends = done + 1, waiting - 1, waiting == 0
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
        progress.hands[seat, row], trace[0, seat, SAID + decided] = done, END
        progress.ends[row], progress.dealt[row] = place, dealt


@inlined
@counter
def play_dealers(block: Block, lookups: Lookups, progress: Progress) -> None:
    """The dealers' hands as they are dealt; then those draw who must, where some hand is live."""
    cards, seats, draws, count = block.cards, lookups.seats, DEALER_HANDS * int(lookups.hits_soft_17), 0
    for row in range(block.rounds):
        start = int(progress.starts[row])
        up, hole = VALUE_OF[cards[row, start + seats]], VALUE_OF[cards[row, start + 2 * seats + 1]]
        hand = 2 * (PIPS[up] + PIPS[hole]) + (int(up == ACE) | int(hole == ACE))
        progress.dealers[row], progress.waiting[count] = hand, row
        count += int(progress.live[row]) & DRAWS[draws + hand]
    for turn in range(count):
        row = int(progress.waiting[turn])
        hand, place, dealt = int(progress.dealers[row]), int(progress.ends[row]), int(progress.dealt[row])
        while DRAWS[draws + hand]:
            if place >= dealt:
                start = int(progress.starts[row])
                dealt = more_cards(cards, row, start, dealt, block.deal, block.seed, block.first + row)
            value = VALUE_OF[cards[row, place]]
            place, hand = place + 1, (hand + 2 * PIPS[value]) | int(value == ACE)
        progress.ends[row], progress.dealt[row], progress.dealers[row] = place, dealt, hand


@inlined
@counter
def name_main_cells(block: Block, lookups: Lookups, progress: Progress, cells: Cells, seat: int) -> None:
    """The cells of the main wagers of a seat."""
    cards, seats, golds = block.cards, lookups.seats, lookups.golds
    for row in range(block.rounds):
        start, dealer, hands = int(progress.starts[row]), int(progress.dealers[row]), int(progress.hands[seat, row])
        one, two = VALUE_OF[cards[row, start + seat]], VALUE_OF[cards[row, start + seats + 1 + seat]]
        first, staked, net = int(progress.firsts[seat, row]), 0, 0
        if hands == 0:
            up, hole = VALUE_OF[cards[row, start + seats]], VALUE_OF[cards[row, start + 2 * seats + 1]]
            staked, net = 1, NATURALS[VALUES * one + two] - NATURALS[VALUES * up + hole]
        two_golds = int(first == STAND) & int(golds[one]) & int(golds[two])
        for hand in range(hands):
            stake, total = int(progress.staked[seat, hand, row]), int(progress.totals[seat, hand, row])
            staked += stake
            net += stake * RESULTS[DEALER_HANDS * ((BROKEN + 1) * two_golds + total) + dealer]
        cells[0, row, seat] = lookups.main_cells[main_place(first, staked, net)]


@inlined
@counter
def name_bonus_cells(block: Block, lookups: Lookups, progress: Progress, cells: Cells, seat: int) -> None:
    """The cells of the bonuses that are on; all of them want a match of a player's first two cards."""
    cards, seats, rows = block.cards, lookups.seats, lookups.rows
    for row in range(block.rounds):
        start = int(progress.starts[row])
        up, down = int(cards[row, start + seats]), int(cards[row, start + 2 * seats + 1])
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
    for row in range(block.rounds):
        progress.ends[row], progress.live[row] = int(progress.starts[row]) + 2 * (lookups.seats + 1), 0
    for seat in range(lookups.seats):
        count = open_hands(block, lookups, progress, trace, seat)
        play_hands(block, lookups, progress, trace, seat, count)
    play_dealers(block, lookups, progress)
    for seat in range(lookups.seats):
        name_main_cells(block, lookups, progress, cells, seat)
        name_bonus_cells(block, lookups, progress, cells, seat)
        trace[0, seat, ENDS] = progress.ends[0]


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds, each from a fresh shoe."""
    play_on(block, lookups, new_progress(block.rounds, lookups.seats, block.deal.cards), cells, trace)


count_rounds = round_counter(play_rounds)
count_sessions = session_counter(count_rounds)
