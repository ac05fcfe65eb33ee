"""What is estimated of the main game and of the bonuses that ask who won it, with standard errors."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.games.analysis import MainAnalysis
from houseway.games.paytable import Pay
from houseway.games.wild_monkey_pai_gow.exact.simple import TEXTS


@dataclass(frozen=True, kw_only=True)
class EstimatedMain(MainAnalysis):
    """The main game under one strategy, by simulation; in units of the bet.

    `net`, `net_squared` and the outcomes but surrender are estimates, as exact fractions of the sums they come from;
    `wagered` and the decisions are exact. `deals` are decks shuffled, independent of each other.
    """

    rounds: int  # of a player's hand against a dealer's: 42 a deal
    standard_error: float  # of the net result, and so of the house edge
    outcome_errors: Mapping[str, float]  # standard errors of the outcomes
    independent_net: Fraction  # exact: where each side is dealt from a deck of its own

    @property
    def mean(self) -> Fraction:
        """The estimate of the expected net result."""
        return self.net

    def to_json(self) -> dict[str, Any]:
        """As a main game, with what a simulation adds."""
        shown = super().to_json()
        shown.pop("house_edge_exact", None)
        return {**shown, "method": "simulated", "standard_error": self.standard_error, "rounds": self.rounds}


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimatedLine:
    """A line of a pay table, by simulation."""

    probability: Fraction
    standard_error: float
    pays: Pay


@dataclass(frozen=True, kw_only=True)
class EstimatedWager:
    """A bonus wager under one pay table, by simulation; in units of the wager."""

    deals: int
    rounds: int
    lines: Mapping[str, EstimatedLine]
    net: Fraction
    net_squared: Fraction
    standard_error: float  # of the net result, and so of the house edge
    hit_frequency: Fraction  # of a win; a push is none

    @property
    def house_edge(self) -> Fraction:
        """Expected loss a unit."""
        return -self.net

    @property
    def standard_deviation(self) -> float:
        """Of the net result of one unit."""
        return math.sqrt(self.net_squared - self.net**2)

    def to_json(self) -> dict[str, Any]:
        """As an exact price, with what a simulation adds."""
        return {
            "method": "simulated",
            "house_edge": float(self.house_edge),
            "standard_error": self.standard_error,
            "hit_frequency": float(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "rounds": self.rounds,
            "lines": {
                name: {
                    "probability": float(line.probability),
                    "standard_error": line.standard_error,
                    "pays": line.pays.text,
                }
                for name, line in self.lines.items()
            },
        }


Wagers = dict[str, dict[str, EstimatedWager]]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A reading of the dealer's best seven: the main game, and how many of the dealer's eights are a pai gow."""

    main: EstimatedMain
    main_best_setting: EstimatedMain
    pai_gows: Mapping[str, int]  # exact

    def to_json(self) -> dict[str, Any]:
        """House edges, beside those of other readings."""
        return {
            "house_edge": float(self.main.house_edge),
            "standard_error": self.main.standard_error,
            "main_best_setting": {
                "house_edge": float(self.main_best_setting.house_edge),
                "standard_error": self.main_best_setting.standard_error,
            },
            "dealer_pai_gows": dict(self.pai_gows),
        }


@dataclass(frozen=True, kw_only=True)
class Estimated:
    """The main game set by the house way and in the best way, and the bonuses that ask who won it, for each."""

    main: EstimatedMain
    main_best_setting: EstimatedMain
    wagers: Wagers  # of players who set by the house way
    wagers_best_setting: Wagers
    best_seven: Mapping[str, Reading]
    simple: Mapping[str, EstimatedMain]

    def to_json(self) -> dict[str, Any]:
        """As docs/interface.md describes an analysis; `wagers` are those that are simulated."""
        return {
            "method": "simulated",
            "standard_error": self.main.standard_error,
            "rounds": self.main.rounds,
            "main": self.main.to_json(),
            "main_best_setting": self.main_best_setting.to_json(),
            "best_seven": {name: reading.to_json() for name, reading in self.best_seven.items()},
            "simple_strategies": {name: self._simple(name, main) for name, main in self.simple.items()},
            "wagers": {
                wager: {name: one.to_json() for name, one in tables.items()} for wager, tables in self.wagers.items()
            },
        }

    def _simple(self, name: str, main: EstimatedMain) -> dict[str, Any]:
        """A plan in words, and what it costs beside the best setting, doubled and surrendered best."""
        return {
            "text": TEXTS[name],
            "house_edge": float(main.house_edge),
            "house_edge_exact": None,
            "standard_error": main.standard_error,
            "cost": float(main.house_edge - self.main_best_setting.house_edge),
        }
