"""What a game offers under its options: the paid lines of every wager, and how often each line comes.

The lab counts exactly how often each line comes, and `houseway line-counts` stores the counts beside each game in
`line_counts.json`. So a house can post odds and compare jackpots without counting anything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from houseway.games.game import Game
from houseway.games.letter.approval import Wager
from houseway.games.letter.paytable import Pay, PayTable
from houseway.money import Cents

COUNTS_FILE: Final = "line_counts.json"
_OF_THE_HOUSE: Final = ("share", "prize")


class CountRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How often the lines of some pay tables come, under certain choices of the operator."""

    wager: str
    options: Mapping[str, str]
    tables: Sequence[str]
    combinations: int
    hits: int
    lines: Mapping[str, int]
    note: str = ""
    strategy: str = ""  # of the main game, where what is paid depends on it


class LineCounts(msgspec.Struct, frozen=True, kw_only=True):
    """The content of one game's file."""

    made_by: str
    game: str
    counts: Sequence[CountRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedLine:
    """A line of a pay table: what it pays, and in how many of the equally likely hands it is paid."""

    name: str
    pay: Pay
    envy: Cents = 0
    prize: str = ""  # the key of a `$` prize
    count: int | None = None  # None where it depends on how the main game is played

    def chance(self, combinations: int) -> Fraction | None:
        """The chance that a hand is paid this line."""
        return None if self.count is None else Fraction(self.count, combinations)


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A wager with the pay table that the options choose."""

    wager: Wager
    table: str
    rule: str
    lines: tuple[OfferedLine, ...]
    combinations: int = 0  # 0 where nothing is counted
    hits: int = 0  # hands that win anything
    note: str = ""  # what else is needed to win, where the counts are of the cards alone

    @property
    def prizes(self) -> tuple[str, ...]:
        """The keys of the `$` prizes that the house has to set."""
        return tuple(line.prize for line in self.lines if line.prize)

    @property
    def shares(self) -> tuple[OfferedLine, ...]:
        """The lines that pay a percentage of the jackpot."""
        return tuple(line for line in self.lines if line.pay.kind == "share")


def offers(game: Game) -> tuple[Offer, ...]:
    """All wagers with a pay table that the game offers, in the letter's order."""
    wagers = [wager for name, wager in game.approval.wagers.items() if name in game.offered]
    return tuple(offer(game, wager) for wager in wagers if (wager.paytable or wager.name) in game.approval.paytables)


def offer(game: Game, wager: Wager) -> Offer:
    """One wager as the options choose it."""
    table = game.paytable(wager.name, wager.paytable_option)
    lines = _lines(table)
    if wager.alternate and game.is_on(wager.alternate):
        instead = _alternate(game, wager, table)
        special = [line for line in _lines(instead) if line.pay.kind in _OF_THE_HOUSE]
        lines = [*special, *(line for line in lines if line.pay.kind not in _OF_THE_HOUSE)]
    counted = counted_lines(game, wager.name, table.name)
    if counted is None:
        return Offer(wager=wager, table=table.name, rule=table.rule, lines=tuple(lines))
    return Offer(
        wager=wager,
        table=table.name,
        rule=table.rule,
        lines=tuple(_with_count(line, counted.lines[line.name]) for line in lines),
        combinations=counted.combinations,
        hits=counted.hits,
        note=counted.note,
    )


def _lines(table: PayTable) -> list[OfferedLine]:
    return [
        OfferedLine(
            name=table.lines[line],
            pay=pay,
            envy=table.envy.get(table.lines[line], 0),
            prize=table.prize if pay.kind == "prize" else "",
        )
        for line in table.printed
        if (pay := table.pay(line))
    ]


def _alternate(game: Game, wager: Wager, table: PayTable) -> PayTable:
    """The alternate table for a family of tables: `3` is the alternate of 3a to 3d."""
    tables = game.approval.paytables[wager.alternate]
    return next(instead for family, instead in tables.items() if table.name.startswith(family))


def _with_count(line: OfferedLine, count: int) -> OfferedLine:
    return OfferedLine(name=line.name, pay=line.pay, envy=line.envy, prize=line.prize, count=count)


def counted_lines(game: Game, wager: str, table: str) -> CountRow | None:
    """The counts for the options; rules and tables that differ from the letter's have none."""
    if game.differs_from_letter:
        return None
    for row in _counts(game.kit.folder):
        chosen = all(game.options[name] == value for name, value in row.options.items())
        if row.wager == wager and chosen and table in row.tables:
            return row
    return None


@cache
def _counts(folder: Path) -> Sequence[CountRow]:
    path = folder / COUNTS_FILE
    return msgspec.json.decode(path.read_bytes(), type=LineCounts).counts if path.exists() else ()
