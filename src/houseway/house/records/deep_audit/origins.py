"""The deep audit of origins: who may be named by an event that no act of the catalogue appends.

Every event is known by an act, or follows from one, or is written by the program itself. An event of the last two kinds
has a line in `FOLLOWS`, which says whom it may name. The audit reports any other event.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from houseway.house.log.events import Event
from houseway.house.log.kinds import (
    HouseEvent,
    JackpotEvent,
    LearningEvent,
    SessionEvent,
    SystemEvent,
    TableEvent,
    TrayEvent,
)
from houseway.house.log.names import (
    HOUSE,
    SESSIONS,
    SYSTEM,
    jackpot_name,
    learner_name,
    practice_table_name,
    table_name,
)
from houseway.house.office.site import SITE_ACTS
from houseway.house.people.person_payloads import InvitationRenewed, LoggedIn, PinAccepted, TableOwned
from houseway.house.people.rights import DEAL, Right
from houseway.house.people.roster import Roster
from houseway.house.records.deep_audit.step import RuleViolation
from houseway.house.tables.device_events import DealerRead, DeviceBack, DeviceLost, WagersSensed


class Origin(NamedTuple):
    """An event, and the house in which it happened, as it stood then."""

    event: Event
    roster: Roster
    is_practice: bool


def _nobody(origin: Origin) -> None:
    if origin.event.by:
        raise RuleViolation(f"the program writes it, and it names {origin.event.by}")


def _somebody(origin: Origin) -> None:
    """Version 0.1 named nobody there."""
    if origin.event.by and origin.event.by not in origin.roster.persons:
        raise RuleViolation(f"there is no {origin.event.by}")


def _own_log_in(origin: Origin) -> None:
    event, person = origin.event, origin.roster.persons.get(origin.event.by)
    if event.by != event.read(LoggedIn).name or person is None or person.disabled:
        raise RuleViolation(f"{event.read(LoggedIn).name} could not log in then")


def _own_pin(origin: Origin) -> None:
    event, person = origin.event, origin.roster.persons.get(origin.event.by)
    if event.by != event.read(PinAccepted).name or person is None or person.disabled:
        raise RuleViolation(f"{event.read(PinAccepted).name} could not take over then")


def _own_session(origin: Origin) -> None:
    if not origin.event.by:
        raise RuleViolation("it does not say whose session it is")


def _own_practice_table(origin: Origin) -> None:
    owner = origin.event.read(TableOwned).person
    if not origin.is_practice:
        raise RuleViolation("the house is not for practice, and has no practice tables")
    if origin.event.by != owner or origin.event.number != 1:
        raise RuleViolation(f"{origin.event.by or 'nobody'} made it a table of {owner}")


def _own_invitation(origin: Origin) -> None:
    event = origin.event
    if not origin.is_practice or event.number == 1 or event.by != event.read(InvitationRenewed).person:
        raise RuleViolation("only the owner of a practice table renews its invitation")


def _own_learning(origin: Origin) -> None:
    _nobody(origin)
    learner = learner_name(origin.event.stream)
    if not origin.is_practice and learner not in origin.roster.persons:
        raise RuleViolation(f"there is no {learner}")


def _holder_of(right: Right) -> "OriginRule":
    def require(origin: Origin) -> None:
        if origin.event.by or not origin.is_practice:  # in a practice house the program does what staff do elsewhere
            origin.roster.permit_first(right, origin.event.by)

    return require


OriginRule = Callable[[Origin], None]
_SYSTEM_KINDS: Final = frozenset(SystemEvent) - {SystemEvent.CLOCK_SET, SystemEvent.KEY_CHANGED}

FOLLOWS: Final[Mapping[str, Mapping[str, OriginRule]]] = {
    HOUSE: {
        HouseEvent.LOGGED_IN: _own_log_in,
        HouseEvent.LOG_IN_FAILED: _nobody,
        HouseEvent.LOG_IN_LOCKED: _nobody,
        HouseEvent.PIN_FAILED: _nobody,
        HouseEvent.PIN_ACCEPTED: _own_pin,
    },
    SYSTEM: {**dict.fromkeys(_SYSTEM_KINDS, _nobody), SystemEvent.INCARNATION: _somebody},
    SESSIONS: {
        SessionEvent.KEY_MADE: _nobody,
        SessionEvent.STARTED: _own_session,
        SessionEvent.USED: _own_session,
        SessionEvent.ENDED: _own_session,
    },
    "table": {
        **dict.fromkeys(
            (
                TableEvent.COMMITTED,
                TableEvent.REVEALED,
                TableEvent.SETTLED,
                TableEvent.HELD,
                TableEvent.DEALT,
                TableEvent.RESTORED,
                WagersSensed.KIND,
                DealerRead.KIND,
                DeviceLost.KIND,
                DeviceBack.KIND,
            ),
            _nobody,
        ),
        TrayEvent.MOVED: _holder_of(DEAL),
        TableEvent.DISABLED: _holder_of(SITE_ACTS.acts["disable"].right),
        TableEvent.ENABLED: _holder_of(SITE_ACTS.acts["enable"].right),
    },
    "jackpot": dict.fromkeys(
        (
            JackpotEvent.LINKED,
            JackpotEvent.UNLINKED,
            JackpotEvent.CONTRIBUTED,
            JackpotEvent.REVERSED,
            JackpotEvent.AWARDED,
            JackpotEvent.FED,
            JackpotEvent.RECEIVED,
        ),
        _nobody,
    ),
    "practice": {LearningEvent.OWNED: _own_practice_table, LearningEvent.RENEWED: _own_invitation},
    "learning": dict.fromkeys((LearningEvent.WEIGHED, LearningEvent.DRILLED, LearningEvent.PLAYED), _own_learning),
}
_BY_NAME: Final = {
    "table": table_name,
    "jackpot": jackpot_name,
    "practice": practice_table_name,
    "learning": learner_name,
}


def origin_rule(stream: str, kind: str) -> OriginRule | None:
    """The rule for an event that is no act of its own; None where no such event is written."""
    place = stream if stream in FOLLOWS else next((one for one, name_of in _BY_NAME.items() if name_of(stream)), "")
    return FOLLOWS.get(place, {}).get(kind)


def require_origin(origin: Origin) -> None:
    """Raise where an event follows from nothing that the house does, or names somebody whom it cannot name."""
    rule = origin_rule(origin.event.stream, origin.event.kind)
    if rule is None:
        raise RuleViolation("no act appends such an event, and it follows from none")
    rule(origin)
