"""How likely each net result of a round is: the shipped distributions belong to the shipped analyses."""

import math
from fractions import Fraction
from typing import NoReturn

import pytest

from houseway.games import game_named, game_names, kit_of
from houseway.games.study import study_game
from houseway.lab.analyze import analyze
from houseway.lab.distribution import FILE, kept_nets, main_nets, make_nets, net_results
from houseway.lab.shards import Threads


def no_runner(*_: object) -> NoReturn:
    raise AssertionError("nothing is counted")


@pytest.mark.parametrize("name", game_names())
def test_the_distribution_has_the_edge_and_the_deviation_of_the_analysis(name: str) -> None:
    nets, main = main_nets(game_named(name), no_runner), analyze(name).main
    assert float(sum(nets.values())) == pytest.approx(1, abs=1e-12)  # of a shoe the sums are floats
    mean = sum((net * chance for net, chance in nets.items()), Fraction(0))
    if main.house_edge_exact is not None:
        assert -mean == main.house_edge_exact
    assert float(-mean) == pytest.approx(main.house_edge, abs=1e-12)
    square = sum((net * net * chance for net, chance in nets.items()), Fraction(0))
    assert math.sqrt(square - mean * mean) == pytest.approx(main.standard_deviation, abs=1e-9)


def test_options_that_leave_the_main_game_alone_have_the_same_distribution() -> None:
    assert kept_nets(game_named("flush-poker", {"royal-riches": "3"})) == kept_nets(game_named("flush-poker"))


def test_other_rules_have_no_shipped_distribution() -> None:
    other = study_game({"game": "flush-poker", "rules": {"qualifier": "4-card 9"}})
    assert kept_nets(other) is None or kept_nets(other) != kept_nets(game_named("flush-poker"))


def test_results_are_in_order_and_exact() -> None:
    results = net_results({Fraction(1, 2): Fraction(1, 3), Fraction(-1): Fraction(2, 3)})
    assert [(one.net, one.net_exact, one.probability_exact) for one in results] == [
        (-1.0, "-1", "2/3"),
        (0.5, "1/2", "1/3"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_counting_again_gives_the_same(name: str) -> None:
    assert make_nets(name, Threads()) == (kit_of(name).folder / FILE).read_bytes()
