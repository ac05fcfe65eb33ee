"""The dealer's hands as points: two strengths each, numbered in order, and how they are counted against a hand.

How many hands the dealer can make of the cards that a player leaves is a sum over ranks and suits:

- by ranks, as if there were no flushes: a hand of some ranks comes as often as its ranks can be taken from those left;
- by suits, the correction: where five or more cards are of one suit, the hand set with its flush instead of without.

A dealer with the joker discards it and sets the other seven, so there are hands of eight and of seven natural cards.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.wild_monkey_pai_gow.exact.hand_classes import Classes, Ranks, hand_classes
from houseway.games.wild_monkey_pai_gow.exact.strengths import BACK, FRONT, FRONT_BITS, Packed
from houseway.games.wild_monkey_pai_gow.variant import Variant

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Places = npt.NDArray[np.uint16]
Chosen = npt.NDArray[np.bool_]

LOW_RANKS = 7  # the ranks of a hand in two halves: deuce to eight, nine to ace


class RankPoints(NamedTuple):
    """Hands by their ranks, in order of their fronts."""

    low: Places  # the ranks of the lower half, as a row of `lows`
    high: Places  # of the upper half, as a row of `highs`
    backs: Places
    starts: Counts  # by front: where its hands begin; one more than fronts
    lows: Ranks
    highs: Ranks


class SuitPoints(NamedTuple):
    """Hands with five or more of a suit: the sets of that suit, and as columns the ranks of the other cards."""

    sets: Numbers  # by block of as many other cards: the sets of the suit, one after the other
    set_starts: Counts
    columns: Ranks  # the ranks of the other cards, by block
    column_starts: Counts
    first: Counts  # by block: where its hands, set by set and column by column, begin in the four lists below
    fronts: Numbers  # set with the flush; -1 for a hand that is not counted
    backs: Numbers
    plain_fronts: Numbers  # set as if there were none
    plain_backs: Numbers


@dataclass(frozen=True, kw_only=True)
class Points:
    """Some dealer's hands: all of a reading, or those of a kind."""

    fronts: Numbers  # the strengths that occur, ascending; a point has their numbers
    backs: Numbers
    by_ranks: tuple[RankPoints, RankPoints]  # against players without the joker and with it
    by_suits: SuitPoints
    eight_columns: int  # of the table's columns those of dealers without the joker, which come first

    @classmethod
    def of(cls, variant: Variant, packed: Packed, chosen: Chosen) -> "Points":
        """The hands that are chosen, of all in the order of `Dealers`."""
        eights, sevens = hand_classes(8, 5, variant.ranks), hand_classes(7, 5, variant.ranks)
        parts = _parts(eights, 0) + _parts(sevens, len(eights.mixed) + len(eights.places))
        places = np.concatenate((parts[0], parts[2]))
        fronts, front_numbers = np.unique(packed & FRONT, return_inverse=True)
        backs, back_numbers = np.unique(packed >> FRONT_BITS & BACK, return_inverse=True)
        rows = eights.mixed, sevens.mixed
        by_ranks = tuple(
            _rank_points(rows, places, front_numbers, back_numbers, chosen & kind, len(fronts))
            for kind in (np.ones(len(packed), np.bool_), np.arange(len(packed)) < parts[2][0])
        )
        suits, eight_columns = _suit_points((eights, sevens), parts, front_numbers, back_numbers, chosen)
        return cls(
            fronts=fronts.astype(np.int32),
            backs=backs.astype(np.int32),
            by_ranks=(by_ranks[0], by_ranks[1]),
            by_suits=suits,
            eight_columns=eight_columns,
        )


def _parts(classes: Classes, start: int) -> tuple[Counts, Counts]:
    """The places of hands without and with a suit that makes a flush."""
    middle = start + len(classes.mixed)
    return np.arange(start, middle), np.arange(middle, middle + len(classes.places))


def _rank_points(
    rows: tuple[Ranks, Ranks], places: Counts, fronts: Counts, backs: Counts, chosen: Chosen, size: int
) -> RankPoints:
    held = np.concatenate(rows)[chosen[places]]
    places = places[chosen[places]]
    order = np.argsort(fronts[places], kind="stable")
    held, places = held[order], places[order]
    halves = [_numbered(half) for half in (held[:, :LOW_RANKS], held[:, LOW_RANKS:])]
    return RankPoints(
        low=halves[0][1],
        high=halves[1][1],
        backs=backs[places].astype(np.uint16),
        starts=np.searchsorted(fronts[places], np.arange(size + 1)),
        lows=halves[0][0],
        highs=halves[1][0],
    )


def _numbered(rows: Ranks) -> tuple[Ranks, Places]:
    """The different rows, and the number of each row among them."""
    keys = rows.astype(np.int64) @ 5 ** np.arange(rows.shape[1])
    _, first, numbers = np.unique(keys, return_index=True, return_inverse=True)
    return np.ascontiguousarray(rows[first]), numbers.astype(np.uint16)


def _suit_points(
    classes: tuple[Classes, Classes],
    parts: tuple[Counts, ...],
    fronts: Counts,
    backs: Counts,
    chosen: Chosen,
) -> tuple[SuitPoints, int]:
    """Blocks of eights, then of sevens, that hold some chosen hand."""
    blocks: list[tuple[Numbers, Ranks, list[Numbers]]] = []
    eight_columns = 0
    for number, kind in enumerate(classes):
        plain, suited = parts[2 * number], parts[2 * number + 1]
        start = 0
        for sets, others in kind.suits:
            stop = start + len(sets) * len(others)
            places, without = suited[start:stop], plain[kind.places[start:stop]]
            start = stop
            if not (chosen[places] | chosen[without]).any():
                continue
            fields = [np.where(chosen[at], of[at], -1) for at in (places, without) for of in (fronts, backs)]
            masks = (sets.astype(np.int64) << np.arange(13)).sum(1).astype(np.int32)
            blocks.append((masks, others, [field.astype(np.int32) for field in fields]))
            eight_columns += len(others) if number == 0 else 0
    sizes = [[len(masks), len(others), len(masks) * len(others)] for masks, others, _ in blocks]
    starts = np.cumsum([[0, 0, 0], *sizes], 0, dtype=np.int64)
    fields = [np.concatenate([np.zeros(0, np.int32), *(block[2][field] for block in blocks)]) for field in range(4)]
    return (
        SuitPoints(
            sets=np.concatenate([np.zeros(0, np.int32), *(block[0] for block in blocks)]),
            set_starts=starts[:, 0],
            columns=np.concatenate([np.zeros((0, 13), np.uint8), *(block[1] for block in blocks)]),
            column_starts=starts[:, 1],
            first=starts[:, 2],
            fronts=fields[0],
            backs=fields[1],
            plain_fronts=fields[2],
            plain_backs=fields[3],
        ),
        eight_columns,
    )
