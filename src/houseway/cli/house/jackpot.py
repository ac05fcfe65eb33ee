"""`houseway jackpot …`: jackpots created, shown, adjusted with a reason and two persons, and reconciled."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from houseway.cli.group import Command, Commands
from houseway.cli.house.common import By, Database, Json, alone_or_two, opened, sign_in
from houseway.cli.house.floor import Request
from houseway.cli.house.reading import Reader, reading

if TYPE_CHECKING:
    from houseway.games.game import Game
    from houseway.house.jackpots.jackpot import Jackpot
    from houseway.house.log.events import Event
    from houseway.house.log.log import Appended, Log
    from houseway.house.people.people import People
    from houseway.house.sheets.sheet import JackpotTerms

HELP: Final = "The jackpots of the house: meters, wins, adjustments, deposits.\n\nExample: houseway jackpot show royal"

Second = Annotated[
    str | None, typer.Option("--second", metavar="NAME", help="The second person; HOUSEWAY_SECOND by default.")
]
On = Annotated[str | None, typer.Option("--on", metavar="DATE", help="The day of the check; today by default.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The jackpot, as its sheet names it.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A table sheet with a [jackpot].")]


# From its creation to its removal


def create(
    file: File,
    on: On = None,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Create the jackpot of a table sheet; exit 1 where letter or law refuses the sheet. Needs two persons.

    Example: houseway jackpot create table-7.toml --as sue --second ada
    """
    terms, game = _accepted(file, on, db)
    with _two(db, terms.name, by, second) as (one, first, other):
        _done(one, one.create(terms, game, by=first, second=other, request=request), as_json=json)


def change(
    name: Name,
    file: File,
    on: On = None,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Change rates, prizes or cap to those of a sheet, while no table is open on it. Needs two persons.

    Example: houseway jackpot change royal table-7.toml --as sue --second ada
    """
    terms, game = _accepted(file, on, db)
    with _two(db, name, by, second, there=True) as (one, first, other):
        _done(one, one.change(terms, game, by=first, second=other, request=request), as_json=json)


def declare(
    name: Name,
    game: Annotated[str, typer.Argument(help="A game outside houseway that a letter names.")],
    key: Annotated[str, typer.Argument(help="How that game is won: the digest that `jackpot show` prints as key.")],
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Let a game outside houseway share the meter; it must be won alike. Needs two persons.

    Example: houseway jackpot declare match match-the-dealer-blackjack 5f2c... --as sue --second ada
    """
    with _two(db, name, by, second, there=True) as (one, first, other):
        _done(one, one.declare(game, key, by=first, second=other, request=request), as_json=json)


def outside(
    name: Name,
    game: Annotated[str, typer.Argument(help="A game outside houseway that was declared at this jackpot.")],
    wagers: Annotated[str, typer.Option(metavar="DOLLARS", help="Jackpot wagers made since the last entry.")] = "",
    win: Annotated[str, typer.Option(metavar="LINE", help="A line that was won, by its name in the pay table.")] = "",
    player: Annotated[str, typer.Option(metavar="WHO", help="Who won.")] = "",
    sheet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="For a win: a sheet with the jackpot's terms.")
    ] = None,
    on: On = None,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Enter wagers, or a win, of a declared game outside houseway. A win needs two persons; the meter pays it at once.

    Wagers that bring more than $10,000 into the meter in 24 hours need a second person too. Wagers and wins take their
    place in the meter's own order as they are entered: enter what was wagered before a win before that win.

    Example: houseway jackpot outside match match-the-dealer-blackjack --wagers 25.00 --request 17 --as dan
    """
    from houseway.errors import InvalidInput
    from houseway.house.people.people import People
    from houseway.money import parse_money

    if bool(wagers) == bool(win):
        raise InvalidInput("give --wagers or --win", field="outside")
    if wagers:
        staked = parse_money(wagers, field="--wagers")
        with _one(db, name, by) as (one, first):

            def enter(other: str) -> "Appended":
                return one.contribute_outside(game, staked, by=first, second=other, request=request)

            _done(one, alone_or_two(People(one.log), second, enter), as_json=json)
        return
    if sheet is None:
        raise InvalidInput("a win needs a sheet with the jackpot's terms", field="--sheet")
    _, won_as = _accepted(sheet, on, db)
    with _two(db, name, by, second, there=True) as (one, first, other):
        events = one.award_outside(game, win, won_as, player=player, by=first, second=other, request=request)
        _done(one, events, as_json=json)


def stop(
    name: Name,
    cause: Annotated[str, typer.Argument(help="Why, in words.")],
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Take no more wagers on a jackpot.

    Example: houseway jackpot stop royal "the account is short" --as sue
    """
    with _one(db, name, by) as (one, first):
        _done(one, one.stop(cause, by=first, request=request), as_json=json)


