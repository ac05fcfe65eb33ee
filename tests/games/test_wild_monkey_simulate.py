"""Wild Monkey's simulation: every round of it settles to the money that it is counted as."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

import houseway
import naive
from games.wild_monkey import NAME, RUN, strategy_of
from houseway.cards.card import JOKER
from houseway.errors import InvalidInput
from houseway.games.simulation.simulation import MAIN, Cell, Played, Simulation, scales
from houseway.games.study import study_game
from houseway.games.wild_monkey_pai_gow.exact.bonuses import price_bonuses
from houseway.games.wild_monkey_pai_gow.simulate.prepare import BONUSES, prepare
from houseway.games.wild_monkey_pai_gow.simulate.rounds import count_rounds
from houseway.kernel import compiled
from houseway.lab.shards import Threads
from houseway.testing.simulated import check_round

DEALT = 50  # seven hands of seven, and the dealer's eighth card
EVERY = {
    "dealer-joker": 1,
    "royal-riches": 1,
    "dealer-pai-gow": 1,
    "player-pai-gow-insurance": 1,
    "jackpot": "progressive",
}
SECOND = {"wheel": "second", "best-seven": "low", "commission": "5%"}
# Operator's choices, and a strategy to play by.
TABLES: dict[str, tuple[dict[str, Any], str]] = {
    "everything on": (EVERY, "optimal"),
    "house way": ({**EVERY, "royal-riches": 6, "jackpot-paytable": 2, "dealer-pai-gow": 3}, "house-way"),
    "dead": ({**EVERY, "surrendered-bonuses": "lose", "surrendered-jackpot": "lose"}, "optimal"),
    "bonuses dead": ({**EVERY, "surrendered-bonuses": "lose", "dealer-joker-needs-win": "yes"}, "house-way-simple"),
    "jackpot dead": ({**EVERY, "surrendered-jackpot": "lose", "jackpot": "house", "jackpot-paytable": 3}, "house-way"),
    "needs a win": ({**EVERY, "dealer-joker": 2, "dealer-joker-needs-win": "yes"}, "house-way-pairs"),
    "ace only": ({**EVERY, "insurance-joker": "ace", "player-pai-gow-insurance": 4}, "house-way-stand"),
    "second wheel": ({**EVERY, **SECOND, "royal-riches": 2}, "optimal"),
    "commission": ({**SECOND, "dealer-pai-gow": 2}, "house-way"),
    "main alone": ({}, "optimal"),
    "riches alone": ({"royal-riches": 3}, "optimal"),
    "jackpot alone": ({"jackpot": "progressive"}, "house-way"),
}


@cache
def simulation(name: str, seats: int) -> Simulation:
    options, strategy = TABLES[name]
    game = houseway.game(NAME, options)
    return prepare(game, strategy_of(game, strategy), seats)


def dollars(amount: str) -> Fraction:
    return Fraction(amount)


def staked(name: str) -> int:
    """Dollars, as records have them; envy is counted in dollars."""
    return {MAIN: 20, "jackpot": 1, "royal-riches envy": 1}.get(name, 5)


def counted(one: Simulation, cells: Sequence[int], row: str) -> Fraction:
    """What cells of a seat come to, in dollars."""
    return sum((one.rows[row][cell].net for cell in cells), Fraction(0)) * staked(row)


def settled(seat: dict[str, Any], row: str) -> Fraction:
    """What a settlement says of the same, shares of a meter left out."""
    of_row = ("bet", "double-down") if row == MAIN else (row,)
    lines = [line for line in seat["wagers"] if line["wager"] in of_row]
    net = sum((dollars(line["returned"]) - dollars(line["stake"]) for line in lines), Fraction(0))
    return net - sum((dollars(line["returned"]) for line in lines if "share" in line), Fraction(0))


def check(one: Simulation, played: Played) -> None:
    """A round's cells are what its record settles to."""
    found = houseway.settle(played.record)
    assert len(found["seats"]) == len(played.cells) == one.seats
    for seat, cells in zip(found["seats"], played.cells, strict=True):
        assert list(cells) == [name for name in (MAIN, *BONUSES) if name in one.rows]
        for row, of_seat in cells.items():
            assert counted(one, of_seat, row) == settled(seat, row), (row, played.record)
        outcome = one.rows[MAIN][cells[MAIN][0]].outcome
        assert seat["wagers"][0]["result"] == outcome
        earned = sum(line["wager"] == "royal-riches envy" for line in seat["wagers"])
        assert earned == len(cells.get("royal-riches envy", ()))


