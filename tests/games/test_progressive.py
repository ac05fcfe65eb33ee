"""Down Under Blackjack, the Match The Dealer Progressive: every pay table, jackpot hands, alternates, the meter."""

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import houseway
from games.records import Record, blackjack, refused, settled, together, whole_lines
from houseway.games.down_under_blackjack.exact.bonuses import ENDLESS, count_progressive
from houseway.games.down_under_blackjack.matches import fixed_on_down, fixed_on_up, jackpot_line
from houseway.kernel import compiled, counter

Counts = npt.NDArray[np.int64]

DECKS = {"3a": 4, "3b": 5, "3c": 6, "3d": 8, "4a": 2, "4b": 4, "4c": 5, "4d": 6, "4e": 8} | {
    "5a": 4,
    "5b": 5,
    "5c": 6,
    "5d": 8,
}

# The fixed pays of Attachments A to C, "for 1", pay tables 1 to 8 from left to right.
# Rows: one non-suited and one suited match, one suited, two non-suited, one non-suited.
FIXED_PAYS = {
    "3a": ["13 10 8 13 11 12 16 13", "11 7 4 10 7 8 13 9", "4 6 8 6 8 8 6 8", "2 3 4 3 4 4 3 4"],
    "3b": ["10 13 11 10 11 12 13 16", "7 11 8 6 7 8 9 13", "6 4 6 8 8 8 8 6", "3 2 3 4 4 4 4 3"],
    "3c": ["12 10 8 12 13 11 15 13", "10 7 4 9 10 7 12 9", "4 6 8 6 6 8 6 8", "2 3 4 3 3 4 3 4"],
    "3d": ["9 12 8 12 10 13 14 15", "6 10 4 9 6 10 11 12", "6 4 8 6 8 6 6 6", "3 2 4 3 4 3 3 3"],
    "4a": [
        "15/2 8 7 10 8 17/2 23/2 13/2",
        "6 13/2 5 17/2 6 13/2 10 4",
        "3 3 4 3 4 4 3 5",
        "3/2 3/2 2 3/2 2 2 3/2 5/2",
    ],
    "4b": ["13/2 5 4 13/2 11/2 6 8 13/2", "11/2 7/2 2 5 7/2 4 13/2 9/2", "2 3 4 3 4 4 3 4", "1 3/2 2 3/2 2 2 3/2 2"],
    "4c": ["5 13/2 11/2 5 11/2 6 13/2 8", "7/2 11/2 4 3 7/2 4 9/2 13/2", "3 2 3 4 4 4 4 3", "3/2 1 3/2 2 2 2 2 3/2"],
    "4d": ["6 5 4 6 13/2 11/2 15/2 13/2", "5 7/2 2 9/2 5 7/2 6 9/2", "2 3 4 3 3 4 3 4", "1 3/2 2 3/2 3/2 2 3/2 2"],
    "4e": ["9/2 6 4 6 5 13/2 7 15/2", "3 5 2 9/2 3 5 11/2 6", "3 2 4 3 4 3 3 3", "3/2 1 2 3/2 2 3/2 3/2 3/2"],
    "5a": ["13 10 8 13 11 12 16 13", "11 7 4 10 7 8 13 9", "4 6 8 6 8 8 6 8", "2 3 4 3 4 4 3 4"],
    "5b": ["10 13 11 10 11 12 13 16", "7 11 8 6 7 8 9 13", "6 4 6 8 8 8 8 6", "3 2 3 4 4 4 4 3"],
    "5c": ["12 10 8 12 13 11 15 13", "10 7 4 9 10 7 12 9", "4 6 8 6 6 8 6 8", "2 3 4 3 3 4 3 4"],
    "5d": ["9 12 8 12 10 13 14 15", "6 10 4 9 6 10 11 12", "6 4 8 6 8 6 6 6", "3 2 4 3 4 3 3 3"],
}
# Two cards for each row, against the nine of hearts up and the eight of clubs down.
FIXED_HANDS = ("9h 9d", "9h 5c", "9c 9d", "5c 9s")

