"""An evening of a room in browsers, from an empty database, and the same evening by commands: the logs are alike."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from house.support.floor import QUICK
from houseway.cli.house.device_simulation import MISTAKE_STEPS, Simulation
from houseway.house.people.house import House
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.store.store import open_log
from web.browser.by_command import OWN, PINS, ByCommand, compared
from web.browser.conftest import PATIENCE
from web.browser.console_page import READY, TABLET, WAGERS, ConsolePage
from web.browser.test_room import add_person, begin, next_step, sign_here, sign_in
from web.test_restart import free_port, served

TABLES = {  # in the order of the evening
    "1": "down-under-blackjack",
    "2": "flush-poker",
    "3": "down-under-holdem",
    "4": "premium-holdem",
    "5": "wild-monkey-pai-gow",
}
STAFF = {"sue": "supervisor", "sam": "supervisor", "dan": "dealer", "pat": "player"}
ROUNDS = 6
ROYAL = ["2h", "3h", "4h", "5h", "6h", "7h", "8h"]  # flush poker: the whole meter


class Devices:
    """Simulated spots or a reader of a table, heard all the time."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._tokens: list[str] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)
        self._thread.start()

    def paired(self, token: str, mistake: str = "") -> Simulation:
        self._tokens.append(token)
        return Simulation(self._address, [token], mistake=mistake)

    def _beat(self) -> None:
        while not self._over.wait(1.5):
            for token in list(self._tokens):
                headers = {"Authorization": f"Bearer {token}"}
                httpx.post(f"{self._address}/api/v1/devices/{token.split('.')[1]}/heartbeat", json={}, headers=headers)

    def close(self) -> None:
        self._over.set()
        self._thread.join()


