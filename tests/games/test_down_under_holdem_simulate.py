"""Simulated rounds of Down Under Hold'em against their settlement, one by one, and against exact figures."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

import houseway
from figures import figures
from houseway.cards.card import Card
from houseway.errors import InvalidInput
from houseway.games.down_under_holdem.exact import simple
from houseway.games.down_under_holdem.exact.bonuses import price_bonuses
from houseway.games.down_under_holdem.exact.decision_index import ROWS, play_row
from houseway.games.down_under_holdem.exact.main_game import Rule
from houseway.games.down_under_holdem.simulate.prepare import prepare
from houseway.games.down_under_holdem.simulate.rounds import flop_row
from houseway.games.down_under_holdem.variant import variant_of
from houseway.games.game import Game
from houseway.games.pricing.strategy import Strategy, new_strategy
from houseway.games.simulation.simulation import MAIN, Played, Simulation, scales
from houseway.games.study import study_game
from houseway.kernel import compiled
from houseway.lab.shards import Threads
from houseway.money import parse_money
from naive import cards

NAME = "down-under-holdem"
CHART_EDGE = Fraction(515_153_465_023, 13_906_905_012_000)
MAIN_WAGERS = ("ante", "bet", "play")
CENTS = {MAIN: 2000, "trips-or-better": 500, "match-the-dealer": 500}
OPTIONS: list[dict[str, object]] = [
    {},
    {"trips-or-better": 1},
    {"match-the-dealer": 4, "folded-bonuses": "lose"},
    {"trips-or-better": 4, "match-the-dealer": 2},
    {"trips-or-better": 5, "match-the-dealer": 1, "folded-bonuses": "lose", "face-up": "yes"},
]


def random_strategy(game: Game, seed: int) -> Strategy:
    """Any decision anywhere."""
    rng = np.random.default_rng(seed)
    openings = len(variant_of(game).openings)
    arrays = {
        "preflop": rng.integers(0, openings, (169, 6), np.uint8),
        "flop": rng.integers(0, 64, ROWS, np.uint8),
    }
    return new_strategy(game, "random", figures(), arrays)


@cache
def simple_rule(name: str) -> Rule:
    return simple.SIMPLE[name].rule(variant_of(houseway.game(NAME)))


def simple_strategy(game: Game, name: str) -> Strategy:
    rule = simple_rule(name)
    return new_strategy(game, name, figures(), {"preflop": rule.preflop, "flop": rule.flop})


def settled_nets(lines: list[dict[str, Any]]) -> dict[str, int]:
    """What a seat's settlement nets in cents: the main wagers together, and each bonus."""
    nets = {MAIN: 0}
    for line in lines:
        row = MAIN if line["wager"] in MAIN_WAGERS else line["wager"]
        won = parse_money(line["returned"]) if line["returned"] != "0.00" else 0
        nets[row] = nets.get(row, 0) + won - parse_money(line["stake"])
    return nets


def check_settled(played: Played, simulation: Simulation, settlement: dict[str, Any]) -> None:
    """Every wager of every seat nets what its cell says."""
    for seat, settled in zip(played.cells, settlement["seats"], strict=True):
        nets = settled_nets(settled["wagers"])
        assert MAIN in nets
        for row, net in nets.items():
            (cell,) = seat[row]
            found = simulation.rows[row][cell]
            assert net == found.net * CENTS[row]
            if row == MAIN:
                staked = sum(parse_money(line["stake"]) for line in settled["wagers"] if line["wager"] in MAIN_WAGERS)
                assert staked == found.staked * CENTS[row]
        line = settled["wagers"][0]
        assert simulation.rows[MAIN][seat[MAIN][0]].outcome == line["result"]


def simulations() -> Iterator[tuple[Simulation, int]]:
    for number, options in enumerate(OPTIONS):
        game = houseway.game(NAME, options)
        strategies = [random_strategy(game, number), simple_strategy(game, "chart")]
        for seats in range(1, 7):
            yield prepare(game, strategies[(number + seats) % 2], seats), 10 * number + seats


# ---- round by round


def test_rounds_are_settled_as_counted() -> None:
    for simulation, seed in simulations():
        for number in range(70):
            played = simulation.play(seed, number)
            assert len(played.cells) == simulation.seats
            check_settled(played, simulation, houseway.settle(played.record))


