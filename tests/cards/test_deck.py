"""Decks, shoes and shuffles: fairness by exhaustion, reproducibility by test vectors."""

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, islice, permutations
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.card import JOKER, Card
from houseway.cards.deck import (
    RandomBits,
    SeededBits,
    below,
    joker_deck,
    seed_from_text,
    shoe_cards,
    shuffle,
    standard_deck,
)
from houseway.errors import InvalidInput

T = TypeVar("T")
SEED = bytes(range(32))

# What is in a deck


def test_a_deck_is_52_different_cards_without_a_joker() -> None:
    assert sorted(standard_deck()) == list(range(52))


def test_a_joker_deck_has_the_joker_besides() -> None:
    assert joker_deck() == (*standard_deck(), JOKER)


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_a_shoe_holds_every_card_of_its_decks(decks: int) -> None:
    assert Counter(shoe_cards(decks)) == dict.fromkeys(standard_deck(), decks)


@pytest.mark.parametrize("decks", [-1, 0])
def test_a_shoe_has_at_least_one_deck(decks: int) -> None:
    with pytest.raises(InvalidInput, match=f"^decks: a shoe holds at least one deck, not {decks}$"):
        shoe_cards(decks)


# Fairness: every stream of bits up to some number of draws, each with its probability


class OutOfBits(Exception):
    """The stream is at its end; the next draw would be this wide."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self.width = width


def source(stream: tuple[int, ...]) -> RandomBits:
    """A source that answers with these numbers, and then has no more."""
    numbers = iter(stream)

    def draw(width: int) -> int:
        for number in numbers:
            return number
        raise OutOfBits(width)

    return draw


def chances(act: Callable[[RandomBits], T], draws: int) -> dict[T, Fraction]:
    """How likely each answer is among all streams of at most so many draws."""
    found: dict[T, Fraction] = {}
    open_streams: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_streams:
        stream, chance = open_streams.pop()
        try:
            answer = act(source(stream))
        except OutOfBits as out:
            if len(stream) < draws:
                part = chance / 2**out.width
                open_streams += [((*stream, number), part) for number in range(2**out.width)]
        else:
            found[answer] = found.get(answer, Fraction(0)) + chance
    return found


@pytest.mark.parametrize("bound", [*range(1, 34), 52, 53, 63, 64, 65])
def test_every_number_below_the_bound_is_equally_likely(bound: int) -> None:
    found = chances(lambda bits: below(bound, bits), draws=2)
    assert sorted(found) == list(range(bound))
    assert len(set(found.values())) == 1


@pytest.mark.parametrize("bound", [3, 5, 6, 52])
def test_draws_outside_the_bound_are_thrown_away(bound: int) -> None:
    width = (bound - 1).bit_length()
    outside = tuple(range(bound, 2**width))
    assert below(bound, source((*outside, 1))) == 1


def test_a_single_number_needs_no_bits() -> None:
    assert below(1, source(())) == 0


@given(st.integers(1, 1000))
def test_the_fair_source_stays_below_the_bound(bound: int) -> None:
    assert 0 <= below(bound, secrets.randbits) < bound


@pytest.mark.parametrize(("size", "draws"), [(1, 0), (2, 1), (3, 6), (4, 7)])
def test_every_order_of_a_few_cards_is_equally_likely(size: int, draws: int) -> None:
    cards = standard_deck()[:size]
    found = chances(lambda bits: shuffle(cards, bits), draws)
    assert set(found) == set(permutations(cards))
    assert len(set(found.values())) == 1
    assert 1 - sum(found.values()) < Fraction(1, 500)  # the rest of the streams are longer


def test_each_choice_of_places_gives_an_order_of_its_own() -> None:
    cards = standard_deck()[:4]
    streams = [(a, b, c) for a in range(4) for b in range(3) for c in range(2)]
    assert len({shuffle(cards, source(stream)) for stream in streams}) == 24


def test_the_fair_shuffle_keeps_all_cards_and_changes_their_order() -> None:
    shoe = shoe_cards(8)
    shuffled = shuffle(shoe)
    assert Counter(shuffled) == Counter(shoe)
    assert shuffled != shoe
    assert shuffle(shoe) != shuffled


def test_a_shuffle_leaves_what_it_is_given_alone() -> None:
    cards = list(standard_deck())
    shuffle(cards)
    assert cards == list(standard_deck())


def test_nothing_shuffled_is_nothing() -> None:
    assert shuffle(()) == ()


# Reproducibility: the vectors were computed once by a script of its own, from the description alone

DRAWS = [
    (6, 41),
    (1, 0),
    (8, 229),
    (9, 41),
    (16, 14984),
    (17, 80075),
    (64, 16290593502606101682),
    (256, 16971132193540277837030281371768746290307759657267971865425686669460333007734),
    (3, 4),
    (0, 0),
]
SHUFFLED_DECK = (
    "Ks Qc Ts Td Jc 6d 5c 6s 6h 9d 8h 3h 9h Qh Ah 3s 5h 8c 4d 3d Ad 4h 4c 2s 9s Qd "
    "2h 2d Kd 7s Jh Js 5s 8s 6c 3c 9c 7d 7c Qs Ac 7h 5d 8d Th Kc Tc As 2c Kh Jd 4s"
)
SHUFFLED_JOKER_DECK = (
    "4h 3h Jc As Qs Td Qc 5c 7s 5s 9h 6d 9d 8s 3s 2s Js 6h 8c 4d 3d 5h Ad 4c Ah Ts Qd "
    "2h 2d Kd Jh Qh 8h 6s 9s 6c 3c 9c 7d 7c Ks Ac 7h 5d 8d Th Kc Tc Jo 2c Kh Jd 4s"
)
SHUFFLED_SHOE = "0ce5056e7a23a0edd4b6af6d9a730c8dd3281859d7f126f9536e8b7f747fe667"  # SHA-256 of eight decks' notation


def notation(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def test_vector_of_draws() -> None:
    bits = SeededBits(SEED)
    assert [(width, bits(width)) for width, _ in DRAWS] == DRAWS


def test_vectors_of_shuffled_decks() -> None:
    assert notation(shuffle(standard_deck(), SeededBits(SEED))) == SHUFFLED_DECK
    assert notation(shuffle(joker_deck(), SeededBits(SEED))) == SHUFFLED_JOKER_DECK


def test_vector_of_a_shuffled_shoe() -> None:
    shoe = notation(shuffle(shoe_cards(8), SeededBits(SEED)))
    assert hashlib.sha256(shoe.encode()).hexdigest() == SHUFFLED_SHOE


def stream_of(seed: bytes) -> Iterator[int]:
    """The bytes that a seed gives, one by one."""
    for block in count():
        yield from hashlib.sha256(seed + block.to_bytes(8, "big")).digest()


def naive_bits(data: Iterator[int], width: int) -> int:
    """The next bits, digit by digit."""
    digits = "".join(f"{byte:08b}" for byte in islice(data, -(-width // 8)))
    return int("0" + digits[len(digits) - width :], 2)


def naive_shuffle(cards: tuple[Card, ...], seed: bytes) -> list[Card]:
    """From the last place down, swap each card with one at or before its place."""
    order, data = list(cards), stream_of(seed)
    for place in reversed(range(1, len(order))):
        chosen = place + 1
        while chosen > place:
            chosen = naive_bits(data, len(f"{place:b}"))
        order[place], order[chosen] = order[chosen], order[place]
    return order


@given(st.binary(min_size=32, max_size=80), st.sampled_from([standard_deck(), joker_deck(), shoe_cards(2)]))
def test_a_seeded_shuffle_is_what_a_plain_fisher_yates_gives(seed: bytes, cards: tuple[Card, ...]) -> None:
    assert list(shuffle(cards, SeededBits(seed))) == naive_shuffle(cards, seed)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 600), st.integers(0, 20))
def test_all_places_of_a_shuffle_at_once_are_those_that_are_drawn_one_by_one(
    seed: bytes, count: int, more: int
) -> None:
    at_once, one_by_one = SeededBits(seed), SeededBits(seed)
    assert at_once(more) == one_by_one(more)
    assert at_once.swaps(count) == [below(last + 1, one_by_one) for last in range(count - 1, 0, -1)]
    assert at_once(300) == one_by_one(300)


@given(st.binary(min_size=32, max_size=40), st.lists(st.integers(0, 600), max_size=20))
def test_draws_of_any_width_go_on_where_the_last_one_ended(seed: bytes, widths: list[int]) -> None:
    bits, data = SeededBits(seed), stream_of(seed)
    assert [bits(width) for width in widths] == [naive_bits(data, width) for width in widths]


@pytest.mark.parametrize("size", [0, 1, 16, 31])
def test_a_seed_below_256_bits_is_refused(size: int) -> None:
    with pytest.raises(InvalidInput, match=f"^seed: must hold at least 256 bits, not {8 * size}$"):
        SeededBits(bytes(size))


def test_hexadecimal_digits_are_the_seed_itself() -> None:
    assert seed_from_text(SEED.hex()) == SEED
    assert seed_from_text(SEED.hex().upper()) == SEED
    assert seed_from_text((SEED * 2).hex()) == SEED * 2


@pytest.mark.parametrize("text", ["houseway", "", "ab" * 31, "g" * 64, "Ünïcode ♠"])
def test_any_other_text_is_hashed_to_256_bits(text: str) -> None:
    assert seed_from_text(text) == hashlib.sha256(text.encode()).digest()


def test_any_argument_of_a_command_line_is_a_seed() -> None:
    assert len(seed_from_text("\udcff")) == 32
