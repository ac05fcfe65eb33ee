"""Random numbers fixed by a seed and a place: the same on one thread or many, in whatever order they are asked for.

There is no state to carry on. A block of four words of 32 bits is a function of a key, the seed, and of a counter:
Philox 4x32 with ten rounds, from J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as
easy as 1, 2, 3" (2011). The counter holds the stream, the number of the shuffle in it and the block of the shuffle, so
that every shuffle can be had by its number alone.

A seed and a number are from 0 to 2^63 - 1, a stream from 0 to 2^32 - 1. Products of two words wrap around when
compiled and do not when plain; the words taken from them are the same.
"""

from typing import TYPE_CHECKING, Final

import numpy as np

from houseway.kernel import counter, kernel

if TYPE_CHECKING:
    import numpy.typing as npt

    Cards = npt.NDArray[np.int64]
    Rows = npt.NDArray[np.uint8] | npt.NDArray[np.int64]

WORD: Final = (1 << 32) - 1
ROUNDS: Final = 10

# The multipliers of a round, and what is added to the two halves of the key from round to round.
MULTIPLIER_ONE: Final = 0xD2511F53
MULTIPLIER_TWO: Final = 0xCD9E8D57
STEP_LOW: Final = 0x9E3779B9
STEP_HIGH: Final = 0xBB67AE85

REJECTED: Final = -1


@kernel
def philox(one: int, two: int, three: int, four: int, low: int, high: int) -> tuple[int, int, int, int]:
    """Four random words from the four words of a counter and the two of a key."""
    for _ in range(ROUNDS):
        first, second = one * MULTIPLIER_ONE, three * MULTIPLIER_TWO
        one, three = ((second >> 32) & WORD) ^ two ^ low, ((first >> 32) & WORD) ^ four ^ high
        two, four = second & WORD, first & WORD
        low, high = (low + STEP_LOW) & WORD, (high + STEP_HIGH) & WORD
    return one, two, three, four


@kernel
def below(bound: int, word: int) -> int:
    """A number from 0 to bound - 1 made of a random word, all equally likely; -1 for a word to be thrown away.

    A word times the bound falls into one of `bound` bands of 2^32. The lowest 2^32 mod bound places of each are
    rejected, which leaves the same number of words to every band (D. Lemire, "Fast random integer generation in an
    interval", 2019). The bound is at most 2^31.
    """
    product = word * bound
    place = product & WORD
    if place < bound and place < (WORD + 1) % bound:
        return REJECTED
    return product >> 32


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
    rows: "Rows", count: int, cards: "Cards", places: "Cards", seed: int, stream: int, first: int, shuffles: int
) -> None:
    """The first `count` cards of shuffles `first` to `first + shuffles - 1`, a row for each.

    The same cards as `deal_into` gives, written out once more: that is a fifth faster. The deck lies in its order
    before and after; `places` is room to work in.
    """
    low, high, size = seed & WORD, (seed >> 32) & WORD, len(cards)
    for row in range(shuffles):
        number = first + row
        one = two = three = four = left = block = 0
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
            card = cards[chosen]
            rows[row, place] = card
            cards[chosen] = cards[place]
            cards[place] = card
        for back in range(count):
            place = count - 1 - back
            chosen = places[place]
            card = cards[place]
            cards[place] = cards[chosen]
            cards[chosen] = card