@pytest.mark.parametrize("name", TABLES)
def test_rounds_settle_as_they_are_counted(name: str) -> None:
    for number in range(96):
        one = simulation(name, 1 + number % 6)
        check(one, one.play(5, number))


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_thousands_of_rounds_settle_as_they_are_counted(name: str) -> None:
    for number in range(2000):
        one = simulation(name, 1 + number % 6)
        check(one, one.play(6, number))


# Rounds that are rare: seats' hands and the dealer's eight, the rest dealt from what is left.
HANDS = [
    "3h 4h 5h 6h 7h 8h 9h",  # seven in a row
    "3h 4h 5h 6h 7h 8h Jo",
    "Th Jh Qh Kh Ah As Ks",  # a royal flush and ace-king suited
    "Th Jh Qh Kh Jo As Ks",
    "Th Jh Qh Kh Ah Ks Qs",  # and king-queen suited
    "Ac Ad Ah As Jo Kd Kc",  # five aces
    "Ac Ad Ah As Jo 2d 5c",
    "8c 8d 8h 8s 2d 3c Kh",
    "8c 8d 8h 2s 2d 3c Kh",
    "2c 3c 4c 5c 6c 9d Jd",
    "Ac 2d 3h 4s 5c 9d Jd",  # the wheel
    "9c 8d 7h 5s 4c 3d 2h",  # nine high
    "Tc 8d 7h 5s 4c 3d 2h",
    "Jc 8d 7h 5s 4c 3d 2h",
    "Qc 8d 7h 5s 4c 3d 2h",
    "Jo 8d 7h 5s 4c 3d 2h",  # a straight with the joker, ace high without
    "Jo Kd Qh Js 4c 3d 2h",
    "Jc Jd Ts Th 4c 4d 2h",
]
DEALERS = [
    "9c 8d 7h 5s 4c 3d 2h Jo",  # nine high beside the joker
    "Jo Td 8d 7h 5s 4c 3d 2h",
    "Jh Td 8d 6s 5s 4c 2h Jo",
    "Qh Td 8d 6s 5s 4c 2h Jo",
    "Kh Td 8d 6s 5s 4c 2h Jo",
    "Ah Kd Jd 9s 5s 4c 2h Jo",
    "Ah Ad Jd 9s 5s 4c 2h Jo",
    "9c 8d 7h 5s 4c 3d 2h 2s",
    "Ah Kd Qd 9s 8s 4c 3h 2d",  # a pai gow of eight
    "Kh Qd 9s 8s 7c 4c 3h 2d",
    "Ac 2d 3h 4s 5c 9d Jd Kh",
]


def stacked(hands: dict[int, str], seed: str) -> list[int]:
    """A deck that gives these hands; hand 6 is the dealer's, with its eighth card."""
    cards = np.full(DEALT, -1, np.int64)
    for place, text in hands.items():
        for turn, card in enumerate(naive.cards(text)):
            cards[7 * turn + place if turn < 7 else DEALT - 1] = card
    rest = [card for card in range(53) if card not in cards]
    Random(seed).shuffle(rest)
    cards[cards < 0] = rest[: int((cards < 0).sum())]
    return [int(card) for card in cards]


