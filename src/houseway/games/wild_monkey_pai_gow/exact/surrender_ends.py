"""What the bonuses of surrendered hands would return beside a plan, and the value of each surrender that loses them.

Royal Riches and the insurance depend on the player's own cards. Dealer Joker depends on the dealer's cards. A dealer
with the joker sets the other seven cards, so the hands on each line are counted like the dealers that a setting beats,
for a setting that beats them all.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import JOKER_BIT
from houseway.games.bonuses.envy_exact import HandsInAction, envy_between
from houseway.games.bonuses.royal_riches import ROYAL_WITH_KING_QUEEN, hands_made
from houseway.games.game import Game
from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.action import Stopped, returned
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.price import Envy, WagerPrice
from houseway.games.pricing.wager_result import Together
from houseway.games.wild_monkey_pai_gow.exact.dealer_points import Points
from houseway.games.wild_monkey_pai_gow.exact.dealers import Dealers
from houseway.games.wild_monkey_pai_gow.exact.hand_values import Hands, count_all, find_views
from houseway.games.wild_monkey_pai_gow.exact.lines_won import Won
from houseway.games.wild_monkey_pai_gow.exact.plans import BEST_SETTING, PLANS
from houseway.games.wild_monkey_pai_gow.exact.rank_counts import BOTH
from houseway.games.wild_monkey_pai_gow.exact.valued import PERCENT, Valued
from houseway.games.wild_monkey_pai_gow.rules import (
    LINES,
    dealer_joker_line,
    insured_high,
    pai_gow_high,
    pai_gow_line,
)
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, RANKS, SURRENDER, HandRules
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

# Where the outcomes of a bonus start: what a hand makes of Royal Riches; 1 + the high card of an insured pai gow, by
# what the joker is; 1 + the line of Dealer Joker. Own cards are counted in hands, the dealer's in deals.
RICHES: Final = 0
HIGHS: Final = 14  # none, and that of each rank
INSURED_WILD: Final = 2 * ROYAL_WITH_KING_QUEEN
INSURED_ACE: Final = INSURED_WILD + HIGHS
DEALER_JOKER: Final = INSURED_ACE + HIGHS
JOKER_LINES: Final = len(LINES["dealer-joker"])
OUTCOMES: Final = DEALER_JOKER + 1 + JOKER_LINES

BLOCKS: Final = {
    "royal-riches": (RICHES,),
    "player-pai-gow-insurance": (INSURED_WILD, INSURED_ACE),
    "dealer-joker": (DEALER_JOKER,),
}

# Counted of a pay table: hands that are played for its sake, what it returns for them, and what playing them costs.
PLAYED_ON, RETURNED, COST, WEIGHED = range(4)
TEXT: Final = "the bonus as large as the Bet: hands are played that the main game alone would surrender"


class Stakes(NamedTuple):
    """Pay tables of bonuses that a surrender loses, each as large as the Bet."""

    firsts: Counts  # by pay table: where the outcomes of its bonus start
    returns: Counts  # by pay table and outcome: what it returns, in bets / scale
    unit: int  # of what a surrender saves a deal: bets / unit
    scale: int
    dealers: int  # against each hand
    with_joker: int  # of them, where the player has no joker


@counter
def count_surrenders(
    start: int,
    stop: int,
    _base: int,
    _total: int,
    masks: Counts,
    weights: Counts,
    saved: Counts,
    won: Won,
    stakes: Stakes,
) -> Counts:
    """The bonuses of surrendered hands by outcome, then what is counted of each pay table.

    `weights` is 0 for a hand that is not surrendered; `saved` is what a surrender saves over all its deals.
    """
    tables = len(stakes.firsts)
    counted = np.zeros(OUTCOMES + WEIGHED * tables, np.int64)
    weighed = counted[OUTCOMES:].reshape((tables, WEIGHED))
    views, own, deals = np.zeros(4, np.int64), np.zeros(3, np.int64), np.zeros(1 + JOKER_LINES, np.int64)
    for place in range(start, stop):
        weight = weights[place]
        if weight > 0:
            own_outcomes(masks[place], own)
            joker_deals(won, stakes, masks[place], views, deals)
            for outcome in own:
                counted[outcome] += weight
            for line in range(1 + JOKER_LINES):
                counted[DEALER_JOKER + line] += weight * deals[line]
            for table in range(tables):
                weigh(stakes, table, own, deals, weight, saved[place], weighed[table])
    return counted


@counter
def own_outcomes(mask: int, outcomes: Counts) -> None:
    """The outcomes of the bonuses that depend on the player's cards."""
    outcomes[0] = RICHES + hands_made(mask)
    outcomes[1] = INSURED_WILD + 1 + pai_gow_high(mask)
    outcomes[2] = INSURED_ACE + 1 + insured_high(mask)


