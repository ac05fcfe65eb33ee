"""A player who sees a card of the dealer or hands of others. Deals are sampled; every decision in them is exact.

The dealer's hands that hold a card are all hands from the cards left, less the hands from the cards left without it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from houseway.cards.card import Card
from houseway.cards.shuffles import shuffle_into
from houseway.games.game import Game
from houseway.games.pricing.counting import SIMULATED
from houseway.games.pricing.exposure import Exposure, ExposureQuestion
from houseway.games.pricing.strategy import Strategy
from houseway.games.wild_monkey_pai_gow.exact.decided import Decided, decided_by, decided_hand
from houseway.games.wild_monkey_pai_gow.exact.strengths import packed_back, packed_front, packed_more
from houseway.games.wild_monkey_pai_gow.exact.values import Chances
from houseway.games.wild_monkey_pai_gow.settle import Setting
from houseway.games.wild_monkey_pai_gow.simulate.rounds import CARDS, DECK
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, STAND, SURRENDER, Variant
from houseway.kernel import compiled

if TYPE_CHECKING:
    from houseway.games.pricing.strategy import Array

STREAM: Final = 3_040_100  # of the submission
DEALS: Final = 150


def chances_seeing(arrays: "Mapping[str, Array]", gone: Iterable[int], dealer: Sequence[int]) -> Chances:
    """All hands that the dealer can have if some cards are gone, and only those with `dealer` if that card is given."""
    out = [*gone]
    chances = Chances.of(arrays, out)
    if not dealer:
        return chances
    return replace(chances, weights=chances.weights - Chances.of(arrays, [*out, *dealer]).weights)


def best_worth(variant: Variant, cards: Sequence[Card], chances: Chances) -> Fraction:
    """The value of the best setting, doubled or not, or of a surrender."""
    settings = [Setting.of(tuple(cards), front, variant.wheel) for front in combinations(cards, 2)]
    results = [chances.result(one.front_strength, one.back_strength, variant.keep) for one in settings if not one.foul]
    decisions = (STAND, DOUBLE) if variant.double else (STAND,)
    worth = max(variant.stakes(decision) * result for result in results for decision in decisions)
    return worth if variant.surrender > 1 else max(worth, variant.net(SURRENDER, 0))


def usual_worth(variant: Variant, decided: Decided, cards: Sequence[Card], chances: Chances) -> Fraction:
    """The value of a strategy that sees no other card, against the same chances."""
    packed = int(compiled(decided_hand)(decided, sum(1 << card for card in cards)))
    if packed_more(packed) == SURRENDER:
        return variant.net(SURRENDER, 0)
    result = chances.result(packed_front(packed), packed_back(packed), variant.keep)
    return variant.stakes(packed_more(packed)) * result


def gains_of(
    game: Game, strategy: Strategy, *, dealers: int, others: int, deals: int, seed: int
) -> list[tuple[float, float]]:
    """For each deal, what seeing a card of the dealer or other hands gains, and what the usual play wins."""
    variant, decided = Variant.of(game), decided_by(strategy.arrays)
    cards, deck, gains = np.arange(DECK), np.arange(DECK), []
    for number in range(deals):
        shuffle_into(cards, deck, CARDS * (1 + others) + dealers, seed, STREAM, number)
        own, end = [Card(card) for card in cards[:CARDS].tolist()], CARDS * (1 + others)
        chances = chances_seeing(strategy.arrays, cards[:end].tolist(), cards[end : end + dealers].tolist())
        usual = usual_worth(variant, decided, own, chances)
        gains.append((float(best_worth(variant, own, chances) - usual), float(usual)))
    return gains


def seen_exposure(
    game: Game, strategy: Strategy, asked: ExposureQuestion, what: str, *, dealers: int = 0, others: int = 0
) -> Exposure:
    """What a player gains who sees one card of the dealer, or hands of others."""
    deals = asked.deals or DEALS
    gains = [gain for gain, _ in gains_of(game, strategy, dealers=dealers, others=others, deals=deals, seed=asked.seed)]
    mean = math.fsum(gains) / deals
    variance = math.fsum((gain - mean) ** 2 for gain in gains) / (deals - 1)
    return Exposure(
        what=what,
        gain=mean,
        method=SIMULATED,
        standard_error=math.sqrt(variance / deals),
        house_edge=strategy.figures.house_edge - mean,
        deals=deals,
    )
