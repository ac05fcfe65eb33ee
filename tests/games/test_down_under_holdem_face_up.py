"""Face-up dealing in Down Under Hold'em: what other players' cards are worth to a player who sees them."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

import houseway
from houseway.cards.hands import category, poker_strength
from houseway.cards.streams import deal_into
from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.exact.count import Counts
from houseway.games.down_under_holdem.exact.decision_index import ROWS, hole_class, light_pair, play_row
from houseway.games.down_under_holdem.exact.values import hand_values
from houseway.games.down_under_holdem.simulate import face_up as study
from houseway.games.down_under_holdem.simulate.face_up import count_gains, face_up
from houseway.games.down_under_holdem.variant import LETTER_LIGHTS, variant_of
from houseway.games.strategy import Strategy, new_strategy
from houseway.kernel import compiled
from houseway.lab.shards import Threads

GAME = houseway.game("down-under-holdem")
PAYS = {9: Fraction(500), 8: Fraction(50), 7: Fraction(10), 6: Fraction(3), 5: Fraction(3, 2), 4: Fraction(1)}
MANY = 19  # other hands: twelve cards are left, few enough to deal all of them by hand


def random_strategy(seed: int) -> Strategy:
    rng = np.random.default_rng(seed)
    arrays = {"preflop": rng.integers(0, 3, (169, 6), np.uint8), "flop": rng.integers(0, 64, ROWS, np.uint8)}
    return new_strategy(GAME, "random", {"house_edge": 0.5}, arrays)


def dealt(seed: int, number: int, hands: int) -> list[int]:
    """Hole cards, the dealer's, then other players'."""
    deck = np.arange(52)
    deal_into(deck, np.zeros(52, np.int64), 4 + 2 * hands, seed, study.STREAM, number)
    return deck.tolist()[: 4 + 2 * hands]


def net(ours: int, theirs: int, times: int) -> Fraction:
    if ours > theirs:
        return 1 + times + PAYS.get(category(ours), Fraction(0))
    return Fraction(-2 - times if ours < theirs else 0)


def naive_gain(deal: list[int], strategy: Strategy) -> tuple[Fraction, Fraction, Fraction, bool]:
    """Gains before and after the flop, what the strategy is worth, and whether another opening is better."""
    (one, two, *dealer), others = deal[:4], deal[4:]
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
    bits = strategy.arrays["flop"]
    ruled = mean(worth(found, int(bits[play_row(one, two, *flop)]) >> lit & 1) for flop, found in ends.items())
    chosen = int(strategy.arrays["preflop"][hole_class(one, two), lit])
    usual, later = [ruled, *plays][chosen], [best, *plays][chosen]
    seeing = max(best, *plays)
    return seeing - later, later - usual, usual, seeing > later


def test_gains_as_by_every_deal() -> None:
    strategy = random_strategy(1)
    table = study._table(GAME, strategy)
    tally = compiled(count_gains)(0, 6, 99, MANY, table)
    gains = [naive_gain(dealt(99, number, MANY), strategy) for number in range(6)]
    micro = [[round(study.MICRO * part) for part in gain[:3]] for gain in gains]
    assert tally[study.DEALS] == 6
    assert tally[study.BEFORE] == sum(before for before, _, _ in micro) > 0
    assert tally[study.AFTER] == sum(after for _, after, _ in micro) > 0
    assert tally[study.GAIN] == tally[study.BEFORE] + tally[study.AFTER]
    assert tally[study.SQUARES] == sum((before + after) ** 2 for before, after, _ in micro)
    assert tally[study.WORTH] == sum(usual for _, _, usual in micro)
    assert tally[study.CHANGED] == sum(changed for *_, changed in gains)


def test_a_seen_hand_makes_best_what_is_best_for_one_hand() -> None:
    strategy = random_strategy(2)
    tally = compiled(count_gains)(7, 1, 3, 5, study._table(GAME, strategy))
    one, two, x, y, *others = dealt(3, 7, 5)
    lights = sorted((LETTER_LIGHTS[x % 13], LETTER_LIGHTS[y % 13]))
    values = hand_values(variant_of(GAME), (one, two), (lights[0], lights[1]), others)
    seeing = int(tally[study.WORTH] + tally[study.GAIN]) / study.MICRO
    assert seeing == pytest.approx(float(max(values.values())), abs=2e-6)


def test_shards_may_be_cut_anywhere() -> None:
    table = study._table(GAME, random_strategy(3))

    def count(first: int, size: int) -> Counts:
        return compiled(count_gains)(first, size, 5, MANY, table)

    assert np.array_equal(count(0, 30), count(0, 7) + count(7, 23))


def test_the_answer_is_made_of_its_deals() -> None:
    strategy = random_strategy(4)
    answer = face_up(GAME, 5, 9, 12, Threads(1), strategy)
    table = study._table(GAME, strategy)
    gains = [int(compiled(count_gains)(number, 1, 12, 5, table)[study.GAIN]) / study.MICRO for number in range(9)]
    mean = sum(gains) / 9
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / 8 / 9)
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
def test_more_hands_seen_gain_more() -> None:
    answers = [face_up(GAME, hands, 400, 2020, Threads(2)) for hands in (1, 5)]
    gains = [answer["gain"] for answer in answers]
    errors = [answer["standard_error"] for answer in answers]
    assert 0 < gains[0] < gains[1]
    assert errors[0] < 0.001
    assert gains[1] - gains[0] > 2 * sqrt(errors[0] ** 2 + errors[1] ** 2)
