"""Face-up dealing in Down Under Hold'em: what other players' cards are worth to a player who sees them."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

import houseway
from houseway.cards.hands import category, poker_strength
from houseway.cards.streams import deal_into
from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.exact.count import SYMBOLS, Counts
from houseway.games.down_under_holdem.exact.decision_index import ROWS, hole_class, light_pair, play_row
from houseway.games.down_under_holdem.exact.one_hand import (
    NO_SUIT,
    RANK_FLOPS,
    Against,
    count_hand,
    fill_sides,
    flop_by_ranks,
    look_from,
    taken,
)
from houseway.games.down_under_holdem.exact.values import cards_left, dealer_hands, hand_values
from houseway.games.down_under_holdem.simulate import seen_gains as gains
from houseway.games.down_under_holdem.simulate.by_ranks import fill_flops, openings_by_ranks
from houseway.games.down_under_holdem.simulate.face_up import face_up, table_of
from houseway.games.down_under_holdem.simulate.seen_gains import count_gains
from houseway.games.down_under_holdem.strategy.solve import solve
from houseway.games.down_under_holdem.variant import LETTER_LIGHTS, variant_of
from houseway.games.strategy import Strategy, new_strategy
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
    return new_strategy(GAME, "random", {"house_edge": 0.5}, arrays)


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
    strategy = random_strategy(1)
    tally = compiled(count_gains)(0, 6, 99, MANY, table_of(GAME, strategy, 0))
    before = after = squares = changed = 0
    for number in range(6):
        deal = dealt(99, number, MANY)
        early, flops = naive_gain(deal, strategy)
        gained, deals = flops[tuple(sorted(deal[-3:]))]
        early_micro, late_micro = round(gains.MICRO * early), round(gains.MICRO * gained / deals)
        before, after = before + early_micro, after + late_micro
        squares += (early_micro + late_micro) ** 2
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


def test_the_gain_on_every_flop_is_that_of_every_deal() -> None:
    strategy = random_strategy(5)
    table = table_of(GAME, strategy, 0)
    checked = [deal for deal in (dealt(4, number, MANY) for number in range(20)) if checks(deal, strategy)][:2]
    for deal in checked:
        against, x, y = against_of(deal)
        _, flops = naive_gain(deal, strategy)
        for flop, (gained, deals) in flops.items():
            if deals:
                room = room_of([*deal[:-3], *flop])
                found = compiled(gains.gain_on_flop)(room, len(deal) - 3, table, against, light_pair(x, y), x, y, 0.0)
                assert found == pytest.approx(float(gained / deals), abs=1e-12)


def test_the_chance_of_a_flop_changes_nothing_on_average() -> None:
    """A flop that is looked at counts as many times more as it is looked at less often."""
    strategy = random_strategy(7)
    table, whole = table_of(GAME, strategy, 5), table_of(GAME, strategy, 0)
    seen = set()
    for deal in [deal for deal in (dealt(6, number, 5) for number in range(40)) if checks(deal, strategy)]:
        (against, x, y), out = against_of(deal), len(deal) - 3

        def gain(rules: gains.Table, fraction: float, deal: list[int] = deal) -> float:
            against, x, y = against_of(deal)
            return compiled(gains.gain_on_flop)(
                room_of(deal), len(deal) - 3, rules, against, light_pair(x, y), x, y, fraction
            )

        room = room_of(deal)
        size = compiled(gains.left_in_deck)(room.cards, out, 3, room.left)
        lit = [LETTER_LIGHTS[card % 13] for card in room.left[:size]]
        pairs = taken(x, y, lit.count(x), lit.count(y)) * comb(size - 2, 2)
        ranks = compiled(flop_by_ranks)(
            room.cards[:2], room.cards[out : out + 3], room.left[:size], against, *room[5:7]
        )
        distance = (ranks[0] + table.scale * table.after * ranks[1] + 2 * table.scale * pairs) / (table.scale * pairs)
        chance = compiled(gains.flop_chance)(table, distance)
        seen.add(chance < 1)
        assert gain(table, chance) == 0
        assert chance * gain(table, 0.0) == pytest.approx(gain(whole, 0.0), abs=1e-9)
    assert True in seen


def checks(deal: list[int], strategy: Strategy) -> bool:
    lit = light_pair(*(LETTER_LIGHTS[card % 13] for card in deal[2:4]))
    return int(strategy.arrays["preflop"][hole_class(deal[0], deal[1]), lit]) == 0


def test_openings_by_ranks_are_the_part_of_ranks_of_the_whole() -> None:
    """Base and margin of every flop, as the full count has them before it adds what flushes change."""
    for number, hands in enumerate((0, 1, 5, MANY)):
        deal = dealt(11, number, hands)
        against, _, _ = against_of(deal)
        cards = np.array(cards_left([*deal[:2], *deal[4:-3]]))
        expected = compiled(fill_sides)(deal[0], deal[1], cards, against)[NO_SUIT, :, 0]
        side = compiled(look_from)(NO_SUIT, deal[0], deal[1], cards, np.zeros(SYMBOLS, np.int64))
        found = np.zeros((RANK_FLOPS, 2), np.int64)
        compiled(fill_flops)(side, against, found)
        assert (found == expected).all()


def test_openings_by_ranks_are_those_of_a_deck_without_flushes() -> None:
    """With three ranks and two twos no suit has five cards: ranks alone decide."""
    one, two = 0, 13
    left = np.array([13 * suit + rank for rank in range(1, 4) for suit in range(4)])
    against, lights = dealer_hands(variant_of(GAME), (0, 0), np.array), np.array(LETTER_LIGHTS)
    full = compiled(count_hand)(one, two, left, lights, 0, 0, against, 1, np.zeros(0, np.uint8))
    assert compiled(openings_by_ranks)(one, two, left, lights, 0, 0, against, 1).tolist() == full[:4].tolist()


def gain_with(deal: list[int], table: gains.Table, one: float, two: float) -> tuple[float, float]:
    """The gain before the flop and whether the opening changes, with these two fractions to choose by."""
    against, x, y = against_of(deal)
    return compiled(gains.gain_before_flop)(room_of(deal), len(deal) - 3, table, against, x, y, (one, two, 0.0))


def chances_of(deal: list[int], table: gains.Table) -> tuple[float, float]:
    """How likely a deal is looked at, and then counted in full."""
    (against, x, y), room = against_of(deal), room_of(deal)
    hole, lit = hole_class(deal[0], deal[1]), light_pair(x, y)
    size = compiled(gains.left_in_deck)(room.cards, len(deal) - 3, 0, room.left)
    left, after = room.left[:size], table.scale * table.after
    counted = compiled(openings_by_ranks)(deal[0], deal[1], left, table.lights, x, y, against, after)
    compiled(gains.fill_values)(counted, table, room.values)
    room.values[:] += table.flushes[hole, lit]
    look = compiled(gains.look_chance)(table, hole, lit)
    distance = compiled(gains.behind)(room.values, int(table.preflop[hole, lit]))
    return look, compiled(gains.full_chance)(table, distance, look)


@pytest.mark.parametrize("hands", [1, 5])
def test_chances_change_nothing_on_average(hands: int) -> None:
    """Whether a deal is looked at, and whether it is counted in full: over both chances the gain is the true one."""
    strategy = random_strategy(6)
    table, whole = table_of(GAME, strategy, hands), table_of(GAME, strategy, 0)
    for number in range(4):
        deal = dealt(8, number, hands)
        look, full = chances_of(deal, table)
        closely, foretold = gain_with(deal, table, 0.0, 0.0), gain_with(deal, table, 0.0, full)
        assert gain_with(deal, table, look, 0.0) == (0, 0)
        for one, other, true in zip(closely, foretold, gain_with(deal, whole, 0.0, 0.0), strict=True):
            assert look * (full * one + (1 - full) * other) == pytest.approx(true, abs=1e-9)


def test_a_seen_hand_makes_best_what_is_best_for_one_hand() -> None:
    strategy = random_strategy(2)
    tally = compiled(count_gains)(7, 1, 3, 5, table_of(GAME, strategy, 0))
    one, two, x, y, *others = dealt(3, 7, 5)[:-3]
    lights = sorted((LETTER_LIGHTS[x % 13], LETTER_LIGHTS[y % 13]))
    values = [*hand_values(variant_of(GAME), (one, two), (lights[0], lights[1]), others).values()]
    chosen = int(strategy.arrays["preflop"][hole_class(one, two), light_pair(*lights)])
    assert tally[gains.BEFORE] == pytest.approx(gains.MICRO * float(max(values) - values[chosen]), abs=1)


def test_shards_may_be_cut_anywhere() -> None:
    table = table_of(GAME, random_strategy(3), 5)

    def count(first: int, size: int) -> Counts:
        return compiled(count_gains)(first, size, 5, 5, table)

    assert np.array_equal(count(0, 30), count(0, 7) + count(7, 23))


def test_the_answer_is_made_of_its_deals() -> None:
    strategy = random_strategy(4)
    answer = face_up(GAME, 5, 9, 12, Threads(1), strategy)
    table = table_of(GAME, strategy, 5)
    each = [int(compiled(count_gains)(number, 1, 12, 5, table)[gains.GAIN]) / gains.MICRO for number in range(9)]
    mean = sum(each) / 9
    error = sqrt(sum((gain - mean) ** 2 for gain in each) / 8 / 9)
    assert (answer["hands_seen"], answer["deals"], answer["seed"]) == (5, 9, 12)
    assert answer["gain"] == pytest.approx(mean)
    assert answer["standard_error"] == pytest.approx(error)
    assert answer["house_edge"] == pytest.approx(0.5 - mean)
    assert answer["gain_before_flop"] + answer["gain_after_flop"] == pytest.approx(mean)


@pytest.mark.parametrize(("hands", "deals", "field"), [(0, 10, "hands_seen"), (6, 10, "hands_seen"), (1, 1, "deals")])
def test_what_cannot_be_asked(hands: int, deals: int, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        face_up(GAME, hands, deals, 1, Threads(1), random_strategy(1))
    assert refused.value.field == field


@pytest.mark.slow
def test_more_hands_seen_gain_more_and_every_deal_in_full_says_the_same() -> None:
    strategy = solve(GAME, Threads(2))
    answers = [face_up(GAME, hands, 60_000, 2020, Threads(2), strategy) for hands in (1, 5)]
    (few, many), errors = ([answer[key] for answer in answers] for key in ("gain", "standard_error"))
    assert 0 < few < many
    assert max(errors) < 0.0005
    whole = Threads(2)(count_gains, [(first, 50, 1, 5, table_of(GAME, strategy, 0)) for first in range(0, 2000, 50)])
    mean = whole[gains.GAIN] / gains.MICRO / 2000
    error = sqrt((whole[gains.SQUARES] / gains.MICRO**2 / 2000 - mean**2) / 2000)
    assert abs(mean - many) < 4 * sqrt(error**2 + errors[1] ** 2)
