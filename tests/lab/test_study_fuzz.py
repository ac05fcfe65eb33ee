"""Studies at random, all that the lab can be asked about them: a price or one clear line."""

from random import Random
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.games import game_named
from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.game import Game
from houseway.games.study import study_game
from houseway.lab.analyze import count_analysis
from houseway.lab.shards import Threads
from study_fuzz import RULES, ask_everything, random_study


def study_of(name: str, seed: int) -> dict[str, Any]:
    return random_study(name, Random(f"{name} {seed}"))


@pytest.mark.parametrize(("name", "seed"), [("flush-poker", 1), ("premium-holdem", 2), ("down-under-blackjack", 3)])
def test_a_study_is_priced_or_refused(name: str, seed: int) -> None:
    ask_everything(study_of(name, seed), rounds=20_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", sorted(RULES))
def test_many_studies_are_priced_or_refused(name: str, seed: int) -> None:
    ask_everything(study_of(name, 100 + seed))


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_study_can_be_made_or_is_refused_in_one_line(name: str) -> None:
    answers = [made_or_refused(study_of(name, seed)) for seed in range(150)]
    refusals = [answer for answer in answers if isinstance(answer, str)]
    assert 0 < len(refusals) < 130
    assert not any("\n" in line for line in refusals)
    studies = [answer for answer in answers if not isinstance(answer, str)]
    assert all(study.marks.get("status") == "not approved" for study in studies if study.digest != letter(study))


def made_or_refused(data: dict[str, Any]) -> Game | str:
    try:
        return study_game(data, everything_on=True)
    except HousewayError as problem:
        return str(problem)


def letter(study: Game) -> str:
    """The digest of the letter's game with a study's choices, where the letter offers them."""
    try:
        return game_named(study.name, dict(study.options)).digest
    except HousewayError:
        return ""


def test_flush_poker_without_its_joker_is_priced() -> None:
    study = study_game({"game": "flush-poker", "rules": {"joker": False}})
    found = count_analysis(study, Threads(1)).to_json()
    assert found["main"]["deals"] > 0
    never = found["wagers"]["royal-riches"]["1"]["lines"]["5 aces"]
    assert never["combinations"] == 0
    jackpots = found["wagers"]["jackpot"].values()
    assert all(one["break_even_meter"] is None or one["break_even_meter"] > 0 for one in jackpots)


@pytest.mark.parametrize(
    ("wager", "pays"),
    [
        ("match-the-dealer", {"6": ["11 for 1", "4 to 1"]}),
        ("match-the-dealer", {"6": ["push", "4 to 1"]}),
        ("match-the-dealer", {"6": ["10%", "4 to 1"]}),
        ("match-the-dealer", {"mine": ["11 to 1", "4 to 1"]}),
    ],
)
def test_pays_that_cannot_be_added_up_are_refused(wager: str, pays: dict[str, list[str]]) -> None:
    table = {"wager": wager, "lines": ["suited match", "unsuited match"], "pays": pays}
    with pytest.raises(ValueError, match=r"paytables\.match-the-dealer"):
        study_game({"game": "down-under-blackjack", "paytables": [table]})


def test_the_table_of_a_mandatory_wager_is_priced_under_any_name() -> None:
    lines = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "all other hands"]
    pays = ["500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1", "1 to 1"]
    for name in ("1", "mine"):
        table = {"wager": "bet", "lines": lines, "pays": {name: pays}}
        study = study_game({"game": "down-under-holdem", "paytables": [table]})
        assert [str(pay and pay.text) for pay in study.paytable("bet").pays] == pays
        assert variant_of(study).pays[-1] == 1


def test_strategies_to_remember_are_those_of_the_rules_or_not_shown() -> None:
    study = study_game({"game": "premium-holdem", "rules": {"deck": "89TJQA", "qualifier": "none"}})
    assert count_analysis(study, Threads(1)).simple_strategies == {}
    flush = study_game({"game": "flush-poker", "rules": {"qualifier": "4-card"}})
    found = count_analysis(flush, Threads(1)).to_json()
    best = found["main"]["house_edge"]
    costs = [one["cost"] for one in found["simple_strategies"].values()]
    assert len(costs) == 3
    assert costs == sorted(costs, reverse=True)
    assert all(one["house_edge"] >= best for one in found["simple_strategies"].values())
