"""A room for the tests: staff, a player, and tables of real cards with jackpots."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from house.support.floor import QUICK
from house.support.people import add_person
from houseway.house.people.person_acts import AddFirstPerson, AddPerson
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.tables.table import load_state, replay_state
from web.serving import Guest, Running, serving

PASSWORD = "correct horse battery"  # noqa: S105  # of nobody
SECOND = {"person": "dan", "password": PASSWORD}


class Room:
    """A room with its staff, and tables of blackjack by hand: lights, sensed spots, pat on seat 2."""

    def __init__(self, running: Running) -> None:
        self.running = running
        people = running.services.floor.people
        people.do(AddFirstPerson(name="ada", password=PASSWORD))
        staff = (("sue", "supervisor"), ("sam", "supervisor"), ("dan", "dealer"), ("pat", "player"))
        for name, role in staff:
            add_person(people, AddPerson(name=name, roles=(role,), password=PASSWORD), by="ada")
        self.people = {name: running.person(name, PASSWORD) for name in ("ada", "sue", "sam", "dan", "pat")}
        second = {"person": "sue", "password": PASSWORD}
        assert self["ada"].post("/cage/fund", {"amount": 900000, "second": second}).status_code == 200
        assert self["dan"].post("/cage/buy-in", {"player": "pat", "amount": "5000"}).status_code == 200
        self.table = ""
        self._tables = 0

    def open(self, game: str = "down-under-blackjack", *, linked: bool = False, player: str = "pat") -> None:
        """Another table, which the test acts at; it has a jackpot of its own, or shares `jackpot-1`."""
        self._tables += 1
        self.table = str(self._tables)
        sheet = self.running.http.get(f"/api/v1/sheets/{game}").json()["sheet"]
        other = ('linked = "no"', 'linked = "yes"') if linked else ('-1"', f'-{self.table}"')
        sheet = sheet.replace(*other).replace('name = "1"', f'name = "{self.table}"')
        sue, second = self["sue"], {"person": "sam", "password": PASSWORD}
        opened = sue.post("/sheets/open", {"sheet": sheet, "second": second})
        assert opened.status_code == 200, opened.text
        fill = sue.post("/cage/fill", {"table": self.table, "amount": 20000, "second": second})
        assert fill.status_code == 200, fill.text
        assert self[player].post(f"/tables/{self.table}/join", {"seat": 2}).status_code == 200

    def add(self, name: str, role: str) -> None:
        """One more person; a player has $5,000."""
        add_person(
            self.running.services.floor.people,
            AddPerson(name=name, roles=(role,), password=PASSWORD),
            by="ada",
            second="sue",
        )
        self.people[name] = self.running.person(name, PASSWORD)
        if role == "player":
            assert self["dan"].post("/cage/buy-in", {"player": name, "amount": "5000"}).status_code == 200

    def __getitem__(self, name: str) -> Guest:
        return self.people[name]

    def act(self, name: str, act: str, **body: Any) -> httpx.Response:
        """An act of somebody at the table."""
        return self[name].post(f"/tables/{self.table}/{act}", body)

    def pair(self, kind: str) -> str:
        """A device of a kind, and its token."""
        body = {"table": self.table, "device": f"{kind}-1", "kind": kind, "second": SECOND}
        answer = self["sue"].post("/devices", body)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["token"])

    def report(self, token: str, report: str, body: Any = None, device: str = "") -> httpx.Response:
        """A report with a token."""
        named = device or token.split(".")[1]
        headers = {"Authorization": f"Bearer {token}"}
        return self.running.http.post(f"/api/v1/devices/{named}/{report}", json=body or {}, headers=headers)

    def wager(self, **more: int) -> None:
        answer = self.act("pat", "wager", seat=2, wagers={"wager": 10, **more})
        assert answer.status_code == 200, answer.text

    def deal(self) -> httpx.Response:
        return self.act("dan", "deal")

    def enter(self, dealer: list[str]) -> httpx.Response:
        return self.act("dan", "enter", deal={"hands": {"2": ["Ts", "9s"]}, "dealer": dealer})

    def win(self, player: str = "pat") -> str:
        """A royal of flush poker: its dealer enters it, and two others must verify it; the amount that is held."""
        wagers = {"bet": 10, "jackpot": 1}
        assert self.act(player, "wager", seat=2, wagers=wagers).status_code == 200
        assert self.deal().status_code == 200
        dealer = ["Kc", "Kd", "9s", "4d", "Js", "2c", "6d"]
        hand = ["2h", "3h", "4h", "5h", "6h", "7h", "8h"]
        entered = self.act("dan", "enter", deal={"hands": {"2": hand}, "dealer": dealer})
        assert entered.status_code == 200, entered.text
        decided = self.act(player, "decide", seat=2, round=self.view()["round"], decision="raise 1x")
        assert decided.status_code == 200, decided.text
        return str(self.view()["held"]["awards"][0]["amount"])

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.running.http.get(f"/api/v1/tables/{self.table}").json()
        return found

    def kinds(self) -> list[str]:
        """The kinds of the table's events, and the whole log is as it must be."""
        log = self.running.services.floor.log
        assert deep_audit(log).findings == ()
        assert replay_state(log, self.table) == load_state(log, self.table)
        return [event.kind for event in log.read(f"table/{self.table}")]

    def soon(self, is_so: Callable[[dict[str, Any]], bool]) -> bool:
        """Whether a view of the table meets the condition within 20 seconds."""
        end = datetime.now(UTC) + timedelta(seconds=20)
        while datetime.now(UTC) < end:
            if is_so(self.view()):
                return True
        return False


@contextmanager
def quick_room(**options: Any) -> Iterator[Room]:
    """A room whose passwords are hashed in no time, with a table."""
    with serving(practice=False, **{"database": "memory:", "device_seconds": 600.0, **options}) as running:
        running.services.floor.people._given_hasher = QUICK
        room = Room(running)
        room.open()
        yield room
