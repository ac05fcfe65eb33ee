"""Wins of linked tables in a room that is killed: frozen in their order, pending, verified by two others, paid once."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from house.support.cluster import Cluster
from house.support.floor import QUICK
from houseway.house.log.events import Event
from houseway.house.log.log import Log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.dispute import dispute_pack
from houseway.house.records.dispute_text import as_text
from houseway.house.store.store import open_log
from web.rooms import Room
from web.serving import serving
from web.test_processes import _children
from web.test_restart import SECONDS, free_port, served

PLAYERS = {"1": "pat", "2": "quin", "3": "rae"}
DEALERS = {"1": "dan", "2": "deb", "3": "dan"}
ROYAL = ["2h", "3h", "4h", "5h", "6h", "7h", "8h"]  # the whole meter
NOTHING = ["2h", "3d", "5h", "7c", "9h", "Jc", "Qd"]
DEALER = ["Kc", "Kd", "9s", "4d", "Js", "2c", "6d"]
JACKPOT = "jackpot-1"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield str(tmp_path / "house.db")
        return
    cluster = Cluster()
    yield str(cluster.new_database())
    cluster.close()


def set_up(url: str) -> dict[str, str]:
    """A room with three tables on one jackpot, a player at each; the tokens of everybody."""
    with serving(practice=False, database=url, device_seconds=600.0) as running:
        running.services.floor.people._given_hasher = QUICK
        room = Room(running)
        for name, role in (("quin", "player"), ("rae", "player"), ("deb", "dealer")):
            room.add(name, role)
        for player in PLAYERS.values():
            room.open("flush-poker", linked=True, player=player)
        return {name: person.token for name, person in room.people.items()}


@contextmanager
def life_of(folder: Path, port: int, url: str, tokens: dict[str, str]) -> Iterator["Life"]:
    """A server on a database: with two processes where it can have them."""
    options = ("--room", "--database", url, *(("--processes", "2") if url.startswith("postgresql") else ()))
    with served(folder, port, *options) as (process, address):
        life = Life(process, address, tokens)
        try:
            yield life
        finally:
            life.hang_up()


class Life:
    """The server from its start until it is killed."""

    def __init__(self, process: Any, address: str, tokens: dict[str, str]) -> None:
        self.process = process
        self.address = address
        self._tokens = tokens
        self._open: list[httpx.Client] = []
        self.http = self.connection()

    def connection(self) -> httpx.Client:
        self._open.append(httpx.Client(base_url=f"http://{self.address}/api/v1", timeout=SECONDS))
        return self._open[-1]

    def get(self, path: str, name: str = "sue") -> Any:
        answer = self.http.get(path, headers=self._headers(name))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(
        self, name: str, table: str, act: str, *, key: str = "", http: httpx.Client | None = None, **body: Any
    ) -> httpx.Response:
        headers = self._headers(name) | ({"Idempotency-Key": key} if key else {})
        return (http or self.http).post(f"/tables/{table}/{act}", json=body, headers=headers)

    def done(self, name: str, table: str, act: str, **body: Any) -> None:
        answer = self.act(name, table, act, **body)
        assert answer.status_code == 200, answer.text

    def _headers(self, name: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[name]}"}

    def deal(self, table: str, hand: list[str]) -> int:
        """A round up to the player's decision."""
        self.done(PLAYERS[table], table, "wager", seat=2, wagers={"bet": 10, "jackpot": 1})
        self.done(DEALERS[table], table, "deal")
        self.done(DEALERS[table], table, "enter", deal={"hands": {"2": hand}, "dealer": DEALER})
        return int(self.get(f"/tables/{table}")["round"])

    def sign(self) -> dict[str, Any]:
        state: dict[str, Any] = self.get(f"/jackpots/{JACKPOT}/sign")["state"]
        return state

    def floor_with_held(self, count: int) -> dict[str, Any]:
        """The floor, once the process that is asked has heard of the wins that another one settled."""
        end = time.monotonic() + SECONDS
        while True:
            floor: dict[str, Any] = self.get("/floor")
            if sum(row["held"] is not None for row in floor["tables"]) == count:
                return floor
            assert time.monotonic() < end

    def kill(self) -> None:
        """As a power cut would: all processes at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(SECONDS)

    def hang_up(self) -> None:
        for http in self._open:
            http.close()

    # ---- two processes

    def two_connections(self) -> list[httpx.Client]:
        """Two connections, to two processes where there are two."""
        workers = _children(self.process.pid)
        by_process: dict[int, httpx.Client] = {}
        while len(by_process) < max(1, len(workers)):
            http = self.connection()
            stream = http.get("/session").extensions["network_stream"]
            by_process[self._process_of(stream.get_extra_info("client_addr")[1], workers)] = http
        found = [*by_process.values()]
        return [*found, self.connection()][:2]

    def _process_of(self, port: int, workers: list[int]) -> int:
        """The process that has accepted the connection from a port."""
        rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
        server = int(self.address.rpartition(":")[2])
        inode = next(row[9] for row in rows if (_port(row[1]), _port(row[2])) == (server, port))
        for worker in workers:
            if any(os.readlink(one) == f"socket:[{inode}]" for one in Path(f"/proc/{worker}/fd").iterdir()):
                return worker
        return int(self.process.pid)


def _port(address: str) -> int:
    return int(address.rpartition(":")[2], 16)


def hit_at_once(life: Life, rounds: dict[str, int]) -> None:
    """The last decisions of two tables, sent at the same moment by two clients."""
    together = threading.Barrier(len(rounds))
    answers: dict[str, httpx.Response] = {}

    def decide(table: str, http: httpx.Client) -> None:
        together.wait()
        answers[table] = life.act(
            PLAYERS[table], table, "decide", http=http, seat=2, round=rounds[table], decision="raise 1x"
        )

    links = life.two_connections()
    work = [threading.Thread(target=decide, args=one) for one in zip(rounds, links, strict=True)]
    for one in work:
        one.start()
    for one in work:
        one.join()
    assert [answer.status_code for answer in answers.values()] == [200, 200]


def check_pending(life: Life, order: list[str]) -> None:
    """Both wins wait, on the sign and on the floor, in the order of the jackpot's own stream, with their amounts."""
    sign = life.sign()
    pending = [(win["table"], win["amount"]) for win in sign["pending"]]
    assert pending == [(order[0], "10000.40"), (order[1], "1000.00")]
    assert sign["wins"] == []
    floor = life.floor_with_held(2)
    assert floor["jackpots"][0]["pending"] == sign["pending"]
    first = next(row["held"] for row in floor["tables"] if row["table"] == order[0])
    assert [form.partition(":")[0] for form in first["awards"][0]["forms"]] == ["W-2G", "cash log", "CTR"]
    assert first["entered_by"] == [DEALERS[order[0]]]


