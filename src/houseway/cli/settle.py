"""`houseway settle`: records in, settlements out, in order; a bad record is answered where it stands."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import cache, partial
from pathlib import Path
from typing import IO, Any

from msgspec import Struct

from houseway.bounded_text import LARGEST_RECORD, bounded_lines
from houseway.cli.console import print_json
from houseway.cli.options import load_study
from houseway.errors import HousewayError, InvalidInput
from houseway.games.game import Game
from houseway.games.round import record
from houseway.games.round.record_text import any_text
from houseway.games.round.settlement_answer import SettlementAnswer
from houseway.gc_tuning import few_collections

Numbered = tuple[int, str]  # the text of a record and its line number


def settle_file(file: str, *, study: Path | None = None, explain: bool = False, jobs: int = 0) -> int:
    """Settle a file of one record or of JSON Lines, by a study where one is given; 0, or 2 when a record was wrong.

    `jobs` are the processes that settle; 0 is one for a small input and one for each core where it is large.
    """
    _game_of(study)
    jobs = 1 if str(study) == "-" else jobs  # other processes cannot read it again
    try:
        with nullcontext(sys.stdin) if file == "-" else open(file, encoding="utf-8") as source:
            if explain or sys.stdout.isatty():
                return _exit_code(_for_people(numbered(source), study, explain=explain))
            return _exit_code(_for_programs(numbered(source), study, jobs))
    except OSError as problem:
        raise InvalidInput(f"cannot be read: {problem.strerror}", field=file) from None
    except UnicodeDecodeError:
        raise InvalidInput("is not UTF-8 text", field=file) from None


def _exit_code(answers: Iterable[tuple[int, list[int]]]) -> int:
    """The exit code after all answers: each has its number of records and the lines of the wrong ones."""
    total, wrong = 0, list[int]()
    for count, lines in answers:
        total += count
        wrong += lines
    if wrong:
        sys.stderr.write(f"houseway: {len(wrong)} of {total} records cannot be settled, first on line {wrong[0]}\n")
    return 2 if wrong else 0


def _for_people(texts: Iterable[Numbered], study: Path | None, *, explain: bool) -> Iterator[tuple[int, list[int]]]:
    for index, (number, text) in enumerate(texts):
        answer = answer_to(number, text, _game_of(study))
        if explain and isinstance(answer, SettlementAnswer):
            from houseway.cli.show import show_settlement

            show_settlement(answer)
        elif index == 0 and sys.stdout.isatty():
            print_json(answer.to_json())
        else:
            sys.stdout.write(answer.text() + "\n")
        yield 1, [number] if isinstance(answer, Refusal) else []


def _for_programs(texts: Iterator[Numbered], study: Path | None, jobs: int) -> Iterator[tuple[int, list[int]]]:
    from houseway.cli.batches import in_batches

    with few_collections():
        for count, (answers, wrong) in in_batches(partial(settle_batch, study=study), texts, jobs):
            sys.stdout.write(answers)
            yield count, wrong


@cache
def _game_of(study: Path | None) -> Game | None:
    """The game of a study file, read once a process: a game itself is too large to be sent to others."""
    return load_study(study)


def settle_batch(texts: list[Numbered], study: Path | None = None) -> tuple[str, list[int]]:
    """The answers to some records as lines of text, and the line numbers of the wrong ones."""
    game, lines, wrong = _game_of(study), list[str](), list[int]()
    for number, text in texts:
        answer = answer_to(number, text, game)
        lines.append(f"{answer.text()}\n")
        if isinstance(answer, Refusal):
            wrong.append(number)
    return "".join(lines), wrong


class Refusal(Struct, frozen=True, kw_only=True):
    """What is wrong with the record of a line."""

    line: int
    error: str

    def text(self) -> str:
        """The answer on one line of JSON."""
        return any_text(self.to_json())

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {"line": self.line, "error": self.error}


def answer_to(number: int, text: str, study: Game | None = None) -> SettlementAnswer | Refusal:
    """The settlement of one record's text, or what is wrong with it."""
    try:
        return record.replay(record.parse_json(text), study).settlement().answer()
    except HousewayError as problem:
        return Refusal(line=number, error=" ".join(str(problem).split()))


def numbered(source: IO[str]) -> Iterator[Numbered]:
    """The records of a text with their line numbers: one a line, or one record over all lines."""
    lines = ((number, line) for number, line in enumerate(bounded_lines(source), start=1) if line.strip())
    first = next(lines, None)
    if first is None:
        yield 1, ""
        return
    if is_json(first[1]):
        yield first
        yield from lines
        return
    unread, size = [first], len(first[1])
    for number, line in lines:
        unread.append((number, line))
        if is_object(line):
            yield from unread
            yield from lines
            return
        size += len(line)
        if size > LARGEST_RECORD:
            raise InvalidInput(f"a record must be at most {LARGEST_RECORD} characters", field=f"line {number}")
    yield 1, "".join(line for _, line in unread)


def is_json(line: str) -> bool:
    """Whether a line is a whole JSON text."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def is_object(line: str) -> bool:
    """Whether a line is a whole JSON object that looks like a record."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "game" in value
