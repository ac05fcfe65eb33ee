"""The one loop of those who look, decide and append: when somebody else was quicker, they look again."""

from collections.abc import Callable
from typing import Final, TypeVar

from houseway.house.log.log import Conflict

ATTEMPTS: Final = 200

T = TypeVar("T")


def until_current(attempt: Callable[[], T], *, field: str, attempts: int = ATTEMPTS) -> T:
    """The answer of the first attempt that does not raise Conflict; after the last one, Conflict on this field."""
    for _ in range(attempts):
        try:
            return attempt()
        except Conflict:
            continue
    raise Conflict("others were quicker again and again", field=field)
