"""For everybody: no serious accessibility fault on any page, a phone without scrolling, light pages, quick pages."""

import re
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Page, expect

from web.browser.conftest import DESKTOP, PHONE, NewPage
from web.browser.phases import LONG_HANDS, phases
from web.browser.playing import GAMES, after, my_turn_or_over, own_table, play_to_the_end, press, ready_to_wager

PAGES: Final = (
    "/",
    "/docs",
    "/docs/api",
    "/docs/flush-poker",
    "/drill",
    "/drill/dealer-errors",
    "/me",
    "/new/wild-monkey-pai-gow",
    "/no-such-page",
    "/offline",
    "/settings",
    "/sign-in",
)
GRAVE: Final = ("serious", "critical")
LOOKS: Final[dict[str, dict[str, Any]]] = {
    "dark desktop": {"viewport": DESKTOP, "color_scheme": "dark"},
    "light phone": {"viewport": PHONE, "color_scheme": "light", "has_touch": True},
}
EVERY_LOOK = pytest.mark.parametrize("look", LOOKS)


def grave_faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"][:3]
    ]


def settled_down(page: Page) -> None:
    """What the page draws by itself is there."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)


@EVERY_LOOK
def test_no_page_has_a_serious_fault(new_page: NewPage, look: str) -> None:
    page = new_page(**LOOKS[look])
    for address in PAGES:
        page.goto(address)
        settled_down(page)
        assert grave_faults(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


@EVERY_LOOK
@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_no_serious_fault_in_any_phase(new_page: NewPage, look: str, game: str) -> None:
    page = new_page(**LOOKS[look])
    own_table(page, game)
    assert grave_faults(page) == []
    after(page, lambda: page.keyboard.press("Enter"))
    if my_turn_or_over(page):
        assert grave_faults(page) == []
    play_to_the_end(page, press)
    ready_to_wager(page)
    assert grave_faults(page) == []


@EVERY_LOOK
@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_table_can_show_has_no_serious_fault(new_page: NewPage, look: str, game: str) -> None:
    page = new_page(**LOOKS[look])
    own_table(page, game)
    found = {phase: faults for phase in phases(page) if (faults := grave_faults(page))}
    assert found == {}


def overflow(page: Page) -> list[str]:
    """What does not fit: a page that scrolls, or something on the felt or in the bar that is cut off."""
    return page.evaluate(  # type: ignore[no-any-return]
        """() => {
          const out = [];
          const root = document.documentElement;
          if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) out.push("page");
          for (const name of [".felt", ".actions"]) {
            const box = document.querySelector(name).getBoundingClientRect();
            const parts = [".card", ".spot", ".button", ".hand-name", ".who", ".notice"];
            const inside = parts.map((part) => `${name} ${part}`).join(", ");
            for (const one of document.querySelectorAll(inside)) {
              const place = one.getBoundingClientRect();
              if (!place.width) continue;
              const cut = place.top < box.top - 1 || place.bottom > box.bottom + 1
                || place.left < -1 || place.right > innerWidth + 1;
              if (cut) out.push(`${name} ${one.className.baseVal ?? one.className}`);
            }
          }
          return out;
        }"""
    )


@EVERY_LOOK
@pytest.mark.parametrize("hands", LONG_HANDS.values(), ids=LONG_HANDS)
def test_long_and_split_hands_of_blackjack_fit(new_page: NewPage, look: str, hands: list[dict[str, Any]]) -> None:
    page = new_page(**LOOKS[look])
    own_table(page, "down-under-blackjack")
    after(page, lambda: page.keyboard.press("Enter"))
    my_turn_or_over(page)
    before = overflow(page)
    assert before in ([], ["page"])  # a desktop's page is as long as what is said beside the table
    page.evaluate(
        """(hands) => {
          const table = document.querySelector("hw-table");
          const view = structuredClone(table.view);
          for (const seat of view.seats) Object.assign(seat, { hands, cards: hands[0].cards });
          view.dealer.cards = ["5d", "2h", "2d", "2c", "3h", "2s", "Ad"];
          table.hear({ table: view.table, view });
        }""",
        hands,
    )
    expect(page.locator(".strip li")).to_have_count(len(hands))
    expect(page.locator(".strip .card")).to_have_count(sum(len(hand["cards"]) for hand in hands))
    assert overflow(page) == before
    sizes = page.locator(".strip .card").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert min(sizes) >= 20


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_everything_without_scrolling(new_page: NewPage, game: str) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    own_table(page, game)
    assert overflow(page) == []
    page.locator("button.spot").first.tap()
    after(page, page.locator(".deal").tap)
    turns = 0
    while my_turn_or_over(page) and turns < 8:
        turns += 1
        assert overflow(page) == []
        for button in page.locator(".decisions .button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 52
        choice = page.locator(".decisions .button.plain:not([disabled]), .decisions .button.first:not([disabled])")
        after(page, choice.last.tap)
    play_to_the_end(page, press)
    ready_to_wager(page)
    assert overflow(page) == []
    page.locator(".banner").tap()
    expect(page.locator(".why")).to_be_visible()
    page.get_by_role("button", name="Back to the table").tap()
    expect(page.locator(".felt")).to_be_visible()


@pytest.mark.parametrize("game", ["down-under-blackjack", "flush-poker"])
def test_a_phone_has_room_for_the_coach(new_page: NewPage, game: str) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    own_table(page, game)
    page.get_by_role("switch", name="Coach").tap()
    for _ in range(6):
        after(page, page.locator(".deal").tap)
        if my_turn_or_over(page):
            break
    expect(page.locator(".coach .values li").first).to_be_visible(timeout=60_000)
    assert overflow(page) == []


def test_a_long_press_takes_chips_off(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    own_table(page, "premium-holdem")
    ante = page.get_by_role("button", name=re.compile("^Ante:"))
    expect(ante).to_have_attribute("aria-label", re.compile(r"\$10\.00"))
    ante.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(ante).to_have_attribute("aria-label", re.compile(r"\$5\.00"))
    ante.dispatch_event("pointerup", {"pointerType": "touch"})


def test_a_round_as_a_screen_reader_meets_it(page: Page) -> None:
    own_table(page, "premium-holdem")
    after(page, lambda: page.keyboard.press("Enter"))
    assert my_turn_or_over(page)
    expect(page.locator("hw-table")).to_match_aria_snapshot(
        r"""
        - 'region "The table: Premium Hold''em"':
          - 'group "Dealer: 3 cards face down"'
          - 'group "Board: 4 cards face down"'
          - list "Seats"
          - group /Your hand. .+ of .+/
          - list "Wagers":
            - listitem:
              - 'img "Ante: $10.00"'
            - listitem:
              - 'img "X-tra Bonus: $10.00"'
        - region "What you can do":
          - button "Check C"
          - button "Play 3x 3"
        - log "What happens at this table":
          - paragraph: /Round 1 is dealt\. You have .+/
        - alert: "Your turn: Check, Play 3x."
        """
    )
    after(page, lambda: press(page, "play 3x"))
    play_to_the_end(page, press)
    expect(page.locator("hw-table")).to_match_aria_snapshot(
        r"""
        - 'region "The table: Premium Hold''em"'
        - region "What you can do":
          - button /Deal again/
        - region "Why the last round was paid so":
          - heading /Round 1/
          - list:
            - listitem:
              - group: /Ante/
        - log "What happens at this table":
          - paragraph: /You (win|lose|come out even).+/
        """
    )


def test_the_command_box_takes_the_houses_words(page: Page) -> None:
    own_table(page, "down-under-holdem")
    after(page, lambda: page.keyboard.press("Enter"))
    assert my_turn_or_over(page)

    def say(words: str) -> None:
        page.keyboard.press("/")
        page.keyboard.type(words)
        page.keyboard.press("Enter")

    answer = page.locator(".command-panel .answer")
    for words, told in (
        ("hand", "You have"),
        ("dealer", "2 cards face down"),
        ("lights", "The reader shows"),
        ("clock", "No clock runs"),
        ("seat 3", "Seat 3 is free"),
        ("coach", "The coach is on"),
        ("last", "No round is settled"),
        ("nonsense please", "nonsense"),
    ):
        say(words)
        expect(page.locator(".side, .actions").filter(has_text=told).first).to_be_visible()
    expect(answer).to_be_attached()
    after(page, lambda: say("play 3x"))
    expect(page.locator(".log")).to_contain_text("You play 3x.")


def test_the_theme_is_a_switch_that_lasts(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Switch to the light page").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.goto("/docs")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.get_by_role("button", name="Switch to the dark page")).to_be_visible()


@pytest.mark.parametrize("address", ["/", "/play/flush-poker"])
def test_a_page_is_light(new_page: NewPage, address: str) -> None:
    page = new_page()
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(int(answer.headers.get("content-length", 0))))
    page.goto(address)
    settled_down(page)
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    assert sum(sizes) < 200_000


def test_practice_chips_are_always_in_sight(new_page: NewPage) -> None:
    for look in LOOKS.values():
        page = new_page(**look)
        for address in ("/", "/play/premium-holdem", "/docs"):
            page.goto(address)
            settled_down(page) if address != "/play/premium-holdem" else ready_to_wager(page)
            expect(page.get_by_text(re.compile("^practice chips$")).locator("visible=true").first).to_be_visible()
