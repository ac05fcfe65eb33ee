"""Premium Hold'em, clause by clause and reading by reading."""

import pytest

import houseway
from games.records import choices, deck_with, opened, played, premium, refused, settled, together, whole_lines

ANTE = "Winning and Losing: Ante"
XTRA = "Winning and Losing: X-tra Bonus"
PLAY = "Winning and Losing: Play"
PLAYER_BONUS = "Winning and Losing: Player Bonus"
HOLE_CARD = "Winning and Losing: Hole Card Bonus"

# A hand for each line: the player's three cards, the board of four, a qualified dealer who loses to it.
WINNERS = {
    "royal flush": ("As Ks 2d", "Qs Js Ts 4h", "9h 9c 3d"),
    "straight flush": ("9s 8s 2d", "7s 6s 5s Kh", "Kd Kc 3d"),
    "four of a kind": ("7h 7d 2d", "7s 7c Kh 3h", "Kd Qc 4d"),
    "full house": ("7h 7d 2d", "7s Kh Ks 3h", "Qd Qc 4d"),
    "flush": ("As 2s 3d", "9s Js 4s Kh", "Kd Kc 5d"),
    "straight": ("9s 8d 2d", "7s 6h 5c Kh", "Kd Kc 3d"),
    "three of a kind": ("7h 7d 2d", "7s Kh Qs 3h", "Kd 4c 5d"),
}

# Three hole cards for each line of the Hole Card Bonus, with the pay of the letter's table.
HOLE_CARDS = [
    ("Ah 2h 3h", 40),
    ("Qh Kh Ah", 40),
    ("8h 9h Th", 40),
    ("8h 8d 8s", 30),
    ("Ah 2d 3s", 6),
    ("Qh Kd As", 6),
    ("8h 9d Ts", 6),
    ("2h 8h Th", 3),
    ("Kh Ah 2h", 3),
    ("8h 8d Ts", 1),
]


# ---- clauses


def test_clause_1_ante_and_xtra_bonus_are_equal() -> None:
    record = premium()
    record["seats"][0]["wagers"]["xtra-bonus"] = "9.99"
    assert refused(record) == "seat 1: wagers.xtra-bonus: must equal the ante"


@pytest.mark.parametrize("wager", ["ante", "xtra-bonus"])
def test_clause_1_ante_and_xtra_bonus_are_mandatory(wager: str) -> None:
    record = premium()
    del record["seats"][0]["wagers"][wager]
    assert refused(record) == f"seat 1: wagers.{wager}: is mandatory and missing"


def test_clause_1_bonuses_may_have_any_size() -> None:
    record = premium(bonus={"player-bonus": 7, "hole-card-bonus": 90}, player_bonus="on", hole_card_bonus="on")
    told = whole_lines(record)
    assert [told[name]["stake"] for name in ("player-bonus", "hole-card-bonus")] == ["7.00", "90.00"]


@pytest.mark.parametrize("bonus", ["player-bonus", "hole-card-bonus"])
def test_clause_1_a_bonus_that_the_house_does_not_offer_is_refused(bonus: str) -> None:
    assert f"wagers.{bonus}: is off at this table" in refused(premium(bonus={bonus: 5}))


def test_clause_1b_and_reading_four_games_never_refuse() -> None:
    record = premium(
        ante=100, bonus={"player-bonus": 100, "hole-card-bonus": 100}, player_bonus="on", hole_card_bonus="on"
    )
    assert list(settled(record)) == ["ante", "xtra-bonus", "play", "player-bonus", "hole-card-bonus"]


def test_clause_2_three_cards_each_and_a_board_of_four() -> None:
    assert "must be 3 cards" in refused(premium("Ah Kh"))
    assert "must be 3 cards" in refused(premium(dealer="3d 9h"))
    assert "must be 4 cards" in refused(premium(board="Kd 7s 3c Jh 2c"))


