"""Settings that this browser keeps, a page that can be installed, and what it says without a link."""

from playwright.sync_api import Page, expect

from web.browser.conftest import NewPage
from web.browser.playing import after, legal, own_table, play_to_the_end, press
from web.browser.serving import House

INK = "(name) => getComputedStyle(document.documentElement).getPropertyValue(name)"
KEPT = "async () => (await Promise.all((await caches.keys()).map(async (n) => (await caches.open(n)).keys()))).flat()"


def has_worker(page: Page) -> str:
    """The address of the worker that answers for the page, once it does."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    return str(page.evaluate("navigator.serviceWorker.controller.scriptURL"))


def kept_paths(page: Page) -> list[str]:
    """What the worker has kept."""
    return sorted(page.evaluate(f"async () => (await ({KEPT})()).map((one) => new URL(one.url).pathname)"))


def test_a_choice_holds_at_once_and_on_every_page(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Theme").select_option("light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Switch to the dark page").click()
    expect(page.get_by_label("Theme")).to_have_value("dark")
    page.get_by_label("Suits").select_option("two")
    assert page.evaluate(INK, "--club") == page.evaluate(INK, "--spade")
    page.get_by_label("House players act").select_option("instantly")
    page.get_by_label("Coach").select_option("on")
    own_table(page, "premium-holdem")
    assert page.evaluate(INK, "--diamond") == page.evaluate(INK, "--heart")
    expect(page.get_by_role("switch", name="Coach")).to_be_checked()
    expect(page.get_by_label("House players act")).to_have_value("instantly")


def test_keys_that_are_switched_off_do_nothing(page: Page) -> None:
    page.goto("/settings")
    page.get_by_label("Keys").select_option("off")
    own_table(page, "premium-holdem")
    after(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("[data-decision]:not([disabled])").first).to_be_visible()  # the house players have wagered, too
    choices = legal(page)
    expect(page.locator(".actions kbd").first).to_be_hidden()
    page.keyboard.press("c")
    page.keyboard.press("/")
    expect(page.locator("#words")).not_to_be_focused()
    assert legal(page) == choices


def test_a_card_in_large_print_has_a_larger_rank(page: Page) -> None:
    heights = []
    for size in ("normal", "large"):
        page.goto("/settings")
        page.get_by_label("Card size").select_option(size)
        own_table(page, "premium-holdem")
        after(page, lambda: page.keyboard.press("Enter"))
        rank, card = (page.locator(f".mine {one}").first.bounding_box() for one in (".card .rank", ".card"))
        assert rank is not None
        assert card is not None
        assert rank["x"] + rank["width"] <= card["x"] + card["width"]
        heights.append(rank["height"] / card["height"])
        play_to_the_end(page, press)
    assert heights[1] > heights[0] * 1.3


def test_the_page_can_be_installed(page: Page) -> None:
    page.goto("/")
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/static/manifest.webmanifest")
    for icon in page.evaluate(f"fetch({manifest['url']!r}).then((one) => one.json())")["icons"]:
        width, square = page.evaluate(
            """async (icon) => {
              const image = new Image();
              image.src = icon.src;
              await image.decode();
              return [image.naturalWidth, image.naturalWidth === image.naturalHeight];
            }""",
            icon,
        )
        assert square
        assert icon["sizes"] in ("any", f"{width}x{width}")


def test_without_a_link_a_page_says_so_and_nothing_of_the_house_is_kept(new_page: NewPage, house: House) -> None:
    page = new_page()
    page.goto("/")
    build = page.locator("html").get_attribute("data-build")
    assert has_worker(page) == f"{house.address}/worker.js?build={build}"
    page.goto("/docs")
    page.evaluate("fetch('/api/v1/games').then((one) => one.json())")
    shell = ["/offline", "/static/base.css", "/static/icon.svg", "/static/pages.css", "/static/theme.js"]
    assert kept_paths(page) == shell
    page.context.set_offline(True)
    page.goto("/me")
    expect(page.get_by_role("heading", name="No link to the house")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).borderRadius") != "0px"
    assert page.evaluate("fetch('/api/v1/games').then(() => 'an answer', () => 'none')") == "none"
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Your play")).to_be_visible()


def test_a_new_build_replaces_what_the_old_one_kept(page: Page) -> None:
    page.goto("/")
    has_worker(page)
    page.evaluate("caches.open('houseway-old')")
    page.evaluate(
        """() => {
          const policy = trustedTypes.createPolicy("test", { createScriptURL: (one) => one });
          return navigator.serviceWorker.register(policy.createScriptURL("/worker.js?build=new"));
        }"""
    )
    page.wait_for_function("() => navigator.serviceWorker.controller.scriptURL.endsWith('build=new')")
    page.wait_for_function("() => caches.keys().then((names) => names.join() === 'houseway-new')")
