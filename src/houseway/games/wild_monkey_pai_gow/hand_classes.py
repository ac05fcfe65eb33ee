"""All hands of a few cards by class.

A setting looks at ranks, and at suits only for a flush; of so few cards only one suit can make one. So hands fall into
classes: the ranks of a hand in which no suit can, or the ranks of the suit that can and the other ranks.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt

from houseway.cards.card import JOKER
from houseway.games.wild_monkey_pai_gow.variant import RANKS

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes:
    """One hand of each class, and how many hands the class stands for."""

    hands: Counts  # by class and place
    weights: Counts

    @property
    def masks(self) -> Counts:
        """The hands as masks."""
        return np.asarray((1 << self.hands).sum(1))

    def with_joker(self) -> "Classes":
        """The same hands with the joker in the last place."""
        joker = np.full((len(self.hands), 1), JOKER, np.int64)
        return Classes(hands=np.hstack((self.hands, joker)), weights=self.weights)


def hand_classes(cards: int, need: int, ranks: Sequence[int] = RANKS) -> Classes:
    """All hands of so many natural cards, at most 2 x need - 1, where a flush needs so many of a suit."""
    parts = [_unsuited(cards, need, ranks), *(_suited(cards, held, ranks) for held in range(need, cards + 1))]
    hands, weights = zip(*parts, strict=True)
    return Classes(hands=np.vstack(hands), weights=np.concatenate(weights))


def _unsuited(cards: int, need: int, ranks: Sequence[int]) -> tuple[Counts, Counts]:
    """Hands in which no suit has so many cards; the one of a class has its suits dealt round."""
    held = _multisets(cards, 4, ranks)
    counts = _times_held(held)
    suits = np.arange(cards) % 4
    return held + 13 * suits, _ways(counts, 4) - 4 * _ways_with(counts, need)


def _suited(cards: int, held: int, ranks: Sequence[int]) -> tuple[Counts, Counts]:
    """Hands with so many cards of a suit, clubs for all four; the others come from the other three."""
    clubs = np.array(list(combinations(ranks, held)), np.int64).reshape(-1, held)
    others = _multisets(cards - held, 3, ranks)
    weights = 4 * _ways(_times_held(others), 3)
    others = others + 13 * (1 + np.arange(cards - held) % 3)
    return np.hstack((np.repeat(clubs, len(others), 0), np.tile(others, (len(clubs), 1)))), np.tile(weights, len(clubs))


def _multisets(size: int, most: int, ranks: Sequence[int]) -> Counts:
    """All ranks that so many cards can have, ascending, none more often than `most`."""
    chosen = combinations_with_replacement(sorted(ranks), size)
    rows = [row for row in chosen if all(row[i] != row[i + most] for i in range(size - most))]
    return np.array(rows, np.int64).reshape(len(rows), size)


def _times_held(rows: Counts) -> Counts:
    """How often each of the thirteen ranks stands in each row."""
    return np.stack([(rows == rank).sum(1) for rank in RANKS], 1)


def _choices(suits: int) -> Counts:
    """In how many ways 0 to 4 cards of a rank can be taken from so many suits, and (the last place) none for -1."""
    return np.array([*(math.comb(suits, taken) for taken in range(5)), 0])


def _ways(counts: Counts, suits: int) -> Counts:
    """How many hands from so many suits hold each rank so often."""
    return np.asarray(_choices(suits)[counts].prod(1))


def _ways_with(counts: Counts, need: int) -> Counts:
    """How many of these hands hold at least so many cards of clubs: a polynomial in the clubs, rank by rank."""
    without, clubs = _choices(3)[counts], _choices(3)[counts - 1]
    ways = np.zeros((len(counts), 14), np.int64)
    ways[:, 0] = 1
    for rank in RANKS:
        more = np.roll(ways, 1, 1) * clubs[:, rank, None]
        ways = ways * without[:, rank, None] + more
    return np.asarray(ways[:, need:].sum(1))
