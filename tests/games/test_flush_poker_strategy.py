"""Flush Poker's strategies: the look-up decides every hand as the exact analysis does; advice, studies, charts."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from houseway.cards.card import JOKER, RANKS, Card, parse_cards
from houseway.cards.deck import joker_deck
from houseway.cards.hands import SUIT_MASK, TOP_RANKS, flush_hand, flush_size, hand_mask
from houseway.errors import InvalidInput
from houseway.games import game_named
from houseway.games.flush_poker.exact.bonuses import count_naturals
from houseway.games.flush_poker.exact.borders import removals, typical_hand
from houseway.games.flush_poker.exact.cards_left import (
    Rules,
    best_against,
    dealt_against,
    new_work,
    sets_below,
    unqualified,
)
from houseway.games.flush_poker.exact.count import HANDS, OVERCARDS, count_part
from houseway.games.flush_poker.exact.flushes import all_flushes
from houseway.games.flush_poker.exact.main_game import analyze_main, count, describe, main_followed, main_of
from houseway.games.flush_poker.exact.sets import SIZES, Counts
from houseway.games.flush_poker.exact.values import values
from houseway.games.flush_poker.strategy import STRATEGIES
from houseway.games.flush_poker.strategy.plan import Plan, leading_suit, planned
from houseway.games.flush_poker.strategy.plan_best import best_plan, threshold_plan
from houseway.games.flush_poker.strategy.solve import advise, charts, solve
from houseway.games.flush_poker.study import STUDY_RULES, check_study
from houseway.games.flush_poker.variant import Variant, decision_name, letter, variant_of
from houseway.games.game import Game
from houseway.games.pricing.advice import Seen, best_of
from houseway.games.pricing.sevens import seven_shards, weighted_sevens
from houseway.games.pricing.strategy import Strategy
from houseway.games.study import study_game
from houseway.kernel import compiled, counter
from houseway.lab.shards import Threads

Hand = Sequence[int]

SHARP_CAPS = (1, 1, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3)


def ranks(text: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in text)


def strength(text: str) -> int:
    return len(text) << 13 | ranks(text)


def tiny(suit: str, cards: int, **changes: Any) -> Variant:
    """A small deck of four equal suits."""
    return replace(letter(), suits=(ranks(suit),) * 4, cards=cards, **changes)


TINY = {
    "four cards": tiny("AKT8", 4),
    "five cards": tiny("AQT8", 5, caps=SHARP_CAPS, qualifier=strength("AT8")),
    "sharp": tiny("AKQ9", 4, caps=(4,) * 14, qualifier=strength("Q9"), match=Fraction(5, 2)),
    "without a joker": tiny("KJ94", 4, joker=False, match=Fraction(0), qualifier=strength("K9"), caps=SHARP_CAPS),
    "a dealer who always qualifies": tiny("KQJ2", 4, qualifier=0, match=Fraction(1), caps=SHARP_CAPS),
}


def deck_of(variant: Variant) -> list[int]:
    cards = [13 * suit + rank for suit in range(4) for rank in range(13) if variant.suits[suit] >> rank & 1]
    return [*cards, *[int(JOKER)] * variant.joker]


def decided(plan: Plan, hand: Hand) -> str:
    mask = hand_mask(hand)
    return decision_name(planned(plan, mask, leading_suit(mask)))


def overcards(hand: Hand) -> int:
    top = TOP_RANKS[flush_hand(hand_mask(hand)) & SUIT_MASK]
    return min(sum(card % 13 > top for card in hand if card != JOKER), OVERCARDS)


# ---- the dealer's hands from the cards left


def left_of(variant: Variant, out: Hand) -> tuple[Counts, int, int]:
    """The ranks left in each suit, the jokers left, and the dealer's hands."""
    left = [card for card in deck_of(variant) if card not in out]
    suits = [sum(1 << card % 13 for card in left if card != JOKER and card // 13 == suit) for suit in range(4)]
    return np.array(suits), int(JOKER in left), math.comb(len(left), variant.cards)


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("run", [dealt_against, compiled(dealt_against)], ids=["plain", "compiled"])
def test_the_dealers_hands_are_counted_as_enumeration_counts_them(name: str, run: Callable[..., Any]) -> None:
    variant, rng = TINY[name], Random(name)
    deck = deck_of(variant)
    for _ in range(12):
        cards = rng.sample(deck, variant.cards + rng.randrange(5))
        own = flush_hand(hand_mask(cards[: variant.cards]))
        left = [card for card in deck if card not in cards]
        made = [flush_hand(hand_mask(hand)) for hand in combinations(left, variant.cards)]
        below = sum(dealer < variant.qualifier for dealer in made)
        against = [dealer for dealer in made if dealer >= variant.qualifier]
        wins, matches = sum(dealer < own for dealer in against), against.count(own)
        suits, joker, hands = left_of(variant, cards)
        rules, work = Rules.of(variant), new_work(variant.cards)
        assert unqualified(suits, joker, rules, work) == below
        answer = run(own, below, suits, joker, hands, rules, work)
        assert answer == (below, wins, len(against) - wins - matches, matches)


@pytest.mark.parametrize("hands", range(6))
def test_the_dealers_hands_are_those_of_plain_values(hands: int) -> None:
    variant, rng = letter(), Random(hands)
    rules, work = Rules.of(variant), new_work(7)
    for _ in range(25):
        cards = rng.sample(range(53), 7 + 7 * hands)
        own = flush_hand(hand_mask(cards[:7]))
        left, joker, count = left_of(variant, cards)
        below = compiled(unqualified)(left, joker, rules, work)
        _, win, lose, match = compiled(dealt_against)(own, below, left, joker, count, rules, work)
        worth = values(cards[:7], cards[7:])
        for times in range(1, len(worth)):
            raised = Fraction(below + (1 + times) * (win - lose) + 10 * match, count)
            assert raised == worth[decision_name(times)]
        best = compiled(best_against)(own, left, joker, count, rules, work)
        assert decision_name(best) == max(worth, key=lambda decision: worth[decision])


def test_sets_below_a_bound_are_counted_along_its_bits() -> None:
    rng = Random(1)
    for _ in range(300):
        held, size, bound = rng.randrange(1 << 13), rng.randrange(6), rng.randrange(1 << 13)
        bits = [1 << rank for rank in range(13) if held >> rank & 1]
        assert sets_below(held, size, bound) == sum(sum(chosen) < bound for chosen in combinations(bits, size))


# ---- the look-up, on tiny decks


@pytest.mark.parametrize("name", TINY)
def test_a_plan_decides_every_hand_as_its_values_do(name: str) -> None:
    variant = TINY[name]
    run = Threads(1)
    plan = best_plan(variant, count(variant, run), run)
    hands = list(combinations(deck_of(variant), variant.cards))
    for hand in hands if len(hands) < 2500 else Random(name).sample(hands, 1000):
        worth = values(hand, variant=variant)
        assert decided(plan, hand) == max(worth, key=lambda decision: worth[decision]), hand


def test_tiny_plans_know_every_decision_and_look_at_other_suits_too() -> None:
    run = Threads(1)
    plans = [best_plan(variant, count(variant, run), run) for variant in TINY.values()]
    assert sum(len(plan.starts) for plan in plans) > 5
    assert {times for plan in plans for times in plan.leaders.tolist() if times >= 0} == {0, 1, 2, 3, 4}
    assert len({times for plan in plans for times in plan.times.tolist()}) > 2


@pytest.mark.parametrize("name", TINY)
def test_a_plan_of_thresholds_raises_from_them_on(name: str) -> None:
    variant, rng = TINY[name], Random(name)
    flushes = [flush.strength for flush in all_flushes(variant, count(variant, Threads(1)))]
    lowest = rng.choices(flushes, k=OVERCARDS + 1)
    plan = threshold_plan(variant, lowest)
    for hand in combinations(deck_of(variant), variant.cards):
        own = flush_hand(hand_mask(hand))
        times = variant.caps[flush_size(own)] if own >= lowest[overcards(hand)] else 0
        assert decided(plan, hand) == decision_name(times)


def test_unequal_suits_have_no_plan() -> None:
    with pytest.raises(InvalidInput, match="must be equal"):
        threshold_plan(replace(letter(), suits=(7, 7, 7, 8191)), [0] * 5)


# ---- the whole deck


@counter
def count_planned(a: Counts, b: Counts, c: Counts, d: Counts, joker: int, plan: Plan) -> Counts:
    """All hands by ranks of their flush, overcards and what a plan says."""
    found = np.zeros((1 << 13, OVERCARDS + 1, 4), np.int64)
    hands = weighted_sevens(a, b, c, d, joker)
    for place in range(hands.shape[1]):
        mask, weight = int(hands[0, place]), hands[1, place]
        made = flush_hand(mask) & SUIT_MASK
        above = SUIT_MASK + 1 - (2 << TOP_RANKS[made])
        over = 0
        for suit in range(4):
            over += SIZES[(mask >> (13 * suit)) & above]
        found[made, min(over, OVERCARDS), planned(plan, mask, leading_suit(mask))] += weight
    return found


class Once:
    """A runner that counts the main game of one variant only once."""

    def __init__(self) -> None:
        self.run, self.found = Threads(2), None

    def __call__(self, counting: Callable[..., Counts], shards: Sequence[tuple[Any, ...]]) -> Counts:
        if counting is not count_part:
            return self.run(counting, shards)
        if self.found is None:
            self.found = self.run(counting, shards)  # type: ignore[assignment]
        return self.found  # type: ignore[return-value]


@pytest.fixture(scope="module")
def run() -> Once:
    return Once()


@pytest.fixture(scope="module")
def solved(run: Once) -> dict[str, Strategy]:
    return {name: solve(game_named("flush-poker"), run, name) for name in STRATEGIES}


@pytest.fixture(scope="module")
def said(run: Once) -> dict[str, Any]:
    return describe(game_named("flush-poker"), run).to_json()


def test_the_look_up_decides_all_154_million_hands_as_the_analysis_does(solved: dict[str, Strategy], run: Once) -> None:
    plan = Plan.of(solved["optimal"].arrays)
    shards = [(*shard, plan) for shard in seven_shards()]
    assert np.array_equal(Threads(2)(count_planned, shards), count(letter(), run)[..., HANDS])


def test_the_look_up_is_small(solved: dict[str, Strategy]) -> None:
    plan = Plan.of(solved["optimal"].arrays)
    assert plan.kinds.shape == (44, 378)
    assert plan.kinds.max() < 29
    assert sum(array.nbytes for array in plan) < 100_000


def test_sampled_hands_are_decided_as_their_values_say(solved: dict[str, Strategy]) -> None:
    rng, plan = Random(5), Plan.of(solved["optimal"].arrays)
    jacks = [(9, *rng.sample(range(9), 2), *rng.sample(range(13, 52), 4)) for _ in range(60)]
    for hand in [*jacks, *(tuple(rng.sample(range(53), 7)) for _ in range(20))]:
        worth = values(hand)
        assert decided(plan, hand) == max(worth, key=lambda decision: worth[decision])


def test_nothing_between_the_least_raise_and_the_cap_is_ever_right(run: Once) -> None:
    """What a raise wins is linear in its size, so one of the two ends is best; and with five cards it is the cap."""
    for hand in ("Ah Qh Th 7h 4h 3s 2s", "6h 5h 4h 3h 2h 7h As", "7h 6h 4h 3h 2h Ks As"):
        _, one, *more = values(parse_cards(hand.split())).values()
        two = more[0]
        assert all(later - one == (times + 1) * (two - one) for times, later in enumerate(more))
    for flush in all_flushes(letter(), count(letter(), run)):
        cap = letter().caps[flush_size(flush.strength)]
        assert all(times in (0, cap) for times, hands in enumerate(flush.hands) if hands)


def test_figures_are_those_of_the_strategy(solved: dict[str, Strategy], said: dict[str, Any], run: Once) -> None:
    assert solved["optimal"].figures.to_json() == said["main"]
    assert str(solved["optimal"].figures.house_edge_exact) == "9056436968429/343769126300600"
    for name in STRATEGIES[1:]:
        figures, simple = solved[name].figures.to_json(), said["simple_strategies"][name]
        assert figures["house_edge_exact"] == simple["house_edge_exact"]
        assert figures["house_edge"] == simple["house_edge"]
        assert simple["cost"] == pytest.approx(figures["house_edge"] - said["main"]["house_edge"], abs=1e-15)
        assert set(figures) == set(said["main"])
        assert sum(figures["outcomes"].values()) == pytest.approx(1)
        found = main_followed(letter(), count(letter(), run), solved[name].arrays["lowest"].tolist())
        assert found.decisions["fold"] == found.outcomes["fold"]


def test_simple_strategies_decide_as_they_say(solved: dict[str, Strategy]) -> None:
    for name in STRATEGIES[1:]:
        plan = Plan.of(solved[name].arrays)
        shards = [(*shard, plan) for shard in seven_shards() if name == "overcard_thresholds"]
        if shards:
            hands = Threads(2)(count_planned, shards).sum(axis=(0, 1)).tolist()
            shares = solved[name].figures.decisions
            assert [shares[decision_name(times)] * 154_143_080 for times in range(4)] == pytest.approx(hands, abs=0.5)
        rng, lowest = Random(name), solved[name].arrays["lowest"].tolist()
        for _ in range(200):
            hand = rng.sample(range(53), 7)
            own = flush_hand(hand_mask(hand))
            raised = own >= lowest[overcards(hand)]
            assert decided(plan, hand) == decision_name(letter().caps[flush_size(own)] if raised else 0)


def test_simple_strategies_in_words(said: dict[str, Any]) -> None:
    texts = {name: simple["text"] for name, simple in said["simple_strategies"].items()}
    assert (
        texts["threshold"] == "Raise a three-card flush of J-8-7 or better, as high as you may; fold everything else."
    )
    assert texts["second_card_thresholds"] == (
        "Count the cards of other suits that are higher than your flush. "
        "Raise a three-card flush of Q or better with none, a three-card flush of J-9 or better with one, "
        "a three-card flush of J-7 or better with two, a three-card flush of J or better with three or more, "
        "as high as you may; fold everything else."
    )
    costs = [said["simple_strategies"][name]["cost"] for name in STRATEGIES[1:]]
    assert [f"{cost:.7f}" for cost in costs] == ["0.0004552", "0.0000255", "0.0000595"]


def test_unknown_strategies_are_refused(run: Once) -> None:
    with pytest.raises(InvalidInput, match="'lucky' is not one of optimal, threshold"):
        solve(game_named("flush-poker"), run, "lucky")


# ---- the border


def test_flushes_that_depend_say_on_what(said: dict[str, Any]) -> None:
    depending = {one["flush"]: one for one in said["depending"]}
    assert len(depending) == 44
    one = depending["three-card flush, J-8-7"]
    assert (one["folded"], one["raised"]) == (126_996, 136_800)
    assert one["text"] == (
        "fold with no higher cards; fold 23,616 hands and raise 84,708 with one higher card; "
        "raise with two to four higher cards"
    )
    assert [sum(cell) for cell in zip(*one["by_overcards"], strict=True)] == [one["folded"], one["raised"]]


def test_seen_cards_move_the_difference_between_raising_and_folding(said: dict[str, Any]) -> None:
    effects = said["effect_of_removal"]
    assert [one["flush"].partition(", ")[2] for one in effects] == ["J-T-6", "J-8-6", "J-6-4", "J-3-2", "T-9-7"]
    first = effects[0]
    hand = parse_cards(first["hand"])
    base = values(hand)["raise 1x"] + 1
    assert first["difference_exact"] == str(base)
    kings = [card for card in parse_cards(["Kd", "Kh", "Ks"]) if card not in hand]
    moved = [values(hand, [card])["raise 1x"] + 1 - base for card in kings]
    groups = {(seen["suit"], seen["ranks"]): seen for seen in first["seen"]}
    high = groups["another", "higher than the jacks"]
    assert high["cards"] == 9
    assert high["least"] <= float(min(moved)) <= float(max(moved)) <= high["most"]
    assert groups["joker", ""]["change"] == float(values(hand, [JOKER])["raise 1x"] + 1 - base) > 0.15
    assert sum(seen["cards"] for seen in first["seen"]) == 46
    for one in effects:
        signs = {(seen["suit"], "higher" in seen["ranks"]): seen["change"] > 0 for seen in one["seen"]}
        assert signs["another", True]
        assert not signs["that of the flush", False]


def test_the_average_over_all_cards_that_may_be_seen_moves_nothing() -> None:
    hand = typical_hand(letter(), 1, strength("J86"))
    moved = [move for group in removals(letter(), hand).values() for move in group]
    assert len(moved) == 46
    assert sum(moved) == 0


# ---- advice


def seen(hand: str, others: str = "", study: Game | None = None) -> Seen:
    """What seat 1 knows with these cards; `others` are shown to it by chance."""
    table = study or game_named("flush-poker")
    cards, shown = parse_cards(hand.split()), parse_cards(others.split())
    rest = [card for card in joker_deck() if card not in cards and card not in shown]
    deck = [card for pair in zip(cards, rest[:7], strict=True) for card in pair]
    now = table.deal({1: {"bet": 5}}, deck)
    return Seen(now=now, seat=now.seat(1), dealer=(None,) * 7, board=(), lights=None, others=shown)


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("Jc 8c 7c Ad 2d 3h 4s", "raise 1x"),
        ("Jc 8c 7c 9d 2d 3h 4s", "fold"),
        ("Ah Qh Th 7h 4h Jo 2s", "raise 3x"),
        ("Ah Qh Th 7h 4h 3s 2s", "raise 2x"),
        ("Ac Kd Kh 2c 3d 4h 5s", "fold"),
    ],
)
def test_advice_is_exact_and_tells_every_legal_decision(hand: str, best: str, solved: dict[str, Strategy]) -> None:
    known = seen(hand)
    worth = advise(game_named("flush-poker"), solved["optimal"], known)
    assert best_of(worth) == best
    assert list(worth) == [str(choice) for choice in known.now.choices() if choice.complete]
    assert all(value.exact and isinstance(value.ev, Fraction) for value in worth.values())
    assert {decision: value.ev for decision, value in worth.items()} == values(parse_cards(hand.split()))
    assert decided(Plan.of(solved["optimal"].arrays), parse_cards(hand.split())) == best


