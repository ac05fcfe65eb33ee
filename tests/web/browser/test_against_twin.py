"""Rounds of every game played through the pages, every amount and explanation compared with the twin.

Stakes, options and decisions come from fixed seeds, and so do the decks. What a page prints is read as text; the twin
settles the same record. The short run plays three rounds of each game, the long one (`make test-slow`) forty.
"""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

import twin
from web.browser.conftest import NO_GUIDE, PATIENCE
from web.browser.playing import GAMES, after, legal, my_turn_or_over, purse, ready_to_wager
from web.browser.serving import House

Facts = dict[str, Any]

AMOUNT: Final = re.compile(r"[$][\d,]+\.\d\d")
ENDS: Final = {
    "win": "won",
    "lose": "lost",
    "push": "push, stake back",
    "fold": "folded",
    "surrender": "surrendered",
    "void": "void, stake back",
}
ENDINGS: Final = {  # what a sentence says of how a wager ended
    "win": ("pays", "$"),
    "lose": ("is lost",),
    "fold": ("is lost",),
    "push": ("is returned",),
    "surrender": ("the rest is returned", "is lost"),
}
COUNTED: Final = """
  crypto.getRandomValues = (bytes) => {  // the ids of requests, of which tables and values are made
    const count = Number(localStorage.getItem("count") ?? "0") + 1;
    localStorage.setItem("count", String(count));
    return bytes.map((_, at) => (count >> (8 * at)) & 255);
  };
  localStorage.setItem("pace", "instantly");
"""
READ: Final = """(root) => {
  const text = (node, part) => node.querySelector(part)?.textContent ?? "";
  const line = (item) => ({
    wager: text(item, ".wager"), outcome: text(item, ".outcome"), net: text(item, "summary .money"),
    details: [...item.querySelectorAll("dt")].map((term) => [term.textContent, term.nextElementSibling.textContent]),
  });
  return [...document.querySelectorAll(root)].map((panel) => ({
    head: text(panel, "h2"), net: text(panel, ".head .money"),
    lines: [...panel.querySelectorAll(".why-lines > li")].map(line),
  }));
}"""


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose decks come from a seed."""
    served = House(tmp_path_factory.mktemp("seeded"), seed=7)
    served.start()
    yield served
    assert "Traceback" not in served.stop()


class Player:
    """Somebody who plays a game through its pages as a seed says, and compares all that they print."""

    def __init__(self, page: Page, beside: Page, game: str, seed: int) -> None:
        self.page = page
        self.beside = beside  # a second tab, for the pages of rounds
        self.game = game
        self.luck = Random(f"{game}/{seed}")
        self.compared: Counter[str] = Counter()
        self.labels: dict[str, str] = {}
        self.clauses: dict[str, str] = {}

    def sit_down(self) -> None:
        """A private table with some of the letter's options, as far as it allows them together."""
        self.page.goto(f"/new/{self.game}")
        for field in self.page.locator(".options select[id^=option-]").all():
            if field.is_enabled() and self.luck.random() < 0.3:
                values = field.evaluate("one => [...one.options].map(option => option.value)")
                field.select_option(self.luck.choice(values))
        self.page.get_by_role("button", name="Open the table and sit down").click()
        self.page.locator("hw-table, .problem").first.wait_for()
        if not self.page.locator("hw-table").count():  # the letter refuses the choice: everything is on
            self.page.goto(f"/new/{self.game}")
            self.page.get_by_role("button", name="Open the table and sit down").click()
        self.page.wait_for_url("**/tables/**")
        ready_to_wager(self.page)
        data = self.page.evaluate("JSON.parse(document.getElementById('data').textContent)")
        self.labels = {one["name"]: one["label"] for one in data["game"]["wagers"]}
        self.clauses = {one["clause"]: one["text"] for one in data["game"]["clauses"]}

    def play(self) -> None:
        """A round, and everything that the pages say about it."""
        page = self.page
        page.bring_to_front()  # a tab behind another one draws once a second
        if purse(page) < 500:
            page.evaluate("fetch('/api/v1/me/chips', { method: 'POST' }).then((answer) => answer.ok)")
            page.wait_for_function("() => document.querySelector('hw-table').view.you.purse >= 500")
        before, staked = purse(page), self.wager()
        decisions = list(self.decide())
        if "surrender" in decisions:
            decisions = ["surrender"]  # a hand that was set before is not part of the record
        expect(page.locator(".why")).to_be_visible()
        record = page.evaluate("document.querySelector('hw-table').view.settled.record")
        mine = next(seat for seat in record["seats"] if seat["seat"] == 1)
        assert {name: amount for name, amount in mine["wagers"].items() if name in staked} == staked
        assert [one for one in mine["decisions"] if one in decisions] == decisions, (mine["decisions"], decisions)
        self.compare(record, before)

    # ---- playing

    def wager(self) -> dict[str, str]:
        """Chips on some spots; what is then sent, as the buttons print it."""
        page = self.page
        page.locator(f".pick[aria-label='${self.luck.choice((1, 5, 25))} chip']").click()
        spots = page.locator("button.spot").all()
        for spot in self.luck.sample(spots, self.luck.randint(0, min(3, len(spots)))):
            spot.click()
        before = page.locator("hw-table").get_attribute("data-number")
        while True:
            staked = page.evaluate("document.querySelector('hw-table').store.state.stakes")
            page.locator(".deal").click()
            page.wait_for_function(
                "before => { const table = document.querySelector('hw-table');"
                " const isRefused = table.querySelector('.actions .problem');"
                " return !table.busy && (table.dataset.number !== before || isRefused) }",
                arg=before,
            )
            if not page.locator(".actions .problem").count():
                return {name: f"{cents / 100:.2f}" for name, cents in staked.items() if cents}
            page.keyboard.press("x")  # too many wagers at once, or more than a limit
            page.locator(".pick[aria-label='$5 chip']").click()
            page.locator("button.spot").first.click()

    def decide(self) -> Iterator[str]:
        """Any button, or cards of one's own choice, until the round is over."""
        page = self.page
        while my_turn_or_over(page):
            if self.luck.random() < 0.5 and page.locator("[data-decision=set]").count():
                for key in self.luck.sample("4567", 2):
                    page.keyboard.press(key)
            choices = [one for one in legal(page) if one not in ("fold", "surrender") or self.luck.random() < 0.3]
            decision = self.luck.choice(choices or legal(page))
            button = page.locator(f"[data-decision='{decision}']:not([disabled])")
            self.press(button.nth(self.luck.randrange(button.count())))
            if " " in decision or decision in ("check", "fold", "stand", "hit", "surrender", "split"):
                yield decision

    def press(self, button: Any) -> None:
        """Press a button; where it asks for an amount, choose one."""
        page, before = self.page, self.page.locator("hw-table").get_attribute("data-number")
        button.click()
        slider = page.get_by_role("slider")
        page.wait_for_function(
            "before => { const table = document.querySelector('hw-table');"
            " return table.querySelector('.amount') || (!table.busy && table.dataset.number !== before) }",
            arg=before,
        )
        if slider.count():
            slider.press("Home")
            for _ in range(self.luck.randint(0, 3)):
                slider.press("ArrowRight")
            after(page, lambda: page.keyboard.press("Enter"))

    # ---- comparing

    def compare(self, record: Facts, before: float) -> None:
        """The table and the round's own page against the twin."""
        page, expected = self.page, twin.settle(record)
        (shown,) = page.evaluate(READ, ".why")
        mine = next(seat for seat in expected["seats"] if seat["seat"] == 1)
        self.same_seat(shown, mine)
        page.wait_for_function(
            "purse => document.querySelector('hw-table').view.you.purse === purse",
            arg=f"{before + float(mine['net']):.2f}",
        )
        assert purse(page) == pytest.approx(before + float(mine["net"]))
        nets = [text for text in page.locator(".seat .status").all_inner_texts() if "$" in text]
        others = [cents(seat["net"]) for seat in expected["seats"] if seat["seat"] != 1]
        assert sorted(map(printed, nets)) == sorted(others)
        self.compared["amounts"] += 1 + len(nets)
        self.compare_page(expected)

    def compare_page(self, expected: Facts) -> None:
        """The page of the round has every seat, with the same words for one's own."""
        link = self.page.get_by_role("link", name="Replay, record and proof of the deal").get_attribute("href") or ""
        self.beside.goto(link)
        self.beside.locator(".why-lines").first.wait_for()
        panels = [one for one in self.beside.evaluate(READ, ".stack .panel") if one["head"].startswith("Seat ")]
        assert len(panels) == len(expected["seats"])
        for panel, seat in zip(panels, expected["seats"], strict=True):
            assert panel["head"].startswith(f"Seat {seat['seat']}")
            self.same_seat(panel, seat)
        self.compared["rounds"] += 1

    def same_seat(self, shown: Facts, seat: Facts) -> None:
        """Every line of a seat: wager, result, amounts, sentence, clause."""
        assert printed(shown["net"]) == cents(seat["net"]), (shown, seat)
        assert len(shown["lines"]) == len(seat["wagers"]), (shown, seat)
        several = any((line.get("hand") or 1) > 1 for line in seat["wagers"])
        for line, expected in zip(shown["lines"], seat["wagers"], strict=True):
            self.same_line(line, expected, several=several)
        self.compared["amounts"] += 1

    def same_line(self, line: Facts, expected: Facts, *, several: bool) -> None:
        wager, *rest = expected["wager"].split(" ")
        number = f" {expected['hand']}" if several and expected.get("hand") else ""
        assert line["wager"] == " ".join([self.labels[wager], *rest]) + number
        result, stake, returned = expected["result"], cents(expected["stake"]), cents(expected["returned"])
        assert line["outcome"].startswith(ENDS[result]), (line, expected)
        assert printed(line["net"]) == returned - stake, (line, expected)
        details = dict(line["details"])
        figures = re.sub(r", after breakage of \S+(?=[,;])", "", details["In figures"])
        amounts = [printed(one) for one in AMOUNT.findall(figures)]
        assert amounts[0] == stake, (line, expected)
        assert (amounts[-1] if "nothing back" not in figures else 0) == returned, (line, expected)
        assert any(words in details["Why"] for words in ENDINGS[result]), (line, expected)
        (clause,) = (term for term in details if term.startswith("Clause"))
        assert details[clause].strip(), line  # the letter has this clause, and its words stand there
        assert details[clause] in self.clauses.values()
        self.compared["amounts"] += 1 + len(amounts)
        self.compared["explanations"] += 1


