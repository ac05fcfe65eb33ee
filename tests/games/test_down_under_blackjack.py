"""Down Under Blackjack, the hands: clauses 1 to 13 and their readings. The bonuses have files of their own."""

import pytest

import houseway
from games.records import Record, blackjack, choices, deck_with, opened, played, refused, settled, together, whole_lines
from houseway.cards.deck import shoe_cards

FOUR_EIGHTS = "split, split, split, stand, stand, stand, double 5"


def drawn_out(total: int) -> Record:
    """A player's 19 against a dealer who draws to the given total from 16."""
    return blackjack(dealer="Td 6d", draws=f"{total - 16}c")


# ---- clause 1: what wins pay


def test_clause_1_a_win_pays_even_money() -> None:
    assert whole_lines(blackjack())["hand 1"] == {
        "wager": "wager",
        "hand": 1,
        "cards": ["Th", "9h"],
        "stake": "10.00",
        "result": "win",
        "odds": "1 to 1",
        "returned": "20.00",
        "rule": "2",
    }


@pytest.mark.parametrize(("option", "returned"), [("3:2", "25.00"), ("6:5", "22.00")])
@pytest.mark.parametrize("cards", ["Ah Kh", "Th Ah"])
def test_clause_1_a_blackjack_pays_three_to_two_or_six_to_five(cards: str, option: str, returned: str) -> None:
    assert settled(blackjack(cards, decisions="", blackjack_pays=option)) == {"hand 1": f"win {returned} [1]"}


def test_clause_1_a_blackjack_beats_a_drawn_21() -> None:
    record = together(blackjack("Ah Kh", "Td 6d", ""), blackjack("Th 9h"), draws=["5c"])
    assert settled(record, 1) == {"hand 1": "win 25.00 [1]"}
    assert settled(record, 2) == {"hand 1": "lose 0.00 [2]"}


# ---- clause 2: totals


@pytest.mark.parametrize(
    ("cards", "outcome"), [("Th 9h", "win 20.00"), ("Th 8h", "push 10.00"), ("Th 7h", "lose 0.00")]
)
def test_clause_2_the_higher_total_wins(cards: str, outcome: str) -> None:
    assert settled(blackjack(cards)) == {"hand 1": f"{outcome} [2]"}


def test_clause_2_going_over_21_loses() -> None:
    assert settled(blackjack("Th 5h", decisions="hit", draws="Tc")) == {"hand 1": "lose 0.00 [2]"}


def test_clause_2_a_broken_hand_loses_though_the_dealer_breaks() -> None:
    record = together(blackjack("Th 5h", "Td 6d", "hit"), blackjack("Th 9h"), draws=["Tc", "Kc"])
    assert settled(record, 1) == {"hand 1": "lose 0.00 [2]"}
    assert settled(record, 2) == {"hand 1": "win 20.00 [2]"}


def test_clause_2_an_ace_counts_one_where_eleven_would_break() -> None:
    record = blackjack("Ah 6h", decisions="hit, hit, stand", draws="7c 5c")  # 17, 14, 19 against 18
    assert settled(record) == {"hand 1": "win 20.00 [2]"}


# ---- clauses 3 to 6: equipment


@pytest.mark.parametrize(
    ("down", "lights"), [("2c", "blue"), ("5c", "blue"), ("6c", "red"), ("9c", "red"), ("Tc", "gold"), ("Ac", "gold")]
)
def test_clause_3_the_light_tells_the_range_of_the_hole_card(down: str, lights: str) -> None:
    view = opened(blackjack(dealer=f"7d {down}")).view(1)
    assert view["lights"] == [lights]
    assert view["dealer"] == ["7d", "??"]


@pytest.mark.parametrize("device", ["reader", "cards"])
def test_clause_3_reader_or_down_under_cards(device: str) -> None:
    assert settled(blackjack(hole_card_device=device)) == {"hand 1": "win 20.00 [2]"}


