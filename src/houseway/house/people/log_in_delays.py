"""How long a name must wait after wrong passwords: longer with every failure, and only where the failures came from.

A place is an address, or a user's terminal. Three series of failures count, and each delays no more than it must:

- of a name from one place: whoever guesses there waits, and the same name from elsewhere does not;
- of any names from one address: whoever tries many names waits; a person who has signed in from there before does not,
  and nobody at a terminal does, which many people may share;
- of a name from many addresses: new addresses wait; a terminal, and an address where the person has signed in before,
  do not.

A name that nobody has waits like any other, so that a wait reveals nothing. A log-in from that place, a new password,
or two people who unlock the name end a series. After a day without a failure a new series begins.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from houseway.house.log.events import Event, timestamp
from houseway.house.people.person_payloads import (
    PERSON_PAYLOADS,
    LoggedIn,
    LogInFailed,
    LogInUnlocked,
    PasswordSet,
)

FREE: Final = 4  # failures of a name from one place that cost no wait
FREE_OF_PLACE: Final = 20  # failures of any names from one place
FREE_PLACES: Final = 10  # addresses from which one name fails
FIRST: Final = timedelta(seconds=15)  # the first wait; every further failure doubles it
LONGEST: Final = timedelta(minutes=15)
LONGEST_OF_PLACE: Final = timedelta(minutes=1)
FORGOTTEN_AFTER: Final = timedelta(hours=24)
LONGEST_NAME: Final = 60  # characters of a name that are stored
TERMINAL: Final = "terminal "  # begins the name of a place that is no address
_NEVER: Final = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class _Row:
    """A series of failures, and the time of the last one."""

    failures: int = 0
    last: datetime = _NEVER

    def add(self, at: datetime) -> None:
        """One more failure; after a day without any, it is the first."""
        self.failures = self.failures_at(at) + 1
        self.last = at

    def failures_at(self, now: datetime) -> int:
        """How many failures count at a moment."""
        return self.failures if now - self.last <= FORGOTTEN_AFTER else 0


class LogInDelays:
    """Series of failures, folded from the events of the stream `house`."""

    def __init__(self) -> None:
        self._names: dict[str, dict[str, _Row]] = {}  # rows by name and place
        self._places: dict[str, _Row] = {}

    def fold(self, event: Event) -> None:
        """Bring it to where it stands after an event."""
        payload = event.read(PERSON_PAYLOADS[event.kind]) if event.kind in PERSON_PAYLOADS else None
        if isinstance(payload, LogInFailed) and payload.reason != "locked":  # as older programs wrote during a lock
            at = datetime.fromisoformat(event.at)
            self._names.setdefault(payload.name, {}).setdefault(payload.place, _Row()).add(at)
            self._places.setdefault(payload.place, _Row()).add(at)
        elif isinstance(payload, LoggedIn):
            self._names.get(payload.name, {}).pop(payload.place, None)
        elif isinstance(payload, LogInUnlocked | PasswordSet):
            self._names.pop(payload.name, None)

    def failures(self, name: str, place: str) -> int:
        """How often in a row a name has failed from a place."""
        row = self._names.get(name[:LONGEST_NAME], {}).get(place)
        return row.failures if row else 0

    def until(self, name: str, place: str, now: datetime, *, is_known: bool = False) -> str:
        """Until when a name waits at a place; empty if it need not. `is_known`: the person has signed in there."""
        return _later_than(now, self._waits(name[:LONGEST_NAME], place, now, is_known=is_known))

    def longest_until(self, name: str, now: datetime) -> str:
        """Until when a name waits at any of the places where it failed; empty if it waits nowhere."""
        rows = self._names.get(name[:LONGEST_NAME], {})
        return _later_than(now, (_end(row.last, row.failures_at(now) - FREE, LONGEST) for row in rows.values()))

    def _waits(self, name: str, place: str, now: datetime, *, is_known: bool) -> Iterator[datetime]:
        rows = self._names.get(name, {})
        if row := rows.get(place):
            yield _end(row.last, row.failures_at(now) - FREE, LONGEST)
        if is_known or not is_address(place):
            return
        if row := self._places.get(place):
            yield _end(row.last, row.failures_at(now) - FREE_OF_PLACE, LONGEST_OF_PLACE)
        failed = [row for one, row in rows.items() if is_address(one) and row.failures_at(now)]
        yield _end(max((row.last for row in failed), default=_NEVER), len(failed) - FREE_PLACES, LONGEST)


def is_address(place: str) -> bool:
    """Whether a place is an address, and neither a terminal nor unknown."""
    return bool(place) and not place.startswith(TERMINAL)


def _end(last: datetime, beyond: int, longest: timedelta) -> datetime:
    """When the wait after the last failure ends; each failure beyond the free ones doubles it."""
    if beyond <= 0:
        return _NEVER
    return last + min(FIRST * (1 << min(beyond - 1, 20)), longest)


def _later_than(now: datetime, ends: Iterator[datetime]) -> str:
    end = max(ends, default=_NEVER)
    return timestamp(end) if end > now else ""
