"""Every window: nothing overlaps, is cut off, cannot be reached or is too small, in any phase of any game."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from web.browser.conftest import NewPage
from web.browser.phases import phases
from web.browser.playing import GAMES, after, own_table, play_to_the_end, press

MEASURE: Final = (Path(__file__).parents[1] / "scripts" / "measure.js").read_text().replace("export ", "")
WINDOWS: Final = (
    (320, 568),
    (360, 640),
    (390, 844),
    (667, 375),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
    (640, 360),  # 1280 × 720 at 200 %
    (960, 540),  # 1920 × 1080 at 200 %
)
SMALL: Final = ((320, 568), (360, 640), (640, 360))  # where the felt may scroll


WHOLE: Final = """() => [...document.querySelectorAll(".laid, .actions")]
  .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 1)
  .map((one) => `${one.className} scrolls by ${one.scrollHeight - one.clientHeight} px`)"""


def faults(page: Page, width: int, height: int, *, text: int = 16, may_scroll: bool = False) -> list[str]:
    """What is wrong with the page in a window of this size, where the browser's own text is `text` pixels high."""
    page.set_viewport_size({"width": width, "height": height})
    large = width >= 48 * text and height >= 37.5 * text
    least = (14 if large else 12) * text / 16
    found: list[str] = page.evaluate(f"(least) => {{ {MEASURE}\n return layoutFaults(least); }}", least)
    may_scroll = may_scroll or (width, height) in SMALL or text > 16
    return found if may_scroll else [*found, *page.evaluate(WHOLE)]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_every_window_in_every_phase(new_page: NewPage, game: str) -> None:
    page = new_page()
    own_table(page, game)
    found = {
        f"{phase}, {width} × {height}": wrong
        for phase in phases(page)
        for width, height in WINDOWS
        if (wrong := faults(page, width, height))
    }
    assert found == {}


@pytest.mark.parametrize("size", [20, 32])
def test_the_browsers_own_size_of_text_is_respected(new_page: NewPage, size: int) -> None:
    page = new_page()
    own_table(page, "down-under-holdem")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    found = {
        f"{phase}, {width} × {height}": wrong
        for phase in phases(page)
        for width, height in ((390, 844), (1280, 720), (1920, 1080))
        if (wrong := faults(page, width, height, text=size))
    }
    assert found == {}


PAGES: Final = (
    "/",
    "/docs",
    "/docs/api",
    "/docs/wild-monkey-pai-gow",
    "/drill",
    "/drill/dealer-errors",
    "/drill/flush-poker",
    "/me",
    "/new/wild-monkey-pai-gow",
    "/no-such-page",
    "/offline",
    "/settings",
    "/sign-in",
)


def test_every_other_page_fits_every_window(new_page: NewPage) -> None:
    page = new_page()
    own_table(page, "premium-holdem")
    after(page, lambda: page.keyboard.press("Enter"))
    play_to_the_end(page, press)
    replay = page.get_by_role("link", name="Replay, record and proof of the deal").get_attribute("href") or ""
    found = {}
    for address in (*PAGES, replay):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".loading")).to_have_count(0)
        for width, height in WINDOWS:
            if wrong := faults(page, width, height):
                found[f"{address}, {width} × {height}"] = wrong
    assert found == {}


# The lab's pages are long: a whole round of windows takes minutes.
LAB_WINDOWS: Final = ((320, 568), (390, 844), (844, 390), (1280, 720), (1920, 1080))


def _moved(page: Page) -> None:
    """Sliders moved, another chart, a cell chosen."""
    for label, value in (("hours", "9"), ("bankroll, dollars", "300")):
        page.locator("#session").get_by_label(label, exact=True).fill(value)
    page.locator("#strategy .chart-names button").nth(1).click(timeout=60_000)
    page.locator("#strategy [data-cell]").first.click(timeout=60_000)
    page.locator("#session svg.plot").wait_for(timeout=60_000)


@pytest.mark.parametrize("game", GAMES)
def test_the_lab_fits_every_window(new_page: NewPage, game: str) -> None:
    page = new_page()
    found = {}
    for address, change in ((f"/lab/{game}", _moved), (f"/lab/{game}/what-if", None)):
        page.goto(address)
        page.locator(".figures dd").first.wait_for()
        if change is not None:
            change(page)
        for width, height in LAB_WINDOWS:
            if wrong := faults(page, width, height, may_scroll=True):
                found[f"{address}, {width} × {height}"] = wrong
    assert found == {}
