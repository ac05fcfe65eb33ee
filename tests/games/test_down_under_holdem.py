"""Down Under Hold'em, clause by clause and reading by reading."""

import pytest

import houseway
from games.records import choices, deck_with, holdem, opened, played, refused, settled, together, whole_lines

# A winning hand for each line: the player's cards, the board, a dealer who loses to it.
WINNERS = {
    "royal flush": ("As Ks", "Qs Js Ts 2d 3d", "9h 2c"),
    "straight flush": ("9s 8s", "7s 6s 5s 2d 3d", "Kh Kc"),
    "four of a kind": ("7h 7d", "7s 7c Kd 2d 3h", "Kh Qc"),
    "full house": ("7h 7d", "7s Kd Ks 2d 3h", "Qh Qc"),
    "flush": ("As 2s", "3s 9s Js Kd 4h", "Kh Qc"),
    "straight": ("9s 8d", "7s 6h 5c Kd 2h", "Kh Qc"),
    "three of a kind": ("7h 7d", "7s Kd Qs 2d 3h", "Kh Jc"),
}
TWO_PAIR = ("Ah Kh", "Kd 7s 7c 2d Jh", "9h 2c")

# The letter's Trips or Better tables, pay tables 1 to 5; straight flush and trips are merged cells.
TRIPS_OR_BETTER = {
    "royal flush": (50, 50, 50, 100, 50),
    "straight flush": (40, 40, 40, 40, 40),
    "four of a kind": (30, 30, 30, 30, 20),
    "full house": (9, 8, 8, 7, 7),
    "flush": (7, 6, 7, 6, 6),
    "straight": (4, 5, 4, 5, 5),
    "three of a kind": (3, 3, 3, 3, 3),
}

# The letter's Match the Dealer tables, pay tables 1 to 4.
MATCH_THE_DEALER = {
    "four of a kind": (250, 500, 25, 50),
    "three of a kind": (25, 25, 10, 10),
    "2 card matches": (10, 10, 7, 7),
    "1 card match": (2, 2, 3, 3),
}
MATCHES = {
    "four of a kind": ("8h 8d", "8c 8s"),
    "three of a kind": ("8h 8d", "8c 9s"),
    "2 card matches": ("8h 9d", "8c 9s"),
    "1 card match": ("8h 9d", "8c 6s"),
}
PLAIN_BOARD = "Kd Qs 4c 2d Jh"


def five_options(ante: object, **bonus: object) -> dict[str, object]:
    """A table that offers both bonuses, so that there are five wagering options."""
    staked = {name.replace("_", "-"): amount for name, amount in bonus.items()}
    return holdem(ante=ante, bonus=staked, trips_or_better=1, match_the_dealer=1)


# ---- clauses


def test_clause_1_ante_and_bet_are_equal() -> None:
    record = holdem()
    record["seats"][0]["wagers"]["bet"] = 11
    assert refused(record) == "seat 1: wagers.bet: must equal the ante"


@pytest.mark.parametrize("wager", ["ante", "bet"])
def test_clause_1_ante_and_bet_are_mandatory(wager: str) -> None:
    record = holdem()
    del record["seats"][0]["wagers"][wager]
    assert refused(record) == f"seat 1: wagers.{wager}: is mandatory and missing"


def test_clause_1_a_bonus_that_the_house_does_not_offer_is_refused() -> None:
    assert "is off at this table" in refused(holdem(bonus={"trips-or-better": 5}))
    assert "is off at this table" in refused(holdem(bonus={"match-the-dealer": 5}, trips_or_better=1))


def test_clause_1_play_is_no_wager_before_the_deal() -> None:
    assert "comes from a decision" in refused(holdem(bonus={"play": 30}))


@pytest.mark.parametrize("cards", ["Ah", "Ah Kh Qh"])
def test_clause_2_each_player_gets_two_cards(cards: str) -> None:
    assert "must be 2 cards" in refused(holdem(cards))


@pytest.mark.parametrize("dealer", ["9h", "9h 2c 3c"])
def test_clause_2_the_dealer_gets_two_cards(dealer: str) -> None:
    assert refused(holdem(dealer=dealer)).startswith("dealer: must be 2 cards")


@pytest.mark.parametrize(
    ("dealer", "lights"),
    [
        ("2c 5h", ["blue", "blue"]),
        ("6c 9h", ["red", "red"]),
        ("Tc Ah", ["gold", "gold"]),
        ("5c 6h", ["blue", "red"]),
        ("9c Th", ["red", "gold"]),
        ("Kc 3c", ["blue", "gold"]),
    ],
)
def test_clause_3_a_light_tells_the_range_of_each_dealer_card(dealer: str, lights: list[str]) -> None:
    now = opened(holdem("Qh Qc", dealer, "Kd 7s 7c 2d Jh"))
    assert now.view(1)["lights"] == lights


