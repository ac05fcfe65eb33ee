"""The payloads of the cage's events; amounts are dollars as texts."""

from collections.abc import Mapping
from typing import Final

from houseway.house.log.kinds import DrawerEvent, HouseEvent
from houseway.house.log.payload import Payload


class BoughtIn(Payload, frozen=True, kw_only=True):
    """Cash for chips, at the cage or at a table."""

    player: str
    amount: str
    table: str = ""
    drawer: str = ""  # the cashier whose drawer the cash went into
    second: str = ""


class CashedOut(Payload, frozen=True, kw_only=True):
    """Chips for cash."""

    player: str
    amount: str
    drawer: str = ""
    second: str = ""


class DrawerOpened(Payload, frozen=True, kw_only=True):
    """A cashier's drawer with its opening count, which comes out of the bank."""

    cashier: str
    counted: str
    second: str


class DrawerClosed(Payload, frozen=True, kw_only=True):
    """A drawer counted at its closing; `expected` is what its buy-ins and cash-outs leave."""

    cashier: str
    counted: str
    expected: str
    second: str


class Filled(Payload, frozen=True, kw_only=True):
    """Chips from the cage to a table's tray."""

    table: str
    amount: str
    second: str = ""


class Credited(Payload, frozen=True, kw_only=True):
    """Chips from a table's tray back to the cage."""

    table: str
    amount: str
    second: str = ""


class TrayMoved(Payload, frozen=True, kw_only=True):
    """On the stream of a table: chips came into its tray or went out; from the first on the tray is counted."""

    what: str  # fill, credit or buy-in
    amount: str
    holds: str  # after it


class Dropped(Payload, frozen=True, kw_only=True):
    """A drop box was counted; `expected` is what went into it."""

    table: str
    counted: str
    expected: str
    second: str = ""


class Funded(Payload, frozen=True, kw_only=True):
    """The owner's money, in or, where it is negative, out."""

    amount: str
    second: str = ""


CAGE_PAYLOADS: Final[Mapping[str, type[Payload]]] = {
    HouseEvent.BUY_IN: BoughtIn,
    HouseEvent.CASH_OUT: CashedOut,
    HouseEvent.FILL: Filled,
    HouseEvent.CREDIT: Credited,
    HouseEvent.DROP: Dropped,
    HouseEvent.FUND: Funded,
    DrawerEvent.OPENED: DrawerOpened,
    DrawerEvent.CLOSED: DrawerClosed,
}
