"""The shard of the exact analysis: all player hands against one up card and one knowledge of the hole card."""

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import is_soft
from houseway.games.down_under_blackjack.card_values import VALUES
from houseway.games.down_under_blackjack.exact.hands import (
    CHANCES,
    CHILD,
    FINALS,
    HARD,
    HAS_ACES,
    HOLE,
    MOST,
    SIZE,
    Floats,
    Ints,
    dealer_tree,
    find_chances,
)
from houseway.games.down_under_blackjack.exact.play_out import (
    ALWAYS_DOUBLE,
    BEST,
    BLACKJACK,
    BUSTED,
    BUSTED_DOUBLED,
    COLUMNS,
    DOUBLE,
    DOUBLED,
    NEVER_SPLIT,
    NO_HABIT,
    NOT_ALLOWED,
    SPLIT,
    TALLY,
    Bytes,
    Spot,
    after_split,
    find_values,
    is_natural,
    look_ahead,
    mass_of,
    net_of,
    pair_of,
    play_out,
    spot_for,
    total_of,
    write_decisions,
)
from houseway.games.down_under_blackjack.exact.split_play import play_split
from houseway.games.down_under_blackjack.exact.splits import NETS, add_split, decide_split, spread
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

CONTEXTS: Final = 1 + VALUES  # an unsplit hand, and one from a split of each value
MET: Final = 16  # the bit that marks an unsplit hand that the strategy reaches
UNMET_WEIGHT: Final = 1e-9  # the weight, in a cell of a chart, of hands that the strategy never reaches

# The columns of a row of figures; all are conditional on the up card and the knowledge of the hole card.
BLACKJACKS: Final = 0
NET: Final = 1  # blackjacks aside
WAGERED: Final = 2
FIRST: Final = 3  # how often the first decision is stand, hit, double, split
ROUND_NETS: Final = FIRST + 4  # how likely each net result is, from -8, blackjacks aside
CELLS: Final = ROUND_NETS + NETS  # [soft][total][more than two cards][value of stand, hit, double; weight]
CELL: Final = 4
PAIRS: Final = CELLS + 2 * (MOST + 1) * 2 * CELL  # [pair][value of each decision]
HABITS: Final = PAIRS + VALUES * 4  # the net result of each habit, blackjacks aside
ENDS: Final = HABITS + 2 * 4  # how hands end, as a tally: those that were not split, then those from splits
FIGURES: Final = ENDS + 2 * TALLY


@counter
def count_state(
    place: int,
    places: int,
    hands: Ints,
    draws: Ints,
    up: int,
    shoe: Floats,
    step: float,
    hits_soft_17: bool,
    split_doubles: bool,
    again: Floats,
    once: Floats,
    given: Bytes,
    habits: Ints,
) -> Counts:
    """Count the figures and decisions of a state; they fill the state's own place, as the bits of 64-bit numbers.

    `again` and `once` are the weights of splits with and without re-splits; `again` is empty where nothing may be
    split. `given` is a strategy [context, hand]; if it is empty, the best strategy is computed, and the best one that
    keeps to each of these habits. No other shard writes to this place, so a sum of shards is the same in any order.
    """
    spot = spot_for(hands, dealer_tree(draws, up, shoe[HOLE], hits_soft_17), shoe, step, split_doubles)
    figures, values = np.zeros(FIGURES), np.zeros((len(hands), COLUMNS))
    decisions = given.copy() if len(given) > 0 else np.zeros((CONTEXTS, len(hands)), np.uint8)
    if len(given) == 0:
        _decide(spot, again, once, values, decisions, habits, figures)
    reach = _add_up(spot, again, once, decisions, figures)
    if len(given) == 0:
        _add_cells(spot, values, reach, figures)
    rows = np.zeros((places, row_length(len(hands))), np.int64)
    _write(rows[place], figures, decisions)
    return rows


@counter
def row_length(hands: int) -> int:
    """How many 64-bit numbers the figures and decisions of a state take."""
    return FIGURES + (CONTEXTS * hands + 7) // 8


