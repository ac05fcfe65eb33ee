"""The exact value of each decision for one hand; any cards may be known to be out."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb

import numpy as np

from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.exact.boards import PAIRS, RANK_PAIRS, SYMBOLS
from houseway.games.down_under_holdem.exact.every_flop import count_hand
from houseway.games.down_under_holdem.exact.one_hand import Against, Numbers, fill_pairs, flop_worth
from houseway.games.down_under_holdem.exact.views import LOSS
from houseway.games.down_under_holdem.variant import Variant
from houseway.games.pricing.suit_classes import couples, whole_pays
from houseway.kernel import compiled


def dealer_hands(variant: Variant, lights: tuple[int, int], kind: Callable[[list[int]], Numbers]) -> Against:
    """The dealer's hands with certain lights, in lists or arrays, and what the Bet table pays."""
    scale, returned = whole_pays([1 + pay for pay in variant.pays], LOSS)
    ones, twos = [0] * PAIRS, [0] * PAIRS
    count, of_ranks = fill_pairs([*variant.lights], *lights, ones, twos)
    return Against(kind(ones[:count]), kind(twos[:count]), of_ranks, kind(returned), -2 * scale)


def cards_left(known: Iterable[int]) -> list[int]:
    """The deck without the cards that are known, in order of ranks."""
    out = set(known)
    return sorted((card for card in range(52) if card not in out), key=lambda card: (card % 13, card))


def dealers_left(variant: Variant, lights: tuple[int, int], cards: Iterable[int]) -> int:
    """How many hands with certain lights some cards can give the dealer."""
    lit = [variant.lights[card % 13] for card in cards]
    one, two = lights
    return couples(one, two, lit.count(one), lit.count(two))


def flop_values(
    variant: Variant, hole: Sequence[int], flop: Sequence[int], lights: tuple[int, int], others: Iterable[int] = ()
) -> dict[str, Fraction]:
    """What fold and play are worth after a flop, in antes, counted in plain Python."""
    cards = cards_left([*hole, *flop, *others])
    dealer = dealer_hands(variant, lights, list)
    room = [0] * SYMBOLS, [0] * (2 * RANK_PAIRS)
    base, margin = flop_worth(list(hole), list(flop), cards, dealer, *room)
    scale = dealer.lost // -2
    deals = dealers_left(variant, lights, cards) * comb(len(cards) - 2, 2)
    if not deals:
        raise InvalidInput("no cards are left that the card reader could show so", field="lights")
    return {"fold": Fraction(-2), variant.last_play: Fraction(base + scale * variant.after * margin, scale * deals)}


def hand_values(
    variant: Variant, hole: Sequence[int], lights: tuple[int, int], others: Iterable[int]
) -> dict[str, Fraction]:
    """What check and the Play wagers are worth before the flop, in antes, with the best play after it."""
    one, two = map(int, hole)
    cards = cards_left([*hole, *others])
    dealer = dealer_hands(variant, lights, np.array)
    scale = dealer.lost // -2
    known = np.array(cards), np.array(variant.lights), *lights
    deals, base, margin, check = compiled(count_hand)(one, two, *known, dealer, scale * variant.after).tolist()
    if not deals:
        raise InvalidInput("no cards are left that the card reader could show so", field="lights")
    worth = [check, *(base + scale * times * margin for times in variant.before)]
    return {word: Fraction(one, scale * deals) for word, one in zip(variant.openings, worth, strict=True)}
