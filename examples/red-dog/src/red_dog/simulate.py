"""Rounds by the million: three cards from a fresh shoe, decided by look-up, settled into cells."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.deck import shoe_cards
from houseway.games.game import Game
from houseway.games.pricing.price import Outcome
from houseway.games.pricing.strategy import Strategy
from houseway.games.simulation.round_counter import (
    Block,
    Cells,
    Trace,
    new_deal,
    round_counter,
    simulation_of,
    write_record,
)
from houseway.games.simulation.simulation import MAIN, Cell, Counts, Simulation
from houseway.kernel import counter, kernel
from red_dog.rules import LOSE, NEIGHBOURS, PAIR, WIN, ante_line, ending, first_two_line, spread
from red_dog.strategy import RAISES
from red_dog.variant import Variant, variant_of

STREAM: Final = 1_500_190  # this game's own, so that no other simulation of the same seed sees the same cards
CARDS: Final = 3
FIRST_TWO: Final = "first-two"
ANTE: Final = 20
BONUS: Final = 5

# Cells of the main row: two pushes, a matched pair, then for each decision the four spreads that win, and a loss.
NEIGHBOURS_PUSH, PAIR_PUSH, PAIR_WIN, CALLED = range(4)
ENDS: Final = 5
FIELDS: Final = 1  # traced of a seat: whether it raised


class Lookups(NamedTuple):
    """What rounds are played by."""

    seats: int
    bonus_row: int  # 0 where First Two is off
    raises: npt.NDArray[np.int8]  # by spread
    bonus: Counts  # by line of the First Two table, the last for none: its cell


@kernel
def main_cell(one: int, two: int, third: int, raised: int) -> int:
    """The cell of the main row; `raised` is 1 for a Raise."""
    between, result = spread(one, two), ending(one, two, third)
    if between == NEIGHBOURS:
        return NEIGHBOURS_PUSH
    if between == PAIR:
        return PAIR_WIN if result == WIN else PAIR_PUSH
    return CALLED + ENDS * raised + (ENDS if result == LOSE else ante_line(between)) - 1


@counter
def play_rounds(block: Block, lookups: Lookups, cells: Cells, trace: Trace) -> None:
    """Play rounds of dealt cards; every seat has the same cells, for all play one strategy."""
    for number in range(block.rounds):
        one, two = int(block.cards[number, 0]), int(block.cards[number, 1])
        between = spread(one, two)
        raised = int(lookups.raises[between]) if between > NEIGHBOURS else 0
        main = main_cell(one, two, int(block.cards[number, 2]), raised)
        bonus = lookups.bonus[first_two_line(one, two)]
        for seat in range(lookups.seats):
            trace[number, seat, 0] = raised
            cells[0, number, seat] = main
            if lookups.bonus_row:
                cells[lookups.bonus_row, number, seat] = bonus


count_rounds = round_counter(play_rounds)


# ---- cells


def main_cells(variant: Variant) -> list[Cell]:
    """Every way a round ends, in antes, in the order of `main_cell`."""
    match, *spreads = variant.pays
    cells = [
        Cell(name="neighbours", net=Fraction(0), outcome="push"),
        Cell(name="pair, no match", net=Fraction(0), outcome="push"),
        Cell(name="three of a kind", net=match, outcome="win"),
    ]
    for decision, units in (("call", 1), ("raise", 1 + variant.raises)):
        staked = Fraction(units)
        for line, pay in enumerate(spreads, start=1):
            name = f"{decision}: win, spread of {line}{' or more' if line == len(spreads) else ''}"
            cells.append(Cell(name=name, net=units * pay, staked=staked, decision=decision, outcome="win"))
        cells.append(Cell(name=f"{decision}: lose", net=-staked, staked=staked, decision=decision, outcome="lose"))
    return cells


def bonus_cells(game: Game) -> tuple[list[Cell], Counts]:
    """The lines that First Two pays and then a loss; and the cell of each line number, the last for none."""
    table = game.paytable(FIRST_TWO)
    cells: list[Cell] = []
    numbers = np.zeros(len(table.lines) + 1, np.int64)
    paid = [line for line in table.printed if table.pay(line)]
    numbers[:] = len(paid)
    for place, line in enumerate(paid):
        pay = table.pays[line]
        outcome = Outcome(1, ((table.lines[line], pay),) if pay else ())
        cells.append(Cell(name=table.lines[line], net=outcome.net))
        numbers[line] = place
    return [*cells, Cell(name="lose", net=Fraction(-1))], numbers


# ---- made ready


def prepare(game: Game, strategy: Strategy, seats: int) -> Simulation:
    """A simulation of some seats, all with one strategy."""
    bonus, numbers = bonus_cells(game)
    rows: dict[str, Sequence[Cell]] = {MAIN: main_cells(variant_of(game))}
    if game.is_on(FIRST_TWO):
        rows[FIRST_TWO] = bonus
    return simulation_of(
        game,
        strategy,
        rows,
        counter=count_rounds,
        kernel=play_rounds,
        lookups=Lookups(seats, int(FIRST_TWO in rows), strategy.arrays[RAISES], numbers),
        deal=new_deal(STREAM, shoe_cards(game.copies), CARDS),
        seats=seats,
        record=partial(_record, game, list(rows)),
        fields=FIELDS,
    )


def _record(
    game: Game, rows: Sequence[str], cards: Sequence[int], trace: Sequence[Sequence[int]], _number: int
) -> dict[str, Any]:
    """A round written down; the third card is drawn after the decisions."""
    stakes = {"ante": ANTE, **{row: BONUS for row in rows if row != MAIN}}
    decisions = [["raise" if raised else "call"] for (raised,) in trace]
    return write_record(game, stakes, cards[:CARDS], decisions, dealt=CARDS - 1)
