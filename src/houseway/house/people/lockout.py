"""Names that may not log in for a while: after five failures in a row, for fifteen minutes.

A name that nobody has is locked like any other, so that a lock tells nothing. A log-in that succeeds, a new password or
an administrator ends the row.
"""

from datetime import datetime, timedelta
from typing import Final

from houseway.house.log.events import Event, timestamp
from houseway.house.people.person_payloads import (
    PERSON_PAYLOADS,
    LoggedIn,
    LogInFailed,
    LogInLocked,
    LogInUnlocked,
    PasswordSet,
)

FAILURES: Final = 5
MINUTES: Final = 15
LONGEST: Final = 60  # characters of a name that are kept


class Lockout:
    """Failures in a row and locks, folded from the events of the stream `house`."""

    def __init__(self) -> None:
        self._failures: dict[str, int] = {}
        self._until: dict[str, str] = {}

    def fold(self, event: Event) -> None:
        """Bring it to where it stands after an event."""
        payload = event.read(PERSON_PAYLOADS[event.kind]) if event.kind in PERSON_PAYLOADS else None
        if isinstance(payload, LogInFailed) and payload.reason != "locked":
            self._failures[payload.name] = self._failures.get(payload.name, 0) + 1
        elif isinstance(payload, LogInLocked):
            self._failures.pop(payload.name, None)
            self._until[payload.name] = payload.until
        elif isinstance(payload, LoggedIn | LogInUnlocked | PasswordSet):
            self._failures.pop(payload.name, None)
            self._until.pop(payload.name, None)

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
