"""The exact price of a wager: how often each line comes, what it pays, and what the house keeps."""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from houseway.games.letter.paytable import Pay, PayTable
from houseway.games.pricing.moments import Moments
from houseway.games.pricing.wager_result import FIXED_PAYS_ONLY, LineResult, Together, WagerResult

# What the meter returns, by the printed house advantages of the progressive tables.
PRINTED_METER_RETURN: Final = Fraction(21, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a pay table, counted."""

    combinations: int
    pays: Pay


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many combinations win these lines; a loss has no line."""

    combinations: int
    lines: tuple[tuple[str, Pay], ...] = ()

    @property
    def net(self) -> Fraction:
        """The net result of one unit, without shares of the meter and prizes of the house."""
        if any(pay.kind == "push" for _, pay in self.lines):
            return Fraction(0)
        to = [pay.times for _, pay in self.lines if pay.kind == "to"]
        if to:
            return sum(to, Fraction(0))
        return sum((pay.times for _, pay in self.lines if pay.kind == "for"), Fraction(0)) - 1

    @property
    def share(self) -> Fraction:
        """The part of the meter that is won."""
        return sum((pay.times for _, pay in self.lines if pay.kind == "share"), Fraction(0))

    @property
    def prizes(self) -> int:
        """How many `$` prizes are won."""
        return sum(pay.kind == "prize" for _, pay in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Envy:
    """What other players win for the lines of a wager, in dollars."""

    per_player: Fraction  # expected, a round
    least_wager: Fraction  # that earns it


@dataclass(frozen=True, kw_only=True)
class WagerPrice:
    """A wager under one pay table, exact."""

    combinations: int
    lines: Mapping[str, Line]
    net: Fraction
    net_squared: Fraction
    hit_frequency: Fraction  # of a win; a push is none
    is_printed: bool = False  # whether the letter prints its edge with what the meter returns
    envy: Envy | None = None
    moments: Moments | None = None  # where it wins shares of a meter or `$` prizes
    no_action: Fraction | None = None  # where the operator takes some hands out of action: how often that happens
    strategy: str = ""  # that of the main game, where the price depends on it
    edges_by_strategy: Mapping[str, Fraction] | None = None  # beside other strategies too
    together: Together | None = None

    @property
    def house_edge(self) -> Fraction:
        """The expected loss per unit; for a jackpot wager that of its fixed pays alone."""
        return -self.net

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result of one unit."""
        return math.sqrt(self.net_squared - self.net**2)

    @property
    def shares(self) -> dict[str, Line]:
        """The lines that pay a percentage of the meter."""
        return {name: line for name, line in self.lines.items() if line.pays.kind == "share"}

    @property
    def meter_weight(self) -> Fraction:
        """The expected part of the meter that one wager wins."""
        return sum(
            (line.pays.times * Fraction(line.combinations, self.combinations) for line in self.shares.values()),
            Fraction(0),
        )

    @property
    def break_even_meter(self) -> Fraction | None:
        """The meter, in wagers, at which the house edge is 0, without `$` prizes; None if no share ever comes."""
        return self.house_edge / self.meter_weight if self.meter_weight else None

    def edge_at(self, meter: Fraction) -> Fraction:
        """The house edge with a meter of this many wagers."""
        return self.house_edge - meter * self.meter_weight

    def result(self) -> WagerResult:
        """The price in the form of an analysis."""
        return self._with_action(self._with_envy(self._with_meter(self._counted())))

    def _counted(self) -> WagerResult:
        return WagerResult(
            house_edge=float(self.house_edge),
            house_edge_exact=self.house_edge,
            hit_frequency=float(self.hit_frequency),
            standard_deviation=self.standard_deviation,
            combinations=self.combinations,
            lines={
                name: LineResult(
                    combinations=line.combinations,
                    probability=line.combinations / self.combinations,
                    pays=line.pays.text,
                )
                for name, line in self.lines.items()
            },
        )

    def _with_meter(self, shown: WagerResult) -> WagerResult:
        if not self.shares:
            return shown
        return replace(
            shown,
            moments=self.moments,
            basis=FIXED_PAYS_ONLY,
            fixed_edge=float(self.house_edge),
            printed_edge=float(self.house_edge - PRINTED_METER_RETURN) if self.is_printed else None,
            break_even_meter=None if self.break_even_meter is None else float(self.break_even_meter),
            meter_weight=self.meter_weight,
            odds={
                name: f"1 in {self.combinations / line.combinations:,.1f}" if line.combinations else "never"
                for name, line in self.shares.items()
            },
        )

    def _with_action(self, shown: WagerResult) -> WagerResult:
        edges = self.edges_by_strategy or {}
        return replace(
            shown,
            no_action=None if self.no_action is None else float(self.no_action),
            strategy=self.strategy,
            house_edge_by_strategy={strategy: float(edge) for strategy, edge in edges.items()},
            house_edge_by_strategy_exact=edges,
            together=self.together,
        )

    def _with_envy(self, shown: WagerResult) -> WagerResult:
        if self.envy is None:
            return shown
        return replace(
            shown,
            envy_per_player=float(self.envy.per_player),
            envy_per_player_exact=self.envy.per_player,
            envy_from=float(self.envy.least_wager),
            envy_from_exact=self.envy.least_wager,
        )


def price(
    outcomes: Iterable[Outcome], lines: Mapping[str, Pay], *, is_printed: bool = False, envy: Envy | None = None
) -> WagerPrice:
    """Price a wager from all its outcomes; `lines` are the lines of its pay table, in printed order."""
    counted = dict.fromkeys(lines, 0)
    total = hits = 0
    net = net_squared = Fraction(0)
    every = list(outcomes)
    for outcome in every:
        total += outcome.combinations
        for name, _ in outcome.lines:
            counted[name] += outcome.combinations
        if any(pay.kind != "push" for _, pay in outcome.lines):
            hits += outcome.combinations
        net += outcome.combinations * outcome.net
        net_squared += outcome.combinations * outcome.net**2
    return WagerPrice(
        combinations=total,
        lines={name: Line(combinations=counted[name], pays=pay) for name, pay in lines.items()},
        net=net / total,
        net_squared=net_squared / total,
        hit_frequency=Fraction(hits, total),
        is_printed=is_printed,
        envy=envy,
        moments=moments_of(every) if any(pay.kind in ("share", "prize") for pay in lines.values()) else None,
    )


def moments_of(outcomes: Sequence[Outcome]) -> Moments:
    """The moments of a wager that wins shares or prizes, from all its outcomes."""
    total = sum(outcome.combinations for outcome in outcomes)
    parts = {"net": [one.net for one in outcomes], "share": [one.share for one in outcomes]}
    parts["prize"] = [Fraction(one.prizes) for one in outcomes]
    weights = [Fraction(one.combinations, total) for one in outcomes]
    means = {name: _mean(weights, values) for name, values in parts.items()}
    for one, other in itertools.combinations_with_replacement(parts, 2):
        products = [first * second for first, second in zip(parts[one], parts[other], strict=True)]
        means[f"{one}_{other}"] = _mean(weights, products)
    return Moments(**means)


def _mean(weights: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    return sum((weight * value for weight, value in zip(weights, values, strict=True)), Fraction(0))


Prices = dict[str, dict[str, WagerPrice]]


def lines_of(table: PayTable) -> dict[str, Pay]:
    """The lines of a pay table in printed order."""
    return {table.lines[line]: pay for line in table.printed if (pay := table.pay(line))}


def by_line(table: PayTable, counts: Mapping[int, int], envy: Envy | None = None) -> WagerPrice:
    """Price a wager of which at most one line is paid; `counts` is by line number, with -1 for none."""
    outcomes = []
    for line, combinations in counts.items():
        pay = table.pay(line)
        outcomes.append(Outcome(combinations, ((table.lines[line], pay),) if pay else ()))
    return price(outcomes, lines_of(table), envy=envy)


def by_tables(tables: Mapping[str, PayTable], counts: Mapping[int, int]) -> dict[str, WagerPrice]:
    """Price such a wager under every pay table."""
    return {name: by_line(table, counts) for name, table in tables.items()}


def gathered(numbered: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Counts added up by line, without lines that never come."""
    counts: dict[int, int] = {}
    for line, combinations in numbered:
        if combinations:
            counts[line] = counts.get(line, 0) + combinations
    return counts


def last_is_none(counts: Iterable[int]) -> dict[int, int]:
    """Counts by line, from an array whose last place counts the hands without a line."""
    *lines, none = map(int, counts)
    return {-1: none, **dict(enumerate(lines))}
