"""Plans for the player: how to set and what to decide, those of analysis and those that a person can remember."""

from typing import Final

import numpy as np

from houseway.cards.card import ACE, KING, NINE, QUEEN, SEVEN
from houseway.cards.hands import PAIR, TRIPS
from houseway.games.wild_monkey_pai_gow.exact.strengths import BACK, FRONT, FRONT_BITS, MORE_BITS, Packed
from houseway.games.wild_monkey_pai_gow.variant import DOUBLE, STAND, SURRENDER, Variant

# The first two are set up by `set_players`; the others set by the house way and decide by a rule.
HOUSE_WAY, BEST_SETTING, HOUSE_WAY_STAND, HOUSE_WAY_PAIRS, HOUSE_WAY_SIMPLE = range(5)
PLANS: Final = ("house-way", "optimal", "house-way-stand", "house-way-pairs", "house-way-simple")
SIMPLE: Final = (HOUSE_WAY_STAND, HOUSE_WAY_PAIRS, HOUSE_WAY_SIMPLE)

TEXTS: Final = {
    "house-way-stand": "Set by the house way. Never surrender, never double.",
    "house-way-pairs": "Set by the house way. Surrender without a pair; double with a pair in front; else stand.",
    "house-way-simple": (
        "Set by the house way. Surrender without a pair; with one pair of sixes or lower and no ace in front; with one "
        "pair of sevens to jacks and neither an ace nor a king in front. Double with a pair in front and nines or "
        "better behind; with an ace in front and aces or better behind; with a king in front and three of a kind or "
        "better behind. Else stand."
    ),
}

# Weakest fronts: a king or an ace and any other card, any pair.
KING_IN_FRONT, ACE_IN_FRONT, PAIR_IN_FRONT = 13 * KING, 13 * ACE, 169


def pair_of(rank: int) -> int:
    """The weakest back with a pair of a rank."""
    return PAIR + 220 * rank


def stand(house_way: Packed) -> Packed:
    """Never surrender, never double."""
    return np.full_like(house_way, STAND)


def pairs(house_way: Packed) -> Packed:
    """Surrender without a pair, double with a pair in front."""
    front, back = house_way & FRONT, house_way >> FRONT_BITS & BACK
    return np.select([back < PAIR, front >= PAIR_IN_FRONT], [SURRENDER, DOUBLE], STAND).astype(house_way.dtype)


def simple(house_way: Packed) -> Packed:
    """The rule of `house-way-simple` in TEXTS."""
    front, back = house_way & FRONT, house_way >> FRONT_BITS & BACK
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
    found = np.select([*surrenders, *doubles], [SURRENDER] * 3 + [DOUBLE] * 3, STAND)
    return np.asarray(found.astype(house_way.dtype))


def with_simple_plans(packed: Packed, variant: Variant) -> Packed:
    """Hands set and decided by the first two plans, and by all others; a study may have no surrender or no double."""
    house_way = packed[HOUSE_WAY]
    rules = [rule(house_way) for rule in (stand, pairs, simple)]
    for decisions in rules:
        if variant.surrender > 1:
            decisions[decisions == SURRENDER] = STAND
        if not variant.double:
            decisions[decisions == DOUBLE] = STAND
    set_only = house_way & ((1 << MORE_BITS) - 1)
    return np.vstack((packed, *(set_only | decisions << MORE_BITS for decisions in rules)))