@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
def test_clause_5_a_card_appears_as_often_as_there_are_decks(decks: int) -> None:
    """All aces of hearts: two with the player, the others drawn by hitting 2, 3, ... up to 8 at most."""
    hits = ", ".join(["hit"] * (decks - 2) + ["stand"])
    assert "hand 1" in settled(blackjack("Ah Ah", decisions=hits, draws="Ah " * (decks - 2), decks=decks))
    extra = blackjack("Ah Ah", decisions=f"hit, {hits}", draws="Ah " * (decks - 1), decks=decks)
    assert f"Ah appears more than {decks} times" in refused(extra)


def test_clause_5_no_joker_is_drawn() -> None:
    record = blackjack("6h 5h", decisions="hit, stand", draws="Jo")
    assert "this game is played without a joker" in refused(record)


@pytest.mark.parametrize("decks", [1, 3, 7, 9])
def test_clause_5_no_other_number_of_decks(decks: int) -> None:
    assert refused(blackjack(decks=decks)).startswith("options.decks: ")


@pytest.mark.parametrize("dealing", ["shoe", "continuous"])
def test_clause_5_from_a_shoe_or_a_continuous_machine(dealing: str) -> None:
    assert settled(blackjack(dealing=dealing)) == {"hand 1": "win 20.00 [2]"}


@pytest.mark.parametrize("cards", ["quarter", 0, 103])
def test_option_cut_card_is_fewer_than_the_shoe(cards: object) -> None:
    assert settled(blackjack(decks=2, cut_card=cards)) == {"hand 1": "win 20.00 [2]"}
    assert "must be fewer than the 104 cards" in refused(blackjack(decks=2, cut_card=104))


def test_clause_6_no_surrender() -> None:
    assert "'surrender' is not legal here" in refused(blackjack(decisions="surrender"))


def test_reading_insurance_is_not_offered() -> None:
    assert choices(opened(blackjack(dealer="Ad 8d"))) == ["hit", "stand", "double", "double 0.01 … 10"]
    assert "'insurance' is not legal here" in refused(blackjack(dealer="Ad 8d", decisions="insurance"))


def test_deal_order_two_rounds_the_first_dealer_card_is_up() -> None:
    deck = deck_with("2c 3c 4c", "2d 3d 4d")
    now = houseway.game("down-under-blackjack").deal({3: {"wager": 5}, 7: {"wager": 5}}, deck)
    assert [list(map(str, seat.cards)) for seat in now.seats] == [["2c", "2d"], ["3c", "3d"]]
    assert now.view(3)["dealer"] == ["4c", "??"]
    assert len(shoe_cards(6)) == 312


# ---- clause 7: splits


def test_clause_7_a_split_makes_two_hands_with_a_wager_each() -> None:
    record = blackjack("8h 8d", "Td 7d", "split, stand, stand", "Kc 9c")
    assert settled(record) == {"hand 1": "win 20.00 [2]", "hand 2": "push 10.00 [2]"}
    assert houseway.settle(record)["seats"][0]["staked"] == "20.00"


def test_clause_7_up_to_four_hands_the_left_one_is_played_first() -> None:
    told = whole_lines(blackjack("8h 8d", "Td 7d", FOUR_EIGHTS, "8s 8c Tc 9c Kc 2c Tc"))
    assert {name: (" ".join(line["cards"]), line["stake"], line["returned"]) for name, line in told.items()} == {
        "hand 1": ("8h Tc", "10.00", "20.00"),
        "hand 2": ("8c 9c", "10.00", "10.00"),
        "hand 3": ("8s Kc", "10.00", "20.00"),
        "hand 4": ("8d 2c Tc", "15.00", "30.00"),
    }


def test_clause_7_no_fifth_hand() -> None:
    now = played(opened(blackjack("8h 8d", "Td 7d")), "split", "8s", "split", "8c", "split", "8h")
    assert [str(card) for card in now.seat(1).cards] == ["8h", "8d"]
    assert "split" not in choices(now)
    assert not now.can_decide("split")


