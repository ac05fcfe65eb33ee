"""Which events are older than the two-person rules or this version, and whether a practice house was new.

The storage says where the streams stood when an older house was upgraded. It is believed only where that is possible: a
house that began with these rules has no older events, and no event after their first one is older.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from houseway.house.log.clock_corrections import ClockCorrections
from houseway.house.log.events import Event, Unreadable
from houseway.house.log.kinds import CorrectionEvent, DrawerEvent, HouseEvent, SystemEvent, TrayEvent
from houseway.house.log.log import Damaged, Head, Log
from houseway.house.log.names import HOUSE, SESSIONS, SIGN_INS, SITE, SYSTEM
from houseway.house.people.person_payloads import PERSON_CHANGES, PasswordSet, PersonAdded

# Kinds of event that no house had before these rules.
NEWER_KINDS: Final = frozenset(
    {*DrawerEvent, *TrayEvent, *CorrectionEvent, SystemEvent.KEY_MADE, SystemEvent.KEY_CHANGED, SystemEvent.CLOCK_SET}
)
_BEFORE_PLAY: Final = frozenset({HOUSE, SYSTEM, SITE, SESSIONS, SIGN_INS})  # streams that a new house may have


class Older(NamedTuple):
    """Up to which event each stream is older than the rules, where that is believed, and what is wrong with it."""

    numbers: Mapping[str, int]
    problems: tuple[Damaged, ...] = ()


def older_events(log: Log) -> Older:
    """What is older than the rules; nothing where the storage's claim is impossible."""
    heads = log.older_heads()
    problems = tuple(_problems(log, heads)) if heads else ()
    return Older({} if problems else {stream: head.number for stream, head in heads.items()}, problems)


def _problems(log: Log, heads: Mapping[str, Head]) -> Iterator[Damaged]:
    for stream, head in heads.items():
        event = _event(log, stream, head.number)
        if event is None or event.hash != head.hash:
            what = "was there when the house was upgraded, and is missing now"
            yield Damaged(what, stream=stream, number=head.number)
    first = _event(log, HOUSE, 1)
    stream = min(heads)
    if HOUSE not in heads:
        what = "is said to be older than the rules of the house, and the house itself is not"
        yield Damaged(what, stream=stream, number=heads[stream].number)
    elif _is_marked_first_start(first):
        yield Damaged("is said to be older than the rules that it began with", stream=HOUSE, number=1)
    else:
        yield from _later_problems(log, heads)


def _is_marked_first_start(first: Event | None) -> bool:
    """Whether the first event of a house is marked as these rules mark the first start."""
    if first is None or first.kind != PersonAdded.KIND:
        return False
    with suppress(Unreadable):  # another audit reports it
        return first.read(PersonAdded).first_start
    return False


def _later_problems(log: Log, heads: Mapping[str, Head]) -> Iterator[Damaged]:
    """Older events that are later than the first newer one; a clock that was behind has left its mark."""
    back = log.clock_corrections()
    newer = [one for stream in log.heads() if (one := _first_newer(log, stream, heads)) is not None]
    if not newer or any(one.clock for one in newer):
        return
    began = min(_time(back, one) for one in newer)
    for stream, head in heads.items():
        last = _event(log, stream, head.number)
        if last is not None and _time(back, last) > began:
            what = "is said to be older than the rules of the house, and is later than their first event"
            yield Damaged(what, stream=stream, number=head.number)


def _first_newer(log: Log, stream: str, heads: Mapping[str, Head]) -> Event | None:
    return _event(log, stream, heads[stream].number + 1 if stream in heads else 1)


def _event(log: Log, stream: str, number: int) -> Event | None:
    return next(iter(log.read(stream, number, number)), None)


def _time(back: ClockCorrections, event: Event) -> str:
    return back.time_of(event.stream, event.number, event.at)


# ---- what only this version writes


class ThisVersion:
    """Since when this version writes a log; what later events do as version 0.1 did it is a fault.

    It begins an incarnation of a log before it deals from it, and has first passwords changed. Every process reads
    these marks, whatever streams it audits, so that all agree.
    """

    def __init__(self, log: Log) -> None:
        self._back = log.clock_corrections()
        begun = (one for one in log.read(SYSTEM) if one.kind == SystemEvent.INCARNATION)
        self._since = next((_time(self._back, one) for one in begun), "")

    def follow(self, event: Event) -> None:
        """Look at an event of the house, in the order of time, for a mark of this version."""
        if event.kind not in PERSON_CHANGES:
            return
        at = _time(self._back, event)
        if self._since and self._since <= at:
            return
        with suppress(Unreadable):  # another audit reports it
            change = event.read(PERSON_CHANGES[event.kind])
            if isinstance(change, PersonAdded | PasswordSet) and change.must_change:
                self._since = at

    def wrote(self, event: Event) -> bool:
        """Whether an event is later than the first one that only this version writes."""
        return bool(self._since) and _time(self._back, event) > self._since


# ---- how a house began


def began_with_people(log: Log) -> bool:
    """Whether the first event of the house is its first person: then nobody has done anything before."""
    first = _event(log, HOUSE, 1)
    return first is not None and first.kind == HouseEvent.PERSON_ADDED


def late_practice(log: Log, declared: Event, money_since: str) -> bool:
    """Whether there were tables, jackpots or money when a house was declared one for practice."""
    if declared.number != 1 or (money_since and money_since < declared.at):
        return True
    others = (_event(log, stream, 1) for stream in log.heads() if stream not in _BEFORE_PLAY)
    return any(first is not None and first.at < declared.at for first in others)
