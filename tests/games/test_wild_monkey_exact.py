"""Wild Monkey's exact tables: the dealer's hands by every reading, the player's settings and decisions."""

from collections.abc import Iterator
from itertools import combinations
from math import comb, sqrt
from random import Random

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
    Ints,
    all_hands,
    counted,
    dealers_of,
    deck_of,
    set_by_the_rules,
    table_of,
    worth_of,
)
from houseway.cards.card import JOKER
from houseway.cards.hands import fouls, front_strength, poker_strength
from houseway.cards.streams import shuffle_into
from houseway.errors import InvalidInput
from houseway.games.study import study_game
from houseway.games.wild_monkey_pai_gow.best_seven import EXPECTED, HIGHS, LOW, LOWS, POKER, READINGS
from houseway.games.wild_monkey_pai_gow.exact.class_index import eight_place
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import hand_classes
from houseway.games.wild_monkey_pai_gow.exact.main_game import Dealers, set_all_players, worths
from houseway.games.wild_monkey_pai_gow.exact.set_hands import (
    NO_RANK,
    UNIT,
    best_setting,
    class_shards,
    decide,
    set_eights,
    set_players,
    set_sevens,
    value_of,
)
from houseway.games.wild_monkey_pai_gow.exact.simple import BEST_SETTING, HOUSE_WAY
from houseway.games.wild_monkey_pai_gow.exact.strengths import (
    CELLS,
    MORE_BITS,
    Packed,
    at_least,
    at_most,
    cells_of,
    joint,
    packed_back,
    packed_front,
    packed_more,
    stronger,
    weaker,
)
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, front_cards, house_way, setting_back, setting_front
from houseway.games.wild_monkey_pai_gow.rules import main_result, pai_gow_high
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, NO_SURRENDER, RANKS, STAND, SURRENDER, Variant
from houseway.kernel import compiled, counter


def test_all_dealers_and_all_players_are_counted() -> None:
    for dealers in dealers_of(DEFAULT):
        assert dealers.total == EIGHTS == comb(53, 8)
    assert table_of(DEFAULT).players.total == SEVENS == comb(53, 7)


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


# Tables of strengths


def test_a_packed_hand() -> None:
    rng = Random("packed")
    for hand in naive.hands("packed", 7, 50):
        setting, more = house_way(hand, NO_CARD, 0), rng.randrange(14)
        packed = (more << 21) + (setting >> 6)
        assert (packed_front(packed), packed_back(packed)) == (setting_front(setting), setting_back(setting))
        assert packed_more(packed) == more
        cell = HIGHS * setting_front(setting) + setting_back(setting)
        assert cells_of(np.array([packed], np.int32)).tolist() == [cell]


def test_tables_count_as_the_rules_compare() -> None:
    rng = np.random.default_rng(1)
    cells, weights = rng.integers(0, CELLS, 300), rng.integers(1, 9, 300)
    hands = joint(cells, weights)
    for front, back in zip(rng.integers(0, LOWS, 60), rng.integers(0, HIGHS, 60), strict=True):
        one = int(front), int(back)
        others = [(*divmod(int(cell), HIGHS), int(weight)) for cell, weight in zip(cells, weights, strict=True)]
        player = [(main_result(*one, *other[:2]), other[2]) for other in others]
        dealer = [(main_result(*other[:2], *one), other[2]) for other in others]
        assert weaker(hands)[one] == sum(weight for result, weight in player if result == 1)
        assert at_least(hands)[one] == sum(weight for result, weight in player if result == -1)
        assert stronger(hands)[one] == sum(weight for result, weight in dealer if result == 1)
        assert at_most(hands)[one] == sum(weight for result, weight in dealer if result == -1)


# The player's estimate


@counter
def sampled_value(deck: Ints, front: int, back: int, dealers: Packed, count: int) -> int:
    """The sum of the results of a setting against so many dealers from the cards that are left."""
    cards, total = np.empty(len(deck), np.int64), 0
    for number in range(count):
        shuffle_into(cards, deck, 8, 46, 46, number)
        mask = 0
        for index in range(8):
            mask += 1 << cards[index]
        dealer = dealers[eight_place(mask)]
        total += main_result(front, back, packed_front(dealer), packed_back(dealer))
    return total


def result_of(dealers: Dealers, cell: int, weights: Ints, commission: int = 0) -> float:
    """The expectation of a setting where dealers come with these weights, from both hands at once."""
    front, back = divmod(cell, HIGHS)
    lower = dealers.cells // HIGHS < front, dealers.cells % HIGHS < back
    won, lost = int(weights[lower[0] & lower[1]].sum()), int(weights[~lower[0] & ~lower[1]].sum())
    return (won * (1 - commission / 100) - lost) / int(weights.sum())


@pytest.mark.parametrize("commission", [0, 5])
def test_a_setting_is_worth_its_two_chances(commission: int) -> None:
    """Without any card held: wins less losses, against dealers who hold the joker as often as they can."""
    variant = Variant(commission=commission)
    dealers, rng = dealers_of(DEFAULT)[EXPECTED], Random("worth")
    for held, worth in enumerate(worth_of(variant)):
        for _ in range(8):
            front, back = rng.randrange(60, LOWS), rng.randrange(500, HIGHS)
            cell = HIGHS * front + back
            joker = 0 if held else 8 / 46
            eights, sevens = (
                result_of(dealers, cell, dealers.weights * part, commission)
                for part in (~dealers.jokers, dealers.jokers)
            )
            value = int(worth.fronts[front, NO_RANK]) + int(worth.backs[back, NO_RANK]) - int(worth.commission[cell])
            assert value / UNIT - 1 == pytest.approx((1 - joker) * eights + joker * sevens, abs=1e-7)


