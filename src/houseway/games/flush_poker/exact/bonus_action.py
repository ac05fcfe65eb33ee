"""Which bonuses the operator's choices take out of action, and the best play where a fold loses a bonus."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.games.flush_poker.exact.bonus_ends import (
    ANY_STRAIGHT_FLUSH,
    COST,
    FOLDED,
    FOLDED_UNQUALIFIED,
    HANDS,
    NATURAL_FLUSH,
    OUTCOMES,
    PLAYED_ON,
    PLAYED_STRAIGHT_FLUSH,
    RETURNED,
    RICHES,
    UNQUALIFIED,
    Counts,
    Stakes,
)
from houseway.games.flush_poker.exact.count import count_ends
from houseway.games.flush_poker.exact.main_game import analyze_main
from houseway.games.flush_poker.exact.sets import shards
from houseway.games.flush_poker.rules import flush_line, straight_flush_line
from houseway.games.flush_poker.variant import Variant, variant_of
from houseway.games.game import Game
from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.action import Stopped, returned, whole_returns
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.main_wagers import OPTIMAL
from houseway.games.pricing.price import Prices
from houseway.games.pricing.wager_result import Together

LENGTHS: Final = 8  # of flushes: none to seven cards
WEIGHED: Final = "the bonus as large as the Bet: hands with a bonus that pays enough are raised once instead of folded"


def played_run(game: Game) -> int:
    """Where the outcomes of the Natural Straight Flush start; the operator chooses which suit counts."""
    return ANY_STRAIGHT_FLUSH if game.options["natural-straight-flush-suit"] == "any" else PLAYED_STRAIGHT_FLUSH


@dataclass(frozen=True, kw_only=True)
class BonusEnds:
    """The outcomes of all bonuses by how the main game ends, under its best strategy; empty where all have action."""

    variant: Variant
    folded_loses: bool
    unqualified_loses: bool
    jackpot_loses: bool  # where the dealer does not qualify; a fold never takes the jackpot (clause 3A)
    tables: Mapping[tuple[str, str], int]  # for which a fold is weighed: by wager and pay table their row
    scale: int  # of what they return
    counted: Counts
    main_edge: Fraction

    def stopped(self, first: int) -> Stopped | None:
        """The bonus whose outcomes start at a place: how often it has no action."""
        return self._stopped(first, folded=self.folded_loses, unqualified=self.unqualified_loses)

    def jackpot_stopped(self) -> Stopped | None:
        """How often the jackpot has no action."""
        return self._stopped(RICHES, folded=False, unqualified=self.jackpot_loses)

    def _stopped(self, first: int, *, folded: bool, unqualified: bool) -> Stopped | None:
        if not folded and not unqualified:
            return None
        size = NATURAL_FLUSH if first == RICHES else LENGTHS
        dead = {}
        for outcome, counts in enumerate(self.counted[first : first + size].tolist()):
            if counts[HANDS]:
                both = counts[FOLDED_UNQUALIFIED] if folded and unqualified else 0
                deals = folded * counts[FOLDED] * self.variant.dealer_hands
                dead[outcome] = deals + unqualified * counts[UNQUALIFIED] - both
        return Stopped(strategy=OPTIMAL, deals=self.variant.dealer_hands, dead=dead)

    def with_fold_weighed(self, prices: Prices) -> Prices:
        """The same prices, with a note where the best play for main game and bonus together is another one."""
        deals, unit = self.variant.deals, self.variant.match.denominator
        for (wager, name), row in self.tables.items():
            counts = self.counted[OUTCOMES + row].tolist()
            if not counts[PLAYED_ON]:
                continue
            together = Together.of(
                WEIGHED,
                played_on=Fraction(counts[PLAYED_ON] * self.variant.dealer_hands, deals),
                main=self.main_edge,
                cost=Fraction(counts[COST], unit * deals),
                wager=prices[wager][name].house_edge,
                gain=Fraction(counts[RETURNED], unit * self.scale * deals),
            )
            prices[wager][name] = replace(prices[wager][name], together=together)
        return prices


def bonus_ends(game: Game, run: Runner) -> BonusEnds:
    """The outcomes of all bonuses; they are counted only if the operator's choices take some out of action."""
    variant = variant_of(game)
    folded, unqualified, jackpot = (
        game.options[name] == "lose" for name in ("folded-bonuses", "unqualified-bonuses", "unqualified-jackpot")
    )
    tables = {key: row for row, key in enumerate(_weighed(game))} if folded else {}
    scale, returns = whole_returns(_returns(game, *key) for key in tables)
    counted, edge = np.zeros((0, 0), np.int64), Fraction(0)
    if folded or unqualified or jackpot:
        stakes = Stakes(
            returns=variant.match.denominator * np.array(returns, np.int64).reshape(len(tables), OUTCOMES),
            firsts=np.array([_first(game, wager) for wager, _ in tables], np.int64),
            scale=scale,
            unqualified_loses=int(unqualified),
        )
        counted = run(count_ends, [(sets, terms, stakes, *part) for sets, terms, *part in shards(variant)])
        edge = analyze_main(variant, run).house_edge if folded else edge
    return BonusEnds(
        variant=variant,
        folded_loses=folded,
        unqualified_loses=unqualified,
        jackpot_loses=jackpot,
        tables=tables,
        scale=scale,
        counted=counted,
        main_edge=edge,
    )


def _weighed(game: Game) -> list[tuple[str, str]]:
    wagers = ("natural-straight-flush", "natural-flush", "royal-riches")
    return [(wager, name) for wager in wagers for name in game.approval.paytables[wager]]


def _first(game: Game, wager: str) -> int:
    return {"royal-riches": RICHES, "natural-flush": NATURAL_FLUSH}.get(wager, played_run(game))


def _returns(game: Game, wager: str, name: str) -> list[Fraction]:
    """What a pay table returns, by outcome of its bonus."""
    table = game.approval.paytables[wager][name]
    returns, first = [Fraction(0)] * OUTCOMES, _first(game, wager)
    for outcome in range(NATURAL_FLUSH if first == RICHES else LENGTHS):
        returns[first + outcome] = returned(table, _line(table, wager, outcome))
    return returns


def _line(table: PayTable, wager: str, outcome: int) -> int:
    if wager == "royal-riches":
        return table.best_paying(outcome)
    return flush_line(outcome) if wager == "natural-flush" else straight_flush_line(outcome)
