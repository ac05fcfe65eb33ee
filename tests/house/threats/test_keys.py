"""Attacks on the key of the vault: nobody chooses it in passing, and the log names every key (docs/threats.md)."""

import gzip
import json
import sqlite3
from pathlib import Path

import pytest

from house.support.floor import QUICK, WORDS, sheet_text, staff
from house.support.tables import DAY, rules_for
from houseway.cli import main
from houseway.house.log.log import KeyMissing
from houseway.house.office.vault_key import change_vault_key
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson
from houseway.house.records.audit import audit_log
from houseway.house.store.store import SqlLog, open_log
from houseway.house.store.vault import key_id
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table

OLD = Path(__file__).parents[1] / "data" / "evening.db.gz"
CHOSEN = "11" * 32


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, and no key from elsewhere."""
    for name in ("HOUSEWAY_VAULT_KEY", "HOUSEWAY_VAULT_KEY_FILE", "HOUSEWAY_VAULT_KEY_COMMAND"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "houseway" / "keys"


def opened_log(url: str) -> SqlLog:
    log = open_log(url)
    assert isinstance(log, SqlLog)
    return log


def named_keys(log: SqlLog) -> list[str]:
    """The keys that the events of the log name, in order."""
    kinds = {"vault key made": "key", "vault key changed": "after"}
    return [event.data[kinds[event.kind]] for event in log.read("system") if event.kind in kinds]


def test_a_house_has_its_key_with_its_first_person_and_the_log_names_it(url: str, keys: Path) -> None:
    with opened_log(url) as log:
        House(log, hasher=QUICK).do(AddFirstPerson(name="ada", password=WORDS))
        (named,) = named_keys(log)
        assert log.vault_keys() == [(named, True)]
        assert [file.stem for file in keys.iterdir()] == [named]
        assert audit_log(log).broken is None


def test_who_opens_the_first_table_does_not_choose_the_key(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened_log(url) as log:
        staff(log)
        before = log.vault_keys()
    monkeypatch.setenv("HOUSEWAY_VAULT_KEY", CHOSEN)
    with opened_log(url) as log:
        table = Table(log, "7", people=House(log, hasher=QUICK))
        table.do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
        assert log.vault_keys() == before
        assert named_keys(log) == [before[0][0]]
        assert table.state.deck is not None
        log.dealing_secret(table.state.deck.commitment)
        assert key_id(bytes.fromhex(CHOSEN)) not in dict(before)
        assert audit_log(log).broken is None


def test_the_same_by_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "house.db")
    sheet = tmp_path / "7.toml"
    sheet.write_text(sheet_text(shuffled=True))
    monkeypatch.setenv("HOUSEWAY_NEW_PASSWORD", WORDS)
    monkeypatch.setenv("HOUSEWAY_PASSWORD", WORDS)
    assert main(["person", "add", "ada", "--db", path]) == 0
    monkeypatch.setenv("HOUSEWAY_NEW_PASSWORD", "given by ada")
    assert main(["person", "add", "sue", "--role", "supervisor", "--as", "ada", "--db", path]) == 0
    monkeypatch.setenv("HOUSEWAY_NEW_PASSWORD", WORDS)
    monkeypatch.setenv("HOUSEWAY_PASSWORD", "given by ada")
    assert main(["person", "password", "sue", "--as", "sue", "--db", path]) == 0
    monkeypatch.setenv("HOUSEWAY_PASSWORD", WORDS)
    capsys.readouterr()
    assert main(["vault", "show", "--json", "--db", path]) == 0
    (own,) = json.loads(capsys.readouterr().out)
    monkeypatch.setenv("HOUSEWAY_VAULT_KEY", CHOSEN)
    words = ["jackpot", "create", str(sheet), "--as", "ada", "--second", "sue", "--db", path]
    monkeypatch.setenv("HOUSEWAY_SECOND_PASSWORD", WORDS)
    assert main(words) == 0, capsys.readouterr()
    assert main(["table", "open", str(sheet), "--as", "sue", "--db", path]) == 0, capsys.readouterr()
    capsys.readouterr()
    assert main(["vault", "show", "--json", "--db", path]) == 0
    assert json.loads(capsys.readouterr().out) == [own]


def test_the_first_person_may_bring_the_key(url: str, keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_VAULT_KEY", CHOSEN)
    with opened_log(url) as log:
        staff(log)
        assert named_keys(log) == [key_id(bytes.fromhex(CHOSEN))]
    assert not keys.exists()


def test_in_a_house_whose_key_is_gone_from_the_list_two_persons_name_one(tmp_path: Path) -> None:
    """Nobody names one alone, not even by opening a table: the house says who does."""
    path = tmp_path / "house.db"
    with opened_log(str(path)) as log:
        staff(log)
    with sqlite3.connect(path) as thief:
        thief.execute("DELETE FROM vault_keys")
    with opened_log(str(path)) as log:
        people = House(log, hasher=QUICK)
        assert "are not those that the events name" in str(audit_log(log).broken)
        with pytest.raises(KeyMissing, match="two persons name one: houseway vault change"):
            Table(log, "7", people=people).do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
        change_vault_key(log, people, by="ada", second="sue")
        Table(log, "7", people=people).do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
        assert audit_log(log).broken is not None  # the first one stays missing


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO vault_keys VALUES (2, 'feedfeedfeedfeed')",
        "UPDATE vault_keys SET key = 'feedfeedfeedfeed'",
        "DELETE FROM vault_keys",
    ],
)
def test_a_list_of_keys_that_the_log_does_not_name_is_found(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "house.db"
    with opened_log(str(path)) as log:
        staff(log)
        assert audit_log(log).broken is None
    with sqlite3.connect(path) as thief:
        thief.execute(statement)
    with open_log(str(path), read_only=True) as log:
        assert "vault" in str(audit_log(log).broken)


def test_a_key_is_changed_and_named_together(url: str, keys: Path) -> None:
    """Whoever of the two is the first: list and log agree after every change."""
    with opened_log(url) as log:
        staff(log)
        people = House(log, hasher=QUICK)
        change_vault_key(log, people, by="ada", second="sue")
        change_vault_key(log, people, by="sue", second="ada")
        assert [key for key, _ in log.vault_keys()] == named_keys(log)
        assert len(named_keys(log)) == len(list(keys.iterdir())) == 3
        assert audit_log(log).broken is None


def test_a_house_made_before_gets_its_key_with_an_event(tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    with opened_log(str(path)) as log:
        assert [key for key, _ in log.vault_keys()] == named_keys(log) != []
        assert audit_log(log).broken is None
