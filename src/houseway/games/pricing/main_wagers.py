"""The wagers of a main game one by one: how often each ends in each way, and what each adds to the net result."""

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from houseway.games.pricing.result_json import Result
from houseway.tabular import Json, Row

if TYPE_CHECKING:
    from houseway.games.game import Game

OPTIMAL: Final = "optimal"  # the name of a best strategy
NO_TABLE: Final = "main"  # where a wager has no pay table


class Ending(NamedTuple):
    """How many deals end a wager in one way; stake and net are in units of the first mandatory wager."""

    wager: str
    line: str
    deals: int | float  # where floats carry the sums: how often it happens in a round
    stake: Fraction | int
    net: Fraction | int


class MainLine(Result, frozen=True, kw_only=True):
    """One way in which a wager of the main game ends."""

    combinations: int | None  # None where floats carry the sums
    probability: float  # of hands that are split: how many end so in a round
    pays: str
    contribution: float  # to the net result of a round, in first wagers
    contribution_exact: Fraction | None


class MainWager(Result, frozen=True, kw_only=True):
    """A wager of the main game under a strategy, in units of the first mandatory wager."""

    table: str  # its pay table, or NO_TABLE
    house_edge: float
    house_edge_exact: Fraction | None
    hit_frequency: float  # of a win
    average_wagered: float  # over all rounds
    contribution: float
    contribution_exact: Fraction | None
    combinations: int | None
    strategy: str
    lines: Mapping[str, MainLine]


class MainWagers(Result, frozen=True, kw_only=True):
    """All wagers of a main game; their contributions add up to its expected net result."""

    wagers: Mapping[str, MainWager]

    @property
    def strategy(self) -> str:
        """How the main game is played."""
        return next(iter(self.wagers.values())).strategy

    @property
    def deals(self) -> int | None:
        """How many deals were counted."""
        return next(iter(self.wagers.values())).combinations

    @property
    def house_edge(self) -> Fraction:
        """The house edge of the main game."""
        return sum((Fraction(one.house_edge_exact or one.house_edge) for one in self.wagers.values()), Fraction(0))

    def by_table(self) -> Json:
        """The wagers by name and pay table, as they stand beside bonuses in JSON."""
        return {name: {one.table: one.to_json()} for name, one in self.wagers.items()}

    def rows(self) -> list[Row]:
        """A row for each line of each wager."""
        return [
            {"wager": wager, "line": name, **line.to_json()}
            for wager, one in self.wagers.items()
            for name, line in one.lines.items()
        ]


def main_wagers(game: "Game", strategy: str, deals: int | None, endings: Iterable[Ending]) -> MainWagers:
    """Add up how wagers end over this many equally likely deals; a wager that is not made has no ending.

    Without a number of deals, an ending has its chance in a round.
    """
    every = [one for one in endings if one.stake]
    tables = game.approval.paytables
    names = dict.fromkeys(one.wager for one in every)
    return MainWagers(
        wagers={
            name: _wager(
                [one for one in every if one.wager == name],
                deals=deals,
                table=next(iter(tables.get(name, ())), NO_TABLE),
                strategy=strategy,
            )
            for name in names
        },
    )


def _wager(endings: list[Ending], *, deals: int | None, table: str, strategy: str) -> MainWager:
    names = dict.fromkeys(one.line for one in endings)
    lines = {name: _line([one for one in endings if one.line == name], deals) for name in names}
    nets = [Fraction(one.net) * Fraction(one.deals) for one in endings]
    net = sum(nets, Fraction(0)) / (deals or 1)
    staked = sum((Fraction(one.deals) * one.stake for one in endings), Fraction(0)) / (deals or 1)
    return MainWager(
        table=table,
        house_edge=float(-net),
        house_edge_exact=-net if deals else None,
        hit_frequency=math.fsum(one.deals / (deals or 1) for one in endings if one.net > 0),
        average_wagered=float(staked),
        contribution=float(net),
        contribution_exact=net if deals else None,
        combinations=deals,
        strategy=strategy,
        lines=lines,
    )


def _line(endings: list[Ending], deals: int | None) -> MainLine:
    count = sum((Fraction(one.deals) for one in endings), Fraction(0))
    net = sum((Fraction(one.deals) * one.net for one in endings), Fraction(0)) / (deals or 1)
    return MainLine(
        combinations=int(count) if deals else None,
        probability=float(count / (deals or 1)),
        pays=_pays(Fraction(endings[0].net) / endings[0].stake),
        contribution=float(net),
        contribution_exact=net if deals else None,
    )


def _pays(times: Fraction) -> str:
    """What a wager wins for each unit of its stake, in words."""
    if times > 0:
        return f"{times.numerator} to {times.denominator}"
    return "push" if times == 0 else "lose" if times == -1 else f"lose {-times}"
