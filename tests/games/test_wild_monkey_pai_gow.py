"""Wild Monkey Pai Gow, clause by clause and reading by reading; bonuses and the house way have their own files."""

import pytest

import houseway
from games.records import Record, choices, deck_with, opened, pai_gow, played, refused, settled, together

# The dealer discards the joker, so that the other seven are set: queen-jack in front of a pair of kings, 9-8-2.
KINGS = "Jo Kh Kd Qc Js 9d 8c 2h"
# Eight-seven in front of nine high.
NINE_HIGH = "Jo 9h 8h 7d 5c 4s 3d 2c"
WIN, PUSH, LOSS = "win 20.00 [5]", "push 10.00 [5]", "lose 0.00 [5]"

# Aces behind six-four: the high hand wins against nine high and the low hand does not.
PUSHER = ("As Ad Kc Tc 9c 6s 4d", "set 6s 4d")


def seat_of(record: Record) -> dict[str, object]:
    """How the first seat's cards lie."""
    found = houseway.settle(record)["seats"][0]
    return {name: found[name] for name in ("front", "back", "foul")}


# ---- clauses


def test_clause_1_seven_hands_are_dealt_and_the_dealer_takes_the_next_card() -> None:
    """From an unshuffled deck seat 3 gets the third and every seventh card after it, the dealer also the 50th."""
    now = houseway.game("wild-monkey-pai-gow").deal({3: {"bet": 5}}, deck_with())
    assert [str(card) for card in now.seat(3).cards] == ["4c", "Jc", "5d", "Qd", "6h", "Kh", "7s"]
    assert [str(card) for card in now.dealer] == ["8c", "2d", "9d", "3h", "Th", "4s", "Js", "Qs"]


def test_clause_1_the_deal_does_not_depend_on_who_plays() -> None:
    everyone = houseway.game("wild-monkey-pai-gow").deal({number: {"bet": 5} for number in range(1, 7)}, deck_with())
    alone = houseway.game("wild-monkey-pai-gow").deal({3: {"bet": 5}}, deck_with())
    assert everyone.dealer == alone.dealer
    assert everyone.seat(3).cards == alone.seat(3).cards


def test_clause_1_seven_and_eight_cards() -> None:
    assert "must be 7 cards" in refused(pai_gow("As Ad Ks Qs 9c 6h"))
    assert "must be 8 cards" in refused(pai_gow(dealer="9h 8h 7d 5c 4s 3d 2c"))


def test_clause_2_players_set_two_of_their_seven_cards() -> None:
    assert seat_of(pai_gow()) == {"front": ["Ks", "Qs"], "back": ["As", "Ad", "9c", "6h", "4h"], "foul": False}


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ("set Kc Qs", "Kc is not among the seat's cards"),
        ("set Ks Ks", "needs two different cards"),
        ("set Ks", "'set Ks' is not legal here"),
        ("double", "is not legal here"),
        ("stand", "is not legal here"),
    ],
)
def test_clause_2_nothing_else_may_be_set(decision: str, reason: str) -> None:
    assert reason in refused(pai_gow(decisions=decision))


def test_clause_2_a_player_may_double_down_once_the_hands_are_set() -> None:
    now = opened(pai_gow())
    assert choices(now) == ["surrender", "set (two cards)", "set house-way"]
    assert choices(played(now, "set Ks Qs")) == ["stand", "double", "double 0.01 … 10", "surrender"]


@pytest.mark.parametrize(
    ("decision", "returned"), [("double", "20.00"), ("double 5", "10.00"), ("double 0.01", "0.02")]
)
def test_clause_2_the_double_is_any_amount_up_to_the_bet(decision: str, returned: str) -> None:
    told = settled(pai_gow(decisions=f"set Ks Qs, {decision}"))
    assert told == {"bet": WIN, "double-down": f"win {returned} [5]"}


@pytest.mark.parametrize("decision", ["double 10.01", "double 0"])
def test_clause_2_the_double_is_never_more_than_the_bet(decision: str) -> None:
    assert "seat 1: decisions: " in refused(pai_gow(decisions=f"set Ks Qs, {decision}"))


def test_clause_2_a_record_may_leave_the_stand_out() -> None:
    assert settled(pai_gow(decisions="set Ks Qs")) == settled(pai_gow(decisions="set Ks Qs, stand")) == {"bet": WIN}


def test_clause_2_a_double_is_no_wager_before_the_deal() -> None:
    assert "comes from a decision" in refused(pai_gow(bonus={"double-down": 5}))


@pytest.mark.parametrize(("bet", "returned"), [(10, "5.00"), ("10.01", "5.01"), ("0.01", "0.01"), ("7.50", "3.75")])
def test_clause_3_a_surrender_returns_half_and_the_odd_cent(bet: object, returned: str) -> None:
    assert settled(pai_gow(decisions="surrender", bet=bet)) == {"bet": f"surrender {returned} [3]"}


def test_clause_3_table_breakage_does_not_touch_the_half() -> None:
    record = pai_gow(decisions="surrender", bet="7.50", breakage="dollar-down")
    assert settled(record) == {"bet": "surrender 3.75 [3]"}


