"""The main game, exact: all hands of a player, set by the house way and in the best way, against all of the dealer.

4.0e16 deals are too many to look at one by one, but a round's result is 1 for each of the two hands that wins, less 1,
and how many of the dealer's hands a setting beats is a sum over ranks and suits (`dealer_points.py`). So each of the
6,972,147 hands of a player, once whatever the suits, is counted against all 260,932,815 dealer's hands.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from houseway.games.analysis import MainAnalysis, Runner
from houseway.games.game import Game
from houseway.games.paytable import PayTable
from houseway.games.price import Line, Outcome, WagerPrice, lines_of
from houseway.games.wild_monkey_pai_gow.best_seven import READINGS
from houseway.games.wild_monkey_pai_gow.exact.dealers import Dealers, set_all_dealers
from houseway.games.wild_monkey_pai_gow.exact.hand_values import Hands
from houseway.games.wild_monkey_pai_gow.exact.lines_won import Lines, lines_won
from houseway.games.wild_monkey_pai_gow.exact.plans import (
    BEST_SETTING,
    HOUSE_WAY,
    HOUSE_WAY_STAND,
    PLANS,
    SIMPLE,
    TEXTS,
)
from houseway.games.wild_monkey_pai_gow.exact.valued import Plan, Valued
from houseway.games.wild_monkey_pai_gow.rules import PAI_GOW_LINES, pai_gow_line
from houseway.games.wild_monkey_pai_gow.variant import SURRENDER, Variant

DEALER_CARDS: Final = 8


def price_won(table: PayTable, won: Mapping[str, int], lost: int, deals: int) -> WagerPrice:
    """A bonus that wins on some lines in so many deals, loses in some and pushes in the others.

    A line that the pay table leaves out loses.
    """
    pays = lines_of(table)
    lost += sum(times for name, times in won.items() if name not in pays)
    nets = {name: Outcome(1, ((name, pay),)).net for name, pay in pays.items()}
    return WagerPrice(
        combinations=deals,
        lines={name: Line(combinations=won[name], pays=pay) for name, pay in pays.items()},
        net=Fraction(sum((won[name] * net for name, net in nets.items()), Fraction(-lost)), deals),
        net_squared=Fraction(sum((won[name] * net**2 for name, net in nets.items()), Fraction(lost)), deals),
        hit_frequency=Fraction(sum(won[name] for name in pays), deals),
    )


@dataclass(frozen=True, kw_only=True)
class Bonuses:
    """Dealer Pai Gow, and Dealer Joker where it asks for a won bet: what they come to beside a plan."""

    game: Game
    plan: Plan
    lines: Lines
    joker_weights: int  # hands that are surrendered and do not hold the joker

    def prices(self) -> dict[str, dict[str, WagerPrice]]:
        """By wager and pay table."""
        wagers = ["dealer-pai-gow", *["dealer-joker"] * self.game.is_on("dealer-joker-needs-win")]
        return {wager: self._price(wager) for wager in wagers}

    def _price(self, wager: str) -> dict[str, WagerPrice]:
        deals = int(self.plan.weights.sum()) * self.plan.dealers
        found = {}
        for name, table in self.game.approval.paytables[wager].items():
            won = dict(zip(table.lines, self.lines[wager], strict=True))
            found[name] = price_won(table, won, self._lost(wager, deals), deals)
        return found

    def _lost(self, wager: str, deals: int) -> int:
        """Dealer Pai Gow loses where it does not win; Dealer Joker without the joker, and with it when surrendered."""
        if wager == "dealer-pai-gow":
            return deals - sum(self.lines[wager])
        deck = self.plan.variant.deck
        without = deals - deals * DEALER_CARDS // deck
        return without + self.joker_weights * self.plan.dealers * DEALER_CARDS // (deck - 7)


def bonuses_of(game: Game, valued: Valued, plan: Plan, lines: Lines) -> Bonuses:
    """The bonuses that ask who won, beside a plan."""
    gone = (plan.decisions == SURRENDER) & ~valued.hands.jokers
    return Bonuses(game=game, plan=plan, lines=lines, joker_weights=int(plan.weights[gone].sum()))


def wagers_to_json(game: Game, valued: Valued, dealers: Dealers, run: Runner) -> dict[str, dict[str, Any]]:
    """The bonuses that ask who won, with the surrenders of the house way's best play and without any surrender."""
    plans = {"best": valued.plan(HOUSE_WAY), "without": valued.plan(HOUSE_WAY_STAND)}
    won = lines_won(valued, dealers, plans, run)
    prices, without = (bonuses_of(game, valued, plan, won[name]).prices() for name, plan in plans.items())
    return {
        wager: {
            name: {**price.to_json(), "without_surrender": _edge(without[wager][name].house_edge)}
            for name, price in tables.items()
        }
        for wager, tables in prices.items()
    }


def _edge(edge: Fraction) -> dict[str, Any]:
    return {"house_edge": float(edge), "house_edge_exact": str(edge)}


def reading_to_json(valued: Valued, dealers: Dealers) -> dict[str, Any]:
    """The edges of a reading, beside those of others, and how many of the dealer's eights are a pai gow."""
    ways = [valued.plan(plan).analysis().house_edge for plan in (HOUSE_WAY, BEST_SETTING)]
    pai_gows = {PAI_GOW_LINES[pai_gow_line(high)]: count for high, count in dealers.pai_gows.items()}
    return {**_edge(ways[0]), "main_best_setting": _edge(ways[1]), "dealer_pai_gows": pai_gows}


def simple_to_json(name: str, main: MainAnalysis, best: MainAnalysis) -> dict[str, Any]:
    """A plan in words, and what it costs beside the best setting, doubled and surrendered best."""
    cost = main.house_edge - best.house_edge
    return {"text": TEXTS[name], **_edge(main.house_edge), "cost": float(cost), "cost_exact": str(cost)}


def describe(game: Game, run: Runner) -> dict[str, Any]:
    """The analysis as JSON describes it."""
    variant = Variant.of(game)
    dealers, hands = set_all_dealers(variant, run), Hands.of(variant, run)
    readings = {}
    for reading, name in enumerate(READINGS):
        counted = Valued.of(replace(variant, reading=reading), hands, dealers[reading], run)
        readings[name] = reading_to_json(counted, dealers[reading])
        if reading == variant.reading:
            valued = counted
    best = valued.plan(BEST_SETTING).analysis()
    simple = {PLANS[plan]: valued.plan(plan).analysis() for plan in SIMPLE}
    return {
        "method": "exact",
        "main": valued.plan(HOUSE_WAY).analysis().to_json(),
        "main_best_setting": best.to_json(),
        "best_seven": readings,
        "simple_strategies": {name: simple_to_json(name, main, best) for name, main in simple.items()},
        "wagers": wagers_to_json(game, valued, dealers[variant.reading], run),
    }
