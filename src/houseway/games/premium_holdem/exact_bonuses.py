"""The bonuses, counted exactly: all 133,784,560 sevens, and all 22,100 threes."""

import numpy as np
import numpy.typing as npt

from houseway.games.analysis import Runner
from houseway.games.game import Game
from houseway.games.premium_holdem.rules import hole_card_line, player_bonus_line
from houseway.games.price import Prices, by_tables, gathered, last_is_none
from houseway.games.sevens import count_strengths, strength_shards
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]


@counter
def count_hole_cards(first: int) -> Counts:
    """Lines of the Hole Card Bonus over three cards; the last place is no line."""
    found = np.zeros(6, np.int64)
    for two in range(first):
        for three in range(two):
            found[hole_card_line(first, two, three)] += 1
    return found


def price_bonuses(game: Game, run: Runner) -> Prices:
    """Player Bonus and Hole Card Bonus."""
    strengths = run(count_strengths, strength_shards())
    player = gathered((player_bonus_line(strength), int(count)) for strength, count in enumerate(strengths) if count)
    hole = last_is_none(run(count_hole_cards, [(first,) for first in range(2, 52)]))
    tables = game.approval.paytables
    return {
        "player-bonus": by_tables(tables["player-bonus"], player),
        "hole-card-bonus": by_tables(tables["hole-card-bonus"], hole),
    }
