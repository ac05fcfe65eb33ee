"""What the lab prints: nothing is cut at any width, every ± has its level, files are named, errors are one line."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from houseway.cli import main
from houseway.cli.console import print_table
from houseway.cli.lab.face_up import deals_text
from houseway.cli.progress import AT_WORK
from houseway.games.demonstration import demonstration
from houseway.games.down_under_holdem.simulate.face_up import HoldemFaceUp
from houseway.lab.checkpoint import BATCH, Interrupted, run_in_batches
from houseway.lab.shards import Threads
from houseway.lab.simulate import play_rounds, prepare

FAST = ["--strategy", "threshold"]


def run(*words: str, columns: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, **environment, **({"COLUMNS": columns} if columns else {})}
    return subprocess.run(
        [sys.executable, "-m", "houseway", *words], env=settings, capture_output=True, text=True, check=False
    )


# ---- 10: said plainly


def test_pai_gows_two_best_plays_have_a_name_each() -> None:
    from houseway.games import kit_of

    kit = kit_of("wild-monkey-pai-gow")
    assert kit.analysis
    assert kit.strategy
    titles, strategies = kit.analysis.result_type().TITLES, kit.strategy.titles
    assert titles["main"] == strategies["house-way"] == "house way, best double and surrender"
    assert titles["main_best_setting"] == strategies["optimal"]
    assert not any("optimal play" in title for title in titles.values())


def test_every_error_is_told_with_its_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["session", "flush", *FAST, "--sessions", "50", "--bankroll", "30"]) == 0
    assert main(["meter", "flush", "--lives", "2", "--years", "1", "--wagers-a-day", "50000"]) == 0
    said = capsys.readouterr().out
    assert said.count("±") >= 4
    assert all(re.match(r" \$?[0-9.,]+%? \(95%\)", part) for part in said.split("±")[1:])


def test_the_edges_of_a_progressive_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyze", "blackjack", "--wager", "progressive", "--meter", "12000", "--prize", "2-suited-matches=500"]
    assert main([*words, "--json"]) == 0
    tables = json.loads(capsys.readouterr().out)["wagers"]["progressive"]
    priced = [one for one in tables.values() if "edge_with_prize" in one]
    assert priced
    for one in priced:
        wins = sum(line["combinations"] for line in one["lines"].values() if line["pays"] == "$")
        assert one["edge_with_prize"] == pytest.approx(one["fixed_edge"] - 500 * wins / one["combinations"])
    notes = {name: one.get("note") for name, one in tables.items()}
    assert notes["3c/1"] is None
    assert notes["4a/1"] == "for 2 decks"
    assert main(words) == 0
    said = capsys.readouterr().out
    for head in (
        "edge, fixed pays alone",
        "with 21% from the meter, as printed",
        "fixed pays and prize",
        "(for 2 decks)",
    ):
        assert head in said
    assert main([*words[:4], "--prize", "nothing=5"]) == 2
    assert "--prize nothing: is not one of" in capsys.readouterr().err


# ---- 11: whole at any width


@pytest.mark.parametrize("columns", ["60", "80", "100", "200"])
def test_tables_are_whole_at_any_width(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    heads = ["hand", *(f"a long head {number}" for number in range(12))]
    rows = [[f"row {row}", *(f"{row}.{number:012}%" for number in range(12))] for row in range(5)]
    print_table(heads, rows)
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= int(columns)
    for cell in {*heads, *(cell for row in rows for cell in row)}:
        assert cell in said


@pytest.mark.parametrize("columns", ["60", "200"])
def test_numbers_of_an_analysis_are_whole(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["analyze", "flush", "--json"]) == 0
    exact = json.loads(capsys.readouterr().out)["main"]["house_edge_exact"]
    assert main(["analyze", "flush"]) == 0
    said = capsys.readouterr().out
    assert exact in said
    assert "…" not in said


def test_charts_have_legends(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategy", "blackjack", "--strategy", "three-lines"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Dh double or else hit, Ds double or else stand" in said
    assert "blank" in said


# ---- 12: for the careless


def test_a_bare_command_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr()
    assert (said.out.startswith("Usage: houseway"), said.err) == (True, "")
    assert main(["table"]) == 0
    said = capsys.readouterr()
    assert "Usage: houseway table" in said.out + said.err
    assert "houseway: " not in said.err


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "flush", "--rounds", "1e30"],
        ["simulate", "flush", "--rounds", "0"],
        ["simulate", "flush", "--rounds", "many"],
        ["simulate", "flush", *FAST, "--round", "100000000000000"],
        ["face-up", "flush", "--deals", "0"],
        ["face-up", "flush", "--deals", "1e30"],
        ["face-up", "flush", "--hands", "0"],
        ["analyze"],
        ["analyze", "flusk"],
        ["study", "nothing"],
    ],
)
def test_absurd_numbers_and_names_are_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("houseway: ")
    assert said.err.count("\n") == 1


def test_face_up_says_how_many_deals_each_number_of_hands_was_tried_on() -> None:
    def tried(*deals: int) -> list[HoldemFaceUp]:
        figures = dict.fromkeys(HoldemFaceUp.__struct_fields__, 0)
        return [HoldemFaceUp(**(figures | {"deals": count})) for count in deals]

    assert deals_text(tried(1000)) == "1,000"
    assert deals_text(tried(1000, 1000)) == "1,000"
    assert deals_text(tried(160_000, 320_000, 480_000)) == "160,000 to 480,000"


def test_a_pipe_that_is_closed_is_no_error() -> None:
    command = f"{sys.executable} -m houseway simulate flush --strategy threshold --trace 20000 | head -1"
    done = subprocess.run(["/bin/bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["game"] == "flush-poker"


def test_the_cache_moves_as_a_whole(tmp_path: Path) -> None:
    study = tmp_path / "x.toml"
    study.write_text('game = "flush-poker"\n[rules]\nqualifier = "4-card"\n')  # no answer to it comes with houseway
    words = ("--study", str(study), "--rounds", "1000", "--json")
    done = run("simulate", *FAST, *words, HOUSEWAY_CACHE=str(tmp_path / "kept"))
    assert done.returncode == 0
    kept = {path.name.partition("-")[0] for path in (tmp_path / "kept").iterdir()}
    assert kept == {"kernels", "results", "strategies"}


def test_where_nothing_can_be_kept_it_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("simulate", "flush", *FAST, "--rounds", "1000", "--json", HOUSEWAY_CACHE=str(tmp_path / "file"))
    assert done.returncode == 0
    assert done.stderr.count("nothing can be kept") == 1
    assert len([line for line in done.stderr.splitlines() if AT_WORK not in line]) == 1


def test_what_was_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, table = tmp_path / "x.strategy", tmp_path / "x.csv"
    assert main(["strategy", "flush", *FAST, "--save", str(kept), "--csv", str(table)]) == 0
    said = capsys.readouterr().err
    assert f"houseway: wrote {kept}" in said
    assert f"houseway: wrote {table}" in said
    assert main(["strategy", "flush", *FAST, "--csv", str(tmp_path / "no" / "x.csv")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_progress_under_a_checkpoint_is_that_of_the_whole_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.lab.simulate.SHARD", 100)
    monkeypatch.setattr("houseway.lab.checkpoint.BATCH", 4)
    told: list[tuple[int, int]] = []
    runner = Threads(1, lambda done, total: told.append((done, total)))
    simulation = prepare(demonstration("flush-poker", {}), "threshold", 1, Threads)
    path = tmp_path / "run.npz"
    first = play_rounds(simulation, runner, rounds=1_050, seed=5, checkpoint=path)
    assert told == [(done, 11) for done in range(1, 12)]
    assert (first == play_rounds(simulation, Threads(1), rounds=1_050, seed=5)).all()
    told.clear()
    more = play_rounds(simulation, runner, rounds=2_030, seed=5, checkpoint=path)
    assert (more == play_rounds(simulation, Threads(1), rounds=2_030, seed=5)).all()
    assert told[-1] == (21, 21)
    assert len(told) == 11  # the half shard is played on, the others are kept
    with pytest.raises(ValueError, match="holds 2,030 rounds already"):
        play_rounds(simulation, runner, rounds=1_000, seed=5, checkpoint=path)


def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path) -> None:
    from houseway.games.flush_poker.simulate.rounds import count_rounds

    simulation = prepare(demonstration("flush-poker", {}), "threshold", 1, Threads)
    calls = []

    def interrupted(counter: Any, shards: Any) -> Any:
        calls.append(len(shards))
        if len(calls) == 2:
            raise KeyboardInterrupt
        return Threads(1)(counter, shards)

    shards = [(first, 10, 1, *simulation.arguments) for first in range(0, 10 * (BATCH + 3), 10)]
    path = tmp_path / "run.npz"
    with pytest.raises(
        Interrupted, match=f"{10 * BATCH} of {10 * (BATCH + 3)} rounds are in .*the same command continues"
    ):
        run_in_batches(interrupted, count_rounds, shards, question={}, path=path)
    whole = run_in_batches(Threads(1), count_rounds, shards, question={}, path=path)
    assert (whole == Threads(1)(count_rounds, shards)).all()


INTERRUPTIBLE = """
import signal, sys
from houseway.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background starts its programs deaf to it
sys.exit(main())
"""


def _wait_for(path: Path, process: subprocess.Popen[str]) -> None:
    """Until a file is there, or the process has ended without it."""
    while not path.exists():
        try:
            process.wait(timeout=0.05)
        except subprocess.TimeoutExpired:
            continue
        return


def test_ctrl_c_leaves_a_checkpoint_that_can_be_used(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    words = ["simulate", "flush", *FAST, "--set", "jackpot=off", "--checkpoint", str(path), "--rounds", "1e12"]
    command = [sys.executable, "-c", INTERRUPTIBLE, *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        _wait_for(path, process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130, said
    assert "the same command continues from there" in said
    assert path.stat().st_size > 100


# ---- 16: for a file or a colleague


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "flush", *FAST, "--rounds", "1000"],
        ["session", "flush", *FAST, "--sessions", "20", "--hours", "0.1"],
        ["meter", "flush", "--lives", "2", "--years", "1", "--wagers-a-day", "50"],
        ["strategy", "flush", *FAST],
    ],
)
def test_json_says_where_it_comes_from_and_is_else_reproducible(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    answers = []
    for _ in range(2):
        assert main([*words, "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    made = [answer.pop("made_by") for answer in answers]
    assert made[0].keys() == {"version", "sources", "command", "date"}
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "flush", *FAST, "--rounds", "1000"],
        ["meter", "flush", "--lives", "2", "--years", "1", "--wagers-a-day", "50"],
        ["analyze", "flush"],
    ],
)
def test_csv_has_a_return_column(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--csv", "-"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert "return" in head.split(",")
    assert rows


def test_the_shell_can_complete() -> None:
    done = run(_HOUSEWAY_COMPLETE="complete_bash", COMP_WORDS="houseway ana", COMP_CWORD="1")
    assert "analyze" in done.stdout
    done = run(_HOUSEWAY_COMPLETE="complete_bash", COMP_WORDS="houseway analyze fl", COMP_CWORD="2")
    assert "flush-poker" in done.stdout


def test_a_study_needs_no_games_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "strict.toml"
    file.write_text('game = "flush-poker"\nname = "strict"\n[rules]\nqualifier = "4-card"\n')
    for words in (["simulate", *FAST, "--rounds", "500"], ["session", *FAST, "--sessions", "10", "--hours", "0.1"]):
        assert main([*words, "--study", str(file), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["status"] == "not approved"
    assert main(["simulate", "premium", "--study", str(file)]) == 2
    assert "is a study of flush-poker" in capsys.readouterr().err


def test_what_a_study_leaves_out_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "few.toml"
    file.write_text(
        'game = "flush-poker"\n[[paytables]]\nwager = "natural-flush"\nlines = ["7-card flush"]\n'
        'pays = { "1" = ["100 to 1"] }\n'
    )
    assert main(["simulate", *FAST, "--study", str(file), "--rounds", "500", "--json"]) == 0
    said = capsys.readouterr().err
    assert "note: natural-flush 1: '6-card flush' is left out and pays nothing" in said
