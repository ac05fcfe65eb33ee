"""How often a bet is won against a dealer's hand on a line of Dealer Pai Gow or Dealer Joker, exact.

The dealers of a line are counted like all dealers, for the settings that a plan uses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.pricing.analysis import Runner
from houseway.games.wild_monkey_pai_gow.exact.dealer_points import Points
from houseway.games.wild_monkey_pai_gow.exact.dealers import Dealers
from houseway.games.wild_monkey_pai_gow.exact.hand_values import Hands, count_all, find_views
from houseway.games.wild_monkey_pai_gow.exact.rank_counts import BOTH
from houseway.games.wild_monkey_pai_gow.exact.suit_views import Index
from houseway.games.wild_monkey_pai_gow.exact.valued import Plan, Valued
from houseway.games.wild_monkey_pai_gow.rules import LINES, NO_PAI_GOW, dealer_joker_line, pai_gow_line
from houseway.games.wild_monkey_pai_gow.variant import RANKS, SURRENDER, Variant
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

Lines = dict[str, list[int]]  # by wager and line: how many deals are won against it


class Won(NamedTuple):
    """Dealer's hands that settings beat high and low: by ranks, and what flushes add by view; a column a kind."""

    places: Index
    view_first: Counts
    by_ranks: Numbers
    by_suits: Numbers


@counter
def count_wins(
    start: int, stop: int, _base: int, _total: int, masks: Counts, won: Won, settings: Numbers, weights: Counts
) -> Counts:
    """By plan and kind of dealers: how many deals of some hands are won, each hand as often as its weight says."""
    wins = np.zeros((len(weights), won.by_ranks.shape[1]), np.int64)
    views, answers = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for place in range(start, stop):
        ranks = find_views(won.places, masks[place], views)
        for plan in range(len(weights)):
            if weights[plan, place] == 0:
                continue
            setting = settings[plan, place]
            for suit in range(4):
                answers[suit] = won.view_first[views[suit]] + setting - won.places.first[ranks]
            for kind in range(won.by_ranks.shape[1]):
                deals = int(won.by_ranks[setting, kind])
                for suit in range(4):
                    deals += won.by_suits[answers[suit], kind]
                wins[plan, kind] += weights[plan, place] * deals
    return wins


@dataclass(frozen=True, kw_only=True)
class Kind:
    """Dealer's hands that count on the same lines."""

    dealers: npt.NDArray[np.bool_]
    lines: Mapping[str, int]  # by wager


def kinds_of(dealers: Dealers) -> list[Kind]:
    """The pai gows by their high cards, without and with the joker; then all other hands with the joker."""
    pai_gows = []
    for joker in (False, True):
        for high in RANKS:
            chosen = (dealers.highs == high) & (dealers.jokers == joker)
            lines = {"dealer-pai-gow": pai_gow_line(high), "dealer-joker": dealer_joker_line(high)}
            if chosen.any():
                pai_gows.append(Kind(dealers=chosen, lines=lines if joker else {"dealer-pai-gow": pai_gow_line(high)}))
    other = (dealers.highs == NO_PAI_GOW) & dealers.jokers
    return [*pai_gows, Kind(dealers=other, lines={"dealer-joker": dealer_joker_line(NO_PAI_GOW)})]


def lines_won(valued: Valued, dealers: Dealers, plans: Mapping[str, Plan], run: Runner) -> dict[str, Lines]:
    """By name of a plan: the deals that are won on each line; a surrendered hand wins none."""
    used = np.zeros(len(valued.hands.settings.fronts), np.bool_)
    for plan in plans.values():
        used[plan.settings] = True
    numbers = (np.cumsum(used) - 1).astype(np.int32)
    settings = np.array([numbers[plan.settings] for plan in plans.values()])
    weights = np.array([plan.weights * (plan.decisions != SURRENDER) for plan in plans.values()])
    hands, kinds = valued.hands.only(used, run), kinds_of(dealers)
    won = _won(valued.variant, hands, dealers, kinds, run)
    shards = [shard for some in hands.shards(hands.masks, won, settings, weights) for shard in some]
    counts = run(count_wins, shards)
    won_lines = {
        name: {wager: [0] * len(LINES[wager]) for wager in ("dealer-pai-gow", "dealer-joker")} for name in plans
    }
    for name, deals in zip(plans, counts.tolist(), strict=True):
        for kind, times in zip(kinds, deals, strict=True):
            for wager, line in kind.lines.items():
                won_lines[name][wager][line] += times
    return won_lines


def _won(variant: Variant, hands: Hands, dealers: Dealers, kinds: Sequence[Kind], run: Runner) -> Won:
    every = [
        count_all(hands, Points.of(variant, dealers.packed, kind.dealers), run, every=False)[-2:] for kind in kinds
    ]
    by_ranks, by_suits = (np.stack([some[:, BOTH] for some in part], 1) for part in zip(*every, strict=True))
    return Won(places=hands.views.index, view_first=hands.views.first, by_ranks=by_ranks, by_suits=by_suits)
