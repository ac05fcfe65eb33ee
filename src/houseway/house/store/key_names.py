"""The keys of the vault as the log names them: the one made with the house, then each change by two persons."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from sqlalchemy import Connection, select

from houseway.house.log.kinds import HouseEvent, SystemEvent
from houseway.house.log.log import Damaged
from houseway.house.log.names import HOUSE, SYSTEM
from houseway.house.store.schema import events

BROUGHT_OVER: Final = "brought_over"  # marks the event that names the first key of a house made before events did


def has_persons(connection: Connection) -> bool:
    """Whether the house has its first person."""
    added = (events.c.stream == HOUSE) & (events.c.kind == str(HouseEvent.PERSON_ADDED))
    return connection.execute(select(events.c.number).where(added).limit(1)).first() is not None


def key_name_problems(connection: Connection, keys: Sequence[str]) -> Iterator[Damaged]:
    """What is wrong with the list of keys, held against the events that name them."""
    kinds = (str(SystemEvent.KEY_MADE), str(SystemEvent.KEY_CHANGED))
    rows = select(events.c.number, events.c.kind, events.c.data)
    rows = rows.where(events.c.stream == SYSTEM, events.c.kind.in_(kinds)).order_by(events.c.number)
    found = [(number, kind == SystemEvent.KEY_MADE, _read(text)) for number, kind, text in connection.execute(rows)]
    found.sort(key=lambda one: BROUGHT_OVER not in one[2])  # it names the first key, however late
    named: list[str] = []
    for number, made, data in found:
        if (named[-1] if named else "") != ("" if made else data.get("before")):
            yield Damaged("names a key that does not follow the last one", stream=SYSTEM, number=number)
        named.append(str(data.get("key" if made else "after")))
    for key in keys:
        if key not in named:
            yield Damaged(f"no event names the key {key}", field="vault")
    if [key for key in keys if key in named] != named:
        yield Damaged("the keys are not those that the events name", field="vault")


def _read(text: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except ValueError:  # what is wrong with it is told with its chain
        return {}
    return found if isinstance(found, dict) else {}
