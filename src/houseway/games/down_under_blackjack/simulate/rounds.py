"""The kernel of the simulation: rounds from a shoe, decided by looking a strategy up, and settled into cells.

Rounds are played a block at a time, first all seats, then all dealers, then the settling: to hand arrays to a compiled
function takes longer than to play a hand. What the functions work with:

- `rows`: [row]: the cards of a shoe as they are dealt; `shoes` tells of each row which shuffle it is and how far it is
  dealt; `cards` is the deck in its order, `places` room to shuffle it;
- `book`: what rules, states and pay tables say, by the places below;
- `child`: [hand][value] the hand with one more card, or -1 when it breaks;
- `decisions`: [state][context][hand] of the strategy, as `exact.Strategy` describes them;
- `dealers`: a row for each round, by the places below; a round is dealt from row number (round mod number of rows);
- `seats`: a row for each seat of each round, by the places below; `said` what it decided.
"""

from array import array
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import blackjack_total, hard_value
from houseway.cards.streams import deal_rows
from houseway.games.down_under_blackjack.exact_count import CONTEXTS
from houseway.games.down_under_blackjack.exact_hands import ACE, CARDS, VALUES, Ints
from houseway.games.down_under_blackjack.exact_play import DOUBLE, HIT, SPLIT, STAND, Bytes
from houseway.games.down_under_blackjack.exact_variant import MOST_HANDS, value_of
from houseway.games.down_under_blackjack.matches import fixed_on_down, fixed_on_up, jackpot_line, match_kind
from houseway.games.down_under_blackjack.rules import dealer_draws, is_blackjack, result
from houseway.kernel import counter

Shorts = npt.NDArray[np.int16]

NONE: Final = 4  # the first decision where there is none: a blackjack on either side
BROKEN: Final = 22
MOST_NET: Final = 2 * MOST_HANDS
OFF: Final = -1
REFILL: Final = 1  # an empty shoe is filled from a stream of its own, the next one
VALUE_OF: Final = array("b", [value_of(card) for card in range(52)])
PIPS: Final = array("b", [hard_value(card) for card in CARDS])

# A shoe: the number of its shuffle, how many of its cards are dealt.
NUMBER, DEALT = range(2)
SHOE: Final = 2

# The book.
HITS_SOFT_17, SPLITS_TO, FAMILY, UP_ROW, DOWN_ROW, PROGRESSIVE_ROW = range(6)
STATES: Final = 6  # [value of the up card][value of the hole card]: the state
GOLDS: Final = STATES + VALUES * VALUES  # [value]
MATCH_CELLS: Final = GOLDS + VALUES  # [match of the first card + 1][of the second + 1]
PROGRESSIVE_CELLS: Final = MATCH_CELLS + 9  # [jackpot line + 1][fixed on up + 1][fixed on down + 1]
MAIN_CELLS: Final = PROGRESSIVE_CELLS + 15 * 7 * 7  # [first decision][staked][net + MOST_NET]
STAKES: Final = MOST_NET + 1
NETS: Final = 2 * MOST_NET + 1
BOOK: Final = MAIN_CELLS + (NONE + 1) * STAKES * NETS

# The dealer of a round: cards, whether a hand is live, final total; the places of the row where the round lies.
UP, HOLE, LIVE, FINAL, BEGINS, ENDS = range(6)
DEALER: Final = 6

# A seat of a round: its cards, how many hands, whether two golds stood; then by hand, then by row of cells.
ONE, TWO, HANDS, TWO_GOLDS = range(4)
TOTALS: Final = 4
STAKED: Final = TOTALS + MOST_HANDS
CELLS: Final = STAKED + MOST_HANDS
SEAT: Final = CELLS + 4

# What a seat said: decisions up to END; four hands of fewer than 22 cards each, and three splits.
SAID: Final = 128
END: Final = 255


# ---- play


