"""Attacks by the words of a command: passwords in them, bytes that are no text, keys that others may read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from house.support.floor import QUICK, WORDS, staff
from houseway.cli import main
from houseway.errors import InvalidInput
from houseway.house.log.memory import MemoryLog
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import AddFirstPerson, SetPassword
from houseway.house.records.heads import HouseKey
from houseway.house.store.database import display_url, parse_url
from houseway.house.store.store import open_log

Capture = pytest.CaptureFixture[str]
SECRET = "hunter2"  # noqa: S105  # of nobody
NO_TEXT = "\udcff"  # as a byte that is no UTF-8 comes in


@pytest.mark.parametrize("setting", ["password", "PASSWORD", "sslmode=disable&password", "sslpassword"])
def test_a_password_among_the_settings_of_a_server_is_refused_too(capsys: Capture, setting: str) -> None:
    url = f"postgresql://ann@localhost:1/house?{setting}={SECRET}"
    for words in (["table", "list", "--db", url], ["serve", "--no-browser", "--database", url]):
        assert main(words) == 2
        error = capsys.readouterr().err
        assert "others can read a password on the command line" in error
        assert SECRET not in error


@pytest.mark.parametrize("where", [f"ann:{SECRET}@localhost:1/d", f"ann@localhost:1/d?password={SECRET}"])
def test_no_error_tells_the_password_of_the_variable(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setenv("HOUSEWAY_DB", f"postgresql://{where}")
    assert main(["table", "list"]) == 2
    error = capsys.readouterr().err
    assert "no server answers there" in error
    assert SECRET not in error
    assert SECRET not in display_url(parse_url(f"postgresql://{where}"))


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}", "sqlite+pysqlite:///{}"])
def test_a_file_that_others_may_read_is_reported_however_it_is_named(
    tmp_path: Path, capsys: Capture, form: str
) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        staff(log)
    url = form.format(path)
    assert main(["table", "list", "--db", url]) == 0
    assert "others may read" not in capsys.readouterr().err
    path.chmod(0o644)
    assert main(["table", "list", "--db", url]) == 0
    assert "others may read or write this file; chmod 600 it" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["jackpot", "show", NO_TEXT],
        ["table", "show", NO_TEXT],
        ["table", "close", NO_TEXT],
        ["cage", "balances", NO_TEXT],
        ["audit", "recall", "--table", NO_TEXT],
        ["evaluate", NO_TEXT],
    ],
)
def test_words_that_are_no_text_are_one_line(capsys: Capture, words: list[str]) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error == f"houseway: word {words.index(NO_TEXT) + 1}: must be text in UTF-8\n"


@pytest.mark.parametrize("name", ["HOUSEWAY_PASSWORD", "HOUSEWAY_NEW_PASSWORD", "HOUSEWAY_PERSON", "HOUSEWAY_SECOND"])
def test_a_variable_that_is_no_text_is_one_line(tmp_path: Path, name: str) -> None:
    given = {os.fsencode(key): os.fsencode(value) for key, value in os.environ.items() if "HOUSEWAY" not in key}
    given |= {b"HOUSEWAY_DB": os.fsencode(tmp_path / "house.db"), name.encode(): b"good horse \xff"}
    command = [sys.executable, "-m", "houseway", "person", "add", "ada"]
    done = subprocess.run(command, env=given, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (2, f"houseway: {name}: must be text in UTF-8\n")


def test_a_password_that_is_no_text_is_none() -> None:
    people = House(MemoryLog(), hasher=QUICK)
    with pytest.raises(InvalidInput, match="UTF-8"):
        people.do(AddFirstPerson(name="ada", password=f"correct horse {NO_TEXT}"))
    people.do(AddFirstPerson(name="ada", password=WORDS))
    with pytest.raises(NotPermitted, match="is wrong"):
        people.log_in("ada", WORDS + NO_TEXT)
    with pytest.raises(InvalidInput, match="UTF-8"):
        people.do(SetPassword(name="ada", password=f"another horse {NO_TEXT}", old=WORDS), by="ada")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_signing_key_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "houseway.key"
    public = HouseKey.open(path).public
    path.chmod(mode)
    with pytest.raises(InvalidInput, match="others may read this key: chmod 600 it"):
        HouseKey.open(path)
    path.chmod(0o600)
    assert HouseKey.open(path).public == public
