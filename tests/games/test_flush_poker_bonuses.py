"""Flush Poker's bonuses, counted by what suits and ranks may hold, against every hand of seven."""

import numpy as np
import pytest

from houseway.cards.hands import longest_flush, longest_straight_flush
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.bonuses.royal_riches_exact import count_made
from houseway.games.flush_poker.exact.bonuses import count_naturals
from houseway.games.flush_poker.rules import straight_flush_of_flush
from houseway.games.pricing.sevens import Counts, seven_shards, weighted_sevens
from houseway.kernel import compiled, counter
from houseway.lab.shards import Threads


@counter
def naturals_of_hands(a: Counts, b: Counts, c: Counts, d: Counts, joker: int) -> Counts:
    """What `count_naturals` counts, hand by hand."""
    hands = weighted_sevens(a, b, c, d, joker)
    found = np.zeros(24, np.int64)
    for place in range(hands.shape[1]):
        mask, weight = hands[0, place], hands[1, place]
        found[longest_flush(mask)] += weight
        found[8 + longest_straight_flush(mask)] += weight
        found[16 + straight_flush_of_flush(mask)] += weight
    return found


@counter
def made_by_hands(a: Counts, b: Counts, c: Counts, d: Counts, joker: int) -> Counts:
    """What `count_made` counts, hand by hand."""
    hands = weighted_sevens(a, b, c, d, joker)
    found = np.zeros(1 << 13, np.int64)
    for place in range(hands.shape[1]):
        found[hands_made(hands[0, place])] += hands[1, place]
    return found


def test_naturals_are_counted_as_every_hand_has_them() -> None:
    for shard in seven_shards():
        assert np.array_equal(compiled(count_naturals)(*shard), compiled(naturals_of_hands)(*shard))


@pytest.mark.parametrize("joker", [True, False])
def test_lines_of_royal_riches_are_counted_as_every_hand_makes_them(joker: bool) -> None:
    shards = [shard for shard in seven_shards() if joker or not shard[-1]]
    assert np.array_equal(count_made(Threads(2), joker=joker), Threads(2)(made_by_hands, shards))
