"""What a seat may see of a table: the keys that programs rely on, and when each is filled."""

import json

import pytest
from msgspec import to_builtins

from house.support.tables import Clock, fund, opened, rules_for, usual_wagers
from houseway.games import game_names, letter_of
from houseway.games.round.decision import Choice
from houseway.house.log.memory import MemoryLog
from houseway.house.tables.seat_acts import Join, SitOut
from houseway.house.tables.staff_acts import CloseTable, VoidRound
from houseway.house.tables.state import open_round
from houseway.house.tables.table import Table
from houseway.house.tables.view import choice_view
from houseway.house.tables.wager_acts import Decide, Wager
from houseway.money import parse_money


def seated(game: str, clock: Clock | None = None) -> Table:
    """A table with two players who have not wagered yet."""
    log = MemoryLog(clock or Clock())
    fund(log, "ann", "bob", amount=1_000_00)
    table = opened(log, rules_for(game, cards="shuffle"))
    table.do(Join(seat=1, player="ann"))
    table.do(Join(seat=2, player="bob"))
    return table


def dealt(game: str, clock: Clock | None = None) -> Table:
    """The same, in a round that waits for a decision."""
    table = seated(game, clock)
    while table.state.phase == "wagers":
        for seat in (1, 2):
            table.do(Wager(seat=seat, wagers=usual_wagers(table.state.open_rules.chosen, jackpot=False, bonuses=False)))
    return table


def finish(table: Table) -> None:
    """Decide by the posted default until the round is over."""
    while table.state.phase == "decisions":
        now = open_round(table.state)
        texts = [text for text in table.state.open_rules.defaults if now.can_decide(text)]
        table.do(Decide(seat=now.turn or 0, decision=texts[0]))


@pytest.mark.parametrize("game", game_names())
def test_choices_are_data_that_can_be_sent_back(game: str) -> None:
    table = dealt(game)
    view = table.view(table.view()["turn"])
    assert view["choices"]
    assert table.view(3 - view["turn"])["choices"] == table.view()["choices"] == []
    for choice in view["choices"]:
        if "most" in choice:
            assert 0 < parse_money(choice["least"]) <= parse_money(choice["most"])
            assert open_round(table.state).can_decide(f"{choice['decision']} {choice['least']}")
        elif "cards" not in choice:
            assert open_round(table.state).can_decide(choice["decision"])
    keys = [choice["key"] for choice in view["choices"] if "key" in choice]
    assert len(keys) == len(set(keys))
    assert json.loads(json.dumps(view)) == view


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (Choice("check"), {"decision": "check", "label": "Check", "key": "C"}),
        (Choice("play 3x"), {"decision": "play 3x", "label": "Play 3x", "key": "3"}),
        (Choice("raise", 10_00, 20_00), {"decision": "raise", "least": "10.00", "most": "20.00"}),
        (Choice("set", cards=2), {"decision": "set", "cards": 2}),
    ],
)
def test_a_choice_has_a_key_or_its_bounds(choice: Choice, expected: dict[str, object]) -> None:
    assert to_builtins(choice_view(choice, letter_of("down-under-holdem").layout)) == expected


def test_a_decision_that_nobody_gave_a_key_has_none() -> None:
    assert to_builtins(choice_view(Choice("box"), letter_of("down-under-holdem").layout)) == {"decision": "box"}


def test_the_number_is_that_of_the_streams_last_event() -> None:
    table = dealt("down-under-holdem")
    assert table.view()["number"] == table.log.head("table/7").number


def test_milliseconds_are_those_of_the_logs_clock_and_never_negative() -> None:
    clock = Clock()
    table = seated("down-under-holdem", clock)
    assert table.view()["milliseconds_left"] is None
    table.do(Wager(seat=1, wagers={"ante": 10_00, "bet": 10_00}))
    table.do(Wager(seat=2, wagers={"ante": 10_00, "bet": 10_00}))
    assert table.view()["milliseconds_left"] == 30_000
    clock.move(12.345)
    assert table.view()["milliseconds_left"] == 17_655
    clock.move(1000)
    assert table.view()["milliseconds_left"] == 0


def test_a_seat_sees_its_purse_and_nobody_elses() -> None:
    table = dealt("down-under-holdem")
    assert table.view(1)["you"] == {"seat": 1, "purse": "980.00"}
    assert table.view()["you"] is None
    assert table.view(5)["you"] is None  # nobody sits there
    assert "purse" not in json.dumps(table.view(2)["seats"])


@pytest.mark.parametrize("game", game_names())
def test_the_round_just_settled_is_shown_until_the_next_deal(game: str) -> None:
    table = dealt(game)
    assert table.view()["settled"] is None
    finish(table)
    view = table.view()
    end = table.last_round()
    assert end is not None
    assert view["settled"]["round"] == view["round"] == end.data["round"]
    assert view["settled"]["settlement"] == end.data["settlement"]
    assert view["settled"]["void"] is None
    assert Table.load(table.log, "7").view() == view
    table.do(Wager(seat=1, wagers=usual_wagers(table.state.open_rules.chosen, jackpot=False, bonuses=False)))
    assert table.view()["settled"] == view["settled"]
    table.do(SitOut(seat=2))  # so that the round is dealt
    assert table.state.rounds == view["round"] + 1
    assert table.view()["settled"] is None or table.view()["settled"]["round"] == view["round"] + 1


def test_a_void_round_says_why() -> None:
    table = dealt("down-under-holdem")
    table.do(VoidRound(reason="misdeal"))
    settled = table.view(1)["settled"]
    assert settled["void"] == "misdeal"
    assert {line["result"] for seat in settled["settlement"]["seats"] for line in seat["wagers"]} == {"void"}
    assert table.view(1)["you"]["purse"] == "1000.00"
    table.do(CloseTable())
    assert table.view()["settled"] is None


def test_seats_in_the_round_have_cards_and_others_none() -> None:
    table = seated("flush-poker")
    table.do(Wager(seat=1, wagers={"bet": 10_00}))
    table.do(SitOut(seat=2))
    first, second = table.view(1)["seats"]
    assert first["in_round"]
    assert len(first["cards"]) == 7
    assert "??" not in first["cards"]
    assert first["staked"] == {"bet": "10.00"}
    assert not second["in_round"]
    assert (second["cards"], second["decisions"], second["sits_out"]) == ([], [], True)