@pytest.mark.parametrize("cards", ["Kh Qh", "Th Jd", "5h 5d", "Ah As"])
def test_reading_equal_values_may_be_split(cards: str) -> None:
    assert "split" in choices(opened(blackjack(cards, "9d 8d")))


@pytest.mark.parametrize("cards", ["Kh 9h", "9h 8h", "Ah 9d"])
def test_reading_unequal_values_may_not_be_split(cards: str) -> None:
    assert "'split' is not legal here" in refused(blackjack(cards, "9d 8d", "split"))


def test_clause_7_a_split_ace_gets_one_card() -> None:
    record = blackjack("Ah Ad", "Td 8d", "split", "9c 7c")
    assert settled(record) == {"hand 1": "win 20.00 [2]", "hand 2": "push 10.00 [2]"}


@pytest.mark.parametrize("decision", ["hit", "double"])
def test_clause_7_a_split_ace_is_neither_hit_nor_doubled(decision: str) -> None:
    now = played(opened(blackjack("Ah Ad", "Td 8d")), "split", "Ac")
    assert choices(now) == ["stand", "split"]
    assert not now.can_decide(decision)


def test_clause_7_aces_are_split_again() -> None:
    record = blackjack("Ah Ad", "Td 8d", "split, split", "Ac 9c 7c Tc")
    told = settled(record)
    assert told == {"hand 1": "win 20.00 [2]", "hand 2": "push 10.00 [2]", "hand 3": "win 20.00 [2]"}


def test_clause_7_a_pair_of_split_aces_may_be_stood_on() -> None:
    record = blackjack("Ah Ad", "Td 8d", "split, stand", "Ac 9c")
    assert settled(record) == {"hand 1": "lose 0.00 [2]", "hand 2": "win 20.00 [2]"}


def test_clause_7_four_hands_of_aces_at_most() -> None:
    record = blackjack("Ah Ad", "Td 8d", "split, split, split", "As Ac Ah 9c 9d 9s")
    told = settled(record)
    assert told["hand 1"] == "lose 0.00 [2]"  # a pair of aces that cannot be split again
    assert [told[f"hand {number}"] for number in (2, 3, 4)] == ["win 20.00 [2]"] * 3


def test_reading_a_split_ace_with_a_ten_is_21_and_no_blackjack() -> None:
    told = whole_lines(blackjack("Ah Ad", "Td 8d", "split", "Kc 7c"))
    assert (told["hand 1"]["odds"], told["hand 1"]["returned"]) == ("1 to 1", "20.00")


def test_reading_a_split_ten_with_an_ace_pushes_a_dealer_21() -> None:
    record = blackjack("Th Td", "Ts 6d", "split, stand", "Ac 9c 5c")
    assert settled(record) == {"hand 1": "push 10.00 [2]", "hand 2": "lose 0.00 [2]"}


def test_reading_soft_17_stand_allows_one_split_only() -> None:
    assert "split" in choices(opened(blackjack("8h 8d", soft_17="stand")))
    record = blackjack("8h 8d", decisions="split, split, stand, stand, stand", draws="8s 9c 9d 9s", soft_17="stand")
    assert "'split' is not legal here" in refused(record)


def test_reading_soft_17_stand_leaves_no_choice_on_split_aces() -> None:
    record = blackjack("Ah Ad", "Td 8d", "split", "Ac 9c", soft_17="stand")
    assert settled(record) == {"hand 1": "lose 0.00 [2]", "hand 2": "win 20.00 [2]"}


# ---- clause 8: doubles


@pytest.mark.parametrize("cards", ["6h 5h", "Th 9h", "Ah 2h", "8h 8d"])
def test_clause_8_any_two_cards_may_be_doubled(cards: str) -> None:
    assert {"double", "double 0.01 … 10"} <= set(choices(opened(blackjack(cards))))


