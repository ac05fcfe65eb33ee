"""How wagers of two seats vary together, counted over all deals, if they depend on own cards or on few cards.

What a cell wins has up to three parts: the net, a share of a meter and `$` prizes. Each part of each wager is a column.
The expected product of every two columns is kept, so that a covariance follows for any meter and any prize.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.result_json import Result
from houseway.games.pricing.two_hands import CARDS, PairSums
from houseway.games.simulation.simulation import Cell, Counts

PARTS: Final[Mapping[str, Callable[[Cell], Fraction]]] = {
    "net": lambda cell: cell.net,
    "share": lambda cell: cell.share,
    "prizes": lambda cell: Fraction(cell.prizes),
}

Rows = Mapping[str, Sequence[Cell]]
Weights = Mapping[str, Fraction]  # by part: what one of it is worth in wagers


class SeatProducts(Result, frozen=True, kw_only=True):
    """The expected products of what two seats of one table win; the expectations are those of either seat."""

    columns: list[tuple[str, str]]  # a wager and a part of what it wins
    means: list[Fraction]
    products: list[list[Fraction]]

    def covers(self, *wagers: str) -> bool:
        """Whether all of these wagers are counted."""
        return set(wagers) <= {wager for wager, _ in self.columns}

    def covariance(self, one: tuple[str, Weights], other: tuple[str, Weights]) -> Fraction:
        """The covariance of a wager of one seat and a wager of another, each with the values of its parts."""
        total = Fraction(0)
        for first, weight in self._weighed(*one):
            for second, more in self._weighed(*other):
                apart = self.means[first] * self.means[second]
                total += weight * more * (self.products[first][second] - apart)
        return total

    def _weighed(self, wager: str, weights: Weights) -> list[tuple[int, Fraction]]:
        return [(place, weights[part]) for place, (name, part) in enumerate(self.columns) if name == wager]


@dataclass(frozen=True, kw_only=True)
class OwnCells:
    """All hands of seven, alike ones once, and the cells of the wagers that depend on them alone."""

    masks: Counts
    weights: Counts
    cells: Mapping[str, Counts]  # by wager, and hand
    deck: int  # cards


def columns_of(rows: Rows) -> list[tuple[str, str]]:
    """The columns: each part of what each wager can win."""
    return [(name, part) for name, row in rows.items() for part, of in PARTS.items() if any(map(of, row))]


def products_of_hands(rows: Rows, hands: OwnCells, run: Runner) -> SeatProducts:
    """The products over all pairs of hands that share no card; a loss, the end of most hands, is counted as zero."""
    columns = columns_of(rows)
    lowest, scales, values = [], [], []
    for wager, part in columns:
        won = [PARTS[part](cell) for cell in rows[wager]]
        lowest.append(min(won))
        scales.append(math.lcm(*(one.denominator for one in won)))
        whole = np.array([int(scales[-1] * (one - lowest[-1])) for one in won], np.int64)
        values.append(whole[hands.cells[wager]])
    pairs = PairSums(hands.masks, hands.weights, np.stack(values, 1), run)
    every = int(hands.weights.sum())
    more = [
        Fraction(int((hands.weights * value).sum()), scale * every) for value, scale in zip(values, scales, strict=True)
    ]
    deals, places = every * math.comb(hands.deck - CARDS, CARDS), range(len(columns))

    def product(one: int, other: int) -> Fraction:
        both = Fraction(pairs.of(min(one, other), max(one, other)), scales[one] * scales[other] * deals)
        return both + lowest[one] * more[other] + lowest[other] * more[one] + lowest[one] * lowest[other]

    return SeatProducts(
        columns=columns,
        means=[low + one for low, one in zip(lowest, more, strict=True)],
        products=_symmetric([[product(one, other) for other in places if other >= one] for one in places]),
    )


def products_of_counts(rows: Rows, counts: Mapping[tuple[str, str], Counts]) -> SeatProducts:
    """The products from how many deals end the wagers of two seats in each pair of cells."""
    columns = columns_of(rows)
    won = [[PARTS[part](cell) for cell in rows[wager]] for wager, part in columns]

    def product(one: int, other: int) -> Fraction:
        return _mean(counts[columns[one][0], columns[other][0]], lambda a, b: won[one][a] * won[other][b])

    def mean(place: int) -> Fraction:
        return _mean(counts[columns[place][0], columns[place][0]], lambda a, _: won[place][a])

    places = range(len(columns))
    return SeatProducts(
        columns=columns,
        means=[mean(place) for place in places],
        products=_symmetric([[product(one, other) for other in places if other >= one] for one in places]),
    )


def _mean(table: Counts, worth: Callable[[int, int], Fraction]) -> Fraction:
    """What two cells are worth, on average over the deals that are counted by them."""
    cells = ((one, other, int(table[one, other])) for one, other in np.argwhere(table).tolist())
    return sum((count * worth(one, other) for one, other, count in cells), Fraction(0)) / int(table.sum())


def _symmetric(upper: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """The whole symmetric table from its upper half."""
    places = range(len(upper))
    return [[upper[min(one, other)][abs(one - other)] for other in places] for one in places]
