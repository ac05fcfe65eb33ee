"""A table made ready for deals, and what deals tell: probabilities of events with their covariances."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.errors import InvalidInput
from houseway.games.analysis import Runner
from houseway.games.wild_monkey_pai_gow.exact.estimate_deals import (
    CONTROL,
    DECISION,
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
    STAND_WIN,
    WAGER_EVENTS,
    Rows,
    deal_shards,
    dealer_rows,
    player_rows,
    simulate_deals,
)
from houseway.games.wild_monkey_pai_gow.exact.main_game import Dealers, Players, set_all_dealers, set_all_players
from houseway.games.wild_monkey_pai_gow.exact.simple import BEST_SETTING, HOUSE_WAY, with_simple_plans
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, STAND, SURRENDER, Variant

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Estimates:
    """The probabilities of the events under one plan, estimated, with their covariances."""

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


def control_means(plan: int, players: Players, dealers: Dealers, seats: Rows, houses: Rows) -> list[Fraction]:
    """The exact mean of each event's control variates, over all sevens and over all eights."""
    results = houses[:, RESULT + len(RESULTS) * plan :][:, : len(RESULTS)].astype(np.int64)
    means = [_mean(results[:, event], dealers.weights) for event in RESULTS]
    for decision, win in ((STAND, STAND_WIN), (DOUBLE, DOUBLE_WIN)):
        chosen = seats[:, plan, DECISION] == decision
        for side in range(2):
            means[win + side] += _mean(seats[:, plan, CONTROL + side] * chosen, players.weights)
    wins = results[:, STAND_WIN] + results[:, DOUBLE_WIN]
    for field, wager in ((PAI_GOW_EVENT, "dealer-pai-gow"), (JOKER_EVENT, "dealer-joker")):
        means += [_mean(wins * (houses[:, field] == event), dealers.weights) for event in WAGER_EVENTS[wager]]
    return means


def _mean(scaled: npt.NDArray[Any], weights: Counts) -> Fraction:
    return Fraction(int((scaled * weights).sum()), SCALE * int(weights.sum()))


@dataclass(frozen=True, kw_only=True)
class Table:
    """A variant and some plans of its players, with everything that deals look up."""

    variant: Variant
    dealers: Dealers
    players: Players  # their plans are the table's
    houses: Rows
    seats: Rows

    @classmethod
    def of(cls, variant: Variant, dealers: Dealers, players: Players, plans: Sequence[int]) -> "Table":
        """Some of the plans of players against dealers."""
        chosen = replace(players, packed=players.packed[list(plans)])
        houses, seats = dealer_rows(dealers, chosen), player_rows(chosen, dealers)
        return cls(variant=variant, dealers=dealers, players=chosen, houses=houses, seats=seats)

    @classmethod
    def for_variant(cls, variant: Variant, run: Runner, plans: Sequence[int] = (HOUSE_WAY, BEST_SETTING)) -> "Table":
        """All hands set and decided as a variant wants it."""
        dealers = set_all_dealers(variant, run)[variant.reading]
        return cls.of(variant, dealers, plan_players(variant, dealers, run), plans)

    def shards(self, deals: int, seed: int) -> list[tuple[Any, ...]]:
        """Arguments of `simulate_deals` that together make so many deals."""
        return deal_shards(deals, seed, self.seats, self.houses)

    def estimates(self, run: Runner, deals: int, seed: int) -> list[Estimates]:
        """What so many deals tell, by plan."""
        if deals < 2:
            raise InvalidInput("must be at least 2, for a standard error", field="deals")
        return self.estimates_from(run(simulate_deals, self.shards(deals, seed)), deals)

    def estimates_from(self, found: Counts, deals: int) -> list[Estimates]:
        """What deals have found, by plan."""
        return [Estimates.of(*one, deals) for one in zip(found, self.controls, strict=True)]

    @cached_property
    def controls(self) -> list[list[Fraction]]:
        """The exact means of the control variates, by plan and event."""
        sides = self.players, self.dealers, self.seats, self.houses
        return [control_means(plan, *sides) for plan in range(len(self.players.packed))]

    def independent_net(self, plan: int) -> Fraction:
        """The exact expectation where each side is dealt from a deck of its own."""
        net = self.players.share(plan, SURRENDER) * self.variant.net(SURRENDER, 0)
        pairs = self.players.total * self.dealers.total
        for decision in (STAND, DOUBLE):
            chosen = self.players.decisions[plan] == decision
            cells, weights = self.players.cells[plan, chosen], self.players.weights[chosen]
            for result, dealers in ((1, self.dealers.beaten), (-1, self.dealers.winning)):
                met = int((weights * dealers[cells]).sum())
                net += Fraction(met, pairs) * self.variant.net(decision, result)
        return net

    def joker_surrendered(self, plan: int) -> Fraction:
        """How often a surrendered hand stands against a dealer who has the joker."""
        gone = (self.players.decisions[plan] == SURRENDER) & ~self.players.jokers
        surrendered = Fraction(int(self.players.weights[gone].sum()), self.players.total)
        return surrendered * Fraction(8, self.variant.deck - 7)  # the joker is one of the cards not seen


def plan_players(variant: Variant, dealers: Dealers, run: Runner) -> Players:
    """The player's hands by every plan."""
    players = set_all_players(variant, dealers, run)
    return replace(players, packed=with_simple_plans(players.packed, variant))
