"""A simulation of a game: a kernel plays rounds and stores cells, and every cell has a net result.

A *row* is a wager by itself: `main`, which is all main wagers of a seat together, and then each bonus. A *cell* is one
possible result of a row: a decision and a result, or a line of a pay table. Rounds are counted by cell, with the sum
and the sum of squares of what all seats of a round win together on each row. These integers give means, errors and
distributions, and shards can be added in any order on any machine (see games/simulation/round_counter.py).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.games.game import Game
from houseway.games.pricing.strategy import Strategy
from houseway.games.round.round_record import PlainRecord

Counts = npt.NDArray[np.int64]

MAIN: Final = "main"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One possible result of a row: its net result and its stake, in units of the (first) wager."""

    name: str
    net: Fraction
    staked: Fraction = Fraction(1)
    decision: str = ""  # of the main row
    outcome: str = ""  # of the main row: win, lose, push, fold, surrender
    share: Fraction = Fraction(0)  # of a meter that is won besides the net
    prizes: int = 0  # `$` prizes that are won besides the net
    parts: Mapping[str, Fraction] = field(default_factory=dict)  # of the main row: the net of each of its wagers


@dataclass(frozen=True, kw_only=True)
class Played:
    """One round of a simulation: its record, and for each seat and row the cells that the kernel counted."""

    record: PlainRecord
    cells: Sequence[Mapping[str, Sequence[int]]]


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """A game that is prepared for simulation.

    `counter(first, count, seed, *arguments)` plays rounds `first` to `first + count - 1` and returns an array like
    `round_counter.new_tally`'s. `play(seed, number)` plays one of these rounds again, by the same kernel, and writes
    its record; `play_cards(deck, number)` does the same from the top of a given deck.
    """

    game: Game
    strategy: Strategy
    seats: int
    rows: Mapping[str, Sequence[Cell]]  # in the order of the kernel's rows, MAIN first
    counter: Callable[..., Counts]
    arguments: tuple[Any, ...]
    play: Callable[[int, int], Played]
    play_cards: Callable[[Sequence[int], int], Played]
    stream: int
    sessions: Callable[..., Counts] | None = None  # `session_counter(counter)`
    joint: Callable[..., Counts] | None = None  # `joint_counter(kernel)`
    with_stake_limit: Callable[[Fraction], object] | None = None  # see `stakes_beyond`

    @property
    def stakes_beyond(self) -> list[Fraction]:
        """The amounts that decisions may stake beyond the wagers before the deal, in first wagers, ascending.

        `with_stake_limit(most)` gives the lookups for a kernel that stakes no more than one of these amounts and plays
        as well as it can with that limit.
        """
        staked = {cell.staked for cell in self.rows[MAIN]}
        return sorted(one - min(staked) for one in staked)


def scales(rows: Mapping[str, Sequence[Cell]]) -> list[int]:
    """For each row, the factor that makes the nets of its cells whole numbers."""
    return [math.lcm(*(cell.net.denominator for cell in cells)) for cells in rows.values()]


def whole_nets(rows: Mapping[str, Sequence[Cell]]) -> Counts:
    """[row, cell]: the net of each cell, times the scale of its row."""
    nets = np.zeros((len(rows), max(map(len, rows.values()))), np.int64)
    for row, (cells, scale) in enumerate(zip(rows.values(), scales(rows), strict=True)):
        nets[row, : len(cells)] = [int(cell.net * scale) for cell in cells]
    return nets
