"""The law by date, what it makes of a game's wagers, and what a table then takes."""

import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from house.support.sheets import GONE, sheet
from houseway.errors import InvalidInput, NotApproved
from houseway.games import game_named, game_names, letter_of
from houseway.house.sheets.check_money import needed_reserve
from houseway.house.sheets.limits import (
    require_allowed_games,
    require_amounts,
    require_chips,
    single_wager_limit,
    table_limits,
)
from houseway.house.sheets.policy import (
    FIGURES,
    FILE,
    Policy,
    effective_maximum,
    games_of,
    highest_multiple,
    known_rules,
    policy_on,
    read_rules,
)
from houseway.house.sheets.sheet import Sheet

DAY = datetime.date
NOW = policy_on(DAY(2024, 5, 31))
THEN = policy_on(DAY(2021, 9, 30))


def require_wagers(sheet: Sheet, wagers: dict[str, int], policy: Policy) -> None:
    """What the live table does with the wagers of a seat."""
    require_amounts(wagers, table_limits(sheet, policy))
    if sheet.jurisdiction != "tribal":
        bet, above, count = (policy.figure("games", key) for key in ("bet", "above", "count-above"))
        require_allowed_games(sheet.approval, wagers, bet=bet, above=above, count_above=count)


def require_stake(sheet: Sheet, amount: int, policy: Policy) -> None:
    """What it does with the stake of a decision."""
    require_chips(amount, chip=sheet.chip, most=single_wager_limit(sheet, policy))


@pytest.mark.parametrize(
    ("day", "limit"),
    [
        (DAY(2018, 9, 18), 300_00),
        (DAY(2023, 9, 21), 300_00),
        (DAY(2023, 9, 22), 400_00),
        (DAY(2030, 1, 1), 400_00),
    ],
)
def test_the_limit_of_a_single_wager_by_date(day: datetime.date, limit: int) -> None:
    assert policy_on(day).wager_limit == limit


def test_a_day_before_the_law_is_known_is_refused() -> None:
    with pytest.raises(NotApproved, match=r"^on: nothing is known of .*wager-limit.* on 2005-01-01$"):
        policy_on(DAY(2005, 1, 1))


def test_the_law_is_known_since_the_first_letter() -> None:
    first = min(letter_of(name).letters[0].date for name in game_names())
    assert set(policy_on(first).rules) == set(FIGURES)


def test_every_rule_cites_law_and_source_and_the_uncertain_ones_are_marked() -> None:
    for rule in known_rules():
        assert rule.law
        assert rule.source
    assert {rule.name for rule in NOW.uncertain} == {"wager-limit", "games", "aggregate", "malfunction"}


def test_games_on_one_hand() -> None:
    figures = {key: NOW.figure("games", key) for key in FIGURES["games"]}
    assert figures == {"offered": 6, "bet": 4, "above": 5_00, "count-above": 3}


