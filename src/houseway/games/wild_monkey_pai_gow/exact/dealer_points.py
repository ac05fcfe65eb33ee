"""The dealer's hands as points: two strengths each, numbered in order, to be counted against a hand.

The number of hands that the dealer can make from the cards a player leaves is a sum over ranks and suits:

- by ranks, as if there were no flushes: the number of ways to take the hand's ranks from those left;
- by suits, a correction for five or more cards of one suit: the hand set with its flush instead of without.

A dealer with the joker discards it and sets the other seven, so there are hands of eight and of seven natural cards.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.wild_monkey_pai_gow.exact.hand_classes import Classes, Ranks, hand_classes
from houseway.games.wild_monkey_pai_gow.exact.strengths import BACK, FRONT, FRONT_BITS, Packed
from houseway.games.wild_monkey_pai_gow.variant import HandRules

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
    """Hands with five or more of a suit, by that suit's set of ranks.

    Each is added as it is set and subtracted as it would be set without a flush; hands that are set alike either way
    are left out. The ranks of the other cards are columns of a table.
    """

    sets: Numbers
    starts: Counts  # by set: where its points begin; one more than sets
    columns: Places  # of each point
    fronts: Places
    backs: Places
    signs: npt.NDArray[np.int8]  # 1 where it is added, -1 where it is taken away
    ranks: Ranks  # of the other cards, by column


@dataclass(frozen=True, kw_only=True)
class Points:
    """Some of the dealer's hands: all of a reading, or those of one kind."""

    fronts: Numbers  # the strengths that occur, ascending; a point has their numbers
    backs: Numbers
    by_ranks: tuple[RankPoints, RankPoints]  # against players without the joker and with it
    by_suits: SuitPoints
    eight_columns: int  # of the table's columns those of dealers without the joker, which come first

    @classmethod
    def of(cls, rules: HandRules, packed: Packed, chosen: Chosen) -> "Points":
        """The points of the chosen hands; `chosen` is in the order of `Dealers`."""
        eights, sevens = hand_classes(8, 5, rules.ranks), hand_classes(7, 5, rules.ranks)
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
    """The places of the hands without a suit that makes a flush, and of those with one."""
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
    classes: tuple[Classes, Classes], parts: tuple[Counts, ...], fronts: Counts, backs: Counts, chosen: Chosen
) -> tuple[SuitPoints, int]:
    """The points of eights, then of sevens; only chosen hands have columns, eights first."""
    sets: list[Counts] = []
    ranks: list[Ranks] = [np.zeros((0, 13), np.uint8)]
    points: list[Counts] = [np.zeros((5, 0), np.int64)]  # set, column, front, back, sign
    columns = [0, 0]
    for number, kind in enumerate(classes):
        plain, suited = parts[2 * number], parts[2 * number + 1]
        start = 0
        for masks, others in kind.suits:
            places = suited[start : start + len(masks) * len(others)]
            without = plain[kind.places[start : start + len(places)]]
            start += len(places)
            if not (chosen[places] | chosen[without]).any():
                continue
            cells = np.indices((len(masks), len(others))).reshape(2, -1)
            cells += np.array([[sum(map(len, sets))], [sum(columns)]])
            alike = chosen[places] & chosen[without]
            alike &= (fronts[places] == fronts[without]) & (backs[places] == backs[without])
            for at, sign in ((places, 1), (without, -1)):
                differing = chosen[at] & ~alike
                of = at[differing]
                points.append(np.vstack((cells[:, differing], fronts[of], backs[of], np.full(len(of), sign))))
            sets.append((masks.astype(np.int64) << np.arange(13)).sum(1))
            ranks.append(others)
            columns[number] += len(others)
    every = np.concatenate(points, 1)
    every = every[:, np.argsort(every[0], kind="stable")]
    masks = np.concatenate([np.zeros(0, np.int64), *sets])
    return (
        SuitPoints(
            sets=masks.astype(np.int32),
            starts=np.searchsorted(every[0], np.arange(len(masks) + 1)),
            columns=every[1].astype(np.uint16),
            fronts=every[2].astype(np.uint16),
            backs=every[3].astype(np.uint16),
            signs=every[4].astype(np.int8),
            ranks=np.concatenate(ranks),
        ),
        columns[0],
    )
