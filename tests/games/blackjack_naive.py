"""Down Under Blackjack the naive way: small shoes, every card one by one, in fractions, the hole card included."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

from houseway.games.down_under_blackjack.variant import Variant

Values = tuple[int, ...]  # cards as values: 0 to 7 are two to nine, 8 a ten, 9 an ace
Cards = tuple[int, ...]  # how many cards of each value

# Small shoes with enough cards for four split hands: eights between sixes and tens; aces, fives and tens.
EIGHTS: Cards = (0, 0, 0, 0, 5, 0, 8, 0, 9, 0)
ACES: Cards = (0, 0, 0, 6, 0, 0, 0, 4, 9, 5)
MIXED: Cards = (2, 2, 2, 2, 2, 2, 2, 2, 8, 2)


def naive_total(cards: Values) -> int:
    total = sum(11 if value == 9 else value + 2 for value in cards)
    for _ in range(cards.count(9)):
        total -= 10 if total > 21 else 0
    return total


def naive_is_soft(cards: Values) -> bool:
    return 9 in cards and sum(1 if value == 9 else value + 2 for value in cards) <= 11


def without(shoe: Cards, *values: int) -> Cards:
    return tuple(count - values.count(value) for value, count in enumerate(shoe))


def deal(shoe: Cards) -> list[tuple[int, Fraction, Cards]]:
    """Every next card with its chance and what is left; a shoe that runs out is no test of anything."""
    assert sum(shoe) > 0
    return [(v, Fraction(shoe[v], sum(shoe)), without(shoe, v)) for v in range(10) if shoe[v]]


@cache
def naive_dealer(shoe: Cards, cards: Values, hits: bool) -> dict[int, Fraction]:
    """How likely the dealer ends with each total, 23 for all above 22."""
    total = naive_total(cards)
    if total > 17 or (total == 17 and not (hits and naive_is_soft(cards))):
        return {min(total, 23): Fraction(1)}
    found: dict[int, Fraction] = {}
    for value, chance, left in deal(shoe):
        for final, then in naive_dealer(left, tuple(sorted((*cards, value))), hits).items():
            found[final] = found.get(final, Fraction(0)) + chance * then
    return found


def naive_result(total: int, golds: bool, dealer: int) -> int:
    if dealer == 22:
        return 1 if total == 21 or golds else 0
    return 1 if dealer > 22 or total > dealer else 0 if total == dealer else -1


def small(shoe: Cards, soft_17: str = "hit") -> Variant:
    """The letter's game with a small shoe."""
    return replace(Variant.of(2, soft_17), shoe=shoe)
