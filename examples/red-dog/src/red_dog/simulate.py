"""Rounds by the million: three cards from a fresh shoe, decided by look-up, settled into cells."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.card import Card
from houseway.cards.deck import shoe_cards
from houseway.cards.streams import deal_into, gather
from houseway.games.game import Game
from houseway.games.price import Outcome
from houseway.games.simulation import MAIN, Cell, Counts, Played, Simulation, close_round, new_tally, note, whole_nets
from houseway.games.strategy import Strategy
from houseway.kernel import compiled, counter, kernel
from red_dog.rules import LOSE, NEIGHBOURS, PAIR, WIN, ante_line, ending, first_two_line, spread
from red_dog.strategy import RAISES
from red_dog.variant import Variant, variant_of

STREAM: Final = 1_500_190  # this game's own, so that no other simulation of the same seed sees the same cards
CARDS: Final = 3
FIRST_TWO: Final = "first-two"

# Cells of the main row: two pushes, a matched pair, then for each decision the four spreads that win, and a loss.
NEIGHBOURS_PUSH, PAIR_PUSH, PAIR_WIN, CALLED = range(4)
ENDS: Final = 5


class Plan(NamedTuple):
    """What rounds are played by."""

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
def play_round(cards: Counts, plan: Plan) -> tuple[int, int]:
    """The cells of the main row and of First Two: the same for every seat, for all play one strategy."""
    one, two, third = cards[0], cards[1], cards[2]
    between = spread(one, two)
    raised = plan.raises[between] if between > NEIGHBOURS else 0
    return main_cell(one, two, third, raised), plan.bonus[first_two_line(one, two)]


@counter
def count_rounds(
    first: int, count: int, seed: int, plan: Plan, deck: Counts, seats: int, columns: Counts, nets: Counts
) -> Counts:
    """Rounds `first` to `first + count - 1`; `columns` are the rows that are counted, of main and First Two."""
    tally = new_tally(nets)
    totals = np.zeros(len(nets), np.int64)
    cards, places = deck.copy(), np.zeros(len(deck), np.int64)
    for number in range(first, first + count):
        deal_into(cards, places, CARDS, seed, STREAM, number)
        cells = play_round(cards, plan)
        gather(cards, places, CARDS)
        for _ in range(seats):
            for row in range(len(columns)):
                note(tally, totals, nets, row, cells[columns[row]])
        close_round(tally, totals)
    return tally


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
    strategy.check(game)
    bonus, numbers = bonus_cells(game)
    rows: dict[str, Sequence[Cell]] = {MAIN: main_cells(variant_of(game))}
    if game.is_on(FIRST_TWO):
        rows[FIRST_TWO] = bonus
    plan = Plan(strategy.arrays[RAISES], numbers)
    deck = np.array(shoe_cards(game.copies), np.int64)

    def play(seed: int, number: int) -> Played:
        cards = deck.copy()
        compiled(deal_into)(cards, np.zeros(len(deck), np.int64), CARDS, seed, STREAM, number)
        return played(game, plan, rows, cards, seats)

    return Simulation(
        game=game,
        strategy=strategy,
        seats=seats,
        rows=rows,
        counter=count_rounds,
        arguments=(plan, deck, seats, np.arange(len(rows)), whole_nets(rows)),
        play=play,
        stream=STREAM,
    )


def played(game: Game, plan: Plan, rows: Mapping[str, Sequence[Cell]], cards: Counts, seats: int) -> Played:
    """One round of given cards: its record, by the game itself, and the cells that the kernel tells."""
    told = compiled(play_round)(cards, plan)
    stakes: dict[str, object] = {"ante": 20, **{row: 5 for row in rows if row != MAIN}}
    now = game.deal(dict.fromkeys(range(1, seats + 1), stakes), [Card(card) for card in cards.tolist()])
    between = spread(*now.dealer)
    while now.turn is not None:
        now = now.decide("raise" if plan.raises[between] else "call")
    if now.wants_card:
        now = now.take(Card(int(cards[CARDS - 1])))
    cells = {row: (int(cell),) for row, cell in zip((MAIN, FIRST_TWO), told, strict=True) if row in rows}
    return Played(record=now.record(), cells=[cells] * seats)
