"""When each device was last heard of, by the house's clock: kept in memory, for heartbeats must not fill the log.

Several processes of one server tell one another by small files, one a device.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path


class Heartbeats:
    """The last heartbeat of each device; one that was never heard of counts from when it was first asked for."""

    def __init__(self, clock: Callable[[], datetime], folder: Path | None = None) -> None:
        self._clock = clock
        self._last: dict[str, datetime] = {}
        self._folder = folder / "devices" if folder else None
        if self._folder:
            self._folder.mkdir(exist_ok=True)

    def beat(self, device: str) -> None:
        """A device is there; it is named by the digest of its token."""
        self._last[device] = now = self._clock()
        if self._folder:
            (self._folder / device).write_text(now.isoformat(), "utf-8")

    def silent_seconds(self, device: str) -> float:
        """How long nobody has heard of a device."""
        now = self._clock()
        last = max(self._last.setdefault(device, now), self._elsewhere(device, now))
        return (now - last).total_seconds()

    def _elsewhere(self, device: str, now: datetime) -> datetime:
        """When another process last heard of a device; long ago where none did."""
        if self._folder:
            with suppress(OSError, ValueError):  # also while it is being written
                return min(now, datetime.fromisoformat((self._folder / device).read_text("utf-8")))
        return datetime.fromtimestamp(0, tz=now.tzinfo)
