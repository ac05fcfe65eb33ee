"""An analysis as a typed result with the names of its JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


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


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """What `houseway analyze` answers."""

    game: str
    options: Mapping[str, str]
    method: str
    main: MainResult
    wagers: Mapping[str, Mapping[str, WagerResult]]
    data: Mapping[str, Any]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Analysis":
        """Read the JSON of an analysis."""
        return cls(
            game=data["game"],
            options=data["options"],
            method=data["method"],
            main=_main(data["main"]),
            wagers={w: {n: _wager(one) for n, one in tables.items()} for w, tables in data["wagers"].items()},
            data=data,
        )

    def to_json(self) -> dict[str, Any]:
        """As INTERFACE describes it."""
        return dict(self.data)


def _exact(data: Mapping[str, Any]) -> Fraction | None:
    text = data.get("house_edge_exact")
    return Fraction(text) if text else None


def _main(data: Mapping[str, Any]) -> MainResult:
    return MainResult(
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