class Evening:
    """Five people in five browsers at a room that was empty."""

    def __init__(self, address: str, code: str, open_browser: Callable[..., Page], devices: Devices) -> None:
        self.address = address
        self.devices = devices
        self.pages = {name: open_browser() for name in ("ada", "sue", "sam", "pat")}
        self.pages["dan"] = open_browser(viewport={"width": TABLET[0], "height": TABLET[1]})
        self.luck = random.Random("evening")
        self.table = ""
        self.console = ConsolePage(self.pages["dan"], self._as_room())
        begin(self["ada"], code)
        expect(self["ada"].get_by_role("heading", name="The room")).to_be_visible()

    def __getitem__(self, name: str) -> Page:
        return self.pages[name]

    def _as_room(self) -> Any:
        """What the console's page object asks a room for, answered over the dealer's own browser."""
        evening = self

        class Asked:
            @property
            def table(self) -> str:
                return evening.table

            def __getitem__(self, _name: str) -> Any:
                return SimpleNamespace(get=lambda path: evening["dan"].request.get(f"/api/v1{path}"))

        return Asked()

    # ---- what two people do

    def together(self, name: str, second: str, address: str, **fields: str) -> None:
        """An act of two, the second of whom signs on the spot."""
        next_step(self[name], address, **fields)
        sign_here(self[name], second)
        expect(self[name].get_by_role("heading", name="Done.")).to_be_visible()

    def confirmed(self, name: str, second: str, address: str, **fields: str) -> None:
        """An act of two, the second of whom confirms it in another browser."""
        page, other = self[name], self[second]
        next_step(page, address, **fields)
        page.get_by_role("button", name="Ask for confirmation").click()
        page.get_by_role("link", name="Follow it in the room").click()
        other.goto("/room")
        other.get_by_role("button", name="Confirm").click()
        expect(page.locator(".confirmations li").first).to_contain_text(f"Done, confirmed by {second}.")

    def alone(self, name: str, address: str, button: str = "Do it alone", **fields: str) -> None:
        next_step(self[name], address, **fields)
        self[name].get_by_role("button", name=button).click()
        expect(self[name].get_by_role("heading", name="Done.")).to_be_visible()

    def pair(self, kind: str, mistake: str = "") -> Simulation:
        """A simulated device that two people pair with the table."""
        body = {
            "table": self.table,
            "device": f"{kind}-{self.table}",
            "kind": kind,
            "second": {"person": "sam", "password": OWN},
        }
        answer = self["sue"].request.post("/api/v1/devices", data=body, headers={"Origin": self.address})
        assert answer.status == 200, answer.text()
        return self.devices.paired(answer.json()["token"], mistake)

    def verify(self) -> None:
        """Two supervisors verify the win that waits, from the floor."""
        for name in ("sue", "sam"):
            page = self[name]
            page.goto("/room/floor")
            expect(page.locator(".pending strong")).to_contain_text("$")
            page.get_by_role("button", name="Verify", exact=True).click()
            page.get_by_role("button", name="I have looked at the hand").click()
            if name == "sue":
                expect(page.locator(".pending")).to_contain_text("verified by sue")
        expect(self["sam"].get_by_text("No win waits to be verified.")).to_be_visible()

    # ---- the table

    def sit(self, table: str) -> None:
        """The player goes to a table and sits down, and the dealer opens its console."""
        self.table = table
        pat = self["pat"]
        pat.goto(f"/tables/{table}")
        pat.get_by_role("button", name="Sit down").first.click()
        pat.wait_for_function("() => document.querySelector('hw-table').view.you")

    def sign_in_dealer(self) -> None:
        page = self["dan"]
        answer = page.request.post(
            "/api/v1/session", data={"person": "dan", "password": OWN}, headers={"Origin": self.address}
        )
        assert answer.status == 201, answer.text()

    def open_console(self) -> None:
        self["dan"].goto(f"/room/dealer/{self.table}")
        self["dan"].wait_for_selector(READY)

    def take_over(self, name: str) -> None:
        """A dealer enters name and PIN at the paired console."""
        page = self["dan"]
        page.goto("/room/console")
        page.get_by_role("button", name=name).click()
        for digit in PINS[name]:
            page.get_by_role("button", name=digit, exact=True).click()
        page.get_by_role("button", name="Take over").click()
        page.wait_for_url(f"**/room/dealer/{self.table}")
        page.wait_for_selector(READY)

    def wager(self, **more: int) -> None:
        """The player wagers on the page of the table."""
        wagers = {**WAGERS[TABLES[self.table]], **more}
        self["pat"].evaluate(
            """([table, wagers]) => {
              const { link, view } = document.querySelector("hw-table");
              return link.ask("wager", { table, seat: view.you.seat, wagers });
            }""",
            [self.table, wagers],
        )

    def key_in(self, cards: dict[str, list[str]]) -> None:
        """Key in a deal: by taps in a table's first round, later as a scanner does; the rest comes by chance."""
        self.console.wait("cards")
        view = self.console.view()
        names = [f"seat {one['seat']}" if one["to"] == "seat" else one["to"] for one in view["order"]]
        deck = [one for one in view["deck"]["cards"] for _ in range(view["deck"]["copies"])]
        for card in (card for known in cards.values() for card in known if card):
            deck.remove(card)
        self.luck.shuffle(deck)
        given = [
            (cards.get(name, []) + [""] * 8)[place["card"] - 1] or deck.pop()
            for name, place in zip(names, view["order"], strict=True)
        ]
        if view["round"] == 1:
            for card in given:
                self.console.card(card)
        else:
            self["dan"].keyboard.type(" ".join(given))
            self["dan"].keyboard.press("Enter")
        self.rest = deck
        self.given = given
        self.console.primary("cards")

    def play(self, *, shares: dict[int, str] | None = None) -> None:
        """Decisions and draws to the end, shares on the touch pad, and the payments."""
        steps = ", ".join(f"{READY}[data-step={step}]" for step in ("decide", "draw", "settle", "shares"))
        page = self["dan"]
        while True:
            page.wait_for_selector(steps)
            step = page.locator("hw-console").get_attribute("data-step")
            if step in ("settle", "shares"):
                break
            self._go_on(step == "draw")
        for seat, share in (shares or {}).items():
            page.locator(f".share-seats [data-seat='{seat}']").click()
            for digit in share:
                page.locator(f"[data-digit='{digit}']").click()
            page.locator("[data-share]").click()
        if shares:
            self.console.primary("shares")
        self.console.primary("settle")

    def _go_on(self, draws: bool) -> None:
        page = self["dan"]
        number = page.locator("hw-console").get_attribute("data-number")
        if draws:
            page.keyboard.type(self.rest.pop())
            page.keyboard.press("Enter")
            page.wait_for_selector(f"hw-console:not([data-number='{number}'])")
        else:
            choices = [one["decision"] for one in self.console.view()["choices"]]
            usual = ("check", "fold", "stand", "raise 1x", "set house-way")
            self.console.decide(next(one for one in usual if one in choices))

    def sign_by_hand(self, step: str, reason: str) -> None:
        """Two supervisors sign at the console that a step is done by hand."""
        page = self["dan"]
        self.console.other("more", step)
        page.get_by_role("button", name=reason).click()
        self._sign()

    def _sign(self) -> None:
        page = self["dan"]
        people = {"first": "sue", "second": "sam"} if page.locator("#first-person").count() else {"second": "sue"}
        for which, name in people.items():
            page.locator(f"#{which}-person").fill(name)
            page.locator(f"#{which}-password").fill(OWN)
        page.get_by_role("button", name="Sign together").click()
        expect(page.locator(".sheet")).to_have_count(0)

    def misdeal(self) -> None:
        page = self["dan"]
        page.locator(f"{READY} [data-sheet=void]").click()
        page.locator("[data-item='misdeal']").click()
        self._sign()


