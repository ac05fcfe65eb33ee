"""Volatility: the index of a wager, and the bands that returns lie in after some rounds."""

import math
from collections.abc import Sequence
from typing import Final

from houseway.documents.content import Cell, Number, Picture, Table
from houseway.documents.numbers import MINUS, derived, percent
from houseway.documents.svg import RED, Axis, Line, plane

NORMAL_90: Final = 1.6448536269514722  # the two-sided quantile of the normal distribution
ROUNDS: Final = tuple(10**power for power in range(3, 8))
NOTE: Final = (
    "90% of returns lie in the band, by the normal approximation; where a rare line pays much, few rounds are not yet "
    "near the normal distribution, and the return is then mostly below its mean."
)


def volatility(deviation: float) -> Number:
    """The volatility index at 90%."""
    return derived(NORMAL_90 * deviation, lambda value: f"{value:,.4f}")


def band(edge: float, deviation: float, rounds: int) -> tuple[float, float]:
    """From where to where 90% of returns lie after this many rounds; nothing is returned below zero of a wager."""
    half = NORMAL_90 * deviation / math.sqrt(rounds)
    return 1 - edge - half, 1 - edge + half


def band_cell(edge: float, deviation: float, rounds: int) -> Number:
    """A band as a cell of a table; its value is the half width."""
    low, high = band(edge, deviation, rounds)
    return Number(text=f"{_short(low)} to {_short(high)}", value=high - 1 + edge)


def _short(share: float) -> str:
    return f"{100 * share:.2f}%".replace("-", MINUS)


def bands(title: str, wagers: Sequence[tuple[str, float, float]], command: str, head: str) -> Table:
    """The bands of some wagers: label, house edge and standard deviation of each."""
    rows: list[tuple[Cell, ...]] = [
        (label, *(band_cell(edge, deviation, rounds) for rounds in ROUNDS)) for label, edge, deviation in wagers
    ]
    columns = (head, *(f"{rounds:,} rounds" for rounds in ROUNDS))
    return Table(title=title, columns=columns, rows=tuple(rows), command=command, note=NOTE)


def funnel(title: str, edge: float, deviation: float, command: str) -> Picture:
    """How the band of returns narrows with the rounds."""
    rounds = [10 ** (3 + step / 8) for step in range(33)]
    shape = [(count, *band(edge, deviation, round(count))) for count in rounds]
    lines = [
        Line(label="90% of returns", points=[], band=shape),
        Line(label="return in the long run", points=[(count, 1 - edge) for count in rounds], color=RED, dashed=True),
    ]
    low, high = band(edge, deviation, 1000)
    return Picture(
        title=title,
        svg=plane(
            lines,
            Axis(title="rounds", words=lambda value: f"{value:,.0f}", logarithmic=True),
            Axis(title="return", words=lambda value: f"{100 * value:.0f}%"),
        ),
        alt=f"The return narrows from {percent(low)} to {percent(high)} at 1,000 rounds towards {percent(1 - edge)}.",
        command=command,
    )
