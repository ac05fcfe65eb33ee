"""Whole analyses, as a user gets them: names, the cache, the command, and every game once (slow)."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.cli import main
from houseway.games import game_names, letter_of
from houseway.lab.analyze import analyze


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))


def test_flush_poker_from_python_and_from_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    found = houseway.analyze("flush-poker")
    assert (found.game, found.method, found.main.per) == ("flush-poker", "exact", "bet")
    assert found.main.house_edge_exact == Fraction(9056436968429, 343769126300600)
    assert sum(found.main.decisions.values()) == pytest.approx(1)
    assert sum(found.main.outcomes.values()) == pytest.approx(1)
    assert set(found.wagers) == {"natural-straight-flush", "natural-flush", "royal-riches", "jackpot"}
    assert found.wagers["natural-flush"]["1"].lines["7-card flush"].combinations == 6_864
    assert main(["analyze", "flush-poker", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("made_by").keys() == {"version", "sources", "command", "date"}
    assert told == found.to_json()
    assert main(["analyze", "flush-poker", "--wager", "jackpot"]) == 0
    shown = capsys.readouterr().out
    assert "house edge 2.6345%" in shown
    assert "natural-flush" not in shown
    assert main(["analyze", "flush-poker", "--wager", "insurance"]) == 2
    assert "--wager: 'insurance' is not one of" in capsys.readouterr().err


def test_the_decision_that_matters_most_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = houseway.analyze("flush-poker").to_json()["decision_worth"]
    assert told["matters_most"] == "whether to fold or raise"
    worth = told["decisions"]["whether to fold or raise"]
    assert worth["instead"] == "never fold"
    assert Fraction(worth["cost_exact"]) == Fraction(1_258_267_760_931, 20_221_713_311_800)
    assert Fraction(worth["house_edge_exact"]) == Fraction("9056436968429/343769126300600") + Fraction(
        worth["cost_exact"]
    )
    assert worth["answers"]["always fold"]["house_edge_exact"] == "1"
    assert told["decisions"]["how high to raise"]["cost_exact"] == "0"
    assert main(["analyze", "flush-poker"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert (
        "what matters most is whether to fold or raise: to never fold costs 6.2224% more, all else played best" in shown
    )


def test_a_study_tells_its_own_worth_of_decisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = tmp_path / "study.toml"
    study.write_text('game = "flush-poker"\n[rules]\nraise-caps = [1, 1, 1, 1, 1, 1, 1]\n')
    assert main(["analyze", "--study", str(study), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["decision_worth"]
    assert list(told["decisions"]) == ["whether to fold or raise"]


def test_options_are_told_and_change_what_they_should() -> None:
    any_suit = analyze("flush-poker")
    flush_hand = analyze("flush-poker", {"natural-straight-flush-suit": "flush-hand"})
    assert flush_hand.options == {"natural-straight-flush-suit": "flush-hand"}
    assert flush_hand.main == any_suit.main
    one, other = (found.wagers["natural-straight-flush"]["1"] for found in (any_suit, flush_hand))
    assert one.lines["3-card straight flush"].combinations == 9_428_716
    assert other.lines["3-card straight flush"].combinations == 8_646_928


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["analyze", "tarot"], "game: 'tarot' is not a game"),
        (["analyze", "flush-poker", "--set", "decks=6"], "options.decks: unknown option"),
        (["analyze", "flush-poker", "--threads", "0"], "Invalid value for '--threads'"),
    ],
)
def test_wrong_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_game_is_priced_whole(name: str) -> None:
    found = analyze(name)
    assert 0 < found.main.house_edge < 0.06
    assert found.main.element_of_risk < found.main.house_edge
    assert sum(found.main.outcomes.values()) == pytest.approx(1)
    bonuses = [w.name for w in letter_of(name).wagers.values() if w.role in ("bonus", "jackpot")]
    assert [wager for wager in found.wagers if wager in bonuses] == bonuses


@pytest.mark.slow
def test_verify_finds_127_of_128_figures_and_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["reproduced"], found["not_reproduced"], len(found["figures"])) == (127, 1, 128)
    (missed,) = [figure for figure in found["figures"] if figure["verdict"] != "reproduced"]
    assert (missed["what"], missed["printed"], missed["exact"]) == ("Bet", "2.89%", "2.972398%")
