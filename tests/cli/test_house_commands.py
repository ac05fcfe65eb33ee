"""`houseway audit` and `houseway person` as a program sees them: answers, exit codes, one line for what is wrong."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands import run
from houseway.house.people.cage_events import buy_in, fill
from houseway.house.store.store import open_log

Shown = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for each test; its people have one password."""
    path = tmp_path / "house.db"
    monkeypatch.setenv("HOUSEWAY_DB", str(path))
    monkeypatch.setenv("HOUSEWAY_KEY", str(tmp_path / "house.key"))
    monkeypatch.setenv("HOUSEWAY_PASSWORD", "correct horse")
    monkeypatch.setenv("HOUSEWAY_NEW_PASSWORD", "correct horse")
    monkeypatch.delenv("HOUSEWAY_PERSON", raising=False)
    return path


def written(path: Path) -> None:
    with open_log(str(path)) as log:
        log.append(fill("7", 1_000_00), buy_in("pat", 250_00, table="7", stream="table/7"))


def test_verify(capsys: Shown, database: Path) -> None:
    written(database)
    out, _ = run(capsys, "audit", "verify")
    assert "2 streams, 2 events, 6 postings" in out
    assert "whole" in out
    out, _ = run(capsys, "audit", "verify", "--json")
    assert json.loads(out) == {"whole": True, "streams": 2, "events": 2, "postings": 6, "broken": None}
    connection = sqlite3.connect(database)
    connection.executescript(
        "DROP TRIGGER postings_refuse_update; UPDATE postings SET amount = -amount WHERE number = 1"
    )
    connection.close()
    out, _ = run(capsys, "audit", "verify", "--json", code=1)
    assert json.loads(out)["broken"] == {
        "stream": "house",
        "number": 1,
        "what": "its hash is not that of its content",
        "where": "house 1",
    }
    out, _ = run(capsys, "audit", "verify", code=1)
    assert "broken: house 1: its hash is not that of its content" in out


def test_a_file_that_is_not_whole_is_an_answer_and_no_error(capsys: Shown, database: Path) -> None:
    written(database)
    content = database.read_bytes()
    for kept in (len(content) // 2, 4096):
        database.write_bytes(content[:kept])
        out, _ = run(capsys, "audit", "verify", code=1)
        assert "broken: " in out
        out, _ = run(capsys, "audit", "verify", "--json", code=1)
        assert json.loads(out)["whole"] is False


def test_verify_with_signed_heads(capsys: Shown, database: Path, tmp_path: Path) -> None:
    written(database)
    out, _ = run(capsys, "audit", "heads", "--json")
    signed = tmp_path / "heads.json"
    signed.write_text(out)
    run(capsys, "audit", "verify", "--head", str(signed))
    run(capsys, "audit", "verify", "--head", str(signed), "--public", json.loads(out)["key"])
    _, err = run(capsys, "audit", "verify", "--head", str(signed), "--public", "00" * 32, code=2)
    assert "another key" in err
    shown, _ = run(capsys, "audit", "heads")
    assert json.loads(out)["heads"]["table/7"]["hash"] in shown
    for file in tmp_path.glob("house.db*"):
        file.unlink()
    with open_log(str(database)) as log:
        log.append(fill("8", 100))
    out, _ = run(capsys, "audit", "verify", "--head", str(signed), "--json", code=1)
    assert json.loads(out)["broken"]["stream"] == "house"


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"heads": 1}', "\udcff"])
def test_heads_that_are_none(capsys: Shown, database: Path, tmp_path: Path, text: str) -> None:
    written(database)
    (tmp_path / "heads").write_bytes(text.encode("utf-8", "surrogateescape"))
    run(capsys, "audit", "verify", "--head", str(tmp_path / "heads"), code=2)
    run(capsys, "audit", "verify", "--head", str(tmp_path / "none"), code=2)


