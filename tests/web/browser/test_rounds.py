"""A whole round of every game, by mouse and by keyboard alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.browser.playing import (
    GAMES,
    TITLES,
    after,
    click,
    own_table,
    play_to_the_end,
    press,
    purse,
    ready_to_wager,
)

DEAL = re.compile(r"^Deal\b")
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def net(page: Page) -> float:
    text = page.locator(".why .head .money").inner_text()
    return float(re.sub(r"[+$,]", "", text).replace("−", "-"))


@EVERY_GAME
def test_a_round_by_mouse(page: Page, game: str) -> None:
    page.goto("/")
    page.get_by_role("link", name=f"Play {TITLES[game]}").click()
    page.wait_for_url("**/tables/**")
    ready_to_wager(page)
    before = purse(page)
    page.get_by_role("radio", name="$5 chip").click()
    page.locator("button.spot").first.click()
    after(page, page.get_by_role("button", name=DEAL).click)
    play_to_the_end(page, click)
    expect(page.locator(".why")).to_be_visible()
    assert purse(page) == pytest.approx(before + net(page))
    page.locator(".why summary").first.click()
    expect(page.locator(".why details").first).to_contain_text("In figures")


@EVERY_GAME
def test_a_round_by_keyboard_alone(page: Page, game: str) -> None:
    own_table(page, game)
    after(page, lambda: page.keyboard.press("Enter"))
    play_to_the_end(page, press)
    expect(page.locator(".why")).to_be_visible()
    ready_to_wager(page)
    page.keyboard.press("x")
    expect(page.get_by_role("button", name=DEAL)).to_be_disabled()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name=DEAL)).to_be_enabled()
