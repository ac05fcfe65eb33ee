"""Dealt face up (letter of 15 June 2020): what a player gains by taking other players' cards into account.

Deals of own cards, lights, other hands and a flop are sampled. For each, `seen_gains` counts what better decisions gain
over the best strategy of a player who sees no other hand; the edge of that strategy is known exactly. A forecast of
each deal (`forecast`, `flop_leads`) decides how likely it is examined closely, so that work goes where the gain is.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from msgspec import Struct

from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.exact.views import LOSS
from houseway.games.down_under_holdem.simulate.flop_leads import FARTHEST, STEPS, flop_leads
from houseway.games.down_under_holdem.simulate.forecast import Forecast, forecast_openings, more_sensitive, suit_left
from houseway.games.down_under_holdem.simulate.seen_gains import (
    AFTER,
    BEFORE,
    CHANGED,
    COARSE,
    DEALS,
    GAIN,
    MICRO,
    SQUARES,
    Bits,
    Table,
    count_gains,
)
from houseway.games.down_under_holdem.strategy.solve import solve
from houseway.games.down_under_holdem.variant import Variant, variant_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import Strategy
from houseway.games.pricing.suit_classes import whole_pays
from houseway.games.scope import main_scope

SHARD: Final = 5_000  # deals

# How closely deals are examined: this affects the work and the error of a deal, not the mean.
DOUBT: Final = 0.0018  # antes by which the forecast is off, for each ante of the largest Play wager and hand seen
FULL_CHANCE: Final = 1 / 40  # that a deal is counted in full where the forecast changes the opening
LEAST_FULL: Final = FULL_CHANCE / 64
FLOP_SPREAD: Final = 0.12  # antes by which seen cards part play and fold, for each ante in play and root of hands seen
LEAST_FLOP: Final = 1 / 16  # that a flop is looked at, however clear it is


class HoldemFaceUp(Struct, frozen=True, kw_only=True):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What is prepared once for any number of hands seen."""

    variant: Variant
    strategy: Strategy
    forecast: Forecast
    leads: Bits


def prepare(game: Game, run: Runner) -> Prepared:
    """Solve the game where no other hand is seen, and forecast what seen cards do."""
    variant, best = variant_of(game), solve(game, run)
    return Prepared(
        variant=variant, strategy=best, forecast=forecast_openings(variant, best, run), leads=flop_leads(variant, run)
    )


_cached: dict[str, Prepared] = {}  # of the rules asked for last


def _prepared(game: Game, run: Runner) -> Prepared:
    """The answer of `prepare`, kept while calls ask about the same game with other numbers of hands."""
    scope = main_scope(game)
    rules = scope.digest(game)
    if rules not in _cached:
        prepared = prepare(scope.show(game), run)
        _cached.clear()
        _cached[rules] = prepared
    return _cached[rules]


def face_up(
    game: Game, hands_seen: int, deals: int, seed: int, run: Runner, prepared: Prepared | None = None
) -> HoldemFaceUp:
    """The edge against a player who sees this many other hands and makes the best use of them.

    Decisions are exact, so only the sample of deals is uncertain.

    Args:
        game: the game or a study of it.
        hands_seen: other players' hands, 1 to 5.
        deals: how many deals of own cards, lights, other hands and a flop are sampled, 2 or more.
        seed: which deals these are.
        run: how shards are run.
        prepared: the answer of `prepare`, where it is already known.
    """
    most = game.approval.table.seats - 1
    if not 1 <= hands_seen <= most:
        raise InvalidInput(f"must be 1 to {most}, not {hands_seen}", field="hands_seen")
    if deals < 2:
        raise InvalidInput(f"must be at least 2, not {deals}", field="deals")
    prepared = prepared or _prepared(game, run)
    table = table_of(prepared, hands_seen)
    shards = [(first, min(SHARD, deals - first), seed, hands_seen, table) for first in range(0, deals, SHARD)]
    figures = run(count_gains, shards).tolist()
    return _answer(prepared.strategy, hands_seen, seed, figures)


def table_of(prepared: Prepared, hands: int, *, in_full: bool = False) -> Table:
    """The rules, the strategy and the forecast as the counter takes them; `in_full` counts every deal in full."""
    variant, arrays = prepared.variant, prepared.strategy.arrays
    scale, returned = whole_pays([1 + pay for pay in variant.pays], LOSS)
    seen = 2 * hands
    spread, apart = FLOP_SPREAD * variant.after * math.sqrt(hands), np.arange(1 + FARTHEST) / STEPS
    return Table(
        lights=np.array(variant.lights),
        returned=np.array(returned),
        scale=scale,
        before=np.array(variant.before),
        after=variant.after,
        preflop=np.asarray(arrays["preflop"], np.uint8),
        flop=np.asarray(arrays["flop"], np.uint8),
        forecast=prepared.forecast._replace(effects=more_sensitive(seen) * prepared.forecast.effects),
        suit_left=suit_left(seen),
        leads=prepared.leads,
        doubt=DOUBT * max(variant.before) * hands,
        full_chance=1.0 if in_full else FULL_CHANCE,
        least_full=1.0 if in_full else LEAST_FULL,
        flop_chances=np.maximum(1.0 if in_full else LEAST_FLOP, np.exp(-apart / spread)),
    )


def _answer(strategy: Strategy, hands: int, seed: int, figures: list[int]) -> HoldemFaceUp:
    deals = figures[DEALS]
    gain = figures[GAIN] / MICRO / deals
    variance = (figures[SQUARES] * (COARSE / MICRO) ** 2 - deals * gain**2) / (deals - 1)
    unseen = strategy.figures.house_edge
    return HoldemFaceUp(
        hands_seen=hands,
        deals=deals,
        seed=seed,
        house_edge=unseen - gain,
        house_edge_unseen=unseen,
        gain=gain,
        standard_error=math.sqrt(max(variance, 0.0) / deals),
        gain_before_flop=figures[BEFORE] / MICRO / deals,
        gain_after_flop=figures[AFTER] / MICRO / deals,
        changed_before_flop=figures[CHANGED] / MICRO / deals,
    )