def test_reading_the_lights_come_in_no_order() -> None:
    one, other = (opened(holdem(dealer=dealer)).view(1)["lights"] for dealer in ("Ts 3c", "3c Ts"))
    assert one == other == ["blue", "gold"]


def test_clause_4_check_or_play_two_or_three_times_the_ante() -> None:
    assert choices(opened(holdem())) == ["check", "play 2x", "play 3x"]
    assert settled(holdem(decisions="play 2x"))["play"] == "win 40.00 [10]"
    assert settled(holdem(decisions="play 3x"))["play"] == "win 60.00 [10]"


@pytest.mark.parametrize("decision", ["fold", "play 1x", "play 4x", "raise 2x"])
def test_clause_4_nothing_else_is_legal_before_the_flop(decision: str) -> None:
    assert "is not legal here; legal: check, play 2x, play 3x" in refused(holdem(decisions=decision))


def test_clause_5_the_flop_comes_when_every_seat_has_decided() -> None:
    now = opened(together(holdem(), holdem("Qh Qc")))
    hidden = ["??"] * 5
    assert now.view(1)["board"] == hidden
    assert played(now, "check").view(1)["board"] == hidden
    assert played(now, "check", "play 2x").view(1)["board"] == ["Kd", "7s", "7c", "??", "??"]


def test_clause_6_who_checked_folds_or_plays_once_the_ante() -> None:
    now = played(opened(together(holdem(), holdem("Qh Qc"))), "check", "play 3x")
    assert now.turn == 1
    assert choices(now) == ["fold", "play 1x"]
    assert settled(holdem(decisions="check, play 1x"))["play"] == "win 20.00 [10]"


def test_clause_6_a_fold_forfeits_ante_and_bet() -> None:
    assert settled(holdem(decisions="check, fold")) == {"ante": "fold 0.00 [6]", "bet": "fold 0.00 [6]"}


@pytest.mark.parametrize("decision", ["check", "play 2x", "play 3x"])
def test_clause_6_nothing_else_is_legal_after_the_flop(decision: str) -> None:
    assert "is not legal here; legal: fold, play 1x" in refused(holdem(decisions=f"check, {decision}"))


def test_clause_6_who_has_played_decides_no_more() -> None:
    assert "nothing is left to decide" in refused(holdem(decisions="play 2x, play 1x"))


def test_clause_7_and_8_dealer_and_last_cards_show_after_all_action() -> None:
    flop = played(opened(holdem()), "check")
    assert flop.view(1)["dealer"] == ["??", "??"]
    shown = played(flop, "play 1x").view(1)
    assert shown["dealer"] == ["9h", "2c"]
    assert shown["board"] == ["Kd", "7s", "7c", "2d", "Jh"]


def test_reading_the_board_is_completed_even_when_all_fold() -> None:
    shown = played(opened(holdem()), "check", "fold").view(1)
    assert shown["dealer"] == ["9h", "2c"]
    assert shown["board"] == ["Kd", "7s", "7c", "2d", "Jh"]


def test_clause_9_the_dealer_announces_the_best_five_of_seven() -> None:
    answer = houseway.settle(holdem())
    assert answer["dealer"] == {"cards": ["9h", "2c"], "hand": "two pair, sevens and twos"}
    assert answer["seats"][0]["hand"] == "two pair, kings and sevens"


def test_clause_10_the_better_hand_wins_even_money_on_ante_and_play() -> None:
    assert settled(holdem()) == {"ante": "win 20.00 [10]", "bet": "push 10.00 [10]", "play": "win 60.00 [10]"}


def test_clause_10_the_worse_hand_loses_all() -> None:
    told = settled(holdem("4h 3s"))  # sevens with king, jack and four against sevens and twos
    assert told == {"ante": "lose 0.00 [10]", "bet": "lose 0.00 [10]", "play": "lose 0.00 [10]"}


def test_clause_10_tie_pushes_all() -> None:
    told = settled(holdem("9d 2h"))
    assert told == {"ante": "push 10.00 [10]", "bet": "push 10.00 [10]", "play": "push 30.00 [10]"}


def test_clause_10_a_straight_on_a_tie_still_pushes_the_bet() -> None:
    assert settled(holdem("3h 4s", board="As Ks Qs Js Ts"))["bet"] == "push 10.00 [10]"


def test_clause_10_a_kicker_decides() -> None:
    assert settled(holdem("Ah 4h", "Qs 4s", "Kd 7s 7c 2d Jh"))["ante"] == "win 20.00 [10]"


