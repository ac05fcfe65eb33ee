"""Random numbers fixed by a seed and a place: the same on one thread or many, in whatever order they are asked for.

There is no state to carry on. A block of four words of 32 bits is a function of a key, the seed, and of a counter:
Philox 4x32 with ten rounds, from J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as
easy as 1, 2, 3" (2011). The counter holds the stream, the number of the shuffle in it and the block of the shuffle, so
that every shuffle can be had by its number alone.

A seed and a number are from 0 to 2^63 - 1, a stream from 0 to 2^32 - 1. Products of two words wrap around when
compiled and do not when plain; the words taken from them are the same.

A simulation deals by `deal_rounds`, which draws several cards from each pair of words. Two words are a fraction of 53
bits; times 52 its whole part is the place of the first card and what is left is again a fraction, for the next card of
51. All sequences of places are equally likely once the fractions that give some of them one time too many are rejected
(N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer generation", 2024).
"""

from typing import TYPE_CHECKING, Final

import numpy as np

from houseway.kernel import counter, kernel

if TYPE_CHECKING:
    import numpy.typing as npt

    Cards = npt.NDArray[np.int64]
    Bytes = npt.NDArray[np.uint8]
    Rows = Bytes | npt.NDArray[np.int64]

WORD: Final = (1 << 32) - 1
ROUNDS: Final = 10

# The multipliers of a round, and what is added to the two halves of the key from round to round.
MULTIPLIER_ONE: Final = 0xD2511F53
MULTIPLIER_TWO: Final = 0xCD9E8D57
STEP_LOW: Final = 0x9E3779B9
STEP_HIGH: Final = 0xBB67AE85

REJECTED: Final = -1

FRACTION_BITS: Final = 53
FRACTION: Final = (1 << FRACTION_BITS) - 1
DECK_ROOM: Final = 64  # bytes: a deck of at most so many cards is shuffled within one cache line
DECK_PLACES: Final = DECK_ROOM - 1  # a number cut to these bits is no negative index, for which code is compiled
DECK_DRAWS: Final = 7  # cards drawn from a fraction: at most 64^7 = 2^42 sequences
SHOE_ROOM: Final = 512
SHOE_DRAWS: Final = 5  # from a larger deck: at most 512^5 = 2^45 sequences


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


@kernel
def fraction_of(one: int, two: int) -> int:
    """Two words as a fraction of 2^53."""
    return (one << 21) | (two >> 11)


@kernel
def is_fair(fraction: int, ways: int) -> bool:
    """Whether a fraction may choose one of this many ways, at most 2^53: all ways then come from as many fractions."""
    rest = (fraction * ways) & FRACTION
    return rest >= ways or rest >= (FRACTION + 1) % ways


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


@counter
def deal_rounds(
    rows: "Bytes", deck: "Bytes", size: int, count: int, seed: int, stream: int, first: int, rounds: int
) -> None:
    """The first `count` cards of shuffles `first` to `first + rounds - 1` of a deck of `size` cards, a row for each.

    A card is the byte at its place in `deck`, which fills DECK_ROOM bytes at least, as do the rows. What a row holds
    behind its cards has no meaning. The first cards of a shuffle do not depend on how many are dealt.
    """
    if size <= DECK_ROOM:
        deal_decks(rows, deck, size, count, seed, stream, first, rounds)
    else:
        deal_shoes(rows, deck, size, count, seed, stream, first, rounds)


@counter
def deal_decks(
    rows: "Bytes", deck: "Bytes", size: int, count: int, seed: int, stream: int, first: int, rounds: int
) -> None:
    """Deal from decks of at most DECK_ROOM cards: Fisher–Yates within the row, which starts as a copy of the deck."""
    low, high = seed & WORD, (seed >> 32) & WORD
    ways = np.ones((count + DECK_DRAWS - 1) // DECK_DRAWS + 1, np.int64)
    for place in range(min(DECK_DRAWS * len(ways), size)):
        ways[place // DECK_DRAWS] *= size - place
    for row in range(rounds):
        number = first + row
        for place in range(DECK_ROOM):
            rows[row, place] = deck[place]
        one = two = three = four = block = left = start = 0
        while start < count:
            if left == 0:
                one, two, three, four = philox(block, number & WORD, number >> 32, stream, low, high)
                block, left = block + 1, 2
            fraction = fraction_of(one, two)
            one, two, left = three, four, left - 1
            if not is_fair(fraction, int(ways[start // DECK_DRAWS])):
                continue
            stop = min(start + DECK_DRAWS, count)
            for place in range(start, stop):
                product = fraction * (size - place)
                chosen = place + ((product >> FRACTION_BITS) & DECK_PLACES)
                fraction = product & FRACTION
                card = rows[row, chosen]
                rows[row, chosen] = rows[row, place]
                rows[row, place] = card
            start = stop


@counter
def deal_shoes(
    rows: "Bytes", deck: "Bytes", size: int, count: int, seed: int, stream: int, first: int, rounds: int
) -> None:
    """Deal from larger decks: places are drawn at random, and those that are already dealt are drawn again."""
    low, high = seed & WORD, (seed >> 32) & WORD
    ways = size**SHOE_DRAWS
    taken = np.zeros(size, np.int64)  # by place: one more than the last row to which its card was dealt
    for row in range(rounds):
        number = first + row
        one = two = three = four = block = left = dealt = 0
        while dealt < count:
            if left == 0:
                one, two, three, four = philox(block, number & WORD, number >> 32, stream, low, high)
                block, left = block + 1, 2
            fraction = fraction_of(one, two)
            one, two, left = three, four, left - 1
            if not is_fair(fraction, ways):
                continue
            for _ in range(SHOE_DRAWS):
                product = fraction * size
                chosen = product >> FRACTION_BITS
                fraction = product & FRACTION
                if taken[chosen] <= row and dealt < count:
                    taken[chosen] = row + 1
                    rows[row, dealt] = deck[chosen]
                    dealt += 1
