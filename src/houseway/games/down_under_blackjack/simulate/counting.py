"""Card counters at whole shoes: before each round they look at the cards left and choose their stakes.

Linear estimates choose the stake of the main wager, which then wins or loses with the round. A bonus is made if the
cards left give its player an advantage. It counts what it wins on average with these cards, in closed form.
"""

from typing import Final, NamedTuple

import numpy as np

from houseway.games.down_under_blackjack.exact.composition import match_net, progressive_net
from houseway.games.down_under_blackjack.exact.hands import Floats
from houseway.games.down_under_blackjack.simulate.block_state import Lookups, Progress, new_progress
from houseway.games.down_under_blackjack.simulate.shoes import deal_shoe, is_played_out, move_shoe, new_shoes, play_next
from houseway.games.simulation.round_counter import Block, Cells, Counting, Deal, new_cells, new_trace
from houseway.games.simulation.simulation import Counts
from houseway.kernel import counter

SHOES: Final = 256  # played side by side, and in a shard
DECK: Final = 52
FINE: Final = 1 << 30  # what results are multiplied by to be added up as whole numbers
COARSE: Final = 1 << 12  # and before they are squared

# Counted of a way to stake: rounds at an advantage; wins, and their squares by shoe; estimates, and their squares.
HIGH, WON, WON_SQUARED, ESTIMATED, ESTIMATED_SQUARED, COLUMNS = range(6)
# Ways to stake: the linear estimates of the main wager first, then these two. The last row counts rounds and shoes.
MATCH, PROGRESSIVE, OTHERS = range(3)


class Counters(NamedTuple):
    """The tables of the counters."""

    low: float
    high: float
    unit: float  # of the nets of the main cells
    start: float  # the player's expectation from a full shoe
    weights: Floats  # [estimate, card]: what a card adds that is seen, times all cards but one, by the cards left
    match: Floats  # what suited and unsuited matches pay; empty where the wager is off
    family: int
    fixed: Floats
    jackpots: Floats  # empty where the wager is off


class Shoes(NamedTuple):
    """The state of shoes, by row."""

    left: Floats  # [row, card]
    seen: Floats  # [row, estimate]: the sum of the weights of all cards seen
    stakes: Floats  # [row, estimate]: of the next round
    worth: Floats  # [row, way]: what the shoe has won by estimate or composition
    won: Floats  # [row, estimate]: what it has won


@counter
def new_counted_shoes(shoes: int, estimates: int) -> Shoes:
    """Arrays for shoes."""
    return Shoes(
        np.zeros((shoes, DECK)),
        np.zeros((shoes, estimates)),
        np.zeros((shoes, estimates)),
        np.zeros((shoes, estimates + OTHERS)),
        np.zeros((shoes, estimates)),
    )


@counter
def move_counted(shoes: Shoes, row: int, to: int) -> None:
    """Put a shoe into the place of another one."""
    shoes.left[to], shoes.seen[to], shoes.stakes[to] = shoes.left[row], shoes.seen[row], shoes.stakes[row]
    shoes.worth[to], shoes.won[to] = shoes.worth[row], shoes.won[row]


@counter
def stake(shoes: Shoes, row: int, cards: float, counters: Counters, tally: Counts) -> None:
    """Decide the stakes of the next round of a shoe, and add their values."""
    estimates = len(counters.weights)
    for place in range(estimates):
        worth = counters.start + shoes.seen[row, place] / cards
        shoes.stakes[row, place] = counters.high if worth > 0 else counters.low
        shoes.worth[row, place] += shoes.stakes[row, place] * worth
        tally[place, HIGH] += worth > 0
    left = shoes.left[row]
    if len(counters.match) > 0:
        net = match_net(left, cards, counters.match[0], counters.match[1])
        tally[estimates + MATCH, HIGH] += net > 0
        shoes.worth[row, estimates + MATCH] += counters.high * max(net, 0.0)
    if len(counters.jackpots) > 0:  # one fixed amount: there is nothing to spread
        net = progressive_net(left, cards, counters.family, counters.fixed, counters.jackpots)
        tally[estimates + PROGRESSIVE, HIGH] += net > 0
        shoes.worth[row, estimates + PROGRESSIVE] += max(net, 0.0)


@counter
def see_round(shoes: Shoes, block: Block, progress: Progress, row: int, net: float, counters: Counters) -> None:
    """Record the result of a round, and take its cards, including the hole card, out of the cards left."""
    for place in range(len(counters.weights)):
        shoes.won[row, place] += shoes.stakes[row, place] * net
    for place in range(int(progress.starts[row]), min(int(progress.ends[row]), block.deal.size)):
        card = int(block.cards[row, place])
        shoes.left[row, card] -= 1
        for estimate in range(len(counters.weights)):
            shoes.seen[row, estimate] += counters.weights[estimate, card]


@counter
def end_shoe(shoes: Shoes, row: int, tally: Counts) -> None:
    """Add up a shoe that is played out."""
    for way in range(shoes.worth.shape[1]):
        worth = shoes.worth[row, way]
        tally[way, ESTIMATED] += np.int64(np.rint(worth * FINE))
        tally[way, ESTIMATED_SQUARED] += np.int64(np.rint(worth * COARSE)) ** 2
    for place in range(shoes.won.shape[1]):
        won = shoes.won[row, place]
        tally[place, WON] += np.int64(np.rint(won * FINE))
        tally[place, WON_SQUARED] += np.int64(np.rint(won * COARSE)) ** 2
    tally[len(tally) - 1, 1] += 1


@counter
def open_shoe(block: Block, progress: Progress, shoes: Shoes, row: int) -> None:
    """Lay a shoe of which all cards are left."""
    deal_shoe(block, progress, row, block.first + row)
    for place in range(block.deal.size):
        shoes.left[row, block.deal.deck[place]] += 1


@counter
def count_counters(
    first: int, count: int, seed: int, deal: Deal, counting: Counting, lookups: Lookups, behind: int, counters: Counters
) -> Counts:
    """Count all rounds of shoes `first` to `first + count - 1`, at most SHOES of them."""
    estimates, alive = len(counters.weights), count
    tally = np.zeros((estimates + OTHERS + 1, COLUMNS), np.int64)
    cards, progress, shoes = (
        new_shoes(deal, count),
        new_progress(count, counting.seats),
        new_counted_shoes(count, estimates),
    )
    cells: Cells = new_cells(counting, count)
    trace = new_trace(counting, 1)
    for row in range(count):
        open_shoe(Block(count, first, seed, deal, cards), progress, shoes, row)
    while alive > 0:
        block = Block(alive, first, seed, deal, cards)
        for row in range(alive):
            stake(shoes, row, float(deal.size - int(progress.ends[row])), counters, tally)
        play_next(block, lookups, progress, cells, trace)
        tally[estimates + OTHERS, 0] += alive
        for back in range(block.rounds):
            row = block.rounds - 1 - back
            see_round(shoes, block, progress, row, counting.nets[0, cells[0, row, 0]] * counters.unit, counters)
            if is_played_out(deal.size - int(progress.ends[row]), behind, counting.seats):
                end_shoe(shoes, row, tally)
                alive -= 1
                move_shoe(block, progress, alive, row)
                move_counted(shoes, alive, row)
    return tally
