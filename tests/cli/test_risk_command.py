"""`houseway risk`: figures for people and programs, its own example, and refusals of one line."""

import csv
import inspect
import io
import json
import shlex

import pytest

from houseway.cli import main
from houseway.cli.lab.forecast_commands import risk

QUICK = ["--sample", "20000", "--threads", "1"]


def test_the_example_of_its_help_works(capsys: pytest.CaptureFixture[str]) -> None:
    example = (inspect.getdoc(risk) or "").partition("Example: houseway ")[2]
    assert main([*shlex.split(example), *QUICK]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for words in (
        "mean result of a round -0.3924, house edge 1.5698% of $25.00",
        "all 5 seats",
        "ruined at some time with $600.00: 100.0000%",
        "ruined within 1,000 rounds",
        "Kelly: no stake: the mix loses 1.5698% of the wagers before the deal",
    ):
        assert words in shown


def test_json_and_csv_hold_every_pair(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["risk", "premium-holdem", "--stake", "ante=10", "--stake", "player-bonus=5", *QUICK]
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["stakes"] == {"main": "10.00", "player-bonus": "5.00"}
    assert main([*words, "--csv", "-"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 24  # two times six pairs of three wagers, and the main game by its three wagers: 6 + 6
    assert {row["seats"] for row in rows} == {"same", "two"}
    assert [float(row["covariance"]) for row in rows[:6]] == [pair["covariance"] for pair in answer["covariances"]]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--stake", "ante"], "--stake: 'ante' is not wager=value"),
        (["--stake", "ante=5", "--stake", "ante=6"], "--stake ante: is given twice"),
        (["--stake", "player-bonus=-1"], "--stake player-bonus: must be more than zero"),
        (["--set", "player-bonus=off", "--stake", "player-bonus=5"], "--stake player-bonus: is off"),
        (["--bankroll", "nan"], "--bankroll: must be an amount in dollars, not 'nan'"),
        (["--rounds", "1.5"], "--rounds: '1.5' is no whole number"),
        (["--meter", "5"], "--meter: premium-holdem has no jackpot"),
        (["--strategy", "none"], "--strategy: 'none' is neither a file nor one of"),
    ],
)
def test_refusals_are_one_line(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["risk", "premium-holdem", *words]) == 2
    said = capsys.readouterr().err
    assert reason in said
    assert len(said.strip().splitlines()) == 1
