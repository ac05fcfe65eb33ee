"""A room in browsers, from an empty house: its first administrator, people, money, and a table that two people open."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Browser, BrowserContext, Page, expect

from house.support.floor import QUICK
from houseway.house.records.deep_audit.walk import deep_audit
from web.browser.conftest import PATIENCE
from web.serving import Running, serving

CODE = "AB23-CD45-EF67-GH89"
FIRST, OWN = "given by somebody else", "correct horse battery"
SIZES = [(320, 568), (390, 844), (1280, 720), (1920, 1080)]
OPEN_TABLE = "Open a table from its sheet; its jackpot is created where there is none. Table: 1; Game: flush-poker; "

Open = Callable[..., Page]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Running]:
    """A house without people."""
    with serving(practice=False, database=str(tmp_path / "house.db"), first_code=CODE) as running:
        running.services.floor.people._given_hasher = QUICK
        yield running


@pytest.fixture
def browsers(chromium: Browser, room: Running) -> Iterator[Open]:
    """A browser for each person; no page may have an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_browser(**options: Any) -> Page:
        context = chromium.new_context(base_url=f"http://{room.address}", reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_browser
    for context in contexts:
        context.close()
    assert errors == []


def begin(page: Page, code: str = CODE) -> None:
    """Fill in the form of the first administrator."""
    page.goto("/room/begin")
    page.get_by_label("One-time code").fill(code)
    page.get_by_label("Your name").fill("ada")
    page.get_by_label("Your password").fill(OWN)
    page.get_by_role("button", name="Begin").click()


def add_person(page: Page, name: str, role: str) -> None:
    """Add a person by the form of the act, as the administrator of a first start."""
    page.goto("/room/act/person/add")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label(role, exact=True).check()
    page.get_by_label("Password", exact=True).fill(FIRST)
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".sentence")).to_contain_text(f"Name: {name}; Roles: {role}; Password: not shown.")
    page.get_by_role("button", name="Do it alone").click()
    expect(page.get_by_role("heading", name="Done.")).to_be_visible()


def sign_in(page: Page, name: str) -> None:
    """Sign in for the first time, and choose a password."""
    page.goto("/sign-in?next=room")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(FIRST)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("New password").fill(OWN)
    page.get_by_role("button", name="Sign in").click()


def next_step(page: Page, address: str, **fields: str) -> None:
    """Fill in the form of an act, up to what it says in words."""
    page.goto(address)
    for label, value in fields.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Next").click()


def sign_here(page: Page, name: str, password: str = OWN) -> None:
    """The second person signs on the spot."""
    page.get_by_label("Name of the second person").fill(name)
    page.get_by_label("Their password").fill(password)
    page.get_by_role("button", name="Do it together").click()