def test_a_card_held_is_one_that_the_dealer_cannot_have() -> None:
    """One card of a rank gone, weighed exactly, against the effect of that rank: 51/45 of it is told."""
    dealers, worth = dealers_of(DEFAULT)[EXPECTED], worth_of(DEFAULT)[0]
    front, back = front_strength(11, 25), poker_strength(naive.cards("9c 9d 5h 4s 2c"))
    cell = HIGHS * front + back

    def mixed(gone: tuple[int, ...]) -> float:
        eights, sevens = (hand_classes(cards, 5).weights(gone) for cards in (8, 7))
        parts = np.concatenate((eights, 0 * sevens)), np.concatenate((0 * eights, sevens))
        return sum(
            chance * result_of(dealers, cell, part) for chance, part in zip((38 / 46, 8 / 46), parts, strict=True)
        )

    for card in (12, 7, 0):
        told = (int(worth.fronts[front, card % 13]) + int(worth.backs[back, card % 13])) / UNIT
        one_of_each_suit = np.mean([mixed((13 * suit + card % 13,)) for suit in range(4)])
        assert told * 45 / 51 == pytest.approx(one_of_each_suit - mixed(()), abs=1e-6)


@pytest.mark.parametrize("joker", [0, 1])
def test_the_estimate_is_close_to_the_truth(joker: int) -> None:
    """Against dealers dealt from the 46 cards that the player does not hold; without removal it is off by 0.02."""
    dealers, worth, rng = dealers_of(DEFAULT)[EXPECTED], worth_of(DEFAULT)[joker], Random(f"estimate {joker}")
    errors = []
    for _ in range(40):
        hand = np.array([*rng.sample(range(52), 7 - joker), *[52] * joker])
        setting = house_way(hand, NO_CARD, 0)
        strengths = setting_front(setting), setting_back(setting)
        deck = np.array([card for card in range(53) if card not in hand])
        true = compiled(sampled_value)(deck, *strengths, dealers.packed, 100_000) / 100_000
        errors.append(true - compiled(value_of)(worth, hand, *strengths) / UNIT)
    assert sqrt(float(np.mean(np.square(errors)))) < 0.015
    assert max(map(abs, errors)) < 0.05


# The player's settings and decisions


def settings_of(hand: tuple[int, ...], wheel: int) -> Iterator[tuple[int, int]]:
    """Front and back of every legal setting."""
    for front in combinations(hand, 2):
        low = front_strength(*front)
        high = poker_strength([card for card in hand if card not in front], wheel)
        if not fouls(low, high):
            yield low, high


@pytest.mark.parametrize("joker", [0, 1])
def test_the_best_setting_is_the_best_of_all_legal_ones(joker: int) -> None:
    worth = worth_of(DEFAULT)[joker]
    for hand in naive.hands("best setting", 7, 200):
        if (JOKER in hand) == bool(joker):
            best = compiled(best_setting)(np.array(hand), 0, worth)
            front = front_cards(hand, best)
            back = poker_strength([card for card in hand if card not in front])
            assert (setting_front(best), setting_back(best)) == (front_strength(*front), back)
            every = [value_of(worth, hand, *strengths) for strengths in settings_of(hand, 0)]
            assert value_of(worth, hand, setting_front(best), back) == max(every)


def test_plain_players_are_the_compiled_ones() -> None:
    hands = np.array(naive.hands("plain players", 7, 30, 52))
    shard = (hands, 0, 30, 0, worth_of(DEFAULT)[0], UNIT // 2, 1)
    assert (set_players(*shard) == compiled(set_players)(*shard)).all()


@pytest.mark.parametrize("ranks", [TOP, BOTTOM], ids=["top", "bottom"])
@pytest.mark.parametrize("wheel", [0, 1])
def test_the_players_hands_are_those_of_brute_force(ranks: tuple[int, ...], wheel: int) -> None:
    variant = Variant(ranks=ranks, wheel=wheel)
    found = set_all_players(variant, dealers_of(variant)[EXPECTED], RUN)
    every = all_hands(deck_of(ranks), 7)
    for joker, worth in enumerate(worths(dealers_of(variant)[EXPECTED], variant)):
        hands = every[(every[:, -1] == JOKER) == bool(joker)]
        packed = RUN(set_players, class_shards(hands, wheel, worth, UNIT // 2, 1))
        for plan in (HOUSE_WAY, BEST_SETTING):
            chosen = found.jokers == bool(joker)
            ones = np.ones(len(hands), np.int64)
            assert counted(found.packed[plan, chosen], found.weights[chosen]) == counted(packed[plan], ones)


def test_decisions_by_expectation() -> None:
    half = UNIT // 2
    values = (UNIT, 1, 0, -1, -half, -half - 1, -UNIT)
    found = [decide(value, half, 1) for value in values]
    assert found == [DOUBLE, DOUBLE, STAND, STAND, STAND, SURRENDER, SURRENDER]
    assert [decide(value, half, 0) for value in values][:2] == [STAND, STAND]  # nothing may be doubled
    assert {decide(value, int(NO_SURRENDER * UNIT), 1) for value in values} == {STAND, DOUBLE}


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
