"""Make src/houseway/games/wild_monkey_pai_gow/percentiles.tbl, what the `expected` best seven is measured by.

    python tools/make_percentiles.py            # write the file
    python tools/make_percentiles.py --check    # make it again and compare

Every hand of seven from the 53-card deck is set by the house way, for each place of the wheel, and its five-card
and two-card hands are counted. Hands that differ only by a permutation of suits are set once and weighted.
"""

import sys
from array import array
from math import comb
from pathlib import Path

import numpy as np

from houseway.games.pricing.sevens import Counts, seven_shards, weighted_sevens
from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way, setting_back, setting_front
from houseway.kernel import counter
from houseway.lab.shards import Threads
from made_files import make_lookup_file

TARGET = Path(__file__).parent.parent / "src" / "houseway" / "games" / "wild_monkey_pai_gow" / "percentiles.tbl"
HIGHS, LOWS = 7464, 182


@counter
def count(a: Counts, b: Counts, c: Counts, d: Counts, joker: int, wheel: int) -> Counts:
    """Highs, then lows, of the hands with a set of ranks from each list, weighted."""
    hands = weighted_sevens(a, b, c, d, joker)
    found = np.zeros(HIGHS + LOWS, np.int64)
    hand = np.empty(7, np.int64)
    for index in range(hands.shape[1]):
        place = 0
        for card in range(53):
            if (hands[0, index] >> card) & 1:
                hand[place] = card
                place += 1
        setting = house_way(hand, NO_CARD, wheel)
        found[setting_back(setting)] += hands[1, index]
        found[HIGHS + setting_front(setting)] += hands[1, index]
    return found


def make() -> "dict[str, array[int]]":
    """Both tables, cumulative, one wheel after the other."""
    found = [Threads()(count, [(*shard, wheel) for shard in seven_shards()]) for wheel in (0, 1)]
    highs, lows = [one[:HIGHS] for one in found], [one[HIGHS:] for one in found]
    if any(counts.sum() != comb(53, 7) for counts in highs + lows):
        raise RuntimeError("not all hands are counted")
    return {
        "highs_at_most": array("I", [int(count) for counts in highs for count in np.cumsum(counts)]),
        "lows_at_most": array("I", [int(count) for counts in lows for count in np.cumsum(counts)]),
    }


def main() -> int:
    """Write the file, or with --check compare it with the tables of this run."""
    heading = "house-way percentiles of 7 from 53, made by tools/make_percentiles.py, version 1"
    return make_lookup_file(TARGET, heading, make())


if __name__ == "__main__":
    sys.exit(main())
