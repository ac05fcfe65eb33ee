"""What each decision is worth in the cells of the charts: by the suits of the hole cards, and by kind of board."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.cards.card import RANKS
from houseway.games.game import Game
from houseway.games.premium_holdem.exact.values import AFTER_BOARD, payoffs_of
from houseway.games.premium_holdem.strategy.charts import BOARD_TITLE, classes_of
from houseway.games.premium_holdem.strategy.solve import CHECK, DEALS, PLAY_3X, charts, first_street
from houseway.games.premium_holdem.variant import Variant, variant_of
from houseway.games.pricing.cell_worth import CellWorth, ChartWorth
from houseway.games.pricing.strategy import Chart, Strategy
from houseway.games.pricing.suit_classes import dot

CELLS: Final = "cell_results"  # [what is held, kind of board, result] of the chart that stands in after the board
ALL_BOARDS: Final = "hole cards of these ranks and suits, all boards and dealer's hands, with the best play after them"
CHECKED: Final = "the hands and boards of a cell that the chart to remember checks to, and all dealer's hands"


def worth(game: Game, strategy: Strategy) -> list[ChartWorth]:
    """Before the board, then after it."""
    if CELLS not in strategy.arrays:
        return []
    variant = variant_of(game)
    openings = [
        ChartWorth(chart=chart.title, mean_of=ALL_BOARDS, cells=tuple(_openings(variant, strategy, chart)))
        for chart in charts(strategy)
    ]
    return [*openings, ChartWorth(chart=BOARD_TITLE, mean_of=CHECKED, cells=tuple(_boards(variant, strategy)))]


def _openings(variant: Variant, strategy: Strategy, chart: Chart) -> Iterator[CellWorth]:
    """A row begins with two ranks, a column is the third; suits one by one."""
    first, scale = first_street(strategy), payoffs_of(variant.pays).scale
    known = first[:, DEALS] > 0
    for row, cells in enumerate(chart.rows):
        for column in (place for place, text in enumerate(cells) if place and text):
            ranks = [RANKS.index(rank) for rank in (*cells[0], chart.columns[column])]
            for suits, classes in classes_of(sorted(ranks, reverse=True), known).items():
                sums = first[classes].sum(axis=0).tolist()
                evs = {name: Fraction(sums[at], scale * sums[DEALS]) for name, at in _PLACES.items()}
                yield CellWorth(row=row, column=column, hands=suits, values=evs)


_PLACES: Final = {"check": CHECK, "play 3x": PLAY_3X}


def _boards(variant: Variant, strategy: Strategy) -> Iterator[CellWorth]:
    payoffs = payoffs_of(variant.pays)
    for row, by_board in enumerate(np.asarray(strategy.arrays[CELLS]).tolist()):
        for column, results in enumerate(by_board, start=1):
            if deals := sum(results):
                nets = {decision: dot(results, payoffs.nets[decision]) for decision in AFTER_BOARD}
                evs = {decision: Fraction(net, payoffs.scale * deals) for decision, net in nets.items()}
                yield CellWorth(row=row, column=column, values=evs)
