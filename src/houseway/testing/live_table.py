"""A game in a house: its example sheet, the check, the placard, a live table in memory, and the audit of its log."""

import datetime
from html import unescape
from typing import Final

from houseway.errors import NotApproved
from houseway.games import letter_of
from houseway.games.demonstration import demonstration
from houseway.house.log.memory import MemoryLog
from houseway.house.records.audit import audit_log
from houseway.house.sheets.check import check_sheet
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.placard import placard
from houseway.house.sheets.placard_html import as_html
from houseway.house.sheets.placard_text import as_text
from houseway.house.sheets.sheet import Sheet, parse_sheet
from houseway.house.sheets.table_rules import rules_of
from houseway.house.tables.demonstration import demonstration_table
from houseway.house.tables.driver import Driver
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table, replay_state
from houseway.testing.requirement import ContractBroken, require, require_refusal

ON: Final = datetime.date(2026, 11, 16)
ROUNDS: Final = 50
BANKROLL: Final = 100_000_00


def check_sheet_and_placard(name: str) -> None:
    """The example sheet is accepted, by practice houses alone where no letter approves the game; odds are posted."""
    sheet = _example(name)
    refusals = check_sheet(sheet, ON, practice=True)
    require(not refusals, f"the example sheet is refused: {refusals[:1]}")
    posted = placard(sheet, ON)
    status = letter_of(name).status
    require(
        bool(check_sheet(sheet, ON)) == bool(status), "a game is opened by houses exactly where a letter approves it"
    )
    for text in (as_text(posted), unescape(as_html(posted))):
        require(status.lower() in text.lower(), f"the placard does not say {status}")
        require(letter_of(name).title.lower() in text.lower(), "the placard does not name the game")
        for board in posted.boards:
            require(all(line.name in text for line in board.lines), f"{board.label}: a line is not posted")


def check_live_table(name: str) -> None:
    """A table plays whole rounds in memory; its log is whole, and its state is that of a replay."""
    table = demonstration_table(demonstration(name, {}), seats=2, bankroll=BANKROLL, seed="contract")
    driver = Driver(table.log, [table], seed="contract")
    driver.run(rounds=ROUNDS)
    require(driver.tally.rounds >= ROUNDS, f"only {driver.tally.rounds} rounds were played: {driver.tally.refused[:1]}")
    verdict = audit_log(table.log)
    require(verdict.broken is None, f"the log is broken: {verdict.broken}")
    require(replay_state(table.log, table.name) == table.fresh(), "a table is not what its log says")
    if letter_of(name).status:
        _check_never_opened(name)


def _check_never_opened(name: str) -> None:
    """A game without a letter is refused by the table itself outside practice."""
    rules = rules_of(_example(name), ON, practice=True)
    problem = require_refusal(lambda: Table(MemoryLog(), rules.name).do(OpenTable(rules=rules, day=str(ON))))
    if not isinstance(problem, NotApproved):
        raise ContractBroken(f"a game without a letter is refused for another reason: {problem}")


def _example(name: str) -> Sheet:
    return parse_sheet(example_sheet(name))
