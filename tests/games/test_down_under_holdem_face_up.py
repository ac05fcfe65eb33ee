"""Face-up dealing in Down Under Hold'em: what other players' cards are worth to a player who sees them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

import houseway
from figures import figures
from houseway.cards.hands import category, poker_strength
from houseway.cards.shuffles import deal_into
from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.exact.boards import RANK_PAIRS, SYMBOLS
from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS, ROWS, hole_class, light_pair, play_row
from houseway.games.down_under_holdem.exact.every_flop import add_up, count_hand, fill_worth
from houseway.games.down_under_holdem.exact.main_game import payoffs_of
from houseway.games.down_under_holdem.exact.one_hand import NO_SUIT, Against, flop_worth
from houseway.games.down_under_holdem.exact.values import (
    cards_left,
    dealer_hands,
    dealers_left,
    flop_values,
    hand_values,
)
from houseway.games.down_under_holdem.exact.views import Counts
from houseway.games.down_under_holdem.simulate import seen_gains as gains
from houseway.games.down_under_holdem.simulate.by_ranks import openings_by_ranks
from houseway.games.down_under_holdem.simulate.face_up import Prepared, face_up, prepare, table_of
from houseway.games.down_under_holdem.simulate.flop_leads import FARTHEST, STEPS, count_leads
from houseway.games.down_under_holdem.simulate.forecast import Forecast, count_effects, suit_left
from houseway.games.down_under_holdem.simulate.seen_gains import count_gains
from houseway.games.down_under_holdem.variant import LETTER_LIGHTS, variant_of
from houseway.games.pricing.strategy import Strategy, new_strategy
from houseway.kernel import compiled
from houseway.lab.shards import Threads

GAME = houseway.game("down-under-holdem")
PAYS = {9: Fraction(500), 8: Fraction(50), 7: Fraction(10), 6: Fraction(3), 5: Fraction(3, 2), 4: Fraction(1)}
MANY = 19  # other hands: twelve cards are left, few enough to deal all of them by hand


def random_strategy(seed: int) -> Strategy:
    rng = np.random.default_rng(seed)
    arrays = {
        "preflop": rng.integers(0, 3, (169, 6), np.uint8),
        "flop": rng.integers(0, 64, ROWS, np.uint8),
        "worth": rng.integers(-300, 300, (169, 6, 3)),
        "deals": np.full((169, 6), 100),
        "scale": np.array(1),
    }
    return new_strategy(GAME, "random", figures(0.5), arrays)


def random_prepared(seed: int) -> Prepared:
    """A strategy and a forecast, both made up: the mean of the deals must not depend on it."""
    rng = np.random.default_rng(100 + seed)
    forecast = Forecast(
        values=rng.normal(0, 0.5, (169, 6, 3)),
        effects=rng.normal(0, 0.05, (169, 6, 13, 3)),
        flushes=rng.normal(0, 0.1, (169, 6, 3)),
    )
    leads = rng.integers(0, 60, (ROWS, 6), np.uint8)
    return Prepared(variant=variant_of(GAME), strategy=random_strategy(seed), forecast=forecast, leads=leads)


def dealt(seed: int, number: int, hands: int) -> list[int]:
    """Hole cards, the dealer's, other players', and a flop."""
    deck, count = np.arange(52), 4 + 2 * hands + gains.FLOP
    deal_into(deck, np.zeros(52, np.int64), count, seed, gains.STREAM, number)
    return deck.tolist()[:count]


def net(ours: int, theirs: int, times: int) -> Fraction:
    if ours > theirs:
        return 1 + times + PAYS.get(category(ours), Fraction(0))
    return Fraction(-2 - times if ours < theirs else 0)


def naive_gain(deal: list[int], strategy: Strategy) -> tuple[Fraction, dict[tuple[int, ...], tuple[Fraction, int]]]:
    """The gain before the flop; by flop the gain after it, of a hand that has checked, and how many deals it has."""
    (one, two, *dealer), others = deal[:4], deal[4:-3]
    lights = sorted(LETTER_LIGHTS[card % 13] for card in dealer)
    lit = light_pair(*lights)
    left = [card for card in range(52) if card not in {one, two, *others}]
    strength = cache(poker_strength)
    ends: dict[tuple[int, ...], Counter[tuple[int, int]]] = {}
    for flop in combinations(left, 3):
        ends[flop] = Counter()
        unseen = [card for card in left if card not in flop]
        for pair in combinations(unseen, 2):
            if sorted(LETTER_LIGHTS[card % 13] for card in pair) == lights:
                for late in combinations([card for card in unseen if card not in pair], 2):
                    board = (*flop, *late)
                    ends[flop][strength(frozenset((one, two, *board))), strength(frozenset((*pair, *board)))] += 1
    deals = sum(found.total() for found in ends.values())

    def worth(found: Counter[tuple[int, int]], times: int) -> Fraction:
        if times == 0:
            return Fraction(-2 * found.total())
        return sum((count * net(*hands, times) for hands, count in found.items()), Fraction(0))

    def mean(worths: Iterable[Fraction]) -> Fraction:
        return sum(worths, Fraction(0)) / deals

    plays = [mean(worth(found, times) for found in ends.values()) for times in (2, 3)]
    best = mean(max(worth(found, 0), worth(found, 1)) for found in ends.values())
    chosen = int(strategy.arrays["preflop"][hole_class(one, two), lit])
    after: dict[tuple[int, ...], tuple[Fraction, int]] = {}
    for laid, found in ends.items():
        ruled = int(strategy.arrays["flop"][play_row(one, two, *laid)]) >> lit & 1
        gained = max(worth(found, 0), worth(found, 1)) - worth(found, ruled) if chosen == 0 else Fraction(0)
        after[laid] = gained, found.total()
    return max(best, *plays) - [best, *plays][chosen], after


def test_gains_as_by_every_deal() -> None:
    prepared = random_prepared(1)
    tally = compiled(count_gains)(0, 6, 99, MANY, table_of(prepared, MANY, in_full=True))
    before = after = squares = changed = 0
    for number in range(6):
        deal = dealt(99, number, MANY)
        early, flops = naive_gain(deal, prepared.strategy)
        gained, deals = flops[tuple(sorted(deal[-3:]))]
        early_micro, late_micro = round(gains.MICRO * early), round(gains.MICRO * gained / deals)
        before, after = before + early_micro, after + late_micro
        squares += ((early_micro + late_micro + gains.COARSE // 2) // gains.COARSE) ** 2
        changed += early > 0
    assert tally[gains.DEALS] == 6
    assert tally[gains.BEFORE] == before > 0
    assert tally[gains.AFTER] == after > 0
    assert tally[gains.GAIN] == before + after
    assert tally[gains.SQUARES] == squares
    assert tally[gains.CHANGED] == gains.MICRO * changed


def room_of(deal: list[int]) -> gains.Room:
    """Room with a deal on top of the deck."""
    room = compiled(gains.room_for)(3)
    room.cards[: len(deal)] = deal
    return room


def against_of(deal: list[int]) -> tuple[Against, int, int]:
    """The dealer's hands of a deal, and their lights."""
    x, y = (LETTER_LIGHTS[card % 13] for card in deal[2:4])
    return dealer_hands(variant_of(GAME), (x, y), np.array), x, y


