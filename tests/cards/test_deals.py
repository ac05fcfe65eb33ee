"""Rounds dealt together: a twin by exact fractions, fairness by counting, and no order between rounds."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import prod
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards import deals
from houseway.cards.deals import DECK_DRAWS, SHOE_DRAWS, TOGETHER, deal_deck_rounds, deal_rounds
from houseway.kernel import compiled
from stream_twin import SEED, STREAM, twin_words

Ints = npt.NDArray[np.int64]

SHOE = [card for _ in range(6) for card in range(52)]


def dealt(deck: Sequence[int], count: int, first: int, rounds: int, *, plain: bool = False, seed: int = SEED) -> Any:
    """The cards of some rounds, a row for each."""
    room = np.zeros(max(64, len(deck)), np.uint8)
    room[: len(deck)] = deck
    rows = np.zeros((rounds, len(room)), np.uint8)
    deal = deal_rounds if plain else compiled(deal_rounds)
    deal(rows, room, len(deck), count, seed, STREAM, first, rounds)
    return rows[:, :count].astype(np.int64)


def twin_fractions(words: Iterator[int]) -> Iterator[Fraction]:
    for one in words:
        yield Fraction(one * 2**32 + next(words) >> 11, 2**53)


def twin_deal(deck: Sequence[int], count: int, fractions: Iterator[Fraction]) -> list[int]:
    """Cards drawn by exact fractions: the place of each is the whole part, and what is left chooses the next."""
    large, cards, left = len(deck) > 64, list[int](), list(range(len(deck)))
    while len(cards) < count:
        bounds = [len(deck)] * 5 if large else [len(left) - drawn for drawn in range(min(7, len(left)))]
        ways = prod(bounds)
        fraction = next(part for part in fractions if part * ways % 1 >= Fraction(2**53 % ways, 2**53))
        for bound in bounds:
            place, fraction = divmod(fraction * bound, 1)
            if large and place in left:
                left.remove(place)
                cards.append(deck[place])
            elif not large:
                cards.append(deck[left[place]])
                left[place] = left[0]  # the first one left fills the gap
                left.pop(0)
    return cards[:count]


DECKS = [range(52), range(53), range(28), range(64), SHOE, SHOE[:104], SHOE[:100], SHOE[::-1], [*range(1, 52), 0] * 2]


@pytest.mark.parametrize("deck", DECKS, ids=len)
@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("rounds", [TOGETHER - 1, TOGETHER + 5])
def test_rounds_are_the_twins(deck: Sequence[int], plain: bool, rounds: int) -> None:
    """Those dealt together, and those dealt one by one because they are few."""
    for first, seed in ((0, 1), (2**32 - 2, SEED), (2**62, 2**63 - 1)):
        for count in (1, 7, 8, 21, 28) if not plain else (15,):
            rows = dealt(deck, count, first, rounds, plain=plain, seed=seed)
            for row in range(rounds):
                words = twin_words(seed, STREAM, first + row)
                assert rows[row].tolist() == twin_deal(deck, count, twin_fractions(words))


@pytest.mark.parametrize("deck", [range(53), SHOE], ids=len)
def test_the_first_cards_of_a_round_do_not_depend_on_how_many_are_dealt(deck: Sequence[int]) -> None:
    many = dealt(deck, 50, 7, 2000)
    for count in (1, 6, 7, 8, 15, 49):
        assert np.array_equal(dealt(deck, count, 7, 2000), many[:, :count])


@pytest.mark.parametrize("deck", [range(53), SHOE[:104]], ids=len)
def test_all_cards_of_a_deck_can_be_dealt(deck: Sequence[int]) -> None:
    assert all(sorted(row) == sorted(deck) for row in dealt(deck, len(deck), 0, 20).tolist())


def test_a_fraction_is_fine_enough_for_all_that_it_chooses() -> None:
    assert 64**DECK_DRAWS < 2**53 > 512**SHOE_DRAWS


def test_fractions_thrown_away_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fraction of zero is rejected wherever the ways do not divide 2^53; here a quarter of them are."""
    rng, rounds = Random("fractions"), 2 * TOGETHER
    words = [[rng.choice([0, rng.getrandbits(32)]) for _ in range(400)] for _ in range(rounds)]
    monkeypatch.setattr(deals, "philox", lambda block, number, *_: words[number][4 * block : 4 * block + 4])
    for deck, count in ((range(53), 40), (range(53), 5), (SHOE, 40), (SHOE, 5)):
        rows = dealt(deck, count, 0, rounds, plain=True)
        for row in range(rounds):
            assert rows[row].tolist() == twin_deal(deck, count, twin_fractions(iter(words[row])))


