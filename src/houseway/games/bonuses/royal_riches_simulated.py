"""Royal Riches, its envy and its jackpot in a simulation: one look-up leads from the lines of a hand to a cell.

`hands_made` takes a compiled kernel about 15 nanoseconds, so it needs no table of hands. What each of its 2^13 answers
pays under the chosen pay tables is in a table. A game's kernel looks up `hands_made(mask)` here for every seat and
calls `name_envy` for the whole table. In the row of envy a seat has a slot for every other seat.
"""

from fractions import Fraction
from typing import Final, NamedTuple

from houseway.games.bonuses.cells import NO_ACTION, Cells, cell_of, line_cells, look_up
from houseway.games.bonuses.royal_riches import ROYAL_WITH_KING_QUEEN, jackpot_lines
from houseway.games.game import Game
from houseway.games.letter.paytable import PayTable
from houseway.games.simulation.round_counter import NO_CELL, Trace
from houseway.games.simulation.round_counter import Cells as BlockCells
from houseway.games.simulation.simulation import Cell
from houseway.kernel import counter, inlined

ENVY: Final = "royal-riches envy"
MADE: Final = 2 * ROYAL_WITH_KING_QUEEN  # what `hands_made` answers is below it
NO_ENVY: Final = NO_CELL


class RichesCells(NamedTuple):
    """By the lines a hand makes: its cells of Royal Riches, of the jackpot, and of the envy it gives others (or -1).

    The table of a wager that is off has no meaning.
    """

    riches: Cells
    envy: Cells
    jackpot: Cells


def riches_rows(game: Game, *, dies: bool, jackpot_dies: bool) -> dict[str, list[Cell]]:
    """The rows of the wagers that are on; envy, in dollars, follows Royal Riches, and the others are in wagers.

    `dies` says that the operator's choice may make these wagers lose whatever the cards; the last cell then counts it.
    """
    rows = {}
    if "royal-riches" in game.offered:
        table = game.paytable("royal-riches")
        rows["royal-riches"] = [*line_cells(table), *[NO_ACTION] * dies]
        rows[ENVY] = [
            Cell(name=line, net=Fraction(cents, 100), staked=Fraction(0)) for line, cents in _envied(table).items()
        ]
    if "jackpot" in game.offered:
        rows["jackpot"] = [*line_cells(_jackpot(game)), *[NO_ACTION] * jackpot_dies]
    return rows


def riches_cells(game: Game) -> RichesCells:
    """The cells of every hand under the chosen pay tables."""
    table, jackpot = game.paytable("royal-riches"), _jackpot(game)
    envied = list(_envied(table))

    def envy(made: int) -> int:
        line = table.best_paying(made)
        return envied.index(table.lines[line]) if line >= 0 and table.lines[line] in envied else NO_ENVY

    return RichesCells(
        riches=look_up(range(MADE), lambda made: cell_of(table, table.best_paying(made))),
        envy=look_up(range(MADE), envy),
        jackpot=look_up(range(MADE), lambda made: cell_of(jackpot, jackpot.first_printed(jackpot_lines(made)))),
    )


def _jackpot(game: Game) -> PayTable:
    return game.paytable("jackpot", "jackpot-paytable")


def _envied(table: PayTable) -> dict[str, int]:
    """The lines that pay envy, in printed order, with its cents."""
    names = (table.lines[line] for line in table.printed)
    return {name: table.envy[name] for name in names if table.envy.get(name)}


@inlined
@counter
def name_envy(cells: BlockCells, row: int, number: int, trace: Trace, alive: int, gives: int) -> None:
    """Store the cells of envy in a round: each seat earns what the hand of every other seat gives.

    `alive` and `gives` are fields of the trace. A seat whose Royal Riches is not alive neither earns nor gives envy.
    Each seat is a different player with $5 or more on the wager. What a hand gives is a cell, or NO_ENVY.
    """
    slot = 0
    for earner in range(trace.shape[1]):
        for giver in range(trace.shape[1]):
            if giver != earner:
                both = trace[number, earner, alive] != 0 and trace[number, giver, alive] != 0
                cells[row, number, slot] = trace[number, giver, gives] if both else NO_ENVY
                slot += 1
