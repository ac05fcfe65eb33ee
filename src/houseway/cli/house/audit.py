"""`houseway audit …`: read the log and verify it; audit_rounds.py and audit_house.py add their commands to these."""

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.common import Database, Json, opened, print_table, read_json
from houseway.cli.house.reading import Reader, reading
from houseway.house.people.rights import READ_LOG, READ_REPORTS

if TYPE_CHECKING:
    from datetime import date

    from houseway.house.log.log import Log
    from houseway.house.records.heads import HouseKey, SignedHeads

HELP: Final = "Read and verify the log of the house.\n\nExample: houseway audit verify"


def verify(
    db: Database = None,
    head: Annotated[
        str | None, typer.Option(metavar="FILE", help="Signed heads, with which a missing tail is found too.")
    ] = None,
    public: Annotated[
        str | None, typer.Option("--public", "--key", metavar="HEX", help="The key that must have signed the heads.")
    ] = None,
    deep: Annotated[
        bool, typer.Option("--deep", help="Replay everything: acts, rounds, money, shuffles, jackpots, the schema.")
    ] = False,
    jobs: Annotated[
        int, typer.Option(min=0, max=256, help="Processes; 0 is one for each core where the log is large.")
    ] = 0,
    json: Json = False,
) -> None:
    """Walk every chain and the ledger, and name the first broken link. With --deep, also replay every event.

    Heads are accepted only if a known key has signed them: that of --key, the house's own, or the key of the first
    heads that were verified here. No password is needed: anybody who has the file may verify it.

    Example: houseway audit verify --db house.db --deep --head heads.json
    """
    import msgspec

    from houseway.cli.console import console, print_json
    from houseway.cli.progress import progress_bar
    from houseway.house.log.log import Damaged, NotWhole
    from houseway.house.records.audit import Verdict, audit_log
    from houseway.house.records.deep_audit.walk import DeepVerdict, deep_audit

    signed = _signed_heads(head, public) if head else None
    try:
        with opened(db, read_only=True) as log, progress_bar("verify") as progress:
            if deep:
                verdict = deep_audit(log, signed, progress, jobs=jobs)
            else:
                verdict = DeepVerdict(form=audit_log(log, signed, progress, jobs=jobs))
    except NotWhole as problem:  # not even the heads can be read
        broken = Damaged(problem.reason, field=problem.field)
        verdict = DeepVerdict(form=Verdict(broken=broken))
    if json:
        answer = msgspec.to_builtins(verdict.to_struct() if deep else verdict.form.to_struct())
        print_json({**answer, **({"key": signed.key} if signed else {})})
    else:
        form = verdict.form
        console().print(f"{form.streams:,} streams, {form.events:,} events, {form.postings:,} postings")
        for one in verdict.findings:
            console().print(f"{one}", markup=False)
        for one in verdict.notes:
            console().print(f"note: {one}", markup=False)
        whole = "no fault found" if deep else "every chain and the ledger are whole"
        compared = "" if signed else "; signed heads were not compared"
        console().print(f"[bold]broken:[/] {verdict.broken}" if verdict.broken else whole + compared)
        if signed:
            console().print(f"the heads are signed by the key {signed.key}", soft_wrap=True)
    raise typer.Exit(1 if verdict.broken else 0)


def _signed_heads(file: str, public: str | None) -> "SignedHeads":
    from houseway.house.records.heads import HouseKey, SignedHeads, pin_key, pinned_key
    from houseway.house.store.paths import default_key

    value = read_json(file)
    key = public or (HouseKey.open(default_key()).public if default_key().exists() else pinned_key())
    heads = SignedHeads.parse(value, key=key)
    if not key:
        pin_key(heads.key)
    return heads