@contextmanager
def browsers(chromium: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """A browser for each person; no page may have an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_browser(**options: Any) -> Page:
        context = chromium.new_context(base_url=address, reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    try:
        yield open_browser
    finally:
        for context in contexts:
            context.close()
    assert errors == []


def sheet(table: str) -> str:
    text = example_sheet(TABLES[table]).replace('name = "1"', f'name = "{table}"')
    return text.replace('-1"', f'-{table}"')


def set_up(evening: Evening) -> None:
    """People, money, jackpots and tables, each by the people that it takes."""
    for name, role in STAFF.items():
        add_person(evening["ada"], name, role)
    for name in STAFF:
        sign_in(evening[name], name)
        evening[name].wait_for_load_state()
    for name in ("sue", "sam", "dan"):
        expect(evening[name].get_by_role("heading", name="The room")).to_be_visible()
    evening.together("ada", "sue", "/room/act/cage/fund", Amount="900000")
    for name, pin in PINS.items():
        evening.alone(name, "/room/act/person/pin", "Do it", Name=name, Pin=pin, Old=OWN)
    evening.alone("dan", "/room/act/cage/buy-in", Player="pat", Amount="4000")
    for table in TABLES:
        text = sheet(table)
        if jackpot := parse_sheet(text).jackpot:
            act = evening.confirmed if table == "1" else evening.together
            act("sue", "sam", "/room/act/jackpot/create", Jackpot=jackpot.name, Sheet=text)
        evening.together("sue", "sam", "/room/act/sheet/open", Sheet=text)
        evening.together("sue", "dan", "/room/act/cage/fill", Table=table, Amount="20000")


def blackjack(evening: Evening) -> None:
    """A console with PINs, spots that fail, a tenth of the meter, and a relief."""
    evening.sit("1")
    spots, reader = evening.pair("spots", "fault"), evening.pair("reader")
    page = evening["dan"]
    answer = page.request.post(
        "/api/v1/session", data={"person": "sue", "password": OWN}, headers={"Origin": evening.address}
    )
    assert answer.status == 201
    page.goto("/room/console")
    page.get_by_label("Table").select_option("1")
    page.get_by_role("button", name="Pair this browser").click()
    expect(page.get_by_role("heading", name="Console of table 1")).to_be_visible()
    evening.take_over("dan")
    for number in range(1, ROUNDS + 1):
        if number == ROUNDS - 1:
            evening.take_over("sam")
            evening.console.primary("settle")  # whoever takes over looks at the payments of the last round once more
        evening.wager(progressive=1)
        spots.step()
        if number == 1:
            evening.console.notice("simulated fault")
            evening.sign_by_hand("sensing", "the spots do not answer")
            for _ in range(MISTAKE_STEPS):
                spots.step()
        evening.console.primary("wagers")
        evening.console.wait("cards")
        (line,) = reader.step()
        hole = str(line["cards"])
        tenth = number == 3
        evening.key_in({"seat 1": ["Kc", "Kc"], "dealer": ["Kc", hole]} if tenth else {"dealer": ["", hole]})
        evening.play(shares={1: "10"} if tenth else None)
        if tenth:
            evening.verify()
        evening.console.wait("wagers")


def flush_poker(evening: Evening) -> None:
    """The whole meter is won, held, and verified by two."""
    evening.sit("2")
    evening.sign_in_dealer()
    evening.open_console()
    for number in range(1, ROUNDS + 1):
        whole = number == 4
        evening.wager(jackpot=1)
        evening.console.primary("wagers")
        evening.key_in({"seat 1": ROYAL, "dealer": ["Kc", "Kd", "9s", "4d", "Js", "2c", "6d"]} if whole else {})
        evening.play(shares={1: "100"} if whole else None)
        if whole:
            expect(evening["dan"].locator(".primary")).to_contain_text("PENDING $")
            evening.verify()
        evening.console.wait("wagers")


def holdem(evening: Evening) -> None:
    """A reader contradicts a card: two people read it by hand."""
    evening.sit("3")
    reader = evening.pair("reader", "light")
    evening.open_console()
    for number in range(1, ROUNDS + 1):
        evening.wager()
        evening.console.primary("wagers")
        evening.console.wait("cards")
        (line,) = reader.step()
        evening.key_in({"dealer": str(line["cards"]).split()})
        if number == 1:
            evening.console.notice("and the cards that were entered show")
            evening.sign_by_hand("reading", "the light contradicts the card")
            for card in evening.given:
                evening.console.card(card)
            evening.console.primary("cards")
        evening.play()
        evening.console.wait("wagers")


def others(evening: Evening, table: str) -> None:
    """Rounds without a device; at the fourth table one is a misdeal."""
    evening.sit(table)
    evening.open_console()
    for number in range(1, ROUNDS + 1):
        evening.wager()
        evening.console.primary("wagers")
        if table == "4" and number == 2:
            evening.console.wait("cards")
            evening.misdeal()
            evening.console.wait("settle")
            evening.console.primary("settle")
            evening.console.wait("wagers")
            evening.wager()
            evening.console.primary("wagers")
        evening.key_in({})
        evening.play()
        evening.console.wait("wagers")


def test_an_evening_in_browsers_is_the_evening_of_the_command_line(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    database = tmp_path / "room.db"
    with served(tmp_path / "data", free_port(), "--room", "--new", "--database", str(database)) as (process, place):
        assert process.stderr is not None
        code = process.stderr.readline().split()[-1]
        address = f"http://{place}"
        devices = Devices(address)
        try:
            with browsers(chromium, address) as open_browser:
                evening = Evening(address, code, open_browser, devices)
                set_up(evening)
                blackjack(evening)
                flush_poker(evening)
                holdem(evening)
                for table in ("4", "5"):
                    others(evening, table)
        finally:
            devices.close()
    with open_log(str(database)) as log:
        assert deep_audit(log).findings == ()
        ends = [event.kind for table in TABLES for event in log.read(f"table/{table}")]
        assert (ends.count("settled"), ends.count("voided"), ends.count("held")) == (5 * ROUNDS, 1, 2)
        again = tmp_path / "commands.db"
        monkeypatch.setattr(House, "_hasher", property(lambda _: QUICK))
        commands = ByCommand(log, again).do()
        assert commands > 5 * ROUNDS * 5
        here = compared(log)
    with open_log(str(again)) as log:
        assert deep_audit(log).findings == ()
        there = compared(log)
    assert here.keys() == there.keys()
    for stream, events in here.items():
        assert events == there[stream], stream
