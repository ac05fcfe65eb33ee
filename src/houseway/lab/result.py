"""An analysis as a typed result with the names of its JSON."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from houseway.errors import InvalidInput, did_you_mean
from houseway.lab.tabular import Tabular
from houseway.money import Cents, format_money

_MAIN_COLUMNS: Final = (
    "house_edge",
    "house_edge_exact",
    "standard_error",
    "element_of_risk",
    "average_wagered",
    "standard_deviation",
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
    "note",
)
MOST_OTHERS: Final = 5  # beside a player, at a full table of six


@dataclass(frozen=True, slots=True, kw_only=True)
class LineResult:
    """A line of a pay table, counted."""

    combinations: int | None  # None where it is simulated
    probability: float
    pays: str


@dataclass(frozen=True, kw_only=True)
class WagerResult:
    """A wager under one pay table."""

    house_edge: float
    house_edge_exact: Fraction | None
    hit_frequency: float
    standard_deviation: float
    combinations: int | None
    lines: Mapping[str, LineResult]
    data: Mapping[str, Any]  # everything the JSON says of it

    def edge_at(self, meter: Fraction) -> Fraction | None:
        """The exact house edge with a meter of this many wagers; None for a wager that wins no share of a meter."""
        if self.house_edge_exact is None or "meter_weight" not in self.data:
            return None
        return self.house_edge_exact - meter * Fraction(self.data["meter_weight"])

    def edge_with(self, prizes: Mapping[str, Fraction]) -> Fraction | None:
        """The exact house edge of the fixed pays and a `$` prize of so many wagers; None where it is not given."""
        prize = prizes.get(self.data.get("prize", ""))
        if prize is None or self.house_edge_exact is None or not self.combinations:
            return None
        wins = sum(line.combinations or 0 for line in self.lines.values() if line.pays == "$")
        return self.house_edge_exact - prize * Fraction(wins, self.combinations)

    def edges_by_others(self, wager: Cents) -> list[Fraction] | None:
        """The exact house edge of a wager of this size beside 0 to 5 others who may win envy for it; None without envy.

        A wager below the least that earns envy is paid none.
        """
        if self.house_edge_exact is None or "envy_per_player_exact" not in self.data:
            return None
        earns = wager >= 100 * Fraction(self.data["envy_from_exact"])
        envy = Fraction(self.data["envy_per_player_exact"]) * 100 / wager if earns else Fraction(0)
        return [self.house_edge_exact - others * envy for others in range(MOST_OTHERS + 1)]


@dataclass(frozen=True, kw_only=True)
class MainResult:
    """The main game under one strategy."""

    per: str
    house_edge: float
    house_edge_exact: Fraction | None
    element_of_risk: float
    average_wagered: float
    standard_deviation: float
    decisions: Mapping[str, float]
    outcomes: Mapping[str, float]
    data: Mapping[str, Any]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "MainResult":
        """Read the JSON of a main game."""
        return cls(
            per=data["per"],
            house_edge=data["house_edge"],
            house_edge_exact=_exact(data),
            element_of_risk=data["element_of_risk"],
            average_wagered=data["average_wagered"],
            standard_deviation=data["standard_deviation"],
            decisions=data["decisions"],
            outcomes=data["outcomes"],
            data=data,
        )

    def session(self, rounds: int, wager: float) -> tuple[float, float]:
        """What so many rounds cost on average, and one standard deviation of it, with a first wager of this size."""
        return rounds * wager * self.house_edge, math.sqrt(rounds) * wager * self.standard_deviation


@dataclass(frozen=True, kw_only=True, repr=False)
class Analysis(Tabular):
    """What `houseway analyze` answers."""

    game: str
    options: Mapping[str, str]
    method: str
    main: MainResult
    wagers: Mapping[str, Mapping[str, WagerResult]]
    data: Mapping[str, Any]
    shipped: bool = False  # whether it came with houseway

    @classmethod
    def from_json(cls, data: Mapping[str, Any], *, shipped: bool = False) -> "Analysis":
        """Read the JSON of an analysis."""
        return cls(
            shipped=shipped,
            game=data["game"],
            options=data["options"],
            method=data["method"],
            main=MainResult.from_json(data["main"]),
            wagers={w: {n: _wager(one) for n, one in tables.items()} for w, tables in data["wagers"].items()},
            data=data,
        )

    def to_json(self) -> dict[str, Any]:
        """As docs/interface.md describes it."""
        return dict(self.data)

    def __repr__(self) -> str:
        marked = f", {self.data['status']}" if "status" in self.data else ""
        return f"Analysis({self.game!r}{marked}: house edge {100 * self.main.house_edge:.4f}%)"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each strategy of the main game, and for each pay table of each bonus."""
        names = ("main", *(name for name in self.data if name.startswith("main_")))
        rows = [
            {
                "wager": name,
                "table": "",
                **{key: self.data[name].get(key) for key in _MAIN_COLUMNS},
                "return": 1 - self.data[name]["house_edge"],
            }
            for name in names
        ]
        for wager, tables in self.wagers.items():
            for name, one in tables.items():
                figures = {key: one.data.get(key) for key in _WAGER_COLUMNS if key in one.data}
                rows.append({"wager": wager, "table": name, **figures, "return": 1 - one.house_edge})
        return rows

    def at_meter(self, meter: Cents) -> "Analysis":
        """The same with the edge of every $1 jackpot wager at a meter."""

        def add(price: WagerResult) -> dict[str, Any]:
            edge = price.edge_at(Fraction(meter, 100))
            if edge is None:
                return {}
            return {"meter": format_money(meter), "edge_at_meter": float(edge), "edge_at_meter_exact": str(edge)}

        return self._with(add)

    def with_prizes(self, prizes: Mapping[str, Fraction]) -> "Analysis":
        """The same with the edge of every jackpot wager whose `$` prize is given, in wagers; the meter left out."""
        prices = [one for tables in self.wagers.values() for one in tables.values()]
        known = sorted({one.data["prize"] for one in prices if "prize" in one.data})
        for name in prizes:
            if name not in known:
                raise InvalidInput(f"is not one of {', '.join(known) or 'none'}", field=f"--prize {name}")

        def add(price: WagerResult) -> dict[str, Any]:
            edge = price.edge_with(prizes)
            return {} if edge is None else {"edge_with_prize": float(edge), "edge_with_prize_exact": str(edge)}

        return self._with(add)

    def with_envy(self, wager: Cents) -> "Analysis":
        """The same with the edge of every wager that earns envy, beside 0 to 5 others."""

        def add(price: WagerResult) -> dict[str, Any]:
            edges = price.edges_by_others(wager)
            if edges is None:
                return {}
            return {
                "envy_wager": format_money(wager),
                "house_edge_by_others": [float(edge) for edge in edges],
                "house_edge_by_others_exact": [str(edge) for edge in edges],
            }

        return self._with(add)

    def only(self, wager: str) -> "Analysis":
        """The same with one bonus wager."""
        if wager not in self.wagers:
            near = did_you_mean(wager, self.wagers)
            raise InvalidInput(f"{wager!r} is not one of {', '.join(self.wagers)}{near}", field="--wager")
        return Analysis.from_json({**self.data, "wagers": {wager: self.data["wagers"][wager]}}, shipped=self.shipped)

    def _with(self, add: "Callable[[WagerResult], dict[str, Any]]") -> "Analysis":
        wagers = {
            wager: {name: {**price.data, **add(price)} for name, price in tables.items()}
            for wager, tables in self.wagers.items()
        }
        return Analysis.from_json({**self.data, "wagers": wagers}, shipped=self.shipped)


def _exact(data: Mapping[str, Any]) -> Fraction | None:
    text = data.get("house_edge_exact")
    return Fraction(text) if text else None


def _wager(data: Mapping[str, Any]) -> WagerResult:
    return WagerResult(
        house_edge=data["house_edge"],
        house_edge_exact=_exact(data),
        hit_frequency=data["hit_frequency"],
        standard_deviation=data["standard_deviation"],
        combinations=data.get("combinations"),
        lines={
            name: LineResult(combinations=line.get("combinations"), probability=line["probability"], pays=line["pays"])
            for name, line in data["lines"].items()
        },
        data=data,
    )
