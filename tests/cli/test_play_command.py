"""`houseway play`, typed at: rounds of every game through a pipe and at a real terminal."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from houseway.games import game_names


def play(*arguments: str, typed: Sequence[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "houseway", "play", *arguments]
    return subprocess.run(command, input="\n".join(typed), capture_output=True, text=True, check=False)


def bankroll_after(output: str) -> list[str]:
    return re.findall(r"seat \d ([0-9]+\.[0-9]{2})", output.rpartition("Leaving the table with")[2])


def net_of(output: str) -> list[int]:
    return [round(100 * float(net)) for net in re.findall(r"net (-?[0-9]+\.[0-9]{2})", output)]


@pytest.mark.parametrize("game", game_names())
def test_a_few_rounds_of_every_game_settle_and_the_bankroll_follows(game: str) -> None:
    first = {"wild-monkey-pai-gow": "set house-way", "down-under-blackjack": "stand"}.get(game, "1")
    done = play(game, "--seed", "test", typed=["", first, "1"] * 8)
    assert done.stderr == ""
    assert done.returncode == 0
    nets = net_of(done.stdout)
    assert len(nets) >= 2
    assert bankroll_after(done.stdout) == [f"{(50_000 + sum(nets)) / 100:.2f}"]


def test_the_same_seed_deals_the_same_rounds() -> None:
    typed = ["", "1", "1", "", "1", "1", "q"]
    one, two, other = (play("premium-holdem", "--seed", seed, typed=typed).stdout for seed in ("a", "a", "b"))
    assert one == two != other


def test_the_coach_tells_what_every_choice_is_worth_in_units_and_in_money() -> None:
    said = play("flush-poker", "--seed", "x", "--coach", typed=["bet=20", "fold", "q"]).stdout
    assert "coach, of the Bet:" in said
    best, *others = re.findall(
        r"^  (fold|raise \dx) +([+-]\d\.\d{4}) +([+-])\$(\d+\.\d{2})( +best)?$", said, re.MULTILINE
    )
    assert best[4]
    assert others
    assert not any(other[4] for other in others)
    assert all(float(best[1]) >= float(other[1]) for other in others)
    for _, value, sign, money, _ in (best, *others):
        assert float(f"{sign}{money}") == pytest.approx(20 * float(value), abs=0.0051)
    assert "coach" not in play("flush-poker", "--seed", "x", typed=["", "fold", "q"]).stdout


def test_wagers_are_changed_added_and_refused_in_words() -> None:
    typed = ["+trips-or-better +match-the-dealer", "ante=1000", "+luck", "ante=20 +trips-or-better", "q"]
    said = play("down-under-holdem", typed=typed).stdout
    assert "at most four of the five wagering options" in said
    assert "more than the bankroll" in said
    assert "there is no wager 'luck'" in said
    assert "ante 20.00, bet 20.00, trips-or-better 5.00" in said


def test_a_bad_decision_is_answered_and_asked_again() -> None:
    done = play("flush-poker", "--seed", "x", typed=["", "raise 9x", "nonsense", "fold", "q"])
    assert "'raise 9x' is not legal here; legal: fold" in done.stdout
    assert "'nonsense' is not legal here; legal: fold" in done.stdout
    assert "fold" in done.stdout
    assert done.returncode == 0


def test_leaving_in_the_middle_returns_the_stakes() -> None:
    done = play("down-under-holdem", typed=["", "q"])
    assert "void" in done.stdout
    assert bankroll_after(done.stdout) == ["500.00"]


def test_a_blackjack_shoe_plays_on_until_its_cut_card() -> None:
    done = play("down-under-blackjack", "--set", "decks=2", "--seed", "s", "--bankroll", "100000", typed=["", "2"] * 60)
    assert done.returncode == 0
    assert len(net_of(done.stdout)) >= 15


def test_options_that_the_player_sets_are_fitted_by_the_demonstration() -> None:
    done = play("down-under-blackjack", "--set", "decks=2", typed=["+match-up +match-down +progressive", "q"])
    assert "match-the-dealer 2" in done.stdout
    assert "progressive 4a/" in done.stdout
    assert done.returncode == 0


def study_file(folder: Path, qualifier: str) -> str:
    file = folder / "study.toml"
    file.write_text(f'game = "flush-poker"\nname = "five [of] a suit"\n[rules]\nqualifier = "{qualifier}"\n')
    return str(file)


def test_a_study_is_played_marked_at_the_start_and_on_every_settlement(tmp_path: Path) -> None:
    typed = ["bet=20", "2", "", "2", "q"]
    done = play("--study", study_file(tmp_path, "5-card"), "--seed", "x", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Flush Poker, not approved (five [of] a suit)\n")
    assert done.stdout.count("flush-poker, not approved (five [of] a suit)\n") == 2
    letter = play("flush-poker", "--seed", "x", typed=typed).stdout
    assert "not approved" not in letter
    cards = re.compile("^dealer ([^:]*)", re.MULTILINE)
    assert cards.findall(done.stdout) == cards.findall(letter)  # the same deal, settled by other rules
    assert net_of(done.stdout) != net_of(letter)
    assert bankroll_after(done.stdout) == [f"{(50_000 + sum(net_of(done.stdout))) / 100:.2f}"]


def test_the_coach_of_a_study_advises_by_the_study(tmp_path: Path) -> None:
    words = ("--seed", "x", "--coach", "--set", "jackpot=off")
    letter = play("flush-poker", *words, typed=["", "q"]).stdout
    value = re.compile(r"^  raise 1x +([+-]\d\.\d{4})", re.MULTILINE)
    same = play("--study", study_file(tmp_path, "3-card T-8"), *words, typed=["", "q"])
    strict = play("--study", study_file(tmp_path, "5-card"), *words, typed=["", "q"]).stdout
    assert value.findall(same.stdout) == value.findall(letter)
    assert "the study changes nothing" in same.stderr
    assert value.findall(strict)
    assert value.findall(strict) != value.findall(letter)
    assert "flush-poker, not approved" in strict  # the round that is called off says so too
    assert "no advice" not in same.stdout + strict


def test_a_study_of_another_game_is_refused(tmp_path: Path) -> None:
    done = play("premium", "--study", study_file(tmp_path, "5-card"), typed=[])
    assert done.returncode == 2
    assert "is a study of flush-poker, not of premium" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tarot"], "game: 'tarot' is not a game"),
        (["flush-poker", "--seats", "9"], "--seats: must be 1 to 6, not 9"),
        (["flush-poker", "--bankroll", "-5"], "--bankroll: must be more than zero"),
        (["flush-poker", "--set", "color=red"], "options.color: unknown option"),
        (["down-under-blackjack", "--set", "decks=4", "--set", "match-the-dealer=6"], "schedule 6 is not for 4 decks"),
    ],
)
def test_wrong_input_is_one_line(arguments: list[str], said: str) -> None:
    done = play(*arguments, typed=[])
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_without_a_terminal_it_says_what_it_would_do() -> None:
    done = play(typed=[])
    assert done.returncode == 0
    assert "would deal the first round" in done.stdout


def test_at_a_terminal_a_game_is_chosen_and_played() -> None:
    said = at_terminal(["2", "", "3", "q"])
    assert "Down Under Hold'em" in said
    assert "Leaving the table" in said


def at_terminal(typed: Sequence[str]) -> str:
    """Run `houseway play` on a pseudo-terminal, type an answer at each prompt, give back what the screen showed."""
    child, screen = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-m", "houseway", "play", "--seed", "tty"])
    said, answers = b"", list(typed)
    while True:
        try:
            piece = os.read(screen, 4096)
        except OSError:
            break
        if not piece:
            break
        said += piece
        if answers and said.rstrip(b" ").endswith(b":") and said.endswith(b": "):
            os.write(screen, answers.pop(0).encode() + b"\n")
    os.waitpid(child, 0)
    return said.decode()