@pytest.mark.parametrize(
    ("line", "returned"),
    [
        ("royal flush", "5010.00"),  # 500 to 1
        ("straight flush", "510.00"),  # 50 to 1
        ("four of a kind", "110.00"),  # 10 to 1
        ("full house", "40.00"),  # 3 to 1
        ("flush", "25.00"),  # 3 to 2
        ("straight", "20.00"),  # 1 to 1
    ],
)
def test_clause_10_the_bet_table(line: str, returned: str) -> None:
    cards, board, dealer = WINNERS[line]
    assert settled(holdem(cards, dealer, board))["bet"] == f"win {returned} [10]"


@pytest.mark.parametrize(("cards", "board", "dealer"), [WINNERS["three of a kind"], TWO_PAIR])
def test_reading_a_win_with_less_than_a_straight_pushes_the_bet(cards: str, board: str, dealer: str) -> None:
    told = settled(holdem(cards, dealer, board))
    assert told["ante"] == "win 20.00 [10]"
    assert told["bet"] == "push 10.00 [10]"


def test_reading_a_losing_straight_loses_the_bet() -> None:
    assert settled(holdem("9s 8d", "Ah Kh", "7h 6h 5h Kd 2c"))["bet"] == "lose 0.00 [10]"


def test_reading_the_wheel_is_the_lowest_straight() -> None:
    told = settled(holdem("As Kc", "6c 9s", "2h 3d 4c 5s Kh"))
    assert told["ante"] == "lose 0.00 [10]"
    assert settled(holdem("As Kc", "Ks 9s", "2h 3d 4c 5s Kh"))["bet"] == "win 20.00 [10]"


def test_reading_no_straight_runs_past_the_ace() -> None:
    assert settled(holdem("Ks As", "9h 9c", "2h 3d 4c 9d Jh"))["ante"] == "lose 0.00 [10]"


def test_clause_11_bonuses_are_settled_though_the_hand_loses() -> None:
    record = holdem("9s 8d", "Ah Kh", "7h 6h 5h Kd 2c", bonus={"trips-or-better": 4}, trips_or_better=1)
    assert settled(record)["trips-or-better"] == "win 20.00 [Trips or Better]"  # a straight, 4 to 1


# ---- bonus tables


