"""Strategies to remember in Down Under Blackjack: a person who reads the chart or the words, card by card."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import pytest

from games.blackjack_naive import ACES, EIGHTS, FIVES, naive_is_soft, naive_net, naive_total, small
from houseway.games.down_under_blackjack.exact.charts import Chart
from houseway.games.down_under_blackjack.exact.simple import Simple, simple_strategy
from houseway.games.down_under_blackjack.exact.simple_names import BY_GROUP, ONE_CHART, TEXTS, THREE_LINES
from houseway.games.down_under_blackjack.variant import SYMBOLS, Variant, value_of
from houseway.lab.shards import Threads

WORDS = {"S": "stand", "H": "hit", "P": "split", "Dh": "double", "Ds": "double"}
ELSE = {"Dh": "hit", "Ds": "stand"}  # where a double is not allowed

SHOES = {"eights": EIGHTS, "aces": ACES, "fives": FIVES}


class ChartReader:
    """A person with a chart at the table."""

    def __init__(self, variant: Variant, chart: Chart) -> None:
        self.variant, self.chart = variant, chart
        self.column = cache(self._column)

    def _column(self, up: int, hole: int) -> dict[str, str]:
        """The column to look at: that of both golds, of the light, or of the up card alone."""
        known = {state.knows for state in self.chart.states}
        light = ("small", "medium", "gold")[(hole > 3) + (hole > 7)]
        shows = (f"exposed {SYMBOLS[hole]}", f"{SYMBOLS[up]}-{SYMBOLS[hole]}"), (light, SYMBOLS[up])
        blind = ("small", SYMBOLS[up])  # a chart without lights has one name for all
        wanted = [shows[0]] * (up > 7 and hole > 7) + [shows[1], blind]
        knows, name = next(one for one in wanted if one[0] in known and one[1] in self.chart.rows(one[0])["hard 4"])
        return {row: cells[name] for row, cells in self.chart.rows(knows).items()}

    def decision(
        self, up: int, hole: int, cards: Sequence[int], *, split: bool = False, may_split_now: bool = True
    ) -> str:
        """A pair by its row, if it may be split; any other hand by its total."""
        column, held = self.column(value_of(up), value_of(hole)), tuple(map(value_of, cards))
        pair = f"{SYMBOLS[held[0]]}-{SYMBOLS[held[0]]}" if len(held) == 2 and held[0] == held[1] else ""
        letter = column[f"{'soft' if naive_is_soft(held) else 'hard'} {naive_total(held)}"]
        if pair and (column[pair] != "P" or may_split_now):
            letter = column[pair]
        if split and held[0] == 9 and letter != "P":
            return "stand"
        may_double = len(held) == 2 and (not split or self.variant.doubles_after_split)
        return ELSE[letter] if letter in ELSE and not may_double else WORDS[letter]


@cache
def simple(name: str, shoe: str, soft_17: str) -> Simple:
    return simple_strategy(name, small(SHOES[shoe], soft_17), Threads(1))


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("name", TEXTS)
def test_a_strategy_to_remember_is_worth_what_its_chart_is_worth_card_by_card(
    name: str, shoe: str, soft_17: str
) -> None:
    found = simple(name, shoe, soft_17)
    reader = ChartReader(found.analysis.variant, found.chart)
    assert found.analysis.figures("6:5").net == pytest.approx(float(naive_net(reader, Fraction(6, 5))), abs=1e-14)


def test_the_charts_say_different_things() -> None:
    """And all of the letters."""
    charts = [simple(name, "fives", "hit").chart for name in (BY_GROUP, THREE_LINES, ONE_CHART)]
    cells = [[tuple(column.cells().items()) for column in chart.columns] for chart in charts]
    assert all(one != other for place, one in enumerate(cells) for other in cells[place + 1 :])
    assert {letter for columns in cells for column in columns for _, letter in column} == set(WORDS)
