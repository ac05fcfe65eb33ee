"""Flush Poker's simulation: what the kernel counts is what settlement pays, and the exact figures come out."""

import math
import pickle
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

import houseway
from figures import figures as no_figures
from houseway.cards.card import parse_cards
from houseway.cards.hands import flush_hand, hand_mask, outcome
from houseway.errors import InvalidInput
from houseway.games.flush_poker.exact.bonuses import price_bonuses
from houseway.games.flush_poker.exact.count import LOSE, MATCH, UNQUALIFIED, WIN
from houseway.games.flush_poker.rules import TEN_EIGHT, qualifies
from houseway.games.flush_poker.simulate.prepare import BONUSES, STREAM, prepare, record_of, rows_of
from houseway.games.flush_poker.simulate.rounds import count_rounds, main_cell
from houseway.games.flush_poker.strategy import STRATEGIES
from houseway.games.flush_poker.strategy.plan_best import threshold_plan
from houseway.games.flush_poker.strategy.solve import solve
from houseway.games.flush_poker.variant import letter, variant_of
from houseway.games.game import Game
from houseway.games.pricing.analysis import Runner
from houseway.games.pricing.strategy import Strategy, new_strategy
from houseway.games.simulation.simulation import Cell, Played, Simulation, scales
from houseway.games.study import study_game
from houseway.kernel import compiled
from houseway.lab.shards import Threads
from houseway.testing.simulated import check_round

SEED = 20_210_525
EVERYTHING: Mapping[str, object] = {
    "natural-straight-flush": 1,
    "natural-flush": 1,
    "royal-riches": 1,
    "jackpot": "progressive",
}
STAKES = {"main": 20, "natural-straight-flush": 5, "natural-flush": 5, "royal-riches": 5, "jackpot": 1}
OPTIONS: list[Mapping[str, object]] = [
    {},
    {"natural-straight-flush": 3},
    {"natural-flush": 14, "jackpot": "house", "jackpot-paytable": 2},
    {"royal-riches": 6, "folded-bonuses": "lose"},
    {**EVERYTHING, "natural-straight-flush-suit": "flush-hand"},
    {**EVERYTHING, "royal-riches": 3, "folded-bonuses": "lose", "unqualified-bonuses": "lose"},
    {**EVERYTHING, "jackpot-paytable": 3, "unqualified-bonuses": "lose"},
    {**EVERYTHING, "jackpot": "house", "unqualified-jackpot": "lose", "breakage": "quarter-up"},
]


def offered(options: Mapping[str, object] = EVERYTHING) -> Game:
    return houseway.game("flush-poker", options)


@pytest.fixture(scope="module")
def run() -> Runner:
    return Threads(2)


@pytest.fixture(scope="module")
def solved(run: Runner) -> dict[str, Strategy]:
    names = {"optimal", "second_card_thresholds"}
    return {name: solve(offered(), run, name) for name in STRATEGIES if name in names}


def loose(game: Game) -> Strategy:
    """A plan that raises much, so that much happens; its figures are nobody's."""
    variant = variant_of(game)
    plan = threshold_plan(variant, [2 << 13, 3 << 13, 3 << 13, 2 << 13, 2 << 13])
    return new_strategy(game, "loose", no_figures(), plan._asdict())


# ---- what is counted is what is settled


def settled_nets(settled: Sequence[Mapping[str, Any]]) -> list[dict[str, list[Fraction]]]:
    """For each seat and row what its lines win in dollars, shares of the meter left out."""
    seats = []
    for seat in settled:
        won: dict[str, list[Fraction]] = {"main": [Fraction(0)]}
        for line in seat["wagers"]:
            net = Fraction(line["returned"]) - Fraction(line["stake"])
            if "share" in line:
                net = -Fraction(line["stake"])
            if line["wager"] in ("bet", "raise"):
                won["main"][0] += net
            else:
                won.setdefault(line["wager"], []).append(net)
        seats.append(won)
    return seats


def counted_nets(played: Played, rows: Mapping[str, Sequence[Cell]]) -> list[dict[str, list[Fraction]]]:
    """The same from the cells."""
    return [
        {row: [STAKES.get(row, 1) * rows[row][cell].net for cell in cells] for row, cells in seat.items() if cells}
        for seat in played.cells
    ]


