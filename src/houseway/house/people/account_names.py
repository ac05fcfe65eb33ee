"""Names of accounts: which names are valid, and which look so alike that the house gives out only one of them."""

import re
from typing import Final

from houseway.errors import InvalidInput
from houseway.house.people.rights import Role

SHORTEST: Final = 3
LONGEST: Final = 20
_NAME: Final = re.compile(r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*")
_STAFF_WORDS: Final = (
    *(role for role in Role if role != Role.PLAYER),
    *("admin", "guest", "house", "manager", "moderator", "official", "staff", "support"),
)
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", ".": "", "-": "", "_": ""})


def skeleton(name: str) -> str:
    """A form that is equal for names that people confuse: `Dan-0` and `dano`, `Iris` and `lris`."""
    return name.casefold().translate(_ALIKE).replace("rn", "m").replace("vv", "w")


_RESERVED: Final = tuple(skeleton(word) for word in _STAFF_WORDS)


def require_account_name(name: str) -> None:
    """Refuse an invalid name, and one that sounds like the house or its staff."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise InvalidInput(f"must have {SHORTEST} to {LONGEST} characters", field="name")
    if not _NAME.fullmatch(name):
        raise InvalidInput("is letters and digits, with single dots, hyphens or underscores between", field="name")
    if any(word in skeleton(name) for word in _RESERVED):
        raise InvalidInput("sounds like the house or its staff; choose another one", field="name")
