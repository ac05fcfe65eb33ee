"""An analysis as a typed result with the names of its JSON: the answer of a game, which is cached and printed.

A game with more figures makes a subclass with its own fields; a field that is a `MainResult` is the main game under
another strategy or rule.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Final, Never

from msgspec import field
from msgspec.structs import replace

from houseway.errors import InvalidInput, did_you_mean
from houseway.games.pricing.decision_worth import DecisionWorth, Edge, exact
from houseway.games.pricing.main_wagers import MainWagers
from houseway.games.pricing.result_json import Result
from houseway.games.pricing.wager_result import WagerResult
from houseway.money import Cents
from houseway.tabular import Json, Row, Tabular, TypedAnswer

if TYPE_CHECKING:
    from houseway.games.pricing.strategy import Chart

_MAIN_COLUMNS: Final = (
    "house_edge",
    "house_edge_exact",
    "standard_error",
    "element_of_risk",
    "average_wagered",
    "standard_deviation",
)
_MAIN_WAGER_COLUMNS: Final = (
    "house_edge",
    "house_edge_exact",
    "average_wagered",
    "hit_frequency",
    "combinations",
    "strategy",
)
_WAGER_COLUMNS: Final = (
    "house_edge",
    "house_edge_exact",
    "standard_error",
    "hit_frequency",
    "standard_deviation",
    "combinations",
    "fixed_edge",
    "printed_edge",
    "edge_with_prize",
    "edge_at_meter",
    "edge_with_meter_and_prize",
    "basis",
    "no_action",
    "strategy",
    "note",
)


class MainResult(Result, frozen=True, kw_only=True):
    """The main game under one strategy, in units of the first mandatory wager."""

    per: str  # the first mandatory wager
    house_edge: float
    house_edge_exact: Fraction | None  # None where floats carry the sums
    standard_error: float | None = None  # of a house edge that is simulated
    element_of_risk: float
    average_wagered: float
    standard_deviation: float
    deals: int | None = None
    decisions: Mapping[str, float]
    outcomes: Mapping[str, float]

    def session(self, rounds: int, wager: float) -> tuple[float, float]:
        """The mean cost of this many rounds with a first wager of this size, and its standard deviation."""
        return rounds * wager * self.house_edge, math.sqrt(rounds) * wager * self.standard_deviation


class SimpleStrategy(Result, frozen=True, kw_only=True):
    """A strategy that a person can remember, and its cost compared with the best one."""

    text: str
    raise_from_by_overcards: Sequence[str] = field(
        default_factory=list
    )  # of thresholds: the weakest hand that is raised
    house_edge: float
    house_edge_exact: Fraction | None
    standard_error: float | None = None  # of a house edge that is simulated
    cost: float
    cost_exact: Fraction | None = None

    @classmethod
    def of(cls, text: str, edge: Edge, best: Edge, *, raise_from: Iterable[str] = ()) -> "SimpleStrategy":
        """The strategy with these words; its cost is its house edge less that of the best strategy."""
        return cls(
            text=text,
            raise_from_by_overcards=list(raise_from),
            house_edge=float(edge),
            house_edge_exact=exact(edge),
            cost=float(edge - best),
        )


class RulesEdge(Result, frozen=True, kw_only=True):
    """The house edge of the main game under one choice of rules."""

    rules: Mapping[str, str]
    house_edge: float

    def to_json(self) -> Json:
        """The edge as a row of `table_of_edges`."""
        return {**self.rules, "house_edge": self.house_edge}


def _empty() -> dict[str, Never]:
    """A default that JSON does not leave out."""
    return {}


class LineTable(TypedAnswer, frozen=True, kw_only=True):
    """Every line of every pay table as a table of its own."""

    of: str
    marks: Mapping[str, str]
    table: tuple[Row, ...]

    def own_rows(self) -> list[Row]:
        """A row for each line."""
        return [dict(row) for row in self.table]

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.of!r}: {len(self.table)} lines"


class Analysis(Tabular, Result, frozen=True, kw_only=True):
    """The answer of `houseway analyze`. A game gives the method, the main game and its own figures."""

    KIND: ClassVar[str] = "Analysis"
    TITLES: ClassVar[Mapping[str, str]] = {"main": "optimal play"}  # of the main games, by field
    LAST: ClassVar[tuple[str, ...]] = ("simple_strategies", "decision_worth", "wagers")  # in the order of the JSON

    game: str = ""
    study: str = ""  # the name of a study that is not approved
    status: str = ""  # unless it is approved
    options: Mapping[str, str] = field(default_factory=_empty)  # those that are not the default
    method: str
    main: MainResult
    simple_strategies: Mapping[str, SimpleStrategy] = field(default_factory=_empty)
    decision_worth: DecisionWorth | None = None
    wagers: Mapping[str, Mapping[str, WagerResult]] = field(default_factory=_empty)  # by pay table
    main_wagers: MainWagers | None = None  # those of the main game, line by line; in the JSON they stand among `wagers`
    shipped: bool = False  # whether it came with houseway; not a part of the JSON

    def tables(self, *, charts: bool = False) -> "list[Chart]":
        """Everything besides prices, as tables for people, with charts of decisions if asked for."""
        return []

    @property
    def main_games(self) -> dict[str, MainResult]:
        """The main game under each strategy or rule that was counted, by the name of its field."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: one for name, one in fields.items() if isinstance(one, MainResult)}

    @property
    def best_play(self) -> str:
        """The name of the main game that costs are measured from: the best of those that were counted."""
        return min(self.main_games, key=lambda name: self.main_games[name].house_edge)

    @property
    def marks(self) -> dict[str, str]:
        """The marks of a study; none where a letter approves the game."""
        return {name: mark for name, mark in (("study", self.study), ("status", self.status)) if mark}

    def to_json(self) -> Json:
        """The answer that docs/interface.md describes."""
        shown = super().to_json()
        shown.pop("shipped", None)
        shown.pop("main_wagers", None)
        if self.main_wagers is not None:
            shown["wagers"] = self.main_wagers.by_table() | shown["wagers"]
        last = {name: shown.pop(name) for name in self.LAST if name in shown}
        return shown | last

    def in_short(self) -> str:
        """For its repr."""
        return f"{self.game!r}: house edge {100 * self.main.house_edge:.4f}%"

    def own_rows(self) -> list[Row]:
        """A row for each strategy of the main game, each of its wagers, and each pay table of each bonus."""
        rows = []
        for name, main in self.main_games.items():
            figures = main.to_json()
            columns = {key: figures.get(key) for key in _MAIN_COLUMNS}
            rows.append({"wager": name, "table": "", **columns, "return": 1 - main.house_edge})
        for wager, one in self.main_wagers.wagers.items() if self.main_wagers else ():
            figures = one.to_json()
            columns = {key: figures[key] for key in _MAIN_WAGER_COLUMNS}
            rows.append({"wager": wager, "table": one.table, **columns})
        for wager, tables in self.wagers.items():
            for name, price in tables.items():
                figures = price.to_json()
                columns = {key: figures[key] for key in _WAGER_COLUMNS if key in figures}
                rows.append(
                    {"wager": wager, "table": name, **columns, "return": 1 - price.house_edge, **price.other_edges}
                )
        return rows

    def lines(self) -> "LineTable":
        """A tidy table: a row for each line of each wager of the main game, and of each pay table of each bonus."""
        main = self.main_wagers.wagers if self.main_wagers else {}
        tables = [(wager, one.table, one.lines) for wager, one in main.items()]
        bonuses = [(wager, name, one.lines) for wager, prices in self.wagers.items() for name, one in prices.items()]
        rows = [
            {"game": self.game, "wager": wager, "table": name, "line": line, "place": place, **counted.to_json()}
            for wager, name, lines in (*tables, *bonuses)
            for place, (line, counted) in enumerate(lines.items(), start=1)
        ]
        return LineTable(of=self.game, marks=self.marks, table=tuple(rows))

    def at_meter(self, meter: Cents) -> "Analysis":
        """The same analysis, with the edge of every $1 jackpot wager at a meter."""
        if not any(one.meter_weight is not None for one in self.every_wager()):
            raise InvalidInput("no wager that is priced here wins a share of a meter", field="meter")
        return self.with_each_wager(lambda one: one.at_meter(meter))

    def with_prizes(self, prizes: Mapping[str, Fraction]) -> "Analysis":
        """The same analysis, with the edge of every jackpot wager whose `$` prize is given, without a meter."""
        known = sorted({one.prize for tables in self.wagers.values() for one in tables.values() if one.prize})
        for name in prizes:
            if name not in known:
                raise InvalidInput(f"is not one of {', '.join(known) or 'none'}", field=f"prize {name}")
        return self.with_each_wager(lambda one: one.with_prizes(prizes))

    def with_envy(self, wager: Cents) -> "Analysis":
        """The same analysis, with the edge of every wager that earns envy beside 0 to 5 others."""
        if not self.earns_envy:
            raise InvalidInput("no wager that is priced here earns envy", field="envy-wager")
        return self.with_each_wager(lambda one: one.with_envy(wager))

    @property
    def earns_envy(self) -> bool:
        """Whether some wager earns envy for others."""
        return any(one.envy_per_player_exact is not None for one in self.every_wager())

    def every_wager(self) -> Iterator[WagerResult]:
        """Every wager under every pay table."""
        return (one for tables in self.wagers.values() for one in tables.values())

    def only(self, wager: str) -> "Analysis":
        """The same analysis with only one bonus wager."""
        if wager not in self.wagers:
            known = [*(self.main_wagers.wagers if self.main_wagers else ()), *self.wagers]
            raise InvalidInput(f"{wager!r} is not one of {', '.join(known)}{did_you_mean(wager, known)}", field="wager")
        return replace(self, wagers={wager: self.wagers[wager]})

    def with_each_wager(self, change: Callable[[WagerResult], WagerResult]) -> "Analysis":
        """The same analysis, with a change to every wager under every pay table."""
        wagers = {wager: {name: change(one) for name, one in tables.items()} for wager, tables in self.wagers.items()}
        return replace(self, wagers=wagers)
