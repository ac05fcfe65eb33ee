"""Whole shoes: rounds are dealt from one shuffle, and the round in which the cut card comes is the last.

A block plays several shoes side by side, one round of each at a time. A shoe that is played out makes room for the
next.
"""

import numpy as np

from houseway.cards.shuffles import deal_rows
from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.simulate.block_state import ENDS, Lookups, Progress, new_progress
from houseway.games.down_under_blackjack.simulate.rounds import play_on
from houseway.games.simulation.round_counter import (
    BLOCK,
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
from houseway.games.simulation.simulation import Counts
from houseway.kernel import compiled, counter, inlined, kernel


@counter
def new_shoes(deal: Deal, shoes: int) -> Bytes:
    """Arrays for shoes and for the cards of earlier rounds that refill them, laid out like `new_cards`."""
    return np.zeros((2 * deal.size, max(shoes, 2)), np.uint8).T


@counter
def deal_shoe(block: Block, progress: Progress, row: int, number: int) -> None:
    """Lay a new shoe by its number."""
    deal = block.deal
    deck, room = deal.deck[: deal.size].astype(np.int64), np.empty(deal.size, np.int64)
    deal_rows(block.cards[row : row + 1], deal.size, deck, room, block.seed, deal.stream, number, 1)
    progress.numbers[row], progress.ends[row], progress.dealt[row] = number, 0, deal.size


@counter
def move_shoe(block: Block, progress: Progress, row: int, to: int) -> None:
    """Put a shoe into the place of another one."""
    for place in range(int(progress.dealt[row])):
        block.cards[to, place] = block.cards[row, place]
    progress.numbers[to], progress.dealt[to] = progress.numbers[row], progress.dealt[row]
    progress.ends[to] = progress.ends[row]


@counter
def play_next(block: Block, lookups: Lookups, progress: Progress, cells: Cells, trace: Trace) -> None:
    """Play the next round of every shoe of a block."""
    for row in range(block.rounds):
        progress.starts[row] = progress.ends[row]
        for card in range(len(progress.opened)):
            progress.opened[card, row] = block.cards[row, int(progress.starts[row]) + card]
    play_on(block, lookups, progress, cells, trace)


@inlined
@kernel
def is_played_out(left: int, behind: int, seats: int) -> bool:
    """Whether the cut card, with `behind` cards behind it, is out, or too few cards are left for another round."""
    return left <= behind or left < 2 * (seats + 1)


@counter
def count_shoes(
    first: int, count: int, seed: int, deal: Deal, counting: Counting, lookups: Lookups, behind: int
) -> Counts:
    """Count all rounds of shoes `first` to `first + count - 1`."""
    shoes, end = min(count, BLOCK), first + count
    tally, cards, progress = new_tally(counting.nets), new_shoes(deal, shoes), new_progress(shoes, counting.seats)
    cells, trace = new_cells(counting, shoes), new_trace(counting, 1)
    number = first + shoes
    for row in range(shoes):
        deal_shoe(Block(shoes, first, seed, deal, cards), progress, row, first + row)
    while shoes > 0:
        block = Block(shoes, first, seed, deal, cards)
        play_next(block, lookups, progress, cells, trace)
        count_cells(tally, cells, counting, shoes)
        for back in range(block.rounds):
            row = block.rounds - 1 - back
            if not is_played_out(deal.size - int(progress.ends[row]), behind, counting.seats):
                continue
            if number < end:
                deal_shoe(block, progress, row, number)
                number += 1
            else:
                shoes -= 1
                move_shoe(block, progress, shoes, row)
    if counting.seats == 1:
        add_totals(tally, counting.nets)
    return tally


@counter
def play_shoe(
    block: Block, lookups: Lookups, behind: int, progress: Progress, cells: Cells, trace: Trace, until: int
) -> int:
    """Play the rounds of a shoe up to a certain one, and keep its cells and trace; answer how many were played."""
    deal_shoe(block, progress, 0, block.first)
    rounds, left = 0, block.deal.size
    while rounds == 0 or (rounds < until and not is_played_out(left, behind, lookups.seats)):
        play_next(block, lookups, progress, cells, trace)
        rounds, left = rounds + 1, block.deal.size - int(progress.ends[0])
    return rounds


def play_shoe_round(
    shoe: int, turn: int, seed: int, deal: Deal, counting: Counting, lookups: Lookups, behind: int
) -> tuple[Bytes, Cells, Trace]:
    """Play a round of a shoe, both numbered from 0; answer its cards, the cells of each row and seat, and its trace."""
    cells, trace, progress = new_cells(counting, 1), new_trace(counting, 1), new_progress(1, counting.seats)
    block = Block(1, shoe, seed, deal, new_shoes(deal, 1))
    rounds = compiled(play_shoe)(block, lookups, behind, progress, cells, trace, turn + 1)
    if turn >= rounds:
        raise InvalidInput(f"shoe {shoe} has {rounds} rounds", field="round")
    start = int(progress.starts[0])
    trace[:, :, ENDS] -= start
    return block.cards[0, start:], cells[:, 0], trace[0]
