"""Reading is a right: who may not, reads nothing of a house (docs/controls.md, docs/threats.md)."""

import inspect
import json
import os
import re
from pathlib import Path

import pytest

from cli.commands import run
from house.support.cluster import Cluster
from house.support.floor import NOTHING, QUICK, WORDS, opened_table, play, sheet_text, staff
from house.support.people import add_person
from houseway.cli import main
from houseway.cli.app import program
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddPerson
from houseway.house.store.store import open_log
from houseway.house.tables.enabled import practice_event
from houseway.house.tables.staff_acts import CloseTable

Shown = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[3]
LOG = ("audit export", "audit round 1/1", "audit recall 1", "audit recall --bonuses", "jackpot history jackpot-1")
REPORTS = (
    *(
        "audit day",
        "audit exceptions",
        "audit incidents",
        "audit difference --table 1",
        "cage balances",
        "cage statement pat",
    ),
    *("incident list", "jackpot reconcile", "person list"),
)
NOBODY = (
    *("audit verify", "audit verify --deep", "audit heads", "audit check", "audit shuffle 1", "audit software"),
    *(
        "jackpot list",
        "jackpot show jackpot-1",
        "site clock",
        "site day",
        "site show",
        "table list",
        "table show 1",
        "vault show",
    ),
)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A house with people, a table that was opened twice, and a round."""
    path = str(tmp_path / "house.db")
    for name, value in (("DB", path), ("KEY", str(tmp_path / "key")), ("PASSWORD", WORDS)):
        monkeypatch.setenv(f"HOUSEWAY_{name}", value)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("HOUSEWAY_PERSON", raising=False)
    with open_log(path) as log:
        staff(log)
        people = House(log, hasher=QUICK)
        for name, role in (("abe", "auditor"), ("pat", "player"), ("kim", "player")):
            add_person(people, AddPerson(name=name, roles=(role,), password=WORDS), by="ada")
        table = opened_table(log, sheet_text())
        play(table, {1: NOTHING})
        table.do(CloseTable(), by="sue")
        opened_table(log, sheet_text())
    return path


def heads(path: str) -> dict[str, int]:
    with open_log(path, read_only=True) as log:
        return {stream: head.number for stream, head in log.heads().items()}


@pytest.mark.parametrize("words", [*LOG, *REPORTS])
def test_who_may_not_read_is_shown_nothing(database: str, capsys: Shown, words: str) -> None:
    before = heads(database)
    out, err = run(capsys, *words.split(), code=2)
    assert (out, "who are you? Add --as NAME" in err) == ("", True)
    for person in ("dan", "pat"):
        if words == "cage statement pat" and person == "pat":
            continue
        out, err = run(capsys, *words.split(), "--as", person, code=2)
        right = "read log" if words in LOG else "read reports"
        assert (out, f"{person}: may not {right}; that is for an administrator or an auditor" in err) == ("", True)
    assert heads(database) == before


@pytest.mark.parametrize("words", [*LOG, *REPORTS])
def test_who_may_read_does_and_leaves_no_trace(database: str, capsys: Shown, words: str) -> None:
    before = heads(database)
    for person in ("abe", "sue", "ada"):
        assert main([*words.split(), "--as", person]) in (0, 1)
        shown = capsys.readouterr()
        assert (bool(shown.out) or "--bonuses" in words, shown.err) == (True, "")
    assert heads(database) == before


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("words", NOBODY)
def test_what_all_may_see_and_what_proves_the_log_asks_nobody(capsys: Shown, words: str) -> None:
    assert main(words.split()) in (0, 1)
    assert capsys.readouterr().err == ""


def test_a_guess_at_a_readers_password_is_written_down_and_delays_the_next(
    database: str, capsys: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_PASSWORD", "guess")
    for _ in range(5):
        _, err = run(capsys, "audit", "export", "--as", "abe", code=2)
        assert "the name or the password is wrong" in err
    monkeypatch.setenv("HOUSEWAY_PASSWORD", WORDS)
    _, err = run(capsys, "audit", "export", "--as", "abe", code=2)
    assert "too many wrong passwords; wait until" in err
    with open_log(database, read_only=True) as log:
        events = list(log.read("house"))[-5:]
    assert {event.kind for event in events} == {"log-in failed"}
    assert all(event.data["place"].startswith("terminal ") for event in events)


@pytest.mark.usefixtures("database")
def test_a_sign_in_reads_too(capsys: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    run(capsys, "sign-in", "--as", "abe")
    monkeypatch.delenv("HOUSEWAY_PASSWORD")
    out, _ = run(capsys, "audit", "export", "--stream", "table/1")
    assert json.loads(out.splitlines()[0])["kind"] == "opened"
    _, err = run(capsys, "audit", "export", "--as", "sue", code=2)
    assert "Password of sue: set HOUSEWAY_PASSWORD" in err


@pytest.mark.usefixtures("database")
def test_a_player_reads_an_own_statement_and_no_other(capsys: Shown) -> None:
    run(capsys, "cage", "statement", "pat", "--as", "pat")
    _, err = run(capsys, "cage", "statement", "kim", "--as", "pat", code=2)
    assert "pat: may not read reports" in err


def test_a_house_before_its_first_person_and_a_practice_house_ask_nobody(
    tmp_path: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HOUSEWAY_PERSON", raising=False)
    for name in ("empty", "practice"):
        path = str(tmp_path / f"{name}.db")
        with open_log(path) as log:
            if name == "practice":
                staff(log)
                log.append(practice_event(by="ada"))
        run(capsys, "audit", "export", "--db", path)
        run(capsys, "cage", "balances", "--db", path)


def test_a_back_up_that_cannot_be_written_is_read_and_proved(database: str, capsys: Shown) -> None:
    """A regulator who holds the file proves it without a name; a reader's right is looked up in it without a word."""
    os.chmod(database, 0o400)
    before = Path(database).read_bytes()
    run(capsys, "audit", "verify")
    run(capsys, "audit", "export", "--as", "abe")
    assert Path(database).read_bytes() == before


