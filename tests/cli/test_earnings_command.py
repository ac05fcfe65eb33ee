"""`houseway earnings`: from a table sheet to figures for people and programs; what the sheet forbids is refused."""

import json
from pathlib import Path

import pytest

from houseway.cli import main
from houseway.house.sheets.example import example_sheet


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    path = tmp_path / "table.toml"
    path.write_text(example_sheet("flush-poker"), encoding="utf-8")
    return str(path)


def test_a_sheet_gives_stakes_pay_tables_seats_and_contribution(sheet: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["earnings", sheet, "--take-up", "jackpot=50%", "--match-play", "25", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    first, jackpot = answer["wagers"]
    assert (answer["seats"], first["stake"], jackpot["stake"], jackpot["table"]) == (6, "5.00", "1.00", "1")
    assert jackpot["contribution"] == pytest.approx(0.2 * jackpot["handle"])
    assert [coupon["face"] for coupon in answer["coupons"]] == ["25.00"]


def test_people_read_win_bands_and_what_is_not_known(sheet: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["earnings", sheet, "--seats", "1", "--stake", "bet=25", "--take-up", "jackpot=50%"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for words in ("1 seat, 60 rounds an hour", "$25.00", "whatever goes with what", "the drop", "owed to players"):
        assert words in shown


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--stake", "bet=3"], "bet: must be 5.00 to 100.00, not 3.00"),
        (["--stake", "bet=7"], "bet: must be in steps of 5.00, not 7.00"),
        (["--stake", "raise=5"], "--stake raise: is not one of bet"),
        (["--stake", "jackpot=2"], "jackpot: must be 1.00 to 1.00, not 2.00"),
        (["--take-up", "royal-rich=1.5"], "--take-up royal-riches: must be 0% to 100%"),
        (["--rebate", "ten"], "--rebate: must be a share such as 40%"),
        (["--hours", "30"], "--hours: must be more than 0 and at most 24"),
        (["--seats", "9"], "--seats: must be 1 to 6, not 9"),
    ],
)
def test_refusals_are_one_line(sheet: str, words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["earnings", sheet, *words]) != 0
    said = capsys.readouterr().err
    assert reason in said
    assert len(said.strip().splitlines()) == 1


def test_a_sheet_that_the_check_refuses_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "draft.toml"
    path.write_text('name = "1"\ngame = "flush-poker"\n', encoding="utf-8")
    assert main(["earnings", str(path)]) == 1
    assert "houseway: limits" in capsys.readouterr().err