def export(
    file: Annotated[str, typer.Argument(help="The file to write; - for standard output.")] = "-",
    what: Annotated[str, typer.Option(help="events, postings or balances.")] = "events",
    format: Annotated[str, typer.Option(help="jsonl or csv.")] = "jsonl",
    stream: Annotated[list[str] | None, typer.Option(help="Only this stream; may be repeated.")] = None,
    by: Reader = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Export the log as JSON Lines or CSV, without secrets. For those who may read the log.

    Example: houseway audit export postings.csv --what postings --format csv --stream table/7 --as abe
    """
    from houseway.house.records.export import export as exported

    form = "jsonl" if json else format
    with reading(db, READ_LOG, by) as log:
        write_lines(file, exported(log, what, form, stream or []))


def write_lines(file: str, lines: Iterable[str]) -> None:
    """Write lines to a file, whole or not at all, or to standard output."""
    if file == "-":
        sys.stdout.writelines(lines)
        return
    from pathlib import Path

    from houseway.errors import InvalidInput

    new = Path(f"{file}.{os.getpid()}.part")
    try:
        with new.open("w", encoding="utf-8") as written:
            written.writelines(lines)
        new.replace(file)
    except OSError as problem:
        raise InvalidInput(f"cannot be written: {problem.strerror}", field=file) from None
    finally:
        new.unlink(missing_ok=True)


Key = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="The house's key; HOUSEWAY_KEY, or houseway.key in your data folder."),
]


def heads(db: Database = None, key: Key = None, json: Json = False) -> None:
    """Sign the heads of all streams, so that a tail that is cut off later is noticed.

    Example: houseway audit heads --json > heads.json
    """
    from houseway.cli.console import print_json

    with opened(db, read_only=True) as log:
        signed = signed_heads(log, key)
    if json:
        print_json(signed)
    else:
        print_heads(signed)


def signed_heads(log: "Log", key: str | None) -> "SignedHeads":
    """Where every stream stands, signed with the house's key."""
    from houseway.house.records.heads import sign_heads

    return sign_heads(log, house_key(key))


def house_key(file: str | None) -> "HouseKey":
    """The key that signs heads, in a file or where the house keeps its own."""
    from pathlib import Path

    from houseway.house.records.heads import HouseKey
    from houseway.house.store.paths import default_key

    return HouseKey.open(Path(file) if file else default_key())


def print_heads(signed: "SignedHeads") -> None:
    """Signed heads for people."""
    from houseway.cli.console import console

    for stream, head in signed.heads.items():
        console().print(f"{stream:24} {head.number:9,}  {head.hash}", soft_wrap=True)
    console().print(f"at {signed.at}, key {signed.key}\nsignature {signed.signature}", soft_wrap=True)


def day(
    day: Annotated[str | None, typer.Argument(metavar="DATE", help="A gaming day; today's by default.")] = None,
    by: Reader = None,
    db: Database = None,
    key: Key = None,
    json: Json = False,
) -> None:
    """Print a gaming day: drop, win and gross receipts by table, the master games report by game, and signed heads.

    Drawers, voids, corrections, held wins, awards and deposits are listed with who did them. Players whom the house
    does not know as persons are named as guests. For those who may read reports.

    Example: houseway audit day 2026-03-01 --as abe
    """
    from msgspec import to_builtins

    from houseway.cli.console import console, print_json
    from houseway.house.records.reports import report_day

    with reading(db, READ_REPORTS, by) as log:
        report = report_day(log, _parsed_day(day), key=house_key(key))
    if json:
        print_json(report)
        return
    columns = ["opening", "fills", "credits", "closing", "drop", "win", "hold", "progressive", "gross_receipts"]
    console().print(f"gaming day {report.day}{', PRACTICE' if report.practice else ''}")
    print_table(console(), ["table", *columns], report.tables)
    for row in report.tables:
        if row.corrections:
            words = f"table {row.table}: corrections of settled rounds {row.corrections}, in closing and win"
            console().print(words, markup=False)
        if row.shorts:
            console().print(f"table {row.table}: documented shorts of the tray {row.shorts}", markup=False)
    console().print("\nmaster games report")
    print_table(console(), ["game", *columns], report.games)
    if report.guests:
        console().print("\nguests, whom the house does not know as persons")
        rows = [{**to_builtins(one), "by": ", ".join(one.by)} for one in report.guests]
        print_table(console(), ["guest", "bought in", "cashed out", "by"], rows)
    if report.matters:
        console().print("\ndrawers, voids, corrections, holds, awards and deposits")
        rows = [{**to_builtins(one), "by": ", ".join(one.by)} for one in report.matters]
        print_table(console(), ["at", "what", "where", "amount", "by", "note"], rows)
    if report.heads:
        console().print("\nwhere the log stands")
        print_heads(report.heads)


def _parsed_day(text: str | None) -> "date | None":
    from datetime import date

    from houseway.errors import InvalidInput

    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise InvalidInput("must be a date such as 2026-03-01", field=str(text)[:20]) from None


COMMANDS: Final[Commands] = {
    "verify": verify,
    "export": export,
    "heads": heads,
    "day": day,
}
