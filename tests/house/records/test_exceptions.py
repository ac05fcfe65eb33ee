"""The exception report: what should be rare, by employee and by player, beside the house's own rate."""

from datetime import date
from math import comb

import pytest

from house.support.floor import NOTHING, deal, fold_all
from house.threats.test_forged import ForgedHouse, TickingClock
from houseway.house.log.memory import MemoryLog
from houseway.house.people.cage_acts import CashOut
from houseway.house.people.payloads import CashedOut
from houseway.house.records.exceptions import (
    CASH_OUTS,
    ENTERED_WINS,
    VOIDS,
    ExceptionRow,
    binomial_tail,
    exception_report,
    has_players_word,
)
from houseway.house.tables.staff_acts import VoidRound

OTHER = "2d 3s 5c 7d 9c Jc Kc"


@pytest.fixture(scope="module")
def house() -> ForgedHouse:
    """Pat is a friend of sue and dan, who call off a third of the rounds that pat plays alone; quin plays honestly."""
    house = ForgedHouse(MemoryLog(TickingClock()))
    for number in range(30):
        deal(house.table, {1: NOTHING})
        if number % 3:
            fold_all(house.table)
        else:
            house.table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    for _ in range(90):
        deal(house.table, {2: OTHER})
        fold_all(house.table)
    house.cage.do(CashOut(player="quin", amount=10_00), by="kim", second="sue")
    return house


def rows(found: list[ExceptionRow]) -> dict[tuple[str, str], ExceptionRow]:
    return {(row.person, row.what): row for row in found}


def test_voids_of_one_player_are_flagged_beside_the_houses_rate(house: ForgedHouse) -> None:
    report = exception_report(house.log)
    players = rows(report.players)
    pat = players["pat", VOIDS]
    assert (pat.count, pat.chances, pat.flagged) == (10, 31, True)
    assert pat.rate == "32.26%"
    assert pat.house_rate == "8.26%"  # 10 of 121 rounds
    assert ("quin", VOIDS) not in players
    assert report.players[0] == pat


def test_voids_are_counted_for_both_who_signed_them(house: ForgedHouse) -> None:
    employees = rows(exception_report(house.log).employees)
    for name in ("sue", "dan"):
        assert employees[name, VOIDS].count == 10
    assert ("deb", VOIDS) not in employees
    assert ("pat", VOIDS) not in employees


def test_cash_outs_without_the_players_word_are_counted(house: ForgedHouse) -> None:
    report = exception_report(house.log)
    assert rows(report.players)["quin", CASH_OUTS].count == 1
    assert rows(report.employees)["kim", CASH_OUTS].chances == 1


def test_a_player_who_confirmed_a_cash_out_has_given_their_word() -> None:
    paid = CashedOut(player="pat", amount="10.00", second="pat")
    assert has_players_word(paid)
    assert not has_players_word(CashedOut(player="pat", amount="10.00", second="sue"))


def test_a_round_whose_cards_nobody_entered_is_an_exception_too() -> None:
    from houseway.house.tables.staff_acts import StartDeal
    from houseway.house.tables.wager_acts import Wager

    house = ForgedHouse(MemoryLog(TickingClock()))
    house.table.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
    house.table.do(StartDeal(), by="dan")
    house.table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    assert rows(exception_report(house.log).players)["pat", VOIDS].count == 1


def test_only_the_days_that_are_asked_for_count(house: ForgedHouse) -> None:
    report = exception_report(house.log, date(2027, 1, 1))
    assert (report.employees, report.players) == ([], [])
    assert (
        exception_report(house.log, date(2026, 11, 1), date(2026, 11, 30)).players
        == exception_report(house.log).players
    )


def test_entered_wins_have_the_rate_of_all_entered_hands(house: ForgedHouse) -> None:
    assert all(row.what != ENTERED_WINS or row.chances <= 121 for row in exception_report(house.log).players)


@pytest.mark.parametrize(
    ("count", "tries", "rate"), [(3, 10, 0.2), (1, 40, 0.5), (40, 40, 0.9), (0, 5, 0.1), (7, 9, 0.01)]
)
def test_the_tail_is_the_sum_of_the_exact_terms(count: int, tries: int, rate: float) -> None:
    expected = sum(comb(tries, one) * rate**one * (1 - rate) ** (tries - one) for one in range(count, tries + 1))
    assert binomial_tail(count, tries, rate) == pytest.approx(expected, rel=1e-9)


def test_the_tail_of_many_tries_is_a_probability() -> None:
    assert binomial_tail(1, 1_000_000, 0.5) == pytest.approx(1)
    assert binomial_tail(600_000, 1_000_000, 0.5) == pytest.approx(0, abs=1e-300)
    assert binomial_tail(500_000, 1_000_000, 0.5) == pytest.approx(0.5004, abs=1e-3)
