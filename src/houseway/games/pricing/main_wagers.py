"""The wagers of a main game one by one: how often each ends in which way, and what each adds to the net result."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from houseway.games.pricing.result_json import Result
from houseway.tabular import Row

OPTIMAL: Final = "optimal"  # the name of a best strategy


class Ending(NamedTuple):
    """How many deals end a wager in one way; stake and net are in units of the first mandatory wager."""

    wager: str
    line: str
    deals: int
    stake: Fraction | int
    net: Fraction | int


class MainLine(Result, frozen=True, kw_only=True):
    """One way in which a wager of the main game ends."""

    deals: int
    probability: float
    contribution: float  # to the net result of a round, in first wagers
    contribution_exact: Fraction


class MainWager(Result, frozen=True, kw_only=True):
    """A wager of the main game under its best strategy."""

    average_wagered: float  # in first wagers, over all rounds
    contribution: float
    contribution_exact: Fraction
    lines: Mapping[str, MainLine]


class MainWagers(Result, frozen=True, kw_only=True):
    """All wagers of a main game; their contributions add up to its expected net result."""

    strategy: str
    deals: int
    wagers: Mapping[str, MainWager]

    @property
    def house_edge(self) -> Fraction:
        """That of the main game."""
        return -sum((one.contribution_exact for one in self.wagers.values()), Fraction(0))

    def rows(self) -> list[Row]:
        """A row for each line of each wager."""
        return [
            {"wager": wager, "line": name, **line.to_json()}
            for wager, one in self.wagers.items()
            for name, line in one.lines.items()
        ]


def main_wagers(strategy: str, deals: int, endings: Iterable[Ending]) -> MainWagers:
    """Add up how wagers end over this many equally likely deals; a wager that is not made does not end."""
    every = list(endings)
    names = dict.fromkeys(one.wager for one in every)
    return MainWagers(
        strategy=strategy,
        deals=deals,
        wagers={name: _wager(deals, [one for one in every if one.wager == name]) for name in names},
    )


def _wager(deals: int, endings: list[Ending]) -> MainWager:
    lines = {}
    for name in dict.fromkeys(one.line for one in endings):
        come = [one for one in endings if one.line == name]
        net = sum((one.deals * Fraction(one.net) for one in come), Fraction(0)) / deals
        count = sum(one.deals for one in come)
        lines[name] = MainLine(deals=count, probability=count / deals, contribution=float(net), contribution_exact=net)
    total = sum((line.contribution_exact for line in lines.values()), Fraction(0))
    staked = sum((one.deals * Fraction(one.stake) for one in endings), Fraction(0)) / deals
    return MainWager(average_wagered=float(staked), contribution=float(total), contribution_exact=total, lines=lines)
