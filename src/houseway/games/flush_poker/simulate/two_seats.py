"""The bonuses of two seats: each looks at its own seven cards, as long as nothing takes it out of action."""

from itertools import pairwise
from typing import Final

import numpy as np

from houseway.cards.hands import longest_flush, longest_straight_flush
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.bonuses.royal_riches_simulated import riches_cells
from houseway.games.flush_poker.rules import straight_flush_of_flush
from houseway.games.flush_poker.simulate.prepare import cells_by_length, rows_of
from houseway.games.flush_poker.variant import variant_of
from houseway.games.game import Game
from houseway.games.pricing.action import is_stopped
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.sevens import seven_shards, weighted_sevens
from houseway.games.simulation.joint_counter import wager_rows
from houseway.games.simulation.seat_products import OwnCells, SeatProducts, products_of_hands
from houseway.games.simulation.simulation import MAIN, Counts
from houseway.kernel import compiled, counter

SHARDS: Final = 16
MADE, FLUSH, ANY_RUN, PLAYED_RUN, LOOKS = range(5)


@counter
def look_at_hands(masks: Counts, start: int, total: int) -> Counts:
    """By place of a hand: what it makes of Royal Riches, its flush, its straight flush of any suit and of the flush."""
    looks = np.zeros((LOOKS, total), np.int64)
    for place in range(len(masks)):
        mask = masks[place]
        looks[MADE, start + place] = hands_made(mask)
        looks[FLUSH, start + place] = longest_flush(mask)
        looks[ANY_RUN, start + place] = longest_straight_flush(mask)
        looks[PLAYED_RUN, start + place] = straight_flush_of_flush(mask)
    return looks


def two_seats(game: Game, run: Runner) -> SeatProducts | None:
    """How the bonuses of two seats go together; those that an option takes out of action are left out."""
    variant = variant_of(game)
    rows = {
        name: row
        for name, row in wager_rows(rows_of(game, variant)).items()
        if name != MAIN and not is_stopped(game, name)
    }
    if not rows:
        return None
    shards = [shard for shard in seven_shards() if variant.joker or not shard[-1]]
    masks, weights = np.ascontiguousarray(np.concatenate([compiled(weighted_sevens)(*one) for one in shards], 1))
    total = len(masks)
    bounds = [total * part // SHARDS for part in range(SHARDS + 1)]
    looks = run(look_at_hands, [(masks[one:two], one, total) for one, two in pairwise(bounds)])
    riches, lengths = riches_cells(game), cells_by_length(game)
    run_of = ANY_RUN if game.options["natural-straight-flush-suit"] == "any" else PLAYED_RUN
    cells = {
        "natural-straight-flush": lengths["natural-straight-flush"][looks[run_of]],
        "natural-flush": lengths["natural-flush"][looks[FLUSH]],
        "royal-riches": riches.riches[looks[MADE]],
        "jackpot": riches.jackpot[looks[MADE]],
    }
    hands = OwnCells(masks=masks, weights=weights, cells={name: cells[name] for name in rows}, deck=variant.size)
    return products_of_hands(rows, hands, run)
