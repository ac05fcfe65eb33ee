"""The day's reports: drop and win of each table, and the master games report with its progressive adjustment.

A gaming day starts at an hour of the house's choice. The win of a table is drop + closing chips - opening chips
- fills + credits. What wagers contributed to progressive jackpots is the players' money and no part of gross receipts;
what the jackpots gave back to pay their awards is none either: the adjustment is the day's change of
`table/N/progressive` (WAC 230-15-671).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Final, TypeVar

import msgspec

from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, HouseEvent, JackpotEvent, TableEvent, TrayEvent
from houseway.house.log.ledger import Units, format_units
from houseway.house.log.log import Log
from houseway.house.log.names import TablePot, table_account, table_name, table_pot, table_stream
from houseway.house.people.gaming_day import GamingDay, read_calendar
from houseway.house.records.day_matters import DayMatter, matters_of_day
from houseway.house.records.guests import GuestDay, guests_of_day
from houseway.house.records.heads import HouseKey, SignedHeads, sign_heads
from houseway.house.sheets.links import outside_games
from houseway.house.tables.enabled import is_practice
from houseway.house.tables.payloads import Opened
from houseway.money import format_money

K = TypeVar("K")

_BLOCK: Final = 1000  # events
_FEEDING: Final = frozenset({JackpotEvent.CONTRIBUTED, JackpotEvent.REVERSED})
_POTS: Final = (TablePot.CHIPS, TablePot.DROP, TablePot.PROGRESSIVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDay:
    """A table's gaming day, in units of 1e-8 dollar."""

    table: str
    opening: Units = 0
    closing: Units = 0
    drop: Units = 0
    fills: Units = 0
    credits: Units = 0
    progressive: Units = 0
    corrections: Units = 0  # of settled rounds; closing and win include them
    shorts: Units = 0  # what the tray paid beyond what it held, documented by two persons

    @property
    def win(self) -> Units:
        """Drop + closing chips - opening chips - fills + credits."""
        return self.drop + self.closing - self.opening - self.fills + self.credits

    @property
    def hold(self) -> Fraction | None:
        """Win over drop."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def gross_receipts(self) -> Units:
        """The win without what belongs to the players of progressive jackpots."""
        return self.win + self.progressive

    def to_struct(self, *, game: str = "") -> "DayRow":
        """As `houseway audit day --json` prints it: the row of a table, or of a game."""
        names = ["opening", "closing", "drop", "fills", "credits", "win", "progressive", "gross_receipts"]
        names += [name for name in ("corrections", "shorts") if getattr(self, name)]
        hold = f"{format_money(round(self.hold * 10_000))}%" if self.hold is not None else None
        amounts = {name: format_units(getattr(self, name)) for name in names}
        return DayRow(table="" if game else self.table, game=game, hold=hold, **amounts)


class DayRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The gaming day of a table, of a game or of all games, in dollars; corrections and shorts where there were any."""

    table: str = ""
    game: str = ""
    opening: str
    closing: str
    drop: str
    fills: str
    credits: str
    win: str
    progressive: str
    gross_receipts: str
    corrections: str = ""
    shorts: str = ""
    hold: str | None


class DayReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A gaming day: drop, win and gross receipts by table, the master games report, guests, and what needs a look."""

    day: str
    practice: bool
    tables: list[DayRow]
    games: list[DayRow]  # the last row is that of all
    heads: SignedHeads | None = None  # where the log stood, for a report that is filed
    guests: list[GuestDay]
    matters: list[DayMatter] = msgspec.field(default_factory=list)  # drawers, voids, corrections, holds, awards, ...


def report_day(log: Log, day: date | None = None, *, key: HouseKey | None = None) -> DayReport:
    """The report of a gaming day, by default today's; signed where a key is given."""
    asked = day or read_calendar(log).of(log.clock())
    games, practice = master_games_report(log, asked), is_practice(log)
    return DayReport(
        day=str(asked),
        practice=practice,
        tables=[table.to_struct() for table in day_report(log, asked)],
        games=games.rows(),
        heads=sign_heads(log, key) if key else None,
        guests=[] if practice else guests_of_day(log, asked),
        matters=matters_of_day(log, asked),
    )


def day_report(log: Log, day: date, chosen: GamingDay | None = None) -> list[TableDay]:
    """Drop and win of every table on a gaming day, in order of names."""
    with log.consistent_view() as view:
        return _between(view, *(chosen or read_calendar(view)).bounds(day))


def _between(log: Log, start: str, end: str) -> list[TableDay]:
    """Drop and win of every table from one moment until another."""
    opening: dict[str, Units] = {}
    moved: dict[tuple[str, str], Units] = {}
    for stream in log.streams():
        first, last = log.number_before(stream, start), log.number_before(stream, end)
        _add(opening, log.totals(stream, first).items())
        _add(moved, log.sums(stream, first + 1, last).items())
    pots = [table_pot(account) for account in [*opening, *(account for _, account in moved)]]
    tables = {table for table, pot in pots if pot in _POTS}
    return [_table_day(table, opening, moved) for table in sorted(tables, key=_in_order)]


