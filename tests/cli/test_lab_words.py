"""What the lab says fits what it counts: one measure of costs, marks everywhere, and no option that does nothing."""

import io
import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import pytest

import houseway
from cli.commands import Capture
from houseway.cli import main
from houseway.cli.encoding import spell_out
from houseway.games import game_names
from houseway.lab.figures import MOST_BINS, bins
from houseway.lab.sessions import LEFT_OUT
from houseway.tabular import Tabular

FAST = ["--strategy", "threshold"]
FLUSH = {"game": "flush-poker", "name": "strict", "rules": {"qualifier": "4-card"}}
RICHES = {"wager": "royal-riches", "lines": ["royal flush"], "pays": {"1": ["25 to 1"]}}


def lines_of(capsys: Capture, *words: str) -> list[str]:
    assert main(list(words)) == 0
    return capsys.readouterr().out.splitlines()


# ---- costs are measured from the price above them


@pytest.mark.parametrize("game", [*game_names()])
def test_costs_are_measured_from_the_price_at_the_head(game: str, capsys: Capture) -> None:
    found = houseway.analyze(game)
    best = found.main_games[found.best_play]
    for simple in found.simple_strategies.values():
        assert best.house_edge + simple.cost == pytest.approx(simple.house_edge, abs=1e-12)
    head = next(line for line in lines_of(capsys, "analyze", game) if "price:" in line)
    assert f"{100 * best.house_edge:.4f}% of the {best.per}" in head


def test_dealer_pai_gow_without_surrenders_is_printed_and_exported(capsys: Capture) -> None:
    tables = houseway.analyze("pai-gow").wagers["dealer-pai-gow"]
    edges = [f"{100 * edge:.4f}%" for one in tables.values() for edge in one.other_edges.values()]
    assert len(edges) == len(tables) == 3
    said = "\n".join(lines_of(capsys, "analyze", "pai-gow"))
    assert "without surrender" in said
    assert all(edge in said for edge in edges)
    assert lines_of(capsys, "analyze", "pai-gow", "--csv", "-")[0].split(",").count("edge_without_surrender") == 1


def test_blackjacks_analysis_is_short_unless_all_of_it_is_asked_for(capsys: Capture) -> None:
    short, full = (lines_of(capsys, "analyze", "blackjack", *more) for more in ([], ["--full"]))
    assert len(short) < 200 < len(full)
    assert not any("(for 2 decks)" in line for line in short)
    assert any("and 6 pay tables for other choices of the house: --full" in line for line in short)


