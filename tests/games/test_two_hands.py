"""Sums over pairs of hands that share no card, against every pair of a small deck, one by one."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

import houseway
from games.wild_monkey import TOP, all_hands, deck_of
from houseway.games.bonuses.cells import LOSE
from houseway.games.bonuses.envy_exact import HandsInAction, envy_between
from houseway.games.bonuses.royal_riches import hands_made
from houseway.games.flush_poker.exact.bonus_ends import FOLDED, HANDS, OUTCOMES, RICHES, Stakes
from houseway.games.flush_poker.exact.count import count_ends
from houseway.games.flush_poker.exact.folds import hands_with_folds
from houseway.games.flush_poker.exact.sets import shards
from houseway.games.flush_poker.variant import letter
from houseway.games.letter.paytable import PayTable
from houseway.games.pricing.sevens import in_order, seven_shards, weighted_sevens
from houseway.games.pricing.two_hands import PairSums
from houseway.games.simulation.seat_products import PARTS, OwnCells, products_of_hands
from houseway.games.simulation.simulation import Cell
from houseway.kernel import compiled
from houseway.lab.shards import Threads

Ints = npt.NDArray[np.int64]

RUN = Threads(2)
DECK = 21  # ten to ace and the joker
TABLES = houseway.game("flush-poker").approval.paytables["royal-riches"]


@cache
def classes() -> tuple[Ints, Ints]:
    """The hands of a small deck once, whatever the suits, and how many each stands for."""
    parts = [compiled(weighted_sevens)(*shard) for shard in seven_shards(TOP)]
    masks, weights = np.concatenate(parts, 1)
    return masks, weights


@cache
def every_hand() -> tuple[Ints, Ints]:
    """All 116,280 hands of the deck one by one, and the class of each."""
    masks, _ = classes()
    numbers = {in_order(mask): place for place, mask in enumerate(masks.tolist())}
    hands = (np.int64(1) << all_hands(deck_of(TOP), 7)).sum(1)
    return hands, np.array([numbers[in_order(mask)] for mask in hands.tolist()])


def sum_naively(first: Ints, second: Ints) -> int:
    """Over all pairs without a shared card: what one hand counts for by its class, times the other."""
    hands, numbers = every_hand()
    others, total = second[numbers], 0
    for mask, weight, value in zip(*(column.tolist() for column in classes()), first.tolist(), strict=True):
        if value:
            total += weight * value * int(others[hands & mask == 0].sum())
    return total


@pytest.mark.parametrize("seed", range(3))
def test_sums_over_pairs_are_those_of_every_pair(seed: int) -> None:
    masks, weights = classes()
    rng = np.random.default_rng(seed)
    values = rng.integers(-3, 9, (len(masks), 3)) * (rng.random((len(masks), 3)) < 0.2)
    sums = PairSums(masks, weights, values, RUN)
    for one, other in ((0, 1), (1, 0), (2, 2)):
        assert sums.of(one, other) == sum_naively(values[:, one], values[:, other])


def test_every_pair_of_hands_is_counted_once() -> None:
    masks, weights = classes()
    sums = PairSums(masks, weights, np.ones((len(masks), 1), np.int64), RUN)
    assert sums.of(0, 0) == comb(DECK, 7) * comb(DECK - 7, 7)


def cents(table: PayTable, mask: int) -> int:
    """The envy of a hand."""
    line = table.best_paying(hands_made(mask))
    return table.envy.get(table.lines[line], 0) if line >= 0 else 0


def envy_naively(tables: Mapping[str, PayTable], gone: Ints) -> dict[str, Fraction]:
    """What a player's hand earns another, from every pair of a small deck, in dollars."""
    masks, _ = classes()
    deals = comb(DECK, 7) * comb(DECK - 7, 7)
    alive = 1 - gone
    return {
        name: Fraction(
            sum_naively(alive * np.array([cents(table, mask) for mask in masks.tolist()]), alive), 100 * deals
        )
        for name, table in tables.items()
    }


def test_envy_between_hands_in_action_is_that_of_every_pair() -> None:
    masks, weights = classes()
    gone = (np.random.default_rng(5).random(len(masks)) < 0.4).astype(np.int64)
    hands = HandsInAction(masks=masks, weights=weights, gone=gone, deck=DECK)
    tables = {name: TABLES[name] for name in ("1", "5")}
    assert {name: one.per_player for name, one in envy_between(tables, hands, RUN).items()} == envy_naively(
        tables, gone
    )


def test_wagers_of_two_seats_go_together_as_in_every_pair() -> None:
    """Two wagers on the own cards, one of them with shares of a meter: expected products from every pair of hands."""
    masks, weights = classes()
    rng = np.random.default_rng(8)
    rows = {
        "one": [Cell(name="win", net=Fraction(7, 2)), LOSE],
        "other": [Cell(name="share", net=Fraction(0), share=Fraction(1, 10)), Cell(name="pay", net=Fraction(4)), LOSE],
    }
    shares = {"one": [0.1, 0.9], "other": [0.05, 0.1, 0.85]}
    cells = {name: rng.choice(len(row), len(masks), p=shares[name]) for name, row in rows.items()}
    products = products_of_hands(rows, OwnCells(masks=masks, weights=weights, cells=cells, deck=DECK), RUN)
    assert products.columns == [("one", "net"), ("other", "net"), ("other", "share")]
    won = [20 * np.array([float(PARTS[part](cell)) for cell in rows[name]]) for name, part in products.columns]
    values = [column.astype(np.int64)[cells[name]] for column, (name, _) in zip(won, products.columns, strict=True)]
    deals = comb(DECK, 7) * comb(DECK - 7, 7)
    for one, first in enumerate(values):
        assert products.means[one] == Fraction(int((first * weights).sum()), 20 * comb(DECK, 7))
        for other, second in enumerate(values):
            assert products.products[one][other] == Fraction(sum_naively(first, second), 400 * deals)
    weighed = {"net": Fraction(1), "share": Fraction(50), "prizes": Fraction(0)}
    with_meter = values[1] + 50 * values[2]
    expected = Fraction(sum_naively(with_meter, with_meter), 400 * deals)
    expected -= Fraction(int((with_meter * weights).sum()), 20 * comb(DECK, 7)) ** 2
    assert products.covariance(("other", weighed), ("other", weighed)) == expected


@pytest.mark.slow
def test_hands_are_folded_as_the_main_game_counts_them() -> None:
    """Hand by hand from the cards left, and by what hands make in the count of all deals."""
    variant = letter()
    stakes = Stakes(np.zeros((0, OUTCOMES), np.int64), np.zeros(0, np.int64), 1, 0)
    counted = RUN(count_ends, [(sets, terms, stakes, *part) for sets, terms, *part in shards(variant)])
    hands = hands_with_folds(variant, RUN)
    folded = hands.masks[hands.gone == 1]
    made = np.array([hands_made(mask) for mask in folded[::50].tolist()])
    assert int((hands.weights * hands.gone).sum()) == int(counted[:8192, FOLDED].sum())
    assert int(hands.weights.sum()) == int(counted[:8192, HANDS].sum())
    assert (counted[RICHES + made, FOLDED] > 0).all()
