"""A house in a file of its own whose commands a test runs, as a person or a program would."""

import json
from pathlib import Path
from typing import Any

import pytest

from houseway.cli import main
from houseway.house.sheets.example import example_sheet

Capture = pytest.CaptureFixture[str]
DAY = "2026-11-16"
PEOPLE = {"sue": "supervisor", "sam": "supervisor", "dan": "dealer", "pat": "player", "kim": "player", "abe": "auditor"}
READER = ("--as", "abe")


def run(capsys: Capture, *words: str, code: int = 0) -> tuple[str, str]:
    """What a command prints, and on standard error; wrong input is answered there, in one line."""
    found = main(list(words))
    shown = capsys.readouterr()
    assert found == code, shown
    if code == 2:
        assert shown.err.startswith("houseway: ")
        assert shown.err.count("\n") == 1
    return shown.out, shown.err


class House:
    """A house of one test: its commands, and everything that they printed."""

    def __init__(self, capsys: Capture, folder: Path) -> None:
        self.capsys = capsys
        self.folder = folder
        self.printed = ""
        self.error = ""

    def run(self, *words: object, code: int = 0) -> str:
        out, self.error = run(self.capsys, *map(str, words), code=code)
        if code == 2:
            assert out == ""
        self.printed += out
        return out

    def add_person(self, name: str, *words: object) -> None:
        """Add somebody, who then changes the first password to that of everybody."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HOUSEWAY_NEW_PASSWORD", "given by somebody else")
            self.run("person", "add", name, *words)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HOUSEWAY_PASSWORD", "given by somebody else")
            self.run("person", "password", name, "--as", name)

    def json(self, *words: object, code: int = 0) -> Any:
        return json.loads(self.run(*words, "--json", code=code))

    def refused(self, *words: object) -> str:
        self.run(*words, code=2)
        return self.error

    def sheet(self, game: str, *changes: tuple[str, str], name: str = "7", shuffle: bool = True) -> str:
        text = example_sheet(game).replace('name = "1"', f'name = "{name}"', 1)
        if shuffle:
            text = text.replace('cards = "hand"', 'cards = "shuffle"')
            text += '\n[controls.equipment]\nreference = "EQ-1"\ndate = 2024-01-01\n'
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path = self.folder / f"{name}.toml"
        path.write_text(text)
        return str(path)

    def open(self, *given: Any, **more: Any) -> Any:
        file = self.sheet(*given, **more)
        return self.json("table", "open", file, "--on", DAY, "--as", "sue", "--second", "ada")

    def fill(self, table: object = 7, amount: int = 20_000) -> None:
        """Fund the cage, and fill a table's tray."""
        self.run("cage", "fund", amount, "--as", "ada", "--second", "sue")
        self.run("cage", "fill", table, amount, "--as", "sue", "--second", "dan")

    def events(self, kind: str) -> list[Any]:
        lines = self.run("audit", "export", *READER).splitlines()
        return [event for event in map(json.loads, lines) if event["kind"] == kind]

    def balance(self, account: str) -> str:
        return str(self.json("cage", "balances", *READER, account).get(account, "0.00"))