def _table_day(table: str, opening: Mapping[str, Units], moved: Mapping[tuple[str, str], Units]) -> TableDay:
    chips, box, fed = (table_account(table, pot) for pot in _POTS)
    change = sum(amount for (_, account), amount in moved.items() if account == chips)
    # the cage pays the awards of a game outside, and they are no receipts of it
    kinds = _FEEDING if table in outside_games() else {kind for kind, _ in moved}
    progressive = sum(amount for (kind, account), amount in moved.items() if account == fed and kind in kinds)
    return TableDay(
        table=table,
        opening=opening.get(chips, 0),
        closing=opening.get(chips, 0) + change,
        drop=moved.get((HouseEvent.BUY_IN, box), 0),
        fills=moved.get((HouseEvent.FILL, chips), 0),
        credits=-moved.get((HouseEvent.CREDIT, chips), 0),
        progressive=progressive,
        corrections=moved.get((CorrectionEvent.ROUND, chips), 0),
        shorts=-moved.get((TrayEvent.SHORT, chips), 0),
    )


def _add(sums: dict[K, Units], more: Iterable[tuple[K, Units]]) -> None:
    for key, amount in more:
        sums[key] = sums.get(key, 0) + amount


def _in_order(table: str) -> tuple[int, str]:
    return (int(table), "") if table.isdigit() else (10**9, table)


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterGamesReport:
    """All tables of a gaming day by game, each game's sum, and the sum of all."""

    day: date
    games: Mapping[str, TableDay]
    total: TableDay

    def rows(self) -> list[DayRow]:
        """A row for each game, and one for all."""
        return [sums.to_struct(game=game) for game, sums in {**self.games, "all": self.total}.items()]


def master_games_report(log: Log, day: date, chosen: GamingDay | None = None) -> MasterGamesReport:
    """The day by games, as each table was opened then; a table that changed its game has a part in both."""
    games: dict[str, TableDay] = {}
    total = TableDay(table="all")
    with log.consistent_view() as view:
        start, end = (chosen or read_calendar(view)).bounds(day)
        for table in _between(view, start, end):
            total = _sum(total, table)
            for game, part in _by_game(view, table, start, end):
                games[game] = _sum(games.get(game, TableDay(table=game)), part)
    return MasterGamesReport(day=day, games=dict(sorted(games.items())), total=total)


def _by_game(log: Log, table: TableDay, start: str, end: str) -> Iterator[tuple[str, TableDay]]:
    """A table's day in parts, one for each game that it was opened with; a closed table counts for its last game."""
    changes = _games_dealt(log, table_stream(table.table), start, end)
    if len(changes) == 1:
        yield changes[0][1], table
        return
    ends = [*(since for since, _ in changes[1:]), end]
    for (since, game), until in zip(changes, ends, strict=True):
        yield game, next(one for one in _between(log, since, until) if one.table == table.table)


def _games_dealt(log: Log, stream: str, start: str, end: str) -> list[tuple[str, str]]:
    """The games that a table dealt, each with the time from which it did; the first counts from the start."""
    first, last = log.number_before(stream, start), log.number_before(stream, end)
    newest = log.last(stream, TableEvent.OPENED)
    if newest is None or newest.number <= first:
        return [(start, _game(newest) if newest else _game_outside(stream))]
    before = _opened_before(log, stream, first)
    games = [(start, _game(before))] if before else []
    for event in log.read(stream, first + 1, last):
        if event.kind == TableEvent.OPENED and (not games or games[-1][1] != _game(event)):
            games.append((event.at if games else start, _game(event)))
    return games or [(start, "unknown")]


def _game_outside(stream: str) -> str:
    """The game of a stream on which no table was ever opened: one outside houseway has its own name."""
    name = table_name(stream)
    return name if name in outside_games() else "unknown"


def _opened_before(log: Log, stream: str, number: int) -> Event | None:
    """The last opening of a table among its events up to a number, searched backwards."""
    for stop in range(number, 0, -_BLOCK):
        events = [
            event for event in log.read(stream, max(1, stop - _BLOCK + 1), stop) if event.kind == TableEvent.OPENED
        ]
        if events:
            return events[-1]
    return None


def _game(opened: Event) -> str:
    return str(opened.read(Opened).rules["game"])


def _sum(one: TableDay, other: TableDay) -> TableDay:
    names = ("opening", "closing", "drop", "fills", "credits", "progressive", "corrections", "shorts")
    return replace(one, **{name: getattr(one, name) + getattr(other, name) for name in names})
