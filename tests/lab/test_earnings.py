"""Earnings of a table: every figure beside one from the prices by another way, and bands beside simulated rounds."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

import houseway
from houseway.errors import InvalidInput
from houseway.games.demonstration import demonstration
from houseway.games.pricing.wager_result import WagerResult
from houseway.games.study import study_game
from houseway.lab.api import kept_analysis
from houseway.lab.bonus_prices import price_of
from houseway.lab.covariances import Pair
from houseway.lab.earnings import Earnings, JackpotMoney, WagerEarnings
from houseway.lab.shards import Threads
from houseway.lab.simulate import prepare, simulate_game

PREMIUM: dict[str, Any] = {"bet": 10, "bonuses": {"player-bonus": 5}, "take_up": {"player-bonus": "40%"}, "seats": 5}


def price(game: str, wager: str, **options: str) -> WagerResult:
    chosen = demonstration(game, options)
    analysis = kept_analysis(chosen)
    found = analysis and price_of(chosen, wager, analysis.wagers)
    assert found
    return found


def wager_of(answer: Earnings, name: str) -> WagerEarnings:
    return next(one for one in answer.wagers if one.wager == name)


def test_win_is_handle_times_exact_edge() -> None:
    answer = houseway.earnings("premium-holdem", **PREMIUM, rounds_per_hour=50, hours=8)
    main = houseway.analyze("premium-holdem").main
    assert main.house_edge_exact
    first = 10 * 5 * 50  # dollars an hour on the first wager
    assert wager_of(answer, "main").win == pytest.approx(float(first * main.house_edge_exact), rel=1e-12)
    assert wager_of(answer, "main").hold == pytest.approx(main.element_of_risk, rel=1e-12)
    assert wager_of(answer, "main").handle == pytest.approx(first * main.average_wagered, rel=1e-12)
    bonus = wager_of(answer, "player-bonus")
    assert bonus.handle == 5 * 5 * 50 * 0.4
    assert bonus.win == pytest.approx(bonus.handle * price("premium-holdem", "player-bonus").house_edge, rel=1e-12)
    assert answer.win == pytest.approx(sum(one.win for one in answer.wagers))
    assert answer.hold == pytest.approx(answer.win / answer.handle)
    assert answer.bands["year"].win == pytest.approx(365 * answer.bands["day"].win)
    assert answer.rows()[-1] == {
        "wager": "all",
        "handle": answer.handle,
        "contribution": 0.0,
        "win": answer.win,
        "hold": answer.hold,
    }


def test_bands_are_those_of_independent_wagers_and_of_wagers_that_go_together() -> None:
    answer = houseway.earnings("premium-holdem", **PREMIUM, rounds_per_hour=50, hours=8)
    main, bonus = houseway.analyze("premium-holdem").main, price("premium-holdem", "player-bonus")
    one = 10 * main.standard_deviation
    mean, square = -bonus.house_edge, bonus.standard_deviation**2 + bonus.house_edge**2
    other = 5 * math.sqrt(0.4 * square - (0.4 * mean) ** 2)  # made or not, by chance
    day = answer.bands["day"]
    assert day.deviation_if_independent == pytest.approx(math.sqrt(400 * 5 * (one**2 + other**2)), rel=1e-12)
    assert day.deviation_at_most == pytest.approx(math.sqrt(400) * 5 * (one + other), rel=1e-12)
    low, high = day.if_independent
    assert (high + low) / 2 == pytest.approx(day.win)
    assert math.erf((high - day.win) / day.deviation_if_independent / math.sqrt(2)) == pytest.approx(0.9, abs=1e-12)


def test_the_expected_band_is_that_of_the_risk_of_the_same_wagers() -> None:
    game = study_game({"game": "premium-holdem", "rules": {"deck": "789TJQA"}})
    stakes = {"player-bonus": 5}
    answer = houseway.earnings(
        game, bet=10, bonuses=stakes, take_up={"player-bonus": 1}, seats=3, rounds_per_hour=1, hours=1, sample=20_000
    )
    risk = houseway.risk(game, stakes={"ante": 10, **stakes}, seats=3, sample=20_000)
    assert answer.bands["hour"].deviation == pytest.approx(risk.table_standard_deviation, rel=1e-9)
    assert answer.bands["hour"].deviation_error == pytest.approx(risk.table_standard_deviation_error, rel=1e-9)


def test_a_bonus_that_some_seats_make_adds_as_much_of_its_covariance() -> None:
    game = study_game({"game": "premium-holdem", "rules": {"deck": "789TJQA"}})
    asked: dict[str, Any] = {"bet": 10, "bonuses": {"player-bonus": 5}, "seats": 3, "rounds_per_hour": 1, "hours": 1}
    share = 0.4
    answer = houseway.earnings(game, **asked, take_up={"player-bonus": share}, sample=20_000)
    risk = houseway.risk(game, stakes={"ante": 10, "player-bonus": 5}, seats=3, sample=20_000)
    stake = {"main": 10.0, "player-bonus": share * 5}

    def weighted(pairs: Sequence[Pair], *, own: bool) -> float:
        both = [one for one in pairs if own or one.one != one.other]
        return sum(
            (2 - (one.one == one.other)) * stake.get(one.one, 0) * stake.get(one.other, 0) * one.covariance
            for one in both
        )

    main, bonus = (one for one in risk.wagers if one.stake)
    alone = (10 * main.standard_deviation) ** 2
    alone += share * (5 * bonus.standard_deviation) ** 2 + share * (1 - share) * (5 * bonus.mean) ** 2
    variance = 3 * (alone + weighted(risk.covariances, own=False)) + 6 * weighted(risk.between_seats, own=True)
    assert answer.bands["hour"].deviation == pytest.approx(math.sqrt(variance), rel=1e-9)


def test_a_seed_without_a_sample_is_refused() -> None:
    with pytest.raises(InvalidInput, match="needs a sample"):
        houseway.earnings("premium-holdem", bet=10, seats=1, seed=3)


def test_a_simulated_table_wins_as_much_and_deviates_no_more_than_at_most() -> None:
    game, seats, rounds = study_game({"game": "premium-holdem", "rules": {"deck": "789TJQA"}}), 2, 100_000
    answer = houseway.earnings(game, bet=1, seats=seats, rounds_per_hour=100, hours=1)
    played = simulate_game(prepare(game, "", seats, Threads), Threads(1), rounds=rounds, seed=3).main
    assert abs(-float(played.mean) * seats * 100 - answer.win) < 4 * played.standard_error * seats * 100
    deviation = played.standard_error * math.sqrt(rounds) * seats  # of all seats of a round together
    hour = answer.bands["hour"]
    assert hour.deviation_if_independent < 10 * deviation < hour.deviation_at_most
    known = houseway.earnings(game, bet=1, seats=seats, rounds_per_hour=100, hours=1, sample=rounds, seed=4).bands[
        "hour"
    ]
    assert known.deviation
    assert known.deviation == pytest.approx(10 * deviation, rel=0.01)


def jackpot(**money: Any) -> WagerEarnings:
    answer = houseway.earnings(
        demonstration("flush-poker", {}),
        bet=5,
        bonuses={"jackpot": 1},
        take_up={"jackpot": 1},
        seats=6,
        jackpot=JackpotMoney(**money),
    )
    return wager_of(answer, "jackpot")


def test_contributions_are_owed_and_no_win() -> None:
    found, one = jackpot(contribution=Fraction(1, 5)), price("flush-poker", "jackpot")
    assert found.handle == 360
    assert found.contribution == pytest.approx(72)
    assert found.win == pytest.approx(360 * (one.house_edge - 0.2), rel=1e-12)


def test_the_house_pays_the_shares_of_its_own_jackpot() -> None:
    edge = price("flush-poker", "jackpot").edge_at(Fraction(5000))
    assert edge
    assert jackpot(amount=5000_00).win == pytest.approx(float(360 * edge), rel=1e-12)


def test_the_house_pays_a_prize_in_dollars() -> None:
    chosen, name = demonstration("down-under-blackjack", {"progressive": "5c/6"}), "progressive"
    one = price("down-under-blackjack", name, progressive="5c/6")
    assert one.prize
    answer = houseway.earnings(
        chosen,
        bet=5,
        bonuses={name: 1},
        take_up={name: 1},
        seats=1,
        jackpot=JackpotMoney(prizes={one.prize: Fraction(500_00)}),
    )
    edge = one.edge_with({one.prize: Fraction(500)})
    assert edge
    assert wager_of(answer, name).win == pytest.approx(float(60 * edge), rel=1e-12)


@pytest.mark.parametrize("stake", [1, 5])
def test_envy_is_paid_to_all_others_who_made_the_wager(stake: int) -> None:
    one = price("flush-poker", "royal-riches")
    edges = one.edges_by_others(stake * 100)
    assert edges
    answer = houseway.earnings(
        demonstration("flush-poker", {}),
        bet=5,
        bonuses={"royal-riches": stake},
        take_up={"royal-riches": 1},
        seats=4,
    )
    assert wager_of(answer, "royal-riches").win == pytest.approx(float(4 * 60 * stake * edges[3]), rel=1e-12)
    assert (wager_of(answer, "royal-riches").awards > 0) == (stake == 5)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seats": 0}, "seats: must be 1 to"),
        ({"seats": 2.5}, "seats: must be a whole number"),
        ({"rounds_per_hour": 0}, "rounds_per_hour: must be 1 to 1,000"),
        ({"hours": 0}, "hours: must be more than 0"),
        ({"hours": float("nan")}, "hours: must be more than 0"),
        ({"take_up": {"player-bonus": "140%"}}, "take_up player-bonus: must be 0% to 100%"),
        ({"take_up": {"player-bonus": "nan"}}, "take_up player-bonus: must be a share"),
        ({"take_up": {"hole": "40%"}}, "take_up hole: is not one of player-bonus"),
        ({"take_up": ["player-bonus=1", "player=1"]}, "take_up player-bonus: is given twice"),
        ({"take_up": ["player-bonus"]}, "is not wager=value"),
        ({"bonuses": {"jackpot": 5}}, "bonus jackpot: is not one of player-bonus, hole-card-bonus"),
        ({"match_play": -5}, "match_play: must be more than zero"),
    ],
)
def test_what_makes_no_sense_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        houseway.earnings("premium-holdem", **PREMIUM | change)