BROKEN = {
    "an unknown rule": ('name = "deposit"', 'name = "weather"', "no such rule"),
    "a missing figure": ("days = 7\n", "", "deposit: must have"),
    "an unknown key": ("days = 7\n", "days = 7\ncolour = 1\n", "deposit: must have"),
    "a rule twice from one day": ("since = 2023-09-22", "since = 2009-12-31", "wager-limit: holds twice"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_of_rules_is_refused(name: str) -> None:
    old, new, message = BROKEN[name]
    text = FILE.read_text()
    assert text.count(old) == 1
    with pytest.raises(InvalidInput, match=message):
        read_rules(text.replace(old, new))


# What a decision multiplies


@pytest.mark.parametrize(
    ("name", "wager", "times"),
    [
        ("down-under-holdem", "ante", 3),
        ("down-under-holdem", "trips-or-better", 1),
        ("premium-holdem", "ante", 3),
        ("flush-poker", "bet", 3),
        ("wild-monkey-pai-gow", "bet", 1),
        ("down-under-blackjack", "wager", 1),
    ],
)
def test_how_many_times_a_wager_a_decision_stakes(name: str, wager: str, times: int) -> None:
    assert highest_multiple(letter_of(name), wager) == times


def test_the_multiples_of_the_letters_are_those_that_the_games_offer() -> None:
    from houseway.games.down_under_holdem.play import Play as DownUnder
    from houseway.games.flush_poker.rules import raise_cap
    from houseway.games.premium_holdem.play import Play as Premium

    for name, play in (("down-under-holdem", DownUnder), ("premium-holdem", Premium)):
        offered = [str(choice) for choice in (*play.before, *play.after)]
        assert (
            max(int(text[5:-1]) for text in offered if text.startswith("play")) == letter_of(name).wagers["play"].times
        )
    longest = max(raise_cap(cards << 13) for cards in range(8))
    assert longest == letter_of("flush-poker").wagers["raise"].times


@pytest.mark.parametrize(
    ("limit", "unit", "most"),
    [(400_00, 1, 133_33), (400_00, 1_00, 133_00), (400_00, 5_00, 130_00), (300_00, 5_00, 100_00), (1_00, 1_00, 0)],
)
def test_the_effective_maximum_of_an_ante_under_a_threefold_play(limit: int, unit: int, most: int) -> None:
    assert effective_maximum(letter_of("premium-holdem"), "ante", limit, unit) == most


@given(st.sampled_from(game_names()), st.integers(1, 10**6), st.integers(1, 10**4))
def test_no_wager_that_follows_is_above_the_limit_and_no_more_would_do(name: str, limit: int, unit: int) -> None:
    letter = letter_of(name)
    for wager in letter.placed:
        most = effective_maximum(letter, wager, limit, unit)
        times = highest_multiple(letter, wager)
        assert most % unit == 0
        assert most * times <= limit < (most + unit) * times


# Games with one hand


def test_the_main_game_is_one_game_and_every_bonus_one_more() -> None:
    offered = game_named("wild-monkey-pai-gow", letter_of("wild-monkey-pai-gow").demonstration.options).offered
    assert games_of(letter_of("wild-monkey-pai-gow"), offered) == (
        ("bet",),
        ("dealer-joker",),
        ("royal-riches",),
        ("dealer-pai-gow",),
        ("player-pai-gow-insurance",),
        ("jackpot",),
    )
    assert games_of(letter_of("down-under-holdem"), frozenset({"ante", "bet"})) == (("ante", "bet"),)
    assert games_of(letter_of("down-under-holdem"), frozenset({"trips-or-better"})) == (("trips-or-better",),)


@pytest.mark.parametrize(
    ("prizes", "held"),
    [
        ([], 0),
        ([25_000_01], 0),
        ([25_000_01, 25_000_00], 0),
        ([25_000_01, 25_000_01], 25_000_01),
        ([30_000_00, 40_000_00, 26_000_00], 30_000_00),
    ],
)
def test_the_second_highest_prize_above_25000_is_held(prizes: list[int], held: int) -> None:
    assert needed_reserve([(amount, "") for amount in prizes], NOW.figure("reserve", "above"))[0] == held


# What a table takes

FLUSH = sheet("flush-poker")
BET = {"bet": 10_00}


def test_wagers_within_the_limits_are_taken() -> None:
    require_wagers(FLUSH, {**BET, "natural-flush": 5_00, "royal-riches": 1_00, "jackpot": 1_00}, NOW)


REFUSED: dict[str, tuple[dict[str, int], str]] = {
    "below the minimum": ({"bet": 4_00}, "wagers.bet: must be 5.00 to 100.00, not 4.00"),
    "above the maximum": ({"bet": 105_00}, "wagers.bet: must be 5.00 to 100.00, not 105.00"),
    "between two steps": ({"bet": 7_50}, "wagers.bet: must be in steps of 5.00, not 7.50"),
    "a bonus above its maximum": ({**BET, "royal-riches": 6_00}, "wagers.royal-riches: must be 1.00 to 5.00"),
    "another jackpot amount": ({**BET, "jackpot": 2_00}, "wagers.jackpot: must be 1.00 to 1.00, not 2.00"),
    "five games": (
        {**BET, "natural-straight-flush": 1_00, "natural-flush": 1_00, "royal-riches": 1_00, "jackpot": 1_00},
        "wagers: a player may wager on at most 4 games, not 5",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_wagers_are_refused(name: str) -> None:
    wagers, message = REFUSED[name]
    with pytest.raises(NotApproved) as caught:
        require_wagers(FLUSH, wagers, NOW)
    assert str(caught.value).startswith(message)


def test_three_games_for_more_than_5_dollars_and_not_four() -> None:
    names = ("dealer-joker", "royal-riches", "dealer-pai-gow")
    changes: dict[str, Any] = {f"limits__{name.replace('-', '_')}__maximum": "10.00" for name in names}
    loose = sheet("wild-monkey-pai-gow", **changes)
    require_wagers(loose, {**BET, "dealer-joker": 6_00, "royal-riches": 6_00, "dealer-pai-gow": 5_00}, NOW)
    with pytest.raises(NotApproved, match=r"at most 3 games may be played for more than 5\.00, not 4"):
        require_wagers(loose, {**BET, **dict.fromkeys(names, 6_00)}, NOW)


def test_a_tribal_house_has_the_limits_of_its_compact() -> None:
    tribal = sheet(
        "premium-holdem",
        jurisdiction="tribal",
        compact={"reference": "C", "wager-limit": "1000.00"},
        limits__ante__maximum="330.00",
    )
    assert single_wager_limit(tribal, NOW) == 1000_00
    assert table_limits(tribal, NOW)["ante"].maximum == 330_00
    require_wagers(tribal, {"ante": 330_00, "xtra-bonus": 330_00}, NOW)


def test_the_stricter_of_sheet_and_law_holds_at_the_table() -> None:
    old = sheet("premium-holdem", limits__ante__maximum="130.00")
    assert table_limits(old, NOW)["ante"].maximum == 130_00
    assert table_limits(old, THEN)["ante"].maximum == 100_00
    assert table_limits(old, THEN)["xtra-bonus"].maximum == 100_00  # it equals the ante


def test_stakes_of_decisions_are_whole_chips_under_the_limit() -> None:
    require_stake(FLUSH, 400_00, NOW)
    with pytest.raises(NotApproved, match=r"^stake: must be in chips of 1\.00, not 12\.50$"):
        require_stake(FLUSH, 12_50, NOW)
    with pytest.raises(NotApproved, match=r"^stake: must be at most 300\.00, not 301\.00$"):
        require_stake(FLUSH, 301_00, THEN)


def test_limits_of_equal_wagers_are_found_by_the_one_they_equal() -> None:
    found = sheet("down-under-holdem", limits__bet=GONE)
    assert found.limit("bet") == found.limit("ante")
