"""How many seat-rounds a second one process settles at live tables, all the way: wagers, deal, decisions, settlement.

A hundred full tables of house players, all five games, jackpots linked where the letters allow it. Every wager and
every decision is checked, is an event of its own, and is acknowledged after the commit that it shares with all that
wait at that moment: the wagers of a table come at once, its decisions one after the other, with those of other tables.
`python bench/house_tables.py [FOLDER | URL | memory:] [SECONDS] [TABLES]`.
"""

import platform
import sqlite3
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from house_log import bare_commits

from houseway.games.demonstration import demonstration
from houseway.house.jackpots.jackpot import Jackpots
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.log import Log
from houseway.house.people.cage_events import buy_in
from houseway.house.sheets.sheet import JackpotTerms
from houseway.house.sheets.table_rules import TableRules
from houseway.house.store.store import open_log
from houseway.house.tables.driver import Driver
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table

GAMES = ("down-under-holdem", "premium-holdem", "down-under-blackjack", "flush-poker", "wild-monkey-pai-gow")


def rules_for(game: str, name: str) -> TableRules:
    """A table with everything on that deals itself."""
    chosen = demonstration(game, {})
    jackpot = None
    if chosen.approval.jackpot:
        shared = "blackjack" if game == "down-under-blackjack" else "royal"
        jackpot = JackpotTerms(
            name=shared, kind="progressive", wager=100, seed=10_000_00, reset=1_000_00, increment=200_000, linked=True
        )
    return TableRules(
        name=name,
        game=game,
        options=chosen.options,
        seats=chosen.approval.table.seats,
        seconds=30,
        defaults=chosen.approval.operation.defaults,
        jackpot=jackpot,
    )


def seated(log: Log, tables: int, games: tuple[str, ...]) -> list[Table]:
    """Open tables with a house player with money on every seat."""
    jackpots, found = Jackpots(log), []
    for number in range(1, tables + 1):
        rules = rules_for(games[number % len(games)], str(number))
        if rules.jackpot and jackpots.get(rules.jackpot.name).state.terms is None:
            jackpots.get(rules.jackpot.name).do(CreateJackpot(terms=rules.jackpot, game=rules.chosen))
        table = Table(log, rules.name, jackpots=jackpots)
        table.do(OpenTable(rules=rules, day="2026-11-16"))
        for seat in range(1, rules.seats + 1):
            log.append(buy_in(f"p{number}-{seat}", 1_000_000_00))
            table.do(Join(seat=seat, player=f"p{number}-{seat}"))
        found.append(table)
    return found


def measure(url: str, seconds: float, tables: int, games: tuple[str, ...]) -> str:
    """Play for some seconds and say what was done."""
    with open_log(url) as log:
        driver = Driver(log, seated(log, tables, games), verifiers=("dealer", "supervisor"))
        start = time.perf_counter()
        driver.run(log.clock() + timedelta(seconds=seconds))
        passed = time.perf_counter() - start
        tally = driver.tally
        assert sum(log.balances().values()) == 0  # noqa: S101
    shared = tally.batches / tally.commits
    return (
        f"{tally.seat_rounds / passed:8,.0f} seat-rounds a second: {tally.rounds:,} rounds, {tally.events:,} events in "
        f"{tally.batches:,} batches, {tally.commits / passed:,.0f} commits a second of {shared:.0f} batches, "
        f"{tally.conflicts} conflicts, {len(tally.refused)} refused"
    )


def main(where: str, seconds: float, tables: int) -> None:
    """Print the figures."""
    print(f"Python {platform.python_version()}, {platform.machine()}, SQLite {sqlite3.sqlite_version}, {where}")
    print(f"{tables} full tables")
    with tempfile.TemporaryDirectory(dir=where if Path(where).is_dir() else None) as folder:
        if Path(where).is_dir():
            rate = bare_commits(Path(folder) / "bare.db", 1500, min(seconds, 5))
            print(f"{'bare commits of 1,500 bytes':24} {rate:8,.0f} a second")
        for games in (GAMES, *((game,) for game in GAMES)):
            url = str(Path(folder) / f"{len(games)}{games[0]}.db") if Path(where).is_dir() else where
            print(
                f"{games[0] if len(games) == 1 else 'all games':24} {measure(url, seconds, tables, games)}", flush=True
            )


if __name__ == "__main__":
    given = [*sys.argv[1:], *["", "", ""][len(sys.argv) - 1 :]]
    main(given[0] or tempfile.gettempdir(), float(given[1] or 10), int(given[2] or 100))