def test_every_command_that_opens_a_house_asks_or_is_known_to_ask_nobody() -> None:
    asks: set[str] = set()
    open_to_all: set[str] = set()
    for group in program().registered_groups:
        assert group.typer_instance is not None
        for command in group.typer_instance.registered_commands:
            assert command.callback is not None
            given = inspect.signature(command.callback).parameters
            if "db" in given:
                (asks if "by" in given else open_to_all).add(f"{group.name} {command.name}")
    first_words = {" ".join(words.split()[:2]) for words in NOBODY}
    assert open_to_all | {"site clock", "site day", "table show"} == first_words
    assert {" ".join(words.split()[:2]) for words in (*LOG, *REPORTS)} <= asks


def test_the_page_tells_of_every_reading_command() -> None:
    page = (ROOT / "docs" / "controls.md").read_text(encoding="utf-8")
    table = page.partition("## Who reads what")[2].partition("\n## ")[0]
    rows: dict[str, str] = {}
    for line in table.splitlines():
        if line.startswith("| "):
            right = line.split("|")[3].strip()
            rows[right] = rows.get(right, "") + line
    for right, commands in (("read log", LOG), ("read reports", REPORTS), ("nobody's", NOBODY)):
        for words in commands:
            named = " ".join(re.findall(r"[a-z]+", words)[:2])
            assert f"`{named}" in rows[right], (right, words)


@pytest.mark.parametrize(
    "words",
    [
        "table close 1 --as sue",
        "cage buy-in pat 100 --as dan",
        "site disable fire --as sue",
        "incident open broken --as dan",
        "person add pat --role player --as ada",
        "person disable pat --as ada",
        "jackpot stop royal why --as sue",
        "sign-in --as ada",
        "sign-out",
        "vault change --as ada --second sue",
        "audit check",
        "audit export --as abe",
    ],
)
def test_no_command_but_the_first_persons_makes_a_house(
    tmp_path: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch, words: str, cluster: Cluster
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOUSEWAY_PASSWORD", WORDS)
    monkeypatch.setenv("HOUSEWAY_SECOND_PASSWORD", WORDS)
    monkeypatch.delenv("HOUSEWAY_DB", raising=False)
    for url, reason in (
        ("none.db", "does not exist"),
        ("", "does not exist"),
        (cluster.new_database(), "holds no log"),
    ):
        where = ("--db", str(tmp_path / url) if url.endswith(".db") else url) if url else ()
        _, err = run(capsys, *words.split(), *where, code=2)
        assert reason in err
    assert list(tmp_path.iterdir()) == []
