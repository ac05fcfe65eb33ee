"""The chart of the best play beside the felt: each game's own, with the cell of one's hand marked."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.browser.conftest import PHONE, NewPage
from web.browser.playing import GAMES, after, legal, my_turn_or_over, own_table, play_to_the_end, preferred, press

MARKED = ".chart [data-marked]"
BOX_SHOWS_MARK = """() => {
  const place = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [cell, box] = [place(".chart [data-marked]"), place(".chart-box")];
  return cell.top >= box.top && cell.bottom <= box.bottom + 1;
}"""


def deal_to_a_decision(page: Page) -> None:
    """Play until something is to be decided."""
    for _ in range(6):
        after(page, lambda: page.keyboard.press("Enter"))
        if my_turn_or_over(page):
            return
    pytest.fail("no decision in six rounds")


@pytest.mark.parametrize("game", GAMES)
def test_the_cell_of_ones_own_hand_is_marked(page: Page, game: str) -> None:
    own_table(page, game)
    page.get_by_role("button", name="Chart").click()
    status = page.locator(".place-of-hand")
    expect(status).to_have_text("Your hand is marked here when you decide.", timeout=60_000)
    expect(page.locator(MARKED)).to_have_count(0)
    deal_to_a_decision(page)
    expect(status).to_have_text(re.compile(r"^Your hand(: .+: .+| is not listed)"), timeout=60_000)
    if "not listed" not in status.inner_text():
        expect(page.locator(MARKED)).to_have_count(1)
        expect(page.locator(MARKED)).to_have_attribute("aria-current", "true")
        assert page.evaluate(BOX_SHOWS_MARK)
    first = status.inner_text()
    choice = preferred(legal(page))
    after(page, lambda: press(page, choice))
    if my_turn_or_over(page):
        expect(status).not_to_have_text(first)  # the next decision stands elsewhere
    play_to_the_end(page, press)
    page.keyboard.press("Escape")
    expect(page.locator(".chart")).to_have_count(0)


def test_the_marked_cell_of_holdem_says_what_the_coach_says(page: Page) -> None:
    own_table(page, "down-under-holdem")
    page.get_by_role("switch", name="Coach").click()
    page.get_by_role("button", name="Chart").click()
    deal_to_a_decision(page)
    best = page.locator(".values [data-best=yes] .decision")
    expect(best).to_be_visible(timeout=60_000)
    expect(page.locator(".place-of-hand")).to_contain_text(
        re.compile(re.escape(best.inner_text().split("\n")[0]), re.IGNORECASE)
    )


def test_on_a_phone_the_chart_is_a_sheet(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    own_table(page, "down-under-blackjack")
    page.get_by_role("button", name="Chart").tap()
    expect(page.locator(".chart-table")).to_be_visible(timeout=60_000)
    expect(page.locator(".log")).to_be_hidden()
    page.get_by_label("Which chart").select_option("1")
    expect(page.locator(".chart-box")).to_have_attribute("aria-label", re.compile("medium"))
    page.locator(".chart").get_by_role("button", name="Close").tap()
    expect(page.locator(".chart")).to_have_count(0)
    expect(page.locator(".felt")).to_be_visible()


def test_nothing_of_the_chart_is_fetched_before_it_is_opened(page: Page) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    own_table(page, "flush-poker")
    deal_to_a_decision(page)
    assert not any("chart" in address or "strategy" in address for address in fetched)
    page.keyboard.press("/")
    page.keyboard.type("chart")
    page.keyboard.press("Enter")
    expect(page.locator(MARKED).first).to_be_visible(timeout=60_000)
    assert any(address.endswith("/static/strategy.js") for address in fetched)
