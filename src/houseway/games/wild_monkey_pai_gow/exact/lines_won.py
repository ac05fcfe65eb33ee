"""How often a bet is won against a dealer's hand on a line of Dealer Pai Gow or Dealer Joker, exact.

The dealers of a line are counted like all dealers, for the settings that a plan uses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from houseway.games.analysis import Runner
from houseway.games.wild_monkey_pai_gow.exact.dealer_points import Points
from houseway.games.wild_monkey_pai_gow.exact.dealers import Dealers
from houseway.games.wild_monkey_pai_gow.exact.hand_values import Beaten, count_all, count_beaten, find_views
from houseway.games.wild_monkey_pai_gow.exact.rank_counts import ANSWERS, BOTH
from houseway.games.wild_monkey_pai_gow.exact.valued import Plan, Valued
from houseway.games.wild_monkey_pai_gow.rules import LINES, NO_PAI_GOW, dealer_joker_line, pai_gow_line
from houseway.games.wild_monkey_pai_gow.variant import RANKS, SURRENDER
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

Lines = dict[str, list[int]]  # by wager and line: how many deals are won against it


@counter
def count_wins(
    start: int, stop: int, _base: int, _total: int, masks: Counts, beaten: Beaten, settings: Numbers, weights: Counts
) -> Counts:
    """By plan: how many deals of some hands are won, each hand counted as often as its weight says."""
    found = np.zeros(len(weights), np.int64)
    views, counts = np.zeros(4, np.int64), np.zeros(ANSWERS, np.int64)
    for place in range(start, stop):
        ranks = find_views(beaten.places, masks[place], views)
        for plan in range(len(weights)):
            if weights[plan, place]:
                setting = settings[plan, place]
                count_beaten(beaten, views, setting, setting - beaten.places.first[ranks], counts)
                found[plan] += weights[plan, place] * counts[BOTH]
    return found


@dataclass(frozen=True, kw_only=True)
class Kind:
    """Dealer's hands that count on one line: some wager's, its number, and which hands they are."""

    wager: str
    line: int
    dealers: npt.NDArray[np.bool_]


def kinds_of(dealers: Dealers) -> list[Kind]:
    """The pai gows by their high cards, without and with the joker; then all other hands with the joker."""
    found = []
    for joker in (False, True):
        for high in RANKS:
            chosen = (dealers.highs == high) & (dealers.jokers == joker)
            if chosen.any():
                found.append(Kind(wager="dealer-pai-gow", line=pai_gow_line(high), dealers=chosen))
                if joker:
                    found.append(Kind(wager="dealer-joker", line=dealer_joker_line(high), dealers=chosen))
    other = (dealers.highs < 0) & dealers.jokers
    return [*found, Kind(wager="dealer-joker", line=dealer_joker_line(NO_PAI_GOW), dealers=other)]


def lines_won(valued: Valued, dealers: Dealers, plans: Mapping[str, Plan], run: Runner) -> dict[str, Lines]:
    """By name of a plan: the deals that are won on each line; a surrendered hand wins none."""
    used = np.zeros(len(valued.hands.settings.fronts), np.bool_)
    for plan in plans.values():
        used[plan.settings] = True
    hands = valued.hands.only(used, run)
    numbers = np.cumsum(used) - 1
    settings = np.array([numbers[plan.settings] for plan in plans.values()], np.int32)
    weights = np.array([plan.weights * (plan.decisions != SURRENDER) for plan in plans.values()])
    found = {name: {wager: [0] * len(LINES[wager]) for wager in ("dealer-pai-gow", "dealer-joker")} for name in plans}
    for dealers_of_kind, kinds in _together(kinds_of(dealers)):
        points = Points.of(valued.variant, dealers.packed, dealers_of_kind)
        beaten = count_all(hands, points, run, every=False)
        shards = [shard for some in hands.shards(hands.masks, beaten, settings, weights) for shard in some]
        for name, wins in zip(plans, run(count_wins, shards), strict=True):
            for kind in kinds:
                found[name][kind.wager][kind.line] += int(wins)
    return found


def _together(kinds: Sequence[Kind]) -> list[tuple[npt.NDArray[np.bool_], list[Kind]]]:
    """Kinds that are the same dealers are counted once."""
    found: list[tuple[npt.NDArray[np.bool_], list[Kind]]] = []
    for kind in kinds:
        if found and found[-1][0] is kind.dealers:
            found[-1][1].append(kind)
        else:
            found.append((kind.dealers, [kind]))
    return found
