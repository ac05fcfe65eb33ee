"""What a simulation of a game is: rounds played by a kernel that counts cells, and what each cell comes to.

A *row* is a wager that is looked at by itself: `main`, which is all main wagers of a seat together, then each bonus.
A *cell* is what can become of it: a decision and a result, or a line of a pay table. The kernel counts cells, and adds
up what the seats of a round win on each row together, and its square: that is all that means, errors and distributions
need, in integers, so that shards can be played in any order and anywhere.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.games.game import Game
from houseway.games.strategy import Strategy
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

MAIN: Final = "main"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What becomes of a row: its net result and what is staked, in units of the (first) wager."""

    name: str
    net: Fraction
    staked: Fraction = Fraction(1)
    decision: str = ""  # of the main row
    outcome: str = ""  # of the main row: win, lose, push, fold, surrender


@dataclass(frozen=True, kw_only=True)
class Played:
    """One round of a simulation: its record, and for each seat and row the cells that the kernel counted."""

    record: dict[str, Any]
    cells: Sequence[Mapping[str, Sequence[int]]]


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """A game made ready to be simulated.

    `counter(first, count, seed, *arguments)` plays rounds `first` to `first + count - 1` and answers with an array
    like `new_tally`'s. `play(seed, number)` plays one of these rounds again, by the same kernel, and writes its record.
    """

    game: Game
    strategy: Strategy
    seats: int
    rows: Mapping[str, Sequence[Cell]]  # in the order of the kernel's rows, MAIN first
    counter: Callable[..., Counts]
    arguments: tuple[Any, ...]
    play: Callable[[int, int], Played]
    stream: int = 0


def scales(rows: Mapping[str, Sequence[Cell]]) -> list[int]:
    """For each row what makes the nets of its cells whole."""
    return [math.lcm(*(cell.net.denominator for cell in cells)) for cells in rows.values()]


def whole_nets(rows: Mapping[str, Sequence[Cell]]) -> Counts:
    """[row, cell]: the net of each cell, times the scale of its row."""
    nets = np.zeros((len(rows), max(map(len, rows.values()))), np.int64)
    for row, (cells, scale) in enumerate(zip(rows.values(), scales(rows), strict=True)):
        nets[row, : len(cells)] = [int(cell.net * scale) for cell in cells]
    return nets


@counter
def new_tally(nets: Counts) -> Counts:
    """[row]: how often each cell came; then the sum of the rounds' totals, then of their squares."""
    rows, cells = nets.shape
    return np.zeros((rows, cells + 2), np.int64)


@counter
def note(tally: Counts, totals: Counts, nets: Counts, row: int, cell: int) -> None:
    """Count a cell of a seat; `totals` are those of the round so far."""
    tally[row, cell] += 1
    totals[row] += nets[row, cell]


@counter
def close_round(tally: Counts, totals: Counts) -> None:
    """Add a round's totals, all seats together, and clear them."""
    cells = tally.shape[1] - 2
    for row in range(len(totals)):
        tally[row, cells] += totals[row]
        tally[row, cells + 1] += totals[row] * totals[row]
        totals[row] = 0
