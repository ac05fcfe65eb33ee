"""Flush Poker, clause by clause and reading by reading; Royal Riches and its jackpot have a file of their own."""

import pytest

import houseway
from games.records import choices, deck_with, flush, opened, played, refused, settled, together, unused

# A dealer who just qualifies, and one who just does not.
QUALIFIES = "Th 8h 2h 9c 3c 9d 3d"
FALLS_SHORT = "Th 7h 6h 9c 3c 9d 3d"
WIN = {"bet": "win 20.00 [5A]", "raise": "win 20.00 [5A]"}
LOSS = {"bet": "lose 0.00 [5B]", "raise": "lose 0.00 [5B]"}
MATCH = {"bet": "win 110.00 [5C]", "raise": "push 10.00 [5C]"}
NOT_QUALIFIED = {"bet": "win 20.00 [4]", "raise": "push 10.00 [4]"}

FOUR_FLUSH = "As Js 8s 3s Kd Qh 7c"
FIVE_FLUSH = "As Js 8s 3s 2s Kd Qh"
SIX_FLUSH = "As Js 8s 3s 2s 6s Kd"
SEVEN_FLUSH = "As Js 8s 3s 2s 6s 9s"

# The letter's Natural Straight Flush tables 1 to 8, by cards in a row.
STRAIGHT_FLUSHES = {
    "3s 4s 5s 6s 7s 8s 9s": (8000, 500, 500, 1000, 8000, 500, 1000, 500),
    "3s 4s 5s 6s 7s 8s Kd": (1000, 200, 200, 500, 1000, 200, 500, 200),
    "3s 4s 5s 6s 7s Kd Qh": (100, 100, 100, 100, 100, 100, 100, 100),
    "3s 4s 5s 6s Kd Qh 9c": (60, 50, 75, 75, 50, 60, 60, 50),
    "3s 4s 5s Kd Qh 9c Td": (7, 9, 7, 7, 8, 8, 8, 8),
}
# The letter's Natural Flush tables 1 to 14, by cards of one suit.
FLUSHES = {
    SEVEN_FLUSH: (300, 100, 200, 300, 200, 500, 400, 1000, 150, 150, 400, 300, 500, 500),
    SIX_FLUSH: (100, 20, 20, 75, 60, 50, 60, 50, 20, 25, 100, 80, 80, 100),
    FIVE_FLUSH: (10, 10, 10, 5, 12, 12, 12, 10, 10, 10, 10, 11, 11, 10),
    FOUR_FLUSH: (1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1),
}


# ---- who has the higher flush


@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [
        ("5s 4s 3s 2s Kc Kd 6d", "Ah Kh Qh 9c 3c 9d 3d", WIN),
        ("As Ks Qs 9c 4c 9d 4d", "5h 4h 3h 2h Kc Kd 6d", LOSS),
        ("7s 6s 5s 4s 3s Kc Kd", "Ah Kh Qh Jh 3c 9d 3d", WIN),
    ],
)
def test_rule_a_more_cards_of_a_suit_win(cards: str, dealer: str, expected: dict[str, str]) -> None:
    assert settled(flush(cards, dealer)) == expected


@pytest.mark.parametrize(
    ("dealer", "expected"),
    [
        ("Qh 5h 4h 9c 3c 9d 3d", WIN),  # king high against queen high
        ("Kh 8h 7h 9c 3c 9d 3d", WIN),  # nine against eight
        ("Kh 9h 3h 6c 3c 9d 3d", WIN),  # four against three
        ("Kh 9h 5h 6c 3c 9d 3d", LOSS),
        ("Kh Th 2h 6c 3c 9d 3d", LOSS),
        ("Ah 3h 2h 9c 3c 9d 3d", LOSS),
    ],
)
def test_rule_b_equal_length_the_highest_card_that_differs_decides(dealer: str, expected: dict[str, str]) -> None:
    assert settled(flush("Ks 9s 4s Qc 6d Qd 7c", dealer)) == expected


def test_rule_b_the_joker_is_the_highest_rank_that_the_flush_lacks() -> None:
    assert settled(flush("Jo Ks 5s Qc 6d Qd 7c", "Ah Qh Jh 9c 3c 9d 3d")) == WIN  # A-K-5
    assert settled(flush("Jo As 2s Qc 6d Qd 7c", "Ah Qh Jh 9c 3c 9d 3d")) == WIN  # A-K-2
    assert settled(flush("Jo As Ks 7c 6d 8d 9c", "Ah Kh Jh 5c 3c 4d 3d")) == WIN  # A-K-Q
    assert settled(flush("Jo As 2s Qc 6d Qd 7c", "Ah Kh 3h 9c 3c 9d 3d")) == LOSS


