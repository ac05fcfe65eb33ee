"""Breakage: the unit that winnings are brought to, in every kind of line."""

from typing import Any

import pytest

import houseway
from games.records import Record, blackjack, flush, holdem, pai_gow, settled, whole_lines

FLUSH = ("As 2s", "Kh Qc", "3s 9s Js Kd 4h")  # the Bet pays 3 to 2


def line(record: Record, name: str) -> tuple[str, str | None]:
    """What a line returns, and the breakage it tells."""
    found = whole_lines(record)[name]
    return found["returned"], found.get("breakage")


def progressive(cards: str, *, table: str = "4a/1", stake: str = "1.00", decks: int = 2, **more: Any) -> Record:
    """A blackjack round with a progressive wager against the nine of hearts and the eight of clubs."""
    breakage = more.pop("breakage", "cent-down")
    jackpot = {"meter": "1000.55", "wager": stake, **more}
    bonus = {"progressive": stake}
    return blackjack(cards, "9h 8c", bonus=bonus, jackpot=jackpot, decks=decks, progressive=table, breakage=breakage)


@pytest.mark.parametrize(
    ("breakage", "returned", "told"),
    [
        ("cent-down", "0.12", "0.005"),  # 7.5 cents are won
        ("cent-nearest", "0.13", "-0.005"),
        ("cent-up", "0.13", "-0.005"),
    ],
)
def test_three_to_two_on_five_cents(breakage: str, returned: str, told: str) -> None:
    cards, dealer, board = FLUSH
    assert line(holdem(cards, dealer, board, ante="0.05", breakage=breakage), "bet") == (returned, told)


@pytest.mark.parametrize(
    ("breakage", "returned", "told"),
    [
        ("cent-down", "18.25", None),  # $10.95 are won on $7.30
        ("quarter-down", "18.05", "0.20"),
        ("quarter-nearest", "18.30", "-0.05"),
        ("quarter-up", "18.30", "-0.05"),
        ("half-down", "17.80", "0.45"),
        ("half-nearest", "18.30", "-0.05"),
        ("half-up", "18.30", "-0.05"),
        ("dollar-down", "17.30", "0.95"),
        ("dollar-nearest", "18.30", "-0.05"),
        ("dollar-up", "18.30", "-0.05"),
    ],
)
def test_a_blackjack_of_seven_thirty(breakage: str, returned: str, told: str | None) -> None:
    assert line(blackjack("Ah Kh", decisions="", wager="7.30", breakage=breakage), "hand 1") == (returned, told)


@pytest.mark.parametrize(
    ("breakage", "wager", "returned"),
    [
        ("quarter-nearest", "0.25", "0.75"),  # 37.5 cents become 50
        ("half-nearest", "0.50", "1.50"),  # 75 cents become a dollar
        ("dollar-nearest", "1.00", "3.00"),  # $1.50 become two
        ("quarter-nearest", "0.24", "0.49"),  # 36 cents become 25
    ],
)
def test_nearest_the_middle_goes_up(breakage: str, wager: str, returned: str) -> None:
    assert line(blackjack("Ah Kh", decisions="", wager=wager, breakage=breakage), "hand 1")[0] == returned


def test_a_returned_stake_is_never_broken() -> None:
    assert line(blackjack(wager="7.30", breakage="dollar-down"), "hand 1") == ("14.30", "0.30")
    assert line(blackjack("Th 8h", wager="7.30", breakage="dollar-down"), "hand 1") == ("7.30", None)


def test_winnings_may_come_to_nothing() -> None:
    assert settled(blackjack(wager="0.40", breakage="dollar-down")) == {"hand 1": "win 0.40 [2]"}


def test_a_commission_is_broken_with_the_winnings() -> None:
    """95% of $7.30 are $6.935."""
    assert line(pai_gow(bet="7.30", commission="5%"), "bet") == ("14.23", "0.005")
    assert line(pai_gow(bet="7.30", commission="5%", breakage="quarter-down"), "bet") == ("14.05", "0.185")


