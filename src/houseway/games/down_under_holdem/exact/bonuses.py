"""The bonuses, counted exactly over all 133,784,560 hands of seven and all 1,624,350 pairs of hole cards."""

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_holdem.exact.bonus_action import fold_ends
from houseway.games.down_under_holdem.rules import match_line, trips_line
from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.game import Game
from houseway.games.pricing.action import price_outcomes
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import Prices, gathered, last_is_none
from houseway.games.pricing.sevens import count_strengths, strength_shards
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]


@counter
def count_hole_matches(first: int) -> Counts:
    """The lines of Match the Dealer over two player's and two dealer's cards; the last place is no line."""
    counts = np.zeros(5, np.int64)
    for two in range(first):
        for three in range(52):
            for four in range(three):
                if three != first and three != two and four != first and four != two:
                    counts[match_line(first, two, three, four)] += 1
    return counts


def price_bonuses(game: Game, run: Runner) -> Prices:
    """Trips or Better and Match the Dealer under every pay table."""
    strengths = run(count_strengths, strength_shards())
    trips = gathered((trips_line(strength), int(count)) for strength, count in enumerate(strengths) if count)
    matched = last_is_none(run(count_hole_matches, [(first,) for first in range(1, 52)]))
    counts = {"trips-or-better": trips, "match-the-dealer": matched}
    ends = fold_ends(game, run, variant_of(game)) if game.options["folded-bonuses"] == "lose" else None
    prices: Prices = {}
    for wager, lines in counts.items():
        stopped = ends.stopped(wager, sum(lines.values())) if ends else None
        tables = game.approval.paytables[wager].items()
        prices[wager] = {name: price_outcomes(table, int, lines, stopped) for name, table in tables}
    return ends.with_fold_weighed(prices) if ends else prices
