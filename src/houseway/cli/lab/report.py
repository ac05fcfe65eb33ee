"""`houseway report`: the report of a game as PDF, as one HTML file, or as JSON."""

from pathlib import Path

from houseway.cli.console import print_json
from houseway.cli.progress import progress_bar
from houseway.cli.written import say_written
from houseway.errors import InvalidInput
from houseway.games.game import Game


def write_report(
    game: Game,
    output: Path | None,
    *,
    since: Path | None,
    rounds: str | None,
    deals: str | None,
    cut_offs: int,
    date: str,
    study: Path | None,
    as_json: bool,
) -> None:
    """Make a report and write it to the given file; JSON also to standard output."""
    from houseway.documents.files import check_file
    from houseway.documents.report.evidence import DEALS, ROUNDS
    from houseway.documents.report.report import report

    if output is None and not as_json:
        raise InvalidInput("is missing: name a file that ends in .pdf, .html or .json", field="--output")
    if output is not None:
        check_file(output)
    with progress_bar(f"report of {game.name}") as progress:
        made = report(
            game,
            since=since,
            rounds=ROUNDS if rounds is None else rounds,
            deals=DEALS if deals is None else deals,
            cut_offs=cut_offs,
            date=date,
            study_file="" if study is None else str(study),
            progress=progress,
        )
        written = None if output is None else made.save(output)
    if written is not None:
        say_written(written, f"{len(made.document.parts)} parts")
    if as_json:
        print_json(made.to_json())
