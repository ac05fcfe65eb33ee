"""Polynomials of suits: how many of the dealer's hands are at most this strong.

A dealer's hand makes at most x when the cards of each suit, filled by the joker where it is there, make at most x. So
the dealer's hands are counted suit by suit: the suit's good sets of ranks, by size, are a polynomial, and the product
of four polynomials counts the hands. Sets smaller than x are all good and larger ones are not, so a polynomial is a row
of binomial coefficients and one more term that is looked up.
"""

import math
from array import array
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import LONGEST_FLUSHES, SUIT_MASK, TOP_RANKS, flush_size
from houseway.games.flush_poker.exact.sets import SIZES, Counts, Sets, Terms
from houseway.kernel import counter

Table = npt.NDArray[np.int32]

WAYS: Final = array("q", [math.comb(ranks, size) for ranks in range(14) for size in range(14)])

# A hand has six polynomials: the dealer's hands that are at most as strong, weaker, and below the qualifier,
# at even places those without the joker and at odd places those with it.
AT_MOST, WEAKER, BELOW, POLYNOMIALS = 0, 2, 4, 6


class Lead(NamedTuple):
    """A leader and what it fixes."""

    joker: int
    ranks: int
    strength: int
    above: int  # the ranks above the flush
    powers: Counts  # by polynomial: the size below which every set of a suit is good
    at_power: Counts  # by deck, taken set and polynomial: how many sets of that size are good
    own: Counts  # the polynomials of the leading suit


@counter
def tabulate(sets: Sets, cards: int, columns: int) -> Table:
    """By deck, joker, row and taken set: sets that make the row's strength or a weaker one of the same size."""
    good = np.zeros((len(sets.decks), 2, sets.row_starts[-1], columns), np.int32)
    for deck in range(len(sets.decks)):
        for joker in range(2):
            for size in range(1, cards + 1):
                for place in range(sets.starts[deck, size - joker], sets.starts[deck, size - joker + 1]):
                    ranks = sets.subsets[deck, place]
                    row = sets.rows[LONGEST_FLUSHES[(joker << 13) + ranks] & SUIT_MASK]
                    for column in range(columns):
                        if sets.subsets[deck, column] & ranks == 0:
                            good[deck, joker, row, column] += 1
                for row in range(sets.row_starts[size] + 1, sets.row_starts[size + 1]):
                    for column in range(columns):
                        good[deck, joker, row, column] += good[deck, joker, row - 1, column]
    return good


@counter
def count_good(subsets: Counts, taken: int, joker: int, limit: int) -> int:
    """How many of these sets hold no taken rank and make at most the limit."""
    good = 0
    for ranks in subsets:
        if ranks & taken == 0 and LONGEST_FLUSHES[(joker << 13) + ranks] <= limit:
            good += 1
    return good


@counter
def multiply(product: Counts, factor: Counts, left: int, powers: Counts, at_power: Counts) -> None:
    """Each polynomial times that of a suit with this many ranks left: every set below the power, some at it."""
    for p in range(POLYNOMIALS):
        for degree in range(factor.shape[1]):
            total = 0
            for size in range(min(powers[p], degree + 1)):
                total += factor[p, degree - size] * WAYS[14 * left + size]
            if degree >= powers[p]:
                total += factor[p, degree - powers[p]] * at_power[p]
            product[p, degree] = total


@counter
def close(line: Counts, factor: Counts, spent: Counts, left: int, powers: Counts) -> None:
    """The dealer's hands by each polynomial, as a linear function of what the last suit has at the power.

    `spent` is the size of other suits' sets that are still to be multiplied in.
    """
    for p in range(POLYNOMIALS):
        degree = factor.shape[1] - 1 - p % 2 - spent[p]
        total = 0
        for size in range(min(powers[p], degree + 1)):
            total += factor[p, degree - size] * WAYS[14 * left + size]
        line[0, p] = total
        line[1, p] = factor[p, degree - powers[p]] if degree >= powers[p] else 0


@counter
def lead(sets: Sets, terms: Terms, good: Table, leader: int) -> Lead:
    """A leader, with all it fixes."""
    joker, ranks = sets.leaders[leader, 0], sets.leaders[leader, 2]
    deck = sets.places[sets.leaders[leader, 1], 0, 0]
    strength = LONGEST_FLUSHES[(joker << 13) + ranks]
    powers, at_leader = np.zeros(POLYNOMIALS, np.int64), np.zeros(POLYNOMIALS, np.int64)
    at_power = np.zeros((len(sets.decks), terms.columns, POLYNOMIALS), np.int64)
    one, own = np.zeros((POLYNOMIALS, terms.cards + 1), np.int64), np.zeros((POLYNOMIALS, terms.cards + 1), np.int64)
    for p in range(POLYNOMIALS):
        dealers_joker = p % 2
        strictly = 0 if p < WEAKER else 1
        limit, row = strength, sets.rows[strength & SUIT_MASK]
        if p >= BELOW:
            limit, row = terms.qualifier, terms.qualifier_row
        powers[p] = flush_size(limit) - dealers_joker
        for other in range(len(sets.decks)):
            for column in range(terms.columns):
                at_power[other, column, p] = good[other, dealers_joker, row - strictly, column]
        start, stop = sets.starts[deck, powers[p]], sets.starts[deck, powers[p] + 1]
        at_leader[p] = count_good(sets.subsets[deck, start:stop], ranks, dealers_joker, limit - strictly)
        one[p, 0] = 1 if dealers_joker <= terms.joker - joker else 0
    multiply(own, one, SIZES[sets.decks[deck]] - SIZES[ranks], powers, at_leader)
    above = SUIT_MASK + 1 - (2 << TOP_RANKS[strength & SUIT_MASK])
    return Lead(joker, ranks, strength, above, powers, at_power, own)


@counter
def dealers(line: Counts, at_power: Counts, p: int) -> int:
    """The dealer's hands by a polynomial and, with the joker, the next one."""
    hands: int = line[0, p] + line[1, p] * at_power[p] + line[0, p + 1] + line[1, p + 1] * at_power[p + 1]
    return hands
