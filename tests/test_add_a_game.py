"""docs/add-a-game.md does what it says: its commands are run and its files written, in an environment of its own."""

import os
import re
import subprocess
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "add-a-game.md"
BLOCK = re.compile(r"^```(sh|python) ?(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WORD = re.compile(r'(\w+)(?:=("[^"]*"|\S+))?')


class Workshop:
    """A folder with a virtual environment that also sees what the tests are run with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        home = folder / "venv"
        venv.create(home, with_pip=True, symlinks=True)
        site = next((home / "lib").glob("python*")) / "site-packages"
        seen = [sysconfig.get_paths()["purelib"], str(PAGE.parent.parent / "src")]
        (site / "seen.pth").write_text("\n".join(seen) + "\n")
        program = home / "bin" / "houseway"
        start = ("import sys", "from houseway.cli import main", "sys.exit(main())")
        program.write_text("\n".join([f"#!{home / 'bin' / 'python'}", *start, ""]))
        program.chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
            "PIP_NO_BUILD_ISOLATION": "0",  # the builder is here already, and nothing is fetched
            "PIP_NO_DEPS": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "COLUMNS": "100",
        }

    def run(self, commands: str) -> subprocess.CompletedProcess[str]:
        shell = ["/bin/sh", "-ec", commands]
        return subprocess.run(shell, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)

    def succeed(self, commands: str) -> str:
        done = self.run(commands)
        assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def write(self, words: dict[str, str], text: str) -> None:
        path = self.folder / words["file"]
        if "replaces" in words:
            old = path.read_text()
            assert old.count(words["replaces"]) == 1, words
            path.write_text(old.replace(words["replaces"], text.rstrip("\n")))
        elif "appends" in words:
            path.write_text(f"{path.read_text()}\n{text}")
        else:
            path.write_text(text)


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def blocks() -> Iterator[tuple[str, dict[str, str], str]]:
    for language, words, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        yield language, {name: value.strip('"') for name, value in WORD.findall(words)}, text


def test_the_page_is_true(workshop: Workshop) -> None:
    kinds = []
    for language, words, text in blocks():
        if language == "python":
            workshop.write(words, text)
        elif "fails" in words:
            done = workshop.run(text)
            assert done.returncode != 0, text
            assert "Traceback" not in done.stderr
        else:
            assert words.get("prints", "") in workshop.succeed(text)
        kinds.append((language, *words))
    assert kinds.count(("sh", "fails")) == 2
    assert kinds.count(("sh",)) >= 2
    assert "no analysis" not in workshop.succeed("houseway analyze red-queen --json")
    assert "red-queen" in workshop.succeed("houseway games")
    workshop.succeed("pip uninstall -y -q houseway-red-queen")
    assert "red-queen" not in workshop.succeed("houseway games")


def example_game() -> Path:
    (found,) = (PAGE.parent.parent / "examples").glob("*/pyproject.toml")
    return found.parent


def test_the_example_of_a_game_passes_its_own_tests_and_can_be_removed(workshop: Workshop) -> None:
    game = example_game()
    before = workshop.succeed("houseway games")
    workshop.succeed(f"pip install -q {game}")
    assert game.name in workshop.succeed("houseway games")
    tried = workshop.succeed(f"cd {game} && python -m pytest -q -p no:cacheprovider")
    assert re.search(r"^\d+ passed", tried.splitlines()[-1]), tried
    workshop.succeed(f"pip uninstall -y -q houseway-{game.name}")
    assert workshop.succeed("houseway games") == before


def test_our_own_code_does_not_know_the_example() -> None:
    name = example_game().name
    words = (name, name.replace("-", "_"))
    root = PAGE.parent.parent
    known = [
        str(path.relative_to(root))
        for folder in ("src", "tests")
        for path in (root / folder).rglob("*")
        if path.suffix in (".py", ".toml", ".js", ".html", ".txt") and any(word in path.read_text() for word in words)
    ]
    assert known == []
