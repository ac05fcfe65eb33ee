"""Wild Monkey's strategies: what they hold, exact advice against brute force, charts, and how good they are."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

import houseway
import naive
from games.wild_monkey import (
    DEFAULT,
    NAME,
    OTHER,
    RUN,
    all_hands,
    by_words,
    house_ways,
    set_by_the_rules,
    simple_players,
    strategy_of,
)
from houseway.cards.card import JOKER, Card
from houseway.cards.hands import fouls, front_strength, hand_mask, poker_strength
from houseway.errors import IllegalDecision, InvalidInput
from houseway.games.game import Game
from houseway.games.pricing.advice import Seen, best_of
from houseway.games.pricing.strategy import Strategy
from houseway.games.study import study_game
from houseway.games.wild_monkey_pai_gow.exact.class_index import seven_place
from houseway.games.wild_monkey_pai_gow.exact.decided import decided_by, decided_hand
from houseway.games.wild_monkey_pai_gow.exact.plans import BEST_SETTING, HOUSE_WAY, PLANS, decide
from houseway.games.wild_monkey_pai_gow.exact.set_hands import class_shards
from houseway.games.wild_monkey_pai_gow.exact.simple_words import TEXTS
from houseway.games.wild_monkey_pai_gow.exact.strengths import packed_back, packed_front, packed_more
from houseway.games.wild_monkey_pai_gow.exact.values import Chances
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way, setting_back, setting_front
from houseway.games.wild_monkey_pai_gow.rules import main_result
from houseway.games.wild_monkey_pai_gow.strategy import STRATEGIES
from houseway.games.wild_monkey_pai_gow.strategy import solve as strategies
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS, DOUBLE, NO_SURRENDER, STAND, SURRENDER, Variant
from houseway.lab.strategies import shipped_strategy

OPTIONS = {DEFAULT: {}, OTHER: {"wheel": "second", "best-seven": "low", "commission": "5%"}}
CARDS = naive.cards("Ah Kd Ks 7c 7d 4h 2s")


@pytest.fixture(scope="module")
def game() -> Game:
    return houseway.game(NAME)


@pytest.fixture(scope="module")
def optimal(game: Game) -> Strategy:
    found = shipped_strategy(game, "optimal")
    assert found
    return found


def seen_by(game: Game, cards: tuple[Card, ...], *decided: str, others: tuple[Card, ...] = ()) -> Seen:
    """A lone seat with these cards; the dealer's and everybody else's are any."""
    rest = iter([card for card in map(Card, range(53)) if card not in cards])
    own = iter(cards)
    deck = [next(own) if place % 7 == 0 and place < 49 else next(rest) for place in range(50)]
    now = game.deal({1: {"bet": 10}}, deck)
    for decision in decided:
        now = now.decide(decision)
    return Seen(now=now, seat=now.seat(1), dealer=now.seen_dealer(), board=(), lights=None, others=others)


# What a strategy holds


def test_every_plan_has_a_name() -> None:
    assert set(STRATEGIES) == set(PLANS)
    assert set(TEXTS) < set(PLANS)
    assert STRATEGIES[0] == "optimal"


def test_an_unknown_strategy_is_refused(game: Game) -> None:
    with pytest.raises(InvalidInput, match="is not one of optimal"):
        strategies.solve(game, RUN, "best")


def words(plan: str, cards: str) -> str:
    """What a plan does with a hand that is set by the house way."""
    hand = naive.cards(cards)
    setting = house_way(hand, NO_CARD, 0)
    packed = int(simple_players(DEFAULT, PLANS.index(plan))[seven_place(hand_mask(hand))])
    assert (packed_front(packed), packed_back(packed)) == (setting_front(setting), setting_back(setting))
    return DECISIONS[packed_more(packed)]


@pytest.mark.parametrize(
    ("cards", "pairs", "simple"),
    [
        ("Ah Kd Qs 9c 7d 4h 2s", "surrender", "surrender"),  # no pair
        ("6h 6d Ks Qc 9d 4h 2s", "stand", "surrender"),  # sixes and a king
        ("6h 6d As Qc 9d 4h 2s", "stand", "stand"),  # and an ace
        ("7h 7d Ks Qc 9d 4h 2s", "stand", "stand"),  # sevens and a king
        ("7h 7d Qs Tc 9d 4h 2s", "stand", "surrender"),  # and a queen
        ("Jh Jd Qs Tc 9d 4h 2s", "stand", "surrender"),
        ("Qh Qd Js Tc 8d 4h 2s", "stand", "stand"),  # queens are kept
        ("8h 8d 5s 5c Qd 4h 2s", "double", "stand"),  # a pair in front, eights behind
        ("9h 9d 5s 5c Qd 4h 2s", "double", "double"),  # and nines
        ("Ah As Kd Qc 9d 4h 2s", "stand", "stand"),  # aces behind, a king in front
        ("Ah As Ad Qc 9d 4h 2s", "stand", "double"),  # aces behind, an ace in front
        ("8h 8s 8d Kc 9d 4h 2s", "stand", "double"),  # trips behind, a king in front
        ("8h 8s 8d Qc 9d 4h 2s", "stand", "stand"),
        ("8h 7s 6d 5c 4d Kh 2s", "stand", "double"),  # a straight and a king
    ],
)
def test_plans_to_remember(cards: str, pairs: str, simple: str) -> None:
    assert (words("house-way-pairs", cards), words("house-way-simple", cards)) == (pairs, simple)
    assert words("house-way-stand", cards) == "stand"


@pytest.mark.parametrize("name", TEXTS)
def test_plans_to_remember_are_their_texts(name: str) -> None:
    """With every setting of the house way."""
    packed, decided = simple_players(DEFAULT, PLANS.index(name)), set()
    for one in np.unique(packed).tolist():
        assert packed_more(one) == by_words(name, packed_front(one), packed_back(one))
        decided.add(packed_more(one))
    assert decided == ({STAND} if name == "house-way-stand" else {SURRENDER, STAND, DOUBLE})


def test_decisions_by_expectation() -> None:
    """The best plans surrender below minus a half and double above zero; of equals they stake less."""
    values = np.array([1000, 1, 0, -1, -499, -500, -501, -1000])
    packed = np.zeros(len(values), np.int32)
    found = [decide(HOUSE_WAY, packed, values, whole, DEFAULT).tolist() for whole in (1000, 999)]
    assert found[0] == [DOUBLE, DOUBLE, STAND, STAND, STAND, STAND, SURRENDER, SURRENDER]
    assert found[1] == [DOUBLE, DOUBLE, STAND, STAND, STAND, SURRENDER, SURRENDER, SURRENDER]
    third = decide(BEST_SETTING, packed, np.array([-333, -334]), 1000, Variant(surrender=Fraction(1, 3)))
    assert third.tolist() == [STAND, SURRENDER]


@pytest.mark.parametrize("plan", range(len(PLANS)), ids=PLANS)
def test_a_study_without_surrender_or_double(plan: int) -> None:
    packed = house_ways(0)
    values = np.resize(np.array([1000, -1000]), len(packed))
    usual = decide(plan, packed, values, 1000, DEFAULT)
    no_surrender = decide(plan, packed, values, 1000, Variant(surrender=NO_SURRENDER))
    no_double = decide(plan, packed, values, 1000, Variant(double=Fraction(0)))
    assert (no_surrender == np.where(usual == SURRENDER, STAND, usual)).all()
    assert (no_double == np.where(usual == DOUBLE, STAND, usual)).all()
    assert set(usual.tolist()) == ({STAND} if PLANS[plan] == "house-way-stand" else set(usual.tolist()) | {DOUBLE})


# Advice


@pytest.mark.parametrize("variant", [DEFAULT, OTHER], ids=["default", "other"])
@pytest.mark.parametrize("joker", ["held", "left", "gone"])
def test_advice_is_that_of_brute_force(variant: Variant, joker: str) -> None:
    """Others' cards are open but for twelve: all 495 eights that the dealer can have, set one by one."""
    rng = Random(f"advice {joker}")
    game = houseway.game(NAME, OPTIONS[variant])
    strategy = strategy_of(game, "optimal")
    deck = rng.sample(range(52), 52)
    cards = tuple(map(Card, deck[:7] if joker != "held" else [*deck[:6], JOKER]))
    left = [*deck[7:18], JOKER] if joker == "left" else deck[7:19]
    others = tuple(card for card in map(Card, range(53)) if card not in cards and card not in left)
    found = strategies.advise(game, strategy, seen_by(game, cards, others=others))
    eights = all_hands(left, 8)
    dealers = RUN(set_by_the_rules, class_shards(eights, variant.wheel, variant.reading)).tolist()
    assert len(dealers) == comb(12, 8)
    keep = 1 - Fraction(variant.commission, 100)
    expected = {}
    for one, two in combinations(cards, 2):
        low, high = front_strength(one, two), poker_strength([c for c in cards if c not in (one, two)], variant.wheel)
        if not fouls(low, high):
            results = [main_result(low, high, packed_front(dealer), packed_back(dealer)) for dealer in dealers]
            value = (keep * results.count(1) - results.count(-1)) / Fraction(len(dealers))
            expected[f"set {one} {two}"] = max(value, 2 * value)
    settings = {name: value.ev for name, value in found.items() if name not in ("surrender", "set house-way")}
    assert settings == expected
    assert found["surrender"].ev == Fraction(-1, 2)
    assert all(value.exact for value in found.values())


