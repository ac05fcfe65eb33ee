"""The public part of an event at a table, for animation and speech; the payload supplies the fields and the sentences.

A hidden card is in no step.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from houseway.house.log.events import Event
from houseway.house.tables.catalogue import TABLE_ACTS
from houseway.house.tables.state import TableState


class Step(NamedTuple):
    """The public part of an event, and its number."""

    number: int
    facts: dict[str, Any]


def step_of(event: Event, state: TableState, names: Callable[[str], str] = lambda _: "") -> Step | None:
    """The step of an event of a table; None for an event without a public part. `names` are those that people chose."""
    kind = TABLE_ACTS.payloads.get(event.kind)
    if kind is None or kind.PUBLIC is None:
        return None
    payload = event.read(kind)
    seat = getattr(payload, "seat", 0)
    player = getattr(payload, "player", "") or (state.player_name(seat) if seat else "")
    who = names(player) or shown_name(player)
    say, you, quiet = payload.sentences(who[:1].upper() + who[1:], state.wager_label)
    facts = {"number": event.number, "at": event.at, "kind": event.kind, **payload.public(), "say": say}
    return Step(event.number, facts | ({"you": you} if you else {}) | ({"quiet": True} if quiet else {}))


def shown_name(player: str) -> str:
    """The name of a player as a page shows it: a guest's and a house player's are shortened."""
    words = player.split("-")
    if words[0] == "house":
        return words[-2] if len(words) > 2 else "house"
    return f"guest {player[6:10]}" if words[0] == "guest" else player
