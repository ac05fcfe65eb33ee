"""Wild Monkey's dealers by every reading, and what an analysis depends on."""

from math import comb, sqrt

import numpy as np
import pytest

import houseway
import naive
from games.wild_monkey import (
    BOTTOM,
    DEFAULT,
    EIGHTS,
    NAME,
    RUN,
    SEVENS,
    TOP,
    WIDE,
    all_hands,
    counted,
    dealers_of,
    deck_of,
    set_by_the_rules,
)
from houseway.cards.shuffles import shuffle_into
from houseway.errors import InvalidInput
from houseway.games.pricing.sevens import seven_shards, weighted_sevens
from houseway.games.study import study_game
from houseway.games.wild_monkey_pai_gow.best_seven import EXPECTED, LOW, POKER, READINGS
from houseway.games.wild_monkey_pai_gow.exact.class_index import eight_place
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import hand_classes
from houseway.games.wild_monkey_pai_gow.exact.set_hands import class_shards, set_eights, set_sevens
from houseway.games.wild_monkey_pai_gow.exact.strengths import MORE_BITS, Packed
from houseway.games.wild_monkey_pai_gow.rules import pai_gow_high
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, NO_SURRENDER, RANKS, STAND, SURRENDER, Variant
from houseway.kernel import compiled, counter


def test_all_dealers_and_all_players_are_counted() -> None:
    for dealers in dealers_of(DEFAULT):
        assert dealers.total == EIGHTS == comb(53, 8)
    sevens = [compiled(weighted_sevens)(*shard)[1].sum() for shard in seven_shards()]
    assert sum(sevens) == SEVENS == comb(53, 7)


# The dealer's hands


def brute_dealers(variant: Variant, reading: int) -> dict[int, int]:
    """Every dealer's hand of a small deck, set one by one as it is settled."""
    every = all_hands(deck_of(variant.ranks), 8)
    return counted(RUN(set_by_the_rules, class_shards(every, variant.wheel, reading)), np.ones(len(every), np.int64))


@pytest.mark.parametrize("wheel", [0, 1])
@pytest.mark.parametrize("ranks", [TOP, BOTTOM], ids=["top", "bottom"])
def test_the_dealers_hands_are_those_of_brute_force(ranks: tuple[int, ...], wheel: int) -> None:
    variant = Variant(ranks=ranks, wheel=wheel)
    for reading, found in enumerate(dealers_of(variant)):
        assert counted(found.packed, found.weights) == brute_dealers(variant, reading), READINGS[reading]


@pytest.mark.slow
def test_the_dealers_pai_gows_are_those_of_brute_force() -> None:
    variant = Variant(ranks=WIDE)
    for reading, found in enumerate(dealers_of(variant)):
        brute = brute_dealers(variant, reading)
        assert counted(found.packed, found.weights) == brute
        highs = {high: sum(times for one, times in brute.items() if one >> MORE_BITS == 1 + high) for high in RANKS}
        assert found.pai_gows == {high: count for high, count in highs.items() if count}
        assert found.pai_gows


def test_plain_dealers_are_the_compiled_ones() -> None:
    sevens = np.array(naive.hands("plain sevens", 7, 40, 52))
    assert (set_sevens(sevens, 0, 40, 1) == compiled(set_sevens)(sevens, 0, 40, 1)).all()
    known = RUN(set_sevens, class_shards(hand_classes(7, 5).hands, 1)).astype(np.int32)
    eights = np.array(naive.hands("plain dealers", 8, 40, 52))
    found = set_eights(eights, 0, 40, 1, known)
    assert (found == compiled(set_eights)(eights, 0, 40, 1, known)).all()
    for reading in range(4):
        assert (found[reading] == set_by_the_rules(eights, 0, 40, 1, reading)).all()


@counter
def differing(count: int, wheel: int, reading: int, dealers: Packed) -> int:
    """How many of so many random eights are looked up otherwise than the rules set them."""
    cards, deck, wrong = np.empty(53, np.int64), np.arange(53), 0
    for number in range(count):
        shuffle_into(cards, deck, 8, 8, 8, number)
        mask = 0
        for index in range(8):
            mask += 1 << cards[index]
        wrong += set_by_the_rules(cards[:8].copy().reshape(1, 8), 0, 1, wheel, reading)[0] != dealers[eight_place(mask)]
    return wrong