def counted_lines(played: Played, rows: Mapping[str, Sequence[Cell]]) -> list[dict[str, str]]:
    """The lines of pay tables by the names of the cells; no line for a loss."""
    return [
        {row: rows[row][cells[0]].name for row, cells in seat.items() if cells and row in STAKES and row != "main"}
        for seat in played.cells
    ]


def check(played: Played, rows: Mapping[str, Sequence[Cell]]) -> None:
    settled = houseway.settle(played.record)["seats"]
    assert counted_nets(played, rows) == settled_nets(settled)
    for seat, lines in zip(settled, counted_lines(played, rows), strict=True):
        for line in seat["wagers"]:
            if "line" in line and line["wager"] in lines:
                assert lines[line["wager"]] == line["line"]
    for seat, cells in zip(played.record["seats"], played.cells, strict=True):
        main = rows["main"][cells["main"][0]]
        assert [main.decision] == seat["decisions"]
        staked = sum(
            Fraction(line["stake"]) for line in settled[seat["seat"] - 1]["wagers"][: 1 + (main.outcome != "fold")]
        )
        assert staked == 20 * main.staked


@pytest.mark.parametrize("place", range(len(OPTIONS)))
def test_every_wager_of_simulated_rounds_is_settled_as_it_is_counted(place: int, solved: dict[str, Strategy]) -> None:
    game = offered(OPTIONS[place])
    for number, strategy in enumerate((solved["optimal"], loose(game), solved["second_card_thresholds"])):
        for seats in range(1, 7):
            simulation = prepare(game, strategy, seats)
            for round_number in range(20):
                check(simulation.play(SEED + place, 1000 * number + round_number), simulation.rows)


def deck_of(*hands: str) -> list[int]:
    """The top of a deck that deals these hands, the dealer's last."""
    dealt = [parse_cards(hand.split()) for hand in hands]
    return [int(hand[turn]) for turn in range(7) for hand in dealt]


RARE = [
    ("8h 9h Th Jh Qh Kh Ah", "2c 3c 4d 5d 6s 7s 9c"),  # seven natural cards in a row; the dealer does not qualify
    ("8h 9h Th Jh Qh Kh Jo", "Ac Kc Qc 5d 6s 7s 9c"),  # seven in a row with the joker
    ("Th Jh Qh Kh Ah As Ks", "Ac Kc Qc 5d 6s 7s 9c"),  # a royal flush with ace-king
    ("Th Jh Qh Kh Ah Qs Ks", "Ac Kc Qc 5d 6s 7s 9c"),  # with king-queen
    ("Ah Ad Ac As Jo 2c 3d", "Kc Qc Jc 5d 6s 7s 9c"),  # five aces
    ("9h 9d 9c 9s Jo 2c 3d", "Kc Qc Jc 5d 6s 7s Tc"),  # four of a kind
    ("Ac Kc 5c 2d 3d 4h 6h", "As Ks 5s 2h 3h 4d 6d"),  # a match
    ("2h 3h 4h 5h 6h 7h 9s", "As Ks 5s 2d 3d 4d 6d"),  # six in a row
    ("2c 3c 4d 5d 6s 7s 9h", "2h 3h 4c 5c 6d 7d 9s"),  # nobody has anything
]


@pytest.mark.parametrize("options", OPTIONS)
def test_rare_rounds_are_settled_as_they_are_counted(
    options: Mapping[str, object], solved: dict[str, Strategy]
) -> None:
    game = offered(options)
    for strategy in (solved["optimal"], loose(game)):
        for player, dealer in RARE:
            simulation = prepare(game, strategy, 1)
            check(simulation.play_cards(deck_of(player, dealer), 0), simulation.rows)


def test_envy_of_a_whole_table_is_settled_as_it_is_counted(solved: dict[str, Strategy]) -> None:
    hands = ("Th Jh Qh Kh Ah As Ks", "9h 9d 9c 9s 2h 2c 3d", "2d 4c 6d 8s Jc Ac 7d", "8h 7h 6h 5h 4h Qd Qs")
    seen = 0
    for options in OPTIONS:
        game = offered(options)
        for dealer in ("Jo 3c 3s Td 5d 5s Jd", "3c 3s Td 5d Js Qc 4s"):
            simulation = prepare(game, solved["optimal"], 4)
            played = simulation.play_cards(deck_of(*hands, dealer), 0)
            check(played, simulation.rows)
            seen += sum(len(seat.get("royal-riches envy", ())) for seat in played.cells)
    assert seen > 40


