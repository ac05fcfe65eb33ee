"""The exact main game: all hands of a player, set by the house way and in the best way, against all dealer's hands.

There are too many deals (4.0e16) to look at one by one. But the result of a round is 1 for each of the two hands that
wins, less 1, and the number of dealer's hands that a setting beats is a sum over ranks and suits (`dealer_points.py`).
So each of the player's 6,972,147 different hands is counted against all 260,932,815 dealer's hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from msgspec.structs import replace as replace_field

from houseway.games.game import Game
from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.analysis import MainAnalysis, Nets, Runner
from houseway.games.pricing.decision_worth import Questions, decision_worth
from houseway.games.pricing.main_wagers import Ending, MainWagers, main_wagers
from houseway.games.pricing.price import Line, Outcome, WagerPrice, lines_of
from houseway.games.pricing.result import SimpleStrategy
from houseway.games.wild_monkey_pai_gow.best_seven import READINGS
from houseway.games.wild_monkey_pai_gow.exact.counted_hands import CountedHands, ReadingCounts, valued_hands
from houseway.games.wild_monkey_pai_gow.exact.lines_won import Lines, LinesWon
from houseway.games.wild_monkey_pai_gow.exact.plans import (
    BEST_SETTING,
    HOUSE_WAY,
    HOUSE_WAY_STAND,
    PLANS,
)
from houseway.games.wild_monkey_pai_gow.exact.result import EdgeResult, PaiGowResult, PaiGowWager, Reading
from houseway.games.wild_monkey_pai_gow.exact.simple_words import TEXTS
from houseway.games.wild_monkey_pai_gow.exact.surrender_ends import (
    StakedTable,
    SurrenderEnds,
    staked_tables,
    surrender_ends,
    surrendered_envies,
)
from houseway.games.wild_monkey_pai_gow.exact.valued import Plan, Valued
from houseway.games.wild_monkey_pai_gow.rules import PAI_GOW_LINES, pai_gow_line
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, STAND, SURRENDER, Variant

DEALER_CARDS: Final = 8


def price_won(table: PayTable, won: Mapping[str, int], lost: int, deals: int) -> WagerPrice:
    """Price a bonus from the deals that it wins on each line and the deals that it loses; in the others it pushes.

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
class BonusCounts:
    """How often Dealer Pai Gow, and Dealer Joker if it needs a won bet, win and lose beside a plan."""

    deals: int
    lines: Lines
    lost: Mapping[str, int]  # by wager; what neither wins nor loses is a push

    @classmethod
    def of(cls, valued: Valued, plan: Plan, lines: Lines) -> "BonusCounts":
        """The counts. Dealer Pai Gow loses without a win; Dealer Joker loses without the joker or after a surrender."""
        deck, deals = valued.variant.deck, plan.deals
        gone = int(plan.weights[(plan.decisions == SURRENDER) & ~valued.hands.jokers].sum())
        without = deals - deals * DEALER_CARDS // deck
        surrendered = gone * plan.dealers * DEALER_CARDS // (deck - 7)
        lost = {"dealer-pai-gow": deals - sum(lines["dealer-pai-gow"]), "dealer-joker": without + surrendered}
        return cls(deals=deals, lines=lines, lost=lost)

    def prices(self, game: Game) -> dict[str, dict[str, WagerPrice]]:
        """The prices, by wager and pay table."""
        wagers = ["dealer-pai-gow", *["dealer-joker"] * game.is_on("dealer-joker-needs-win")]
        return {
            wager: {name: self.price(table) for name, table in game.approval.paytables[wager].items()}
            for wager in wagers
        }

    def price(self, table: PayTable) -> WagerPrice:
        """A wager under one of its pay tables."""
        won = dict(zip(table.lines, self.lines[table.wager], strict=True))
        return price_won(table, won, self.lost[table.wager], self.deals)


@dataclass(frozen=True, kw_only=True)
class Counted:
    """The results over all deals of a variant: every plan and, beside two of them, the bonuses that need a won bet."""

    plans: Mapping[str, MainAnalysis]
    endings: Sequence[Ending]  # of the wagers by the house way's best play
    questions: Questions  # what it costs to decide always in the same way
    best: BonusCounts  # with the surrenders of the house way's best play
    without: BonusCounts  # by the house way, without any surrender

    @classmethod
    def of(cls, valued: Valued, won: LinesWon) -> "Counted":
        """The results from the values of all hands and the deals that they win by line."""
        plans = {"best": valued.plan(HOUSE_WAY), "without": valued.plan(HOUSE_WAY_STAND)}
        counts = {name: BonusCounts.of(valued, plan, won.lines(valued, plan)) for name, plan in plans.items()}
        return cls(
            plans={name: valued.plan_named(name).analysis() for name in PLANS},
            endings=list(endings_of(plans["best"])),
            questions=valued.questions(),
            **counts,
        )

    def wagers(self, game: Game) -> dict[str, dict[str, PaiGowWager]]:
        """The bonuses that need a won bet."""
        prices, without = self.best.prices(game), self.without.prices(game)
        return {
            wager: {
                name: PaiGowWager.of(replace(price, strategy=PLANS[HOUSE_WAY]), without[wager][name].house_edge)
                for name, price in tables.items()
            }
            for wager, tables in prices.items()
        }