def test_a_pay_for_one_is_broken_as_a_whole() -> None:
    """One non-suited match at 3 for 2 on a dollar."""
    assert line(progressive("9c 5d"), "progressive") == ("1.50", None)
    assert line(progressive("9c 5d", breakage="dollar-down"), "progressive") == ("1.00", "0.50")
    assert line(progressive("9c 5d", breakage="dollar-nearest"), "progressive") == ("2.00", "-0.50")


def test_up_and_down_pays_of_table_4_are_added_first() -> None:
    """Twice 3 for 2 on a dollar are three dollars, not one and one."""
    assert line(progressive("9c 8d", breakage="dollar-down"), "progressive") == ("3.00", None)


def test_jackpot_odds_are_broken() -> None:
    record = flush(
        "9s 9h Qd 5s 5h Qc Qs",
        "Th 8h 2h Jc 3c Jd 3d",
        bonus={"jackpot": "1.05"},
        jackpot={"meter": 1000, "wager": "1.05"},
        breakage="dollar-down",
    )
    record["options"]["jackpot"] = "progressive"
    assert line(record, "jackpot") == ("6.00", "0.30")  # 6 for 1


@pytest.mark.parametrize("breakage", ["cent-down", "cent-up", "quarter-up", "dollar-down", "dollar-up"])
def test_a_share_of_the_meter_is_always_rounded_down_to_the_cent(breakage: str) -> None:
    """10% of $1,000.55 are $100.055."""
    record = progressive("9h 9h", table="3c/1", decks=6, breakage=breakage)
    assert line(record, "progressive")[0] == "100.05"
    assert houseway.settle(record)["jackpot"]["meter_after"] == "900.50"


@pytest.mark.parametrize("breakage", ["cent-up", "quarter-down", "dollar-down", "dollar-up"])
def test_a_prize_in_dollars_is_never_broken(breakage: str) -> None:
    record = progressive("9h 9h", table="5c/1", decks=6, breakage=breakage, prizes={"2-suited-matches": "500.30"})
    assert line(record, "progressive")[0] == "500.30"


@pytest.mark.parametrize(
    ("source", "breakage", "returned"),
    [
        ("house", "cent-down", "3.53"),  # 7 for 2 on $1.01 are $3.535
        ("house", "cent-nearest", "3.54"),
        ("house", "cent-up", "3.54"),
        ("house", "dollar-up", "3.53"),  # coarser units do not touch prizes
        ("meter", "cent-up", "3.53"),  # and the meter never pays a fraction too much
    ],
)
def test_a_prize_at_odds_comes_to_the_cent(source: str, breakage: str, returned: str) -> None:
    record = progressive(
        "9h 9h",
        table="5c/1",
        stake="1.01",
        decks=6,
        breakage=breakage,
        prizes={"2-suited-matches": "7 for 2"},
        prizes_from=source,
    )
    assert line(record, "progressive")[0] == returned


@pytest.mark.parametrize("breakage", ["quarter-down", "dollar-up"])
def test_share_and_fixed_pay_of_one_line_are_broken_apart(breakage: str) -> None:
    """10% of $1,000.55, and two non-suited matches with the nine of clubs at 2 for 1 on $1.30."""
    record = progressive("9h 9h", table="4b/1", stake="1.30", decks=4, breakage=breakage)
    record["dealer"] = ["9h", "9c"]
    fixed = {"quarter-down": "102.55", "dollar-up": "103.05"}[breakage]  # 2.50 or 3.00 beside 100.05
    assert line(record, "progressive")[0] == fixed


@pytest.mark.parametrize("breakage", ["cent", "nickel-down", "quarter-sideways", "down"])
def test_no_other_breakage(breakage: str) -> None:
    with pytest.raises(ValueError, match=r"^options\.breakage: "):
        houseway.settle(blackjack(breakage=breakage))
