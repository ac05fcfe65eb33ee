"""Two people and somebody who looks on, each in a browser of their own, at one table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browser.conftest import NewPage
from web.browser.playing import (
    FACE,
    SIT,
    after,
    click,
    link_of,
    my_turn_or_over,
    own_cards,
    own_table,
    play_to_the_end,
    ready_to_wager,
)


def test_two_people_and_a_spectator(new_page: NewPage) -> None:
    ann, bea, kim = new_page(), new_page(), new_page()
    own_table(ann, "premium-holdem")
    for other in (bea, kim):
        other.goto(link_of(ann, SIT))
        expect(other.get_by_text("You are looking on")).to_be_visible()
    bea.get_by_role("button", name="Sit here, seat 3").click()
    ready_to_wager(bea)
    after(bea, lambda: bea.keyboard.press("Enter"))
    after(ann, lambda: ann.keyboard.press("Enter"))
    assert my_turn_or_over(ann)
    expect(ann.locator(".mine")).to_have_attribute("aria-label", re.compile("Your hand"))
    hidden = own_cards(ann)
    assert len(hidden) == 3
    for other in (bea, kim):
        expect(other.locator(".seat[data-turn=yes]")).to_be_visible()
        for card in hidden:
            assert card not in other.content()
    after(ann, lambda: click(ann, "play 3x"))
    expect(kim.locator(".log")).to_contain_text("plays 3x")
    play_to_the_end(bea, click)
    for page in (ann, bea, kim):
        expect(page.locator(".small-name")).not_to_be_empty()
    assert set(hidden) <= set(faces_of_round(ann))


def status(page: Page) -> Locator:
    return page.locator(".status-line")


def sit(page: Page, address: str, seat: int) -> None:
    page.goto(address)
    page.get_by_role("button", name=f"Sit here, seat {seat}").click()
    ready_to_wager(page)


def test_an_idle_person_holds_nobody_up(new_page: NewPage) -> None:
    ann, bea, idle = new_page(), new_page(), new_page()
    own_table(ann, "flush-poker")
    sit(bea, link_of(ann, SIT), 3)
    sit(idle, link_of(ann, SIT), 5)

    after(ann, lambda: ann.keyboard.press("Enter"))
    expect(status(ann)).to_have_text(re.compile(r"^Waiting for seats 3 and 5, \d+ s"))
    expect(status(bea)).to_have_text(re.compile(r"^The others wait for your wager, \d+ s"))
    after(ann, ann.get_by_role("button", name="Take back").click)
    ready_to_wager(ann)
    expect(status(bea)).not_to_contain_text("wait for your wager")
    after(ann, lambda: ann.keyboard.press("Enter"))
    after(ann, ann.get_by_role("button", name="Deal now").click)
    play_to_the_end(ann, click)
    expect(ann.locator(".why")).to_be_visible()
    for other in (bea, idle):  # nobody is shown a round that they did not play
        ready_to_wager(other)
        expect(other.locator(".small-name")).not_to_be_empty()
        expect(other.locator(".why")).to_have_count(0)
        expect(other.locator(".mine .net")).to_have_count(0)

    for turn in range(3):
        after(ann, lambda: ann.keyboard.press("Enter"))
        after(bea, lambda: bea.keyboard.press("Enter"))
        if turn == 0:
            expect(status(ann)).to_have_text(re.compile(r"^Waiting for seat 5 \(guest .{4}\), \d+ s"))
        for page in (ann, bea):
            expect(page.locator("hw-table")).to_have_attribute("data-phase", "decide", timeout=20_000)
            after(page, lambda page=page: click(page, "fold"))  # type: ignore[misc]
        for page in (ann, bea):
            expect(page.locator(".why")).to_contain_text(f"Round {turn + 2}")
    expect(status(idle)).to_contain_text("You leave the table: 3 rounds without a wager.")
    bea.get_by_role("button", name="Leave the seat").click()
    idle.get_by_role("button", name="Sit here, seat 3").click()
    ready_to_wager(idle)
    expect(idle.locator(".small-name")).not_to_be_empty()
    expect(idle.locator(".why")).to_have_count(0)
    expect(idle.locator(".mine .net")).to_have_count(0)


def faces_of_round(page: Page) -> list[str]:
    """The cards of the last round, as the round's own page lays them out."""
    page.get_by_role("link", name="Replay, record and proof of the deal").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("round 1")
    rows = page.locator(".row-of-cards").all()
    return [match[0] for row in rows for match in FACE.finditer(row.get_attribute("aria-label") or "")]


