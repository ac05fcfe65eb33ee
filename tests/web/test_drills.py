"""Drills: a settlement has exactly one line wrong, and a position is asked without what is hidden."""

from random import Random

import pytest

from houseway.games import game_names
from houseway.games.round.record import settle
from houseway.web.coach.advisor import weigh
from houseway.web.coach.drills import chance_position, is_close, wrong_settlement


@pytest.mark.parametrize("game", game_names())
def test_exactly_the_line_that_is_named_is_wrong(game: str) -> None:
    wagers = set()
    for seed in range(20):
        record, shown, seat, line, true, _ = wrong_settlement(game, Random(seed))
        for right, told in zip(settle(record)["seats"], shown["seats"], strict=True):
            rows = list(enumerate(zip(right["wagers"], told["wagers"], strict=True)))
            wrong = [index for index, (one, other) in rows if one["returned"] != other["returned"]]
            assert wrong == ([line] if right["seat"] == seat else [])
            assert sum(float(row["returned"]) for row in told["wagers"]) == pytest.approx(float(told["returned"]))
        wagers.add(true["wager"])
    assert len(wagers) > 1


@pytest.mark.parametrize("game", game_names())
def test_a_position_tells_no_hidden_card(game: str) -> None:
    for seed in range(10):
        record, seat = chance_position(game, Random(seed))
        others = [row for row in record["seats"] if row["seat"] != seat]
        assert all("cards" not in row for row in others) or game == "down-under-blackjack"
        assert (
            "lights" in record
            or game in ("flush-poker", "premium-holdem", "wild-monkey-pai-gow")
            or (len(record["dealer"]) == 2)
        )


@pytest.mark.parametrize("game", game_names())
def test_a_close_position_differs_by_little_and_by_something(game: str) -> None:
    luck, asked = Random(game), 0
    for _ in range(30 if game == "wild-monkey-pai-gow" else 80):
        found = weigh(chance_position(game, luck)[0])
        best, *others = sorted(found["decisions"].values(), reverse=True)
        gaps = [best - value for value in others if best - value > 1e-4]
        assert is_close(found) == (bool(gaps) and min(gaps) < 0.15)
        asked += is_close(found)
    assert asked  # often enough to find one within the tries
