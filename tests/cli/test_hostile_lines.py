"""Command lines by somebody who wants a traceback: made from a fixed seed, run in this process, refused in one line."""

import io
import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import typer

from cli.commands import Capture
from houseway.cli import main
from houseway.cli.app import program
from houseway.house.sheets.example import example_sheet

LINES, MORE_LINES = 400, 300
SEED = 23
FAST = ["--strategy", "threshold"]
ENDS = {0, 1, 2, 130}  # done; a check that failed; refused; stopped

# Command lines that are right and quick: one thing of each is spoiled.
RIGHT = [
    ["games"],
    ["rules", "flush"],
    ["evaluate", "Ah", "Kd", "Qc", "--as", "three"],
    ["settle", "round.json"],
    ["settle", "-"],
    ["advise", "round.json", "--json"],
    ["play", "flush", "--seed", "x"],
    ["new-game", "red-queen", "--folder", "made"],
    ["study", "flush"],
    ["analyze", "flush", "--wager", "jackpot", "--meter", "5000", "--envy-wager", "5"],
    ["analyze", "blackjack", "--wager", "progressive", "--prize", "2-suited-matches=500", "--set", "decks=6"],
    ["analyze", "--study", "study.toml", "--csv", "out.csv"],
    ["strategy", "flush", *FAST, "--csv", "-", "--save", "x.strategy"],
    ["simulate", "flush", *FAST, "--rounds", "50", "--seed", "7", "--seats", "2"],
    ["simulate", "flush", *FAST, "--trace", "1"],
    ["face-up", "flush", "--hands", "1", "--deals", "2"],
    ["session", "flush", *FAST, "--sessions", "3", "--hours", "0.1", "--bet", "5", "--bonus", "jackpot=1"],
    ["meter", "flush", "--lives", "2", "--years", "1", "--table", "1", "--increment", "15%", "--start", "5000"],
    ["design", "premium", "--wager", "player-bonus", "--edge", "5%±2", "--vary", "flush=5..7 to 1", "--hit", "1%.."],
    ["design", "flush", "--sweep", "qualifier=none"],
    ["vulnerability", "blackjack", "--topic", "counting", "--spread", "8", "--shoes", "2", "--set", "cut-card=52"],
    ["table", "list", "--db", "house.db"],
    ["table", "show", "7", "--db", "house.db"],
    ["person", "add", "sue", "--role", "supervisor", "--db", "house.db"],
    ["audit", "verify", "--db", "house.db", "--jobs", "2"],
    ["audit", "day", "2026-11-16", "--db", "house.db"],
    ["cage", "buy-in", "pat", "100", "--db", "house.db", "--as", "sue"],
    ["jackpot", "show", "1", "--db", "house.db"],
    ["incident", "list", "--db", "house.db"],
    ["site", "show", "--db", "house.db"],
]

# The same of later commands. A report takes long, so it is always refused.
LATER = [
    [
        "risk",
        "premium",
        "--stake",
        "ante=10",
        "--bankroll",
        "600",
        "--sample",
        "1000",
        "--rounds",
        "10",
        "--seats",
        "3",
    ],
    ["risk", "premium", "--stake", "player-bonus=5", "--sample", "100", "--rounds", "5", "--csv", "-"],
    ["vulnerability", "flush", "--topic", "hole-cards", "--deals", "2", "--seed", "7"],
    ["vulnerability", "flush", "--topic", "collusion", "--deals", "2", "--json"],
    ["earnings", "sheet.toml", "--seats", "3", "--stake", "bet=25", "--take-up", "jackpot=40%", "--hours", "8"],
    ["earnings", "sheet.toml", "--match-play", "25", "--free-play", "10", "--rounds-per-hour", "50", "--json"],
    ["report", "premium", "-o", "report.doc", "--rounds", "100", "--deals", "2", "--date", "2026-11-16"],
    ["report", "--study", "no-study.toml", "-o", "report.html", "--since", "old.json"],
    ["table", "pack", "sheet.toml", "-o", "packed", "--html", "--seed", "2", "--practice"],
    ["table", "check", "sheet.toml", "--practice"],
]