def test_clause_8_a_double_stakes_as_much_again_for_one_card() -> None:
    record = blackjack("6h 5h", decisions="double", draws="9c")
    assert settled(record) == {"hand 1": "win 40.00 [2]"}
    assert "nothing is left to decide" in refused(blackjack("6h 5h", decisions="double, stand", draws="9c"))


@pytest.mark.parametrize(("amount", "returned"), [("3", "26.00"), ("0.01", "20.02"), ("10", "40.00")])
def test_clause_8_a_double_may_be_for_less(amount: str, returned: str) -> None:
    record = blackjack("6h 5h", decisions=f"double {amount}", draws="9c")
    assert settled(record) == {"hand 1": f"win {returned} [2]"}


def test_clause_8_a_double_is_never_for_more() -> None:
    assert "not legal here" in refused(blackjack("6h 5h", decisions="double 10.01", draws="9c"))


def test_clause_8_no_double_after_a_hit() -> None:
    assert "not legal here" in refused(blackjack("6h 2h", decisions="hit, double", draws="2c 9c"))


def test_clause_8_double_after_a_split() -> None:
    record = blackjack("8h 8d", "Td 7d", "split, double, stand", "3c Kc Kd")
    assert settled(record) == {"hand 1": "win 40.00 [2]", "hand 2": "win 20.00 [2]"}


def test_reading_soft_17_stand_forbids_a_double_after_a_split() -> None:
    record = blackjack("8h 8d", "Td 7d", "split, double, stand", "3c Kc Kd", soft_17="stand")
    assert "'double' is not legal here; legal: hit, stand" in refused(record)
    assert "double" in choices(opened(blackjack("8h 8d", "Td 7d", soft_17="stand")))


@pytest.mark.parametrize("decision", ["hit", "stand", "double", "split"])
def test_reading_no_decision_on_a_blackjack(decision: str) -> None:
    assert "nothing is left to decide" in refused(blackjack("Ah Kh", decisions=decision))


@pytest.mark.parametrize("decision", ["hit", "stand"])
def test_reading_no_decision_on_a_21(decision: str) -> None:
    record = blackjack("6h 5h", decisions=f"hit, {decision}", draws="Tc")
    assert "nothing is left to decide" in refused(record)


def test_reading_no_decision_on_a_split_21() -> None:
    record = blackjack("Th Td", "Ts 8d", "split, stand, stand", "Ac 9c")
    assert "nothing is left to decide" in refused(record)


# ---- clauses 9 and 10: the dealer's draw


def test_clause_9_the_dealer_draws_when_all_have_acted() -> None:
    now = opened(together(blackjack("Th 5h", "Td 6d"), blackjack("Th 9h")))
    now = played(now, "stand")
    assert not now.needs_card
    now = played(now, "stand")
    assert now.needs_card
    assert played(now, "2c").finished


@pytest.mark.parametrize(("cards", "decisions", "draws"), [("Th 5h", "hit", "Tc"), ("Ah Kh", "", "")])
def test_reading_the_dealer_draws_only_against_a_live_hand(cards: str, decisions: str, draws: str) -> None:
    assert "hand 1" in settled(blackjack(cards, "Td 6d", decisions, draws))
    assert "nobody draws it" in refused(blackjack(cards, "Td 6d", decisions, f"{draws} 5c"))


def test_clause_9_a_missing_dealer_card_is_an_error() -> None:
    assert "too few cards" in refused(blackjack(dealer="Td 6d"))


def test_reading_the_down_card_shows_even_when_all_are_broken() -> None:
    now = played(opened(blackjack("Th 5h", "Td 6d")), "hit", "Tc")
    assert now.finished
    assert now.view(1)["dealer"] == ["Td", "6d"]