SEVENTEEN = "9h 8c"

# For each family of tables: cards, dealer, decisions, draws and what is won of a meter of $1,000 with prizes of $250.
JACKPOT_HANDS = {
    "3": [("As As", "As 7c", "stand", "", "1000.00"), ("9h 9h", "9h 8c", "stand", "", "100.00")],
    "4a": [
        ("As Ks", "As Ks", "", "", "1000.00"),
        ("As Ah", "Ad Ac", "stand", "6c", "100.00"),
        ("9s 9h", "9d 9c", "stand", "", "250.00"),
    ],
    "4": [("9h 9h", "9h 9h", "stand", "", "1000.00"), ("9h 9h", "9h 8c", "stand", "", "100.00")],
    "5": [
        ("Ah Ah", "Ah Ah", "stand", "6c", "1000.00"),
        ("9h 9h", "9h 9h", "stand", "", "100.00"),
        ("9h 9h", "9h 8c", "stand", "", "250.00"),
    ],
}
PRIZES = {"4-same-rank": 250, "2-suited-matches": 250}


def progressive(
    table: str,
    cards: str,
    dealer: str,
    decisions: str = "stand",
    draws: str = "",
    *,
    stake: int = 1,
    alternate: str = "off",
    **jackpot: Any,
) -> Record:
    """A round with a progressive wager; the meter stands at $1,000 unless the test says otherwise."""
    return blackjack(
        cards,
        dealer,
        decisions,
        draws,
        bonus={"progressive": stake},
        jackpot={"meter": 1000, "wager": stake, **jackpot},
        decks=DECKS[table[:2]],
        progressive=table,
        progressive_alternate=alternate,
    )


def won(record: Record, seat: int = 1) -> str:
    """The progressive line of a seat."""
    return settled(record, seat)["progressive"]


def awards(record: Record) -> list[tuple[int, str | None, str]]:
    """Seat, share and amount of each award, in the order they are paid."""
    return [(row["seat"], row["share"], row["amount"]) for row in houseway.settle(record)["jackpot"]["awards"]]


def meter_after(record: Record) -> str:
    """The meter after the round."""
    return str(houseway.settle(record)["jackpot"]["meter_after"])


# ---- fixed pays


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("table", FIXED_PAYS)
def test_fixed_pays_of_the_attachments(table: str, number: int) -> None:
    for row, cards in zip(FIXED_PAYS[table], FIXED_HANDS, strict=True):
        paid = 2 * Fraction(row.split()[number - 1])
        record = progressive(f"{table}/{number}", cards, SEVENTEEN, stake=2)
        assert won(record) == f"win {paid}.00 [Table {table}]"


@pytest.mark.parametrize("table", ["3a/1", "4a/1", "4b/1", "5a/1"])
def test_no_match_loses(table: str) -> None:
    assert won(progressive(table, "5c Kd", SEVENTEEN)) == f"lose 0.00 [Table {table[:2]}]"


@pytest.mark.parametrize("table", ["3c/1", "5c/1"])
def test_reading_tables_3_and_5_score_the_up_card_only(table: str) -> None:
    assert won(progressive(table, "8c 5d", SEVENTEEN)) == f"lose 0.00 [Table {table[:2]}]"


@pytest.mark.parametrize(
    ("table", "cards", "returned"),
    [
        ("4a/1", "9h 8d", "15.00"),  # 6 and 3/2
        ("4b/1", "9h 8c", "22.00"),  # 11/2 and 11/2
        ("4c/3", "9d 8d", "6.00"),  # 3/2 and 3/2
        ("4d/8", "9d 8c", "13.00"),  # 2 and 9/2
        ("4e/1", "5d 8c", "6.00"),  # 3, on the down card alone
    ],
)
def test_reading_tables_4_add_the_pays_of_up_and_down_card(table: str, cards: str, returned: str) -> None:
    assert won(progressive(table, cards, SEVENTEEN, stake=2)) == f"win {returned} [Table {table[:2]}]"


