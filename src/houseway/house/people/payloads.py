"""The payloads of the cage's events; amounts are dollars as texts."""

from typing import Final

from msgspec import UNSET, Struct

from houseway.house.log.kinds import DrawerEvent, HouseEvent, TrayEvent
from houseway.house.log.payload import Payload, payloads_by_kind


class BoughtIn(Payload, frozen=True, kw_only=True):
    """Cash for chips, at the cage or at a table."""

    KIND = HouseEvent.BUY_IN
    player: str
    amount: str
    table: str = ""
    drawer: str = ""  # the cashier whose drawer the cash went into
    second: str = ""


class CashedOut(Payload, frozen=True, kw_only=True):
    """Chips for cash. `second` is the player who confirmed it, or the second person of the house.

    `receipt` counts the cash-outs of the house; those of older programs have none.
    """

    KIND = HouseEvent.CASH_OUT
    player: str
    amount: str
    drawer: str = ""
    second: str = ""
    receipt: int = 0


class DrawerOpened(Payload, frozen=True, kw_only=True):
    """A cashier's drawer with its opening count, which comes out of the bank."""

    KIND = DrawerEvent.OPENED
    cashier: str
    counted: str
    second: str


class DrawerClosed(Payload, frozen=True, kw_only=True):
    """A drawer counted at its closing; `expected` is what its buy-ins and cash-outs leave."""

    KIND = DrawerEvent.CLOSED
    cashier: str
    counted: str
    expected: str
    second: str


class Filled(Payload, frozen=True, kw_only=True):
    """Chips from the cage to a table's tray."""

    KIND = HouseEvent.FILL
    table: str
    amount: str
    second: str = ""


class Credited(Payload, frozen=True, kw_only=True):
    """Chips from a table's tray back to the cage."""

    KIND = HouseEvent.CREDIT
    table: str
    amount: str
    second: str = ""


class TrayMoved(Payload, frozen=True, kw_only=True):
    """On a table's stream: chips came into its tray or left it; the first such event starts the count of the tray."""

    KIND = TrayEvent.MOVED
    what: str  # fill, credit or buy-in
    amount: str
    holds: str  # after it


class Dropped(Payload, frozen=True, kw_only=True):
    """A drop box was counted; `expected` is what went into it."""

    KIND = HouseEvent.DROP
    table: str
    counted: str
    expected: str
    second: str = ""


class Funded(Payload, frozen=True, kw_only=True):
    """The owner's money, in or, where it is negative, out."""

    KIND = HouseEvent.FUND
    amount: str
    second: str = ""


CAGE_PAYLOADS: Final = payloads_by_kind(
    BoughtIn,
    CashedOut,
    Filled,
    Credited,
    Dropped,
    Funded,
    DrawerOpened,
    DrawerClosed,
)


class OpenedTray(Struct, frozen=True):
    """The tray at the opening of a table, if it was counted."""

    tray: object = UNSET


class OpenedTable(Payload, frozen=True, kw_only=True):
    """The opening of a table, read only for the state of its tray."""

    table: OpenedTray