def test_reading_the_suit_is_chosen_with_the_joker_in_it() -> None:
    """Clubs are higher without the joker; with it hearts make A-K-Q-J and clubs only A-K-3-2."""
    assert settled(flush("Ac 3c 2c Kh Qh Jh Jo", "As Ks 9s 8s 4d 5d 6c")) == WIN


def test_reading_the_dealers_joker_works_alike() -> None:
    assert settled(flush("Ac 3c 2c 9s 8d 7h 9d", "Ah 4h Jo Ts 6c 8c Td")) == LOSS  # A-K-4 against A-3-2


def test_note_a_straight_flush_does_not_count() -> None:
    assert settled(flush("7s 6s 5s Qc 8d Qd 9c", "Ah 4h 2h Tc 3c 9d 3d")) == LOSS


# ---- clauses


def test_clause_1_the_bet_is_mandatory() -> None:
    record = flush()
    del record["seats"][0]["wagers"]["bet"]
    assert refused(record) == "seat 1: wagers.bet: is mandatory and missing"


@pytest.mark.parametrize("bonus", ["natural-straight-flush", "natural-flush", "royal-riches", "jackpot"])
def test_clause_1_a_bonus_that_the_house_does_not_offer_is_refused(bonus: str) -> None:
    assert f"wagers.{bonus}: is off" in refused(flush(bonus={bonus: 1}))


def test_clause_2_seven_cards_each() -> None:
    assert "must be 7 cards" in refused(flush("As 5s 4s Kc 6c Kd"))
    assert "must be 7 cards" in refused(flush(dealer=QUALIFIES + " 2c"))


def test_clause_2_deal_order_round_the_seats_dealer_last() -> None:
    deck = deck_with("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d")
    now = houseway.game("flush-poker").deal({1: {"bet": 5}, 4: {"bet": 5}}, deck)
    assert [str(card) for card in now.seat(1).cards] == ["2c", "5c", "8c", "Jc", "Ac", "4d", "7d"]
    assert [str(card) for card in now.seat(4).cards] == ["3c", "6c", "9c", "Qc", "2d", "5d", "8d"]
    assert [str(card) for card in now.dealer] == ["4c", "7c", "Tc", "Kc", "3d", "6d", "9d"]


def test_clause_3_players_see_their_own_cards_only() -> None:
    now = opened(together(flush(), flush("Qs Js 8s 3s Qh 7c 2c")))
    view = now.view(1)
    assert view["seats"][1]["cards"] == ["??"] * 7
    assert view["dealer"] == ["??"] * 7
    assert "??" not in view["seats"][0]["cards"]


def test_clause_3a_a_fold_forfeits_the_bet() -> None:
    assert settled(flush(decisions="fold")) == {"bet": "fold 0.00 [3A]"}


@pytest.mark.parametrize("cards", ["As 5s Kc 6c Kd 6d 7h", "As 5s 4s Kc 6c Kd 6d", FOUR_FLUSH])
def test_clause_3b_up_to_four_cards_raise_the_bet(cards: str) -> None:
    assert choices(opened(flush(cards))) == ["fold", "raise 1x", "raise 10"]
    for decision in ("raise 2x", "raise 10.01", "raise 9.99"):
        assert "is not legal here; legal: fold, raise 1x, raise 10" in refused(flush(cards, decisions=decision))


@pytest.mark.parametrize("cards", [FIVE_FLUSH, "As Js 8s 3s Jo Kd Qh"])
def test_clause_3b_five_cards_raise_up_to_double(cards: str) -> None:
    assert choices(opened(flush(cards))) == ["fold", "raise 1x", "raise 2x", "raise 10 … 20"]
    assert settled(flush(cards, decisions="raise 2x"))["raise"] == "win 40.00 [5A]"
    assert settled(flush(cards, decisions="raise 12.50"))["raise"] == "win 25.00 [5A]"
    assert "is not legal here" in refused(flush(cards, decisions="raise 20.01"))
    assert "is not legal here" in refused(flush(cards, decisions="raise 3x"))


@pytest.mark.parametrize("cards", [SIX_FLUSH, SEVEN_FLUSH, "As Js 8s 3s 2s Jo Kd"])
def test_clause_3b_six_or_seven_cards_raise_up_to_triple(cards: str) -> None:
    expected = ["fold", "raise 1x", "raise 2x", "raise 3x", "raise 10 … 30"]
    assert choices(opened(flush(cards))) == expected
    assert settled(flush(cards, decisions="raise 3x"))["raise"] == "win 60.00 [5A]"
    assert "is not legal here" in refused(flush(cards, decisions="raise 30.01"))
    assert "is not legal here" in refused(flush(cards, decisions="raise 9.99"))


def test_clause_4_the_dealer_shows_when_all_have_decided() -> None:
    now = opened(flush())
    assert played(now, "fold").view(1)["dealer"] == QUALIFIES.split()


