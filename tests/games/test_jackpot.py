"""Shares of a meter: arithmetic that loses no fraction of a cent."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins

from houseway.errors import InvalidInput
from houseway.games.letter.paytable import Pay
from houseway.games.round.jackpot import (
    UNITS_PER_CENT,
    Award,
    Claim,
    JackpotResult,
    Meter,
    award,
    format_meter,
    in_award_order,
    untouched,
)
from houseway.money import BREAKAGES, CENT_DOWN, Breakage, format_money
from twin import meter as twin

DOLLAR = 100 * UNITS_PER_CENT

PRIZES = ("2-suited-matches", "3-card-suited-match", "4-same-rank")


def claim(pays: str, seat: int = 1, prize: str = "", stake: int = 100) -> Claim:
    return Claim(seat=seat, line=f"line of {pays}", pay=Pay.parse(pays), stake=stake, prize=prize)


def prize(key: str = "4-same-rank", seat: int = 1, stake: int = 100) -> Claim:
    return claim("$", seat, key, stake)


def meter(cents: int, reset: int = 0, **more: Any) -> Meter:
    return Meter(meter=cents * UNITS_PER_CENT, wager=100, reset=reset * UNITS_PER_CENT, **more)


def paid(given: Meter, claims: Sequence[Claim], *, house: bool = False) -> tuple[list[int], str]:
    """What the claims are paid, in cents, and the meter afterwards."""
    result = award(given, claims, breakage=CENT_DOWN, house=house)
    return [one.amount for one in result.awards], format_meter(result.after)


# Shares


def test_a_share_is_taken_from_the_meter() -> None:
    assert paid(meter(10_250_00), [claim("10%")]) == ([1_025_00], "9225.00")


def test_shares_are_taken_in_order_each_from_what_the_one_before_left() -> None:
    assert paid(meter(100_00), [claim("50%", 1), claim("50%", 2), claim("10%", 3)]) == ([50_00, 25_00, 2_50], "22.50")


def test_what_the_round_contributes_is_added_before_any_award() -> None:
    assert paid(meter(99_00, contributed=DOLLAR), [claim("10%")]) == ([10_00], "90.00")


def test_a_whole_award_leaves_the_meter_at_its_reset() -> None:
    result = award(meter(500_00, reset=100_00), [claim("100%")], breakage=CENT_DOWN)
    assert [one.amount for one in result.awards] == [500_00]
    assert (format_meter(result.reseeded), format_meter(result.after)) == ("100.00", "100.00")


def test_after_a_whole_award_the_next_one_is_taken_from_the_reset() -> None:
    assert paid(meter(500_00, reset=100_00), [claim("100%", 1), claim("10%", 2)]) == ([500_00, 10_00], "90.00")


def test_of_two_whole_awards_the_second_gets_the_reset_and_it_is_reseeded_again() -> None:
    result = award(meter(500_00, reset=100_00), [claim("100%", 1), claim("100%", 2)], breakage=CENT_DOWN)
    assert [one.amount for one in result.awards] == [500_00, 100_00]
    assert (format_meter(result.reseeded), format_meter(result.after)) == ("200.00", "100.00")


def test_an_empty_meter_still_awards_its_nothing() -> None:
    assert paid(meter(0), [claim("10%"), claim("100%", 2)]) == ([0, 0], "0.00")


def test_a_share_is_rounded_down_and_leaves_the_rest_in_the_meter() -> None:
    assert paid(meter(9_99), [claim("10%")]) == ([99], "9.00")


def test_a_fraction_of_a_cent_stays_in_the_meter() -> None:
    given = Meter(meter=10_00 * UNITS_PER_CENT + 123_456, wager=100, reset=5 * DOLLAR)
    assert paid(given, [claim("50%")]) == ([5_00], "5.00123456")
    assert paid(given, [claim("100%")]) == ([10_00], "5.00123456")
    assert paid(given, [claim("100%"), claim("100%", 2)]) == ([10_00, 5_00], "5.00123456")


def test_fractions_of_a_cent_add_up_to_a_cent_in_time() -> None:
    given = Meter(meter=UNITS_PER_CENT - 1, wager=100, contributed=1)
    assert paid(given, [claim("100%")]) == ([1], "0.00")


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_share_goes_down_to_the_cent_whatever_the_breakage(name: str) -> None:
    result = award(meter(9_99), [claim("50%")], breakage=Breakage.parse(name))
    assert result.awards[0].amount == 4_99


def test_a_house_jackpot_pays_every_winner_of_the_posted_amount_and_does_not_change() -> None:
    claims = [claim("100%", 1), claim("50%", 2), claim("100%", 3)]
    result = award(meter(500_00, reset=100_00), claims, breakage=CENT_DOWN, house=True)
    assert [one.amount for one in result.awards] == [500_00, 250_00, 500_00]
    assert not any(one.from_meter for one in result.awards)
    assert (result.reseeded, format_meter(result.after)) == (0, "500.00")


def test_no_claim_only_adds_what_was_contributed() -> None:
    assert paid(meter(5_00, contributed=DOLLAR), []) == ([], "6.00")


def test_a_void_round_reverses_its_contribution() -> None:
    result = untouched(meter(5_00, reset=1_00, contributed=DOLLAR))
    assert to_builtins(result.answer()) == {
        "meter_before": "5.00",
        "contributed": "0.00",
        "awards": [],
        "reseeded": "0.00",
        "meter_after": "5.00",
    }


# Prizes


def test_a_prize_of_the_house_leaves_the_meter_alone() -> None:
    given = meter(100_00, prizes={"4-same-rank": 50_00})
    result = award(given, [prize()], breakage=CENT_DOWN)
    assert result.awards == (Award(seat=1, line="line of $", share=None, amount=50_00, from_meter=False),)
    assert format_meter(result.after) == "100.00"
    assert to_builtins(result.answer())["awards"] == []


def test_a_prize_from_the_meter_is_taken_from_it_and_stands_among_the_awards() -> None:
    given = meter(100_00, prizes={"4-same-rank": 30_00}, prizes_from="meter")
    result = award(given, [prize(), claim("10%", 2)], breakage=CENT_DOWN)
    assert format_meter(result.after) == "63.00"
    assert to_builtins(result.answer())["awards"] == [
        {"seat": 1, "line": "line of $", "share": None, "amount": "30.00"},
        {"seat": 2, "line": "line of 10%", "share": "10%", "amount": "7.00"},
    ]


def test_a_prize_from_a_meter_that_holds_less_pays_what_is_left() -> None:
    given = meter(20_00, prizes={"4-same-rank": 30_00}, prizes_from="meter")
    assert paid(given, [prize(), prize(seat=2)]) == ([20_00, 0], "0.00")


def test_a_short_meter_keeps_its_fraction_of_a_cent() -> None:
    given = Meter(meter=20_00 * UNITS_PER_CENT + 5, wager=100, prizes={"4-same-rank": 30_00}, prizes_from="meter")
    assert paid(given, [prize()]) == ([20_00], "0.00000005")


def test_a_prize_at_odds_is_of_the_stake() -> None:
    given = meter(100_00, prizes={"2-suited-matches": Pay.parse("201 for 2")})
    assert paid(given, [prize("2-suited-matches", stake=500)]) == ([502_50], "100.00")


@pytest.mark.parametrize("name", BREAKAGES)
@pytest.mark.parametrize("source", ["house", "meter"])
def test_a_prize_at_odds_is_broken_to_the_cent_at_most(name: str, source: Literal["house", "meter"]) -> None:
    given = meter(100_00, prizes={"4-same-rank": Pay.parse("1 for 2")}, prizes_from=source)
    result = award(given, [prize(stake=101)], breakage=Breakage.parse(name))
    up = source == "house" and name in ("cent-up", "cent-nearest")
    assert result.awards[0].amount == (51 if up else 50)


def test_a_prize_that_is_won_but_not_given_is_an_error_that_names_it() -> None:
    with pytest.raises(InvalidInput) as caught:
        award(meter(100_00), [prize("3-card-suited-match", seat=4)], breakage=CENT_DOWN)
    assert str(caught.value) == "jackpot.prizes.3-card-suited-match: is missing, and seat 4 has won it (line of $)"


# The house's order


def test_awards_go_by_seat_from_the_dealers_left() -> None:
    claims = [claim("10%", 3), claim("100%", 5), claim("50%", 1)]
    assert [one.seat for one in in_award_order(claims, "seat")] == [1, 3, 5]


def test_awards_may_go_by_falling_percentage_and_then_by_seat() -> None:
    claims = [claim("10%", 1), claim("50%", 6), claim("100%", 5), claim("50%", 2), claim("100%", 4)]
    assert [one.seat for one in in_award_order(claims, "largest-first")] == [4, 5, 2, 6, 1]


def test_the_order_of_awards_matters() -> None:
    claims = [claim("50%", 1), claim("100%", 2)]
    given = meter(100_00)
    assert paid(given, in_award_order(claims, "seat")) == ([50_00, 50_00], "0.00")
    assert paid(given, in_award_order(claims, "largest-first")) == ([100_00, 0], "0.00")


# A second way


CLAIMS = st.lists(
    st.tuples(st.sampled_from(["1%", "10%", "25%", "50%", "100%", "$", "odds"]), st.integers(1, 6)), max_size=6
)
CENTS = st.integers(0, 10**7)


@given(CLAIMS, CENTS, CENTS, CENTS, st.booleans(), st.sampled_from(["house", "meter"]), st.sampled_from(BREAKAGES))
def test_awards_are_the_twins(
    claims: list[tuple[str, int]],
    before: int,
    contributed: int,
    reset: int,
    house: bool,
    source: str,
    breakage: str,
) -> None:
    block = {
        "meter": format_money(before),
        "contributed": format_money(contributed),
        "reset": format_money(reset),
        "wager": "1.01",
        "prizes": {"4-same-rank": "123.45", "2-suited-matches": "201 for 2"},
        "prizes_from": source,
    }
    other = twin.read(block, house)
    amounts = [twin_amount(other, pays, seat, breakage) for pays, seat in claims]
    ours = [our_claim(pays, seat) for pays, seat in claims]
    result = award(Meter.parse(block, PRIZES), ours, breakage=Breakage.parse(breakage), house=house)
    assert [Fraction(one.amount, 100) for one in result.awards] == amounts
    assert to_builtins(result.answer()) == twin.block(other, void=False)


def twin_amount(other: twin.Meter, pays: str, seat: int, breakage: str) -> Fraction:
    if pays.endswith("%"):
        return twin.take_share(other, seat, f"line of {pays}", pays)
    key = "4-same-rank" if pays == "$" else "2-suited-matches"
    return twin.take_prize(other, seat, "line of $", key, breakage)


def our_claim(pays: str, seat: int) -> Claim:
    if pays.endswith("%"):
        return claim(pays, seat, stake=101)
    return prize("4-same-rank" if pays == "$" else "2-suited-matches", seat, stake=101)


UNITS = st.integers(0, 10**12)
SHARES = st.lists(st.sampled_from(["1%", "10%", "50%", "100%"]), max_size=6)


@given(SHARES, UNITS, UNITS, UNITS)
def test_no_unit_of_a_meter_is_ever_lost(shares: list[str], before: int, contributed: int, reset: int) -> None:
    given = Meter(meter=before, wager=100, contributed=contributed, reset=reset)
    result = award(given, [claim(share) for share in shares], breakage=CENT_DOWN)
    out = sum(one.amount for one in result.awards) * UNITS_PER_CENT
    assert result.after == before + contributed + result.reseeded - out
    assert result.reseeded == reset * shares.count("100%")


@given(SHARES, UNITS, UNITS)
def test_shares_are_what_fractions_say(shares: list[str], before: int, reset: int) -> None:
    result = award(Meter(meter=before, wager=100, reset=reset), [claim(s) for s in shares], breakage=CENT_DOWN)
    now = Fraction(before, UNITS_PER_CENT)  # cents
    for share, one in zip(shares, result.awards, strict=True):
        expected = floor(now * int(share.rstrip("%")) / 100)
        assert one.amount == expected
        now += Fraction(reset, UNITS_PER_CENT) * (share == "100%") - expected
    assert now * UNITS_PER_CENT == result.after


# Reading and writing


def test_a_jackpot_is_read_with_its_defaults() -> None:
    assert Meter.parse({"meter": "10250.00", "wager": 1}) == meter(10_250_00)


def test_a_jackpot_is_read_in_full_and_written_back() -> None:
    block = {
        "meter": "10250.00",
        "contributed": "0.20",
        "reset": "1000.00",
        "wager": "1.00",
        "prizes": {"2-suited-matches": "500.00", "3-card-suited-match": "200 for 1"},
        "prizes_from": "meter",
    }
    found = Meter.parse(block, PRIZES)
    assert (found.meter, found.contributed, found.reset) == (10_250 * DOLLAR, DOLLAR // 5, 1000 * DOLLAR)
    assert found.prizes == {"2-suited-matches": 500_00, "3-card-suited-match": Pay.parse("200 for 1")}
    assert to_builtins(found.to_record()) == block


@given(st.lists(st.integers(0, 10**17 - 1), min_size=3, max_size=3), st.integers(1, 20_00))
def test_the_meter_of_a_live_jackpot_reads_back_to_the_last_fraction(units: list[int], wager: int) -> None:
    given_meter = Meter(meter=units[0], contributed=units[1], reset=units[2], wager=wager)
    assert Meter.parse(to_builtins(given_meter.to_record()), PRIZES) == given_meter


@pytest.mark.parametrize(
    ("text", "units"),
    [("0.00000001", 1), ("10250.123456", 1025012345600), (0.005, 500_000), ("7.5", 750_000_000), (3, 300_000_000)],
)
def test_a_meter_has_up_to_eight_decimals(text: object, units: int) -> None:
    assert Meter.parse({"meter": text, "wager": 1}).meter == units


GOOD: dict[str, Any] = {"meter": 100, "wager": 1}


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ([], "jackpot: must be an object with a meter and a wager"),
        (None, "jackpot: must be an object with a meter and a wager"),
        ({}, "jackpot.meter: is missing"),
        ({"meter": 5}, "jackpot.wager: is missing"),
        (
            {**GOOD, "extra": 1},
            "jackpot.extra: unknown key; it may have meter, contributed, reset, wager, prizes, prizes_from",
        ),
        ({**GOOD, "wager": 0}, "jackpot.wager: must be more than zero, not 0"),
        ({**GOOD, "meter": -1}, "jackpot.meter: must be at least 0, not -1"),
        ({**GOOD, "meter": "1.000000005"}, "jackpot.meter: must have at most eight decimals, not '1.000000005'"),
        ({**GOOD, "reset": "1.000000000"}, "jackpot.reset: must have at most eight decimals, not '1.000000000'"),
        ({**GOOD, "contributed": 1e-9}, "jackpot.contributed: must have at most eight decimals, not 1e-09"),
        ({**GOOD, "wager": "1.005"}, "jackpot.wager: must have at most two decimals, not '1.005'"),
        ({**GOOD, "reset": "x"}, "jackpot.reset: must be an amount in dollars, not 'x'"),
        ({**GOOD, "contributed": None}, "jackpot.contributed: must be an amount in dollars, not None"),
        ({**GOOD, "prizes_from": "bank"}, "jackpot.prizes_from: must be house or meter, not 'bank'"),
        ({**GOOD, "prizes": []}, "jackpot.prizes: must be an object"),
        (
            {**GOOD, "prizes": {"first": 5}},
            "jackpot.prizes.first: unknown prize; there are 2-suited-matches, 3-card-suited-match, 4-same-rank",
        ),
        ({**GOOD, "prizes": {"4-same-rank": 0}}, "jackpot.prizes.4-same-rank: must be more than zero, not 0"),
    ],
)
def test_a_wrong_jackpot_is_refused_by_its_key(block: object, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Meter.parse(block, PRIZES)
    assert str(caught.value) == message


@pytest.mark.parametrize("odds", ["200 to 1", "0 for 1", "200 for 0", "for 1", "200 for", "ten for one", "1 for 1 "])
def test_a_prize_is_an_amount_or_odds_for(odds: str) -> None:
    with pytest.raises(
        InvalidInput, match=r'^jackpot\.prizes\.4-same-rank: must be an amount or odds such as "200 for 1"'
    ):
        Meter.parse({**GOOD, "prizes": {"4-same-rank": odds}}, PRIZES)


@pytest.mark.parametrize(
    ("units", "text"),
    [
        (0, "0.00"),
        (DOLLAR, "1.00"),
        (UNITS_PER_CENT, "0.01"),
        (1, "0.00000001"),
        (10_250_000_001, "102.50000001"),
        (DOLLAR + 500_000, "1.005"),
        (DOLLAR + 10, "1.0000001"),
    ],
)
def test_a_meter_shows_more_than_cents_only_where_it_holds_more(units: int, text: str) -> None:
    assert format_meter(units) == text


@given(UNITS)
def test_a_meter_is_shown_exactly(units: int) -> None:
    assert Fraction(format_meter(units)) * DOLLAR == units


def test_a_settlement_shows_all_awards_in_order() -> None:
    result = award(meter(10_250_00, reset=1), [claim("10%", 2)], breakage=CENT_DOWN)
    assert to_builtins(result.answer()) == {
        "meter_before": "10250.00",
        "contributed": "0.00",
        "awards": [{"seat": 2, "line": "line of 10%", "share": "10%", "amount": "1025.00"}],
        "reseeded": "0.00",
        "meter_after": "9225.00",
    }


def test_a_seats_awards_are_added_up() -> None:
    awards = tuple(
        Award(seat=seat, line="", share="10%", amount=amount, from_meter=True)
        for seat, amount in ((1, 100), (2, 50), (1, 5))
    )
    result = JackpotResult(before=0, contributed=0, awards=awards, after=0)
    assert [result.amount(seat) for seat in (1, 2, 3)] == [105, 50, 0]
