"""Errors name fields: the command line shows a field that is an option as its flag, Python shows it plain."""

import json
from pathlib import Path

import pytest

import houseway
from cli.commands import Capture
from houseway.cli import main
from houseway.cli.flags import with_flags
from houseway.errors import HousewayError, InvalidInput
from houseway.games.evaluation import evaluate

FLAGS = {"--wagers-a-day", "--bonus", "--hours", "--rounds-per-hour", "--engine", "--scheduler", "--as"}


@pytest.mark.parametrize(
    ("field", "reason", "line"),
    [
        ("wagers_a_day", "must be 1 to 9", "--wagers-a-day: must be 1 to 9"),
        ("wagers-a-day", "must be 1 to 9", "--wagers-a-day: must be 1 to 9"),
        ("bonus natural-flush", "stands twice", "--bonus natural-flush: stands twice"),
        ("hours, rounds_per_hour", "too few", "--hours, --rounds-per-hour: too few"),
        ("scheduler", "needs `engine` dask", "--scheduler: needs --engine dask"),
        ("options.hours", "unknown", "options.hours: unknown"),
        ("hours.toml", "no such file", "hours.toml: no such file"),
        ("study.toml: hours", "unknown", "study.toml: hours: unknown"),
        ("table", "pays must be `to`", "table: pays must be `to`"),
        ("", "`as` is needed", "--as is needed"),
    ],
)
def test_a_field_that_is_an_option_is_named_by_its_flag(field: str, reason: str, line: str) -> None:
    assert with_flags(reason, field, FLAGS) == line


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["meter", "flush", "--table", "9"], "--table: '9' is not one of 1, 2, 3"),
        (["meter", "flush", "--wagers-a-day", "0"], "--wagers-a-day: must be 1 to 10,000,000, not 0"),
        (["session", "flush", "--hours", "0"], "--hours, --rounds-per-hour: must be more than nothing"),
        (["session", "flush", "--hours", "1e9"], "--hours: must be 1 to 1,000,000 rounds, not 60,000,000,000"),
        (["session", "flush", "--bonus", "main=5"], "--bonus main: is the bet: give it with --bet"),
        (["simulate", "flush", "--scheduler", "x"], "--scheduler: needs --engine dask"),
        (["analyze", "premium", "--every-choice"], "--all-decks: premium-holdem has one main game"),
        (["evaluate", "Ah", "--as", "x"], "--as: 'x' is not one of"),
        (["table", "list", "--db", "mysql://x"], "--db: must be a path"),
        (["audit", "difference", "--db", "memory:"], "difference: name two sheets, or a sheet and --table, or --table"),
    ],
)
def test_the_command_line_says_flags(capsys: Capture, words: list[str], line: str) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.startswith(f"houseway: {line}")


def test_python_says_fields() -> None:
    with pytest.raises(InvalidInput, match=r"^table: '9' is not one of"):
        houseway.meter("flush", "9")
    with pytest.raises(InvalidInput, match=r"^wagers_a_day: must be 1 to"):
        houseway.meter("flush", wagers_a_day=0)
    with pytest.raises(InvalidInput, match=r"^hours, rounds_per_hour: must be more than nothing"):
        houseway.session("flush", hours=0)
    with pytest.raises(InvalidInput, match=r"^scheduler: needs `engine` dask"):
        houseway.simulate("flush", rounds=10, strategy="threshold", scheduler="x")
    with pytest.raises(InvalidInput, match=r"^as: 'x' is not one of"):
        evaluate(["Ah"], "x")


def test_a_round_of_a_study_asks_for_it_by_name(tmp_path: Path, capsys: Capture) -> None:
    record = {"game": "flush-poker", "study": {"name": "mine", "rules": "0" * 32}, "seats": []}
    with pytest.raises(HousewayError, match=r"^study: is a round of 'mine': give its study$"):
        houseway.settle(record)
    (tmp_path / "open.json").write_text(json.dumps(record))
    assert main(["advise", str(tmp_path / "open.json")]) == 2
    assert capsys.readouterr().err == "houseway: --study: is a round of 'mine': give its study\n"


def test_no_room_below_the_command_line_names_a_flag() -> None:
    source = Path(houseway.__file__).parent
    found = [
        f"{path.relative_to(source)}: {line.strip()}"
        for path in source.rglob("*.py")
        if path.relative_to(source).parts[0] != "cli"
        for line in path.read_text(encoding="utf-8").splitlines()
        if 'field="--' in line or 'field=f"--' in line
    ]
    assert not found
