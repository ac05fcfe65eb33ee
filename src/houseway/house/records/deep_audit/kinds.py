"""Which events may stand on which streams and what they hold: anything else was not written by the house."""

from collections.abc import Iterator

from houseway.house.log.events import Event
from houseway.house.log.names import HOUSE, jackpot_name, table_name
from houseway.house.records.event_payloads import Payloads, stream_payloads


class KindsAudit:
    """Whether each event is of a kind that its stream has, and holds what it should; each stream is looked up once."""

    def __init__(self) -> None:
        self._kinds: dict[str, Payloads | None] = {}  # by stream

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with the place of an event."""
        if event.stream not in self._kinds:
            self._kinds[event.stream] = stream_payloads(event.stream)
        payloads = self._kinds[event.stream]
        if payloads is None:
            yield "no such stream is written by the house"
        elif event.kind not in payloads:
            yield f"no event {event.kind!r} stands on such a stream"
        else:
            event.read(payloads[event.kind])  # decoded once for all audits that follow
        if event.postings and not _moves_money(event.stream):
            yield "money moves on a stream that has none"


def _moves_money(stream: str) -> bool:
    return stream == HOUSE or bool(table_name(stream) or jackpot_name(stream))
