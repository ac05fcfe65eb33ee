"""Down Under Blackjack, clause 14: the Match The Dealer bonus on the up card and on the down card."""

from typing import Any

import pytest

from games.records import blackjack, refused, settled, whole_lines

# The letter's schedules: decks, suited, unsuited, all `to 1`.
SCHEDULES = {
    "2": (2, 19, 4),
    "2-alt-1": (2, 24, 3),
    "2-alt-2": (2, 23, 3),
    "4": (4, 12, 4),
    "5": (5, 15, 3),
    "6": (6, 11, 4),
    "8": (8, 14, 3),
}
WITH_DOWN: dict[str, Any] = {"match_the_dealer": 6, "match_down_card": "on"}


def up_only(cards: str, schedule: str) -> str:
    """What $2 on the up card, the nine of hearts, returns."""
    decks = SCHEDULES[schedule][0]
    record = blackjack(cards, "9h 8c", bonus={"match-up": 2}, match_the_dealer=schedule, decks=decks)
    return settled(record)["match-up"]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_clause_14_a_suited_match(schedule: str) -> None:
    assert up_only("9h 5c", schedule) == f"win {2 + 2 * SCHEDULES[schedule][1]}.00 [14]"


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_clause_14_an_unsuited_match(schedule: str) -> None:
    assert up_only("5c 9d", schedule) == f"win {2 + 2 * SCHEDULES[schedule][2]}.00 [14]"


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_clause_14_both_cards_are_paid(schedule: str) -> None:
    _, suited, unsuited = SCHEDULES[schedule]
    assert up_only("9h 9d", schedule) == f"win {2 + 2 * (suited + unsuited)}.00 [14]"
    assert up_only("9s 9d", schedule) == f"win {2 + 2 * 2 * unsuited}.00 [14]"


@pytest.mark.parametrize("schedule", ["4", "5", "6", "8"])
def test_clause_14_two_suited_matches(schedule: str) -> None:
    assert up_only("9h 9h", schedule) == f"win {2 + 2 * 2 * SCHEDULES[schedule][1]}.00 [14]"


def test_clause_14_no_match_loses() -> None:
    assert up_only("Th 5c", "6") == "lose 0.00 [14]"


def test_reading_a_match_is_by_rank_not_by_value() -> None:
    record = blackjack("Kh Qc", "Jh 8c", bonus={"match-up": 2}, match_the_dealer=6)
    assert settled(record)["match-up"] == "lose 0.00 [14]"


@pytest.mark.parametrize(
    ("cards", "up", "down"),
    [
        ("9h 8c", "win 60.00", "win 60.00"),  # 11 to 1 each
        ("9d 8c", "win 25.00", "win 60.00"),
        ("8s 8d", "lose 0.00", "win 45.00"),  # 4 and 4 to 1
        ("9h 5c", "win 60.00", "lose 0.00"),
    ],
)
def test_clause_14_up_and_down_are_two_wagers(cards: str, up: str, down: str) -> None:
    record = blackjack(cards, "9h 8c", bonus={"match-up": 5, "match-down": 5}, **WITH_DOWN)
    told = settled(record)
    assert (told["match-up"], told["match-down"]) == (f"{up} [14]", f"{down} [14]")


def test_clause_14_a_pair_of_the_dealer_pays_both_wagers() -> None:
    record = blackjack("9h 5c", "9d 9s", "stand", bonus={"match-up": 5, "match-down": 1}, **WITH_DOWN)
    told = settled(record)
    assert (told["match-up"], told["match-down"]) == ("win 25.00 [14]", "win 5.00 [14]")


def test_clause_14_the_odds_are_told_as_a_sum() -> None:
    record = blackjack("9h 9d", "9h 8c", bonus={"match-up": 5}, match_the_dealer=6)
    assert whole_lines(record)["match-up"]["odds"] == "15 to 1"


