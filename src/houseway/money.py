"""Money: integer cents inside, plain decimals outside, and breakage, the unit that winnings are brought to."""

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from houseway.errors import InvalidInput, shown

Cents = int

LIMIT: Final = 1_000_000_000_00  # an amount stays under one billion dollars
_DOLLARS: Final = LIMIT // 100
_PLAIN: Final = re.compile(r"[0-9]{1,40}(\.[0-9]{1,40})?")
_IN_WORDS: Final = {2: "two", 8: "eight"}
_DECIMALS: Final = tuple(f".{cents:02d}" for cents in range(100))

Direction = Literal["down", "nearest", "up"]


def parse_money(value: object, *, field: str = "", zero: bool = False) -> Cents:
    """Dollars as `5`, `7.5` or `"7.50"` in cents; `zero` also admits nothing at all."""
    return usual_money(value) or parse_units(value, decimals=2, field=field, zero=zero)


def usual_money(value: object) -> Cents | None:
    """Cents of an amount as it is usually written, more than zero; None where `parse_money` must look closer."""
    if type(value) is str:
        return _usual(value)
    if type(value) is int:
        return value * 100 if 0 < value < _DOLLARS else None
    return _usual(str(value)) if type(value) is Decimal else None


@lru_cache(maxsize=16384)
def _usual(text: str) -> Cents | None:
    """Cents of an amount as it is usually written; the same few come again and again."""
    return _usual_units(text, 2)


def _usual_units(text: str, decimals: int) -> int | None:
    """Units of an amount as it is usually written: up to nine digits and no more decimals than the unit has."""
    dollars, point, rest = text.partition(".")
    if not dollars.isdigit() or len(dollars) > 9 or not text.isascii():
        return None
    if point and (not rest.isdigit() or len(rest) > decimals):
        return None
    return int(dollars + rest.ljust(decimals, "0"))


def parse_units(value: object, *, decimals: int, field: str = "", zero: bool = False) -> int:
    """Dollars as a whole number of units: cents with two decimals, units of 1e-8 dollar with eight."""
    kind = type(value)
    if (kind is str or kind is Decimal) and (units := _usual_units(str(value), decimals)):
        return units
    if isinstance(value, int) and kind is int and (0 < value < _DOLLARS or (value == 0 and zero)):
        return int(value * 10**decimals)
    amount, unit = _exact(value, field), 10**decimals
    if amount < 0 or (amount == 0 and not zero):
        least = "at least 0" if zero else "more than zero"
        raise InvalidInput(f"must be {least}, not {_shown(value)}", field=field)
    if amount * 100 >= LIMIT:
        raise InvalidInput("must be under $1,000,000,000", field=field)
    if (amount * unit).denominator != 1 or (isinstance(value, str) and len(value.partition(".")[2]) > decimals):
        raise InvalidInput(f"must have at most {_IN_WORDS[decimals]} decimals, not {_shown(value)}", field=field)
    return int(amount * unit)


def _exact(value: object, field: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        raise InvalidInput(f"must be an amount in dollars, not {_shown(value)}", field=field)
    if isinstance(value, int):
        return Fraction(min(max(value, -LIMIT), LIMIT))
    if isinstance(value, str) and not _PLAIN.fullmatch(value.removeprefix("-")):
        raise InvalidInput(f"must be an amount in dollars, not {_shown(value)}", field=field)
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not exact.is_finite():
        raise InvalidInput(f"must be a finite amount, not {_shown(value)}", field=field)
    if exact and (not -60 < exact.adjusted() < 60 or len(exact.as_tuple().digits) > 60):
        # As a fraction it could fill the memory; it is enough to know that it is too large or too precise.
        return Fraction(LIMIT if exact.adjusted() > 20 else Fraction(1, LIMIT)) * (-1 if exact < 0 else 1)
    return Fraction(exact)


def _shown(value: object) -> str:
    return str(value)[:40] if isinstance(value, Decimal) else shown(value)


@lru_cache(maxsize=16384)
def format_money(cents: Cents) -> str:
    """Cents as dollars with two decimals: 750 is "7.50"; the same few come again and again."""
    if cents < 0:
        return "-" + format_money(-cents)
    return f"{cents // 100}{_DECIMALS[cents % 100]}"


def in_dollars(cents: Cents) -> str:
    """An amount in a sentence or on a placard: `$1,025.00`, or `-$5.00`."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def format_exact(dollars: Fraction) -> str:
    """A fraction of a dollar as a decimal with all its places: 1/200 is "0.005"."""
    sign, amount = ("-", -dollars) if dollars < 0 else ("", dollars)
    over, under = amount.numerator, amount.denominator
    places = 2
    while over * 10**places % under and places < 30:
        places += 1
    whole, rest = divmod(over * 10**places // under, 10**places)
    return f"{sign}{whole}.{rest:0{places}d}"


@dataclass(frozen=True, slots=True)
class Breakage:
    """The unit, in cents, that winnings are brought to, and in which direction."""

    unit: Cents
    direction: Direction

    @staticmethod
    @lru_cache(maxsize=64)
    def parse(text: str) -> "Breakage":
        """A value of the `breakage` option, such as `cent-down` or `quarter-nearest`."""
        unit, _, direction = text.partition("-")
        if unit not in UNITS or direction not in ("down", "nearest", "up"):
            raise InvalidInput(f"{text!r} is no breakage", field="breakage")
        return Breakage(UNITS[unit], direction)  # type: ignore[arg-type]  # checked in the line above

    def bring(self, numerator: int, denominator: int = 1) -> Cents:
        """Winnings in cents, an exact fraction, brought to a whole number of units."""
        unit = self.unit * denominator
        units, rest = divmod(numerator, unit)
        if rest and (self.direction == "up" or (self.direction == "nearest" and 2 * rest >= unit)):
            units += 1
        return units * self.unit

    @property
    def fine(self) -> "Breakage":
        """What shares, `$` prizes and envy are brought to: the cent, whatever coarser unit the table uses."""
        return self if self.unit == 1 else CENT_DOWN


UNITS: Final = {"cent": 1, "quarter": 25, "half": 50, "dollar": 100}
CENT_DOWN: Final = Breakage(1, "down")
BREAKAGES: Final = tuple(f"{unit}-{direction}" for unit in UNITS for direction in ("down", "nearest", "up"))