@counter
def _write(row: Counts, figures: Floats, decisions: Bytes) -> None:
    """Write the figures, then the decisions, eight to a number, the first one in its lowest bits."""
    bits = figures.view(np.int64)
    for place in range(FIGURES):
        row[place] = bits[place]
    hands = decisions.shape[1]
    for place in range(CONTEXTS * hands):
        row[FIGURES + place // 8] |= np.int64(decisions[place // hands, place % hands]) << (8 * (place % 8))


@counter
def _decide(
    spot: Spot, again: Floats, once: Floats, values: Floats, decisions: Bytes, habits: Ints, figures: Floats
) -> None:
    """Find the best strategy, and the net result of the best one that keeps to each habit.

    Hands after a split come first, because an unsplit pair needs the value of splitting it.
    """
    every_habit = np.append(habits, NO_HABIT)  # the last one's values and decisions stay
    splits = np.full((len(every_habit), VALUES), NOT_ALLOWED)
    for pair in range(VALUES if again.shape[1] > 0 else 0):
        split = after_split(spot, pair, 1)
        ahead = look_ahead(split)
        for place, habit in enumerate(every_habit):
            if habit != NEVER_SPLIT and habit != ALWAYS_DOUBLE:
                splits[place, pair] = decide_split(split, ahead, habit, again, once, values, decisions[1 + pair])
    ahead = look_ahead(spot)
    for place, habit in enumerate(every_habit):
        find_values(spot, ahead, habit, splits[place], values)
        if habit != NO_HABIT:
            figures[HABITS + habit] = _net(spot, values)
    write_decisions(values, decisions[0])


@counter
def _net(spot: Spot, values: Floats) -> float:
    """The net result of the best decisions, without blackjacks."""
    net = 0.0
    dealt = np.zeros(len(spot.hands))
    dealt[0] = 1
    for hand in range(len(dealt)):
        if spot.hands[hand, SIZE] == 2 and not is_natural(spot.hands, hand):
            net += dealt[hand] * values[hand, BEST]
        if spot.hands[hand, SIZE] >= 2 or dealt[hand] == 0:
            continue
        find_chances(spot.shoe, spot.step, spot.hands, hand, spot.room)
        for value in range(VALUES):
            dealt[spot.hands[hand, CHILD + value]] += dealt[hand] * spot.room[CHANCES + value]
    return net


@counter
def _add_up(spot: Spot, again: Floats, once: Floats, decisions: Bytes, figures: Floats) -> Floats:
    """Add up the value of the strategy; answer how likely it reaches each unsplit hand, and mark these hands."""
    reach, tally = np.zeros(len(spot.hands)), np.zeros(TALLY)
    reach[0] = 1
    play_out(spot, decisions[0], reach, tally)
    _add_unsplit(tally, figures)
    for hand in range(len(reach)):
        if reach[hand] == 0:
            continue
        decisions[0, hand] |= MET
        if spot.hands[hand, SIZE] == 2 and not is_natural(spot.hands, hand):
            first = decisions[0, hand] & 3
            figures[FIRST + first] += reach[hand]
            if first == SPLIT:
                pair = pair_of(spot.hands, hand)
                splits_again = decisions[1 + pair, hand] & 3 == SPLIT
                weights = again if splits_again else once
                _add_split(spot, pair, decisions[1 + pair], weights, reach[hand], figures)
    return reach


@counter
def _add_unsplit(tally: Floats, figures: Floats) -> None:
    """Add the rounds without a split."""
    figures[ENDS : ENDS + TALLY] = tally
    figures[BLACKJACKS] = tally[BLACKJACK]
    figures[NET] = net_of(tally)
    figures[WAGERED] = tally[BLACKJACK] + mass_of(tally) + tally[DOUBLED]
    even = ROUND_NETS + NETS // 2
    for net in range(-2, 3):
        for final in range(FINALS):
            figures[even + net] += tally[FINALS * (net + 2) + final]
    figures[even - 1] += tally[BUSTED]
    figures[even - 2] += tally[BUSTED_DOUBLED]


@counter
def _add_split(spot: Spot, pair: int, decisions: Bytes, weights: Floats, weight: float, figures: Floats) -> None:
    """Add the rounds that begin with the split of this pair."""
    tally = np.zeros(TALLY)
    tallies, chances = play_split(spot, pair, decisions, weights.shape[1])
    hands = add_split(tallies, chances, weights, tally)
    figures[ENDS + TALLY : FIGURES] += weight * tally
    figures[NET] += weight * net_of(tally)
    figures[WAGERED] += weight * (mass_of(tally) + tally[DOUBLED])
    nets = spread(spot, pair, tally, hands)
    for net in range(NETS):
        figures[ROUND_NETS + net] += weight * nets[net]


@counter
def _add_cells(spot: Spot, values: Floats, reach: Floats, figures: Floats) -> None:
    """Add the value of each decision in each cell of a chart, weighted by how often the best play reaches its hands."""
    hands = spot.hands
    dealt = np.zeros(len(reach))
    dealt[0] = 1
    for hand in range(len(reach)):
        find_chances(spot.shoe, spot.step, hands, hand, spot.room)
        for value in range(VALUES):
            if hands[hand, CHILD + value] >= 0:
                dealt[hands[hand, CHILD + value]] += dealt[hand] * spot.room[CHANCES + value]
        pair, total = pair_of(hands, hand), total_of(hands, hand)
        for decision in range(SPLIT + 1):
            if pair >= 0:
                figures[PAIRS + 4 * pair + decision] = values[hand, decision]
        if hands[hand, SIZE] < 2 or total >= MOST or dealt[hand] == 0:
            continue
        weight = UNMET_WEIGHT * dealt[hand] + (reach[hand] if pair < 0 else 0.0)
        cell = 2 * ((MOST + 1) * is_soft(hands[hand, HARD], hands[hand, HAS_ACES]) + total) + (hands[hand, SIZE] > 2)
        for decision in range(DOUBLE + 1):
            if values[hand, decision] > NOT_ALLOWED:
                figures[CELLS + CELL * cell + decision] += weight * values[hand, decision]
        figures[CELLS + CELL * cell + CELL - 1] += weight