def start(
    name: Name, request: Request = "", by: By = None, second: Second = None, db: Database = None, json: Json = False
) -> None:
    """Take wagers again. Needs two persons.

    Example: houseway jackpot start royal --as sue --second ada
    """
    with _two(db, name, by, second, there=True) as (one, first, other):
        _done(one, one.start(by=first, second=other, request=request), as_json=json)


# Money that no wager brought and no win took


def adjust(
    name: Name,
    amount: Annotated[str, typer.Argument(help="In dollars, up to eight decimals; with a minus what is taken out.")],
    reason: Annotated[str, typer.Option(help="malfunction, over-cap, seed-recovery, removal or seizure.")],
    note: Annotated[str, typer.Option(metavar="TEXT", help="What happened.")],
    into: Annotated[str | None, typer.Option(metavar="NAME", help="The jackpot that takes a removed prize.")] = None,
    pot: Annotated[str, typer.Option(help="meter or reserve.")] = "meter",
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Adjust a meter for one of the reasons that the law knows. Needs two persons.

    Example: houseway jackpot adjust royal -12.50 --reason malfunction --note "a chip counted twice" --as sue
    """
    units = _units(amount)
    with _two(db, name, by, second, there=True) as (one, first, other):
        target = _there(one.log, into) if into else None
        words = reason.replace("-", " ")
        events = one.adjust(words, units, note=note, by=first, second=other, pot=pot, into=target, request=request)
        _done(one, events, as_json=json)


def _units(text: str) -> int:
    from houseway.games.jackpot import METER_DECIMALS
    from houseway.money import parse_units

    units = parse_units(text.removeprefix("-"), decimals=METER_DECIMALS, field="amount")
    return -units if text.startswith("-") else units


def deposit(
    name: Name,
    amount: Annotated[str, typer.Argument(help="In dollars.")],
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Record what was brought to the jackpot's bank account: no more than is owed. Above $100,000 in a day two do it.

    Example: houseway jackpot deposit royal 1250.00 --as sue
    """
    from houseway.house.people.people import People
    from houseway.money import parse_money

    cents = parse_money(amount, field="amount")
    with _one(db, name, by) as (one, first):

        def record(other: str) -> "Appended":
            return one.deposit(cents, by=first, second=other, request=request)

        _done(one, alone_or_two(People(one.log), second, record), as_json=json)


def pass_on(name: Name, request: Request = "", by: By = None, db: Database = None, json: Json = False) -> None:
    """Bring what came in above the cap into the jackpot that the terms name.

    Example: houseway jackpot pass-on royal --as sue
    """
    from houseway.errors import NotAllowedNow

    with _one(db, name, by) as (one, first):
        overflow = one.state.posted.overflow
        if not overflow:
            raise NotAllowedNow("overflows into its own next jackpot", field=f"jackpot {name}")
        _done(one, one.pass_on(_there(one.log, overflow), by=first, request=request), as_json=json)


# What is asked of it


def list_jackpots(db: Database = None, json: Json = False) -> None:
    """List the jackpots of the house.

    Example: houseway jackpot list
    """
    from houseway.cli.console import console, print_json
    from houseway.cli.house.common import print_table
    from houseway.house.jackpots.report import find_jackpot, jackpot_names, summary_line

    with opened(db, read_only=True) as log:
        rows = [summary_line(find_jackpot(log, name)) for name in jackpot_names(log)]
    if json:
        print_json(rows)
        return
    columns = ["jackpot", "kind", "current", "hits", "tables", "stopped"]
    print_table(console(), columns, [{**row, "tables": ", ".join(row["tables"])} for row in rows])


def show(name: Name, db: Database = None, json: Json = False) -> None:
    """Show a jackpot to the last fraction of a cent: its terms, what was paid, the last 25 wins.

    Example: houseway jackpot show royal
    """
    from houseway.cli.console import console, print_json
    from houseway.house.jackpots.report import find_jackpot, jackpot_screen

    with opened(db, read_only=True) as log:
        found = jackpot_screen(find_jackpot(log, name))
    if json:
        print_json(found)
        return
    for text in _screen_lines(found):
        console().print(text, markup=False, soft_wrap=True)


def _screen_lines(found: dict[str, Any]) -> Iterator[str]:
    stopped = f", stopped: {found['stopped']}" if found["stopped"] else ""
    yield f"{found['jackpot']}: {found['kind']} jackpot{stopped}"
    rows = {name: found[name] for name in ("current", "displayed", "overflow", "reserve")}
    rows |= {name: value for name, value in found["terms"].items() if value is not None and name != "reserve"}
    rows |= {"reserve rate": found["terms"]["reserve"], "linked": "yes" if found["terms"]["linked"] else "no"}
    rows |= {"limit": found["terms"]["limit"] or "none", "tables": ", ".join(found["tables"]) or "none open"}
    rows |= {f"outside game {game}": key for game, key in found["outside"].items()}
    rows |= {"key": found["key"], "contributed": found["contributed"], "owed to the account": found["owed"]}
    rows |= {f"paid by {source}": amount for source, amount in found["paid"].items() if source != "all"}
    rows |= {"paid in all": found["paid"]["all"], "hits": found["hits"]}
    for label, value in rows.items():
        yield f"  {label:22} {value}"
    yield "meter from"
    for kind, amount in found["meter from"].items():
        yield f"  {kind:22} {amount}"
    if found["wins"]:
        yield "last wins, newest first"
    for win in found["wins"]:
        paid = ", ".join(f"{one['player']} {one['amount']} ({one['line']})" for one in win["awards"])
        yield f"  {win['at']}  {win['table']}/{win['round']}: {paid}; {win['before']} -> {win['after']}"


def history(
    name: Name,
    hits: Annotated[bool, typer.Option("--hits", help="Only wins.")] = False,
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Print all that happened to a jackpot but single contributions, oldest first. For those who may read the log.

    Example: houseway jackpot history royal --hits --as abe
    """
    from houseway.cli.console import console, print_json
    from houseway.house.jackpots.report import find_jackpot

    with reading(db, "read log", by) as log:
        found = find_jackpot(log, name)
        if json:
            print_json([event.to_json() for event in found.history(hits=hits)])
            return
        for event in found.history(hits=hits):
            console().print(_event_line(event), markup=False, soft_wrap=True)


def _event_line(event: "Event") -> str:
    who = " and ".join(one for one in (event.by, event.data.get("second", "")) if one)
    told = {key: value for key, value in event.data.items() if key not in ("jackpot", "second", "awards")}
    awards = [f"{one['player']} {one['amount']}" for one in event.data.get("awards", ())]
    words = [f"{key} {value}" for key, value in told.items()] + awards
    return f"{event.number:>7}  {event.at}  {event.kind}{f' by {who}' if who else ''}: {', '.join(words)}"


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
    """Hold accrual against deposits; exit 1 when the account is short of what accrued before a day.

    For those who may read reports.

    Example: houseway jackpot reconcile --since 2026-03-01 --as abe
    """
    from houseway.cli.console import console, print_json
    from houseway.house.jackpots.report import jackpot_names
    from houseway.house.jackpots.report import reconcile as reconciled

    with reading(db, "read reports", by) as log:
        moment = _since(log, since)
        found = [reconciled(log, one, moment) for one in ([name] if name else jackpot_names(log))]
    if json:
        print_json([one.to_json() for one in found])
    else:
        for one in found:
            told = one.to_json()
            verdict = (
                "holds" if one.holds else f"SHORT by {told['short']}" if one.short else "THE METER DOES NOT ADD UP"
            )
            console().print(f"{one.jackpot}: {verdict}", markup=False)
            before = f"accrued {told['accrued_before']}, deposited {told['deposited_before']}"
            console().print(f"  before {one.since[:10]}: {before}", markup=False)
            console().print(f"  since then: accrued {told['accrued']}, deposited {told['deposited']}", markup=False)
            console().print(f"  owed, with what is not yet due: {told['owed']}", markup=False)
    raise typer.Exit(0 if all(one.holds for one in found) else 1)


def _since(log: "Log", text: str | None) -> str:
    from datetime import timedelta

    from houseway.cli.house.days import parse_day
    from houseway.house.log.events import timestamp
    from houseway.house.people.gaming_day import read_calendar

    if text is None:
        return timestamp(log.clock() - timedelta(days=7))
    return read_calendar(log).bounds(parse_day(text, "--since"))[0]


# What these commands share


def _accepted(file: Path, on: str | None, db: str | None) -> "tuple[JackpotTerms, Game]":
    """The jackpot of a sheet that letter and law accept, and its game; otherwise every reason, and exit 1."""
    from houseway.cli.house.days import parse_day
    from houseway.errors import InvalidInput
    from houseway.house.sheets.check import check_sheet
    from houseway.house.sheets.sheet import load_sheet
    from houseway.house.tables.enabled import is_practice

    sheet = load_sheet(file)
    if sheet.jackpot is None:
        raise InvalidInput("the sheet has no [jackpot]", field=str(file))
    practice = False
    if not sheet.approval.letters:
        with opened(db, read_only=True) as log:
            practice = is_practice(log)
    if refusals := check_sheet(sheet, parse_day(on, "--on"), practice=practice):
        for refusal in refusals:
            typer.echo(f"houseway: {' '.join(str(refusal).split())}", err=True)
        raise typer.Exit(1)
    return sheet.jackpot, sheet.chosen


def _there(log: "Log", name: str, people: "People | None" = None) -> "Jackpot":
    from houseway.house.jackpots.jackpot import Jackpot
    from houseway.house.jackpots.report import find_jackpot

    find_jackpot(log, name)
    return Jackpot(log, name, people=people)


@contextmanager
def _one(db: str | None, name: str, by: str | None) -> "Iterator[tuple[Jackpot, str]]":
    """A jackpot that there is, and the person who acts."""
    from houseway.house.people.people import People

    with opened(db) as log:
        people = People(log)
        found = _there(log, name, people)
        yield found, sign_in(people, by)


@contextmanager
def _two(
    db: str | None, name: str, by: str | None, second: str | None, *, there: bool = False
) -> "Iterator[tuple[Jackpot, str, str]]":
    """A jackpot and the two persons who act."""
    from houseway.house.jackpots.jackpot import Jackpot
    from houseway.house.people.people import People

    with opened(db) as log:
        people = People(log)
        make: Callable[..., Jackpot] = _there if there else Jackpot
        found = make(log, name, people=people)
        yield found, sign_in(people, by), sign_in(people, second, second=True)


def _done(one: "Jackpot", events: "Appended", *, as_json: bool) -> None:
    """Say what was appended to the jackpot's stream, and where it stands now."""
    from houseway.cli.console import console, print_json
    from houseway.house.jackpots.report import summary_line

    one.catch_up()
    own = [event for event in events if event.stream == one.stream]
    if as_json:
        print_json({**summary_line(one), "appended": [event.to_json() for event in own]})
        return
    for event in own:
        console().print(_event_line(event), markup=False, soft_wrap=True)
    console().print(f"{one.name} stands at {summary_line(one)['current']}", markup=False)


COMMANDS: Final[Commands] = {
    "create": create,
    "change": change,
    "declare": declare,
    "outside": outside,
    "stop": stop,
    "start": start,
    "adjust": Command(adjust, free_form=True),
    "deposit": deposit,
    "pass-on": pass_on,
    "list": list_jackpots,
    "show": show,
    "history": history,
    "reconcile": reconcile,
}