def test_verdicts_stand_beside_their_figures_at_any_width(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    printed = lines_of(capsys, "verify")
    for figure in houseway.verify().figures:
        parts = [line for line in printed if line.startswith(f"  {figure.what}  ")]
        assert any(line.endswith(figure.verdict) for line in parts)
        assert any(figure.exact in line for line in parts)


def test_an_advantage_that_no_letter_prints_is_not_mentioned(capsys: Capture) -> None:
    life = ["--lives", "2", "--years", "1"]
    assert not any("printed advantage" in line for line in lines_of(capsys, "meter", "flush", *life))
    assert any("printed advantage" in line for line in lines_of(capsys, "meter", "blackjack", *life))


def test_a_simulation_of_one_seat_has_one_seat(capsys: Capture) -> None:
    assert "1 seat, seed 1" in lines_of(capsys, "simulate", "flush", *FAST, "--rounds", "100")[1]


# ---- studies are marked


def test_every_answer_about_a_study_says_that_it_is_not_approved() -> None:
    paid = houseway.design(houseway.study(FLUSH), "natural-flush", edge="10%±90", vary={"6-card flush": "15..20 to 1"})
    answers: list[Tabular] = [
        houseway.simulate(FLUSH, rounds=200, strategy="threshold"),
        houseway.session(FLUSH, strategy="threshold", sessions=20, rounds=5),
        houseway.strategy(FLUSH, "threshold"),
        houseway.meter(FLUSH, lives=2, years=1, wagers_a_day=100),
        houseway.face_up(FLUSH, 1, deals=50),
        paid,
    ]
    for answer in answers:
        assert repr(answer).endswith(", not approved (strict))")
        assert {row["status"] for row in answer.rows()} == {"not approved"}
        assert "not approved" in answer.to_csv()


def test_figures_are_titled_with_what_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(mpl.rcParams, "svg.fonttype", "none")
    file = tmp_path / "figure.svg"
    bonus = {"natural-flush": 5}
    houseway.session(FLUSH, strategy="threshold", sessions=20, rounds=5, bet=15, bankroll=300, bonuses=bonus, plot=file)
    title = " ".join(re.sub("<[^>]*>", " ", file.read_text()).split())
    for word in ("not approved (strict)", "bet $15.00", "natural-flush $5.00 by pay table", "bankroll $300.00"):
        assert word in title
    houseway.simulate(FLUSH, strategy="threshold", rounds=200, plot=file)
    assert "not approved (strict)" in file.read_text()
    houseway.meter(FLUSH, lives=2, years=1, wagers_a_day=100, plot=file)
    assert "not approved (strict): the life of the meter of jackpot 1" in file.read_text()


@pytest.mark.parametrize(("low", "high", "bet"), [(-50_000, 212_000, 1000), (-3000, 4500, 1500), (0, 0, 500)])
def test_bins_are_whole_bets_with_no_result_on_an_edge(low: int, high: int, bet: int) -> None:
    edges = bins(low, high, bet)
    assert len(edges) - 1 <= MOST_BINS
    assert edges[0] < low / 100 <= high / 100 < edges[-1]
    widths = {round(100 * (right - left)) for left, right in pairwise(edges)}
    assert len(widths) == 1
    assert widths.pop() % bet == 0


def test_envy_that_is_not_priced_is_mentioned(capsys: Capture) -> None:
    words, folds = ["analyze", "flush", "--wager", "royal-riches"], ["--set", "folded-bonuses=lose"]
    stopped = " ".join(" ".join(lines_of(capsys, *words, *folds, "--set", "unqualified-bonuses=lose")).split())
    assert "envies are not priced: with these options they depend on two players' hands and the dealer's" in stopped
    priced = lines_of(capsys, *words, *folds)
    assert "envies are not priced" not in "\n".join(priced)
    assert any("a wager of 5.00, 0 to 5 others" in line for line in priced)


# ---- sessions


def test_a_session_names_pay_tables_stakes_and_what_is_left_out(capsys: Capture) -> None:
    words = ["session", "flush", *FAST, "--sessions", "20", "--hours", "0.1", "--bonus", "jackpot=2"]
    said = "\n".join(lines_of(capsys, *words))
    assert "bet $10.00, jackpot $2.00 by pay table 1, bankroll $500.00" in said
    assert LEFT_OUT in said
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["paytables"], answer["bankroll"]) == ({"jackpot": "1"}, "500.00")
    plain = houseway.session("flush", strategy="threshold", sessions=20, rounds=5, bonuses={"natural-flush": 5})
    assert (plain.left_out, plain.basis) == ("", {})
    assert answer["basis"] == {"jackpot": "fixed pays only"}


def test_a_simulated_jackpot_says_what_its_figures_count() -> None:
    wagers = houseway.simulate("flush", rounds=100, strategy="threshold").to_json()["wagers"]
    assert {name for name, row in wagers.items() if "basis" in row} == {"jackpot"}
    assert wagers["jackpot"]["basis"] == "fixed pays only"


# ---- notes of a study


