"""Charts for people: one decision for each total, soft total and pair, and what playing by them costs.

A cell holds the decision that is best on average over the hands of the cell, as often as the best play comes to
them; where the composition of a hand matters, the hands that want another decision stand beside it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from houseway.cards.hands import blackjack_total, is_soft
from houseway.games.analysis import Runner
from houseway.games.down_under_blackjack.exact import Analysis, analyze, hand_table
from houseway.games.down_under_blackjack.exact_count import CELL, CELLS, CONTEXTS, MET, PAIRS
from houseway.games.down_under_blackjack.exact_hands import (
    ACE,
    HARD,
    HAS_ACES,
    HELD,
    MOST,
    SIZE,
    VALUES,
    Floats,
    Ints,
)
from houseway.games.down_under_blackjack.exact_play import (
    DOUBLE,
    HIT,
    NEARLY_EQUAL,
    SPLIT,
    STAND,
    Bytes,
    best_of,
    pair_of,
)
from houseway.games.down_under_blackjack.exact_variant import SYMBOLS, State, Variant, group_name
from houseway.games.down_under_blackjack.rules import may_double

# What a cell says; a double that is not allowed is a hit or a stand.
LETTERS: Final = {STAND: "S", HIT: "H", SPLIT: "P"}
KINDS: Final = ("hard", "soft")


@dataclass(frozen=True, eq=False)
class Column:
    """A chart's decisions against one state: [soft][total] without a double, whether to double, and by pair."""

    plain: Ints
    doubles: Ints
    pairs: Ints

    def cells(self) -> dict[str, str]:
        """The column in letters: S, H, Dh or Ds (double, else hit or stand), P, by row: `hard 16`, `soft 18`, `8-8`."""
        rows = {}
        for soft, first in ((0, 4), (1, 12)):
            for total in range(first, MOST):
                rows[f"{KINDS[soft]} {total}"] = self._letter(soft, total, doubles=self.doubles[soft, total] > 0)
        for value, decision in enumerate(self.pairs):
            soft, total = int(value == ACE), pair_total(value)
            letter = LETTERS.get(int(decision)) or self._letter(soft, total, doubles=True)
            rows[f"{SYMBOLS[value]}-{SYMBOLS[value]}"] = letter
        return rows

    def _letter(self, soft: int, total: int, *, doubles: bool) -> str:
        letter = LETTERS[int(self.plain[soft, total])]
        return f"D{letter.lower()}" if doubles else letter


@dataclass(frozen=True, eq=False)
class Chart:
    """A column for each state, and the hands that the best play treats otherwise: by state and row, `T-2 S`."""

    states: tuple[State, ...]
    columns: tuple[Column, ...]
    exceptions: Mapping[tuple[State, str], tuple[str, ...]]

    def rows(self, knows: str) -> dict[str, dict[str, str]]:
        """The chart for one thing that is known of the hole card: by row, then by up card; * where hands differ."""
        chart: dict[str, dict[str, str]] = {}
        for state, column in zip(self.states, self.columns, strict=True):
            if state.knows == knows:
                for row, letter in column.cells().items():
                    star = "*" if (state, row) in self.exceptions else ""
                    chart.setdefault(row, {})[SYMBOLS[state.up]] = letter + star
        return chart


@dataclass(frozen=True, eq=False)
class Simple:
    """A strategy that can be remembered, and exactly what it comes to."""

    chart: Chart
    analysis: Analysis


def pair_total(value: int) -> int:
    """The total of two cards of a value."""
    table = hand_table()
    hand = int(np.flatnonzero((table[:, SIZE] == 2) & (table[:, HELD + value] == 2))[0])
    return blackjack_total(int(table[hand, HARD]), int(table[hand, HAS_ACES]))


def column_of(figures: Floats) -> Column:
    """The best column for the hands of a state, by the figures of its analysis."""
    cells = figures[CELLS:PAIRS].reshape(2, MOST + 1, 2, CELL)
    both = cells.sum(axis=2)
    weight = both[..., CELL - 1]
    plain = np.where(both[..., HIT] > both[..., STAND] + NEARLY_EQUAL * weight, HIT, STAND)
    two = cells[:, :, 0]
    doubles = two[..., DOUBLE] > two[..., :DOUBLE].max(axis=-1) + NEARLY_EQUAL * two[..., CELL - 1]
    pairs = figures[PAIRS:].reshape(VALUES, SPLIT + 1)
    return Column(
        plain.astype(np.int64),
        doubles.astype(np.int64),
        np.array([best_of(pairs, value, SPLIT) for value in range(VALUES)]),
    )


