"""Other pays are priced from the counts of lines exactly as an analysis prices the letter's."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NoReturn

import pytest

from houseway.bounded_text import parse_toml
from houseway.errors import InvalidInput
from houseway.games import game_named, game_names
from houseway.games.study import study_game
from houseway.lab.analyze import analyze, analyze_game
from houseway.lab.api import kept_analysis
from houseway.lab.shards import Threads
from houseway.lab.what_if import reprice

NOT_IN_THE_DATA = {("wild-monkey-pai-gow", "dealer-pai-gow")}  # whether it has action depends on the main game


def not_counted() -> NoReturn:
    raise LookupError


def letter_tables() -> Iterator[tuple[str, str, str]]:
    for game in game_names():
        found = kept_analysis(game)
        assert found is not None
        known = game_named(game).approval.wagers
        for wager, tables in found.wagers.items():
            if wager in known and (game, wager) not in NOT_IN_THE_DATA:
                yield from ((game, wager, table) for table in tables)


def test_the_letters_pays_cost_what_the_analysis_says() -> None:
    tables = list(letter_tables())
    assert len(tables) > 170
    for game, wager, table in tables:
        priced = reprice(game_named(game), wager, table, {}, not_counted)
        counted = analyze(game).wagers[wager][table]
        assert priced.house_edge_exact == str(counted.house_edge_exact), (game, wager, table)
        assert priced.hit_frequency == pytest.approx(counted.hit_frequency, abs=1e-15)
        if priced.standard_deviation is not None:
            deviation = counted.fixed_standard_deviation or counted.standard_deviation
            assert priced.standard_deviation == pytest.approx(deviation, abs=1e-12)


def test_other_pays_cost_the_sum_over_their_lines() -> None:
    chance = random.Random(24)
    for _ in range(200):
        game, wager = chance.choice([("down-under-holdem", "trips-or-better"), ("premium-holdem", "player-bonus")])
        counted = analyze(game).wagers[wager]["1"]
        odds = {line: chance.randint(1, 300) for line in counted.lines}
        kinds = {line: chance.choice(["to", "for"]) for line in counted.lines}
        priced = reprice(
            game_named(game), wager, "1", {line: f"{odds[line]} {kinds[line]} 1" for line in odds}, not_counted
        )
        assert counted.combinations is not None
        back = sum(
            (one.combinations or 0) * (odds[line] + (kinds[line] == "to")) for line, one in counted.lines.items()
        )
        assert Fraction(priced.house_edge_exact) == 1 - Fraction(back, counted.combinations)
        assert sum(row.returns for row in priced.lines) == pytest.approx(1 - priced.house_edge, abs=1e-12)


def test_its_study_is_analysed_to_the_same_edge() -> None:
    priced = reprice(game_named("premium-holdem"), "player-bonus", "1", {"flush": "7 to 1"}, not_counted)
    study = study_game(parse_toml(priced.study, field="study"))
    found = analyze_game(study, Threads(1))
    assert str(found.wagers["player-bonus"]["1"].house_edge_exact) == priced.house_edge_exact
    assert found.status == "not approved"


@pytest.mark.parametrize(
    ("wager", "table", "pays", "says"),
    [
        ("ante", "", {}, "is not one of bet, trips-or-better"),
        ("bet", "", {}, "belongs to the main game"),
        ("trips-or-better", "9", {}, "is not one of 1, 2"),
        ("trips-or-better", "1", {"flush": "lots"}, "is no pay"),
        ("trips-or-better", "1", {"five of a kind": "5 to 1"}, "is not one of"),
        ("trips-or-better", "1", {f"line {number}": "1 to 1" for number in range(99)}, "at most 60 lines"),
    ],
)
def test_wrong_pays_are_refused(wager: str, table: str, pays: dict[str, str], says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        reprice(game_named("down-under-holdem"), wager, table, pays, not_counted)


def test_pays_that_change_which_line_is_best_are_not_priced_from_old_counts() -> None:
    with pytest.raises(InvalidInput, match="another line of a hand would be the best"):
        reprice(game_named("flush-poker"), "royal-riches", "1", {"straight": "900 to 1"}, not_counted)
