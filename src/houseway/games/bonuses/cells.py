"""The cells of a bonus wager in a simulation: one for each line of its pay table, then the loss."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.letter.paytable import Pay, PayTable
from houseway.games.pricing.price import Outcome, lines_of
from houseway.games.simulation.simulation import Cell

Cells = npt.NDArray[np.int8]

LOSE: Final = Cell(name="lose", net=Fraction(-1))
NO_ACTION: Final = Cell(name="no action", net=Fraction(-1))  # lost whatever the cards, by the choice of the operator


def line_cells(table: PayTable) -> list[Cell]:
    """A cell for each line in printed order, then the loss; a net leaves out shares of a meter and `$` prizes."""
    return [*(cell_won(name, [(name, pay)]) for name, pay in lines_of(table).items()), LOSE]


def cell_won(name: str, lines: Sequence[tuple[str, Pay]]) -> Cell:
    """The cell of several lines that are paid together."""
    won = Outcome(1, tuple(lines))
    return Cell(name=name, net=won.net, share=won.share, prizes=won.prizes)


def cell_of(table: PayTable, line: int) -> int:
    """The cell of a line number of the rules; the loss for no line, and for a line that is not printed."""
    return table.printed.index(line) if line in table.printed else len(table.printed)


def look_up(made: Iterable[int], cell: Callable[[int], int]) -> Cells:
    """A table of the cells of the numbers from 0 on, for kernels."""
    return np.array([cell(number) for number in made], np.int8)