def test_a_hand_whose_line_is_left_out_may_win_a_lower_one(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "study.toml"
    file.write_text(
        'game = "flush-poker"\n[[paytables]]\nwager = "royal-riches"\nlines = ["royal flush"]\n'
        'pays = { "1" = ["25 to 1"] }\n'
    )
    assert main(["strategy", "--study", str(file), *FAST]) == 0
    assert "'full house' is left out: such a hand wins a lower line if it makes one" in capsys.readouterr().err


# ---- nothing is silently ignored

DESIGN = ["design", "flush", "--wager", "natural-flush", "--edge", "10%±5"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["analyze", "premium", "--meter", "5000"], "--meter: no wager that is priced here wins a share of a meter"),
        (["analyze", "flush", "--wager", "natural-flush", "--meter", "9"], "--meter: no wager that is priced here"),
        (["analyze", "premium", "--envy-wager", "5"], "--envy-wager: no wager that is priced here earns envy"),
        (
            ["analyze", "blackjack", "--prize", "2-suited-matches=5", "--prize", "2-suited-matches=6"],
            "--prize 2-suited",
        ),
        (["design", "flush", "--sweep", "qualifier=none", "--wager", "x", "--edge", "4%"], "--wager, --edge: have no"),
        (["design", "flush", "--sweep", "qualifier=none", "--most", "5"], "--most: has no meaning beside --sweep"),
        ([*DESIGN, "--vary", "6-card flush=5 to 1", "--vary", "6-card flush=6 to 1"], "--vary 6-card flush: is given"),
        ([*DESIGN, "--edge", "5%"], "--edge: is given twice"),
        (["analyze", "flush", "--set", "jackpot=1", "--set", "jackpot=2"], "--set jackpot: is given twice"),
        (["analyze", "flush", "--json", "--csv", "-"], "--csv -: stands alone on standard output, without --json"),
        (["simulate", "flush", "--trace", "2", "--plot", "x.png"], "--plot: has no meaning beside --trace"),
        (["line-counts", "flush", "--check", "--write"], "--write: has no meaning beside --check"),
        (["advise", "--study", "-"], "--study -: standard input holds the records"),
        (["session", "flush", *FAST, "--bonus", "jackpot=25"], "--bonus jackpot: must be $1.00 to $20.00"),
        (["design", "flush", "--wager", "jackpot", "--edge", "50%±9", "--vary", "5 aces=none"], "--vary: a hand whose"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(words: list[str], line: str, capsys: Capture) -> None:
    assert main(words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"houseway: {line}"), shown.err


def test_a_pay_table_that_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^paytables\.royal-riches\.pays\.1: stands twice"):
        houseway.study({"game": "flush-poker", "paytables": [RICHES, RICHES]})


# ---- streams


def read_nothing_of(*words: str) -> tuple[int, bytes]:
    """How a command ends whose output nobody reads: its exit code and standard error."""
    command = [sys.executable, "-m", "houseway", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        error = process.stderr.read()
    return process.returncode, error


@pytest.mark.parametrize(
    "words", [["analyze", "blackjack"], ["games"], ["study", "flush"], ["rules", "flush", "--json"]]
)
def test_a_reader_who_has_read_enough_is_no_error(words: list[str]) -> None:
    assert read_nothing_of(*words) == (0, b"")


def test_an_output_that_is_not_utf_8_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", plain)
    assert main(["rules", "flush", "--json"]) == 0
    plain.flush()
    assert isinstance(plain.buffer, io.BytesIO)
    assert json.loads(plain.buffer.getvalue())["game"] == "flush-poker"
    for letter, spelled in (("±", "+/-"), ("█", "#"), ("ä", "\\u00e4"), ("♠", "\\u2660")):
        assert spell_out(UnicodeEncodeError("ascii", letter, 0, 1, "")) == (spelled, 1)


def test_a_study_may_begin_with_a_byte_order_mark_or_come_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    text = '\ufeffgame = "flush-poker"\n[rules]\nqualifier = "none"\n'
    file = tmp_path / "bom.toml"
    file.write_text(text, encoding="utf-8")
    from_file = lines_of(capsys, "strategy", "--study", str(file), *FAST)
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    from_input = lines_of(capsys, "strategy", "--study", "-", *FAST)
    assert from_file[1:] == from_input[1:]
    assert "not approved (study)" in from_input[0]
