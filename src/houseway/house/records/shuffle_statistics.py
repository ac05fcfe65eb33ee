"""Tests whether the decks of a house look like chance (R21): four tests at 99%, on every revealed deck.

Seeds come from the operating system, so the tests check that source and not only our arithmetic. Every test gives z:
how many standard deviations its figure is from the expectation of chance. A fair source stays within 2.576 in 99 of 100
tests; too even is as suspicious as too uneven. All tests together are also an answer at 99%: the more tests there are,
the wider the limit of each. A test with too few decks says nothing.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from statistics import NormalDist
from typing import Final, TypeVar

import msgspec

from houseway.cards.card import Card
from houseway.house.records.deep_audit.shuffles import RevealedDeck

T = TypeVar("T")

CONFIDENCE: Final = 0.99
LIMIT: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)  # 2.576
EXPECTED: Final = 5  # times that a card must be expected on a place
FEWEST: Final = 30  # decks of the other tests


class ShuffleTest(msgspec.Struct, frozen=True, kw_only=True):
    """One test: how far from chance, and whether that is within 99%; None where there are too few decks."""

    test: str
    decks: int
    needed: int
    z: float | None
    passed: bool | None


class ShuffleAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """All tests, z rounded, and whether together they are consistent with chance."""

    confidence: str = "99%"
    limit: float
    passed: bool
    tests: list[ShuffleTest]


Order = Sequence[int]  # the kinds of cards of a deck, as they were dealt


def shuffle_tests(decks: Iterable[RevealedDeck]) -> list[ShuffleTest]:
    """All tests: of the seeds together, and of the orders of each kind of deck."""
    seeds: list[str] = []
    kinds: dict[tuple[Card, ...], list[Order]] = {}
    for deck in decks:
        seeds.append(deck.seed)
        fresh = tuple(sorted(deck.order, key=str))
        number = {card: place for place, card in enumerate(dict.fromkeys(fresh))}
        kinds.setdefault(fresh, []).append([number[card] for card in deck.order])
    tests = [_test("bits of seeds", len(seeds), FEWEST, bits_z, seeds)]
    for fresh, orders in sorted(kinds.items(), key=lambda kind: len(kind[0])):
        tests += _tests_of_orders(fresh, orders)
    return tests


def _tests_of_orders(fresh: Sequence[Card], orders: Sequence[Order]) -> list[ShuffleTest]:
    size, copies = len(fresh), min(Counter(fresh).values())
    what, count = f"of {size} cards", len(orders)
    tests = [
        _test(f"places {what}", count, math.ceil(EXPECTED * size / copies), places_z, orders),
        _test(f"serial correlation {what}", count, FEWEST, serial_z, orders),
    ]
    if copies == 1 and len(set(fresh)) == size:
        tests.append(_test(f"runs {what}", count, FEWEST, runs_z, orders))
    return tests


def _test(name: str, count: int, needed: int, test: Callable[[Sequence[T]], float], sample: Sequence[T]) -> ShuffleTest:
    z = test(sample) if count >= needed else None
    return ShuffleTest(test=name, decks=count, needed=needed, z=z, passed=None if z is None else abs(z) < LIMIT)


# ---- the tests


def chi_square_z(chi_square: float, freedom: int) -> float:
    """A chi-square as a deviation of the normal distribution (Wilson and Hilferty's cube root)."""
    share = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - share)) / math.sqrt(share))


def bits_z(seeds: Sequence[str]) -> float:
    """Each bit of a seed is set as often as not: chi-square over their places."""
    numbers = [int(seed, 16) for seed in seeds]
    width = 4 * len(seeds[0])
    half = len(numbers) / 2
    chi_square = sum((sum(number >> bit & 1 for number in numbers) - half) ** 2 / (half / 2) for bit in range(width))
    return chi_square_z(chi_square, width)


def places_z(orders: Sequence[Order]) -> float:
    """Every card is equally likely on every place.

    A deck fixes the sums of rows and columns: with k kinds on n places (k - 1)(n - 1) degrees of freedom are left, and
    the sum over whole orders is larger than that of free draws by n / (n - 1).
    """
    size, copies = len(orders[0]), Counter(orders[0])
    counts: Counter[tuple[int, int]] = Counter()
    for order in orders:
        counts.update(enumerate(order))
    chi_square = 0.0
    for kind, many in copies.items():
        expected = len(orders) * many / size
        chi_square += sum((counts[place, kind] - expected) ** 2 / expected for place in range(size))
    return chi_square_z(chi_square * (size - 1) / size, (len(copies) - 1) * (size - 1))


def serial_z(orders: Sequence[Order]) -> float:
    """No card predicts the next one: the sum of products of neighbours in a circle (Wald and Wolfowitz, 1943)."""
    size, total = len(orders[0]), sum(orders[0])
    products = 0
    for order in orders:
        values = [size * kind - total for kind in order]  # they sum to zero, which makes the formulas short
        products += sum(one * other for one, other in pairwise([*values, values[0]]))
    two, four = (sum((size * kind - total) ** power for kind in orders[0]) for power in (2, 4))
    mean = -two / (size - 1)
    variance = (two**2 - four) / (size - 1) + (two**2 - 2 * four) / ((size - 1) * (size - 2)) - mean**2
    return (products - len(orders) * mean) / math.sqrt(len(orders) * variance)


def runs_z(orders: Sequence[Order]) -> float:
    """Runs up and down of different cards: of n the mean is (2n - 1) / 3, the variance (16n - 29) / 90."""
    size, count = len(orders[0]), len(orders)
    runs = 0
    for order in orders:
        rises = [one < other for one, other in pairwise(order)]
        runs += 1 + sum(one != other for one, other in pairwise(rises))
    return (runs - count * (2 * size - 1) / 3) / math.sqrt(count * (16 * size - 29) / 90)


def common_limit(count: int) -> float:
    """The limit of z for each of `count` tests, so that a fair source passes all of them with 99% (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(count, 1))


def overall_answer(tests: Sequence[ShuffleTest]) -> ShuffleAnswer:
    """All tests, and whether together they are consistent with chance."""
    distances = [abs(test.z) for test in tests if test.z is not None]
    limit = common_limit(len(distances))
    return ShuffleAnswer(
        limit=round(limit, 4),
        passed=all(one < limit for one in distances),
        tests=[test if test.z is None else msgspec.structs.replace(test, z=round(test.z, 4)) for test in tests],
    )
