"""`houseway table`: check sheets against letter and law, print placards and examples; table_live.py has live tables."""

import datetime
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from houseway.cli.console import console, print_json
from houseway.cli.group import Commands
from houseway.cli.house.common import say_refusals

HELP: Final = (
    "Tables: sheets that a house may open, what it must post, and tables that are played."
    "\n\nExample: houseway table check sheet.toml"
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Day = Annotated[str | None, typer.Option("--on", metavar="DATE", help="The day, such as 2024-05-31; today by default.")]

Practice = Annotated[
    bool, typer.Option("--practice", help="For a practice house, which may open games without a letter.")
]


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="A sheet, or several sheets of one house.")],
    on: Day = None,
    practice: Practice = False,
    json: Json = False,
) -> None:
    """Check that a table may be opened as its sheet says; exit 1 where letter or law refuses it, with every reason.

    Several sheets are also checked together: names, shared meters, the reserve for prizes at odds.

    Example: houseway table check table-7.toml --on 2024-05-31
    """
    raise typer.Exit(_check(files, day_of(on), practice=practice, as_json=json))


def placard(
    file: Annotated[Path, typer.Argument(help="A sheet that the check accepts.")],
    html: Annotated[bool, typer.Option("--html", help="Print a page for paper and phone.")] = False,
    on: Day = None,
    practice: Practice = False,
    json: Json = False,
) -> None:
    """Print what the house must post at the table: limits, prizes, odds, notices, disclosures.

    Example: houseway table placard table-7.toml --html > placard.html
    """
    raise typer.Exit(_placard(file, day_of(on), practice=practice, html=html, as_json=json))


def sheet(
    game: Annotated[str, typer.Argument(help="A game, such as flush-poker.")],
    name: Annotated[str, typer.Option(help="The table's name; its jackpot is named after it.")] = "1",
    json: Json = False,
) -> None:
    """Print a complete example sheet of a game, ready to be edited.

    Example: houseway table sheet flush-poker --name 7 > table-7.toml
    """
    from houseway.house.sheets.example import example_sheet

    text = example_sheet(game, table=name)
    if json:
        print_json({"game": game, "sheet": text})
    else:
        typer.echo(text, nl=False)


def pack(
    file: Annotated[Path, typer.Argument(metavar="SHEET", help="A sheet that the check accepts.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FOLDER", help="Where it goes; pack-NAME of the table by default."),
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="Only pages, no PDF.")] = False,
    seed: Annotated[str, typer.Option(help="The seed of the quiz: another seed gives other hands.")] = "1",
    on: Day = None,
    practice: Practice = False,
    json: Json = False,
) -> None:
    """Write the documents that a card room submits: sheet in words, placard, rack card, procedure, dealer quiz.

    Example: houseway table pack table-7.toml -o submission
    """
    from houseway.cli.house.pack import write_pack

    raise typer.Exit(write_pack(file, output, html=html, seed=seed, on=day_of(on), practice=practice, as_json=json))


def day_of(text: str | None) -> datetime.date:
    """The day of an option; today where none is given."""
    if text is None:
        return datetime.datetime.now(tz=datetime.UTC).astimezone().date()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        from houseway.errors import InvalidInput

        raise InvalidInput(f"{text[:40]!r} is not a day such as 2024-05-31", field="--on") from None


def _check(files: list[Path], on: datetime.date, *, practice: bool, as_json: bool) -> int:
    from houseway.house.sheets.check import check_sheets
    from houseway.house.sheets.sheet import load_sheet

    sheets = [load_sheet(path) for path in files]
    checked = check_sheets(sheets, on, practice=practice)
    answers = [checked_answer(sheet, on, refusals) for sheet, refusals in zip(sheets, checked, strict=True)]
    if as_json:
        print_json(answers[0] if len(answers) == 1 else answers)
    else:
        for answer, refusals in zip(answers, checked, strict=True):
            show_checked({**answer, "notes": []}, [str(refusal) for refusal in refusals])
        for note in dict.fromkeys(note for answer in answers for note in answer["notes"]):  # once for all sheets
            console().print(f"note: {note}", markup=False)
    return 1 if any(checked) else 0


def checked_answer(sheet: Any, on: datetime.date, refusals: list[Any]) -> dict[str, Any]:
    """What the check of a sheet found, as JSON."""
    return {
        "table": sheet.name,
        "game": sheet.game,
        "on": str(on),
        "accepted": not refusals,
        "refusals": [msgspec.to_builtins(refusal.row()) for refusal in refusals],
        "notes": [] if sheet.study else _notes(sheet, on),
        "sheet": sheet.digest,
    }


def _notes(sheet: Any, on: datetime.date) -> list[str]:
    """Rules of law that were applied although their text or date was not verified."""
    from houseway.errors import NotApproved
    from houseway.house.sheets.policy import policy_on

    try:
        uncertain = policy_on(on).uncertain if sheet.jurisdiction != "tribal" else ()
    except NotApproved:
        return []
    return [f"{rule.law}, {rule.about}: not read in the rule itself. {rule.source}." for rule in uncertain]


def show_checked(answer: dict[str, Any], refusals: list[str]) -> None:
    """The same for people."""
    head = f"table {answer['table']}, {answer['game']}, on {answer['on']}"
    if answer["accepted"]:
        console().print(f"accepted: {head}", markup=False)
    else:
        count = len(refusals)
        console().print(f"refused: {head}: {count} reason{'s' if count > 1 else ''}", markup=False)
    for number, refusal in enumerate(refusals, start=1):
        console().print(f"{number:>3}. {refusal}", markup=False)
    for note in answer["notes"]:
        console().print(f"note: {note}", markup=False)


def _placard(file: Path, on: datetime.date, *, practice: bool, html: bool, as_json: bool) -> int:
    from houseway.house.sheets.check import check_sheet
    from houseway.house.sheets.placard import placard as posted_at
    from houseway.house.sheets.sheet import load_sheet

    sheet = load_sheet(file)
    practice = practice or not sheet.approval.letters
    if refusals := check_sheet(sheet, on, practice=practice):
        say_refusals(refusals)
        return 1
    posted = posted_at(sheet, on, practice=practice)
    if as_json:
        print_json(posted.to_json())
    elif html:
        from houseway.house.sheets.placard_html import as_html

        typer.echo(as_html(posted), nl=False)
    else:
        from houseway.house.sheets.placard_text import as_text

        typer.echo(as_text(posted), nl=False)
    return 0


COMMANDS: Final[Commands] = {
    "check": check,
    "placard": placard,
    "sheet": sheet,
    "pack": pack,
}
