"""Obvious, slow hand evaluation: sort, count, try every subset and every substitution of the joker."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = "Jo"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
ACE = 14

(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
    FIVE_ACES,
) = range(11)
NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "5 aces",
)

Value = tuple[int, tuple[int, ...]]


def rank(card: str) -> int:
    """2 to 14; the joker is an ace."""
    return ACE if card == JOKER else RANKS.index(card[0]) + 2


def suit(card: str) -> str:
    """The suit letter; the joker has none."""
    return "" if card == JOKER else card[1]


def ranks_by_count(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """(count, rank) pairs, the most frequent and then the highest first."""
    return sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)


def straight_height(ranks: Sequence[int], wheel: str) -> int:
    """Twice the top rank of a straight of these distinct ranks (so that a wheel fits between), or 0."""
    in_order = sorted(ranks)
    if in_order == [2, 3, 4, 5, ACE]:
        return 10 if wheel == "lowest" else 27
    if len(set(ranks)) == 5 and in_order[4] - in_order[0] == 4:
        return 2 * in_order[4]
    return 0


@lru_cache(maxsize=200_000)
def five(cards: tuple[str, ...], wheel: str = "lowest") -> Value:
    """The value of five cards without a joker."""
    ranks = [rank(card) for card in cards]
    groups = ranks_by_count(ranks)
    shape = [n for n, _ in groups]
    order = tuple(r for _, r in groups)
    height = straight_height(ranks, wheel)
    flush = len({suit(card) for card in cards}) == 1
    if flush and height == 2 * ACE:
        return ROYAL_FLUSH, (height,)
    if flush and height:
        return STRAIGHT_FLUSH, (height,)
    if shape == [4, 1]:
        return FOUR, order
    if shape == [3, 2]:
        return FULL_HOUSE, order
    if flush:
        return FLUSH, order
    if height:
        return STRAIGHT, (height,)
    if shape == [3, 1, 1]:
        return THREE, order
    if shape == [2, 2, 1]:
        return TWO_PAIR, order
    if shape == [2, 1, 1, 1]:
        return PAIR, order
    return HIGH_CARD, order


def joker_values(cards: Sequence[str], wheel: str = "lowest") -> list[Value]:
    """All values of five cards: the joker is an ace, or completes a straight, a flush or both."""
    if JOKER not in cards:
        return [five(tuple(cards), wheel)]
    others = [card for card in cards if card != JOKER]
    if all(rank(card) == ACE for card in others):
        return [(FIVE_ACES, ())]
    values = []
    for card in DECK:
        if card not in others:
            value = five((*others, card), wheel)
            if rank(card) == ACE or value[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH):
                values.append(value)
    return values


def five_or_joker(cards: Sequence[str], wheel: str = "lowest") -> Value:
    """The best value of five cards, one of which may be the joker."""
    return max(joker_values(cards, wheel))


def best(cards: Sequence[str], wheel: str = "lowest") -> Value:
    """The best five-card hand in the cards."""
    return max(five_or_joker(hand, wheel) for hand in combinations(cards, 5))


def two(cards: Sequence[str]) -> Value:
    """The value of a two-card hand: a pair or high cards, the joker an ace."""
    high, low = sorted((rank(card) for card in cards), reverse=True)
    return (PAIR, (high,)) if high == low else (HIGH_CARD, (high, low))


def three(cards: Sequence[str]) -> str:
    """The name of a three-card hand; A-2-3 and Q-K-A are straights."""
    ranks = sorted(rank(card) for card in cards)
    kinds = len(set(ranks))
    straight = kinds == 3 and (ranks[2] - ranks[0] == 2 or ranks == [2, 3, ACE])
    flush = len({suit(card) for card in cards}) == 1
    if straight and flush:
        return "straight flush"
    if kinds == 1:
        return "three of a kind"
    if straight:
        return "straight"
    if flush:
        return "flush"
    return "pair" if kinds == 2 else "nothing"
