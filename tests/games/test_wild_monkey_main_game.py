"""Wild Monkey's main game, exact: every hand of small decks against brute force, and hands of the whole deck."""

import json
import lzma
from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import houseway
from games.wild_monkey import (
    BOTTOM,
    DEFAULT,
    NAME,
    RUN,
    SEVENS,
    TOP,
    WIDE,
    Ints,
    all_hands,
    by_words,
    dealers_of,
    deck_of,
    set_by_the_rules,
)
from houseway.cards.card import JOKER, Card, parse_cards
from houseway.cards.hands import KEYS, best_five, fouls, front_strength
from houseway.games.pricing.analysis import run_here
from houseway.games.pricing.sevens import in_order
from houseway.games.wild_monkey_pai_gow.best_seven import EXPECTED, LOW, READINGS
from houseway.games.wild_monkey_pai_gow.exact.class_index import eight_place
from houseway.games.wild_monkey_pai_gow.exact.decided import arrays_of, decided_by, decided_hand
from houseway.games.wild_monkey_pai_gow.exact.hand_values import Hands
from houseway.games.wild_monkey_pai_gow.exact.lines_won import lines_won
from houseway.games.wild_monkey_pai_gow.exact.main_game import BonusCounts
from houseway.games.wild_monkey_pai_gow.exact.plans import BEST_SETTING, HOUSE_WAY, HOUSE_WAY_STAND, PLANS
from houseway.games.wild_monkey_pai_gow.exact.set_hands import class_shards
from houseway.games.wild_monkey_pai_gow.exact.simple_words import TEXTS
from houseway.games.wild_monkey_pai_gow.exact.strengths import (
    MORE_BITS,
    Packed,
    packed_back,
    packed_front,
    packed_hand,
    packed_more,
)
from houseway.games.wild_monkey_pai_gow.exact.valued import Plan, Valued
from houseway.games.wild_monkey_pai_gow.exact.values import Chances, class_arrays
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way, setting_back, setting_front
from houseway.games.wild_monkey_pai_gow.rules import dealer_joker_line, pai_gow_line
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, NO_SURRENDER, STAND, SURRENDER, Variant
from houseway.kernel import counter
from houseway.lab.shards import Threads

# Small decks of 21 cards: by wheel, reading and commission.
SMALL = {
    "top": Variant(ranks=TOP),
    "wheel": Variant(ranks=BOTTOM),
    "wheel second": Variant(ranks=BOTTOM, wheel=1, reading=LOW, commission=5),
    "all taken": Variant(ranks=TOP, reading=1, commission=100),
    "poker": Variant(ranks=BOTTOM, reading=3, commission=20, surrender=Fraction(1, 3), double=Fraction(2)),
}


@cache
def hands_of(variant: Variant) -> Hands:
    return Hands.of(variant, RUN)


@cache
def valued_of(variant: Variant) -> Valued:
    hands = hands_of(Variant(ranks=variant.ranks, wheel=variant.wheel))
    return Valued.of(
        variant, hands, dealers_of(Variant(ranks=variant.ranks, wheel=variant.wheel))[variant.reading], RUN
    )


# Naively: every dealer's hand of a small deck, one by one


@cache
def every_dealer(variant: Variant) -> tuple[Ints, Ints]:
    """All eights of a deck as masks, and as the rules set them."""
    eights = all_hands(deck_of(variant.ranks), 8)
    packed = RUN(set_by_the_rules, class_shards(eights, variant.wheel, variant.reading))
    return (np.int64(1) << eights).sum(1), packed


@counter
def beat_naively(front: int, back: int, dealers: Ints, found: Ints) -> None:
    """How many dealers have a lower back, a lower front, and both."""
    found[:] = 0
    for dealer in dealers:
        high, low = packed_back(dealer) < back, packed_front(dealer) < front
        found[0] += high
        found[1] += low
        found[2] += high and low


