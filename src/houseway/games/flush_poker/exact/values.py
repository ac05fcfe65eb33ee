"""What each decision is worth with one hand: plain Python, no compiler."""

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Final

from houseway.cards.card import JOKER, Card, check_copies
from houseway.cards.hands import LONGEST_FLUSHES, SUIT_MASK, flush_hand, flush_size, hand_mask
from houseway.errors import InvalidInput
from houseway.games.flush_poker.variant import Variant, decision_name, letter, raise_net, split

BITS: Final = 64


def values(cards: Iterable[int], seen: Iterable[int] = (), variant: Variant | None = None) -> dict[str, Fraction]:
    """What folding and each raise win on average with this hand, in Bets; `seen` are known cards of others.

    Plain Python, no compiler. The first decision with the highest value is the best one: it stakes least.
    """
    variant = variant or letter()
    held, gone = tuple(map(Card, cards)), tuple(map(Card, seen))
    check_copies((*held, *gone), copies=1, joker=variant.joker, field="cards")
    whole, taken = _deck_mask(variant), hand_mask((*held, *gone))
    if len(held) != variant.cards or taken & ~whole:
        raise InvalidInput(f"must be {variant.cards} cards of the deck", field="cards")
    left = whole & ~taken
    if left.bit_count() < variant.cards:
        raise InvalidInput("too few cards are left for the dealer", field="cards")
    strength = flush_hand(hand_mask(held))
    hands = math.comb(left.bit_count(), variant.cards)
    limits = strength, strength - 1, variant.qualifier - 1
    counted = [_hands_at_most(left, variant.cards, limit) for limit in limits]
    kinds = split(strength, variant.qualifier, hands, *counted)
    unit = variant.match.denominator * hands
    raises = range(1, variant.caps[flush_size(strength)] + 1)
    return {"fold": Fraction(-1)} | {
        decision_name(times): Fraction(raise_net(variant, times, kinds), unit) for times in raises
    }


def _deck_mask(variant: Variant) -> int:
    return sum(ranks << 13 * suit for suit, ranks in enumerate(variant.suits)) | variant.joker << JOKER


def _hands_at_most(left: int, cards: int, limit: int) -> int:
    """How many hands of the cards left are at most this strong.

    Polynomials are whole numbers, a coefficient to 64 bits: a deck has fewer than 2**54 sets of cards.
    """
    total = 0
    for joker in range(1 + (left >> JOKER)):
        suits = [_good_sets(left >> 13 * suit & SUIT_MASK, cards, joker, limit) for suit in range(4)]
        total += math.prod(suits) >> BITS * (cards - joker) & (1 << BITS) - 1
    return total


@lru_cache(maxsize=4096)
def _good_sets(ranks: int, cards: int, joker: int, limit: int) -> int:
    """How many sets of these ranks, by size, make at most the limit; cached, because most suits come up many times."""
    power = flush_size(limit) - joker
    bits = [1 << rank for rank in range(13) if ranks >> rank & 1]
    good = [math.comb(len(bits), size) if size < power else 0 for size in range(cards + 1)]
    if 0 <= power <= cards:
        good[power] = sum(LONGEST_FLUSHES[joker << 13 | sum(held)] <= limit for held in combinations(bits, power))
    return sum(count << BITS * size for size, count in enumerate(good))
