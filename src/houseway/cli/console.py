"""One console, made when something is printed for people."""

import json
import sys
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.games.strategy import Chart


@cache
def console() -> "Console":
    """Rich's console on standard output; in a pipe it prints plain text, 100 columns wide."""
    from rich.console import Console

    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, width=100, force_terminal=False, color_system=None)


def print_json(value: Any) -> None:
    """JSON for programs: one line in a pipe, indented on a terminal."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None) + "\n")


def print_charts(charts: "Iterable[Chart]") -> None:
    """Tables for people, each after an empty line, under its title if it has one."""
    from rich.table import Table

    for chart in charts:
        console().print(f"\n[bold]{chart.title}[/]" if chart.title else "")
        shown = Table(*chart.columns, box=None, padding=(0, 2, 0, 2))
        for row in chart.rows:
            shown.add_row(*row)
        console().print(shown)
