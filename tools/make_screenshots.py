"""Make the screenshots of docs/images: a server of its own, a real browser, a few rounds, small pictures.

Cards are dealt by chance, so the pictures differ from run to run; look at each before it is committed.
"""

import argparse
import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Literal

from PIL import Image
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

ROOT: Final = Path(__file__).parents[1]
FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
GAMES: Final = ("down-under-holdem", "premium-holdem", "down-under-blackjack", "flush-poker", "wild-monkey-pai-gow")
NO_GUIDE: Final = f"""for (const game of {list(GAMES)}) localStorage.setItem(`guide/${{game}}`, "seen");"""
PATIENCE: Final = 60_000  # milliseconds
Theme = Literal["dark", "light"]
THEMES: Final[tuple[Theme, Theme]] = ("dark", "light")
WIDEST: Final = 1080  # pixels of a picture
QUALITY: Final = 80  # of a picture: sharp text, felts without rings, a tenth of a PNG


@contextmanager
def served() -> Iterator[str]:
    """The address of a fresh practice house."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "houseway", "serve", "--no-browser", "--port", "8790"]
        command += ["--database", str(Path(folder) / "practice.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  # our own program
            try:
                yield process.stdout.readline().split()[-1] if process.stdout else ""
            finally:
                process.terminate()


class Camera:
    """Takes pictures of pages into a folder."""

    def __init__(self, browser: Browser, address: str, folder: Path) -> None:
        self._browser = browser
        self._address = address
        self._folder = folder

    @contextmanager
    def page(self, size: dict[str, Any], theme: Theme) -> Iterator[Page]:
        """A page of a new guest, who knows the games and needs no guide."""
        context = self._browser.new_context(base_url=self._address, color_scheme=theme, reduced_motion="reduce", **size)
        context.set_default_timeout(90_000)
        context.add_init_script(NO_GUIDE)
        yield context.new_page()
        context.close()

    def take(self, page: Page, name: str, *, whole: bool = False) -> None:
        """A picture of what is seen, or of the whole page."""
        page.wait_for_function("document.querySelectorAll('.link[data-state=open], body:not(:has(.link))').length > 0")
        picture = Image.open(io.BytesIO(page.screenshot(full_page=whole))).convert("RGB")
        picture.thumbnail((WIDEST, picture.height), Image.Resampling.LANCZOS)
        picture.save(self._folder / f"{name}.webp", quality=QUALITY, method=6)


def sit_down(page: Page, game: str) -> None:
    """A table of one's own, with the coach on."""
    page.goto(f"/new/{game}")
    page.get_by_role("button", name="Open the table and sit down").click()
    page.wait_for_url("**/tables/**")
    page.locator("hw-table[data-phase=wager]").wait_for()
    page.get_by_role("switch", name="Coach").click()


def deal(page: Page) -> None:
    """Deal until there is something to decide, with a bonus wager beside the first one."""
    page.locator("button.spot[data-role=bonus]").first.click()
    while True:
        before = page.locator("hw-table").get_attribute("data-number")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => { const { dataset, view } = document.querySelector('hw-table');"
            " return dataset.phase === 'decide'"
            " || (dataset.phase === 'wager' && view.settled && Number(dataset.number) > Number(before)) }",
            arg=before,
        )
        if page.locator("hw-table[data-phase=decide]").count():
            return


def decide(page: Page, *wanted: str) -> bool:
    """Decide the first of these that is legal; whether one was."""
    for decision in wanted:
        button = page.locator(f"[data-decision='{decision}']:not([disabled])").first
        if button.count():
            button.click()
            return True
    return False


def finish(page: Page) -> None:
    """Play the round to its end."""
    while True:
        page.wait_for_function(
            "() => { const table = document.querySelector('hw-table');"
            " return table.dataset.phase !== 'wait' && !table.busy }"
        )
        if page.locator("hw-table[data-phase=wager]").count():
            return
        decide(page, "check", "play 1x", "raise 1x", "set house-way", "stand")


def advised(page: Page) -> None:
    """The coach has spoken; the first time it may have to solve the game, which a picture does not wait for."""
    with suppress(TimeoutError):
        page.locator(".coach .values li").first.wait_for(timeout=PATIENCE)


def tables(camera: Camera) -> None:
    """Each felt on a large screen, themes taking turns; a settled round with its reasons; two felts on a phone."""
    for index, game in enumerate(GAMES):
        with camera.page(DESKTOP, THEMES[index % 2]) as page:
            sit_down(page, game)
            deal(page)
            advised(page)
            camera.take(page, f"{game}-desktop")
            if game == "wild-monkey-pai-gow":
                finish(page)
                page.locator(".why summary").first.click()
                camera.take(page, "why")
    for game in ("down-under-blackjack", "flush-poker"):
        with camera.page(PHONE, "light" if game == "flush-poker" else "dark") as page:
            sit_down(page, game)
            deal(page)
            advised(page)
            camera.take(page, f"{game}-phone")


def other_pages(camera: Camera) -> None:
    """Lobby, replay with proof, drill."""
    with camera.page(DESKTOP, "dark") as page:
        page.goto("/")
        page.get_by_text("round 1", exact=True).first.wait_for()  # the house players have begun
        camera.take(page, "lobby-desktop")
        sit_down(page, "down-under-holdem")
        deal(page)
        finish(page)
        page.goto(page.url.replace("/tables/", "/rounds/") + "/1")
        page.get_by_role("button", name="Derive the order in this page").click()
        page.locator(".verdict").first.wait_for()
        camera.take(page, "round", whole=True)
        page.goto("/drill/down-under-blackjack")
        page.locator(".answers .button").first.click()
        page.locator(".drill-answer").wait_for()
        camera.take(page, "drill")


def main() -> None:
    """Make all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "docs" / "images")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    program = subprocess.run(  # noqa: S603  # our own script
        [ROOT / "tools" / "chromium.sh"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        camera = Camera(browser, address, folder)
        other_pages(camera)
        tables(camera)
        browser.close()
    pictures = sorted(folder.glob("*.webp"))
    print(f"{len(pictures)} pictures, {sum(one.stat().st_size for one in pictures) / 1e6:.2f} MB, in {folder}")


if __name__ == "__main__":
    main()
