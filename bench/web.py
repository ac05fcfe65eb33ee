"""The web server under load: clients in a second process on loopback, answers counted after the durable commit.

Six people a table, no house players, all five games in turn. Each seat has a live link of its own, watches its table
and asks for changes as the pages do, plays whole rounds (it wagers, and decides when its turn comes) and thinks for the
stated time, half to one and a half times of it, before each act. The log is SQLite in a file with full synchronisation.
An act takes from the sending of a message to its `ok`, which comes after the commit. Besides times the figures have the
server's processor time an act, which a busy machine changes little, and the load of the machine before and after.
"""

import argparse
import asyncio
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from houseway.games.demonstration import demonstration
from houseway.house.store.store import open_log
from houseway.house.tables.table import Table
from houseway.web.floor.floor import Floor
from houseway.web.practice import demonstration_house as practice
from houseway.web.practice.permits import GuestPermits

STAKES: dict[str, dict[str, int]] = {
    "down-under-holdem": {"ante": 10, "bet": 10},
    "premium-holdem": {"ante": 10, "xtra-bonus": 10},
    "down-under-blackjack": {"wager": 10},
    "flush-poker": {"bet": 10},
    "wild-monkey-pai-gow": {"bet": 10},
}
GAMES = list(STAKES)
SEATS = 6
ADVISED = ("down-under-holdem", "down-under-blackjack", "flush-poker")
SERVER = """
import sys
from houseway.web.http.server import bound, configure_log, run
from houseway.web.http.settings import Limits, Rate, Settings
often = Rate(10**6, 10**6)
limits = Limits(requests=often, sessions=often, passwords=often, heavy=often, messages=often, sockets=10**6)
listening = bound("127.0.0.1", 0)
port = listening.getsockname()[1]
configure_log()
settings = Settings(database=sys.argv[1], port=port, limits=limits, pace=1.0, warm=bool(int(sys.argv[2])), show=False,
                    coach_processes=int(sys.argv[3]))
run(settings, listening, f"http://127.0.0.1:{port}")
"""


