"""R21: the decks that a house has dealt, tested at 99% as they are found in its log; `audit shuffle --statistics`."""

import itertools
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean, pstdev

import pytest

from house.support.floor import NOTHING, opened_table, play, play_shuffled, sheet_text
from houseway.cards.card import Card
from houseway.cards.deck import joker_deck, shoe_cards, standard_deck
from houseway.cli import main
from houseway.house.log.memory import MemoryLog
from houseway.house.records.deep_audit.shuffles import RevealedDeck, revealed_decks
from houseway.house.records.shuffle_statistics import (
    LIMIT,
    ShuffleTest,
    bits_z,
    chi_square_z,
    overall_answer,
    places_z,
    runs_z,
    serial_z,
    shuffle_tests,
)
from houseway.house.store.store import open_log
from houseway.house.tables.shuffle import deck_order

Orders = Sequence[Sequence[int]]
CASES: list[tuple[Callable[[Orders], float], Sequence[int]]] = [
    (places_z, range(20)),
    (places_z, [*range(10)] * 3),
    (serial_z, range(20)),
    (serial_z, [*range(10)] * 3),
    (runs_z, range(20)),
]


@pytest.mark.parametrize(("test", "cards"), CASES)
def test_chance_is_a_standard_deviation_wide(test: Callable[[Orders], float], cards: Sequence[int]) -> None:
    chance = random.Random(21)
    found = [test([chance.sample(cards, len(cards)) for _ in range(60)]) for _ in range(200)]
    assert abs(fmean(found)) < 0.2
    assert 0.85 < pstdev(found) < 1.15


@pytest.mark.parametrize("cards", [(0, 1, 2, 3, 4, 5), (0, 0, 1, 1, 2, 3), (0, 0, 0, 1, 1, 2)])
def test_mean_and_variance_of_neighbours_are_exact(cards: tuple[int, ...]) -> None:
    every = [serial_z([order]) for order in itertools.permutations(cards)]
    assert fmean(every) == pytest.approx(0, abs=1e-9)
    assert pstdev(every) == pytest.approx(1)


def test_mean_and_variance_of_runs_are_exact() -> None:
    every = [runs_z([order]) for order in itertools.permutations(range(7))]
    assert fmean(every) == pytest.approx(0, abs=1e-9)
    assert pstdev(every) == pytest.approx(1)


def test_places_of_one_deck_are_as_chance_expects_whatever_the_deck() -> None:
    """The mean of the chi-square is its degrees of freedom, also where cards are alike."""
    for cards in (range(52), [*range(13)] * 4):
        freedom = (len(set(cards)) - 1) * (len(cards) - 1)
        assert places_z([list(cards)]) == pytest.approx(chi_square_z(freedom, freedom), abs=1e-6)


@pytest.mark.parametrize(("zs", "passed"), [((), True), ((2.57,), True), ((-2.58,), False)])
def test_the_answer_of_one_test_is_at_99_percent(zs: tuple[float, ...], passed: bool) -> None:
    assert overall_answer(findings(*zs)).passed is passed


def test_many_tests_are_together_at_99_percent() -> None:
    assert overall_answer(findings(0.1, 2.8, -1, 0.5)).passed
    assert [test.passed for test in overall_answer(findings(0.1, 2.8, -1, 0.5)).tests] == [
        True,
        False,
        True,
        True,
    ]
    assert not overall_answer(findings(0.1, -3.1, -1, 0.5)).passed
    chance = random.Random(99)
    logs = [overall_answer(findings(*(chance.gauss(0, 1) for _ in range(4)))).passed for _ in range(5000)]
    assert 0.985 < sum(logs) / len(logs) < 0.995


def findings(*zs: float) -> list[ShuffleTest]:
    return [ShuffleTest(test="places", decks=300, needed=260, z=z, passed=abs(z) < LIMIT) for z in zs]


def fair(cards: Sequence[Card], count: int, start: int = 0) -> list[RevealedDeck]:
    found = []
    for deck in range(start, start + count):
        seed = f"{random.Random(f'seed {deck}').getrandbits(256):064x}"
        order = deck_order(cards, seed, table="7", deck=deck, values=())
        found.append(RevealedDeck(seed=seed, order=order))
    return found


@pytest.mark.parametrize("cards", [standard_deck(), joker_deck(), shoe_cards(2)])
def test_a_fair_shuffle_passes(cards: Sequence[Card]) -> None:
    tests = shuffle_tests(fair(cards, 300))
    assert {test.test.split()[0] for test in tests} >= {"bits", "places", "serial"}
    assert [test.passed for test in tests] == [True] * len(tests)


