"""A room under load: dealers' consoles at many tables, and the signs of a jackpot, in a second process on loopback.

Each console has a live link of its own. Its dealer enters a wager with the jackpot's, calls no more wagers, keys in the
deal and the decision, and waits for the stated time, half to one and a half times of it, before each tap. A tap takes
from the sending of its message to the `ok`, which comes after the commit; the log is SQLite with full synchronisation.
Meanwhile one more table feeds a jackpot of its own. A sign's delay is from before the deal is sent, and so from before
its commit, until the meter is there: in the message of each link, and in two real browsers until the frame is drawn.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher
from playwright.async_api import Browser, Page, async_playwright
from websockets.asyncio.client import ClientConnection, connect

from houseway.cards.card import card_texts
from houseway.cards.deck import joker_deck
from houseway.house.jackpots.jackpot import Jackpots
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.people.cage_acts import BuyIn, Fill, Fund
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson, AddPerson, SetPassword
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.sheets.table_rules import rules_of
from houseway.house.store.store import open_log
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table
from web import machine_load, processor_seconds, quantile, served

FIRST, OWN = "given by somebody else", "correct horse battery"
FED = "fed"  # the table whose jackpot the signs show
CHROMIUM = Path(__file__).parents[1] / "tools" / "chromium.sh"
SERVER = """
import sys
from houseway.web.http.server import bound, configure_log, run
from houseway.web.http.settings import Limits, Rate, Settings
often = Rate(10**6, 10**6)
limits = Limits(requests=often, sessions=often, passwords=often, heavy=often, messages=often, sockets=10**6)
listening = bound("127.0.0.1", 0)
port = listening.getsockname()[1]
configure_log()
settings = Settings(database=sys.argv[1], practice=False, port=port, limits=limits)
run(settings, listening, f"http://127.0.0.1:{port}")
"""
DRAWN = """(name) => {
  window.drawn = {};
  const note = () => {
    const meter = document.querySelector(".meter")?.textContent;
    requestAnimationFrame(() => { window.drawn[meter] ??= Date.now() / 1000; });
  };
  new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def sheet(table: str) -> str:
    """Flush poker by hand; all tables but one share a jackpot."""
    text = example_sheet("flush-poker").replace('name = "1"', f'name = "{table}"')
    if table == FED:
        return text.replace('"jackpot-1"', '"fed"')
    return text.replace('linked = "no"', 'linked = "yes"')


def furnish(database: str, count: int) -> None:
    """A house with two supervisors, a dealer, and a player with chips at each table."""
    with closing(open_log(database)) as log:
        people = House(log, hasher=PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
        people.do(AddFirstPerson(name="ada", password=OWN))
        for name, role in (("sue", "supervisor"), ("sam", "supervisor"), ("dan", "dealer")):
            add(people, name, role)
        people.do(Fund(amount=100_000_000_00), by="ada", second="sue")
        jackpots = Jackpots(log, people=people)
        for number in range(count + 1):
            open_table(log, people, jackpots, FED if number == count else f"t{number}")


def add(people: House, name: str, role: str) -> None:
    """A person who has changed the first password."""
    people.do(AddPerson(name=name, roles=(role,), password=FIRST), by="ada", second="sue" if role == "player" else "")
    people.do(SetPassword(name=name, password=OWN, old=FIRST), by=name)


def open_table(log: Any, people: House, jackpots: Jackpots, name: str) -> None:
    """A table with a filled tray and a player on seat 1."""
    parsed, today = parse_sheet(sheet(name)), log.clock().date()
    if parsed.jackpot and (jackpot := jackpots.get(parsed.jackpot.name)).state.terms is None:
        jackpot.do(CreateJackpot(terms=parsed.jackpot, game=parsed.chosen), by="sue", second="sam")
    table = Table(log, name, jackpots=jackpots, people=people)
    table.do(OpenTable(rules=rules_of(parsed, today), day=str(today), sheet=sheet(name)), by="sue")
    people.do(Fill(table=name, amount=100_000_00), by="sue", second="dan")
    player = f"p-{name}"
    add(people, player, "player")
    people.do(BuyIn(player=player, amount=50_000_00), by="dan", second="sue")
    table.do(Join(seat=1, player=player), by=player)


class Console:
    """A dealer's console at one table."""

    def __init__(self, address: str, token: str, table: str, think: float, taps: list[float]) -> None:
        self.address, self.token, self.table, self.think, self.taps = address, token, table, think, taps
        self.chance = random.Random(table)
        self.sent = 0
        self.round = 0
        self.dealt: list[tuple[int, float]] = []  # rounds, and when their deal was sent

    async def run(self, stop: asyncio.Event) -> None:
        """Deal rounds until it is over."""
        headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(f"ws://{self.address}/api/v1/live", additional_headers=headers, open_timeout=60) as link:
            await self.tap(link, do="watch", console=True)
            while not stop.is_set():
                await self.deal(link)

    async def deal(self, link: ClientConnection) -> None:
        """A round in four taps; cards that win nothing of the jackpot."""
        self.round += 1
        await self.tap(link, do="wager", seat=1, wagers={"bet": 10, "jackpot": 1})
        await asyncio.sleep(self.think * (0.5 + self.chance.random()))
        self.dealt.append((self.round, time.time()))
        await self.tap(link, do="deal")
        cards = card_texts(joker_deck())[:52]
        hand, dealer = cards[0:52:8][:7], [*cards[3:52:8][:6], cards[-1]]
        await self.tap(link, do="enter", deal={"hands": {"1": hand}, "dealer": dealer})
        await self.tap(link, do="decide", seat=1, round=self.round, decision="fold")

    async def tap(self, link: ClientConnection, **message: Any) -> None:
        """A message, and its answer after the commit."""
        await asyncio.sleep(self.think * (0.5 + self.chance.random()) * (message["do"] != "deal"))
        self.sent += 1
        name, began = f"{self.table}.{self.sent}", time.perf_counter()
        await link.send(json.dumps({"id": name, "table": self.table, **message}))
        while (answer := json.loads(await link.recv())).get("id") != name:
            pass
        if "ok" not in answer:
            raise RuntimeError(f"{message['do']}: {answer['problem']['detail']}")
        self.taps.append(time.perf_counter() - began)


async def sign(address: str, heard: dict[str, float], stop: asyncio.Event) -> None:
    """The live link of a sign: when each meter of its jackpot was heard first."""
    async with connect(f"ws://{address}/api/v1/live", open_timeout=60) as link:
        while not stop.is_set():
            try:
                message = json.loads(await asyncio.wait_for(link.recv(), 1))
            except TimeoutError:
                continue
            if message.get("jackpot") == FED:
                heard.setdefault(message["meter"], time.time())


async def load(address: str, tables: int, signs: int, think: float, seconds: float, pid: int) -> dict[str, Any]:
    """Let consoles and signs work for a while."""
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1", timeout=120) as client:
        answer = await client.post("/session", json={"person": "dan", "password": OWN})
        token = answer.json()["token"]
    stop, taps, fed_taps = asyncio.Event(), list[float](), list[float]()
    consoles = [Console(address, token, f"t{number}", think, taps) for number in range(tables)]
    fed = Console(address, token, FED, think / 2, fed_taps)
    heard: list[dict[str, float]] = [{} for _ in range(signs - 2)]
    async with async_playwright() as playwright:
        program = subprocess.run([CHROMIUM], capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
        browser = await playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        pages = [await picture(browser, address) for _ in range(2)]
        work = [asyncio.ensure_future(one.run(stop)) for one in (*consoles, fed)]
        work += [asyncio.ensure_future(sign(address, one, stop)) for one in heard]
        await asyncio.sleep(5)
        taps.clear()
        worked, waited = processor_seconds(pid), waiting_seconds(pid)
        await asyncio.sleep(seconds)
        worked, waited = processor_seconds(pid) - worked, waiting_seconds(pid) - waited
        measured = sorted(taps)
        drawn = [await page.evaluate("() => window.drawn") for page in pages]
        stop.set()
        failed = [one for one in await asyncio.gather(*work, return_exceptions=True) if isinstance(one, Exception)]
        await browser.close()
    return {
        "tables": tables,
        "taps": len(measured),
        "taps_per_second": round(len(measured) / seconds, 1),
        "tap_p50_ms": quantile(measured, 0.5),
        "tap_p95_ms": quantile(measured, 0.95),
        "server_processor_ms_per_tap": round(1000 * worked / max(1, len(measured)), 2),
        "server_waited_for_processor_ms_per_tap": round(1000 * waited / max(1, len(measured)), 2),
        "signs": signs,
        **delays("sign_message", fed, heard, "{:.2f}"),
        **delays("sign_picture", fed, drawn, "${:,.2f}"),
        "failed": [str(one) for one in failed][:3],
    }


def waiting_seconds(pid: int) -> float:
    """How long the loop of a process could have run and got no processor: what a busy machine adds."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


async def picture(browser: Browser, address: str) -> Page:
    """A sign in a real browser, which notes when each meter is drawn."""
    page = await browser.new_page(viewport={"width": 1920, "height": 1080})
    await page.goto(f"http://{address}/sign/{FED}")
    await page.evaluate(DRAWN)
    return page


def delays(what: str, fed: Console, seen: list[dict[str, float]], form: str) -> dict[str, Any]:
    """How long after each deal its meter was there; meters that came between two messages are not counted."""
    found = [
        one[meter] - sent
        for number, sent in fed.dealt
        for one in seen
        if (meter := form.format(10_000 + 0.2 * number)) in one
    ]
    found.sort()
    return {
        f"{what}s": len(found),
        f"{what}_p50_ms": quantile(found, 0.5),
        f"{what}_p95_ms": quantile(found, 0.95),
    }


def measure(tables: int, signs: int, think: float, seconds: float) -> dict[str, Any]:
    """One load on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder  # the vault's key
        furnish(f"{folder}/house.db", tables)
        with served(SERVER, f"{folder}/house.db") as (address, pid):
            return asyncio.run(load(address, tables, signs, think, seconds, pid))


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--signs", type=int, default=200)
    options.add_argument("--think", type=float, default=2.0)
    chosen = options.parse_args()
    with machine_load():
        print(json.dumps(measure(chosen.tables, chosen.signs, chosen.think, chosen.seconds)))


if __name__ == "__main__":
    main()
