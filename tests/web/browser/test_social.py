"""Together: invitations, names, reactions, looking on, and a round that is shown to somebody else."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.browser.conftest import NewPage
from web.browser.playing import (
    GAMES,
    SIT,
    WATCH,
    after,
    click,
    link_of,
    own_cards,
    own_table,
    play_to_the_end,
    ready_to_wager,
)


def react(page: Page, words: str) -> None:
    page.get_by_role("group", name="React").get_by_role("button", name=words).click()


def choose_name(page: Page, name: str) -> None:
    panel = page.get_by_role("region", name="Together")
    panel.get_by_label("Your name at the tables").fill(name)
    panel.get_by_role("button", name="Choose").click()
    expect(panel.get_by_role("status")).to_contain_text(name)


def test_three_browsers_by_invitation_with_names_and_reactions(new_page: NewPage) -> None:
    ann, bea, stranger = new_page(), new_page(), new_page()
    own_table(ann, "flush-poker")
    choose_name(ann, "Ann")
    answer = stranger.goto(ann.url)
    assert answer is not None
    assert answer.status == 404
    stranger.goto("/")
    expect(stranger.get_by_text("yours")).to_have_count(0)

    bea.goto(link_of(ann, SIT))
    bea.get_by_role("button", name="Sit here, seat 3").click()
    ready_to_wager(bea)
    expect(bea.get_by_role("list", name="Seats")).to_contain_text("Ann")
    bea.get_by_label("Your name at the tables").fill("ann")
    bea.get_by_role("button", name="Choose").click()
    expect(bea.get_by_role("region", name="Together").get_by_role("status")).to_contain_text("somebody here has")
    choose_name(bea, "Bea")
    expect(ann.get_by_role("list", name="Seats")).to_contain_text("Bea")

    react(bea, "Good luck")
    expect(ann.locator(".seat .reaction")).to_have_text("Good luck")
    expect(ann.get_by_role("log")).to_contain_text("Bea: Good luck.")
    expect(bea.get_by_role("log")).to_contain_text("You: Good luck.")

    after(ann, lambda: ann.keyboard.press("Enter"))
    after(bea, lambda: bea.keyboard.press("Enter"))
    for page in (ann, bea):
        expect(page.locator("hw-table")).to_have_attribute("data-phase", "decide", timeout=20_000)
        after(page, lambda page=page: click(page, "fold"))  # type: ignore[misc]
    expect(ann.get_by_role("log")).to_contain_text("Bea folds")

    old = link_of(ann, SIT)
    ann.get_by_role("button", name="Renew both links").click()
    expect(ann.get_by_role("region", name="Together").get_by_role("status")).to_contain_text("The links are new")
    assert link_of(ann, SIT) != old
    gone = stranger.goto(old)
    assert gone is not None
    assert gone.status == 404
    ready_to_wager(bea)  # whoever sits there stays


def test_muted_reactions_are_neither_shown_nor_said(new_page: NewPage) -> None:
    ann, bea = new_page(), new_page()
    own_table(ann, "premium-holdem")
    bea.goto(link_of(ann, SIT))
    bea.evaluate("localStorage.setItem('reactions', 'muted')")
    react(ann, "Wow")
    expect(ann.get_by_role("log")).to_contain_text("You: Wow.")
    choose_name(ann, "Greta")  # comes after the reaction on the same link
    expect(bea.get_by_role("list", name="Seats")).to_contain_text("Greta")
    expect(bea.get_by_role("log")).not_to_contain_text("Wow")
    expect(bea.locator(".seat .reaction")).to_have_count(0)


def test_a_spectator_sees_no_hidden_card_and_takes_no_seat(new_page: NewPage) -> None:
    ann, kim = new_page(), new_page()
    own_table(ann, "premium-holdem")
    kim.goto(link_of(ann, WATCH))
    expect(kim.get_by_text("You are looking on")).to_be_visible()
    expect(kim.get_by_role("button", name=re.compile("^Sit"))).to_have_count(0)
    kim.keyboard.press("Enter")
    after(ann, lambda: ann.keyboard.press("Enter"))
    expect(ann.locator("hw-table")).to_have_attribute("data-phase", "decide")
    hidden = own_cards(ann)
    assert len(hidden) == 3
    expect(kim.locator(".seat[data-turn=yes]")).to_be_visible()
    assert not any(card in kim.content() for card in hidden)
    expect(kim.get_by_role("group", name="React")).to_have_count(0)
    play_to_the_end(ann, click)
    expect(kim.locator(".small-name")).not_to_be_empty()
    kim.goto("/tables/premium-holdem?watch")
    expect(kim.get_by_role("link", name="To the seats")).to_be_visible()
    expect(kim.get_by_role("button", name=re.compile("^Sit"))).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_round_is_shown_to_whoever_has_its_link(new_page: NewPage, game: str) -> None:
    ann, kim = new_page(), new_page()
    own_table(ann, game)
    after(ann, lambda: ann.keyboard.press("Enter"))
    play_to_the_end(ann, click)
    ann.get_by_role("link", name="Replay, record and proof of the deal").click()
    expect(ann.get_by_role("heading", name=re.compile("Seat 1 · you"))).to_be_visible()
    answer = kim.goto(ann.url)
    assert answer is not None
    assert answer.status == 404
    address = ann.evaluate("document.querySelector('hw-round').address")
    kim.goto(address)
    expect(kim.get_by_role("heading", name="Seat 1", exact=True)).to_be_visible()
    assert "guest-" not in re.sub(r'"person":"[^"]+"', "", kim.content())
    worth = kim.get_by_role("region", name="What each choice was worth")
    expect(worth).not_to_contain_text("Counting", timeout=60_000)
    for _ in range(12):
        if kim.get_by_role("button", name="Back", exact=True).is_disabled():
            break
        kim.get_by_role("button", name="Back", exact=True).click()
        if worth.get_by_text("chosen", exact=True).count():
            break
    said = kim.get_by_role("status").filter(has_text=re.compile("^\\d+ of")).inner_text()
    if worth.get_by_text("chosen", exact=True).count():
        expect(worth.get_by_text("best", exact=True)).to_be_visible()
        expect(worth).to_contain_text(re.search(r"seat (\d)", said, re.I)[1])  # type: ignore[index]
    with kim.expect_download() as download:
        kim.get_by_role("link", name="Download the record").click()
    assert "guest-" not in download.value.path().read_text()


def test_a_name_is_chosen_on_the_settings(page: Page) -> None:
    page.goto("/settings")
    page.get_by_label("Your name at the tables").fill("Dealer")
    page.get_by_role("button", name="Choose").click()
    expect(page.get_by_role("status")).to_contain_text("looks like the house's own")
    page.get_by_label("Your name at the tables").fill("Zoë Q")
    page.get_by_role("button", name="Choose").click()
    expect(page.get_by_role("status")).to_contain_text("Others see “Zoë Q”.")
    page.reload()
    expect(page.get_by_label("Your name at the tables")).to_have_value("Zoë Q")
    own_table(page, "flush-poker")
    expect(page.get_by_label("Your name at the tables")).to_have_value("Zoë Q")
