"""Attacks on the schema: whatever a table, index, trigger or function was made into is found (docs/threats.md)."""

import json
import sqlite3
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from house.support.cluster import Cluster
from house.support.floor import staff
from houseway.house.records.deep_audit.walk import deep_audit
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
