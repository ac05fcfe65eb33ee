"""The life of a meter: simulated lives against the long run's exact figures, and against wagers one by one."""

from fractions import Fraction
from random import Random

import pytest

from houseway.cli import main
from houseway.errors import InvalidInput
from houseway.games.letter.paytable import Pay
from houseway.lab.meter import UNITS, Hit, Progressive, Share, area, live, standing
from houseway.lab.meter_result import LineHits, meter_life

TEN, ALL = Pay.parse("10%"), Pay.parse("100%")


def progressive(**changes: object) -> Progressive:
    given = {
        "shares": [
            Share(line="all", pay=ALL, probability=Fraction(1, 900)),
            Share(line="ten", pay=TEN, probability=Fraction(1, 60)),
        ],
        "fixed_return": Fraction(6, 10),
        "wager": 100,
        "seed": 30 * UNITS,
        "reset": 20 * UNITS,
        "increment": Fraction(15, 100),
    }
    return Progressive(**(given | changes))  # type: ignore[arg-type]


def test_the_long_run_is_conservation() -> None:
    meter = progressive()
    assert meter.meter_return == Fraction(15, 100) + Fraction(20, 900)
    assert meter.weight == Fraction(1, 900) + Fraction(1, 600)
    assert meter.mean_meter == meter.meter_return / meter.weight * UNITS
    assert meter.increment_for(Fraction(21, 100)) == Fraction(21, 100) - Fraction(20, 900)


def test_lives_agree_with_the_long_run() -> None:
    meter = progressive(seed=62 * UNITS)  # near its mean, so that no time is spent getting there
    found = meter_life(meter, wagers_a_day=200, years=1, lives=40, seed=7)
    simulated = found.simulated
    for estimate, exact in (
        (simulated.mean_meter, float(meter.mean_meter / UNITS)),
        (simulated.meter_return, float(meter.meter_return)),
    ):
        assert abs(estimate.mean - exact) < 4 * estimate.standard_error
    hits = simulated.lines["ten"].hits
    expected = 40 * 365 * 200 / 60
    assert abs(hits - expected) < 4 * expected**0.5


def test_a_life_is_what_wagers_one_by_one_make_of_it() -> None:
    meter = progressive(increment=Fraction(123457, 1_000_000))
    wagers = 20_000
    hits = live(meter, wagers, Random(3))
    at = {hit.wagers: hit for hit in hits}
    assert len(at) > 200
    units, path, met = meter.seed, [], 0
    for number in range(1, wagers + 1):
        units += 123457 * 100  # 12.3457% of a dollar in 1e-8 dollar
        met += units
        hit: Hit | None = at.get(number)
        if hit:
            assert hit.before == units
            share = Fraction(1) if hit.line == "all" else Fraction(1, 10)
            paid = int(units * share) // 1_000_000
            assert hit.paid == paid
            units = units - paid * 1_000_000 + (meter.reset if share == 1 else 0)
            assert hit.after == units
        path.append(units)
    assert standing(meter, hits, range(1, wagers + 1)) == path
    assert area(meter, hits, wagers) == met


def test_no_fraction_is_lost() -> None:
    meter = progressive(increment=Fraction(1, 1_000_000))
    hits = live(meter, 5_000, Random(1))
    paid = sum(hit.paid for hit in hits) * 1_000_000
    reseeded = meter.reset * sum(hit.line == "all" for hit in hits)
    assert meter.seed + 5_000 * 100 + reseeded - paid == standing(meter, hits, [5_000])[0]


@pytest.mark.parametrize("increment", [Fraction(-1, 100), Fraction(101, 100), Fraction(1, 3), Fraction(1, 10**7)])
def test_increments_have_at_most_four_decimals_of_a_percent(increment: Fraction) -> None:
    with pytest.raises(InvalidInput, match="increment"):
        progressive(increment=increment)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["meter", "flush-poker", "--lives", "2", "--years", "1", "--wagers-a-day", "100"]
    assert main([*words, "--table", "2"]) == 0
    assert "the mean meter is" in capsys.readouterr().out
    assert main([*words, "--table", "9"]) == 2
    assert "--table: '9' is not one of" in capsys.readouterr().err
    assert main([*words, "--increment", "x"]) == 2
    assert main([*words, "--plot", "meter.gif"]) == 2
    assert main(["meter", "premium-holdem"]) == 2
    assert "has no jackpot" in capsys.readouterr().err


def test_a_life_is_not_the_long_run_and_says_so() -> None:
    meter = progressive(increment=Fraction(15, 100), seed=0, reset=0)
    found = meter_life(meter, wagers_a_day=4, years=1, lives=1000, seed=5)
    life, simulated = found.life, found.simulated
    assert life.meter_return < 0.8 * found.meter_return
    for estimate, exact in (
        (simulated.mean_meter, life.mean_meter),
        (simulated.meter_return, life.meter_return),
    ):
        assert abs(estimate.mean - exact) < 4 * estimate.standard_error
    full = meter_life(progressive(seed=900 * UNITS), wagers_a_day=4, years=1, lives=2, seed=5)
    assert full.life.meter_return > full.meter_return


def test_the_expected_meter_of_a_life_is_that_of_its_wagers_one_by_one() -> None:
    meter = progressive()
    weight, all_of_it = meter.weight, Fraction(1, 900)
    met, total = Fraction(meter.seed + meter.rise), Fraction(0)
    for _ in range(500):
        total += met
        met = met * (1 - weight) + all_of_it * meter.reset + meter.rise
    assert meter.mean_meter_over(500) == pytest.approx(float(total / 500), rel=1e-12)


@pytest.mark.parametrize("years", [1, 5])
def test_waits_are_not_cut_off_by_the_end_of_a_life(years: int) -> None:
    rare = [Share(line="rare", pay=TEN, probability=Fraction(1, 4_000_000))]
    found = meter_life(progressive(shares=rare), wagers_a_day=5_000, years=years, lives=60, seed=3)
    exact, simulated = found.lines["rare"], found.simulated.lines["rare"]
    assert isinstance(simulated, LineHits)
    assert exact.days_between_hits == 800
    assert exact.days_to_a_hit["50%"] == pytest.approx(0.6931 * 800, rel=0.001)
    assert simulated.days_to_a_hit["50%"] == pytest.approx(0.6931 * simulated.days_between_hits, rel=0.001)
    assert abs(simulated.days_between_hits - 800) < 4 * 800 / simulated.hits**0.5


@pytest.mark.parametrize("words", [["--years", "0"], ["--years", "100000"], ["--lives", "1"], ["--wagers-a-day", "0"]])
def test_lives_that_cannot_be_lived(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["meter", "flush-poker", *words]) == 2
    assert capsys.readouterr().err.startswith(f"houseway: {words[0]}: must be")
