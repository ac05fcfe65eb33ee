"""Random valid round records in which rare things are common."""

from random import Random
from typing import Any

from . import deal_blackjack, deal_poker
from .dress import record_dressed
from .options import GAMES

__all__ = ["GAMES", "record"]

MAKERS = {
    "down-under-holdem": deal_poker.holdem,
    "premium-holdem": deal_poker.premium,
    "down-under-blackjack": deal_blackjack.blackjack,
    "flush-poker": deal_poker.flush_poker,
    "wild-monkey-pai-gow": deal_poker.pai_gow,
}


def record(game: str, rng: Random) -> dict[str, Any]:
    """A random valid record of a game."""
    found = MAKERS[game](rng)
    if rng.random() < 0.04:
        found["void"] = rng.choice(["misdeal", "card exposed", "shuffler fault"])
    if rng.random() < 0.05:
        found["meta"] = {"table": "BJ-1", "note": [1, None, True]}
    return record_dressed({"game": game, **found}, rng)
