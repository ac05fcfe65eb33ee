"""`jackpot list`, `show`, `history` and `reconcile`: reports on the jackpots."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.common import Database, Json, opened
from houseway.cli.house.jackpot_common import Name, event_line
from houseway.cli.house.reading import Reader, reading
from houseway.house.people.rights import READ_LOG, READ_REPORTS

if TYPE_CHECKING:
    from houseway.house.jackpots.report import JackpotScreen


def list_jackpots(db: Database = None, json: Json = False) -> None:
    """List the jackpots of the house.

    Example: houseway jackpot list
    """
    from msgspec import to_builtins

    from houseway.cli.console import console, print_json
    from houseway.cli.house.common import print_table
    from houseway.house.jackpots.report import find_jackpot, jackpot_names, summary_line

    with opened(db, read_only=True) as log:
        rows = [summary_line(find_jackpot(log, name)) for name in jackpot_names(log)]
    if json:
        print_json(rows)
        return
    columns = ["jackpot", "kind", "current", "hits", "tables", "stopped"]
    print_table(console(), columns, [{**to_builtins(row), "tables": ", ".join(row.tables)} for row in rows])


def show(name: Name, db: Database = None, json: Json = False) -> None:
    """Show a jackpot to the last fraction of a cent: its terms, what was paid, the last 25 wins.

    Example: houseway jackpot show royal
    """
    from houseway.cli.console import console, print_json
    from houseway.house.jackpots.report import find_jackpot, jackpot_screen

    with opened(db, read_only=True) as log:
        screen = jackpot_screen(find_jackpot(log, name))
    if json:
        print_json(screen)
        return
    for text in _screen_lines(screen):
        console().print(text, markup=False, soft_wrap=True)


def _screen_lines(screen: "JackpotScreen") -> Iterator[str]:
    from msgspec import to_builtins

    stopped = f", stopped: {screen.stopped}" if screen.stopped else ""
    yield f"{screen.jackpot}: {screen.kind} jackpot{stopped}"
    rows: dict[str, object] = {"current": screen.current, "displayed": screen.displayed}
    rows |= {"overflow": screen.overflow, "reserve": screen.reserve}
    terms = to_builtins(screen.terms)
    rows |= {name: value for name, value in terms.items() if value is not None and name != "reserve"}
    rows |= {"reserve rate": screen.terms.reserve, "linked": "yes" if screen.terms.linked else "no"}
    rows |= {"limit": screen.terms.limit or "none", "tables": ", ".join(screen.tables) or "none open"}
    rows |= {f"outside game {game}": key for game, key in screen.outside.items()}
    rows |= {
        "key": screen.key,
        "contributed": screen.contributed,
        "in the account": screen.account,
        "owed to it": screen.owed,
    }
    rows |= {f"paid by {source}": amount for source, amount in screen.paid.items() if source != "all"}
    rows |= {"paid in all": screen.paid["all"], "hits": screen.hits}
    for label, value in rows.items():
        yield f"  {label:22} {value}"
    yield "meter from"
    for kind, amount in screen.meter_from.items():
        yield f"  {kind:22} {amount}"
    if screen.held:
        yield "held wins, which two others verify"
    for held in screen.held:
        seen = f"; {held.verified} of 2 verified it" if held.verified else ""
        yield f"  award {held.number}: {held.player} {held.amount} at {held.game}{seen}"
    if screen.wins:
        yield "last wins, newest first"
    for win in screen.wins:
        paid = ", ".join(f"{one.player} {one.amount} ({one.line})" for one in win.awards)
        yield f"  {win.at}  {win.table}/{win.round}: {paid}; {win.before} -> {win.after}"


def history(
    name: Name,
    hits: Annotated[bool, typer.Option("--hits", help="Only wins.")] = False,
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Print what happened to a jackpot, except single contributions, oldest first. You need the right to read the log.

    Example: houseway jackpot history royal --hits --as abe
    """
    from houseway.cli.console import console, print_json
    from houseway.house.jackpots.report import find_jackpot

    with reading(db, READ_LOG, by) as log:
        jackpot = find_jackpot(log, name)
        if json:
            print_json([event.to_json() for event in jackpot.history(hits=hits)])
            return
        for event in jackpot.history(hits=hits):
            console().print(event_line(event), markup=False, soft_wrap=True)


def reconcile(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One jackpot; all by default.")] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="DATE", help="What accrued before this gaming day is due; a week ago by default."),
    ] = None,
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Compare accrual with deposits; exit 1 when the account is short of what accrued before a day.

    For those who may read reports.

    Example: houseway jackpot reconcile --since 2026-03-01 --as abe
    """
    from houseway.cli.console import console, print_json
    from houseway.cli.house.days import parse_day
    from houseway.house.jackpots.report import due_since, jackpot_names
    from houseway.house.jackpots.report import reconcile as reconciled

    with reading(db, READ_REPORTS, by) as log:
        moment = due_since(log, parse_day(since, "--since") if since else None)
        reconciliations = [reconciled(log, one, moment) for one in ([name] if name else jackpot_names(log))]
    if json:
        print_json([one.to_struct() for one in reconciliations])
    else:
        for one in reconciliations:
            row = one.to_struct()
            verdict = "holds" if one.holds else f"SHORT by {row.short}" if one.short else "THE METER DOES NOT ADD UP"
            console().print(f"{one.jackpot}: {verdict}", markup=False)
            before = f"accrued {row.accrued_before}, deposited {row.deposited_before}"
            console().print(f"  before {one.since[:10]}: {before}", markup=False)
            console().print(f"  since then: accrued {row.accrued}, deposited {row.deposited}", markup=False)
            console().print(f"  owed, including what is not yet due: {row.owed}", markup=False)
    raise typer.Exit(0 if all(one.holds for one in reconciliations) else 1)


COMMANDS: Final[Commands] = {
    "list": list_jackpots,
    "show": show,
    "history": history,
    "reconcile": reconcile,
}