def test_reading_a_player_who_has_set_may_still_surrender() -> None:
    now = played(opened(pai_gow()), "set Ks Qs", "surrender")
    assert now.finished
    assert now.record()["seats"][0]["decisions"] == ["surrender"]


def test_reading_a_record_holds_only_the_surrender() -> None:
    assert "a record holds only what counts in the end" in refused(pai_gow(decisions="set Ks Qs, surrender"))


def test_reading_no_surrender_after_a_double() -> None:
    assert "nothing is left to decide" in refused(pai_gow(decisions="set Ks Qs, double, surrender"))


def test_clause_3_a_surrendered_hand_is_not_set() -> None:
    assert seat_of(pai_gow(decisions="surrender")) == {"front": None, "back": None, "foul": False}


def test_clause_4_the_dealer_shows_when_all_have_decided() -> None:
    now = played(opened(together(pai_gow(), pai_gow("Kc Jc Tc 9d 6d 4d 2h"))), "set Ks Qs", "stand")
    assert now.view(1)["dealer"] == ["??"] * 8
    assert played(now, "surrender").view(1)["dealer"] == NINE_HIGH.split()


def test_clause_4_the_dealer_discards_the_joker() -> None:
    """With the joker as a fourth ace the hand would be better; without it an ace goes in front with the nine."""
    dealer = houseway.settle(pai_gow("Ks Kd Qs Qd 8c 6h 4h", "Jo Ah Ad Ac 9s 7d 5c 3h", "set Qs Qd"))["dealer"]
    assert dealer["discarded"] == "Jo"
    assert sorted(card[0] for card in dealer["front"]) == ["9", "A"]
    assert dealer["hand"] == "pair of aces; ace-nine"


@pytest.mark.parametrize(
    ("reading", "front", "back", "discarded"),
    [
        # Without the ten of clubs one pair of threes and a flush of hearts: the highest front before it is king-three.
        ("high", "3d Kc", "3h 9h Ah Qh Th", "Tc"),
        # Without the ace two pair and no ace: the threes go in front.
        ("low", "3d 3h", "9h Kc Qh Tc Th", "Ah"),
        # Without the three of diamonds flush and king-ten; the house way then plays ace-king before the tens.
        ("poker", "Ah Kc", "3h 9h Qh Tc Th", "3d"),
        # Ace-king before tens and threes: 1.58 of two chances against 1.32, 1.31 and 1.25 of the settings above.
        ("expected", "Ah Kc", "3d 3h Qh Tc Th", "9h"),
    ],
)
def test_reading_best_seven_of_eight(reading: str, front: str, back: str, discarded: str) -> None:
    record = pai_gow("As Ad Ks Qs 9c 6c 4h", "Ah Kc Qh Th Tc 9h 3d 3h", best_seven=reading)
    dealer = houseway.settle(record)["dealer"]
    assert (" ".join(sorted(dealer["front"])), " ".join(sorted(dealer["back"]))) == (front, back)
    assert dealer["discarded"] == discarded


def test_reading_best_seven_is_expected_by_default() -> None:
    record = pai_gow("As Ad Ks Qs 9c 6c 4h", "Ah Kc Qh Th Tc 9h 3d 3h")
    assert houseway.settle(record)["dealer"]["discarded"] == "9h"


@pytest.mark.parametrize(
    ("cards", "front", "expected"),
    [
        ("As Ad Kc Qs 7s 5h 3c", "Kc Qs", WIN),  # both hands win
        ("As Ad Jh Td 7s 5h 3c", "Jh Td", PUSH),  # jack-ten loses, aces win
        ("Qs Qd Ac Td 7s 5h 3c", "Ac Td", PUSH),  # ace-ten wins, queens lose
        ("Qs Qd Jh Td 7s 5h 3c", "Jh Td", LOSS),  # neither wins
        ("As Ad Qh Jd 7s 5h 3c", "Qh Jd", PUSH),  # queen-jack is a copy and goes to the dealer
        ("Ks Kc 9h 8h 2d Ac 3s", "Ac 3s", PUSH),  # kings with nine, eight and two are a copy
        ("Ks Kc 9h 8h 2d Qh Jd", "Qh Jd", LOSS),  # two copies
    ],
)
def test_clause_5_both_hands_must_win_and_copies_go_to_the_dealer(cards: str, front: str, expected: str) -> None:
    assert settled(pai_gow(cards, KINGS, f"set {front}")) == {"bet": expected}


def test_clause_5_the_double_goes_with_the_bet() -> None:
    lost = pai_gow("Qs Qd Jh Td 7s 5h 3c", KINGS, "set Jh Td, double 4")
    assert settled(lost) == {"bet": LOSS, "double-down": "lose 0.00 [5]"}
    pushed = pai_gow("As Ad Jh Td 7s 5h 3c", KINGS, "set Jh Td, double 4")
    assert settled(pushed) == {"bet": PUSH, "double-down": "push 4.00 [5]"}


# ---- fouls