def rare_decks() -> list[list[int]]:
    decks = []
    for place, hand in enumerate(HANDS):
        decks += [stacked({place % 6: hand}, f"{hand} {seed}") for seed in range(3)]
        decks += [
            stacked({place % 6: hand, 6: dealer}, f"{hand} {dealer}")
            for dealer in DEALERS
            if not set(hand.split()) & set(dealer.split())
        ]
    decks += [stacked({6: dealer}, f"{dealer} {seed}") for dealer in DEALERS for seed in range(6)]
    two = {0: "3h 4h 5h 6h 7h 8h 9h", 3: "Td Jd Qd Kd Ad As Ks"}
    return [*decks, *(stacked({**two, 5: hand}, "envy") for hand in ("8c 8d 8s 2d 2c 3c Kh", "Ac Ah Jo Tc 9c 5d 6c"))]


@pytest.mark.parametrize("name", TABLES)
def test_rare_rounds_settle_as_they_are_counted(name: str) -> None:
    met: dict[str, set[int]] = {row: set() for row in simulation(name, 6).rows}
    for number, deck in enumerate(rare_decks()[:: 1 if name in ("everything on", "dead", "second wheel") else 4]):
        one = simulation(name, 6 - number % 2)
        played = one.play_cards(deck, number)
        check(one, played)
        for cells in played.cells:
            for row, of_seat in cells.items():
                met[row].update(of_seat)
    if name == "everything on":
        assert {row: len(one.rows[row]) - len(cells) for row, cells in met.items()} == dict.fromkeys(met, 0)


# Counting


def nets_of(one: Simulation) -> list[list[int]]:
    return [
        [int(cell.net * scale) for cell in cells]
        for cells, scale in zip(one.rows.values(), scales(one.rows), strict=True)
    ]


@pytest.mark.parametrize(("name", "seats"), [("everything on", 1), ("dead", 6), ("bonuses dead", 3), ("main alone", 4)])
def test_a_tally_is_the_sum_of_its_rounds(name: str, seats: int) -> None:
    one, rounds = simulation(name, seats), range(1000, 1150)
    tally = compiled(one.counter)(rounds.start, len(rounds), 9, *one.arguments)
    expected = np.zeros_like(tally)
    for number in rounds:
        played = one.play(9, number)
        for row, (wager, nets) in enumerate(zip(one.rows, nets_of(one), strict=True)):
            cells = [cell for seat in played.cells for cell in seat.get(wager, ())]
            for cell in cells:
                expected[row, cell] += 1
            total = sum(nets[cell] for cell in cells)
            expected[row, -2:] += np.array([total, total * total])
    assert (tally == expected).all()


def test_shards_change_nothing() -> None:
    one = simulation("everything on", 6)
    whole = compiled(one.counter)(0, 6000, 3, *one.arguments)
    shards = [(first, min(700, 6000 - first), 3, *one.arguments) for first in range(0, 6000, 700)]
    assert (Threads(2)(one.counter, shards[::-1]) == whole).all()
    assert not (compiled(one.counter)(0, 6000, 4, *one.arguments) == whole).all()


def test_plain_rounds_are_the_compiled_ones() -> None:
    one = simulation("dead", 3)
    assert (count_rounds(7, 12, 2, *one.arguments) == compiled(count_rounds)(7, 12, 2, *one.arguments)).all()


# Rows and cells


def test_rows_stand_in_the_letters_order() -> None:
    assert list(simulation("everything on", 1).rows) == [
        "main",
        "dealer-joker",
        "royal-riches",
        "royal-riches envy",
        "dealer-pai-gow",
        "player-pai-gow-insurance",
        "jackpot",
    ]
    assert list(simulation("main alone", 1).rows) == ["main"]


def cell(name: str, row: str, called: str) -> Cell:
    return next(cell for cell in simulation(name, 1).rows[row] if cell.name == called)


def test_main_cells_of_the_letter() -> None:
    cells = simulation("commission", 1).rows["main"]
    assert [cell.name for cell in cells] == [
        "surrender",
        *(f"{decision}, {outcome}" for decision in ("stand", "double") for outcome in ("win", "push", "lose")),
    ]
    assert [float(cell.net) for cell in cells] == [-0.5, 0.95, 0, -1, 1.9, 0, -2]
    assert [int(cell.staked) for cell in cells] == [1, 1, 1, 1, 2, 2, 2]