def gain_on_flop(deal: list[int], table: gains.Table, fraction: float) -> float:
    """The gain on a deal's flop, with this fraction to choose by."""
    _, x, y = against_of(deal)
    return compiled(gains.gain_on_flop)(room_of(deal), len(deal) - 3, table, light_pair(x, y), x, y, fraction)


def test_the_gain_on_every_flop_is_that_of_every_deal() -> None:
    prepared = random_prepared(5)
    table = table_of(prepared, MANY, in_full=True)
    checked = [deal for deal in (dealt(4, number, MANY) for number in range(20)) if checks(deal, prepared.strategy)][:2]
    for deal in checked:
        _, flops = naive_gain(deal, prepared.strategy)
        for flop, (gained, deals) in flops.items():
            if deals:
                found = gain_on_flop([*deal[:-3], *flop], table, 0.0)
                assert found == pytest.approx(float(gained / deals), abs=1e-12)


def test_the_chance_of_a_flop_changes_nothing_on_average() -> None:
    """A flop that is looked at counts as many times more as it is looked at less often."""
    prepared = random_prepared(7)
    table, whole = table_of(prepared, 5), table_of(prepared, 5, in_full=True)
    seen = set()
    for deal in (deal for deal in (dealt(6, number, 5) for number in range(40)) if checks(deal, prepared.strategy)):
        _, x, y = against_of(deal)
        chance = table.flop_chances[prepared.leads[play_row(*deal[:2], *deal[-3:]), light_pair(x, y)]]
        seen.add(chance < 1)
        assert gain_on_flop(deal, table, chance) == 0
        assert chance * gain_on_flop(deal, table, 0.0) == pytest.approx(gain_on_flop(deal, whole, 0.0), abs=1e-9)
    assert True in seen


