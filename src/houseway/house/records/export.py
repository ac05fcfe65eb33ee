"""Exports of the log: JSON Lines for programs, CSV for spreadsheets."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from houseway.errors import InvalidInput, shown
from houseway.house.log.events import Event
from houseway.house.log.ledger import format_units
from houseway.house.log.log import Log

FORMATS: Final = ("jsonl", "csv")
KINDS: Final = ("events", "postings", "balances")

Ends = Mapping[str, int | None]  # streams, and up to which event each is written out

_COLUMNS: Final = {
    "events": ("stream", "number", "kind", "at", "by", "data", "request", "part", "previous", "hash"),
    "postings": ("stream", "number", "kind", "at", "line", "account", "amount"),
    "balances": ("account", "amount"),
}


def export(
    log: Log, what: str = "events", form: str = "jsonl", streams: Sequence[str] = (), *, open_rounds: bool = True
) -> Iterator[str]:
    """The lines of an export, as the log stands at this moment; of some streams, or of all.

    An event in JSON Lines is its canonical form with the hash at its end: SHA-256 of the line without `,"hash":"..."`
    is that hash. Amounts are in dollars. Secrets are never exported. Without open rounds, a table's stream ends before
    the deal of a round that is not over: a decision in it may name cards that others must not know yet.
    """
    if what not in KINDS:
        raise InvalidInput(f"{shown(what)} is not one of {', '.join(KINDS)}", field="what")
    if form not in FORMATS:
        raise InvalidInput(f"{shown(form)} is not one of {', '.join(FORMATS)}", field="format")
    with log.consistent_view() as view:
        known = view.streams()
        for stream in streams:
            if stream not in known:
                raise InvalidInput("no such stream", field=stream)
        last = {} if open_rounds else {stream: _before_open_round(view, stream) for stream in streams or known}
        yield from _lines(view, what, form, {stream: last.get(stream) for stream in streams or known})


def _lines(log: Log, what: str, form: str, streams: Ends) -> Iterator[str]:
    columns = _COLUMNS[what]
    if form == "csv":
        yield _separated(columns)
        yield from map(_separated, _rows(log, what, streams))
    elif what == "events":
        yield from (f'{event.form[:-1]},"hash":"{event.hash}"}}\n' for event in _events(log, streams))
    else:
        yield from (json.dumps(dict(zip(columns, row, strict=True))) + "\n" for row in _rows(log, what, streams))


def _rows(log: Log, what: str, streams: Ends) -> Iterator[tuple[object, ...]]:
    if what == "balances":
        yield from ((account, format_units(amount)) for account, amount in log.balances().items())
        return
    for event in _events(log, streams):
        if what == "events":
            yield (*_place(event), event.by, event.text, event.request, event.part, event.previous, event.hash)
            continue
        for line, (account, amount) in enumerate(event.postings):
            yield (*_place(event), line, account, format_units(amount))


def _events(log: Log, streams: Ends) -> Iterator[Event]:
    for stream, last in streams.items():
        yield from log.read(stream, 1, last)


def _before_open_round(log: Log, stream: str) -> int | None:
    """The last event before the deal of a round that is not over; None where all may be read."""
    dealt = log.last(stream, "dealt") if stream.startswith("table/") else None
    if dealt is None:
        return None
    end = log.last(stream, "settled", "voided")
    return None if end is not None and end.number > dealt.number else dealt.number - 1


def _place(event: Event) -> tuple[str, int, str, str]:
    return event.stream, event.number, event.kind, event.at


def _separated(values: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()
