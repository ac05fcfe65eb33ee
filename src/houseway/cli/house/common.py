"""What the commands of the house share: the log, who acts, input files, and tables for people."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

if TYPE_CHECKING:
    from houseway.house.log.log import Appended, Log
    from houseway.house.people.house import House
    from houseway.house.sheets.refusal import Refusal
    from houseway.house.tables.who_deals import Lease

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        help="A path or postgresql://...; HOUSEWAY_DB, or houseway.db in your data folder, by default.",
    ),
]
By = Annotated[str | None, typer.Option("--as", metavar="NAME", help="Who acts; HOUSEWAY_PERSON by default.")]


class ThisProcess:
    """What this process is: `houseway dealer` runs commands for others, as the user who has the vault's key."""

    is_dealer: ClassVar[bool] = False
    lease: "ClassVar[Lease | None]" = None  # of a dealer, without which it deals nothing
    asked_by: ClassVar[int | None] = None  # the user for whom it runs a command


@contextmanager
def opened(
    db: str | None, *, read_only: bool = False, founds: bool = False, sets_clock: bool = False
) -> "Iterator[Log]":
    """The log of a command: by its option, or the house's own.

    Only a command that founds a house creates a missing one, with its default folder. An unexpected error in a command
    that writes is recorded in the log.
    """
    from houseway.house.store.paths import data_folder, default_url
    from houseway.house.store.store import open_log

    require_no_password(db)
    warn_of_readers(db or default_url())
    if read_only:
        with open_log(db or default_url(), read_only=True) as log, saying_how_to_change_a_password():
            yield log
        return
    from houseway.house.controls.selfcheck import record_errors

    if founds and not db:
        data_folder().mkdir(parents=True, exist_ok=True)
    url = db or default_url()
    with (
        open_log(url, new=founds, sets_clock=sets_clock) as log,
        record_errors(log, typer.Exit, typer.Abort, BrokenPipeError),
        saying_how_to_change_a_password(),
    ):
        yield log


@contextmanager
def saying_how_to_change_a_password() -> "Iterator[None]":
    """Add to a refusal the command with which somebody changes their password."""
    from houseway.house.people.roster import MustChangePassword

    try:
        yield
    except MustChangePassword as problem:
        how = f"run: houseway person password {problem.field} --as {problem.field}"
        raise MustChangePassword(f"{problem.reason}; {how}", field=problem.field) from None


def require_no_password(db: str | None, option: str = "--db") -> None:
    """Refuse a password among the words of a command, which everybody on the machine can read."""
    from houseway.errors import InvalidInput
    from houseway.house.store.database import has_password, parse_url

    if db and db != "memory:" and has_password(parse_url(db)):
        raise InvalidInput(
            "others can read a password on the command line; "
            "put the whole address into HOUSEWAY_DB, or use PGPASSWORD or ~/.pgpass",
            field=option,
        )


def warn_of_readers(url: str) -> None:
    """Say on standard error that others may read the file of the log."""
    from houseway.house.store.database import parse_url

    database = parse_url(url)
    if database.get_backend_name() != "sqlite" or url == "memory:":
        return
    path = str(database.database)
    with suppress(OSError):
        if os.stat(path).st_mode & 0o077:
            typer.echo(f"houseway: {path}: others may read or write this file; chmod 600 it", err=True)


def sign_in(people: "House", name: str | None, *, second: bool = False) -> str:
    """Ask who acts, and for the password; returns the person's name.

    In a practice house of one person no second one is asked for. Programs set HOUSEWAY_PERSON and HOUSEWAY_PASSWORD,
    and for the second of two HOUSEWAY_SECOND and HOUSEWAY_SECOND_PASSWORD.
    """
    if second and not name and people.is_one_person_house:
        return ""
    return identify(people, name, second=second)[0]


def identify(people: "House", name: str | None, *, second: bool = False, changes: bool = False) -> tuple[str, str]:
    """Who acts, and with which password; the password is empty where an earlier sign-in replaces it.

    Whoever `changes` a password may have one that an administrator set.
    """
    if not second and (signed_in := _signed_in(people, name)):
        return signed_in, ""
    names = ("HOUSEWAY_SECOND", "HOUSEWAY_SECOND_PASSWORD") if second else ("HOUSEWAY_PERSON", "HOUSEWAY_PASSWORD")
    who = name or os.environ.get(names[0]) or ask_person(second=second)
    password = os.environ.get(names[1]) or ask_password(f"Password of {who}", names[1])
    person = people.log_in(who, password, terminal())
    if not changes:
        person.require_own_password()
    return person.name, password


