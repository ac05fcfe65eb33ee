"""The dealer's two hands over all 886,322,710 eights, the player's over all 154,143,080 sevens, and what to decide.

Exact counts: one hand of each class is set by the rules' own kernels and weighted, 1,075,737 dealers and 292,253
players.

The player chooses by the expectation of a setting: doubles where it is above 0, surrenders where it is below -1/2. It
is estimated from the chances that a front and a back win: exactly for whether the player holds the joker, which leaves
the dealer eight natural cards and so better hands, and to first order for the other cards held, which the dealer cannot
have. Taking the dealer's cards as drawn from a deck of their own would cost the player 0.0008 of a bet (0.0012 with the
best setting); what is still neglected, 0.00002 (0.00003). `chances.py` neglects nothing, one hand at a time.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.games.analysis import Runner
from houseway.games.game import Game
from houseway.games.wild_monkey_pai_gow.best_seven import HIGHS, LOWS, READINGS
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import Ranks, hand_classes
from houseway.games.wild_monkey_pai_gow.exact.set_hands import (
    NO_RANK,
    UNIT,
    Worth,
    class_shards,
    set_eights,
    set_players,
    set_sevens,
)
from houseway.games.wild_monkey_pai_gow.exact.strengths import (
    BACK,
    CELLS,
    FRONT,
    FRONT_BITS,
    MORE_BITS,
    Packed,
    at_least,
    cells_of,
    joint,
    weaker,
)
from houseway.games.wild_monkey_pai_gow.variant import RANKS, Variant

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Dealers:
    """All dealer's hands, set by one reading of the best seven: by class, those without the joker first."""

    packed: Packed  # with 1 + the high card of a pai gow, 0 for any other hand
    weights: Counts
    ranks: Ranks  # held, the joker that is discarded left out
    jokers: npt.NDArray[np.bool_]  # where the joker was discarded

    @cached_property
    def total(self) -> int:
        """How many dealer's hands there are."""
        return int(self.weights.sum())

    @cached_property
    def cells(self) -> Counts:
        """Places in a table of strengths."""
        return cells_of(self.packed)

    @property
    def highs(self) -> Counts:
        """The high card of a pai gow, -1 for any other hand."""
        return np.asarray((self.packed >> MORE_BITS).astype(np.int64) - 1)

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
        counts = np.bincount(self.packed >> MORE_BITS, self.weights, len(RANKS) + 1).astype(np.int64)
        return {high: int(count) for high, count in enumerate(counts[1:]) if count}


@dataclass(frozen=True, kw_only=True)
class Players:
    """All player's hands, set and decided by some plans: by class, those without the joker first."""

    packed: Packed  # by plan and class, with the decision
    weights: Counts
    jokers: npt.NDArray[np.bool_]  # where the joker is held

    @cached_property
    def total(self) -> int:
        """How many player's hands there are."""
        return int(self.weights.sum())

    @cached_property
    def cells(self) -> Counts:
        """Places in a table of strengths, by plan and class."""
        return cells_of(self.packed)

    @cached_property
    def decisions(self) -> Packed:
        """By plan and class."""
        return np.asarray(self.packed >> MORE_BITS)

    def share(self, plan: int, decision: int) -> Fraction:
        """How often a decision is taken."""
        return Fraction(int(self.weights[self.decisions[plan] == decision].sum()), self.total)

    def joint(self, plan: int, decision: int) -> Counts:
        """The hands so decided, by front and back strength."""
        chosen = self.decisions[plan] == decision
        return joint(self.cells[plan, chosen], self.weights[chosen])


def _packed(found: Counts) -> Packed:
    return found.astype(np.int32)


