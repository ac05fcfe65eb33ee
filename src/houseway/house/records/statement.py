"""A player's statement: all that came into the account and went out of it, with the balance after each."""

from typing import Any

from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent
from houseway.house.log.ledger import format_units
from houseway.house.log.log import Log
from houseway.house.log.names import player_account


def statement_of(log: Log, player: str) -> list[dict[str, Any]]:
    """Every event that moved a player's money, oldest first; the last balance is what the account holds."""
    account = player_account(player)
    with log.consistent_view() as view:
        found = [
            (event.at, event.stream, event.number, _what(event), moved)
            for stream in view.streams()
            for event in view.read(stream)
            if (moved := sum(amount for name, amount in event.postings if name == account))
        ]
    rows, balance = [], 0
    for at, stream, number, what, moved in sorted(found):
        balance += moved
        row = {"at": at, "what": what, "where": f"{stream} {number}"}
        rows.append({**row, "amount": format_units(moved), "balance": format_units(balance)})
    return rows


def _what(event: Event) -> str:
    """What happened, with the round and the reason of a correction."""
    if event.kind == CorrectionEvent.ROUND:
        return f"{event.kind} {event.data['round']}: {event.data['reason']}"
    return event.kind
