"""The bonuses of two seats that look at the seats' own seven cards, as long as nothing takes them out of action."""

from itertools import pairwise
from typing import Final

import numpy as np

from houseway.games.bonuses.cells import cell_of, look_up
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.bonuses.royal_riches_simulated import riches_cells
from houseway.games.game import Game
from houseway.games.pricing.action import is_stopped
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.sevens import seven_shards, weighted_sevens
from houseway.games.simulation.seat_products import OwnCells, SeatProducts, products_of_hands
from houseway.games.simulation.simulation import Counts
from houseway.games.wild_monkey_pai_gow.rules import insured_high, pai_gow_high, pai_gow_line
from houseway.games.wild_monkey_pai_gow.simulate.prepare import rows_of
from houseway.games.wild_monkey_pai_gow.simulate.rounds import DECK
from houseway.kernel import compiled, counter

SHARDS: Final = 16
OWN: Final = ("royal-riches", "player-pai-gow-insurance", "jackpot")
MADE, WILD, ACE, LOOKS = range(4)


@counter
def look_at_hands(masks: Counts, start: int, total: int) -> Counts:
    """By place of a hand: what it makes of Royal Riches, and 1 + the high card of a pai gow, by what the joker is."""
    looks = np.zeros((LOOKS, total), np.int64)
    for place in range(len(masks)):
        looks[MADE, start + place] = hands_made(masks[place])
        looks[WILD, start + place] = 1 + pai_gow_high(masks[place])
        looks[ACE, start + place] = 1 + insured_high(masks[place])
    return looks


def two_seats(game: Game, run: Runner) -> SeatProducts | None:
    """How these bonuses of two seats go together; those that an option takes out of action are left out."""
    rows = {name: row for name, row in rows_of(game).items() if name in OWN and not is_stopped(game, name)}
    if not rows:
        return None
    masks, weights = np.ascontiguousarray(
        np.concatenate([compiled(weighted_sevens)(*one) for one in seven_shards()], 1)
    )
    total = len(masks)
    bounds = [total * part // SHARDS for part in range(SHARDS + 1)]
    looks = run(look_at_hands, [(masks[one:two], one, total) for one, two in pairwise(bounds)])
    riches, insured = riches_cells(game), game.paytable("player-pai-gow-insurance")
    highs = look_up(range(14), lambda high: cell_of(insured, pai_gow_line(high - 1)))
    cells = {
        "royal-riches": riches.riches[looks[MADE]],
        "player-pai-gow-insurance": highs[looks[ACE if game.options["insurance-joker"] == "ace" else WILD]],
        "jackpot": riches.jackpot[looks[MADE]],
    }
    hands = OwnCells(masks=masks, weights=weights, cells={name: cells[name] for name in rows}, deck=DECK)
    return products_of_hands(rows, hands, run)