def test_bonuses_take_turns_where_a_seat_may_stake_one() -> None:
    game = houseway.game(NAME, OPTIONS[3])
    simulation = prepare(game, random_strategy(game, 1), 2)
    staked = [set(simulation.play(1, number).record["seats"][0]["wagers"]) for number in range(2)]
    assert staked == [{"ante", "bet", "trips-or-better"}, {"ante", "bet", "match-the-dealer"}]


# A deck from its top: seat 1, seat 2, dealer, twice round, then the board.
RARE = {
    "royal and straight flush": "Ah 8h 2c Kh 7h 3d Qh Jh Th 9h 4s",
    "four of a kind on both sides": "Ah 2d 9c Ad 2h 9d Ac As 9h 9s 2c",
    "full houses, flushes and straights": "Kh 5d 6c Kd 4d 7d Ks 8d 9d 9s 2d",
    "the board for everybody": "2h 3d 2c 3h 2d 3c As Ks Qs Js Ts",
    "four matches": "7h 2d 7c 7d 3d 7s As Ks Qd Js 4c",
    "three of a rank, a pair with the dealer": "7h 8d 7c 2d 8s 7s As Ks Qd 9s 4c",
    "three of a rank, a pair with the player": "7h 8d 7c 7d 8s 2s As Ks Qd 9s 4c",
    "two matches": "7h 8d 7c 8h 2s 8c As Ks Qd Js 4c",
    "a wheel": "Ah 2d Tc 2h 3d Jc 3c 4s 5h 9d 9c",
}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("deck", RARE.values(), ids=RARE)
def test_rare_rounds_are_settled_as_counted(deck: str, options: dict[str, object]) -> None:
    game = houseway.game(NAME, options)
    top = cards(deck)
    whole = [*top, *(card for card in range(52) if card not in top)]
    for seed in range(4):
        simulation = prepare(game, random_strategy(game, seed), 2)
        for number in range(2):
            played = simulation.play_cards(whole, number)
            check_settled(played, simulation, houseway.settle(played.record))


def test_rare_rounds_reach_the_rare_cells() -> None:
    game = houseway.game(NAME, OPTIONS[3])
    simulation = prepare(game, random_strategy(game, 1), 2)
    found: dict[str, set[str]] = {row: set() for row in simulation.rows}
    for deck in RARE.values():
        top = cards(deck)
        whole = [*top, *(card for card in range(52) if card not in top)]
        for seat in simulation.play_cards(whole, 0).cells:
            for row, (cell,) in seat.items():
                found[row].add(simulation.rows[row][cell].name)
    assert found["trips-or-better"] >= {
        "royal flush",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
    }
    assert found["match-the-dealer"] == {
        "four of a kind",
        "three of a kind",
        "2 card matches",
        "1 card match",
        "lose",
    }


def test_rounds_of_a_study_are_settled_as_counted() -> None:
    table = {
        "wager": "bet",
        "lines": ["flush", "straight", "all other hands"],
        "pays": {"1": ["5 for 2", "1 to 4", "push"]},
    }
    bonus = {
        "wager": "trips-or-better",
        "lines": ["royal flush", "three of a kind"],
        "pays": {"9": ["9 to 1", "7 to 5"]},
    }
    rules = {"groups": ["2-7", "8-T", "J-A"], "play-before": [1, 4], "play-after": 2}
    options = {"trips-or-better": "9"}
    game = study_game({"game": NAME, "rules": rules, "paytables": [table, bonus], "options": options}, "other")
    simulation = prepare(game, random_strategy(game, 5), 3)
    for number in range(150):
        played = simulation.play(7, number)
        record = played.record
        deck = [
            Card.parse(seat["cards"][turn])
            for turn in range(2)
            for seat in [*record["seats"], {"cards": record["dealer"]}]
        ]
        deck += [Card.parse(card) for card in record["board"]]
        now = game.deal({seat["seat"]: seat["wagers"] for seat in record["seats"]}, deck)
        while now.turn is not None:
            decided = len(now.seat(now.turn).decisions)
            now = now.decide(record["seats"][now.turn - 1]["decisions"][decided])
        check_settled(played, simulation, now.settlement().to_json())


