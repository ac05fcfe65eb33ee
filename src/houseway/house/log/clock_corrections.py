"""Streams that were ahead of the house's clock and were brought back to it by two persons.

Within a stream, time goes back only where an event `clock set` of the stream `system` says so. It names the
streams that were ahead and where each of them stood. The next event of such a stream has the time that the clock shows
and is marked with it, and what the stream wrote before counts as no later than the setting.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from houseway.house.log.events import Event, Unreadable
from houseway.house.log.site_payloads import ClockSet


class ClockCorrections:
    """All settings of the clock that a log holds; one that cannot be read sets nothing, and the audit reports it."""

    def __init__(self, settings: Iterable[Event] = ()) -> None:
        self._settings = list(_streams_set(settings))

    def concerns(self, stream: str) -> bool:
        """Whether a stream was ever brought back."""
        return any(stream in streams for _, streams in self._settings)

    def time_of(self, stream: str, number: int, at: str) -> str:
        """The time that an event counts as, which the next one is not before.

        It is its own, or that of the setting that brought its stream back.
        """
        for moment, streams in self._settings:
            if number <= streams.get(stream, 0):
                at = min(at, moment)
        return at


def _streams_set(settings: Iterable[Event]) -> Iterator[tuple[str, Mapping[str, int]]]:
    """When the clock was set, and up to which event it brought each stream back."""
    for event in settings:
        with suppress(Unreadable):
            yield event.at, event.read(ClockSet).streams