def test_reading_tables_4_score_a_dealer_pair_twice() -> None:
    """The nine of hearts against nines of hearts and clubs: suited 11/2 and non-suited 1."""
    assert won(progressive("4b/1", "9h 5d", "9h 9c", stake=2)) == "win 13.00 [Table 4b]"


def test_a_line_tells_what_it_was_paid_for() -> None:
    one = whole_lines(progressive("3c/5", "9h 5c", SEVENTEEN))["progressive"]
    assert (one["lines"], one["odds"]) == (["1 suited match"], "10 for 1")
    two = whole_lines(progressive("4b/1", "9h 8d", SEVENTEEN))["progressive"]
    assert (two["lines"], two["odds"]) == (["1 suited match", "1 non-suited match"], None)


# ---- jackpot hands


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("table", FIXED_PAYS)
def test_jackpot_pays_of_the_attachments(table: str, number: int) -> None:
    family = table if table == "4a" else table[0]
    for cards, dealer, decisions, draws, paid in JACKPOT_HANDS[family]:
        record = progressive(f"{table}/{number}", cards, dealer, decisions, draws, prizes=PRIZES)
        assert won(record) == f"win {paid} [Table {table}]"


@pytest.mark.parametrize("table", ["3a/1", "3b/2", "3c/3", "3d/4"])
def test_table_3_two_suited_aces_of_spades_win_all(table: str) -> None:
    record = progressive(table, "As As", "As 7c")
    assert won(record) == f"win 1000.00 [Table {table[:2]}]"
    assert meter_after(record) == "0.00"


@pytest.mark.parametrize(("cards", "up"), [("9h 9h", "9h"), ("Ah Ah", "Ah"), ("Ks Ks", "Ks")])
def test_table_3_other_suited_matches_win_ten_percent(cards: str, up: str) -> None:
    record = progressive("3c/1", cards, f"{up} 8c")
    assert won(record) == "win 100.00 [Table 3c]"
    assert meter_after(record) == "900.00"


def test_table_3_the_down_card_matches_nothing() -> None:
    assert won(progressive("3c/1", "8c 8c", SEVENTEEN)) == "lose 0.00 [Table 3c]"


@pytest.mark.parametrize("cards", ["As Ks", "Ks As"])
@pytest.mark.parametrize("dealer", ["As Ks", "Ks As"])
def test_table_4a_ace_and_king_of_spades_in_any_order_win_all(cards: str, dealer: str) -> None:
    record = progressive("4a/1", cards, dealer, "")
    assert settled(record) == {"hand 1": "push 10.00 [2]", "progressive": "win 1000.00 [Table 4a]"}


def test_table_4a_any_four_aces_win_ten_percent_and_nothing_else() -> None:
    assert won(progressive("4a/1", "As Ah", "Ad Ac", "stand", "6c")) == "win 100.00 [Table 4a]"


def test_table_4a_four_of_a_rank_win_the_prize_and_nothing_else() -> None:
    record = progressive("4a/1", "9s 9h", "9d 9c", prizes={"4-same-rank": 250})
    assert won(record) == "win 250.00 [Table 4a]"


def test_table_4a_without_the_dealers_ace_there_is_no_jackpot() -> None:
    """Ace-king of spades against two kings: 6 for the suited and 3/2 for the other match."""
    record = progressive("4a/1", "As Ks", "Ks Kh", "", stake=2)
    assert won(record) == "win 15.00 [Table 4a]"
    assert awards(record) == []


def test_table_4_two_suited_matches_with_up_and_down_win_all() -> None:
    assert won(progressive("4b/1", "9h 9h", "9h 9h")) == "win 1000.00 [Table 4b]"


@pytest.mark.parametrize("dealer", ["9h 8c", "8c 9h"])
def test_table_4_two_suited_matches_with_one_dealer_card_win_ten_percent(dealer: str) -> None:
    record = progressive("4d/1", "9h 9h", dealer)
    assert won(record) == "win 100.00 [Table 4d]"
    assert awards(record) == [(1, "10%", "100.00")]


