"""Which events may stand on which streams: anything else was not written by the house."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from houseway.house.jackpots.catalogue import JACKPOT_ACTS
from houseway.house.log.events import Event, is_person
from houseway.house.log.kinds import (
    DrawerEvent,
    HouseEvent,
    IncidentEvent,
    LearningEvent,
    SessionEvent,
    SignInEvent,
    SiteEvent,
    SystemEvent,
)
from houseway.house.log.names import (
    HOUSE,
    INCIDENTS,
    SESSIONS,
    SIGN_INS,
    SITE,
    SYSTEM,
    jackpot_name,
    learner_name,
    practice_table_name,
    table_name,
)
from houseway.house.tables.catalogue import TABLE_ACTS

_HOUSES: Final[Mapping[str, frozenset[str]]] = {
    HOUSE: frozenset({*HouseEvent, *DrawerEvent}),
    SITE: frozenset(SiteEvent),
    INCIDENTS: frozenset(IncidentEvent),
    SYSTEM: frozenset(SystemEvent),
    SIGN_INS: frozenset(SignInEvent),
    SESSIONS: frozenset(SessionEvent),
}
_NAMED: Final[Sequence[tuple[Callable[[str], str], Collection[str]]]] = (
    (table_name, TABLE_ACTS.payloads),
    (jackpot_name, JACKPOT_ACTS.payloads),
    (practice_table_name, frozenset({LearningEvent.OWNED})),
    (learner_name, frozenset({LearningEvent.DRILLED, LearningEvent.WEIGHED})),
)


class KindsAudit:
    """Whether each event is of a kind that its stream has; a stream is asked for once."""

    def __init__(self) -> None:
        self._kinds: dict[str, frozenset[str] | None] = {}

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with the place of an event."""
        if event.stream not in self._kinds:
            self._kinds[event.stream] = kinds_of(event.stream)
        kinds = self._kinds[event.stream]
        if kinds is None:
            yield "no such stream is written by the house"
        elif event.kind not in kinds:
            yield f"no event {event.kind!r} stands on such a stream"
        if event.postings and not _moves_money(event.stream):
            yield "money moves on a stream that has none"


def kinds_of(stream: str) -> frozenset[str] | None:
    """The kinds of event that a stream has; None for one that no part of the program writes."""
    if stream in _HOUSES:
        return _HOUSES[stream]
    for name_of, kinds in _NAMED:
        if is_person(name_of(stream)):  # the same letters
            return frozenset(kinds)
    return None


def _moves_money(stream: str) -> bool:
    return stream == HOUSE or bool(table_name(stream) or jackpot_name(stream))
