"""The docs speak of modules and pages that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "houseway"
PAGES = sorted((ROOT / "docs").glob("*.md"))
MODULE = re.compile(r"`((?:cli|web|lab|house|games|cards)/[a-z_/]+)(?:\.py)?`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def test_every_module_that_the_architecture_names_exists() -> None:
    named = set(MODULE.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")))
    missing = [name for name in named if not (SOURCE / f"{name}.py").exists() and not (SOURCE / name).is_dir()]
    assert missing == []


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_every_page_that_a_page_links_exists(page: Path) -> None:
    linked = LINK.findall(page.read_text(encoding="utf-8"))
    assert [name for name in linked if not (page.parent / name).exists()] == []


def test_the_ways_through_the_code_name_their_modules() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    ways = page[page.index("## The way of five things") : page.index("## A rule and its two ways to run")]
    assert len(re.findall(r"^\d\. \*\*", ways, re.MULTILINE)) == 5
    assert len(MODULE.findall(ways)) >= 20
