"""A round of each game for somebody who hears the page: the log, the alert of the turn, and the command box alone.

Nothing else of the page is read: no button, no card, no phase.
"""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from web.browser.playing import GAMES, ready_to_wager

SAYS: Final = {"Check": "check", "Fold": "fold", "Stand": "stand", "House way": "set house-way"}
ENDS: Final = re.compile(r"You (win \$[\d,.]+|lose \$[\d,.]+|come out even)\.")
CARD: Final = re.compile(r"(ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two) of \w+|joker", re.I)


class Listener:
    """Somebody who hears the log and the alert, and types words."""

    def __init__(self, page: Page) -> None:
        self.log = page.get_by_role("log")
        self.alert = page.locator("hw-table").get_by_role("alert")
        self.page = page

    def hears(self, words: re.Pattern[str]) -> str:
        """Wait until the log says something; all that it says."""
        expect(self.log).to_contain_text(words)
        return self.log.inner_text()

    def types(self, words: str) -> None:
        """Say it in the house's words."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")

    def next_turn(self) -> str:
        """The alert of one's turn; empty once the log has announced the end of the round."""
        self.page.wait_for_function(
            "([log, alert]) => /^Your turn/.test(alert.textContent) || /You (win|lose|come out)/.test(log.textContent)",
            arg=[self.log.element_handle(), self.alert.element_handle()],
        )
        return self.alert.inner_text()


def decision_in(alert: str) -> str:
    """The first decision that the alert names and that stakes little, in the house's words."""
    names = alert.removeprefix("Your turn: ").rstrip(".").split(", ")
    calm = [SAYS[name] for name in names if name in SAYS]
    return calm[0] if calm else names[0].lower()


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_played_by_the_log_alone(page: Page, game: str) -> None:
    page.goto(f"/new/{game}")
    page.get_by_role("button", name="Open the table and sit down").click()
    page.wait_for_url("**/tables/**")
    ready_to_wager(page)
    ear = Listener(page)
    ear.types("deal")
    dealt = ear.hears(re.compile(r"You have .+ of .+"))
    assert len(CARD.findall(dealt)) >= 2
    while alert := ear.next_turn():
        before = ear.log.inner_text()
        ear.types(decision_in(alert))
        page.wait_for_function("([log, before]) => log.innerText !== before", arg=[ear.log.element_handle(), before])
        expect(ear.alert).not_to_have_text(alert) if ENDS.search(ear.log.inner_text()) else None
    end = ENDS.search(ear.hears(ENDS))
    assert end
    ear.types("last")
    expect(page.get_by_role("status").filter(has_text="Last round")).to_have_text(
        re.compile(r"Last round: [+−]?\$[\d,.]+")
    )
    ear.types("purse")
    expect(page.get_by_role("status").filter(has_text="You have $")).to_be_visible()