def printed(text: str) -> int:
    """An amount as a page prints it, in cents."""
    return cents(re.sub(r"[+$,]", "", text).replace("−", "-"))  # the sign that the pages print


def cents(text: str) -> int:
    return round(float(text) * 100)


def play_rounds(chromium: Browser, house: House, game: str, *, tables: int, rounds: int) -> Counter[str]:
    """Rounds at several tables of a game; how many amounts and explanations were compared."""
    compared: Counter[str] = Counter()
    for number in range(tables):
        context = chromium.new_context(
            base_url=house.address, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NO_GUIDE + COUNTED)
        beside, page = context.new_page(), context.new_page()
        player = Player(page, beside, game, number)
        player.sit_down()
        for _ in range(rounds):
            player.play()
        context.close()
        compared += player.compared
    print(game, dict(compared))  # noqa: T201  # pytest shows it with -rP
    assert compared["rounds"] == tables * rounds
    assert compared["explanations"] > 3 * compared["rounds"]
    return compared


@pytest.mark.parametrize("game", GAMES)
def test_three_rounds_settle_as_the_twin_settles_them(chromium: Browser, seeded: House, game: str) -> None:
    play_rounds(chromium, seeded, game, tables=1, rounds=3)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_forty_rounds_settle_as_the_twin_settles_them(chromium: Browser, seeded: House, game: str) -> None:
    play_rounds(chromium, seeded, game, tables=4, rounds=10)