@counter
def more_cards(
    rows: Bytes, row: int, start: int, shoes: Ints, cards: Ints, places: Ints, seed: int, stream: int
) -> None:
    """Deal a shoe on; an empty one is filled with the cards that were out before the round, which began at `start`."""
    dealt, number = shoes[row, DEALT], shoes[row, NUMBER]
    if dealt < len(cards):
        shoes[row, DEALT] = min(dealt + dealt // 2, len(cards))
        deal_rows(rows[row : row + 1], shoes[row, DEALT], cards, places, seed, stream, number, 1)
    elif dealt == len(cards) and start > 0:
        shoes[row, DEALT] = dealt + start
        before = rows[row, :start].astype(np.int64)
        deal_rows(rows[row : row + 1, dealt:], start, before, places, seed, stream + REFILL, number, 1)
    else:
        raise ValueError("all cards of the shoe are on the table")


@counter
def play_seats(
    first: int,
    last: int,
    players: int,
    seed: int,
    stream: int,
    rows: Bytes,
    shoes: Ints,
    cards: Ints,
    places: Ints,
    book: Shorts,
    child: Shorts,
    decisions: Bytes,
    dealers: Ints,
    seats: Ints,
    said: Bytes,
) -> None:
    """Deal rounds `first` to `last`, each from where `dealers` says that it begins, and play their seats in order.

    All hands of a seat that has split began with a card of the same value, so those that wait need only be counted.
    """
    width = len(child) // VALUES
    for turn in range(first, last + 1):
        row, start = turn % len(shoes), dealers[turn, BEGINS]
        place, live = start + 2 * (players + 1), False
        up, hole = int(rows[row, start + players]), int(rows[row, place - 1])
        state = int(book[STATES + VALUES * VALUE_OF[up] + VALUE_OF[hole]])
        for player in range(players):
            seat = turn * players + player
            one, two = int(rows[row, start + player]), int(rows[row, start + players + 1 + player])
            pair, second = VALUE_OF[one], VALUE_OF[two]
            hand, hard = int(child[VALUES * int(child[pair]) + second]), PIPS[pair] + PIPS[second]
            aces, held, stake, context = int(pair == ACE) + int(second == ACE), 2, 1, 0
            hands, waiting, done, decided = 1, 0, 0, 0
            ends = is_blackjack(up, hole) or is_blackjack(one, two)
            while not ends:
                total, decision = blackjack_total(hard, aces), STAND
                splits = held == 2 and pair == second and hands < book[SPLITS_TO]
                if held == 1:
                    decision = HIT
                elif total < 21 and stake == 1 and (context != 1 + ACE or splits):
                    coded = int(decisions[width * (CONTEXTS * state + context) + hand])
                    decision = coded & 3 if splits else (coded >> 2) & 3
                    said[seat, decided] = decision
                    decided += 1
                if decision == STAND:
                    seats[seat, TOTALS + done], seats[seat, STAKED + done] = total, stake
                    done, waiting, live, ends = done + 1, waiting - 1, live or total < BROKEN, waiting == 0
                elif decision == SPLIT:
                    hands, waiting, context = hands + 1, waiting + 1, 1 + pair
                else:
                    if place >= shoes[row, DEALT]:
                        more_cards(rows, row, start, shoes, cards, places, seed, stream)
                    second = VALUE_OF[rows[row, place]]
                    hand, place, held = int(child[VALUES * hand + second]), place + 1, held + 1
                    hard, aces, stake = hard + PIPS[second], aces + int(second == ACE), 1 + int(decision == DOUBLE)
                    continue
                if not ends:  # on with a hand of one card
                    hand, hard, aces, held, stake = int(child[pair]), PIPS[pair], int(pair == ACE), 1, 1
            golds = book[GOLDS + pair] > 0 and book[GOLDS + second] > 0
            seats[seat, ONE], seats[seat, TWO] = one, two
            seats[seat, HANDS], seats[seat, TWO_GOLDS] = done, hands == 1 and held == 2 and golds
            said[seat, decided] = END
        dealers[turn, UP], dealers[turn, HOLE] = up, hole
        dealers[turn, LIVE], dealers[turn, ENDS] = live, place


@counter
def play_dealers(
    first: int,
    last: int,
    seed: int,
    stream: int,
    rows: Bytes,
    shoes: Ints,
    cards: Ints,
    places: Ints,
    book: Shorts,
    dealers: Ints,
) -> None:
    """The dealers of rounds `first` to `last` draw, if some hand is live."""
    hits = book[HITS_SOFT_17] > 0
    for turn in range(first, last + 1):
        row, place = turn % len(shoes), dealers[turn, ENDS]
        up, hole = dealers[turn, UP], dealers[turn, HOLE]
        hard, aces = hard_value(up) + hard_value(hole), int(VALUE_OF[up] == ACE) + int(VALUE_OF[hole] == ACE)
        while dealers[turn, LIVE] > 0 and dealer_draws(hard, aces, hits):
            if place >= shoes[row, DEALT]:
                more_cards(rows, row, dealers[turn, BEGINS], shoes, cards, places, seed, stream)
            value = VALUE_OF[rows[row, place]]
            place, hard, aces = place + 1, hard + PIPS[value], aces + int(value == ACE)
        dealers[turn, FINAL], dealers[turn, ENDS] = blackjack_total(hard, aces), place


# ---- the cells


@counter
def find_main_cells(rounds: int, players: int, book: Shorts, dealers: Ints, seats: Ints, said: Bytes) -> None:
    """The cell of the main wager of every seat: by first decision, amount staked and net result."""
    for seat in range(rounds * players):
        turn = seat // players
        first, staked, net = NONE, 1, 1
        if seats[seat, HANDS] > 0:
            first, staked, net = int(said[seat, 0]), 0, 0
        elif is_blackjack(dealers[turn, UP], dealers[turn, HOLE]):
            net = 0 if is_blackjack(seats[seat, ONE], seats[seat, TWO]) else -1
        for hand in range(seats[seat, HANDS]):
            stake = seats[seat, STAKED + hand]
            staked += stake
            net += stake * result(seats[seat, TOTALS + hand], seats[seat, TWO_GOLDS] > 0, dealers[turn, FINAL])
        seats[seat, CELLS] = book[MAIN_CELLS + NETS * (STAKES * first + staked) + net + MOST_NET]


@counter
def find_bonus_cells(rounds: int, players: int, book: Shorts, dealers: Ints, seats: Ints) -> None:
    """The cells of the bonuses that are on; all of them want a match of a player's first two cards."""
    for seat in range(rounds * players):
        one, two = seats[seat, ONE], seats[seat, TWO]
        up, down = dealers[seat // players, UP], dealers[seat // players, HOLE]
        with_up = 3 * (match_kind(one, up) + 1) + match_kind(two, up) + 1
        with_down = 3 * (match_kind(one, down) + 1) + match_kind(two, down) + 1
        if book[UP_ROW] != OFF:
            seats[seat, CELLS + book[UP_ROW]] = book[MATCH_CELLS + with_up]
        if book[DOWN_ROW] != OFF:
            seats[seat, CELLS + book[DOWN_ROW]] = book[MATCH_CELLS + with_down]
        if book[PROGRESSIVE_ROW] != OFF:
            place, family = 0, int(book[FAMILY])
            if with_up + with_down > 0:
                place = 49 * (1 + jackpot_line(family, one, two, up, down))
                place += 7 * (1 + fixed_on_up(family, one, two, up, down))
                place += 1 + fixed_on_down(family, one, two, up, down)
            seats[seat, CELLS + book[PROGRESSIVE_ROW]] = book[PROGRESSIVE_CELLS + place]
