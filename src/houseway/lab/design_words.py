"""A designer's goals for a pay table, in words: `4%±0.1`, `20%..`, `flush=5..7 to 1`."""

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from houseway.errors import InvalidInput, shown
from houseway.games.letter.paytable import Pay, PayTable

NONE: Final = "none"  # a line that is not paid
LADDER: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 75, 100, 120, 150, 200, 250, 300)
LADDER_TOP: Final = (400, 500, 600, 750, 1000, 1500, 2000, 2500, 5000, 10000)
TRIED: Final = 5  # pays of a line for which none are named
MOST_PAYS: Final = 200  # of a line
_RANGE: Final = re.compile(r"([0-9]{1,7})\.\.([0-9]{1,7})(?:/([0-9]{1,7}))?")
_PERCENTAGE: Final = re.compile(r"-?(?:[0-9]{1,9}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})", re.ASCII)
_PERCENT: Final = re.compile(r"(-?[0-9.]+)%?(?:\s*(?:±|\+-|\+/-)\s*([0-9.]+)%?)?")


def parse_edge(text: str, field_name: str = "edge") -> tuple[Fraction, Fraction]:
    """`4%±0.1`, `4%`, or `3.9%..4.1%`, as fractions; an edge alone is taken to a hundredth of a percent."""
    if ".." in text:
        return parse_range(text, field_name)
    match = _PERCENT.fullmatch(text.strip())
    if not match:
        raise InvalidInput(f"{text!r} is not an edge such as 4%±0.1", field=field_name)
    middle, width = percentage(match[1], field_name), percentage(match[2] or "0.01", field_name)
    return middle - width, middle + width


def parse_range(text: str, field_name: str) -> tuple[Fraction, Fraction]:
    """`20%..`, `..30%`, `20%..30%` or `20%`: from, to."""
    low, dots, high = text.partition("..")
    if not dots:
        high = low
    least = percentage(low, field_name) if low.strip() else Fraction(-(10**6))
    most = percentage(high, field_name) if high.strip() else Fraction(10**6)
    if least > most:
        raise InvalidInput(f"{text!r} ends before it begins", field=field_name)
    return least, most


def percentage(text: str, field_name: str) -> Fraction:
    """`15%` or `0.25%` as a fraction."""
    number = text.strip().removesuffix("%")
    if not _PERCENTAGE.fullmatch(number):
        raise InvalidInput(f"{shown(text)} is no percentage", field=field_name)
    return Fraction(number) / 100


def parse_vary(text: str, lines: Sequence[str]) -> tuple[str, list[str]]:
    """`flush=5..7 to 1`, `flush=5,6,8 to 1`, `straight=none,4 to 1`: a line and its pays."""
    line, equals, given = text.partition("=")
    line = line.strip()
    if not equals or line not in lines:
        raise InvalidInput(f"{text!r} is not LINE=PAYS; the lines are {', '.join(lines)}", field="vary")
    words = [word.strip() for word in given.split(",")]
    unit = next((" ".join(word.split()[1:]) for word in reversed(words) if len(word.split()) > 1), "to 1")
    pays: list[str] = []
    for word in words:
        number, _, own = word.partition(" ")
        spread = _RANGE.fullmatch(number)
        if word in (NONE, "push"):
            pays.append(word)
        elif spread:
            low, high, step = int(spread[1]), int(spread[2]), int(spread[3] or 1)
            pays += [f"{pay} {own.strip() or unit}" for pay in range(low, high + 1, max(step, 1))]
        else:
            pays.append(f"{number} {own.strip() or unit}")
    for pay in pays:
        if pay != NONE:
            Pay.parse(pay)
    if not 1 <= len(pays) <= MOST_PAYS:
        raise InvalidInput(f"{text!r} must name 1 to {MOST_PAYS} pays", field="vary")
    return line, list(dict.fromkeys(pays))


def usual_choices(table: PayTable) -> dict[str, list[str]]:
    """Pays to try where none are named: usual odds from half to twice what a line pays now, five at most."""
    choices = {}
    for line in table.printed:
        pay = table.pays[line]
        if pay is None:
            continue
        if pay.kind not in ("to", "for"):
            choices[table.lines[line]] = [pay.text]
            continue
        near = [one for one in (*LADDER, *LADDER_TOP) if pay.times / 2 <= one <= 2 * pay.times]
        nearest = sorted(near, key=lambda one: abs(math.log(one / pay.times)))[:TRIED]
        choices[table.lines[line]] = [f"{one} {pay.kind} 1" for one in sorted(nearest)] or [pay.text]
    return choices


def parse_odds(text: str) -> Fraction:
    """`500` or `500 to 1`: the largest pay."""
    try:
        return Pay.parse(text).times if " " in text.strip() else Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise InvalidInput(f"{text!r} are no odds", field="top_odds") from None
