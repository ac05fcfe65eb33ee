"""What can become of the wagers of a seat, as cells that the simulation counts."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from houseway.games.down_under_blackjack.exact.bonuses import ENDLESS, count_progressive
from houseway.games.down_under_blackjack.exact.main_game import DECISIONS
from houseway.games.down_under_blackjack.exact.play_out import DOUBLE, HIT, SPLIT, STAND
from houseway.games.down_under_blackjack.settle import jackpot_table, progressive_table
from houseway.games.down_under_blackjack.simulate.rounds import (
    MAIN_PLACES,
    MATCH_PLACES,
    NONE,
    PROGRESSIVE_PLACES,
    Shorts,
    main_place,
)
from houseway.games.down_under_blackjack.study import blackjack_pays, decks_of, odds_of, variant_of
from houseway.games.game import Game
from houseway.games.paytable import Pay
from houseway.games.price import Outcome
from houseway.games.simulation import MAIN, Cell
from houseway.kernel import compiled

OUTCOMES: Final = {1: "win", 0: "push", -1: "lose"}
LOSE: Final = "lose"


class CellTables(NamedTuple):
    """Where the kernel finds the cells of a seat."""

    main: Shorts
    match: Shorts
    progressive: Shorts


def rows_and_tables(game: Game) -> tuple[dict[str, Sequence[Cell]], CellTables]:
    """The rows of the wagers that are on, and the tables in which the kernel looks their cells up."""
    sizes = (MAIN_PLACES, MATCH_PLACES, PROGRESSIVE_PLACES)
    tables = CellTables(*(np.zeros(size, np.int16) for size in sizes))
    rows: dict[str, Sequence[Cell]] = {MAIN: main_cells(game, tables.main)}
    if game.is_on("match-the-dealer"):
        rows["match-up"] = match_cells(game, tables.match)
        if game.is_on("match-down-card"):
            rows["match-down"] = rows["match-up"]
    if game.is_on("progressive"):
        rows["progressive"] = progressive_cells(game, tables.progressive)
    return rows, tables


def main_cells(game: Game, table: Shorts) -> list[Cell]:
    """The cells of the main wager, by first decision, amount staked and net result.

    A blackjack that wins stands in the table where a net of one would.
    """
    variant, cells = variant_of(game), list[Cell]()
    most = variant.most_hands * (2 if variant.doubles_after_split else 1)
    stakes = {STAND: [1], HIT: [1], DOUBLE: [2], SPLIT: range(2, most + 1), NONE: [1]}
    for first, decision in enumerate((*DECISIONS, "none")):
        for staked in stakes[first]:
            for net in range(-staked, staked + 1) if first == SPLIT else (-staked, 0, staked):
                table[main_place(first, staked, net)] = len(cells)
                won = odds_of(blackjack_pays(game)) if first == NONE and net > 0 else Fraction(net)
                cells.append(_main_cell(decision, staked, won))
    return cells


def _main_cell(decision: str, staked: int, net: Fraction) -> Cell:
    outcome = OUTCOMES[(net > 0) - (net < 0)]
    name = f"{decision} {outcome}" if decision != "split" else f"split {outcome}, {staked} staked, net {int(net):+}"
    return Cell(name=name, net=net, staked=Fraction(staked), decision=decision, outcome=outcome)


def match_cells(game: Game, found: Shorts) -> list[Cell]:
    """The cells of Match The Dealer, by what matches of the two cards."""
    table, cells = game.paytable("match-up"), _Cells()
    for place, kinds in enumerate(product((-1, 0, 1), repeat=2)):
        paid = sorted(kind for kind in kinds if kind >= 0)
        found[place] = cells.place([(table.lines[kind], pay) for kind in paid if (pay := table.pay(kind))])
    return cells.found


def progressive_cells(game: Game, found: Shorts) -> list[Cell]:
    """The cells of the progressive, by jackpot line and fixed pays, of all that can come from the shoe."""
    table, jackpots, cells = game.paytable("progressive"), jackpot_table(game), _Cells()
    counted = compiled(count_progressive)(progressive_table(game), decks_of(game) or ENDLESS)
    for place in map(int, np.flatnonzero(counted)):
        lines = ((jackpots, place // 49 - 1), (table, place // 7 % 7 - 1), (table, place % 7 - 1))
        won = [(paid.lines[line], pay) for paid, line in lines if (pay := paid.pay(line))]
        found[place] = cells.place(won)
    return cells.found


class _Cells:
    """Cells of lines that are paid together, each once; shares of the meter and prizes are not in their nets."""

    def __init__(self) -> None:
        self.found = [Cell(name=LOSE, net=Fraction(-1))]

    def place(self, lines: list[tuple[str, Pay]]) -> int:
        """Where the cell of these lines stands."""
        name = " + ".join(line for line, _ in lines) or LOSE
        names = [cell.name for cell in self.found]
        if name not in names:
            self.found.append(Cell(name=name, net=Outcome(1, tuple(lines)).net))
            return len(names)
        return names.index(name)