def test_advice_knows_the_cards_that_are_seen(solved: dict[str, Strategy]) -> None:
    hand, others = "Jc 8c 7c 9d 2d 3h 4s", "Jo As Ks Qs Ah Kh Qh"
    worth = advise(game_named("flush-poker"), solved["optimal"], seen(hand, others))
    assert best_of(worth) == "raise 1x"
    assert worth["raise 1x"].ev == values(parse_cards(hand.split()), parse_cards(others.split()))["raise 1x"]


# ---- studies


def study(**rules: Any) -> Game:
    return study_game({"game": "flush-poker", "rules": {name.replace("_", "-"): said for name, said in rules.items()}})


def test_a_study_changes_joker_caps_and_qualifier() -> None:
    changed = variant_of(study(joker=False, raise_caps=[1, 1, 1, 2, 2, 3, 4], qualifier="3-card 9"))
    assert changed == replace(
        letter(),
        joker=False,
        caps=(1, 1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 4, 4, 4),
        qualifier=3 << 13 | ranks("9"),
    )
    assert variant_of(study(qualifier="none")).qualifier == 0
    assert variant_of(study(qualifier="4-card")).qualifier == 4 << 13
    assert (
        variant_of(study()) == letter() == variant_of(study(qualifier="3-card T-8", raise_caps=[1, 1, 1, 1, 2, 3, 3]))
    )


