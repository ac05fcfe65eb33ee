"""Small things that a table page must get right, one by one."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.browser.conftest import PHONE, NewPage
from web.browser.playing import after, click, my_turn_or_over, own_table, play_to_the_end, press, ready_to_wager


def stake_all(page: Page) -> None:
    """All of a fresh purse on Ante and Bet."""
    page.get_by_role("radio", name="$100 chip").click()
    page.get_by_role("button", name="Clear").click()
    for _ in range(5):
        page.get_by_role("button", name=re.compile("^Ante:")).click()


def test_a_wager_that_leaves_nothing_to_play_on_is_warned_of(page: Page) -> None:
    own_table(page, "down-under-holdem")
    stake_all(page)
    expect(page.locator(".status-line")).to_contain_text("$1,000.00 on the felt leaves too little for Play")
    page.get_by_role("button", name="Fill up the purse").click()
    expect(page.locator("#bar-state .purse")).to_have_text("$2,000.00")
    expect(page.locator(".status-line")).not_to_contain_text("too little")
    expect(page.get_by_role("button", name="Fill up the purse")).to_have_count(0)


def test_who_has_nothing_left_is_offered_chips_at_the_decision(page: Page) -> None:
    own_table(page, "down-under-holdem")
    stake_all(page)
    after(page, page.locator(".deal").click)
    assert my_turn_or_over(page)
    click(page, "play 3x")
    expect(page.locator(".problem")).to_contain_text("You have $0.00, which is not enough for this.")
    expect(page.locator(".saved")).to_have_count(0)  # what was refused is not saved
    page.get_by_role("button", name="Fill up the purse").click()
    expect(page.locator("#bar-state .purse")).to_have_text("$1,000.00")
    after(page, lambda: click(page, "play 2x"))


def test_the_log_is_there_after_a_reload(page: Page) -> None:
    own_table(page, "flush-poker")
    after(page, lambda: page.keyboard.press("Enter"))
    play_to_the_end(page, click)
    log = page.get_by_role("log")
    expect(log).to_contain_text("Round 1 is dealt.")
    page.reload()
    ready_to_wager(page)
    expect(log).to_contain_text("Round 1 is dealt.")
    expect(log).to_contain_text("You sit down on seat 1.")


def test_the_focus_stays_with_what_one_can_do(page: Page) -> None:
    own_table(page, "premium-holdem")
    page.locator(".deal").focus()
    after(page, lambda: page.keyboard.press("Enter"))
    assert my_turn_or_over(page)
    expect(page.locator(".actions")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[data-decision]").first).to_be_focused()
    after(page, lambda: page.keyboard.press("Enter"))
    assert page.evaluate("document.activeElement.closest('.actions') !== null")
    play_to_the_end(page, press)
    assert page.evaluate("document.activeElement.closest('.actions') !== null")


def test_arrow_keys_choose_the_chip(page: Page) -> None:
    own_table(page, "premium-holdem")
    page.get_by_role("radio", name="$5 chip").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="$25 chip")).to_be_focused()
    expect(page.get_by_role("radio", name="$25 chip")).to_be_checked()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="$1 chip")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="$100 chip")).to_be_focused()


@pytest.mark.parametrize("words", ["watch premium-holdem", "/watch Premium-Holdem"])
def test_watching_a_table_takes_no_seat(page: Page, words: str) -> None:
    page.goto("/")
    page.locator("#words").fill(words)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/premium-holdem")
    expect(page.get_by_text("You are looking on")).to_be_visible()
    page.goto("/")
    page.locator("#words").fill("watch nowhere")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_contain_text("There is no table nowhere")


def test_a_phone_finds_the_way_to_all_tables(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    own_table(page, "flush-poker")
    page.get_by_role("button", name="More").tap()
    page.get_by_role("link", name="All tables").tap()
    page.wait_for_url(re.compile(r"/$"))


def test_a_refused_option_names_its_clause(page: Page) -> None:
    page.goto("/new/down-under-blackjack")
    page.get_by_label("Decks").select_option("2")
    page.get_by_role("button", name="Open the table and sit down").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile(r"not for 2 decks\. See clause"))


def test_the_page_of_a_round_shows_both_hands_and_the_settlement(page: Page) -> None:
    own_table(page, "wild-monkey-pai-gow")
    after(page, lambda: page.keyboard.press("Enter"))
    play_to_the_end(page, click)
    page.goto(page.url.replace("/tables/", "/rounds/") + "/1")
    status = page.locator(".steps [role=status]")
    expect(status).to_contain_text("every wager is settled")
    own = page.locator(".row-of-cards", has_text="Seat 1")
    expect(own.locator(".gap")).to_have_count(1)
    expect(own).to_contain_text(re.compile(r"[+−]\$|\$0"))
    expect(page.locator(".row-of-cards", has_text="Dealer").locator(".gap")).not_to_have_count(0)
    page.get_by_role("button", name="Back").click()
    expect(own).not_to_contain_text("$")
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    expect(status).to_contain_text("The cards are dealt.")
    expect(own.locator(".gap")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.path().read_text().startswith('{"game":"wild-monkey-pai-gow"')


@pytest.mark.parametrize("game", ["flush-poker", "wild-monkey-pai-gow"])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_every_pay_table_is_a_tap_away(new_page: NewPage, game: str, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    own_table(page, game)
    page.get_by_role("button", name="Pays", exact=True).click()
    pays = page.get_by_role("region", name="All pay tables and notices").locator("table")
    assert pays.locator("caption").all_inner_texts().count("Royal Riches") == 1
    row = pays.filter(has_text="Royal Riches").get_by_role("row", name=re.compile("^royal flush", re.IGNORECASE)).first
    row.scroll_into_view_if_needed()
    expect(row).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(pays).to_have_count(0)
