"""The contract of a game, for every game that there is: what a new one must pass."""

import pytest

from houseway.games import game_names
from houseway.testing.contract import CONTRACT, check_recount

GAMES = pytest.mark.parametrize("game", game_names())
HEAVY = ("simulation",)  # it plays the best strategy, which takes minutes to find for some games
CLAUSES = [pytest.param(name, marks=[pytest.mark.slow] if name in HEAVY else []) for name in CONTRACT]


@GAMES
@pytest.mark.parametrize("clause", CLAUSES)
def test_a_game_keeps_the_contract(clause: str, game: str) -> None:
    CONTRACT[clause](game)


@pytest.mark.slow
@GAMES
def test_the_odds_that_a_house_posts_are_counted_again(game: str) -> None:
    check_recount(game)
