"""A naive twin of round settlement, written from the documents alone."""

import json
from decimal import Decimal
from typing import Any

from . import blackjack, flush, holdem, options, paigow, premium
from .money import Refused

__all__ = ["Refused", "settle", "settle_text"]

SETTLE = {
    "down-under-holdem": holdem.settle,
    "premium-holdem": premium.settle,
    "down-under-blackjack": blackjack.settle,
    "flush-poker": flush.settle,
    "wild-monkey-pai-gow": paigow.settle,
}


def settle(record: dict[str, Any]) -> dict[str, Any]:
    """The settlement of a round record; raises Refused where the record must be refused."""
    if not isinstance(record, dict):
        raise Refused("a record is an object")
    game = record.get("game")
    if not isinstance(game, str) or game not in SETTLE:
        raise Refused(f"no such game: {game!r}")
    return SETTLE[game](record, options.read(game, record.get("options", {})))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys must differ."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Refused("a key stands twice")
    return found


def _no_constant(text: str) -> object:
    """NaN and the infinities are no JSON."""
    raise Refused(f"not a number: {text}")


def settle_text(text: str) -> dict[str, Any]:
    """The settlement of one record given as JSON text."""
    try:
        record = json.loads(text, parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise Refused(f"not JSON: {error}") from None
    return settle(record)
