"""Who may do what: one table of acts. An act with a second list needs two different persons."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What a person is in the house."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


@dataclass(frozen=True, slots=True)
class Act:
    """The roles that may do it, and, where it needs a second person, the roles of that one."""

    roles: frozenset[Role]
    second: frozenset[Role] = frozenset()


_PLAYER: Final = frozenset({Role.PLAYER})
_FLOOR: Final = frozenset({Role.DEALER, Role.SUPERVISOR})
_SUPERVISOR: Final = frozenset({Role.SUPERVISOR})
_ADMINISTRATOR: Final = frozenset({Role.ADMINISTRATOR})
_MANAGERS: Final = frozenset({Role.SUPERVISOR, Role.ADMINISTRATOR})
_READERS: Final = frozenset({Role.SUPERVISOR, Role.AUDITOR, Role.ADMINISTRATOR})

ACTS: Final[Mapping[str, Act]] = {
    # at a table
    "play": Act(_PLAYER),
    "deal": Act(_FLOOR),
    "enter cards": Act(_FLOOR),
    "seat player": Act(_FLOOR),
    "open table": Act(_SUPERVISOR),
    "close table": Act(_SUPERVISOR),
    "void round": Act(_SUPERVISOR, second=_FLOOR),
    "report controller": Act(_FLOOR),
    # at the cage
    "buy in": Act(_FLOOR),
    "cash out": Act(_FLOOR),
    "fill": Act(_SUPERVISOR, second=_FLOOR),
    "credit": Act(_SUPERVISOR, second=_FLOOR),
    "drop": Act(_SUPERVISOR, second=_FLOOR),
    "fund": Act(_ADMINISTRATOR, second=_SUPERVISOR),
    # at a jackpot
    "open jackpot": Act(_SUPERVISOR, second=_MANAGERS),
    "change jackpot": Act(_SUPERVISOR, second=_MANAGERS),
    "verify win": Act(_SUPERVISOR, second=_FLOOR),
    "adjust meter": Act(_SUPERVISOR, second=_MANAGERS),
    "hold jackpot": Act(_MANAGERS),
    "release jackpot": Act(_SUPERVISOR, second=_MANAGERS),
    "record deposit": Act(_MANAGERS),
    "enter outside wagers": Act(_FLOOR),
    "award outside win": Act(_SUPERVISOR, second=_FLOOR),
    "pass on overflow": Act(_MANAGERS),
    # the whole site: one may stop it at once, two let it go on
    "disable site": Act(_MANAGERS),
    "enable site": Act(_SUPERVISOR, second=_MANAGERS),
    # in the office
    "add person": Act(_ADMINISTRATOR, second=_ADMINISTRATOR),
    "change roles": Act(_ADMINISTRATOR, second=_ADMINISTRATOR),
    "set password": Act(_ADMINISTRATOR, second=_ADMINISTRATOR),  # of somebody else
    "disable person": Act(_ADMINISTRATOR, second=_ADMINISTRATOR),
    "unlock person": Act(_ADMINISTRATOR, second=_MANAGERS),
    "change vault key": Act(_ADMINISTRATOR, second=_MANAGERS),
    "change settings": Act(_ADMINISTRATOR),
    "declare practice": Act(_ADMINISTRATOR),
    "report incident": Act(_MANAGERS | _FLOOR),  # within the house
    "record report": Act(_MANAGERS),  # to the Commission
    # reading; an auditor does nothing else
    "read log": Act(_READERS),
    "read reports": Act(_READERS),
}
