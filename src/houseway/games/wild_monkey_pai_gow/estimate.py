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

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.errors import InvalidInput
from houseway.games.analysis import Runner
from houseway.games.game import Game
from houseway.games.paytable import PayTable
from houseway.games.price import Outcome, lines_of
from houseway.games.wild_monkey_pai_gow.deals import (
    CONTROL,
    DECISION,
    DOUBLE_LOSE,
    DOUBLE_WIN,
    EVENTS,
    JOKER_EVENT,
    PAI_GOW_EVENT,
    PAIRS,
    PRODUCTS,
    REMAINDER,
    RESULT,
    RESULTS,
    SCALE,
    STAND_LOSE,
    STAND_WIN,
    WAGER_EVENTS,
    deal_shards,
    dealer_rows,
    player_rows,
    simulate_deals,
)
from houseway.games.wild_monkey_pai_gow.estimated import Estimated, EstimatedLine, EstimatedMain, EstimatedWager, Wagers
from houseway.games.wild_monkey_pai_gow.exact import Dealers, Players, set_all_dealers, set_all_players
from houseway.games.wild_monkey_pai_gow.lookup import Lookup, look_up
from houseway.games.wild_monkey_pai_gow.variant import (
    BEST_SETTING,
    DECISIONS,
    DOUBLE,
    HOUSE_WAY,
    STAND,
    STRATEGIES,
    SURRENDER,
    Variant,
)

Counts = npt.NDArray[np.int64]

DEALS: Final = 4_000_000


@dataclass(frozen=True, kw_only=True)
class Estimates:
    """The probabilities of the events under one strategy, estimated, with their covariances."""

    deals: int
    means: tuple[Fraction, ...]
    covariances: npt.NDArray[np.float64]  # of the means

    @classmethod
    def of(cls, found: Counts, controls: list[Fraction], deals: int) -> "Estimates":
        """From what a simulation has found and the exact means of the control variates."""
        unit = PAIRS * SCALE
        remainders = [int(number) for number in found[REMAINDER]]
        squares = [[int(number) for number in row] for row in found[PRODUCTS:]]
        covariances = [
            [
                float(Fraction(squares[i][j] * deals - remainders[i] * remainders[j], deals**2 * (deals - 1) * unit**2))
                for j in range(EVENTS)
            ]
            for i in range(EVENTS)
        ]
        means = [Fraction(r, unit * deals) + control for r, control in zip(remainders, controls, strict=True)]
        return cls(deals=deals, means=tuple(means), covariances=np.array(covariances))

    def of_sum(self, weights: Mapping[int, Fraction]) -> tuple[Fraction, float]:
        """A weighted sum of probabilities, and its standard error."""
        row = np.array([float(weights.get(event, 0)) for event in range(EVENTS)])
        mean = sum((weight * self.means[event] for event, weight in weights.items()), Fraction(0))
        return mean, math.sqrt(max(0.0, float(row @ self.covariances @ row)))


def control_means(strategy: int, players: Players, dealers: Dealers, seats: Lookup, houses: Lookup) -> list[Fraction]:
    """The exact mean of each event's control variates, over all sevens and over all eights."""
    results = houses.rows[:, RESULT + len(RESULTS) * strategy :][:, : len(RESULTS)].astype(np.int64)
    means = [_mean(results[:, event], dealers.weights) for event in RESULTS]
    for decision, win in ((STAND, STAND_WIN), (DOUBLE, DOUBLE_WIN)):
        chosen = seats.rows[:, strategy, DECISION] == decision
        for side in range(2):
            means[win + side] += _mean(seats.rows[:, strategy, CONTROL + side] * chosen, players.weights)
    wins = results[:, STAND_WIN] + results[:, DOUBLE_WIN]
    for field, wager in ((PAI_GOW_EVENT, "dealer-pai-gow"), (JOKER_EVENT, "dealer-joker")):
        means += [_mean(wins * (houses.rows[:, field] == event), dealers.weights) for event in WAGER_EVENTS[wager]]
    return means


def _mean(scaled: npt.NDArray[Any], weights: Counts) -> Fraction:
    return Fraction(int((scaled * weights).sum()), SCALE * int(weights.sum()))