def test_a_study_of_the_match_changes_what_it_pays() -> None:
    def matched(pays: str) -> Variant:
        name = next(iter(game_named("flush-poker").approval.paytables["bet"]))
        table = {"wager": "bet", "lines": ["match the dealer"], "pays": {name: [pays]}}
        return variant_of(study_game({"game": "flush-poker", "paytables": [table]}))

    assert matched("8 to 1").match == 8
    assert matched("8 for 1").match == 7
    assert matched("push").match == 0
    with pytest.raises(InvalidInput):
        matched("1 for 2")


@pytest.mark.parametrize(
    ("rule", "value", "why"),
    [
        ("joker", 1, "must be true or false"),
        ("raise-caps", [1, 2, 3], "must be seven whole numbers"),
        ("raise-caps", [1, 1, 1, 1, 2, 3, True], "must be seven whole numbers"),
        ("raise-caps", [0, 1, 1, 1, 2, 3, 3], "must be 1 to 9 each"),
        ("qualifier", "T-8", "must be like"),
        ("qualifier", 3, "must be like"),
        ("qualifier", "3-card 8-T", "the highest first"),
        ("qualifier", "2-card A-K-Q", "at most 2 ranks"),
    ],
)
def test_nonsense_in_a_study_is_refused(rule: str, value: object, why: str) -> None:
    with pytest.raises(InvalidInput, match=why) as refused:
        study_game({"game": "flush-poker", "rules": {rule: value}})
    assert f"rules.{rule}" in str(refused.value)


