"""Signs in a real browser: figures that are read from ten metres, a meter that rises, and an end that shows."""

from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Page, expect

from web.browser.conftest import NewPage
from web.rooms import Room, quick_room

SIZES = [(1920, 1080), (3840, 2160), (1080, 1920)]
GAMES = ("flush-poker", "wild-monkey-pai-gow")
EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=[f"{width}x{height}" for width, height in SIZES])

# The figures that are smaller than a twelfth of the height, and every text that does not fit into its place.
SMALL = """() => [...document.querySelectorAll('.figure, .pays .large b')].filter((one) =>
  one.getBoundingClientRect().height < innerHeight / 12
).map((one) => one.textContent)"""
CLIPPED = """() => [...document.querySelectorAll('h1, h2, p, b, span, small, output, strong')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
}).map((one) => one.textContent)"""
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll('h1, .meter, .facts, .panel, .limits, .notices, footer, .stale')];
  const boxes = parts.map((one) => [one.className || one.tagName, one.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], at) => boxes.slice(at + 1).filter(([, b]) =>
    a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1
  ).map(([other]) => `${name} ${other}`));
}"""
TOO_WIDE = """() => [...document.querySelectorAll('li, .panel, .meter, .standing')].filter((one) =>
  one.scrollWidth > one.clientWidth + 1
).map((one) => one.textContent)"""


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    """A room whose jackpot was won once, and is being won again."""
    with quick_room() as room:
        room.open("flush-poker")
        room.win()
        for name in ("sue", "sam"):
            assert room.act(name, "verify").status_code == 200
        room.win()
        yield room


@pytest.fixture(scope="module")
def tables(room: Room) -> Mapping[str, str]:
    """A table of each game."""
    found, own = {}, room.table
    for game in GAMES:
        room.open(game)
        found[game] = room.table
    room.table = own
    return found


def shown(new_page: NewPage, room: Room, path: str, size: tuple[int, int]) -> Page:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"http://{room.running.address}{path}")
    return page


def require_legible(page: Page) -> None:
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(TOO_WIDE) == []


@EVERY_SIZE
def test_a_jackpots_sign_is_legible(new_page: NewPage, room: Room, size: tuple[int, int]) -> None:
    page = shown(new_page, room, f"/sign/jackpot-{room.table}", size)
    expect(page.locator(".meter")).to_have_text("$1,000.00")
    expect(page.locator(".pending")).to_contain_text(f"Table {room.table}")
    expect(page.locator(".wins")).to_contain_text("$10,000.20")
    require_legible(page)


@EVERY_SIZE
@pytest.mark.parametrize("game", GAMES)
def test_a_tables_sign_is_legible(
    new_page: NewPage, tables: Mapping[str, str], room: Room, game: str, size: tuple[int, int]
) -> None:
    page = shown(new_page, room, f"/sign/table/{tables[game]}", size)
    expect(page.locator(".limits")).to_contain_text("$5–")
    require_legible(page)


def test_a_meter_rises_by_itself_and_is_gone_when_the_house_is(new_page: NewPage) -> None:
    """A sign never shows an old amount as if it were live."""
    with quick_room() as own:
        own.open("flush-poker")
        page = shown(new_page, own, f"/sign/jackpot-{own.table}", (1920, 1080))
        expect(page.locator(".meter")).to_have_text("$10,000.00")
        own.act("pat", "wager", seat=2, wagers={"bet": 10, "jackpot": 1})
        own.deal()
        expect(page.locator(".meter")).to_have_text("$10,000.20", timeout=2000)
        placard = shown(new_page, own, f"/sign/table/{own.table}", (1920, 1080))
        expect(placard.locator(".limits")).to_be_visible()
    for screen in (page, placard):
        expect(screen.locator(".stale strong")).to_have_text("NOT LIVE", timeout=15_000)
        assert "$10,000" not in screen.locator("body").inner_text().replace("started at $10,000.00", "")
        assert screen.evaluate(CLIPPED) == []


def test_a_sign_weighs_little(new_page: NewPage, room: Room) -> None:
    page = new_page(viewport={"width": 1920, "height": 1080})
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())) if answer.ok else None)
    page.goto(f"http://{room.running.address}/sign/jackpot-{room.table}", wait_until="networkidle")
    assert sum(sizes) < 60_000
