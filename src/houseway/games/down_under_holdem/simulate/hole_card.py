"""A player who sees one or both of the dealer's cards. Deals and flops are sampled; turns and rivers are counted."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.cards.hands import KEYS, WHEEL_LOWEST, best_five, outcome
from houseway.cards.shuffles import shuffle_into
from houseway.games.down_under_holdem.exact.decision_index import hole_class, light_pair, play_row
from houseway.games.down_under_holdem.rules import bet_line
from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.exposure import Exposure, ExposureQuestion
from houseway.games.pricing.strategy import Strategy
from houseway.games.simulation.seen_gain import COUNTED, add_deal, cards_without, exposure_of
from houseway.games.simulation.simulation import Counts
from houseway.kernel import counter

Floats = npt.NDArray[np.float64]
Bits = npt.NDArray[np.uint8]

STREAM: Final = 2_208_100  # of the submission; the flops of a deal come from the next streams
FLOPS: Final = 128  # of a deal
SHARD: Final = 20  # deals
DEALS: Final = {1: 5_000, 2: 20_000}  # by the number of cards seen
FOLD: Final = -2.0


class Table(NamedTuple):
    """The rules and the usual strategy."""

    lights: Counts  # of each rank
    wins: Floats  # what Ante and Bet win by line of the Bet table
    before: Floats
    after: float
    preflop: Bits
    flop: Bits


@counter
def flop_worth(
    hole: Counts, flop: Counts, rest: Counts, first: int, others: Counts, wins: Floats
) -> tuple[float, float]:
    """What Ante and Bet win on average, and wins less losses, against a dealer with one given card and one other."""
    key = mask = own_key = own_mask = 0
    for card in flop:
        key, mask = key + KEYS[card], mask + (1 << card)
    for card in hole:
        own_key, own_mask = own_key + KEYS[card], own_mask + (1 << card)
    base = margin = 0.0
    deals = 0
    for i in range(len(rest)):
        for j in range(i):
            turn, river = rest[i], rest[j]
            board, laid = key + KEYS[turn] + KEYS[river], mask + (1 << turn) + (1 << river)
            player = best_five(board + own_key, laid + own_mask, WHEEL_LOWEST)
            won = wins[bet_line(player)]
            for second in others:
                if second == turn or second == river:
                    continue
                dealer = best_five(
                    board + KEYS[first] + KEYS[second], laid + (1 << first) + (1 << second), WHEEL_LOWEST
                )
                result = outcome(player, dealer)
                deals += 1
                margin += result
                base += won if result > 0 else FOLD if result < 0 else 0.0
    return base / deals, margin / deals


@counter
def lay_flop(unseen: Counts, lights: Counts, known: int, second: int, flop: Counts) -> None:
    """Deal a flop from a shuffle, skipping the first card that may be the dealer's hidden card."""
    hidden, count = known < 2, 0
    for card in unseen:
        if hidden and lights[card % 13] == lights[second % 13]:
            hidden = False
        elif count < len(flop):
            flop[count] = card
            count += 1
        if count == len(flop) and not hidden:
            return


@counter
def may_be_second(unseen: Counts, flop: Counts, lights: Counts, known: int, second: int) -> Counts:
    """The cards that the dealer's second card may be: only itself if it is seen, else all unseen with its light."""
    cards, count = np.empty(len(unseen), np.int64), 0
    if known == 2:
        cards[0], count = second, 1
    for card in unseen[: 0 if known == 2 else len(unseen)]:
        if lights[card % 13] == lights[second % 13] and not np.any(flop == card):
            cards[count] = card
            count += 1
    return cards[:count].copy()


@counter
def add_flops(
    hole: Counts, dealer: Counts, unseen: Counts, known: int, seed: int, number: int, table: Table, tally: Counts
) -> None:
    """Count a deal with some flops, in two separate halves."""
    shuffled, flop = unseen.copy(), np.zeros(3, np.int64)
    values, usual = np.zeros((FLOPS, 1 + len(table.before))), 0.0
    lit = light_pair(table.lights[dealer[0] % 13], table.lights[dealer[1] % 13])
    opening = int(table.preflop[hole_class(hole[0], hole[1]), lit])
    for turn in range(FLOPS):
        shuffle_into(shuffled, unseen, len(unseen), seed, STREAM + 1 + known, FLOPS * number + turn)
        lay_flop(shuffled, table.lights, known, dealer[1], flop)
        others = may_be_second(unseen, flop, table.lights, known, dealer[1])
        base, margin = flop_worth(hole, flop, cards_without(unseen, flop), dealer[0], others, table.wins)
        played = base + table.after * margin
        values[turn, 0] = max(FOLD, played)
        for place in range(len(table.before)):
            values[turn, 1 + place] = base + table.before[place] * margin
        if opening > 0:
            usual += base + table.before[opening - 1] * margin
        else:
            row = play_row(hole[0], hole[1], flop[0], flop[1], flop[2])
            usual += played if table.flop[row] >> lit & 1 else FOLD
    add_deal(tally, values, opening, usual)


@counter
def count_seen(first: int, count: int, seed: int, known: int, table: Table) -> Counts:
    """Count deals from number `first` on, for a player who sees one or both of the dealer's cards."""
    tally, deck, cards = np.zeros(COUNTED, np.int64), np.arange(52), np.arange(52)
    for number in range(first, first + count):
        shuffle_into(cards, deck, 4, seed, STREAM, number)
        unseen = cards[2 + known :].copy()
        add_flops(cards[:2].copy(), cards[2:4].copy(), np.sort(unseen), known, seed, number, table, tally)
    return tally


def count_sampled_deals(game: Game, strategy: Strategy, run: Runner, *, known: int, deals: int, seed: int) -> Counts:
    """Sample what a player gains who sees this many of the dealer's cards."""
    variant, arrays = variant_of(game), strategy.arrays
    table = Table(
        lights=np.array(variant.lights),
        wins=np.array([float(1 + pay) for pay in variant.pays]),
        before=np.array(variant.before, np.float64),
        after=float(variant.after),
        preflop=np.asarray(arrays["preflop"], np.uint8),
        flop=np.asarray(arrays["flop"], np.uint8),
    )
    shards = [(first, min(SHARD, deals - first), seed, known, table) for first in range(0, deals, SHARD)]
    return run(count_seen, shards)


def seen_cards(game: Game, strategy: Strategy, asked: ExposureQuestion, run: Runner) -> list[Exposure]:
    """The gains from seeing one of the dealer's cards, and from seeing both."""
    words = {1: "sees one of the dealer's cards, and the other one's light", 2: "sees both of the dealer's cards"}
    exposures = []
    for known, what in words.items():
        deals = asked.deals or DEALS[known]
        tally = count_sampled_deals(game, strategy, run, known=known, deals=deals, seed=asked.seed)
        exposures.append(exposure_of(tally, what, deals, strategy.figures.house_edge))
    return exposures
