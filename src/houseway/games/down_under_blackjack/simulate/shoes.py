"""Whole shoes: rounds are dealt from one shuffle, and that in which the cut card comes is the last."""

from typing import Final

import numpy as np

from houseway.cards.streams import deal_rows
from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.simulate.rounds import ENDS, Lookups, new_progress, play_on
from houseway.games.round_counter import (
    Block,
    Bytes,
    Cells,
    Counting,
    Deal,
    Trace,
    add_totals,
    count_cells,
    new_cells,
    new_tally,
    new_trace,
)
from houseway.games.simulation import Counts
from houseway.kernel import compiled, counter

ALL_ROUNDS: Final = -1


@counter
def new_shoe(deal: Deal) -> Bytes:
    """Room for a shoe and for the cards of earlier rounds that fill it up again; laid out like `new_cards`."""
    return np.zeros((2 * deal.size, 2), np.uint8).T


@counter
def play_shoe(
    block: Block,
    counting: Counting,
    lookups: Lookups,
    behind: int,
    cells: Cells,
    trace: Trace,
    tally: Counts,
    until: int,
) -> tuple[int, int]:
    """Play and count the rounds of a shoe up to a certain one, or all; how many were played, and where the last begins.

    Cells and trace are then those of the last one.
    """
    deal, seats = block.deal, lookups.seats
    deck, places = deal.deck[: deal.size].astype(np.int64), np.zeros(deal.size, np.int64)
    deal_rows(block.cards, deal.size, deck, places, block.seed, deal.stream, block.first, 1)
    progress = new_progress(1, seats, deal.size)
    rounds = left = 0
    while rounds == 0 or (left > behind and left >= 2 * (seats + 1)):
        progress.starts[0] = progress.ends[0]
        play_on(block, lookups, progress, cells, trace)
        count_cells(tally, cells, counting, 1)
        rounds, left = rounds + 1, deal.size - int(progress.ends[0])
        if rounds == until:
            break
    return rounds, int(progress.starts[0])


@counter
def count_shoes(
    first: int, count: int, seed: int, deal: Deal, counting: Counting, lookups: Lookups, behind: int
) -> Counts:
    """All rounds of shoes `first` to `first + count - 1`."""
    tally, cards = new_tally(counting.nets), new_shoe(deal)
    cells, trace = new_cells(counting, 1), new_trace(counting, 1)
    for number in range(first, first + count):
        block = Block(1, number, seed, deal, cards)
        play_shoe(block, counting, lookups, behind, cells, trace, tally, ALL_ROUNDS)
    if counting.seats == 1:
        add_totals(tally, counting.nets)
    return tally


def play_shoe_round(
    shoe: int, turn: int, seed: int, deal: Deal, counting: Counting, lookups: Lookups, behind: int
) -> tuple[Bytes, Cells, Trace]:
    """One round of a shoe, both by their numbers from 0: its cards, the cells of each row and seat, and its trace."""
    cells, trace, tally = new_cells(counting, 1), new_trace(counting, 1), new_tally(counting.nets)
    block = Block(1, shoe, seed, deal, new_shoe(deal))
    rounds, start = compiled(play_shoe)(block, counting, lookups, behind, cells, trace, tally, turn + 1)
    if turn >= rounds:
        raise InvalidInput(f"shoe {shoe} has {rounds} rounds", field="round")
    trace[:, :, ENDS] -= start
    return block.cards[0, start:], cells[:, 0], trace[0]