def test_decks_of_two_kinds_are_tested_apart_and_too_few_say_nothing() -> None:
    tests = shuffle_tests([*fair(standard_deck(), 29), *fair(joker_deck(), 264)])
    assert {test.test: test.passed for test in tests} == {
        "bits of seeds": True,
        "places of 52 cards": None,
        "serial correlation of 52 cards": None,
        "runs of 52 cards": None,
        "places of 53 cards": None,
        "serial correlation of 53 cards": True,
        "runs of 53 cards": True,
    }
    assert next(test.needed for test in tests if test.test == "places of 53 cards") == 265
    assert all(test.z is None for test in tests if test.decks < test.needed)


def spoiled(spoil: Callable[[tuple[Card, ...], random.Random], list[Card]]) -> dict[str, bool | None]:
    chance = random.Random(5)
    decks = [
        RevealedDeck(seed=deck.seed, order=tuple(spoil(deck.order, chance))) for deck in fair(standard_deck(), 300)
    ]
    return {test.test.split()[0]: test.passed for test in shuffle_tests(decks)}


def test_a_card_that_likes_the_top_is_found() -> None:
    ace = standard_deck()[0]

    def up(order: tuple[Card, ...], chance: random.Random) -> list[Card]:
        rest = [card for card in order if card != ace]
        return [ace, *rest] if chance.random() < 0.5 else list(order)

    assert spoiled(up)["places"] is False


def test_cards_that_stay_together_are_found() -> None:
    """Sorted by fours, as if a machine had shuffled packets."""

    def packets(order: tuple[Card, ...], _chance: random.Random) -> list[Card]:
        return [card for start in range(0, 52, 4) for card in sorted(order[start : start + 4], key=str)]

    found = spoiled(packets)
    assert found["serial"] is False
    assert found["runs"] is False


def test_decks_that_are_too_even_are_found() -> None:
    """Every order with all its rotations: each card is on each place exactly as often."""
    order = standard_deck()
    decks = [
        RevealedDeck(seed=deck.seed, order=(*order[deck_number % 52 :], *order[: deck_number % 52]))
        for deck_number, deck in enumerate(fair(order, 312))
    ]
    (places,) = (test for test in shuffle_tests(decks) if test.test.startswith("places"))
    assert places.z is not None
    assert places.z < -LIMIT


def test_a_seed_with_a_bit_that_sticks_is_found() -> None:
    seeds = [deck.seed for deck in fair(standard_deck()[:3], 200)]
    assert abs(bits_z(seeds)) < LIMIT
    stuck = [f"{int(seed, 16) | 0b1111:064x}" for seed in seeds]
    assert bits_z(stuck) > LIMIT


# ---- in a log


def test_the_revealed_decks_of_a_log_are_those_that_were_dealt() -> None:
    log = MemoryLog()
    table = opened_table(log, sheet_text(shuffled=True))
    play_shuffled(table, 3)
    decks = list(revealed_decks(log, ["1"]))
    assert len(decks) == 3
    seeds = [event.data["seed"] for event in log.read("table/1") if event.kind == "revealed"]
    assert [deck.seed for deck in decks] == seeds
    records = [event.data["record"] for event in log.read("table/1") if event.kind == "settled"]
    for deck, record in zip(decks, records, strict=True):
        assert {*record["seats"][0]["cards"]} <= {str(card) for card in deck.order[:21]}


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with open_log(path) as log:
        play_shuffled(opened_table(log, sheet_text(shuffled=True)), 31)
        other = {'name = "1"': 'name = "2"', 'name = "jackpot-1"': 'name = "jackpot-2"'}
        play(opened_table(log, sheet_text(other)), {1: NOTHING})

    def run(*words: str, code: int = 0) -> str:
        assert main(["audit", "shuffle", *words, "--db", path]) == code
        return capsys.readouterr().out

    found = json.loads(run("--statistics", "--json", code=1))
    assert found == json.loads(run("1", "--statistics", "--json", code=1))
    assert (found["confidence"], found["passed"]) == ("99%", False)
    results = {test["test"]: (test["decks"], test["passed"]) for test in found["tests"]}
    assert results["bits of seeds"] == (31, False)  # the seeds of our tests are counted: 0, 1, 2, ...
    assert results["places of 53 cards"] == (31, None)
    assert results["serial correlation of 53 cards"] == (31, True)
    shown = run("--statistics", code=1)
    assert "outside 99%" in shown
    assert "together NOT what chance gives" in shown
    assert "too few decks" in shown
    none = json.loads(run("2", "--statistics", "--json"))
    assert (none["passed"], [test["decks"] for test in none["tests"]]) == (True, [0])
    assert "together what chance gives" in run("2", "--statistics")
    run(code=2)
    run("9", "--statistics", code=2)
