"""Names that may not log in for a while: after five failures in a row, for fifteen minutes.

A name that nobody has is locked like any other, so that a lock tells nothing. A log-in that succeeds, a new password or
an administrator ends the row.
"""

from datetime import datetime, timedelta
from typing import Final

from houseway.house.log.events import Event, timestamp
from houseway.house.log.kinds import HouseEvent

FAILURES: Final = 5
MINUTES: Final = 15
LONGEST: Final = 60  # characters of a name that are kept
_ENDS: Final = (HouseEvent.LOGGED_IN, HouseEvent.LOG_IN_UNLOCKED, HouseEvent.PASSWORD_SET)


class Lockout:
    """Failures in a row and locks, folded from the events of the stream `house`."""

    def __init__(self) -> None:
        self._failures: dict[str, int] = {}
        self._until: dict[str, str] = {}

    def fold(self, event: Event) -> None:
        """Bring it to where it stands after an event."""
        if event.kind == HouseEvent.LOG_IN_FAILED and event.data["reason"] != "locked":
            name = event.data["name"]
            self._failures[name] = self._failures.get(name, 0) + 1
        elif event.kind == HouseEvent.LOG_IN_LOCKED:
            self._failures.pop(event.data["name"], None)
            self._until[event.data["name"]] = event.data["until"]
        elif event.kind in _ENDS:
            self._failures.pop(event.data["name"], None)
            self._until.pop(event.data["name"], None)

    def until(self, name: str, now: datetime) -> str:
        """Until when a name is locked; empty where it is not."""
        until = self._until.get(name[:LONGEST], "")
        return until if until > timestamp(now) else ""

    def failures(self, name: str) -> int:
        """How often in a row it has failed since the last lock."""
        return self._failures.get(name[:LONGEST], 0)


def lock_end(now: datetime) -> str:
    """Until when a lock holds that begins now."""
    return timestamp(now + timedelta(minutes=MINUTES))
