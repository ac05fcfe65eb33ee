"""What the tests of Wild Monkey's analysis share: small decks, hands set by the rules themselves, strategies."""

from functools import cache
from itertools import chain, combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from figures import figures
from houseway.cards.card import JOKER, RANKS
from houseway.cards.hands import PAIR, category
from houseway.games.game import Game
from houseway.games.pricing.sevens import seven_shards, weighted_sevens
from houseway.games.pricing.strategy import Strategy, new_strategy
from houseway.games.wild_monkey_pai_gow.best_seven import LOW, dealer_setting
from houseway.games.wild_monkey_pai_gow.exact.dealers import Dealers, set_all_dealers
from houseway.games.wild_monkey_pai_gow.exact.decided import DIFFERS, find_classes
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import hand_classes
from houseway.games.wild_monkey_pai_gow.exact.hand_values import set_house_ways
from houseway.games.wild_monkey_pai_gow.exact.plans import HOUSE_WAY_SIMPLE, PLANS, SIMPLE, decide
from houseway.games.wild_monkey_pai_gow.exact.set_hands import class_shards
from houseway.games.wild_monkey_pai_gow.exact.strengths import MORE_BITS, Packed, packed_hand
from houseway.games.wild_monkey_pai_gow.exact.values import class_arrays
from houseway.games.wild_monkey_pai_gow.house_way import house_way
from houseway.games.wild_monkey_pai_gow.rules import pai_gow_high
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, STAND, SURRENDER, Variant
from houseway.kernel import compiled, counter
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
def house_ways(wheel: int) -> Packed:
    """All classes of a player's sevens by the house way."""
    natural, joker = hand_classes(7, 5).hands, hand_classes(6, 4).hands
    every = np.concatenate((natural, np.hstack((joker, np.full((len(joker), 1), JOKER)))))
    return RUN(set_house_ways, class_shards(every, wheel)).astype(np.int32)


@cache
def differing_hands(every: int) -> tuple[Ints, Ints]:
    """All hands of each so many-th class, their suits in order, ascending; and their classes."""
    masks = np.concatenate([compiled(weighted_sevens)(*shard)[0] for shard in seven_shards()])
    places, keys = RUN(find_classes, [(0, len(masks), len(masks), masks)])
    chosen = np.flatnonzero(places % every == 1)
    chosen = chosen[np.argsort(keys[chosen])]
    return keys[chosen], places[chosen]


def simple_players(variant: Variant, plan: int) -> Packed:
    """All classes by the house way, decided by a plan to remember."""
    packed = house_ways(variant.wheel)
    decisions = decide(plan, packed, np.zeros(len(packed), np.int64), 1, variant)
    return packed | decisions.astype(np.int32) << MORE_BITS


def strategy_of(game: Game, name: str) -> Strategy:
    """A strategy that is quickly made: by the house way and a simple plan.

    In place of one that looks at more than classes, the hands of every 50th class are decided at random.
    """
    variant = Variant.of(game)
    plan = PLANS.index(name)
    players = simple_players(variant, plan if plan in SIMPLE else HOUSE_WAY_SIMPLE)
    hands, others = np.zeros(0, np.int64), np.zeros(0, np.int32)
    if plan not in SIMPLE:
        hands, places = differing_hands(50)
        any_decision = np.random.default_rng(50).integers(0, 3, len(hands)).astype(np.int32)
        others = players[places] & (1 << MORE_BITS) - 1 | any_decision << MORE_BITS
        players[places] = DIFFERS << MORE_BITS
    dealers = dealers_of(Variant(wheel=variant.wheel))[variant.reading].packed
    arrays: dict[str, npt.NDArray[Any]] = {
        "players": players,
        "hands": hands,
        "others": others,
        "dealers": dealers,
        **class_arrays(),
    }
    return new_strategy(game, name, figures(), arrays)


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
        discard = dealer_setting(hand, wheel, reading) & 7
        mask = 0
        for index in range(8):
            if index != discard:
                mask += 1 << hand[index]
        found[start + place] = packed_hand(house_way(hand, discard, wheel), 1 + pai_gow_high(mask))
    return found


def by_words(name: str, front: int, back: int) -> int:
    """What the words of a strategy to remember decide."""
    made, pair_in_front, card_in_front = category(back), front >= 169, front // 13
    pair_behind = (back - PAIR) // 220 if made == 1 else None
    if name == "house-way-stand":
        return STAND
    if made == 0:
        return SURRENDER
    if name == "house-way-pairs":
        return DOUBLE if pair_in_front else STAND
    ace, king = (pair_in_front or card_in_front >= RANKS.index(rank) for rank in "AK")
    if pair_behind is not None:
        if pair_behind <= RANKS.index("6") and not ace:
            return SURRENDER
        if RANKS.index("7") <= pair_behind <= RANKS.index("J") and not king:
            return SURRENDER
    nines = pair_behind is None or pair_behind >= RANKS.index("9")
    aces = pair_behind is None or pair_behind == RANKS.index("A")
    return DOUBLE if (pair_in_front and nines) or (ace and aces) or (king and made >= 3) else STAND
