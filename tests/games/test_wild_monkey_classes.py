"""Classes of hands: found by counting, weighted for whole decks and for decks of which some cards are gone."""

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

import naive
from games.wild_monkey import BOTTOM, SEVENS, TOP, Ints, deck_of
from houseway.cards.card import JOKER
from houseway.cards.hands import hand_mask
from houseway.games.wild_monkey_pai_gow.exact.class_index import (
    NATURAL_EIGHTS,
    NATURAL_SEVENS,
    eight_place,
    place_of_natural,
    seven_place,
    ways_to_hold,
)
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import hand_classes
from houseway.kernel import compiled, counter

KINDS = [(8, 5, 885_391), (7, 5, 190_346), (6, 4, 101_907)]
each_kind = pytest.mark.parametrize(("cards", "need", "classes"), KINDS, ids=["8", "7", "6 and joker"])


@each_kind
def test_classes_stand_for_all_hands(cards: int, need: int, classes: int) -> None:
    found = hand_classes(cards, need)
    weights = found.weights()
    assert len(found.hands) == len(weights) == classes
    assert int(weights.min()) > 0
    assert int(weights.sum()) == comb(52, cards)


@counter
def misplaced(masks: Ints, cards: int) -> int:
    """How many classes are not found where they stand."""
    wrong = 0
    for place in range(len(masks)):
        wrong += place_of_natural(masks[place], cards) != place
    return wrong


@each_kind
def test_every_class_is_found_at_its_place(cards: int, need: int, classes: int) -> None:
    masks = hand_classes(cards, need).masks
    assert len(masks) == classes
    assert compiled(misplaced)(masks, cards) == 0


@pytest.mark.parametrize(("cards", "need"), [(8, 5), (7, 5), (6, 4)])
@pytest.mark.parametrize("ranks", [TOP, BOTTOM], ids=["top", "bottom"])
def test_a_class_has_the_weight_of_its_hands(ranks: tuple[int, ...], cards: int, need: int) -> None:
    """Every hand of a small deck, placed one by one: once as a deck of these ranks, once as the others gone."""
    deck = deck_of(ranks)[:-1]
    every = Counter(compiled(place_of_natural)(hand_mask(hand), cards) for hand in combinations(deck, cards))
    weights = hand_classes(cards, need).weights(set(range(52)) - set(deck))
    assert {int(place): int(weights[place]) for place in np.nonzero(weights)[0]} == every
    small = hand_classes(cards, need, ranks)
    places = [place_of_natural(mask, cards) for mask in small.masks.tolist()]
    assert dict(zip(places, small.weights().tolist(), strict=True)) == every


def test_weights_of_the_cards_that_are_left() -> None:
    """Fifteen cards are left, in ragged suits: all their hands, counted one by one."""
    for seed in range(4):
        left = Random(f"left {seed}").sample(range(52), 15)
        if seed == 0:  # flushes
            left = [*range(9), *range(20, 26)]
        for cards, need in ((8, 5), (7, 5), (6, 4)):
            every = Counter(compiled(place_of_natural)(hand_mask(hand), cards) for hand in combinations(left, cards))
            weights = hand_classes(cards, need).weights([*(set(range(52)) - set(left)), JOKER])
            assert {int(place): int(weights[place]) for place in np.nonzero(weights)[0]} == every


def test_hands_of_one_class_have_one_place() -> None:
    """Suits may change places, and cards of suits that cannot make a flush may change suits."""
    rng = Random("suits")
    for hand in naive.hands("one class", 7, 200):
        suits = rng.sample(range(4), 4)
        turned = [card if card == JOKER else 13 * suits[card // 13] + card % 13 for card in hand]
        assert seven_place(hand_mask(turned)) == seven_place(hand_mask(hand))
    assert place_of_natural(hand_mask(naive.cards("2c 4d 6h 8s Tc Qd Ah")), 7) == place_of_natural(
        hand_mask(naive.cards("2c 4c 6c 8c Td Qd Ad")), 7
    )


def test_jokers_come_after_natural_hands() -> None:
    assert (NATURAL_SEVENS, NATURAL_EIGHTS) == (190_346, 885_391)
    for hand in naive.hands("jokers", 8, 100):
        natural = hand_mask(card for card in hand if card != JOKER)
        expected = NATURAL_EIGHTS + place_of_natural(natural, 7) if JOKER in hand else place_of_natural(natural, 8)
        assert eight_place(hand_mask(hand)) == expected
    for hand in naive.hands("jokers", 7, 100):
        natural = hand_mask(card for card in hand if card != JOKER)
        expected = NATURAL_SEVENS + place_of_natural(natural, 6) if JOKER in hand else place_of_natural(natural, 7)
        assert seven_place(hand_mask(hand)) == expected


def test_all_sevens_of_both_kinds() -> None:
    assert hand_classes(7, 5).weights().sum() + hand_classes(6, 4).weights().sum() == SEVENS


def test_ways_to_hold() -> None:
    assert [ways_to_hold(7, most) for most in (1, 4)] == [comb(13, 7), len(naive.multisets(7))]
    assert ways_to_hold(2, 3, 2) == 3
