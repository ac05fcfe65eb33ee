"""`houseway advise`, `strategy` and `--study` from the command line."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli import main
from houseway.games import game_named
from houseway.lab.files import load_strategy

HAND = ["Jh", "8h", "7h", "2c", "3d", "5s", "9c"]


def open_record(**changes: Any) -> dict[str, Any]:
    seat = {"seat": 1, "cards": HAND, "wagers": {"bet": 10}, "decisions": []}
    return {"game": "flush-poker", "seats": [seat]} | changes


def written(folder: Path, *records: dict[str, Any]) -> str:
    path = folder / "open.jsonl"
    path.write_text("\n".join(map(json.dumps, records)))
    return str(path)


def test_advice_on_one_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, open_record())
    assert main(["advise", path, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["best"] == "fold"
    assert answer["decisions"]["fold"] == {"ev": -1.0, "exact": True}
    assert answer["decisions"]["raise 1x"]["ev"] < -1
    assert houseway.advise(open_record()) == answer
    assert main(["advise", path]) == 0
    shown = capsys.readouterr().out
    assert "fold      -1.000000  best" in shown


def test_records_a_line_are_answered_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, open_record(), {"game": "flush-poker"}, open_record())
    assert main(["advise", path, "--json"]) == 2
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == third
    assert second == {"line": 2, "error": "seats: there must be at least one seat"}


def test_a_bad_record_alone_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", written(tmp_path, open_record(lights=["gold"]))]) == 2
    assert capsys.readouterr().err == "houseway: lights: flush-poker has no card reader\n"
    assert main(["advise", str(tmp_path / "nowhere.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err


STUDY = """
game = "flush-poker"
name = "five to one"

[[paytables]]
wager = "bet"
lines = ["match the dealer"]
pays = { "1" = ["5 to 1"] }
"""


def test_a_study_is_marked_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = tmp_path / "study.toml"
    study.write_text(STUDY)
    assert main(["advise", written(tmp_path, open_record()), "--study", str(study), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["study"], answer["status"]) == ("five to one", "not approved")
    assert answer["decisions"]["raise 1x"]["ev"] < houseway.advise(open_record())["decisions"]["raise 1x"]["ev"]
    assert main(["analyze", "flush-poker", "--study", str(study), "--json"]) == 0
    analysis = json.loads(capsys.readouterr().out)
    assert analysis["status"] == "not approved"
    assert analysis["main"]["house_edge"] > 0.029
    assert main(["analyze", "flush-poker", "--study", str(study)]) == 0
    assert "not approved (five to one)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("game = 7", "game: must be the name of a game"),
        ('game = "chess"', "is not a game"),
        ('game = "flush-poker"\nplay = 1', "play: unknown key"),
        ('game = "flush-poker"\nrules = 5', "rules: must be a table"),
        ('game = "flush-poker"\n[rules]\ngravity = 5', "rules.gravity: unknown; flush-poker knows"),
        ('game = "flush-poker"\n[options]\nbreakage = "penny"', "options.breakage"),
        ('game = "flush-poker"\n[[paytables]]\nwager = "ante"', "paytables.wager: must be one of"),
        ('game = "flush-poker"\n[[paytables]]\nwager = "bet"\nlines = ["moon"]', "the letter has no such line"),
        ('game = "flush-poker"\n[[paytables]]\nwager = "bet"\nlines = []', "must be a list of lines, each once"),
        ('game = "flush-poker"\npaytables = 3', "paytables: must be a list of tables"),
        (
            'game = "flush-poker"\n[[paytables]]\nwager = "bet"\nlines = ["match the dealer"]\npays = { 1 = ["much"] }',
            "'much' is no pay",
        ),
        (
            'game = "flush-poker"\n[[paytables]]\nwager = "bet"\nlines = ["match the dealer"]\npays = { 1 = [] }',
            "must be 1 pays, one a line",
        ),
        ('game = "flush-poker', "is not TOML"),
        ('game = "premium-holdem"', "is a study of premium-holdem, not of flush-poker"),
    ],
)
def test_studies_that_cannot_be(tmp_path: Path, text: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    study = tmp_path / "study.toml"
    study.write_text(text)
    assert main(["analyze", "flush-poker", "--study", str(study)]) == 2
    told = capsys.readouterr().err
    assert reason in told
    assert told.count("\n") == 1


def test_a_strategy_is_printed_saved_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.strategy"
    words = ["strategy", "flush-poker", "--strategy", "overcard_thresholds"]
    assert main([*words, "--save", str(kept), "--csv", "-"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0][:3] == ["chart", "row", "column"]
    assert rows[0][-2:] == ["decision", "number"]
    assert len({tuple(row[:3]) for row in rows}) == len(rows) > 4
    assert main([*words]) == 0
    shown = capsys.readouterr().out
    assert "house edge 2.6370%" in shown
    load_strategy(kept).check(game_named("flush-poker"))
    assert main(["strategy", "flush-poker", "--strategy", str(kept), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["figures"]["house_edge"] == pytest.approx(0.02637, abs=1e-5)
    again = tmp_path / "again.strategy"
    assert main([*words, "--fresh", "--save", str(again)]) == 0
    assert again.read_bytes() == kept.read_bytes()
