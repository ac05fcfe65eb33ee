"""The main game, and the bonuses that ask who won it, by simulation of whole deals.

A deal is seven hands of seven and an eighth card for the dealer. Any of the seven hands can be the dealer's: as the
deck is shuffled, each of the 42 pairs of a player's hand and a dealer's is a fair round. The 42 rounds of a deal hang
together, so they are added up first, and the standard error is that of independent deals.

What is estimated are the probabilities of events: a hand that stands or doubles wins or loses, and a win comes on a
line of a bonus. Everything else is a weighted sum of them, or exact: how often a hand is doubled or surrendered hangs
on the player's cards alone and is counted over all of them.

Control variates. With p(seven) and q(eight) the probability of an event when the other side is dealt from a deck of its
own, both known exactly, what is averaged over the deals is event - p - q; then the exact means of p and q, over all
sevens and over all eights, are added again. This has the mean of the event, because in a shuffled deck the player's
seven cards are any seven and the dealer's eight any eight: E(p) and E(q) are those means. It holds for any functions
p and q of one side's cards; so p and q are rounded to 1/4096, the rounded values being averaged exactly, and all sums
are of integers: the same for any number of threads and any order of the shards. A deal then tells as much about the
expected result as a hundred independent rounds.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from houseway.games.analysis import Runner
from houseway.games.game import Game
from houseway.games.paytable import PayTable
from houseway.games.price import Outcome, lines_of
from houseway.games.wild_monkey_pai_gow.best_seven import READINGS
from houseway.games.wild_monkey_pai_gow.exact.estimate_deals import (
    DOUBLE_LOSE,
    DOUBLE_WIN,
    PAIRS,
    RESULTS,
    STAND_LOSE,
    STAND_WIN,
    WAGER_EVENTS,
)
from houseway.games.wild_monkey_pai_gow.exact.estimate_moments import Estimates, Table, plan_players
from houseway.games.wild_monkey_pai_gow.exact.estimate_results import (
    Estimated,
    EstimatedLine,
    EstimatedMain,
    EstimatedWager,
    Reading,
    Wagers,
)
from houseway.games.wild_monkey_pai_gow.exact.main_game import set_all_dealers
from houseway.games.wild_monkey_pai_gow.exact.simple import BEST_SETTING, HOUSE_WAY, PLANS, SIMPLE
from houseway.games.wild_monkey_pai_gow.rules import LINES, PAI_GOW_LINES, pai_gow_line
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS, DOUBLE, STAND, SURRENDER, Variant

DEALS: Final = 4_000_000  # a standard error of 0.00005
FEWER: Final = 20  # times fewer for what stands beside: 0.0002


def main_of(table: Table, plan: int, found: Estimates) -> EstimatedMain:
    """The main game from the estimates of a plan."""
    share = {name: table.players.share(plan, decision) for decision, name in enumerate(DECISIONS)}
    nets = {
        win + lost: table.variant.net(decision, 1 - 2 * lost)
        for decision, win in ((STAND, STAND_WIN), (DOUBLE, DOUBLE_WIN))
        for lost in (0, 1)
    }
    surrendered = share["surrender"], table.variant.net(SURRENDER, 0)
    net, error = found.of_sum(nets)
    squared, _ = found.of_sum({event: times**2 for event, times in nets.items()})
    one = Fraction(1)
    outcomes = {
        "win": found.of_sum({STAND_WIN: one, DOUBLE_WIN: one}),
        "lose": found.of_sum({STAND_LOSE: one, DOUBLE_LOSE: one}),
        "push": found.of_sum(dict.fromkeys(RESULTS, -one)),
        "surrender": (share["surrender"], 0.0),
    }
    outcomes["push"] = outcomes["push"][0] + 1 - share["surrender"], outcomes["push"][1]
    return EstimatedMain(
        per="bet",
        deals=found.deals,
        rounds=PAIRS * found.deals,
        net=net + surrendered[0] * surrendered[1],
        standard_error=error,
        wagered=1 + share["double"] * table.variant.double,
        net_squared=squared + surrendered[0] * surrendered[1] ** 2,
        decisions=share,
        outcomes={name: mean for name, (mean, _) in outcomes.items()},
        outcome_errors={name: error for name, (_, error) in outcomes.items()},
        independent_net=table.independent_net(plan),
    )


def wager_of(paytable: PayTable, found: Estimates, lost: Fraction | None) -> EstimatedWager:
    """A bonus from the estimates of a plan; it loses so often, or (None) whenever it does not win."""
    events = dict(zip(paytable.lines, WAGER_EVENTS[paytable.wager], strict=True))
    pays = lines_of(paytable)
    nets = {events[name]: Outcome(1, ((name, pay),)).net for name, pay in pays.items()}
    hits, _ = found.of_sum(dict.fromkeys(nets, Fraction(1)))
    net, error = found.of_sum(nets if lost is not None else {event: times + 1 for event, times in nets.items()})
    squared, _ = found.of_sum({event: times**2 for event, times in nets.items()})
    chances = {name: found.of_sum({events[name]: Fraction(1)}) for name in pays}
    return EstimatedWager(
        deals=found.deals,
        rounds=PAIRS * found.deals,
        lines={
            name: EstimatedLine(probability=chance, standard_error=error, pays=pays[name])
            for name, (chance, error) in chances.items()
        },
        net=net - (1 if lost is None else lost),
        net_squared=squared + (1 - hits if lost is None else lost),
        standard_error=error,
        hit_frequency=hits,
    )


def lines_won(found: Estimates) -> dict[str, dict[str, dict[str, float]]]:
    """How often a won bet comes with each line of the bonuses that ask who won it, as JSON."""
    return {
        wager: {
            line: {"probability": float(chance), "standard_error": error}
            for line, (chance, error) in zip(
                LINES[wager], (found.of_sum({event: Fraction(1)}) for event in events), strict=True
            )
        }
        for wager, events in WAGER_EVENTS.items()
    }


def wagers_of(game: Game, table: Table, plan: int, found: Estimates) -> Wagers:
    """Dealer Pai Gow, and Dealer Joker where it asks for a won bet, under each of their pay tables."""
    tables = game.approval.paytables
    without = 1 - Fraction(8, table.variant.deck)
    lost = {"dealer-pai-gow": None, "dealer-joker": without + table.joker_surrendered(plan)}
    if not game.is_on("dealer-joker-needs-win"):
        lost.pop("dealer-joker")
    return {wager: {name: wager_of(one, found, lost[wager]) for name, one in tables[wager].items()} for wager in lost}


def reading_at(table: Table, found: list[Estimates]) -> Reading:
    """What the main game comes to at a table of the first two plans."""
    return Reading(
        main=main_of(table, HOUSE_WAY, found[HOUSE_WAY]),
        main_best_setting=main_of(table, BEST_SETTING, found[BEST_SETTING]),
        pai_gows={PAI_GOW_LINES[pai_gow_line(high)]: count for high, count in table.dealers.pai_gows.items()},
    )


def estimate(game: Game, run: Runner, *, deals: int = DEALS, seed: int = 1) -> Estimated:
    """A game with the operator's choices; and with fewer deals the other readings of best seven, and simple plans."""
    variant, fewer = Variant.of(game), max(2, deals // FEWER)
    dealers = set_all_dealers(variant, run)
    players = plan_players(variant, dealers[variant.reading], run)
    table = Table.of(variant, dealers[variant.reading], players, (HOUSE_WAY, BEST_SETTING))
    found = table.estimates(run, deals, seed)
    chosen = reading_at(table, found)
    readings = {}
    for reading, name in enumerate(READINGS):
        if reading == variant.reading:
            readings[name] = chosen
            continue
        other = replace(variant, reading=reading)
        beside = Table.of(
            other, dealers[reading], plan_players(other, dealers[reading], run), (HOUSE_WAY, BEST_SETTING)
        )
        readings[name] = reading_at(beside, beside.estimates(run, fewer, seed))
    return Estimated(
        main=chosen.main,
        main_best_setting=chosen.main_best_setting,
        wagers=wagers_of(game, table, HOUSE_WAY, found[HOUSE_WAY]),
        wagers_best_setting=wagers_of(game, table, BEST_SETTING, found[BEST_SETTING]),
        best_seven=readings,
        simple=simple_plans(Table.of(variant, dealers[variant.reading], players, SIMPLE), run, fewer, seed),
    )


def simple_plans(table: Table, run: Runner, deals: int, seed: int) -> dict[str, EstimatedMain]:
    """The plans that a person can remember."""
    found = table.estimates(run, deals, seed)
    return {PLANS[plan]: main_of(table, place, found[place]) for place, plan in enumerate(SIMPLE)}
