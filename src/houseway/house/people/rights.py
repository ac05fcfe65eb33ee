"""Roles and rights: which roles may do something, alone or with a second person.

An act of the catalogue names its right. Rights to read, and rights that rules check themselves, are here.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from houseway.money import Cents


class Role(StrEnum):
    """What a person is in the house."""

    PLAYER = "player"
    DEALER = "dealer"
    CASHIER = "cashier"
    SUPERVISOR = "supervisor"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


Roles = frozenset[Role]

NOBODY: Final[Roles] = frozenset()
PLAYER: Final[Roles] = frozenset({Role.PLAYER})
FLOOR: Final[Roles] = frozenset({Role.DEALER, Role.SUPERVISOR})
SUPERVISOR: Final[Roles] = frozenset({Role.SUPERVISOR})
CASHIER: Final[Roles] = frozenset({Role.CASHIER})
ADMINISTRATOR: Final[Roles] = frozenset({Role.ADMINISTRATOR})
MANAGERS: Final[Roles] = frozenset({Role.SUPERVISOR, Role.ADMINISTRATOR})
READERS: Final[Roles] = frozenset({Role.SUPERVISOR, Role.AUDITOR, Role.ADMINISTRATOR})


@dataclass(frozen=True, slots=True)
class Right:
    """The roles that may do something and, if it needs a second person, the roles of the second person.

    With an amount in `alone_up_to`, one person may move that much alone within 24 hours, and two move more.
    """

    name: str
    roles: Roles
    second: Roles = NOBODY
    alone_up_to: Cents = 0
    note: str = ""  # for people who read the table of rights

    def for_amount(self, amount: Cents) -> "Right":
        """The right to move this amount, with what one person has moved alone lately."""
        if amount <= self.alone_up_to:
            return replace(self, second=NOBODY, alone_up_to=0)
        return replace(self, name=f"large {self.name}", alone_up_to=0)


PLAY: Final = Right("play", PLAYER)
DEAL: Final = Right("deal", FLOOR)
SEAT_PLAYER: Final = Right("seat player", FLOOR, note="and enter what a player says")
READ_LOG: Final = Right("read log", READERS)
READ_REPORTS: Final = Right("read reports", READERS)