@pytest.mark.parametrize("dealer", ["9h 9c", "9c 9h"])
def test_reading_table_4_a_jackpot_hand_still_earns_the_other_cards_pay(dealer: str) -> None:
    """10% of the meter, and two non-suited matches with the nine of clubs at 2 for 1 on $1."""
    record = progressive("4b/1", "9h 9h", dealer)
    assert won(record) == "win 102.00 [Table 4b]"
    assert whole_lines(record)["progressive"]["odds"] is None


def test_table_5_four_suited_aces_win_all() -> None:
    assert won(progressive("5c/1", "Ah Ah", "Ah Ah", "stand", "6c")) == "win 1000.00 [Table 5c]"


def test_table_5_four_suited_of_another_rank_win_ten_percent() -> None:
    record = progressive("5c/1", "9h 9h", "9h 9h", prizes={"2-suited-matches": 500})
    assert won(record) == "win 100.00 [Table 5c]"


@pytest.mark.parametrize("dealer", ["9h 8c", "9h 9c"])
def test_reading_table_5_two_suited_matches_with_the_up_card_win_the_prize(dealer: str) -> None:
    assert won(progressive("5c/1", "9h 9h", dealer, prizes={"2-suited-matches": 500})) == "win 500.00 [Table 5c]"


def test_reading_table_5_two_suited_matches_with_the_down_card_win_nothing() -> None:
    record = progressive("5c/1", "9h 9h", "8c 9h", prizes={"2-suited-matches": 500})
    assert won(record) == "lose 0.00 [Table 5c]"


# ---- alternate jackpot pays


def test_alternate_3_three_aces_of_spades_with_the_king_of_spades_down_win_all() -> None:
    record = progressive("3c/1", "As As", "As Ks", "", alternate="on")
    assert won(record) == "win 1000.00 [Table 3c]"


@pytest.mark.parametrize(("cards", "dealer"), [("As As", "As 8c"), ("As As", "As 7s"), ("Ah Ah", "Ah 8c")])
def test_reading_alternate_3_other_suited_aces_win_ten_percent(cards: str, dealer: str) -> None:
    assert won(progressive("3c/1", cards, dealer, alternate="on")) == "win 100.00 [Table 3c]"


def test_alternate_3_aces_of_another_suit_with_the_king_down_win_ten_percent() -> None:
    assert won(progressive("3c/1", "Ah Ah", "Ah Ks", "", alternate="on")) == "win 100.00 [Table 3c]"


def test_alternate_3_a_suited_match_of_twos_to_kings_wins_the_prize() -> None:
    record = progressive("3c/1", "9h 9h", SEVENTEEN, alternate="on", prizes={"3-card-suited-match": 300})
    assert won(record) == "win 300.00 [Table 3c]"


@pytest.mark.parametrize(("table", "paid"), [("3c/1", "10.00"), ("4d/1", "5.00")])
def test_alternate_the_fixed_pays_stay(table: str, paid: str) -> None:
    assert won(progressive(table, "9h 5c", SEVENTEEN, alternate="on")) == f"win {paid} [Table {table[:2]}]"


@pytest.mark.parametrize("ace", ["Ah", "As"])
def test_alternate_4_four_suited_aces_win_all(ace: str) -> None:
    record = progressive("4d/1", f"{ace} {ace}", f"{ace} {ace}", "stand", "6c", alternate="on")
    assert won(record) == "win 1000.00 [Table 4d]"


def test_alternate_4_a_four_card_suited_match_wins_ten_percent() -> None:
    assert won(progressive("4d/1", "9h 9h", "9h 9h", alternate="on")) == "win 100.00 [Table 4d]"


@pytest.mark.parametrize(("dealer", "fixed"), [("9h 8c", 0), ("8c 9h", 0), ("9h 9c", 2), ("9c 9h", 2)])
def test_reading_alternate_4_three_suited_win_the_prize_and_the_other_cards_pay(dealer: str, fixed: int) -> None:
    """Two non-suited matches of table 4d/1 pay 2 for 1."""
    record = progressive("4d/1", "9h 9h", dealer, alternate="on", prizes={"3-card-suited-match": 300})
    assert won(record) == f"win {300 + fixed}.00 [Table 4d]"


