"""What the tests of Wild Monkey's analysis share: small decks, hands set by the rules themselves, tables."""

from functools import cache
from itertools import chain, combinations

import numpy as np
import numpy.typing as npt

from houseway.cards.card import JOKER
from houseway.games.game import Game
from houseway.games.strategy import Strategy, new_strategy
from houseway.games.wild_monkey_pai_gow.best_seven import LOW, dealer_discard
from houseway.games.wild_monkey_pai_gow.exact.estimate_moments import Table, plan_players
from houseway.games.wild_monkey_pai_gow.exact.main_game import Dealers, Players, set_all_dealers, worths
from houseway.games.wild_monkey_pai_gow.exact.set_hands import Worth
from houseway.games.wild_monkey_pai_gow.exact.simple import BEST_SETTING, HOUSE_WAY, PLANS
from houseway.games.wild_monkey_pai_gow.exact.strengths import packed_hand
from houseway.games.wild_monkey_pai_gow.exact.values import class_arrays
from houseway.games.wild_monkey_pai_gow.house_way import house_way
from houseway.games.wild_monkey_pai_gow.rules import pai_gow_high
from houseway.games.wild_monkey_pai_gow.variant import Variant
from houseway.kernel import counter
from houseway.lab.shards import Threads

Ints = npt.NDArray[np.int64]

NAME = "wild-monkey-pai-gow"
EIGHTS, SEVENS = 886_322_710, 154_143_080
TOP, BOTTOM = (8, 9, 10, 11, 12), (0, 1, 2, 3, 12)  # small decks: ten to ace, and the five ranks of the wheel
WIDE = (0, 1, 2, 4, 6, 7, 12)  # a small deck with pai gows
RUN = Threads(2)
DEFAULT = Variant()
OTHER = Variant(wheel=1, reading=LOW, commission=5)


@cache
def dealers_of(variant: Variant) -> list[Dealers]:
    """The dealers by reading; a variant differs by wheel and ranks."""
    return set_all_dealers(variant, RUN)


@cache
def table_of(variant: Variant) -> Table:
    """Everything that deals of a variant look up."""
    dealers = dealers_of(Variant(wheel=variant.wheel))[variant.reading]
    return Table.of(variant, dealers, players_of(variant), (HOUSE_WAY, BEST_SETTING))


@cache
def worth_of(variant: Variant) -> list[Worth]:
    """The player's estimates, without and with the joker."""
    return worths(dealers_of(Variant(wheel=variant.wheel))[variant.reading], variant)


@cache
def players_of(variant: Variant) -> Players:
    """The player's hands by every plan."""
    return plan_players(variant, dealers_of(Variant(wheel=variant.wheel))[variant.reading], RUN)


def strategy_of(game: Game, name: str) -> Strategy:
    """A strategy as `solve` makes it, but for its figures."""
    variant = Variant.of(game)
    dealers = dealers_of(Variant(wheel=variant.wheel))[variant.reading].packed
    arrays = {"players": players_of(variant).packed[PLANS.index(name)], "dealers": dealers, **class_arrays()}
    return new_strategy(game, name, {}, arrays)


def deck_of(ranks: tuple[int, ...]) -> list[int]:
    """A small deck, the joker last."""
    return [13 * suit + rank for suit in range(4) for rank in ranks] + [JOKER]


def all_hands(deck: list[int], size: int) -> Ints:
    """Every hand of a small deck, one by one, ascending, so that the joker is last."""
    cards = np.fromiter(chain.from_iterable(combinations(sorted(deck), size)), np.int64)
    return cards.reshape(-1, size)


def counted(numbers: npt.NDArray[np.int32] | Ints, weights: Ints) -> dict[int, int]:
    """The weights of equal numbers, added up; those of no weight left out."""
    found, places = np.unique(numbers, return_inverse=True)
    sums = np.bincount(places, weights).astype(int)
    return {int(number): int(times) for number, times in zip(found, sums, strict=True) if times}


@counter
def set_by_the_rules(hands: Ints, start: int, total: int, wheel: int, reading: int) -> Ints:
    """The dealer's hands one by one, as they are settled: packed with 1 + the high card of a pai gow."""
    found = np.zeros(total, np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        discard = dealer_discard(hand, wheel, reading)
        mask = 0
        for index in range(8):
            if index != discard:
                mask += 1 << hand[index]
        found[start + place] = packed_hand(house_way(hand, discard, wheel), 1 + pai_gow_high(mask))
    return found
