"""How the lab's answers are printed: an error always with its level, JSON with where it comes from."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from houseway.cli.console import console, marks_text, print_json
from houseway.cli.written import say_written, write_rows
from houseway.games.pricing.strategy import LEVEL, NORMAL_95
from houseway.tabular import TypedAnswer

A = TypeVar("A", bound=TypedAnswer)


def plus_minus_dollars(error: float) -> str:
    """` ± $1.23 (95%)` from a standard error in dollars."""
    return f" ± ${NORMAL_95 * error:,.2f} ({LEVEL})"


def print_game(game: str, marks: Mapping[str, str], rest: str) -> None:
    """The first line of an answer: the game, the marks of a study, and what else there is to say."""
    console().print(f"[bold]{game}[/]{marks_text(marks)}{rest}")


def present(
    answer: A, show: Callable[[A], None], *, as_json: bool, csv_file: str | None = None, plot: Path | None = None
) -> None:
    """Print an answer: as JSON, as CSV to a file beside it or alone on standard output, or for people."""
    if plot is not None:
        say_written(plot)
    if csv_file is not None:
        write_rows(csv_file, answer.rows())
    if as_json:
        print_answer(answer.to_json())
    elif csv_file != "-":
        show(answer)


def print_answer(answer: Mapping[str, object]) -> None:
    """An answer as JSON, and under `made_by` the software, the command and the day."""
    from houseway.lab.provenance import with_provenance

    print_json(with_provenance(answer))
