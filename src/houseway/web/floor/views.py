"""A table as `GET /tables/{table}` sends it, and in a line for the lobby."""

from typing import Any

import msgspec
from msgspec import Struct

from houseway.house.tables.state import TableState
from houseway.money import format_money
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.moment import Moment
from houseway.web.floor.page_view import is_house
from houseway.web.floor.seen_page import seen_page


def encoded_view(table: LiveTable, seat: int) -> bytes:
    """What a seat or a spectator (seat 0) may see of a table, as JSON."""
    return msgspec.json.encode(seen_page(table, seat, Moment(table.log.clock)).whole())


def view_of(table: LiveTable, seat: int) -> dict[str, Any]:
    """The same as plain data."""
    view: dict[str, Any] = msgspec.json.decode(encoded_view(table, seat))
    return view


# ---- the lobby


class LobbyPlayer(Struct, frozen=True, kw_only=True):
    """Who sits on a seat."""

    seat: int
    player: str
    house: bool


class LobbyMeter(Struct, frozen=True, kw_only=True):
    """The jackpot of a table."""

    name: str
    amount: str


class LobbyTable(Struct, frozen=True, kw_only=True):
    """A table in a line, for the lobby; `own_seat` is the reader's, `in_hand` whether the round there waits for it."""

    table: str
    game: str | None
    number: int
    phase: str
    round: int
    seats: int
    taken: int
    players: list[LobbyPlayer]
    free: list[int]
    minimum: str | None
    private: bool
    jackpot: LobbyMeter | None
    watching: int
    day: str
    own_seat: int | None
    in_hand: bool
    study: str | None  # the name of the designer's study that it plays: not approved


def summary_of(table: LiveTable, watching: int = 0, person: str = "") -> LobbyTable:
    """A table in a line, for the lobby of a person."""
    state, jackpot = table.fresh(), table.jackpot
    rules = state.rules
    seats = rules.seats if rules else 0
    own = table.seat_of(person)
    return LobbyTable(
        table=table.name,
        game=rules.game if rules else None,
        number=state.number,
        phase=state.phase,
        round=state.rounds,
        seats=seats,
        taken=len(state.seated),
        players=_players(state),
        free=[seat for seat in range(1, seats + 1) if seat not in state.seated],
        minimum=_minimum(state),
        private=bool(table.private),
        jackpot=LobbyMeter(name=jackpot.name, amount=format_money(jackpot.fresh().displayed)) if jackpot else None,
        watching=watching,
        day=state.day,
        own_seat=own or None,
        study=rules.chosen.study_name if rules and rules.study else None,
        in_hand=bool(own and state.round and any(one.number == own for one in state.round.seats)),
    )


def _players(state: TableState) -> list[LobbyPlayer]:
    return [LobbyPlayer(seat=one.seat, player=one.player, house=is_house(one.player)) for one in state.seated.values()]


def _minimum(state: TableState) -> str | None:
    """The least that the first wager can be."""
    if state.rules is None:
        return None
    limit = state.rules.limits.get(state.rules.chosen.approval.required[0])
    return format_money(limit.minimum) if limit else format_money(state.rules.chip)