@counter
def value_naively(masks: Ints, start: int, total: int, eights: Ints, packed: Ints, wheel: int, commission: int) -> Ints:
    """By the house way and for the best of all legal settings: strengths, and what is beaten high, low and both."""
    found = np.zeros((2, 4, total), np.int64)
    hand, counts = np.zeros(7, np.int64), np.zeros(3, np.int64)
    for place in range(len(masks)):
        cards = key = 0
        for card in range(53):
            if (masks[place] >> card) & 1:
                hand[cards] = card
                cards += 1
                key += KEYS[card]
        left = packed[(eights & masks[place]) == 0]
        usual = packed_hand(house_way(hand, NO_CARD, wheel), 0)
        best = best_value = -1
        for i in range(7):
            for j in range(i):
                front = front_strength(hand[i], hand[j])
                rest = masks[place] - (1 << hand[i]) - (1 << hand[j])
                back = best_five(key - KEYS[hand[i]] - KEYS[hand[j]], rest, wheel)
                if fouls(front, back):
                    continue
                beat_naively(front, back, left, counts)
                value = 100 * (counts[0] + counts[1]) - commission * counts[2]
                setting = (back << 8) + front
                if setting == usual:
                    found[0, 0, start + place], found[0, 1:, start + place] = setting, counts
                if value > best_value or (value == best_value and setting > best):
                    best, best_value = setting, value
                    found[1, 0, start + place], found[1, 1:, start + place] = setting, counts
    return found


@cache
def naive_counts(variant: Variant) -> Ints:
    """By way of setting: what every hand's setting is, and what it beats high, low and both."""
    masks = valued_of(variant).hands.masks
    found: Ints = RUN(value_naively, class_shards(masks, *every_dealer(variant), variant.wheel, variant.commission))
    return found


@pytest.mark.parametrize("name", SMALL)
def test_every_hand_of_a_small_deck_is_counted_as_brute_force_does(name: str) -> None:
    """Settings, and what they beat high, low and both, of every hand against all 3,003 dealer's hands that are left."""
    variant = SMALL[name]
    valued = valued_of(variant)
    assert int(valued.hands.weights.sum()) == comb(21, 7)
    expected = naive_counts(variant)
    for way, plan in enumerate((HOUSE_WAY, BEST_SETTING)):
        found = valued.plan(plan)
        assert (found.packed == expected[way, 0]).all()
        assert (found.beaten == expected[way, 1:]).all()


@pytest.mark.parametrize("name", SMALL)
def test_the_main_game_of_a_small_deck_adds_up(name: str) -> None:
    """Every deal of a small deck, from the counts of its hands: results, stakes, deviation and decisions."""
    variant = SMALL[name]
    for plan in range(len(PLANS)):
        found = valued_of(variant).plan(plan)
        main = found.analysis()
        assert main.deals == comb(21, 7) * comb(14, 8)
        net = squares = wagered = Fraction(0)
        counts: Counter[Fraction] = Counter()
        high, low, both = found.beaten.astype(object)
        for weight, decision, one, two, won in zip(
            found.weights.tolist(), found.decisions, high, low, both, strict=True
        ):
            results = {1: won, 0: one + two - 2 * won, -1: found.dealers - one - two + won}
            for result, deals in results.items():
                counts[variant.net(int(decision), result)] += weight * int(deals)
                net += weight * deals * variant.net(int(decision), result)
                squares += weight * deals * variant.net(int(decision), result) ** 2
            wagered += weight * found.dealers * variant.stakes(int(decision))
        assert {one: chance * main.deals for one, chance in main.nets.items()} == {
            one: count for one, count in counts.items() if count
        }
        assert (main.net, main.net_squared, main.wagered) == (
            net / main.deals,
            squares / main.deals,
            wagered / main.deals,
        )
        assert sum(main.decisions.values()) == sum(main.outcomes.values()) == 1


def test_the_best_decision_of_every_hand() -> None:
    variant = SMALL["poker"]
    for plan in (HOUSE_WAY, BEST_SETTING):
        found = valued_of(variant).plan(plan)
        keep = 1 - Fraction(variant.commission, 100)
        for place in range(0, len(found.weights), 7):
            high, low, both = (int(count) for count in found.beaten[:, place])
            value = Fraction(keep * both - (found.dealers - high - low + both)) / found.dealers
            worth = {SURRENDER: -variant.surrender, STAND: value, DOUBLE: 3 * value}
            assert worth[int(found.decisions[place])] == max(worth.values())


@pytest.mark.parametrize("name", SMALL)
def test_to_decide_always_in_the_same_way_costs_what_every_hand_says(name: str) -> None:
    variant = SMALL[name]
    found = valued_of(variant).plan(BEST_SETTING)
    keep = 1 - Fraction(variant.commission, 100)
    worth: list[tuple[int, dict[int, Fraction]]] = []
    for weight, high, low, both in zip(found.weights.tolist(), *found.beaten.tolist(), strict=True):
        value = Fraction(keep * both - (found.dealers - high - low + both)) / found.dealers
        decisions = {SURRENDER: -variant.surrender, STAND: value, DOUBLE: (1 + variant.double) * value}
        worth.append((weight, decisions))

    def edge(*allowed: int) -> Fraction:
        net = sum((weight * max(decisions[one] for one in allowed) for weight, decisions in worth), Fraction(0))
        return -net / sum(weight for weight, _ in worth)

    assert valued_of(variant).questions() == {
        "whether to double": {"never double": edge(SURRENDER, STAND), "always double": edge(SURRENDER, DOUBLE)},
        "whether to surrender": {"never surrender": edge(STAND, DOUBLE), "always surrender": edge(SURRENDER)},
    }


