"""The floor and a console in a real browser: paired once, taken over with a PIN on keys that never move, live."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Page, expect

from houseway.house.people.pin_acts import SetPin
from web.browser.conftest import NewPage
from web.rooms import PASSWORD, Room, quick_room

TABLET = (960, 600)  # css pixels of a 10-inch tablet at 150 dpi: 57 of them are 9.6 mm
SIZES = [(320, 568), (390, 844), TABLET, (1366, 768), (2560, 1440)]
EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
KEY = 57
KEYS = """() => [...document.querySelectorAll(".key")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height];
})"""
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"
SMALL_TEXT = """(least) => [...document.querySelectorAll('main *')].filter((one) =>
  [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) &&
  parseFloat(getComputedStyle(one).fontSize) < least).map((one) => one.textContent)"""


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    with quick_room() as room:
        room.running.services.floor.people.do(SetPin(name="dan", pin="4071", old=PASSWORD), by="dan")
        yield room


def opened(new_page: NewPage, room: Room, person: str, path: str, size: tuple[int, int] = (1366, 768)) -> Page:
    """A page of somebody who is signed in."""
    address = f"http://{room.running.address}"
    page = new_page(base_url=address, viewport={"width": size[0], "height": size[1]})
    answer = page.request.post(
        f"{address}/api/v1/session", data={"person": person, "password": PASSWORD}, headers={"Origin": address}
    )
    assert answer.status == 201
    page.goto(path)
    return page


def check_looks(page: Page, size: tuple[int, int]) -> None:
    assert not page.evaluate(TOO_WIDE)
    assert page.evaluate(SMALL_TEXT, 12 if size[0] < 600 else 13) == []
    for theme in ("dark", "light"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert Axe().run(page).response["violations"] == []


def test_a_supervisor_pairs_a_browser_and_a_dealer_takes_over_with_a_pin(new_page: NewPage, room: Room) -> None:
    room.open()
    page = opened(new_page, room, "sue", "/room/console", TABLET)
    page.route("**/room/dealer/*", lambda route: route.fulfill(body="the dealer's console"))
    page.get_by_label("Table").select_option(room.table)
    page.get_by_role("button", name="Pair this browser").click()
    expect(page.get_by_role("heading", name=f"Console of table {room.table}")).to_be_visible()
    page.get_by_role("button", name="dan").click()
    before = page.evaluate(KEYS)
    assert len(before) == 13
    assert all(width >= KEY and height >= KEY for _, _, width, height in before)
    for digit in "4072":
        page.get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("button", name="Take over").click()
    expect(page.get_by_role("alert")).to_contain_text("the PIN is wrong")
    assert page.evaluate(KEYS) == before, "no key moves"
    for digit in "4071":
        page.get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("button", name="Take over").dblclick()
    page.wait_for_url(f"**/room/dealer/{room.table}")
    assert page.request.get("/api/v1/session").json()["table"] == room.table
    assert room.kinds().count("relieved") == 1
    page.goto("/room/console")
    expect(page.get_by_text("dan deals here.")).to_be_visible()


@EVERY_SIZE
def test_the_pad_is_legible_on_every_screen(new_page: NewPage, room: Room, size: tuple[int, int]) -> None:
    room.open()
    page = opened(new_page, room, "sue", "/room/console", size)
    check_looks(page, size)
    page.get_by_label("Table").select_option(room.table)
    page.get_by_role("button", name="Pair this browser").click()
    page.get_by_role("button", name="dan").click()
    check_looks(page, size)
    assert all(width >= KEY and height >= KEY for _, _, width, height in page.evaluate(KEYS))


def test_whoever_is_no_supervisor_pairs_nothing(new_page: NewPage, room: Room) -> None:
    page = opened(new_page, room, "dan", "/room/console")
    expect(page.get_by_role("link", name="Sign in as a supervisor")).to_be_visible()
    expect(page.get_by_role("button", name="Pair this browser")).to_have_count(0)
    assert page.request.get("/room/floor").status == 403


def test_two_supervisors_answer_a_call_and_verify_a_win_from_the_floor(new_page: NewPage, room: Room) -> None:
    room.open("flush-poker")
    reader = room.pair("reader")
    sue = opened(new_page, room, "sue", "/room/floor")
    sam = opened(new_page, room, "sam", "/room/floor")
    expect(sue.get_by_text("No win waits to be verified.")).to_be_visible()
    room.report(reader, "fault", {"fault": "a card is jammed"})
    expect(sue.get_by_text("reader-1 cannot be relied on: a card is jammed")).to_be_visible()
    room.act("sue", "unpair", device="reader-1", reason="jammed", second={"person": "dan", "password": PASSWORD})
    assert room.act("dan", "call-floor", reason="a dispute on seat 2").status_code == 200
    amount = room.win()
    for page in (sue, sam):
        expect(page.get_by_text("a dispute on seat 2")).to_be_visible()
        expect(page.locator(".pending strong")).to_contain_text(f"{float(amount):,.2f}".removesuffix(".00"))
        expect(page.locator(".pending")).to_contain_text("entered by dan")
        expect(page.locator(".pending")).to_contain_text("W-2G: tax form for a win of $2,000 or more")
        expect(page.locator(".jackpots")).to_contain_text(f"PENDING table {room.table}")
    sue.get_by_role("button", name="Answered").click()
    expect(sam.get_by_text("Nobody is calling.")).to_be_visible()
    for page in (sue, sam):
        page.get_by_role("button", name="Verify", exact=True).click()
        page.get_by_role("button", name="I have looked at the hand").click()
        if page is sue:
            expect(page.locator(".pending")).to_contain_text("verified by sue")
            expect(page.get_by_role("button", name="Verify", exact=True)).to_have_count(0)
    for page in (sue, sam):
        expect(page.get_by_text("No win waits to be verified.")).to_be_visible()
    assert room.kinds().count("verified") == 2


@EVERY_SIZE
def test_the_floor_is_legible_on_every_screen(new_page: NewPage, room: Room, size: tuple[int, int]) -> None:
    room.open("flush-poker")
    room.win()
    page = opened(new_page, room, "sue", "/room/floor", size)
    check_looks(page, size)
    page.route("**/api/v1/floor", lambda route: route.abort())
    expect(page.get_by_role("alert").first).to_contain_text("NOT LIVE", timeout=10_000)
    expect(page.get_by_role("button", name="Verify", exact=True).first).to_be_disabled()
