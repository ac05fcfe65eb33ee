"""Who is there in the other processes of a server: each writes a file of its own, and reads those of the others.

The log says what players do and not whether they look, so a process would take somebody for gone who is linked to
another one.
"""

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from houseway.web.floor.hub import Hub

TELL_SECONDS: Final = 1.0
FRESH_SECONDS: Final = 10.0  # for which a file counts, for its process may have died


class Presence:
    """The files of a server's processes; without a folder there is only this one."""

    def __init__(self, folder: Path | None, own: str = "") -> None:
        self._folder = folder
        self._own = own or str(os.getpid())
        self._seen: dict[str, float] = {}  # when each was last seen by another process

    def tell(self, hub: Hub) -> None:
        """Tell the others who is there or has just been."""
        if self._folder is not None:
            (self._folder / self._own).write_text(json.dumps(sorted(hub.recent_people())), "utf-8")

    def others(self) -> set[str]:
        """Everybody who is there in another process."""
        people = {name for path in self._files() for name in _names(path)}
        self._seen.update(dict.fromkeys(people, time.monotonic()))
        return people

    def away_seconds(self, person: str) -> float:
        """How long ago another process last saw somebody."""
        return time.monotonic() - self._seen.get(person, -float("inf"))

    def _files(self) -> list[Path]:
        return [path for path in self._folder.iterdir() if path.name != self._own] if self._folder else []


def _names(path: Path) -> list[str]:
    """Who is there by a file that was written lately; nobody while it is being written."""
    with suppress(OSError, ValueError):
        if time.time() - path.stat().st_mtime < FRESH_SECONDS:
            return [str(name) for name in json.loads(path.read_text("utf-8"))]
    return []