def test_what_a_study_may_change_is_told() -> None:
    assert set(STUDY_RULES) == {"joker", "raise-caps", "qualifier"}
    check_study(study(joker=False))


def test_a_study_is_solved_and_advised_by_its_own_rules() -> None:
    sharp = study(joker=False, raise_caps=[3] * 7, qualifier="none")
    run = Once()
    strategy = solve(sharp, run)
    assert strategy.figures == analyze_main(variant_of(sharp), run).result()
    assert strategy.figures.decisions["raise 3x"] > 0.2
    rng, plan = Random(8), Plan.of(strategy.arrays)
    for _ in range(60):
        dealt = rng.sample(range(52), 7)
        exact = values(dealt, variant=variant_of(sharp))
        assert decided(plan, dealt) == max(exact, key=lambda decision: exact[decision])
    hand = "Ac Qc Tc 9d 2d 3h 4s"
    worth = advise(sharp, strategy, seen(hand, study=sharp))
    assert list(worth) == ["fold", "raise 1x", "raise 2x", "raise 3x"]
    assert {decision: value.ev for decision, value in worth.items()} == values(
        parse_cards(hand.split()), variant=variant_of(sharp)
    )
    with pytest.raises(InvalidInput, match="another rule set"):
        advise(game_named("flush-poker"), strategy, seen(hand))


