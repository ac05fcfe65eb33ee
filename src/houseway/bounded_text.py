"""Text from outside, limited before anything parses it: its size, and how deeply it is nested.

A parser may need far more time and memory than its text: Python's TOML parser needs four gigabytes for one dotted key
of 28,000 parts. Everything that reads a sheet, a study or a record reads it through this module.
"""

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Final

from houseway.errors import HousewayError, InvalidInput

DEEPEST: Final = 32  # brackets in brackets, and parts of a dotted key
LARGEST_SHEET: Final = 100_000  # characters of a sheet or a study
LARGEST_RECORD: Final = 1_000_000  # characters of a record, on one line or over several
LARGEST_FILE: Final = 16_000_000  # bytes of any other file, such as signed heads

# Strings and comments are one token each; one of several lines may hold up to two quotes before the three at its end.
# A quote by itself is a string without an end: no parser gets past it.
# Possessive repeats would say the same, but Python 3.11.2, which Debian has, matches too much with them.
_JSON_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[][{}"]', re.DOTALL)
_TOML_TOKEN: Final = re.compile(
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"{3,5}|'
    r"'''[^']*(?:'(?!'')[^']*)*'{3,5}|"
    r"\"\"\"|'''|"
    r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'
    r"'[^'\n]*'|"
    r"#[^\n]*|"
    r"[][{}.,=\n\"']",
    re.DOTALL,
)
_OPENING: Final = frozenset("[{")
_CLOSING: Final = frozenset("]}")
_UNENDED: Final = frozenset({'"', "'", '"""', "'''"})


def require_shallow_json(text: str, *, field: str = "JSON") -> None:
    """Refuse JSON that is nested too deeply."""
    if text.count("[") + text.count("{") > DEEPEST and _depth(_JSON_TOKEN, text) > DEEPEST:
        raise InvalidInput("is nested too deeply", field=field)


def parse_toml(text: str, *, field: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """TOML of bounded size and depth."""
    if len(text) > LARGEST_SHEET:
        raise InvalidInput(f"must be at most {LARGEST_SHEET} characters", field=field)
    if _depth(_TOML_TOKEN, text) > DEEPEST:
        raise InvalidInput("is nested too deeply", field=field)
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except (tomllib.TOMLDecodeError, ValueError) as problem:
        raise InvalidInput(f"is not TOML: {problem}", field=field) from None
    except RecursionError:
        raise InvalidInput("is nested too deeply", field=field) from None


def _depth(token: re.Pattern[str], text: str) -> int:
    """The depth of nested brackets, or the number of dots in one key, whichever is larger."""
    depth = dots = deepest = 0
    for match in token.finditer(text):
        mark = match[0]
        if mark == ".":
            dots += 1
        elif mark in _UNENDED:
            break
        elif mark in _OPENING:
            depth, dots = depth + 1, 0
        elif mark in _CLOSING:
            depth, dots = max(0, depth - 1), 0
        elif mark in (",", "=", "\n"):
            dots = 0
        deepest = max(deepest, depth + dots)
    return deepest


def read_text(path: Path, *, most: int = LARGEST_FILE) -> str:
    """The text of a file, of at most this many bytes; no more of a larger file is read.

    A byte order mark, which some editors write, is dropped.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as problem:
        raise InvalidInput(f"cannot be read: {problem.strerror}", field=str(path)) from None
    if len(raw) > most:
        raise InvalidInput(f"must be at most {most} bytes", field=str(path))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput("is not UTF-8 text", field=str(path)) from None


def read_file_or_input(file: str, *, most: int = LARGEST_FILE) -> str:
    """The text of a file, or of standard input where it is `-`, of at most this size."""
    if file != "-":
        return read_text(Path(file), most=most)
    text = sys.stdin.read(most + 1)
    if len(text) > most:
        raise InvalidInput(f"must be at most {most} characters", field="standard input")
    return text.removeprefix("\ufeff")


def bounded_lines(source: IO[str], *, most: int = LARGEST_RECORD) -> Iterator[str]:
    """The lines of a text; one that is too long ends it, before the whole of it is in memory."""
    number = 0
    while line := source.readline(most + 1):
        number += 1
        if len(line) > most:
            raise InvalidInput(f"must be at most {most} characters", field=f"line {number}")
        yield line


def load_toml(path: Path, *, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """TOML of a file, or of standard input where it is `-`, of bounded size and depth."""
    text = read_file_or_input(str(path), most=4 * LARGEST_SHEET)
    try:
        return parse_toml(text, field="", parse_float=parse_float)
    except HousewayError as problem:
        raise problem.at(str(path)) from None
