"""`not approved` is said exactly of what the letter does not approve, however it is asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway
from houseway.cli import main
from houseway.errors import HousewayError, InvalidInput, NotApproved
from houseway.games import game_named, kit_of, letter_of
from houseway.games.game import Game
from houseway.games.study import study_game
from houseway.lab.sweep import game_at
from questions import OTHER_RULES, values_of

GAME = "down-under-blackjack"
RULES_FOR_OPTIONS = [
    (name, rule) for name in sorted(OTHER_RULES) for rule in kit_of(name).study_rules if rule in letter_of(name).options
]
UNAPPROVED: dict[str, list[int | str]] = {"decks": [1, 3, 7, 12, "infinite"], "blackjack-pays": ["1:1", "7:5", "9:1"]}


def ways_to_choose(name: str, option: str, value: str) -> Iterator[Game]:
    """A choice in a study's options, beside a study, over a game, swept, and as a rule where there is one."""
    letter, word = game_named(name), int(value) if value.isdecimal() else value
    yield study_game({"game": name, "options": {option: value}})
    yield study_game({"game": name}, chosen={option: value})
    yield letter.with_options({option: value})
    yield game_at(letter, option, word)
    if option in kit_of(name).study_rules:
        yield study_game({"game": name, "rules": {option: word}})


@pytest.mark.parametrize("name", sorted(OTHER_RULES))
def test_every_choice_of_the_letter_is_approved_however_it_is_made(name: str) -> None:
    for option in letter_of(name).options.values():
        for value in values_of(option):
            try:
                chosen = game_named(name, {option.name: value})
            except NotApproved:
                with pytest.raises(NotApproved):
                    study_game({"game": name, "options": {option.name: value}})
                continue
            for game in ways_to_choose(name, option.name, value):
                assert "status" not in game.marks, (option.name, value)
                assert game.options == chosen.options
                assert game.digest == chosen.digest


@pytest.mark.parametrize(("name", "rule"), RULES_FOR_OPTIONS)
def test_every_other_value_of_a_rule_is_not_approved(name: str, rule: str) -> None:
    for value in UNAPPROVED[rule]:
        for game in (study_game({"game": name, "rules": {rule: value}}), game_at(game_named(name), rule, value)):
            assert game.marks["status"] == "not approved"
            assert game.digest != game_named(name).digest
        with pytest.raises(NotApproved):
            game_named(name, {rule: value})


@pytest.mark.parametrize(("name", "rule"), RULES_FOR_OPTIONS)
def test_a_rule_and_an_option_of_its_name_agree_or_are_refused(name: str, rule: str) -> None:
    choices = letter_of(name).options[rule].values
    for value in [*choices, *UNAPPROVED[rule]]:
        data = {"game": name, "rules": {rule: int(value) if str(value).isdecimal() else value}}
        for choice in choices:
            if choice == value:
                assert study_game(data, chosen={rule: choice}).options[rule] == choice
                assert study_game({**data, "options": {rule: choice}}).options[rule] == choice
                continue
            with pytest.raises(InvalidInput, match=f"options.{rule}: is .* but the rules say"):
                study_game(data, chosen={rule: choice})
            with pytest.raises(InvalidInput, match=f"options.{rule}: is .* but the rules say"):
                study_game({**data, "options": {rule: choice}})


def test_a_study_with_decks_of_its_own_takes_no_choice_of_decks_afterwards() -> None:
    study = houseway.study({"game": GAME, "rules": {"decks": 3}})
    with pytest.raises(InvalidInput, match=r"options\.decks: the study's rules decide it"):
        houseway.analyze(study, decks=4)
    eight = houseway.study({"game": GAME, "rules": {"decks": 8}})
    assert houseway.analyze(eight, decks=4).main == houseway.analyze(GAME, decks=4).main


def test_a_recorded_study_plays_by_its_rules() -> None:
    game = study_game({"game": GAME, "rules": {"decks": 8}}, chosen={"decks": "4"}, recorded=True)
    assert game.copies == 8


def test_a_sweep_of_decks_and_pays_says_what_the_letter_approves() -> None:
    assert {point.value: point.status for point in houseway.sweep(GAME, "decks", [2, 3, 4, 8]).points} == {
        2: "approved",
        3: "not approved",
        4: "approved",
        8: "approved",
    }
    pays = houseway.sweep(GAME, "blackjack-pays", ["3:2", "12:10", "7:5"])
    assert [point.status for point in pays.points] == ["approved", "approved", "not approved"]
    assert pays.points[1].house_edge == houseway.analyze(GAME, blackjack_pays="6:5").main.house_edge


def test_the_command_refuses_a_choice_that_its_study_contradicts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = tmp_path / "eight.toml"
    study.write_text(f'game = "{GAME}"\n[rules]\ndecks = 8\n')
    assert main(["analyze", "--study", str(study), "--set", "decks=4"]) == 2
    assert "decks: is '4', but the rules say 8: leave one of them out" in capsys.readouterr().err
    assert main(["analyze", "--study", str(study)]) == 0
    assert "decks 8" in capsys.readouterr().out.splitlines()[0]


def test_the_choices_of_an_answer_are_those_that_were_played() -> None:
    nine = houseway.analyze({"game": GAME, "rules": {"blackjack-pays": "9:1"}})
    assert nine.to_json()["options"] == {"blackjack-pays": "9:1"}
    with pytest.raises(HousewayError):
        houseway.game(GAME, nine.to_json()["options"])