@pytest.mark.parametrize("reading", range(4), ids=READINGS)
def test_50_000_random_eights_are_looked_up_as_the_rules_set_them(reading: int) -> None:
    for wheel in (0, 1):
        dealers = dealers_of(Variant(wheel=wheel))
        assert compiled(differing)(50_000, wheel, reading, dealers[reading].packed) == 0
        assert compiled(differing)(5000, wheel, (reading + 1) % 4, dealers[reading].packed) > 0  # it can differ


def test_the_distribution_of_random_dealers() -> None:
    """200,000 random eights, set by the plain rules' compiled form, against the exact table: 4 standard errors."""
    cards, sample = np.empty(53, np.int64), np.empty((200_000, 8), np.int64)
    for number in range(len(sample)):
        compiled(shuffle_into)(cards, np.arange(53), 8, 9, 9, number)
        sample[number] = cards[:8]
    packed = RUN(set_by_the_rules, class_shards(sample, 0, EXPECTED))
    exact = dealers_of(DEFAULT)[EXPECTED]
    for name, first, last, tens in (("front", 0, 8, 1), ("back", 8, 21, 10), ("high card", 21, 25, 1)):
        of_sample, of_all = (one >> first & (1 << last - first) - 1 for one in (packed, exact.packed))
        expected = np.bincount(of_all // tens, exact.weights) * (len(sample) / EIGHTS)
        found = np.bincount(of_sample // tens, minlength=len(expected))
        common = expected >= 5
        chi = (found - expected)[common] ** 2 / expected[common]
        assert abs(chi.sum() - len(chi)) < 4 * sqrt(2 * len(chi)), name
        assert abs(found[~common].sum() - expected[~common].sum()) <= 4 * sqrt(expected[~common].sum()), name


PAI_GOWS = {7: 31080, 8: 307020, 9: 1780800, 10: 6806100, 11: 20106240, 12: 47739300}
OF_LOW = {7: 31080, 8: 371664, 9: 2071776, 10: 7646940, 11: 22095720, 12: 51819480}


def test_the_dealers_pai_gows() -> None:
    """Nine-high to ace-high; with the joker discarded they are those of all natural sevens."""
    natural = hand_classes(7, 5)
    highs = np.array([pai_gow_high(mask) for mask in natural.masks.tolist()])
    sevens = [int(natural.weights()[highs == high].sum()) for high in RANKS]
    for reading, dealers in enumerate(dealers_of(DEFAULT)):
        assert dealers.pai_gows == (OF_LOW if reading == LOW else PAI_GOWS)
        of_joker = [int(dealers.weights[dealers.jokers & (dealers.highs == high)].sum()) for high in RANKS]
        assert of_joker == sevens


# What an analysis depends on


def test_a_variant_reads_the_options() -> None:
    options = {"wheel": "second", "best-seven": "poker", "commission": "5%"}
    assert Variant.of(houseway.game(NAME, options)) == Variant(wheel=1, reading=POKER, commission=5)
    assert Variant.of(houseway.game(NAME)) == DEFAULT
    assert DEFAULT.deck == 53


def test_a_variant_of_the_letter() -> None:
    nets = [int(DEFAULT.net(decision, result)) for decision in (STAND, DOUBLE) for result in (1, 0, -1)]
    assert nets == [1, 0, -1, 2, 0, -2]
    assert DEFAULT.net(SURRENDER, 0) * 2 == -1
    assert Variant(commission=5).net(DOUBLE, 1) * 10 == 19


def study(**rules: object) -> Variant:
    return Variant.of(study_game({"game": NAME, "rules": rules}))


def test_a_variant_reads_a_study() -> None:
    changed = study(surrender="1/3", double=2)
    assert changed.net(SURRENDER, 0) * 3 == -1
    assert [changed.net(DOUBLE, result) for result in (1, -1)] == [3, -3]
    assert study(surrender=0.25).surrender * 4 == 1
    assert study(surrender="no").surrender == NO_SURRENDER
    assert study(double=0).stakes(DOUBLE) == 1


@pytest.mark.parametrize(
    ("rule", "value"),
    [("surrender", "half"), ("surrender", 2), ("surrender", "1/0"), ("double", -1), ("double", 11), ("double", True)],
)
def test_a_study_of_nonsense_is_refused(rule: str, value: object) -> None:
    with pytest.raises(InvalidInput, match=f"rules.{rule}"):
        study(**{rule: value})
