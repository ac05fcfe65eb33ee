"""An act at a table reads nothing from the database in the server's loop."""

import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from houseway.house.log.events import digest
from houseway.house.log.log import Batch
from houseway.house.people.house import House
from houseway.house.people.pin_acts import SetPin
from houseway.house.store.connections import Connections
from houseway.house.store.store import open_log
from houseway.house.tables.console_acts import Relieve
from houseway.house.tables.table import Table
from houseway.web.floor.consoles import NAMED
from web.rooms import PASSWORD, quick_room
from web.serving import STAKES, Page, serving, whole_decisions
from web.test_consoles import PINS, AtConsole, paired, taken_over

GAMES = sorted(STAKES)


@contextmanager
def reads_in_the_loop(monkeypatch: pytest.MonkeyPatch, loop: int) -> Iterator[list[str]]:
    """Where the thread of the loop asks the database for anything, meanwhile."""
    found: list[str] = []
    transaction = Connections.transaction

    def watched(self: Connections, *args: Any, **named: Any) -> Any:
        if threading.get_ident() == loop:
            found.append("\n".join(f"{one.filename}:{one.lineno}" for one in traceback.extract_stack()[-14:]))
        return transaction(self, *args, **named)

    with monkeypatch.context() as patch:
        patch.setattr(Connections, "transaction", watched)
        yield found


def _rounds(page: Page, game: str, seat: int, count: int) -> None:
    """Play rounds to their end."""
    for _ in range(count):
        view = page.view(game, lambda one: one["phase"] == "wagers")
        past, number = view["round"], view["number"]
        page.do("wager", game, seat=seat, wagers=STAKES[game])
        while (view := page.view(game, partial(_awaits, seat, past, number)))["turn"] == seat:
            number = view["number"]
            page.do("decide", game, seat=seat, round=view["round"], decision=whole_decisions(view)[0])


def _awaits(seat: int, past: int, number: int, view: dict[str, Any]) -> bool:
    """Whether after an event the seat decides, or a round is over."""
    is_over = view["phase"] == "wagers" and view["round"] > past
    return bool(view["number"] > number and (view["turn"] == seat or is_over))


@pytest.mark.parametrize("game", GAMES)
def test_practice_from_the_first_seat_to_the_third_round(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(database=f"{tmp_path}/house.db", pace=0.0) as server, server.guest().page() as page:
        with reads_in_the_loop(monkeypatch, server.loop_thread) as found:
            page.do("watch", game, changes=True)
            page.do("join", game, seat=1)
            _rounds(page, game, 1, 3)
            page.do("leave", game, seat=1)
        assert found == []


def test_a_room_its_devices_and_a_dealer_with_a_pin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with quick_room(database=f"{tmp_path}/house.db") as room:
        room.running.services.floor.people.do(SetPin(name="dan", pin=PINS["dan"], old=PASSWORD), by="dan")
        console, spots = paired(room), room.pair("spots")
        page = taken_over(room, console, "dan").page()
        with page, reads_in_the_loop(monkeypatch, room.running.loop_thread) as found:
            page.do("watch", room.table)
            room.wager(progressive=1)
            sensed = room.report(spots, "sensed", {"table": room.table, "round": 1, "seats": [2]})
            assert sensed.status_code == 200, sensed.text
            page.do("deal", room.table)
            page.do("enter", room.table, deal={"hands": {"2": ["Ts", "9s"]}, "dealer": ["9h", "7c"]})
            decided = room.act("pat", "decide", seat=2, round=1, decision="stand")
            assert decided.status_code == 200, decided.text
        assert found == []


def test_a_pin_that_another_process_took(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This process is behind: it hears of the relief when the dealer first comes, in a thread."""
    database = f"{tmp_path}/house.db"
    with quick_room(database=database, processes=2) as room:
        services = room.running.services
        console = paired(room)
        room.wager()
        monkeypatch.setattr(services.floor, "follow_all", _nothing)  # as in the second before it follows
        with closing(open_log(database)) as log:
            table = Table.load(log, room.table, people=House(log))
            table.do(Relieve(), by="dan")
        place, name = "127.0.0.1", digest(console)[:NAMED]
        token = services.sessions.start_at_console("dan", name, room.table, place).token
        with reads_in_the_loop(monkeypatch, room.running.loop_thread) as found:
            dealer = AtConsole(room, console, "dan", token)
            with dealer.page() as page:
                page.do("watch", room.table)
                page.do("deal", room.table)
                page.do("enter", room.table, deal={"hands": {"2": ["Ts", "9s"]}, "dealer": ["9h", "7c"]})
            assert dealer.get("/session").json()["table"] == room.table
        assert found == []


async def _nothing() -> None:
    """No work."""


def test_finding_the_answer_to_a_repeated_request_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(database=f"{tmp_path}/house.db") as server, server.guest().page() as page:
        page.do("watch", "flush-poker")
        joined = page.do("join", "flush-poker", seat=1, id="same")
        log = server.services.floor.log
        commits: list[Sequence[Batch]] = []
        monkeypatch.setattr(log, "commit", commits.append)  # which would answer nothing
        with reads_in_the_loop(monkeypatch, server.loop_thread) as found:
            assert page.do("join", "flush-poker", seat=1, id="same") == joined
        assert found == []
        assert commits == []
