"""`houseway settle`: records in, settlements out, in order; a bad record is answered where it stands."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import IO, Any

from houseway.cli.console import print_json
from houseway.errors import HousewayError, InvalidInput
from houseway.games import record
from houseway.games.game import Game


def settle_file(file: str, *, study: Game | None = None, explain: bool = False) -> int:
    """Settle a file of one record or of JSON Lines, by a study where one is given; 0, or 2 when a record was wrong."""
    try:
        with nullcontext(sys.stdin) if file == "-" else open(file, encoding="utf-8") as source:
            return _answer(numbered(source), study=study, explain=explain)
    except OSError as problem:
        raise InvalidInput(f"cannot be read: {problem.strerror}", field=file) from None
    except UnicodeDecodeError:
        raise InvalidInput("is not UTF-8 text", field=file) from None


def _answer(texts: Iterable[tuple[int, str]], *, study: Game | None, explain: bool) -> int:
    wrong: list[int] = []
    total = 0
    for number, text in texts:
        total += 1
        answer = answered(number, text, study)
        if "error" in answer:
            wrong.append(number)
        if explain and "error" not in answer:
            from houseway.cli.show import show_settlement

            show_settlement(answer)
        elif total == 1 and sys.stdout.isatty():
            print_json(answer)
        else:
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    if wrong:
        sys.stderr.write(f"houseway: {len(wrong)} of {total} records cannot be settled, first on line {wrong[0]}\n")
    return 2 if wrong else 0


def answered(number: int, text: str, study: Game | None = None) -> dict[str, Any]:
    """The settlement of one record's text, or what is wrong with it."""
    try:
        return record.settle(record.parse_json(text), study)
    except HousewayError as problem:
        return {"line": number, "error": " ".join(str(problem).split())}


def numbered(source: IO[str]) -> Iterator[tuple[int, str]]:
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
