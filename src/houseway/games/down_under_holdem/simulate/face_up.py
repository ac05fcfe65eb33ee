"""Dealt face up (letter of 15 June 2020): what a player gains who takes other players' cards into account.

Deals of own cards, lights, other hands and a flop are sampled, and what better decisions gain on them is counted
(`seen_gains`): against the best strategy for a player who sees no other hand, whose edge is known exactly. Deals whose
opening hardly ever changes are looked at rarely and count for more, so that work goes where the gain is.
"""

import math
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement
from typing import Any, Final

import numpy as np

from houseway.errors import InvalidInput
from houseway.games.analysis import Runner
from houseway.games.down_under_holdem.exact.count import LOSS
from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS, hole_class
from houseway.games.down_under_holdem.exact.values import cards_left, dealer_hands
from houseway.games.down_under_holdem.simulate.by_ranks import openings_by_ranks
from houseway.games.down_under_holdem.simulate.seen_gains import (
    AFTER,
    BEFORE,
    CHANGED,
    DEALS,
    GAIN,
    MICRO,
    SQUARES,
    Floats,
    Table,
    count_gains,
    fill_values,
)
from houseway.games.down_under_holdem.strategy.solve import solve
from houseway.games.down_under_holdem.variant import Variant, variant_of
from houseway.games.game import Game
from houseway.games.strategy import Strategy
from houseway.games.suit_classes import whole_pays
from houseway.kernel import compiled

SHARD: Final = 500  # deals

# By how many antes, for each ante of the largest Play wager and the root of the hands seen, seen cards move an opening
# and what is foretold of it is off. They bear on how much work a deal is, not on what it tells.
SPREAD: Final = 0.018
DOUBT: Final = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUp:
    """The main game for a player who sees other hands, in antes."""

    hands_seen: int
    deals: int
    seed: int
    house_edge: float
    house_edge_unseen: float  # exact, of the same player seeing no other hand
    gain: float
    standard_error: float  # of the gain, and so of the edge
    gain_before_flop: float  # by other decisions before the flop
    gain_after_flop: float  # by other decisions after it alone
    changed_before_flop: float  # the share of hands that open otherwise


def face_up(
    game: Game, hands_seen: int, deals: int, seed: int, run: Runner, strategy: Strategy | None = None
) -> dict[str, Any]:
    """The edge against a player who sees so many other hands and makes the best of it, as JSON.

    Decisions are exact, so that what is uncertain is the sample of deals alone.

    Args:
        game: the game or a study of it.
        hands_seen: other players' hands, 1 to 5.
        deals: how many deals of own cards, lights, other hands and a flop are sampled, 2 or more.
        seed: which deals these are.
        run: how shards are run.
        strategy: the best one, where it is already known.
    """
    most = game.approval.table.seats - 1
    if not 1 <= hands_seen <= most:
        raise InvalidInput(f"must be 1 to {most}, not {hands_seen}", field="hands_seen")
    if deals < 2:
        raise InvalidInput(f"must be at least 2, not {deals}", field="deals")
    best = solve(game, run) if strategy is None else strategy
    best.check(game)
    table = table_of(game, best, hands_seen)
    shards = [(first, min(SHARD, deals - first), seed, hands_seen, table) for first in range(0, deals, SHARD)]
    found = run(count_gains, shards).tolist()
    return asdict(_answer(best, hands_seen, seed, found))


def table_of(game: Game, strategy: Strategy, hands: int) -> Table:
    """The rules and the strategy as the counter takes them, for so many hands seen; 0 to count every deal in full."""
    variant = variant_of(game)
    scale, returned = whole_pays([1 + pay for pay in variant.pays], LOSS)
    worth = np.asarray(strategy.arrays["worth"], np.float64)
    deals = np.maximum(np.asarray(strategy.arrays["deals"], np.float64), 1)
    values = worth / (deals * float(strategy.arrays["scale"]))[..., None]
    chosen = np.asarray(strategy.arrays["preflop"], np.uint8)
    own = np.take_along_axis(values, chosen[..., None].astype(np.int64), 2)
    others = np.where(np.arange(values.shape[2]) == chosen[..., None], -np.inf, values)
    moved = max(variant.before) * math.sqrt(hands)
    table = Table(
        lights=np.array(variant.lights),
        returned=np.array(returned),
        scale=scale,
        before=np.array(variant.before),
        after=variant.after,
        preflop=chosen,
        flop=np.asarray(strategy.arrays["flop"], np.uint8),
        ahead=np.maximum(own[..., 0] - others.max(axis=2), 0),
        flushes=np.zeros_like(values),
        spread=SPREAD * moved,
        doubt=DOUBT * moved,
    )
    return table._replace(flushes=values - _by_ranks(variant, table, values.shape)) if hands else table


def _by_ranks(variant: Variant, table: Table, shape: tuple[int, ...]) -> Floats:
    """What openings are worth by ranks alone where no other hand is seen."""
    found, values = np.zeros(shape), np.zeros(shape[2])
    for lit, lights in enumerate(LIGHT_PAIRS):
        if not {*lights} <= {*variant.lights}:
            continue
        against = dealer_hands(variant, lights, np.array)
        for low, high in combinations_with_replacement(range(13), 2):
            hole = low, high + 13
            left, (x, y), after = np.array(cards_left(hole)), lights, table.scale * table.after
            counted = compiled(openings_by_ranks)(low, high + 13, left, table.lights, x, y, against, after)
            if counted[0]:
                compiled(fill_values)(counted, table, values)
                found[[hole_class(*hole), hole_class(low, high)], lit] = values
    return found


def _answer(strategy: Strategy, hands: int, seed: int, found: list[int]) -> FaceUp:
    deals = found[DEALS]
    gain = found[GAIN] / MICRO / deals
    variance = (found[SQUARES] / MICRO**2 - deals * gain**2) / (deals - 1)
    unseen: float = strategy.figures["house_edge"]
    return FaceUp(
        hands_seen=hands,
        deals=deals,
        seed=seed,
        house_edge=unseen - gain,
        house_edge_unseen=unseen,
        gain=gain,
        standard_error=math.sqrt(max(variance, 0.0) / deals),
        gain_before_flop=found[BEFORE] / MICRO / deals,
        gain_after_flop=found[AFTER] / MICRO / deals,
        changed_before_flop=found[CHANGED] / MICRO / deals,
    )
