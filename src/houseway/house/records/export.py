"""The log written out: JSON Lines for programs, CSV for spreadsheets."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Final

from houseway.errors import InvalidInput, shown
from houseway.house.events import Event
from houseway.house.ledger import format_units
from houseway.house.log import Log

FORMATS: Final = ("jsonl", "csv")
KINDS: Final = ("events", "postings", "balances")

_COLUMNS: Final = {
    "events": ("stream", "number", "kind", "at", "by", "data", "request", "part", "previous", "hash"),
    "postings": ("stream", "number", "kind", "at", "line", "account", "amount"),
    "balances": ("account", "amount"),
}


def export(log: Log, what: str = "events", form: str = "jsonl", streams: Sequence[str] = ()) -> Iterator[str]:
    """The lines of an export, as the log stands at this moment; of some streams, or of all.

    An event in JSON Lines is its canonical form with the hash at its end: SHA-256 of the line without `,"hash":"..."`
    is that hash. Amounts are in dollars. Secrets are never exported.
    """
    if what not in KINDS:
        raise InvalidInput(f"{shown(what)} is not one of {', '.join(KINDS)}", field="what")
    if form not in FORMATS:
        raise InvalidInput(f"{shown(form)} is not one of {', '.join(FORMATS)}", field="format")
    with log.still() as still:
        known = still.streams()
        for stream in streams:
            if stream not in known:
                raise InvalidInput("no such stream", field=stream)
        yield from _lines(still, what, form, streams or known)


def _lines(log: Log, what: str, form: str, streams: Sequence[str]) -> Iterator[str]:
    columns = _COLUMNS[what]
    if form == "csv":
        yield _separated(columns)
        yield from map(_separated, _rows(log, what, streams))
    elif what == "events":
        yield from (f'{event.form[:-1]},"hash":"{event.hash}"}}\n' for event in _events(log, streams))
    else:
        yield from (json.dumps(dict(zip(columns, row, strict=True))) + "\n" for row in _rows(log, what, streams))


def _rows(log: Log, what: str, streams: Sequence[str]) -> Iterator[tuple[object, ...]]:
    if what == "balances":
        yield from ((account, format_units(amount)) for account, amount in log.balances().items())
        return
    for event in _events(log, streams):
        if what == "events":
            yield (*_place(event), event.by, event.text, event.request, event.part, event.previous, event.hash)
            continue
        for line, (account, amount) in enumerate(event.postings):
            yield (*_place(event), line, account, format_units(amount))


def _events(log: Log, streams: Sequence[str]) -> Iterator[Event]:
    for stream in streams:
        yield from log.read(stream)


def _place(event: Event) -> tuple[str, int, str, str]:
    return event.stream, event.number, event.kind, event.at


def _separated(values: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()