def test_rare_rounds_reach_every_cell() -> None:
    """Every cell of the main row, and most lines, come in the rounds that are tried above."""
    game = offered()
    simulation = prepare(game, loose(game), 1)
    rounds = [simulation.play_cards(deck_of(*hands), 0) for hands in RARE]
    lines = {(row, cells[0]) for played in rounds for row, cells in played.cells[0].items() if cells}
    assert {cell for row, cell in lines if row == "royal-riches"} >= {0, 1, 2, 3, 4, 5, 6}
    assert {cell for row, cell in lines if row == "jackpot"} >= {0, 1, 2, 3}
    tally = compiled(count_rounds)(0, 40_000, SEED, *simulation.arguments)
    names = [cell.name for cell, count in zip(simulation.rows["main"], tally[0], strict=False) if count]
    assert {name.partition(", ")[2] for name in names} == {"", "dealer does not qualify", "win", "lose", "match"}


def test_a_main_cell_is_what_becomes_of_bet_and_raise() -> None:
    rng = Random(4)
    for _ in range(300):
        cards = rng.sample(range(53), 14)
        player, dealer, times = flush_hand(hand_mask(cards[:7])), flush_hand(hand_mask(cards[7:])), rng.randrange(4)
        kind = {1: WIN, 0: MATCH, -1: LOSE}[outcome(player, dealer)] if qualifies(dealer, TEN_EIGHT) else UNQUALIFIED
        expected = 4 * (times - 1) + kind if times else 0
        assert main_cell(times, player, dealer, letter().qualifier) == expected


# ---- rows, cells, shards


def test_rows_stand_in_the_letter_s_order() -> None:
    assert tuple(rows_of(offered(), letter())) == ("main", *BONUSES)
    assert tuple(rows_of(offered({}), letter())) == ("main",)
    assert tuple(rows_of(offered({"jackpot": "house", "natural-flush": 2}), letter())) == (
        "main",
        "natural-flush",
        "jackpot",
    )


def test_main_cells_are_named_as_the_analysis_names_decisions_and_outcomes(solved: dict[str, Strategy]) -> None:
    cells, figures = rows_of(offered(), letter())["main"], solved["optimal"].figures
    assert {cell.decision for cell in cells} == set(figures.decisions)
    assert {cell.outcome for cell in cells} <= set(figures.outcomes)
    assert len({cell.name for cell in cells}) == len(cells) == 13
    assert [cell.net for cell in cells[:5]] == [-1, 1, 2, -2, 10]


def test_a_tally_is_the_sum_of_its_rounds(solved: dict[str, Strategy]) -> None:
    simulation = prepare(offered(), solved["optimal"], 3)
    tally = compiled(count_rounds)(7, 150, SEED, *simulation.arguments)
    plain = count_rounds(7, 20, SEED, *simulation.arguments)
    assert np.array_equal(plain, compiled(count_rounds)(7, 20, SEED, *simulation.arguments))
    expected = np.zeros_like(tally)
    for number in range(7, 157):
        played = simulation.play(SEED, number)
        for row, (name, scale) in enumerate(zip(simulation.rows, scales(simulation.rows), strict=True)):
            cells = [cell for seat in played.cells for cell in seat[name]]
            for cell in cells:
                expected[row, cell] += 1
            total = int(scale * sum(simulation.rows[name][cell].net for cell in cells))
            expected[row, -2:] += total, total**2
    assert np.array_equal(tally, expected)


def test_shards_add_up_however_they_are_cut(solved: dict[str, Strategy]) -> None:
    simulation = prepare(offered(), solved["optimal"], 2)
    fast = compiled(simulation.counter)
    whole = fast(100, 5000, SEED, *simulation.arguments)
    cuts = [100, 101, 1700, 4999, 5100]
    parts = [fast(first, stop - first, SEED, *simulation.arguments) for first, stop in pairwise(cuts)]
    assert np.array_equal(whole, sum(parts))
    again = pickle.loads(pickle.dumps(simulation.arguments))  # noqa: S301  # as a cluster sends it
    assert np.array_equal(whole, fast(100, 5000, SEED, *again))
    assert not np.array_equal(whole, fast(100, 5000, SEED + 1, *simulation.arguments))
    assert simulation.stream == STREAM == 3045