def reading_of(variant: Variant, counts: ReadingCounts) -> Reading:
    """The edges of one reading, to stand beside the others, and how many of the dealer's eights are a pai gow."""
    edge = counts.house_way.house_edge(variant)
    return Reading(
        house_edge=float(edge),
        house_edge_exact=edge,
        main_best_setting=EdgeResult.of(counts.best.house_edge(variant)),
        dealer_pai_gows={PAI_GOW_LINES[pai_gow_line(high)]: count for high, count in counts.pai_gows.items()},
    )


def count_readings(variant: Variant, run: Runner) -> tuple[Counted, dict[str, Reading]]:
    """Count everything for the game's own reading, and the edges of every reading."""
    hands = CountedHands(rules=variant.hand_rules, run=run)
    counted = Counted.of(hands.valued(variant), hands.lines_won)
    return counted, {name: reading_of(variant, hands.reading(number)) for number, name in enumerate(READINGS)}


Surrendered = Mapping[str, SurrenderEnds]  # by strategy, the house way first

# The last counts. They are small, and the next question often differs only in other choices, such as those of bonuses.
_readings: dict[Variant, tuple[Counted, dict[str, Reading]]] = {}
_surrendered: dict[tuple[Variant, tuple[StakedTable, ...]], Surrendered] = {}


def readings_of(game: Game, run: Runner) -> tuple[Counted, dict[str, Reading]]:
    """The counts for a game, computed once in a process."""
    variant = Variant.of(game)
    if variant not in _readings:
        _readings[variant] = count_readings(variant, run)
    return _readings[variant]


def surrendered_of(game: Game, run: Runner) -> Surrendered:
    """The bonuses of surrendered hands, counted once in a process."""
    variant, tables = Variant.of(game), staked_tables(game)
    if (variant, tables) not in _surrendered:
        hands = CountedHands(rules=variant.hand_rules, run=run)
        valued, joker = hands.valued(variant), hands.joker_lines
        ends = {PLANS[plan]: surrender_ends(valued, plan, joker, tables, run) for plan in (HOUSE_WAY, BEST_SETTING)}
        envies = surrendered_envies(valued, HOUSE_WAY, game.approval.paytables["royal-riches"], run)
        _surrendered[variant, tables] = {**ends, PLANS[HOUSE_WAY]: replace(ends[PLANS[HOUSE_WAY]], envies=envies)}
    return _surrendered[variant, tables]


def price_main_wagers(game: Game, run: Runner) -> MainWagers:
    """Bet and Double Down by the house way with the best decisions, line by line."""
    plan = valued_hands(Variant.of(game), run).plan(HOUSE_WAY)
    return main_wagers(game, PLANS[HOUSE_WAY], plan.deals, endings_of(plan))


def endings_of(plan: Plan) -> Iterator[Ending]:
    """How each wager ends (clauses 3 and 5)."""
    variant = plan.variant
    surrendered = int(plan.weights[plan.decisions == SURRENDER].sum()) * plan.dealers
    yield Ending("bet", "surrender", surrendered, 1, -variant.surrender)
    for decision in (STAND, DOUBLE):
        for line, deals in plan.results(decision).items():
            net = {"win": variant.keep, "lose": Fraction(-1), "push": Fraction(0)}[line]
            yield Ending("bet", line, deals, 1, net)
            if decision == DOUBLE:
                yield Ending("double-down", line, deals, variant.double, variant.double * net)


def main_nets(game: Game, run: Runner) -> Nets:
    """How likely each net result of a round is by the house way; this does not count the other readings."""
    return valued_hands(Variant.of(game), run).plan_named("house-way").analysis().nets


def simple_result(name: str, main: MainAnalysis, best: MainAnalysis) -> SimpleStrategy:
    """A plan in words, and its cost compared with the best setting, double and surrender."""
    result = SimpleStrategy.of(TEXTS[name], main.house_edge, best.house_edge)
    return replace_field(result, cost_exact=main.house_edge - best.house_edge)


def describe(game: Game, run: Runner) -> PaiGowResult:
    """The analysis of the main game by the house way and in the best way, under every reading of the best seven."""
    counted, readings = readings_of(game, run)
    best = counted.plans["optimal"]
    set_by_house_way = {"always set it by the house way": counted.plans["house-way"].house_edge}
    return PaiGowResult(
        method="exact",
        main=counted.plans["house-way"].result(),
        main_wagers=main_wagers(game, PLANS[HOUSE_WAY], counted.plans["house-way"].deals, counted.endings),
        main_best_setting=best.result(),
        best_seven=readings,
        simple_strategies={name: simple_result(name, counted.plans[name], best) for name in TEXTS},
        decision_worth=decision_worth(best.house_edge, {"how to set the hand": set_by_house_way, **counted.questions}),
        wagers=counted.wagers(game),
    )
