"""The rules as they are resolved: what is approved, and what answers are kept by, follow from them and from no name."""

import json
from pathlib import Path
from typing import Any

import pytest

from houseway.cli import main
from houseway.games import game_named, game_names
from houseway.games.pricing.strategy import rules_digest as strategy_digest
from houseway.games.pricing.strategy import study_of
from houseway.games.resolved_rules import main_digest, resolved_rules, rules_digest
from houseway.games.study import study_game, warnings_of

CHANGES: dict[str, dict[str, Any]] = {
    "down-under-holdem": {"play-before": [3]},
    "premium-holdem": {"qualifier": "ace high"},
    "down-under-blackjack": {"golds": ["A"]},
    "flush-poker": {"qualifier": "4-card"},
    "wild-monkey-pai-gow": {"double": 2},
}

# The letter's own rules in other words than the letter's.
SAME: dict[str, dict[str, Any]] = {
    "down-under-holdem": {"groups": ["2-5", "6-9", "10-a"], "play-before": [2, 3], "play-after": 1},
    "premium-holdem": {"deck": "AKQJT98765432", "qualifier": "pair of threes"},
    "down-under-blackjack": {"golds": ["A", 10], "blackjack-pays": "6:4", "decks": 6, "most-hands": 4},
    "flush-poker": {"joker": True, "raise-caps": [1, 1, 1, 1, 2, 3, 3], "qualifier": "3-card T-8"},
    "wild-monkey-pai-gow": {"surrender": 0.5, "double": "2/2"},
}


@pytest.mark.parametrize("name", sorted(CHANGES))
@pytest.mark.parametrize("label", ["", " ", "mine", "flush-poker"])
def test_a_study_is_marked_whatever_it_is_called(name: str, label: str) -> None:
    study = study_game({"game": name, "name": label, "rules": CHANGES[name]})
    assert study.marks["status"] == "not approved"
    assert rules_digest(study) != rules_digest(game_named(name))
    assert strategy_digest(study) != strategy_digest(game_named(name))
    assert study_of(study)


@pytest.mark.parametrize("name", sorted(SAME))
def test_a_study_that_resolves_to_the_letter_is_the_letters_game(name: str) -> None:
    study = study_game({"game": name, "name": "another", "rules": SAME[name]})
    assert study.marks == {}
    assert resolved_rules(study) == resolved_rules(game_named(name))
    assert strategy_digest(study) == strategy_digest(game_named(name))
    assert warnings_of(study) == ["the study changes nothing: these are the letter's rules"]


def another(pay: str) -> str:
    """A pay that is one off."""
    if pay.endswith("%"):
        return f"{int(pay[:-1]) - 1}%"
    number, word, unit = pay.split()
    return f"{int(number) + 1} {word} {unit}"


@pytest.mark.parametrize("name", [name for name in game_names() if name in CHANGES])
def test_every_pay_of_every_table_is_among_the_rules(name: str) -> None:
    letter = game_named(name)
    for wager, tables in letter.approval.paytables.items():
        for table_name, table in tables.items():
            lines = [table.lines[line] for line in table.printed]
            pays = [str(pay.text) for line in table.printed if (pay := table.pays[line])]
            group = {"wager": wager, "lines": lines, "pays": {table_name: pays}}
            if table.prize:
                group["prize"] = table.prize
            same = study_game({"game": name, "paytables": [group]})
            assert (same.marks, rules_digest(same)) == ({}, rules_digest(letter)), (wager, table_name)
            place = next(place for place, pay in enumerate(pays) if pay[0].isdigit())
            pays[place] = another(pays[place])
            other = study_game({"game": name, "paytables": [group]})
            assert other.differs_from_letter, (wager, table_name)
            assert rules_digest(other) != rules_digest(letter)


def test_pays_are_compared_by_value() -> None:
    def bet(pay: str) -> str:
        lines = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight"]
        group = {
            "wager": "bet",
            "lines": lines,
            "pays": {"1": [pay, "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1"]},
        }
        return rules_digest(study_game({"game": "down-under-holdem", "paytables": [group]}))

    assert bet("400 to 2") == bet("200 to 1") != bet("200 for 1")


def test_a_bonus_table_changes_the_rules_but_not_the_main_game() -> None:
    group = {
        "wager": "natural-flush",
        "lines": ["7-card flush", "6-card flush"],
        "pays": {"mine": ["100 to 1", "9 to 1"]},
    }
    study = study_game({"game": "flush-poker", "name": "mine", "paytables": [group]})
    letter = game_named("flush-poker")
    assert study.differs_from_letter
    assert rules_digest(study) != rules_digest(letter)
    assert main_digest(study) == main_digest(letter)
    assert study_of(study) == ""


def test_the_answers_of_a_study_without_a_name_are_not_kept_as_the_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "unnamed.toml"
    file.write_text('game = "flush-poker"\nname = ""\n[rules]\nqualifier = "4-card"\n')
    assert main(["analyze", "flush-poker", "--study", str(file), "--json"]) == 0
    study = json.loads(capsys.readouterr().out)
    assert main(["analyze", "flush-poker", "--json"]) == 0
    letter = json.loads(capsys.readouterr().out)
    assert (study["status"], study["study"]) == ("not approved", "unnamed")
    assert "status" not in letter
    assert letter["main"]["house_edge_exact"] != study["main"]["house_edge_exact"]
    assert abs(letter["main"]["house_edge"] - 0.026347) < 0.0001
    file.write_text('game = "flush-poker"\nname = "other label"\n[rules]\nqualifier = "4-card"\n')
    assert main(["analyze", "flush-poker", "--study", str(file), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again == {**study, "study": "other label", "made_by": again["made_by"]}
