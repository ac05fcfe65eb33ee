"""The charts of a game's best play, what decisions are worth in their cells, and where a hand stands among them.

The coach's processes do all of this. Drawing the charts of a game takes up to three seconds, so they are drawn once for
each choice of rules. Nothing is solved here: a strategy that is not solved yet has no charts.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from houseway.games.game import Game
from houseway.games.parts import StrategyPart
from houseway.games.pricing.strategy import Chart, ChartMark, Strategy, mark_places, strategy_options
from houseway.games.round.positions import Record
from houseway.web.coach import advisor
from houseway.web.coach.advisor import Options, StudyText
from houseway.web.coach.coach import Coach
from houseway.web.coach.remembered import Remembered

MOST_CHARTS: Final = 200  # of which the server remembers the charts: rules that were asked for last


class ChartTable(msgspec.Struct, frozen=True, kw_only=True):
    """A chart. `labels` columns name a row; `decisions` has the meaning, in words, of a cell or of its beginning."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    legend: str
    labels: int
    decisions: dict[str, str]


class CellValues(msgspec.Struct, frozen=True, kw_only=True):
    """What each decision is worth to the hands of a cell, or to one kind of them, in first wagers."""

    row: int
    column: int
    hands: str  # which of the cell's hands; empty for all of them
    values: dict[str, float]


class ChartWorth(msgspec.Struct, frozen=True, kw_only=True):
    """The cells of a chart, and over what their values are means; no cells where the chart has no values."""

    title: str
    mean_of: str
    cells: list[CellValues]


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """The cell of a hand: its chart, row and column; no row if the chart does not list the hand."""

    chart: int
    row: int | None
    column: int


class _Drawn(NamedTuple):
    part: StrategyPart
    strategy: Strategy
    charts: list[Chart]


def _key(game: Game, study: StudyText) -> tuple[str, Options, StudyText]:
    """A game or a study, and those of its options that its best play depends on."""
    return game.name, tuple(strategy_options(game).items()), study


# ---- the work of a process


@lru_cache(maxsize=16)
def _drawn(name: str, options: Options, study: StudyText) -> _Drawn:
    game = advisor.played_game(name, options, study)
    part = game.kit.require(game.kit.strategy, "strategy")
    strategy = advisor.solved_strategy(name, options, study)
    return _Drawn(part, strategy, part.table_charts(strategy))


def draw_charts(name: str, options: Options, study: StudyText = "") -> list[ChartTable] | None:
    """The charts of a game or a study; none while its strategy is not solved."""
    try:
        charts = _drawn(name, options, study).charts
    except advisor.NotSolved:
        return None
    return [
        ChartTable(
            title=chart.title,
            columns=list(chart.columns),
            rows=[list(row) for row in chart.rows],
            legend=chart.legend,
            labels=chart.labels,
            decisions=dict(chart.decisions),
        )
        for chart in charts
    ]


def price_cells(name: str, options: Options, study: StudyText = "") -> list[ChartWorth] | None:
    """What each decision is worth in the cells of these charts; none while the strategy is not solved."""
    try:
        drawn = _drawn(name, options, study)
    except advisor.NotSolved:
        return None
    priced = {one.chart: one for one in drawn.part.worth(advisor.played_game(name, options, study), drawn.strategy)}
    return [
        ChartWorth(
            title=chart.title,
            mean_of=one.mean_of if (one := priced.get(chart.title)) else "",
            cells=[
                CellValues(
                    row=cell.row,
                    column=cell.column,
                    hands=cell.hands,
                    values={decision: float(value) for decision, value in cell.values.items()},
                )
                for cell in (one.cells if one else ())
            ],
        )
        for chart in drawn.charts
    ]


def mark_hand(record: Record, study: StudyText = "") -> list[ChartMark]:
    """Where the hand of the seat in turn stands, by what this seat sees; nowhere while nothing is solved."""
    seen = advisor.seen_round(record, study)
    game = seen.now.game
    try:
        drawn = _drawn(*_key(game, study))
    except advisor.NotSolved:
        return []
    return mark_places(drawn.charts, drawn.part.places(drawn.strategy, seen))


# ---- for the server


class Charts:
    """The charts that were drawn, and the values of their cells, by game and options."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self._drawn = Remembered(coach, draw_charts, most=MOST_CHARTS)
        self._priced = Remembered(coach, price_cells, most=MOST_CHARTS)

    def holds(self, game: Game, study: StudyText = "") -> bool:
        """Whether the charts of a game or a study were drawn before."""
        return self._drawn.holds(*_key(game, study))

    async def draw(self, game: Game, study: StudyText = "") -> list[ChartTable] | None:
        """The charts of a game or a study; none while its strategy is not solved."""
        return await self._drawn.find(*_key(game, study))

    async def price(self, game: Game, study: StudyText = "") -> list[ChartWorth] | None:
        """What each decision is worth in the cells of these charts; none while the strategy is not solved."""
        return await self._priced.find(*_key(game, study))

    async def mark(self, position: Record, study: StudyText = "") -> list[Mark]:
        """Where the hand of the seat in turn stands."""
        marks = await self._coach.in_process(mark_hand, position, study) or []
        return [Mark(chart=mark.chart, row=mark.row, column=mark.column) for mark in marks]
