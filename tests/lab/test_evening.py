"""An evening of the lab's page: what `houseway risk` says of ruin, and every sum of rounds counted one by one."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

import houseway
from houseway.games import game_named, game_names
from houseway.games.pricing.analysis import Nets
from houseway.games.simulation.joint import EXACT
from houseway.lab.distribution import kept_nets
from houseway.lab.evening import evening
from houseway.lab.mix import first_wager

FLUSH = game_named("flush-poker")
STEEP: Nets = {Fraction(-3, 2): Fraction(2, 5), Fraction(0): Fraction(1, 10), Fraction(1): Fraction(1, 2)}


def nets_of(game: str) -> Nets:
    nets = kept_nets(game_named(game))
    assert nets is not None
    return nets


@pytest.mark.parametrize(
    "game",
    [
        "flush-poker",
        "premium-holdem",
        "down-under-holdem",
        *(pytest.param(game, marks=pytest.mark.slow) for game in ("down-under-blackjack", "wild-monkey-pai-gow")),
    ],
)
def test_ruin_is_that_of_the_risk_command(game: str) -> None:
    chosen, bankroll, rounds, sample = game_named(game), 400, 200, 50_000
    played = "house-way" if game == "wild-monkey-pai-gow" else ""  # whose results an evening there is of
    risk = houseway.risk(game, bankroll=bankroll, rounds=rounds, sample=sample, strategy=played, threads=1)
    mine = evening(chosen, nets_of(game), stake=1000, bankroll=100 * bankroll, rounds=rounds)
    assert risk.stakes[first_wager(chosen) if first_wager(chosen) in risk.stakes else "main"] == "10.00"
    if risk.results_method == EXACT:
        assert mine.ruin_low == pytest.approx(risk.ruin_within.low, abs=1e-11)
        assert mine.ruin_high == pytest.approx(risk.ruin_within.high, abs=1e-11)
    else:  # its results are those of a sample
        error = 5 * sqrt(rounds / sample) * sqrt(mine.ruin_high * (1 - mine.ruin_high)) + 1e-4
        assert abs(mine.ruin_high - risk.ruin_within.high) < error


def test_sums_are_those_of_every_course_of_an_evening() -> None:
    """Seven rounds of three results: 2,187 courses, each with its chance."""
    sums: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    ruined = Fraction(0)
    for course in product(STEEP, repeat=7):
        chance, purse, is_ruined = Fraction(1), Fraction(4), False
        for net in course:
            chance, purse = chance * STEEP[net], purse + net
            is_ruined |= purse < 1
        sums[purse - 4] += chance
        ruined += chance * is_ruined
    mine = evening(FLUSH, STEEP, stake=1000, bankroll=4000, rounds=7)
    assert mine.ahead == pytest.approx(float(sum(one for net, one in sums.items() if net > 0)), abs=1e-11)
    assert mine.even == pytest.approx(float(sums[Fraction(0)]), abs=1e-11)
    assert mine.behind == pytest.approx(float(sum(one for net, one in sums.items() if net < 0)), abs=1e-11)
    assert mine.ruin_low == pytest.approx(float(ruined), abs=1e-11)
    mean = 10 * sum(net * one for net, one in sums.items())
    assert mine.mean == pytest.approx(float(mean))
    assert mine.standard_deviation == pytest.approx(
        sqrt(sum((10 * net - mean) ** 2 * one for net, one in sums.items()))
    )
    assert sum(bar.probability for bar in mine.bars) == pytest.approx(1, abs=1e-10)
    for share, (low, high) in ((2 / 3, mine.two_of_three), (19 / 20, mine.nineteen_of_twenty)):
        assert sum(one for net, one in sums.items() if low <= 10 * net <= high) >= share
        assert sum(one for net, one in sums.items() if 10 * net < low) <= (1 - share) / 2
        assert sum(one for net, one in sums.items() if 10 * net > high) <= (1 - share) / 2


@pytest.mark.parametrize("game", game_names())
def test_mean_and_deviation_are_those_of_the_analysis(game: str) -> None:
    main = houseway.analyze(game).main
    mine = evening(game_named(game), nets_of(game), stake=2500, bankroll=100_000, rounds=400)
    assert mine.mean == pytest.approx(-main.house_edge * 25 * 400, rel=1e-9)
    assert mine.standard_deviation == pytest.approx(main.standard_deviation * 25 * 20, rel=1e-3)
    assert mine.ahead + mine.even + mine.behind == pytest.approx(1, abs=1e-9)


def test_a_bankroll_below_the_first_wagers_is_ruined_at_once() -> None:
    mine = evening(game_named("premium-holdem"), nets_of("premium-holdem"), stake=1000, bankroll=1999, rounds=1)
    assert (mine.ruin_low, mine.ruin_high) == (1, 1)
