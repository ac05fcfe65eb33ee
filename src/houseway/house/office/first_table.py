"""The steps that a new house still needs before its first table is open, as its log shows."""

from typing import Final

import msgspec

from houseway.house.jackpots.report import jackpot_names
from houseway.house.log.kinds import TrayEvent
from houseway.house.log.ledger import format_units
from houseway.house.log.names import BANK, table_stream
from houseway.house.people.house import House
from houseway.house.people.rights import ADMINISTRATOR, CASHIER, SUPERVISOR, Role, Roles
from houseway.house.tables.known_tables import open_tables

DEALER: Final[Roles] = frozenset({Role.DEALER})


class OpeningStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step on the way to the first open table: how far it is, and the act that does it."""

    name: str
    done: bool
    state: str
    subject: str = ""
    act: str = ""


def steps_to_first_table(house: House) -> list[OpeningStep]:
    """The steps in their order; each is read from the house as it stands now."""
    log = house.log
    tables = [one.table for one in open_tables(log)]
    filled = [one for one in tables if log.last(table_stream(one), TrayEvent.MOVED) is not None]
    jackpots, bank = jackpot_names(log), log.balance(BANK)
    unchanged = [one.name for one in house.all() if one.must_change and not one.disabled]
    return [
        _people(house, "an administrator", ADMINISTRATOR, 1),
        _people(house, "two supervisors", SUPERVISOR, 2),
        _people(house, "a dealer", DEALER, 1),
        _people(house, "a cashier", CASHIER, 1),
        OpeningStep(
            name="own passwords",
            done=not unchanged,
            state=f"still to sign in: {', '.join(unchanged)}" if unchanged else "everybody has one",
        ),
        OpeningStep(
            name="money in the cage",
            done=bank > 0 or bool(filled),
            state=f"${format_units(bank)}",
            subject="cage",
            act="fund",
        ),
        OpeningStep(name="a sheet, checked", done=bool(tables), state=_list(tables), subject="sheet", act="check"),
        OpeningStep(
            name="a table, open, with its jackpot by two",
            done=bool(tables),
            state=_list([f"table {one}" for one in tables] + [f"jackpot {one}" for one in jackpots]),
            subject="sheet",
            act="open",
        ),
        OpeningStep(name="a tray, filled", done=bool(filled), state=_list(filled), subject="cage", act="fill"),
    ]


def _people(house: House, name: str, roles: Roles, least: int) -> OpeningStep:
    names = [one.name for one in house.all() if not one.disabled and one.roles & roles]
    return OpeningStep(name=name, done=len(names) >= least, state=_list(names), subject="person", act="add")


def _list(names: list[str]) -> str:
    return ", ".join(names) or "none yet"