@pytest.mark.parametrize(
    ("soft_17", "draws", "outcome"),
    [("hit", "4c", "lose 0.00"), ("hit", "Tc", "win 20.00"), ("stand", "", "win 20.00")],
)
def test_clause_10_soft_17(soft_17: str, draws: str, outcome: str) -> None:
    """18 against ace-six: hit makes 21 with a four and a hard 17 with a ten, stand stays 17."""
    record = blackjack("Th 8h", "Ad 6d", draws=draws, soft_17=soft_17)
    assert settled(record) == {"hand 1": f"{outcome} [2]"}


@pytest.mark.parametrize(("soft_17", "draws"), [("hit", "Ac 2c"), ("stand", "Ac")])
def test_clause_10_a_soft_17_of_three_cards(soft_17: str, draws: str) -> None:
    record = blackjack("Th 9h", "4d 2d", draws=draws, soft_17=soft_17)
    assert settled(record)["hand 1"] == ("push 10.00 [2]" if soft_17 == "hit" else "win 20.00 [2]")


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
@pytest.mark.parametrize("dealer", ["Td 7d", "Ad 7d", "Td 8d"])
def test_clause_10_the_dealer_stands_on_hard_17_and_above(dealer: str, soft_17: str) -> None:
    assert settled(blackjack("Th 9h", dealer, soft_17=soft_17)) == {"hand 1": "win 20.00 [2]"}


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
def test_clause_10_the_dealer_hits_16(soft_17: str) -> None:
    assert "too few cards" in refused(blackjack("Th 9h", "Td 6d", soft_17=soft_17))


# ---- clause 11: two golds are turned up


@pytest.mark.parametrize("dealer", ["Td Kd", "Ad Ac", "Qd Jd"])
def test_clause_11_two_gold_cards_are_exposed_before_action(dealer: str) -> None:
    now = opened(blackjack(dealer=dealer))
    assert now.turn == 1
    assert now.view(1)["dealer"] == dealer.split()


@pytest.mark.parametrize("dealer", ["Td 9d", "9d Td", "9d 8d"])
def test_clause_11_other_hole_cards_stay_down(dealer: str) -> None:
    assert opened(blackjack(dealer=dealer)).view(1)["dealer"] == [dealer.split(maxsplit=1)[0], "??"]


def test_clause_11_exposed_aces_are_drawn_to() -> None:
    record = blackjack("Th 9h", "Ad Ac", draws="8c")  # soft 20
    assert settled(record) == {"hand 1": "lose 0.00 [2]"}


@pytest.mark.parametrize("dealer", ["Ad Kd", "Td Ac"])
def test_reading_a_dealer_blackjack_ends_the_round(dealer: str) -> None:
    now = opened(together(blackjack("8h 8d", dealer), blackjack("Ah Qh", dealer)))
    assert now.finished
    assert settled(together(blackjack("8h 8d", dealer, ""), blackjack("Ah Qh", decisions="")), 2) == {
        "hand 1": "push 10.00 [2]"
    }


@pytest.mark.parametrize("decision", ["stand", "double", "split"])
def test_reading_only_the_first_wager_is_at_risk_against_a_blackjack(decision: str) -> None:
    assert settled(blackjack("8h 8d", "Ad Kd", "")) == {"hand 1": "lose 0.00 [2]"}
    assert "nothing is left to decide" in refused(blackjack("8h 8d", "Ad Kd", decision))


def test_reading_a_drawn_dealer_21_is_no_blackjack() -> None:
    assert settled(blackjack("6h 5h", "Td 6d", "hit", "Tc 5c")) == {"hand 1": "push 10.00 [2]"}


# ---- clause 12: the dealer's 22


@pytest.mark.parametrize("cards", ["Th 2h", "Th 9h", "Ah 9h"])
def test_clause_12_a_live_hand_pushes_against_22(cards: str) -> None:
    assert settled(blackjack(cards, "Td 6d", draws="6c")) == {"hand 1": "push 10.00 [12]"}


