"""A forecast of what openings are worth when cards are seen, from the effect of each card alone, by rank and by suit.

The effect of seen cards is mostly the sum of the effects of each card alone, times (n - 1) / (n - s) if s of n cards
are seen: with fewer cards left, a mean over them reacts more to each. The effect of a card of each rank is counted by
ranks alone (`by_ranks`). A suited hand makes flushes as often as the cards left of its suit allow.
"""

from itertools import combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_holdem.exact.boards import PAIRS, RANK_PAIRS, pair_number
from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS, hole_class, light_pair
from houseway.games.down_under_holdem.exact.one_hand import Against, fill_pairs
from houseway.games.down_under_holdem.exact.views import LOSS
from houseway.games.down_under_holdem.simulate.by_ranks import SEEN, openings_by_ranks
from houseway.games.down_under_holdem.variant import Variant
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import Strategy
from houseway.games.pricing.suit_classes import whole_pays
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

RANKS: Final = 13
DECK: Final = 52
BOARD: Final = 5
UNKNOWN: Final = 50  # cards, to a player who sees two
OF_SUIT: Final = 11  # of them are of the suit of a suited hand
FOR_FLUSH: Final = 3  # of these on the board make its flush


class Forecast(NamedTuple):
    """What openings are worth with no other card seen, and what one seen card adds, in antes."""

    values: Floats  # [hole class, lights, opening], exact
    effects: Floats  # [hole class, lights, rank of the card, opening], by ranks alone
    flushes: Floats  # [hole class, lights, opening]: what of the values a hand has from being suited


def forecast_openings(variant: Variant, strategy: Strategy, run: Runner) -> Forecast:
    """The forecast for every hand and every pair of lights; the exact values are those of the strategy."""
    scale, returned = whole_pays([1 + pay for pay in variant.pays], LOSS)
    given = np.array(variant.lights), np.array(returned), scale, scale * variant.after
    shards = [(low, high, *given) for low, high in combinations_with_replacement(range(RANKS), 2)]
    counted = run(count_effects, shards).reshape(RANK_PAIRS, len(LIGHT_PAIRS), SEEN, 4)
    by_ranks = _openings(variant, counted, scale)
    worth, deals = np.asarray(strategy.arrays["worth"], np.float64), np.asarray(strategy.arrays["deals"], np.float64)
    values = worth / (np.maximum(deals, 1) * float(strategy.arrays["scale"]))[..., None]
    effects, flushes = np.zeros((*values.shape[:2], RANKS, values.shape[2])), np.zeros_like(values)
    for low, high in combinations_with_replacement(range(RANKS), 2):
        openings = by_ranks[pair_number(low, high)]
        unsuited, suited = hole_class(low, high + RANKS), hole_class(low, high)
        effects[[unsuited, suited]] = openings[:, 1:] - openings[:, :1]
        flushes[suited] = values[suited] - values[unsuited]
    return Forecast(values, effects, flushes)


def _openings(variant: Variant, counted: Counts, scale: int) -> Floats:
    """What the openings are worth, from a last axis of deals, base, margin and check; 0 where nothing can be dealt."""
    deals, base, margin, check = np.moveaxis(counted, -1, 0).astype(np.float64)
    worth = np.stack([check, *(base + scale * times * margin for times in variant.before)], axis=-1)
    return np.asarray(worth / np.maximum(deals * scale, 1)[..., None])


def more_sensitive(seen: int) -> float:
    """How many times larger the effect of a card is where `seen` cards are seen than where it is the only one."""
    return (UNKNOWN - 1) / (UNKNOWN - seen)


def suit_left(seen: int) -> Floats:
    """How many times as likely a suited hand's flush is, less 1, by how many of the `seen` cards have its suit."""

    def chance(suited: int, left: int) -> float:
        boards = [comb(suited, of) * comb(left - suited, BOARD - of) for of in range(FOR_FLUSH, BOARD + 1)]
        return sum(boards) / comb(left, BOARD)

    usual, most = chance(OF_SUIT, UNKNOWN), min(OF_SUIT, seen)
    return np.array([chance(OF_SUIT - own, UNKNOWN - seen) / usual - 1 for own in range(most + 1)])


@counter
def count_effects(low: int, high: int, lights: Counts, returned: Counts, scale: int, after: int) -> Counts:
    """[ranks, lights, nothing seen or a card of each rank]: deals, base, margin and check of two ranks, the rest 0."""
    effects = np.zeros((RANK_PAIRS, len(LIGHT_PAIRS), SEEN, 4), np.int64)
    ones, twos = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    one, two = low, high + RANKS
    cards = np.array([card for card in range(DECK) if card != one and card != two])
    for x in range(3):
        for y in range(x, 3):
            count, of_ranks = fill_pairs(lights, x, y, ones, twos)
            against = Against(ones[:count], twos[:count], of_ranks, returned, -2 * scale)
            counted = openings_by_ranks(one, two, cards, lights, x, y, against, after)
            effects[pair_number(low, high), light_pair(x, y)] = counted
    return effects.ravel()
