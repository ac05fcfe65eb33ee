"""`houseway new-game`: the skeleton of a package that brings a game of its own."""

import re
import sys
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Final

from houseway.errors import InvalidInput, NotAllowedNow, shown
from houseway.games import game_names

SKELETON: Final = Path(__file__).parent / "skeleton"
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_PLACES: Final = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "__init__.py": "src/$package/__init__.py",
    "approval.toml": "src/$package/approval.toml",
    "rules.py": "src/$package/rules.py",
    "play.py": "src/$package/play.py",
    "settle.py": "src/$package/settle.py",
    "kit.py": "src/$package/kit.py",
    "test_game.py": "tests/test_$package.py",
}


def write_game(name: str, folder: Path | None) -> None:
    """Write the package of a new game into a folder of its name, or into the one given, and print the next steps."""
    target = folder or Path(name)
    files = skeleton_files(name)
    if target.exists() and any(target.iterdir() if target.is_dir() else [target]):
        raise NotAllowedNow(f"{target} is not empty", field="--folder")
    for place, text in files.items():
        path = target / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{name}: {len(files)} files in {target}\n\n  pip install -e {target}\n")
    sys.stdout.write(f"  cd {target} && python -m pytest  # the first test fails: write its rule\n")


def skeleton_files(name: str) -> dict[str, str]:
    """The text of every file of a new game, by its place in the package."""
    if not _NAME.fullmatch(name):
        raise InvalidInput(f"must be words of letters and digits such as red-queen, not {shown(name)}", field="name")
    if name in game_names():
        raise InvalidInput(f"there is a game called {name} already", field="name")
    package = name.replace("-", "_")
    if iskeyword(package) or find_spec(package):
        raise InvalidInput(f"Python has a module or a word called {package} already", field="name")
    words = {"name": name, "package": package, "title": name.replace("-", " ").title()}
    return {
        Template(place).substitute(words): Template(_read(file)).substitute(words) for file, place in _PLACES.items()
    }


def _read(file: str) -> str:
    return (SKELETON / f"{file}.txt").read_text(encoding="utf-8")