def terminal() -> str:
    """The place where a command is run: the user whom the system knows, whatever the environment says, and the host."""
    import socket

    from houseway.house.people.log_in_delays import TERMINAL

    return f"{TERMINAL}{_user()}@{socket.gethostname()}"


def _user() -> str:
    asked_by = ThisProcess.asked_by
    try:
        import pwd

        return pwd.getpwuid(os.getuid() if asked_by is None else asked_by).pw_name
    except (ImportError, KeyError):  # no such thing on Windows, or no such user in a container
        if asked_by is not None:
            return str(asked_by)
        return str(os.getuid()) if hasattr(os, "getuid") else os.getlogin()


def alone_or_two(people: "House", second: str | None, act: "Callable[[str], Appended]") -> "Appended":
    """Do an act that one person may do up to an amount; above it, sign in the second person and do it again."""
    from houseway.house.people.house import NeedsSecond

    try:
        return act("")
    except NeedsSecond as needed:
        if not (second or os.environ.get("HOUSEWAY_SECOND") or people.is_one_person_house or sys.stdin.isatty()):
            raise NeedsSecond(f"{needed.reason}; add --second NAME", field=needed.field) from None
        return act(sign_in(people, second, second=True))


def session_file(log: "Log") -> Path:
    """Where the token of a sign-in is kept, for each house its own: named by the house's first event."""
    from houseway.house.log.names import HOUSE
    from houseway.house.store.paths import data_folder

    first = next(iter(log.read(HOUSE, 1, 1)), None)
    return data_folder() / "sessions" / (first.hash[:24] if first else "nobody")


def _signed_in(people: "House", name: str | None) -> str:
    """Who is signed in, if that is the person who acts; a password that is given takes precedence."""
    asked = name or os.environ.get("HOUSEWAY_PERSON")
    file = session_file(people.log)
    if os.environ.get("HOUSEWAY_PASSWORD") or ThisProcess.is_dealer or not file.exists():
        return ""
    from houseway.house.people.sign_ins import SignIns

    with suppress(OSError, ValueError):
        if file.stat().st_mode & 0o077:
            return ""
        person, token = file.read_text(encoding="ascii").split()
        if asked in (None, "", person):
            return SignIns(people.log, people).find(token)
    return ""


def ask_person(*, second: bool = False) -> str:
    """Ask at the terminal who acts, or who is the second person."""
    _require_terminal("this needs a second person: add --second NAME" if second else "who are you? Add --as NAME")
    return str(typer.prompt("Second person" if second else "Person"))


def ask_password(what: str, variable: str, *, twice: bool = False) -> str:
    """Ask at the terminal for a password, which programs give in a variable."""
    _require_terminal(f"{what}: set {variable}, or run this in a terminal")
    return str(typer.prompt(what, hide_input=True, confirmation_prompt=twice))


def _require_terminal(refusal: str) -> None:
    from houseway.errors import InvalidInput

    if not sys.stdin.isatty():
        raise InvalidInput(refusal)


def say_refusals(refusals: "Iterable[Refusal]") -> None:
    """Why letter or law refuses a sheet, a line each, on standard error."""
    for refusal in refusals:
        typer.echo(f"houseway: {' '.join(str(refusal).split())}", err=True)


def read_json(file: str) -> Any:
    """JSON of a file, or of standard input where it is `-`."""
    from houseway.bounded_text import read_file_or_input
    from houseway.errors import HousewayError
    from houseway.games.round.record import parse_json

    require_readable(file)
    text = read_file_or_input(file)
    try:
        return parse_json(text)
    except HousewayError as problem:
        raise problem.at(file) from None


def require_readable(file: str) -> None:
    """Refuse a file where the files are the dealer's and not those of the person who asks."""
    from houseway.errors import InvalidInput

    if ThisProcess.is_dealer and file != "-":
        raise InvalidInput("the dealer reads only standard input", field=file)


def print_table(console: Any, columns: list[str], rows: Sequence[object]) -> None:
    """Rows, which are objects or structs, in columns, each with its name at the top; a figure is never cut off."""
    import msgspec
    from rich.table import Table

    names = [column.replace("_", " ") for column in columns]
    cells = [
        [str(row[column] if row[column] is not None else "") for column in columns] for row in msgspec.to_builtins(rows)
    ]
    widths = [
        max(len(word) for text in column for word in ["", *text.split()]) for column in zip(names, *cells, strict=True)
    ]
    table = Table(box=None)
    for name, width in zip(names, widths, strict=True):
        table.add_column(name, min_width=width)
    for line in cells:
        table.add_row(*line)
    console.print(table, width=max(console.width, sum(widths) + 2 * len(widths)), crop=False)