@pytest.mark.parametrize("name", SMALL)
def test_strategies_to_remember_cost_what_their_words_say(name: str) -> None:
    """Every hand as brute force counts it, set by the house way and decided as a person reads the strategy."""
    variant = SMALL[name]
    weights, keep = valued_of(variant).hands.weights.tolist(), 1 - Fraction(variant.commission, 100)
    for plan in TEXTS:
        net, dealers = Fraction(0), comb(14, 8)
        for weight, packed, high, low, both in zip(weights, *naive_counts(variant)[0].tolist(), strict=True):
            decision = by_words(plan, packed & 255, packed >> 8)
            value = Fraction(keep * both - (dealers - high - low + both)) / dealers
            nets = {SURRENDER: -variant.surrender, STAND: value, DOUBLE: (1 + variant.double) * value}
            net += weight * nets[decision]
        assert valued_of(variant).plan_named(plan).analysis().house_edge == -net / sum(weights)


def test_nothing_is_asked_that_a_study_does_not_allow() -> None:
    without = Variant(ranks=TOP, surrender=NO_SURRENDER, double=Fraction(0))
    assert valued_of(without).questions() == {}


def test_threads_change_nothing() -> None:
    variant = SMALL["wheel second"]
    dealers = dealers_of(Variant(ranks=BOTTOM, wheel=1))[LOW]
    for run in (Threads(1), Threads(3)):
        assert (Valued.of(variant, Hands.of(variant, run), dealers, run).counts == valued_of(variant).counts).all()


# Lines of bonuses


@counter
def win_naively(masks: Ints, weights: Ints, settings: Packed, eights: Ints, packed: Ints) -> Ints:
    """Deals won, by 1 + the high card of the dealer's pai gow, and whether the dealer had the joker."""
    found = np.zeros((14, 2), np.int64)
    for place in range(len(masks)):
        if weights[place]:
            front, back = packed_front(settings[place]), packed_back(settings[place])
            for other in range(len(eights)):
                won = packed_front(packed[other]) < front and packed_back(packed[other]) < back
                if won and not eights[other] & masks[place]:
                    found[packed_more(packed[other]), (eights[other] >> 52) & 1] += weights[place]
    return found


def naive_lines(valued: Valued, plan: Plan, kind: npt.NDArray[np.bool_]) -> dict[str, list[int]]:
    """The lines that a plan wins on, against dealers of a kind, deal by deal."""
    eights, packed = every_dealer(valued.variant)
    weights = plan.weights * (plan.decisions != SURRENDER)
    parts = np.array_split(np.arange(len(weights)), 8)
    shards = [
        (valued.hands.masks[part], weights[part], plan.packed[part], eights[kind], packed[kind]) for part in parts
    ]
    won = RUN(win_naively, shards)
    lines = {"dealer-pai-gow": [0] * 6, "dealer-joker": [0] * 5}
    for high in range(-1, 13):
        if high >= 0 and won[1 + high].any():
            lines["dealer-pai-gow"][pai_gow_line(high)] += int(won[1 + high].sum())
        if won[1 + high, 1]:
            lines["dealer-joker"][dealer_joker_line(high)] += int(won[1 + high, 1])
    return lines


