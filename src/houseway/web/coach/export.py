"""Somebody's own data as files: rounds as records that `houseway settle` reads, and decisions with what they cost.

Rows are read page by page while they are sent. About other people a record has what lay on the table, and no name.
"""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from houseway.house.log.events import Event
from houseway.house.log.log import Log
from houseway.house.log.names import learning_stream, table_stream
from houseway.house.people.person_payloads import DecisionWeighed, RoundPlayed
from houseway.house.tables.payloads import Settled

ExportName = Literal["rounds.jsonl", "rounds.csv", "decisions.jsonl", "decisions.csv"]
ROWS: Final = 200  # that are sent at once
_ROUND: Final = ("at", "round", "game", "seat", "staked", "returned", "net", "purse", "decisions")
_DECISION: Final = ("at", "round", "game", "decision", "best", "cost", "loss")

Row = Callable[[Event], bytes]


def export(log: Log, person: str, name: ExportName) -> Iterator[bytes]:
    """A file of somebody's own, in parts."""
    payload = RoundPlayed if name.startswith("rounds") else DecisionWeighed
    rows: dict[str, Row] = {
        "rounds.jsonl": lambda event: _round_line(log, event),
        "rounds.csv": lambda event: _csv_line([event.at, *_values(event.read(RoundPlayed), _ROUND)]),
        "decisions.jsonl": _decision_line,
        "decisions.csv": lambda event: _csv_line([event.at, *_values(event.read(DecisionWeighed), _DECISION)]),
    }
    part = [_csv_line(_ROUND if payload is RoundPlayed else _DECISION)] if name.endswith(".csv") else []
    for event in log.read_kinds(learning_stream(person), [payload.KIND]):
        part.append(rows[name](event))
        if len(part) >= ROWS:
            yield b"".join(part)
            part = []
    yield b"".join(part)


def _values(payload: RoundPlayed | DecisionWeighed, names: Sequence[str]) -> list[object]:
    return [getattr(payload, name) for name in names[1:]]


def _csv_line(values: Sequence[object]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(values)
    return line.getvalue().encode()


def _round_line(log: Log, event: Event) -> bytes:
    """The record of a round, in which only your own seat has a name, and its result."""
    played = event.read(RoundPlayed)
    table, _, _ = played.round.rpartition("/")
    (end,) = log.read(table_stream(table), played.number, played.number)
    record = end.read(Settled).record
    seats = [one if one.seat == played.seat else replace(one, player=UNSET) for one in record.seats]
    meta = {"at": event.at, "round": played.round, "seat": played.seat, "staked": played.staked, "net": played.net}
    return msgspec.json.encode(replace(record, seats=seats, meta=meta)) + b"\n"


def _decision_line(event: Event) -> bytes:
    return msgspec.json.encode({"at": event.at, **msgspec.to_builtins(event.read(DecisionWeighed))}) + b"\n"
