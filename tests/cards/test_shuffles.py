"""Shuffles of a stream: a twin in plain Python, fairness by counting, and no order between shuffles."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards import shuffles
from houseway.cards.shuffles import deal_into, deal_rows, gather, shuffle_into
from houseway.kernel import compiled
from stream_twin import SEED, STREAM, twin_words

Ints = npt.NDArray[np.int64]

DECK = np.arange(53)
FIXED = [47, 0, 31, 38, 36, 46, 28, 37, 19, 33]


def shuffled(number: int, *, seed: int = SEED, stream: int = STREAM, count: int = 53, deck: Ints = DECK) -> list[int]:
    cards = np.empty(len(deck), np.int64)
    compiled(shuffle_into)(cards, deck, count, seed, stream, number)
    return [int(card) for card in cards]


def twin_shuffle(size: int, count: int, words: Iterator[int]) -> list[int]:
    """Take a card at a random place of those left, until `count` are taken; the first one left fills the gap."""
    cards = list(range(size))
    for place in range(count):
        left = size - place
        word = next(word for word in words if word * left % 2**32 >= 2**32 % left)
        chosen = place + word * left // 2**32
        cards[place], cards[chosen] = cards[chosen], cards[place]
    return cards


@pytest.mark.parametrize("seed", [0, 1, SEED, 2**63 - 1])
@pytest.mark.parametrize("number", [0, 1, 2**32 - 1, 2**32, 2**62 + 12345])
def test_a_shuffle_is_the_twins(seed: int, number: int) -> None:
    for stream, count in ((0, 53), (2**32 - 1, 50), (STREAM, 1)):
        expected = twin_shuffle(53, count, twin_words(seed, stream, number))
        assert shuffled(number, seed=seed, stream=stream, count=count) == expected


def test_a_fixed_shuffle() -> None:
    """Computed by the twin: a change of the stream changes every simulation."""
    assert shuffled(0, seed=1, stream=0, count=10)[:10] == FIXED


def test_plain_and_compiled_shuffles_are_the_same() -> None:
    for number in range(20):
        cards = np.empty(53, np.int64)
        shuffle_into(cards, DECK, 50, SEED, STREAM, number)
        assert cards.tolist() == shuffled(number, count=50)


def test_a_shuffle_hangs_on_nothing_but_its_number() -> None:
    forwards = [shuffled(number) for number in range(200)]
    backwards = [shuffled(number) for number in reversed(range(200))]
    assert forwards == backwards[::-1]
    assert len({tuple(cards) for cards in forwards}) == 200


def test_seeds_and_streams_are_apart() -> None:
    decks = [shuffled(0, seed=seed, stream=stream) for seed in (0, 1, 2**32) for stream in range(3)]
    assert len({tuple(cards) for cards in decks}) == 9


def test_the_first_cards_do_not_hang_on_how_many_are_taken() -> None:
    for count in range(54):
        assert shuffled(5, count=count)[:count] == shuffled(5)[:count]


def test_a_shuffle_keeps_the_cards_of_any_deck() -> None:
    shoe = np.repeat(np.arange(52), 6)
    assert sorted(shuffled(0, count=300, deck=shoe)) == sorted(shoe.tolist())
    assert shuffled(0, count=0) == DECK.tolist()


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    found = Counter(tuple(shuffled(number, count=4, deck=DECK[:4])) for number in range(24_000))
    assert set(found) == set(permutations(range(4)))
    assert sum((count - 1000) ** 2 / 1000 for count in found.values()) < 50  # chi-squared of 23 degrees: 1 in 1,000


def test_each_card_is_equally_likely_at_each_place() -> None:
    found = np.zeros((53, 53))
    for number in range(20_000):
        found[np.arange(53), shuffled(number)] += 1
    expected = 20_000 / 53
    chi = ((found - expected) ** 2 / expected).sum()
    degrees = 52 * 52
    assert abs(chi - degrees) < 4 * (2 * degrees) ** 0.5


# Dealt without a copy, and many at once


def test_cards_dealt_are_those_of_the_shuffle_and_go_back_to_their_order() -> None:
    cards, places = DECK.copy(), np.zeros(53, np.int64)
    for number in range(50):
        count = number % 54
        compiled(deal_into)(cards, places, count, SEED, STREAM, number)
        assert cards.tolist() == shuffled(number, count=count)
        compiled(gather)(cards, places, count)
        assert cards.tolist() == DECK.tolist()


@pytest.mark.parametrize("deal", [deal_rows, compiled(deal_rows)])
@pytest.mark.parametrize("kind", [np.uint8, np.int64])
def test_rows_are_the_first_cards_of_shuffle_after_shuffle(deal: Any, kind: Any) -> None:
    for count in (0, 1, 8, 53):
        rows, cards = np.full((6, 60), 99, kind), DECK.copy()
        deal(rows, count, cards, np.zeros(53, np.int64), SEED, STREAM, 2**32 - 2, 5)
        for row in range(5):
            assert rows[row, :count].tolist() == shuffled(2**32 - 2 + row)[:count]
        assert (rows[:, count:] == 99).all()
        assert (rows[5] == 99).all()
        assert cards.tolist() == DECK.tolist()


def test_a_whole_shoe_is_the_twins_shuffle() -> None:
    """More words than are drawn at once."""
    cards, rows = np.arange(416), np.zeros((3, 416), np.int64)
    compiled(deal_rows)(rows, 416, cards, np.zeros(416, np.int64), SEED, STREAM, 2**40, 3)
    for row in range(3):
        assert rows[row].tolist() == twin_shuffle(416, 416, twin_words(SEED, STREAM, 2**40 + row))


def test_words_thrown_away_are_thrown_away_by_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of zero are rejected below bounds that do not divide 2^32; here they come in most blocks."""
    rng = Random("rejected")
    blocks = [tuple(rng.choice([0, 0, rng.getrandbits(32)]) for _ in range(4)) for _ in range(400)]
    monkeypatch.setattr(shuffles, "philox", lambda block, *_: blocks[block])
    expected = twin_shuffle(53, 50, iter([word for block in blocks for word in block]))
    cards, places, rows = DECK.copy(), np.zeros(53, np.int64), np.zeros((1, 50), np.int64)
    deal_rows(rows, 50, cards, places, SEED, STREAM, 0, 1)
    assert rows[0].tolist() == expected[:50]
    deal_into(cards, places, 50, SEED, STREAM, 0)
    assert cards.tolist() == expected
    shuffle_into(cards, DECK, 50, SEED, STREAM, 0)
    assert cards.tolist() == expected
