"""`houseway sign-in`: a token in a file of one's own spares the password, and nobody else's."""

import os
from pathlib import Path

import pytest

from cli.commands import House


def test_a_signed_in_person_gives_no_password(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    house.run("sign-in", "--as", "sue")
    (file,) = (tmp_path / "data" / "houseway" / "sessions").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    monkeypatch.delenv("HOUSEWAY_PASSWORD")
    house.run("site", "disable", "a test", "--as", "sue")
    assert "Password of ada: set HOUSEWAY_PASSWORD" in house.refused("site", "disable", "a test", "--as", "ada")
    file.chmod(0o644)
    assert "Password of sue: set HOUSEWAY_PASSWORD" in house.refused("incident", "open", "a test", "--as", "sue")
    file.chmod(0o600)
    house.run("sign-out")
    assert "Password of sue: set HOUSEWAY_PASSWORD" in house.refused("incident", "open", "a test", "--as", "sue")


def test_a_sign_in_does_not_stand_for_the_old_password(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    own = os.environ["HOUSEWAY_PASSWORD"]
    house.run("sign-in", "--as", "sue")
    monkeypatch.delenv("HOUSEWAY_PASSWORD")
    monkeypatch.setenv("HOUSEWAY_NEW_PASSWORD", "a thief's own words")
    refused = house.refused("person", "password", "sue", "--as", "sue")
    assert "Old password of sue: set HOUSEWAY_PASSWORD" in refused
    monkeypatch.setenv("HOUSEWAY_PASSWORD", own)
    house.run("person", "password", "sue", "--as", "sue")
    monkeypatch.setenv("HOUSEWAY_PASSWORD", "a thief's own words")
    house.run("site", "disable", "a test", "--as", "sue")
