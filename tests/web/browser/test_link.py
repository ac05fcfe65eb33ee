"""A reload, a lost connection and a killed server in the middle of a round: the page goes on with the same cards."""

from playwright.sync_api import Page, expect

from web.browser.playing import after, click, own_table, play_to_the_end, press
from web.browser.serving import House


def begin(page: Page) -> str:
    """A round of Premium Hold'em at the first decision; the hand in words."""
    own_table(page, "premium-holdem")
    after(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("[data-decision=check]")).to_be_visible()
    return hand(page)


def hand(page: Page) -> str:
    return page.locator(".mine").get_attribute("aria-label") or ""


def test_a_reload_in_the_middle_of_a_round(page: Page) -> None:
    cards = begin(page)
    page.reload()
    expect(page.locator("[data-decision=check]")).to_be_visible()
    assert hand(page) == cards
    play_to_the_end(page, click)


def test_a_lost_connection_in_the_middle_of_a_round(page: Page) -> None:
    cards = begin(page)
    page.context.set_offline(True)
    expect(page.get_by_text("No link to the house")).to_be_visible()
    press(page, "check")
    expect(page.locator(".saved")).to_have_text("Not sent yet")
    assert hand(page) == cards
    page.context.set_offline(False)
    expect(page.get_by_text("No link to the house")).to_be_hidden()
    expect(page.locator(".log")).to_contain_text("You check.")
    assert hand(page).startswith(cards.split(". ")[0])
    play_to_the_end(page, click)


def test_a_killed_server_in_the_middle_of_a_round(page: Page, house: House) -> None:
    cards = begin(page)
    house.kill()
    expect(page.get_by_text("No link to the house")).to_be_visible()
    press(page, "check")
    expect(page.locator(".saved")).to_have_text("Not sent yet")
    house.start()
    expect(page.get_by_text("No link to the house")).to_be_hidden(timeout=30_000)
    expect(page.locator(".log")).to_contain_text("You check.")
    assert hand(page).startswith(cards.split(". ")[0])
    play_to_the_end(page, click)
    expect(page.locator(".why")).to_be_visible()


def test_a_decision_that_the_house_refuses_is_said_beside_the_buttons(page: Page) -> None:
    begin(page)
    page.keyboard.press("/")
    page.keyboard.type("play 9x")
    page.keyboard.press("Enter")
    expect(page.locator(".actions .problem")).to_contain_text("not legal")


def test_a_page_of_another_build_says_so_and_reloads_after_the_round(page: Page) -> None:
    begin(page)
    page.evaluate("document.querySelector('hw-table').greet({ build: 'another' })")
    expect(page.get_by_text("newer version")).to_be_visible()
    with page.expect_navigation():
        press(page, "play 3x")
    expect(page.get_by_text("newer version")).to_be_hidden()