def test_clause_2_the_bottom_card_of_each_set_of_three_is_burned() -> None:
    deck = deck_with("2c 3c 4c", "2d 3d 4d", "2h 3h 4h", "5s 6s 7s 8s 9s Ts")
    stakes = {"ante": 5, "xtra-bonus": 5}
    now = houseway.game("premium-holdem").deal({1: stakes, 6: stakes}, deck)
    assert [list(map(str, seat.cards)) for seat in now.seats] == [["2c", "2d", "2h"], ["3c", "3d", "3h"]]
    assert list(map(str, now.dealer)) == ["4c", "4d", "4h"]
    assert list(map(str, now.board)) == ["5s", "6s", "8s", "9s"]


def test_clause_2_players_see_their_own_cards_only() -> None:
    view = opened(together(premium(), premium("Qh Qc 8d"))).view(2)
    assert [seat["cards"] for seat in view["seats"]] == [["??"] * 3, ["Qh", "Qc", "8d"]]
    assert view["dealer"] == ["??"] * 3
    assert view["board"] == ["??"] * 4


def test_clause_3_check_or_play_three_times_the_ante() -> None:
    assert choices(opened(premium())) == ["check", "play 3x"]
    assert settled(premium())["play"] == f"win 60.00 [{PLAY}]"


@pytest.mark.parametrize("decision", ["fold", "play 1x", "play 2x"])
def test_clause_3_nothing_else_is_legal_before_the_board(decision: str) -> None:
    assert "legal: check, play 3x" in refused(premium(decisions=decision))


def test_clause_4_the_board_shows_when_every_seat_has_decided() -> None:
    now = opened(together(premium(), premium("Qh Qc 8d")))
    assert played(now, "check").view(1)["board"] == ["??"] * 4
    assert played(now, "check", "check").view(1)["board"] == ["Kd", "7s", "3c", "Jh"]


def test_reading_after_the_board_three_choices() -> None:
    assert choices(played(opened(premium()), "check")) == ["fold", "play 1x", "play 2x"]


@pytest.mark.parametrize(("decision", "returned"), [("play 1x", "20.00"), ("play 2x", "40.00")])
def test_clause_4b_play_once_or_twice_the_ante(decision: str, returned: str) -> None:
    assert settled(premium(decisions=f"check, {decision}"))["play"] == f"win {returned} [{PLAY}]"


def test_clause_4_three_times_the_ante_is_over_after_the_board() -> None:
    assert "legal: fold, play 1x, play 2x" in refused(premium(decisions="check, play 3x"))


def test_clause_4a_a_fold_forfeits_ante_and_xtra_bonus_only() -> None:
    cards, board, dealer = WINNERS["three of a kind"]
    bonus = {"player-bonus": 4, "hole-card-bonus": 4}
    told = settled(premium(cards, dealer, board, "check, fold", bonus=bonus, player_bonus="on", hole_card_bonus="on"))
    assert told == {
        "ante": "fold 0.00 [4a]",
        "xtra-bonus": "fold 0.00 [4a]",
        "player-bonus": f"win 16.00 [{PLAYER_BONUS}]",  # trips 3 to 1
        "hole-card-bonus": f"win 8.00 [{HOLE_CARD}]",  # a pair 1 to 1
    }


def test_clause_5_the_dealer_shows_at_the_end() -> None:
    board = played(opened(premium()), "check")
    assert board.view(1)["dealer"] == ["??"] * 3
    assert played(board, "fold").view(1)["dealer"] == ["3d", "9h", "4s"]


def test_clause_5_each_side_takes_the_best_five_of_seven() -> None:
    answer = houseway.settle(premium("Ah Ad 5s", board="Kd Ks 3c 3h", dealer="9h 9d 4s"))
    assert answer["seats"][0]["hand"] == "two pair, aces and kings"
    assert answer["dealer"]["hand"] == "two pair, kings and nines"


# ---- winning and losing