@pytest.mark.parametrize(
    "dealer",
    [
        QUALIFIES,
        "Th 9h 2h 8c 3c 9d 3d",
        "Jh 3h 2h 9c 3c 9d 3d",
        "5h 4h 3h 2h Kc 9d Qd",  # any four-card flush
        "Jo 3h 2h 9c 4d 9s 5c",  # A-3-2 with the joker
    ],
)
def test_clause_4_ten_eight_or_better_qualifies(dealer: str) -> None:
    record = flush("As Ks Qs Js 6c 6d Kd", dealer)
    assert settled(record) == WIN
    assert houseway.settle(record)["dealer"]["qualifies"] is True


@pytest.mark.parametrize(
    "dealer",
    [
        FALLS_SHORT,
        "9h 8h 7h Tc 3c 9d 3d",
        "Ah Kh Qd Jd 9c 8c 7s",  # two cards of a suit
    ],
)
def test_clause_4_less_does_not_qualify(dealer: str) -> None:
    record = flush("5s 4s 3s 2s 6c 6d 9s", dealer)
    assert settled(record) == NOT_QUALIFIED
    assert houseway.settle(record)["dealer"]["qualifies"] is False


def test_clause_4_even_a_lower_hand_is_paid_when_the_dealer_does_not_qualify() -> None:
    assert settled(flush("4s 3s 2s 6c 5c 6d 5d", FALLS_SHORT)) == NOT_QUALIFIED


def test_clause_4_a_folded_hand_is_not_paid() -> None:
    assert settled(flush(dealer=FALLS_SHORT, decisions="fold")) == {"bet": "fold 0.00 [3A]"}


def test_clause_5a_a_higher_flush_wins_even_money() -> None:
    assert settled(flush()) == WIN


def test_clause_5b_a_lower_flush_loses_both() -> None:
    assert settled(flush("9s 8s 7s Kc 6c Kd 6d")) == LOSS


def test_clause_5c_an_exact_match_pays_ten_to_one_and_pushes_the_raise() -> None:
    assert settled(flush("Ts 8s 2s Kc 6c Kd 6d")) == MATCH


def test_reading_only_the_flush_cards_are_compared() -> None:
    assert settled(flush("Ts 8s 2s 3h 4c 4d 5d")) == MATCH


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("Jo Ks 5s Qc 6d Qd 7c", "Ah Kh 5h 9c 3c 9d 3d"),
        ("As Ks 5s Qc 6d Qd 7c", "Jo Kh 5h 9c 3c 9d 3d"),
    ],
)
def test_reading_a_match_counts_the_joker_as_what_it_stands_for(cards: str, dealer: str) -> None:
    assert settled(flush(cards, dealer)) == MATCH


def test_reading_a_match_needs_a_dealer_who_qualifies() -> None:
    assert settled(flush("Ts 7s 6s Kc 5c Kd 5d", FALLS_SHORT)) == NOT_QUALIFIED


def test_clause_6_bonuses_are_settled_though_the_hand_loses() -> None:
    record = flush("7s 6s 5s Qc 8d Qd 4c", bonus={"natural-straight-flush": 1}, natural_straight_flush=1)
    assert settled(record)["natural-straight-flush"] == "win 8.00 [Natural Straight Flush]"


# ---- the natural bonuses


@pytest.mark.parametrize("table", range(1, 9))
@pytest.mark.parametrize("cards", STRAIGHT_FLUSHES)
def test_natural_straight_flush_pays(cards: str, table: int) -> None:
    pays = STRAIGHT_FLUSHES[cards][table - 1]
    record = flush(cards, unused(cards, 7), bonus={"natural-straight-flush": 2}, natural_straight_flush=table)
    assert settled(record)["natural-straight-flush"] == f"win {2 + 2 * pays}.00 [Natural Straight Flush]"


@pytest.mark.parametrize("table", range(1, 15))
@pytest.mark.parametrize("cards", FLUSHES)
def test_natural_flush_pays(cards: str, table: int) -> None:
    pays = FLUSHES[cards][table - 1]
    record = flush(cards, unused(cards, 7), bonus={"natural-flush": 2}, natural_flush=table)
    assert settled(record)["natural-flush"] == f"win {2 + 2 * pays}.00 [Natural Flush]"


def run(cards: str, suit: str = "any") -> str:
    """What $2 on the Natural Straight Flush returns by pay table 1: 7 to 1 for three, 60 to 1 for four."""
    dealer = unused(cards, 7)
    record = flush(
        cards,
        dealer,
        bonus={"natural-straight-flush": 2},
        natural_straight_flush=1,
        natural_straight_flush_suit=suit,
    )
    return settled(record)["natural-straight-flush"].removesuffix(" [Natural Straight Flush]")