@pytest.mark.parametrize("table", ["4a/1", "5a/1", "5b/1", "5c/1", "5d/1"])
def test_reading_other_tables_have_no_alternate(table: str) -> None:
    assert "stands for tables 3a-d and 4b-e only" in refused(progressive(table, "9c 5d", SEVENTEEN, alternate="on"))


def test_reading_an_alternate_needs_a_progressive() -> None:
    assert refused(blackjack(progressive_alternate="on")).startswith("options.progressive-alternate: ")


# ---- the wager


@pytest.mark.parametrize("table", FIXED_PAYS)
def test_reading_a_table_is_for_its_number_of_decks(table: str) -> None:
    for decks in (2, 4, 5, 6, 8):
        record = progressive(f"{table}/1", "5c Kd", SEVENTEEN)
        record["options"]["decks"] = decks
        if decks == DECKS[table]:
            assert won(record) == f"lose 0.00 [Table {table}]"
        else:
            assert f"table {table} is not for {decks} decks" in refused(record)


def test_the_wager_is_one_fixed_amount_for_all() -> None:
    record = progressive("3c/1", "9c 5d", SEVENTEEN)
    record["seats"][0]["wagers"]["progressive"] = 2
    assert "must be the fixed amount of 1.00, the same for all seats" in refused(record)


def test_the_wager_needs_a_meter_and_a_table() -> None:
    record = progressive("3c/1", "9c 5d", SEVENTEEN)
    del record["jackpot"]
    assert refused(record) == "seat 1: jackpot: is missing, and a seat wagers on the progressive"
    assert "jackpot: is off" in refused(blackjack(jackpot={"meter": 1000, "wager": 1}))


def test_who_does_not_wager_wins_nothing() -> None:
    record = progressive("3c/1", "9h 9h", SEVENTEEN)
    del record["seats"][0]["wagers"]["progressive"]
    assert list(settled(record)) == ["hand 1"]
    assert awards(record) == []


# ---- several awards, prizes and the meter


def test_awards_go_by_seat_each_from_what_is_left() -> None:
    record = together(*[progressive("3c/1", "9h 9h", SEVENTEEN) for _ in range(2)])
    assert awards(record) == [(1, "10%", "100.00"), (2, "10%", "90.00")]
    assert meter_after(record) == "810.00"


def test_reading_after_all_is_won_the_next_share_is_of_the_reset() -> None:
    reset = {"meter": 1000, "wager": 1, "reset": 500}
    two = together(progressive("4d/1", "9h 9h", "9h 9h"), progressive("4d/1", "9h 9h", "9h 9h"), jackpot=reset)
    assert awards(two) == [(1, "100%", "1000.00"), (2, "100%", "500.00")]
    jackpot = houseway.settle(two)["jackpot"]
    assert (jackpot["reseeded"], jackpot["meter_after"]) == ("1000.00", "500.00")


def test_the_contribution_is_added_before_any_award() -> None:
    record = progressive("3c/1", "9h 9h", SEVENTEEN, contributed="50.00")
    assert won(record) == "win 105.00 [Table 3c]"
    assert meter_after(record) == "945.00"


def test_a_share_is_rounded_down_and_the_fraction_stays_in_the_meter() -> None:
    record = progressive("3c/1", "9h 9h", SEVENTEEN, meter="1000.09")
    assert won(record) == "win 100.00 [Table 3c]"
    assert meter_after(record) == "900.09"


def test_a_prize_of_the_house_does_not_touch_the_meter() -> None:
    record = progressive("5c/1", "9h 9h", SEVENTEEN, prizes={"2-suited-matches": 500}, prizes_from="house")
    assert awards(record) == []
    assert meter_after(record) == "1000.00"


