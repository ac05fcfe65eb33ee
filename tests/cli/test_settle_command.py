"""`houseway settle` as a program sees it: answers in kind and in order, errors where they stand, exit codes."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from houseway.cli import main
from twin import generate

RECORD: dict[str, Any] = {
    "game": "down-under-holdem",
    "options": {"trips-or-better": 2},
    "dealer": ["9h", "2c"],
    "board": ["Kd", "7s", "7c", "2d", "Jh"],
    "seats": [
        {
            "seat": 1,
            "cards": ["Ah", "Kh"],
            "wagers": {"ante": 10, "bet": 10, "trips-or-better": 5},
            "decisions": ["play 3x"],
        }
    ],
}


def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, *more: str) -> tuple[int, list[Any], str]:
    path = tmp_path / "records"
    path.write_text(text)
    code = main(["settle", str(path), *more])
    shown = capsys.readouterr()
    return code, [json.loads(line) for line in shown.out.splitlines()], shown.err


def test_one_record_gives_one_settlement(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, (answer,), err = run(capsys, tmp_path, json.dumps(RECORD))
    assert (code, err) == (0, "")
    assert answer["seats"][0]["net"] == "35.00"
    assert [line["returned"] for line in answer["seats"][0]["wagers"]] == ["20.00", "10.00", "60.00", "0.00"]


def test_one_record_may_spread_over_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, (answer,), _ = run(capsys, tmp_path, "\n" + json.dumps(RECORD, indent=2) + "\n\n")
    assert code == 0
    assert answer["seats"][0]["net"] == "35.00"


def test_a_bad_line_is_answered_in_its_place_and_the_others_are_settled(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good = json.dumps(RECORD)
    bad = json.dumps({**RECORD, "board": ["Kd", "7s", "7c", "2d", "Ah"]})
    code, answers, err = run(capsys, tmp_path, "\n".join([good, bad, "", "not json", good]))
    assert code == 2
    assert [answer.get("line") for answer in answers] == [None, 2, 4, None]
    assert answers[1]["error"] == "cards: Ah appears more than once"
    assert answers[2]["error"].startswith("JSON: cannot be read")
    assert err.count("\n") == 1
    assert "2 of 4 records" in err


def test_a_first_line_that_is_no_json_does_not_hide_the_rest(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, answers, _ = run(capsys, tmp_path, "{oops\n" + json.dumps(RECORD))
    assert code == 2
    assert answers[0]["line"] == 1
    assert answers[1]["seats"][0]["net"] == "35.00"


@pytest.mark.parametrize("text", ["", "\n\n", "{", '{"game": "down-under-holdem"', "[]", "null", '"x"', "[" * 100_000])
def test_text_that_is_no_record_is_one_error_on_line_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    code, (answer,), _ = run(capsys, tmp_path, text)
    assert code == 2
    assert answer["line"] == 1
    assert "\n" not in answer["error"]


def test_a_broken_record_over_several_lines_is_one_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, answers, _ = run(capsys, tmp_path, json.dumps(RECORD, indent=2)[:-4])
    assert code == 2
    assert len(answers) == 1


def test_a_file_that_is_not_there_is_one_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", "no-such-file"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "houseway: no-such-file: cannot be read: No such file or directory\n"


def test_a_file_that_is_no_text_is_one_line_on_standard_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(b"\xff\xfe\x00")
    assert main(["settle", str(path)]) == 2
    assert capsys.readouterr().err.endswith("is not UTF-8 text\n")


def test_standard_input_is_read_and_explained() -> None:
    command = [sys.executable, "-m", "houseway", "settle", "-", "--explain"]
    done = subprocess.run(command, input=json.dumps(RECORD), capture_output=True, text=True, check=True)
    assert "two pair, kings and sevens" in done.stdout
    assert "net 35.00" in done.stdout


def test_settling_loads_neither_numba_nor_numpy_nor_rich() -> None:
    script = (
        "import sys, io, houseway.cli\n"
        "sys.stdin = io.StringIO(sys.argv[1])\n"
        "assert houseway.cli.main(['settle', '-']) == 0\n"
        "assert not {'numba', 'numpy', 'rich', 'matplotlib'} & set(sys.modules), sorted(sys.modules)\n"
    )
    for game in generate.GAMES:
        record = json.dumps(generate.record(game, random.Random(7)))
        subprocess.run([sys.executable, "-c", script, record], check=True, stdout=subprocess.DEVNULL)


def test_several_processes_give_the_same_answers_in_the_same_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rng = random.Random("jobs")
    lines = [json.dumps(generate.record(rng.choice(generate.GAMES), rng)) for _ in range(700)]
    for number in (0, 3, 250, 611, 699):
        lines[number] = lines[number][:-1]
    lines[100] = ""
    text = "\n".join(lines)
    alone = run(capsys, tmp_path, text, "--jobs", "1")
    assert run(capsys, tmp_path, text, "--jobs", "3") == alone
    assert run(capsys, tmp_path, text) == alone
    assert alone[0] == 2
    assert [answer["line"] for answer in alone[1] if "error" in answer] == [1, 4, 251, 612, 700]
    assert alone[2] == "houseway: 5 of 699 records cannot be settled, first on line 1\n"
