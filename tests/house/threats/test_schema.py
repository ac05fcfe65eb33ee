"""Attacks on the schema: whatever a table, index, trigger or function was made into is found (docs/threats.md)."""

import json
import sqlite3
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import create_engine, text

from house.support.cluster import Cluster
from house.support.floor import staff
from houseway.house.controls.selfcheck import self_check
from houseway.house.log.log import StorageFailed
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.store import database as database_module
from houseway.house.store.database import parse_url
from houseway.house.store.shipped import postgresql_objects
from houseway.house.store.store import open_log

HEADER = """\
# What a PostgreSQL server says of every object of a new house (store/shipped.py). It is what
# tests/house/threats/test_schema.py finds after the migrations.
"""


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TRIGGER sqliteq AFTER INSERT ON postings BEGIN SELECT 1; END"],
        ["CREATE TABLE sqlitestash (what TEXT)"],
        ["CREATE VIEW sqlite0 AS SELECT * FROM secrets"],
        [
            "PRAGMA writable_schema = ON",
            "INSERT INTO sqlite_master SELECT 'trigger', 'sqlite_quiet', 'postings', 0, "
            "'CREATE TRIGGER sqlite_quiet AFTER INSERT ON postings BEGIN SELECT 1; END'",
        ],
    ],
)
def test_an_object_that_is_called_almost_as_sqlites_own_is_found(tmp_path: Path, statements: Sequence[str]) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        staff(log)
        assert deep_audit(log).broken is None
    with sqlite3.connect(path) as thief:
        for statement in statements:
            thief.execute(statement)
    with open_log(str(path), read_only=True) as log:
        assert "was not shipped" in str(deep_audit(log).broken)


