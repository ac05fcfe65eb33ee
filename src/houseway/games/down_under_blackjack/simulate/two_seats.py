"""The bonuses of two seats beside one dealer, counted over all first cards of a fresh shoe.

A player's card of neither rank of the dealer's matches nothing, whichever it is: one stands for all of them.
"""

from typing import Final, NamedTuple

import numpy as np

from houseway.games.down_under_blackjack.simulate.block_state import Shorts
from houseway.games.down_under_blackjack.simulate.bonuses import match_place, progressive_place
from houseway.games.down_under_blackjack.simulate.cells import rows_and_tables
from houseway.games.down_under_blackjack.study import decks_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.simulation.seat_products import SeatProducts, products_of_counts
from houseway.games.simulation.simulation import MAIN, Counts
from houseway.kernel import counter

WAGERS: Final = ("match-up", "match-down", "progressive")
MOST_KINDS: Final = 9  # of a player's cards: those that match nothing, and four of each rank of the dealer's


class TwoSeatTables(NamedTuple):
    """The cells of each wager, and the size of a table of cells."""

    decks: int
    family: int
    up: Counts  # by `match_place`
    down: Counts  # the same
    progressive: Counts  # by `progressive_place`
    size: int


@counter
def list_kinds(up: int, down: int, decks: int, cards: Counts, left: Counts) -> int:
    """A card of each kind, and how many of the kind the dealer's two cards leave; the answer is how many kinds."""
    count = 1
    for rank in range(13):
        if rank != up % 13 and rank != down % 13:
            cards[0] = rank
            continue
        for suit in range(4):
            card = 13 * suit + rank
            cards[count], left[count] = card, decks - (card == up) - (card == down)
            count += 1
    left[0] = decks * (53 - count)
    return count


@counter
def cells_of_kinds(tables: TwoSeatTables, up: int, down: int, cards: Counts, count: int, cells: Counts) -> None:
    """By the kinds of a seat's two cards: the cell of each wager."""
    for one in range(count):
        for two in range(count):
            matched = match_place(cards[one], cards[two], up, down)
            cells[one, two, 0], cells[one, two, 1] = tables.up[matched], tables.down[matched]
            fixed = progressive_place(tables.family, cards[one], cards[two], up, down)
            cells[one, two, 2] = tables.progressive[fixed]


@counter
def count_two_seats(up: int, tables: TwoSeatTables) -> Counts:
    """By wager of each seat and the cells of both: all deals of two cards each beside an up card and any down card."""
    counts = np.zeros((3, 3, tables.size, tables.size), np.int64)
    cards, left = np.zeros(MOST_KINDS, np.int64), np.zeros(MOST_KINDS, np.int64)
    cells = np.zeros((MOST_KINDS, MOST_KINDS, 3), np.int64)
    for down in range(52):
        dealt = tables.decks * (tables.decks - (up == down))
        count = list_kinds(up, down, tables.decks, cards, left)
        cells_of_kinds(tables, up, down, cards, count, cells)
        for a in range(count):
            for b in range(count):
                first = dealt * left[a] * (left[b] - (a == b))
                for c in range(count):
                    three = first * (left[c] - (c == a) - (c == b))
                    for d in range(count):
                        ways = three * (left[d] - (d == a) - (d == b) - (d == c))
                        if ways == 0:
                            continue
                        for one in range(3):
                            for other in range(3):
                                counts[one, other, cells[a, b, one], cells[c, d, other]] += ways
    return counts


def two_seats(game: Game, run: Runner) -> SeatProducts | None:
    """How the bonuses of two seats go together; nothing without a bonus, or from an endless shoe."""
    every, tables = rows_and_tables(game)
    rows = {name: row for name, row in every.items() if name != MAIN}
    decks = decks_of(game)
    if decks is None or not rows:
        return None

    def cells(wager: str, table: Shorts) -> Counts:
        return table.astype(np.int64) * (wager in rows)

    asked = TwoSeatTables(
        decks=decks,
        family=tables.family,
        up=cells("match-up", tables.match_up),
        down=cells("match-down", tables.match_down),
        progressive=cells("progressive", tables.jackpots),
        size=max(map(len, rows.values())),
    )
    joint = run(count_two_seats, [(up, asked) for up in range(52)])
    counts = {
        (one, other): joint[WAGERS.index(one), WAGERS.index(other), : len(rows[one]), : len(rows[other])]
        for one in rows
        for other in rows
    }
    return products_of_counts(rows, counts)