@dataclass(frozen=True, kw_only=True)
class Table:
    """Everything that a simulation of a variant looks up."""

    variant: Variant
    dealers: Dealers
    players: Players
    houses: Lookup
    seats: Lookup

    @classmethod
    def of(cls, variant: Variant, run: Runner) -> "Table":
        """All hands set, decided and indexed."""
        dealers = set_all_dealers(variant, run)
        players = set_all_players(variant, dealers, run)
        houses = look_up(dealers.masks, dealer_rows(dealers, players))
        seats = look_up(players.masks, player_rows(players, dealers))
        return cls(variant=variant, dealers=dealers, players=players, houses=houses, seats=seats)

    def shards(self, deals: int, seed: int) -> list[tuple[Any, ...]]:
        """Arguments of `simulate_deals` that together make so many deals."""
        return deal_shards(deals, seed, self.seats, self.houses)

    @cached_property
    def controls(self) -> list[list[Fraction]]:
        """The exact means of the control variates, by strategy and event."""
        sides = self.players, self.dealers, self.seats, self.houses
        return [control_means(strategy, *sides) for strategy in range(len(STRATEGIES))]

    def estimates(self, found: Counts, deals: int) -> list[Estimates]:
        """What a simulation has found, by strategy."""
        return [Estimates.of(*one, deals) for one in zip(found, self.controls, strict=True)]

    def independent_net(self, strategy: int) -> Fraction:
        """The exact expectation where each side is dealt from a deck of its own."""
        cells, decisions = self.players.cells[strategy], self.players.decisions[strategy]
        times, weights = np.where(decisions == SURRENDER, 0, decisions), self.players.weights
        beaten, lost = (
            int((weights * times * side[cells]).sum()) for side in (self.dealers.beaten, self.dealers.winning)
        )
        played = Fraction(100 - self.variant.commission, 100) * beaten - lost
        return played / (self.players.total * self.dealers.total) - self.players.share(strategy, SURRENDER) / 2

    def joker_surrendered(self, strategy: int) -> Fraction:
        """How often a surrendered hand stands against a dealer who has the joker."""
        gone = (self.players.decisions[strategy] == SURRENDER) & (self.players.jokers == 0)
        surrendered = Fraction(int(self.players.weights[gone].sum()), self.players.total)
        return surrendered * Fraction(8, self.variant.deck - 7)  # the joker is one of the cards not seen


def main_of(table: Table, strategy: int, found: Estimates) -> EstimatedMain:
    """The main game from the estimates of a strategy."""
    share = {name: table.players.share(strategy, decision) for decision, name in enumerate(DECISIONS)}
    keep = 1 - Fraction(table.variant.commission, 100)
    nets = {STAND_WIN: keep, STAND_LOSE: Fraction(-1), DOUBLE_WIN: 2 * keep, DOUBLE_LOSE: Fraction(-2)}
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
        net=net - share["surrender"] / 2,
        standard_error=error,
        wagered=1 + share["double"],
        net_squared=squared + share["surrender"] / 4,
        decisions=share,
        outcomes={name: mean for name, (mean, _) in outcomes.items()},
        outcome_errors={name: error for name, (_, error) in outcomes.items()},
        independent_net=table.independent_net(strategy),
    )


def wager_of(paytable: PayTable, found: Estimates, lost: Fraction | None) -> EstimatedWager:
    """A bonus from the estimates of a strategy; it loses so often, or (None) whenever it does not win."""
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


def wagers_of(game: Game, table: Table, strategy: int, found: Estimates) -> Wagers:
    """Dealer Pai Gow, and Dealer Joker where it asks for a won bet, under each of their pay tables."""
    tables = game.approval.paytables
    without = 1 - Fraction(8, table.variant.deck)
    lost = {"dealer-pai-gow": None, "dealer-joker": without + table.joker_surrendered(strategy)}
    if not game.is_on("dealer-joker-needs-win"):
        lost.pop("dealer-joker")
    return {wager: {name: wager_of(one, found, lost[wager]) for name, one in tables[wager].items()} for wager in lost}


def estimate(game: Game, run: Runner, *, deals: int = DEALS, seed: int = 1) -> Estimated:
    """Estimate a game with the operator's choices; by default the standard error of the main game is 0.00005."""
    return estimate_at(Table.of(Variant.of(game), run), game, run, deals=deals, seed=seed)


def estimate_at(table: Table, game: Game, run: Runner, *, deals: int, seed: int) -> Estimated:
    """The same at a table that is made ready for this game."""
    if deals < 2:
        raise InvalidInput("must be at least 2, for a standard error", field="deals")
    house_way, best = table.estimates(run(simulate_deals, table.shards(deals, seed)), deals)
    return Estimated(
        main=main_of(table, HOUSE_WAY, house_way),
        main_best_setting=main_of(table, BEST_SETTING, best),
        wagers=wagers_of(game, table, HOUSE_WAY, house_way),
        wagers_best_setting=wagers_of(game, table, BEST_SETTING, best),
    )
