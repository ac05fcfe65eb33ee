"""Training in a real browser: the dealer's console, what lies on the table beside it, and the quiz."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Page, expect

from houseway.games import game_names
from web.browser.conftest import NewPage
from web.browser.console_page import READY
from web.serving import Running, serving

SIZES = [(1440, 900), (960, 600), (390, 844)]


@pytest.fixture(scope="module")
def practice_house() -> Iterator[Running]:
    with serving(database="memory:") as running:
        yield running


def opened(new_page: NewPage, running: Running, game: str, size: tuple[int, int] = SIZES[0]) -> Page:
    """The console of a new guest's own table for training."""
    page = new_page(
        base_url=f"http://{running.address}", viewport={"width": size[0], "height": size[1]}, has_touch=True
    )
    page.goto(f"/room/dealer/{game}?training")
    page.wait_for_selector(READY)
    return page


def deal(page: Page) -> None:
    """No more wagers, and the cards that lie on the table, keyed in as a scanner would."""
    page.locator(f"{READY}[data-step=wagers] .primary:not([aria-disabled])").click()
    page.wait_for_selector(f"{READY}[data-step=cards] .pad")
    expect(page.locator(".lies li")).not_to_have_count(0)
    page.wait_for_function("() => !document.querySelector('hw-console').view.step.blocked")
    page.keyboard.type(" ".join(in_order(page)))
    page.keyboard.press("Enter")
    page.locator(f"{READY}[data-step=cards] .primary:not([aria-disabled])").click()


def in_order(page: Page) -> list[str]:
    """The cards that lie on the table, in the order in which the console asks for them."""
    cards: list[str] = page.evaluate("""() => {
      const { lies } = document.querySelector("hw-training");
      const hands = Object.fromEntries(lies.seats.map((one) => [one.seat, one.cards]));
      const { order } = document.querySelector("hw-console").view;
      return order.map(({ to, seat, card }) => (to === "seat" ? hands[seat] : lies[to])[card - 1]);
    }""")
    return cards


def play_on(page: Page) -> None:
    """Tap what players say, and key in what is drawn, as the panel beside the console shows it."""
    steps = ", ".join(f"{READY}[data-step={step}]" for step in ("decide", "draw", "settle", "shares"))
    while True:
        page.wait_for_selector(steps)
        step, number = page.evaluate(
            "() => { const { step, number } = document.querySelector('hw-console').dataset; return [step, number]; }"
        )
        if step in ("settle", "shares"):
            return
        page.wait_for_function(
            "() => { const { lies } = document.querySelector('hw-training');return lies.next_card || lies.says; }"
        )
        lies = page.evaluate(
            "() => document.querySelector('hw-training').look().then(() => document.querySelector('hw-training').lies)"
        )
        if step == "draw":
            page.keyboard.type(lies["next_card"])
            page.keyboard.press("Enter")
        elif lies["says"]["decision"].startswith("set "):
            page.locator(f"{READY} [data-decision=set]").click()
            page.keyboard.type(lies["says"]["decision"].removeprefix("set "))
            page.keyboard.press("Enter")
            page.locator(f"{READY} .primary:not([aria-disabled])").click()
        else:
            page.locator(f"{READY} [data-decision='{lies['says']['decision']}']:not([data-amount])").click()
        page.wait_for_selector(f"hw-console:not([data-number='{number}'])")


@pytest.mark.parametrize("game", game_names())
def test_a_trainee_deals_a_round_of_every_game(new_page: NewPage, practice_house: Running, game: str) -> None:
    page = opened(new_page, practice_house, game)
    expect(page.locator(".mark")).to_contain_text("TRAINING: nothing here is real")
    deal(page)
    play_on(page)
    assert page.evaluate("() => document.querySelector('hw-training').look()") is None
    expect(page.locator(".slip")).to_have_count(0)
    page.locator(f"{READY}[data-step=settle] .primary").click()
    page.wait_for_selector(f"{READY}[data-step=wagers]")


def test_a_device_goes_wrong_and_a_simulated_supervisor_signs(new_page: NewPage, practice_house: Running) -> None:
    page = opened(new_page, practice_house, "down-under-holdem")
    page.locator("[data-mistake=light]").click()
    deal(page)
    expect(page.locator(".notice")).to_contain_text("and the cards that were entered show")
    page.locator("[data-sheet=more]").click()
    page.locator("[data-item=reading]").click()
    page.get_by_role("button", name="the light contradicts the card").click()
    expect(page.locator("input")).to_have_count(0)
    page.get_by_role("button", name="Sign together").click()
    page.wait_for_function("() => !document.querySelector('hw-console').view.step.blocked")
    page.keyboard.type(" ".join(in_order(page)))
    page.keyboard.press("Enter")
    page.locator(f"{READY}[data-step=cards] .primary:not([aria-disabled])").click()
    page.wait_for_selector(f"{READY}[data-step=decide]")


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def test_the_quiz_is_answered_by_tapping_and_the_page_is_legible(
    new_page: NewPage, practice_house: Running, size: tuple[int, int]
) -> None:
    page = opened(new_page, practice_house, "flush-poker", size)
    page.get_by_role("button", name="Show me a hand").click()
    check = page.get_by_role("button", name="Check")
    expect(check).to_be_disabled()
    for line in page.locator("hw-training fieldset").all():
        for group in line.locator(".taps").all():
            group.locator("button").first.click()
    check.click()
    expect(page.get_by_role("button", name="Another hand")).to_be_visible()
    assert page.locator("hw-training fieldset p").count() == page.locator("hw-training fieldset").count()
    assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    for theme in ("dark", "light"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        found = Axe().run(page).response["violations"]
        assert found == [], [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]
    page.get_by_role("button", name="Another hand").click()
    expect(check).to_be_disabled()


def test_a_room_has_no_training_and_practice_no_other_console(new_page: NewPage, practice_house: Running) -> None:
    page = new_page(base_url=f"http://{practice_house.address}")
    for address in ("/room/dealer/flush-poker", "/room/dealer/training-flush-poker-00000000?training"):
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 404
