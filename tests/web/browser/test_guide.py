"""The first hand of somebody who has never seen the game, and who does only what the guide says."""

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Page, expect

from web.browser.conftest import PHONE, NewPage
from web.browser.playing import GAMES, after, own_table

READY = """() => {
  const table = document.querySelector("hw-table");
  const { guide, game } = table.store.state;
  if (guide === null) return true;
  const phase = game.layout.guide[guide].when === "decision" ? "decide" : "wager";
  return !table.busy && table.dataset.phase === phase;
}"""


def newcomer(new_page: NewPage, game: str, **options: object) -> Page:
    """At a table of one's own, for the first time."""
    page = new_page(knows_games=False, **options)
    own_table(page, game)
    return page


def follow_step(page: Page) -> int:
    """Do what the step says, by Next or by pressing what it points at; its number."""
    panel = page.locator(".guide")
    number = int(panel.get_attribute("data-step") or "0")
    pointed = page.locator("[data-pointed]").filter(visible=True)
    expect(pointed).to_have_count(1)
    following = panel.locator(".next")
    if following.count():
        following.click()
    else:
        after(page, pointed.and_(page.locator("button")).or_(pointed.locator("button")).first.click)
    return number


def follow(page: Page) -> list[int]:
    """Follow the guide to its end; the numbers of the steps that were shown."""
    numbers = []
    page.wait_for_function(READY)
    while page.locator(".guide").count():
        numbers.append(follow_step(page))
        page.wait_for_function(READY)
    return numbers


@pytest.mark.parametrize("game", GAMES)
def test_who_only_follows_the_guide_plays_the_first_hand_to_its_end(new_page: NewPage, game: str) -> None:
    page = newcomer(new_page, game, viewport=PHONE)
    assert Axe().run(page).response["violations"] == []
    numbers = follow(page)
    assert numbers == sorted(numbers)
    assert numbers[0] == 1
    assert numbers[-1] == page.evaluate("() => document.querySelector('hw-table').store.state.game.layout.guide.length")
    expect(page.locator(".banner")).to_be_visible()  # the hand was played and paid
    page.reload()
    expect(page.locator(".coach")).to_be_visible()
    expect(page.locator(".guide")).to_have_count(0)


def test_the_guide_can_be_skipped_and_seen_again(new_page: NewPage) -> None:
    page = newcomer(new_page, "premium-holdem")
    expect(page.locator(".guide [role=status]")).to_contain_text("Your Ante lies here")
    page.get_by_role("button", name="Skip the guide").click()
    expect(page.locator(".guide")).to_have_count(0)
    expect(page.locator("[data-pointed]")).to_have_count(0)
    page.get_by_role("button", name="Show the guide").press("Enter")
    expect(page.locator(".guide")).to_have_attribute("data-step", "1")
    page.locator("[data-pointed]").press("Enter")  # a chip on the Ante, as the step says
    expect(page.locator(".guide")).to_have_attribute("data-step", "2")
    expect(page.locator(".deal")).to_have_attribute("data-pointed", "yes")


def test_the_guide_stands_back_while_others_wait(new_page: NewPage) -> None:
    page = newcomer(new_page, "premium-holdem")
    expect(page.locator(".guide")).to_be_visible()
    page.evaluate(
        """() => {
          const { store } = document.querySelector('hw-table');
          const { view } = store.state;
          const stranger = { ...view.seats[0], seat: 6, player: 'guest-9', house: false };
          store.change({ view: { ...view, seats: [...view.seats, stranger] }, runsOut: performance.now() + 9000 });
        }"""
    )
    expect(page.locator(".guide")).to_have_count(0)
    page.evaluate("() => document.querySelector('hw-table').store.change({ runsOut: null })")
    expect(page.locator(".guide")).to_be_visible()
