"""Which hands are folded; hands that differ only in their suits are looked at once."""

from itertools import pairwise
from typing import Final

import numpy as np

from houseway.cards.hands import JOKER_BIT, SUIT_MASK, flush_hand
from houseway.games.bonuses.envy_exact import HandsInAction
from houseway.games.flush_poker.exact.cards_left import Rules, best_against, new_work
from houseway.games.flush_poker.exact.sets import Counts
from houseway.games.flush_poker.variant import Variant
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.sevens import seven_shards, weighted_sevens
from houseway.kernel import compiled, counter

SHARDS: Final = 16


@counter
def find_folds(masks: Counts, start: int, total: int, joker: int, dealers: int, rules: Rules) -> Counts:
    """By place of a hand: 1 where a fold is best; `joker` says whether the deck has one."""
    folded, left, work = np.zeros(total, np.int64), np.zeros(4, np.int64), new_work(rules.cards)
    for place in range(len(masks)):
        mask = masks[place]
        for suit in range(4):
            left[suit] = SUIT_MASK & ~(mask >> (13 * suit))
        rest = joker - ((mask >> JOKER_BIT) & 1)
        folded[start + place] = best_against(flush_hand(mask), left, rest, dealers, rules, work) == 0
    return folded


def hands_with_folds(variant: Variant, run: Runner) -> HandsInAction:
    """All hands of a deck of four whole suits; the folded ones are out of action."""
    shards = [shard for shard in seven_shards() if variant.joker or not shard[-1]]
    masks, weights = np.ascontiguousarray(np.concatenate([compiled(weighted_sevens)(*one) for one in shards], 1))
    total, rules = len(masks), Rules.of(variant)
    bounds = [total * part // SHARDS for part in range(SHARDS + 1)]
    work = [
        (masks[one:two], one, total, int(variant.joker), variant.dealer_hands, rules) for one, two in pairwise(bounds)
    ]
    return HandsInAction(masks=masks, weights=weights, gone=run(find_folds, work), deck=variant.size)
