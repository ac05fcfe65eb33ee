"""The house edges that pages print are those of `houseway analyze`, for the game as it is played at a table."""

import subprocess
import sys
from collections.abc import Mapping

import pytest

from houseway.games import game_named, game_names, letter_of
from houseway.games.study import study_game
from houseway.lab.analyze import analyze
from houseway.web.describe import game_facts
from houseway.web.edges import edges_by_option
from houseway.web.practice.demonstration_house import practice_rules
from web.serving import Running

CHOICES: Mapping[str, Mapping[str, str]] = {
    "down-under-blackjack": {"decks": "2", "match-the-dealer": "2-alt-1", "match-down-card": "on"},
    "down-under-holdem": {"trips-or-better": "5", "match-the-dealer": "2", "folded-bonuses": "lose"},
    "flush-poker": {"natural-flush": "9", "royal-riches": "4", "folded-bonuses": "lose"},
    "premium-holdem": {"player-bonus": "on", "hole-card-bonus": "on"},
    "wild-monkey-pai-gow": {"dealer-joker": "2", "dealer-joker-needs-win": "yes", "player-pai-gow-insurance": "5"},
}


def printed(game: str, options: Mapping[str, str]) -> dict[str, float | None]:
    """The house edge of each bonus on the page of a table."""
    facts = game_facts(game, practice_rules("7", game_named(game, options), None))
    return {offer.wager: offer.house_edge for offer in facts.offers}


@pytest.mark.parametrize("game", CHOICES)
@pytest.mark.parametrize("own", [True, False])
def test_a_spot_has_the_edge_of_its_pay_table_under_the_options_in_force(game: str, own: bool) -> None:
    options = CHOICES[game] if own else letter_of(game).demonstration.options
    chosen, wagers = game_named(game, options), analyze(game, options).wagers
    edges = printed(game, options)
    bonuses = [one for one in chosen.approval.wagers.values() if one.role == "bonus" and one.name in chosen.offered]
    assert bonuses
    for wager in bonuses:
        table = chosen.paytable(wager.name, wager.paytable_option).name
        assert edges[wager.name] == wagers[wager.name][table].house_edge, wager.name


def test_an_option_that_takes_bonuses_out_of_action_changes_their_edge() -> None:
    plain = {"trips-or-better": "5", "match-the-dealer": "2"}
    play, lose = printed("down-under-holdem", plain), printed("down-under-holdem", CHOICES["down-under-holdem"])
    assert lose["trips-or-better"] != play["trips-or-better"]


def test_a_jackpot_and_a_game_of_other_rules_have_no_edge_at_the_spot() -> None:
    assert printed("flush-poker", letter_of("flush-poker").demonstration.options)["jackpot"] is None
    assert edges_by_option(study_game({"game": "wild-monkey-pai-gow", "rules": {"surrender": "1/3"}})) == {}


def test_every_pay_table_that_an_option_can_choose_is_priced(practice: Running) -> None:
    for game in game_names():
        answer = practice.http.post(f"/api/v1/games/{game}/edges", json={"options": dict(CHOICES[game])})
        assert answer.status_code == 200
        wagers = analyze(game, CHOICES[game]).wagers
        for option, tables in answer.json().items():
            wager = next(
                one
                for one in letter_of(game).wagers.values()
                if option in (one.paytable_option, one.paytable, one.name)
            )
            for value, edge in tables.items():
                name = value if value != "on" else "1"
                assert edge["house_edge"] == wagers[wager.name][name].house_edge
                assert (edge["basis"] is not None) == (wager.role == "jackpot")
        assert answer.json()


def test_a_choice_that_the_letter_refuses_has_no_edges(practice: Running) -> None:
    asked = {"options": {"decks": "3"}}
    assert practice.http.post("/api/v1/games/down-under-blackjack/edges", json=asked).status_code == 422


def test_edges_are_read_without_the_compiler() -> None:
    code = (
        "import sys; from houseway.games import game_named; from houseway.web.edges import edges_by_option; "
        "assert edges_by_option(game_named('down-under-blackjack')); assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
