"""Strategies of Down Under Hold'em and advice from them: figures, values, charts and what a study changes."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.cards.card import Card
from houseway.cards.hands import category, poker_strength
from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.exact import simple
from houseway.games.down_under_holdem.exact.count import TOTALS, count_flops
from houseway.games.down_under_holdem.exact.decision_index import LIGHT_PAIRS, hole_class, light_pair, play_row
from houseway.games.down_under_holdem.exact.main_game import describe
from houseway.games.down_under_holdem.exact.values import flop_values, hand_values
from houseway.games.down_under_holdem.exact.views import Counts
from houseway.games.down_under_holdem.strategy import STRATEGIES
from houseway.games.down_under_holdem.strategy import solve as strategy
from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.game import Game
from houseway.games.pricing.advice import Seen, Value, best_of
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import Strategy
from houseway.games.round.round import Round
from houseway.games.study import study_game
from houseway.lab.files import load_strategy, save_strategy
from houseway.lab.shards import Threads
from naive import cards

GAME = houseway.game("down-under-holdem")
FACE_UP = houseway.game("down-under-holdem", {"face-up": "yes"})
EDGE = Fraction(2_026_316_179, 68_171_103_000)
BLIND_EDGE = Fraction(899_547_121_399, 6_953_452_506_000)


@pytest.fixture(scope="module")
def run() -> Runner:
    """Counts all deals once, with every strategy for people, and answers with the part that is asked for."""
    rules = [one.rule(variant_of(GAME)).flop for one in simple.SIMPLE.values()]
    counted: list[Counts] = []

    def answer(counter: Callable[..., Counts], shards: Sequence[tuple[Any, ...]]) -> Counts:
        if counter is not count_flops:
            return Threads(2)(counter, shards)
        if not counted:
            counted.append(Threads(2)(counter, [(*shard[:-1], np.array(rules)) for shard in shards]))
        totals = counted[0][: (1 + len(rules)) * TOTALS].reshape(-1, TOTALS)
        asked = [next(n for n, rule in enumerate(rules) if np.array_equal(rule, one)) for one in shards[0][-1]]
        return np.concatenate([totals[0], *(totals[1 + number] for number in asked), counted[0][totals.size :]])

    return answer


@pytest.fixture(scope="module")
def optimal(run: Runner) -> Strategy:
    return strategy.solve(GAME, run)


@pytest.fixture(scope="module")
def described(run: Runner) -> dict[str, Any]:
    return describe(GAME, run).to_json()


def table(game: Game, hands: str, dealer: str, board: str) -> Round:
    """A round dealt to seats 1 and up, four cards of each pair in `hands`."""
    held = cards(hands)
    seats = {seat + 1: held[2 * seat : 2 * seat + 2] for seat in range(len(held) // 2)}
    wagers = {"ante": 1000, "bet": 1000}
    placed = game.place([houseway.games.round.round.Seat(number=seat, wagers=wagers) for seat in seats])
    return placed.deal_hands(seats, cards(dealer), cards(board))


def seen_of(now: Round) -> Seen:
    """What the seat in turn knows."""
    turn = now.turn or 0
    others = [seat for seat in now.seats if seat.number != turn and now.sees_cards_of(turn, seat)]
    lights = now.lights()
    return Seen(
        now=now,
        seat=now.seat(turn),
        dealer=now.seen_dealer(),
        board=tuple(card for card in now.seen_board() if card is not None),
        lights=None if lights is None else tuple(lights),
        others=tuple(card for seat in others for card in seat.cards),
    )


def evs(values: Mapping[str, Value]) -> dict[str, Fraction | float]:
    assert all(value.exact for value in values.values())
    return {decision: value.ev for decision, value in values.items()}


# ---- figures


def test_the_best_strategy_has_the_exact_edge(optimal: Strategy) -> None:
    assert optimal.figures.house_edge_exact == EDGE
    deals, worth = optimal.arrays["deals"], optimal.arrays["worth"]
    best = worth.max(axis=2).sum()
    assert Fraction(-int(best), int(deals.sum()) * int(optimal.arrays["scale"])) == EDGE
    chosen = np.take_along_axis(worth, optimal.arrays["preflop"][:, :, None].astype(int), axis=2)
    assert chosen.sum() == best


def test_without_lights(optimal: Strategy, run: Runner) -> None:
    blind = strategy.solve(GAME, run, "no-lights")
    assert blind.figures.house_edge_exact == BLIND_EDGE
    assert (blind.arrays["preflop"] == blind.arrays["preflop"][:, :1]).all()
    assert set(np.unique(blind.arrays["flop"])) == {0, 63}
    assert [chart.title for chart in strategy.charts(blind)] == ["Before the flop"]
    assert optimal.rules == blind.rules


def test_a_name_that_is_no_strategy() -> None:
    with pytest.raises(InvalidInput, match="is not one of optimal"):
        strategy.solve(GAME, Threads(1), "best")


def test_a_strategy_is_kept_in_a_file(optimal: Strategy, tmp_path: Path) -> None:
    save_strategy(optimal, tmp_path / "kept.strategy")
    found = load_strategy(tmp_path / "kept.strategy")
    found.check(GAME)
    found.check(FACE_UP)
    assert found.figures == optimal.figures
    assert {name: array.tolist() for name, array in found.arrays.items() if name != "flop"} == {
        name: array.tolist() for name, array in optimal.arrays.items() if name != "flop"
    }
    assert np.array_equal(found.arrays["flop"], optimal.arrays["flop"])


# ---- strategies for people


def test_strategies_for_people_and_what_they_cost(described: dict[str, Any]) -> None:
    costs = {name: one["cost"] for name, one in described["simple_strategies"].items()}
    assert costs == pytest.approx({"one-liner": 0.028894, "short": 0.015098, "chart": 0.007319}, abs=1e-6)
    assert Fraction(described["main"]["house_edge_exact"]) == EDGE
    for one in described["simple_strategies"].values():
        assert float(Fraction(one["house_edge_exact"])) == one["house_edge"]
        assert "play 3x" in one["text"]
        assert "{" not in one["text"]


@pytest.mark.parametrize("name", simple.SIMPLE)
def test_a_strategy_for_people_solved(described: dict[str, Any], run: Runner, name: str) -> None:
    solved = strategy.solve(GAME, run, name)
    assert str(solved.figures.house_edge_exact) == described["simple_strategies"][name]["house_edge_exact"]
    assert [chart.title for chart in strategy.charts(solved)] == ["High enough to play"]


def test_every_strategy_for_people_can_be_asked_for() -> None:
    assert ("optimal", "no-lights", *simple.SIMPLE) == STRATEGIES


def naive_something(hole: tuple[Card, ...], flop: tuple[Card, ...]) -> bool:
    """A hand that beats what the flop makes of it without its pairs, or one card away from a straight or a flush."""
    five = (*hole, *flop)
    ranks, own = [card % 13 for card in five], [card % 13 for card in hole]
    if own[0] == own[1] or set(own) & {card % 13 for card in flop} or len({card % 13 for card in flop}) == 1:
        return True
    complete = [poker_strength((*four, Card(other))) for four in combinations(five, 4) for other in range(52)]
    if len(set(ranks)) == 5:
        return max(category(strength) for strength in complete) >= 4
    return any(
        category(poker_strength((*four, Card(other)))) in (4, 5, 8, 9)
        for four in combinations(five, 4)
        if len({card % 13 for card in four}) == 4
        for other in range(52)
        if other not in four
    )


def test_what_is_something() -> None:
    rng, found = Random("something"), set()
    for _ in range(400):
        one, two, *flop = (Card(card) for card in rng.sample(range(52), 5))
        expected = naive_something((one, two), tuple(flop))
        assert simple.has_something(one, two, *flop) == expected
        found.add(expected)
    assert found == {True, False}


@pytest.mark.parametrize(
    ("name", "hole", "flop", "plays"),
    [  # by lights: blue-blue, blue-red, blue-gold, red-red, red-gold, gold-gold
        ("one-liner", "9c 3d", "Kh 7s 2c", (True, True, False, True, False, False)),
        ("one-liner", "Tc 3d", "Kh 7s 2c", (True,) * 6),
        ("one-liner", "3c 4d", "Kh 3s 8h", (True,) * 6),
        ("short", "9c 3d", "Kh 7s 2c", (True, False, False, True, False, False)),
        ("short", "Kc 3d", "Ah 9s 8c", (True, True, True, True, True, True)),
        ("short", "Qc 3d", "Ah Ad 7c", (True, True, True, True, True, False)),
        ("chart", "6c 3d", "Qh 8s 2c", (True, True, False, False, False, False)),
        ("chart", "7c 3d", "Qh 9s 2c", (True, True, True, False, False, False)),
        ("chart", "Jc 3d", "Qh 9s 8c", (True,) * 6),
    ],
)
def test_plays_after_the_flop(name: str, hole: str, flop: str, plays: tuple[bool, ...]) -> None:
    rule = simple.SIMPLE[name].rule(variant_of(GAME))
    bits = int(rule.flop[play_row(*cards(hole), *cards(flop))])
    assert tuple(bool(bits >> lit & 1) for lit in range(6)) == plays


@pytest.mark.parametrize(
    ("name", "hole", "plays"),
    [
        ("one-liner", "8c 2d", (True, True, False, True, False, False)),
        ("one-liner", "9c 9d", (True, True, True, True, True, False)),
        ("short", "Kc 2d", (True, True, True, True, True, False)),
        ("short", "Qc Kd", (True,) * 6),
        ("chart", "9c Td", (True, True, True, True, False, False)),
        ("chart", "6c 6d", (True, True, True, False, True, False)),
    ],
)
def test_plays_before_the_flop(name: str, hole: str, plays: tuple[bool, ...]) -> None:
    rule = simple.SIMPLE[name].rule(variant_of(GAME))
    assert tuple(rule.preflop[hole_class(*cards(hole))]) == tuple(2 * play for play in plays)


# ---- advice


def test_advice_before_the_flop_as_counted_for_one_hand(optimal: Strategy) -> None:
    rng = Random("before the flop")
    variant = variant_of(GAME)
    for _ in range(8):
        one, two, x, y = (Card(card) for card in rng.sample(range(52), 4))
        now = table(GAME, f"{one} {two}", f"{x} {y}", " ".join(map(str, unused([one, two, x, y], 5))))
        seen = seen_of(now)
        lights = sorted((variant.lights[x % 13], variant.lights[y % 13]))
        expected = hand_values(variant, (one, two), (lights[0], lights[1]), ())
        answer = strategy.advise(GAME, optimal, seen)
        assert evs(answer) == expected
        assert list(answer) == ["check", "play 2x", "play 3x"]
        chosen = optimal.arrays["preflop"][hole_class(one, two), light_pair(*lights)]
        assert best_of(answer) == ["check", "play 2x", "play 3x"][chosen]


def unused(taken: list[Card], count: int) -> list[Card]:
    return [Card(card) for card in range(52) if card not in taken][:count]


def test_advice_after_the_flop(optimal: Strategy) -> None:
    now = table(GAME, "9h 8h", "Kd Qc", "7h 2s 6d Ac Ad").decide("check")
    answer = strategy.advise(GAME, optimal, seen_of(now))
    assert evs(answer) == flop_values(variant_of(GAME), cards("9h 8h"), cards("7h 2s 6d"), (2, 2))
    assert list(answer) == ["fold", "play 1x"]
    assert answer["fold"].ev == -2
    row = play_row(*cards("9h 8h"), *cards("7h 2s 6d"))
    assert best_of(answer) == "play 1x"
    assert int(optimal.arrays["flop"][row]) >> 5 & 1


def test_advice_counts_out_what_is_dealt_face_up(optimal: Strategy) -> None:
    hands, dealer, board = "Ah 5d Ad Ac Kh Kd", "Kc Qc", "7h 2s 6d As 8d"
    hidden, shown = (seen_of(table(game, hands, dealer, board)) for game in (GAME, FACE_UP))
    assert (hidden.others, shown.others) == ((), cards("Ad Ac Kh Kd"))
    without, knowing = (strategy.advise(seen.now.game, optimal, seen) for seen in (hidden, shown))
    assert evs(knowing) == hand_values(variant_of(GAME), cards("Ah 5d"), (2, 2), cards("Ad Ac Kh Kd"))
    assert knowing["check"].ev < without["check"].ev  # an ace is less likely to come
    later = table(FACE_UP, hands, dealer, board).decide("check").decide("check").decide("play 2x")
    answer = strategy.advise(FACE_UP, optimal, seen_of(later))
    expected = flop_values(variant_of(GAME), cards("Ah 5d"), cards("7h 2s 6d"), (2, 2), cards("Ad Ac Kh Kd"))
    assert evs(answer) == expected


def test_advice_needs_lights(optimal: Strategy) -> None:
    seen = seen_of(table(GAME, "9h 8h", "Kd Qc", "7h 2s 6d Ac Ad"))
    blind = Seen(now=seen.now, seat=seen.seat, dealer=seen.dealer, board=seen.board, lights=None, others=())
    with pytest.raises(InvalidInput, match="lights"):
        strategy.advise(GAME, optimal, blind)


# ---- charts


def test_a_chart_for_each_pair_of_lights(optimal: Strategy) -> None:
    charts = strategy.charts(optimal)
    assert [chart.title for chart in charts[:-1]] == [
        f"Before the flop, {one} and {two}"
        for one, two in (
            ("blue", "blue"),
            ("blue", "red"),
            ("blue", "gold"),
            ("red", "red"),
            ("red", "gold"),
            ("gold", "gold"),
        )
    ]
    rows = {row[0]: dict(zip(charts[5].columns, row, strict=True)) for row in charts[5].rows}
    assert (rows["A"]["T"], rows["T"]["A"], rows["T"]["T"], rows["K"]["Q"], rows["Q"]["K"]) == (
        "3x",
        "",
        "3x",
        "3x",
        "",
    )


def test_a_chart_of_the_flop(optimal: Strategy) -> None:
    chart = strategy.charts(optimal)[-1]
    rows = {row[:2]: dict(zip(chart.columns[2:], row[2:], strict=True)) for row in chart.rows}
    assert rows["gold-gold", "0"]["pair or draw"] == "100"
    assert rows["blue-gold", "1"]["A high"] == ""  # every ace plays before the flop
    found = {number: [0, 0] for number in range(4)}
    for hole, weight in (("2c 3c", 4), ("2c 3d", 12)):
        one, two = cards(hole)
        for flop in combinations([card for card in range(52) if card not in (one, two)], 3):
            golds = len({card % 13 for card in flop if card % 13 >= 8})
            if not simple.has_something(one, two, *flop):
                found[golds][0] += weight
                found[golds][1] += weight * (int(optimal.arrays["flop"][play_row(one, two, *flop)]) >> 5 & 1)
    shown = {number: rows["gold-gold", str(number)]["3 high"] for number in found}
    assert shown == {number: f"{100 * played / dealt:.0f}" for number, (dealt, played) in found.items()}


# ---- studies


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"groups": ["2-5", "6-9"]}, "rules.groups"),
        ({"groups": ["2-5", "7-9", "T-A"]}, "rules.groups"),
        ({"groups": ["2-5", "6-9", "T-K"]}, "rules.groups"),
        ({"groups": ["2-5", "6-9", "T-1"]}, "rules.groups"),
        ({"groups": ["2-5", "6-4", "T-A"]}, "rules.groups"),
        ({"groups": "2-A"}, "rules.groups"),
        ({"groups": [1, 2, 3]}, "rules.groups"),
        ({"play-before": []}, "rules.play-before"),
        ({"play-before": [3, 2]}, "rules.play-before"),
        ({"play-before": [2, 2]}, "rules.play-before"),
        ({"play-before": [0]}, "rules.play-before"),
        ({"play-before": "2"}, "rules.play-before"),
        ({"play-before": 3}, "rules.play-before"),
        ({"play-after": True}, "rules.play-after"),
        ({"play-after": 10}, "rules.play-after"),
        ({"play-after": 2}, "rules.play-after"),
        ({"lights": 1}, "rules.lights"),
    ],
)
def test_a_study_that_makes_no_sense(rules: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        study_game({"game": GAME.name, "rules": rules})
    assert refused.value.field == field


@pytest.mark.parametrize("pay", ["$", "10%", "20000000 to 1"])
def test_a_bet_that_cannot_be_counted(pay: str) -> None:
    group = {"wager": "bet", "lines": ["royal flush"], "pays": {"1": [pay]}}
    with pytest.raises(InvalidInput) as refused:
        study_game({"game": GAME.name, "paytables": [group]})
    assert refused.value.field == "paytables.bet"


def test_a_round_of_a_study_goes_by_its_rules() -> None:
    rules = {"groups": ["2-3", "4", "10-A"], "play-before": [4], "play-after": 2}
    with pytest.raises(InvalidInput):
        study_game({"game": GAME.name, "rules": rules})
    game = study_game({"game": GAME.name, "rules": rules | {"groups": ["2-9", "10", "J-A"]}})
    now = table(game, "9h 8h", "Td 9c", "7h 2s 6d Ac Ad")
    assert now.lights() == ["blue", "red"]
    assert [str(choice) for choice in now.choices()] == ["check", "play 4x"]
    later = now.decide("check")
    assert [str(choice) for choice in later.choices()] == ["fold", "play 2x"]
    assert now.decide("play 4x").settlement().seats[0].staked == 6000
    assert later.decide("play 2x").settlement().seats[0].staked == 4000


@pytest.mark.slow
def test_a_study_is_solved_and_advised_by_its_rules() -> None:
    rules = {"groups": ["2-7", "8-10", "J-A"], "play-before": [1, 4], "play-after": 2}
    game = study_game({"game": GAME.name, "rules": rules}, "wide")
    solved = strategy.solve(game, Threads(2))
    solved.check(game)
    with pytest.raises(InvalidInput, match="another rule set"):
        solved.check(GAME)
    assert solved.study == "wide"
    assert solved.figures.decisions.keys() == {"check", "fold", "play 2x", "play 1x", "play 4x"}
    now = table(game, "9h 8h", "Kd Tc", "7h 2s 6d Ac Ad")
    answer = evs(strategy.advise(game, solved, seen_of(now)))
    assert answer == hand_values(variant_of(game), cards("9h 8h"), (1, 2), ())
    assert list(answer) == ["check", "play 1x", "play 4x"]
    assert list(strategy.advise(game, solved, seen_of(now.decide("check")))) == ["fold", "play 2x"]
    openings = strategy.charts(solved)[:6]
    assert {cell for chart in openings for row in chart.rows for cell in row[1:]} == {"", "1x", "4x"}
    words = {"check": "", "play 1x": "1x", "play 4x": "4x"}
    for lights, chart in zip(LIGHT_PAIRS, openings, strict=True):
        rows = {row[0]: dict(zip(chart.columns, row, strict=True)) for row in chart.rows}
        for hole, cell in (("6h 5h", rows["6"]["5"]), ("Qh 5d", rows["5"]["Q"]), ("8h 8d", rows["8"]["8"])):
            values = hand_values(variant_of(game), cards(hole), lights, ())  # a small early wager may be best here
            assert cell == words[max(values, key=lambda word: values[word])]
    assert "play 4x" in describe(game, Threads(2)).simple_strategies["short"].text


@pytest.mark.slow
def test_every_kind_of_hand_is_worth_the_same_counted_alone(optimal: Strategy) -> None:
    variant = variant_of(GAME)
    for (one, two), lights in product([*combinations(range(0, 52, 3), 2)][::3], LIGHT_PAIRS):
        place = hole_class(one, two), light_pair(*lights)
        worth = optimal.arrays["worth"][place].tolist()
        deals = int(optimal.arrays["deals"][place]) * int(optimal.arrays["scale"])
        assert [*hand_values(variant, (one, two), lights, ()).values()] == [Fraction(value, deals) for value in worth]
