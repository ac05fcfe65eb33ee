"""Simulation from the command line: the same integers however it is run, rounds that settle, errors of one line."""

import json
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli import main
from houseway.errors import HousewayError, InvalidInput
from houseway.games.demonstration import demonstration
from houseway.lab.arguments import whole
from houseway.lab.sessions import play as play_sessions
from houseway.lab.sessions import session_result
from houseway.lab.shards import Threads
from houseway.lab.simulate import play_rounds, prepare, seed_number, simulate_game

GAME = "flush-poker"
FAST = ("--strategy", "threshold")


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["simulate", GAME, *FAST, "--json", *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    del found["made_by"]  # the command and the time
    return found


def test_a_seed_gives_the_same_integers_on_one_thread_and_two(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = prepare(demonstration(GAME, {}), "threshold", 3, Threads)
    whole_run = play_rounds(simulation, Threads(1), rounds=30_011, seed=5)
    monkeypatch.setattr("houseway.lab.simulate.SHARD", 1_000)
    assert (play_rounds(simulation, Threads(2), rounds=30_011, seed=5) == whole_run).all()
    assert (play_rounds(simulation, Threads(2), rounds=30_011, seed=6) != whole_run).any()


def test_means_agree_with_exact_values(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "--rounds", "4e5", "--seats", "3", "--seed", "11")
    assert found["rounds"] == 400_000
    for row in (found["main"], *found["wagers"].values()):
        assert row["exact"] is not None
        assert abs(row["z"]) < 4
        low, high = row["intervals"]["99%"]
        assert low < row["mean"] < high
        assert sum(row["distribution"].values()) in (3 * 400_000, sum(row["cells"].values()))
    assert sum(found["main"]["decisions"].values()) == pytest.approx(1)
    assert sum(found["main"]["outcomes"].values()) == pytest.approx(1)


def test_from_python_as_from_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    there = simulated(capsys, "--rounds", "20_000", "--seed", "3")
    here = houseway.simulate(GAME, rounds=20_000, seed=3, strategy="threshold")
    assert json.loads(json.dumps(here.to_json())) == there


def test_rounds_are_records_that_settle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", GAME, *FAST, "--trace", "5", "--seats", "2", "--seed", "9"]) == 0
    first = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(first) == 5
    assert main(["simulate", GAME, *FAST, "--round", "3", "--seats", "2", "--seed", "9"]) == 0
    assert json.loads(capsys.readouterr().out) == first[3]
    for record in first:
        assert houseway.settle(record)["seats"][0]["staked"]


def test_a_checkpoint_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "run.npz"
    words = ("--rounds", "5e4", "--seed", "2")
    plain = simulated(capsys, *words)
    assert simulated(capsys, *words, "--checkpoint", str(kept)) == plain
    assert simulated(capsys, *words, "--checkpoint", str(kept)) == plain
    more = ("--rounds", "6e4", "--seed", "2")
    assert simulated(capsys, *more, "--checkpoint", str(kept)) == simulated(capsys, *more)
    assert main(["simulate", GAME, *FAST, *words, "--checkpoint", str(kept)]) == 2
    assert "holds 60,000 rounds already" in capsys.readouterr().err
    assert main(["simulate", GAME, *FAST, "--rounds", "6e4", "--seed", "3", "--checkpoint", str(kept)]) == 2
    assert "belongs to another run" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_plots_are_drawn(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tmp_path / f"out.{kind}"
    simulated(capsys, "--rounds", "1e4", "--plot", str(drawn))
    start = drawn.read_bytes()[:8]
    assert start.startswith(b"\x89PNG" if kind == "png" else b"<?xml")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--rounds", "0"], "--rounds: must be 2 to"),
        (["--rounds", "1"], "--rounds: must be 2 to"),
        (["--rounds", "1.5"], "--rounds: '1.5' is no whole number"),
        (["--rounds", "many"], "--rounds: 'many' is no whole number"),
        (["--rounds", "1e99"], "--rounds: must be 2 to"),
        (["--strategy", "reckless"], "strategy: 'reckless' is neither a file nor one of optimal"),
        (["--strategy", "nowhere.strategy"], "nowhere.strategy: no such file"),
        (["--seats", "7"], "--seats: must be 1 to 6"),
        (["--seats", "0"], "--seats: must be 1 to 6"),
        (["--plot", "out.pdf"], "--plot: must end in .png or .svg"),
        (["--engine", "cloud"], "--engine: 'cloud' is not one of local, dask"),
        (["--set", "royal-riches=9"], "options.royal-riches"),
        (["--study", "nowhere.toml"], "nowhere.toml: cannot be read"),
        (["--seed", ""], "--seed"),
    ],
)
def test_bad_input_gets_one_clear_line(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    few = [] if "--rounds" in words else ["--rounds", "10"]
    assert main(["simulate", GAME, *few, *words]) == 2
    told = capsys.readouterr().err
    assert reason in told
    assert told.count("\n") == 1


def test_a_strategy_of_another_rule_set_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = tmp_path / "caps.toml"
    study.write_text('game = "flush-poker"\nname = "no match"\n[[paytables]]\nwager = "bet"\n' + NO_MATCH)
    kept = tmp_path / "other.strategy"
    assert main(["strategy", GAME, *FAST, "--study", str(study), "--save", str(kept)]) == 0
    assert "not approved" in capsys.readouterr().out
    assert main(["simulate", GAME, "--rounds", "10", "--strategy", str(kept)]) == 2
    assert "belongs to another rule set" in capsys.readouterr().err
    assert main(["simulate", "premium-holdem", "--rounds", "10", "--strategy", str(kept)]) == 2
    assert "is a strategy for flush-poker" in capsys.readouterr().err
    kept.write_bytes(b"no strategy at all")
    assert main(["simulate", GAME, "--rounds", "10", "--strategy", str(kept)]) == 2
    assert "is no strategy of houseway" in capsys.readouterr().err


NO_MATCH = 'lines = ["match the dealer"]\npays = { "1" = ["5 to 1"] }\n'


@pytest.mark.parametrize(
    ("text", "number"), [("1e9", 10**9), ("2.5e6", 2_500_000), ("10_000", 10_000), ("7", 7), ("1,000", 1000)]
)
def test_large_numbers_as_people_write_them(text: str, number: int) -> None:
    assert whole(text, "n") == number


@pytest.mark.parametrize("text", ["", "-5", "1e-3", "0x10", "1.23e1", "1e999"])
def test_what_is_no_whole_number(text: str) -> None:
    with pytest.raises(InvalidInput):
        whole(text, "n")


def test_seeds_are_numbers_or_texts() -> None:
    assert seed_number(7) == seed_number("7") == 7
    assert seed_number("seven") != seed_number("eight")
    for wrong in (-1, 1 << 63, " "):
        with pytest.raises(HousewayError):
            seed_number(wrong)


# ---- sessions


def test_sessions_without_ruin_are_the_rounds_of_the_simulation() -> None:
    run = Threads(1)
    simulation = prepare(demonstration(GAME, {}), "threshold", 1, lambda: run)
    stakes = {"main": 1_000, "natural-flush": 500}
    found = play_sessions(
        simulation, run, stakes=stakes, bankroll=10**9, rounds=50, sessions=40, seed=4, exact=dict.fromkeys(stakes, 0.0)
    )
    rows = simulate_game(simulation, run, rounds=2_000, seed=4)
    expected = 2_000 * (1_000 * rows.main.mean + 500 * rows.wagers["natural-flush"].mean)
    assert sum(found.results) == pytest.approx(float(expected))
    assert (found.ruined, found.played) == (0, 2_000)


def test_a_small_bankroll_is_ruined_and_stops() -> None:
    run = Threads(1)
    simulation = prepare(demonstration(GAME, {}), "threshold", 1, lambda: run)
    found = play_sessions(
        simulation, run, stakes={"main": 1_000}, bankroll=3_000, rounds=200, sessions=60, seed=4, exact={}
    )
    assert 10 < found.ruined < 60
    assert found.played < 200 * 60
    assert found.results.min() < -2_000  # ruined: what is left does not cover another bet
    result = session_result(simulation, {"main": 1_000}, 3_000, found)
    assert result.ruin == found.ruined / 60
    assert result.expected_without_ruin is None


def test_the_session_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["session", GAME, "--sessions", "20", "--hours", "1", *FAST]
    assert main([*words, "--bonus", "natural-flush=5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["sessions"], found["rounds"]) == (20, 60)
    assert main([*words, "--bonus", "nothing=5"]) == 2
    assert "--bonus nothing: is not one of natural-straight-flush" in capsys.readouterr().err
    assert main([*words, "--bankroll", "5"]) == 2
    assert "--bankroll: does not cover" in capsys.readouterr().err


def test_envy_is_in_dollars_and_joins_the_edge_of_its_wager() -> None:
    answer = houseway.simulate("flush-poker", rounds=20_000, seats=6, everything_on=False, royal_riches=2)
    envy, riches = answer.wagers["royal-riches envy"], answer.wagers["royal-riches"]
    assert (envy.unit, envy.house_edge, riches.unit) == ("dollars", None, "wagers")
    both = answer.with_envy["royal-riches"]
    assert both.wager == "5.00"
    assert both.exact == pytest.approx(0.031314, abs=1e-6)
    assert both.house_edge == pytest.approx(float(-riches.mean - envy.mean / 5))
    rows = {row["wager"]: row for row in answer.rows()}
    assert rows["royal-riches envy"]["return"] is None
    assert rows["royal-riches"]["house_edge_with_envy"] == both.house_edge
    shown = answer.to_json()["wagers"]
    assert (shown["royal-riches envy"]["unit"], shown["royal-riches envy"]["house_edge"]) == ("dollars", None)
    assert shown["royal-riches"]["with_envy"]["exact"] == both.exact
