"""What a player sees at one decision, and the chances of the next card and of the dealer's end, in plain numpy."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from houseway.cards.hands import blackjack_total, hard_value
from houseway.games.down_under_blackjack.card_values import ACE, CARDS, VALUES
from houseway.games.down_under_blackjack.exact.hands import FINALS, FIRST_FINAL, MOST_DRAWN, Floats
from houseway.games.down_under_blackjack.rules import dealer_draws
from houseway.games.down_under_blackjack.variant import Variant

Values = tuple[int, ...]  # of cards, ascending

PIPS: Final = tuple(hard_value(card) for card in CARDS)


@dataclass(frozen=True, eq=False)
class Drawn:
    """A set of cards that the dealer may draw, including the hole card, or the beginning of such a set."""

    orders: int  # in how many the dealer reaches these cards and stops
    final: int
    more: "tuple[tuple[int, int, Drawn], ...]"  # the next card, no lower one, and how many of its value come before it


@cache
def dealer_draws_from(up: int, hole: Values, hits_soft_17: bool) -> Drawn:
    """What the dealer may draw to an up card, including the hole card, as a tree of ascending values."""
    stops = _stops(up, hole, hits_soft_17)
    nexts: dict[Values, set[int]] = {}
    for cards in stops:
        for size in range(len(cards)):
            nexts.setdefault(cards[:size], set()).add(cards[size])

    def drawn(cards: Values) -> Drawn:
        more = [(value, cards.count(value), drawn((*cards, value))) for value in sorted(nexts.get(cards, ()))]
        return Drawn(*stops.get(cards, (0, 0)), tuple(more))

    return drawn(())


def _stops(up: int, hole: Values, hits_soft_17: bool) -> dict[Values, tuple[int, int]]:
    """Each set of cards with which the dealer stops, with its number of orders and its final total."""
    stops: dict[Values, tuple[int, int]] = {}
    ways: Counter[Values] = Counter({(value,): 1 for value in hole})
    while ways:
        grown: Counter[Values] = Counter()
        for cards, orders in ways.items():
            hard, aces = PIPS[up] + sum(PIPS[value] for value in cards), (up, *cards).count(ACE)
            if dealer_draws(hard, aces, hits_soft_17):
                for value in range(VALUES):
                    grown[tuple(sorted((*cards, value)))] += orders
            else:
                stops[cards] = orders, min(blackjack_total(hard, aces) - FIRST_FINAL, FINALS - 1)
        ways = grown
    return stops


@dataclass(frozen=True, eq=False)
class UnseenShoe:
    """The unseen cards, including the hole card, and what is known of the dealer; `left` is [value, hand] below.

    A value that the shoe no longer holds counts 0, even where a hand needs more of it; such hands have no chance.
    """

    variant: Variant
    unseen: Floats
    up: int
    hole: Values

    def chances(self, left: Floats) -> Floats:
        """How likely each value is the next card; the hole card, equally likely any card of its group, is out."""
        step = self.variant.step
        hidden = np.zeros(VALUES)
        hidden[list(self.hole)] = step
        holes = left[list(self.hole)].sum(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            chances = left * (1 - hidden[:, None] / holes) / (left.sum(axis=0) - step)
        return np.where((holes > 0) & (left > 0), chances, 0.0)

    def finals(self, left: Floats) -> Floats:
        """How likely the dealer ends with each final total, [final, hand]."""
        step, finals = self.variant.step, np.zeros((MOST_DRAWN, FINALS, left.shape[1]))
        copies = cache(lambda value, before: left[value] - before * step)

        def add(node: Drawn, ways: Floats, size: int) -> None:
            if node.orders:
                finals[size, node.final] += node.orders * ways
            for value, before, more in node.more:
                add(more, ways * copies(value, before), size + 1)

        add(dealer_draws_from(self.up, self.hole, self.variant.hits_soft_17), np.ones(left.shape[1]), 0)
        return np.asarray(np.einsum("sfh,sh->fh", finals, self._draw_chances(left)))

    def _draw_chances(self, left: Floats) -> Floats:
        """[size, hand]: how likely any one draw of this many cards is, the hole card first."""
        cards = left.sum(axis=0) - self.variant.step * np.arange(-1, MOST_DRAWN - 1)[:, None]
        cards[0], cards[1] = 1, left[list(self.hole)].sum(axis=0)
        each = np.divide(1, cards, out=np.zeros_like(cards), where=cards > 0)
        return np.cumprod(each, axis=0)
