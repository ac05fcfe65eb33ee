"""Rounds of a study: their records name it, and only that study settles them, to the cents that were simulated."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli import main
from houseway.errors import HousewayError, InvalidInput, NotApproved
from houseway.games.round.record import settle
from houseway.games.study import study_game
from houseway.lab.shards import Threads
from houseway.lab.simulate import prepare
from houseway.testing.simulated import check_round

# A study of each game that changes every rule, and a strategy that is solved soon.
STUDIES: dict[str, tuple[str, dict[str, Any]]] = {
    "down-under-holdem": ("", {"groups": ["2-6", "7-A"], "play-before": [1, 4], "play-after": 2}),
    "premium-holdem": ("", {"deck": "789TJQA", "qualifier": "pair of nines"}),
    "down-under-blackjack": (
        "",
        {
            "decks": 1,
            "groups": ["2-3", "4-A"],
            "golds": ["2", "9", "A"],
            "exposes-golds": False,
            "most-hands": 3,
            "double-after-split": False,
            "blackjack-pays": "7:5",
        },
    ),
    "flush-poker": ("threshold", {"joker": False, "raise-caps": [1, 2, 3, 4, 5, 6, 7], "qualifier": "4-card 9"}),
}

FLUSH = 'game = "flush-poker"\nname = "strict"\n[rules]\nqualifier = "4-card"\n'


@pytest.mark.parametrize("name", sorted(STUDIES))
def test_simulated_rounds_of_a_study_settle_to_the_cent(name: str) -> None:
    strategy, rules = STUDIES[name]
    jackpot = {"flush-poker": {"jackpot": "off"}, "down-under-blackjack": {"progressive": "off"}}.get(name, {})
    study = study_game({"game": name, "name": "bridge", "rules": rules}, chosen=jackpot, everything_on=True)
    for seats in (1, 2):
        simulation = prepare(study, strategy, seats, Threads)
        for number in range(250):
            played = simulation.play(11, number)
            assert played.record["study"] == {"name": "bridge", "rules": study.digest}
            check_round(simulation, played)
            with pytest.raises(NotApproved, match="study: is a round of"):
                settle(played.record)


@pytest.mark.parametrize(
    ("rules", "decisions", "net"),
    [
        ({"surrender": "1/4"}, ["surrender"], "-2.51"),
        ({"surrender": 0}, ["surrender"], "0.00"),
        ({"double": "5/2"}, ["set house-way", "double"], None),
        ({"double": 3}, ["set house-way", "double 30.18"], None),
    ],
)
def test_pai_gow_is_settled_by_a_studys_surrender_and_double(rules: Any, decisions: list[str], net: str | None) -> None:
    study = study_game({"game": "wild-monkey-pai-gow", "rules": rules})
    answer = settle(pai_gow(decisions), study)
    assert answer["status"] == "not approved"
    (seat,) = answer["seats"]
    if net is not None:
        assert seat["net"] == net
        return
    stakes = {line["wager"]: line["stake"] for line in seat["wagers"]}
    assert stakes == {"bet": "10.06", "double-down": "25.15" if decisions[-1] == "double" else "30.18"}


@pytest.mark.parametrize(
    ("rules", "decisions"),
    [
        ({"surrender": "no"}, ["surrender"]),
        ({"double": 0}, ["set house-way", "double"]),
        ({"double": 0}, ["set house-way", "double 1"]),
        ({"double": 2}, ["set house-way", "double 20.13"]),
    ],
)
def test_what_a_study_of_pai_gow_does_not_allow_is_refused(rules: Any, decisions: list[str]) -> None:
    with pytest.raises(HousewayError, match="not legal"):
        settle(pai_gow(decisions), study_game({"game": "wild-monkey-pai-gow", "rules": rules}))


def pai_gow(decisions: list[str]) -> dict[str, Any]:
    return {
        "game": "wild-monkey-pai-gow",
        "dealer": ["2c", "4d", "6h", "8s", "Tc", "Qd", "Ah", "3c"],
        "seats": [
            {
                "seat": 1,
                "cards": ["Kc", "Kd", "9h", "9s", "5c", "3d", "2h"],
                "wagers": {"bet": "10.06"},
                "decisions": decisions,
            }
        ],
    }


def test_cards_that_a_study_takes_out_are_refused() -> None:
    record = json.loads(json.dumps(TWOS))
    short = study_game({"game": "premium-holdem", "rules": {"deck": "6789TJQKA"}})
    with pytest.raises(InvalidInput, match="3c is not in the deck"):
        settle(record, short)
    assert settle(record)["game"] == "premium-holdem"
    with pytest.raises(InvalidInput, match="without a joker"):
        settle(JOKER, study_game({"game": "flush-poker", "rules": {"joker": False}}))


TWOS: dict[str, Any] = {
    "game": "premium-holdem",
    "dealer": ["2c", "7d", "9h"],
    "board": ["Kd", "7s", "7c", "2d"],
    "seats": [
        {
            "seat": 1,
            "cards": ["Ah", "Kh", "3c"],
            "wagers": {"ante": 10, "xtra-bonus": 10},
            "decisions": ["check", "play 2x"],
        }
    ],
}
JOKER: dict[str, Any] = {
    "game": "flush-poker",
    "dealer": ["2c", "4c", "6h", "8s", "Tc", "Qd", "Ah"],
    "seats": [
        {"seat": 1, "cards": ["Jo", "Kd", "9h", "9s", "5c", "3d", "2h"], "wagers": {"bet": 10}, "decisions": ["fold"]}
    ],
}


def test_a_round_of_a_study_is_settled_with_its_study_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study, other, rounds = tmp_path / "strict.toml", tmp_path / "other.toml", tmp_path / "rounds.jsonl"
    study.write_text(FLUSH)
    other.write_text(FLUSH.replace("4-card", "5-card"))
    words = ["--study", str(study), "--trace", "40", "--strategy", "threshold", "--set", "jackpot=off"]
    assert main(["simulate", "flush-poker", *words]) == 0
    rounds.write_text(capsys.readouterr().out)
    assert main(["settle", str(rounds)]) == 2
    refused = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["error"].partition(":")[0] for line in refused} == {"study"}
    assert main(["settle", str(rounds), "--study", str(other)]) == 2
    assert "rules" in capsys.readouterr().out
    assert main(["settle", str(rounds), "--study", str(study)]) == 0
    settled = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {(one["study"], one["status"]) for one in settled} == {("strict", "not approved")}
    qualified = [one["dealer"]["qualifies"] for one in settled]
    assert 0 < sum(qualified) < 40
    assert {one["dealer"]["hand"].partition("-")[0] for one in settled if one["dealer"]["qualifies"]} <= {
        "four",
        "five",
        "six",
        "seven",
    }


def test_the_same_study_under_another_label_settles_its_rounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study, renamed = tmp_path / "strict.toml", tmp_path / "renamed.toml"
    study.write_text(FLUSH)
    renamed.write_text(FLUSH.replace("strict", "another name"))
    words = ["--study", str(study), "--trace", "1", "--strategy", "threshold"]
    assert main(["simulate", "flush-poker", *words]) == 0
    file = tmp_path / "round.json"
    file.write_text(capsys.readouterr().out)
    assert main(["settle", str(file), "--study", str(renamed)]) == 0


@pytest.mark.parametrize(
    "mark", [True, "strict", {}, {"name": "strict"}, {"name": 1, "rules": "x"}, {"name": "", "rules": "", "x": ""}]
)
def test_a_mark_that_cannot_be_read_is_refused(mark: object) -> None:
    with pytest.raises(InvalidInput, match="study: must be an object of name and rules"):
        houseway.settle({**JOKER, "study": mark})


def test_the_letters_rounds_carry_no_mark() -> None:
    same = study_game({"game": "flush-poker", "name": "same", "rules": {"joker": True}})
    simulation = prepare(same, "threshold", 1, Threads)
    record = simulation.play(1, 0).record
    assert "study" not in record
    assert not {"study", "status"} & settle(record).keys()


def test_mean_of_settled_rounds_is_the_simulations() -> None:
    study = study_game({"game": "flush-poker", "name": "strict", "rules": {"qualifier": "5-card"}})
    simulation = prepare(study, "threshold", 1, Threads)
    net = staked = Fraction(0)
    for number in range(400):
        played = simulation.play(5, number)
        (seat,) = settle(played.record, study)["seats"]
        net += Fraction(seat["net"])
        staked += simulation.rows["main"][played.cells[0]["main"][0]].net * 20
    assert net == staked


def test_a_settlement_for_people_is_marked_whatever_the_study_is_called(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study, record = tmp_path / "named.toml", tmp_path / "record.json"
    study.write_text('game = "flush-poker"\nname = "[/red] four [of]"\n[rules]\nqualifier = "4-card"\n')
    record.write_text(json.dumps(JOKER))
    assert main(["settle", str(record), "--explain", "--study", str(study)]) == 0
    assert "flush-poker, not approved ([/red] four [of])\n" in capsys.readouterr().out
    assert main(["analyze", "--study", str(study)]) == 0
    assert "not approved ([/red] four [of])" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["a\x1b[8mb", "four\x00", "\u202efour"])
def test_a_name_that_cannot_be_printed_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="name: must be printable"):
        study_game({"game": "flush-poker", "name": name, "rules": {"qualifier": "4-card"}})