def test_cells_of_bonuses() -> None:
    assert cell("needs a win", "dealer-joker", "push").net == 0
    assert cell("dead", "jackpot", "no action").net == -1
    assert cell("everything on", "dealer-pai-gow", "nine-high pai gow").net == 300
    assert cell("everything on", "royal-riches", "three pair").net == 0
    assert cell("everything on", "royal-riches envy", "4 of a kind").net == 5
    assert cell("everything on", "jackpot", "7-card natural straight flush").net == -1  # a share is no part of the net


def test_a_study_is_simulated_and_settled_by_its_own_rules() -> None:
    study = study_game({"game": NAME, "rules": {"surrender": "1/4", "double": 3}})
    one = prepare(study, strategy_of(study, "optimal"), 2)
    assert [float(cell.net) for cell in one.rows["main"]] == [-0.25, 1, 0, -1, 4, 0, -4]
    assert compiled(one.counter)(0, 50, 1, *one.arguments)[0, :7].sum() == 100
    for number in range(300):
        check_round(one, one.play(1, number))


@pytest.mark.parametrize("seats", [0, 7])
def test_a_table_has_one_to_six_seats(seats: int) -> None:
    game = houseway.game(NAME)
    with pytest.raises(InvalidInput, match="1 to 6"):
        prepare(game, strategy_of(game, "optimal"), seats)


def test_the_dealer_holds_the_joker_whatever_the_seats() -> None:
    """Seven hands are always dealt: 8 of 53 with one seat as with six."""
    for seats in (1, 6):
        one = simulation("everything on", seats)
        tally = compiled(one.counter)(0, 30_000, 1, *one.arguments)[1]
        jokers = tally[:5].sum() / tally[:6].sum()
        assert abs(jokers - 8 / 53) < 4 * sqrt(8 / 53 * 45 / 53 / 30_000)
    record = simulation("everything on", 1).play(1, 1).record
    assert len(record["dealer"]) == 8
    assert str(JOKER) == "Jo"


# Against the exact figures


# Of 154,143,080 x 260,932,815 deals by house-way-simple: the edge, and how many are won against each pai gow.
SIMPLE_EDGE = 118775179083047 / 5027623472146275
SIMPLE_WON = (959401110948, 9426928932180, 54099050938800, 199957612922532, 558597331956960, 1160260006403736)


def test_a_simulation_agrees_with_the_analysis() -> None:
    """Every row of 300,000 rounds within 4 standard errors, those that ask who won the bet among them."""
    game = houseway.game(NAME, TABLES["house way"][0])
    one = prepare(game, strategy_of(game, "house-way-simple"), 1)
    rounds = 300_000
    shards = [(first, 50_000, 11, *one.arguments) for first in range(0, rounds, 50_000)]
    tally = RUN(one.counter, shards)
    prices = price_bonuses(one.game, RUN)
    won = dict(zip((200, 150, 75, 20, 10, 5), SIMPLE_WON, strict=True))
    pai_gow = sum((1 + pays) * deals for pays, deals in won.items()) / (154_143_080 * 260_932_815) - 1
    exact = {"main": -SIMPLE_EDGE, "dealer-pai-gow": pai_gow}
    for row, option in (
        ("dealer-joker", "1"),
        ("royal-riches", "6"),
        ("player-pai-gow-insurance", "1"),
        ("jackpot", "2"),
    ):
        exact[row] = float(prices[row][option].net)
    for place, (row, scale) in enumerate(zip(one.rows, scales(one.rows), strict=True)):
        if row in exact:
            mean, square = (int(tally[place, end]) / scale / rounds for end in (-2, -1))
            error = sqrt((square / scale - mean**2) / rounds)
            assert abs(mean - exact[row]) < 4 * error, row
