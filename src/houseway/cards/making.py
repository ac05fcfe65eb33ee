"""Which of some cards make a hand: for people who look at a table."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from houseway.cards.card import Card
from houseway.cards.hands import WHEEL_LOWEST, category, poker_strength

_KICKERS: Final = {0: 4, 1: 3, 2: 1, 3: 2, 7: 1}  # how many of five cards are kickers, by category


def best_five_cards(cards: Sequence[Card], wheel: int = WHEEL_LOWEST) -> tuple[Card, ...]:
    """The five of five to seven cards that make the best poker hand, pairs and more before kickers."""
    return _best_five_cards(tuple(cards), wheel)


@lru_cache(maxsize=256)  # the lines of a round are explained one by one, from the same few hands
def _best_five_cards(cards: tuple[Card, ...], wheel: int) -> tuple[Card, ...]:
    strength = poker_strength(cards, wheel)
    five = next(five for five in combinations(cards, 5) if poker_strength(five, wheel) == strength)
    held = Counter(card.rank for card in five)
    return tuple(sorted(five, key=lambda card: (-held[card.rank], -card.rank)))


def made_cards(cards: Sequence[Card], wheel: int = WHEEL_LOWEST) -> tuple[Card, ...]:
    """Those of the best five that are no kickers: the three of three of a kind."""
    five = best_five_cards(cards, wheel)
    return five[: 5 - _KICKERS.get(category(poker_strength(five, wheel)), 0)]


def fewest(cards: Sequence[Card], makes: Callable[[tuple[Card, ...]], bool]) -> tuple[Card, ...]:
    """The fewest of some cards that make something, high cards first; none where not even all of them do."""
    ordered = sorted(cards, key=lambda card: -card.rank)
    for count in range(1, len(ordered) + 1):
        for some in combinations(ordered, count):
            if makes(some):
                return some
    return ()