def test_bonuses_of_a_study_without_joker_are_counted_without_it() -> None:
    shards = [shard for shard in seven_shards() if not shard[-1]]
    counts = Threads(2)(count_naturals, shards)
    assert int(counts[:8].sum()) == math.comb(52, 7)


# ---- charts


def test_charts_show_every_flush_once(solved: dict[str, Strategy]) -> None:
    by_flush, depending = charts(solved["optimal"])
    assert by_flush.rows[0] == ("two-card flush, 3-2", "two-card flush, Q-T", "fold")
    assert by_flush.rows[-1][-1] == "raise 3x"
    assert ("three-card flush, T-9-7", "three-card flush, J-T-9", "depends") in by_flush.rows
    assert len(depending.rows) == 44
    assert ("three-card flush, J-8-7", "fold", "fold 23,616, raise 1x 84,708", *["raise 1x"] * 3) in depending.rows
    assert {len(row) for chart in (by_flush, depending) for row in chart.rows} == {3, 6}


def test_charts_of_thresholds(solved: dict[str, Strategy]) -> None:
    (chart,) = charts(solved["second_card_thresholds"])
    assert chart.rows[0] == ("0", "three-card flush, Q-3-2")
    assert chart.rows[-1] == ("4 or more", "three-card flush, J-3-2")


def test_a_card_is_named_as_cards_are() -> None:
    assert [str(Card(card)) for card in typical_hand(letter(), 4, strength("T97"))][:3] == ["Tc", "9c", "7c"]
    assert typical_hand(letter(), 4, strength("AKQ")) == ()
    assert typical_hand(letter(), 0, strength("AKQJT98") + 1) == ()


def test_the_main_game_is_added_up_from_its_count(run: Once) -> None:
    assert main_of(letter(), count(letter(), run)).house_edge == Fraction(9_056_436_968_429, 343_769_126_300_600)
