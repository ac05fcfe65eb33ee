"""Everything that the commands do, from Python: typed functions with answers that are tables."""

import csv
import doctest
import inspect
import io
import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli import flags, main
from houseway.errors import InvalidInput
from houseway.games.names import game_called
from houseway.lab import api
from houseway.lab.answers import chart_rows
from houseway.tabular import Tabular, TypedAnswer

STUDY = {"game": "flush-poker", "name": "strict", "rules": {"qualifier": "4-card"}}


def test_dir_shows_what_is_meant_for_users() -> None:
    assert dir(houseway) == sorted(houseway.__all__)
    assert {"study", "design", "strategy", "session", "meter", "face_up", "verify", "report"} <= set(dir(houseway))
    for name in houseway.__all__:
        assert name == "__version__" or inspect.getdoc(getattr(houseway, name))
    assert "Example:" in (inspect.getdoc(houseway.design) or "")


def test_the_examples_in_the_help_are_true() -> None:
    assert doctest.testmod(api).failed == 0
    assert doctest.testmod(flags).failed == 0


def test_the_package_is_typed() -> None:
    assert (Path(houseway.__file__).parent / "py.typed").exists()


def test_importing_and_settling_stays_light() -> None:
    code = (
        "import sys, houseway; houseway.game('flush'); print(sorted({'numpy', 'numba', 'rich'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("blackjack", "down-under-blackjack"),
        ("Pai-Gow", "wild-monkey-pai-gow"),
        ("pai gow", "wild-monkey-pai-gow"),
        ("FLUSH", "flush-poker"),
        ("premium_holdem", "premium-holdem"),
        ("downunderblackjack", "down-under-blackjack"),
    ],
)
def test_games_by_short_names_in_any_case(typed: str, meant: str) -> None:
    assert game_called(typed) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("holdem", "down-under-holdem or premium-holdem"),
        ("flush-pokker", "did you mean flush-poker"),
        ("blackjak", "did you mean blackjack"),
        ("", "is not"),
    ],
)
def test_names_that_are_not_clear(typed: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        game_called(typed)


def test_options_are_keywords_and_counts_may_be_floats() -> None:
    found = houseway.simulate(
        "flush", rounds=2e3, seed=3, strategy="threshold", seats=2.0, natural_flush=4.0, jackpot="off"
    )
    assert found.rounds == 2000
    assert found.options["natural-flush"] == "4"
    assert found.rows()[0]["wager"] == "main"
    for wrong in (2.5, float("nan"), True, "many"):
        with pytest.raises(InvalidInput, match=r"^rounds: "):
            houseway.simulate("flush", rounds=wrong)


def test_answers_are_tables(tmp_path: Path) -> None:
    answers: list[Tabular] = [
        houseway.session("flush", strategy="threshold", sessions=50, rounds=20, bankroll=100),
        houseway.meter("flush", lives=2, years=1, wagers_a_day=100),
        houseway.design("premium", "player-bonus", edge="5%±2", vary={"flush": "5..7 to 1"}),
        houseway.strategy("flush", "threshold"),
        houseway.simulate(STUDY, rounds=500, strategy="threshold"),
    ]
    for number, answer in enumerate(answers):
        assert "\n" not in repr(answer)
        assert len(repr(answer)) < 160
        rows = answer.rows()
        file = tmp_path / f"{number}.csv"
        text = answer.to_csv(file)
        assert file.read_text() == text
        assert len(list(csv.DictReader(io.StringIO(text)))) == len(rows) > 0
        assert "<table>" in answer._repr_html_()


FAST = ["--strategy", "threshold"]


@pytest.mark.parametrize(
    ("words", "call"),
    [
        (
            ["session", "flush", *FAST, "--sessions", "20", "--hours", "0.5", "--bonus", "natural-flush=5"],
            lambda: houseway.session(
                "flush", strategy="threshold", sessions=20, rounds=30, bonuses={"natural_flush": 5}
            ),
        ),
        (
            ["meter", "flush", "--lives", "2", "--years", "1", "--table", "2"],
            lambda: houseway.meter("flush", "2", lives=2, years=1),
        ),
        (
            ["face-up", "flush", "--hands", "2", "--deals", "100", "--seed", "x"],
            lambda: houseway.face_up("flush", 2, deals=1e2, seed="x"),
        ),
        (
            ["design", "premium", "--wager", "player-bonus", "--edge", "5%±2", "--vary", "flush=5..7 to 1"],
            lambda: houseway.design("premium", "player-bonus", edge="5%±2", vary={"flush": "5..7 to 1"}, most=20),
        ),
        (
            ["design", "flush", "--sweep", "qualifier=none,3-card"],
            lambda: houseway.sweep("flush", "qualifier", ["none", "3-card"]),
        ),
    ],
    ids=["session", "meter", "face-up", "design", "sweep"],
)
def test_the_command_and_python_give_one_answer(
    words: list[str], call: Callable[[], TypedAnswer], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    del printed["made_by"]
    answer = call()
    assert json.loads(json.dumps(answer.to_json())) == printed
    assert all(answer[name] == value for name, value in answer.to_json().items())
    with pytest.raises(AttributeError):
        answer.game = "another"  # type: ignore[attr-defined]


def test_everything_is_on_unless_the_game_is_played_as_it_is() -> None:
    plain = houseway.game("flush", {"natural-flush": 4})
    found = houseway.simulate(plain, rounds=100, strategy="threshold", everything_on=False)
    assert list(found.wagers) == ["natural-flush"]
    assert {"natural-flush", "royal-riches"} <= houseway.simulate(plain, rounds=100, strategy="threshold").wagers.keys()


def test_a_report_holds_the_rules_and_the_analysis() -> None:
    found = houseway.report(STUDY)
    assert (found.game, found.marks["study"], found["status"]) == ("flush-poker", "strict", "not approved")
    assert found.rules["rules"] == {**found.rules["rules"], "qualifier": "4-card"}  # type: ignore[dict-item]
    assert found["analysis"] == found.analysis.to_json()
    assert found.rows() == found.analysis.rows()
    assert found.figures == []  # the letter prints nothing about a study
    assert json.dumps(found.to_json())


def test_a_study_is_named_by_its_file_its_content_or_its_game(tmp_path: Path) -> None:
    file = tmp_path / "strict.toml"
    file.write_text('game = "flush-poker"\nname = "strict"\n[rules]\nqualifier = "4-card"\n')
    simulated = [
        houseway.simulate(one, rounds=500, strategy="threshold")
        for one in (file, str(file), STUDY, houseway.study(STUDY), houseway.study(file))
    ]
    assert len({str(one.to_json()) for one in simulated}) == 1
    assert simulated[0].marks == {"study": "strict", "status": "not approved"}
    assert "natural-flush" in simulated[0].wagers  # everything is on


def test_a_study_is_simulated_with_its_own_tables() -> None:
    table = {"wager": "natural-flush", "lines": ["7-card flush"], "pays": {"mine": ["1000 to 1"]}}
    found = houseway.simulate({"game": "flush-poker", "paytables": [table]}, rounds=500, strategy="threshold")
    assert found.options["natural-flush"] == "mine"


def test_rounds_of_a_study_are_settled_from_python() -> None:
    from houseway.lab.shards import Threads
    from houseway.lab.simulate import prepare

    record = prepare(houseway.study(STUDY), "threshold", 1, Threads).play(1, 0).record
    assert houseway.settle(record, STUDY)["status"] == "not approved"


def test_keys_of_a_strategys_rows_are_unique() -> None:
    found = houseway.strategy("flush", "threshold")
    rows = found.rows()
    keys = [(row["chart"], row["row"], row["column"]) for row in rows]
    assert len(set(keys)) == len(keys)
    assert rows == chart_rows(found.charts)


def test_the_example_runs_and_is_short(capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[2] / "examples" / "pay_table_idea.py"
    lines = [line for line in example.read_text().splitlines() if line.strip() and not line.startswith("#")]
    assert len(lines) < 30
    found: dict[str, Any] = runpy.run_path(str(example))
    assert found["analysis"].status == "not approved"
    assert len(list(found["folder"].glob("*.csv"))) == 3
    assert abs(found["simulation"].wagers["natural-flush"].z) < 5
    assert "Designs('flush-poker'" in capsys.readouterr().out


def test_a_game_has_a_short_repr_that_names_choices_and_status() -> None:
    study = {"game": "flush-poker", "name": "q", "rules": {"qualifier": "none"}}
    assert repr(houseway.game("flush-poker")) == "Game('flush-poker')"
    assert repr(houseway.game("down-under-blackjack", {"decks": 2})) == "Game('down-under-blackjack', decks='2')"
    assert repr(houseway.study(study)) == "Game('flush-poker', not approved (q))"
