"""The dealer's hands from the cards that are left, compiled: for one decision, with any cards of others seen.

`values` answers the same in plain Python. Of two sets of one suit with equally many ranks the one with the higher mask
is better, because the highest rank decides first. So the sets below a bound are counted along the bits of the bound,
from the highest down: a set that has all bits so far and lacks the next one is lower, whatever follows.
"""

from typing import NamedTuple

import numpy as np

from houseway.cards.hands import SUIT_MASK, TOP_RANKS, flush_size
from houseway.games.flush_poker.exact.sets import SIZES, WAYS, Counts
from houseway.games.flush_poker.variant import Variant, best_raise, split
from houseway.kernel import counter, kernel


class Rules(NamedTuple):
    """A variant's numbers, as kernels take them."""

    cards: int
    qualifier: int
    pays: int
    unit: int
    caps: Counts

    @classmethod
    def of(cls, variant: Variant) -> "Rules":
        """The numbers of a variant."""
        pays, unit = variant.match.as_integer_ratio()
        return cls(variant.cards, variant.qualifier, pays, unit, np.array(variant.caps))


@kernel
def sets_below(ranks: int, size: int, bound: int) -> int:
    """How many sets of `size` of these ranks have a mask below the bound."""
    below = 0
    while bound and size >= 0:
        top = TOP_RANKS[bound]
        bound -= 1 << top
        below += WAYS[14 * SIZES[ranks & ((1 << top) - 1)] + size]
        if not (ranks >> top) & 1:
            break
        size -= 1
    return below


@kernel
def joker_sets_below(ranks: int, size: int, bound: int) -> int:
    """The same for sets that the joker joins as the highest rank they lack."""
    below, rank = 0, 12
    while size >= 0 and rank >= 0 and (bound >> rank) & 1:
        lower = (1 << rank) - 1
        below += sets_below(ranks & lower, size, bound & lower)
        if not (ranks >> rank) & 1:
            break
        size, rank = size - 1, rank - 1
    return below


@counter
def suit_polynomial(good: Counts, ranks: int, joker: int, degree: int, bound: int) -> None:
    """By size, how many sets of a suit's ranks are below a strength, together with the joker or without it."""
    power = flush_size(bound) - joker
    row = 14 * SIZES[ranks]
    for size in range(degree + 1):
        good[size] = WAYS[row + size] if size < power else 0
    if 0 <= power <= degree:
        lowest = bound & SUIT_MASK
        good[power] = joker_sets_below(ranks, power, lowest) if joker else sets_below(ranks, power, lowest)


@counter
def hands_below(left: Counts, joker: int, cards: int, bound: int, work: Counts) -> int:
    """How many hands of the ranks left in each suit, and of the joker where it is left, are below a strength.

    `work` is room for six polynomials.
    """
    total = 0
    for held in range(joker + 1):
        degree = cards - held
        longest = min(flush_size(bound) - held, degree)
        for suit in range(4):
            suit_polynomial(work[suit], left[suit], held, degree, bound)
        for place in range(degree + 1):
            work[4, place] = work[5, place] = 0
        for one in range(longest + 1):
            for other in range(min(longest, degree - one) + 1):
                work[4, one + other] += work[0, one] * work[1, other]
                work[5, one + other] += work[2, one] * work[3, other]
        for one in range(degree + 1):
            total += work[4, one] * work[5, degree - one]
    return total


@counter
def unqualified(left: Counts, joker: int, rules: Rules, work: Counts) -> int:
    """How many of the dealer's hands do not qualify."""
    return hands_below(left, joker, rules.cards, rules.qualifier, work)


@counter
def dealt_against(
    strength: int, below: int, left: Counts, joker: int, hands: int, rules: Rules, work: Counts
) -> tuple[int, int, int, int]:
    """The dealer's hands by how a raise ends: unqualified (these are given), win, lose, match; `hands` in all."""
    weaker = at_most = 0  # which is not looked at where no dealer's hand that qualifies can be beaten
    if strength >= rules.qualifier:
        weaker = hands_below(left, joker, rules.cards, strength, work)
        at_most = hands_below(left, joker, rules.cards, strength + 1, work)
    return split(strength, rules.qualifier, hands, at_most, weaker, below)


@counter
def best_against(strength: int, left: Counts, joker: int, hands: int, rules: Rules, work: Counts) -> int:
    """How many Bets to raise, 0 to fold, against the dealer's hands of the cards left."""
    below = unqualified(left, joker, rules, work)
    _, win, lose, match = dealt_against(strength, below, left, joker, hands, rules, work)
    return best_raise(below, win, lose, match, rules.caps[flush_size(strength)], rules.pays, rules.unit)


@counter
def new_work(cards: int) -> Counts:
    """Room for the polynomials of `hands_below`."""
    return np.zeros((6, cards + 1), np.int64)
