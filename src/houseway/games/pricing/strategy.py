"""A strategy: its decisions, in arrays that a kernel looks up, and the rules that it belongs to."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from houseway.errors import InvalidInput
from houseway.games.game import UNNAMED, Game
from houseway.games.pricing.result import MainResult
from houseway.games.resolved_rules import main_differs_from_letter, main_digest

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

FORMAT: Final = 3  # 3: what decisions are worth in the cells of charts


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A strategy, or a part of it, as a table for people."""

    title: str
    columns: tuple[str, ...]  # the first one names the rows
    rows: tuple[tuple[str, ...], ...]
    legend: str = ""  # what its cells mean
    labels: int = 1  # columns that name a row
    decisions: Mapping[str, str] = field(default_factory=dict)  # by how a cell begins, in words: "Dh" is "double, or …"


class ChartPlace(NamedTuple):
    """Where a hand stands in the charts: the cells that its row begins with, and its column."""

    chart: str  # its title
    row: tuple[str, ...]
    column: str


class ChartMark(NamedTuple):
    """The place of a hand in the charts by numbers; no row if the chart does not list the hand."""

    chart: int
    row: int | None
    column: int


def mark_places(charts: Sequence[Chart], places: Iterable[ChartPlace]) -> list[ChartMark]:
    """The marks of those places that these charts have."""
    titles = [chart.title for chart in charts]
    return [_mark(titles.index(place.chart), charts, place) for place in places if place.chart in titles]


def _mark(number: int, charts: Sequence[Chart], place: ChartPlace) -> ChartMark:
    chart = charts[number]
    row = next((at for at, cells in enumerate(chart.rows) if cells[: len(place.row)] == place.row), None)
    return ChartMark(number, row, chart.columns.index(place.column))


def percent(share: float) -> str:
    """A share or an edge as a percentage, to four places."""
    return f"{100 * share:.4f}%"


LEVEL: Final = "95%"
NORMAL_95: Final = 1.959963984540054  # the two-sided quantile of the normal distribution


def plus_minus(error: float | None) -> str:
    """` ± 0.0123% (95%)` from the standard error of a share, always with its level; empty for no error."""
    return f" ± {percent(NORMAL_95 * error)} ({LEVEL})" if error else ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Strategy:
    """How to play a main game; `arrays` are what its game's kernels and advice look up."""

    game: str
    name: str  # `optimal`, or another that the game's `solve` knows
    rules: str  # digest of the rules that it belongs to
    options: Mapping[str, str]  # the operator's choices among these rules
    figures: MainResult  # as `analyze` gives them for a main game
    arrays: "Mapping[str, Array]"
    study: str = ""  # the name of a designer's study whose main game it plays: not approved
    format: int = field(default=FORMAT)

    def check(self, game: Game) -> None:
        """Refuse another game, or other rules than those the strategy was made for."""
        if self.game != game.name:
            raise InvalidInput(f"is a strategy for {self.game}, not for {game.name}", field="strategy")
        if self.rules != rules_digest(game):
            chosen = ", ".join(f"{name} {value}" for name, value in self.options.items()) or "other rules"
            raise InvalidInput(f"belongs to another rule set ({chosen})", field="strategy")


def strategy_options(game: Game) -> dict[str, str]:
    """The operator's choices that change the best play of the main game."""
    return {name: game.options[name] for name in game.kit.strategy_options}


def rules_digest(game: Game) -> str:
    """The digest that a strategy belongs to: the resolved rules of the main game, and the version of their code."""
    files = game.kit.strategy.files if game.kit.strategy else ()
    code = b"".join((game.kit.folder / name).read_bytes() for name in files)
    return hashlib.sha256(code + f"{FORMAT} {main_digest(game)}".encode()).hexdigest()[:32]


def study_of(game: Game) -> str:
    """The name of the study whose main game a strategy plays; empty if the main game is the letter's."""
    return game.study_name or UNNAMED if main_differs_from_letter(game) else ""


def new_strategy(game: Game, name: str, figures: MainResult, arrays: "Mapping[str, Array]") -> Strategy:
    """A strategy for a game, with its figures."""
    return Strategy(
        game=game.name,
        name=name,
        rules=rules_digest(game),
        options=strategy_options(game),
        figures=figures,
        arrays=arrays,
        study=study_of(game),
    )
