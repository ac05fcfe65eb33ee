"""The fair shuffle in use, tested at 99% confidence (R21): chi-square of positions, runs, serial correlation.

Seeds are fixed, so the answer is always the same. A true shuffle fails each test for one in a hundred choices of the
seeds; a second thousand of decks that passes too makes luck an unlikely reason.
"""

import math
from functools import cache
from itertools import pairwise
from statistics import NormalDist

import pytest

import houseway
from houseway.house.tables.shuffle import deck_order, fresh_cards

DECKS = 1000
CONFIDENCE = 0.99
TWO_SIDED = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)  # 2.576
GAMES = {"down-under-holdem": 52, "wild-monkey-pai-gow": 53}
CASES = [(game, start) for game in GAMES for start in (0, DECKS)]


@cache
def orders(game: str, start: int) -> tuple[tuple[int, ...], ...]:
    """Decks as the numbers of their cards; every deck has a seed and a value of its own."""
    cards = fresh_cards(houseway.game(game))
    number = {card: index for index, card in enumerate(cards)}
    return tuple(
        tuple(
            number[card] for card in deck_order(cards, f"{deck:064x}", table="7", deck=deck, values=[(1, f"v{deck}")])
        )
        for deck in range(start, start + DECKS)
    )


def chi_square_limit(freedom: int) -> float:
    """The value that a chi-square stays under with 99% (Wilson and Hilferty's cube root)."""
    normal = NormalDist().inv_cdf(CONFIDENCE)
    share = 2 / (9 * freedom)
    return freedom * (1 - share + normal * math.sqrt(share)) ** 3


@pytest.mark.parametrize(("game", "start"), CASES)
def test_every_card_is_on_every_place_alike(game: str, start: int) -> None:
    size = GAMES[game]
    counts = [[0] * size for _ in range(size)]
    for order in orders(game, start):
        for place, card in enumerate(order):
            counts[place][card] += 1
    expected = DECKS / size
    found = sum((count - expected) ** 2 / expected for row in counts for count in row)
    # A deck fixes its own sums, so that the table has (size - 1) squared degrees of freedom, and the sum over
    # permutations is larger than that of free draws by size / (size - 1).
    assert found * (size - 1) / size < chi_square_limit((size - 1) ** 2)


@pytest.mark.parametrize(("game", "start"), CASES)
def test_pairs_of_neighbours_come_alike(game: str, start: int) -> None:
    """Chi-square of how far a card's number is from the one before it."""
    size = GAMES[game]
    counts = [0] * size
    for order in orders(game, start):
        for one, other in zip(order[::2], order[1::2], strict=False):
            counts[(other - one) % size] += 1
    assert counts[0] == 0
    expected = sum(counts) / (size - 1)
    assert sum((count - expected) ** 2 / expected for count in counts[1:]) < chi_square_limit(size - 2)


@pytest.mark.parametrize(("game", "start"), CASES)
def test_rising_and_falling_runs(game: str, start: int) -> None:
    """Runs up and down of an order of n: mean (2n - 1) / 3, variance (16n - 29) / 90."""
    size = GAMES[game]
    runs = 0
    for order in orders(game, start):
        rises = [one < other for one, other in pairwise(order)]
        runs += 1 + sum(one != other for one, other in pairwise(rises))
    mean, variance = DECKS * (2 * size - 1) / 3, DECKS * (16 * size - 29) / 90
    assert abs(runs - mean) / math.sqrt(variance) < TWO_SIDED


@pytest.mark.parametrize("lag", [1, 2, 7])
@pytest.mark.parametrize(("game", "start"), CASES)
def test_serial_correlation_within_a_deck(game: str, start: int, lag: int) -> None:
    """Circular serial correlation of an order of n: mean -1 / (n - 1), and nearly 1 / n as its variance."""
    size = GAMES[game]
    middle, spread = (size - 1) / 2, size * (size * size - 1) / 12
    total = 0.0
    for order in orders(game, start):
        products = sum((order[place] - middle) * (order[place - lag] - middle) for place in range(size))
        total += products / spread + 1 / (size - 1)
    assert abs(total) / math.sqrt(DECKS / size) < TWO_SIDED


@pytest.mark.parametrize(("game", "start"), CASES)
def test_correlation_from_deck_to_deck(game: str, start: int) -> None:
    """The rank correlation of a deck's order with the next one's: mean 0, variance 1 / (n - 1)."""
    size = GAMES[game]
    middle, spread = (size - 1) / 2, size * (size * size - 1) / 12
    found = orders(game, start)
    total = sum(
        sum((one - middle) * (other - middle) for one, other in zip(first, second, strict=True)) / spread
        for first, second in zip(found[::2], found[1::2], strict=True)
    )
    assert abs(total) / math.sqrt(DECKS / 2 / (size - 1)) < TWO_SIDED
