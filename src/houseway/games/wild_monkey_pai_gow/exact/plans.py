"""Plans for the player: how to set and what to decide, in the best way or in a way that a person can remember."""

import math
from collections.abc import Collection
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.card import ACE, KING, NINE, QUEEN, SEVEN
from houseway.cards.hands import PAIR, TRIPS
from houseway.games.wild_monkey_pai_gow.exact.strengths import BACK, FRONT, FRONT_BITS, Packed
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, STAND, SURRENDER, Variant

Counts = npt.NDArray[np.int64]
Decisions = npt.NDArray[np.int8]

# The first two decide by the value of a setting; the others set by the house way and decide by a rule.
HOUSE_WAY, BEST_SETTING, HOUSE_WAY_STAND, HOUSE_WAY_PAIRS, HOUSE_WAY_SIMPLE = range(5)
PLANS: Final = ("house-way", "optimal", "house-way-stand", "house-way-pairs", "house-way-simple")
SIMPLE: Final = (HOUSE_WAY_STAND, HOUSE_WAY_PAIRS, HOUSE_WAY_SIMPLE)

# Weakest fronts: a king or an ace and any other card, any pair.
KING_IN_FRONT, ACE_IN_FRONT, PAIR_IN_FRONT = 13 * KING, 13 * ACE, 169


def pair_of(rank: int) -> int:
    """The weakest back with a pair of a rank."""
    return PAIR + 220 * rank


def pairs(packed: Packed) -> Decisions:
    """The rule of `house-way-pairs` in `simple_words`."""
    front, back = packed & FRONT, packed >> FRONT_BITS & BACK
    return np.select([back < PAIR, front >= PAIR_IN_FRONT], [SURRENDER, DOUBLE], STAND).astype(np.int8)


def simple(packed: Packed) -> Decisions:
    """The rule of `house-way-simple` in `simple_words`."""
    front, back = packed & FRONT, packed >> FRONT_BITS & BACK
    surrenders = [
        back < PAIR,
        (back < pair_of(SEVEN)) & (front < ACE_IN_FRONT),
        (back < pair_of(QUEEN)) & (front < KING_IN_FRONT),
    ]
    doubles = [
        (front >= PAIR_IN_FRONT) & (back >= pair_of(NINE)),
        (front >= ACE_IN_FRONT) & (back >= pair_of(ACE)),
        (front >= KING_IN_FRONT) & (back >= TRIPS),
    ]
    return np.select([*surrenders, *doubles], [SURRENDER] * 3 + [DOUBLE] * 3, STAND).astype(np.int8)


def best_decisions(
    values: Counts, whole: int, variant: Variant, allowed: Collection[int] = (SURRENDER, STAND, DOUBLE)
) -> Decisions:
    """The best of the allowed decisions, for hands with these values, of which `whole` is one bet."""
    if DOUBLE not in allowed:
        decisions = np.full(len(values), STAND, np.int8)
    else:
        decisions = np.where(values > 0, DOUBLE, STAND if STAND in allowed else DOUBLE).astype(np.int8)
    for decision in (STAND, DOUBLE):
        least = math.ceil(-variant.surrender * whole / variant.stakes(decision))
        if SURRENDER in allowed:
            decisions[(decisions == decision) & (values < least)] = SURRENDER
    return decisions


def decide(plan: int, packed: Packed, values: Counts, whole: int, variant: Variant) -> Decisions:
    """What a plan decides for hands that it has set and that have these values, of which `whole` is one bet.

    Of equal expectations it takes the decision that stakes less. A study may allow no surrender or no double.
    """
    if plan == HOUSE_WAY_STAND:
        return np.full(len(packed), STAND, np.int8)
    if plan in SIMPLE:
        decisions = pairs(packed) if plan == HOUSE_WAY_PAIRS else simple(packed)
    else:
        decisions = best_decisions(values, whole, variant)
    if variant.surrender > 1:
        decisions[decisions == SURRENDER] = STAND
    if not variant.double:
        decisions[decisions == DOUBLE] = STAND
    return decisions
