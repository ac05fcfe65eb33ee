"""How often a random house-way hand is no better than a given one, counted by percentiles.c."""

import gzip
import json
from bisect import bisect_right
from functools import cache
from itertools import accumulate
from pathlib import Path

from .poker import Value

DATA = Path(__file__).with_name("percentiles.json.gz")
ALL_HANDS = 154_143_080

Counts = dict[str, dict[str, list[list[int]]]]


def key(value: Value) -> int:
    """A value as one number: its category and then its ranks, five bits each."""
    category, ranks = value
    padded = [*ranks, 0, 0, 0, 0, 0][:5]
    for number in padded:
        category = category << 5 | number
    return category


@cache
def counts() -> Counts:
    """For each wheel and hand: keys, ascending, and how many hands have each."""
    loaded: Counts = json.loads(gzip.decompress(DATA.read_bytes()))
    return loaded


@cache
def _cumulative(wheel: str, hand: str) -> tuple[list[int], list[int]]:
    """Keys, and how many hands are no better than each."""
    keys, how_many = counts()[wheel][hand]
    return keys, list(accumulate(how_many))


def no_better(value: Value, wheel: str, hand: str) -> int:
    """How many of all seven-card hands are set to a high (`back`) or low (`front`) hand no better."""
    keys, sums = _cumulative(wheel, hand)
    at = bisect_right(keys, key(value))
    return sums[at - 1] if at else 0


def percentile(back: Value, front: Value, wheel: str) -> int:
    """The sum of both percentiles, in hands out of ALL_HANDS."""
    return no_better(back, wheel, "back") + no_better(front, wheel, "front")
