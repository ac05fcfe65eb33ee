"""Streams that were ahead of the house's clock and were brought back to it by two persons.

Within a stream time does not go back, but where an event `clock set` of the stream `system` says so. It names the
streams that were ahead and where each of them stood. The next event of such a stream has the time that the clock shows
and is marked with it, and what the stream wrote before counts as no later than the setting.
"""

from collections.abc import Iterable, Mapping

from houseway.house.log.events import Event


class ClockCorrections:
    """All settings of the clock that a log holds."""

    def __init__(self, settings: Iterable[Event] = ()) -> None:
        self._settings: list[tuple[str, Mapping[str, object]]] = [
            (event.at, streams) for event in settings if isinstance(streams := event.data.get("streams"), dict)
        ]

    def concerns(self, stream: str) -> bool:
        """Whether a stream was ever brought back."""
        return any(stream in streams for _, streams in self._settings)

    def time_of(self, stream: str, number: int, at: str) -> str:
        """The time that an event counts as, which the next one is not before.

        It is its own, or that of the setting that brought its stream back.
        """
        for moment, streams in self._settings:
            last = streams.get(stream)
            if isinstance(last, int) and number <= last:
                at = min(at, moment)
        return at
