"""The wagers of a seat that look at its own cards and at who wins, counted together over every deal.

Dealer Joker and Dealer Pai Gow look at the dealer's cards too; they are not counted beside the others.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from houseway.games.bonuses.cells import Cells
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import Strategy
from houseway.games.simulation.joint_counter import JointCounts, joint_places
from houseway.games.simulation.simulation import MAIN, Cell
from houseway.games.wild_monkey_pai_gow.exact.counted_hands import valued_hands
from houseway.games.wild_monkey_pai_gow.exact.plans import PLANS
from houseway.games.wild_monkey_pai_gow.exact.rank_counts import BOTH, HIGH, LOW
from houseway.games.wild_monkey_pai_gow.exact.valued import Counts
from houseway.games.wild_monkey_pai_gow.rules import insured_high, pai_gow_high
from houseway.games.wild_monkey_pai_gow.simulate.prepare import lookups_of, rows_of
from houseway.games.wild_monkey_pai_gow.simulate.rounds import WIN, main_cell
from houseway.games.wild_monkey_pai_gow.variant import SURRENDER, Variant
from houseway.kernel import counter

COUNTED: Final = (MAIN, "royal-riches", "player-pai-gow-insurance", "jackpot")
SHARD: Final = 500_000  # hands


class JointTables(NamedTuple):
    """Where the outcomes of each wager are counted, times its step; nothing for a wager that is off.

    Those of the bonuses stand in two rows: of hands that are played, and of those that are surrendered.
    """

    main: int  # the step of the main game's cells
    size: int
    joker_is_ace: int  # 1 where an insured hand has the joker as an ace
    riches: Counts  # by what a hand makes
    jackpot: Counts  # the same
    insured: Counts  # by 1 + the high card of a pai gow


@counter
def count_hands(
    masks: Counts, weights: Counts, decisions: Counts, won: Counts, lost: Counts, dealers: int, tables: JointTables
) -> Counts:
    """Some hands by what becomes of all wagers; `won` and `lost` are the dealers that a hand beats and loses to."""
    joint = np.zeros(tables.size, np.int64)
    for hand in range(len(masks)):
        mask, decision = int(masks[hand]), int(decisions[hand])
        made, gone = hands_made(mask), 1 if decision == SURRENDER else 0
        high = 1 + (insured_high(mask) if tables.joker_is_ace == 1 else pai_gow_high(mask))
        place = tables.insured[gone, high] + tables.riches[gone, made] + tables.jackpot[gone, made]
        joint[place + tables.main * main_cell(decision, WIN)] += weights[hand] * won[hand]
        joint[place + tables.main * main_cell(decision, -WIN)] += weights[hand] * lost[hand]
        joint[place + tables.main * main_cell(decision, 0)] += weights[hand] * (dealers - won[hand] - lost[hand])
    return joint


def count_joint(game: Game, strategy: Strategy, run: Runner) -> JointCounts:
    """How many deals end the bet and the bonuses on the own cards in which way, under one of the named strategies."""
    if strategy.name not in PLANS:
        return {}
    variant, every = Variant.of(game), rows_of(game)
    rows = {name: row for name, row in every.items() if name in COUNTED}
    tables = tables_of(game, strategy, rows, every)
    valued = valued_hands(variant, run)
    hands, plan = valued.hands, valued.plan_named(strategy.name)
    high, low, both = (plan.beaten[kind].astype(np.int64) for kind in (HIGH, LOW, BOTH))
    columns = hands.masks, plan.weights, plan.decisions.astype(np.int64), both, plan.dealers - high - low + both
    work = [
        (*(column[start : start + SHARD] for column in columns), plan.dealers, tables)
        for start in range(0, len(hands.masks), SHARD)
    ]
    return {tuple(rows): run(count_hands, work)}


def tables_of(
    game: Game, strategy: Strategy, rows: Mapping[str, Sequence[Cell]], every: Mapping[str, Sequence[Cell]]
) -> JointTables:
    """The places of the cells of some rows."""
    lookups, places = lookups_of(game, strategy, every, 1), joint_places(rows)
    steps = dict(zip(rows, places.steps.tolist(), strict=True))

    def placed(wager: str, cells: Cells, dead: int, loses: bool) -> Counts:
        gone = np.full(len(cells), dead) if loses else cells
        return np.array([cells, gone], np.int64) * int(steps.get(wager, 0))

    loses, jackpot_loses = lookups.surrendered_loses, lookups.surrendered_jackpot_loses
    return JointTables(
        main=steps[MAIN],
        size=places.outcomes,
        joker_is_ace=int(lookups.insured_joker_is_ace),
        riches=placed("royal-riches", lookups.riches.riches, lookups.dead.riches, loses),
        jackpot=placed("jackpot", lookups.riches.jackpot, lookups.dead.jackpot, jackpot_loses),
        insured=placed("player-pai-gow-insurance", lookups.insured, lookups.dead.insurance, loses),
    )
