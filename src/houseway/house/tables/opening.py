"""Open a table from its sheet: check it against letter, law and the other tables, and create the jackpot it names."""

import datetime
from collections.abc import Callable

from houseway.errors import NotApproved
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.kinds import JackpotEvent, TableEvent
from houseway.house.log.log import Appended, Log
from houseway.house.log.names import jackpot_stream, table_name, table_stream
from houseway.house.people.gaming_day import read_calendar
from houseway.house.sheets.check import check_sheets
from houseway.house.sheets.refusal import Refusal
from houseway.house.sheets.sheet import JackpotTerms, Sheet, parse_sheet
from houseway.house.sheets.table_rules import rules_of
from houseway.house.tables.enabled import is_practice, require_enabled, require_letter
from houseway.house.tables.payloads import Opened
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table, load_state
from houseway.kernel import source_digest

Second = Callable[[], str]  # signs the second of two persons in, only where one is needed


def table_names(log: Log) -> list[str]:
    """The tables that were ever opened."""
    names = [name for stream in log.streams() if (name := table_name(stream))]
    return [name for name in names if log.last(table_stream(name), TableEvent.OPENED)]


def open_sheets(log: Log, *, besides: str = "") -> list[Sheet]:
    """The sheets of the open tables, except one."""
    names = (name for name in table_names(log) if name != besides and load_state(log, name).rules is not None)
    events = (log.last(table_stream(name), TableEvent.OPENED) for name in names)
    return [parse_sheet(text) for event in events if event and (text := event.read(Opened).sheet)]


def opening_refusals(log: Log, sheet: Sheet, day: datetime.date) -> list[Refusal]:
    """Every reason not to open a table, including conflicts with open tables."""
    require_letter(sheet.approval, log)
    _require_overflow(log, sheet)
    *others, refusals = check_sheets([*open_sheets(log, besides=sheet.name), sheet], day, practice=is_practice(log))
    return refusals + [one for other in others for one in other if one.field == "controls.reserve"]  # for all tables


def _require_overflow(log: Log, sheet: Sheet) -> None:
    """The jackpot that takes overflow must exist before a table feeds the meter."""
    name = sheet.jackpot.overflow if sheet.jackpot else ""
    if name and log.last(jackpot_stream(name), JackpotEvent.CREATED) is None:
        raise NotApproved(f"there is no jackpot {name}; create it first", field="jackpot.overflow")


def open_table(
    table: Table, sheet: Sheet, day: datetime.date, *, by: str, second: Second, gaming_day: str = "", request: str = ""
) -> Appended:
    """Open a table as its sheet says; a jackpot that the sheet names is created where there is none, by two persons."""
    log = table.log
    rules = rules_of(sheet, day, practice=is_practice(log))
    if rules.jackpot and table.state.rules is None:
        require_enabled(log)
        _create_jackpot(table, rules.jackpot, sheet, by=by, second=second, request=request)
    opening = OpenTable(
        rules=rules,
        day=gaming_day or str(read_calendar(log).of(log.clock())),
        sheet=sheet.text,
        software=source_digest(),
    )
    return table.do(opening, by=by, request=request)


def _create_jackpot(table: Table, terms: JackpotTerms, sheet: Sheet, *, by: str, second: Second, request: str) -> None:
    jackpot = table.jackpots.get(terms.name)
    jackpot.catch_up()
    if jackpot.state.terms is None:
        jackpot.do(CreateJackpot(terms=terms, game=sheet.chosen), by=by, second=second(), request=request)