def test_advice_before_setting(game: Game, optimal: Strategy) -> None:
    found = strategies.advise(game, optimal, seen_by(game, CARDS))
    assert list(found)[:2] == ["surrender", "set house-way"]
    assert found["set house-way"] == found["set 7c 7d"]  # kings and sevens are split
    assert "set Kd Ks" not in found  # a foul
    assert best_of(found) == "set house-way"


def test_advice_after_setting(game: Game, optimal: Strategy) -> None:
    before = strategies.advise(game, optimal, seen_by(game, CARDS))
    found = strategies.advise(game, optimal, seen_by(game, CARDS, "set 7c 7d"))
    assert list(found) == ["surrender", "stand", "double"]
    assert found["double"].ev == 2 * found["stand"].ev == before["set 7c 7d"].ev
    assert best_of(found) == "double"
    with pytest.raises(IllegalDecision, match="'set Kd Ks' is a foul"):
        strategies.advise(game, optimal, seen_by(game, CARDS, "set Kd Ks"))


def test_the_worst_hand_is_surrendered(game: Game, optimal: Strategy) -> None:
    found = strategies.advise(game, optimal, seen_by(game, naive.cards("9h 8d 7s 5c 4d 3h 2s")))
    assert best_of(found) == "surrender"


def test_advice_in_a_study(optimal: Strategy) -> None:
    study = study_game({"game": NAME, "rules": {"surrender": "no", "double": 2}})
    with pytest.raises(InvalidInput, match="another rule set"):
        strategies.advise(study, optimal, seen_by(study, CARDS))
    found = strategies.advise(study, strategy_of(study, "optimal"), seen_by(study, CARDS, "set house-way"))
    assert list(found) == ["stand", "double"]
    assert found["double"].ev == 3 * found["stand"].ev
    flat = study_game({"game": NAME, "rules": {"double": 0}})
    found = strategies.advise(flat, strategy_of(flat, "optimal"), seen_by(flat, CARDS, "set house-way"))
    assert list(found) == ["surrender", "stand"]


