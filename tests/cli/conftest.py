"""The house of a test, with its people."""

import functools
from pathlib import Path

import argon2
import pytest

from cli.commands import PEOPLE, Capture, House


@pytest.fixture(autouse=True)
def a_pipe_of_usual_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """The runner's own processes set COLUMNS."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def house(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    quick = functools.partial(argon2.PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(argon2, "PasswordHasher", quick)
    monkeypatch.setenv("HOUSEWAY_DB", str(tmp_path / "house.db"))
    for name in ("HOUSEWAY_PASSWORD", "HOUSEWAY_SECOND_PASSWORD", "HOUSEWAY_NEW_PASSWORD"):
        monkeypatch.setenv(name, "correct horse")
    for name in ("HOUSEWAY_PERSON", "HOUSEWAY_SECOND"):
        monkeypatch.delenv(name, raising=False)
    found = House(capsys, tmp_path)
    found.run("person", "add", "ada")
    for person, role in PEOPLE.items():
        found.add_person(person, "--role", role, "--as", "ada")
    return found