def test_lines_won_of_a_small_deck() -> None:
    """Without pai gows in so few ranks: all that a dealer with the joker loses."""
    variant = SMALL["top"]
    valued = valued_of(variant)
    won = lines_won(valued, dealers_of(Variant(ranks=TOP))[EXPECTED], RUN)
    every = np.ones(len(every_dealer(variant)[0]), np.bool_)
    for plan in (valued.plan(HOUSE_WAY), valued.plan(HOUSE_WAY_STAND)):
        assert won.lines(valued, plan) == naive_lines(valued, plan, every)
        assert sum(won.lines(valued, plan)["dealer-joker"]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("reading", [EXPECTED, LOW], ids=["expected", "low"])
def test_lines_won_with_pai_gows(reading: int) -> None:
    """Seven ranks, 29 cards: every hand against every pai gow of the dealer."""
    variant = Variant(ranks=WIDE, reading=reading)
    valued = valued_of(variant)
    won = lines_won(valued, dealers_of(Variant(ranks=WIDE))[reading], RUN)
    pai_gows = every_dealer(variant)[1] >> MORE_BITS > 0
    for plan in (valued.plan(HOUSE_WAY), valued.plan(HOUSE_WAY_STAND)):
        found, expected = won.lines(valued, plan), naive_lines(valued, plan, pai_gows)
        assert found["dealer-pai-gow"] == expected["dealer-pai-gow"]
        assert found["dealer-joker"][:4] == expected["dealer-joker"][:4]
        # Eight natural cards of seven ranks hold a pair, which the dealer keeps: every pai gow comes with the joker.
        assert expected["dealer-pai-gow"][5] == expected["dealer-joker"][3] > 0


def test_a_dealer_joker_that_needs_a_win() -> None:
    """Without a win it pushes; without the joker, or surrendered, it loses: deal by deal."""
    game = houseway.game(NAME, {"dealer-joker": 1, "dealer-joker-needs-win": "yes", "dealer-pai-gow": 1})
    variant = SMALL["top"]
    valued = valued_of(variant)
    eights, _ = every_dealer(variant)
    jokers = eights[eights >> JOKER == 1]
    for number in (HOUSE_WAY, HOUSE_WAY_STAND):
        plan = valued.plan(number)
        lines = lines_won(valued, dealers_of(Variant(ranks=TOP))[EXPECTED], RUN).lines(valued, plan)
        price = BonusCounts.of(valued, plan, lines).prices(game)["dealer-joker"]["1"]
        gone = [
            (int(weight), int(((jokers & mask) == 0).sum()))
            for mask, weight, decision in zip(valued.hands.masks, plan.weights, plan.decisions, strict=True)
            if decision == SURRENDER
        ]
        surrendered = sum(weight * dealers for weight, dealers in gone)
        deals = comb(21, 7) * comb(14, 8)
        without = comb(21, 7) * comb(14, 8) * 13 // 21
        assert price.net == Fraction(4 * sum(lines["dealer-joker"]) - without - surrendered, deals)
        assert price.combinations == deals
        assert bool(surrendered) == (number == HOUSE_WAY)


# Strategies


@counter
def decisions_of(masks: Ints, decided: Any) -> Ints:
    found = np.zeros(len(masks), np.int64)
    for place in range(len(masks)):
        found[place] = decided_hand(decided, masks[place])
    return found


@pytest.mark.parametrize("name", ["top", "poker"])
def test_a_strategy_decides_every_hand_as_the_analysis_does(name: str) -> None:
    valued = valued_of(SMALL[name])
    every = all_hands(deck_of(SMALL[name].ranks), 7)
    masks = (np.int64(1) << every).sum(1)
    numbers = {in_order(int(mask)): place for place, mask in enumerate(valued.hands.masks)}
    places = np.array([numbers[in_order(int(mask))] for mask in masks])
    for number in (HOUSE_WAY, BEST_SETTING):
        plan = valued.plan(number)
        arrays = arrays_of(valued.hands, plan, RUN)
        packed = plan.packed | plan.decisions.astype(np.int32) << MORE_BITS
        assert (RUN(decisions_of, [(masks, decided_by(arrays))]) == packed[places]).all()
        assert len(arrays["hands"]) < len(plan.packed)


def test_plain_counters_are_the_compiled_ones() -> None:
    """All hands of a small deck once more, one after the other in the interpreter."""
    variant = Variant(ranks=TOP)
    valued = Valued.of(variant, hands_of(variant), dealers_of(variant)[EXPECTED], run_here)
    assert (valued.counts == valued_of(variant).counts).all()


# The whole deck


@counter
def beat_every_eight(first: int, cards: Ints, dealers: Packed, front: int, back: int) -> Ints:
    """All eights of 46 cards whose lowest is `first`, one by one: how many have a lower back, front, both."""
    found = np.zeros(4, np.int64)
    chosen = np.arange(first, first + 8)
    size = len(cards)
    while chosen[0] == first and chosen[7] < size:
        mask = 0
        for index in range(8):
            mask |= 1 << cards[chosen[index]]
        dealer = dealers[eight_place(mask)]
        high, low = packed_back(dealer) < back, packed_front(dealer) < front
        found[0] += high
        found[1] += low
        found[2] += high and low
        found[3] += 1
        place = 7
        while place > 0 and chosen[place] == size - 8 + place:
            place -= 1
        chosen[place] += 1
        for later in range(place + 1, 8):
            chosen[later] = chosen[later - 1] + 1
    return found


@pytest.mark.slow
def test_ten_hands_of_the_whole_deck_against_all_eights() -> None:
    """Each of 260,932,815 dealer's hands is looked at, for ten random hands, one of them with the joker at least."""
    valued, rng = valued_of(DEFAULT), Random("ten hands")
    assert int(valued.hands.weights.sum()) == SEVENS
    dealers = dealers_of(DEFAULT)[EXPECTED].packed
    numbers = {in_order(int(mask)): place for place, mask in enumerate(valued.hands.masks.tolist())}
    plans = [valued.plan(plan) for plan in (HOUSE_WAY, BEST_SETTING)]
    for number in range(10):
        hand = rng.sample(range(52), 7) if number else [*rng.sample(range(52), 6), JOKER]
        place = numbers[in_order(sum(1 << card for card in hand))]
        left = np.array([card for card in range(53) if card not in hand])
        for plan in plans if number < 3 else plans[1:]:
            strengths = packed_front(int(plan.packed[place])), packed_back(int(plan.packed[place]))
            found = RUN(beat_every_eight, [(first, left, dealers, *strengths) for first in range(39)])
            assert found.tolist() == [*plan.beaten[:, place].tolist(), 260_932_815]


# What a second program counted, written in another language from the letter alone

SECOND_PROGRAM = Path(__file__).with_name("wild_monkey_pai_gow") / "second_program.json.xz"
COUNTED = [*(Variant(reading=reading) for reading in range(len(READINGS))), Variant(wheel=1)]


@cache
def counted_by_the_second_program() -> list[tuple[tuple[Card, ...], list[list[int]]]]:
    """Hands, and for each of `COUNTED` how many dealer's hands the house way beats high, low and both."""
    hands = json.loads(lzma.decompress(SECOND_PROGRAM.read_bytes()))["hands"]
    return [(parse_cards(text.split()), counts) for text, counts in hands.items()]


@pytest.mark.parametrize("number", range(len(COUNTED)))
def test_hands_beat_as_many_dealers_as_a_second_program_counted(number: int) -> None:
    """Against all classes of dealer's hands that a hand leaves; every hundredth hand of the file."""
    variant = COUNTED[number]
    arrays = {**class_arrays(), "dealers": dealers_of(Variant(wheel=variant.wheel))[variant.reading].packed}
    for hand, counts in counted_by_the_second_program()[::100]:
        chances = Chances.of(arrays, hand)
        setting = house_way(hand, NO_CARD, variant.wheel)
        front, back = setting_front(setting), setting_back(setting)
        beaten = [chances.lower_backs[back], chances.lower_fronts[front], chances.both_lower(front, back)]
        assert (beaten, chances.total) == (counts[number], 260_932_815)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(COUNTED)))
