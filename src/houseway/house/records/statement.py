"""A player's statement: every movement of the account, with the balance after each."""

import msgspec

from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent
from houseway.house.log.ledger import format_units
from houseway.house.log.log import Log
from houseway.house.log.names import player_account
from houseway.house.tables.payloads import RoundCorrected


class StatementRow(msgspec.Struct, frozen=True, kw_only=True):
    """An event that moved a player's money, and the balance after it."""

    at: str
    what: str
    where: str
    amount: str
    balance: str


def statement_of(log: Log, player: str) -> list[StatementRow]:
    """Every event that moved a player's money, oldest first; the last balance is what the account holds."""
    account = player_account(player)
    with log.consistent_view() as view:
        moves = [
            (event.at, event.stream, event.number, _what(event), moved)
            for stream in view.streams()
            for event in view.read(stream)
            if (moved := sum(amount for name, amount in event.postings if name == account))
        ]
    rows, balance = [], 0
    for at, stream, number, what, moved in sorted(moves):
        balance += moved
        amounts = {"amount": format_units(moved), "balance": format_units(balance)}
        rows.append(StatementRow(at=at, what=what, where=f"{stream} {number}", **amounts))
    return rows


def _what(event: Event) -> str:
    """What happened, with the round and the reason of a correction."""
    if event.kind != CorrectionEvent.ROUND:
        return event.kind
    correction = event.read(RoundCorrected)
    return f"{event.kind} {correction.round}: {correction.reason}"
