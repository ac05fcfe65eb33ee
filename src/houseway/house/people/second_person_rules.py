"""Two names must be two people: this decides who may not act as whose second person.

A person who adds somebody, or changes their roles or password, could act under their name. So for a stated time these
two cannot be the two persons of an act. A person who has set somebody's password also cannot pair with anybody else
whose password they know. The first start of a house is an exception, because somebody must add the first persons; its
events are marked.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from houseway.house.log.events import Event, timestamp
from houseway.house.log.payload import payloads_by_kind
from houseway.house.people.person_payloads import (
    PasswordSet,
    PersonAdded,
    PersonChange,
    PersonEnabled,
    RolesChanged,
)

HOURS: Final = 24  # for which a person is not paired with those who made or changed them
_MAKES: Final[Mapping[str, type[PersonChange]]] = payloads_by_kind(
    PersonAdded, RolesChanged, PasswordSet, PersonEnabled
)


class PersonChanges:
    """Who last added or changed each person, and when, folded from the events of the stream `house`."""

    def __init__(self) -> None:
        self._when: dict[tuple[str, str], str] = {}  # (who was changed, by whom)
        self._reset: dict[str, dict[str, str]] = {}  # whose password was set, by whom
        self._known: dict[tuple[str, str], str] = {}  # (whose password, who may know it)

    def fold(self, event: Event) -> None:
        """Bring it to where it stands after an event."""
        if event.kind not in _MAKES or (change := event.read(_MAKES[event.kind])).first_start:
            return
        for maker in (event.by, change.second):
            if maker in ("", change.name):
                continue
            self._when[change.name, maker] = event.at
            if isinstance(change, PersonAdded | PasswordSet):
                self._known[change.name, maker] = event.at
            if isinstance(change, PasswordSet):
                self._reset.setdefault(change.name, {})[maker] = event.at

    def why_not_two(self, first: str, second: str, now: datetime) -> str:
        """Why two names may be one person; empty if they count as two."""
        since = timestamp(now - timedelta(hours=HOURS))
        for one, other in ((first, second), (second, first)):
            if self._when.get((one, other), "") > since:
                return f"{one} was made or changed by {other} less than {HOURS} hours ago, and is not a second person"
            for maker, at in self._reset.get(one, {}).items():
                if at > since and self._known.get((other, maker), "") > since:
                    return f"{maker} set the passwords of both less than {HOURS} hours ago, and might be both"
        return ""


def marks(*, alone: bool, second: str) -> Iterator[tuple[str, object]]:
    """The fields of an event that name the second person, or mark the house's first start."""
    if alone:
        yield "first_start", True
    elif second:
        yield "second", second