def test_rounds_are_the_same_however_their_cards_lie() -> None:
    """A round in a row of its own, and rounds side by side as the simulations have them."""
    for deck in (range(53), SHOE):
        room = np.zeros(max(64, len(deck)), np.uint8)
        room[: len(deck)] = deck
        beside = np.zeros((len(room), 100), np.uint8).T
        compiled(deal_rounds)(beside, room, len(deck), 15, SEED, STREAM, 3, 100)
        assert np.array_equal(beside[:, :15], dealt(deck, 15, 3, 100))
        assert np.array_equal(beside[:, :15], [dealt(deck, 15, 3 + row, 1)[0] for row in range(100)])


@pytest.mark.parametrize("rounds", [TOGETHER - 1, 4 * TOGETHER])
@pytest.mark.parametrize("deck", [range(53), range(28), SHOE[:104]])
def test_games_of_one_deck_are_dealt_the_same_rounds(deck: Sequence[int], rounds: int) -> None:
    room = np.zeros(max(64, len(deck)), np.uint8)
    room[: len(deck)] = deck
    rows = np.zeros((rounds, len(room)), np.uint8)
    compiled(deal_deck_rounds)(rows, room, len(deck), 15, SEED, STREAM, 3, rounds)
    assert np.array_equal(rows[:, :15], dealt(deck, 15, 3, rounds))


@pytest.mark.parametrize(("deck", "places"), [(range(52), 9), (range(53), 15), (SHOE, 8)])
def test_rounds_are_fair_place_by_place_and_pair_by_pair(deck: Sequence[int], places: int) -> None:
    """Every card at every place, and every two cards at every two places, by chi-squared."""
    rounds, size, copies = 400_000, len(set(deck)), len(deck) // len(set(deck))
    cards = dealt(deck, places, 0, rounds, seed=5)
    for place in range(places):
        agrees(np.bincount(cards[:, place], minlength=size), np.full(size, rounds / size))
    ways = np.full((size, size), float(copies * copies))
    np.fill_diagonal(ways, copies * (copies - 1))
    expected = ways.ravel() * rounds / ways.sum()
    for one, two in combinations(range(places), 2):
        agrees(np.bincount(cards[:, one] * size + cards[:, two], minlength=size * size), expected)


def agrees(found: Ints, expected: "npt.NDArray[np.float64]") -> None:
    """Chi-squared within four and a half of its standard deviations; what cannot come has not come."""
    possible = expected > 0
    assert not found[~possible].any()
    chi = ((found - expected)[possible] ** 2 / expected[possible]).sum()
    degrees = int(possible.sum()) - 1
    assert abs(chi - degrees) < 4.5 * (2 * degrees) ** 0.5


def test_rounds_next_to_each_other_are_independent() -> None:
    """Two rounds, two seeds, two blocks of words: all pairs of cards equally likely."""
    rounds = 400_000
    cards, other = dealt(range(52), 15, 0, rounds + 1), dealt(range(52), 15, 0, rounds, seed=SEED + 1)
    for one, two in ((cards[1:, 0], cards[:-1, 0]), (cards[1:, 14], cards[:-1, 0]), (cards[:-1, 0], other[:, 0])):
        agrees(np.bincount(one * 52 + two, minlength=2704), np.full(2704, rounds / 2704))
