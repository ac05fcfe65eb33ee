"""Risk of ruin and Kelly's stake beside enumerated rounds, closed forms, simulated paths and a searched maximum."""

import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest

from houseway.errors import InvalidInput
from houseway.lab import ruin
from houseway.lab.ruin import ever_ruined, finest_unit, kelly_fraction, ruined_within, steps_of

Nets = Mapping[Fraction, int]

LOSING: Nets = {Fraction(-300): 5, Fraction(-100): 40, Fraction(0): 10, Fraction(150): 40, Fraction(700): 4}
GAINING: Nets = {Fraction(-250): 30, Fraction(-100): 30, Fraction(50): 10, Fraction(100): 20, Fraction(900): 10}


def enumerated(nets: Nets, room: int, rounds: int) -> Fraction:
    """The chance of ruin by following every bankroll round by round, as a fraction."""
    total, alive, ruined = sum(nets.values()), {Fraction(room): Fraction(1)}, Fraction(0)
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for left, chance in alive.items():
            for net, count in nets.items():
                if left + net < 0:
                    ruined += chance * count / total
                else:
                    after[left + net] = after.get(left + net, Fraction(0)) + chance * count / total
        alive = after
    return ruined


@pytest.mark.parametrize("nets", [LOSING, GAINING])
@pytest.mark.parametrize("room", [0, 99, 100, 1000])
def test_ruin_within_rounds_is_that_of_every_path(nets: Nets, room: int) -> None:
    for rounds in (1, 2, 13):
        low, high = ruined_within(nets, Fraction(room), rounds)
        assert low == pytest.approx(float(enumerated(nets, room, rounds)), abs=1e-12)
        assert 0 <= high - low <= 2e-12


def test_ruin_within_rounds_is_that_of_simulated_bankrolls() -> None:
    paths, rounds, room = 40_000, 300, 2_000
    values = np.array([float(net) for net in LOSING])
    chances = np.array(list(LOSING.values())) / sum(LOSING.values())
    results = np.random.default_rng(5).choice(values, (paths, rounds), p=chances)
    ruined = float((results.cumsum(axis=1).min(axis=1) < -room).mean())
    low, _ = ruined_within(LOSING, Fraction(room), rounds)
    assert abs(ruined - low) < 4 * math.sqrt(low * (1 - low) / paths)


def test_a_coarser_unit_gives_bounds_around_the_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    nets = {net + Fraction(place, 7): count for place, (net, count) in enumerate(GAINING.items())}
    exact, _ = ruined_within(nets, Fraction(1000), 50)
    monkeypatch.setattr(ruin, "MOST_WORK", 50 * 512)
    low, high = ruined_within(nets, Fraction(1000), 50)
    assert low < exact < high
    assert high - low > 1e-6


def test_ruin_with_single_steps_has_the_closed_form_of_the_gambler() -> None:
    nets = {Fraction(-10): 2, Fraction(10): 3}
    low, high = ever_ruined(steps_of(nets), Fraction(50))
    assert low == pytest.approx((2 / 3) ** 6, rel=1e-12)
    assert high == pytest.approx(low, rel=1e-12)


def test_bounds_of_ruin_at_some_time_hold_what_long_play_comes_to() -> None:
    for room in (0, 500, 3000):
        low, high = ever_ruined(steps_of(GAINING), Fraction(room))
        long, _ = ruined_within(GAINING, Fraction(room), 3000)
        assert low <= long <= high
    assert ever_ruined(steps_of({Fraction(0): 1, Fraction(5): 1}), Fraction(0)) == (0.0, 0.0)


def test_who_has_more_than_all_rounds_can_lose_is_not_ruined() -> None:
    assert ruined_within(LOSING, Fraction(3000), 10) == (0.0, ruin.NEGLIGIBLE)
    with pytest.raises(InvalidInput, match="rounds: must be 1 to"):
        ruined_within(LOSING, Fraction(1), 0)


def test_the_unit_divides_every_net() -> None:
    assert finest_unit({Fraction(3, 2): 1, Fraction(-5): 1, Fraction(0): 1}) == Fraction(1, 2)


def test_kelly_is_where_the_mean_logarithm_grows_fastest() -> None:
    share, growth = kelly_fraction(GAINING, 100)
    total = sum(GAINING.values())

    def grown(part: float) -> float:
        return sum(count / total * math.log1p(part * float(net) / 100) for net, count in GAINING.items())

    searched = max(np.linspace(0.0, 0.3999, 40_000), key=lambda part: grown(float(part)))
    assert share == pytest.approx(float(searched), abs=2e-5)
    assert growth == pytest.approx(grown(share), rel=1e-12)
    assert growth >= grown(float(searched)) - 1e-15
    even = {Fraction(-100): 2, Fraction(100): 3}  # Kelly's own coin: p - q
    assert kelly_fraction(even, 100)[0] == pytest.approx(0.2, rel=1e-12)
