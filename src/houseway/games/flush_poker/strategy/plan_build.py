"""Builds a plan: first the decisions of every class of hands of a leader, then the kinds of sets that they need."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, product
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import LONGEST_FLUSHES
from houseway.errors import InvalidInput
from houseway.games.flush_poker.exact.sets import SIZES, Counts, standing
from houseway.games.flush_poker.strategy.plan import SET_NUMBERS, Plan, place_of
from houseway.games.flush_poker.variant import MASKS, Variant
from houseway.games.pricing.sevens import sets_of

Bytes = npt.NDArray[np.uint8]

MOST_KINDS: Final = 256


@dataclass(frozen=True)
class Leader:
    """A leading suit: whether the hand has the joker, and the suit's ranks."""

    joker: int
    ranks: int

    @property
    def strength(self) -> int:
        """Of the flush that it makes."""
        return LONGEST_FLUSHES[self.place]

    @property
    def place(self) -> int:
        """Among all leaders."""
        return self.joker << 13 | self.ranks


@dataclass(frozen=True)
class Block:
    """The classes of a leader whose other suits hold this many cards each, in descending order."""

    leader: Leader
    sizes: tuple[int, int, int]
    deck: int  # the ranks of a suit

    @cached_property
    def sets(self) -> tuple[Counts, Counts, Counts]:
        """The sets of ranks that each of the other suits may hold; a higher set would make that suit the leader."""
        one, two, three = map(self._sets, self.sizes)
        return one, two, three

    def _sets(self, size: int) -> Counts:
        joker, highest = self.leader.joker, standing(self.leader.joker, self.leader.ranks)
        held = [ranks for ranks in sets_of(size).tolist() if not ranks & ~self.deck]
        return np.array([ranks for ranks in held if standing(joker, ranks) <= highest], np.int64)

    @property
    def shape(self) -> tuple[int, int, int]:
        """How many sets each of the other suits may hold."""
        one, two, three = map(len, self.sets)
        return one, two, three


def deck_of(variant: Variant) -> int:
    """The ranks of a suit, which must be the same for all four."""
    if len(set(variant.suits)) > 1:
        raise InvalidInput("must be equal", field="suits")
    return variant.suits[0]


def sets_held(variant: Variant) -> int:
    """How many sets a suit other than the leader can hold; they have the first numbers."""
    return sum(math.comb(13, size) for size in range(variant.cards // 2 + 1))


def leaders_of(variant: Variant) -> list[Leader]:
    """Every leader that a hand can have."""
    deck = deck_of(variant)
    return [
        Leader(joker, ranks)
        for joker in range(1 + variant.joker)
        for ranks in range(MASKS)
        if not ranks & ~deck and SIZES[ranks] <= variant.cards - joker <= 4 * SIZES[ranks]
    ]


def blocks_of(variant: Variant, leader: Leader) -> list[Block]:
    """All classes of hands of a leader."""
    rest, most = variant.cards - leader.joker - SIZES[leader.ranks], variant.cards // 2
    sizes = [
        (one, two, rest - one - two)
        for one in range(min(most, rest), -1, -1)
        for two in range(min(one, rest - one), -1, -1)
        if rest - one - two <= two
    ]
    blocks = [Block(leader, chosen, deck_of(variant)) for chosen in sizes]
    return [block for block in blocks if all(block.shape)]


def build(
    variant: Variant,
    always: Callable[[Leader], int | None],
    decide: Callable[[Sequence[Block]], Sequence[Counts]],
) -> Plan:
    """Build a plan from two functions: what a leader always does, or None; then what each class of its blocks does."""
    known = {leader: always(leader) for leader in leaders_of(variant)}
    leaders = np.zeros(2 * MASKS, np.int16)
    depending = [leader for leader, times in known.items() if times is None]
    for leader, times in known.items():
        leaders[leader.place] = -1 - depending.index(leader) if times is None else times
    blocks = [blocks_of(variant, leader) for leader in depending]
    decided = iter(decide([block for row in blocks for block in row]))
    rows = [_minimal(variant, row, [next(decided).reshape(block.shape) for block in row]) for row in blocks]
    return Plan(
        leaders=leaders,
        kinds=np.array([kinds for kinds, _ in rows], np.uint8).reshape(len(rows), sets_held(variant)),
        starts=np.array([0, *accumulate(len(times) for _, times in rows)][: len(rows)], np.int32),
        times=np.concatenate([np.empty(0, np.uint8), *(times for _, times in rows)]),
    )


def _minimal(variant: Variant, blocks: Sequence[Block], decided: Sequence[Counts]) -> tuple[Bytes, Bytes]:
    """The fewest kinds of sets that a leader's decisions need, by set number, and the decisions by kinds."""
    kinds = np.zeros(sets_held(variant), np.int64)
    count = 0
    for size in {size for block in blocks for size in block.sizes}:
        sets, names = _sets_that_differ(size, blocks, decided)
        kinds[[SET_NUMBERS[ranks] for ranks in sets.tolist()]] = count + names
        count += 1 + int(names.max())
    if count > MOST_KINDS:
        raise InvalidInput("there are too many kinds of hands", field="rules")
    times = np.zeros(1 + place_of(count - 1, count - 1, count - 1), np.uint8)
    for block, cells in zip(blocks, decided, strict=True):
        for (a, one), (b, two), (c, three) in product(*(_firsts(kinds, sets) for sets in block.sets)):
            times[place_of(one, two, three)] = cells[a, b, c]
    return kinds.astype(np.uint8), times


def _firsts(kinds: Counts, sets: Counts) -> list[tuple[int, int]]:
    """The first set of each kind: its place, and the kind."""
    numbers, places = np.unique(kinds[[SET_NUMBERS[ranks] for ranks in sets.tolist()]], return_index=True)
    return list(zip(places.tolist(), numbers.tolist(), strict=True))


def _sets_that_differ(size: int, blocks: Sequence[Block], decided: Sequence[Counts]) -> tuple[Counts, Counts]:
    """The sets of one size, each with a number: equal numbers where every decision is the same for both sets."""
    sets = next(block.sets[place] for block in blocks for place in range(3) if block.sizes[place] == size)
    signs = [
        np.moveaxis(cells, place, 0).reshape(len(sets), -1)
        for block, cells in zip(blocks, decided, strict=True)
        for place in range(3)
        if block.sizes[place] == size
    ]
    names: dict[bytes, int] = {}
    rows = np.concatenate(signs, axis=1).astype(np.uint8)
    return sets, np.array([names.setdefault(row.tobytes(), len(names)) for row in rows], np.int64)
