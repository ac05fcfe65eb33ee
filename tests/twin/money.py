"""Dollars as exact fractions: reading amounts and odds, breakage, and writing amounts."""

import re
from decimal import Decimal
from fractions import Fraction
from math import floor

LIMIT = Fraction(1_000_000_000)
CENT = Fraction(1, 100)
UNITS = {"cent": CENT, "quarter": Fraction(1, 4), "half": Fraction(1, 2), "dollar": Fraction(1)}
DIRECTIONS = ("down", "nearest", "up")
BREAKAGES = tuple(f"{unit}-{direction}" for unit in UNITS for direction in DIRECTIONS)


class Refused(Exception):
    """The record must be refused; the reason says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def _text(value: object, what: str) -> str:
    """An amount's plain decimal text, whatever form it came in."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        raise Refused(f"{what}: not an amount: {value!r}")
    if isinstance(value, int) and abs(value) > 10**20:
        raise Refused(f"{what}: too large")
    if isinstance(value, float):
        value = Decimal(repr(value))
    if isinstance(value, Decimal):
        if not value.is_finite() or (value and abs(value.adjusted()) > 20):
            raise Refused(f"{what}: not an amount: {value}")
        return format(value, "f")
    return str(value)


def at_least_zero(value: object, what: str) -> Fraction:
    """An amount of dollars that may be zero: at most two decimals and under the limit."""
    text = _text(value, what)
    if not re.fullmatch(r"[0-9]{1,30}(\.[0-9]{1,2})?", text, re.ASCII):
        raise Refused(f"{what}: not an amount: {value!r}")
    dollars = Fraction(text)
    if dollars >= LIMIT:
        raise Refused(f"{what}: too large: {value!r}")
    return dollars


def amount(value: object, what: str) -> Fraction:
    """An amount of dollars that must be more than zero."""
    dollars = at_least_zero(value, what)
    if dollars == 0:
        raise Refused(f"{what}: must be more than zero")
    return dollars


def written(dollars: Fraction) -> str:
    """Two decimals, and a minus sign where due."""
    cents = dollars * 100
    if cents.denominator != 1:
        raise ValueError(f"not whole cents: {dollars}")
    whole, rest = divmod(abs(cents.numerator), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"


def floor_cent(dollars: Fraction) -> Fraction:
    """Rounded down to the cent."""
    return Fraction(floor(dollars * 100), 100)


def broken(winnings: Fraction, breakage: str) -> Fraction:
    """Winnings brought to the unit of the breakage option."""
    name, direction = breakage.split("-")
    units = winnings / UNITS[name]
    if direction == "down":
        count = floor(units)
    elif direction == "up":
        count = -floor(-units)
    else:
        count = floor(units + Fraction(1, 2))
    return count * UNITS[name]


def broken_to_cent(winnings: Fraction, breakage: str) -> Fraction:
    """For `$` prizes of the house: cent breakage as chosen; other breakage does not touch them."""
    return broken(winnings, breakage if breakage.startswith("cent") else "cent-down")


def odds(text: str) -> tuple[Fraction, str]:
    """`13 for 2` as 13/2 and `for`."""
    pays, kind, unit = text.split()
    return Fraction(int(pays), int(unit)), kind


def paid(stake: Fraction, text: str, breakage: str) -> Fraction:
    """What comes back on a winning stake at these odds: `to` returns the stake too, `for` does not."""
    times, kind = odds(text)
    return broken(stake * times, breakage) + (stake if kind == "to" else 0)
