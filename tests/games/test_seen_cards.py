"""Other seats' cards that a record shows are used by advice, in every game; a foul setting is refused."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import houseway
from houseway.cards.card import parse_cards
from houseway.cards.hands import poker_strength
from houseway.errors import IllegalDecision
from houseway.games.flush_poker.exact.values import values as flush_values
from houseway.games.premium_holdem.exact.values import board_values, payoffs_of, seeing_values
from houseway.games.premium_holdem.rules import ending, xtra_line
from houseway.games.premium_holdem.variant import variant_of
from houseway.games.round.open_record import open_round
from houseway.games.study import study_game

HAND, OTHER = "Jc 8c 7c 9d 2d 3h 4s", "Jo As Ks Qs Ah Kh Qh"


def flush_record(**more: Any) -> dict[str, Any]:
    seats = [
        {"seat": 1, "cards": HAND.split(), "wagers": {"bet": 10}, "decisions": []},
        {"seat": 2, "cards": OTHER.split(), "wagers": {"bet": 10}, "decisions": []},
    ]
    return {"game": "flush-poker", "seats": seats, **more}


def test_flush_poker_uses_the_cards_that_are_shown() -> None:
    answer = houseway.advise(flush_record())
    shown = flush_values(parse_cards(HAND.split()), parse_cards(OTHER.split()))
    assert answer["others_seen"] == OTHER.split()
    for decision, value in shown.items():
        assert answer["decisions"][decision]["ev"] == pytest.approx(float(value))
    alone = flush_record()
    alone["seats"][1]["cards"] = []
    assert houseway.advise(alone)["decisions"]["raise 1x"]["ev"] != answer["decisions"]["raise 1x"]["ev"]


def test_some_of_a_hand_may_be_shown() -> None:
    record = flush_record()
    record["seats"][1]["cards"] = ["As", "Jo"]
    assert houseway.advise(record)["others_seen"] == ["As", "Jo"]


def test_nothing_hidden_is_used_of_a_whole_round() -> None:
    whole = flush_record(dealer=["2c", "3c", "4c", "5d", "6d", "7h", "8h"])
    assert open_round(whole).others == ()
    assert "others_seen" not in houseway.advise(whole)


@pytest.mark.parametrize(
    "record",
    [
        {
            "game": "premium-holdem",
            "board": ["Kd", "7s", "7c", "2d"],
            "seats": [
                {
                    "seat": 1,
                    "cards": ["Ah", "Kh", "3c"],
                    "wagers": {"ante": 5, "xtra-bonus": 5},
                    "decisions": ["check"],
                },
                {
                    "seat": 2,
                    "cards": ["7d", "7h", "Ks"],
                    "wagers": {"ante": 5, "xtra-bonus": 5},
                    "decisions": ["check"],
                },
            ],
        },
        {
            "game": "down-under-holdem",
            "lights": ["gold", "blue"],
            "board": ["Kd", "7s", "7c"],
            "seats": [
                {"seat": 1, "cards": ["Ah", "Qh"], "wagers": {"ante": 5, "bet": 5}, "decisions": ["check"]},
                {"seat": 2, "cards": ["As", "Ac"], "wagers": {"ante": 5, "bet": 5}, "decisions": ["check"]},
            ],
        },
    ],
)
def test_the_holdems_use_them_too(record: dict[str, Any]) -> None:
    seen = open_round(record)
    assert [str(card) for card in seen.others] == record["seats"][1]["cards"]
    assert [str(card) for card in seen.now.seat(2).cards] == record["seats"][1]["cards"]


def test_premium_before_the_board_is_counted_over_all_boards_and_dealers() -> None:
    """A naive twin on a deck of four ranks: every board, every dealer, the best decision after each board."""
    study = study_game({"game": "premium-holdem", "rules": {"deck": "9TJQ", "qualifier": "pair of nines"}})
    variant = variant_of(study)
    hole, others = parse_cards(["Qc", "Jc", "9d"]), parse_cards(["Qd", "Qh", "9c"])
    left = [card for card in variant.deck if card not in {*hole, *others}]
    payoffs = payoffs_of(variant.pays)
    check = play = Fraction(0)
    deals = 0
    for board in combinations(left, 4):
        rest = [card for card in left if card not in board]
        player = poker_strength([*hole, *board])
        nets = dict.fromkeys(payoffs.nets, 0)
        for dealer in combinations(rest, 3):
            end = 4 * xtra_line(player) + ending(player, poker_strength([*dealer, *board]), variant.least)
            for decision in nets:
                nets[decision] += payoffs.nets[decision][end]
            deals += 1
        check += max(nets["fold"], nets["play 1x"], nets["play 2x"])
        play += nets["play 3x"]
        if board == tuple(left[:4]):
            after = board_values(hole, board, variant, others=others)
            assert after["play 2x"] == Fraction(nets["play 2x"], payoffs.scale * len(list(combinations(rest, 3))))
    expected = {"check": check / (payoffs.scale * deals), "play 3x": play / (payoffs.scale * deals)}
    assert seeing_values(hole, variant, others) == expected


def test_a_foul_setting_is_refused() -> None:
    seat = {
        "seat": 1,
        "cards": ["Kd", "Ks", "9h", "7s", "5c", "3d", "2h"],
        "wagers": {"bet": 10},
        "decisions": ["set Kd Ks"],
    }
    with pytest.raises(IllegalDecision, match="seat 1: decisions: 'set Kd Ks' is a foul"):
        houseway.advise({"game": "wild-monkey-pai-gow", "seats": [seat]})