@pytest.mark.parametrize(
    ("cards", "front", "foul"),
    [
        ("As Ad Ks Qs 9c 6h 4d", "As Ad", True),  # a pair before high cards
        ("As Kc Ts 8c 6d 3h 2s", "As Kc", True),  # ace-king before ten high
        ("As Ad Kc Qs 9c 6h 4d", "Ad Kc", True),  # ace-king before ace-queen
        ("As Ad Qc Qs 9c 6h 4d", "Ad Qc", False),  # ace-queen before ace-queen
        ("As Ad Kc Qs 9c 6h 4d", "Ad Qs", False),  # ace-queen before ace-king
        ("As Ad Kc Ks 9c 6h 4d", "As Ad", True),  # aces before kings
        ("As Ad Kc Ks 9c 6h 4d", "Kc Ks", False),
        ("As Ad Ac Jo 9c 6h 4d", "As Ad", False),  # aces before aces, the joker one of them
        ("As Jo Kc Qs 9c 6h 4d", "As Jo", True),  # the joker is an ace in front
    ],
)
def test_reading_a_front_that_outranks_the_back_is_a_foul(cards: str, front: str, foul: bool) -> None:
    dealer = "Th Td Jc 8d 7h 5h 3d 2c"
    assert seat_of(pai_gow(cards, dealer, f"set {front}"))["foul"] is foul


def test_reading_a_foul_loses_bet_and_double_and_spares_bonuses() -> None:
    """Aces before a pair of kings: nine high would have lost to both hands the other way round."""
    record = pai_gow("As Ad Ac Ks Kd Qs 9c", decisions="set As Ad, double", bonus={"royal-riches": 2}, royal_riches=1)
    assert settled(record) == {
        "bet": "lose 0.00 [2]",
        "double-down": "lose 0.00 [2]",
        "royal-riches": "win 12.00 [Royal Riches]",  # a full house, 5 to 1
    }


# ---- options of the main game


@pytest.mark.parametrize(
    ("commission", "bet", "double"), [("0%", "20.00", "10.00"), ("5%", "19.50", "9.75"), ("100%", "10.00", "5.00")]
)
def test_option_commission_is_taken_from_the_winnings_of_each(commission: str, bet: str, double: str) -> None:
    told = settled(pai_gow(decisions="set Ks Qs, double 5", commission=commission))
    assert told == {"bet": f"win {bet} [5]", "double-down": f"win {double} [5]"}


def test_option_commission_does_not_touch_a_push() -> None:
    cards, decision = PUSHER
    assert settled(pai_gow(cards, decisions=decision, commission="5%")) == {"bet": PUSH}


@pytest.mark.parametrize("commission", ["101%", "5", "2.5%", "-5%"])
def test_option_commission_is_a_whole_percentage(commission: str) -> None:
    assert refused(pai_gow(commission=commission)).startswith("options.commission: ")


WHEEL = "As 2d 3h 4s 5c Kd Qh"


@pytest.mark.parametrize(("wheel", "expected"), [("lowest", PUSH), ("second", WIN)])
def test_option_wheel_against_a_king_high_straight(wheel: str, expected: str) -> None:
    assert settled(pai_gow(WHEEL, "Jo 9c Tc Jd Qc Ks 2h 3c", "set Kd Qh", wheel=wheel)) == {"bet": expected}


@pytest.mark.parametrize("wheel", ["lowest", "second"])
def test_option_wheel_never_beats_an_ace_high_straight(wheel: str) -> None:
    assert settled(pai_gow(WHEEL, "Jo Tc Jd Qc Ks Ah 2h 3c", "set Kd Qh", wheel=wheel)) == {"bet": PUSH}


@pytest.mark.parametrize(("wheel", "expected"), [("lowest", PUSH), ("second", WIN)])
def test_option_wheel_lifts_the_jokers_wheel_too(wheel: str, expected: str) -> None:
    record = pai_gow("Jo 2d 3h 4s 5c Kd Qh", "9c Td Jd Qc Ks 2h 3c 4c", "set Kd Qh", wheel=wheel, best_seven="high")
    assert settled(record) == {"bet": expected}


# ---- void


def test_void_returns_every_stake() -> None:
    record = pai_gow(decisions="set Ks Qs, double 5", bonus={"dealer-joker": 2}, dealer_joker=1) | {"void": "misdeal"}
    assert settled(record) == {
        "bet": "void 10.00 [void: misdeal]",
        "double-down": "void 5.00 [void: misdeal]",
        "dealer-joker": "void 2.00 [void: misdeal]",
    }


def test_void_of_a_misdeal_with_missing_cards() -> None:
    assert settled(pai_gow("As Ad", NINE_HIGH, "") | {"void": "misdeal"}) == {"bet": "void 10.00 [void: misdeal]"}


def test_view_others_see_that_a_hand_is_set_not_how() -> None:
    now = played(opened(together(pai_gow(), pai_gow("Kc Jc Tc 9d 6d 4d 2h"))), "set Ks Qs", "double 5")
    assert now.view(2)["seats"][0]["decisions"] == ["set", "double 5"]
    assert now.view(1)["seats"][0]["decisions"] == ["set Ks Qs", "double 5"]
    assert now.view(2)["seats"][0]["cards"] == ["??"] * 7
