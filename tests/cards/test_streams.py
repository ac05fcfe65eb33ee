"""Random streams: published vectors, a twin in plain Python, fairness by counting, and no order between shuffles."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards import streams
from houseway.cards.streams import REJECTED, below, deal_into, deal_rows, gather, philox, shuffle_into
from houseway.kernel import compiled

Ints = npt.NDArray[np.int64]

# Counter, key and answer of Philox 4x32-10 as the authors of Random123 publish them.
PUBLISHED = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]

DECK = np.arange(53)
FIXED = [47, 0, 31, 38, 36, 46, 28, 37, 19, 33]
SEED, STREAM = 0x0123456789ABCDEF, 17


def shuffled(number: int, *, seed: int = SEED, stream: int = STREAM, count: int = 53, deck: Ints = DECK) -> list[int]:
    cards = np.empty(len(deck), np.int64)
    compiled(shuffle_into)(cards, deck, count, seed, stream, number)
    return [int(card) for card in cards]


# The twin: whole numbers of any size, lists, and no care for speed


def twin_words(seed: int, stream: int, number: int) -> Iterator[int]:
    """The words of a shuffle, block after block."""
    block = 0
    while True:
        left, right = [block, (number >> 32) % 2**32], [number % 2**32, stream]
        keys = [seed % 2**32, seed >> 32]
        for _ in range(10):
            products = [left[0] * 0xD2511F53, left[1] * 0xCD9E8D57]
            high, low = [product >> 32 for product in products], [product % 2**32 for product in products]
            left = [high[1] ^ right[0] ^ keys[0], high[0] ^ right[1] ^ keys[1]]
            right = [low[1], low[0]]
            keys = [(keys[0] + 0x9E3779B9) % 2**32, (keys[1] + 0xBB67AE85) % 2**32]
        yield from (left[0], right[0], left[1], right[1])
        block += 1


def twin_shuffle(size: int, count: int, words: Iterator[int]) -> list[int]:
    """Take a card at a random place of those left, until `count` are taken; the first one left fills the gap."""
    cards = list(range(size))
    for place in range(count):
        left = size - place
        word = next(word for word in words if word * left % 2**32 >= 2**32 % left)
        chosen = place + word * left // 2**32
        cards[place], cards[chosen] = cards[chosen], cards[place]
    return cards


# Words


@pytest.mark.parametrize(("place", "key", "words"), PUBLISHED)
def test_published_vectors(place: tuple[int, ...], key: tuple[int, ...], words: object) -> None:
    assert philox(*place, *key) == words
    assert compiled(philox)(*place, *key) == words


def test_compiled_words_are_the_plain_ones() -> None:
    rng = Random("philox")
    for _ in range(500):
        place = [rng.getrandbits(32) for _ in range(6)]
        assert compiled(philox)(*place) == philox(*place)


# Numbers below a bound


def first_word(bound: int, product: int) -> int:
    """The first word whose product with the bound is at least this."""
    return -(-product // bound)


@pytest.mark.parametrize("bound", [*range(1, 60), 312, 416, 1000, 2**16 + 1, 2**31 - 1, 2**31])
def test_every_number_below_a_bound_comes_from_equally_many_words(bound: int) -> None:
    """Products grow with the word, so the words of a number lie between the two that are looked at here."""
    rejected = 2**32 % bound
    for number in {*range(min(bound, 60)), bound // 2, bound - 1}:
        start = first_word(bound, number * 2**32 + rejected)
        stop = first_word(bound, (number + 1) * 2**32)
        assert stop - start == 2**32 // bound
        assert below(bound, start) == below(bound, stop - 1) == number
        before = first_word(bound, number * 2**32)
        assert all(below(bound, word) == REJECTED for word in {before, start - 1} if before <= word < start)


def test_compiled_numbers_are_the_plain_ones() -> None:
    rng = Random("below")
    for _ in range(2000):
        bound, word = rng.choice([rng.randrange(1, 60), rng.randrange(1, 2**31)]), rng.getrandbits(32)
        assert compiled(below)(bound, word) == below(bound, word)


# Shuffles


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


def test_words_thrown_away_are_thrown_away_by_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of zero are rejected below bounds that do not divide 2^32; here they come in most blocks."""
    rng = Random("rejected")
    blocks = [tuple(rng.choice([0, 0, rng.getrandbits(32)]) for _ in range(4)) for _ in range(400)]
    monkeypatch.setattr(streams, "philox", lambda block, *_: blocks[block])
    expected = twin_shuffle(53, 50, iter([word for block in blocks for word in block]))
    cards, places, rows = DECK.copy(), np.zeros(53, np.int64), np.zeros((1, 50), np.int64)
    deal_rows(rows, 50, cards, places, SEED, STREAM, 0, 1)
    assert rows[0].tolist() == expected[:50]
    deal_into(cards, places, 50, SEED, STREAM, 0)
    assert cards.tolist() == expected
    shuffle_into(cards, DECK, 50, SEED, STREAM, 0)
    assert cards.tolist() == expected
