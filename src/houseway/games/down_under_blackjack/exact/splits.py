"""The value of a split, including re-splits: exact for a strategy that looks only at the hand in play.

Cards that nobody has seen are exchangeable. So it does not matter when a hand gets its second card, or what other hands
draw before it: the value of a hand from a split is its value with the pair's cards out. A card of another hand matters
only if it is known to have the pair's value (that hand was split again) or known not to have it (that hand was not).
The value given "does not have it" is the value given nothing less the part given "has it". So every term is the value
of one hand with some more of the pair's cards out, times a whole number. `split_weights` finds these numbers; nothing
is approximated.
"""

from collections import Counter
from functools import cache
from math import comb
from typing import Final

import numpy as np

from houseway.games.down_under_blackjack.card_values import ACE, VALUES
from houseway.games.down_under_blackjack.exact.hands import CHILD, FINALS, Floats
from houseway.games.down_under_blackjack.exact.play_out import (
    ALWAYS_SPLIT,
    BUSTED,
    BUSTED_DOUBLED,
    NEARLY_EQUAL,
    NEVER_STAND,
    NOT_ALLOWED,
    SPLIT,
    TALLY,
    Ahead,
    Bytes,
    Spot,
    after_split,
    finals_at,
    find_values,
    mass_of,
    net_of,
    write_decisions,
)
from houseway.games.down_under_blackjack.exact.split_play import play_split
from houseway.games.down_under_blackjack.variant import MOST_HANDS
from houseway.kernel import counter

OTHER, ANY, HANDS = range(3)  # rows of the weights: hands whose second card is another value, any card; then hands
WEIGHT_ROWS: Final = HANDS + MOST_HANDS + 1
NETS: Final = 4 * MOST_HANDS + 1  # net results of a round, from every hand doubled and lost


@cache
def split_weights(hands: int, waiting: int, most: int) -> Floats:
    """How often the value of one hand counts if `waiting` of `hands` hands have one card, with at most `most` hands.

    By row and by how many cards of the pair's value went to other hands. The rows are hands that got another value,
    hands that got any card and, from row HANDS on, how likely the round ends with this many hands.
    """
    weights: Counter[tuple[int, int]] = Counter()

    def add(row: int, pairs: int, others: int, times: int) -> None:
        for out in range(others + 1):
            weights[row, pairs + out] += times * (-1) ** out * comb(others, out)

    def deal(hands: int, waiting: int, pairs: int, others: int) -> None:
        if hands >= most or waiting == 0:
            add(ANY, pairs, others, waiting)
            add(HANDS + hands, pairs, others, 1)
        else:
            add(OTHER, pairs, others, 1)
            deal(hands, waiting - 1, pairs, others + 1)
            deal(hands + 1, waiting + 1, pairs + 1, others)

    deal(hands, waiting, 0, 0)
    table = np.zeros((WEIGHT_ROWS, 1 + max(out for _, out in weights)))
    for place, weight in weights.items():
        table[place] = weight
    return table


@counter
def add_split(tallies: Floats, chances: Floats, weights: Floats, total: Floats) -> Floats:
    """Add up the tally of all hands of a split pair, and answer how likely each final number of hands is."""
    for place in range(TALLY):
        total[place] = 0
    hands = np.zeros(MOST_HANDS + 1)
    odds = 1.0  # that this many cards of other hands all have the pair's value
    for out in range(weights.shape[1]):
        for place in range(TALLY):
            other, same = tallies[out, 0, place], tallies[out, 1, place]
            total[place] += odds * (weights[OTHER, out] * other + weights[ANY, out] * (other + same))
        for count in range(MOST_HANDS + 1):
            hands[count] += odds * weights[HANDS + count, out]
        odds *= chances[out]
        if odds == 0:
            break
    return hands


@counter
def decide_split(
    spot: Spot, ahead: Ahead, habit: int, again: Floats, once: Floats, values: Floats, decisions: Bytes
) -> float:
    """Write the best decisions after a split, and answer the value of splitting; the spot is that after the split.

    Each hand gets its best play with its own cards and the pair's out of the shoe, whatever other hands got. It is
    split again, where that is allowed, if that is better than never splitting again or if a habit demands it.
    """
    find_values(spot, ahead, habit, np.full(VALUES, NOT_ALLOWED), values)
    write_decisions(values, decisions)
    total = np.zeros(TALLY)
    tallies, chances = play_split(spot, spot.pair, decisions, again.shape[1])
    add_split(tallies, chances, once, total)
    value_once = net_of(total)
    add_split(tallies, chances, again, total)
    value_again = net_of(total)
    if value_again <= value_once + NEARLY_EQUAL and not _must_split_again(habit, spot.pair):
        return value_once
    hand = spot.hands[spot.hands[0, CHILD + spot.pair], CHILD + spot.pair]
    decisions[hand] |= SPLIT  # both of its bits; what is done where it may not be split stays
    return value_again


@counter
def _must_split_again(habit: int, pair: int) -> bool:
    """Whether a habit forces a pair from a split to be split again; two aces could otherwise only stand."""
    return habit == ALWAYS_SPLIT or (habit == NEVER_STAND and pair == ACE)


@counter
def spread(spot: Spot, pair: int, tally: Floats, hands: Floats) -> Floats:
    """How likely each net result of a split round is, from -8, by the tally of its hands; the mean is exact.

    The hands are treated as independent, given the dealer's final total and the number of hands: they share little but
    the dealer. Broken hands are spread over the dealer's totals in the proportions of the pair.
    """
    beside = after_split(spot, pair, 1)
    dealer = finals_at(beside, beside.hands[0, CHILD + pair])
    nets, mass = np.zeros(NETS), mass_of(tally)
    for final in range(FINALS):
        one = np.zeros(5)
        for net in range(5):
            one[net] = tally[FINALS * net + final]
        one[1] += tally[BUSTED] * dealer[final]
        one[0] += tally[BUSTED_DOUBLED] * dealer[final]
        _add_sums(one, mass, hands, nets)
    return nets


@counter
def _add_sums(one: Floats, mass: float, hands: Floats, nets: Floats) -> None:
    """Add the sums of independent hands that all have the distribution of `one` against a final total."""
    share = 0.0
    for net in range(5):
        share += one[net]
    if share == 0:
        return
    sums = np.zeros(NETS)
    sums[NETS // 2] = share / mass
    for count in range(1, MOST_HANDS + 1):
        more = np.zeros(NETS)
        for net in range(2, NETS - 2):
            for change in range(-2, 3):
                if 0 <= net + change < NETS:
                    more[net + change] += sums[net] * one[change + 2] / share
        sums = more
        for net in range(NETS):
            nets[net] += hands[count] * sums[net]
