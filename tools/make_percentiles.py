"""Make src/houseway/games/wild_monkey_pai_gow/percentiles.tbl, what the `expected` best seven is measured by.

    python tools/make_percentiles.py            # write the file
    python tools/make_percentiles.py --check    # make it again and compare

Every hand of seven from the 53-card deck is set by the house way, for each place of the wheel, and its five-card
and two-card hands are counted. Hands that differ only by a permutation of suits are set once and weighted.
"""

import sys
from array import array
from itertools import combinations
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from houseway.games.wild_monkey_pai_gow.house_way import NO_CARD, house_way, setting_back, setting_front
from houseway.kernel import compiled
from houseway.tables import read_tables, write_tables

TARGET = Path(__file__).parent.parent / "src" / "houseway" / "games" / "wild_monkey_pai_gow" / "percentiles.tbl"
HANDS = 154_143_080
HIGHS, LOWS = 7464, 182
Counts = npt.NDArray[np.int64]

HOUSE_WAY: Any = compiled(house_way)
BACK, FRONT = compiled(setting_back), compiled(setting_front)


def sets_of(size: int) -> Counts:
    """All sets of so many ranks, as masks."""
    return np.array(sorted(sum(1 << rank for rank in ranks) for ranks in combinations(range(13), size)))


def partitions(cards: int) -> list[tuple[int, int, int, int]]:
    """How many cards the four suits can hold, in descending order."""
    return [
        (a, b, c, cards - a - b - c)
        for a in range(cards, -1, -1)
        for b in range(min(a, cards - a), -1, -1)
        for c in range(min(b, cards - a - b), -1, -1)
        if 0 <= cards - a - b - c <= c
    ]


def count(a: Counts, b: Counts, c: Counts, d: Counts, wheel: int, highs: Counts, lows: Counts) -> None:
    """Count the hands with a set of ranks from each list, once whatever the suits; six cards get the joker."""
    hand = np.empty(7, np.int64)
    hand[6] = 52
    for ia in range(len(a)):
        for ib in range(ia + 1 if len(a) == len(b) else len(b)):
            for ic in range(ib + 1 if len(b) == len(c) else len(c)):
                for id_ in range(ic + 1 if len(c) == len(d) else len(d)):
                    ranks = (a[ia], b[ib], c[ic], d[id_])
                    weight, run, place = 24, 1, 0
                    for suit in range(4):
                        run = run + 1 if suit > 0 and ranks[suit] == ranks[suit - 1] else 1
                        weight //= run
                        for rank in range(13):
                            if (ranks[suit] >> rank) & 1:
                                hand[place] = 13 * suit + rank
                                place += 1
                    setting = HOUSE_WAY(hand, NO_CARD, wheel)
                    highs[BACK(setting)] += weight
                    lows[FRONT(setting)] += weight


COUNT: Any = numba.njit(count)


def make() -> "dict[str, array[int]]":
    """Both tables, cumulative, one wheel after the other."""
    highs, lows = np.zeros((2, HIGHS), np.int64), np.zeros((2, LOWS), np.int64)
    for wheel in (0, 1):
        for joker in (0, 1):
            for sizes in partitions(7 - joker):
                a, b, c, d = map(sets_of, sizes)
                COUNT(a, b, c, d, wheel, highs[wheel], lows[wheel])
    if set(highs.sum(axis=1)) | set(lows.sum(axis=1)) != {HANDS}:
        raise RuntimeError(f"not all hands are counted: {highs.sum(axis=1)} {lows.sum(axis=1)}")
    return {
        "highs_at_most": array("I", np.cumsum(highs, axis=1).ravel().tolist()),
        "lows_at_most": array("I", np.cumsum(lows, axis=1).ravel().tolist()),
    }


def main() -> int:
    """Write the file, or with --check compare it with what is made now."""
    tables = make()
    if "--check" in sys.argv:
        same = read_tables(TARGET) == tables
        print("the same" if same else "DIFFERENT", TARGET.name)
        return 0 if same else 1
    write_tables(TARGET, "house-way percentiles of 7 from 53, made by tools/make_percentiles.py, version 1", tables)
    print(TARGET.name, {name: len(table) for name, table in tables.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