def test_export(capsys: Shown, database: Path, tmp_path: Path) -> None:
    written(database)
    out, _ = run(capsys, "audit", "export")
    assert [json.loads(line)["kind"] for line in out.splitlines()] == ["fill", "buy-in"]
    target = tmp_path / "postings.csv"
    words = ("audit", "export", str(target), "--what", "postings", "--format", "csv", "--stream", "table/7")
    run(capsys, *words)
    assert len(target.read_text().splitlines()) == 5
    run(capsys, *words)
    assert sorted(path.name for path in tmp_path.glob("postings*")) == ["postings.csv"]
    _, err = run(capsys, "audit", "export", str(tmp_path / "no" / "x.csv"), code=2)
    assert "cannot be written" in err
    run(capsys, "audit", "export", "--what", "cards", code=2)
    run(capsys, "audit", "export", "--stream", "table/99", code=2)


def test_day(capsys: Shown, database: Path) -> None:
    written(database)
    with open_log(str(database)) as log:
        last = log.last("house")
    assert last is not None
    days = [last.at[:10]]
    if last.at[11:13] < "06":  # before six it is still the day before
        from datetime import date, timedelta

        days = [str(date.fromisoformat(last.at[:10]) - timedelta(days=1))]
    out, _ = run(capsys, "audit", "day", days[0], "--json")
    assert json.loads(out)["tables"][0]["drop"] == "250.00"
    out, _ = run(capsys, "audit", "day", days[0])
    assert "250.00" in out
    run(capsys, "audit", "day", "yesterday", code=2)


def test_people(capsys: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    out, _ = run(capsys, "person", "add", "ada", "--json")
    assert json.loads(out) == [
        {"name": "ada", "roles": ["administrator"], "disabled": False, "locked": None, "must_change": False}
    ]
    run(capsys, "person", "add", "sue", "--role", "dealer", "--role", "supervisor", "--as", "ada")
    monkeypatch.setenv("HOUSEWAY_PERSON", "ada")
    run(capsys, "person", "roles", "sue", "--role", "auditor")
    run(capsys, "person", "disable", "sue")
    out, _ = run(capsys, "person", "list", "--json")
    assert json.loads(out)[1] == {
        "name": "sue",
        "roles": ["auditor"],
        "disabled": True,
        "locked": None,
        "must_change": True,
    }
    run(capsys, "person", "enable", "sue")
    monkeypatch.setenv("HOUSEWAY_NEW_PASSWORD", "another one")
    run(capsys, "person", "password", "sue", "--as", "sue")
    monkeypatch.setenv("HOUSEWAY_PASSWORD", "another one")
    _, err = run(capsys, "person", "add", "bob", "--role", "dealer", "--as", "sue", code=2)
    assert "sue: may not add person; that is for an administrator" in err
    _, err = run(capsys, "person", "disable", "sue", code=2)
    assert "the name or the password is wrong" in err
    out, _ = run(capsys, "person", "list", "--as", "sue")
    assert "sue" in out
    assert "auditor" in out


def test_a_person_is_asked_for(capsys: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    run(capsys, "person", "add", "ada")
    _, err = run(capsys, "person", "disable", "ada", code=2)
    assert "who are you? Add --as NAME" in err
    monkeypatch.delenv("HOUSEWAY_PASSWORD")
    _, err = run(capsys, "person", "disable", "ada", "--as", "ada", code=2)
    assert "Password of ada: set HOUSEWAY_PASSWORD" in err


def test_what_is_not_there(capsys: Shown, tmp_path: Path) -> None:
    for words in (("verify",), ("export",), ("heads",), ("day", "2026-01-01")):
        _, err = run(capsys, "audit", *words, code=2)
        assert "does not exist" in err
    run(capsys, "audit", "verify", "--db", "mysql://x/y", code=2)
    run(capsys, "audit", "verify", "--db", str(tmp_path), code=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["--help"], ["settle", "--help"], ["audit", "verify", "--help"], ["games"]])
def test_commands_that_need_no_database_do_not_load_one(words: list[str]) -> None:
    code = (
        "import sys; from houseway.cli import main; main(sys.argv[1:]);"
        "print({'sqlalchemy', 'alembic', 'psycopg', 'argon2', 'cryptography', 'numba'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"
