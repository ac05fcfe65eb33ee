"""A real Chromium and a real server, one of each for a test process."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from web.browser.playing import GAMES
from web.browser.serving import House

FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP: Final = {"width": 1440, "height": 900}
PHONE: Final = {"width": 390, "height": 844}
TOOL: Final = Path(__file__).parents[3] / "tools" / "chromium.sh"

EXPECTED: Final = ("WebSocket", "ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "status of 4")

NO_GUIDE: Final = f"""for (const game of {list(GAMES)}) localStorage.setItem(`guide/${{game}}`, "seen");"""

PATIENCE: Final = 60_000  # milliseconds: a busy machine is slow and not wrong; what must be fast says so in its test
expect.set_options(timeout=PATIENCE)

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = subprocess.run([TOOL], capture_output=True, text=True, check=False).stdout.strip()
    if not program or not shutil.which(program):
        pytest.fail("Chromium is not here: run tools/chromium.sh")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    served = House(tmp_path_factory.mktemp("house"))
    served.start()
    yield served
    assert "Traceback" not in served.stop()


@pytest.fixture
def new_page(chromium: Browser, house: House) -> Iterator[NewPage]:
    """Pages of different people; every one must stay free of errors."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(*, knows_games: bool = True, **options: Any) -> Page:
        common = {"base_url": house.address, "viewport": DESKTOP, "reduced_motion": "reduce", "color_scheme": "dark"}
        context = chromium.new_context(**{**common, **options})
        context.set_default_timeout(PATIENCE)
        if knows_games:
            context.add_init_script(NO_GUIDE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: _note(errors, message.type, message.text))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def _note(errors: list[str], kind: str, text: str) -> None:
    """A link that is lost on purpose is no error of the page; a refused policy always is."""
    if kind == "error" and not any(known in text for known in EXPECTED):
        errors.append(text)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()