def set_all_dealers(variant: Variant, run: Runner) -> list[Dealers]:
    """The dealer's hands by each reading: eight natural cards, or seven and the joker that is discarded."""
    every = hand_classes(7, 5)  # an eight of any deck looks its sevens up here
    sevens = _packed(run(set_sevens, class_shards(every.hands, variant.wheel)))
    parts = hand_classes(8, 5, variant.ranks), hand_classes(7, 5, variant.ranks)
    eights = _packed(run(set_eights, class_shards(parts[0].hands, variant.wheel, sevens)))
    if len(variant.ranks) < len(RANKS):
        sevens = _packed(run(set_sevens, class_shards(parts[1].hands, variant.wheel)))
    weights = [part.weights() for part in parts]
    ranks = np.concatenate([rows for part in parts for rows in (part.mixed, part.mixed[part.places])])
    jokers = np.repeat([False, True], [len(part) for part in weights])
    return [
        Dealers(
            packed=np.concatenate((eights[reading], sevens[0])),
            weights=np.concatenate(weights),
            ranks=ranks,
            jokers=jokers,
        )
        for reading in range(len(READINGS))
    ]


# ---- what a setting is worth


def _below(strengths: Packed, weights: Counts, size: int) -> Floats:
    """By strength: the weight of all hands below it."""
    counts = np.bincount(strengths, weights, size)
    return np.asarray(counts.cumsum() - counts)


def chances(strengths: Packed, weights: Counts, ranks: Ranks, size: int) -> Floats:
    """By strength: the chance of hands below it; where a card of each rank is missing, and (last) where none is.

    For a card of some rank that the dealer cannot have, hands are counted as often as they are without one of the four.
    """
    every = _below(strengths, weights, size)
    found = [
        (4 * every - _below(strengths, held, size)) / (4 * weights.sum() - held.sum())
        for held in (weights * ranks[:, rank] for rank in RANKS)
    ]
    return np.stack([*found, every / weights.sum()], 1)


def worths(dealers: Dealers, variant: Variant) -> list[Worth]:
    """What settings are worth to a player without (0) and with (1) the joker.

    To go from one card that is missing to all that are held, the effects of each are added up, (n - 1) / (n - k) times
    for k of n natural cards: the best approximation by a sum. The commission, on wins of both hands, goes without.
    """
    parts = []
    for part in (~dealers.jokers, dealers.jokers):
        packed, weights, ranks = dealers.packed[part], dealers.weights[part], dealers.ranks[part]
        fronts = chances(packed & FRONT, weights, ranks, LOWS)
        backs = chances(packed >> FRONT_BITS & BACK, weights, ranks, HIGHS)
        both = np.zeros(CELLS)
        if variant.commission:
            both = weaker(joint(dealers.cells[part], weights)).ravel() / weights.sum()
        parts.append((fronts, backs, both * variant.commission / 100))
    found = []
    for held in (0, 1):
        joker = 0 if held else 8 / (variant.deck - 7)  # how likely the dealer has it
        mixed = [(1 - joker) * eight + joker * seven for eight, seven in zip(*parts, strict=True)]
        natural, cards = variant.deck - 1, 7 - held
        for table in mixed[:2]:
            table[:, :NO_RANK] = (table[:, :NO_RANK] - table[:, NO_RANK:]) * (natural - 1) / (natural - cards)
        found.append(Worth(*(np.rint(UNIT * table).astype(np.int32) for table in mixed)))
    return found


def set_all_players(variant: Variant, dealers: Dealers, run: Runner) -> Players:
    """The player's hands, set by the house way and in the best way, each with its best decision."""
    parts = hand_classes(7, 5, variant.ranks), hand_classes(6, 4, variant.ranks)
    joker = np.full((len(parts[1].hands), 1), 52, np.int64)
    hands = parts[0].hands, np.hstack((parts[1].hands, joker))
    limits = round(UNIT * variant.surrender), int(variant.double > 0)
    packed = [
        run(set_players, class_shards(part, variant.wheel, worth, *limits))
        for part, worth in zip(hands, worths(dealers, variant), strict=True)
    ]
    weights = [part.weights() for part in parts]
    return Players(
        packed=_packed(np.hstack(packed)),
        weights=np.concatenate(weights),
        jokers=np.repeat([False, True], [len(part) for part in weights]),
    )


def describe(game: Game, run: Runner) -> dict[str, Any]:
    """The analysis as JSON describes it: estimates made with these tables."""
    from houseway.games.wild_monkey_pai_gow.exact.estimate import estimate

    return estimate(game, run).to_json()
