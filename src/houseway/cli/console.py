"""One console, made when something is printed for people."""

import json
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


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
