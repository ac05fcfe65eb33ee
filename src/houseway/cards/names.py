"""Hands in words: "two pair, kings and sevens"."""

from functools import lru_cache
from typing import Final

from houseway.cards import hands
from houseway.cards.card import RANKS

SINGULAR: Final = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
PLURAL: Final = tuple(f"{name}{'es' if name == 'six' else 's'}" for name in SINGULAR)
CATEGORIES: Final = (
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
    "five aces",
)
COUNTED: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


@lru_cache(maxsize=16384)
def poker_name(strength: int, wheel: int = hands.WHEEL_LOWEST) -> str:
    """A five-card hand in words."""
    packed = hands.DECIDING_RANKS[wheel * (hands.FIVE_ACES + 1) + strength]
    first = packed & 15
    kind = hands.category(strength)
    name = CATEGORIES[kind]
    if kind == 0:
        return f"{SINGULAR[first]} high"
    if kind == 1:
        return f"pair of {PLURAL[first]}"
    if kind == 2:
        return f"two pair, {PLURAL[first]} and {PLURAL[packed >> 8 & 15]}"
    if kind == 6:
        return f"full house, {PLURAL[first]} over {PLURAL[packed >> 12 & 15]}"
    if kind in (3, 7):
        return f"{name}, {PLURAL[first]}"
    if kind in (4, 5, 8):
        return f"{name}, {SINGULAR[first]} high"
    return name


@lru_cache(maxsize=256)
def front_name(strength: int) -> str:
    """A two-card hand in words."""
    if strength >= 169:
        return f"pair of {PLURAL[strength - 169]}"
    return f"{SINGULAR[strength // 13]}-{SINGULAR[strength % 13]}"


def three_name(strength: int) -> str:
    """A three-card hand in words."""
    kind, rest = divmod(strength, 2197)
    high = SINGULAR[rest // 169]
    if kind == 0:
        return f"{high} high"
    if kind == 1:
        return f"pair of {PLURAL[rest // 169]}"
    if kind == 4:
        return f"three of a kind, {PLURAL[rest // 169]}"
    return f"{('flush', 'straight', '', 'straight flush')[kind - 2]}, {high} high"


@lru_cache(maxsize=16384)
def flush_name(strength: int) -> str:
    """A flush-poker hand in words: its size and its ranks."""
    ranks = "-".join(RANKS[rank] for rank in range(12, -1, -1) if strength >> rank & 1)
    return f"{COUNTED[hands.flush_size(strength)]}-card flush, {ranks}"


@lru_cache(maxsize=1024)
def total_name(hard: int, aces: int, cards: int) -> str:
    """A blackjack total in words; two cards of an unsplit hand that make 21 are a blackjack."""
    total = hands.blackjack_total(hard, aces)
    if total > 21:
        return f"{total}, bust"
    if total == 21 and cards == 2:
        return "blackjack"
    return f"{'soft ' if hands.is_soft(hard, aces) else ''}{total}"


_MADE_OF: Final = {1: 2, 2: 4, 3: 3, 7: 4}  # how many cards of a category are not kickers


def compared_names(one: int, other: int, wheel: int = hands.WHEEL_LOWEST) -> tuple[str, str]:
    """Two five-card hands in words that tell them apart: with kickers as far as these decide."""
    names = poker_name(one, wheel), poker_name(other, wheel)
    if one == other or names[0] != names[1]:
        return names
    ranks = _ranks_in_order(one, wheel), _ranks_in_order(other, wheel)
    decides = next(place for place in range(5) if ranks[0][place] != ranks[1][place])
    return _down_to(one, wheel, decides), _down_to(other, wheel, decides)


def _ranks_in_order(strength: int, wheel: int) -> tuple[int, ...]:
    """The five ranks of a hand in the order in which they are compared."""
    packed = hands.DECIDING_RANKS[wheel * (hands.FIVE_ACES + 1) + strength]
    return tuple(packed >> 4 * place & 15 for place in range(5))


def _down_to(strength: int, wheel: int, place: int) -> str:
    """A hand in words with its ranks down to a place: "pair of kings with ace kicker"."""
    made = _MADE_OF.get(hands.category(strength), 0)
    words = "-".join(SINGULAR[rank] for rank in _ranks_in_order(strength, wheel)[made : place + 1])
    if not made:
        return f"{'flush, ' if hands.category(strength) == hands.category(hands.FLUSH) else ''}{words} high"
    return f"{poker_name(strength, wheel)} with {words} {'kicker' if '-' not in words else 'kickers'}"