@pytest.mark.parametrize(
    ("cards", "returned"),
    [
        ("As 2s 3s Kd Qh 9c Td", "win 16.00"),  # the ace is low
        ("Qs Ks As 4d 7h 9c Td", "win 16.00"),  # the ace is high
        ("Ks As 2s 4d 7h 9c Td", "lose 0.00"),  # and never between
        ("5s 6s Jo 8s Kd Qh 2c", "lose 0.00"),  # the joker fills no gap
        ("5s 6s Jo Td Kd Qh 2c", "lose 0.00"),  # nor does it add a card
        ("5s 6s 7s Jo Kd Qh 2c", "win 16.00"),
        ("As 2s 3s 5s 6s 7s 8s", "win 122.00"),  # the longest run is paid, once
    ],
)
def test_reading_natural_straight_flush_the_joker_is_a_blank(cards: str, returned: str) -> None:
    assert run(cards) == returned


@pytest.mark.parametrize(("option", "returned"), [("any", "win 16.00"), ("flush-hand", "lose 0.00")])
def test_option_natural_straight_flush_suit(option: str, returned: str) -> None:
    """The flush that is played is of hearts, the straight flush is of spades."""
    assert run("Ah 9h 6h 3h 7s 6s 5s", option) == returned


def test_option_natural_straight_flush_suit_counts_in_the_flush_that_is_played() -> None:
    assert run("Ah 7h 6h 5h 9s 6s 5s", "flush-hand") == "win 16.00"


@pytest.mark.parametrize("cards", ["As 3s 2s Kh 3h 2h Jo", "Ks 3s 2s Ah 3h 2h Jo"])
def test_option_natural_straight_flush_suit_of_two_equal_flushes_takes_the_better(cards: str) -> None:
    """With the joker both suits make A-K-3-2; one of them holds A-2-3, the other only 2-3."""
    assert run(cards, "flush-hand") == "win 16.00"


def test_reading_natural_flush_the_joker_is_a_blank() -> None:
    record = flush("As Js 8s Jo Kd Qh 4c", bonus={"natural-flush": 2}, natural_flush=1)
    assert settled(record)["natural-flush"] == "lose 0.00 [Natural Flush]"


# ---- options of folded and unqualified hands


@pytest.mark.parametrize(("option", "expected"), [("play", "win 4.00"), ("lose", "fold 0.00")])
def test_option_folded_bonuses(option: str, expected: str) -> None:
    record = flush(FOUR_FLUSH, unused(FOUR_FLUSH, 7), "fold", bonus={"natural-flush": 2}, natural_flush=1)
    record["options"]["folded-bonuses"] = option
    assert settled(record)["natural-flush"] == f"{expected} [Natural Flush]"


def test_option_folded_bonuses_lose_spares_hands_that_raise() -> None:
    record = flush(FOUR_FLUSH, bonus={"natural-flush": 2}, natural_flush=1, folded_bonuses="lose")
    record["dealer"] = unused(FOUR_FLUSH, 7).split()
    assert settled(record)["natural-flush"] == "win 4.00 [Natural Flush]"


@pytest.mark.parametrize(
    ("option", "decision", "expected"),
    [
        ("play", "raise 1x", "win 4.00"),
        ("play", "fold", "win 4.00"),
        ("lose", "raise 1x", "lose 0.00"),
        ("lose", "fold", "fold 0.00"),  # a folded hand's dead bonus stays `fold`
    ],
)
def test_option_unqualified_bonuses(option: str, decision: str, expected: str) -> None:
    cards = "As Js 8s 4s Kd Qh Tc"
    record = flush(cards, FALLS_SHORT, decision, bonus={"natural-flush": 2}, natural_flush=1)
    record["options"]["unqualified-bonuses"] = option
    assert settled(record)["natural-flush"] == f"{expected} [Natural Flush]"


def test_option_unqualified_bonuses_lose_needs_an_unqualified_dealer() -> None:
    record = flush("As Js 8s 4s Kd Qh Tc", bonus={"natural-flush": 2}, natural_flush=1, unqualified_bonuses="lose")
    assert settled(record)["natural-flush"] == "win 4.00 [Natural Flush]"


# ---- void


def test_void_returns_every_stake() -> None:
    record = flush(decisions="raise 1x", bonus={"natural-flush": 2}, natural_flush=1) | {"void": "misdeal"}
    assert settled(record) == {
        "bet": "void 10.00 [void: misdeal]",
        "raise": "void 10.00 [void: misdeal]",
        "natural-flush": "void 2.00 [void: misdeal]",
    }


def test_void_of_a_misdeal_with_missing_cards() -> None:
    assert settled(flush("As 5s", "Th", "") | {"void": "misdeal"}) == {"bet": "void 10.00 [void: misdeal]"}
