"""The possible results of a seat's wagers, as cells that the simulation counts."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Final

import numpy as np

from houseway.games.bonuses.cells import cell_won
from houseway.games.down_under_blackjack.exact.analysis import DECISIONS
from houseway.games.down_under_blackjack.exact.bonuses import ENDLESS, count_progressive
from houseway.games.down_under_blackjack.exact.play_out import DOUBLE, HIT, SPLIT, STAND
from houseway.games.down_under_blackjack.settle import jackpot_table, progressive_table
from houseway.games.down_under_blackjack.simulate.block_state import (
    DOUBLES,
    HITS,
    NONE,
    OFF,
    SEAT_STATES,
    STANDS,
    STANDS_ON_GOLDS,
    CellTables,
    Rows,
    Shorts,
)
from houseway.games.down_under_blackjack.simulate.bonuses import (
    KINDS,
    MATCH_PLACES,
    PROGRESSIVE_PLACES,
    match_place,
    progressive_place,
)
from houseway.games.down_under_blackjack.simulate.rule_tables import BROKEN, DEALER_HANDS, RESULTS
from houseway.games.down_under_blackjack.simulate.splits import SPLIT_PLACES, split_place
from houseway.games.down_under_blackjack.study import blackjack_pays, decks_of, odds_of, variant_of
from houseway.games.game import Game
from houseway.games.letter.paytable import Pay
from houseway.games.simulation.round_counter import Bytes
from houseway.games.simulation.simulation import MAIN, Cell
from houseway.kernel import compiled

OUTCOMES: Final = {1: "win", 0: "push", -1: "lose"}
LOSE: Final = "lose"
NO_DECISION: Final = len(DECISIONS)  # the first decision where there is none: a blackjack on either side
COURSES: Final = (  # each with its first decision, its stake, and whether two golds stand
    (STANDS, STAND, 1, 0),
    (STANDS_ON_GOLDS, STAND, 1, 1),
    (HITS, HIT, 1, 0),
    (DOUBLES, DOUBLE, 2, 0),
)
EXAMPLES: Final = (0, 13, 26, 1, 14, 2)  # twos of three suits, threes of two, a four

MainResult = tuple[int, int, int]  # first decision, amount staked, net result


def rows_and_tables(game: Game) -> tuple[dict[str, Sequence[Cell]], CellTables]:
    """The rows of the wagers that are on, and the tables from which the kernel takes their cells."""
    cells, places = main_cells(game)
    match, jackpots = np.zeros((KINDS, KINDS), np.int16), np.zeros(PROGRESSIVE_PLACES, np.int16)
    rows: dict[str, Sequence[Cell]] = {MAIN: cells}
    family = 0
    if game.is_on("match-the-dealer"):
        rows["match-up"] = match_cells(game, match)
        if game.is_on("match-down-card"):
            rows["match-down"] = rows["match-up"]
    if game.is_on("progressive"):
        family, rows["progressive"] = progressive_table(game), progressive_cells(game, jackpots)
    bonuses = ("match-up", "match-down", "progressive")
    return rows, CellTables(
        rows=Rows(*(list(rows).index(name) if name in rows else OFF for name in bonuses)),
        family=family,
        settled=settled_cells(places),
        split=split_cells(places),
        match_up=np.repeat(match.ravel(), KINDS * KINDS),
        match_down=np.tile(match.ravel(), KINDS * KINDS),
        progressive=fixed_cells(family, jackpots),
        jackpots=jackpots,
    )


def main_cells(game: Game) -> tuple[list[Cell], dict[MainResult, int]]:
    """The cells of the main wager, and the place of each by first decision, amount staked and net result.

    A winning blackjack has the place of a net of one.
    """
    variant, cells, places = variant_of(game), list[Cell](), dict[MainResult, int]()
    most = variant.most_hands * (2 if variant.doubles_after_split else 1)
    stakes = {STAND: [1], HIT: [1], DOUBLE: [2], SPLIT: range(2, most + 1), NO_DECISION: [1]}
    for first, decision in enumerate((*DECISIONS, "none")):
        for staked in stakes[first]:
            for net in range(-staked, staked + 1) if first == SPLIT else (-staked, 0, staked):
                places[first, staked, net] = len(cells)
                won = odds_of(blackjack_pays(game)) if first == NO_DECISION and net > 0 else Fraction(net)
                cells.append(_main_cell(decision, staked, won))
    return cells, places


def settled_cells(places: Mapping[MainResult, int]) -> Bytes:
    """[how a seat plays][dealer's hand]: the cells of all hands but those that are split."""
    cells = np.zeros((SEAT_STATES, DEALER_HANDS), np.uint8)
    results = np.array(RESULTS).reshape(2, BROKEN + 1, DEALER_HANDS)
    for net in (-1, 0, 1):
        cells[NONE + 1 + net] = places[NO_DECISION, 1, net]
        for course, first, stake, golds in COURSES:
            won = cells[course : course + BROKEN + 1]
            won[results[golds] == net] = places[first, stake, stake * net]
    return cells.ravel()


def split_cells(places: Mapping[MainResult, int]) -> Bytes:
    """The cells of hands that are split, by `split_place`."""
    cells = np.zeros(SPLIT_PLACES, np.uint8)
    for (first, staked, net), cell in places.items():
        if first == SPLIT:
            cells[split_place(staked, net)] = cell
    return cells


def _main_cell(decision: str, staked: int, net: Fraction) -> Cell:
    outcome = OUTCOMES[(net > 0) - (net < 0)]
    name = f"{decision} {outcome}" if decision != "split" else f"split {outcome}, {staked} staked, net {int(net):+}"
    return Cell(name=name, net=net, staked=Fraction(staked), decision=decision, outcome=outcome)


def match_cells(game: Game, numbers: Shorts) -> list[Cell]:
    """The cells of Match The Dealer, by the matches of the two cards."""
    table, cells = game.paytable("match-up"), _Cells()
    for first, second in product(range(KINDS), repeat=2):
        paid = sorted(kind - 1 for kind in (first, second) if kind > 0)
        numbers[first, second] = cells.place([(table.lines[kind], pay) for kind in paid if (pay := table.pay(kind))])
    return cells.cells


def progressive_cells(game: Game, numbers: Shorts) -> list[Cell]:
    """The cells of the progressive, by jackpot line and fixed pays, for all cards that the shoe can give."""
    table, jackpots, cells = game.paytable("progressive"), jackpot_table(game), _Cells()
    counted = compiled(count_progressive)(progressive_table(game), decks_of(game) or ENDLESS)
    for place in map(int, np.flatnonzero(counted)):
        lines = ((jackpots, place // 49 - 1), (table, place // 7 % 7 - 1), (table, place % 7 - 1))
        won = [(paid.lines[line], pay) for paid, line in lines if (pay := paid.pay(line))]
        numbers[place] = cells.place(won)
    return cells.cells


def fixed_cells(family: int, places: Shorts) -> Shorts:
    """The cells of the progressive by `match_place`, where no more than one of a player's cards matches.

    The rules are called with cards that match in every way.
    """
    cells = np.zeros(MATCH_PLACES, np.int16)
    for cards in product(EXAMPLES, repeat=4):
        cells[match_place(*cards)] = places[progressive_place(family, *cards)]
    return cells


class _Cells:
    """Cells of lines that are paid together, each once; their nets leave out shares of the meter and prizes."""

    def __init__(self) -> None:
        self.cells = [Cell(name=LOSE, net=Fraction(-1))]

    def place(self, lines: list[tuple[str, Pay]]) -> int:
        """The place of the cell of these lines."""
        name = " + ".join(line for line, _ in lines) or LOSE
        names = [cell.name for cell in self.cells]
        if name not in names:
            self.cells.append(cell_won(name, lines))
            return len(names)
        return names.index(name)
