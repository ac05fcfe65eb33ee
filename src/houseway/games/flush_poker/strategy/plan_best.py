"""The plan of the best decisions, and the plans of strategies to remember."""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from houseway.cards.hands import LONGEST_FLUSHES, SUIT_MASK, TOP_RANKS, flush_size
from houseway.games.flush_poker.exact.cards_left import Rules, best_against, new_work
from houseway.games.flush_poker.exact.count import HANDS, OVERCARDS
from houseway.games.flush_poker.exact.sets import SIZES, Counts
from houseway.games.flush_poker.strategy.plan import Plan
from houseway.games.flush_poker.strategy.plan_build import Block, Leader, build, deck_of
from houseway.games.flush_poker.variant import Variant
from houseway.games.pricing.analysis import Runner, Shard
from houseway.kernel import counter

PARTS: Final = 16  # shards

# The columns of a block: its leader's joker and ranks, where its decisions start, and where its three lists of sets do.
JOKER, RANKS, START, ONE, TWO, THREE, STOP = range(7)


@counter
def decide_block(
    decisions: Counts, block: Counts, sets: Counts, deck: int, jokers: int, hands: int, rules: Rules
) -> None:
    """The best decision for each class of a block, in the order of its sets."""
    work, left = new_work(rules.cards), np.empty(4, np.int64)
    strength = LONGEST_FLUSHES[(block[JOKER] << 13) + block[RANKS]]
    place = block[START]
    left[0] = deck & ~block[RANKS]
    for one in sets[block[ONE] : block[TWO]]:
        left[1] = deck & ~one
        for two in sets[block[TWO] : block[THREE]]:
            left[2] = deck & ~two
            for three in sets[block[THREE] : block[STOP]]:
                left[3] = deck & ~three
                decisions[place] = best_against(strength, left, jokers - block[JOKER], hands, rules, work)
                place += 1


@counter
def decide_part(
    blocks: Counts, sets: Counts, total: int, deck: int, jokers: int, hands: int, rules: Rules, part: int, parts: int
) -> Counts:
    """The best decisions for every `parts`-th block, each at its place among all."""
    decisions = np.zeros(total, np.int64)
    for number in range(part, len(blocks), parts):
        decide_block(decisions, blocks[number], sets, deck, jokers, hands, rules)
    return decisions


def shards(variant: Variant, blocks: Sequence[Block]) -> list[Shard]:
    """Arguments of `decide_part`, a tuple for each shard; together they decide all classes of these blocks."""
    sets = [held for block in blocks for held in block.sets]
    starts = np.cumsum([0, *map(len, sets)])
    rows = np.empty((len(blocks), STOP + 1), np.int64)
    rows[:, JOKER] = [block.leader.joker for block in blocks]
    rows[:, RANKS] = [block.leader.ranks for block in blocks]
    rows[:, START] = np.cumsum([0, *(math.prod(block.shape) for block in blocks)])[:-1]
    for place in range(4):
        rows[:, ONE + place] = starts[place:][::3][: len(blocks)]
    total = sum(math.prod(block.shape) for block in blocks)
    rest = deck_of(variant), int(variant.joker), variant.dealer_hands, Rules.of(variant)
    return [(rows, np.concatenate(sets), total, *rest, part, PARTS) for part in range(PARTS)]


def best_plan(variant: Variant, counts: Counts, run: Runner) -> Plan:
    """The plan of the best decisions; `counts` is the result of `count_part`."""
    hands = counts[..., HANDS].sum(axis=1)

    def always(leader: Leader) -> int | None:
        times = hands[leader.strength & SUIT_MASK].nonzero()[0].tolist()
        return None if len(times) > 1 else sum(times)

    def decide(blocks: Sequence[Block]) -> list[Counts]:
        if not blocks:
            return []
        cells = run(decide_part, shards(variant, blocks))
        stops = np.cumsum([math.prod(block.shape) for block in blocks])
        return list(np.split(cells, stops[:-1]))

    return build(variant, always, decide)


def threshold_plan(variant: Variant, lowest: Sequence[int]) -> Plan:
    """The plan that raises to the cap from these strengths on, by overcards, and folds below them."""

    def always(leader: Leader) -> int | None:
        raised = {leader.strength >= least for least in lowest}
        return None if len(raised) > 1 else variant.caps[flush_size(leader.strength)] * raised.pop()

    def decide(blocks: Sequence[Block]) -> list[Counts]:
        return [_followed(variant, block, lowest) for block in blocks]

    return build(variant, always, decide)


def _followed(variant: Variant, block: Block, lowest: Sequence[int]) -> Counts:
    strength = block.leader.strength
    above = -1 << (1 + TOP_RANKS[strength & SUIT_MASK])
    one, two, three = (np.array([SIZES[ranks & above] for ranks in sets.tolist()]) for sets in block.sets)
    overcards = np.minimum(one[:, None, None] + two[None, :, None] + three, OVERCARDS)
    return np.where(strength >= np.array(lowest)[overcards], variant.caps[flush_size(strength)], 0)
