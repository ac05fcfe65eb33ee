"""Random numbers fixed by a seed and a place: the same on one thread or many, in whatever order they are asked for.

There is no state to carry on. A block of four words of 32 bits is a function of a key, the seed, and of a counter:
Philox 4x32 with ten rounds, from J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as
easy as 1, 2, 3" (2011). The counter holds the stream, the number of the shuffle in it and the block of the shuffle, so
that every shuffle can be had by its number alone: `shuffles` makes them one by one, `deals` many together.

A seed and a number are from 0 to 2^63 - 1, a stream from 0 to 2^32 - 1. Products of two words wrap around when
compiled and do not when plain; the words taken from them are the same.
"""

from typing import Final

from houseway.kernel import inlined, kernel

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


@inlined
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
