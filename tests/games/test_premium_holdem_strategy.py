"""Strategies of Premium Hold'em: the table against every deal of tiny decks, simple rules retold, advice, studies."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from games.premium_naive import (
    GAME,
    PAYS,
    Boards,
    Ending,
    Hand,
    best_after,
    deck_of,
    figures,
    figures_of,
    information_sets,
    variant,
)
from games.records import opened, played, premium
from houseway.cards.hands import WHEEL_LOWEST, best_five, category, hand_key, hand_mask, poker_strength
from houseway.errors import InvalidInput
from houseway.games.game import Game
from houseway.games.premium_holdem.exact import main_game as exact
from houseway.games.premium_holdem.exact.bonuses import price_bonuses
from houseway.games.premium_holdem.exact.second_street import (
    ALL_BOARDS,
    UNDECIDED,
    board_classes,
    board_number,
    by_strength,
    class_numbers,
    looked_up,
    place_of,
)
from houseway.games.premium_holdem.exact.simple import BOARDS, HOLDINGS, SIMPLE
from houseway.games.premium_holdem.exact.values import AFTER_BOARD, board_values
from houseway.games.premium_holdem.rules import hole_card_line, player_bonus_line
from houseway.games.premium_holdem.strategy import STRATEGIES
from houseway.games.premium_holdem.strategy import solve as strategy
from houseway.games.premium_holdem.strategy.charts import board_chart
from houseway.games.premium_holdem.variant import QUALIFIERS, variant_of
from houseway.games.pricing.advice import Seen, best_of
from houseway.games.pricing.strategy import Strategy
from houseway.games.pricing.suit_classes import cards_of, relabellings, suit_masks, triple_class
from houseway.games.round.round import Round
from houseway.games.study import study_game
from houseway.kernel import compiled
from houseway.lab.files import load_strategy, save_strategy
from houseway.lab.shards import Threads
from naive import cards

RUN = Threads(1)
PAYS_OF_THE_LETTER = ["500 to 1", "100 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1", "push"]
LINES = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "trips or less"]


def study(**rules: object) -> Game:
    return study_game({"game": "premium-holdem", "rules": rules})


TINY = study(deck="23A")
MIDDLE = study(deck="6789TJQ", qualifier="pair of eights")


@pytest.fixture(scope="module")
def tiny() -> dict[str, Strategy]:
    return {name: strategy.solve(TINY, RUN, name) for name in STRATEGIES}


@pytest.fixture(scope="module")
def middle() -> dict[str, Strategy]:
    return {name: strategy.solve(MIDDLE, RUN, name) for name in STRATEGIES}


@pytest.fixture(scope="module")
def tiny_sets() -> dict[Hand, Boards]:
    return information_sets(deck_of("23A", 4), PAYS)


@pytest.fixture(scope="module")
def numbers() -> Any:
    return compiled(class_numbers)(board_classes())


def looked(found: Strategy, numbers: Any, hole: Hand, board: Hand) -> str:
    """What the table of a strategy says."""
    table = strategy.second_street(found)
    number = numbers[board_number(*board)]
    hand = best_five(hand_key(hole + board), hand_mask(hole + board), WHEEL_LOWEST)
    decision = by_strength(hand, *table.bounds[number].tolist())
    if decision == UNDECIDED:
        place = place_of(hand_mask(board), *hole)
        decision = looked_up(table.undecided, table.starts[number], table.starts[number + 1], place)
    return AFTER_BOARD[decision]


def opens(found: Strategy, hole: Hand) -> bool:
    return bool(strategy.first_street(found)[triple_class(*hole), strategy.OPENS])


# ---- the table


def test_boards_have_16432_classes(numbers: Any) -> None:
    classes = board_classes()
    assert len(classes) == 16_432
    found = np.bincount(numbers, minlength=16_432).tolist()
    assert found == [relabellings(a, b, c, d, 4) for a, b, c, d in classes.tolist()]
    assert sum(found) == ALL_BOARDS


def test_a_board_has_the_number_of_its_class_in_any_order(numbers: Any) -> None:
    rng = Random("boards")
    for _ in range(300):
        board = rng.sample(range(52), 4)
        masks = board_classes()[numbers[board_number(*board)]].tolist()
        assert sorted(masks) == sorted(suit_masks(board))


def test_hands_that_look_alike_have_one_place() -> None:
    board = hand_mask(cards("Ah 9h 9c 4d"))  # only hearts can make a flush
    same = [place_of(board, *cards(text)) for text in ("Kh 8c 8d", "8s 8c Kh", "8d Kh 8s")]
    assert len(set(same)) == 1
    assert place_of(board, *cards("Kc 8c 8d")) != same[0] != place_of(board, *cards("Kh 8h 8d"))


def test_two_suits_that_can_make_a_flush_are_told_apart() -> None:
    board = hand_mask(cards("Ah 9h Kc 4c"))
    places = {place_of(board, *cards(text)) for text in ("Th 3c 3s", "Tc 3h 3s", "Td 3h 3s", "Th 3h 3s", "Tc 3c 3d")}
    assert len(places) == 5
    assert place_of(board, *cards("Td 3c 3s")) == place_of(board, *cards("Ts 3d 3c"))


def test_the_best_decision_of_every_hand_of_a_tiny_deck(
    tiny: dict[str, Strategy], tiny_sets: dict[Hand, Boards], numbers: Any
) -> None:
    seen = Counter[str]()
    for hole, boards in tiny_sets.items():
        for board, endings in boards.items():
            decision = looked(tiny["optimal"], numbers, hole, board)
            assert decision == best_after(endings)[0], (hole, board)
            seen[decision] += 1
    assert set(seen) == set(AFTER_BOARD)


def test_the_best_first_decision_of_every_hand_of_a_tiny_deck(
    tiny: dict[str, Strategy], tiny_sets: dict[Hand, Boards]
) -> None:
    found = tiny["optimal"]
    for hole, boards in tiny_sets.items():
        values = strategy.opening_values(found, variant_of(TINY).pays, hole)
        deals = sum(endings.total() for endings in boards.values())
        assert values["check"] == sum(best_after(endings)[1] for endings in boards.values()) / deals
        assert opens(found, hole) == (values["play 3x"] > values["check"])


def some_deals(seed: str, ranks: str, count: int) -> Iterator[tuple[Hand, Hand]]:
    rng, deck = Random(seed), deck_of(ranks, 4)
    for _ in range(count):
        dealt = rng.sample(deck, 7)
        yield tuple(dealt[:3]), tuple(dealt[3:])


def test_best_decisions_of_a_larger_deck_one_by_one(middle: dict[str, Strategy], numbers: Any) -> None:
    seen = Counter[str]()
    for hole, board in some_deals("middle", "6789TJQ", 250):
        values = board_values(hole, board, variant_of(MIDDLE))
        best = max(values, key=lambda decision: values[decision])
        assert looked(middle["optimal"], numbers, hole, board) == best, (hole, board)
        seen[best] += 1
    assert set(seen) == set(AFTER_BOARD)


def test_tables_are_small(middle: dict[str, Strategy]) -> None:
    assert sum(array.nbytes for array in middle["optimal"].arrays.values()) < 1 << 20


# ---- simple strategies, retold


def naive_cell(hole: Hand, board: Hand) -> tuple[int, int]:
    """Row and column of a chart, from its words."""
    ranks, table = Counter(card % 13 for card in hole), Counter(card % 13 for card in board)
    kind = 0
    if max(table.values()) > 1:
        kind = 2 if len(table) == 3 else 3
    elif len({card // 13 for card in board}) == 1 or any(
        len(set(run) & set(table)) == 4 for run in [*(range(low, low + 5) for low in range(9)), (12, 0, 1, 2, 3)]
    ):
        kind = 1
    made = category(poker_strength(hole + board))
    pairs = [rank for rank in ranks if ranks[rank] + table[rank] > 1]
    if made >= 4:
        row = 0
    elif len(pairs) > 1 or any(ranks[rank] + table[rank] > 2 for rank in pairs):
        row = 1
    elif pairs:
        row = max(1, sum(rank > pairs[0] for rank in table)) + 1
    else:
        high = max(ranks)
        row = {12: 6, 11: 7, 10: 8 if {11, 12} & set(table) else 9, 9: 10}.get(high, 11)
    return row, kind


def naive_opens(name: str, hole: Hand) -> bool:
    """The first street of a simple strategy, from its words."""
    ranks, suited = sorted(card % 13 for card in hole), len({card // 13 for card in hole}) == 1
    pair = ranks[1] if len(set(ranks)) < 3 else -1
    if ranks[0] == ranks[2] or pair >= 4:
        return True
    if name == "one-line":
        return False
    if pair >= 0:
        return pair == 3 and ranks[2] > 3
    return (ranks[2] == 12 and ranks[0] >= 8) or (suited and (ranks[0] >= 7 or (ranks[2] == 12 and ranks[1] >= 8)))


def naive_choice(name: str, hole: Hand, board: Hand) -> str:
    row, kind = naive_cell(hole, board)
    return AFTER_BOARD[int(SIMPLE[name].rows[row][kind])]


def naive_simple(name: str, sets: dict[Hand, Boards]) -> dict[str, object]:
    ends = {last: Counter[Ending]() for last in (*AFTER_BOARD, "play 3x")}
    for hole, boards in sets.items():
        for board, endings in boards.items():
            ends["play 3x" if naive_opens(name, hole) else naive_choice(name, hole, board)].update(endings)
    return figures_of(ends)


@pytest.mark.parametrize(("ranks", "suits"), [("TJQKA", 2), ("2345A", 2), ("25T", 4)])
def test_simple_strategies_as_by_every_deal(ranks: str, suits: int) -> None:
    sets = information_sets(deck_of(ranks, suits), PAYS)
    for name, main in exact.count_deals(variant(ranks, suits), RUN).simple().items():
        assert figures(main) == naive_simple(name, sets)


@pytest.mark.parametrize("name", SIMPLE)
def test_simple_strategies_decide_by_their_chart(name: str, middle: dict[str, Strategy], numbers: Any) -> None:
    for hole, board in some_deals(name, "6789TJQ", 1500):
        assert looked(middle[name], numbers, hole, board) == naive_choice(name, hole, board), (hole, board)


@pytest.mark.parametrize("name", SIMPLE)
def test_simple_strategies_open_by_their_words(name: str) -> None:
    for hole in combinations(range(52), 3):
        assert SIMPLE[name].opens(*hole) == naive_opens(name, hole)


def test_every_cell_of_a_chart_is_met() -> None:
    cells = Counter(naive_cell(hole, board) for hole, board in some_deals("cells", "23456789TJQKA", 20_000))
    assert {row for row, _ in cells} == set(range(len(HOLDINGS)))
    assert {kind for _, kind in cells} == set(range(len(BOARDS)))


def test_simple_strategies_cost_something(middle: dict[str, Strategy]) -> None:
    edges = {name: found.figures.house_edge for name, found in middle.items()}
    assert edges["optimal"] < edges["chart"]
    assert edges["optimal"] < edges["one-line"]
    described = exact.describe(MIDDLE, RUN).simple_strategies
    for name, simple in described.items():
        assert simple.house_edge == edges[name]
        assert simple.house_edge_exact
        assert float(simple.house_edge_exact) == edges[name]
        assert simple.cost == pytest.approx(edges[name] - edges["optimal"])
        assert simple.text == SIMPLE[name].text


def test_figures_are_those_of_the_analysis(middle: dict[str, Strategy]) -> None:
    assert middle["optimal"].figures == exact.describe(MIDDLE, RUN).main
    assert middle["optimal"].figures == exact.analyze_main(MIDDLE, RUN).result()


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(InvalidInput, match="strategy: must be one of optimal, chart, one-line"):
        strategy.solve(TINY, RUN, "best")


# ---- advice


def seen(now: Round) -> Seen:
    assert now.turn is not None
    shown = now.seen_board()
    return Seen(
        now=now,
        seat=now.seat(now.turn),
        dealer=now.seen_dealer(),
        board=tuple(card for card in shown if card is not None),
        lights=None,
        others=(),
    )


def test_advice_before_the_board(tiny: dict[str, Strategy], tiny_sets: dict[Hand, Boards]) -> None:
    now = opened(premium("2h 2d 3s", "Ac As 3d", "2c 3h Ad Ah"))
    advice = strategy.advise(TINY, tiny["optimal"], seen(now))
    assert list(advice) == ["check", "play 3x"]
    boards = tiny_sets[tuple(sorted(cards("2h 2d 3s")))]
    deals = sum(endings.total() for endings in boards.values())
    assert advice["check"].ev == sum(best_after(endings)[1] for endings in boards.values()) / deals
    assert all(value.exact for value in advice.values())


def test_advice_is_of_the_best_play_whatever_the_strategy(tiny: dict[str, Strategy]) -> None:
    now = opened(premium("2h 2d 3s", "Ac As 3d", "2c 3h Ad Ah"))
    assert len({str(strategy.advise(TINY, found, seen(now))) for found in tiny.values()}) == 1


def test_advice_after_the_board(middle: dict[str, Strategy]) -> None:
    now = played(opened(premium("6h 9d Ts", "Qc Qs 7d", "8c 7h Qd Jh")), "check")
    advice = strategy.advise(MIDDLE, middle["optimal"], seen(now))
    assert list(advice) == ["fold", "play 1x", "play 2x"]
    assert {name: value.ev for name, value in advice.items()} == board_values(
        cards("6h 9d Ts"), cards("8c 7h Qd Jh"), variant_of(MIDDLE)
    )
    assert best_of(advice) == "play 2x"  # a straight
    assert advice["fold"].ev == -2


def test_of_equal_decisions_the_smaller_stake_is_best(tiny_sets: dict[Hand, Boards]) -> None:
    """Where nothing can be won or lost, play 1x and play 2x are equal."""
    hole, board = next(
        (hole, board)
        for hole, boards in tiny_sets.items()
        for board, endings in boards.items()
        if {how.outcome for how in endings} == {"push"}
    )
    values = board_values(hole, board, variant_of(TINY))
    assert values == {"fold": -2, "play 1x": 0, "play 2x": 0}
    assert max(values, key=lambda decision: values[decision]) == "play 1x"


def test_cards_that_the_deck_does_not_hold_are_refused(tiny: dict[str, Strategy]) -> None:
    now = opened(premium("9h 2d 3s", "Ac As 3d", "2c 3h Ad Ah"))
    with pytest.raises(InvalidInput, match="cards: are not all of this study's deck"):
        strategy.advise(TINY, tiny["optimal"], seen(now))


# ---- studies


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ({"deck": "23"}, "rules.deck: must be at least 3 of 23456789TJQKA"),
        ({"deck": "2233"}, "rules.deck: must be"),
        ({"deck": "234x"}, "rules.deck: must be"),
        ({"deck": 52}, "rules.deck: must be"),
        ({"qualifier": "pair of eels"}, "rules.qualifier: must be one of none, king high, ace high, pair of twos"),
        ({"qualifier": 3}, "rules.qualifier: must be one of"),
        ({"suits": 5}, "rules.suits: unknown; premium-holdem knows deck, qualifier"),
    ],
)
def test_studies_that_are_no_game(rules: dict[str, object], problem: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        study(**rules)
    assert str(refused.value).startswith(problem)


def with_pays(pays: list[str], lines: list[str] = LINES) -> Game:
    table = {"wager": "xtra-bonus", "lines": lines, "pays": {"1": pays}}
    return study_game({"game": "premium-holdem", "paytables": [table]})


@pytest.mark.parametrize("pay", ["1 for 2", "10%", "$", "99999999 to 1"])
def test_pays_that_the_xtra_bonus_cannot_have(pay: str) -> None:
    with pytest.raises(InvalidInput, match=r"paytables\.xtra-bonus"):
        with_pays([pay, *PAYS_OF_THE_LETTER[1:]])


def test_every_line_of_the_xtra_bonus_is_paid_or_pushes() -> None:
    with pytest.raises(InvalidInput, match=r"paytables.xtra-bonus.trips or less: must pay N to M or push"):
        with_pays(PAYS_OF_THE_LETTER[:6], LINES[:6])


def test_pays_of_a_study_are_used() -> None:
    game = with_pays(["300 for 1", *PAYS_OF_THE_LETTER[1:]])
    assert variant_of(game).pays == (Fraction(299), *variant_of(GAME).pays[1:])
    assert variant_of(study(qualifier="none", deck="AKQ")) == variant("QKA", 4, PAYS, QUALIFIERS["none"])


def test_bonuses_of_a_study_are_priced_with_its_deck() -> None:
    deck = deck_of("23A", 4)
    pays = {"player-bonus": [100, 50, 30, 8, 6, 4, 3], "hole-card-bonus": [40, 30, 6, 3, 1]}
    lines = {
        "player-bonus": [player_bonus_line(poker_strength(seven)) for seven in combinations(deck, 7)],
        "hole-card-bonus": [hole_card_line(*three) for three in combinations(deck, 3)],
    }
    for wager, prices in price_bonuses(TINY, RUN).items():
        won = sum(pays[wager][line] if line >= 0 else -1 for line in lines[wager])
        assert prices["1"].house_edge == Fraction(-won, len(lines[wager]))


def test_a_strategy_belongs_to_its_study(tiny: dict[str, Strategy], tmp_path: Path) -> None:
    save_strategy(tiny["optimal"], tmp_path / "tiny")
    kept = load_strategy(tmp_path / "tiny")
    kept.check(TINY)
    for name, array in tiny["optimal"].arrays.items():
        assert np.array_equal(array, kept.arrays[name])
        assert array.dtype == kept.arrays[name].dtype
    for other in (GAME, MIDDLE, study(deck="23A", qualifier="none")):
        with pytest.raises(InvalidInput, match="belongs to another rule set"):
            kept.check(other)


def test_bonuses_do_not_change_the_strategy(tiny: dict[str, Strategy]) -> None:
    bonus = study_game({"game": "premium-holdem", "rules": {"deck": "23A"}, "options": {"player-bonus": "on"}})
    tiny["optimal"].check(bonus)


# ---- charts


def test_charts_of_the_first_street(middle: dict[str, Strategy]) -> None:
    pairs, *rest = strategy.charts(middle["one-line"])
    assert pairs.columns == ("pair", *"AKQJT98765432")
    assert [row[0] for row in pairs.rows] == ["QQ", "JJ", "TT", "99", "88", "77", "66"]
    assert all(cell in ("", "3x") for row in pairs.rows for cell in row[1:])
    assert [chart.columns[0] for chart in rest] == ["you hold"]  # nothing but pairs plays 3x


def test_charts_name_the_suits_that_play(middle: dict[str, Strategy]) -> None:
    _, others, after = strategy.charts(middle["chart"])
    row = next(row for row in others.rows if row[0] == "QJ")
    assert dict(zip(others.columns[1:], row[1:], strict=True)) == {
        **dict.fromkeys("QJ5432", ""),
        **dict.fromkeys("T9", "3x suited"),
        **dict.fromkeys("876", "check"),
    }
    assert after == board_chart(SIMPLE["chart"])


def test_charts_of_the_best_strategy_show_its_openings(tiny: dict[str, Strategy]) -> None:
    for chart in strategy.charts(tiny["optimal"]):
        for row in chart.rows:
            for column, cell in zip(chart.columns[1:], row[1:], strict=True):
                ranks = row[0] + column
                holes = [hole for hole in combinations(deck_of("23A", 4), 3) if held(hole) == sorted(ranks)]
                if cell in ("3x", "check"):
                    assert {opens(tiny["optimal"], hole) for hole in holes} == {cell == "3x"}
                elif not cell:
                    assert not holes or chart.columns[0] == "highest two"


def held(hole: Hand) -> list[str]:
    return sorted("23456789TJQKA"[card % 13] for card in hole)


def test_the_chart_after_the_board() -> None:
    chart = board_chart(SIMPLE["one-line"])
    assert chart.columns == ("you hold", *BOARDS)
    assert [row[0] for row in chart.rows] == list(HOLDINGS)
    assert chart.rows[6][1:] == ("fold", "fold", "1x", "1x")  # an ace


# ---- the full deck


@pytest.fixture(scope="module")
def full() -> Strategy:
    return strategy.solve(GAME, Threads(2))


@pytest.mark.slow
def test_full_deck_best_decisions_one_by_one(full: Strategy, numbers: Any) -> None:
    for hole, board in some_deals("full", "23456789TJQKA", 400):
        values = board_values(hole, board, variant_of(GAME))
        assert looked(full, numbers, hole, board) == max(values, key=lambda decision: values[decision])


@pytest.mark.slow
def test_full_deck_strategies_are_priced_exactly(full: Strategy) -> None:
    assert full.figures.house_edge_exact == Fraction("92941848271/4152756357750")
    simple = exact.describe(GAME, Threads(2)).simple_strategies
    assert {name: str(one.house_edge_exact) for name, one in simple.items()} == {
        "chart": "56359261489/2076378178875",
        "one-line": "526106913/14726086375",
    }


@pytest.mark.slow
def test_full_deck_every_cell_of_the_chart_is_near_the_best() -> None:
    """Hands of random deals that check: another decision for a whole cell of the chart would gain little."""
    gains: dict[tuple[int, int], dict[str, Fraction]] = {}
    for hole, board in some_deals("cells", "23456789TJQKA", 1500):
        if not naive_opens("chart", hole):
            cell = gains.setdefault(naive_cell(hole, board), dict.fromkeys(AFTER_BOARD, Fraction(0)))
            for decision, value in board_values(hole, board, variant_of(GAME)).items():
                cell[decision] += value
    lost = sum(
        max(cell.values()) - cell[AFTER_BOARD[int(SIMPLE["chart"].rows[row][kind])]]
        for (row, kind), cell in gains.items()
    )
    assert lost / 1500 < Fraction(1, 200)


def test_cards_of_a_class_have_its_number(numbers: Any) -> None:
    for number in range(0, 16_432, 997):
        assert numbers[board_number(*cards_of(board_classes()[number].tolist()))] == number
