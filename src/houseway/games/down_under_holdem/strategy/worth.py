"""What each decision is worth in the cells of the charts: exactly for every kind of hole cards, as a mean after it."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS
from houseway.games.down_under_holdem.exact.main_game import payoffs_of
from houseway.games.down_under_holdem.strategy.flop_chart import SHOWN, TITLE
from houseway.games.down_under_holdem.strategy.solve import opening_title
from houseway.games.down_under_holdem.variant import Variant, variant_of
from houseway.games.game import Game
from houseway.games.pricing.cell_worth import CellWorth, ChartWorth
from houseway.games.pricing.strategy import Strategy
from houseway.games.pricing.suit_classes import dot

CELLS = "cell_results"  # the array of a strategy that `exact.flop_cells` counts
EVERY_DEAL = "all boards and dealer's hands with these lights, with the best play after the flop"
CHECKED = "the hands and flops of a cell that the best play checks to, all turns, rivers and dealer's hands"


def worth(game: Game, strategy: Strategy) -> list[ChartWorth]:
    """The openings by pair of lights, then the flop."""
    if CELLS not in strategy.arrays:
        return []
    variant = variant_of(game)
    openings = [
        ChartWorth(chart=opening_title(lights), mean_of=EVERY_DEAL, cells=tuple(_openings(variant, strategy, lit)))
        for lit, lights in enumerate(LIGHT_PAIRS)
        if strategy.arrays["deals"][:, lit].any()
    ]
    return [*openings, ChartWorth(chart=TITLE, mean_of=CHECKED, cells=tuple(_flop(variant, strategy)))]


def _openings(variant: Variant, strategy: Strategy, lit: int) -> Iterator[CellWorth]:
    """Rows and columns from the ace down; the first column names the row."""
    scale = int(strategy.arrays["scale"])
    deals, values = strategy.arrays["deals"][:, lit].tolist(), strategy.arrays["worth"][:, lit].tolist()
    for row, high in enumerate(range(12, -1, -1)):
        for column, low in enumerate(range(12, -1, -1), start=1):
            hole = 13 * high + low
            if deals[hole]:
                every = zip(variant.openings, values[hole], strict=True)
                evs = {word: Fraction(one, deals[hole] * scale) for word, one in every}
                yield CellWorth(row=row, column=column, values=evs)


def _flop(variant: Variant, strategy: Strategy) -> Iterator[CellWorth]:
    """Two columns name a row; rows of lights that no hand checks against are not on the chart."""
    payoffs, row = payoffs_of(variant), 0
    for table in strategy.arrays[CELLS].tolist():
        for by_kind in table:
            if not any(map(any, by_kind)):
                continue
            for column, kind in enumerate(SHOWN, start=2):
                if deals := sum(by_kind[kind]):
                    nets = {decision: dot(by_kind[kind], payoffs.nets[decision]) for decision in variant.after_flop}
                    evs = {decision: Fraction(net, payoffs.scale * deals) for decision, net in nets.items()}
                    yield CellWorth(row=row, column=column, values=evs)
            row += 1