@counter
def joker_deals(won: Won, stakes: Stakes, mask: int, views: Counts, by_line: Counts) -> None:
    """Count the dealer's hands against a player's: those without the joker, then those with it by line."""
    ranks = find_views(won.places, mask, views)
    setting = won.places.first[ranks]
    rest = stakes.with_joker if mask >> JOKER_BIT == 0 else 0
    by_line[0] = stakes.dealers - rest
    for line in range(JOKER_LINES - 1):
        deals = int(won.by_ranks[setting, line])
        for suit in range(4):
            deals += won.by_suits[won.view_first[views[suit]], line]
        by_line[1 + line] = deals
        rest -= deals
    by_line[JOKER_LINES] = rest


@counter
def weigh(stakes: Stakes, table: int, own: Counts, deals: Counts, weight: int, saved: int, weighed: Counts) -> None:
    """Compare the surrender of a hand with what a pay table returns if the hand is played."""
    first, returned = stakes.firsts[table], 0
    if first == DEALER_JOKER:
        for line in range(1 + JOKER_LINES):
            returned += deals[line] * stakes.returns[table, first + line]
    else:
        outcome = own[0] if first == RICHES else own[1] if first == INSURED_WILD else own[2]
        returned = stakes.dealers * stakes.returns[table, outcome]
    if returned * stakes.unit > saved * stakes.scale:
        weighed[PLAYED_ON] += weight
        weighed[RETURNED] += weight * returned
        weighed[COST] += weight * saved


@dataclass(frozen=True, slots=True, kw_only=True)
class StakedTable:
    """A pay table of a bonus that a surrender may lose: where its outcomes start, and the return of each in wagers."""

    wager: str
    name: str
    first: int
    returns: tuple[Fraction, ...]  # by outcome of its bonus


@dataclass(frozen=True, kw_only=True)
class SurrenderEnds:
    """The bonuses of surrendered hands beside a plan."""

    strategy: str
    main_edge: Fraction
    hands: int  # of a player
    dealers: int  # against each
    with_joker: int  # of them, where the player has no joker; each of the dealer's hands stands for as many deals
    unit: int  # of a cost: bets / unit
    scale: int  # of what is returned: bets / scale
    outcomes: Sequence[int]
    weighed: Mapping[tuple[str, str, int], Sequence[int]]  # by wager, pay table and where its outcomes start
    envies: Mapping[str, Envy]  # by pay table of Royal Riches, where surrendered hands neither give nor earn any

    def stopped(self, first: int) -> Stopped:
        """The hands or deals without action, by outcome of the bonus whose outcomes start at a place."""
        stop = {RICHES: INSURED_WILD, INSURED_WILD: INSURED_ACE, INSURED_ACE: DEALER_JOKER}.get(first, OUTCOMES)
        shift = 0 if first == RICHES else 1
        dead = {place - shift: count for place, count in enumerate(self.outcomes[first:stop]) if count}
        deals = self.with_joker if first == DEALER_JOKER else 1
        return Stopped(strategy=self.strategy, deals=deals, dead=dead)

    def weigh(self, wager: str, name: str, first: int, price: WagerPrice) -> WagerPrice:
        """The same price, with a note where the best play for main game and bonus together is another one."""
        hands, won, cost = self.weighed[wager, name, first]
        if not hands:
            return price
        deals = self.hands * self.dealers
        together = Together.of(
            TEXT,
            played_on=Fraction(hands, self.hands),
            main=self.main_edge,
            cost=Fraction(cost, self.unit * deals),
            wager=price.house_edge,
            gain=Fraction(won, self.scale * deals),
        )
        return replace(price, together=together)