def test_two_linked_tables_hit_at_once_and_nothing_is_lost_or_paid_twice(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where the vault's key is
    tokens, port = set_up(url), free_port()
    with life_of(tmp_path, port, url, tokens) as life:
        hit_at_once(life, {table: life.deal(table, ROYAL) for table in ("1", "2")})
        with open_log(url, read_only=True) as log:
            order = [event.data["table"] for event in awards(log)]
        check_pending(life, order)
        number = life.deal("3", NOTHING)  # the third table plays on, on the meter that was reset
        assert life.sign()["meter"] == "1000.20"
        life.done("rae", "3", "decide", seat=2, round=number, decision="raise 1x")
        for name, table, status in (("dan", "1", 422), ("deb", "2", 422), ("pat", "1", 403), ("quin", "2", 403)):
            assert life.act(name, table, "verify").status_code == status, "who entered it or plays verifies nothing"
        assert life.act("dan", "1", "deal").status_code == 409
        life.kill()

    with life_of(tmp_path, port, url, tokens) as life:  # between the hits and the first verification
        check_pending(life, order)
        assert life.sign()["meter"] == "1000.20"
        purses = {name: life.get("/session", name)["balance"] for name in ("pat", "quin")}
        for table in ("1", "2"):
            life.done("sue", table, "verify", key=f"sue-{table}")
        life.kill()

    with life_of(tmp_path, port, url, tokens) as life:  # between the two verifications
        check_pending(life, order)
        for table in ("1", "2"):
            assert life.get(f"/tables/{table}")["held"]["verified"] == ["sue"]
            life.done("sue", table, "verify", key=f"sue-{table}")  # a retried request is the same one
            assert life.act("sue", table, "verify").status_code == 422, "nobody verifies twice"
        assert {name: life.get("/session", name)["balance"] for name in purses} == purses
        life.done("sam", "1", "verify", key="sam-1")
        unanswered = threading.Thread(target=_send_and_forget, args=(life, "sam", "2", "sam-2"))
        unanswered.start()
        life.kill()  # whether the last verification is stored by now is a matter of luck
        unanswered.join()

    with life_of(tmp_path, port, url, tokens) as life:
        for table in ("1", "2"):
            life.done("sam", table, "verify", key=f"sam-{table}")
            assert life.act("deb", table, "verify").status_code == 409, "nothing is left to verify"
        sign = life.sign()
        assert (sign["pending"], [win["table"] for win in sign["wins"]]) == ([], order[::-1])
        life.kill()
    with open_log(url) as log:
        check_log(log, order, purses)


def _send_and_forget(life: Life, name: str, table: str, key: str) -> None:
    try:
        life.act(name, table, "verify", key=key, http=life.connection())
    except httpx.HTTPError:
        return


def awards(log: Log) -> list[Event]:
    return [event for event in log.read(f"jackpot/{JACKPOT}") if event.kind == "awarded"]


def check_log(log: Log, order: list[str], purses: dict[str, str]) -> None:
    """What the log proves afterwards: the order, each amount, one payment each."""
    first, second = awards(log)
    assert [first.data["table"], second.data["table"]] == order
    assert (first.data["before"], first.data["after"]) == ("10000.40", "1000.00")
    assert (second.data["before"], second.data["after"]) == ("1000.00", "1000.00")
    assert second.number > first.number
    kinds = [event.kind for event in log.read(f"jackpot/{JACKPOT}", second.number + 1)]
    assert kinds == ["contributed"], "the third table's round, on the meter after both wins"
    for table in ("1", "2"):
        table_kinds = [event.kind for event in log.read(f"table/{table}")]
        counts = {kind: table_kinds.count(kind) for kind in ("settled", "held", "verified")}
        assert counts == {"settled": 1, "held": 1, "verified": 2}
        (held,) = (event.data["awards"] for event in log.read(f"table/{table}") if event.kind == "held")
        ((player, amount),) = held
        paid = log.balance(f"player/{player}") / 10**8
        assert paid == float(purses[player]) + float(amount)
        assert log.balance(f"table/{table}/held") == 0
        check_pack(log, table)
    verdict = deep_audit(log)
    assert (verdict.findings, verdict.notes) == ((), ())


def check_pack(log: Log, table: str) -> None:
    """Every step of the win is in the dispute pack, with who did it, and the forms."""
    pack = dispute_pack(log, table, 1)
    steps = [(event.kind, event.by) for event in pack.events]
    player, dealer = PLAYERS[table], DEALERS[table]
    assert steps == [
        ("wagered", player),
        ("dealt", dealer),
        ("entered", dealer),
        ("decided", player),
        ("settled", ""),
        ("held", ""),
        ("verified", "sue"),
        ("verified", "sam"),
    ]
    assert pack.jackpot
    own = {event.number: event.kind for event in pack.jackpot.events}
    assert [own[number] for number in pack.jackpot.own] == ["contributed", "awarded"]
    assert pack.jackpot.at_award in ("10000.40", "1000.00")
    assert "tax form" in as_text(pack) or pack.jackpot.at_award == "1000.00"
