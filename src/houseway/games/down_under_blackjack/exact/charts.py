"""Charts for people: one decision for each total, soft total and pair, by up card and knowledge of the hole card.

`best_charts.py` and `simple.py` make them. As arrays they are part of a strategy, so they can be shown without an
analysis.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

import numpy as np

from houseway.cards.hands import blackjack_total, hard_value, is_soft
from houseway.games.down_under_blackjack.card_values import ACE, CARDS, VALUES
from houseway.games.down_under_blackjack.exact.hands import MOST, Ints
from houseway.games.down_under_blackjack.exact.play_out import HIT, SPLIT, STAND
from houseway.games.down_under_blackjack.variant import SYMBOLS, State, group_name
from houseway.games.pricing import strategy as strategies

LEGEND: Final = (
    "S stand, H hit, P split, Dh double or else hit, Ds double or else stand; "
    "* some hands are played otherwise; blank: does not come"
)

DECISIONS: Final = {"S": "stand", "H": "hit", "P": "split", "Dh": "double, or else hit", "Ds": "double, or else stand"}

# The decision of a cell; a double that is not allowed becomes a hit or a stand.
LETTERS: Final = {STAND: "S", HIT: "H", SPLIT: "P"}
KINDS: Final = ("hard", "soft")
EXPOSED: Final = "exposed"
EXPOSED_GROUP: Final = -1
EXPOSED_TITLE: Final = "hole card exposed"


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
            rows[pair_row(value)] = letter
        return rows

    def _letter(self, soft: int, total: int, *, doubles: bool) -> str:
        letter = LETTERS[int(self.plain[soft, total])]
        return f"D{letter.lower()}" if doubles else letter


def pair_total(value: int) -> int:
    """The total of two cards of a value."""
    return blackjack_total(2 * hard_value(CARDS[value]), 2 * (value == ACE))


@dataclass(frozen=True)
class Exceptional:
    """A hand that the best play plays otherwise than the chart: its cards as values, and the decision."""

    state: int  # its place among the chart's
    cards: tuple[int, ...]
    decision: int

    @property
    def row(self) -> str:
        """The row of the chart: `hard 13`."""
        return total_row(sum(hard_value(CARDS[value]) for value in self.cards), self.cards.count(ACE))

    def __str__(self) -> str:
        cards = "-".join(SYMBOLS[value] for value in sorted(self.cards, reverse=True))
        return f"{cards} {LETTERS.get(self.decision, 'D')}"


@dataclass(frozen=True, eq=False)
class Chart:
    """A column for each state, and the hands that the best play plays otherwise."""

    states: tuple[State, ...]
    columns: tuple[Column, ...]
    exceptional: tuple[Exceptional, ...] = ()

    @cached_property
    def exceptions(self) -> Mapping[tuple[State, str], tuple[str, ...]]:
        """The exceptional hands by state and row: `T-2 S`."""
        hands: dict[tuple[State, str], tuple[str, ...]] = {}
        for one in self.exceptional:
            place = self.states[one.state], one.row
            hands[place] = (*hands.get(place, ()), str(one))
        return hands

    def rows(self, knows: str) -> dict[str, dict[str, str]]:
        """The chart for one knowledge of the hole card, by row and then by up card; * where hands differ."""
        return self._rows([state for state in self.states if state.knows == knows])

    def _rows(self, states: list[State]) -> dict[str, dict[str, str]]:
        chart: dict[str, dict[str, str]] = {}
        for state in states:
            for row, letter in self.columns[self.states.index(state)].cells().items():
                star = "*" if (state, row) in self.exceptions else ""
                chart.setdefault(row, {})[_column_name(state)] = letter + star
        return chart

    # ---- as arrays of a strategy

    def arrays(self, groups: tuple[int, ...]) -> "dict[str, strategies.Array]":
        """The chart as arrays; `groups` is the light of each value."""
        exceptional = [[one.state, one.decision, *_counts(one.cards)] for one in self.exceptional]
        return {
            "chart_states": packed_states(self.states, groups),
            "chart_plain": np.array([column.plain for column in self.columns], np.int8),
            "chart_doubles": np.array([column.doubles for column in self.columns], np.int8),
            "chart_pairs": np.array([column.pairs for column in self.columns], np.int8),
            "chart_exceptions": np.array(exceptional, np.int8).reshape(-1, 2 + VALUES),
        }

    @classmethod
    def of(cls, arrays: "Mapping[str, strategies.Array]") -> Self:
        """The chart of a strategy's arrays."""
        parts = zip(arrays["chart_plain"], arrays["chart_doubles"], arrays["chart_pairs"], strict=True)
        exceptional = [
            Exceptional(int(row[0]), tuple(v for v in range(VALUES) for _ in range(row[2 + v])), int(row[1]))
            for row in arrays["chart_exceptions"]
        ]
        return cls(unpacked_states(arrays["chart_states"]), tuple(Column(*part) for part in parts), tuple(exceptional))

    # ---- for the terminal

    def shown(self) -> list[strategies.Chart]:
        """A chart for each group of a hidden hole card, one for exposed hole cards, and the exceptional hands."""
        hidden = dict.fromkeys(state.knows for state in self.states if not _is_exposed(state))
        charts = [self._shown(_title(knows, self.states), self.rows(knows)) for knows in hidden]
        exposed = [state for state in self.states if _is_exposed(state)]
        if exposed:
            charts.append(self._shown(EXPOSED_TITLE, self._rows(exposed)))
        if self.exceptional:
            rows = tuple((str(state), row, ", ".join(hands)) for (state, row), hands in self.exceptions.items())
            columns = ("dealer", "hand", "played otherwise")
            charts.append(strategies.Chart(title="hands marked *", columns=columns, rows=rows))
        return charts

    def _shown(self, title: str, rows: Mapping[str, Mapping[str, str]]) -> strategies.Chart:
        columns = next(iter(rows.values()))
        return strategies.Chart(
            title=title,
            columns=("hand", *columns),
            rows=tuple((row, *cells.values()) for row, cells in rows.items()),
            legend=LEGEND,
            decisions=DECISIONS,
        )

    def place(self, up: int, hole: tuple[int, ...], row: str) -> strategies.ChartPlace:
        """Where a row stands in the charts, against an up card and a hole card, both as values."""
        state = next(state for state in self.states if (state.up, state.hole) == (up, hole))
        title, column = self.place_of(state)
        return strategies.ChartPlace(title, (row,), column)

    def place_of(self, state: State) -> tuple[str, str]:
        """The title of the chart that has a state, and its column there."""
        title = EXPOSED_TITLE if _is_exposed(state) else _title(state.knows, self.states)
        return title, _column_name(state)


