"""What a fold loses where the operator lets it lose the bonuses, and the best play for main game and bonus together."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.games.down_under_holdem.exact.boards import Counts
from houseway.games.down_under_holdem.exact.decision_index import HOLES, LIGHT_PAIRS, NO_LIGHTS
from houseway.games.down_under_holdem.exact.fold_ends import (
    MATCH,
    NONE,
    PLACES,
    TRIPS,
    WEIGHED,
    Folds,
    count_fold_ends,
)
from houseway.games.down_under_holdem.exact.main_game import (
    HOLE_NUMBERS,
    Counted,
    HoldemAnalysis,
    count_payoffs,
    flop_shards,
    payoffs_of,
)
from houseway.games.down_under_holdem.variant import Variant
from houseway.games.game import Game
from houseway.games.pricing.action import Stopped, returned, whole_returns
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.main_wagers import OPTIMAL
from houseway.games.pricing.price import Prices
from houseway.games.pricing.suit_classes import FULL_DECK, Opening
from houseway.games.pricing.wager_result import Together

BONUSES: Final = {"trips-or-better": TRIPS, "match-the-dealer": MATCH}
TEXT: Final = "the bonus as large as the Ante: hands are played that the main game alone would fold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The best play for the main game and a bonus together, summed over all deals."""

    played: int = 0  # deals that the main game alone would fold
    lost: int = 0  # what the bonus would return for those that are still folded, in antes / both scales
    cost: int = 0  # what playing costs the main game, in antes / its scale

    def plus(self, played: int, lost: int, cost: int) -> "Best":
        """The sums with the deals of one more kind of hole cards."""
        return Best(played=self.played + played, lost=self.lost + lost, cost=self.cost + cost)


@dataclass(frozen=True, eq=False, kw_only=True)
class FoldEnds:
    """The bonuses of folded hands under the best strategy of the main game, and the value of each fold with them."""

    counted: Counted
    main: HoldemAnalysis
    tables: tuple[tuple[str, str], ...]  # wager and pay table
    scale: int  # of what they return, beside that of the main game
    returns: Counts  # [pay table, place]
    ends: Counts  # [bonus, place]: deals
    weighed: Counts  # [hole class, pay table, lights, what is counted]

    def stopped(self, wager: str, combinations: int) -> Stopped:
        """The deals of folded hands by line of a bonus, on the scale of these combinations."""
        places = self.ends[BONUSES[wager]].tolist()
        dead = {(place if place < NONE else -1): deals for place, deals in enumerate(places) if deals}
        return Stopped(strategy=OPTIMAL, deals=self.main.deals // combinations, dead=dead)

    def with_fold_weighed(self, prices: Prices) -> Prices:
        """The same prices, with a note where the best play for main game and bonus together is another one."""
        main_scale = self.counted.payoffs.scale
        for number, (wager, name) in enumerate(self.tables):
            price, best = prices[wager][name], self.best(number)
            if best.played:
                folded = int(self.ends[BONUSES[wager]] @ self.returns[number])
                together = Together.of(
                    TEXT,
                    played_on=Fraction(best.played, self.main.deals),
                    main=self.main.house_edge,
                    cost=Fraction(best.cost, main_scale * self.main.deals),
                    wager=price.house_edge,
                    gain=Fraction(folded - best.lost, main_scale * self.scale * self.main.deals),
                )
                prices[wager][name] = replace(price, together=together)
        return prices

    def best(self, table: int) -> Best:
        """The best fold or play after the flop; or the play before the flop, where that loses less."""
        best = Best()
        for (name, lights), opening in self.main.openings.items():
            if opening.best == "check" and lights is not None:
                hole, lit = HOLE_NUMBERS[name], LIGHT_PAIRS.index(lights)
                played, lost, cost = self.weighed[hole, table, lit].tolist()
                early = self._early_cost(opening)
                if lost + cost * self.scale > early * self.scale:
                    played, lost, cost = sum(self.counted.totals[0][hole][lit][0]), 0, early
                best = best.plus(played, lost, cost)
        return best

    def _early_cost(self, opening: Opening) -> int:
        """What playing before the flop costs the main game, compared with checking."""
        return opening.worth["check"] - max(opening.worth[play] for play in self.counted.variant.first_plays)


def fold_ends(game: Game, run: Runner, variant: Variant, deck: tuple[int, ...] = FULL_DECK) -> FoldEnds:
    """Count the folded hands of a game, a study's included."""
    payoffs = payoffs_of(variant)
    counted = count_payoffs(variant, payoffs, run, deck=deck)
    main = counted.best()
    tables = tuple((wager, name) for wager in BONUSES for name in game.approval.paytables[wager])
    scale, returns = whole_returns(_returns(game, wager, name) for wager, name in tables)
    folds = Folds(
        nets=np.array([payoffs.nets["fold"], payoffs.nets[variant.last_play]]),
        checks=_checks(main),
        bonuses=np.array([BONUSES[wager] for wager, _ in tables]),
        returns=payoffs.scale * np.array(returns, np.int64).reshape(len(tables), PLACES),
        scale=scale,
    )
    shards = [(*shard[:4], folds) for shard in flop_shards(deck, variant, payoffs, [])]
    flat = run(count_fold_ends, shards)
    return FoldEnds(
        counted=counted,
        main=main,
        tables=tables,
        scale=scale,
        returns=folds.returns,
        ends=flat[: 2 * PLACES].reshape(2, PLACES),
        weighed=flat[2 * PLACES :].reshape(HOLES, len(tables), NO_LIGHTS, WEIGHED),
    )


def _checks(main: HoldemAnalysis) -> Counts:
    checks: Counts = np.zeros((HOLES, NO_LIGHTS), np.int64)
    for (name, lights), opening in main.openings.items():
        if lights is not None:
            checks[HOLE_NUMBERS[name], LIGHT_PAIRS.index(lights)] = opening.best == "check"
    return checks


def _returns(game: Game, wager: str, name: str) -> list[Fraction]:
    """What a pay table returns, by place; the last is that of no line."""
    table = game.approval.paytables[wager][name]
    lines = [returned(table, line) for line in range(len(table.lines))]
    return lines + [Fraction(0)] * (PLACES - len(lines))
