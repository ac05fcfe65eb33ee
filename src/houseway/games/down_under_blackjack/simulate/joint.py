"""The bonus wagers of a seat together, counted over all first cards: at the places of the simulation's cells.

How the main game ends beside them is not counted: split hands are exact one by one, not all together.
"""

from typing import NamedTuple

import numpy as np

from houseway.games.down_under_blackjack.exact.bonuses import Counts, ways_to_hold, ways_to_take
from houseway.games.down_under_blackjack.simulate.bonuses import match_place, progressive_place
from houseway.games.down_under_blackjack.simulate.cells import rows_and_tables
from houseway.games.down_under_blackjack.study import decks_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.simulation.joint_counter import JointCounts, joint_places
from houseway.games.simulation.simulation import MAIN
from houseway.kernel import counter


class JointTables(NamedTuple):
    """Where the outcomes of each wager are counted, times its step; nothing for a wager that is off."""

    size: int
    decks: int
    family: int
    up: Counts  # by `match_place`
    down: Counts  # the same
    progressive: Counts  # by `progressive_place`


@counter
def count_first_cards(up: int, tables: JointTables) -> Counts:
    """All first cards of a player and all down cards beside an up card, by what becomes of the bonuses."""
    joint = np.zeros(tables.size, np.int64)
    for down in range(52):
        for one in range(52):
            for two in range(one + 1):
                ways = ways_to_hold(one, two, tables.decks)
                ways *= ways_to_take((one == up) + (two == up), tables.decks)
                ways *= ways_to_take((one == down) + (two == down) + (up == down), tables.decks)
                if ways > 0:
                    matched = match_place(one, two, up, down)
                    fixed = progressive_place(tables.family, one, two, up, down)
                    joint[tables.up[matched] + tables.down[matched] + tables.progressive[fixed]] += ways
    return joint


def count_joint(game: Game, run: Runner) -> JointCounts:
    """How many first cards end the bonuses of a seat in which way, whatever the strategy; nothing without a bonus."""
    rows, cells = rows_and_tables(game)
    bonuses = {name: row for name, row in rows.items() if name != MAIN}
    decks = decks_of(game)
    if decks is None or not bonuses:
        return {}
    places = joint_places(bonuses)
    steps = dict(zip(bonuses, places.steps.tolist(), strict=True))
    tables = JointTables(
        size=places.outcomes,
        decks=decks,
        family=cells.family,
        up=cells.match_up.astype(np.int64) * steps.get("match-up", 0),
        down=cells.match_down.astype(np.int64) * steps.get("match-down", 0),
        progressive=cells.jackpots.astype(np.int64) * steps.get("progressive", 0),
    )
    return {tuple(bonuses): run(count_first_cards, [(up, tables) for up in range(52)])}
