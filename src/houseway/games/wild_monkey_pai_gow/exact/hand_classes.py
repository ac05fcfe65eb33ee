"""All hands of a few natural cards by class, and how many hands each class stands for if some cards are gone.

A setting looks at ranks, and at suits only for a flush, which at most one suit can make with so few cards. So a class
is either the ranks of hands in which no suit can make a flush, or the ranks of the suit that can and the other ranks.

The number of hands of a class that avoid the gone cards is a product over ranks. For a suited class it is the ways to
take the other ranks from the other three suits, summed over the suits. For any other class it is the ways to take the
ranks from all suits, less the suited hands of the same ranks.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.card import JOKER

Counts = npt.NDArray[np.int64]
Ranks = npt.NDArray[np.uint8]  # how often a row holds each of the thirteen ranks
Places = npt.NDArray[np.int32]

RANKS: Final = tuple(range(13))


@dataclass(frozen=True)
class Classes:
    """The classes of hands of at most 2 x need - 1 natural cards, where a flush needs `need` cards of a suit."""

    cards: int
    need: int
    mixed: Ranks  # the ranks of hands in which no suit has as many cards as a flush needs
    places: Places  # for each class with such a suit, in order, the place of its ranks in `mixed`
    ranks: Sequence[int] = RANKS  # those of the deck

    @cached_property
    def suits(self) -> list[tuple[Ranks, Ranks]]:
        """By the number of cards in the suit: its ranks, and the ranks of the other cards; a class has one of each."""
        return _suits(self.cards, self.need, self.ranks)

    @cached_property
    def hands(self) -> Counts:
        """A hand of each class; its flush suit is clubs, and its other cards take the suits in turn."""
        parts = [_dealt(self.mixed, 0, 4)]
        for sets, others in self.suits:
            clubs, rest = _dealt(sets, 0, 1), _dealt(others, 1, 3)
            parts.append(np.hstack((np.repeat(clubs, len(rest), 0), np.tile(rest, (len(clubs), 1)))))
        return np.vstack(parts)

    @property
    def masks(self) -> Counts:
        """The hands as masks."""
        return np.asarray((1 << self.hands).sum(1))

    def weights(self, gone: Iterable[int] = ()) -> Counts:
        """How many hands each class stands for, from the cards that are not gone."""
        left = np.ones((4, len(RANKS)), np.int64)
        for card in gone:
            if card != JOKER:
                left[card // 13, card % 13] = 0
        suited = np.concatenate([_suited(sets, others, left) for sets, others in self.suits])
        mixed = _ways(self.mixed, left.sum(0)) - np.bincount(self.places, suited, len(self.mixed)).astype(np.int64)
        return np.concatenate((mixed, suited))


@cache
def hand_classes(cards: int, need: int, ranks: tuple[int, ...] = RANKS) -> Classes:
    """All classes of hands of this many cards."""
    mixed = multisets(cards, 4, ranks)
    suited = [
        np.repeat(sets, len(others), 0) + np.tile(others, (len(sets), 1)) for sets, others in _suits(cards, need, ranks)
    ]
    return Classes(cards, need, mixed, _places(np.vstack(suited), mixed), ranks)


def class_cards() -> Counts:
    """A hand of each class of a player's seven cards, natural ones and those with the joker."""
    natural, joker = hand_classes(7, 5).hands, hand_classes(6, 4).hands
    return np.concatenate((natural, np.hstack((joker, np.full((len(joker), 1), JOKER)))))


def _suits(cards: int, need: int, ranks: Sequence[int]) -> list[tuple[Ranks, Ranks]]:
    most = min(cards, len(ranks))
    return [(multisets(held, 1, ranks), multisets(cards - held, 3, ranks)) for held in range(need, most + 1)]


def multisets(size: int, most: int, ranks: Sequence[int]) -> Ranks:
    """All sets of ranks that this many cards can have, ascending card by card, none more than `most` times."""
    chosen = combinations_with_replacement(sorted(ranks), size) if most > 1 else combinations(sorted(ranks), size)
    rows = [row for row in chosen if all(row[i] != row[i + most] for i in range(size - most))]
    held = np.zeros((len(rows), len(RANKS)), np.uint8)
    for column in np.array(rows, np.int64).reshape(len(rows), size).T:
        held[np.arange(len(rows)), column] += 1
    return held


def _places(rows: Ranks, among: Ranks) -> Places:
    """Where each row stands in a list that has it; lists are ascending card by card, so their keys descend."""
    powers = 5 ** np.arange(len(RANKS))[::-1]
    keys = among @ powers
    return (len(keys) - 1 - np.searchsorted(keys[::-1], rows @ powers)).astype(np.int32)


def _dealt(held: Ranks, first: int, suits: int) -> Counts:
    """Cards of these ranks, ascending, which take the suits in turn from the first."""
    size = int(held[0].sum())
    rows, ranks = np.nonzero(held)
    cards = np.repeat(ranks, held[rows, ranks]).reshape(len(held), size)
    return np.asarray(cards + 13 * (first + np.arange(size) % suits))


def _suited(sets: Ranks, others: Ranks, left: Counts) -> Counts:
    """How many hands have a set of one suit and other ranks of the other three, all of cards that are left."""
    total = np.zeros((len(sets), len(others)), np.int64)
    for suit in left:
        total += np.outer(_ways(sets, suit), _ways(others, left.sum(0) - suit))
    return total.ravel()


def _ways(held: Ranks, left: Counts) -> Counts:
    """In how many ways the given number of cards of each rank can be taken from those left of it."""
    ways = np.ones(len(held), np.int64)
    for rank in RANKS:
        ways *= np.array([math.comb(int(left[rank]), taken) for taken in range(5)])[held[:, rank]]
    return ways
