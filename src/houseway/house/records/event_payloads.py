"""Every kind of event of the house: the streams that have it, and its payload."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from houseway.errors import InvalidInput
from houseway.house.jackpots.catalogue import JACKPOT_ACTS
from houseway.house.log.events import Event, is_person
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
from houseway.house.log.payload import Payload
from houseway.house.log.site_payloads import INCIDENT_PAYLOADS, SITE_PAYLOADS, SYSTEM_PAYLOADS
from houseway.house.people.payloads import CAGE_PAYLOADS
from houseway.house.people.person_payloads import (
    LEARNING_PAYLOADS,
    PERSON_PAYLOADS,
    PRACTICE_PAYLOADS,
    SESSION_PAYLOADS,
    SIGN_IN_PAYLOADS,
)
from houseway.house.tables.catalogue import TABLE_ACTS

Payloads = Mapping[str, type[Payload]]  # by kind of event

# Streams that a house has one of, and those of which it has one for each name.
ONE_EACH: Final[Mapping[str, Payloads]] = {
    HOUSE: {**PERSON_PAYLOADS, **CAGE_PAYLOADS},
    SITE: SITE_PAYLOADS,
    INCIDENTS: INCIDENT_PAYLOADS,
    SYSTEM: SYSTEM_PAYLOADS,
    SIGN_INS: SIGN_IN_PAYLOADS,
    SESSIONS: SESSION_PAYLOADS,
}
BY_NAME: Final[Sequence[tuple[Callable[[str], str], Payloads]]] = (
    (table_name, TABLE_ACTS.payloads),
    (jackpot_name, JACKPOT_ACTS.payloads),
    (practice_table_name, PRACTICE_PAYLOADS),
    (learner_name, LEARNING_PAYLOADS),
)


def stream_payloads(stream: str) -> Payloads | None:
    """The payloads of a stream, by kind of event; None for a stream that no part of the program writes."""
    if stream in ONE_EACH:
        return ONE_EACH[stream]
    return next((payloads for name_of, payloads in BY_NAME if is_person(name_of(stream))), None)  # the same letters


def payload_type(stream: str, kind: str) -> type[Payload] | None:
    """The payload of this kind of event on this stream; None if the stream has no such event."""
    return (stream_payloads(stream) or {}).get(kind)


def read_event(event: Event) -> Payload:
    """The payload of an event, decoded once; raises if its stream has no such event, or it holds something else."""
    payload = payload_type(event.stream, event.kind)
    if payload is None:
        raise InvalidInput(f"no event {event.kind!r} stands on such a stream", field=f"{event.stream} {event.number}")
    return event.read(payload)