@pytest.mark.parametrize("cards", ["Th Kh", "Jh Qs", "Ah As"])
def test_clause_12_two_original_golds_win_against_22(cards: str) -> None:
    assert settled(blackjack(cards, "Td 6d", draws="6c")) == {"hand 1": "win 20.00 [12]"}


def test_clause_12_a_total_of_21_wins_against_22() -> None:
    assert settled(blackjack("6h 3h", "Td 6d", "hit, hit", "2c Tc 6c")) == {"hand 1": "win 20.00 [12]"}


def test_clause_12_a_doubled_20_has_drawn_and_pushes() -> None:
    assert settled(blackjack("6h 5h", "Td 6d", "double", "9c 6c")) == {"hand 1": "push 20.00 [12]"}
    assert settled(blackjack("6h 5h", "Td 6d", "double", "Tc 6c")) == {"hand 1": "win 40.00 [12]"}


def test_clause_12_two_golds_drawn_to_are_no_longer_original() -> None:
    """A pair of aces hit with an eight is 20 of three cards; hit to 21 a ten and a king win as a 21."""
    assert settled(blackjack("Ah As", "Td 6d", "hit, stand", "8c 6c")) == {"hand 1": "push 10.00 [12]"}
    assert settled(blackjack("Th Kh", "Td 6d", "hit", "Ac 6c")) == {"hand 1": "win 20.00 [12]"}


def test_clause_12_split_golds_are_no_longer_original() -> None:
    record = blackjack("Kh Kd", "Td 6d", "split, stand, stand", "Qc Jc 6c")
    assert settled(record) == {"hand 1": "push 10.00 [12]", "hand 2": "push 10.00 [12]"}


def test_clause_12_a_broken_hand_loses_against_22() -> None:
    record = together(blackjack("Th 5h", "Td 6d", "hit"), blackjack("Th 9h"), draws=["Tc", "6c"])
    assert settled(record, 1) == {"hand 1": "lose 0.00 [2]"}


@pytest.mark.parametrize(
    ("total", "outcome"),
    [(18, "win 20.00 [2]"), (21, "lose 0.00 [2]"), (22, "push 10.00 [12]"), (23, "win 20.00 [2]")],
)
def test_clause_12_only_22_pushes(total: int, outcome: str) -> None:
    assert settled(drawn_out(total)) == {"hand 1": outcome}


# ---- seats, draws and void


def test_draws_go_seat_by_seat_then_to_the_dealer() -> None:
    record = together(
        blackjack("5h 2h", "Td 6d", "hit, stand"), blackjack("6h 5h", decisions="hit"), draws=["9c", "Tc", "2c"]
    )
    assert settled(record, 1) == {"hand 1": "lose 0.00 [2]"}  # 16 against 18
    assert settled(record, 2) == {"hand 1": "win 20.00 [2]"}


def test_void_returns_doubles_and_splits() -> None:
    record = blackjack("8h 8d", "Td 7d", "split, double, stand", "3c Kc Kd") | {"void": "misdeal"}
    assert settled(record) == {"hand 1": "void 20.00 [void: misdeal]", "hand 2": "void 10.00 [void: misdeal]"}


def test_void_midway_waits_for_no_card_and_no_decision() -> None:
    assert settled(blackjack("6h 5h", decisions="double") | {"void": "shoe"}) == {"hand 1": "void 20.00 [void: shoe]"}
    assert settled(blackjack(decisions="") | {"void": "shoe"}) == {"hand 1": "void 10.00 [void: shoe]"}


def test_void_of_a_misdeal_with_missing_cards() -> None:
    record = blackjack("8h", "", "") | {"void": "misdeal"}
    assert settled(record) == {"hand 1": "void 10.00 [void: misdeal]"}


def test_seats_one_to_seven() -> None:
    record = blackjack()
    record["seats"][0]["seat"] = 7
    assert settled(record, 7) == {"hand 1": "win 20.00 [2]"}
    record["seats"][0]["seat"] = 8
    assert "must be 1 to 7, not 8" in refused(record)
