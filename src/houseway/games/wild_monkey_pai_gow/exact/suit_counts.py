"""How flushes change the number of dealer's hands that a setting beats, suit by suit.

A dealer's hand with five or more cards of a suit may be set otherwise than by its ranks alone. The number of such hands
depends on the player's cards of that suit, which the dealer cannot have, and on the ranks of the player's other cards,
of which the other suits have fewer left. So a player's hand is looked at four times, once for each suit, as a *view*:
the ranks in that suit, and the ranks of the other cards. There are 2.2 million views.

For one set of ranks, all points of dealers whose suit avoids the set go into a table of fronts by columns (the ranks of
a dealer's other cards), in order of their backs. A setting queries the table as soon as it holds all lower backs. The
weight of a column is the number of ways to take its cards from those that the player leaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import COUNTS
from houseway.games.pricing.analysis import Runner, Shard
from houseway.games.wild_monkey_pai_gow.exact.class_index import (
    FOUR_SUITS,
    SPREAD,
    THREE_SUITS,
    place_of_ranks,
    ways_to_hold,
)
from houseway.games.wild_monkey_pai_gow.exact.dealer_points import Points, SuitPoints
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import Ranks, multisets
from houseway.games.wild_monkey_pai_gow.exact.rank_counts import ANSWERS, BOTH, HIGH, LOW, ways_to_take
from houseway.games.wild_monkey_pai_gow.exact.settings import CARDS, Settings
from houseway.games.wild_monkey_pai_gow.exact.suit_views import Index, has_flushes, measure_views, ranks_of, view_of
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Weights = npt.NDArray[np.int16]

SHARDS: Final = 6  # of the sets of one size
BLOCK: Final = 8  # fronts that are added up within a block, and block by block


@counter
def weigh_columns(columns: Ranks, others: Ranks) -> Weights:
    """By ranks of a player's other cards: in how many ways three suits can give the cards of each column."""
    weights = np.zeros((len(others), len(columns)), np.int16)
    for row in range(len(others)):
        for column in range(len(columns)):
            ways = 1
            for rank in range(13):
                if columns[column, rank]:
                    ways *= ways_to_take(3 - others[row, rank], columns[column, rank])
            weights[row, column] = ways
    return weights


@counter
def sort_points(points: SuitPoints, ranks: int, starts: Counts, sorted_points: Numbers) -> None:
    """Sort the numbers of the points whose suit avoids a set by their backs.

    Afterwards `starts` says where the points of each back begin.
    """
    starts[:] = 0
    for filling in range(2):
        for one in range(len(points.sets)):
            if points.sets[one] & ranks:
                continue
            for point in range(points.starts[one], points.starts[one + 1]):
                back = int(points.backs[point])
                if filling:
                    sorted_points[starts[back + 1]] = point
                starts[back + 2 - filling] += 1
        for back in range(0 if filling else len(starts) - 1):
            starts[back + 1] += starts[back]


