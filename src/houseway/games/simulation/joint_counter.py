"""Counts, round by round, the joint outcomes of all wagers of a seat, and of the wagers of two seats at one table.

An outcome of a seat is a cell of each of its rows. It has its own place, in a mixed base of the numbers of cells. For
two seats every row of the first is counted beside every row of the second.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from houseway.cards.deals import deal_deck_rounds, deal_rounds
from houseway.games.simulation.round_counter import (
    BLOCK,
    Block,
    Cells,
    Counting,
    Deal,
    Kernel,
    new_cards,
    new_cells,
    new_trace,
    play_rounds,
)
from houseway.games.simulation.simulation import Cell, Counts
from houseway.kernel import counter, specialize

JointCounts = Mapping[tuple[str, ...], Counts]  # by wagers that are counted together: deals by place

NO_PLACE: Final = -1  # of a row in which nothing is staked


class JointPlaces(NamedTuple):
    """The places of outcomes: first those of the first seat, then those of its rows beside another seat's rows."""

    steps: Counts  # by row: how far apart its cells are, NO_PLACE for a row without a stake
    pairs: Counts  # by row of the first seat and row of the second: where their cells start
    cells: Counts  # by row: how many
    outcomes: int
    size: int


def joint_places(rows: Mapping[str, Sequence[Cell]]) -> JointPlaces:
    """Places for the outcomes of all rows in which something is staked."""
    cells = [len(row) for row in rows.values()]
    steps, outcomes = np.full(len(cells), NO_PLACE), 1
    for number, row in reversed(list(enumerate(rows.values()))):
        if is_staked(row):
            steps[number], outcomes = outcomes, outcomes * len(row)
    pairs, size = np.full((len(cells), len(cells)), NO_PLACE), outcomes
    for one, other in np.argwhere((steps[:, None] >= 0) & (steps >= 0)).tolist():
        pairs[one, other], size = size, size + cells[one] * cells[other]
    return JointPlaces(steps, pairs, np.array(cells), outcomes, size)


def is_staked(row: Sequence[Cell]) -> bool:
    """Whether a row is a wager; envy is not, because it comes without one."""
    return any(cell.staked for cell in row)


def wager_rows(rows: Mapping[str, Sequence[Cell]]) -> dict[str, Sequence[Cell]]:
    """The rows in which something is staked."""
    return {name: cells for name, cells in rows.items() if is_staked(cells)}


@counter
def count_joint_cells(tally: Counts, places: JointPlaces, cells: Cells, seats: int, rounds: int) -> None:
    """Count the outcomes of some rounds: those of the first seat, and those of its rows beside the second seat's."""
    rows = len(places.steps)
    for number in range(rounds):
        place = 0
        for row in range(rows):
            if places.steps[row] >= 0:
                place += places.steps[row] * cells[row, number, 0]
        tally[place] += 1
        if seats > 1:
            for row in range(rows):
                for other in range(rows):
                    if places.pairs[row, other] >= 0:
                        cell = cells[row, number, 0] * places.cells[other] + cells[other, number, 1]
                        tally[places.pairs[row, other] + cell] += 1


def count_joint(
    first: int, count: int, seed: int, deal: Deal, counting: Counting, lookups: object, places: JointPlaces
) -> Counts:
    """Play rounds `first` to `first + count - 1` and count their outcomes by place."""
    tally, size = np.zeros(places.size, np.int64), min(count, BLOCK)
    cards, cells, trace = new_cards(deal, size), new_cells(counting, size), new_trace(counting, size)
    for start in range(first, first + count, BLOCK):
        rounds = min(BLOCK, first + count - start)
        deal_rounds(cards, deal.deck, deal.size, deal.cards, seed, deal.stream, start, rounds)
        play_rounds(Block(rounds, start, seed, deal, cards), lookups, cells, trace)
        count_joint_cells(tally, places, cells, counting.seats, rounds)
    return tally


def joint_counter(kernel: Kernel, block: int = BLOCK, *, shoe: bool = False) -> Callable[..., Counts]:
    """The counter of a game's joint outcomes; the kernel's module must name it `count_joint`."""
    dealt = deal_rounds if shoe else deal_deck_rounds
    return specialize(count_joint, kernel, play_rounds=kernel, deal_rounds=dealt, BLOCK=block)
