"""Plain English: the phrases and names that CONTRIBUTING.md replaces are not used.

The lists are the two tables of CONTRIBUTING.md.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from houseway.cli.app import program

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "houseway"
LIST = ROOT / "CONTRIBUTING.md"
SOURCES = sorted(path for ending in ("py", "js", "toml", "html") for path in SOURCE.rglob(f"*.{ending}"))
PAGES = [*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")]
BEGIN, END = "<!-- words -->", "<!-- end of words -->"
# What is made from the source, the list itself, and the names of tests.
NOT_PROSE = re.compile(r"<!-- (?:rights|words).*?<!-- end of \w+ -->|::test_\w+", re.DOTALL)


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


def test_the_list_is_read() -> None:
    phrases, names = forbidden()
    assert {"told", "hangs on", "comes to"} <= set(phrases)
    assert {"found", "kept"} <= set(names)
    assert count_phrases("It is_told what it comes\n    # to; it unfolds.") == {"told": 1, "comes to": 1}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_uses_a_phrase_of_the_list(page: Path) -> None:
    assert count_phrases(NOT_PROSE.sub("", page.read_text(encoding="utf-8"))) == {}


def test_no_source_uses_a_phrase_of_the_list() -> None:
    counts = {path.relative_to(SOURCE): count_phrases(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert {path: phrases for path, phrases in counts.items() if phrases} == {}


def test_no_source_defines_a_name_of_the_list() -> None:
    assert count_names() == {}


def test_no_help_uses_a_phrase_of_the_list() -> None:
    assert count_phrases(" ".join(help_texts(typer.main.get_command(program()), "houseway"))) == {}
