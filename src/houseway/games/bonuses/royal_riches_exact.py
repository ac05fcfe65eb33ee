"""Royal Riches and its jackpot, counted exactly over all 154,143,080 hands of seven cards."""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import JOKER_BIT
from houseway.games.bonuses.envy_exact import envy_by_giver
from houseway.games.bonuses.royal_riches import (
    FIVE_ACES,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    STRAIGHT,
    THREE_OF_A_KIND,
    THREE_PAIR,
    hands_made,
    jackpot_lines,
)
from houseway.games.game import Game
from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.action import Stopped, price_outcomes
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import Envy, Prices
from houseway.games.pricing.sevens import seven_shards, weighted_sevens
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]


BY_RANKS: Final = FIVE_ACES | FOUR_OF_A_KIND | FULL_HOUSE | THREE_OF_A_KIND | STRAIGHT | THREE_PAIR
FLUSH_CARDS: Final = 5


@counter
def count_by_ranks(joker: int) -> Counts:
    """How many hands make each set of lines, a bit for each line, by their ranks alone."""
    counts = np.zeros(1 << 13, np.int64)
    ranks = np.zeros(7 - joker, np.int64)
    while ranks[0] < 13:
        mask, ways, copies = joker << JOKER_BIT, 1, 0
        for place in range(len(ranks)):
            copies = copies + 1 if place > 0 and ranks[place] == ranks[place - 1] else 1
            ways = ways * (5 - copies) // copies  # of four suits; none for five copies
            mask |= 1 << (13 * (copies - 1) + ranks[place])
        if ways > 0:
            counts[hands_made(mask) & BY_RANKS] += ways
        place = len(ranks) - 1
        while place > 0 and ranks[place] == 12:
            place -= 1
        ranks[place:] = ranks[place] + 1
    return counts


@counter
def count_flushes(a: Counts, b: Counts, c: Counts, d: Counts, joker: int) -> Counts:
    """What suits change: how many more hands make each set of lines than do so by their ranks alone."""
    hands = weighted_sevens(a, b, c, d, joker)
    counts = np.zeros(1 << 13, np.int64)
    for place in range(hands.shape[1]):
        made = hands_made(hands[0, place])
        counts[made] += hands[1, place]
        counts[made & BY_RANKS] -= hands[1, place]
    return counts


def count_made(run: Runner, *, joker: bool = True) -> Counts:
    """How many hands make each set of lines (a bit for each line), with the joker or without it.

    A hand with five cards of a suit makes a flush; every other hand makes what its ranks make.
    """
    whole = [(0,), (1,)] if joker else [(0,)]
    flushes = [
        shard
        for shard in seven_shards()
        if (joker or not shard[-1]) and int(shard[0][0]).bit_count() + shard[-1] >= FLUSH_CARDS
    ]
    return run(count_by_ranks, whole) + run(count_flushes, flushes)


def price_riches(
    game: Game,
    run: Runner,
    *,
    joker: bool = True,
    stopped: Stopped | None = None,
    jackpot_stopped: Stopped | None = None,
    envies: Callable[[Mapping[int, int]], Mapping[str, Envy]] | None = None,
) -> Prices:
    """Price Royal Riches, with the value of each other player's envy in dollars, and the jackpot.

    `stopped` says how often a hand has no action, by the lines it makes. For that case `envies` prices envy by pay
    table, from how many hands make each set of lines; without it that envy is not priced.
    """
    made = {bits: int(count) for bits, count in enumerate(count_made(run, joker=joker)) if count}
    prices: Prices = {"royal-riches": {}, "jackpot": {}}
    tables = game.approval.paytables["royal-riches"]
    if envies is not None:
        envy = envies(made)
    else:
        envy = {} if stopped else {name: envy_by_giver(table, made) for name, table in tables.items()}
    for name, table in tables.items():
        prices["royal-riches"][name] = price_outcomes(table, table.best_paying, made, stopped, envy.get(name))
    for name, table in game.approval.paytables["jackpot"].items():
        line_of = _jackpot_line(table)
        prices["jackpot"][name] = price_outcomes(table, line_of, made, jackpot_stopped)
    return prices


def _jackpot_line(table: PayTable) -> Callable[[int], int]:
    return lambda made: table.first_printed(jackpot_lines(made))
