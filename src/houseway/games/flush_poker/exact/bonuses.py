"""The bonuses, counted exactly over all 154,143,080 sevens, or those of a study."""

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import longest_flush, longest_straight_flush
from houseway.games.analysis import Runner
from houseway.games.bonuses.royal_riches_exact import price_riches
from houseway.games.flush_poker.rules import flush_line, straight_flush_line, straight_flush_of_flush
from houseway.games.flush_poker.variant import variant_of
from houseway.games.game import Game
from houseway.games.price import Prices, by_tables, gathered
from houseway.games.sevens import seven_shards, weighted_sevens
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]


@counter
def count_naturals(a: Counts, b: Counts, c: Counts, d: Counts, joker: int) -> Counts:
    """Hands by natural flush, by natural straight flush of any suit, and by that of the played flush; 8 places each."""
    hands = weighted_sevens(a, b, c, d, joker)
    found = np.zeros(24, np.int64)
    for place in range(hands.shape[1]):
        mask, weight = hands[0, place], hands[1, place]
        found[longest_flush(mask)] += weight
        found[8 + longest_straight_flush(mask)] += weight
        found[16 + straight_flush_of_flush(mask)] += weight
    return found


def price_bonuses(game: Game, run: Runner) -> Prices:
    """Both natural bonuses, Royal Riches and the jackpot under every pay table."""
    joker = variant_of(game).joker
    shards = [shard for shard in seven_shards() if joker or not shard[-1]]
    counts = [int(count) for count in run(count_naturals, shards)]
    runs = counts[8:16] if game.options["natural-straight-flush-suit"] == "any" else counts[16:]
    straight = gathered((straight_flush_line(length), count) for length, count in enumerate(runs))
    natural = gathered((flush_line(length), count) for length, count in enumerate(counts[:8]))
    tables = game.approval.paytables
    return {
        "natural-straight-flush": by_tables(tables["natural-straight-flush"], straight),
        "natural-flush": by_tables(tables["natural-flush"], natural),
        **price_riches(game, run, shards),
    }