HOSTILE = [
    "", " ", "-", "--", "---", "-1", "-0.5", "0", "1e400", "-1e400", "nan", "inf", "9" * 400, "1e30", "0x10", "1_0_",
    "٣", "½", "²", "\u202e", "💥", "a" * 5000, "../../x", "/", ".", "/dev/null", "no/such/file.toml", "%s%n", "{}",
    "[]", "=", "x=", "=x", "a=b=c", "1/0", "0/0", "..", "5..1 to 1", "1..99999999999 to 1", "\t\n", "[bold]", "[/]",
    "[/x]", "\udcff", "null", "true", "--json", "--set", "--help", "-h", "'; drop", "0%", "101%", "-5%", "round.json",
    "study.toml", "*", "9" * 30,
]  # fmt: skip


def options_of(command: Any) -> list[str]:
    """The long options that a command takes, and one that it does not."""
    return [*(name for one in command.params for name in one.opts if name.startswith("--")), "--no-such-option"]


@cache
def whole_program() -> Any:
    """The program with all commands."""
    return typer.main.get_command(program())


def command_of(words: list[str]) -> Any:
    """The command that some words name."""
    group = whole_program()
    for word in words:
        group = group.commands[word]
        if not hasattr(group, "commands"):
            break
    return group


def spoiled(random: Random, lines: Sequence[Sequence[str]]) -> list[str]:
    """A right command line with one to three things wrong."""
    words = list(random.choice(lines))
    options = options_of(command_of(words))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        place = random.randrange(1, len(words) + 1)
        spoil = random.choice(("replace", "insert", "option", "drop", "double"))
        if spoil == "replace" and place < len(words):
            words[place] = random.choice(HOSTILE)
        elif spoil == "insert":
            words.insert(place, random.choice(HOSTILE))
        elif spoil == "option":
            words += [random.choice(options), random.choice(HOSTILE)]
        elif spoil == "drop" and place < len(words):
            del words[place]
        else:
            words.insert(place, words[place - 1])
    return words


@pytest.fixture(autouse=True)
def folder_to_work_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder to work in, with the files that the command lines name."""
    inner = tmp_path / "a" / "b" / "c"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    monkeypatch.setenv("HOUSEWAY_PASSWORD", "correct horse")
    seat = {"seat": 1, "cards": ["Ah", "Kd", "Ks", "7c", "7d", "4h", "2s"], "wagers": {"bet": 10}, "decisions": []}
    (inner / "round.json").write_text(json.dumps({"game": "flush-poker", "seats": [seat]}))
    (inner / "study.toml").write_text('game = "flush-poker"\n[rules]\nqualifier = "none"\n')
    (inner / "sheet.toml").write_text(example_sheet("flush-poker"), encoding="utf-8")


@pytest.mark.parametrize(("lines", "count"), [(RIGHT, LINES), (LATER, MORE_LINES)], ids=["first", "later"])
def test_no_command_line_ends_in_a_traceback(
    lines: list[list[str]], count: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    random, codes = Random(SEED), []
    for _ in range(count):
        words = spoiled(random, lines)
        monkeypatch.setattr(sys, "stdin", io.StringIO(random.choice(["", "{", "[]\n{}", "Ah\n\n-1\nx"])))
        try:
            code = main(words)
        except BaseException as problem:
            raise AssertionError(f"{words} raises {problem!r}") from problem
        shown = capsys.readouterr()
        codes.append(code)
        assert code in ENDS, words
        assert "Traceback" not in shown.out + shown.err, words
        if code == 2:  # in one line; JSON Lines are answered in kind
            assert shown.err.rpartition("houseway: ")[1] or '"error": ' in shown.out, words
    assert codes.count(2) > count // 2
    assert codes.count(0) > count // 50
