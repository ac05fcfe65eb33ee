"""What each decision on one open hand is worth, whatever cards were seen, in plain numpy so that advice is quick.

These are the values of the exact analysis, computed in another way without compiled code. All hands that the hand in
play may become stand side by side in arrays, against every set of cards that the dealer may draw. Splits are valued as
in `exact/splits`. The sums are floats, with an error below 1e-12 of a wager.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Final

import numpy as np

from houseway.cards.hands import blackjack_total
from houseway.games.down_under_blackjack.card_values import ACE, VALUES
from houseway.games.down_under_blackjack.exact.hands import FINALS, FIRST_FINAL, MOST, Floats, Ints
from houseway.games.down_under_blackjack.exact.play_out import DOUBLE, HIT, NEARLY_EQUAL, STAND, UNSPLIT
from houseway.games.down_under_blackjack.exact.splits import ANY, OTHER, split_weights
from houseway.games.down_under_blackjack.exact.unseen import PIPS, UnseenShoe, Values
from houseway.games.down_under_blackjack.rules import may_double, result
from houseway.games.down_under_blackjack.variant import MOST_HANDS, Variant, value_of

BROKEN: Final = -1
NEVER: Final = -np.inf
MOST_OUT: Final = split_weights(2, 2, MOST_HANDS).shape[1]  # no split looks at more cards of its pair's value


def total_of(cards: Values) -> int:
    """The blackjack total of cards of these values."""
    return blackjack_total(sum(PIPS[value] for value in cards), cards.count(ACE))


@cache
def _results(total: int, *, two_golds: bool) -> Floats:
    """The result of a hand against each final total of the dealer."""
    return np.array([result(total, two_golds, FIRST_FINAL + final) for final in range(FINALS)], np.float64)


# ---- the hands that a hand may become


@dataclass(frozen=True, eq=False)
class Growth:
    """A hand and all hands that it may become, those with fewer cards first."""

    cards: tuple[Values, ...]
    child: Ints  # [hand, value]: with one more card; BROKEN

    @cached_property
    def totals(self) -> Ints:
        """The total of each hand."""
        return np.array([total_of(cards) for cards in self.cards])

    @cached_property
    def sizes(self) -> Ints:
        """How many cards each hand has."""
        return np.array([len(cards) for cards in self.cards])

    @cached_property
    def drawn(self) -> Floats:
        """[value, hand]: the cards that each hand has beyond the first one."""
        counts = np.array([[cards.count(value) for cards in self.cards] for value in range(VALUES)], np.float64)
        return counts - counts[:, :1]

    def by_size(self) -> list[Ints]:
        """The hands of each size, most cards first."""
        return [np.flatnonzero(self.sizes == size) for size in range(self.sizes.max(), self.sizes.min() - 1, -1)]


@lru_cache(maxsize=64)
def growth(start: Values, most_cards: int = MOST) -> Growth:
    """Every hand that a hand may become with at most this many cards."""
    cards, places, child = [start], {start: 0}, []
    for hand in cards:
        hard, row = sum(PIPS[value] for value in hand), [BROKEN] * VALUES
        for value in range(VALUES):
            if hard + PIPS[value] <= MOST and len(hand) < most_cards:
                grown = tuple(sorted((*hand, value)))
                if grown not in places:
                    places[grown] = len(cards)
                    cards.append(grown)
                row[value] = places[grown]
        child.append(row)
    return Growth(tuple(cards), np.array(child))


def _stand(shoe: UnseenShoe, hands: Growth, which: Ints, left: Floats, pair: int) -> Floats:
    """The value of standing on some of the hands; two golds are two cards, unsplit (clause 12)."""
    finals, golds = shoe.finals(left), shoe.variant.golds
    worth = np.zeros(len(which))
    for place, hand in enumerate(which):
        cards = hands.cards[hand]
        two_golds = pair == UNSPLIT and len(cards) == 2 and all(golds[value] for value in cards)
        worth[place] = _results(total_of(cards), two_golds=two_golds) @ finals[:, place]
    return worth


def _drawn_value(chances: Floats, child: Ints, worth: Floats) -> Floats:
    """The mean value after one more card; the last place of `worth` is for a broken hand."""
    return np.asarray(np.einsum("vh,hv->h", chances, worth[child]))


def best_values(shoe: UnseenShoe, hands: Growth, pair: int = UNSPLIT) -> Floats:
    """[decision, hand]: the value of standing, hitting and doubling if the best decisions follow.

    `pair` is the value that was split; a split ace gets only one card (clause 7).
    """
    left = np.maximum(shoe.unseen[:, None] - hands.drawn, 0)
    chances, everything = shoe.chances(left), np.arange(len(hands.cards))
    worth = np.full((DOUBLE + 1, len(hands.cards)), NEVER)
    stand = np.append(_stand(shoe, hands, everything, left, pair), -1.0)
    best = stand.copy()
    doubles = may_double(2, 1 if pair == UNSPLIT else 2, not shoe.variant.doubles_after_split)
    worth[STAND] = stand[:-1]
    for which in hands.by_size():
        if pair == ACE and hands.sizes[which[0]] > 1:
            continue
        draws = which[hands.totals[which] < MOST]
        worth[HIT, draws] = _drawn_value(chances[:, draws], hands.child[draws], best)
        if doubles and hands.sizes[which[0]] == 2:
            worth[DOUBLE, draws] = 2 * _drawn_value(chances[:, draws], hands.child[draws], stand)
        best[which] = worth[:, which].max(axis=0)
    return worth


def _best(values: Floats) -> Ints:
    """The best decision on each hand; of equal ones the one that stakes less."""
    decisions = np.full(values.shape[1], STAND)
    for decision in (HIT, DOUBLE):
        better = values[decision] > values[decisions, np.arange(len(decisions))] + NEARLY_EQUAL
        decisions[better] = decision
    return decisions


# ---- splits


class Split:
    """Hands that began as one card of a pair; each is played by its own cards and everything that is seen now."""

    def __init__(self, shoe: UnseenShoe, pair: int) -> None:
        self.shoe, self.pair = shoe, pair
        self.hands = growth((pair,), 2 if pair == ACE else MOST)
        self.plan = _best(best_values(shoe, self.hands, pair))
        self.plan[0] = HIT
        self.reached = self._reached()

    def _reached(self) -> Ints:
        reached = np.zeros(len(self.hands.cards) + 1, bool)
        reached[0] = True
        for which in reversed(self.hands.by_size()):
            draws = which[reached[which] & (self.plan[which] != STAND)]
            reached[self.hands.child[draws]] = True
        return np.flatnonzero(reached[:-1])

    @cached_property
    def nets(self) -> list[tuple[float, float, float]]:
        """The net results of one hand, by how many more cards of the pair's value are out.

        A row has the net with another second card, the net with the same one, and the chance of the same one.
        """
        hands, which, shoe = self.hands, self.reached, self.shoe
        left = np.repeat((shoe.unseen[:, None] - hands.drawn[:, which])[:, None], MOST_OUT, axis=1)
        left[self.pair] -= shoe.variant.step * np.arange(MOST_OUT)[:, None]
        flat = np.maximum(left, 0).reshape(VALUES, -1)
        chances = shoe.chances(flat).reshape(left.shape)
        stand = _stand(shoe, hands, np.tile(which, MOST_OUT), flat, self.pair).reshape(MOST_OUT, -1)
        return [self._net(chances[:, out], stand[out]) for out in range(MOST_OUT)]

    def _net(self, chances: Floats, stand: Floats) -> tuple[float, float, float]:
        hands, which = self.hands, self.reached
        draws, stood = np.zeros((VALUES, len(hands.cards))), np.full(len(hands.cards) + 1, -1.0)
        draws[:, which], stood[which] = chances, stand
        worth = stood.copy()
        for level in hands.by_size()[:-1]:
            for decision, after in ((HIT, worth), (DOUBLE, 2 * stood)):
                drawing = np.intersect1d(level[self.plan[level] == decision], which)
                worth[drawing] = _drawn_value(draws[:, drawing], hands.child[drawing], after)
        second = draws[:, 0] * worth[hands.child[0]]
        return float(second.sum() - second[self.pair]), float(second[self.pair]), float(draws[self.pair, 0])

    def worth(self, hands: int, waiting: int) -> float:
        """The value of the `waiting` hands, of `hands`, that have one card: split again wherever allowed, or never."""
        most = self.shoe.variant.most_hands
        return max(self._weighted(split_weights(hands, waiting, limit)) for limit in {most, hands})

    def _weighted(self, weights: Floats) -> float:
        total, odds = 0.0, 1.0
        for out in range(weights.shape[1]):
            other, same, chance = self.nets[out]
            total += odds * float(weights[OTHER, out] * other + weights[ANY, out] * (other + same))
            odds *= chance
        return total


# ---- one decision


def unseen_shoe(variant: Variant, unseen: Sequence[float], up: int, hole: Sequence[int]) -> UnseenShoe:
    """The unseen shoe of a player; `up` is a card, `hole` the values that the hole card may have."""
    return UnseenShoe(variant, np.array(unseen, np.float64), value_of(up), tuple(hole))


def values(
    variant: Variant,
    unseen: Sequence[float],
    cards: Sequence[int],
    up: int,
    hole: Sequence[int],
    *,
    hands: int = 1,
    waiting: int = 0,
) -> dict[str, float]:
    """What each legal decision on a hand is worth, in wagers, if the best ones follow; lower stakes come first.

    `unseen` counts the cards of each value that were not seen, including a hidden hole card. `hole` has the values that
    the hole card may have (`hole_values`): one value if it is exposed, and then it still counts as unseen. `hands` is
    how many hands the seat has, and `waiting` how many of them still have a single card: a split takes chances to split
    away from those and is charged for it. These values leave out what the other hands will win (`other_hands_value`).
    """
    shoe, held = unseen_shoe(variant, unseen, up, hole), tuple(sorted(value_of(card) for card in cards))
    plain = best_values(shoe, growth(held), value_of(cards[0]) if hands > 1 else UNSPLIT)[:, 0]
    worth = dict(zip(("stand", "hit", "double"), map(float, plain), strict=True))
    if held == (held[0], held[0]) and hands < variant.most_hands:
        split = Split(shoe, held[0])
        worth["split"] = split.worth(hands + 1, waiting + 2) - split.worth(hands, waiting)
    return {decision: value for decision, value in worth.items() if value > NEVER}


def other_hands_value(
    variant: Variant,
    unseen: Sequence[float],
    up: int,
    hole: Sequence[int],
    *,
    pair: int,
    hands: int,
    waiting: int,
    done: Iterable[tuple[int, float]],
) -> float:
    """What the other hands of a seat that has split will win, both those that wait and those that are done.

    `done` has the total and the stake, in wagers, of each hand that is played out.
    """
    shoe = unseen_shoe(variant, unseen, up, hole)
    finals = shoe.finals(shoe.unseen[:, None])[:, 0]
    worth = sum(
        stake * float(_results(total, two_golds=False) @ finals) if total <= MOST else -stake for total, stake in done
    )
    return worth + (Split(shoe, pair).worth(hands, waiting) if waiting else 0.0)
