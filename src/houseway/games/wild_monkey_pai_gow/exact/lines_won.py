"""How often a bet wins against a dealer's hand on a line of Dealer Pai Gow or Dealer Joker, exactly.

The dealers of a line are counted like all dealers, for the settings of the house way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

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
from houseway.games.wild_monkey_pai_gow.variant import RANKS, SURRENDER, HandRules
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

Lines = dict[str, list[int]]  # by wager and line: how many deals are won against it

FIRST_LINES: Final = {"dealer-pai-gow": 0, "dealer-joker": len(LINES["dealer-pai-gow"])}  # of all lines in one list
LINE_COUNT: Final = sum(len(LINES[wager]) for wager in FIRST_LINES)


class Won(NamedTuple):
    """What settings beat of the dealer's hands, by ranks, and what flushes add, by view; a column per kind."""

    places: Index
    view_first: Counts
    by_ranks: Numbers
    by_suits: Numbers


@counter
def count_wins(
    start: int, stop: int, base: int, total: int, masks: Counts, won: Won, settings: Numbers, kind_lines: Counts
) -> Numbers:
    """Count, by line and hand, the dealers on the line that a setting beats; a hand has its place less `base`.

    `kind_lines` has for each kind of dealers the line of each wager, or -1.
    """
    beaten = np.zeros((LINE_COUNT, total), np.int32)
    views = np.zeros(4, np.int64)
    for place in range(start, stop):
        ranks = find_views(won.places, masks[place], views)
        setting = settings[place]
        for suit in range(4):
            views[suit] = won.view_first[views[suit]] + setting - won.places.first[ranks]
        for kind in range(len(kind_lines)):
            dealers = won.by_ranks[setting, kind]
            for suit in range(4):
                dealers += won.by_suits[views[suit], kind]
            for line in kind_lines[kind]:
                if line >= 0:
                    beaten[line, place - base] += dealers
    return beaten


@dataclass(frozen=True, kw_only=True)
class Kind:
    """The dealer's hands that count on the same lines."""

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


@dataclass(frozen=True, kw_only=True)
class LinesWon:
    """Deals that the house way wins on each line: for each hand that may be surrendered, and for all others together.

    Nobody surrenders a hand that is worth more than nothing, whatever a surrender loses.
    """

    losing: Numbers  # by line and hand that loses more than it wins: dealers who are beaten
    others: Counts  # by line: deals

    def lines(self, valued: Valued, plan: Plan) -> Lines:
        """The deals that a plan by the house way wins on each line; a surrendered hand wins none."""
        losing = is_losing(valued)
        if (plan.decisions[~losing] == SURRENDER).any():
            raise RuntimeError("a hand that wins more than it loses is surrendered")
        weights = (plan.weights * (plan.decisions != SURRENDER))[losing]
        deals = (self.others + np.array([(weights * line).sum() for line in self.losing])).tolist()
        return {wager: deals[first : first + len(LINES[wager])] for wager, first in FIRST_LINES.items()}


def is_losing(valued: Valued) -> npt.NDArray[np.bool_]:
    """The hands that lose more than they win when the house way sets them."""
    return np.asarray(valued.values(0) < 0)


def lines_won(valued: Valued, dealers: Dealers, run: Runner) -> LinesWon:
    """Count the deals that all hands, set by the house way, win on each line."""
    used = np.zeros(len(valued.hands.settings.fronts), np.bool_)
    used[valued.counts[0, 0]] = True
    settings = (np.cumsum(used) - 1).astype(np.int32)[valued.counts[0, 0]]
    hands, kinds, losing = valued.hands.only(used, run), kinds_of(dealers), is_losing(valued)
    won = _won(valued.variant, hands, dealers, kinds, run)
    kind_lines = np.array([[_place(kind, wager) for wager in FIRST_LINES] for kind in kinds])
    some, others = [], np.zeros(LINE_COUNT, np.int64)
    for shards, (start, stop) in zip(
        hands.shards(hands.masks, won, settings, kind_lines), pairwise(hands.parts), strict=True
    ):
        beaten, chosen = run(count_wins, shards), losing[start:stop]
        some.append(beaten[:, chosen])
        others += beaten[:, ~chosen].astype(np.int64) @ hands.weights[start:stop][~chosen]
    return LinesWon(losing=np.concatenate(some, 1), others=others)


def _place(kind: Kind, wager: str) -> int:
    return FIRST_LINES[wager] + kind.lines[wager] if wager in kind.lines else -1


def _won(rules: HandRules, hands: Hands, dealers: Dealers, kinds: Sequence[Kind], run: Runner) -> Won:
    every = [count_all(hands, Points.of(rules, dealers.packed, kind.dealers), run, every=False)[-2:] for kind in kinds]
    by_ranks, by_suits = (np.stack([some[:, BOTH] for some in part], 1) for part in zip(*every, strict=True))
    return Won(places=hands.views.index, view_first=hands.views.first, by_ranks=by_ranks, by_suits=by_suits)