@counter
def add_point(points: SuitPoints, point: int, blocks: Weights, inner: Weights) -> None:
    """Add a point to the table: to all later blocks of fronts, and to the later fronts of its own block."""
    front, column, sign = int(points.fronts[point]), points.columns[point], points.signs[point]
    for block in range(front // BLOCK + 1, len(blocks)):
        blocks[block, column] += sign
    for later in range(front + 1, BLOCK * (front // BLOCK + 1)):
        inner[later, column] += sign


@counter
def weighed(weights: Weights, counts: Weights, columns: int) -> int:
    """The weighted sum of the first counts; it fits 32 bits, because a suit has only 13 million such hands."""
    total = np.int32(0)
    for column in range(columns):
        total = np.int32(total + np.int32(weights[column]) * np.int32(counts[column]))
    return int(total)


@counter
def weighed_below(weights: Weights, blocks: Weights, inner: Weights, front: int, columns: int) -> int:
    """The weighted number of points with a front lower than this one."""
    total = weighed(weights, blocks[front // BLOCK], columns)
    if front % BLOCK:
        total += weighed(weights, inner[front], columns)
    return total


class Queries(NamedTuple):
    """The queries of settings to the table of one set, in the order of their backs."""

    starts: Counts  # by back
    fronts: Numbers
    rows: Numbers  # of the weights
    columns: Numbers  # that count: against a player with the joker the dealer has none
    answers: Counts  # where the answer goes


class View(NamedTuple):
    """The other cards of the views of one size of sets, with or without the joker."""

    joker: int
    spreads: Counts  # their ranks, three bits each
    first_row: int  # of their weights
    columns: int  # that count: against a player with the joker the dealer has none


@counter
def list_queries(
    index: Index, ranks: int, view: View, fronts: Numbers, backs: Numbers, first: Counts, queries: Queries, filling: int
) -> None:
    """Count the queries of all views of a set, or fill them in."""
    flushes = has_flushes(COUNTS[ranks], view.joker)
    for row in range(len(view.spreads)):
        spread = view.spreads[row]
        hand = ranks_of(index, SPREAD[ranks] + spread, view.joker)
        settings = index.first[hand + 1] - index.first[hand] if flushes else index.plain[hand]
        answer = first[view_of(index, ranks, spread, view.joker)]
        for setting in range(index.first[hand], index.first[hand] + settings):
            if filling:
                place = queries.starts[backs[setting] + 1]
                queries.fronts[place], queries.rows[place] = fronts[setting], view.first_row + row
                queries.columns[place], queries.answers[place] = view.columns, answer
                answer += 1
            queries.starts[backs[setting] + 2 - filling] += 1


@counter
def ask_for(
    index: Index, ranks: int, views: tuple[View, View], fronts: Numbers, backs: Numbers, first: Counts, starts: Counts
) -> Queries:
    """List all queries of a set, sorted."""
    starts[:] = 0
    empty = np.zeros(0, np.int32)
    nothing = Queries(starts, empty, empty, empty, np.zeros(0, np.int64))
    for view in views:
        list_queries(index, ranks, view, fronts, backs, first, nothing, 0)
    for back in range(1, len(starts)):
        starts[back] += starts[back - 1]
    asked = starts[-1]
    queries = Queries(
        starts,
        np.empty(asked, np.int32),
        np.empty(asked, np.int32),
        np.empty(asked, np.int32),
        np.empty(asked, np.int64),
    )
    for view in views:
        list_queries(index, ranks, view, fronts, backs, first, queries, 1)
    return queries


@counter
def count_by_suits(
    sets: Counts,
    base: int,
    total: int,
    index: Index,
    views: tuple[View, View],
    weights: Weights,
    fronts: Numbers,
    backs: Numbers,
    first: Counts,
    points: SuitPoints,
    sizes: tuple[int, int],
    every: int,
) -> Numbers:
    """Count, by view and setting of some sets of one size, what flushes add to the hands beaten high, low and both.

    The answers of a view begin at its `first`, less `base`. `sizes` are the numbers of the dealer's fronts and backs.
    Without `every`, only hands beaten both high and low are counted.
    """
    beaten = np.zeros((total, ANSWERS), np.int32)
    columns = len(points.ranks)
    blocks = np.zeros((sizes[0] // BLOCK + 2, columns), np.int16)
    inner = np.zeros((BLOCK * len(blocks), columns), np.int16)
    sorted_points = np.zeros(len(points.backs), np.int32)
    starts, query_starts = np.zeros(sizes[1] + 3, np.int64), np.zeros(sizes[1] + 3, np.int64)
    for place in range(len(sets)):
        sort_points(points, sets[place], starts, sorted_points)
        queries = ask_for(index, sets[place], views, fronts, backs, first, query_starts)
        blocks[:], inner[:] = 0, 0
        added = 0
        for back in range(sizes[1] + 1):
            while added < starts[back]:
                add_point(points, sorted_points[added], blocks, inner)
                added += 1
            for query in range(queries.starts[back], queries.starts[back + 1]):
                answer, width = queries.answers[query] - base, queries.columns[query]
                row = weights[queries.rows[query]]
                if every:
                    beaten[answer, HIGH] = weighed(row, blocks[-1], width)
                beaten[answer, BOTH] = weighed_below(row, blocks, inner, queries.fronts[query], width)
        while every and added < starts[-1]:
            add_point(points, sorted_points[added], blocks, inner)
            added += 1
        for query in range(len(queries.rows) if every else 0):
            answer, width = queries.answers[query] - base, queries.columns[query]
            row = weights[queries.rows[query]]
            beaten[answer, LOW] = weighed_below(row, blocks, inner, queries.fronts[query], width)
    return beaten


def _spreads(rows: Ranks) -> Counts:
    """Ranks with three bits each."""
    return np.asarray((rows.astype(np.int64) << 3 * np.arange(13)).sum(1))


@counter
def places_of(spreads: Counts, cards: int, most: int) -> Counts:
    """The places of ranks among all ranks of `cards` cards."""
    places = np.zeros(len(spreads), np.int64)
    for row in range(len(spreads)):
        places[row] = place_of_ranks(spreads[row], cards, most)
    return places


def _numbers(rows: Ranks, cards: int, most: int, limit: int, run: Runner) -> Numbers:
    """By place among all ranks of `cards` cards, the number of the row with these ranks, or -1 for none."""
    numbers = np.full(ways_to_hold(cards, limit), -1, np.int32)
    numbers[run(places_of, [(_spreads(rows), cards, most)])] = np.arange(len(rows))
    return numbers


@dataclass(frozen=True, kw_only=True)
class Views:
    """All views of a deck's hands, and the places of the answers for their settings."""

    index: Index
    sets: Sequence[Counts]  # by size
    others: Sequence[Ranks]  # by number of cards
    first: Counts  # by view: where its settings begin

    @classmethod
    def of(cls, ranks: tuple[int, ...], settings: Settings, run: Runner) -> "Views":
        """The views of all hands with listed settings."""
        sets = [np.sort(_set_masks(multisets(size, 1, ranks))) for size in range(min(CARDS, len(ranks)) + 1)]
        others = [multisets(cards, 3, ranks) for cards in range(CARDS + 1)]
        numbers = np.full(1 << 13, -1, np.int32)
        for some in sets:
            numbers[some] = np.arange(len(some))
        places = [_numbers(rows, cards, THREE_SUITS, 3, run) for cards, rows in enumerate(others)]
        hands = [_numbers(settings.rows[joker], CARDS - joker, FOUR_SUITS, 4, run) for joker in (0, 1)]
        hands[1] = np.where(hands[1] >= 0, hands[1] + len(settings.rows[0]), -1).astype(np.int32)
        set_counts = np.array([len(some) for some in sets])
        other_counts = np.array([len(rows) for rows in others])
        views = [
            len(some) * (other_counts[CARDS - size] + (other_counts[CARDS - size - 1] if size < CARDS else 0))
            for size, some in enumerate(sets)
        ]
        index = Index(
            sets=numbers,
            others=np.concatenate(places),
            other_starts=np.cumsum([0, *map(len, places)]),
            other_counts=other_counts,
            hands=np.concatenate(hands),
            joker_start=len(hands[0]),
            set_counts=set_counts,
            view_starts=np.cumsum([0, *views]),
            first=settings.first,
            plain=settings.plain,
        )
        measured = [
            run(measure_views, [(index, some, _spreads(others[CARDS - size - joker]), joker)]).ravel()
            for size, some in enumerate(sets)
            for joker in (0, 1)
            if size + joker <= CARDS
        ]
        return cls(index=index, sets=sets, others=others, first=np.cumsum([0, *np.concatenate(measured)]))

    def beaten(self, settings: Settings, points: Points, run: Runner, *, every: bool) -> Numbers:
        """By view and setting, what flushes add to the hands beaten high, low and both, or only to both."""
        fronts = np.searchsorted(points.fronts, settings.fronts).astype(np.int32)
        backs = np.searchsorted(points.backs, settings.backs).astype(np.int32)
        columns = points.by_suits.ranks
        weights = [np.asarray(run(weigh_columns, [(columns, rows)])) for rows in self.others]
        parts = []
        for size, some in enumerate(self.sets):
            natural, joker = CARDS - size, CARDS - size - 1
            beside = self.others[joker] if size < CARDS else self.others[0][:0]
            rows = np.vstack([weights[natural], weights[joker] if size < CARDS else weights[0][:0]])
            views = (
                View(0, _spreads(self.others[natural]), 0, len(columns)),
                View(1, _spreads(beside), len(self.others[natural]), points.eight_columns),
            )
            start, stop = (int(self.first[view]) for view in self.index.view_starts[size : size + 2])
            sizes = len(points.fronts), len(points.backs)
            common = (views, rows, fronts, backs, self.first, points.by_suits, sizes, int(every))
            bounds = sorted({len(some) * part // SHARDS for part in range(SHARDS + 1)})
            shards: list[Shard] = [
                (some[one:two], start, stop - start, self.index, *common) for one, two in pairwise(bounds)
            ]
            parts.append(run(count_by_suits, shards))
        return np.concatenate(parts)


def _set_masks(rows: Ranks) -> Counts:
    return np.asarray((rows.astype(np.int64) << np.arange(13)).sum(1))
