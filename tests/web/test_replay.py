"""A round told step by step: it ends as the record does, and shows no card before its time."""

import pytest

from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.games.round.record import replay
from houseway.house.tables.demonstration import demonstration_table
from houseway.house.tables.players import HousePlayer
from houseway.house.tables.staff_acts import StartDeal
from houseway.house.tables.state import open_round
from houseway.house.tables.wager_acts import Decide, Wager
from houseway.web.replay import replay_steps


@pytest.mark.parametrize("name", game_names())
def test_the_steps_are_what_the_table_saw(name: str) -> None:
    table = demonstration_table(demonstration(name, {}), seats=3, bankroll=1_000_000, seed="replay")
    player = HousePlayer("replay")
    for _ in range(20):
        assert table.state.rules is not None
        for seat in table.state.seated:
            table.do(Wager(seat=seat, wagers=player.wagers(table.state.rules)))
        table.do(StartDeal())
        seen = []
        while table.state.phase == "decisions":
            now = open_round(table.state)
            seen.append((now.view(0)["dealer"], now.view(0)["board"]))
            table.do(Decide(seat=now.turn or 0, decision=player.decision(now, ())))
        finished = table.state.finished
        assert finished is not None
        steps = replay_steps(finished.record.to_json())
        told = [(step.view.dealer, step.view.board) for step in steps]
        assert [one for one in seen if one not in told] == []
        end = replay(finished.record)
        assert told[-1] == (end.view(0)["dealer"], end.view(0)["board"])
        assert all(len(step.view.seats) == 3 for step in steps)
        assert "??" not in str([row.cards for step in steps for row in step.view.seats])


def test_a_void_round_is_one_step() -> None:
    record = {
        "game": "premium-holdem",
        "dealer": [],
        "board": [],
        "seats": [{"seat": 1, "cards": [], "wagers": {"ante": 10, "xtra-bonus": 10}, "decisions": []}],
        "void": "misdeal",
    }
    assert [step.say for step in replay_steps(record)] == ["The round is void: misdeal."]
