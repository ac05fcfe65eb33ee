"""What a page shows when a round ends: the cards that decided it, chips paid or taken where they lie, and awards."""

import json
import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from web.browser.conftest import NewPage
from web.browser.phases import OPEN, SHOW, STATUS, crowded, finished
from web.browser.playing import GAMES, after, own_table, play_to_the_end, press, ready_to_wager

LIT: Final = {  # the cards that decided the rounds of `phases`: one's own, those on the table, those of other seats
    "down-under-blackjack": ("", "5♦ 6♠ 10♥", ""),
    "down-under-holdem": ("A♥ K♥", "10♥ J♥ Q♥", ""),
    "flush-poker": ("10♠ A♠ J♠ K♦ K♠ Q♦ Q♠", "", "4♠ 4♣ 4♥ 4♦"),
    "premium-holdem": ("A♣ A♥ A♦", "A♠ K♦", ""),
    "wild-monkey-pai-gow": ("10♠ A♠ J♠ K♦ K♠ Q♦ Q♠", "2♣ 3♦ 4♠ 5♣ 7♦ 8♥ 9♥ Joker", "6♠ 6♣ 6♥ 6♦"),
}
NAMES: Final = """(area) => [...document.querySelectorAll(`${area} .card.lit`)].map((card) => {
  const rank = card.querySelector(".rank");
  const suit = { spade: "♠", heart: "♥", diamond: "♦", club: "♣" }[rank?.getAttribute("fill").slice(6, -1)];
  return rank ? rank.textContent + suit : "Joker";
}).join(" ")"""
RUNNING: Final = """() => document.getAnimations().filter((one) => one.playState === "running")
  .map((one) => one.effect.getComputedTiming().endTime)"""


def show_finished(page: Page, game: str) -> None:
    """A table of one's own at the end of the round of `phases`, before the next wagers."""
    own_table(page, game)
    data = json.loads(page.locator("#data").text_content() or "")
    page.evaluate(STATUS, OPEN)
    view = finished(crowded(data["view"], data["game"]), data["game"])
    page.evaluate(SHOW, {"view": {**view, "phase": "wagers"}})


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_that_decided_are_lit(page: Page, game: str) -> None:
    show_finished(page, game)
    for area, cards in zip((".mine", ".upper", ".seats"), LIT[game], strict=True):
        assert sorted(page.evaluate(NAMES, area).split()) == sorted(cards.split()), area


def test_each_spot_shows_what_it_brought_until_chips_are_moved(page: Page) -> None:
    own_table(page, "premium-holdem")
    after(page, lambda: page.keyboard.press("Enter"))
    play_to_the_end(page, press)
    ready_to_wager(page)
    settlement = page.evaluate("document.querySelector('hw-table').view.settled.settlement")
    mine = next(seat for seat in settlement["seats"] if seat["seat"] == 1)
    for line in mine["wagers"]:
        net = round(100 * (float(line["returned"]) - float(line["stake"])))
        spot = page.locator(f".spot[data-wager={line['wager']}]")
        expect(spot).to_have_attribute("data-net", str(net))
        shown = f"{'+' if net > 0 else '−'}{abs(net) / 100:g}" if net else "push"
        expect(spot.locator(".paid")).to_have_text(shown)
    ante = page.get_by_role("button", name=re.compile("^Ante: .* in the last round"))
    ante.click()
    expect(page.locator(".paid")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Ante: .* in the last round"))).to_have_count(0)


@pytest.mark.parametrize(("game", "words"), [("flush-poker", "50% of the jackpot: $5,125.06"), ("flush-poker", "Envy")])
def test_an_award_is_told_on_the_felt_in_proportion(page: Page, game: str, words: str) -> None:
    show_finished(page, game)
    sizes = page.locator(".award").evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
    assert sizes == [20, 16]  # half of the meter, and envy
    expect(page.locator(".award").filter(has_text=words)).to_be_visible()


def test_motion_ends_within_two_seconds_and_any_key_or_tap_skips_it(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    skips: list[Callable[[], None]] = [lambda: page.keyboard.press("Shift"), lambda: page.mouse.click(5, 400)]
    for skip in skips:
        show_finished(page, "flush-poker")
        expect(page.locator(".flying").first).to_be_attached()
        expect(page.locator(".paid").first).to_be_visible()  # the end is there at once
        assert 0 < max(page.evaluate(RUNNING)) <= 2000
        skip()
        assert page.evaluate(RUNNING) == []
        expect(page.locator(".flying")).to_have_count(0)
    show_finished(page, "flush-poker")
    expect(page.locator(".flying").first).to_be_attached()
    expect(page.locator(".flying")).to_have_count(0)  # it goes by itself, too


def test_nothing_moves_for_whoever_wants_nothing_to_move(page: Page) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    show_finished(page, "flush-poker")
    expect(page.locator(".card.lit").first).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0
    assert not any("motion" in address for address in fetched)


COUNTING: Final = """globalThis.AudioContext = class extends AudioContext {
  constructor() { super(); globalThis.opened = (globalThis.opened ?? 0) + 1; }
}"""


def test_sounds_are_off_until_they_are_switched_on_and_the_page_is_touched(page: Page) -> None:
    page.add_init_script(COUNTING)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    own_table(page, "premium-holdem")
    page.keyboard.press("Shift")
    assert not any("sounds" in address for address in fetched)
    page.goto("/settings")
    page.get_by_label("Sounds").select_option("on")
    own_table(page, "premium-holdem")
    page.reload()
    ready_to_wager(page)
    assert page.evaluate("globalThis.opened") is None
    page.keyboard.press("Shift")
    page.wait_for_function("() => globalThis.opened === 1")
    page.get_by_role("button", name=re.compile("^Ante:")).click()
    assert page.evaluate("globalThis.opened") == 1
