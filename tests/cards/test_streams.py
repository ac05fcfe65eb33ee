"""Random words: published vectors, and numbers and fractions that are fair by counting."""

from math import prod
from random import Random

import pytest

from houseway.cards.streams import FRACTION, REJECTED, below, fraction_of, is_fair, philox
from houseway.kernel import compiled

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


# Fractions


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
