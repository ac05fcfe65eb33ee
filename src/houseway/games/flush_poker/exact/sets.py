"""The input of the counter: the sets of ranks that hands are made of, and the numbers of a variant."""

import math
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, LONGEST_FLUSHES
from houseway.games.flush_poker.variant import MASKS, Variant
from houseway.kernel import kernel

Counts = npt.NDArray[np.int64]

PARTS: Final = 4  # shards
SIZES: Final = array("q", COUNTS)  # of sets of ranks; signed, as unsigned numbers turn into floats in compiled sums
WAYS: Final = array("q", [math.comb(ranks, size) for ranks in range(14) for size in range(14)])


class Sets(NamedTuple):
    """The sets of ranks that hands are made of. A deck is the ranks of one suit, or of several equal ones."""

    decks: Counts  # the ranks of each
    subsets: Counts  # by joker and deck: its sets of ranks, small ones first, those of a size by `standing`
    starts: Counts  # by deck and size: where the sets of that size start
    places: Counts  # by arrangement, then for each suit: deck, 1 if that of the suit before, 1 if never equal to leader
    groups: Counts  # of every group of hands: player's joker, arrangement (the leading suit first), sizes of four suits


class Terms(NamedTuple):
    """A variant's numbers, as the counter takes them."""

    cards: int
    joker: int
    qualifier: int
    dealer_hands: int
    orders: int  # of equal suits
    pays: int
    unit: int
    caps: Counts
    most: int  # of the caps
    to_cap: int  # 1 where nothing but the cap may be raised
    columns: int  # how many sets another suit than the leader can have


@kernel
def standing(joker: int, ranks: int) -> int:
    """The standing of a suit, whose highest leads: the strength that its ranks make, then the ranks."""
    return (LONGEST_FLUSHES[(joker << 13) + ranks] << 13) + ranks


def _subsets(decks: Sequence[int]) -> Counts:
    """By joker and deck: all sets of a deck's ranks, small ones first, those of a size by their standing."""
    masks, sizes = np.arange(MASKS), np.array(SIZES)
    made = np.array(LONGEST_FLUSHES, np.int64).reshape(2, MASKS)
    subsets = np.zeros((2, len(decks), max(2 ** deck.bit_count() for deck in decks)), np.int64)
    for joker, deck in product(range(2), range(len(decks))):
        held = masks[masks & ~decks[deck] == 0]
        subsets[joker, deck, : len(held)] = held[np.lexsort((held, made[joker, held], sizes[held]))]
    return subsets


def _starts(decks: Iterable[int]) -> list[list[int]]:
    return [[0, *accumulate(math.comb(deck.bit_count(), size) for size in range(14))] for deck in decks]


def _places(suits: Iterable[int], decks: Sequence[int]) -> list[list[tuple[int, int, int]]]:
    """For each deck that may lead: the four suits, its own first and equal ones side by side."""
    places = []
    for leading in range(len(decks)):
        order = sorted((decks.index(suit) for suit in suits), key=lambda deck: (deck != leading, deck))
        before = [-1, *order]
        places.append(
            [(deck, int(deck == last), int(deck < leading)) for deck, last in zip(order, before, strict=False)]
        )
    return places


def _groups(variant: Variant, decks: Sequence[int], places: Sequence[Sequence[tuple[int, int, int]]]) -> Counts:
    """The hands by joker, arrangement and how many cards the suits hold: none more than the leader.

    Equal suits stand side by side, the one that holds more first; weights account for their other orders.
    """
    groups = []
    for joker, (arrangement, suits) in product(range(1 + variant.joker), enumerate(places)):
        most = [decks[deck].bit_count() for deck, _, _ in suits]
        for held in product(*(range(min(ranks, variant.cards) + 1) for ranks in most[:3])):
            sizes = *held, variant.cards - joker - sum(held)
            fits = 0 <= sizes[3] <= most[3] and max(sizes) == sizes[0]
            if fits and not any(same and sizes[n] > sizes[n - 1] for n, (_, same, _) in enumerate(suits)):
                groups.append((joker, arrangement, *sizes))
    return np.array(groups)


def shards(variant: Variant, parts: int = PARTS, *, to_cap: bool = False) -> list[tuple[Sets, Terms, int, int]]:
    """Arguments of `count_part`, a tuple for each shard; `to_cap` allows no raise but the highest."""
    decks = list(dict.fromkeys(variant.suits))
    places, starts = _places(variant.suits, decks), _starts(decks)
    sets = Sets(
        decks=np.array(decks),
        subsets=_subsets(decks),
        starts=np.array(starts),
        places=np.array(places),
        groups=_groups(variant, decks, places),
    )
    terms = Terms(
        cards=variant.cards,
        joker=int(variant.joker),
        qualifier=max(variant.qualifier, 1 << 13),  # no hand is weaker than one card
        dealer_hands=variant.dealer_hands,
        orders=math.prod(math.factorial(variant.suits.count(deck)) for deck in decks),
        pays=variant.match.numerator,
        unit=variant.match.denominator,
        caps=np.array(variant.caps),
        most=max(variant.caps),
        to_cap=int(to_cap),
        columns=max(row[variant.cards // 2 + 1] for row in starts),
    )
    return [(sets, terms, part, parts) for part in range(parts)]
