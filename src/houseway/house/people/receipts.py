"""The receipt of a cash-out, which the player takes away; it is identical to the record in the log."""

import msgspec

from houseway.house.log.events import Event
from houseway.house.people.payloads import CashedOut


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """A payment in cash: its number in the house, the player, the amount, the time, and who paid and confirmed it."""

    number: int
    at: str
    player: str
    amount: str
    cashier: str
    confirmed_by: str  # the player, or the second person; empty for a guest

    def text(self) -> str:
        """The receipt as it is printed."""
        confirmed = f", confirmed by {self.confirmed_by}" if self.confirmed_by else ""
        return f"receipt {self.number}: ${self.amount} paid to {self.player} at {self.at} by {self.cashier}{confirmed}"


def receipt_of(event: Event) -> Receipt | None:
    """The receipt of an event; None if it is no cash-out, or if an older program wrote it."""
    paid = event.read(CashedOut) if event.kind == CashedOut.KIND else None
    if paid is None or not paid.receipt:
        return None
    return Receipt(
        number=paid.receipt,
        at=event.at,
        player=paid.player,
        amount=paid.amount,
        cashier=event.by,
        confirmed_by=paid.second,
    )