def test_clause_14_only_the_first_two_cards_count() -> None:
    record = blackjack("5h 2c", "9h 8c", "hit, stand", "9d", bonus={"match-up": 5}, match_the_dealer=6)
    assert settled(record)["match-up"] == "lose 0.00 [14]"
    split = blackjack("8h 8d", "8s 9c", "split, stand, stand", "8c Tc", bonus={"match-up": 5}, match_the_dealer=6)
    assert settled(split)["match-up"] == "win 45.00 [14]"  # 4 and 4 to 1 on the two eights that were dealt


def test_clause_14_the_bonus_is_settled_against_a_dealer_blackjack() -> None:
    record = blackjack("Ah 5c", "Ah Kc", "", bonus={"match-up": 5, "match-down": 5}, **WITH_DOWN)
    assert settled(record) == {"hand 1": "lose 0.00 [2]", "match-up": "win 60.00 [14]", "match-down": "lose 0.00 [14]"}


def test_clause_14_the_bonus_is_settled_though_the_hand_breaks() -> None:
    record = blackjack("9h 7c", "9d 8c", "hit", "Tc", bonus={"match-up": 5}, match_the_dealer=6)
    assert settled(record) == {"hand 1": "lose 0.00 [2]", "match-up": "win 25.00 [14]"}


def test_clause_14_the_bonus_needs_a_wager() -> None:
    record = blackjack(bonus={"match-up": 5}, match_the_dealer=6)
    del record["seats"][0]["wagers"]["wager"]
    assert "wagers.wager: is mandatory and missing" in refused(record)


def test_clause_14_down_needs_up() -> None:
    record = blackjack(bonus={"match-down": 5}, **WITH_DOWN)
    assert "needs a match-up wager" in refused(record)


def test_option_match_the_dealer_off() -> None:
    assert "wagers.match-up: is off" in refused(blackjack(bonus={"match-up": 5}))


def test_option_match_down_card_off() -> None:
    record = blackjack(bonus={"match-up": 5, "match-down": 5}, match_the_dealer=6)
    assert "wagers.match-down: is off" in refused(record)


def test_option_match_down_card_alone_offers_nothing() -> None:
    assert "is off at this table" in refused(blackjack(bonus={"match-down": 5}, match_down_card="on"))


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
def test_reading_the_schedule_is_the_one_of_the_decks(schedule: str, decks: int) -> None:
    record = blackjack("Kh 9h", bonus={"match-up": 5}, match_the_dealer=schedule, decks=decks)
    if SCHEDULES[schedule][0] == decks:
        assert settled(record)["match-up"] == "lose 0.00 [14]"
    else:
        assert f"schedule {schedule} is not for {decks} decks" in refused(record)


@pytest.mark.parametrize(
    ("mandatory", "staked", "accepted"),
    [
        ("no", (), True),
        ("up", (), False),
        ("up", ("match-up",), True),
        ("both", ("match-up",), False),
        ("both", ("match-up", "match-down"), True),
    ],
)
def test_option_match_the_dealer_mandatory(mandatory: str, staked: tuple[str, ...], accepted: bool) -> None:
    record = blackjack(bonus=dict.fromkeys(staked, 5), match_the_dealer_mandatory=mandatory, **WITH_DOWN)
    if accepted:
        assert list(settled(record)) == ["hand 1", *staked]
    else:
        assert "is mandatory at this table" in refused(record)


def test_option_mandatory_needs_what_it_mandates() -> None:
    assert "needs a match-the-dealer schedule" in refused(blackjack(match_the_dealer_mandatory="up"))
    record = blackjack(match_the_dealer_mandatory="both", match_the_dealer=6)
    assert "both needs match-down-card on" in refused(record)


def test_void_returns_the_bonus_wagers() -> None:
    record = blackjack(bonus={"match-up": 5, "match-down": 4}, **WITH_DOWN) | {"void": "misdeal"}
    assert settled(record) == {
        "hand 1": "void 10.00 [void: misdeal]",
        "match-up": "void 5.00 [void: misdeal]",
        "match-down": "void 4.00 [void: misdeal]",
    }
