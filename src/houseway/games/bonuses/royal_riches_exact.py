"""Royal Riches and its jackpot, counted exactly over all 154,143,080 sevens."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.games.analysis import Runner
from houseway.games.bonuses.royal_riches import ENVY_FROM, hands_made, jackpot_lines
from houseway.games.game import Game
from houseway.games.price import Prices, by_line, gathered
from houseway.games.sevens import seven_shards, weighted_sevens
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]


@counter
def count_made(a: Counts, b: Counts, c: Counts, d: Counts, joker: int) -> Counts:
    """How many hands make each set of lines, a bit a line."""
    hands = weighted_sevens(a, b, c, d, joker)
    found = np.zeros(1 << 13, np.int64)
    for place in range(hands.shape[1]):
        found[hands_made(hands[0, place])] += hands[1, place]
    return found


def price_riches(game: Game, run: Runner, shards: Sequence[tuple[Any, ...]] | None = None) -> Prices:
    """Royal Riches, with what each other player's envy is worth in dollars, and the jackpot.

    `shards` are the hands that are counted, all sevens by default.
    """
    counts = run(count_made, shards or seven_shards())
    made = {bits: int(count) for bits, count in enumerate(counts) if count}
    hands = sum(made.values())
    prices: Prices = {"royal-riches": {}, "jackpot": {}}
    for name, table in game.approval.paytables["royal-riches"].items():
        lines = gathered((table.best_paying(bits), count) for bits, count in made.items())
        cents = sum(table.envy.get(table.lines[line], 0) * count for line, count in lines.items() if line >= 0)
        prices["royal-riches"][name] = by_line(
            table, lines, envy_per_player=Fraction(cents, 100 * hands), envy_from=Fraction(ENVY_FROM, 100)
        )
    for name, table in game.approval.paytables["jackpot"].items():
        lines = gathered((table.first_printed(jackpot_lines(bits)), count) for bits, count in made.items())
        prices["jackpot"][name] = by_line(table, lines)
    return prices
