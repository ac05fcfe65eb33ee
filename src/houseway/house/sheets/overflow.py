"""Overflow above a cap goes from jackpot to jackpot, and never back to where it came from (R9).

In a ring of meters money would go round without ever being won, so the expected diverted money would be infinite.
"""

from collections.abc import Callable


def overflow_ring(start: str, into: Callable[[str], str]) -> tuple[str, ...]:
    """The jackpots through which the overflow of `start` comes back to it; empty if it does not come back.

    `into` names the jackpot that takes the overflow of one, or nothing.
    """
    names = [start]
    while (name := into(names[-1])) and name not in names:
        names.append(name)
    return (*names, name) if name == start else ()


def ring_text(names: tuple[str, ...]) -> str:
    """A ring in words."""
    return f"overflow goes in a ring, {' into '.join(names)}"