def test_all_dealers_that_are_left(optimal: Strategy) -> None:
    for hand in naive.hands("left", 7, 6):
        chances = Chances.of(optimal.arrays, hand)
        assert chances.total == comb(46, 8)


def test_the_best_strategy_decides_as_advice_does(game: Game, optimal: Strategy) -> None:
    """Of 30 random hands, and of 10 whose class is not decided alike, nothing better is advised."""
    rng, decided = Random("alike"), decided_by(optimal.arrays)
    hands = [sum(1 << card for card in rng.sample(range(53), 7)) for _ in range(30)]
    for mask in hands + rng.sample(optimal.arrays["hands"].tolist(), 10):
        cards = tuple(Card(card) for card in range(53) if mask >> card & 1)
        packed = decided_hand(decided, mask)
        chances = Chances.of(optimal.arrays, cards)
        value = packed_more(packed) * chances.result(packed_front(packed), packed_back(packed), Fraction(1))
        if packed_more(packed) == SURRENDER:
            value = Fraction(-1, 2)
        assert value == max(one.ev for one in strategies.advise(game, optimal, seen_by(game, cards)).values())


# Charts


def test_charts(game: Game, optimal: Strategy) -> None:
    decisions, two_pair = strategies.charts(optimal)
    rows = {row[0]: dict(zip(decisions.columns, row, strict=True)) for row in decisions.rows}
    assert rows["no pair"]["below J"] == "surrender"
    assert rows["full house"]["9-9 to A-A"] == "double"
    assert rows["pair of A"]["J"] == "stand"
    assert rows["no pair"]["9-9 to A-A"] == ""
    assert rows["pair of 7"]["K-T to K-Q"].startswith("stand ")  # on other cards it hangs
    rows = {row[0]: dict(zip(two_pair.columns, row, strict=True)) for row in two_pair.rows}
    assert rows["AA"]["KK"] == "never"
    assert rows["33"]["22"] != "never"
    assert rows["33"]["33"] == rows["33"]["44"] == ""
    usual = {row[0]: row for row in strategies.charts(strategy_of(game, "house-way"))[1].rows}
    assert usual["99"][1:] == (*[""] * 5, *["A"] * 7)
    assert usual["66"][-4:] == ("K", "K", "K", "K")
    assert set(usual["JJ"][1:]) == {"", "never"}
