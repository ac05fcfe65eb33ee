"""A moment of the house's clock, read once for everybody who is sent something then."""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property

from msgspec import Raw

from houseway.house.log.events import timestamp
from houseway.house.tables.view import milliseconds_left

NOTHING = Raw(b"null")


class Moment:
    """What time it is in the house, and what follows from it for pages."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._now = clock()
        self._left: dict[str, Raw] = {}

    @cached_property
    def text(self) -> str:
        """The moment as events write it."""
        return timestamp(self._now)

    def milliseconds_to(self, deadline: str) -> Raw:
        """The time until a deadline, encoded; null where there is none."""
        if not deadline:
            return NOTHING
        if deadline not in self._left:
            self._left[deadline] = Raw(str(milliseconds_left(deadline, lambda: self._now)).encode())
        return self._left[deadline]