def test_ante_loses_to_a_better_hand() -> None:
    told = settled(premium("Qh Th 5s"))
    assert told == {
        "ante": f"lose 0.00 [{ANTE}]",
        "xtra-bonus": f"lose 0.00 [{XTRA}]",
        "play": f"lose 0.00 [{PLAY}]",
    }


def test_tie_pushes_all() -> None:
    told = settled(premium("3h 9d 4c"))
    assert told == {
        "ante": f"push 10.00 [{ANTE}]",
        "xtra-bonus": f"push 10.00 [{XTRA}]",
        "play": f"push 30.00 [{PLAY}]",
    }


def test_ante_wins_even_money_against_a_pair_of_threes() -> None:
    told = settled(premium())
    assert told == {
        "ante": f"win 20.00 [{ANTE}]",
        "xtra-bonus": f"push 10.00 [{XTRA}]",
        "play": f"win 60.00 [{PLAY}]",
    }
    assert houseway.settle(premium())["dealer"]["qualifies"] is True


def test_ante_pushes_against_a_pair_of_twos() -> None:
    record = premium(dealer="2d 9h 4s", board="Kd 7s 2c Jh")
    assert settled(record)["ante"] == f"push 10.00 [{ANTE}]"
    assert settled(record)["play"] == f"win 60.00 [{PLAY}]"
    assert houseway.settle(record)["dealer"]["qualifies"] is False


def test_ante_pushes_against_the_best_pair_of_twos() -> None:
    assert settled(premium("Ah 6h 5s", "2d 9h 7s", "Ac Ks Qd 2c"))["ante"] == f"push 10.00 [{ANTE}]"


def test_ante_pushes_against_no_pair() -> None:
    told = settled(premium(dealer="2d 9h 4s"))
    assert told["ante"] == f"push 10.00 [{ANTE}]"
    assert told["play"] == f"win 60.00 [{PLAY}]"


def test_reading_the_qualifier_is_judged_on_seven_cards() -> None:
    """A pair of threes on the board is the dealer's too; so is a pair of twos, which is not enough."""
    assert settled(premium("Ah Kh 5s", "Qd 9h 4s", "Kd 7s 3c 3h"))["ante"] == f"win 20.00 [{ANTE}]"
    assert settled(premium("Ah Kh 5s", "Qd 9h 4s", "Kd 7s 2c 2h"))["ante"] == f"push 10.00 [{ANTE}]"


def test_reading_a_dealer_without_the_qualifier_still_beats_a_worse_hand() -> None:
    told = settled(premium("Qh 9d 5s", "Ad 9h 4s", "Kd 7s 3c Jh"))  # king high against ace high
    assert told["ante"] == f"lose 0.00 [{ANTE}]"


def test_reading_a_tie_with_a_dealer_below_the_qualifier_pushes() -> None:
    assert settled(premium("Ac 9d 5s", "Ad 9h 4s", "Kd 7s 3c Jh"))["ante"] == f"push 10.00 [{ANTE}]"


@pytest.mark.parametrize(
    ("line", "returned"),
    [
        ("royal flush", "5010.00"),  # 500 to 1
        ("straight flush", "1010.00"),  # 100 to 1
        ("four of a kind", "110.00"),  # 10 to 1
        ("full house", "40.00"),  # 3 to 1
        ("flush", "25.00"),  # 3 to 2
        ("straight", "20.00"),  # 1 to 1
    ],
)
def test_xtra_bonus_pays(line: str, returned: str) -> None:
    cards, board, dealer = WINNERS[line]
    assert settled(premium(cards, dealer, board))["xtra-bonus"] == f"win {returned} [{XTRA}]"


def test_xtra_bonus_pushes_with_trips() -> None:
    cards, board, dealer = WINNERS["three of a kind"]
    assert settled(premium(cards, dealer, board))["xtra-bonus"] == f"push 10.00 [{XTRA}]"