class Tally:
    """What the seats measured."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.coach: list[float] = []
        self.refused: list[str] = []
        self.measuring = False


class Player:
    """One seat: it plays rounds until it is told to stop."""

    def __init__(
        self, number: int, address: str, token: str, table: str, seat: int, think: float, tally: Tally
    ) -> None:
        self.number, self.address, self.token, self.table, self.seat = number, address, token, table, seat
        self.think, self.tally = think, tally
        self.chance = random.Random(number)
        self.sent: dict[str, float] = {}
        self.coached = False
        self.turned = 0.0

    async def run(self, stop: asyncio.Event) -> None:
        """Sit down and play until told to stop."""
        headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(f"ws://{self.address}/api/v1/live", additional_headers=headers, open_timeout=60) as link:
            await self._say(link, do="watch", changes=True)
            await self._say(link, do="join", seat=self.seat)
            if self.coached:
                await self._say(link, do="coach", on=True)
            await self._play(link, stop)

    async def _say(self, link: ClientConnection, **message: Any) -> None:
        name = f"{self.number}.{len(self.sent)}.{self.chance.random()}"
        self.sent[name] = time.perf_counter()
        await link.send(json.dumps({"id": name, "table": self.table, **message}))

    async def _play(self, link: ClientConnection, stop: asyncio.Event) -> None:
        view: dict[str, Any] = {}
        acted = -1
        due = time.perf_counter() + self.chance.random() * self.think
        while not stop.is_set():
            try:
                text = await asyncio.wait_for(link.recv(), max(0.001, due - time.perf_counter()))
            except TimeoutError:
                due = time.perf_counter() + self.think * (0.5 + self.chance.random())
                if view and view["number"] != acted:
                    acted = await self._act(link, view)
                continue
            message = json.loads(text)
            if "changes" in message and message["after"] != view["number"]:
                raise ValueError("changes of another view")
            view = message.get("view") or {**view, **message.get("changes", {})}
            self._measure(message, view)

    def _measure(self, message: dict[str, Any], view: dict[str, Any]) -> None:
        now = time.perf_counter()
        if "ok" in message or "problem" in message:
            sent = self.sent.pop(message["id"], now)
            if "problem" in message:
                self.tally.refused.append(message["problem"]["detail"])
            elif self.tally.measuring:
                self.tally.seconds.append(now - sent)
        if "table" in message and "steps" in message and view["turn"] == self.seat:
            self.turned = now
        if "coach" in message and self.tally.measuring and "best" in message["coach"]:
            self.tally.coach.append(now - self.turned)

    async def _act(self, link: ClientConnection, view: dict[str, Any]) -> int:
        """The next act, if there is one for this seat; the number of the view it was for."""
        own = next((row for row in view["seats"] if row["seat"] == self.seat), None)
        if own is None:
            return -1
        if view["phase"] == "wagers" and not own["wagers"]:
            await self._say(link, do="wager", seat=self.seat, wagers=STAKES[view["game"]])
            return int(view["number"])
        if view["turn"] == self.seat:
            whole = [one["decision"] for one in view["choices"] if "most" not in one and "cards" not in one]
            await self._say(link, do="decide", seat=self.seat, round=view["round"], decision=self.chance.choice(whole))
            return int(view["number"])
        return -1


def table_name(number: int) -> str:
    """The table of a group of seats."""
    return f"{GAMES[number % len(GAMES)]}-bench-{number}"


def open_tables(database: str, count: int) -> None:
    """A practice house with so many tables without house players."""
    with closing(open_log(database)) as log:
        floor = Floor(log, permits=GuestPermits())
        practice.set_up(floor)
        for number in range(count):
            game = demonstration(GAMES[number % len(GAMES)], {})
            name = table_name(number)
            table = Table.load(log, name, appender=floor.writer, jackpots=floor.jackpots, people=floor.permits)
            practice.open_table(floor, table, practice.practice_rules(name, game, None))
        floor.writer.close()


async def seats_of(address: str, count: int, coached: int, think: float, tally: Tally) -> list[Player]:
    """Guests with seats; those who want the coach are spread over the games whose advice needs no solved strategy."""
    players: list[Player] = []
    ready = [number for number in range(count) if table_name(number // SEATS).startswith(ADVISED)]
    asking = set(ready[:: max(1, len(ready) // coached)][:coached]) if coached else set()
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1", timeout=120) as client:
        for number in range(count):
            answer = (await client.post("/session", json={"guest": True})).json()
            client.cookies.clear()
            table, seat = table_name(number // SEATS), number % SEATS + 1
            player = Player(number, address, answer["token"], table, seat, think, tally)
            player.coached = number in asking
            players.append(player)
    return players


async def load(address: str, seats: int, think: float, seconds: float, coached: int, pid: int) -> dict[str, Any]:
    """Let the seats play, measure for a while, and say what was found."""
    tally = Tally()
    empty = memory(pid)
    players = await seats_of(address, seats, coached, think, tally)
    stop = asyncio.Event()
    playing = [asyncio.ensure_future(player.run(stop)) for player in players]
    await asyncio.sleep(max(10.0, 5 * think))
    tally.measuring, worked = True, processor_seconds(pid)
    await asyncio.sleep(seconds)
    tally.measuring, worked = False, processor_seconds(pid) - worked
    used = memory(pid)
    stop.set()
    done = await asyncio.gather(*playing, return_exceptions=True)
    failed = [one for one in done if isinstance(one, BaseException)]
    times = sorted(tally.seconds)
    found: dict[str, Any] = {
        "seats": seats,
        "think_seconds": think,
        "acts": len(times),
        "acts_per_second": round(len(times) / seconds, 1),
        "p50_ms": quantile(times, 0.5),
        "p95_ms": quantile(times, 0.95),
        "p99_ms": quantile(times, 0.99),
        "server_processor_ms_per_act": round(1000 * worked / max(1, len(times)), 2),
        "refused": len(tally.refused),
        "failed_links": len(failed),
        "memory_per_seat_kB": round((used - empty) / max(1, seats)),
    }
    if coached:
        found |= {
            "coached": coached,
            "coach_answers": len(tally.coach),
            "coach_p95_ms": quantile(sorted(tally.coach), 0.95),
        }
    if tally.refused:
        found["first_refusals"] = sorted(set(tally.refused))[:3]
    return found


def quantile(values: list[float], share: float) -> float | None:
    """A quantile in milliseconds."""
    return round(1000 * values[min(len(values) - 1, int(share * len(values)))], 1) if values else None


def processor_seconds(pid: int) -> float:
    """Processor time that a process has used; its helpers are not in it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Kilobytes that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


@contextmanager
def served(program: str, *arguments: str) -> Iterator[tuple[str, int]]:
    """Run a server of this program; its address and its process."""
    command = [sys.executable, "-c", program, *arguments]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own server
    try:
        line = server.stdout.readline() if server.stdout else ""
        yield line.strip().rpartition("http://")[2], server.pid
    finally:
        server.terminate()
        server.wait(30)


@contextmanager
def machine_load() -> Iterator[None]:
    """Print the machine and its load before and after a measurement."""
    load_now = statistics.fmean(os.getloadavg())
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {load_now:.1f} before")
    yield
    print(f"load {statistics.fmean(os.getloadavg()):.1f} after")


def measure(seats: int, think: float, seconds: float, *, coached: int = 0) -> dict[str, Any]:
    """One load on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        open_tables(f"{folder}/house.db", -(-seats // SEATS))
        with served(SERVER, f"{folder}/house.db", "0", "1") as (address, pid):
            return asyncio.run(load(address, seats, think, seconds, coached, pid))


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--quick", action="store_true", help="a tenth of the seats")
    chosen = options.parse_args()
    less = 10 if chosen.quick else 1
    with machine_load():
        print(json.dumps(measure(2000 // less, 2.0, chosen.seconds)))
        print(json.dumps(measure(500 // less, 0.3, chosen.seconds)))
        print(json.dumps(measure(220 // less, 2.0, chosen.seconds, coached=max(2, 20 // less))))


if __name__ == "__main__":
    main()
