"""What people decided, weighed: an amount by itself, and each mistake with the position that its seat saw."""

from typing import Any

import pytest

from houseway.web.coach.advisor import weigh_decisions
from houseway.web.coach.learning import choice_of, seen_position

Record = dict[str, Any]


def weighed(record: Record) -> list[tuple[str, Record]]:
    return [(decided.decision, found) for decided, found in weigh_decisions(record, record["seats"][0]["seat"])]


def flush_record(*decisions: str) -> Record:
    cards = {"dealer": "2c 4d 6h 8s Tc Qd 3h", "cards": "Ah Kh Qh Jh 9h 2s 3c"}
    seat = {"seat": 1, "cards": cards["cards"].split(), "wagers": {"bet": "10.00"}, "decisions": [*decisions]}
    return {"game": "flush-poker", "dealer": cards["dealer"].split(), "seats": [seat]}


def test_a_part_of_a_raise_costs_what_it_leaves_out() -> None:
    ((decision, found),) = weighed(flush_record("raise 13.37"))
    values = found["decisions"]
    assert decision == "raise 13.37"
    assert found["best"] == "raise 2x"
    assert found["decided"] == pytest.approx(values["raise 1x"] + 0.337 * (values["raise 2x"] - values["raise 1x"]))
    assert values["raise 1x"] < found["decided"] < values["raise 2x"]


@pytest.mark.parametrize(("amount", "same"), [("10", "raise 1x"), ("20", "raise 2x")])
def test_an_amount_that_is_a_multiple_is_worth_as_much(amount: str, same: str) -> None:
    ((_, found),) = weighed(flush_record(f"raise {amount}"))
    assert found["decided"] == pytest.approx(found["decisions"][same])


def blackjack_record(decisions: list[str], draws: str, cards: str = "6h 5s") -> Record:
    seat = {"seat": 2, "cards": cards.split(), "wagers": {"wager": "10.00"}, "decisions": decisions}
    return {"game": "down-under-blackjack", "dealer": ["6c", "9d"], "draws": draws.split(), "seats": [seat]}


def test_a_double_for_less_is_worth_its_part() -> None:
    ((_, found),) = weighed(blackjack_record(["double 2.50"], "Th 8c"))
    assert found["best"] == "double"
    assert found["decided"] == pytest.approx(found["decisions"]["double"] * 1.25 / 2)


def test_a_double_for_less_of_a_split_hand_leaves_the_other_hand_as_it_is() -> None:
    whole, part = (
        dict(weighed(blackjack_record(["split", how, "stand"], "3s Th Td 8c", "8h 8s")))[how]
        for how in ("double", "double 5")
    )
    assert whole["decisions"] == part["decisions"]
    full = whole["decisions"]["double"]
    assert part["decided"] != pytest.approx(full)
    whole_amount = dict(weighed(blackjack_record(["split", "double 10", "stand"], "3s Th Td 8c", "8h 8s")))["double 10"]
    assert whole_amount["decided"] == pytest.approx(full)


def pai_gow_record(*decisions: str) -> Record:
    seat = {
        "seat": 1,
        "cards": ["Ah", "Ad", "Ks", "Kd", "9c", "8c", "2h"],
        "wagers": {"bet": "10.00"},
        "decisions": [*decisions],
    }
    return {"game": "wild-monkey-pai-gow", "dealer": ["2c", "4d", "6h", "8s", "Tc", "Qd", "3h", "Jd"], "seats": [seat]}


def test_a_part_of_a_double_down_lies_between_standing_and_doubling() -> None:
    found = dict(weighed(pai_gow_record("set Ks Kd", "double 4")))["double 4"]
    stand, double = found["decisions"]["stand"], found["decisions"]["double"]
    assert found["decided"] == pytest.approx(stand + 0.4 * (double - stand))


def test_what_follows_on_a_foul_is_left_out() -> None:
    assert [decision for decision, _ in weighed(pai_gow_record("set Ks Kd", "stand"))] == ["set Ks Kd", "stand"]
    foul = pai_gow_record("set Ah Ks", "stand")
    foul["seats"][0]["cards"] = ["Ah", "Ks", "Qs", "Jc", "9c", "7s", "2h"]
    assert [decision for decision, _ in weighed(foul)] == ["set Ah Ks"]


def test_cards_in_either_order_are_one_setting() -> None:
    assert choice_of("set Kd Ah", {"set Ah Kd": 0.5}) == "set Ah Kd"
    assert choice_of("raise 13.37", {"raise 1x": 0.5, "raise 2x": 0.7}) == "raise 13.37"


# ---- what the seat saw


def test_a_position_is_that_of_the_seat_in_turn() -> None:
    """In blackjack everybody's cards are open: the first ones need not be one's own."""
    record = blackjack_record(["hit", "stand"], "2h")
    record["seats"] = [
        {"seat": 1, "cards": ["Th", "9s"], "wagers": {"wager": "10.00"}, "decisions": ["stand"]},
        {"seat": 2, "cards": ["6h", "5s"], "wagers": {"wager": "10.00"}, "decisions": []},
    ]
    record |= {"dealer": ["6c"], "lights": ["red"], "draws": []}
    seen = seen_position(record)
    assert seen
    assert (seen.seat, seen.cards, seen.hand) == (2, ["6h", "5s"], "11")
    assert (seen.dealer, seen.lights, seen.board) == (["6c"], ["red"], [])


def test_a_position_after_the_flop_shows_board_and_lights() -> None:
    record = {
        "game": "down-under-holdem",
        "dealer": [],
        "lights": ["blue", "gold"],
        "board": ["Kd", "7s", "7c"],
        "seats": [{"seat": 4, "cards": ["Ah", "Kh"], "wagers": {"ante": "5", "bet": "5"}, "decisions": ["check"]}],
    }
    seen = seen_position(record)
    assert seen
    assert (seen.seat, seen.cards, seen.board) == (4, ["Ah", "Kh"], ["Kd", "7s", "7c"])
    assert (seen.dealer, seen.lights) == ([], ["blue", "gold"])
    assert seen.hand == "two pair, kings and sevens"
    assert seen_position({"game": "down-under-holdem", "study": {"name": "x", "rules": "y"}}) is None
