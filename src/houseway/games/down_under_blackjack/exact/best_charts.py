"""The charts of a best strategy, and charts as strategies that can be played and priced.

A cell holds the decision that is best on average over the hands of the cell, weighted by how often the best play
reaches them. Where the composition of a hand matters, the hands that need another decision are listed beside it.
"""

from functools import cache

import numpy as np

from houseway.cards.hands import blackjack_total, is_soft
from houseway.games.down_under_blackjack.card_values import ACE, VALUES
from houseway.games.down_under_blackjack.exact.analysis import Analysis, hand_table
from houseway.games.down_under_blackjack.exact.charts import Chart, Column, Exceptional
from houseway.games.down_under_blackjack.exact.count import CELL, CELLS, CONTEXTS, HABITS, MET, PAIRS
from houseway.games.down_under_blackjack.exact.hands import HARD, HAS_ACES, HELD, MOST, SIZE, Floats, Ints
from houseway.games.down_under_blackjack.exact.play_out import (
    DOUBLE,
    HIT,
    NEARLY_EQUAL,
    PLAIN,
    SPLIT,
    STAND,
    Bytes,
    best_of,
    pair_of,
)
from houseway.games.down_under_blackjack.rules import may_double
from houseway.games.down_under_blackjack.variant import Variant


def column_of(figures: Floats) -> Column:
    """The best column for the hands of a state, by the figures of its analysis."""
    cells = figures[CELLS:PAIRS].reshape(2, MOST + 1, 2, CELL)
    both = cells.sum(axis=2)
    weight = both[..., CELL - 1]
    plain = np.where(both[..., HIT] > both[..., STAND] + NEARLY_EQUAL * weight, HIT, STAND)
    two = cells[:, :, 0]
    doubles = two[..., DOUBLE] > two[..., :DOUBLE].max(axis=-1) + NEARLY_EQUAL * two[..., CELL - 1]
    pairs = figures[PAIRS:HABITS].reshape(VALUES, SPLIT + 1)
    return Column(
        plain.astype(np.int64),
        doubles.astype(np.int64),
        np.array([best_of(pairs, value, SPLIT) for value in range(VALUES)]),
    )


@cache
def _hand_kinds() -> tuple[Ints, Ints, Ints]:
    """For each hand its total, whether that is soft, and the value of which it is a pair, or -1."""
    table = hand_table()
    sums = [(int(hand[HARD]), int(hand[HAS_ACES])) for hand in table]
    totals, soft = [blackjack_total(*one) for one in sums], [int(is_soft(*one)) for one in sums]
    return np.array(totals), np.array(soft), np.array([pair_of(table, hand) for hand in range(len(table))])


def decisions_of(column: Column, variant: Variant) -> Bytes:
    """A column as a strategy [context, hand]."""
    table, (totals, soft, pairs) = hand_table(), _hand_kinds()
    plain = np.where(totals < MOST, column.plain[soft, totals], STAND)
    doubled = np.where((column.doubles[soft, totals] > 0) & (table[:, SIZE] == 2) & (totals < MOST), DOUBLE, plain)
    decisions = np.zeros((CONTEXTS, len(table)), np.uint8)
    first = np.where(pairs >= 0, column.pairs[pairs], doubled)
    if variant.most_hands == 1:
        first = np.where(first == SPLIT, doubled, first)
    decisions[0] = first + 4 * np.where(first == SPLIT, doubled, first)
    for value in range(VALUES):
        after = doubled if may_double(2, 2, not variant.doubles_after_split) else plain
        if value == ACE:
            after = np.full(len(table), STAND)
        again = (pairs == value) & (column.pairs[value] == SPLIT)
        decisions[1 + value] = np.where(again, SPLIT, after) + 4 * after
        decisions[1 + value] += (np.where(value == ACE, STAND, plain) << PLAIN).astype(np.uint8)
    decisions[0] += (plain << PLAIN).astype(np.uint8)
    return decisions


def chart_of(best: Analysis) -> Chart:
    """The chart of a best strategy, a column for each state."""
    columns = tuple(column_of(row) for row in best.rows)
    exceptional = [
        one
        for place, column in enumerate(columns)
        for one in _exceptional(place, best.strategy.decisions[place, 0], decisions_of(column, best.variant)[0])
    ]
    return Chart(best.states, columns, tuple(exceptional))


def _exceptional(state: int, best: Bytes, charted: Bytes) -> list[Exceptional]:
    """The hands that the best play reaches and plays otherwise than a chart."""
    table = hand_table()
    exceptions = []
    for hand in np.flatnonzero((best & MET > 0) & (best & 3 != charted & 3) & (table[:, SIZE] > 1)):
        cards = tuple(value for value in range(VALUES) for _ in range(table[hand, HELD + value]))
        exceptions.append(Exceptional(state, cards, int(best[hand]) & 3))
    return exceptions