def joker_hands(hands: Hands, run: Runner) -> Hands:
    """All hands, with one setting for each set of ranks."""
    used = np.zeros(len(hands.settings.fronts), np.bool_)
    used[hands.settings.first[:-1]] = True
    return hands.only(used, run)


def joker_lines(rules: HandRules, hands: Hands, dealers: Dealers, run: Runner) -> Won:
    """How many dealers have the joker and make each line except the last, against every hand, by ranks and by view.

    One setting for each set of ranks is enough, because it beats dealers of no strength.
    """
    hands, weakest = joker_hands(hands, run), np.zeros_like(dealers.packed)
    every = []
    for line in range(JOKER_LINES - 1):
        highs = [high for high in RANKS if dealer_joker_line(high) == line]
        chosen = dealers.jokers & np.isin(dealers.highs, highs)
        every.append(count_all(hands, Points.of(rules, weakest, chosen), run, every=False)[-2:])
    by_ranks, by_suits = (np.stack([some[:, BOTH] for some in part], 1) for part in zip(*every, strict=True))
    return Won(places=hands.views.index, view_first=hands.views.first, by_ranks=by_ranks, by_suits=by_suits)


def staked_tables(game: Game) -> tuple[StakedTable, ...]:
    """Every pay table of a bonus that a surrender may lose; those of the insurance appear for either kind of joker."""
    return tuple(
        StakedTable(wager=wager, name=name, first=first, returns=_returns(table, first))
        for wager, firsts in BLOCKS.items()
        for first in firsts
        for name, table in game.approval.paytables[wager].items()
    )


def _returns(table: PayTable, first: int) -> tuple[Fraction, ...]:
    """What a pay table returns, by outcome of its bonus."""
    if first == RICHES:
        return tuple(returned(table, table.best_paying(made)) for made in range(INSURED_WILD))
    if first == DEALER_JOKER:
        return tuple(returned(table, line) for line in range(-1, JOKER_LINES))
    return tuple(returned(table, pai_gow_line(place - 1)) for place in range(HIGHS))


def surrendered_envies(valued: Valued, number: int, tables: Mapping[str, PayTable], run: Runner) -> dict[str, Envy]:
    """The value of envy by pay table of Royal Riches, if surrendered hands neither give nor earn it."""
    gone = (valued.plan(number).decisions == SURRENDER).astype(np.int64)
    hands, deck = valued.hands, valued.variant.deck
    return envy_between(tables, HandsInAction(masks=hands.masks, weights=hands.weights, gone=gone, deck=deck), run)


def surrender_ends(valued: Valued, number: int, won: Won, tables: Sequence[StakedTable], run: Runner) -> SurrenderEnds:
    """Count the surrendered hands of a plan that decides by the value of a setting; envy is not counted."""
    variant, dealers, plan = valued.variant, valued.dealers, valued.plan(number)
    values = valued.values(int(number == BEST_SETTING))
    surrender, doubled = variant.surrender, variant.stakes(DOUBLE)
    whole = math.lcm(surrender.denominator, doubled.denominator)
    unit = PERCENT * whole
    saved = int(-surrender * unit) * dealers - np.maximum(whole * values, int(whole * doubled) * values)
    scale = math.lcm(*(one.denominator for table in tables for one in table.returns))
    returns = np.zeros((len(tables), OUTCOMES), np.int64)
    for row, table in enumerate(tables):
        returns[row, table.first : table.first + len(table.returns)] = [int(scale * one) for one in table.returns]
    with_joker = math.comb(variant.deck - 8, 7)
    stakes = Stakes(np.array([table.first for table in tables]), returns, unit, scale, dealers, with_joker)
    rules = (valued.hands.masks, plan.weights * (plan.decisions == SURRENDER), saved, won, stakes)
    counted = run(count_surrenders, [shard for some in valued.hands.shards(*rules) for shard in some]).tolist()
    return SurrenderEnds(
        strategy=PLANS[number],
        main_edge=plan.analysis().house_edge,
        hands=int(plan.weights.sum()),
        dealers=dealers,
        with_joker=with_joker,
        unit=unit,
        scale=scale,
        outcomes=counted[:OUTCOMES],
        weighed={
            (table.wager, table.name, table.first): counted[OUTCOMES + WEIGHED * row :][:WEIGHED]
            for row, table in enumerate(tables)
        },
        envies={},
    )
