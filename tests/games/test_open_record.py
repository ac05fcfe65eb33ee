"""Records with an open decision: the seat in turn sees the same whether hidden cards are there or left out."""

import copy
from random import Random
from typing import Any

import pytest

from houseway.cards.card import Card
from houseway.cards.deck import shoe_cards, shuffle
from houseway.errors import HousewayError
from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.games.round.open_record import open_round
from houseway.games.round.round import Round


def rounds(name: str, random: Random) -> list[Round]:
    """A random round of a game at each of its open decisions."""
    chosen = demonstration(name, {"face-up": random.choice(["yes", "no"])} if name == "down-under-holdem" else {})
    table = chosen.approval.table
    cards = shoe_cards(6) if table.deck == "shoe" else tuple(Card(n) for n in range(53 if table.jokers else 52))
    deck = list(shuffle(cards, random.getrandbits))
    seats = sorted(random.sample(range(1, table.seats + 1), random.randint(1, table.seats - 1)))
    main = dict.fromkeys(chosen.approval.required, 20)
    now = chosen.deal(dict.fromkeys(seats, main), deck)
    left = iter(reversed(deck))
    found = []
    while not now.finished:
        if now.turn is None:
            now = now.take(next(left))
            continue
        found.append(now)
        choice = random.choice(now.choices())
        text = str(choice)
        now = now.decide(text) if now.can_decide(text) else now.decide(default(now))
    return found


def default(now: Round) -> str:
    words = ("set house-way", "stand", "check", "fold", "raise 1x")
    return next(word for word in words if now.can_decide(word))


def stripped(now: Round) -> dict[str, Any]:
    """The record of an open round without what the seat in turn cannot see."""
    record, turn = now.record(), now.turn
    assert turn is not None
    record["dealer"] = [str(card) for card in now.seen_dealer() if card is not None]
    if now.lights() is not None:
        record["lights"] = list(reversed(now.lights() or []))
    if "board" in record:
        record["board"] = [str(card) for card in now.seen_board() if card is not None]
    for row, seat in zip(record["seats"], now.seats, strict=True):
        if not now.sees_cards_of(turn, seat):
            del row["cards"]
    return record


@pytest.mark.parametrize("name", game_names())
def test_hidden_cards_make_no_difference(name: str) -> None:
    seen = 0
    for number in range(40):
        for now in rounds(name, Random(f"{name}/{number}")):
            whole, told = open_round(now.record()), open_round(stripped(now))
            seen += 1
            for found in (whole, told):
                assert found.seat == now.seat(now.turn or 0)
                assert found.dealer == now.seen_dealer()
                assert found.board == tuple(card for card in now.seen_board() if card is not None)
                assert found.now.turn == now.turn
                assert found.now.choices() == now.choices()
                assert [len(seat.decisions) for seat in found.now.seats] == [len(seat.decisions) for seat in now.seats]
            assert whole.lights == told.lights == (None if now.lights() is None else tuple(now.lights() or ()))
            assert whole.others == told.others
    assert seen > 80


HOLDEM = {
    "game": "down-under-holdem",
    "lights": ["gold", "blue"],
    "seats": [{"seat": 2, "cards": ["Ah", "Kh"], "wagers": {"ante": 10, "bet": 10}, "decisions": []}],
}
BLACKJACK = {
    "game": "down-under-blackjack",
    "dealer": ["9h"],
    "lights": ["red"],
    "seats": [{"seat": 1, "cards": ["8c", "8d"], "wagers": {"wager": 10}, "decisions": []}],
}


@pytest.mark.parametrize(
    ("record", "change", "reason"),
    [
        (HOLDEM, {"lights": None}, "lights: are missing"),
        (HOLDEM, {"lights": ["gold"]}, "lights: must be a list of 2"),
        (HOLDEM, {"lights": ["gold", "green"]}, "lights: must be a list of 2"),
        (HOLDEM, {"lights": ["gold", {}]}, "lights: must be a list of 2"),
        (HOLDEM, {"dealer": ["2c", "3c"]}, "lights: the dealer's cards show blue, blue"),
        (HOLDEM, {"dealer": ["Ah", "3c"]}, "Ah"),
        (HOLDEM, {"void": "misdeal"}, "void: unknown key"),
        (HOLDEM, {"board": ["2c", "3c", "4c", "5c", "6c", "7c"]}, "board: must be 5 cards"),
        (HOLDEM, {"game": "premium-holdem"}, "bet: unknown wager"),
        (BLACKJACK, {"dealer": ["Kh"], "lights": ["gold"]}, "the hole card must be given"),
        (BLACKJACK, {"dealer": []}, "dealer"),
        (BLACKJACK, {"draws": ["2c"]}, "draws: there is more than can have happened yet"),
        (BLACKJACK, {"lights": ["red", "red"]}, "lights: must be a list of 1"),
    ],
)
def test_what_cannot_be(record: dict[str, Any], change: dict[str, Any], reason: str) -> None:
    given = copy.deepcopy(record) | change
    given = {key: value for key, value in given.items() if value is not None}
    with pytest.raises(HousewayError) as problem:
        open_round(given)
    assert reason in str(problem.value)
    assert "\n" not in str(problem.value)


def test_decisions_that_do_not_leave_one_open() -> None:
    given = copy.deepcopy(HOLDEM)
    given["seats"][0]["decisions"] = ["play 3x"]  # type: ignore[index]
    with pytest.raises(HousewayError, match="nothing is left to decide"):
        open_round(given)
    given["seats"][0]["decisions"] = ["check"]  # type: ignore[index]
    with pytest.raises(HousewayError, match="board: the open cards must be given"):
        open_round(given)
    given["seats"][0]["decisions"] = ["play 3x", "play 1x"]  # type: ignore[index]
    with pytest.raises(HousewayError, match="there is more than can have happened yet"):
        open_round(given)
    given["seats"][0]["cards"] = []  # type: ignore[index]
    given["seats"][0]["decisions"] = []  # type: ignore[index]
    with pytest.raises(HousewayError, match="seat 2: cards"):
        open_round(given)


def test_a_hand_that_waits_for_its_card() -> None:
    given = copy.deepcopy(BLACKJACK)
    given["seats"][0]["decisions"] = ["hit"]  # type: ignore[index]
    with pytest.raises(HousewayError, match="draws: the card that a hand waits for is missing"):
        open_round(given)
    given["draws"] = ["2c"]
    assert open_round(given).now.choices()


def test_the_last_hands_are_played() -> None:
    given = copy.deepcopy(BLACKJACK)
    given["seats"][0]["decisions"] = ["stand"]  # type: ignore[index]
    with pytest.raises(HousewayError, match="nothing is left to decide"):
        open_round(given)


def test_games_without_a_card_reader_have_no_lights() -> None:
    seats = [{"seat": 1, "cards": ["Ah", "Kh", "Qh"], "wagers": {"ante": 10, "xtra-bonus": 10}, "decisions": []}]
    record = {"game": "premium-holdem", "seats": seats}
    assert open_round(record).lights is None
    with pytest.raises(HousewayError, match="lights: premium-holdem has no card reader"):
        open_round({**record, "lights": ["gold"]})
