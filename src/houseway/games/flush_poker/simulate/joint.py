"""All wagers of a seat together, counted over every deal: at the places of the simulation's cells."""

import numpy as np

from houseway.games.bonuses.cells import Cells
from houseway.games.flush_poker.exact.count import count_joint_ends
from houseway.games.flush_poker.exact.joint_ends import JointTables
from houseway.games.flush_poker.exact.sets import shards
from houseway.games.flush_poker.simulate.prepare import lookups_of, rows_of
from houseway.games.flush_poker.simulate.rounds import OFF
from houseway.games.flush_poker.variant import variant_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.main_wagers import OPTIMAL
from houseway.games.pricing.strategy import Strategy
from houseway.games.simulation.joint_counter import JointCounts, joint_places, wager_rows
from houseway.games.simulation.simulation import MAIN, Counts


def count_joint(game: Game, strategy: Strategy, run: Runner) -> JointCounts:
    """How many deals end all wagers of a seat in which way, under the best strategy."""
    if strategy.name != OPTIMAL:
        return {}
    variant = variant_of(game)
    rows = rows_of(game, variant)
    lookups, places = lookups_of(game, variant, strategy, rows, 1), joint_places(rows)

    def placed(row: int, cells: Cells) -> Counts:
        return cells.astype(np.int64) * (0 if row == OFF else places.steps[row])

    tables = JointTables(
        main=int(places.steps[list(rows).index(MAIN)]),
        any_suit=int(lookups.terms.any_suit),
        folded_loses=int(lookups.terms.folded_loses),
        unqualified_loses=int(lookups.terms.unqualified_loses),
        unqualified_jackpot_loses=int(lookups.terms.unqualified_jackpot_loses),
        straight=placed(lookups.rows.straight, lookups.straight),
        natural=placed(lookups.rows.natural, lookups.natural),
        riches=placed(lookups.rows.riches, lookups.riches.riches),
        jackpot=placed(lookups.rows.jackpot, lookups.riches.jackpot),
    )
    work = [(sets, terms, tables, places.outcomes, *part) for sets, terms, *part in shards(variant)]
    return {tuple(wager_rows(rows)): run(count_joint_ends, work)}
