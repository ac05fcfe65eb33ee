"""README, CONTRIBUTING and the docs name only pages, files, commands and targets that exist."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from houseway.cli.app import program
from houseway.house.records.event_payloads import BY_NAME, ONE_EACH

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "houseway"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)

LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
QUOTED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w.-]+(?:/[\w.-]+)*\.(?:py|js|sh|toml|md)")
FOLDERS = ("cli", "web", "lab", "house", "games", "cards", "testing", "static", "src", "tests", "tools", "bench")
MODULE = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w/-]+")
NAME_OF_ANY = re.compile(r"\b[A-Z]{2,}\b")  # such as GAME, where any name may stand
CALL = re.compile(r"houseway (?!is at )([a-z][a-z-]*)(?: ([a-z][a-z-]*))?")
TARGET = re.compile(r"make ([a-z-]+)")

ACCOUNTS = {"house/bank", "house/variance", "house/drawer/NAME"}  # of the ledger, not files
PACKAGES = [f"{path.name}/" for path in (ROOT / "examples").glob("*/src/*")]
OF_A_PACKAGE = (*PACKAGES, "src/red_queen/", "src/PACKAGE/", "tests/golden/")  # of a game that somebody else writes


@cache
def groups() -> dict[str, set[str]]:
    """The commands of each group, by the group's name; "" has the commands of the program itself."""
    whole = program()
    found = {"": {str(command.name) for command in whole.registered_commands}}
    for group in whole.registered_groups:
        assert group.typer_instance is not None
        found[str(group.name)] = {str(command.name) for command in group.typer_instance.registered_commands}
    return found


@cache
def event_kinds() -> set[str]:
    """Every kind of event; some have two words, like a command."""
    return {kind for payloads in [*ONE_EACH.values(), *(payloads for _, payloads in BY_NAME)] for kind in payloads}


def quoted(page: Path) -> list[str]:
    """Whatever a page prints as code within its sentences."""
    return QUOTED.findall(FENCED.sub("", page.read_text(encoding="utf-8")))


def is_known_file(name: str) -> bool:
    """Whether a file of the repository ends with this path."""
    folders = (".", "src/**", "tests/**", "tools", "docs", "bench", "examples/**")
    path = NAME_OF_ANY.sub("*", name)
    return name.startswith(OF_A_PACKAGE) or any(any(ROOT.glob(f"{folder}/{path}")) for folder in folders)


def is_known_module(name: str) -> bool:
    """Whether a path without an ending is a module or a folder."""
    if name in ACCOUNTS or name.startswith(OF_A_PACKAGE):
        return True
    path = NAME_OF_ANY.sub("*", name).rstrip("/")
    bases = (ROOT, SOURCE, SOURCE / "web")
    return any(any(base.glob(path + ending)) for base in bases for ending in ("", ".py"))


def python_of(page: Path) -> list[str]:
    """The examples in Python that a page prints."""
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_notebook_examples_of_the_lab_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for example in python_of(ROOT / "docs" / "lab.md"):
        exec(compile(example, "docs/lab.md", "exec"), {})  # noqa: S102
    assert (tmp_path / "simulated.csv").read_text().count("not approved") > 1
    assert (tmp_path / "results.svg").read_text().startswith("<svg ")


def unknown_calls(text: str) -> Iterator[str]:
    """The commands in a text that the program does not have."""
    for command, word in CALL.findall(text):
        if command not in groups()[""] and command not in groups():
            yield f"houseway {command}"
        elif command in groups() and word and word not in groups()[command]:
            yield f"houseway {command} {word}"


@EVERY_PAGE
def test_every_page_that_a_page_links_exists(page: Path) -> None:
    linked = LINK.findall(page.read_text(encoding="utf-8"))
    assert [name for name in linked if not (page.parent / name).exists()] == []


@EVERY_PAGE
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    names = [name for name in quoted(page) if FILE.fullmatch(name)]
    assert [name for name in names if not is_known_file(name)] == []


@EVERY_PAGE
def test_every_module_that_a_page_names_exists(page: Path) -> None:
    names = [name for name in quoted(page) if MODULE.fullmatch(name)]
    assert [name for name in names if not is_known_module(name)] == []


@EVERY_PAGE
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    calls = [call for code in [*quoted(page), *FENCED.findall(text)] for call in unknown_calls(code)]
    starts = (name for name in quoted(page) if name.split()[0] in groups() and name not in event_kinds())
    short = [call for name in starts for call in unknown_calls(f"houseway {name}")]
    assert calls + short == []


@EVERY_PAGE
def test_every_target_that_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {target for code in quoted(page) for target in TARGET.findall(code)}
    assert named <= targets


def test_the_paths_through_the_code_name_their_modules() -> None:
    page = ARCHITECTURE.read_text(encoding="utf-8")
    for title in ("How an act travels", "How a settlement travels", "How an analysis travels"):
        part = page.partition(f"## {title}\n")[2].partition("\n## ")[0]
        modules = [name for name in QUOTED.findall(part) if MODULE.fullmatch(name.removesuffix(".py"))]
        assert len(modules) >= 6, title
