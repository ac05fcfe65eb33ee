"""How a person plays a table's page: wait for what the page shows, then act on it."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from playwright.sync_api import Page, expect

GAMES: Final = ("down-under-blackjack", "down-under-holdem", "flush-poker", "premium-holdem", "wild-monkey-pai-gow")
TITLES: Final = {
    "down-under-blackjack": "Down Under Blackjack",
    "down-under-holdem": "Down Under Hold'em",
    "flush-poker": "Flush Poker",
    "premium-holdem": "Premium Hold'em",
    "wild-monkey-pai-gow": "Wild Monkey Pai Gow",
}
SIT, WATCH = "To sit down", "To look on"
FACE = re.compile(
    r"(ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two) of (clubs|diamonds|hearts|spades)"
)
PREFERRED: Final = ("check", "play 1x", "raise 1x", "set house-way", "stand")


def own_table(page: Page, game: str) -> None:
    """A table that nobody else finds, and a seat at it."""
    page.goto(f"/new/{game}")
    page.get_by_role("button", name="Open the table and sit down").click()
    page.wait_for_url("**/tables/**")
    ready_to_wager(page)


def link_of(page: Page, label: str) -> str:
    """A link that the page of a table offers for others."""
    panel = page.get_by_role("region", name="Together")
    if not panel.get_by_label(label).is_visible():
        panel.get_by_text(re.compile("^Invite to this")).click()
    return panel.get_by_label(label).input_value()


def own_cards(page: Page) -> list[str]:
    """The cards that the page says are one's own."""
    label = page.locator(".mine").get_attribute("aria-label") or ""
    return [match[0] for match in FACE.finditer(label)]


def ready_to_wager(page: Page) -> None:
    """Chips can be put on the spots, and the link is open."""
    expect(page.locator("hw-table")).to_have_attribute("data-phase", "wager")
    expect(page.locator(".link[data-state=open]").first).to_be_attached()
    page.wait_for_function("() => !document.querySelector('hw-table').busy")


def number(page: Page) -> int:
    """The number of the last event that the page has seen."""
    return int(page.locator("hw-table").get_attribute("data-number") or "0")


def purse(page: Page) -> float:
    """What the page says one has."""
    text = page.locator("#bar-state .purse").inner_text()
    return float(re.sub(r"[$,]", "", text))


def my_turn_or_over(page: Page) -> bool:
    """Wait for one's turn or the end of the round; whether it is one's turn."""
    page.wait_for_function(
        "() => { const table = document.querySelector('hw-table');"
        " return !table.busy && (table.dataset.phase === 'decide'"
        " || (table.dataset.phase === 'wager' && Boolean(table.view.settled))) }"
    )
    return page.locator("hw-table").get_attribute("data-phase") == "decide"


def after(page: Page, act: Callable[[], object]) -> None:
    """Act, and wait until the page has seen something new and can be used again.

    What happened at the table may come before the answer to what was asked, and until then buttons and keys do nothing.
    """
    before = number(page)
    act()
    page.wait_for_function(
        "before => { const table = document.querySelector('hw-table');"
        " return !table.busy && Number(table.dataset.number) > before }",
        arg=before,
    )


def legal(page: Page) -> list[str]:
    """The decisions whose buttons can be pressed."""
    buttons = page.locator("[data-decision]:not([disabled])").all()
    return [button.get_attribute("data-decision") or "" for button in buttons]


def preferred(choices: Sequence[str]) -> str:
    """One that ends a round soon."""
    return next((one for one in PREFERRED if one in choices), choices[0])


def play_to_the_end(page: Page, decide: Callable[[Page, str], object]) -> None:
    """Decide until the round is settled."""
    while my_turn_or_over(page):
        choice = preferred(legal(page))
        after(page, lambda choice=choice: decide(page, choice))  # type: ignore[misc]


def click(page: Page, decision: str) -> None:
    """Decide by mouse."""
    page.locator(f"[data-decision='{decision}']").first.click()


def press(page: Page, decision: str) -> None:
    """Decide by the key that stands on the button."""
    page.keyboard.press(page.locator(f"[data-decision='{decision}'] kbd").first.text_content() or "")
