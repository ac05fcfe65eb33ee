"""Strategies that a person can remember, as charts, and their exact figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from houseway.cards.hands import hard_value
from houseway.games.down_under_blackjack.card_values import ACE, CARDS, TEN, VALUES
from houseway.games.down_under_blackjack.exact.analysis import Analysis, analyze
from houseway.games.down_under_blackjack.exact.best_charts import chart_of, decisions_of
from houseway.games.down_under_blackjack.exact.charts import Chart, Column, pair_total
from houseway.games.down_under_blackjack.exact.hands import MOST
from houseway.games.down_under_blackjack.exact.play_out import DOUBLE, HIT, SPLIT, STAND
from houseway.games.down_under_blackjack.exact.simple_names import BY_GROUP, ONE_CHART, ONE_CHART_AND_GOLDS, THREE_LINES
from houseway.games.down_under_blackjack.variant import State, Variant, group_name, states_of
from houseway.games.pricing.analysis import Runner


@dataclass(frozen=True, eq=False)
class Simple:
    """A strategy that can be remembered, and its exact figures."""

    chart: Chart
    analysis: Analysis


def simple_strategy(
    name: str, variant: Variant, run: Runner, best: Analysis | None = None, blind: Analysis | None = None
) -> Simple:
    """One of the strategies in `simple_names`.

    `best` and `blind` are analyses that are known already: those of the best strategy, and of the best one for a player
    who does not look at the light but sees exposed golds.
    """
    chart = _CHARTS[name](variant, run, best, blind)
    columns = [_heeded(chart, state) for state in states_of(variant)]
    return Simple(chart, analyze(variant, run, np.array([decisions_of(column, variant) for column in columns])))


def blind_to_light(variant: Variant, run: Runner, *, exposes: bool, known: Analysis | None = None) -> Analysis:
    """The best strategy of a player who does not look at the light, golds exposed or not; `known` as in `analyze`."""
    blind = replace(variant, groups=(0,) * VALUES, exposes_golds=variant.exposes_golds and exposes)
    return analyze(blind, run, known=known)


def _by_group(variant: Variant, run: Runner, best: Analysis | None, _blind: Analysis | None) -> Chart:
    return replace(chart_of(best or analyze(variant, run)), exceptional=())


def _one_chart_and_golds(variant: Variant, run: Runner, _best: Analysis | None, blind: Analysis | None) -> Chart:
    return replace(chart_of(blind or blind_to_light(variant, run, exposes=True)), exceptional=())


def _one_chart(variant: Variant, run: Runner, _best: Analysis | None, blind: Analysis | None) -> Chart:
    return replace(chart_of(blind_to_light(variant, run, exposes=False, known=blind)), exceptional=())


def _heeded(chart: Chart, state: State) -> Column:
    """The column of a chart for a state; a chart without groups has one name for all of them."""
    columns = {(one.up, one.knows): column for one, column in zip(chart.states, chart.columns, strict=True)}
    return columns.get((state.up, state.knows)) or columns[state.up, group_name(0)]


# ---- the three lines


def dealer_count(state: State) -> int:
    """The dealer's count, by the method of the three lines.

    It is the up card, with an ace as eleven, plus the middle of the hole card's group, rounded down; a group with tens
    counts ten. In the letter that is 3 for small, 7 for medium and 10 for gold. Two aces are two.
    """
    if (state.up, state.hole) == (ACE, (ACE,)):
        return 2
    pips = [11 if value == ACE else hard_value(CARDS[value]) for value in (state.up, *state.hole)]
    up, *hole = pips
    return up + (10 if TEN in state.hole else (min(hole) + max(hole)) // 2)


def _three_lines(variant: Variant, _run: Runner, _best: Analysis | None, _blind: Analysis | None) -> Chart:
    states = states_of(variant)
    return Chart(states, tuple(_line(dealer_count(state)) for state in states))


def _line(count: int) -> Column:
    """The column for a dealer's count, by the text in `simple_names`."""
    if count <= 11:
        return _column(16, 18, [10, 11], [], [_pair(8), ACE])
    if count <= 16:
        return _column(12, 18, [9, 10, 11], range(12, 19), {*range(VALUES)} - {_pair(4), _pair(5), TEN})
    return _column(max(17, count), max(18, count), [], [], [_pair(8), ACE] if count == 17 else [])


def _pair(pips: int) -> int:
    """The value of a card of this many pips."""
    return pips - 2


def _column(
    stand: int, stand_soft: int, doubles: Sequence[int], soft_doubles: Sequence[int], splits: "set[int] | list[int]"
) -> Column:
    """A column: the lowest totals to stand on, the totals to double, the pairs to split."""
    plain, doubled = np.zeros((2, MOST + 1), np.int64), np.zeros((2, MOST + 1), np.int64)
    for soft, lowest, totals in ((0, stand, doubles), (1, stand_soft, soft_doubles)):
        plain[soft] = np.where(np.arange(MOST + 1) < lowest, HIT, STAND)
        doubled[soft, list(totals)] = 1
    unsplit = [DOUBLE if doubled[_of_pair(value)] else plain[_of_pair(value)] for value in range(VALUES)]
    return Column(plain, doubled, np.array([SPLIT if v in splits else unsplit[v] for v in range(VALUES)]))


def _of_pair(value: int) -> tuple[int, int]:
    """The cell of a pair that is not split: whether it is soft, and its total."""
    return int(value == ACE), pair_total(value)


_CHARTS: Final[Mapping[str, Callable[[Variant, Runner, Analysis | None, Analysis | None], Chart]]] = {
    BY_GROUP: _by_group,
    THREE_LINES: _three_lines,
    ONE_CHART_AND_GOLDS: _one_chart_and_golds,
    ONE_CHART: _one_chart,
}
