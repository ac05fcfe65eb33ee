"""Shuffles of a random stream, each by its number: Fisher–Yates, a word of the stream for every card."""

from typing import TYPE_CHECKING, Final

import numpy as np

from houseway.cards.streams import REJECTED, WORD, below, philox
from houseway.kernel import counter, inlined

if TYPE_CHECKING:
    import numpy.typing as npt

    Cards = npt.NDArray[np.int64]
    Rows = npt.NDArray[np.uint8] | npt.NDArray[np.int64]

WORD_BLOCKS: Final = 16  # of four words, drawn together for a shuffle


@counter
def deal_into(cards: "Cards", places: "Cards", count: int, seed: int, stream: int, number: int) -> None:
    """Put the first `count` cards of shuffle `number` of a stream to the top of a deck (Fisher–Yates).

    `places` keeps what was exchanged, so that `gather` can bring the deck back to its order.
    """
    low, high = seed & WORD, (seed >> 32) & WORD
    one = two = three = four = left = block = 0
    size = len(cards)
    for place in range(count):
        chosen = REJECTED
        while chosen == REJECTED:
            if left == 0:
                one, two, three, four = philox(block, number & WORD, number >> 32, stream, low, high)
                block, left = block + 1, 4
            chosen = below(size - place, one)
            one, two, three, left = two, three, four, left - 1
        chosen += place
        places[place] = chosen
        card = cards[place]
        cards[place] = cards[chosen]
        cards[chosen] = card


@counter
def shuffle_into(cards: "Cards", deck: "Cards", count: int, seed: int, stream: int, number: int) -> None:
    """Copy a deck, its first `count` places in a random order: shuffle `number` of a stream."""
    cards[:] = deck
    deal_into(cards, np.empty(count, np.int64), count, seed, stream, number)


@counter
def gather(cards: "Cards", places: "Cards", count: int) -> None:
    """Undo the exchanges of `deal_into`."""
    for back in range(count):
        place = count - 1 - back
        chosen = places[place]
        card = cards[place]
        cards[place] = cards[chosen]
        cards[chosen] = card


@counter
def deal_rows(
    rows: "Rows", count: int, cards: "Cards", room: "Cards", seed: int, stream: int, first: int, shuffles: int
) -> None:
    """The first `count` cards of shuffles `first` to `first + shuffles - 1`, a row for each.

    The same cards as `deal_into` gives, from words that are drawn together. The deck is left in its order; `room` for
    as many cards is worked in.
    """
    size, words = len(cards), np.empty(4 * WORD_BLOCKS, np.int64)
    for row in range(shuffles):
        room[:] = cards
        used = block = 0
        for place in range(count):
            chosen = REJECTED
            while chosen == REJECTED:
                if used % len(words) == 0:
                    draw_words(words, seed, stream, first + row, block)
                    used, block = 0, block + WORD_BLOCKS
                chosen, used = below(size - place, int(words[used])), used + 1
            chosen += place
            card = room[chosen]
            room[chosen] = room[place]
            rows[row, place] = card


@inlined
@counter
def draw_words(words: "Cards", seed: int, stream: int, number: int, first: int) -> None:
    """The words of a shuffle from a block of four on."""
    low, high = seed & WORD, (seed >> 32) & WORD
    for block in range(WORD_BLOCKS):
        one, two, three, four = philox(first + block, number & WORD, number >> 32, stream, low, high)
        words[4 * block], words[4 * block + 1], words[4 * block + 2], words[4 * block + 3] = one, two, three, four
