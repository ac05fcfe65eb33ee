"""Sets the dealer's hands of all classes: natural sevens by the house way, eights by their best seven."""

from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.games.pricing.analysis import Shard
from houseway.games.wild_monkey_pai_gow.best_seven import READINGS, poker_score, score_by_reading
from houseway.games.wild_monkey_pai_gow.exact.class_index import place_of_natural
from houseway.games.wild_monkey_pai_gow.exact.strengths import MORE_BITS, packed_hand
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way
from houseway.games.wild_monkey_pai_gow.rules import pai_gow_high
from houseway.kernel import counter, kernel

Counts = npt.NDArray[np.int64]
Packed = npt.NDArray[np.int32]

SHARDS: Final = 16


@counter
def set_sevens(hands: Counts, start: int, total: int, wheel: int) -> Counts:
    """Set natural sevens by the house way, packed with 1 + the high card of a pai gow; also answer poker scores."""
    sevens = np.zeros((2, total), np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        mask = 0
        for index in range(7):
            mask += 1 << hand[index]
        sevens[0, start + place] = packed_hand(house_way(hand, NO_CARD, wheel), 1 + pai_gow_high(mask))
        sevens[1, start + place] = poker_score(hand, NO_CARD, wheel)
    return sevens


@kernel
def setting_of(packed: int) -> int:
    """The packed setting of a packed hand, without its cards."""
    return (packed & ((1 << MORE_BITS) - 1)) << 6


@counter
def set_eights(hands: Counts, start: int, total: int, wheel: int, sevens: Packed) -> Counts:
    """Set natural eights by each reading: the best of their eight sevens, which are all in `sevens`."""
    eights = np.zeros((len(READINGS), total), np.int64)
    best = np.empty(len(READINGS), np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        mask = 0
        for index in range(8):
            mask += 1 << hand[index]
        best[:] = NO_CARD
        for index in range(8):
            seven = place_of_natural(mask - (1 << hand[index]), 7)
            packed, poker = int(sevens[0, seven]), int(sevens[1, seven])
            for reading in range(len(READINGS)):
                score = score_by_reading(setting_of(packed), poker, wheel, reading)
                if score > best[reading]:
                    best[reading], eights[reading, start + place] = score, packed
    return eights


def class_shards(hands: Counts, *rules: object) -> list[Shard]:
    """Arguments of a counter, a tuple for each shard; together they set all hands, each in its own places."""
    total = len(hands)
    bounds = [total * part // SHARDS for part in range(SHARDS + 1)]
    return [(hands[start:stop], start, total, *rules) for start, stop in pairwise(bounds) if start < stop]
