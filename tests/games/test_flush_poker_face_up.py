"""Flush Poker with other hands face up: the compiled count against plain values, and what is made of it."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.cards.hands import hand_mask
from houseway.cards.shuffles import shuffle_into
from houseway.errors import InvalidInput
from houseway.games.flush_poker.exact.sets import Counts
from houseway.games.flush_poker.exact.values import values
from houseway.games.flush_poker.simulate.face_up import (
    COUNTED,
    GAIN,
    SCALE,
    SQUARES,
    STREAM,
    TO_FOLD,
    TO_OTHER,
    TO_RAISE,
    UNSEEN,
    count_face_up,
    face_up,
    shards,
)
from houseway.games.flush_poker.strategy.plan import Plan, leading_suit, planned
from houseway.games.flush_poker.strategy.plan_best import threshold_plan
from houseway.games.flush_poker.strategy.solve import solve
from houseway.games.flush_poker.variant import decision_name, variant_of
from houseway.games.game import Game
from houseway.games.study import study_game
from houseway.kernel import compiled
from houseway.lab.shards import Threads

RANKS = "23456789TJQKA"
SECOND_CARDS = [3 << 13 | sum(1 << RANKS.index(rank) for rank in text) for text in ("Q32", "J92", "J72", "J32", "J32")]


def simple_plan(game: Game) -> Plan:
    """Nearly the best decisions, without solving."""
    return threshold_plan(variant_of(game), SECOND_CARDS)


def dealt(seed: int, stream: int, number: int, hands: int, deck: int) -> list[list[int]]:
    """The hands of a deal."""
    cards = np.empty(deck, np.int64)
    shuffle_into(cards, np.arange(deck), 7 * hands, seed, stream, number)
    top = cards[: 7 * hands].tolist()
    return [top[place::hands] for place in range(hands)]


def by_hand(game: Game, plan: Plan, hands_seen: int, deals: int, seed: int) -> list[int]:
    """What the kernel counts, from plain values of each hand."""
    variant, hands = variant_of(game), hands_seen + 1
    unit = math.comb(variant.size - 7 * hands, 7) * variant.match.denominator
    found = [0] * COUNTED
    for number in range(deals):
        table = dealt(seed, STREAM + hands_seen, number, hands, variant.size)
        gains = Fraction(0)
        for place, own in enumerate(table):
            others = [card for other in range(hands) if other != place for card in table[other]]
            worth = values(own, others, variant)
            best = max(worth, key=lambda decision: worth[decision])
            usual = decision_name(planned(plan, hand_mask(own), leading_suit(hand_mask(own))))
            gains += worth[best] - worth[usual]
            found[UNSEEN] += int(worth[usual] * unit)
            if best != usual:
                found[TO_FOLD if best == "fold" else TO_RAISE if usual == "fold" else TO_OTHER] += 1
        found[GAIN] += int(gains * unit)
        found[SQUARES] += int(gains * SCALE) ** 2
    return found


@pytest.mark.parametrize("hands_seen", range(1, 6))
def test_the_compiled_count_is_that_of_plain_values(hands_seen: int) -> None:
    game = houseway.game("flush-poker")
    plan = simple_plan(game)
    (shard,) = shards(game, plan, hands_seen, 8, 5)
    assert compiled(count_face_up)(*shard).tolist() == by_hand(game, plan, hands_seen, 8, 5)


def test_the_count_is_the_same_when_it_is_not_compiled() -> None:
    game = houseway.game("flush-poker")
    (shard,) = shards(game, simple_plan(game), 2, 20, 9)
    assert np.array_equal(count_face_up(*shard), compiled(count_face_up)(*shard))


def test_a_study_is_counted_by_its_own_rules() -> None:
    rules = {"joker": False, "raise-caps": [3] * 7, "qualifier": "3-card 9"}
    name = next(iter(houseway.game("flush-poker").approval.paytables["bet"]))
    table = {"wager": "bet", "lines": ["match the dealer"], "pays": {name: ["5 to 2"]}}
    game = study_game({"game": "flush-poker", "rules": rules, "paytables": [table]})
    plan = simple_plan(game)
    (shard,) = shards(game, plan, 3, 10, 5)
    found = by_hand(game, plan, 3, 10, 5)
    assert compiled(count_face_up)(*shard).tolist() == found
    assert found[TO_OTHER] > 0


def test_shards_are_cut_anyhow() -> None:
    game = houseway.game("flush-poker")
    work = shards(game, simple_plan(game), 1, 45_000, 1)
    assert [shard[:2] for shard in work] == [(0, 20_000), (20_000, 20_000), (40_000, 5_000)]
    _, _, *rest = work[0]
    fast = compiled(count_face_up)
    assert np.array_equal(fast(0, 300, *rest), fast(0, 77, *rest) + fast(77, 223, *rest))


# ---- the study


class Spied:
    """A runner that keeps what was counted of the face-up deals."""

    def __init__(self) -> None:
        self.run, self.kept = Threads(2), {}  # type: tuple[Threads, dict[str, Counts]]

    def __call__(self, counting: Callable[..., Counts], work: Sequence[tuple[Any, ...]]) -> Counts:
        name = counting.__name__
        if name == "count_face_up" or name not in self.kept:
            self.kept[name] = self.run(counting, work)
        return self.kept[name]


@pytest.fixture(scope="module")
def spied() -> Spied:
    return Spied()


def test_seeing_more_hands_is_worth_more(spied: Spied) -> None:
    game, gains = houseway.game("flush-poker"), []
    for hands_seen in range(1, 6):
        said = face_up(game, hands_seen, 20_000, 3, spied)
        assert said.house_edge_unseen_exact == "9056436968429/343769126300600"
        assert said.house_edge == said.house_edge_unseen - said.gain
        assert said.standard_error < 0.002
        assert abs(said.house_edge_unseen_dealt - said.house_edge_unseen) < 0.03
        gains.append((said.gain, said.standard_error))
    for (less, error), (more, other) in pairwise(gains):
        assert more - less > 4 * math.hypot(error, other)


def test_the_standard_error_is_that_of_independent_deals(spied: Spied) -> None:
    game, deals = houseway.game("flush-poker"), 2_000
    said = face_up(game, 2, deals, 4, spied)
    (shard,) = shards(game, Plan.of(solve(game, spied).arrays), 2, deals, 4)
    _, _, *rest = shard
    unit = shard[4].dealers * 3
    gains = [int(compiled(count_face_up)(number, 1, *rest)[GAIN]) / unit for number in range(deals)]
    assert said.gain == pytest.approx(np.mean(gains))
    assert said.standard_error == pytest.approx(np.std(gains, ddof=1) / math.sqrt(deals), rel=0.01)
    assert min(gains) >= 0


@pytest.mark.parametrize(("hands_seen", "deals", "why"), [(0, 100, "1 to 5"), (6, 100, "1 to 5"), (1, 1, "at least 2")])
def test_what_cannot_be_studied_is_refused(hands_seen: int, deals: int, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        face_up(houseway.game("flush-poker"), hands_seen, deals, 1, Threads(1))


def test_seen_cards_can_turn_a_decision_around() -> None:
    """A seen joker and seen high cards make a raise of a hand that is folded otherwise."""
    own = [9, 6, 5, 20, 13, 27, 41]
    others = [52, 51, 50, 49, 38, 37, 36]
    alone, informed = values(own), values(own, others)
    assert alone["raise 1x"] < alone["fold"] == informed["fold"] < informed["raise 1x"]
