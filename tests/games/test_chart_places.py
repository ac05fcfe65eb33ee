"""Where a hand stands among the charts of its game: the cell of its place says what the best play decides."""

from functools import cache
from typing import NamedTuple

import pytest

from games import records
from houseway.games import game_named, game_names
from houseway.games.parts import StrategyPart
from houseway.games.pricing.advice import Seen, best_of
from houseway.games.pricing.strategy import Chart, ChartMark, ChartPlace, Strategy, mark_places
from houseway.games.round.open_record import open_round
from houseway.games.round.positions import decisions_in, seen_record
from houseway.lab.strategies import shipped_strategy
from houseway.testing.contract import courses

BLACKJACK, HOLDEM, FLUSH, PREMIUM, PAI_GOW = game_names()
MEDIUM = "hole card medium: 6 7 8 9"
ROUNDS = 40
NOT_LISTED = "what is not listed checks"


class Solved(NamedTuple):
    """A game's best play, and the charts that show it beside the felt."""

    part: StrategyPart
    strategy: Strategy
    charts: list[Chart]

    def marks(self, seen: Seen) -> list[ChartMark]:
        return mark_places(self.charts, self.part.places(self.strategy, seen))

    def cell(self, mark: ChartMark) -> str:
        """The words of a cell; empty where hands that stand in it are decided differently."""
        chart = self.charts[mark.chart]
        text = "" if mark.row is None else chart.rows[mark.row][mark.column]
        words = "check" if mark.row is None else chart.decisions.get(text, "")
        return "" if words.startswith("mostly ") else words


@cache
def solved(game: str) -> Solved:
    chosen = game_named(game)
    part = chosen.kit.require(chosen.kit.strategy, "strategy")
    strategy = shipped_strategy(chosen, "optimal")
    assert strategy is not None
    return Solved(part, strategy, part.table_charts(strategy))


@cache
def positions(game: str) -> tuple[Seen, ...]:
    """What seats know at each of their decisions."""
    rounds = [now for course in courses(game_named(game), ROUNDS) for now in course if now.turn is not None]
    return tuple(open_round(seen_record(now, now.turn or 0)) for now in rounds)


@pytest.mark.parametrize("game", game_names())
def test_every_position_has_its_place(game: str) -> None:
    assert len(positions(game)) > 50
    charts = set()
    for seen in positions(game):
        marks = solved(game).marks(seen)
        assert marks, seen.seat.cards
        for mark in marks:
            chart = solved(game).charts[mark.chart]
            assert mark.row is not None or NOT_LISTED in chart.title, (seen.seat.cards, chart.title)
            charts.add(mark.chart)
    assert len(charts) > 1


@pytest.mark.parametrize("game", [HOLDEM, FLUSH, PREMIUM, PAI_GOW])
def test_a_marked_cell_says_the_best_decision(game: str) -> None:
    advice = game_named(game).kit.advice
    assert advice is not None
    compared = 0
    for seen in positions(game):
        words = [solved(game).cell(mark) for mark in solved(game).marks(seen)]
        if seen.board or seen.others or not any(words):
            continue
        values = advice.advise(seen.now.game, seen, lambda: solved(game).strategy)
        assert best_of(values) in words, seen.seat.cards
        compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("cards", "dealer", "decisions", "draws", "expected"),
    [
        ("8h 8c", "6s 5d", "stand", "Th", [("hole card small: 2 3 4 5", "8-8", "6")]),
        ("Th 6c", "9s 7d", "hit, stand", "2h Th", [(MEDIUM, "hard 16", "9"), (MEDIUM, "hard 18", "9")]),
        ("Ah 6c", "As Kd", "stand", "", []),
        ("Ah 7c", "5s Kd", "stand", "8h", [("hole card gold: T A", "soft 18", "5")]),
    ],
)
def test_a_hand_of_blackjack_stands_by_its_pair_or_total(
    cards: str, dealer: str, decisions: str, draws: str, expected: list[tuple[str, str, str]]
) -> None:
    record = records.blackjack(cards, dealer, decisions, draws)
    found = [solved(BLACKJACK).marks(open_round(one.position)) for one in decisions_in(record, 1)]
    assert len(found) == len(expected)
    for marks, (title, row, column) in zip(found, expected, strict=True):
        (mark,) = marks
        chart = solved(BLACKJACK).charts[mark.chart]
        assert mark.row is not None
        assert chart.title == title
        assert chart.columns[mark.column] == column
        assert chart.rows[mark.row][0] == row


def test_seven_cards_are_set_by_the_line_and_the_chart_of_two_pair() -> None:
    record = records.pai_gow("Ks Kd 6c 6h 9s Td Qc", decisions="set house-way, stand")
    titles = [[one.chart for one in solved(PAI_GOW).marks(open_round(at.position))] for at in decisions_in(record, 1)]
    assert titles == [[0, 2], [1]]


def test_a_row_that_a_chart_does_not_have_is_not_marked() -> None:
    chart = Chart(title="one", columns=("hand", "A", "B"), rows=(("x", "1", "2"), ("y", "3", "4")))
    places = [ChartPlace("one", ("y",), "B"), ChartPlace("one", ("z",), "A"), ChartPlace("two", ("x",), "A")]
    assert mark_places([chart], places) == [ChartMark(0, 1, 2), ChartMark(0, None, 1)]
