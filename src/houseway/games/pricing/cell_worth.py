"""What each decision is worth in the cells of a chart, from the same counts that the best play is solved by."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

PREFIX: Final = "cell_"  # of the arrays of a strategy that only price the cells of its charts: nobody plays by them


@dataclass(frozen=True, slots=True, kw_only=True)
class CellWorth:
    """What each decision is worth to the hands of a cell, or to one kind of them, in first wagers."""

    row: int
    column: int
    hands: str = ""  # which of the cell's hands; empty for all of them
    values: Mapping[str, Fraction | float]  # by decision that is legal for them, the one that stakes least first


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartWorth:
    """The cells of a chart whose decisions are priced."""

    chart: str  # its title
    mean_of: str  # over what a value is the mean
    cells: tuple[CellWorth, ...]