def test_a_prize_of_the_meter_is_an_award_without_a_share() -> None:
    record = progressive("5c/1", "9h 9h", SEVENTEEN, prizes={"2-suited-matches": 500}, prizes_from="meter")
    assert awards(record) == [(1, None, "500.00")]
    assert meter_after(record) == "500.00"


def test_a_prize_of_a_meter_that_holds_less_pays_what_is_left() -> None:
    record = together(
        *[
            progressive("5c/1", "9h 9h", SEVENTEEN, prizes={"2-suited-matches": 700}, prizes_from="meter")
            for _ in range(2)
        ]
    )
    assert awards(record) == [(1, None, "700.00"), (2, None, "300.00")]
    assert won(record, 2) == "win 300.00 [Table 5c]"
    assert meter_after(record) == "0.00"


@pytest.mark.parametrize("source", ["house", "meter"])
def test_a_prize_may_be_odds(source: str) -> None:
    prizes = {"2-suited-matches": "200 for 1"}
    record = progressive("5c/1", "9h 9h", SEVENTEEN, stake=3, prizes=prizes, prizes_from=source)
    assert won(record) == "win 600.00 [Table 5c]"


@pytest.mark.parametrize(
    ("table", "cards", "dealer", "alternate", "prize"),
    [
        ("4a/1", "9s 9h", "9d 9c", "off", "4-same-rank"),
        ("5c/1", "9h 9h", "9h 8c", "off", "2-suited-matches"),
        ("3c/1", "9h 9h", "9h 8c", "on", "3-card-suited-match"),
        ("4d/1", "9h 9h", "9h 8c", "on", "3-card-suited-match"),
    ],
)
def test_a_prize_that_is_won_must_be_given(table: str, cards: str, dealer: str, alternate: str, prize: str) -> None:
    record = progressive(table, cards, dealer, alternate=alternate)
    assert refused(record).startswith(f"jackpot.prizes.{prize}: is missing, and seat 1 has won it")


def test_void_reverses_the_contribution() -> None:
    record = progressive("3c/1", "9h 9h", SEVENTEEN, contributed="50.00") | {"void": "misdeal"}
    assert settled(record) == {
        "hand 1": "void 10.00 [void: misdeal]",
        "progressive": "void 1.00 [void: misdeal]",
    }
    assert houseway.settle(record)["jackpot"] == {
        "meter_before": "1000.00",
        "contributed": "0.00",
        "awards": [],
        "reseeded": "0.00",
        "meter_after": "1000.00",
    }


# ---- the count of all deals


@counter
def count_naively(table: int, decks: int) -> Counts:
    """Every two cards of the player with every up and down card, by jackpot line and fixed pays."""
    found = np.zeros(15 * 7 * 7, np.int64)
    for one in range(52):
        for two in range(one + 1):
            for up in range(52):
                for down in range(52):
                    hands = decks * (decks - 1) // 2 if one == two else decks * decks
                    hands *= decks - (one == up) - (two == up)
                    hands *= decks - (one == down) - (two == down) - (up == down)
                    place = 49 * (1 + jackpot_line(table, one, two, up, down))
                    place += 7 * (1 + fixed_on_up(table, one, two, up, down))
                    if hands > 0:
                        found[place + 1 + fixed_on_down(table, one, two, up, down)] += hands
    return found


@pytest.mark.parametrize("table", range(6))
@pytest.mark.parametrize("decks", [1, 2, 6])
def test_all_deals_are_counted_as_one_by_one(table: int, decks: int) -> None:
    found = compiled(count_progressive)(table, decks)
    assert (found == compiled(count_naively)(table, decks)).all()


@pytest.mark.parametrize("table", range(6))
def test_an_infinite_shoe_is_what_ever_more_decks_come_to(table: int) -> None:
    endless, many = (compiled(count_progressive)(table, decks) for decks in (ENDLESS, 1_000))
    assert endless.sum() == 52**4
    assert many / many.sum() == pytest.approx(endless / endless.sum(), abs=1e-3)
