"""`table list` and `table show`: what everybody may see, and what the player on a seat may see."""

from typing import Any

from houseway.cli.console import console, print_json
from houseway.cli.house.common import opened, print_table
from houseway.cli.house.floor import at_table, dealing, ended, show_ended, show_table_view, sign_in_to_deal
from houseway.errors import HousewayError, InvalidInput
from houseway.house.log.log import Log
from houseway.house.people.house import NotPermitted
from houseway.house.tables.opening import table_names
from houseway.house.tables.table import Table


def show_list(db: str | None, *, as_json: bool) -> None:
    """Every table that was ever opened."""
    with opened(db, read_only=True) as log, dealing(log, shuffled=True, read_only=True):
        rows = [_row(log, name) for name in table_names(log)]
    if as_json:
        print_json(rows)
    else:
        print_table(console(), ["table", "game", "phase", "rounds", "players", "jackpot", "day"], rows)


def _row(log: Log, name: str) -> dict[str, Any]:
    try:
        view = Table.load(log, name).view()
    except (HousewayError, LookupError, TypeError, ValueError, AttributeError):  # the audit says what is wrong with it
        return {**dict.fromkeys(("game", "rounds", "players", "jackpot", "day")), "table": name, "phase": "unreadable"}
    return {
        "table": name,
        "game": view["game"],
        "phase": view["phase"],
        "rounds": view["round"],
        "players": len(view["seats"]),
        "jackpot": view["jackpot"]["amount"] if view["jackpot"] else None,
        "day": view["day"],
    }


def show_table(name: str, seat: int | None, *, by: str | None, db: str | None, as_json: bool) -> None:
    """One table, with how its last round ended while no other is open."""
    with at_table(db, name, read_only=seat is None) as floor:
        table = floor.table
        if seat is not None:
            place = table.state.seated.get(seat)
            if place is None:
                raise InvalidInput(f"nobody sits on seat {seat}", field="seat")
            if sign_in_to_deal(floor, by) != place.player:
                raise NotPermitted("only the player on it sees what the seat sees", field=f"seat {seat}")
        view = table.view(seat or 0)
        last = table.last_round() if table.state.round is None else None
        rounds = ended(table, (last,)) if last else []
    if as_json:
        print_json({**view, "last": rounds[0] if rounds else None})
        return
    for one in rounds:
        show_ended(one)
    show_table_view(view)
