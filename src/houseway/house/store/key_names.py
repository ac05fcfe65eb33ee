"""The keys of the vault as the log names them: the one made with the house, then each change by two persons."""

import json
from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, select

from houseway.house.log.kinds import HouseEvent, SystemEvent
from houseway.house.log.log import Damaged
from houseway.house.log.names import HOUSE, SYSTEM
from houseway.house.store.schema import events


def has_persons(connection: Connection) -> bool:
    """Whether the house has its first person."""
    added = (events.c.stream == HOUSE) & (events.c.kind == str(HouseEvent.PERSON_ADDED))
    return connection.execute(select(events.c.number).where(added).limit(1)).first() is not None


def key_name_problems(connection: Connection, keys: Sequence[str]) -> Iterator[Damaged]:
    """What is wrong with the list of keys, held against the events that name them."""
    kinds = (str(SystemEvent.KEY_MADE), str(SystemEvent.KEY_CHANGED))
    rows = select(events.c.number, events.c.kind, events.c.data)
    rows = rows.where(events.c.stream == SYSTEM, events.c.kind.in_(kinds)).order_by(events.c.number)
    named: list[str] = []
    for number, kind, text in connection.execute(rows):
        data = _read(text)
        last, made = (named[-1] if named else ""), kind == SystemEvent.KEY_MADE
        if last != ("" if made else data.get("before")):
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
