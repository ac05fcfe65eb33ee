"""Strategies as things: solved, kept, charted; strategies to remember; designers' studies."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.errors import InvalidInput
from houseway.games.down_under_blackjack.card_values import CARDS
from houseway.games.down_under_blackjack.exact import analysis
from houseway.games.down_under_blackjack.exact import bonuses as exact_bonuses
from houseway.games.down_under_blackjack.exact import main_game as exact
from houseway.games.down_under_blackjack.exact.best_charts import chart_of
from houseway.games.down_under_blackjack.exact.charts import Chart, unpacked_states
from houseway.games.down_under_blackjack.exact.result import FiguresByPays
from houseway.games.down_under_blackjack.exact.simple import dealer_count
from houseway.games.down_under_blackjack.exact.simple_names import TEXTS
from houseway.games.down_under_blackjack.strategy import STRATEGIES
from houseway.games.down_under_blackjack.strategy import solve as strategies
from houseway.games.down_under_blackjack.study import variant_of
from houseway.games.down_under_blackjack.variant import Variant, states_of
from houseway.games.game import Game
from houseway.games.pricing.strategy import Strategy
from houseway.games.study import study_game
from houseway.lab.files import load_strategy, save_strategy
from houseway.lab.shards import Threads

RUN = Threads(2)
GAME = "down-under-blackjack"


def table(**options: object) -> Game:
    return houseway.game(GAME, {name.replace("_", "-"): value for name, value in options.items()})


@cache
def solved(name: str = "optimal") -> Strategy:
    return strategies.solve(table(decks=2), RUN, name)


@cache
def best() -> analysis.Analysis:
    return analysis.analyze(Variant.of(2), RUN)


def study(rules: dict[str, Any], **options: object) -> Game:
    return study_game({"game": GAME, "rules": rules, "options": options})


# ---- solved and kept


def test_the_best_strategy_is_the_one_of_the_analysis() -> None:
    found = solved()
    assert (found.arrays["decisions"] == best().strategy.decisions).all()
    assert [(s.up, s.hole, s.knows) for s in unpacked_states(found.arrays["states"])] == [
        (s.up, s.hole, s.knows) for s in best().states
    ]
    assert found.figures.house_edge == best().figures("3:2").house_edge


def test_one_strategy_serves_whatever_a_blackjack_pays() -> None:
    game = table(decks=2, blackjack_pays="6:5")
    found = solved()
    found.check(game)
    assert strategies.figures_for(game, found) == best().figures("6:5").result()
    assert strategies.figures_for(table(decks=2), found) == best().figures("3:2").result()
    assert strategies.solve(game, RUN, "three-lines").figures.house_edge > found.figures.house_edge + 0.013


def test_a_strategy_is_kept_in_a_small_file(tmp_path: Path) -> None:
    save_strategy(solved(), tmp_path / "best")
    assert (tmp_path / "best").stat().st_size < 80_000  # a quarter of it prices the cells of charts
    read = load_strategy(tmp_path / "best")
    read.check(table(decks=2))
    assert all((read.arrays[name] == array).all() for name, array in solved().arrays.items())
    assert strategies.charts(read) == strategies.charts(solved())


def test_a_strategy_is_for_its_decks_and_its_soft_17_only() -> None:
    for options in ({"decks": 4}, {"decks": 2, "soft_17": "stand"}):
        with pytest.raises(InvalidInput, match="another rule set"):
            solved().check(table(**options))


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(InvalidInput, match="optimal, by-group, three-lines"):
        strategies.solve(table(), RUN, "mimic")


# ---- charts


def test_charts_are_those_of_the_analysis() -> None:
    chart = chart_of(best())
    small, medium, gold, exposed, otherwise = strategies.charts(solved())
    assert [one.title for one in (small, medium, gold)] == [
        "hole card small: 2 3 4 5",
        "hole card medium: 6 7 8 9",
        "hole card gold: T A",
    ]
    for shown, knows in ((small, "small"), (medium, "medium"), (gold, "gold")):
        rows = chart.rows(knows)
        assert shown.columns[1:] == tuple(rows["hard 4"])
        assert {row[0]: row[1:] for row in shown.rows} == {row: tuple(cells.values()) for row, cells in rows.items()}
    assert exposed.columns == ("hand", "T-T", "A-A")
    assert ("hard 19", "H", "S") in exposed.rows
    assert len(otherwise.rows) == len(chart.exceptions) > 10
    assert sum(cell.endswith("*") for one in (small, medium, gold, exposed) for row in one.rows for cell in row) == len(
        otherwise.rows
    )


def test_a_chart_is_the_same_after_a_journey_through_arrays() -> None:
    chart = chart_of(best())
    again = Chart.of(chart.arrays(best().variant.groups))
    assert again.exceptional == chart.exceptional
    assert [column.cells() for column in again.columns] == [column.cells() for column in chart.columns]


def test_one_chart_is_shown_as_one() -> None:
    (alone,) = strategies.charts(solved("one-chart"))
    assert alone.title == "any hidden hole card"
    assert [one.title for one in strategies.charts(solved("one-chart-and-golds"))] == [
        "any hidden hole card",
        "hole card exposed",
    ]


# ---- strategies to remember


def test_what_simple_strategies_cost() -> None:
    said = exact.describe(table(decks=2), RUN).simple_strategies
    edge = best().figures().house_edge
    assert list(said) == list(TEXTS) == list(STRATEGIES[1:])
    assert [one.cost for one in said.values()] == sorted(one.cost for one in said.values())
    for name, one in said.items():
        assert one.text == TEXTS[name]
        assert one.house_edge - edge == one.cost > 0
        assert one.house_edge == solved(name).figures.house_edge


def three_lines(up: int, hole: int, cards: tuple[int, ...]) -> str:
    """The text of the three lines, read again: pips, an ace as 11."""
    total, aces = sum(cards), cards.count(11)
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    soft, pair = aces > 0, cards[0] == cards[1] and len(cards) == 2
    count = 2 if up == hole == 11 else up + (3 if hole <= 5 else 7 if hole <= 9 else 10)
    eights_and_aces = pair and cards[0] in (8, 11)
    if count <= 11:
        splits, doubles, stands = eights_and_aces, not soft and total in (10, 11), 18 if soft else 16
    elif count <= 16:
        splits, doubles = pair and cards[0] not in (4, 5, 10), total <= 18 if soft else 9 <= total <= 11
        stands = 18 if soft else 12
    else:
        splits, doubles, stands = eights_and_aces and count == 17, False, max(count, 18 if soft else 17)
    if splits:
        return "split"
    if doubles and len(cards) == 2:
        return "double"
    return "stand" if total >= stands else "hit"


def test_three_lines_are_what_their_text_says() -> None:
    variant, found = Variant.of(2), solved("three-lines")
    played = analysis.Strategy(variant, states_of(variant), np.asarray(found.arrays["decisions"], np.uint8))
    pips = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    hands: list[tuple[int, ...]] = [(a, b) for a, b in product(range(10), repeat=2) if {a, b} != {8, 9}]
    hands += [(a, b, c) for a, b, c in product(range(10), repeat=3) if sum(min(pips[v], 10) for v in (a, b, c)) < 21]
    for up, hole in product(range(10), repeat=2):
        if {up, hole} == {8, 9}:
            continue
        for hand in hands:
            cards = tuple(pips[value] for value in hand)
            told = played.decision(CARDS[up], CARDS[hole], [CARDS[value] for value in hand])
            assert told == three_lines(pips[up], pips[hole], cards), (up, hole, hand)


def test_the_three_lines_count_other_groups_by_their_middle() -> None:
    groups = tuple(state for state in states_of(variant_of(study({"groups": ["2-7", "8-9", "T-A"]}))) if state.up == 0)
    assert [dealer_count(state) for state in groups] == [2 + 4, 2 + 8, 2 + 10]


# ---- studies


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        ({"decks": 3}, {"shoe": (12,) * 8 + (48, 12)}),
        ({"decks": "infinite"}, {"shoe": (4,) * 8 + (16, 4), "endless": True}),
        ({"groups": ["2-6", "7-9", "10-A"]}, {"groups": (0, 0, 0, 0, 0, 1, 1, 1, 2, 2)}),
        ({"golds": ["9", "T", "A"]}, {"golds": (False,) * 7 + (True,) * 3}),
        ({"exposes-golds": False}, {"exposes_golds": False}),
        ({"most-hands": 1}, {"most_hands": 1}),
        ({"double-after-split": False}, {"doubles_after_split": False}),
        ({"blackjack-pays": "7:5"}, {}),
    ],
)
def test_a_study_changes_what_it_names(rules: dict[str, Any], changes: dict[str, Any]) -> None:
    assert variant_of(study(rules)) == replace(Variant.of(6), **changes)


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("decks", 0),
        ("decks", 13),
        ("decks", True),
        ("decks", "many"),
        ("decks", "6"),
        ("groups", "5"),
        ("groups", []),
        ("groups", ["6-9", "2-5", "T-A"]),
        ("groups", ["2-5", "6-9"]),
        ("groups", ["2-5", "6-J", "Q-A"]),
        ("golds", ["TA"]),
        ("golds", 3),
        ("exposes-golds", "no"),
        ("most-hands", 5),
        ("most-hands", True),
        ("double-after-split", 1),
        ("blackjack-pays", "3/2"),
        ("blackjack-pays", 1.5),
    ],
)
def test_nonsense_in_a_study_is_refused(rule: str, value: object) -> None:
    with pytest.raises(InvalidInput) as problem:
        study({rule: value})
    assert problem.value.field == f"rules.{rule}"


def test_a_study_is_described_solved_and_told_apart() -> None:
    game = study({"decks": 3, "blackjack-pays": "1:1"}, **{"soft-17": "stand"})
    found = strategies.solve(game, RUN)
    expected = analysis.analyze(Variant.of(3, "stand"), RUN).figures("1:1")
    assert found.figures.house_edge == expected.house_edge
    assert isinstance(found.figures, FiguresByPays)
    assert list(found.figures.by_blackjack_pays) == ["3:2", "6:5", "1:1"]
    with pytest.raises(InvalidInput, match="another rule set"):
        found.check(table(soft_17="stand"))


def test_nothing_is_split_where_nothing_may_be() -> None:
    game = study({"decks": 2, "most-hands": 1})
    for name in ("optimal", "three-lines"):
        assert strategies.solve(game, RUN, name).figures.decisions["split"] == 0


def test_a_schedule_of_a_study_needs_a_number_of_decks() -> None:
    lines = ["suited match", "unsuited match"]

    def with_schedule(name: str, **rules: object) -> Game:
        tables = [{"wager": "match-the-dealer", "lines": lines, "pays": {name: ["12 to 1", "3 to 1"]}}]
        return study_game({"game": GAME, "paytables": tables, "rules": rules})

    prices = exact_bonuses.price_bonuses(with_schedule("6-mine"), RUN)
    letter = prices["match-up"]["6"]
    suited, unsuited = (line.combinations for line in letter.lines.values())
    assert prices["match-up"]["6-mine"].net == letter.net + Fraction(suited - unsuited, letter.combinations)
    with pytest.raises(InvalidInput, match="number of decks"):
        with_schedule("mine")
    assert "mine" in exact_bonuses.price_bonuses(with_schedule("mine", decks=7), RUN)["match-down"]


def test_a_progressive_of_a_study_needs_rules_that_score_it() -> None:
    tables = [{"wager": "progressive", "lines": ["1 suited match"], "pays": {"x/1": ["12 for 1"]}}]
    with pytest.raises(InvalidInput, match="table whose rules score it"):
        study_game({"game": GAME, "paytables": tables})


def test_bonuses_of_an_infinite_shoe() -> None:
    prices = exact_bonuses.price_bonuses(study({"decks": "infinite"}), RUN)
    nets = [naive_match(one, two) for one, two in product(range(52), repeat=2)]
    assert prices["match-up"]["6"].net == Fraction(sum(nets), len(nets))
    progressive = prices["progressive"]["3c/1"]
    suited = progressive.lines["2 suited matches (all others)"]
    assert Fraction(suited.combinations, progressive.combinations) == Fraction(51, 52**3)


def naive_match(one: int, two: int) -> int:
    """What two cards win against a two of clubs at 11 to 1 and 4 to 1; every up card is like it."""
    won = [11 if card == 0 else 4 for card in (one, two) if card % 13 == 0]
    return sum(won) if won else -1


def test_a_single_deck_has_no_two_like_cards() -> None:
    prices = exact_bonuses.price_bonuses(study({"decks": 1}), RUN)
    for tables in prices.values():
        assert all(one.result().to_json() for one in tables.values())
    assert "2 suited matches (all others)" not in prices["progressive"]["3c/1"].lines


# ---- every edge


def test_the_table_of_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    analyzed = []

    def noted(variant: Variant, _run: Any) -> analysis.Analysis:
        analyzed.append(variant)
        return best()

    monkeypatch.setattr(exact, "analyze", noted)
    rows = [one.to_json() for one in exact.edges(table(), RUN)]
    assert analyzed == [Variant.of(decks, rule) for decks in (2, 4, 5, 6, 8, None) for rule in ("hit", "stand")]
    assert len({(row["decks"], row["soft-17"], row["blackjack-pays"]) for row in rows}) == 24
    assert rows[1] == {
        "decks": "2",
        "soft-17": "hit",
        "blackjack-pays": "6:5",
        "house_edge": best().figures("6:5").house_edge,
    }
