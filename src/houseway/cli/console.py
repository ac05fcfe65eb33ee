"""One console, made when something is printed for people: words are wrapped, and nothing is ever cut off."""

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.games.pricing.strategy import Chart

PIPE_WIDTH: Final = 100
GAP: Final = 2  # columns between two of a table
LEAST_WIDTH: Final = 20


def console() -> "Console":
    """Rich's console on standard output; in a pipe it prints plain text, as wide as COLUMNS says or 100 columns."""
    return _console(sys.stdout.isatty(), os.environ.get("COLUMNS", ""))


@cache
def _console(terminal: bool, columns: str) -> "Console":
    from rich.console import Console

    class Uncut(Console):
        """A console that wraps between words alone: a number that is wider than the screen stays whole."""

        def print(self, *objects: Any, **options: Any) -> None:
            super().print(*objects, **{"overflow": "ignore", "crop": False, **options})

        def on_broken_pipe(self) -> None:
            """End quietly when the reader has closed the pipe; rich would exit as if that were an error."""
            raise BrokenPipeError

    width = int(columns) if columns.isascii() and columns.isdigit() and int(columns) > 0 else None
    if terminal:
        return Uncut(highlight=False, width=width)
    return Uncut(highlight=False, width=width or PIPE_WIDTH, force_terminal=False, color_system=None)


def marks_text(marks: Mapping[str, str]) -> str:
    """The marks of an answer after the name of its game, for the console: a name such as `[x]` is printed literally."""
    from rich.markup import escape

    from houseway.tabular import marks_in_words

    return escape(marks_in_words(marks))


def print_json(value: Any) -> None:
    """JSON for programs: one line in a pipe, indented on a terminal."""
    indent = 2 if sys.stdout.isatty() else None
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=indent, default=_plain) + "\n")


def _plain(value: object) -> object:
    """A struct as a plain object."""
    import msgspec

    return msgspec.to_builtins(value)


def print_charts(charts: "Iterable[Chart]") -> None:
    """Tables for people, each after an empty line, under its title and over its legend if it has them."""
    for chart in charts:
        console().print(f"\n[bold]{chart.title}[/]" if chart.title else "")
        print_table(chart.columns, chart.rows)
        if chart.legend:
            console().print(f"  [dim]{chart.legend}[/]")


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table whose cells stay whole: where it is too wide, its columns stand in several tables below each other."""
    from rich.markup import escape

    widths = [max(_width(row[place]) for row in (columns, *rows)) for place in range(len(columns))]
    room = max(LEAST_WIDTH, console().width) - GAP - widths[0]
    for number, places in enumerate(_parts(widths[1:], room)):
        if number:
            console().print("")
        shown = [0, *places]
        for row in (columns, *rows):
            cells = [str(row[place]) for place in shown]
            padded = [cell + " " * (widths[place] - _width(cell)) for place, cell in zip(shown, cells, strict=True)]
            line = " " * GAP + (" " * GAP).join(padded).rstrip()
            style = "bold" if row is columns else None
            console().print(escape(line), style=style, soft_wrap=True)


def print_entries(rows: "Iterable[Sequence[str]]", *, names: int = 1) -> None:
    """Rows without a head: the first columns, which name things, stay whole, and the others wrap between words."""
    from rich.table import Table

    lines = [list(row) for row in rows]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for place in range(len(lines[0]) if lines else 0):
        if place < names:
            table.add_column(no_wrap=True, min_width=max(_width(row[place]) for row in lines))
        else:
            table.add_column(overflow="fold")
    for row in lines:
        table.add_row(*row)
    console().print(table)


def _parts(widths: Sequence[int], room: int) -> list[list[int]]:
    """The columns after the first, in runs that fit into the room; a column that fits nowhere stands alone."""
    runs: list[list[int]] = [[]]
    left = room
    for place, width in enumerate(widths, start=1):
        if runs[-1] and width + GAP > left:
            runs.append([])
            left = room
        runs[-1].append(place)
        left -= width + GAP
    return runs


def _width(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(str(text))
