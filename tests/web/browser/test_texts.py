"""Every page in a language that nobody speaks: a text in other letters was written outside of the catalogue."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from houseway.web.http.assets import FOLDER as SCRIPTS
from houseway.web.http.catalogue import ENGLISH
from web.browser.conftest import NewPage
from web.browser.console_page import ConsolePage
from web.browser.phases import PROBLEM, REACTION, REASON, phases
from web.browser.playing import GAMES, after, click, play_to_the_end, ready_to_wager
from web.browser.test_windows import PAGES, faults
from web.pseudo import LANGUAGE, write_languages
from web.rooms import PASSWORD, Room, quick_room
from web.serving import Running, serving

UNMARKED: Final = (Path(__file__).parents[1] / "scripts" / "unmarked.js").read_text().replace("export ", "")
FIELDS: Final = re.findall(r"^  (\w+)\??:", (SCRIPTS / "types.d.ts").read_text(), re.MULTILINE)
SHOWN: Final = """() => {
  const { view, game, advice, links, chart } = document.querySelector("hw-table")?.store.state ?? {};
  return { view, game, advice, links, chart: chart?.tables };
}"""

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def languages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """English and the pseudo-locale."""
    return write_languages(tmp_path_factory.mktemp("texts"))


@pytest.fixture(scope="module")
def practice(languages: Path) -> Iterator[Running]:
    """A practice house that speaks both."""
    with serving(database="memory:", texts=languages) as running:
        yield running


def pseudo_page(new_page: NewPage, running: Running, **options: Any) -> Page:
    """A browser that asks for the pseudo-locale, and remembers what the server sends it."""
    page = new_page(**{"base_url": f"http://{running.address}", "locale": LANGUAGE, **options})
    page.add_init_script(f"{{ {UNMARKED}\n listen(); }}")
    return page


def unmarked(page: Page) -> list[str]:
    """Texts of the page that are neither of the catalogue nor data."""
    more = [page.evaluate(SHOWN), PROBLEM, REASON, REACTION]  # what the test itself puts into the page
    program = f"([more, fields]) => {{ {UNMARKED}\n return unmarked(more, fields); }}"
    found: list[str] = page.evaluate(program, [more, FIELDS])
    return found


def own_table(page: Page, game: str) -> None:
    """A table that nobody else finds, and a seat at it."""
    page.goto(f"/new/{game}")
    page.locator("hw-private button.first").click()
    page.wait_for_url("**/tables/**")
    ready_to_wager(page)


def visit(page: Page, address: str, last: str = "h1") -> list[str]:
    """Open a page until what comes last is there; what is unmarked on it."""
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("lang", LANGUAGE)
    expect(page.locator(last).first).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    return unmarked(page)


def test_the_check_reveals_a_text_that_is_not_of_the_catalogue(new_page: NewPage, practice: Running) -> None:
    page = pseudo_page(new_page, practice)
    page.goto("/settings")
    page.evaluate("""() => {
      document.querySelector("h1").append(" Hard-coded");
      document.querySelector("select").setAttribute("aria-label", "A label");
    }""")
    assert unmarked(page) == ["Hard-coded", "A label"]


def test_no_page_of_practice_has_a_text_of_its_own(new_page: NewPage, practice: Running) -> None:
    page = pseudo_page(new_page, practice)
    own_table(page, "premium-holdem")
    after(page, lambda: page.keyboard.press("Enter"))
    play_to_the_end(page, click)
    replay = page.locator(".why a[href^='/rounds/']").get_attribute("href") or ""
    found = {address: visit(page, address) for address in (*PAGES, replay)}
    assert {address: texts for address, texts in found.items() if texts} == {}


def test_the_language_chosen_on_the_page_of_settings_holds_on_every_page(new_page: NewPage, practice: Running) -> None:
    page = new_page(base_url=f"http://{practice.address}", locale="de-DE")
    page.goto("/settings")
    expect(page.locator("html")).to_have_attribute("lang", ENGLISH)
    page.get_by_label("Language").select_option(LANGUAGE)
    expect(page.locator("html")).to_have_attribute("lang", LANGUAGE)
    visit(page, "/")
    page.goto("/settings")
    page.locator("#setting-language").select_option(ENGLISH)
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_the_lab_has_a_text_of_its_own(new_page: NewPage, practice: Running, game: str) -> None:
    page = pseudo_page(new_page, practice)
    pages = {f"/lab/{game}": "[data-cell]", f"/lab/{game}/what-if": "h1"}  # what a cell is worth comes last
    found = {address: visit(page, address, last) for address, last in pages.items()}
    assert {address: texts for address, texts in found.items() if texts} == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_phase_of_a_table_has_a_text_of_its_own(new_page: NewPage, practice: Running, game: str) -> None:
    page = pseudo_page(new_page, practice)
    own_table(page, game)
    found = {phase: texts for phase in phases(page) if (texts := unmarked(page))}
    assert found == {}


def test_no_answer_of_a_drill_has_a_text_of_its_own(new_page: NewPage, practice: Running) -> None:
    page = pseudo_page(new_page, practice)
    visit(page, "/drill/dealer-errors")
    page.locator(".drill-felt").wait_for()
    page.locator("td button").first.click()
    expect(page.locator(".verdict, .drill-answer").first).to_be_visible()
    assert unmarked(page) == []


SIZES: Final = ((390, 844), (844, 390), (1280, 720), (1920, 1080))


# The column beside the felt is then longer than the window, by the reactions below the coach's choices or the chart.
TOO_LONG: Final = {
    ("flush-poker", f"decision with {what}", 720) for what in ("coach", "the first chart", "the widest chart")
}


@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_room_for_longer_texts(new_page: NewPage, practice: Running, game: str) -> None:
    page = pseudo_page(new_page, practice)
    own_table(page, game)
    found = {
        f"{phase}, {width} × {height}": wrong
        for phase in phases(page)
        for width, height in SIZES
        if (game, phase, height) not in TOO_LONG and (wrong := faults(page, width, height, may_scroll=True))
    }
    assert found == {}


def test_every_other_page_has_room_for_longer_texts(new_page: NewPage, practice: Running) -> None:
    page = pseudo_page(new_page, practice)
    found = {}
    for address in PAGES:
        visit(page, address)
        for width, height in SIZES:
            if wrong := faults(page, width, height, may_scroll=True):
                found[f"{address}, {width} × {height}"] = wrong
    assert found == {}


ROOM_PAGES: Final = (
    "/",
    "/room",
    "/room/act/person/add",
    "/room/act/sheet/open",
    "/room/act/cage/fund",
    "/room/floor",
    "/room/console",
    "/sign-in",
)


def test_no_page_of_a_room_has_a_text_of_its_own(new_page: NewPage, languages: Path) -> None:
    with quick_room(texts=languages) as room:
        room.open("flush-poker")
        room.win()
        page = pseudo_page(new_page, room.running)
        found = {address: visit(page, address) for address in (f"/sign/jackpot-{room.table}", "/sign/table/1")}
        sign_in(page, room, "sue")
        found |= {address: visit(page, address) for address in ROOM_PAGES}
    assert {address: texts for address, texts in found.items() if texts} == {}


def sign_in(page: Page, room: Room, person: str) -> None:
    """A session for somebody of the room."""
    address = f"http://{room.running.address}"
    body = {"person": person, "password": PASSWORD}
    answer = page.request.post(f"{address}/api/v1/session", data=body, headers={"Origin": address})
    assert answer.status == 201


def test_no_step_of_a_console_has_a_text_of_its_own(new_page: NewPage, languages: Path) -> None:
    with quick_room(texts=languages) as room:
        room.open("flush-poker")
        console = ConsolePage.open(lambda **options: pseudo_page(new_page, room.running, **options), room)
        found = {"wagers": unmarked(console.page)}
        assert room.act("pat", "wager", seat=2, wagers={"bet": 10}).status_code == 200
        console.primary("wagers")
        console.wait("cards")
        found["cards"] = unmarked(console.page)
        for sheet in ("call", "void", "more"):
            console.page.locator(f"[data-sheet='{sheet}']").click()
            found[sheet] = unmarked(console.page)
            console.page.locator("[data-item='close']").click()
        console.play(console.deal_at_random(random.Random(1)))
        found["settle"] = unmarked(console.page)
    assert {step: texts for step, texts in found.items() if texts} == {}
