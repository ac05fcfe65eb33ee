"""A dealer's console in a real browser, driven as a dealer does: taps are counted, cards are keyed in."""

import random
from collections import Counter
from typing import Any, Final

from playwright.sync_api import Page, expect

from web.browser.conftest import NewPage
from web.rooms import PASSWORD, Room

TABLET: Final = (960, 600)  # css pixels of a 10-inch tablet at 150 dpi: 57 of them are 9.6 mm
READY: Final = "hw-console[data-link=live]:not([data-busy])"
USUAL: Final = ("check", "fold", "stand", "raise 1x", "set house-way")  # what players say, the first that is offered
WAGERS: Final = {
    "down-under-holdem": {"ante": 10, "bet": 10},
    "premium-holdem": {"ante": 10, "xtra-bonus": 10},
    "down-under-blackjack": {"wager": 10},
    "flush-poker": {"bet": 10},
    "wild-monkey-pai-gow": {"bet": 10},
}


class ConsolePage:
    """The console of a room's table, and how often it was tapped for what."""

    def __init__(self, page: Page, room: Room) -> None:
        self.page = page
        self.room = room
        self.taps: Counter[str] = Counter()

    @classmethod
    def open(cls, new_page: NewPage, room: Room, person: str = "dan", size: tuple[int, int] = TABLET) -> "ConsolePage":
        """The console of the room's newest table, for somebody who signs in with a password."""
        address = f"http://{room.running.address}"
        page = new_page(base_url=address, viewport={"width": size[0], "height": size[1]})
        sign_in = {"person": person, "password": PASSWORD}
        answer = page.request.post(f"{address}/api/v1/session", data=sign_in, headers={"Origin": address})
        assert answer.status == 201
        page.goto(f"/room/dealer/{room.table}")
        page.wait_for_selector(READY)
        return cls(page, room)

    def view(self) -> dict[str, Any]:
        """What the server would show the console now."""
        found: dict[str, Any] = self.room["dan"].get(f"/tables/{self.room.table}/console").json()
        return found

    def wait(self, step: str) -> None:
        """Wait until the next step is of this kind."""
        self.page.wait_for_selector(f"{READY}[data-step={step}]")

    def primary(self, step: str) -> None:
        """Tap the next step, which is of this kind, once it can be tapped."""
        self.page.locator(f"{READY}[data-step={step}] .primary:not([aria-disabled])").click()
        self.taps["primary"] += 1

    def card(self, card: str) -> None:
        """Key a card in: its rank, then its suit."""
        self.page.locator(f"{READY} [data-rank='{'Jo' if card == 'Jo' else card[0]}']").click()
        if card != "Jo":
            self.page.locator(f"{READY} [data-suit='{card[1]}']").click()
        self.taps["card"] += 1

    def decide(self, decision: str) -> None:
        """Tap what the player in turn says."""
        number = self.page.locator("hw-console").get_attribute("data-number")
        self.page.locator(f"{READY} [data-decision='{decision}']:not([data-amount])").click()
        self.page.wait_for_selector(f"hw-console:not([data-number='{number}'])")
        self.taps["decision"] += 1

    def other(self, sheet: str, item: str) -> None:
        """Open a sheet of the foot and tap something on it."""
        self.page.locator(f"{READY} [data-sheet='{sheet}']").click()
        self.page.locator(f"[data-item='{item}']").click()
        self.taps["other"] += 2

    def deal(self, cards: dict[str, list[str]]) -> None:
        """Key in a whole deal, given by place: `seat 2`, `dealer`, `board`."""
        self.wait("cards")
        for place in self.view()["order"]:
            name = f"seat {place['seat']}" if place["to"] == "seat" else place["to"]
            self.card(cards[name][place["card"] - 1])
        self.primary("cards")

    def deal_at_random(self, luck: random.Random) -> list[str]:
        """Key in cards as they come from a shuffled deck; the rest of the deck."""
        self.wait("cards")
        view = self.view()
        deck = [card for card in view["deck"]["cards"] for _ in range(view["deck"]["copies"])]
        luck.shuffle(deck)
        for _ in view["order"]:
            self.card(deck.pop())
        self.primary("cards")
        return deck

    def play(self, deck: list[str]) -> None:
        """Decide for every seat and draw what is awaited, until the round is to be paid."""
        while True:
            self.page.wait_for_selector(
                ", ".join(f"{READY}[data-step={step}]" for step in ("decide", "draw", "settle"))
            )
            step = self.page.locator("hw-console").get_attribute("data-step")
            if step == "settle":
                return
            if step == "draw":
                number = self.page.locator("hw-console").get_attribute("data-number")
                self.card(deck.pop())
                self.page.wait_for_selector(f"hw-console:not([data-number='{number}'])")
            else:
                said = [one["decision"] for one in self.view()["choices"]]
                self.decide(next(word for word in USUAL if word in said))

    def notice(self, text: str) -> None:
        """Expect a notice that says this."""
        expect(self.page.locator(".notice")).to_contain_text(text)
