"""Who is there in the other processes of a server: each writes a file of its own, and reads those of the others.

The log says what players do and not whether they look, so a process would take somebody for gone who is linked to
another one. Chosen names and reactions are in no log either; the same files carry them.
"""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from houseway.web.floor.chosen_names import ChosenName
from houseway.web.floor.hub import Hub, Reacted

TELL_SECONDS: Final = 1.0
FRESH_SECONDS: Final = 10.0  # for which a file counts, for its process may have died


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """Who is there in a process, under which names, and how they have just reacted."""

    people: dict[str, ChosenName]
    reactions: list[Reacted]


class Presence:
    """The files of a server's processes; without a folder there is only this one."""

    def __init__(self, folder: Path | None, own: str = "") -> None:
        self._folder = folder
        self._own = own or str(os.getpid())
        self._seen: dict[str, float] = {}  # when each was last seen by another process
        self._heard = time.time()  # the newest reaction of another process

    def tell(self, hub: Hub) -> None:
        """Tell the others who is there or has just been, under which name, and their reactions."""
        if self._folder is not None:
            people = {person: hub.floor.names.choice_of(person) for person in sorted(hub.recent_people())}
            seen = Seen(people=people, reactions=hub.recent_reactions())
            (self._folder / self._own).write_bytes(msgspec.json.encode(seen))

    def others(self) -> dict[str, ChosenName]:
        """Everybody who is there in another process, and the names that they chose."""
        people = {person: name for seen in self._files() for person, name in seen.people.items()}
        self._seen.update(dict.fromkeys(people, time.monotonic()))
        return people

    def new_reactions(self) -> list[Reacted]:
        """What people in other processes reacted since this was asked last."""
        news = sorted(one for seen in self._files() for one in seen.reactions if one.at > self._heard)
        self._heard = news[-1].at if news else self._heard
        return news

    def away_seconds(self, person: str) -> float:
        """How long ago another process last saw somebody."""
        return time.monotonic() - self._seen.get(person, -float("inf"))

    def _files(self) -> Iterator[Seen]:
        """What the others wrote lately; nothing of a file while it is being written."""
        for path in self._folder.iterdir() if self._folder else ():
            with suppress(OSError, msgspec.DecodeError):
                if path.name != self._own and time.time() - path.stat().st_mtime < FRESH_SECONDS:
                    yield msgspec.json.decode(path.read_bytes(), type=Seen)
