"""The examples of the lab's help run, and every command line that a page prints can be parsed."""

import inspect
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from cli.commands import Capture
from houseway.cli import main
from houseway.cli.app import program
from houseway.cli.lab import exact_commands, forecast_commands

ROOT = Path(__file__).parents[2]
COMMANDS = {**exact_commands.COMMANDS, **forecast_commands.COMMANDS}
FEWER = {  # rounds, deals, sessions and lives than in the example
    "simulate": {"--rounds": "1000"},
    "session": {"--sessions": "20"},
    "meter": {"--lives": "2", "--years": "1"},
    "face-up": {"--deals": "20"},
}
SLOW = ("strategy", "verify", "report", "vulnerability")  # run by `make test-slow`
PAGES = [ROOT / name for name in ("README.md", "docs/lab.md", "docs/studies.md")]
SPAN = re.compile(r"`(houseway [^`]+)`|^(?:.*\| )?(houseway .+)$", re.MULTILINE)
ENDS = re.compile(r" [|>#] .*| \.\.\.| & ")
OPEN_ROUND = {
    "game": "flush-poker",
    "seats": [{"seat": 1, "cards": ["Ah", "Kh", "9h", "5h", "2c", "3d", "7s"], "wagers": {"bet": 10}, "decisions": []}],
}


def example_of(name: str) -> list[str]:
    """The words of the example in a command's help, without what the shell does with its output."""
    text = inspect.getdoc(COMMANDS[name]) or ""
    (line,) = re.findall(r"^Example: houseway (.+)$", text, re.MULTILINE)
    return shlex.split(ENDS.sub("", line))


def parse(words: list[str]) -> None:
    """Parse a command line without running it."""
    command: Any = typer.main.get_command(program())
    while words and hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    if words and not hasattr(command, "commands"):
        command.make_context("houseway", words)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_of_a_help_can_be_parsed(name: str) -> None:
    words = example_of(name)
    assert words[0] == name
    parse(words)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in COMMANDS])
def test_the_example_of_a_help_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert main(["table", "sheet", "down-under-holdem"]) == 0
    (tmp_path / "table.toml").write_text(capsys.readouterr().out, encoding="utf-8")
    (tmp_path / "open-round.json").write_text(json.dumps(OPEN_ROUND), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = example_of(name)
    for option, value in FEWER.get(name, {}).items():
        if option in words:
            words[words.index(option) + 1] = value
        else:
            words += [option, value]
    assert main(words) == 0, capsys.readouterr().err
    assert capsys.readouterr().out or name == "strategy"


def lines_of(page: Path) -> Iterator[str]:
    """The commands of a page that name no placeholder but GAME and SHEET."""
    for found in SPAN.findall(page.read_text(encoding="utf-8")):
        line = ENDS.sub("", next(filter(None, found))).replace("GAME", "flush-poker").replace("SHEET", "table.toml")
        if not re.search(r"\b[A-Z]{3,}\b|…|houseway -", line):
            yield line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_line_of_a_page_can_be_parsed(page: Path) -> None:
    lines = list(lines_of(page))
    assert lines
    for line in lines:
        parse(shlex.split(line)[1:])
