"""The letter's logic: drawing, splitting, doubling, and who wins (clauses 7 to 12)."""

from houseway.cards.hands import blackjack_total, hard_value, is_soft
from houseway.kernel import kernel


@kernel
def is_blackjack(one: int, two: int) -> bool:
    """Whether two cards, not from a split, are an ace and a ten-value card."""
    return hard_value(one) + hard_value(two) == 11 and (one % 13 == 12 or two % 13 == 12)


@kernel
def dealer_draws(hard: int, aces: int, hits_soft_17: bool) -> bool:
    """Whether the dealer takes another card (clause 10)."""
    total = blackjack_total(hard, aces)
    if total == 17:
        return hits_soft_17 and is_soft(hard, aces)
    return total < 17


@kernel
def may_split(one: int, two: int, hands: int, stands_on_17: bool) -> bool:
    """Whether two cards of equal value may be split into another hand (clause 7)."""
    return hard_value(one) == hard_value(two) and hands < (2 if stands_on_17 else 4)


@kernel
def may_double(cards: int, hands: int, stands_on_17: bool) -> bool:
    """Whether a hand of this many cards may be doubled, among the hands of its seat (clause 8)."""
    return cards == 2 and not (stands_on_17 and hands > 1)


@kernel
def result(total: int, two_golds: bool, dealer: int) -> int:
    """1 win, 0 push, -1 loss of a hand, blackjacks aside.

    A dealer's 22 pushes every hand that is not broken, except a total of 21 and two gold cards as they were dealt
    (clause 12).
    """
    if total > 21:
        return -1
    if dealer == 22:
        return 1 if total == 21 or two_golds else 0
    if dealer > 22 or total > dealer:
        return 1
    return 0 if total == dealer else -1