def test_a_file_that_was_analysed_is_as_shipped(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        staff(log)
    with sqlite3.connect(path) as owner:
        owner.execute("ANALYZE")
    with open_log(str(path), read_only=True) as log:
        assert deep_audit(log).broken is None


EVIL = "CREATE FUNCTION evil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
REFUSE = "CREATE OR REPLACE FUNCTION events_refuse() RETURNS trigger LANGUAGE plpgsql AS"
ATTACKS = {
    "a trigger that never fires": [
        "DROP TRIGGER events_refuse ON events",
        "CREATE TRIGGER events_refuse BEFORE UPDATE ON events FOR EACH ROW WHEN (false) "
        "EXECUTE FUNCTION events_refuse()",
    ],
    "a trigger that is off": ["ALTER TABLE events DISABLE TRIGGER events_refuse"],
    "a function that only holds the words": [
        f"{REFUSE} $$ BEGIN IF false THEN RAISE EXCEPTION 'events is append-only'; END IF; RETURN NEW; END $$"
    ],
    "a trigger on balances": [
        EVIL,
        "CREATE TRIGGER evil BEFORE UPDATE ON balances FOR EACH ROW EXECUTE FUNCTION evil()",
    ],
    "a trigger on secrets": [
        EVIL,
        "CREATE TRIGGER evil BEFORE INSERT ON secrets FOR EACH ROW EXECUTE FUNCTION evil()",
    ],
    "another table": ["CREATE TABLE hidden (what text)"],
    "a view": ["CREATE VIEW hidden AS SELECT * FROM secrets"],
    "rows of another table among the events": ["CREATE TABLE more () INHERITS (events)"],
    "a rule": ["CREATE RULE nothing AS ON DELETE TO events DO INSTEAD NOTHING"],
    "an index that is not unique": ["DROP INDEX events_request", "CREATE INDEX events_request ON events (kind)"],
    "a primary key that is gone": ["ALTER TABLE postings DROP CONSTRAINT postings_pkey"],
    "a foreign key that is gone": ["ALTER TABLE postings DROP CONSTRAINT postings_stream_number_fkey"],
    "a check that refuses": ["ALTER TABLE heads ADD CONSTRAINT stop CHECK (number < 100) NOT VALID"],
    "another type": ["ALTER TABLE balances ALTER COLUMN amount TYPE numeric"],
    "a column that may be empty": ["ALTER TABLE events ALTER COLUMN hash DROP NOT NULL"],
    "another default": ["ALTER TABLE secrets ALTER COLUMN hidden SET DEFAULT 1"],
    "row security": ["ALTER TABLE events ENABLE ROW LEVEL SECURITY"],
    "a policy": ["CREATE POLICY part ON events USING (kind <> 'fund')"],
    "a table that a crash empties": ["ALTER TABLE snapshots SET UNLOGGED"],
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_whatever_was_changed_in_postgresql_is_found(cluster: Cluster, attack: str) -> None:
    url = cluster.new_database()
    with open_log(url) as log:
        assert deep_audit(log).broken is None
        engine = create_engine(parse_url(url))
        with engine.begin() as thief:
            for statement in ATTACKS[attack]:
                thief.execute(text(statement))
        engine.dispose()
        assert "shipped" in str(deep_audit(log).broken)


def test_what_is_shipped_for_postgresql_is_what_the_migrations_make(cluster: Cluster) -> None:
    url = cluster.new_database()
    open_log(url).close()
    engine = create_engine(parse_url(url))
    with engine.begin() as connection:
        found = postgresql_objects(connection)
    engine.dispose()
    made = "".join(f"{json.dumps(name)} = {json.dumps(what)}\n" for name, what in sorted(found.items()))
    shipped = files("houseway.house.store").joinpath("postgresql.toml").read_text(encoding="utf-8")
    assert shipped == HEADER + made


# ---- settings, grants and owners

UNSAFE = {
    "commits that do not wait, for a person": (
        ["ALTER ROLE {person} SET synchronous_commit = off"],
        "synchronous_commit: is off for {person}",
    ),
    "commits that do not wait, for everybody": (
        ["ALTER DATABASE {database} SET synchronous_commit = off"],
        "synchronous_commit: is off",
    ),
    "triggers that do not run": (
        ["ALTER ROLE {person} SET session_replication_role = replica"],
        "session_replication_role: is replica for {person}",
    ),
    "a grant to everybody": (["GRANT SELECT ON secrets TO PUBLIC"], "everybody on the server may SELECT there"),
    "a grant on a column": (["GRANT UPDATE (amount) ON balances TO PUBLIC"], "everybody on the server may UPDATE"),
    "a schema that everybody adds to": (["GRANT CREATE ON SCHEMA {schema} TO PUBLIC"], "may CREATE there"),
    "a table of another owner": (["ALTER TABLE balances OWNER TO {person}"], "belongs to {person}"),
    "events of another owner": (["ALTER TABLE events OWNER TO {person}"], "the events belong to {person}"),
    "a function of another owner": (["ALTER FUNCTION events_refuse() OWNER TO {person}"], "belongs to {person}"),
}


class OwnDatabase(NamedTuple):
    """A database of its own, for settings that would concern the others."""

    cluster: Cluster
    names: dict[str, str]

    @property
    def url(self) -> str:
        return f"{self.cluster.url(self.names['database'])}&options=-csearch_path%3D{self.names['schema']}"

    def execute(self, *statements: str) -> None:
        for statement in statements:
            words = f"SET search_path = {self.names['schema']}; {statement.format(**self.names)}"
            self.cluster.execute(words, self.names["database"])


@pytest.fixture
def database(cluster: Cluster) -> Iterator[OwnDatabase]:
    names = {"database": "unsafe", "schema": "rows", "person": "thief"}
    cluster.execute("CREATE DATABASE unsafe")
    cluster.execute("CREATE ROLE thief LOGIN")
    cluster.execute("CREATE SCHEMA rows", "unsafe")
    yield OwnDatabase(cluster, names)
    cluster.execute("DROP DATABASE unsafe WITH (FORCE)")
    cluster.execute("DROP ROLE thief")


@pytest.mark.parametrize("attack", UNSAFE)
def test_settings_grants_and_owners_are_found(database: OwnDatabase, attack: str) -> None:
    statements, problem = UNSAFE[attack]
    with open_log(database.url) as log:
        assert deep_audit(log).broken is None
        database.execute(*statements)
        assert problem.format(**database.names) in "; ".join(map(str, deep_audit(log).findings))


def test_tables_that_all_have_another_owner_are_found_by_the_last_self_check(database: OwnDatabase) -> None:
    with open_log(database.url) as log:
        self_check(log)
        assert deep_audit(log).broken is None
        names = [name.removeprefix("relation ") for name in shipped_tables()]
        database.execute(*(f"ALTER TABLE {name} OWNER TO {{person}}" for name in names))
        database.execute(*(f"ALTER FUNCTION {name} OWNER TO {{person}}" for name in shipped_functions()))
        assert "was tables houseway, schema houseway at the last self-check" in str(deep_audit(log).broken)


def shipped_tables() -> list[str]:
    return [name for name in shipped() if name.startswith("relation ")]


def shipped_functions() -> list[str]:
    return [name.removeprefix("function ") for name in shipped() if name.startswith("function ")]


def shipped() -> dict[str, str]:
    return tomllib.loads(files("houseway.house.store").joinpath("postgresql.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("setting", "problem"),
    [("synchronous_commit = off", "acts that were acknowledged"), ("session_replication_role = replica", "triggers")],
)
def test_nobody_writes_where_a_commit_is_not_kept(database: OwnDatabase, setting: str, problem: str) -> None:
    open_log(database.url).close()
    database.execute(f"ALTER DATABASE {{database}} SET {setting}")
    with pytest.raises(StorageFailed, match=problem):
        open_log(database.url)
    with open_log(database.url, read_only=True) as log:  # an auditor still reads it
        assert problem in str(deep_audit(log).broken)


def test_a_setting_of_another_person_stops_no_writer(database: OwnDatabase) -> None:
    database.execute("ALTER ROLE {person} SET synchronous_commit = off")
    with open_log(database.url) as log:
        assert "is off for thief" in str(deep_audit(log).broken)


@pytest.mark.parametrize(
    ("setting", "problem"), [("journal_mode = DELETE", "journal_mode is delete"), ("synchronous = OFF", "synchronous")]
)
def test_nobody_writes_a_file_whose_commits_do_not_wait_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, problem: str
) -> None:
    """As on a disk that takes no write-ahead log, or with a library that answers otherwise."""
    set_up = database_module._set_up

    def without(connection: sqlite3.Connection, record: object) -> None:
        set_up(connection, record)
        connection.execute(f"PRAGMA {setting}")

    monkeypatch.setattr(database_module, "_set_up", without)
    with pytest.raises(StorageFailed, match=problem):
        open_log(str(tmp_path / "house.db"))


def test_a_copy_that_cannot_be_written_is_read_without_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        staff(log)
    with sqlite3.connect(path) as owner:
        owner.execute(f"VACUUM INTO '{tmp_path / 'copy.db'}'")
    with open_log(str(tmp_path / "copy.db"), read_only=True) as log:
        assert deep_audit(log).broken is None
