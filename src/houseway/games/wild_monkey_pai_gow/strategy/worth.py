"""What decisions and settings are worth in the cells of the charts: means over all hands of a cell."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from houseway.cards.card import ACE, RANKS
from houseway.cards.hands import TRIPS, hand_mask
from houseway.games.game import Game
from houseway.games.pricing.cell_worth import CellWorth, ChartWorth
from houseway.games.pricing.strategy import Strategy
from houseway.games.wild_monkey_pai_gow.exact.decided import find_classes
from houseway.games.wild_monkey_pai_gow.exact.hand_classes import class_cards
from houseway.games.wild_monkey_pai_gow.exact.plans import BEST_SETTING, HOUSE_WAY
from houseway.games.wild_monkey_pai_gow.exact.strengths import BACK, FRONT_BITS
from houseway.games.wild_monkey_pai_gow.house_way import matching_line
from houseway.games.wild_monkey_pai_gow.strategy.charts import (
    BACKS,
    DECISION_TITLE,
    FRONTS,
    HOUSE_WAY_TITLE,
    TWO_PAIR_TITLE,
    cell_numbers,
    class_ranks,
)
from houseway.games.wild_monkey_pai_gow.strategy.explain import LINES
from houseway.games.wild_monkey_pai_gow.variant import DECISIONS, DOUBLE, STAND, SURRENDER, Variant

if TYPE_CHECKING:
    import numpy.typing as npt

    from houseway.games.pricing.analysis import Runner
    from houseway.games.pricing.strategy import Array
    from houseway.games.wild_monkey_pai_gow.exact.valued import Plan, Valued

    Counts = npt.NDArray[np.int64]

# Arrays of a strategy: by place, way of setting (below) and decision the hands, and what standing is worth to them.
CELLS: Final = "cell_worth"
BY_LINE: Final = "cell_line_worth"
BY_PAIRS: Final = "cell_two_pair_worth"

WAYS: Final = {HOUSE_WAY: "set house-way", BEST_SETTING: "the best setting"}
NO_PAIRS: Final = len(RANKS) ** 2  # the place of hands other than two pair
MEAN_OF: Final = "all hands of the cell, set in the best way, and all hands of the dealer"
WELL_PLAYED: Final = "all hands of the cell, each then played at best, and all hands of the dealer"


def worth_arrays(valued: "Valued", run: "Runner") -> "dict[str, Array]":
    """What a strategy keeps of the count of its game, for `worth`."""
    total = len(valued.hands.masks)
    classes, _ = run(find_classes, [(0, total, total, valued.hands.masks)])
    plans = [valued.plan(way) for way in WAYS]
    lines, pairs = _lines()[classes], _pairs()[classes]
    best = plans[-1]
    pairs[(best.packed >> FRONT_BITS & BACK) >= TRIPS] = NO_PAIRS
    places = cell_numbers(best.packed)
    values = [valued.values(number) for number in range(len(plans))]
    return {
        CELLS: _sums(best, values[-1], places, len(BACKS) * len(FRONTS)),
        BY_LINE: np.stack([_sums(plan, one, lines, len(LINES)) for plan, one in zip(plans, values, strict=True)], 1),
        BY_PAIRS: np.stack([_sums(plan, one, pairs, NO_PAIRS) for plan, one in zip(plans, values, strict=True)], 1),
    }


def _sums(plan: "Plan", values: "Counts", places: "Counts", count: int) -> "Counts":
    """[place, decision, hands and worth]: places from `count` on are left out."""
    sums = np.zeros((count, len(DECISIONS), 2), np.int64)
    for decision in range(len(DECISIONS)):
        chosen = np.flatnonzero((plan.decisions == decision) & (places < count))
        np.add.at(sums[:, decision, 0], places[chosen], plan.weights[chosen])
        np.add.at(sums[:, decision, 1], places[chosen], plan.weights[chosen] * values[chosen])
    return sums


def _lines() -> "Counts":
    """By class of seven cards: the line of the house way that sets them."""
    numbers = {line: number for number, line in enumerate(LINES)}
    return np.array([numbers[matching_line(hand_mask(cards))] for cards in class_cards().tolist()])


def _pairs() -> "Counts":
    """By class of seven cards: the two pairs, the joker an ace, and no better ranks."""
    held = class_ranks()
    two = ((held == 2).sum(1) == 2) & (held.max(1) == 2)
    ranks = np.arange(len(RANKS))
    high = np.where(held == 2, ranks, -1).max(1)
    low = np.where(held == 2, ranks, ACE + 1).min(1)
    return np.where(two, len(RANKS) * high + low, NO_PAIRS)


def worth(game: Game, strategy: Strategy) -> list[ChartWorth]:
    """The house way, the decisions, and two pair."""
    if CELLS not in strategy.arrays:
        return []
    variant = Variant.of(game)
    return [
        ChartWorth(chart=HOUSE_WAY_TITLE, mean_of=WELL_PLAYED, cells=tuple(_by_line(variant, strategy))),
        ChartWorth(chart=DECISION_TITLE, mean_of=MEAN_OF, cells=tuple(_decisions(variant, strategy))),
        ChartWorth(chart=TWO_PAIR_TITLE, mean_of=WELL_PLAYED, cells=tuple(_by_pairs(variant, strategy))),
    ]


def _decisions(variant: Variant, strategy: Strategy) -> Iterator[CellWorth]:
    for place, sums in enumerate(strategy.arrays[CELLS].sum(axis=1).tolist()):
        hands, value = sums
        if hands:
            row, column = divmod(place, len(FRONTS))
            stood = Fraction(value, 100 * variant.dealers * hands)
            evs = {"surrender": -variant.surrender} if variant.surrenders else {}
            evs["stand"] = stood
            if variant.double:
                evs["double"] = variant.stakes(DOUBLE) * stood
            yield CellWorth(row=row, column=1 + column, values=evs)


def _by_line(variant: Variant, strategy: Strategy) -> Iterator[CellWorth]:
    for row, ways in enumerate(strategy.arrays[BY_LINE].tolist()):
        if any(hands for hands, _ in ways[0]):
            yield CellWorth(row=row, column=1, values=_settings(variant, ways))


def _by_pairs(variant: Variant, strategy: Strategy) -> Iterator[CellWorth]:
    """Rows of the higher pair and columns of the lower one, both from the ace down."""
    for place, ways in enumerate(strategy.arrays[BY_PAIRS].tolist()):
        if any(hands for hands, _ in ways[0]):
            high, low = divmod(place, len(RANKS))
            yield CellWorth(row=ACE - high, column=ACE - low, values=_settings(variant, ways))


def _settings(variant: Variant, ways: Sequence[Sequence[Sequence[int]]]) -> dict[str, Fraction]:
    """What both ways of setting are worth, each hand then played at best."""
    return {name: _played(variant, sums) for name, sums in zip(WAYS.values(), ways, strict=True)}


def _played(variant: Variant, sums: Sequence[Sequence[int]]) -> Fraction:
    whole, hands = 100 * variant.dealers, sum(count for count, _ in sums)
    won = -variant.surrender * sums[SURRENDER][0] if sums[SURRENDER][0] else Fraction(0)
    won += sum(variant.stakes(decision) * Fraction(sums[decision][1], whole) for decision in (STAND, DOUBLE))
    return won / hands
