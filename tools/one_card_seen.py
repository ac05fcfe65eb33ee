"""The house edge of Down Under Hold'em for a player who sees one card besides their own, counted over all deals."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.down_under_holdem.exact.boards import PAIRS
from houseway.games.down_under_holdem.exact.every_flop import count_hand
from houseway.games.down_under_holdem.exact.one_hand import Against, fill_pairs
from houseway.games.down_under_holdem.exact.views import LOSS
from houseway.games.down_under_holdem.variant import Variant
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.suit_classes import whole_pays
from houseway.kernel import counter

Counts = npt.NDArray[np.int64]

DECK: Final = 52
SHARD: Final = 40  # classes of two own cards and a seen one


def edge_with_cards_seen(variant: Variant, cards: int, run: Runner) -> Fraction:
    """The house edge where the player sees so many other cards, one or none, and plays as well as can be with that."""
    scale, returned = whole_pays([1 + pay for pay in variant.pays], LOSS)
    rules = np.array(variant.lights), np.array(returned), scale, np.array(variant.before), scale * variant.after
    rows = [(*held, times) for held, times in classes(2 + cards).items()]
    shards = [(np.array(rows[first : first + SHARD]), *rules) for first in range(0, len(rows), SHARD)]
    net, deals = run(count_seen, shards).tolist()
    return Fraction(-net, scale * deals)


def classes(cards: int) -> "Counter[tuple[int, ...]]":
    """Two own cards and those seen, so many together, up to the names of the suits, and how often each comes."""
    found: Counter[tuple[int, ...]] = Counter()
    for own in combinations(range(DECK), 2):
        for seen in combinations([card for card in range(DECK) if card not in own], cards - 2):
            found[first_named((*own, *seen))] += 1
    return found


def first_named(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The first of all that are the same but for the names of the suits."""
    renamed = ([13 * suits[card // 13] + card % 13 for card in cards] for suits in permutations(range(4)))
    return min((*sorted(one[:2]), *one[2:]) for one in renamed)


@counter
def count_seen(rows: Counts, lights: Counts, returned: Counts, scale: int, before: Counts, after: int) -> Counts:
    """Of some classes (two own cards, those seen, how often they come): what the best play nets, and the deals."""
    total = np.zeros(2, np.int64)
    ones, twos = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    for row in rows:
        held = row[:-1]
        left = np.array([card for rank in range(13) for card in range(rank, DECK, 13) if not np.any(held == card)])
        for x in range(3):
            for y in range(x, 3):
                count, of_ranks = fill_pairs(lights, x, y, ones, twos)
                against = Against(ones[:count], twos[:count], of_ranks, returned, -2 * scale)
                deals, base, margin, best = count_hand(held[0], held[1], left, lights, x, y, against, after)
                for times in before:
                    best = max(best, base + scale * times * margin)
                total[0] += row[-1] * best
                total[1] += row[-1] * deals
    return total
