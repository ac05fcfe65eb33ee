"""What the counter is given: the sets of ranks that hands are made of, and a variant's numbers."""

import math
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS, LONGEST_FLUSHES, SUIT_MASK, flush_size
from houseway.games.flush_poker.variant import MASKS, Variant

Counts = npt.NDArray[np.int64]

PARTS: Final = 16  # shards
SIZES: Final = array("q", COUNTS)  # of sets of ranks; signed, as unsigned numbers turn into floats in compiled sums


class Sets(NamedTuple):
    """The sets of ranks that hands are made of. A deck is what one suit, or several equal ones, have."""

    decks: Counts  # the ranks of each
    subsets: Counts  # by deck: its sets of ranks, small ones first
    starts: Counts  # by deck and size: where the sets of that size start
    rows: Counts  # by the ranks of a strength: its row among all strengths
    row_starts: Counts  # by size: the row before that of its weakest strength
    places: Counts  # by arrangement, then for each suit: deck, 1 if that of the suit before, 1 if never equal to leader
    leaders: Counts  # of every leader: player's joker, arrangement (the leading suit stands first), ranks


class Terms(NamedTuple):
    """A variant's numbers, as the counter takes them."""

    cards: int
    joker: int
    qualifier: int
    qualifier_row: int
    dealer_hands: int
    orders: int  # of equal suits
    pays: int
    unit: int
    caps: Counts
    most: int  # of the caps
    to_cap: int  # 1 where nothing but the cap may be raised
    columns: int  # how many sets another suit than the leader can have


def _subsets(deck: int) -> list[list[int]]:
    """The sets of a deck's ranks by size, as ascending masks."""
    bits = [1 << rank for rank in range(13) if deck >> rank & 1]
    return [sorted(map(sum, combinations(bits, size))) for size in range(14)]


def _strengths(decks: Iterable[int], cards: int) -> list[list[int]]:
    """The strengths that a suit can make with a hand's cards, by size and ascending."""
    held = [ranks for deck in decks for sets in _subsets(deck)[: cards + 1] for ranks in sets]
    made = {LONGEST_FLUSHES[joker << 13 | ranks] for joker in (0, 1) for ranks in held}
    return [sorted(x for x in made if flush_size(x) == size and size <= cards) for size in range(14)]


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


def _sets(variant: Variant, decks: Sequence[int], strengths: Sequence[Sequence[int]]) -> Sets:
    subsets = [_subsets(deck) for deck in decks]
    row_starts = [0, *accumulate(len(group) + 1 for group in strengths)]
    rows = np.zeros(MASKS, np.int64)
    for start, group in zip(row_starts, strengths, strict=False):
        rows[[strength & SUIT_MASK for strength in group]] = range(start + 1, start + 1 + len(group))
    flat = np.zeros((len(decks), max(2 ** deck.bit_count() for deck in decks)), np.int64)
    for deck, by_size in enumerate(subsets):
        flat[deck, : 2 ** decks[deck].bit_count()] = [ranks for sets in by_size for ranks in sets]
    leaders = [
        (joker, deck, ranks)
        for joker in range(1 + variant.joker)
        for deck, by_size in enumerate(subsets)
        for sets in by_size[: variant.cards - joker + 1]
        for ranks in sets
        if joker or ranks
    ]
    return Sets(
        decks=np.array(decks),
        subsets=flat,
        starts=np.array([[0, *accumulate(map(len, by_size))] for by_size in subsets]),
        rows=rows,
        row_starts=np.array(row_starts),
        places=np.array(_places(variant.suits, decks)),
        leaders=np.array(leaders),
    )


def _terms(
    variant: Variant, decks: Sequence[int], sets: Sets, strengths: Sequence[Sequence[int]], *, to_cap: bool
) -> Terms:
    qualifier = max(variant.qualifier, 1 << 13)  # no hand is weaker than one card
    size = flush_size(qualifier)
    return Terms(
        cards=variant.cards,
        joker=int(variant.joker),
        qualifier=qualifier,
        qualifier_row=int(sets.row_starts[size]) + 1 + bisect_left(strengths[size], qualifier),
        dealer_hands=variant.dealer_hands,
        orders=math.prod(math.factorial(variant.suits.count(deck)) for deck in decks),
        pays=variant.match.numerator,
        unit=variant.match.denominator,
        caps=np.array(variant.caps),
        most=max(variant.caps),
        to_cap=int(to_cap),
        columns=int(sets.starts[:, variant.cards // 2 + 1].max()),
    )


def shards(variant: Variant, parts: int = PARTS, *, to_cap: bool = False) -> list[tuple[Sets, Terms, int, int]]:
    """Arguments of `count_part` that together count all hands; `to_cap` takes all raises but the highest away."""
    decks = list(dict.fromkeys(variant.suits))
    strengths = _strengths(decks, variant.cards)
    sets = _sets(variant, decks, strengths)
    terms = _terms(variant, decks, sets, strengths, to_cap=to_cap)
    return [(sets, terms, part, parts) for part in range(parts)]
