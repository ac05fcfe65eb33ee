"""Random streams: published vectors, a twin in plain Python, fairness by counting, and no order between shuffles."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import prod
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards import streams
from houseway.cards.streams import (
    DECK_DRAWS,
    FRACTION,
    REJECTED,
    SHOE_DRAWS,
    TOGETHER,
    below,
    deal_into,
    deal_rounds,
    deal_rows,
    fraction_of,
    gather,
    is_fair,
    philox,
    shuffle_into,
)
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
    monkeypatch.setattr(streams, "philox", lambda block, *_: blocks[block])
    expected = twin_shuffle(53, 50, iter([word for block in blocks for word in block]))
    cards, places, rows = DECK.copy(), np.zeros(53, np.int64), np.zeros((1, 50), np.int64)
    deal_rows(rows, 50, cards, places, SEED, STREAM, 0, 1)
    assert rows[0].tolist() == expected[:50]
    deal_into(cards, places, 50, SEED, STREAM, 0)
    assert cards.tolist() == expected
    shuffle_into(cards, DECK, 50, SEED, STREAM, 0)
    assert cards.tolist() == expected


# Rounds: several cards from each pair of words


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


def test_a_choice_among_some_ways_comes_from_equally_many_fractions() -> None:
    """As for words: products grow with the fraction, so the fractions of a way lie between the two looked at here."""
    rng = Random("fair")
    for ways in (52, 53 * 52 * 51, prod(range(47, 54)), 312**5, 2**40, 3**28):
        rejected = 2**53 % ways
        for way in {0, 1, ways - 1, *(rng.randrange(ways) for _ in range(50))}:
            start, stop = first_word(ways, way * 2**53 + rejected), first_word(ways, (way + 1) * 2**53)
            assert stop - start == 2**53 // ways
            assert is_fair(start, ways)
            assert is_fair(stop - 1, ways)
            before = first_word(ways, way * 2**53)
            assert not any(is_fair(fraction, ways) for fraction in {before, start - 1} if before <= fraction < start)


def test_fractions_are_the_first_53_bits_of_two_words() -> None:
    assert fraction_of(2**32 - 1, 2**32 - 1) == FRACTION
    assert fraction_of(1, 2**11) == 2**21 + 1
    assert 64**DECK_DRAWS < 2**53 > 512**SHOE_DRAWS


def test_fractions_thrown_away_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fraction of zero is rejected wherever the ways do not divide 2^53; here a quarter of them are."""
    rng, rounds = Random("fractions"), 2 * TOGETHER
    words = [[rng.choice([0, rng.getrandbits(32)]) for _ in range(400)] for _ in range(rounds)]
    monkeypatch.setattr(streams, "philox", lambda block, number, *_: words[number][4 * block : 4 * block + 4])
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
