"""What each decision is worth in the cells of the charts: a pair exactly, a total as the mean over its hands."""

from collections.abc import Iterator, Sequence
from typing import Final

from houseway.games.down_under_blackjack.exact.charts import KINDS, Chart, pair_row
from houseway.games.down_under_blackjack.exact.count import CELL, CELLS, HABITS, PAIRS
from houseway.games.down_under_blackjack.exact.hands import MOST, Floats
from houseway.games.down_under_blackjack.exact.play_out import NOT_ALLOWED
from houseway.games.pricing.cell_worth import CellWorth, ChartWorth
from houseway.games.pricing.strategy import Strategy

WORTH: Final = "cell_worth"  # [state]: what the count has of the cells of a chart, then of pairs
DECISIONS: Final = ("stand", "hit", "double", "split")
PLAIN, DOUBLES = DECISIONS[:2], DECISIONS[:3]  # what a total allows
SIZES: Final = ("two cards", "three cards or more")
MEAN_OF: Final = "the hands of the cell as often as the best play meets them, the next cards and those of the dealer"


def worth_array(rows: Floats) -> Floats:
    """What a strategy keeps of the figures of its states."""
    return rows[:, CELLS:HABITS]


def worth(strategy: Strategy) -> list[ChartWorth]:
    """Every chart whose columns are states."""
    if WORTH not in strategy.arrays:
        return []
    chart, values = Chart.of(strategy.arrays), strategy.arrays[WORTH]
    shown = {one.title: one for one in chart.shown()}
    places = [(chart.place_of(state), values[number]) for number, state in enumerate(chart.states)]
    return [
        ChartWorth(
            chart=title,
            mean_of=MEAN_OF,
            cells=tuple(
                cell
                for (at, column), figures in places
                if at == title
                for cell in _column([row[0] for row in one.rows], one.columns.index(column), figures)
            ),
        )
        for title, one in shown.items()
        if any(at == title for (at, _), _ in places)
    ]


def _column(rows: Sequence[str], column: int, figures: Floats) -> Iterator[CellWorth]:
    """The cells of a state."""
    cells = figures[: PAIRS - CELLS].reshape(2, MOST + 1, len(SIZES), CELL)
    pairs = {pair_row(value): row for value, row in enumerate(figures[PAIRS - CELLS :].reshape(-1, len(DECISIONS)))}
    for row, name in enumerate(rows):
        if name in pairs:
            yield CellWorth(row=row, column=column, values=_allowed(pairs[name].tolist()))
        else:
            kind, total = name.split()
            yield from _totals(row, column, cells[KINDS.index(kind), int(total)])


def _totals(row: int, column: int, by_size: Floats) -> Iterator[CellWorth]:
    """A total of two cards, which may be doubled, and of more."""
    for legal, hands, (*sums, weight) in zip((DOUBLES, PLAIN), SIZES, by_size.tolist(), strict=True):
        if weight:
            evs = {name: one / weight for name, one in zip(legal, sums, strict=False)}
            yield CellWorth(row=row, column=column, hands=hands, values=evs)


def _allowed(values: Sequence[float]) -> dict[str, float]:
    return {name: value for name, value in zip(DECISIONS, values, strict=True) if value > NOT_ALLOWED}