# ---- shards


def test_a_shard_counts_what_its_rounds_come_to() -> None:
    for simulation, seed in [*simulations()][4::7]:
        counted = compiled(simulation.counter)(3, 90, seed, *simulation.arguments)
        cells = max(map(len, simulation.rows.values()))
        expected = np.zeros_like(counted)
        for number in range(3, 93):
            played = simulation.play(seed, number)
            for place, ((row, kinds), scale) in enumerate(
                zip(simulation.rows.items(), scales(simulation.rows), strict=True)
            ):
                noted = [cell for seat in played.cells for cell in seat[row]]
                np.add.at(expected[place], noted, 1)
                total = int(sum(kinds[cell].net for cell in noted) * scale)
                expected[place, cells] += total
                expected[place, cells + 1] += total**2
        assert np.array_equal(counted, expected)


def test_shards_may_be_cut_anywhere() -> None:
    game = houseway.game(NAME, OPTIONS[4])
    simulation = prepare(game, random_strategy(game, 2), 3)
    run = compiled(simulation.counter)
    whole = run(0, 5000, 11, *simulation.arguments)
    cuts = [0, 1, 64, 65, 1000, 4097, 5000]
    parts = [run(start, stop - start, 11, *simulation.arguments) for start, stop in pairwise(cuts)]
    assert np.array_equal(whole, sum(parts))
    assert np.array_equal(
        whole,
        Threads(2)(simulation.counter, [(0, 2500, 11, *simulation.arguments), (2500, 2500, 11, *simulation.arguments)]),
    )
    assert not np.array_equal(whole, run(0, 5000, 12, *simulation.arguments))


def test_rows_of_the_fast_lookup_are_those_of_a_strategy() -> None:
    rng = Random("rows")
    for _ in range(3000):
        deal = rng.sample(range(52), 5)
        if rng.random() < 0.5:  # few ranks: suits that hold the same are common
            deal = [13 * suit + rank for suit, rank in rng.sample([(s, r) for s in range(4) for r in (3, 4)], 5)]
        assert flop_row(*deal) == play_row(*deal)


# ---- what is asked for


@pytest.mark.parametrize("seats", [0, 7])
def test_a_table_has_one_to_six_seats(seats: int) -> None:
    game = houseway.game(NAME)
    with pytest.raises(InvalidInput, match="seats"):
        prepare(game, random_strategy(game, 1), seats)


def test_a_strategy_for_other_rules_is_refused() -> None:
    other = study_game({"game": NAME, "rules": {"play-before": [4]}})
    with pytest.raises(InvalidInput, match="another rule set"):
        prepare(houseway.game(NAME), random_strategy(other, 1), 1)


def test_rows_are_those_of_the_wagers_that_are_on() -> None:
    for options, rows in zip(
        OPTIONS,
        (
            [MAIN],
            [MAIN, "trips-or-better"],
            [MAIN, "match-the-dealer"],
            [MAIN, "trips-or-better", "match-the-dealer"],
            [MAIN, "trips-or-better", "match-the-dealer"],
        ),
        strict=True,
    ):
        game = houseway.game(NAME, options)
        assert [*prepare(game, random_strategy(game, 1), 1).rows] == rows


# ---- exact figures


def test_a_simulation_agrees_with_exact_figures() -> None:
    game = houseway.game(NAME, {"trips-or-better": 2, "match-the-dealer": 3})
    simulation = prepare(game, simple_strategy(game, "chart"), 1)
    rounds = 400_000
    counted = compiled(simulation.counter)(0, rounds, 2019, *simulation.arguments)
    prices = price_bonuses(game, Threads(2))
    exact = {
        MAIN: -CHART_EDGE,
        "trips-or-better": prices["trips-or-better"]["2"].net,
        "match-the-dealer": prices["match-the-dealer"]["3"].net,
    }
    for place, (row, scale) in enumerate(zip(simulation.rows, scales(simulation.rows), strict=True)):
        total, squares = (int(value) for value in counted[place, -2:])
        mean = total / scale / rounds
        error = sqrt((squares / scale**2 / rounds - mean**2) / rounds)
        assert abs(mean - exact[row]) < 4 * error
