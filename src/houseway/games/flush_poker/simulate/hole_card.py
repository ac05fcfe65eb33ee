"""A player who sees one of the dealer's cards. Deals are sampled; every decision in them is exact.

The dealer's hands that hold a card are all hands from the cards left, less the hands from the cards left without it.
"""

import math
from typing import Final, NamedTuple

import numpy as np

from houseway.cards.hands import JOKER_BIT, SUIT_MASK, flush_hand, flush_size
from houseway.cards.shuffles import deal_into, gather
from houseway.games.flush_poker.exact.cards_left import Rules, dealt_against, new_work, unqualified
from houseway.games.flush_poker.exact.sets import Counts
from houseway.games.flush_poker.simulate.face_up import GAIN, SCALE, SQUARES, UNSEEN, worth
from houseway.games.flush_poker.simulate.rounds import CARDS
from houseway.games.flush_poker.strategy.plan import Plan, leading_suit, planned
from houseway.games.flush_poker.variant import best_raise, variant_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.counting import SIMULATED
from houseway.games.pricing.exposure import Exposure, ExposureQuestion
from houseway.games.pricing.strategy import Strategy
from houseway.kernel import counter

DEALS: Final = 200_000
SHARD: Final = 5_000  # deals
STREAM: Final = 3_045_100  # of the submission


class Table(NamedTuple):
    """A deck and its rules."""

    deck: int  # how many cards it has: the joker is the last one
    hands: int  # how many the dealer can have beside a player's
    fewer: int  # and how many of them are without one card
    rules: Rules


@counter
def ends_with(out: int, strength: int, hands: int, table: Table, left: Counts, work: Counts) -> Counts:
    """The dealer's hands from the cards that are not out, by how a raise ends."""
    for suit in range(4):
        left[suit] = SUIT_MASK & ~(out >> (13 * suit))
    joker = table.deck - 52 - ((out >> JOKER_BIT) & 1)
    below = unqualified(left, joker, table.rules, work)
    return np.array(dealt_against(strength, below, left, joker, hands, table.rules, work))


@counter
def count_seen(first: int, count: int, seed: int, table: Table, plan: Plan) -> Counts:
    """Count deals from number `first` on, for a player who sees one of the dealer's cards."""
    totals, cards, places = np.zeros(UNSEEN + 1, np.int64), np.arange(table.deck), np.empty(table.deck, np.int64)
    left, work, rules = np.empty(4, np.int64), new_work(CARDS), table.rules
    for number in range(first, first + count):
        deal_into(cards, places, CARDS + 1, seed, STREAM, number)
        mask = 0
        for place in range(CARDS):
            mask |= 1 << cards[place]
        strength = flush_hand(mask)
        ends = ends_with(mask, strength, table.hands, table, left, work)
        ends -= ends_with(mask | (1 << cards[CARDS]), strength, table.fewer, table, left, work)
        gather(cards, places, CARDS + 1)
        below, win, lose, match = ends[0], ends[1], ends[2], ends[3]
        best = best_raise(below, win, lose, match, rules.caps[flush_size(strength)], rules.pays, rules.unit)
        won = worth(planned(plan, mask, leading_suit(mask)), below, win, lose, match, rules)
        gain = worth(best, below, win, lose, match, rules) - won
        scaled = gain * SCALE // ((table.hands - table.fewer) * rules.unit)
        totals[GAIN] += gain
        totals[SQUARES] += scaled * scaled
        totals[UNSEEN] += won
    return totals


def table_of(game: Game) -> Table:
    """The deck of a game with its rules."""
    variant = variant_of(game)
    unseen = variant.size - CARDS
    return Table(variant.size, math.comb(unseen, CARDS), math.comb(unseen - 1, CARDS), Rules.of(variant))


def seen_card(game: Game, strategy: Strategy, asked: ExposureQuestion, run: Runner) -> list[Exposure]:
    """What it is worth to see one of the dealer's cards."""
    table, deals, plan = table_of(game), asked.deals or DEALS, Plan.of(strategy.arrays)
    shards = [(first, min(SHARD, deals - first), asked.seed, table, plan) for first in range(0, deals, SHARD)]
    totals = run(count_seen, shards)
    gain = int(totals[GAIN]) / ((table.hands - table.fewer) * table.rules.unit * deals)
    variance = max(0.0, int(totals[SQUARES]) / SCALE**2 / deals - gain**2)
    return [
        Exposure(
            what="sees one of the dealer's cards",
            gain=gain,
            method=SIMULATED,
            standard_error=math.sqrt(variance / (deals - 1)),
            house_edge=strategy.figures.house_edge - gain,
            deals=deals,
        )
    ]
