"""Who may do what: one table of acts. An act with a second list needs two different persons.

An act that has a `large` form is that one above its amount.
"""

from collections.abc import Mapping
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Act:
    """The roles that may do it, and, where it needs a second person, the roles of that one."""

    roles: frozenset[Role]
    second: frozenset[Role] = frozenset()


_PLAYER: Final = frozenset({Role.PLAYER})
_FLOOR: Final = frozenset({Role.DEALER, Role.SUPERVISOR})
_SUPERVISOR: Final = frozenset({Role.SUPERVISOR})
_CASHIER: Final = frozenset({Role.CASHIER})
_ADMINISTRATOR: Final = frozenset({Role.ADMINISTRATOR})
_MANAGERS: Final = frozenset({Role.SUPERVISOR, Role.ADMINISTRATOR})
_READERS: Final = frozenset({Role.SUPERVISOR, Role.AUDITOR, Role.ADMINISTRATOR})

ACTS: Final[Mapping[str, Act]] = {
    # at a table
    "play": Act(_PLAYER),
    "deal": Act(_FLOOR),
    "enter cards": Act(_FLOOR),
    "correct entry": Act(_FLOOR),  # one's own last one, before anything depends on it
    "correct round": Act(_SUPERVISOR, second=_MANAGERS | _FLOOR),  # a settled one, that neither had a hand in
    "seat player": Act(_FLOOR),
    "open table": Act(_SUPERVISOR),
    "close table": Act(_SUPERVISOR),
    "void round": Act(_SUPERVISOR, second=_FLOOR),
    "report controller": Act(_FLOOR),
    "document short": Act(_SUPERVISOR, second=_FLOOR),  # a tray that pays more than it holds
    # at the cage
    "buy in": Act(_FLOOR),  # at a table; at the cage where there is no cashier
    "large buy in": Act(_FLOOR, second=_SUPERVISOR),
    "cash out": Act(_FLOOR),  # where there is no cashier
    "large cash out": Act(_FLOOR, second=_SUPERVISOR),
    "take cash": Act(_CASHIER),  # at a drawer
    "large take cash": Act(_CASHIER, second=_SUPERVISOR),
    "pay cash": Act(_CASHIER),
    "large pay cash": Act(_CASHIER, second=_SUPERVISOR),
    "open drawer": Act(_CASHIER, second=_SUPERVISOR),
    "close drawer": Act(_CASHIER, second=_SUPERVISOR),
    "close another's drawer": Act(_SUPERVISOR, second=_MANAGERS | _FLOOR | _CASHIER),  # whose cashier may no longer act
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
    "large record deposit": Act(_MANAGERS, second=_MANAGERS),
    "enter outside wagers": Act(_FLOOR),
    "large enter outside wagers": Act(_FLOOR, second=_SUPERVISOR),
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
    "set clock": Act(_ADMINISTRATOR, second=_MANAGERS),
    "change settings": Act(_ADMINISTRATOR),
    "declare practice": Act(_ADMINISTRATOR),
    "report incident": Act(_MANAGERS | _FLOOR),  # within the house
    "record report": Act(_MANAGERS),  # to the Commission
    # reading; an auditor does nothing else
    "read log": Act(_READERS),
    "read reports": Act(_READERS),
}

# What one person may take in or pay out for a player, deposit for a jackpot, or bring into its meter by wagers of an
# outside game, alone and at most: within 24 hours together (moved_alone.py).
LARGE: Final[Mapping[str, Cents]] = {
    "buy in": 10_000_00,
    "cash out": 10_000_00,
    "take cash": 10_000_00,
    "pay cash": 10_000_00,
    "record deposit": 100_000_00,
    "enter outside wagers": 10_000_00,
}


def is_large(act: str, amount: Cents) -> bool:
    """Whether an amount is more than one person may move alone by this act."""
    return amount > LARGE[act]


def act_of(act: str, amount: Cents) -> str:
    """The act that is asked for where it moves this amount."""
    return f"large {act}" if is_large(act, amount) else act
