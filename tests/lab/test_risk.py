"""The risk of a mix: covariances beside a second way to count them, deviations beside simulated tables, refusals."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.errors import HousewayError
from houseway.games.demonstration import demonstration
from houseway.games.simulation.joint import SIMULATED, joint_of, seat_pairs_of
from houseway.games.simulation.joint_counter import joint_places
from houseway.games.simulation.simulation import MAIN
from houseway.lab.covariances import covariance_of
from houseway.lab.risk_result import SMALL_SAMPLE, RiskResult
from houseway.lab.shards import Threads
from houseway.lab.simulate import prepare

GAMES = ["down-under-holdem", "flush-poker", "premium-holdem"]


def risk(game: str, **asked: Any) -> RiskResult:
    return houseway.risk(game, **{"sample": 50_000, "threads": 1, "rounds": 100, **asked})


@pytest.mark.parametrize("name", GAMES)
def test_joint_counts_are_those_of_the_rounds_played_one_by_one(name: str) -> None:
    simulation, rounds = prepare(demonstration(name, {}), "", 2, Threads), 300
    assert simulation.joint
    tally = simulation.joint(0, rounds, 5, *simulation.arguments, joint_places(simulation.rows))
    joint, seats = joint_of(simulation.rows, tally, SIMULATED), seat_pairs_of(simulation.rows, tally, rounds)
    played = [simulation.play(5, number).cells for number in range(rounds)]
    outcomes: dict[tuple[int, ...], int] = {}
    for first, _ in played:
        cells = tuple(first[row][0] for row in joint.rows)
        outcomes[cells] = outcomes.get(cells, 0) + 1
    assert joint.outcomes == outcomes
    for (one, other), counts in seats.counts.items():
        for (a, b), count in counts.items():
            assert count == sum(x[one] == [a] and y[other] == [b] for x, y in played)
        assert sum(counts.values()) == rounds


def test_a_covariance_is_that_of_the_list_of_results() -> None:
    counts = {(0, 0): 3, (0, 1): 5, (1, 0): 2, (1, 2): 7}
    one, other = [Fraction(-1), Fraction(3)], [Fraction(-1), Fraction(2), Fraction(1, 2)]
    pairs = [(float(one[a]), float(other[b])) for (a, b), count in counts.items() for _ in range(count)]
    covariance, error = covariance_of(counts, one, other)
    results = np.array(pairs)
    products = (results[:, 0] - results[:, 0].mean()) * (results[:, 1] - results[:, 1].mean())
    assert float(covariance) == pytest.approx(products.mean(), rel=1e-12)
    assert error == pytest.approx(products.std() / math.sqrt(len(products)), rel=1e-12)


def test_mean_and_deviation_of_one_wager_are_those_of_the_analysis() -> None:
    answer, main = risk("premium-holdem", stakes={"ante": 20}), houseway.analyze("premium-holdem").main
    assert answer.mean == pytest.approx(-20 * main.house_edge, rel=1e-12)
    assert answer.standard_deviation == pytest.approx(20 * main.standard_deviation, rel=1e-12)
    assert (answer.method, answer.standard_deviation_error, answer.mean_error) == ("exact", 0, 0)
    assert answer.house_edge == pytest.approx(main.house_edge / 2)  # of Ante and X-tra Bonus


def test_the_deviation_of_a_mix_is_that_of_its_covariances() -> None:
    stakes = {"bet": 10, "natural-flush": 5, "royal-riches": 3}
    answer = risk("flush-poker", stakes=stakes)
    money = {MAIN: 10, "natural-flush": 5, "royal-riches": 3}
    variance = sum(money[a] * money[b] * answer.pair(a, b).covariance for a in money for b in money)
    assert answer.standard_deviation == pytest.approx(math.sqrt(variance), rel=1e-9)
    assert answer.mean == pytest.approx(sum(money[one.wager] * one.mean for one in answer.wagers if one.stake))


def test_covariances_of_the_main_wagers_add_up_to_those_of_the_main_game() -> None:
    answer = risk("flush-poker")
    parts = ("bet", "raise")
    assert answer.pair("bet", "raise").covariance_exact
    whole = sum(Fraction(answer.pair(one, other).covariance_exact) for one in parts for other in parts)
    assert whole == Fraction(answer.pair("main", "main").covariance_exact)
    beside = sum(Fraction(answer.pair(one, "natural-flush").covariance_exact) for one in parts)
    assert beside == Fraction(answer.pair("main", "natural-flush").covariance_exact)


@pytest.mark.parametrize("name", GAMES)
def test_seats_go_together_as_in_simulated_tables(name: str) -> None:
    rounds, seats = 200_000, 3
    answer = risk(name, seats=seats, sample=rounds)
    played = houseway.simulate(name, rounds=rounds, seats=seats, seed=2, threads=1).main
    table = rounds * (seats * played.standard_error) ** 2
    shared = (table - seats * played.standard_deviation**2) / (seats * (seats - 1))
    (pair,) = [pair for pair in answer.between_seats if (pair.one, pair.other) == (MAIN, MAIN)]
    assert abs(pair.covariance - shared) < 6 * pair.standard_error
    assert shared > 20 * pair.standard_error
    variance = seats * answer.standard_deviation**2 + seats * (seats - 1) * 100 * pair.covariance
    assert answer.table_standard_deviation == pytest.approx(math.sqrt(variance), rel=1e-12)


def test_a_mix_that_loses_has_no_stake_and_certain_ruin() -> None:
    answer = risk("flush-poker", stakes={"bet": 10}, bankroll=300)
    assert (answer.ruin.low, answer.kelly.fraction) == (1.0, 0.0)
    assert answer.kelly.text == "no stake: the mix loses 2.6345% of the wagers before the deal"
    assert 0 < answer.ruin_within.low < 1


def test_wagers_that_are_counted_together_are_exact_beside_those_that_are_not() -> None:
    answer = risk("wild-monkey-pai-gow", stakes={"bet": 5, "royal-riches": 1})
    assert (answer.method, answer.standard_deviation_error) == ("exact", 0)
    assert answer.pair("main", "royal-riches").covariance_exact
    assert answer.pair("main", "dealer-joker").standard_error > 0
    assert answer.results_method == "exact"
    beside = risk("wild-monkey-pai-gow", stakes={"bet": 5, "dealer-joker": 1})
    assert (beside.method, beside.mean_error) == ("simulated", 0)
    assert beside.results_method == "simulated"
    assert SMALL_SAMPLE in beside.notes


def test_a_meter_makes_a_mix_gain() -> None:
    asked: dict[str, Any] = {"stakes": {"bet": 5, "jackpot": 1}, "bankroll": 20_000}
    poor, rich = risk("flush-poker", **asked), risk("flush-poker", meter=1_000_000, **asked)
    assert poor.mean < 0 < rich.mean
    assert rich.method == poor.method == "exact"
    price = houseway.analyze("flush-poker", jackpot="progressive").at_meter(100_000_000).wagers["jackpot"]["1"]
    (jackpot,) = [one for one in rich.wagers if one.wager == "jackpot"]
    assert jackpot.mean == pytest.approx(-(price.edge_at_meter or 0), rel=1e-12)
    assert jackpot.standard_deviation == pytest.approx(price.standard_deviation, rel=1e-12)
    assert 0 < rich.kelly.fraction < 1
    assert rich.kelly.bankroll == pytest.approx(6 / rich.kelly.fraction)
    assert 0 < rich.ruin.low <= rich.ruin.high < 1


def test_a_sample_without_the_awards_that_make_a_mix_gain_says_so() -> None:
    answer = risk("down-under-blackjack", stakes={"wager": 5, "progressive": 1}, meter=2_000_000, sample=2000)
    assert answer.mean > 0
    assert (answer.ruin.low, answer.ruin.high, answer.kelly.bankroll) == (0.0, 1.0, None)
    assert "not enough" in answer.ruin.method
    assert "not enough" in answer.kelly.text


@pytest.mark.parametrize(
    ("game", "asked", "reason"),
    [
        ("flush-poker", {"stakes": {"bett": 5}}, r"stake bett: is not one of bet, .* \(did you mean bet\?\)"),
        ("flush-poker", {"stakes": {"raise": 5}}, "stake raise: is not one of bet"),
        ("flush-poker", {"stakes": {"jackpot": 25}}, r"stake jackpot: must be \$1.00 to \$20.00"),
        ("flush-poker", {"stakes": {"jackpot": 1}, "jackpot": "off"}, "stake jackpot: is off"),
        ("flush-poker", {"stakes": ["bet=5", "bet=6"]}, "stake bet: is given twice"),
        ("flush-poker", {"stakes": ["bet=5", "main=6"]}, "stake bet: is given twice"),
        ("flush-poker", {"stakes": {"bet": 0}}, "stake bet: must be more than zero"),
        ("flush-poker", {"bankroll": 0}, "bankroll: must be more than zero"),
        ("flush-poker", {"bankroll": -5}, "bankroll: must be more than zero"),
        ("flush-poker", {"bankroll": math.nan}, "bankroll: must be a finite amount"),
        ("flush-poker", {"rounds": 0}, "rounds: must be 1 to"),
        ("flush-poker", {"seats": 7}, "seats: must be 1 to 6"),
        ("flush-poker", {"sample": 10}, "sample: must be 1,000"),
        ("flush-poker", {"prizes": {"nothing": 5}}, "prize nothing: is not one of"),
        ("premium-holdem", {"meter": 500}, "meter: premium-holdem has no jackpot"),
        ("down-under-holdem", {"stakes": {"bet": 5}}, "stake bet: .*always equals the ante"),
        ("down-under-holdem", {"stakes": {"trips-or-better": 5, "match-the-dealer": 5}}, "one bonus, not both"),
    ],
)
def test_what_no_table_takes_is_refused(game: str, asked: dict[str, Any], reason: str) -> None:
    with pytest.raises(HousewayError, match=reason):
        risk(game, **asked)
