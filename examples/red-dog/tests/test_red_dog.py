"""Red Dog: its clauses, its published edges counted two ways, and what every game must pass."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cards.card import Card
from houseway.errors import HousewayError, NotApproved
from houseway.games.study import study_game
from houseway.lab.analyze import analyze_game
from houseway.lab.shards import Threads
from houseway.testing.contract import CONTRACT, check_recount
from houseway.testing.kernels import check_kernels, numbers
from houseway.testing.playthroughs import check_playthroughs
from red_dog.rules import LOSE, PUSH, WIN, ending, spread

PUBLISHED = {1: "3.155%", 2: "3.077%", 4: "2.884%", 6: "2.798%", 8: "2.751%"}


def settled(dealer: str, drawn: str, *decisions: str, **wagers: Any) -> dict[str, Any]:
    """A round of one seat; what its wagers net, by name."""
    seat = {"seat": 1, "cards": [], "wagers": {"ante": 10, **wagers}, "decisions": list(decisions)}
    options = {"first-two": 1} if "first-two" in wagers else {}
    record = {"game": "red-dog", "options": options, "dealer": dealer.split(), "draws": drawn.split(), "seats": [seat]}
    lines = houseway.settle(record)["seats"][0]["wagers"]
    return {line["wager"]: (line["result"], line["returned"], line["rule"]) for line in lines}


def test_clause_2_neighbours_push_and_draw_no_card() -> None:
    assert settled("9h Tc", "") == {"ante": ("push", "10.00", "2")}
    assert settled("Ah Kc", "") == {"ante": ("push", "10.00", "2")}
    with pytest.raises(HousewayError):
        settled("9h Tc", "5d")


def test_clause_2_ace_and_two_are_the_widest_spread() -> None:
    assert spread(Card.parse("Ah"), Card.parse("2c")) == 11


def test_clause_4_a_pair_that_matches_pays_eleven_to_one() -> None:
    assert settled("9h 9c", "9d") == {"ante": ("win", "120.00", "4")}
    assert settled("9h 9c", "8d") == {"ante": ("push", "10.00", "4")}


@pytest.mark.parametrize(
    ("dealer", "third", "returned"),
    [("5h 7c", "6d", 60), ("5h 8c", "7d", 50), ("5h 9c", "7d", 30), ("5h Tc", "7d", 20)],
)
def test_clause_4_a_spread_pays_by_its_width(dealer: str, third: str, returned: int) -> None:
    assert settled(dealer, third, "call")["ante"] == ("win", f"{returned}.00", "4")


@pytest.mark.parametrize("third", ["5d", "Td", "4d", "Ad"])
def test_clause_4_a_card_that_is_not_between_loses(third: str) -> None:
    assert settled("5h Tc", third, "raise") == {"ante": ("lose", "0.00", "4"), "raise": ("lose", "0.00", "4")}


def test_clause_3_a_raise_is_at_most_the_ante() -> None:
    assert settled("2h Ac", "7d", "raise 2.50")["raise"] == ("win", "5.00", "4")
    assert settled("2h Ac", "7d", "raise")["raise"] == ("win", "20.00", "4")
    with pytest.raises(HousewayError, match="not legal"):
        settled("2h Ac", "7d", "raise 10.01")


def test_clause_5_first_two_is_paid_whatever_comes_after() -> None:
    assert settled("9h Th", "", **{"first-two": 5})["first-two"] == ("win", "35.00", "5")
    assert settled("9h 9c", "2d", **{"first-two": 5})["first-two"] == ("win", "20.00", "5")
    assert settled("9h Qc", "2d", "call", **{"first-two": 5})["first-two"] == ("lose", "0.00", "5")


@pytest.mark.parametrize("decks", PUBLISHED)
def test_the_published_edges_are_reproduced(decks: int) -> None:
    found = houseway.analyze("red-dog", decks=decks)
    assert f"{100 * found.main.house_edge:.3f}%" == PUBLISHED[decks]
    assert found.to_json()["published"] == PUBLISHED[decks]


def test_every_deal_of_one_deck_gives_the_same_edge() -> None:
    """Card by card, decided by trying both: no counting by ranks, and no strategy of the package."""
    pays, net, deals = {1: 5, 2: 4, 3: 2}, 0, 0
    for one, two in permutations(range(52), 2):
        thirds = [card for card in range(52) if card not in (one, two)]
        between, ends = abs(one % 13 - two % 13) - 1, [ending(one, two, third) for third in thirds]
        deals += len(thirds)
        if between < 0:
            net += 11 * ends.count(WIN)
        elif between > 0:
            called = pays.get(between, 1) * ends.count(WIN) - ends.count(LOSE)
            net += max(called, 2 * called)
        else:
            assert set(ends) == {PUSH}
    assert houseway.analyze("red-dog", decks=1).main.house_edge_exact == -Fraction(net, deals)


def test_advice_is_worth_what_a_spread_nets() -> None:
    seat = {"seat": 1, "cards": [], "wagers": {"ante": 10}, "decisions": []}
    advice = houseway.advise({"game": "red-dog", "options": {"decks": 1}, "dealer": ["2h", "Td"], "seats": [seat]})
    assert advice["best"] == "raise"
    assert advice["decisions"]["call"]["ev"] == pytest.approx((28 - 22) / 50)
    assert advice["decisions"]["raise"]["ev"] == pytest.approx(2 * (28 - 22) / 50)


def test_a_study_changes_the_game_and_says_so() -> None:
    game = study_game({"game": "red-dog", "name": "no raise", "rules": {"raise": 0}})
    found = analyze_game(game, Threads(1)).to_json()
    assert found["study"] == "no raise"
    assert "published" not in found
    assert found["main"]["house_edge"] == pytest.approx(found["simple_strategies"]["never-raise"]["house_edge"])
    same = study_game({"game": "red-dog", "name": "as ever", "rules": {"raise": 1}})
    assert "published" in analyze_game(same, Threads(1)).to_json()


def test_no_house_opens_it_outside_practice() -> None:
    from houseway.house.log.memory import MemoryLog
    from houseway.house.tables.demonstration import demonstration_table
    from houseway.house.tables.staff_acts import OpenTable
    from houseway.house.tables.table import Table

    rules = demonstration_table(houseway.game("red-dog"), seats=1, bankroll=100_00, seed="red").state.rules
    assert rules is not None
    with pytest.raises(NotApproved):
        Table(MemoryLog(), "1").do(OpenTable(rules=rules, day="2026-11-16"))


def test_kernels_answer_the_same_plain_and_compiled() -> None:
    arguments = {
        "rules.spread": numbers(52, 52),
        "rules.ending": numbers(52, 52, 52),
        "rules.ante_line": lambda rng: (rng.randrange(-1, 12),),
        "rules.first_two_line": numbers(52, 52),
        "simulate.main_cell": numbers(52, 52, 52, 2),
    }
    check_kernels("red_dog", arguments)


def test_whole_rounds_are_as_they_were_reviewed() -> None:
    check_playthroughs("red-dog", Path(__file__).parent / "golden")


@pytest.mark.parametrize("check", [*CONTRACT.values(), check_recount], ids=[*CONTRACT, "counted again"])
def test_contract(check: Callable[[str], None]) -> None:
    check("red-dog")
