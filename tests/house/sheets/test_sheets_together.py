"""Several tables of one house: names, shared meters, and the reserve that the law asks of all of them together."""

import datetime
from typing import Any

import pytest

from house.support.sheets import GONE, ON, sheet
from houseway.games import game_names
from houseway.house.sheets.check import check_sheet, check_sheets
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.refusal import Refusal
from houseway.house.sheets.sheet import parse_sheet

FLUSH, PAI_GOW, BLACKJACK, PREMIUM = "flush-poker", "wild-monkey-pai-gow", "down-under-blackjack", "premium-holdem"
LINKED = {"jackpot__name": "royal", "jackpot__linked": "yes"}


def beside(one: tuple[str, dict[str, Any]], two: tuple[str, dict[str, Any]]) -> list[Refusal]:
    """What the second of two tables is refused for; the first one has nothing to be refused for."""
    held = {"controls__reserve": "100000.00"}
    first, second = sheet(one[0], name="1", **held, **one[1]), sheet(two[0], name="2", **held, **two[1])
    found = check_sheets([first, second], ON)
    assert found[0] == []
    return found[1]


def test_two_tables_of_one_name() -> None:
    found = check_sheets([sheet(BLACKJACK, jackpot__name="a"), sheet(PREMIUM)], ON)
    assert [one.field for one in found[1]] == ["name"]


def test_tables_with_jackpots_of_their_own() -> None:
    assert beside((FLUSH, {"jackpot__name": "a"}), (FLUSH, {"jackpot__name": "b"})) == []


@pytest.mark.parametrize("game", [FLUSH, PAI_GOW])
def test_linked_games_that_are_won_alike(game: str) -> None:
    assert beside((FLUSH, LINKED), (game, LINKED)) == []


def test_the_reserve_is_for_all_tables_together() -> None:
    both = [sheet(PREMIUM, name=name, controls__reserve=GONE) for name in ("1", "2")]
    assert check_sheet(both[0], ON) == check_sheet(both[1], ON) == []  # one prize of 500 x $100 at each
    found = check_sheets(both, ON)
    assert (found[0], [one.field for one in found[1]]) == ([], ["controls.reserve"])
    assert "Hold 50000.00" in found[1][0].right
    held = sheet(PREMIUM, name="2", controls__reserve="50000.00")
    assert check_sheets([both[0], held], ON) == [[], []]


def test_the_reserve_is_asked_of_the_table_with_the_second_highest_prize() -> None:
    named: list[tuple[str, dict[str, Any]]] = [(FLUSH, {"jackpot__name": "a"}), (PREMIUM, {}), (PREMIUM, {})]
    low = {"limits__ante__maximum": "50"}
    sheets = [
        sheet(game, name=str(place), controls__reserve=GONE, **more) for place, (game, more) in enumerate(named, 1)
    ]
    sheets[2] = sheet(PREMIUM, name="3", controls__reserve=GONE, **low)
    found = check_sheets(sheets, ON)
    assert [[one.field for one in refusals] for refusals in found] == [["controls.reserve"], [], []]
    assert "table 1, royal-riches: 7 card straight flush; the highest is table 2" in found[0][0].right


def test_example_sheets_of_all_games_are_accepted_together() -> None:
    games = [*game_names(), FLUSH]
    sheets = [parse_sheet(example_sheet(game, table=str(place))) for place, game in enumerate(games, 1)]
    assert check_sheets(sheets, ON) == [[] for _ in games]


def test_a_study_among_them_is_refused_by_itself() -> None:
    found = check_sheets([sheet(PREMIUM, name="1"), sheet(PREMIUM, name="2", study=True)], ON)
    assert [[one.field for one in refusals] for refusals in found] == [[], ["study"]]


CASES: dict[str, tuple[tuple[str, dict[str, Any]], tuple[str, dict[str, Any]], str, str]] = {
    "a meter that is shared without a link": (
        (FLUSH, {**LINKED, "jackpot__linked": "no"}),
        (FLUSH, LINKED),
        "jackpot.linked",
        "table 1 shares the meter",
    ),
    "other terms of one meter": (
        (FLUSH, LINKED),
        (FLUSH, {**LINKED, "jackpot__increment": "21%"}),
        "jackpot",
        "table 1 states other terms",
    ),
    "another wager": ((FLUSH, LINKED), (FLUSH, {**LINKED, "jackpot__wager": "2.00"}), "jackpot", "other terms"),
    "another pay table": (
        (FLUSH, LINKED),
        (PAI_GOW, {**LINKED, "options__jackpot_paytable": "2"}),
        "jackpot.name",
        "table 1 is not won alike",
    ),
    "a hand that cannot win at one of the tables": (
        (FLUSH, {**LINKED, "options__unqualified_jackpot": "lose"}),
        (PAI_GOW, LINKED),
        "jackpot.name",
        "table 1 is not won alike",
    ),
    "a surrendered hand that cannot win": (
        (FLUSH, LINKED),
        (PAI_GOW, {**LINKED, "options__surrendered_jackpot": "lose"}),
        "jackpot.name",
        "table 1 is not won alike",
    ),
    "the same pay table with other decks": (
        (BLACKJACK, LINKED),
        (
            BLACKJACK,
            {**LINKED, "options__decks": "8", "options__match_the_dealer": "8", "options__progressive": "3d/6"},
        ),
        "jackpot.name",
        "table 1 is not won alike",
    ),
    "a casino of a tribe beside a card room": (
        (FLUSH, LINKED),
        (
            FLUSH,
            {
                **LINKED,
                "jurisdiction": "tribal",
                "compact": {"reference": "Compact, Appendix B", "wager-limit": "500.00"},
                "controls__concurrence": {"reference": "WSGC-1", "date": datetime.date(2022, 1, 5)},
            },
        ),
        "jackpot.name",
        "table 1 is of another jurisdiction",
    ),
    "another game altogether": ((FLUSH, LINKED), (BLACKJACK, LINKED), "jackpot.name", "table 1 is not won alike"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_link_is_refused_for(name: str) -> None:
    one, two, field, words = CASES[name]
    found = beside(one, two)
    assert [refusal.field for refusal in found] == [field]
    assert words in found[0].reason
    assert "WAC 230-15-685(6)" in found[0].law


def test_one_deck_number_and_one_pay_table_may_be_linked() -> None:
    assert beside((BLACKJACK, LINKED), (BLACKJACK, LINKED)) == []


def test_a_house_jackpot_is_never_shared() -> None:
    house = {
        "options__jackpot": "house",
        "posting__jackpot": "sign",
        "jackpot": {"name": "royal", "kind": "house", "wager": "1.00", "amount": "5000.00", "verify-above": "500.00"},
    }
    found = beside((FLUSH, house), (PAI_GOW, house))
    assert [one.field for one in found] == ["jackpot.name"]
    assert "not shared" in found[0].reason
