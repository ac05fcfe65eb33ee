"""The keys of the vault as the log names them: the one made with the house, then each change by two persons."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, select

from houseway.house.log.kinds import HouseEvent, SystemEvent
from houseway.house.log.log import Damaged
from houseway.house.log.names import HOUSE, SYSTEM
from houseway.house.log.payload import read_payload
from houseway.house.log.site_payloads import VaultKeyChanged, VaultKeyMade
from houseway.house.store.schema import events


def has_persons(connection: Connection) -> bool:
    """Whether the house has its first person."""
    added = (events.c.stream == HOUSE) & (events.c.kind == str(HouseEvent.PERSON_ADDED))
    return connection.execute(select(events.c.number).where(added).limit(1)).first() is not None


def key_name_problems(connection: Connection, keys: Sequence[str]) -> Iterator[Damaged]:
    """What is wrong with the list of keys, compared with the events that name them."""
    kinds = (str(SystemEvent.KEY_MADE), str(SystemEvent.KEY_CHANGED))
    rows = select(events.c.number, events.c.kind, events.c.data)
    rows = rows.where(events.c.stream == SYSTEM, events.c.kind.in_(kinds)).order_by(events.c.number)
    events_naming = [(number, _read(kind, text)) for number, kind, text in connection.execute(rows)]
    events_naming.sort(key=lambda one: not (isinstance(one[1], VaultKeyMade) and one[1].brought_over))
    named: list[str] = []
    for number, payload in events_naming:  # in an upgraded house this event names the first key, however late
        before, after = ("", payload.key) if isinstance(payload, VaultKeyMade) else (payload.before, payload.after)
        if (named[-1] if named else "") != before:
            yield Damaged("names a key that does not follow the last one", stream=SYSTEM, number=number)
        named.append(after)
    for key in keys:
        if key not in named:
            yield Damaged(f"no event names the key {key}", field="vault")
    if [key for key in keys if key in named] != named:
        yield Damaged("the keys are not those that the events name", field="vault")


def _read(kind: str, text: str) -> VaultKeyMade | VaultKeyChanged:
    """What an event says of keys; an unreadable event names no known key."""
    try:
        return read_payload(text, VaultKeyMade) if kind == VaultKeyMade.KIND else read_payload(text, VaultKeyChanged)
    except ValueError:
        return VaultKeyChanged(before="unreadable", after="unreadable", sealed=0, unopened=0, second="")
