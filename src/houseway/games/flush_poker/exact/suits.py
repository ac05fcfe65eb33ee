"""Polynomials of suits: how many of the dealer's hands are at most this strong.

A dealer's hand makes at most x when the cards of each suit, together with the joker if there is one, make at most x. So
the dealer's hands are counted suit by suit. The good sets of ranks of a suit, by size, are a polynomial, and the
product of four polynomials counts the hands. Sets with fewer cards than x are all good and sets with more are not. So a
polynomial is a row of binomial coefficients up to a *power*, and one more term at that power. Only this last term
depends on which ranks are left; the others depend on how many. The dealer's hands are then a *form*: linear in the last
term of each of the four suits. Its sixteen coefficients are the same for all hands of the player whose suits hold the
same numbers of cards.
"""

from typing import Final

import numpy as np

from houseway.cards.hands import SUIT_MASK, flush_size
from houseway.games.flush_poker.exact.cards_left import joker_sets_below, sets_below
from houseway.games.flush_poker.exact.sets import WAYS, Counts, Sets, Terms
from houseway.kernel import counter, inlined

# A hand has six polynomials: the dealer's hands that are at most as strong, weaker, and below the qualifier. Even
# places are without the joker and odd places with it.
AT_MOST, WEAKER, BELOW, POLYNOMIALS = 0, 2, 4, 6
FORM: Final = 16  # coefficients: by the suits whose last term is a factor, a bit each, 8 for the leader


@counter
def powers_of(terms: Terms, size: int) -> Counts:
    """By polynomial: the size below which every set of a suit is good, for a flush of this size."""
    powers = np.empty(POLYNOMIALS, np.int64)
    for p in range(POLYNOMIALS):
        powers[p] = (flush_size(terms.qualifier) if p >= BELOW else size) - p % 2
    return powers


@counter
def form_of(terms: Terms, joker: int, left: Counts, powers: Counts) -> Counts:
    """The dealer's hands as a form, by coefficient and polynomial, where this many ranks are left in each suit."""
    form = np.zeros((FORM, POLYNOMIALS), np.int64)
    for suits in range(FORM):
        for p in range(POLYNOMIALS):
            if p % 2 <= terms.joker - joker:
                form[suits, p] = coefficient(suits, left, powers[p], terms.cards - p % 2)
    return form


@counter
def coefficient(suits: int, left: Counts, power: int, degree: int) -> int:
    """How many hands of this many cards take `power` cards from each suit of the bits and fewer from all others."""
    ways = np.zeros(degree + 1, np.int64)
    ways[0] = 1
    for suit in range(4):
        for total in range(degree, -1, -1):
            hands = 0
            if (suits >> (3 - suit)) & 1:
                hands = ways[total - power] if total >= power else 0
            else:
                for size in range(min(power, total + 1)):
                    hands += ways[total - size] * WAYS[14 * left[suit] + size]
            ways[total] = hands
    return int(ways[degree])


@inlined
@counter
def good_sets(ranks: int, joker: int, size: int, bound: int) -> int:
    """How many sets of `size` of these ranks, together with the dealer's joker or without it, are below a bound."""
    lowest = bound & SUIT_MASK
    return joker_sets_below(ranks, size, lowest) if joker else sets_below(ranks, size, lowest)


@counter
def last_terms(terms: Terms, joker: int, ranks: int, strength: int, powers: Counts, last: Counts) -> None:
    """The last term of a suit with these ranks left, by polynomial."""
    for with_joker in range(1 + terms.joker - joker):
        last[AT_MOST + with_joker] = good_sets(ranks, with_joker, powers[AT_MOST + with_joker], strength + 1)
        last[WEAKER + with_joker] = good_sets(ranks, with_joker, powers[WEAKER + with_joker], strength)
        last[BELOW + with_joker] = good_sets(ranks, with_joker, powers[BELOW + with_joker], terms.qualifier)


@counter
def look_up_terms(
    sets: Sets, terms: Terms, joker: int, deck: int, size: int, strength: int, powers: Counts, last: Counts
) -> None:
    """The last terms of a suit by the set of this size that the player holds of it."""
    for place in range(sets.starts[deck, size], sets.starts[deck, size + 1]):
        ranks = sets.decks[deck] & ~sets.subsets[joker, deck, place]
        last_terms(terms, joker, ranks, strength, powers, last[place])


@inlined
@counter
def put_in(form: Counts, last: Counts, into: Counts) -> None:
    """The form with one suit's last terms put in, the one of the highest bit: half as many coefficients."""
    half = len(into)
    for suits in range(half):
        for p in range(POLYNOMIALS):
            into[suits, p] = form[suits, p] + form[half + suits, p] * last[p]
