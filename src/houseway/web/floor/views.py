"""What a seat or somebody who looks on may see of a table, as `GET /tables/{table}` and the live link tell it.

The house's own view is all of the truth; what is added here only helps a page to draw it.
"""

from typing import Any, Final

import msgspec

from houseway.games.game import Game
from houseway.games.round.round import Round
from houseway.house.tables.state import SeatedPlayer, TableState
from houseway.house.tables.view import open_choices, own_view, seat_view, shared_view
from houseway.money import format_money
from houseway.web.floor.live_table import LiveTable

HOUSE_PLAYER: Final = "house-"  # how the names of house players begin

_encode = msgspec.json.encode


def encoded_view(table: LiveTable, seat: int) -> bytes:
    """The view of a seat as JSON; what several see alike is encoded once, however many look."""
    state = table.fresh()
    rows = [_encoded_row(table, place, seat) for place in state.seated.values()]
    view = {"seats": rows, "choices": _choices(state, seat), "you": own_view(table, seat)}
    return _encoded_shared(table)[:-1] + b"," + _encode(view)[1:]


def _encoded_shared(table: LiveTable) -> bytes:
    """What everybody sees; a clock that runs is never the same twice."""
    if table.deadline:
        return _encode(_shared(table))
    jackpot = table.jackpot
    key = ("shared", table.state.number, jackpot.fresh().number if jackpot else 0)
    if key not in table.encoded:
        table.encoded[key] = _encode(_shared(table))
    return table.encoded[key]


def _encoded_row(table: LiveTable, place: SeatedPlayer, viewer: int) -> msgspec.Raw:
    """A seat: one text for those who may see its cards, and one for all others."""
    key = ("seat", place.seat, _may_see(table.state.round, place.seat, viewer))
    if key not in table.encoded:
        table.encoded[key] = _encode(_row(table.state, place, viewer))
    return msgspec.Raw(table.encoded[key])


def view_of(table: LiveTable, seat: int) -> dict[str, Any]:
    """The view of a seat; 0 is somebody who looks on."""
    state = table.fresh()
    rows = [_row(state, place, seat) for place in state.seated.values()]
    return {**_shared(table), "seats": rows, "choices": _choices(state, seat), "you": own_view(table, seat)}


def _shared(table: LiveTable) -> dict[str, Any]:
    shown = {**shared_view(table), "private": bool(table.private)}
    rules = table.state.rules
    if shown["settled"] and rules is not None:
        shown["settled"]["note"] = _dealer_note(rules.chosen, shown["settled"]) or None
    return shown


def _row(state: TableState, place: SeatedPlayer, viewer: int) -> dict[str, Any]:
    visible = _may_see(state.round, place.seat, viewer)
    hand = state.round.hand_name(state.round.seat(place.seat)) if state.round and visible else None
    return {**seat_view(state, place, viewer), "house": place.player.startswith(HOUSE_PLAYER), "hand": hand}


def _may_see(now: Round | None, number: int, viewer: int) -> bool:
    """Whether the cards of a seat in the round are open to a viewer."""
    if now is None or not now.dealt:
        return False
    seat = next((one for one in now.seats if one.number == number), None)
    return seat is not None and now.sees_cards_of(viewer, seat)


def _choices(state: TableState, seat: int) -> list[dict[str, Any]]:
    """The choices of the seat in turn, with the step of their amounts and every way to set the cards."""
    found = open_choices(state, seat)
    if not found or state.round is None or state.rules is None:
        return found
    chip = format_money(state.rules.chip)
    return [_choice(choice, chip, state.round) for choice in found]


def _dealer_note(game: Game, settled: dict[str, Any]) -> str:
    """What the dealer's hand meant for everybody; a void round has none."""
    return "" if settled["void"] else game.kit.explain_dealer(settled["settlement"]["dealer"])


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