def test_the_whole_count_is_that_of_a_second_program(number: int) -> None:
    """Every hand of the file, out of the count of all hands."""
    valued = valued_of(COUNTED[number])
    numbers = {in_order(int(mask)): place for place, mask in enumerate(valued.hands.masks.tolist())}
    beaten = valued.plan(HOUSE_WAY).beaten
    for hand, counts in counted_by_the_second_program():
        place = numbers[in_order(sum(1 << card for card in hand))]
        assert beaten[:, place].tolist() == counts[number]


# The house edge by the house way and with the best setting, exact, by reading and wheel, as the second program has it.
FIGURES: dict[tuple[str, str], tuple[str, str]] = {
    ("expected", "lowest"): ("105547150495481/5027623472146275", "90364485526852/5027623472146275"),
    ("high", "lowest"): ("59594884183259/4022098777717020", "9539629598621/804419755543404"),
    ("low", "lowest"): ("-392754809750999/20110493888585100", "-13929021537419/609408905714700"),
    ("poker", "lowest"): ("20487456492403/1340699592572340", "247683478823549/20110493888585100"),
    ("expected", "second"): ("421262948048633/20110493888585100", "361377108225919/20110493888585100"),
    ("high", "second"): ("7950238151551/558624830238475", "1263048544057/111724966047695"),
    ("low", "second"): ("-23224815638447/1182970228740300", "-461070640989461/20110493888585100"),
    ("poker", "second"): ("149857822829179/10055246944292550", "120413788089817/10055246944292550"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "wheel"), FIGURES)
def test_the_house_edge_of_every_reading(reading: str, wheel: str) -> None:
    variant = Variant(reading=READINGS.index(reading), wheel=int(wheel == "second"))
    valued = valued_of(variant)
    edges = tuple(str(valued.plan(plan).analysis().house_edge) for plan in (HOUSE_WAY, BEST_SETTING))
    assert edges == FIGURES[reading, wheel]
