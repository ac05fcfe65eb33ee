"""The jackpot block of a record: the meter, its shares and its `$` prizes."""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .money import Refused, amount, at_least_zero, broken_to_cent, floor_cent, odds, written
from .records import known_keys

KEYS = ("meter", "contributed", "reset", "wager", "prizes", "prizes_from")
PRIZES = ("2-suited-matches", "3-card-suited-match", "4-same-rank")


@dataclass
class Meter:
    """A meter during one round; a house jackpot's posted amount never changes."""

    before: Fraction
    contributed: Fraction
    reset: Fraction
    wager: Fraction
    prizes: dict[str, Fraction | str]
    prizes_from: str
    house: bool
    now: Fraction = Fraction(0)
    reseeded: Fraction = Fraction(0)
    awards: list[dict[str, Any]] = field(default_factory=list)


def _prize(raw: object, what: str) -> Fraction | str:
    """A prize: an amount, or odds like `200 for 1`."""
    if isinstance(raw, str) and re.fullmatch(r"[1-9][0-9]{0,8} for [1-9][0-9]{0,8}", raw):
        return raw
    return amount(raw, what)


def read(raw: object, house: bool) -> Meter:
    """The jackpot block."""
    if not isinstance(raw, dict):
        raise Refused("jackpot: not an object")
    known_keys(raw, KEYS, "jackpot")
    for key in ("meter", "wager"):
        if key not in raw:
            raise Refused(f"jackpot: no {key}")
    prizes = raw.get("prizes", {})
    if not isinstance(prizes, dict):
        raise Refused("jackpot: prizes: not an object")
    known_keys(prizes, PRIZES, "jackpot: prizes")
    prizes_from = raw.get("prizes_from", "house")
    if prizes_from not in ("house", "meter"):
        raise Refused("jackpot: prizes_from: house or meter")
    meter = Meter(
        before=at_least_zero(raw["meter"], "jackpot: meter"),
        contributed=at_least_zero(raw.get("contributed", "0.00"), "jackpot: contributed"),
        reset=at_least_zero(raw.get("reset", "0.00"), "jackpot: reset"),
        wager=amount(raw["wager"], "jackpot: wager"),
        prizes={key: _prize(value, f"jackpot: {key}") for key, value in prizes.items()},
        prizes_from=prizes_from,
        house=house,
    )
    meter.now = meter.before + meter.contributed
    return meter


def _award(meter: Meter, seat: int, line: str, share: str | None, dollars: Fraction) -> None:
    """Note an award."""
    meter.awards.append({"seat": seat, "line": line, "share": share, "amount": written(dollars)})


def take_share(meter: Meter, seat: int, line: str, share: str) -> Fraction:
    """Pay a percentage, rounded down to the cent; a whole meter goes back to its reset amount."""
    dollars = floor_cent(meter.now * int(share.rstrip("%")) / 100)
    _award(meter, seat, line, share, dollars)
    if not meter.house:
        meter.now -= dollars
        if share == "100%":
            meter.reseeded += meter.reset - meter.now
            meter.now = meter.reset
    return dollars


def take_prize(meter: Meter, seat: int, line: str, key: str, breakage: str) -> Fraction:
    """Pay a `$` prize, by the house or out of the meter, which pays no more than it holds."""
    if key not in meter.prizes:
        raise Refused(f"jackpot: prize won but not given: {key}")
    prize = meter.prizes[key]
    dollars = meter.wager * odds(prize)[0] if isinstance(prize, str) else prize
    if meter.prizes_from == "house":
        return broken_to_cent(dollars, breakage)
    dollars = floor_cent(min(dollars, meter.now))
    meter.now -= dollars
    _award(meter, seat, line, None, dollars)
    return dollars


def block(meter: Meter | None, void: bool) -> dict[str, Any] | None:
    """The settlement's jackpot block; a void round leaves the meter as it was."""
    if meter is None:
        return None
    zero = Fraction(0)
    return {
        "meter_before": written(meter.before),
        "contributed": written(zero if void else meter.contributed),
        "awards": [] if void else meter.awards,
        "reseeded": written(zero if void else meter.reseeded),
        "meter_after": written(meter.before if void else meter.now),
    }
