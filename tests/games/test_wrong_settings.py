"""A dealer who overlooks a line of the house way: sampled deals beside the same deals settled one by one."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import houseway
from games.wild_monkey import NAME, strategy_of
from houseway.cards.card import Card
from houseway.cards.shuffles import shuffle_into
from houseway.games.pricing.exposure import ExposureQuestion
from houseway.games.wild_monkey_pai_gow.best_seven import EXPECTED, dealer_setting
from houseway.games.wild_monkey_pai_gow.exact.decided import decided_by, decided_hand
from houseway.games.wild_monkey_pai_gow.exact.strengths import packed_back, packed_front, packed_more
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, front_cards, house_way, matching_line
from houseway.games.wild_monkey_pai_gow.settle import Setting
from houseway.games.wild_monkey_pai_gow.simulate.rounds import DECK
from houseway.games.wild_monkey_pai_gow.simulate.wrong_settings import STREAM, settle_twice, wrong_settings
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS
from houseway.kernel import compiled
from houseway.lab.shards import Threads

DEALS, SEED = 400, 5


def result(ours: tuple[int, int], theirs: Setting) -> int:
    """1 for two better hands, -1 for none, 0 for one."""
    return (ours[0] > theirs.front_strength) + (ours[1] > theirs.back_strength) - 1


def best_behind(seven: tuple[Card, ...]) -> Setting:
    """The best five cards behind, then the best two in front."""
    settings = [Setting.of(seven, front, 0) for front in combinations(seven, 2)]
    return max(settings, key=lambda one: (one.back_strength, one.front_strength))


def settle_naively() -> dict[int, tuple[int, int, int, int]]:
    """The deals that the mistake changes: the dealer's seven, the decision, and both results."""
    game = houseway.game(NAME)
    decided, cards, deck, found = (
        decided_by(strategy_of(game, "house-way").arrays),
        np.arange(DECK),
        np.arange(DECK),
        {},
    )
    for number in range(DEALS):
        shuffle_into(cards, deck, 15, SEED, STREAM, number)
        eight = [Card(card) for card in cards[7:15].tolist()]
        gone = dealer_setting(eight, 0, EXPECTED) & 7
        seven = tuple(card for place, card in enumerate(eight) if place != gone)
        right = Setting.of(seven, front_cards(seven, house_way(seven, NO_CARD, 0)), 0)
        wrong = best_behind(seven)
        if (right.front_strength, right.back_strength) != (wrong.front_strength, wrong.back_strength):
            packed = int(compiled(decided_hand)(decided, sum(1 << card for card in cards[:7].tolist())))
            ours = packed_front(packed), packed_back(packed)
            mask = sum(1 << card for card in seven)
            found[number] = mask, packed_more(packed), result(ours, right), result(ours, wrong)
    return found


def test_deals_are_settled_twice_as_one_by_one() -> None:
    game = houseway.game(NAME)
    arguments = DEALS, SEED, decided_by(strategy_of(game, "house-way").arrays), 0, EXPECTED
    rows = compiled(settle_twice)(0, DEALS, *arguments)
    assert {number: tuple(rows[number].tolist()) for number in np.flatnonzero(rows[:, 0])} == settle_naively()


def test_gains_are_the_means_of_what_changes() -> None:
    game, naive = houseway.game(NAME), settle_naively()
    asked = ExposureQuestion(misread=Fraction(0), deals=DEALS, seed=SEED)
    answers = {one.what: one for one in wrong_settings(game, strategy_of(game, "house-way"), asked, Threads(1))}
    stakes = {"surrender": 0, "stand": 1, "double": 2}
    assert len(answers) >= 5
    for what, one in answers.items():
        line = what.split()[2]
        changes = [
            stakes[DECISIONS[row[1]]] * (row[3] - row[2]) for row in naive.values() if matching_line(row[0]) == line
        ]
        assert one.frequency == len(changes) / DEALS
        assert one.gain == pytest.approx(sum(changes) / DEALS)
        squares = sum(change**2 for change in changes) / DEALS
        assert one.standard_error**2 * (DEALS - 1) == pytest.approx(squares - one.gain**2)
