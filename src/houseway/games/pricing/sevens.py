"""Every hand of seven from 53 cards, once for each suit class with a weight; and hands of seven from 52 by strength."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, JOKER_BIT, KEYS, SUIT_MASK, best_five
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]


def sets_of(size: int, ranks: Iterable[int] = range(13)) -> Counts:
    """All sets of this many ranks, as masks, ascending."""
    return np.array(sorted(sum(1 << rank for rank in held) for held in combinations(ranks, size)), np.int64)


def partitions(cards: int) -> list[tuple[int, int, int, int]]:
    """How many cards the four suits can hold, in descending order."""
    return [
        (a, b, c, cards - a - b - c)
        for a in range(cards, -1, -1)
        for b in range(min(a, cards - a), -1, -1)
        for c in range(min(b, cards - a - b), -1, -1)
        if 0 <= cards - a - b - c <= c
    ]


def seven_shards(ranks: tuple[int, ...] = tuple(range(13))) -> list[tuple[Counts, Counts, Counts, Counts, int]]:
    """Arguments of `weighted_sevens`, a tuple for each division of the cards among the suits; together all hands."""
    sets = [sets_of(size, ranks) for size in range(8)]
    return [
        (sets[a], sets[b], sets[c], sets[d], joker)
        for joker in (0, 1)
        for a, b, c, d in partitions(7 - joker)
        if a <= len(ranks)
    ]


@kernel
def suit_orders(a: int, b: int, c: int, d: int) -> int:
    """In how many ways four sets of ranks can be given to the four suits; equal sets must be neighbours."""
    orders, run = 24, 1
    for equal in (a == b, b == c, c == d):
        run = run + 1 if equal else 1
        orders //= run
    return orders


@kernel
def in_order(mask: int) -> int:
    """A hand with its suits in order, the largest set of ranks first; hands that differ only in suits become equal."""
    a, b, c, d = (
        mask & SUIT_MASK,
        (mask >> 13) & SUIT_MASK,
        (mask >> 26) & SUIT_MASK,
        (mask >> 39) & SUIT_MASK,
    )
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    return a + (b << 13) + (c << 26) + (d << 39) + (mask >> JOKER_BIT << JOKER_BIT)


@counter
def weighted_sevens(a: Counts, b: Counts, c: Counts, d: Counts, joker: int) -> Counts:
    """Masks and weights of the hands, of any size, with a set of ranks from each list, alike hands once.

    The sets of a list have one size; suits with sets of equal size can change places.
    """
    same_ab, same_bc = COUNTS[a[0]] == COUNTS[b[0]], COUNTS[b[0]] == COUNTS[c[0]]
    same_cd = COUNTS[c[0]] == COUNTS[d[0]]
    most = len(a) * len(b) * len(c) * len(d)
    hands = np.empty((2, most), np.int64)
    place = 0
    for ia in range(len(a)):
        for ib in range(ia + 1 if same_ab else len(b)):
            for ic in range(ib + 1 if same_bc else len(c)):
                for id_ in range(ic + 1 if same_cd else len(d)):
                    hands[0, place] = a[ia] + (b[ib] << 13) + (c[ic] << 26) + (d[id_] << 39) + (joker << 52)
                    hands[1, place] = suit_orders(a[ia], b[ib], c[ic], d[id_])
                    place += 1
    return hands[:, :place]


@counter
def count_strengths(first: int) -> Counts:
    """Hands of seven from 52 cards by strength, those whose highest card is `first`."""
    counts = np.zeros(7464, np.int64)
    a = first
    for b in range(a):
        for c in range(b):
            for d in range(c):
                key_d = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d]
                mask_d = (1 << a) | (1 << b) | (1 << c) | (1 << d)
                for e in range(d):
                    for f in range(e):
                        key_f = key_d + KEYS[e] + KEYS[f]
                        mask_f = mask_d | (1 << e) | (1 << f)
                        for g in range(f):
                            counts[best_five(key_f + KEYS[g], mask_f | (1 << g), 0)] += 1
    return counts


def strength_shards() -> list[tuple[int]]:
    """Arguments of `count_strengths`, a tuple for each shard; together they make all hands."""
    return [(first,) for first in range(51, 5, -1)]