def test_chips_are_added_linked_and_taken_off(page: Page) -> None:
    own_table(page, "down-under-holdem")
    ante, bet = (page.get_by_role("button", name=re.compile(f"^{name}:")) for name in ("Ante", "Bet"))
    page.get_by_role("radio", name="$25 chip").click()
    ante.click()
    expect(ante).to_have_attribute("aria-label", re.compile(r"\$35\.00"))
    expect(bet).to_have_attribute("aria-label", re.compile(r"\$35\.00"))
    bet.click(button="right")
    expect(ante).to_have_attribute("aria-label", re.compile(r"\$10\.00"))
    trips = page.get_by_role("button", name=re.compile("^Trips"))
    trips.focus()
    page.keyboard.press("Enter")
    expect(trips).to_have_attribute("aria-label", re.compile(r"\$25\.00"))
    page.keyboard.press("Delete")
    expect(trips).to_have_attribute("aria-label", re.compile("nothing"))


def deal_until(page: Page, is_wanted: Callable[[Page], bool]) -> None:
    """Deal until a hand of pai gow is as wanted; nearly every one is."""
    own_table(page, "wild-monkey-pai-gow")
    for _ in range(20):
        after(page, lambda: page.keyboard.press("Enter"))
        assert my_turn_or_over(page)
        if is_wanted(page):
            return
        play_to_the_end(page, click)
    pytest.fail("no hand was as wanted")


def lay_two_cards(page: Page) -> bool:
    """Lay two cards in front by key, tap and drag; whether they may lie there."""
    low, high = page.locator("[data-tray=low]"), page.locator("[data-tray=high]")
    page.keyboard.press("6")
    expect(low.locator(".card-button")).to_have_count(1)
    high.locator(".card-button").last.click()
    expect(low.locator(".card-button")).to_have_count(2)
    expect(low.locator(".tray-name")).not_to_be_empty()
    expect(high.locator(".tray-name")).not_to_be_empty()
    page.keyboard.press("6")
    expect(low.locator(".card-button")).to_have_count(1)
    high.locator(".card-button").nth(5).drag_to(low)
    expect(low.locator(".card-button")).to_have_count(2)
    return page.locator("[data-decision=set]").is_enabled()


def foul_front(page: Page) -> list[str]:
    """Two cards that may not lie in front; none where any two may."""
    settings = "document.querySelector('hw-table').view.choices.find(one => one.settings).settings"
    found: list[str] = page.evaluate(f"{settings}.find(one => one.foul)?.front ?? []")
    return found


def test_a_hand_is_set_by_tap_by_key_and_by_drag(page: Page) -> None:
    deal_until(page, lay_two_cards)
    after(page, page.locator("[data-decision=set]").click)
    expect(page.locator("[data-decision=double]").first).to_be_visible()
    page.keyboard.press("a")
    slider = page.get_by_role("slider")
    slider.press("Home")
    expect(page.get_by_role("button", name=re.compile(r"^Double \$1\b"))).to_be_visible()
    slider.press("ArrowRight")
    after(page, page.get_by_role("button", name=re.compile(r"^Double \$2\b")).click)
    play_to_the_end(page, click)
    expect(page.locator(".why")).to_contain_text("Double Down")


def test_a_foul_is_refused_before_it_is_sent(page: Page) -> None:
    deal_until(page, lambda page: bool(foul_front(page)))
    for card in foul_front(page):
        page.evaluate("card => document.querySelector('hw-table').move(card)", card)
    expect(page.locator(".foul")).to_be_visible()
    expect(page.locator("[data-decision=set]")).to_be_disabled()
