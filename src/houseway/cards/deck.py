"""Decks, the cards of a shoe and two shuffles: a fair one from the operating system, a reproducible one from a seed."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import Final

from houseway.cards.card import JOKER, Card
from houseway.errors import InvalidInput

SEED_BYTES: Final = 32

RandomBits = Callable[[int], int]


def standard_deck() -> tuple[Card, ...]:
    """The 52 cards, clubs to spades, two to ace."""
    return tuple(Card(index) for index in range(52))


def joker_deck() -> tuple[Card, ...]:
    """The 52 cards and the joker."""
    return (*standard_deck(), JOKER)


def shoe_cards(decks: int) -> tuple[Card, ...]:
    """The cards of a shoe."""
    if decks < 1:
        raise InvalidInput(f"a shoe holds at least one deck, not {decks}", field="decks")
    return standard_deck() * decks


def below(bound: int, random_bits: RandomBits) -> int:
    """A number from 0 to bound - 1, all equally likely: draws that fall outside are thrown away."""
    width = (bound - 1).bit_length()
    while True:
        number = random_bits(width) if width else 0
        if number < bound:
            return number


def shuffle(cards: Sequence[Card], random_bits: RandomBits = secrets.randbits) -> tuple[Card, ...]:
    """The cards in a random order (Fisher–Yates from the last place down); fair with the default source."""
    order = list(cards)
    places = range(len(order) - 1, 0, -1)
    if isinstance(random_bits, SeededBits):
        drawn = random_bits.swaps(len(order))
    else:
        drawn = [below(last + 1, random_bits) for last in places]
    for last, chosen in zip(places, drawn, strict=True):
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


class SeededBits:
    """A stream of bits that a seed of at least 256 bits fixes: SHA-256 of seed and block number, block by block.

    Block numbers count from 0 and are eight bytes, big-endian.
    A draw of n bits takes the next ceil(n/8) bytes, first byte most significant, and drops the excess high bits.
    """

    def __init__(self, seed: bytes) -> None:
        if len(seed) < SEED_BYTES:
            raise InvalidInput(f"must hold at least 256 bits, not {8 * len(seed)}", field="seed")
        self._seed = seed
        self._block = 0
        self._bytes = b""

    def __call__(self, width: int) -> int:
        """The next `width` bits as a number."""
        count = (width + 7) // 8
        while len(self._bytes) < count:
            self._more()
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return int.from_bytes(taken, "big") & ((1 << width) - 1)

    def _more(self) -> None:
        self._bytes += hashlib.sha256(self._seed + self._block.to_bytes(8, "big")).digest()
        self._block += 1

    def swaps(self, count: int) -> list[int]:
        """The places that a shuffle of `count` cards chooses: what `below` draws for each, four times as fast."""
        places: list[int] = []
        at, held = 0, len(self._bytes)
        for last in range(count - 1, 0, -1):
            width = last.bit_length()
            mask, size = (1 << width) - 1, 1 if width <= 8 else 2
            chosen = last + 1
            while chosen > last:
                while held - at < size:
                    self._more()
                    held = len(self._bytes)
                chosen = self._bytes[at] if size == 1 else self._bytes[at] << 8 | self._bytes[at + 1]
                chosen &= mask
                at += size
            places.append(chosen)
        self._bytes = self._bytes[at:]
        return places


def seed_from_text(text: str) -> bytes:
    """A seed for a text: 64 or more hexadecimal digits, an even number, are the seed itself; else its SHA-256."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    return seed if len(seed) >= SEED_BYTES else hashlib.sha256(text.encode(errors="surrogateescape")).digest()
