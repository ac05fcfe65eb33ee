"""The web server under load: clients in a second process on loopback, answers counted after the durable commit.

Each seat plays whole rounds at a table of its own game: it wagers, decides, and thinks between two acts for the time
that is stated. The log is SQLite in a file with full synchronisation. The machine is stated with the figures.
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
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

STAKES: dict[str, dict[str, int]] = {
    "down-under-holdem": {"ante": 10, "bet": 10},
    "premium-holdem": {"ante": 10, "xtra-bonus": 10},
    "down-under-blackjack": {"wager": 10},
    "flush-poker": {"bet": 10},
    "wild-monkey-pai-gow": {"bet": 10},
}
GAMES = list(STAKES)
SERVER = """
import sys
from houseway.web.server import bound, configure_log, run
from houseway.web.settings import Limits, Rate, Settings
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
            await self._say(link, do="watch")
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
            view = message.get("view", view)
            self._measure(message, view)

    def _measure(self, message: dict[str, Any], view: dict[str, Any]) -> None:
        now = time.perf_counter()
        if "ok" in message or "problem" in message:
            sent = self.sent.pop(message["id"], now)
            if "problem" in message:
                self.tally.refused.append(message["problem"]["detail"])
            elif self.tally.measuring:
                self.tally.seconds.append(now - sent)
        if "view" in message and view["turn"] == self.seat:
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


async def seats_of(address: str, count: int, coached: int, think: float, tally: Tally) -> list[Player]:
    """Guests with tables: five to a table, so that nobody waits long for a turn."""
    players: list[Player] = []
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1", timeout=120) as client:
        table = ""
        for number in range(count):
            answer = (await client.post("/session", json={"guest": True})).json()
            token = answer["token"]
            client.cookies.clear()
            if number % 3 == 0:
                game = GAMES[number // 3 % len(GAMES)]
                made = await client.post(
                    "/tables", json={"game": game, "options": {}}, headers={"Authorization": f"Bearer {token}"}
                )
                table = made.json()["table"]
            player = Player(number, address, token, table, (1, 3, 5)[number % 3], think, tally)
            player.coached = number < coached
            players.append(player)
    return players


async def load(address: str, seats: int, think: float, seconds: float, coached: int, pid: int) -> dict[str, Any]:
    """Let the seats play, measure for a while, and say what was found."""
    tally = Tally()
    empty = memory(pid)
    players = await seats_of(address, seats, coached, think, tally)
    stop = asyncio.Event()
    playing = [asyncio.ensure_future(player.run(stop)) for player in players]
    await asyncio.sleep(max(5.0, 2 * think))
    tally.measuring = True
    await asyncio.sleep(seconds)
    tally.measuring = False
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


def memory(pid: int) -> int:
    """Kilobytes that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def measure(seats: int, think: float, seconds: float, *, coached: int = 0) -> dict[str, Any]:
    """One load on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, f"{folder}/house.db", "0", "1"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own server
        try:
            line = server.stdout.readline() if server.stdout else ""
            address = line.strip().rpartition("http://")[2]
            return asyncio.run(load(address, seats, think, seconds, coached, server.pid))
        finally:
            server.terminate()
            server.wait(30)


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--quick", action="store_true", help="a tenth of the seats")
    chosen = options.parse_args()
    less = 10 if chosen.quick else 1
    load_now = statistics.fmean(os.getloadavg())
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {load_now:.1f} before")
    print(json.dumps(measure(2000 // less, 2.0, chosen.seconds)))
    print(json.dumps(measure(500 // less, 0.3, chosen.seconds)))
    print(json.dumps(measure(220 // less, 2.0, chosen.seconds, coached=max(2, 20 // less))))


if __name__ == "__main__":
    main()
