"""Money in, money out, and breakage."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import InvalidInput
from houseway.money import BREAKAGES, CENT_DOWN, UNITS, Breakage, format_exact, format_money, parse_money
from twin import money as twin

# Reading amounts


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        (5, 500),
        (7.5, 750),
        (0.07, 7),
        (1e2, 100_00),
        (19.99, 19_99),
        (Decimal("7.50"), 750),
        (Decimal("7.500"), 750),
        (Decimal("1E+2"), 100_00),
        ("5", 500),
        ("7.5", 750),
        ("7.50", 750),
        ("0.01", 1),
        ("007", 700),
        ("0000000000005.5", 550),
        (999_999_999, 999_999_999_00),
        ("999999999.99", 999_999_999_99),
        (Decimal("999999999.99"), 999_999_999_99),
    ],
)
def test_dollars_are_read_as_cents(value: object, cents: int) -> None:
    assert parse_money(value) == cents


NO_AMOUNT = "must be an amount in dollars"
TOO_FINE = "must have at most two decimals"
TOO_MUCH = "must be under $1,000,000,000"
TOO_LITTLE = "must be more than zero"
NOT_FINITE = "must be a finite amount"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (True, NO_AMOUNT),
        (False, NO_AMOUNT),
        (None, NO_AMOUNT),
        ([5], NO_AMOUNT),
        (b"5", NO_AMOUNT),
        (Fraction(5), NO_AMOUNT),
        ("", NO_AMOUNT),
        ("-", NO_AMOUNT),
        ("$5", NO_AMOUNT),
        ("+5", NO_AMOUNT),
        (" 5", NO_AMOUNT),
        ("5\n", NO_AMOUNT),
        (".5", NO_AMOUNT),
        ("5.", NO_AMOUNT),
        ("1e2", NO_AMOUNT),
        ("1,000", NO_AMOUNT),
        ("1_000", NO_AMOUNT),
        ("٥", NO_AMOUNT),
        ("nan", NO_AMOUNT),
        ("9" * 41, NO_AMOUNT),
        (float("nan"), NOT_FINITE),
        (float("inf"), NOT_FINITE),
        (Decimal("-Infinity"), NOT_FINITE),
        (Decimal("sNaN"), NOT_FINITE),
        (0, TOO_LITTLE),
        (0.0, TOO_LITTLE),
        ("0", TOO_LITTLE),
        ("0.00", TOO_LITTLE),
        (-5, TOO_LITTLE),
        ("-5", TOO_LITTLE),
        (-0.01, TOO_LITTLE),
        (Decimal("-1E+50"), TOO_LITTLE),
        (5.005, TOO_FINE),
        (0.1 + 0.2, TOO_FINE),
        ("7.500", TOO_FINE),
        ("0.001", TOO_FINE),
        (1e-300, TOO_FINE),
        (Decimal("1E-999"), TOO_FINE),
        (Decimal("0.005"), TOO_FINE),
        (1_000_000_000, TOO_MUCH),
        (10**400, TOO_MUCH),
        (1e300, TOO_MUCH),
        ("1000000000", TOO_MUCH),
        ("9" * 40, TOO_MUCH),
        (Decimal("1E+999"), TOO_MUCH),
        (Decimal("999999999.995"), TOO_FINE),
    ],
)
def test_what_is_no_amount_is_refused_with_its_field_and_reason(value: object, reason: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_money(value, field="seat 1: ante")
    assert str(caught.value).startswith(f"seat 1: ante: {reason}")


@pytest.mark.parametrize("value", [0, 0.0, "0", "0.00", Decimal("0.000")])
def test_nothing_at_all_is_an_amount_only_where_it_is_admitted(value: object) -> None:
    assert parse_money(value, zero=True) == 0
    with pytest.raises(InvalidInput, match=TOO_LITTLE):
        parse_money(value)


def test_less_than_nothing_is_never_an_amount() -> None:
    with pytest.raises(InvalidInput, match=r"^meter: must be at least 0, not '-1'$"):
        parse_money("-1", field="meter", zero=True)


def test_a_refusal_shows_what_was_given_and_cuts_what_is_long() -> None:
    with pytest.raises(InvalidInput, match=r"^must be an amount in dollars, not 'x{36}\.\.\.$"):
        parse_money("x" * 1000)


def test_a_number_too_long_to_print_is_too_much() -> None:
    with pytest.raises(InvalidInput):
        parse_money(10**5000)


@pytest.mark.parametrize("value", [-(10**5000), [10**5000]], ids=["negative", "in a list"])
def test_a_number_too_long_to_print_is_refused_like_any_other(value: object) -> None:
    with pytest.raises(InvalidInput):
        parse_money(value)


def test_decimals_far_beyond_the_usual_precision_are_seen() -> None:
    with pytest.raises(InvalidInput, match=TOO_FINE):
        parse_money(Decimal("5.0000000000000000000000000000000001"))


@given(st.integers(1, 999_999_999_99))
def test_what_is_written_reads_back(cents: int) -> None:
    assert parse_money(format_money(cents)) == cents
    assert parse_money(Decimal(cents) / 100) == cents


AMOUNTS = st.one_of(
    st.integers(-(10**12), 10**12),
    st.floats(),
    st.decimals(allow_nan=True, allow_infinity=True, places=3),
    st.decimals(min_value=0, max_value=10**10, places=2),
    st.from_regex(r"-?[0-9]{0,12}(\.[0-9]{0,3})?", fullmatch=True),
    st.text(max_size=6),
    st.booleans(),
    st.none(),
)


@given(AMOUNTS)
def test_amounts_are_read_and_refused_as_the_twin_does(value: object) -> None:
    try:
        expected: Fraction | None = twin.amount(value, "x")
    except twin.Refused:
        expected = None
    if expected is None:
        with pytest.raises(InvalidInput):
            parse_money(value)
    else:
        assert Fraction(parse_money(value), 100) == expected


# Writing amounts


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "0.00"),
        (1, "0.01"),
        (10, "0.10"),
        (750, "7.50"),
        (-5, "-0.05"),
        (-12345, "-123.45"),
        (10**11, "1000000000.00"),
    ],
)
def test_cents_are_written_as_dollars_with_two_decimals(cents: int, text: str) -> None:
    assert format_money(cents) == text


@pytest.mark.parametrize(
    ("dollars", "text"),
    [
        (Fraction(0), "0.00"),
        (Fraction(1, 200), "0.005"),
        (Fraction(-1, 200), "-0.005"),
        (Fraction(15, 2), "7.50"),
        (Fraction(1, 1000), "0.001"),
        (Fraction(12345, 1000), "12.345"),
        (Fraction(-3), "-3.00"),
        (Fraction(1, 3), "0." + "3" * 30),
    ],
)
def test_an_exact_amount_shows_all_its_places(dollars: Fraction, text: str) -> None:
    assert format_exact(dollars) == text


@given(st.integers(-(10**15), 10**15), st.integers(0, 12), st.integers(0, 12))
def test_an_exact_amount_loses_nothing(numerator: int, twos: int, fives: int) -> None:
    dollars = Fraction(numerator, 2**twos * 5**fives)
    text = format_exact(dollars)
    assert Fraction(text) == dollars
    assert len(text.partition(".")[2]) == 2 or not text.endswith("0")


# Breakage


def test_there_are_twelve_breakages_and_the_first_is_the_default() -> None:
    assert len(set(BREAKAGES)) == 12
    assert Breakage.parse(BREAKAGES[0]) == CENT_DOWN == Breakage(1, "down")


@pytest.mark.parametrize("name", twin.BREAKAGES)
@given(numerator=st.integers(0, 10**12), denominator=st.integers(1, 10**4))
def test_breakage_is_what_fractions_say(name: str, numerator: int, denominator: int) -> None:
    brought = Breakage.parse(name).bring(numerator, denominator)
    winnings = Fraction(numerator, denominator) / 100  # dollars
    assert Fraction(brought, 100) == twin.broken(winnings, name)


@pytest.mark.parametrize("name", BREAKAGES)
@given(numerator=st.integers(0, 10**9), denominator=st.integers(1, 10**4))
def test_breakage_is_whole_units_less_than_one_away(name: str, numerator: int, denominator: int) -> None:
    breakage = Breakage.parse(name)
    brought, winnings = breakage.bring(numerator, denominator), Fraction(numerator, denominator)
    unit, _, direction = name.partition("-")
    assert brought % UNITS[unit] == 0
    lost = winnings - brought
    if direction == "down":
        assert 0 <= lost < UNITS[unit]
    elif direction == "up":
        assert -UNITS[unit] < lost <= 0
    else:
        assert -UNITS[unit] <= 2 * lost < UNITS[unit]


@pytest.mark.parametrize(
    ("name", "cents", "brought"),
    [
        ("cent-nearest", Fraction(3, 2), 2),
        ("quarter-nearest", Fraction(25, 2), 25),
        ("half-nearest", Fraction(25), 50),
        ("dollar-nearest", Fraction(50), 100),
        ("dollar-nearest", Fraction(9999, 200), 0),
    ],
)
def test_the_middle_goes_up(name: str, cents: Fraction, brought: int) -> None:
    assert Breakage.parse(name).bring(cents.numerator, cents.denominator) == brought


@pytest.mark.parametrize("text", ["", "cent", "down", "cent-", "-down", "cent-sideways", "penny-down", "cent-down-up"])
def test_an_unknown_breakage_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match=f"^breakage: '{text}' is no breakage$"):
        Breakage.parse(text)


@pytest.mark.parametrize("name", BREAKAGES)
def test_shares_and_prizes_are_brought_to_the_cent_whatever_the_table_uses(name: str) -> None:
    breakage = Breakage.parse(name)
    assert breakage.fine == (breakage if name.startswith("cent") else CENT_DOWN)