def test_five_people_set_a_house_up_and_open_a_table(room: Running, browsers: Open) -> None:
    ada, sue, sam, dan, pat = (browsers() for _ in range(5))
    begin(ada, "AB23-CD45-EF67-GH88")
    expect(ada.get_by_role("alert")).to_contain_text("The code is not the one that the server printed")
    begin(ada)
    expect(ada.get_by_role("heading", name="The room")).to_be_visible()
    assert ada.goto("/room/begin").status == 404  # type: ignore[union-attr]
    for name, role in {"sue": "supervisor", "sam": "supervisor", "dan": "dealer", "pat": "player"}.items():
        add_person(ada, name, role)
    for page, name in ((sue, "sue"), (sam, "sam"), (dan, "dan"), (pat, "pat")):
        sign_in(page, name)
    for page in (sue, sam, dan):
        expect(page.get_by_role("heading", name="The room")).to_be_visible()
    expect(pat.get_by_text("is for the staff of the house")).to_be_visible()

    next_step(ada, "/room/act/cage/fund", Amount="900000")  # on the spot, with a wrong password first
    said = "Bring the owner's money into the cage, or take it out. Amount: $900,000.00; Take it out instead: no."
    expect(ada.locator(".sentence")).to_have_text(said)
    sign_here(ada, "sue", "wrong horse battery")
    expect(ada.get_by_role("alert")).to_contain_text("the name or the password is wrong")
    sign_here(ada, "sue")
    expect(ada.get_by_role("heading", name="Done.")).to_be_visible()

    sue.goto("/room/act/sheet/open")  # from another session
    sue.get_by_label("Begin with the example of a game").select_option("flush-poker")
    expect(sue.get_by_label("Sheet", exact=True)).to_have_value(_example(room))
    sue.get_by_role("button", name="Next").click()
    expect(sue.locator(".sentence")).to_contain_text(OPEN_TABLE)
    sentence = sue.locator(".sentence").text_content()
    sue.get_by_role("button", name="Ask for confirmation").click()
    sue.get_by_role("link", name="Follow it in the room").click()
    waiting = sue.locator(".confirmations li")
    expect(waiting).to_contain_text("Waits for a second person")
    expect(sue.get_by_role("button", name="Confirm")).to_have_count(0)
    asked = sam.locator(".confirmations li")
    expect(asked).to_contain_text("sue asks you to confirm:")
    for page in (sue, sam):
        assert page.locator(".confirmations .sentence").text_content() == sentence
    assert room.http.get("/api/v1/tables").json() == []
    sam.get_by_role("button", name="Confirm").click()
    for page in (sue, sam):
        expect(page.locator(".confirmations li")).to_contain_text("Done, confirmed by sam.")
    assert [one["table"] for one in room.http.get("/api/v1/tables").json()] == ["1"]

    next_step(sue, "/room/act/cage/fill", Table="1", Amount="20000")
    sign_here(sue, "dan")
    expect(sue.get_by_role("heading", name="Done.")).to_be_visible()
    add_person_by_two(ada, sue)
    assert deep_audit(room.services.floor.log).findings == ()


def _example(room: Running) -> str:
    return str(room.http.get("/api/v1/sheets/flush-poker").json()["sheet"])


def add_person_by_two(ada: Page, sue: Page) -> None:
    """After the first start the only administrator needs a supervisor, who declines once and then confirms."""
    for answer, end in (("Decline", "Declined by sue."), ("Confirm", "Done, confirmed by sue.")):
        ada.goto("/room/act/person/add")
        ada.get_by_label("Name", exact=True).fill("kim")
        ada.get_by_label("cashier", exact=True).check()
        ada.get_by_label("Password", exact=True).fill(FIRST)
        ada.get_by_role("button", name="Next").click()
        ada.get_by_role("button", name="Do it alone").click()
        expect(ada.get_by_role("alert")).to_contain_text("needs two different persons")
        ada.get_by_role("button", name="Ask for confirmation").click()
        ada.get_by_role("link", name="Follow it in the room").click()
        sue.goto("/room")
        sue.get_by_role("button", name=answer).click()
        expect(ada.locator(".confirmations li").first).to_contain_text(end)
    expect(ada.locator(".steps [data-done=true]", has_text="a cashier")).to_contain_text("kim")


def test_the_pages_fit_every_window_and_axe_finds_nothing(browsers: Open) -> None:
    ada = browsers(color_scheme="dark")
    ada.goto("/room/begin")
    check_windows(ada)
    begin(ada)
    expect(ada.get_by_role("heading", name="The room")).to_be_visible()
    check_windows(ada)
    for address in ("/room/act/person/add", "/room/act/incident/open", "/room/act/cage/fund"):
        ada.goto(address)
        expect(ada.get_by_role("button", name="Next")).to_be_visible()
        check_windows(ada)
    ada.get_by_label("Amount").fill("5")
    ada.get_by_role("button", name="Next").click()
    expect(ada.get_by_role("button", name="Ask for confirmation")).to_be_visible()
    check_windows(ada)


def check_windows(page: Page) -> None:
    """Nothing is wider than the window, and axe finds nothing, light or dark."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (page.url, width, wide)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
