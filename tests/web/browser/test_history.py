"""Your own history: played as a guest, kept by an account, opened on a second device, repeated and downloaded."""

import csv
import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from houseway.games.round.record import settle
from web.browser.conftest import NewPage
from web.browser.playing import after, my_turn_or_over, own_table, play_to_the_end, press, purse
from web.browser.test_everybody import grave_faults
from web.browser.test_windows import WINDOWS, faults

GAME, TITLE = "flush-poker", "Flush Poker"
PASSWORD = "correct horse battery"  # noqa: S105  # of nobody
ROUNDS = 3
WEIGHED = 60_000  # milliseconds until what was decided is weighed
PHONE = {"width": 390, "height": 844}


def fold(page: Page, rounds: int) -> None:
    """Play rounds at a table of one's own and fold them all: some of that is a mistake."""
    own_table(page, GAME)
    for _ in range(rounds):
        after(page, lambda: page.keyboard.press("Enter"))
        if my_turn_or_over(page):
            after(page, lambda: page.keyboard.press("f"))
        my_turn_or_over(page)


def fold_until_a_mistake(page: Page) -> tuple[int, float]:
    """Fold until one of it was a mistake: how many rounds that took, and what is left in the purse."""
    for played in range(ROUNDS, 40, ROUNDS):
        fold(page, ROUNDS)
        left = purse(page)
        decisions = "async count => (await (await fetch('/api/v1/me/mistakes')).json()).decisions >= count"
        page.wait_for_function(decisions, arg=played, polling=500, timeout=WEIGHED)
        if page.evaluate("async () => (await (await fetch('/api/v1/me/mistakes')).json()).mistakes"):
            return played, left
    raise AssertionError("no mistake in forty folded hands")


def sign_in(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile(r"/$"))


def test_a_guest_makes_an_account_and_goes_on_on_a_second_device(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    played, left = fold_until_a_mistake(page)
    purse_now, lost = f"${left:.2f}", f"−${1000 - left:.2f}"
    page.goto("/me")
    form = page.get_by_role("region", name="Keep it: make an account")
    expect(form).to_contain_text("nobody can restore a lost password")
    form.get_by_label("Name").fill("Dealer-Joe")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_contain_text("The name sounds like the house or its staff")
    form.get_by_label("Name").fill("Roaming.Rita")
    form.get_by_role("button").click()
    expect(page.get_by_role("heading", name="Roaming.Rita")).to_be_visible()

    other = new_page(viewport=PHONE)
    sign_in(other, "roaming.rita")
    expect(other.get_by_label("Your purse and hands")).to_contain_text(purse_now)
    expect(other.get_by_label("Your purse and hands")).to_contain_text("Roaming.Rita")
    other.goto("/me")
    expect(other.locator(".tiles")).to_contain_text(f"{played}rounds")
    expect(other.locator(".tiles")).to_contain_text(lost)
    expect(other.locator("figcaption")).to_contain_text(f"now{purse_now}")
    expect(other.get_by_role("region", name="How well you play")).to_contain_text(
        f"not enough hands yet: {played} of 30"
    )
    expect(other.get_by_role("region", name="Your mistakes")).to_contain_text("fold instead of raise")

    with other.expect_download() as download:
        other.get_by_role("link", name="Rounds, JSON Lines").click()
    download.value.save_as(file := tmp_path / "rounds.jsonl")
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == played
    nets = [float(seat["net"]) for record in records for seat in settle(record)["seats"] if seat["seat"] == 1]
    assert sum(nets) == left - 1000
    with other.expect_download() as download:
        other.get_by_role("link", name="Decisions, CSV").click()
    download.value.save_as(file := tmp_path / "decisions.csv")
    assert {row["decision"] for row in csv.DictReader(file.read_text().splitlines())} == {"fold"}

    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_label("Your purse and hands")).to_contain_text("you are a guest")
    other.goto("/me")
    expect(other.get_by_text("Nothing decided yet")).to_be_visible()


def test_a_mistake_comes_back_in_the_drill_and_is_put_off_by_a_right_answer(page: Page) -> None:
    fold_until_a_mistake(page)
    page.goto("/me")
    expect(page.get_by_role("region", name="Your mistakes")).to_contain_text("to repeat now")
    page.get_by_role("link", name="Play them again").click()
    page.wait_for_url(f"**/drill/{GAME}?mistakes")
    tab = page.get_by_role("navigation", name="What is asked").get_by_role("link", name="Your mistakes")
    expect(tab).to_have_attribute("aria-current", "page")
    expect(page.get_by_text("You have been here before.")).to_be_visible()
    before = int(re.findall(r"\d+", tab.inner_text())[0])
    page.keyboard.press("f")  # what was wrong then is wrong now
    answer = page.locator(".drill-answer")
    expect(answer).to_contain_text("Better")
    expect(answer).to_contain_text("It comes back in 10 minutes.")
    page.get_by_role("button", name="Next").click()
    expect(answer).to_have_count(0)
    rest = "Nothing to repeat now" if before == 1 else "You have been here before."
    expect(page.get_by_text(rest)).to_be_visible()
    page.goto("/drill")
    words = f"{before - 1} of your mistakes to repeat" if before > 1 else "Close decisions and your own mistakes"
    expect(page.get_by_role("link", name=re.compile(TITLE))).to_contain_text(words)


def make_account(page: Page, name: str) -> None:
    page.goto("/me")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_a_history_fits_every_window_and_has_no_serious_fault(new_page: NewPage) -> None:
    pages = [new_page(color_scheme=scheme) for scheme in ("dark", "light")]
    fold_until_a_mistake(pages[0])
    make_account(pages[0], "Window-Wendy-The-3rd")
    sign_in(pages[1], "Window-Wendy-The-3rd")
    wrong = {}
    for address in ("/me", "/", f"/drill/{GAME}?mistakes", "/drill"):
        for page in pages:
            page.goto(address)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.get_by_text("Looking for a close one")).to_have_count(0)
            for one in page.locator("details").all():
                one.evaluate("details => { details.open = true; }")
            assert grave_faults(page) == [], address
        for width, height in WINDOWS:
            if faulty := faults(pages[0], width, height):
                wrong[f"{address}, {width} × {height}"] = faulty
    assert wrong == {}


def test_the_lobby_leads_back_to_the_hand_that_was_left_open(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_label("Your purse and hands")).to_contain_text("$1,000.00")
    own_table(page, "premium-holdem")
    address = page.url
    after(page, lambda: page.keyboard.press("Enter"))
    assert my_turn_or_over(page)
    page.goto("/")
    page.get_by_role("link", name="Continue your hand: Premium Hold'em, seat 1").click()
    page.wait_for_url(address)
    play_to_the_end(page, press)
