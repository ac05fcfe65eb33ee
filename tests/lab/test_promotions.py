"""Promotions against naive twins: every sequence of a few rounds, and coupons played cell by cell in a simulation."""

import math
from fractions import Fraction
from itertools import product

import pytest

from houseway.errors import InvalidInput
from houseway.games.pricing.analysis import Nets
from houseway.games.simulation.simulation import MAIN, Simulation
from houseway.games.study import study_game
from houseway.lab.analyze import analyze_game
from houseway.lab.api import kept_analysis
from houseway.lab.distribution import main_nets
from houseway.lab.operators import parse_rebate
from houseway.lab.promotions import free_play, loss_rebate, match_play
from houseway.lab.sessions import play
from houseway.lab.shards import Threads
from houseway.lab.simulate import prepare, simulate_game

SMALL = {"game": "premium-holdem", "rules": {"deck": "789TJQA"}}
NETS: dict[str, Nets] = {
    "coin": {Fraction(-1): Fraction(51, 100), Fraction(1): Fraction(49, 100)},
    "halves": {Fraction(-2): Fraction(1, 4), Fraction(-1, 2): Fraction(1, 4), Fraction(3, 2): Fraction(1, 2)},
    "large win": {Fraction(-3): Fraction(8, 10), Fraction(0): Fraction(1, 10), Fraction(100): Fraction(1, 10)},
    "only wins": {Fraction(0): Fraction(1, 3), Fraction(2): Fraction(2, 3)},
}


def naive_rebate(nets: Nets, stake: int, rounds: int, rate: Fraction, threshold: int) -> tuple[Fraction, Fraction]:
    """The cost in cents and the chance, over every sequence of rounds."""
    cost = chance = Fraction(0)
    for sequence in product(nets.items(), repeat=rounds):
        likely = math.prod((one for _, one in sequence), start=Fraction(1))
        over = -stake * sum(net for net, _ in sequence) - threshold
        if over > 0:
            cost += likely * rate * over
            chance += likely
    return cost, chance


@pytest.mark.parametrize("name", NETS)
@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
@pytest.mark.parametrize("threshold", [0, 10_00, 15_50])
def test_a_rebate_costs_what_every_sequence_of_rounds_says(name: str, rounds: int, threshold: int) -> None:
    rate = Fraction(15, 100)
    found = loss_rebate(NETS[name], stake=5_00, rounds=rounds, rate=rate, threshold=threshold)
    cost, chance = naive_rebate(NETS[name], 5_00, rounds, rate, threshold)
    assert found.cost == pytest.approx(float(cost) / 100, rel=1e-12, abs=1e-15)
    assert found.chance == pytest.approx(float(chance), rel=1e-12, abs=1e-15)
    assert found.win_after == pytest.approx(found.win - found.cost)
    assert found.relative_error < 1e-13


def test_a_rebate_of_everything_from_the_first_dollar_gives_all_losses_back() -> None:
    found = loss_rebate(NETS["coin"], stake=1_00, rounds=400, rate=Fraction(1), threshold=0)
    assert found.win_after < 0 < found.win  # the house keeps none of the losses and pays all of the wins
    assert found.win == pytest.approx(8)


def test_a_rebate_that_takes_too_long_is_refused_with_the_reason() -> None:
    fine = {Fraction(-1): Fraction(1, 2), Fraction(1001, 1000): Fraction(1, 2)}
    with pytest.raises(InvalidInput, match="steps, more than"):
        loss_rebate(fine, stake=5_00, rounds=2000, rate=Fraction(1, 10), threshold=0)


@pytest.mark.parametrize(
    ("text", "rate", "threshold"), [("10%@500", "1/10", 500_00), ("12.5%", "1/8", 0), ("0.2@0", "1/5", 0)]
)
def test_rebates_as_they_are_written(text: str, rate: str, threshold: int) -> None:
    assert parse_rebate(text) == (Fraction(rate), threshold)


@pytest.mark.parametrize("text", ["", "10", "x%@5", "10%@", "10%@-5", "10%@5@6", "-1%@5"])
def test_rebates_that_mean_nothing_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="rebate"):
        parse_rebate(text)


# ---- a small deck, counted and played


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    return prepare(study_game(SMALL), "", 1, Threads)


def test_every_net_result_comes_as_often_as_it_is_likely(simulation: Simulation) -> None:
    rounds = 200_000
    nets = main_nets(simulation.game, Threads(1))
    came = simulate_game(simulation, Threads(1), rounds=rounds, seed=11).main.distribution
    assert sum(nets.values()) == 1
    assert set(came) <= set(nets)
    for net, chance in nets.items():
        error = math.sqrt(rounds * chance * (1 - chance))
        assert abs(came.get(net, 0) - rounds * chance) < 4 * error + 1, net


def test_the_net_results_have_the_mean_and_deviation_of_the_analysis(simulation: Simulation) -> None:
    main, nets = analyze_game(simulation.game, Threads(1)).main, main_nets(simulation.game, Threads(1))
    mean = sum(net * chance for net, chance in nets.items())
    square = sum(net**2 * chance for net, chance in nets.items())
    assert -mean == main.house_edge_exact
    assert math.sqrt(square - mean**2) == pytest.approx(main.standard_deviation, rel=1e-12)


def test_a_rebate_costs_what_sessions_say(simulation: Simulation) -> None:
    rounds, sessions, stake = 40, 20_000, 5_00
    found = loss_rebate(
        main_nets(simulation.game, Threads(1)), stake=stake, rounds=rounds, rate=Fraction(1, 10), threshold=50_00
    )
    ended = play(
        simulation,
        Threads(1),
        stakes={MAIN: stake},
        bankroll=10**8,
        rounds=rounds,
        sessions=sessions,
        seed=5,
        exact={},
    )
    paid = (-ended.results - 50_00).clip(min=0) / 1000
    assert abs(paid.mean() - found.cost) < 4 * paid.std() / math.sqrt(sessions)
    assert abs((paid > 0).mean() - found.chance) < 4 * math.sqrt(found.chance * (1 - found.chance) / sessions)


def test_coupons_cost_what_their_rounds_pay(simulation: Simulation) -> None:
    main = analyze_game(simulation.game, Threads(1)).main
    played = simulate_game(simulation, Threads(1), rounds=200_000, seed=12).main
    match, free, decided = [], [], 0
    for cell in simulation.rows[MAIN]:
        count = played.cells[cell.name]
        took_all = cell.net == -cell.staked  # the first wager with everything else
        match.append((count, Fraction(cell.outcome == "win")))
        free.append((count, cell.net + took_all))
        decided += count * (cell.outcome != "push")
    for coupon, results in ((match_play(main, 10_00), match), (free_play(main, 10_00), free)):
        mean = float(sum(count * result for count, result in results)) / decided
        square = float(sum(count * result**2 for count, result in results)) / decided
        assert abs(mean - coupon.cost_of_face) < 4 * math.sqrt((square - mean**2) / decided), coupon.kind
        assert coupon.cost == pytest.approx(10 * coupon.cost_of_face)


def test_a_free_play_that_may_be_surrendered_is_refused() -> None:
    analysis = kept_analysis("wild-monkey-pai-gow")
    assert analysis
    assert 0 < match_play(analysis.main, 10_00).cost < 10
    with pytest.raises(InvalidInput, match="free_play: has no price where hands are surrendered"):
        free_play(analysis.main, 10_00)