@pytest.mark.parametrize("table", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("line", TRIPS_OR_BETTER)
def test_trips_or_better_pays(line: str, table: int) -> None:
    cards, board, dealer = WINNERS[line]
    pays = TRIPS_OR_BETTER[line][table - 1]
    told = settled(holdem(cards, dealer, board, bonus={"trips-or-better": 4}, trips_or_better=table))
    assert told["trips-or-better"] == f"win {4 + 4 * pays}.00 [Trips or Better]"


def test_trips_or_better_loses_with_two_pair() -> None:
    told = settled(holdem(bonus={"trips-or-better": 4}, trips_or_better=1))
    assert told["trips-or-better"] == "lose 0.00 [Trips or Better]"


@pytest.mark.parametrize("table", [1, 2, 3, 4])
@pytest.mark.parametrize("line", MATCH_THE_DEALER)
def test_match_the_dealer_pays(line: str, table: int) -> None:
    cards, dealer = MATCHES[line]
    pays = MATCH_THE_DEALER[line][table - 1]
    told = settled(holdem(cards, dealer, PLAIN_BOARD, bonus={"match-the-dealer": 4}, match_the_dealer=table))
    assert told["match-the-dealer"] == f"win {4 + 4 * pays}.00 [Match the Dealer]"


@pytest.mark.parametrize(
    ("cards", "dealer", "outcome"),
    [
        ("8h 8d", "9c 6s", "lose 0.00"),  # an unmatched pair of the player
        ("9h 6d", "8c 8s", "lose 0.00"),  # an unmatched pair of the dealer
        ("8h 8d", "9c 9s", "lose 0.00"),  # two pairs that do not match
        ("8h 6d", "8c 8s", "win 26.00"),  # three of a kind with the dealer's pair, 25 to 1
        ("9h 8d", "8c 9s", "win 11.00"),  # two matches crosswise, 10 to 1
        ("Kh 8d", "9c 6s", "lose 0.00"),  # the board does not match
    ],
)
def test_reading_match_the_dealer_looks_at_four_hole_cards(cards: str, dealer: str, outcome: str) -> None:
    told = settled(holdem(cards, dealer, PLAIN_BOARD, bonus={"match-the-dealer": 1}, match_the_dealer=1))
    assert told["match-the-dealer"] == f"{outcome} [Match the Dealer]"


def test_a_line_names_odds_and_pay_line() -> None:
    cards, board, dealer = WINNERS["flush"]
    bet = whole_lines(holdem(cards, dealer, board))["bet"]
    assert (bet["odds"], bet["line"], bet["stake"]) == ("3 to 2", "flush", "10.00")


# ---- the four-wager rule


def test_reading_five_options_allow_one_bonus_only() -> None:
    assert "one bonus, not both" in refused(five_options(5, trips_or_better=1, match_the_dealer=1))


@pytest.mark.parametrize("bonus", ["trips_or_better", "match_the_dealer"])
@pytest.mark.parametrize(("ante", "stake"), [("5.01", "5.01"), (100, 6)])
def test_reading_one_of_four_wagers_is_at_most_five_dollars(bonus: str, ante: object, stake: object) -> None:
    assert "must be at most $5.00" in refused(five_options(ante, **{bonus: stake}))


@pytest.mark.parametrize(("ante", "stake"), [(100, "5.00"), ("5.00", 100), ("5.00", "5.00")])
def test_reading_bonus_or_ante_of_five_dollars_is_enough(ante: object, stake: object) -> None:
    assert "match-the-dealer" in settled(five_options(ante, match_the_dealer=stake))


def test_reading_five_options_without_a_bonus_are_not_restricted() -> None:
    assert settled(five_options(100))["ante"] == "win 200.00 [10]"


def test_reading_four_options_are_not_restricted() -> None:
    told = settled(holdem(ante=100, bonus={"trips-or-better": 100}, trips_or_better=1))
    assert told["trips-or-better"] == "lose 0.00 [Trips or Better]"


# ---- options


@pytest.mark.parametrize(("option", "bonus"), [("play", "win 16.00"), ("lose", "fold 0.00")])
def test_option_folded_bonuses(option: str, bonus: str) -> None:
    cards, board, dealer = WINNERS["three of a kind"]
    record = holdem(
        cards, dealer, board, "check, fold", bonus={"trips-or-better": 4}, trips_or_better=1, folded_bonuses=option
    )
    assert settled(record)["trips-or-better"] == f"{bonus} [Trips or Better]"


@pytest.mark.parametrize(("option", "bonus"), [("play", "win 12.00"), ("lose", "fold 0.00")])
def test_option_folded_bonuses_of_match_the_dealer(option: str, bonus: str) -> None:
    record = holdem(
        "8h 9d",
        "8c 6s",
        PLAIN_BOARD,
        "check, fold",
        bonus={"match-the-dealer": 4},
        match_the_dealer=1,
        folded_bonuses=option,
    )
    assert settled(record)["match-the-dealer"] == f"{bonus} [Match the Dealer]"


def test_option_folded_bonuses_lose_touches_folded_hands_only() -> None:
    cards, board, dealer = WINNERS["three of a kind"]
    record = holdem(cards, dealer, board, bonus={"trips-or-better": 4}, trips_or_better=1, folded_bonuses="lose")
    assert settled(record)["trips-or-better"] == "win 16.00 [Trips or Better]"


@pytest.mark.parametrize(("option", "seen"), [("no", ["??", "??"]), ("yes", ["Qh", "Qc"])])
def test_option_face_up_shows_the_other_players_cards(option: str, seen: list[str]) -> None:
    now = opened(together(holdem(face_up=option), holdem("Qh Qc")))
    view = now.view(1)
    assert view["seats"][1]["cards"] == seen
    assert view["seats"][0]["cards"] == ["Ah", "Kh"]
    assert view["dealer"] == ["??", "??"]


# ---- deal and void


def test_deal_order_round_the_seats_dealer_last_then_the_board() -> None:
    deck = deck_with("2c 3c 4c", "2d 3d 4d", "5h 6h 7h 8h 9h")
    stakes = {"ante": 5, "bet": 5}
    now = houseway.game("down-under-holdem").deal({2: stakes, 5: stakes}, deck)
    assert [list(map(str, seat.cards)) for seat in now.seats] == [["2c", "2d"], ["3c", "3d"]]
    assert list(map(str, now.dealer)) == ["4c", "4d"]
    assert list(map(str, now.board)) == ["5h", "6h", "7h", "8h", "9h"]


def test_void_returns_every_stake() -> None:
    record = holdem("4h 3s", bonus={"trips-or-better": 5}, trips_or_better=1) | {"void": "misdeal"}
    assert settled(record) == {
        "ante": "void 10.00 [void: misdeal]",
        "bet": "void 10.00 [void: misdeal]",
        "play": "void 30.00 [void: misdeal]",
        "trips-or-better": "void 5.00 [void: misdeal]",
    }


def test_void_of_a_misdeal_with_missing_cards() -> None:
    record = holdem("4h", "", "", "") | {"void": "card exposed"}
    assert settled(record) == {"ante": "void 10.00 [void: card exposed]", "bet": "void 10.00 [void: card exposed]"}


def test_void_of_a_misdeal_holds_no_decisions() -> None:
    assert "nothing is left to decide" in refused(holdem("4h", "", "", "check") | {"void": "misdeal"})


def test_void_midway_needs_no_further_decision() -> None:
    assert settled(holdem(decisions="check") | {"void": "fire alarm"})["ante"] == "void 10.00 [void: fire alarm]"
    assert "a decision is missing; legal: fold, play 1x" in refused(holdem(decisions="check"))