def pair_row(value: int) -> str:
    """`8-8`."""
    return f"{SYMBOLS[value]}-{SYMBOLS[value]}"


def total_row(hard: int, aces: int) -> str:
    """`hard 16`, `soft 18`; aces count as one in `hard`."""
    return f"{KINDS[is_soft(hard, aces)]} {blackjack_total(hard, aces)}"


def _column_name(state: State) -> str:
    """The up card, or both cards where the hole card is exposed."""
    return f"{SYMBOLS[state.up]}-{SYMBOLS[state.hole[0]]}" if _is_exposed(state) else SYMBOLS[state.up]


def _is_exposed(state: State) -> bool:
    return state.knows.startswith(EXPOSED)


def _title(knows: str, states: tuple[State, ...]) -> str:
    """`hole card small: 2 3 4 5`."""
    if all(state.knows == knows or _is_exposed(state) for state in states):
        return "any hidden hole card"
    values = sorted({value for state in states if state.knows == knows for value in state.hole})
    return f"hole card {knows}: {' '.join(SYMBOLS[value] for value in values)}"


def _counts(cards: tuple[int, ...]) -> list[int]:
    return [cards.count(value) for value in range(VALUES)]


# ---- states as numbers: up card, a bit for each value of the hole card, group


def packed_states(states: tuple[State, ...], groups: tuple[int, ...]) -> "strategies.Array":
    """[state]: up card, a bit for each value that the hole card may have, its group or -1 where it is exposed."""
    return np.array(
        [
            [
                state.up,
                sum(1 << value for value in state.hole),
                EXPOSED_GROUP if _is_exposed(state) else groups[state.hole[0]],
            ]
            for state in states
        ],
        np.int16,
    )


def unpacked_states(packed: "strategies.Array") -> tuple[State, ...]:
    """The states that `packed_states` packed; their probabilities are lost."""
    states = []
    for up, bits, group in np.asarray(packed, np.int64).tolist():
        hole = tuple(value for value in range(VALUES) if bits >> value & 1)
        knows = f"{EXPOSED} {SYMBOLS[hole[0]]}" if group == EXPOSED_GROUP else group_name(group)
        states.append(State(up, hole, knows, 0.0))
    return tuple(states)
