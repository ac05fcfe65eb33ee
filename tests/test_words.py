"""Plain English: the phrases and names that CONTRIBUTING.md replaces are not used.

The lists are the two tables of CONTRIBUTING.md. The pages are free of them. The source is not yet: `REMAINING` says how
many of each are left in it, and these numbers may only fall.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import typer

from houseway.cli.app import program

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "houseway"
LIST = ROOT / "CONTRIBUTING.md"
PAGES = [*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")]
BEGIN, END = "<!-- words -->", "<!-- end of words -->"
# What is made from the source, the list itself, and the names of tests.
NOT_PROSE = re.compile(r"<!-- (?:rights|words).*?<!-- end of \w+ -->|::test_\w+", re.DOTALL)

# What is left in the source. Lower a number when you remove some; never raise one.
REMAINING: Final[Mapping[str, int]] = {
    "all that": 46,
    "wants": 29,
    "one's own": 27,
    "at hand": 17,
    "but for": 10,
    "made again": 8,
    "held against": 10,
    "of before": 9,
    "the one who": 4,
    "that one's": 1,
}
REMAINING_IN_HELP: Final[Mapping[str, int]] = {"all that": 4, "the one who": 2, "at hand": 1}
REMAINING_NAMES: Final[Mapping[str, int]] = {
    "found": 343,
    "kept": 41,
    "wanted": 28,
    "said": 23,
    "noted": 2,
}


@cache
def forbidden() -> tuple[list[str], list[str]]:
    """The phrases and the names of the two tables, each without what to write instead."""
    tables = LIST.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip().split("\n\n")
    phrases, names = ([line.split("|")[1].strip() for line in table.splitlines()[2:]] for table in tables)
    return ", ".join(phrases).split(", "), ", ".join(names).split(", ")


@cache
def pattern(phrase: str) -> re.Pattern[str]:
    """A phrase of small letters in a sentence or as part of a name, however the line is broken."""
    whole = r"[\s#*/_]+".join(phrase.split())
    return re.compile(rf"(?<![^\W_]){whole}(?![^\W_])")


def count_phrases(text: str) -> dict[str, int]:
    """How often each phrase that must not be used stands in a text."""
    lower = text.lower()
    likely = (phrase for phrase in forbidden()[0] if all(word in lower for word in phrase.split()))
    return {phrase: count for phrase in likely if (count := len(pattern(phrase).findall(lower)))}


def count_source() -> Counter[str]:
    """The same for all of the source."""
    counts: Counter[str] = Counter()
    for path in (path for ending in ("py", "js") for path in SOURCE.rglob(f"*.{ending}")):
        counts.update(count_phrases(path.read_text(encoding="utf-8")))
    return counts


def defined_names(tree: ast.AST) -> Iterator[str]:
    """Every name that a module gives to something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name


def count_names() -> Counter[str]:
    """How often each name that must not be used is given to something in the source."""
    counts: Counter[str] = Counter()
    for path in SOURCE.rglob("*.py"):
        counts.update(name.strip("_").lower() for name in defined_names(ast.parse(path.read_text(encoding="utf-8"))))
    for path in SOURCE.rglob("*.js"):
        counts.update(re.findall(r"\b(?:const|let|function) (\w+)", path.read_text(encoding="utf-8")))
    return Counter({name: counts[name] for name in forbidden()[1] if counts[name]})


def help_texts(command: Any, words: str) -> Iterator[str]:
    """The help of a command and of all commands below it."""
    yield command.get_help(typer.Context(command, info_name=words))
    for name, below in getattr(command, "commands", {}).items():
        yield from help_texts(below, f"{words} {name}")


def more_than(counts: Mapping[str, int], allowed: Mapping[str, int]) -> dict[str, int]:
    """What is used more often than is allowed."""
    return {word: count for word, count in counts.items() if count > allowed.get(word, 0)}


def test_the_list_is_read() -> None:
    phrases, names = forbidden()
    assert {"told", "hangs on", "comes to"} <= set(phrases)
    assert {"found", "kept"} <= set(names)
    assert count_phrases("It is_told what it comes\n    # to; it unfolds.") == {"told": 1, "comes to": 1}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_uses_a_phrase_of_the_list(page: Path) -> None:
    assert count_phrases(NOT_PROSE.sub("", page.read_text(encoding="utf-8"))) == {}


def test_the_source_uses_fewer_and_fewer_phrases_of_the_list() -> None:
    assert more_than(count_source(), REMAINING) == {}


def test_the_source_has_fewer_and_fewer_names_of_the_list() -> None:
    assert more_than(count_names(), REMAINING_NAMES) == {}


def test_help_uses_fewer_and_fewer_phrases_of_the_list() -> None:
    text = " ".join(help_texts(typer.main.get_command(program()), "houseway"))
    assert more_than(count_phrases(text), REMAINING_IN_HELP) == {}
