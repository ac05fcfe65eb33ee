"""`games`, `rules` and `evaluate`: for people and as JSON."""

import json

import pytest

from houseway.cli import main
from houseway.games import game_names, letter_of


def test_games_lists_all_five(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [row["game"] for row in listed] == [
        "down-under-blackjack",
        "down-under-holdem",
        "flush-poker",
        "premium-holdem",
        "wild-monkey-pai-gow",
    ]
    assert main(["games"]) == 0
    assert "wild-monkey-pai-gow" in capsys.readouterr().out


@pytest.mark.parametrize("name", game_names())
def test_rules_tell_every_clause_option_and_pay(capsys: pytest.CaptureFixture[str], name: str) -> None:
    letter = letter_of(name)
    assert main(["rules", name]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for option in letter.options:
        assert option in shown
    for clause in letter.clauses:
        assert clause.text.split()[0] in shown
    assert main(["rules", name, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(len(tables) for tables in told["pay_tables"].values()) == sum(map(len, letter.paytables.values()))
    assert len(told["readings"]) == len(letter.readings)


def test_rules_mark_what_is_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wild-monkey-pai-gow", "--set", "best-seven=high", "--json"]) == 0
    options = {option["name"]: option["value"] for option in json.loads(capsys.readouterr().out)["options"]}
    assert (options["best-seven"], options["wheel"]) == ("high", "lowest")
    assert main(["rules", "wild-monkey-pai-gow", "--set", "wheel=second"]) == 0
    assert "(now second)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "hand"),
    [
        (["Kd", "7s", "7c", "2d", "Jh", "Ah", "Kh"], "two pair, kings and sevens"),
        (["As", "Ad", "Ah", "Ac", "Jo"], "five aces"),
        (["10h,jh,qh", "kh ah"], "royal flush"),
        (["Ah", "2d", "3c", "--as", "three"], "straight, three high"),
        (["Ah", "Kh", "2h", "3d", "4d", "5c", "Jo", "--as", "flush"], "four-card flush, A-K-Q-2"),
        (["Ah", "Kh", "--as", "blackjack"], "blackjack"),
        (["Ah", "5h", "As", "--as", "blackjack"], "soft 17"),
    ],
)
def test_evaluate_names_the_hand(capsys: pytest.CaptureFixture[str], arguments: list[str], hand: str) -> None:
    assert main(["evaluate", *arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hand"] == hand


def test_evaluate_pai_gow_sets_by_the_house_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "Kd", "7s", "7c", "2d", "Jh", "Ah", "Jo", "--as", "pai-gow", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sorted(told["front"]) == ["7c", "7s"]
    assert sorted(told["back"]) == ["2d", "Ah", "Jh", "Jo", "Kd"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["evaluate", "Ah", "Ah", "2d", "3d", "4d"], "cards: Ah appears more than once"),
        (["evaluate", "Xx", "Ah", "2d", "3d", "4d"], "'Xx' is not a card"),
        (["evaluate", "Ah", "2d"], "cards: poker takes 5, 6 or 7 cards, not 2"),
        (["evaluate", "Jo", "2d", "3d", "4d", "5d", "--as", "poker"], "cards: Jo: this game is played without a joker"),
        (["evaluate", "Ah", "2d", "3c", "--as", "tarot"], "--as: 'tarot' is not one of"),
        (["rules", "baccarat"], "game: 'baccarat' is not a game; there are"),
        (["rules", "flush-poker", "--set", "jackpot"], "--set: 'jackpot' is not name=value"),
        (["rules", "flush-poker", "--set", "natural-flush=15"], "options.natural-flush: '15' is not one of"),
        (["dance"], "No such command 'dance'."),
        (["games", "--loud"], "No such option: --loud"),
        (["evaluate"], "Missing argument 'cards'."),
    ],
)
def test_wrong_input_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert said in shown.err


@pytest.mark.parametrize("command", [[], ["games"], ["rules"], ["evaluate"], ["settle"], ["play"]])
def test_help_shows_an_example(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    assert main([*command, "--help"]) == 0
    assert "Example: houseway" in capsys.readouterr().out