def test_records_name_the_options_and_all_wagers(solved: dict[str, Strategy]) -> None:
    record = prepare(offered(), solved["optimal"], 2).play(SEED, 0).record
    assert record["options"] == {name: str(value) for name, value in EVERYTHING.items()}
    assert list(record["seats"][1]["wagers"]) == ["bet", *list(EVERYTHING)]
    assert record["jackpot"]["meter"] == "10000.00"
    assert record["seats"][0]["wagers"]["bet"] == "20.00"
    plain = record_of(offered({}), range(14), [[1]])
    assert "jackpot" not in plain


# ---- the exact figures


def z_scores(simulation: Simulation, run: Runner, rounds: int, exact: Mapping[str, Fraction]) -> dict[str, float]:
    """How many standard errors each row's mean is off."""
    shards = [(first, rounds // 8, SEED, *simulation.arguments) for first in range(0, rounds, rounds // 8)]
    tally = run(simulation.counter, shards)
    scores = {}
    for row, (name, scale) in enumerate(zip(simulation.rows, scales(simulation.rows), strict=True)):
        total, squares = (int(number) for number in tally[row, -2:])
        mean = total / rounds / scale
        error = math.sqrt((squares / rounds / scale**2 - mean**2) / rounds)
        scores[name] = (mean - float(simulation.seats * exact[name])) / error
    return scores


def test_a_simulation_agrees_with_the_exact_prices(solved: dict[str, Strategy], run: Runner) -> None:
    game = offered()
    prices = price_bonuses(game, run)
    exact = {name: prices[name]["1"].net for name in prices}
    envy = prices["royal-riches"]["1"].envy
    assert envy
    exact["royal-riches envy"] = 2 * envy.per_player
    for name, strategy in solved.items():
        assert strategy.figures.house_edge_exact
        exact["main"] = -strategy.figures.house_edge_exact
        scores = z_scores(prepare(game, strategy, 3), run, 400_000, exact)
        assert set(scores) == {"main", *BONUSES}
        assert max(map(abs, scores.values())) < 4, name


def test_decisions_and_outcomes_come_as_often_as_they_should(solved: dict[str, Strategy]) -> None:
    rounds = 400_000
    simulation = prepare(offered({}), solved["optimal"], 1)
    tally = compiled(simulation.counter)(0, rounds, SEED, *simulation.arguments)
    counted: dict[tuple[str, str], int] = {}
    for cell, count in zip(simulation.rows["main"], tally[0].tolist(), strict=False):
        for key in (("decisions", cell.decision), ("outcomes", cell.outcome)):
            counted[key] = counted.get(key, 0) + count
    for (kind, name), count in counted.items():
        share = getattr(solved["optimal"].figures, kind)[name]
        assert abs(count / rounds - share) < 4 * math.sqrt(share * (1 - share) / rounds)


# ---- studies and strategies of others


def test_a_study_is_simulated_and_settled_by_its_own_rules() -> None:
    rules = {"joker": False, "raise-caps": [2] * 7, "qualifier": "none"}
    game = study_game({"game": "flush-poker", "rules": rules, "options": {"natural-flush": 1}})
    strategy = loose(game)
    simulation = prepare(game, strategy, 1)
    assert simulation.arguments[0].size == 52
    tally = compiled(simulation.counter)(0, 20_000, SEED, *simulation.arguments)
    counts = dict(zip((cell.name for cell in simulation.rows["main"]), tally[0].tolist(), strict=False))
    assert counts["raise 2x, dealer does not qualify"] == counts["raise 1x, win"] == 0
    assert counts["raise 2x, win"] > 1000
    for number in range(300):
        check_round(simulation, simulation.play(SEED, number))


def test_a_strategy_for_other_rules_is_refused(solved: dict[str, Strategy]) -> None:
    study = study_game({"game": "flush-poker", "rules": {"joker": False}})
    with pytest.raises(InvalidInput, match="another rule set"):
        prepare(study, solved["optimal"], 1)
