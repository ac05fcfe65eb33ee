"""A placard for the terminal: plain text, 80 columns."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from houseway.house.sheets.placard import PayBoard, Placard

WIDTH: Final = 80


def as_text(posted: Placard) -> str:
    """The placard as plain text."""
    return "\n".join(_lines(posted)) + "\n"


def _lines(posted: Placard) -> Iterator[str]:
    yield f"{posted.title.upper()}  table {posted.table}"
    yield from posted.head
    for notice in posted.notices:
        yield ""
        yield from _wrapped(f"NOTICE  {notice}")
    yield from _heading("Wagers")
    rows = [("", "least", "most", "steps of")]
    rows += [(one.label, one.minimum, one.maximum, one.step) for one in posted.wagers]
    yield from _columns(rows)
    for one in posted.wagers:
        yield from _wrapped(f"{one.label}: {one.about}.", indent=2)
        if one.aggregate:
            yield from _wrapped(one.aggregate_notice, indent=2)
    for board in posted.boards:
        yield from _board(board)
    if posted.boards:
        yield ""
        yield from _wrapped(posted.odds)
    if posted.jackpot:
        yield from _heading(f"{posted.jackpot.name}: {posted.jackpot.kind} jackpot")
        yield from _points((*posted.jackpot.disclosures, *posted.jackpot.facts))
    yield from _heading("At this table")
    yield from _points((*posted.rules, *posted.decisions))
    yield from _heading("Disputes")
    yield from _wrapped(posted.disputes, indent=2)
    yield from _heading("Employees")
    yield from _wrapped(posted.employees, indent=2)
    yield from _heading("Rules")
    yield from _wrapped(posted.available, indent=2)
    yield ""
    yield f"sheet {posted.sheet}"


def _board(board: PayBoard) -> Iterator[str]:
    wins = f": wins once in {board.once_in} hands" if board.once_in else ""
    yield from _heading(f"{board.label}, pay table {board.table}{wins}")
    yield from _columns(board.cells())
    if board.note:
        yield from _wrapped(f"({board.note})", indent=2)


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield text
    yield "-" * min(len(text), WIDTH)


def _wrapped(text: str, indent: int = 0) -> Iterator[str]:
    margin = " " * indent
    for paragraph in text.splitlines():
        yield from textwrap.wrap(paragraph, WIDTH, initial_indent=margin, subsequent_indent=margin) or [""]


def _points(points: Sequence[str]) -> Iterator[str]:
    for point in points:
        yield from textwrap.wrap(point, WIDTH, initial_indent="  - ", subsequent_indent="    ")


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows in columns, the first to the left, the others to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        first, *others = row
        cells = [first.ljust(widths[0]), *(one.rjust(width) for one, width in zip(others, widths[1:], strict=True))]
        yield ("  " + "  ".join(cells)).rstrip()
