"""Sessions: nobody loses more than the bankroll, hands are played with the money there is, and caches do not grow."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.cli import main
from houseway.cli.progress import AT_WORK
from houseway.games.demonstration import demonstration
from houseway.games.simulation.session_counter import RESULT, ROUNDS, SHORT, count_sessions
from houseway.games.simulation.simulation import MAIN, Simulation
from houseway.games.study import study_game
from houseway.kernel import specialize
from houseway.lab.sessions import play, session_result
from houseway.lab.shards import Threads
from houseway.lab.simulate import prepare

# A strategy of each game that is solved soon.
GAMES = {
    "flush-poker": "threshold",
    "premium-holdem": "",
    "down-under-holdem": "",
    "down-under-blackjack": "three-lines",
}


def ready(name: str) -> Simulation:
    if name == "premium-holdem":
        return prepare(study_game({"game": name, "rules": {"deck": "789TJQA"}}), "", 1, Threads)
    return prepare(demonstration(name, {}), GAMES[name], 1, Threads)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_nobody_loses_more_than_the_bankroll(name: str) -> None:
    simulation = ready(name)
    bet = 10_00
    first = int(min(cell.staked for cell in simulation.rows[MAIN]) * bet)
    for bankroll in (first, first + 5_00, first + bet, 2 * first + 1, 10 * first):
        found = play(
            simulation,
            Threads(1),
            stakes={MAIN: bet},
            bankroll=bankroll,
            rounds=60,
            sessions=400,
            seed=3,
            exact={},
        )
        assert found.results.min() >= -bankroll
        assert session_result(simulation, {MAIN: bet}, bankroll, found).least >= -bankroll / 100
        assert 0 < found.ruined <= 400
        assert found.short > 0 or bankroll > 5 * first


def test_the_kernel_plays_what_its_rounds_say() -> None:
    """A naive twin: each round by itself, with the lookups that the money allows, added up."""
    simulation = ready("flush-poker")
    assert simulation.with_stake_limit is not None
    levels = [Fraction(one) for one in simulation.stakes_beyond]
    assert levels == [0, 1, 2, 3]
    needs = [100 * (1 + int(level)) for level in levels]
    nets = [cell.net for cell in simulation.rows[MAIN]]
    lookups = tuple(simulation.with_stake_limit(level) for level in levels)
    weights = np.array([100] + [0] * (len(simulation.rows) - 1))
    counted = Threads(
        1
    )(
        simulation.sessions,  # type: ignore[arg-type]
        [(0, 30, 30, 25, 7, weights, 450, np.array(needs), *simulation.arguments[:-1], lookups)],
    )
    short = 0
    for session in range(30):
        money, done = 450, 0
        while done < 25 and money >= needs[0]:
            level = max(place for place, need in enumerate(needs) if money >= need)
            played = Threads(1)(
                simulation.counter, [(session * 25 + done, 1, 7, *simulation.arguments[:-1], lookups[level])]
            )
            (cell,) = np.flatnonzero(played[0, : len(nets)]).tolist()
            staked = simulation.rows[MAIN][cell].staked * 100
            assert staked <= money
            money += int(100 * nets[cell])
            short += level < 3
            done += 1
        assert (counted[session, RESULT], counted[session, ROUNDS]) == (money - 450, done)
    assert counted[:, SHORT].sum() == short > 0


def test_little_money_is_played_as_well_as_it_can_be() -> None:
    """With money for no more than so much the simulated loss is least for the limited play, and grows as money ends."""
    simulation = ready("down-under-holdem")
    assert simulation.with_stake_limit is not None
    means = []
    for most in simulation.stakes_beyond:
        arguments = (*simulation.arguments[:-1], simulation.with_stake_limit(most))
        tally = Threads(1)(simulation.counter, [(0, 200_000, 5, *arguments)])
        cells = simulation.rows[MAIN]
        counts = tally[0, : len(cells)].tolist()
        assert all(cell.staked - 2 <= most for cell, count in zip(cells, counts, strict=True) if count)
        means.append(float(sum(cell.net * count for cell, count in zip(cells, counts, strict=True))) / 200_000)
    assert means == sorted(means)
    assert means[0] == -2
    assert means[-2] > means[-1] - 0.2


def test_a_bonus_cannot_take_the_place_of_the_bet(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["session", "flush-poker", "--strategy", "threshold", "--sessions", "10"]
    assert main([*words, "--bonus", "main=25"]) == 2
    assert "--bonus main: is the bet" in capsys.readouterr().err
    assert main([*words, "--bonus", "natural-flush=5", "--bonus", "natural-flush=6"]) == 2
    assert "--bonus natural-flush: stands twice" in capsys.readouterr().err
    assert main([*words, "--bonus", "royal-riches envy=5"]) == 2
    assert "is not one of" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--hours", "0"],
        ["--hours", "nan"],
        ["--hours", "1e30"],
        ["--hours", "1e308"],
        ["--sessions", "1"],
        ["--sessions", "1e12"],
    ],
)
def test_sessions_that_cannot_be_played(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["session", "flush-poker", "--strategy", "threshold", *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("houseway: ")
    assert error.count("\n") == 1


def test_the_rule_for_little_money_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["session", "flush-poker", "--strategy", "threshold", "--sessions", "50", "--bankroll", "15"]
    assert main(words) == 0
    assert "is not made" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert "is not made" in json.loads(capsys.readouterr().out)["house_rule"]


def test_a_session_counter_belongs_to_the_module_of_its_game() -> None:
    from houseway.games.flush_poker.simulate import rounds

    assert rounds.count_sessions.__module__ == rounds.__name__
    assert (
        specialize(count_sessions, rounds.count_rounds, count_rounds=rounds.count_rounds).__name__ == "count_sessions"
    )


def run_session(cache: Path, number: int) -> Any:
    words = ["session", "flush-poker", "--strategy", "threshold", "--sessions", "4", "--hours", "0.1", "--json"]
    folders = {"HOUSEWAY_CACHE": str(cache), "XDG_CACHE_HOME": str(cache / "xdg")}
    done = subprocess.run(
        [sys.executable, "-m", "houseway", *words, "--seed", str(number)],
        env={**os.environ, **folders},
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in done.stderr.splitlines() if AT_WORK not in line]  # a first run takes a while
    assert (done.returncode, errors) == (0, [])
    return json.loads(done.stdout)


@pytest.mark.parametrize("processes", [10, pytest.param(40, marks=pytest.mark.slow)])
def test_processes_in_a_row_add_no_file_to_the_cache(processes: int, tmp_path: Path) -> None:
    run_session(tmp_path, 0)
    kept = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    for number in range(1, processes):
        run_session(tmp_path, number)
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == kept
