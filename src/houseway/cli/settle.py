"""`houseway settle`: records in, settlements out, in order; a bad record is answered where it stands."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from functools import cache, partial
from pathlib import Path
from typing import IO, Any

from houseway.cli.console import print_json
from houseway.cli.options import load_study
from houseway.errors import HousewayError, InvalidInput
from houseway.games.game import Game
from houseway.games.round import record
from houseway.gc_tuning import few_collections

Numbered = tuple[int, str]  # the text of a record and its line number


def settle_file(file: str, *, study: Path | None = None, explain: bool = False, jobs: int = 0) -> int:
    """Settle a file of one record or of JSON Lines, by a study where one is given; 0, or 2 when a record was wrong.

    `jobs` are the processes that settle; 0 is one for a small input and one for each core where it is large.
    """
    _game_of(study)
    try:
        with nullcontext(sys.stdin) if file == "-" else open(file, encoding="utf-8") as source:
            if explain or sys.stdout.isatty():
                return _told(_for_people(numbered(source), study, explain=explain))
            return _told(_for_programs(numbered(source), study, jobs))
    except OSError as problem:
        raise InvalidInput(f"cannot be read: {problem.strerror}", field=file) from None
    except UnicodeDecodeError:
        raise InvalidInput("is not UTF-8 text", field=file) from None


def _told(answers: Iterable[tuple[int, list[int]]]) -> int:
    """The exit code, once all answers are out: each is how many records it is for and the lines of the wrong ones."""
    total, wrong = 0, list[int]()
    for count, lines in answers:
        total += count
        wrong += lines
    if wrong:
        sys.stderr.write(f"houseway: {len(wrong)} of {total} records cannot be settled, first on line {wrong[0]}\n")
    return 2 if wrong else 0


def _for_people(texts: Iterable[Numbered], study: Path | None, *, explain: bool) -> Iterator[tuple[int, list[int]]]:
    for index, (number, text) in enumerate(texts):
        answer = answered(number, text, _game_of(study))
        if explain and "error" not in answer:
            from houseway.cli.show import show_settlement

            show_settlement(answer)
        elif index == 0 and sys.stdout.isatty():
            print_json(answer)
        else:
            sys.stdout.write(answer_text(number, text, _game_of(study))[0] + "\n")
        yield 1, [number] if "error" in answer else []


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
    game = _game_of(study)
    answers = [(number, *answer_text(number, text, game)) for number, text in texts]
    wrong = [number for number, _, settled in answers if not settled]
    return "".join([f"{answer}\n" for _, answer, _ in answers]), wrong


def answer_text(number: int, text: str, study: Game | None = None) -> tuple[str, bool]:
    """The answer to one record's text as a line of JSON, and whether it is a settlement."""
    try:
        return record.settle_text(text, study), True
    except HousewayError as problem:
        return json.dumps(_refusal(number, problem), ensure_ascii=False), False


def _refusal(number: int, problem: HousewayError) -> dict[str, Any]:
    return {"line": number, "error": " ".join(str(problem).split())}


def answered(number: int, text: str, study: Game | None = None) -> dict[str, Any]:
    """The settlement of one record's text, or what is wrong with it."""
    try:
        return record.settle(record.parse_json(text), study)
    except HousewayError as problem:
        return _refusal(number, problem)


def numbered(source: IO[str]) -> Iterator[Numbered]:
    """The records of a text with their line numbers: one a line, or one record over all lines."""
    lines = enumerate(source, start=1)
    first = next(((number, line) for number, line in lines if line.strip()), None)
    if first is None:
        yield 1, ""
        return
    if is_json(first[1]):
        yield first
        yield from ((number, line) for number, line in lines if line.strip())
        return
    rest = [(number, line) for number, line in lines if line.strip()]
    if any(is_object(line) for _, line in rest):
        yield first
        yield from rest
    else:
        yield 1, "".join(line for _, line in [first, *rest])


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
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "game" in found