def test_xtra_bonus_must_beat_the_dealer() -> None:
    record = premium("9s 8d 2d", "Ah Kh Qd", "7h 6h 5h Kc")  # a straight against a flush
    assert settled(record)["xtra-bonus"] == f"lose 0.00 [{XTRA}]"


def test_reading_xtra_bonus_does_not_ask_for_the_qualifier() -> None:
    told = settled(premium("9s 8d 2d", "Ad Qc 4d", "7s 6h 5c Kh"))  # a straight against ace high
    assert told["ante"] == f"push 10.00 [{ANTE}]"
    assert told["xtra-bonus"] == f"win 20.00 [{XTRA}]"


@pytest.mark.parametrize(
    ("line", "pays"),
    [
        ("royal flush", 100),
        ("straight flush", 50),
        ("four of a kind", 30),
        ("full house", 8),
        ("flush", 6),
        ("straight", 4),
        ("three of a kind", 3),
    ],
)
def test_player_bonus_pays(line: str, pays: int) -> None:
    cards, board, dealer = WINNERS[line]
    told = settled(premium(cards, dealer, board, bonus={"player-bonus": 4}, player_bonus="on"))
    assert told["player-bonus"] == f"win {4 + 4 * pays}.00 [{PLAYER_BONUS}]"


def test_player_bonus_loses_with_two_pair() -> None:
    record = premium("Ah Ad 5s", "9h 9d 4s", "Kd Ks 3c 8h", bonus={"player-bonus": 4}, player_bonus="on")
    assert settled(record)["player-bonus"] == f"lose 0.00 [{PLAYER_BONUS}]"


def test_player_bonus_does_not_ask_who_wins() -> None:
    record = premium("9s 8d 2d", "Ah Kh Qd", "7h 6h 5h Kc", bonus={"player-bonus": 4}, player_bonus="on")
    assert settled(record)["player-bonus"] == f"win 20.00 [{PLAYER_BONUS}]"  # a straight 4 to 1


@pytest.mark.parametrize(("cards", "pays"), HOLE_CARDS)
def test_hole_card_bonus_pays(cards: str, pays: int) -> None:
    record = premium(cards, "5d 9c 4s", "Kc 7s 3c Jd", bonus={"hole-card-bonus": 4}, hole_card_bonus="on")
    assert settled(record)["hole-card-bonus"] == f"win {4 + 4 * pays}.00 [{HOLE_CARD}]"


@pytest.mark.parametrize("cards", ["Kh Ad 2s", "2h 8d Ts", "8h 9h Jd"])
def test_reading_hole_card_bonus_has_no_straight_past_the_ace(cards: str) -> None:
    record = premium(cards, "5d 9c 4s", "Kc 7s 3c Jc", bonus={"hole-card-bonus": 4}, hole_card_bonus="on")
    assert settled(record)["hole-card-bonus"] == f"lose 0.00 [{HOLE_CARD}]"


def test_hole_card_bonus_does_not_look_at_the_board() -> None:
    record = premium("Kh 9d 2s", "5d 9c 4s", "Kc Ks 3c Jd", bonus={"hole-card-bonus": 4}, hole_card_bonus="on")
    assert settled(record)["hole-card-bonus"] == f"lose 0.00 [{HOLE_CARD}]"


# ---- void


def test_void_returns_every_stake() -> None:
    record = premium("Qh Th 5s", bonus={"hole-card-bonus": 5}, hole_card_bonus="on") | {"void": "misdeal"}
    assert settled(record) == {
        "ante": "void 10.00 [void: misdeal]",
        "xtra-bonus": "void 10.00 [void: misdeal]",
        "play": "void 30.00 [void: misdeal]",
        "hole-card-bonus": "void 5.00 [void: misdeal]",
    }


def test_void_of_a_misdeal_with_missing_cards() -> None:
    told = settled(premium("Qh Th", "3d", "", "") | {"void": "misdeal"})
    assert told == {"ante": "void 10.00 [void: misdeal]", "xtra-bonus": "void 10.00 [void: misdeal]"}
