"""The dealer's two hands over all 886,322,710 eights, the player's over all 154,143,080 sevens, and what to decide.

Exact counts: one hand of each class is set by the rules' own kernels and weighted, 1,075,737 dealers and 292,253
players.

The player chooses by the expectation of a setting: doubles where it is above 0, surrenders where it is below -1/2. It
is estimated from tables of the dealers whose hands are both below the setting, and of those of whose hands none is:
exactly for whether the player holds the joker, which leaves the dealer eight natural cards and so better hands, and to
first order for the other cards held, which the dealer cannot have. Taking the dealer's cards as drawn from a deck of
their own would cost the player 0.0008 of a bet (0.0012 with the best setting); what is still neglected, 0.00002.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.games.analysis import Runner
from houseway.games.game import Game
from houseway.games.wild_monkey_pai_gow.hand_classes import hand_classes
from houseway.games.wild_monkey_pai_gow.settings import NO_RANK, UNIT, Values, class_shards, set_dealers, set_players
from houseway.games.wild_monkey_pai_gow.strengths import CELLS, at_least, joint, weaker
from houseway.games.wild_monkey_pai_gow.variant import RANKS, Variant

Counts = npt.NDArray[np.int64]
Expectations = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Dealers:
    """All dealer's hands, set: by class, those without the joker first."""

    masks: Counts  # of a hand of the class, the joker that is discarded left out
    weights: Counts
    cells: Counts
    highs: Counts  # the high card of a pai gow, -1 for any other hand
    jokers: Counts  # 1 where the joker was discarded

    @cached_property
    def total(self) -> int:
        """How many dealer's hands there are."""
        return int(self.weights.sum())

    @cached_property
    def joint(self) -> Counts:
        """Hands by front and back strength."""
        return joint(self.cells, self.weights)

    @cached_property
    def beaten(self) -> Counts:
        """By a player's cell: the dealers whose hands are both below it; a copy goes to the dealer."""
        return weaker(self.joint).ravel()

    @cached_property
    def winning(self) -> Counts:
        """By a player's cell: the dealers of whose hands neither is below it."""
        return at_least(self.joint).ravel()

    @property
    def pai_gows(self) -> dict[int, int]:
        """How many hands are a pai gow, by its high card."""
        highs = range(len(RANKS))
        return {high: count for high in highs if (count := int(self.weights[self.highs == high].sum()))}


@dataclass(frozen=True, kw_only=True)
class Players:
    """All player's hands, set in two ways and decided: by class, those without the joker first."""

    masks: Counts  # of a hand of the class
    weights: Counts
    cells: Counts  # by strategy and class
    decisions: Counts  # by strategy and class
    jokers: Counts  # 1 where the joker is held

    @cached_property
    def total(self) -> int:
        """How many player's hands there are."""
        return int(self.weights.sum())

    def share(self, strategy: int, decision: int) -> Fraction:
        """How often a decision is taken."""
        return Fraction(int(self.weights[self.decisions[strategy] == decision].sum()), self.total)

    def joint(self, strategy: int, decision: int) -> Counts:
        """The hands so decided, by front and back strength."""
        chosen = self.decisions[strategy] == decision
        return joint(self.cells[strategy, chosen], self.weights[chosen])


def set_all_dealers(variant: Variant, run: Runner) -> Dealers:
    """The dealer's hands: eight natural cards, or seven and the joker that is discarded."""
    parts = hand_classes(8, 5, variant.ranks), hand_classes(7, 5, variant.ranks)
    hands = parts[0], parts[1].with_joker()
    packed = np.concatenate([run(set_dealers, class_shards(part, variant.wheel, variant.reading)) for part in hands])
    return Dealers(
        masks=np.concatenate([part.masks for part in parts]),
        weights=np.concatenate([part.weights for part in parts]),
        cells=packed % CELLS,
        highs=packed // CELLS - 1,
        jokers=np.repeat([0, 1], [len(part.weights) for part in parts]),
    )


def held(masks: Counts, rank: int) -> Counts:
    """How many cards of a rank each hand has."""
    return np.asarray(sum((masks >> (13 * suit + rank)) & 1 for suit in range(4)))


def expectations(dealers: Dealers, variant: Variant, weights: Counts) -> Expectations:
    """The expectation of a setting by its cell, in bets, where dealers come with these weights."""
    table = joint(dealers.cells, weights)
    won, lost = weaker(table).ravel(), at_least(table).ravel()
    return np.asarray(((100 - variant.commission) * won - 100 * lost) / (100 * weights.sum()))


def values_for(dealers: Dealers, variant: Variant, joker_held: int) -> Values:
    """The expectations of settings, by cell, for a player who holds the joker (1) or who does not (0).

    For a card of some rank that the dealer cannot have, dealers' hands are counted as often as they are without one of
    the four. To go from one card that is missing to all that are held, such effects are added up, each of them
    (n - 1) / (n - k) times for k of n natural cards: the best approximation by a sum.
    """
    natural, cards = variant.deck - 1, 7 - joker_held
    joker = 0.0 if joker_held else 8 / (variant.deck - 7)  # how likely the dealer has it
    parts = [(1 - joker, dealers.weights * (dealers.jokers == 0)), (joker, dealers.weights * dealers.jokers)]
    values = np.zeros((CELLS, NO_RANK + 1), np.int32)
    base = _mixed(dealers, variant, parts, 1)
    values[:, NO_RANK] = np.rint(UNIT * base)
    for rank in variant.ranks:
        effect = _mixed(dealers, variant, parts, 4 - held(dealers.masks, rank)) - base
        values[:, rank] = np.rint(UNIT * effect * (natural - 1) / (natural - cards))
    return values


def _mixed(dealers: Dealers, variant: Variant, parts: Sequence[tuple[float, Counts]], times: Any) -> Expectations:
    """Expectations against some parts of the dealers, each so likely and its hands counted so many times."""
    mixed = np.zeros(CELLS)
    for likely, weights in parts:
        if likely:
            mixed += likely * expectations(dealers, variant, weights * times)
    return mixed


def set_all_players(variant: Variant, dealers: Dealers, run: Runner) -> Players:
    """The player's hands, set by the house way and in the best way, each with its best decision."""
    parts = hand_classes(7, 5, variant.ranks), hand_classes(6, 4, variant.ranks).with_joker()
    packed = np.hstack(
        [
            run(set_players, class_shards(part, variant.wheel, values_for(dealers, variant, joker)))
            for joker, part in enumerate(parts)
        ]
    )
    return Players(
        masks=np.concatenate([part.masks for part in parts]),
        weights=np.concatenate([part.weights for part in parts]),
        cells=packed % CELLS,
        decisions=packed // CELLS,
        jokers=np.repeat([0, 1], [len(part.weights) for part in parts]),
    )


def describe(game: Game, run: Runner) -> dict[str, Any]:
    """The analysis as JSON describes it: estimates made with these tables."""
    from houseway.games.wild_monkey_pai_gow.estimate import estimate

    return estimate(game, run).to_json()
