"""Dealt face up (letter of 15 June 2020): what a player gains who takes other players' cards into account.

For a sampled deal of own cards, lights and other hands everything that follows is counted exactly, every flop, turn,
river and dealer's hand that the cards left can give: once with the best decisions for all that is seen, once with those
of the best strategy for a player who sees no other hand. The difference is the gain of that deal, never negative and
mostly small, so that a few hundred deals tell its mean well; and since the edge without other hands is known exactly,
so does the edge with them.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.streams import deal_into, gather
from houseway.errors import InvalidInput
from houseway.games.analysis import Runner
from houseway.games.down_under_holdem.exact.count import LOSS, PAIRS
from houseway.games.down_under_holdem.exact.decision_index import hole_class, light_pair
from houseway.games.down_under_holdem.exact.one_hand import Against, count_hand, fill_pairs
from houseway.games.down_under_holdem.strategy.solve import solve
from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.game import Game
from houseway.games.strategy import Strategy
from houseway.games.suit_classes import whole_pays
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]

STREAM: Final = 220_801  # the submission, and a 1 for this study
DECK: Final = 52
DEALS_BY_DEFAULT: Final = 2_000
SHARD: Final = 20  # deals
MICRO: Final = 1_000_000  # gains are added up in millionths of an ante

# What is counted of a shard.
DEALS, GAIN, SQUARES, BEFORE, AFTER, CHANGED, WORTH, FIGURES = range(8)


class Table(NamedTuple):
    """The rules and the strategy of a player who sees no other hand."""

    lights: Counts  # of each rank
    returned: Counts  # by line of the Bet table, as `Against` has it
    scale: int
    before: Counts  # Play wagers before the flop, in antes
    after: int  # the Play wager after it
    preflop: Bits
    flop: Bits


@counter
def left_in_deck(cards: Counts, out: int, left: Counts) -> int:
    """The cards of a deck but for the dealer's two and some more at its top, in order of their ranks; how many."""
    held = 0
    for place in range(out):
        if place != 2 and place != 3:
            held |= 1 << cards[place]
    count = 0
    for rank in range(13):
        for suit in range(4):
            if not held >> 13 * suit + rank & 1:
                left[count] = 13 * suit + rank
                count += 1
    return count


@counter
def add_deal(cards: Counts, out: int, table: Table, left: Counts, ones: Counts, twos: Counts, found: Counts) -> None:
    """Add the gain of a deal: the cards are two hole cards, the dealer's two, and other players' up to `out`."""
    one, two = cards[0], cards[1]
    x, y = table.lights[cards[2] % 13], table.lights[cards[3] % 13]
    count, of_ranks = fill_pairs(table.lights, x, y, ones, twos)
    against = Against(ones[:count], twos[:count], of_ranks, table.returned, -2 * table.scale)
    after = table.scale * table.after
    size = left_in_deck(cards, out, left)
    deals, base, margin, best, ruled = count_hand(one, two, left[:size], table.lights, x, y, against, after, table.flop)
    chosen = table.preflop[hole_class(one, two), light_pair(x, y)]
    usual = ruled if chosen == 0 else base + table.scale * table.before[chosen - 1] * margin
    seeing_later = best if chosen == 0 else usual
    seeing = best
    for times in table.before:
        seeing = max(seeing, base + table.scale * times * margin)
    unit = table.scale * deals / MICRO
    early, late = math.floor((seeing - seeing_later) / unit + 0.5), math.floor((seeing_later - usual) / unit + 0.5)
    found[DEALS] += 1
    found[GAIN] += early + late
    found[SQUARES] += (early + late) ** 2
    found[BEFORE] += early
    found[AFTER] += late
    found[CHANGED] += 1 if seeing > seeing_later else 0
    found[WORTH] += math.floor(usual / unit + 0.5)


@counter
def count_gains(first: int, count: int, seed: int, hands: int, table: Table) -> Counts:
    """The gains of so many deals, from one on, with so many other hands seen; the same deals for any number."""
    found = np.zeros(FIGURES, np.int64)
    cards, places, left = np.arange(DECK), np.zeros(DECK, np.int64), np.zeros(DECK, np.int64)
    ones, twos = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    out = 4 + 2 * hands
    for number in range(first, first + count):
        deal_into(cards, places, out, seed, STREAM, number)
        add_deal(cards, out, table, left, ones, twos, found)
        gather(cards, places, out)
    return found


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
        deals: how many deals of own cards, lights and other hands are sampled, 2 or more.
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
    table = _table(game, best)
    shards = [(first, min(SHARD, deals - first), seed, hands_seen, table) for first in range(0, deals, SHARD)]
    found = run(count_gains, shards).tolist()
    return asdict(_answer(best, hands_seen, seed, found))


def _table(game: Game, strategy: Strategy) -> Table:
    variant = variant_of(game)
    scale, returned = whole_pays([1 + pay for pay in variant.pays], LOSS)
    return Table(
        lights=np.array(variant.lights),
        returned=np.array(returned),
        scale=scale,
        before=np.array(variant.before),
        after=variant.after,
        preflop=np.asarray(strategy.arrays["preflop"], np.uint8),
        flop=np.asarray(strategy.arrays["flop"], np.uint8),
    )


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
        changed_before_flop=found[CHANGED] / deals,
    )