def decisions_of(column: Column, variant: Variant) -> Bytes:
    """A column as a strategy [context, hand]."""
    table = hand_table()
    totals = np.array([blackjack_total(int(hand[HARD]), int(hand[HAS_ACES])) for hand in table])
    soft = np.array([int(is_soft(int(hand[HARD]), int(hand[HAS_ACES]))) for hand in table])
    pairs = np.array([pair_of(table, hand) for hand in range(len(table))])
    plain = np.where(totals < MOST, column.plain[soft, totals], STAND)
    doubled = np.where((column.doubles[soft, totals] > 0) & (table[:, SIZE] == 2) & (totals < MOST), DOUBLE, plain)
    found = np.zeros((CONTEXTS, len(table)), np.uint8)
    wanted = np.where(pairs >= 0, column.pairs[pairs], doubled)
    found[0] = wanted + 4 * np.where(wanted == SPLIT, doubled, wanted)
    for value in range(VALUES):
        after = doubled if may_double(2, 2, variant.limits_splits) else plain
        if value == ACE:
            after = np.full(len(table), STAND)
        again = (pairs == value) & (column.pairs[value] == SPLIT)
        found[1 + value] = np.where(again, SPLIT, after) + 4 * after
    return found


def chart_of(best: Analysis) -> Chart:
    """The chart of a best strategy, a column for each state."""
    columns = tuple(column_of(row) for row in best.rows)
    exceptions: dict[tuple[State, str], tuple[str, ...]] = {}
    for place, (state, column) in enumerate(zip(best.states, columns, strict=True)):
        for row, hands in _exceptions(best.strategy.decisions[place, 0], decisions_of(column, best.variant)[0]).items():
            exceptions[state, row] = tuple(hands)
    return Chart(best.states, columns, exceptions)


def _exceptions(best: Bytes, charted: Bytes) -> dict[str, list[str]]:
    """The hands that the best play comes to and decides otherwise than a chart, by the chart's row."""
    table = hand_table()
    found: dict[str, list[str]] = {}
    for hand in np.flatnonzero((best & MET > 0) & (best & 3 != charted & 3) & (table[:, SIZE] > 1)):
        hard, aces = int(table[hand, HARD]), int(table[hand, HAS_ACES])
        row = f"{KINDS[is_soft(hard, aces)]} {blackjack_total(hard, aces)}"
        cards = [SYMBOLS[value] for value in range(VALUES) for _ in range(table[hand, HELD + value])]
        letter = {**LETTERS, DOUBLE: "D"}[int(best[hand]) & 3]
        found.setdefault(row, []).append(f"{'-'.join(reversed(cards))} {letter}")
    return found


def simple_strategies(best: Analysis, run: Runner) -> dict[str, Simple]:
    """Strategies to remember, and what they come to.

    `by group`: a chart for each group, and one for each exposed pair of golds; `one chart and exposed golds`: the
    best chart that ignores the group of a hidden hole card; `one chart`: one that ignores exposed golds too.
    """
    variant, by_group = best.variant, chart_of(best)
    found = {"by group": Simple(by_group, _played(variant, by_group.columns, run))}
    for name, exposes in (("one chart and exposed golds", True), ("one chart", False)):
        blind = chart_of(analyze(replace(variant, groups=(0,) * VALUES, exposes_golds=exposes), run))
        found[name] = Simple(blind, _played(variant, [_heeded(blind, state) for state in best.states], run))
    return found


def _heeded(blind: Chart, state: State) -> Column:
    """The column of a chart without groups that a player looks at in a state."""
    columns = {(one.up, one.knows): column for one, column in zip(blind.states, blind.columns, strict=True)}
    return columns.get((state.up, state.knows)) or columns[state.up, group_name(0)]


def _played(variant: Variant, columns: Sequence[Column], run: Runner) -> Analysis:
    return analyze(variant, run, np.array([decisions_of(column, variant) for column in columns]))
