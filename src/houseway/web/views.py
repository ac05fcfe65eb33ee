"""What a seat or somebody who looks on may see of a table, as `GET /tables/{table}` and the live link tell it.

The house's own view is all of the truth; what is added here only helps a page to draw it.
"""

from typing import Any, Final

import msgspec

from houseway.games.game import Game
from houseway.games.round import Round
from houseway.house.tables.state import TableState
from houseway.money import format_money
from houseway.web.live_table import LiveTable

HOUSE_PLAYER: Final = "house-"  # how the names of house players begin

_encode = msgspec.json.encode


def encoded_view(table: LiveTable, seat: int) -> bytes:
    """The view of a seat as JSON; the same one is encoded once, however many look."""
    table.fresh()
    if table.deadline:
        return _encode(view_of(table, seat))
    jackpot = table.jackpot
    key = (table.state.number, jackpot.fresh().number if jackpot else 0, seat)
    if key not in table.encoded:
        table.encoded[key] = _encode(view_of(table, seat))
    return table.encoded[key]


def view_of(table: LiveTable, seat: int) -> dict[str, Any]:
    """The view of a seat; 0 is somebody who looks on."""
    shown = table.view(seat)
    state = table.state
    shown["private"] = bool(table.private)
    if shown["settled"] and state.rules is not None:
        shown["settled"]["note"] = _dealer_note(state.rules.chosen, shown["settled"]) or None
    for row in shown["seats"]:
        row["house"] = row["player"].startswith(HOUSE_PLAYER)
        row["hand"] = _hand_name(state.round, seat, row["seat"]) if row["in_round"] else None
    if shown["choices"] and state.round is not None and state.rules is not None:
        chip = format_money(state.rules.chip)
        shown["choices"] = [_choice(choice, chip, state.round) for choice in shown["choices"]]
    return shown


def _dealer_note(game: Game, settled: dict[str, Any]) -> str:
    """What the dealer's hand meant for everybody; a void round has none."""
    return "" if settled["void"] else game.kit.explain_dealer(settled["settlement"]["dealer"])


def _hand_name(now: Round | None, viewer: int, number: int) -> str | None:
    """A hand in words, for who may see its cards."""
    if now is None or not now.dealt:
        return None
    seat = now.seat(number)
    return now.hand_name(seat) if now.sees_cards_of(viewer, seat) else None


def _choice(choice: dict[str, Any], chip: str, now: Round) -> dict[str, Any]:
    """A choice with the step of its amounts, and every way to set the cards."""
    told = dict(choice)
    if "most" in choice:
        told["step"] = chip
    if "cards" in choice:
        told["settings"] = now.settings()
    return told


def summary_of(table: LiveTable, watching: int = 0) -> dict[str, Any]:
    """A table in a line, for the lobby."""
    state, jackpot = table.fresh(), table.jackpot
    rules = state.rules
    seats = rules.seats if rules else 0
    return {
        "table": table.name,
        "game": rules.game if rules else None,
        "number": state.number,
        "phase": state.phase,
        "round": state.rounds,
        "seats": seats,
        "taken": len(state.seated),
        "players": _players(state),
        "free": [seat for seat in range(1, seats + 1) if seat not in state.seated],
        "minimum": _minimum(state),
        "private": bool(table.private),
        "jackpot": {"name": jackpot.name, "amount": format_money(jackpot.fresh().displayed)} if jackpot else None,
        "watching": watching,
        "day": state.day,
    }


def _players(state: TableState) -> list[dict[str, Any]]:
    return [
        {"seat": one.seat, "player": one.player, "house": one.player.startswith(HOUSE_PLAYER)}
        for one in state.seated.values()
    ]


def _minimum(state: TableState) -> str | None:
    """The least that the first wager can be."""
    if state.rules is None:
        return None
    limit = state.rules.limits.get(state.rules.chosen.approval.required[0])
    return format_money(limit.minimum) if limit else format_money(state.rules.chip)
