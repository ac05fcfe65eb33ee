"""`houseway audit check|software|difference|incidents|exceptions`: software, overdue incidents, unusual counts."""

from pathlib import Path
from typing import Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.common import Database, Json, opened, print_table
from houseway.cli.house.reading import Reader, reading
from houseway.house.people.rights import READ_REPORTS


def check(db: Database = None, json: Json = False) -> None:
    """Check the house: walk the log, compare the software with that of each open table; exit 1 where either fails.

    The result is recorded in the log. `houseway table run` does the same when it starts and every 24 hours.

    Example: houseway audit check
    """
    from houseway.cli.console import console, print_json
    from houseway.cli.progress import progress_bar
    from houseway.house.controls.selfcheck import self_check

    with opened(db, read_only=True):
        pass  # do not create a missing house
    with opened(db) as log, progress_bar("check") as progress:
        result = self_check(log, progress=progress)
    if json:
        print_json(result.to_struct())
    else:
        broken = result.verdict.broken
        verdict = f"broken: {broken}" if broken else f"whole: {result.verdict.events:,} events"
        console().print(f"the log is {verdict}", markup=False, soft_wrap=True)
        console().print(f"software {result.software}", markup=False, soft_wrap=True)
        for one in result.differing:
            console().print(
                f"table {one.table} was opened with {one.software or 'unknown software'}", markup=False, soft_wrap=True
            )
        if not result.recorded:
            console().print("the result could not be recorded", markup=False)
    raise typer.Exit(0 if result.passed else 1)


def difference(
    files: Annotated[list[Path] | None, typer.Argument(metavar="[FILE]...", help="The old and the new sheet.")] = None,
    table: Annotated[str, typer.Option(help="Compare with the sheet that this table was last opened with.")] = "",
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Print what differs between two versions of a table: options, pays with exact chances, limits, jackpot, software.

    Two sheets; a table and a sheet; or, with --table alone, the last two openings of a table. Exit 1 where they differ.
    To compare with a table's opening you need the right to read reports.

    Example: houseway audit difference --table 7 table-7.toml --as abe
    """
    from houseway.cli.console import console, print_json
    from houseway.house.records.difference import Version, compare_versions, openings, require_two_versions
    from houseway.house.sheets.sheet import load_sheet
    from houseway.kernel import source_digest

    named = files or []
    require_two_versions(len(named), table)
    new = [Version(what=str(file), sheet=load_sheet(file), software=source_digest()) for file in named]
    if table:
        with reading(db, READ_REPORTS, by) as log:
            new = [*openings(log, table, 2 - len(named)), *new]
    compared = compare_versions(*new)
    rows = compared.differences
    if json:
        print_json(compared)
    else:
        console().print(f"before: {compared.before.what}\nafter:  {compared.after.what}", markup=False, soft_wrap=True)
        for one in rows:
            console().print(f"  {one.field}: {one.before} -> {one.after}", markup=False, soft_wrap=True)
        count = f"{len(rows)} difference{'s' if len(rows) > 1 else ''}"
        console().print(count if rows else "nothing differs", markup=False)
    raise typer.Exit(0 if compared.same else 1)


def incidents(by: Reader = None, db: Database = None, json: Json = False) -> None:
    """List the incidents that are not reported yet; exit 1 where the deadline of one has passed.

    For those who may read reports.

    Example: houseway audit incidents --as abe
    """
    from houseway.cli.house.incident import show_incidents
    from houseway.house.office.incidents import Incidents

    with reading(db, READ_REPORTS, by) as log:
        register = Incidents(log)
        overdue = register.overdue()
        show_incidents(register, unreported=True, as_json=json)
    raise typer.Exit(1 if overdue else 0)


def exceptions(
    since: Annotated[str | None, typer.Option(metavar="DATE", help="The first gaming day.")] = None,
    until: Annotated[str | None, typer.Option(metavar="DATE", help="The last gaming day.")] = None,
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """List rare events by employee and by player, beside the house's own rate; the least likely come first.

    Voids after cards were seen, entered wins, corrections, held wins, overrides, and cash-outs without the player. A
    star marks a count that chance would produce less than once in a thousand times. For those who may read reports.

    Example: houseway audit exceptions --since 2026-11-01 --as abe
    """
    from msgspec import to_builtins

    from houseway.cli.console import console, print_json
    from houseway.cli.house.days import parse_day
    from houseway.house.records.exceptions import exception_report

    with reading(db, READ_REPORTS, by) as log:
        first = parse_day(since, "--since") if since else None
        report = exception_report(log, first, parse_day(until, "--until") if until else None)
    if json:
        print_json(report)
        return
    columns = ["person", "what", "count", "chances", "rate", "house_rate", "probability", "flag"]
    for title, rows in (("employees", report.employees), ("players", report.players)):
        console().print(f"{title}{', PRACTICE' if report.practice else ''}")
        print_table(console(), columns, [{**to_builtins(row), "flag": "*" if row.flagged else ""} for row in rows])


def software(db: Database = None, json: Json = False) -> None:
    """Compare the digest of the running software with what each open table was opened with; exit 1 where it differs.

    Example: houseway audit software
    """
    from houseway import __version__
    from houseway.cli.console import console, print_json
    from houseway.house.controls.software import compare_software

    with opened(db, read_only=True) as log:
        comparison = compare_software(log, __version__)
    if json:
        print_json(comparison)
    else:
        console().print(f"houseway {comparison.version}, software {comparison.software}", markup=False, soft_wrap=True)
        shown = [
            {
                "table": one.table,
                "opened": one.opened,
                "software": one.software[:16] or "unknown",
                "same": "yes" if one.same else "NO",
            }
            for one in comparison.tables
        ]
        print_table(console(), ["table", "opened", "software", "same"], shown)
    raise typer.Exit(0 if comparison.same else 1)


COMMANDS: Final[Commands] = {
    "check": check,
    "difference": difference,
    "exceptions": exceptions,
    "incidents": incidents,
    "software": software,
}
