"""`table check`, `table placard` and `table sheet`: answers, exit codes, JSON."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.cli import main
from houseway.games import game_names
from houseway.house.sheets.example import example_sheet

Capture = pytest.CaptureFixture[str]


def written(folder: Path, game: str, old: str = "", new: str = "", name: str = "7.toml") -> str:
    text = example_sheet(game)
    assert old in text
    path = folder / name
    path.write_text(text.replace(old, new))
    return str(path)


@pytest.mark.parametrize("game", game_names())
def test_an_example_is_printed_checked_and_posted(game: str, tmp_path: Path, capsys: Capture) -> None:
    assert main(["table", "sheet", game]) == 0
    path = tmp_path / "7.toml"
    path.write_text(capsys.readouterr().out)
    assert main(["table", "check", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"accepted: table 1, {game}, on ")
    assert main(["table", "placard", str(path)]) == 0
    assert "Disputes" in capsys.readouterr().out
    assert main(["table", "placard", str(path), "--html"]) == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")
    assert main(["table", "placard", str(path), "--json", "--on", "2024-05-31"]) == 0
    assert json.loads(capsys.readouterr().out)["on"] == "2024-05-31"


def test_a_refused_sheet_lists_every_reason_and_exits_1(tmp_path: Path, capsys: Capture) -> None:
    path = written(tmp_path, "flush-poker", "seats = 6", "seats = 9")
    assert main(["table", "check", path, "--on", "2024-05-31"]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "refused: table 1, flush-poker, on 2024-05-31: 1 reason" in shown
    assert "seats: 9 seats are more than the game is dealt to. At most 6. (Flush Poker, letter of 2021-05-25" in shown
    assert main(["table", "check", path, "--on", "2024-05-31", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["accepted"], [one["field"] for one in answer["refusals"]]) == (False, ["seats"])
    assert any("WAC 230-15-140" in note for note in answer["notes"])
    assert len(answer["sheet"]) == 64


def test_a_study_exits_1_and_says_so(tmp_path: Path, capsys: Capture) -> None:
    path = written(tmp_path, "premium-holdem", "seats = 6", "seats = 6\nstudy = true")
    assert main(["table", "check", path]) == 1
    assert "analysed and simulated, never opened" in " ".join(capsys.readouterr().out.split())
    assert main(["table", "placard", path]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "never opened" in captured.err


def test_several_sheets_are_answered_in_order_and_beside_each_other(tmp_path: Path, capsys: Capture) -> None:
    one = written(tmp_path, "premium-holdem", name="1.toml")
    two = written(tmp_path, "flush-poker", 'name = "1"', 'name = "1"', name="2.toml")
    assert main(["table", "check", one, two, "--json", "--on", "2024-05-31"]) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert (first["accepted"], second["accepted"]) == (True, False)
    assert [one["field"] for one in second["refusals"]] == ["name"]


def test_what_cannot_be_read_exits_2_with_one_line(tmp_path: Path, capsys: Capture) -> None:
    path = written(tmp_path, "flush-poker", "seats = 6", "seats = ")
    for arguments in (
        ["table", "check", path],
        ["table", "placard", path],
        ["table", "check", str(tmp_path / "none.toml")],
        ["table", "check", path, "--on", "tomorrow"],
        ["table", "sheet", "poker"],
        ["table", "check"],
    ):
        assert main(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1


def test_a_sheet_as_json(capsys: Capture) -> None:
    assert main(["table", "sheet", "flush-poker", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"game": "flush-poker", "sheet": example_sheet("flush-poker")}


def test_the_check_starts_light(tmp_path: Path) -> None:
    path = written(tmp_path, "wild-monkey-pai-gow")
    code = (
        "import sys; from houseway.cli import main; "
        f"assert main(['table', 'placard', {path!r}]) == 0; "
        "heavy = {'numba', 'numpy', 'sqlalchemy'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