def checks(deal: list[int], strategy: Strategy) -> bool:
    lit = light_pair(*(LETTER_LIGHTS[card % 13] for card in deal[2:4]))
    return int(strategy.arrays["preflop"][hole_class(deal[0], deal[1]), lit]) == 0


@pytest.mark.parametrize("hands", [0, 1, 5, MANY])
def test_flops_counted_together_are_those_counted_one_by_one(hands: int) -> None:
    for number in range(4):
        deal = dealt(11, number, hands)
        if number == 0:
            deal[1] = next(card for card in range(deal[0] // 13 * 13, 52) if card not in deal)  # a suited hand
        against, _, _ = against_of(deal)
        cards = cards_left([*deal[:2], *deal[4:-3]])
        worth = compiled(fill_worth)(deal[0], deal[1], np.array(cards), against)
        rng = np.random.default_rng(number)
        for _ in range(60):
            flop = [cards[place] for place in sorted(rng.choice(len(cards), 3, replace=False))]
            left = np.array([card for card in cards if card not in flop])
            room = np.zeros(SYMBOLS, np.int64), np.zeros(2 * RANK_PAIRS, np.int64)
            alone = compiled(flop_worth)(np.array(deal[:2]), np.array(flop), left, against, *room)
            assert compiled(add_up)(worth, *flop) == alone


def test_openings_by_ranks_are_those_of_a_deck_without_flushes() -> None:
    """With three ranks and two twos no suit has five cards: ranks alone decide, whichever card is seen."""
    one, two = 0, 13
    left = [13 * suit + rank for rank in range(1, 4) for suit in range(4)]
    against, lights = dealer_hands(variant_of(GAME), (0, 0), np.array), np.array(LETTER_LIGHTS)
    found = compiled(openings_by_ranks)(one, two, np.array(left), lights, 0, 0, against, 1).tolist()
    for seen in (None, 1, 2, 3):
        cards = np.array([card for card in left if card != seen])
        full = compiled(count_hand)(one, two, cards, lights, 0, 0, against, 1)
        assert found[0 if seen is None else 1 + seen] == full.tolist()
    assert not any(map(any, [found[1], *found[5:]]))


def gain_before_flop(deal: list[int], table: gains.Table, fraction: float) -> tuple[float, float]:
    """The gain before the flop and whether the opening changes, with this fraction to choose by."""
    _, x, y = against_of(deal)
    return compiled(gains.gain_before_flop)(room_of(deal), len(deal) - 3, table, x, y, fraction)


def forecast_values(deal: list[int], prepared: Prepared) -> list[float]:
    """The forecast of the openings, written out."""
    (one, two), others, forecast = deal[:2], deal[4:-3], prepared.forecast
    place = hole_class(one, two), light_pair(*(LETTER_LIGHTS[card % 13] for card in deal[2:4]))
    values = forecast.values[place].copy()
    for card in others:
        values += forecast.effects[place][card % 13] * 49 / (50 - len(others))
    if one // 13 == two // 13:
        values += forecast.flushes[place] * suit_left(len(others))[sum(card // 13 == one // 13 for card in others)]
    return [float(value) for value in values]


@pytest.mark.parametrize("hands", [1, 5])
def test_the_chance_of_a_full_count_changes_nothing_on_average(hands: int) -> None:
    """Counted in full or by the forecast: over both the gain is the true one, and so is whether the opening changes."""
    prepared = random_prepared(6)
    table, whole = table_of(prepared, hands), table_of(prepared, hands, in_full=True)
    suited = 0
    for number in range(12):
        deal = dealt(8, number, hands)
        suited += deal[0] // 13 == deal[1] // 13
        values = forecast_values(deal, prepared)
        chosen = int(table.preflop[hole_class(*deal[:2]), light_pair(*against_of(deal)[1:])])
        others = max(value for number, value in enumerate(values) if number != chosen)
        chance = compiled(gains.chance_of_full)(table, others - values[chosen])
        assert 0 < chance < 1
        closely, quickly = (gain_before_flop(deal, table, fraction) for fraction in (0.0, chance))
        assert quickly[0] == pytest.approx(max(values) - values[chosen])
        for one, other, true in zip(closely, quickly, gain_before_flop(deal, whole, 0.0), strict=True):
            assert chance * one + (1 - chance) * other == pytest.approx(true, abs=1e-9)
    assert suited


@pytest.mark.parametrize("seen", [2, 10, 38])
def test_seen_cards_leave_flushes_as_likely_as_ever_on_average(seen: int) -> None:
    """Over all ways in which seen cards can be of a suited hand's suit."""
    more = suit_left(seen)
    ways = [comb(11, own) * comb(39, seen - own) for own in range(len(more))]
    assert sum(ways) == comb(50, seen)
    assert np.dot(ways, more) / comb(50, seen) == pytest.approx(0)
    assert list(more) == sorted(more, reverse=True)


def by_ranks(hole: list[int], cards: list[int], lights: tuple[int, int], against: Against) -> list[int]:
    """Deals, base, margin and the best check over all flops of a full count, without what flushes add to it."""
    worth = compiled(fill_worth)(hole[0], hole[1], np.array(cards), against)
    worth[:NO_SUIT] = 0
    found = [0, 0, 0, 0]
    for flop in combinations(cards, 3):
        deals = dealers_left(variant_of(GAME), lights, set(cards) - {*flop}) * comb(len(cards) - 5, 2)
        base, margin = compiled(add_up)(worth, *flop)
        found = [found[0] + deals, found[1] + base, found[2] + margin, found[3] + max(base + 2 * margin, -4 * deals)]
    return found


@pytest.mark.parametrize(("low", "high", "lights"), [(3, 9, (1, 2)), (12, 12, (2, 2))])
def test_effects_are_those_of_one_card_seen(low: int, high: int, lights: tuple[int, int]) -> None:
    pays, place = np.array([30, 20, 10, 9, 5, 4, 2, 2]), high * (high + 1) // 2 + low
    counted = compiled(count_effects)(low, high, np.array(LETTER_LIGHTS), pays, 2, 2).reshape(91, 6, 14, 4)
    against = dealer_hands(variant_of(GAME), lights, np.array)._replace(returned=pays, lost=-4)
    for rank in (-1, 0, 3, 9, 12):
        seen = [26 + rank] if rank >= 0 else []
        cards = cards_left([low, high + 13, *seen])
        assert counted[place, light_pair(*lights), 1 + rank].tolist() == by_ranks(
            [low, high + 13], cards, lights, against
        )
    assert not np.delete(counted, place, axis=0).any()


def test_leads_are_how_far_play_and_fold_are_apart() -> None:
    """On flops of two eights and a king, whatever their suits."""
    variant, ranks = variant_of(GAME), (6, 6, 11)
    payoffs = payoffs_of(variant)
    apart = np.array(payoffs.nets["play 1x"]) - np.array(payoffs.nets["fold"])
    given = np.array([ranks]), np.arange(52), np.array(LETTER_LIGHTS), apart, payoffs.scale
    leads = compiled(count_leads)(*given).astype("<i8").view(np.uint8)
    rng, far = np.random.default_rng(1), set()
    for _ in range(25):
        suits = rng.permutation(4)
        flop = [ranks[0] + 13 * suits[0], ranks[1] + 13 * suits[1], ranks[2] + 13 * rng.integers(4)]
        one, two = (int(card) for card in rng.choice(cards_left(flop), 2, replace=False))
        for lit, lights in enumerate(LIGHT_PAIRS):
            values = flop_values(variant, (one, two), [int(card) for card in flop], lights)
            steps = int(STEPS * abs(values["play 1x"] - values["fold"]))
            far.add(steps > FARTHEST)
            assert leads[6 * play_row(one, two, *flop) + lit] == min(steps, FARTHEST)
    assert far == {True, False}


def test_a_seen_hand_makes_best_what_is_best_for_one_hand() -> None:
    prepared = random_prepared(2)
    tally = compiled(count_gains)(7, 1, 3, 5, table_of(prepared, 5, in_full=True))
    one, two, x, y, *others = dealt(3, 7, 5)[:-3]
    lights = sorted((LETTER_LIGHTS[x % 13], LETTER_LIGHTS[y % 13]))
    values = [*hand_values(variant_of(GAME), (one, two), (lights[0], lights[1]), others).values()]
    chosen = int(prepared.strategy.arrays["preflop"][hole_class(one, two), light_pair(*lights)])
    assert tally[gains.BEFORE] == pytest.approx(gains.MICRO * float(max(values) - values[chosen]), abs=1)


def test_shards_may_be_cut_anywhere() -> None:
    table = table_of(random_prepared(3), 5)

    def count(first: int, size: int) -> Counts:
        return compiled(count_gains)(first, size, 5, 5, table)

    assert np.array_equal(count(0, 30), count(0, 7) + count(7, 23))


def test_the_answer_is_made_of_its_deals() -> None:
    prepared = random_prepared(4)
    answer = face_up(GAME, 5, 9, 12, Threads(1), prepared)
    table = table_of(prepared, 5)
    each = [int(compiled(count_gains)(number, 1, 12, 5, table)[gains.GAIN]) / gains.MICRO for number in range(9)]
    mean = sum(each) / 9
    error = sqrt(sum((gain - mean) ** 2 for gain in each) / 8 / 9)
    assert (answer.hands_seen, answer.deals, answer.seed) == (5, 9, 12)
    assert answer.gain == pytest.approx(mean)
    assert answer.standard_error == pytest.approx(error, rel=1e-5)
    assert answer.house_edge == pytest.approx(0.5 - mean)
    assert answer.gain_before_flop + answer.gain_after_flop == pytest.approx(mean)


@pytest.mark.parametrize(("hands", "deals", "field"), [(0, 10, "hands_seen"), (6, 10, "hands_seen"), (1, 1, "deals")])
def test_what_cannot_be_asked(hands: int, deals: int, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        face_up(GAME, hands, deals, 1, Threads(1), random_prepared(1))
    assert refused.value.field == field


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    return prepare(GAME, Threads(2))


@pytest.mark.slow
def test_what_does_not_depend_on_the_hands_seen_is_counted_once() -> None:
    called: list[str] = []

    def spied(counter: Callable[..., Counts], shards: Sequence[tuple[Any, ...]]) -> Counts:
        called.append(counter.__name__)
        return Threads(2)(counter, shards)

    answers = [face_up(GAME, hands, 100, 1, spied) for hands in (1, 2, 1)]
    assert called == ["count_flops", "count_effects", "count_leads", "count_gains", "count_gains", "count_gains"]
    assert answers[0] == answers[2]


@pytest.mark.slow
def test_more_hands_seen_gain_more_and_every_deal_in_full_says_the_same(prepared: Prepared) -> None:
    answers = [face_up(GAME, hands, 200_000, 2020, Threads(2), prepared) for hands in (1, 5)]
    (few, many), errors = [one.gain for one in answers], [one.standard_error for one in answers]
    assert 0 < few < many
    assert max(errors) < 0.0003
    whole = Threads(2)(
        count_gains, [(first, 50, 1, 5, table_of(prepared, 5, in_full=True)) for first in range(0, 6000, 50)]
    )
    mean = whole[gains.GAIN] / gains.MICRO / 6000
    error = sqrt((whole[gains.SQUARES] * (gains.COARSE / gains.MICRO) ** 2 / 6000 - mean**2) / 6000)
    assert abs(mean - many) < 4 * sqrt(error**2 + errors[1] ** 2)


@pytest.mark.slow
@pytest.mark.parametrize("hands", [1, 5])
def test_the_standard_error_is_the_spread_of_answers(prepared: Prepared, hands: int) -> None:
    """Of 100 answers with other deals: their spread, and how many are further off than they say."""
    answers = [face_up(GAME, hands, 5_000, seed, Threads(2), prepared) for seed in range(100)]
    shown = [answer.gain for answer in answers]
    errors = [answer.standard_error for answer in answers]
    assert np.std(shown, ddof=1) == pytest.approx(sqrt(np.mean(np.square(errors))), rel=0.25)
    assert sum(abs(gain - np.mean(shown)) > 2 * error for gain, error in zip(shown, errors, strict=True)) <= 12
