"""The audit finds what was changed, wherever it is, and says where."""

import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import IntegrityError

from houseway.errors import HousewayError, InvalidInput
from houseway.house.log.events import NewEvent, digest
from houseway.house.log.ledger import cents, move
from houseway.house.log.log import Log
from houseway.house.records.audit import audit_log
from houseway.house.records.export import export
from houseway.house.records.heads import HouseKey, SignedHeads, sign_heads
from houseway.house.store import schema
from houseway.house.store.database import parse_url
from houseway.house.store.store import open_log


def fill_log(log: Log) -> None:
    """A little of everything: three streams, postings, fractions, snapshots, requests and secrets."""
    for n in range(1, 7):
        bought = move(cents(100 * n), out_of="outside/players", into="player/ann")
        fed = move(1_234_567, out_of="table/7/progressive", into="jackpot/royal/meter")
        lost = move(cents(50), out_of="player/ann", into="table/7/chips")
        log.append(
            NewEvent(stream="house", kind="buy-in", by="dora", data={"player": "ann"}, postings=bought),
            NewEvent(stream="table/7", kind="settled", data={"round": n, "text": "ä\n"}, postings=(*lost, *fed)),
            NewEvent(stream="jackpot/royal", kind="fed", data={}),
            request=f"round-{n}",
            secrets=[f"seed {n}"],
        )


def fill_more(log: Log) -> None:
    """The same, an account that is at zero again, and a secret that an event names."""
    fill_log(log)
    there, back = ("outside/players", "player/bob"), ("player/bob", "outside/players")
    for source, into in (there, back):  # bob's account is at zero, and a row of the table all the same
        log.append(NewEvent(stream="house", kind="moved", postings=move(cents(5), out_of=source, into=into)))
    log.append(NewEvent(stream="table/7", kind="committed", data={"commitment": digest("seed 1")}))


def changed(value: Any, chance: random.Random) -> Any:
    """The same with one bit of it turned."""
    if isinstance(value, int):
        return value ^ (1 << chance.randrange(10, 20))
    place = chance.randrange(len(value)) if value else 0
    return value[:place] + chr(ord(value[place]) ^ 1) + value[place + 1 :] if value else "x"


def _rows(engine: Engine) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every column of every row: table, column, row."""
    with engine.connect() as connection:
        for table in schema.metadata.sorted_tables:
            for row in connection.execute(table.select()).mappings():
                for column in table.columns:
                    yield table.name, column.name, dict(row)


def unguarded(url: str, engine: Engine) -> None:
    """Take the guards away, as somebody would who wants to change the past."""
    with engine.begin() as connection:
        for table in ("events", "postings", "snapshots"):
            if "://" in url:
                connection.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER ALL"))
            else:
                connection.execute(text(f"DROP TRIGGER {table}_refuse_update"))
                connection.execute(text(f"DROP TRIGGER {table}_refuse_delete"))


def write(engine: Engine, table: str, column: str, row: dict[str, Any], value: Any) -> None:
    keys = [key.name for key in schema.metadata.tables[table].primary_key]
    where = " AND ".join(f"{key} = :key_{key}" for key in keys)
    with engine.begin() as connection:
        if "postgresql" in engine.url.drivername:
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        statement = text(f'UPDATE {table} SET "{column}" = :value WHERE {where}')  # noqa: S608
        connection.execute(statement, {"value": value, **{f"key_{key}": row[key] for key in keys}})


def turn(engine: Engine, table: str, column: str, row: dict[str, Any], chance: random.Random) -> Any:
    """Turn a bit of a value, another one where the first would make two rows of one name."""
    while True:
        value = changed(row[column], chance)
        with suppress(IntegrityError):
            write(engine, table, column, row, value)
            return value


def test_one_turned_bit_in_any_column_of_any_row_is_found(url: str) -> None:
    chance = random.Random("bits")
    with open_log(url, snapshot_every=3) as log:
        fill_more(log)
        assert audit_log(log).broken is None
        engine = create_engine(parse_url(url))
        unguarded(url, engine)
        seen = set()
        for table, column, row in list(_rows(engine)):
            if chance.random() < 0.4 and table != "vault_keys":  # it has one row
                continue  # some of them will do, as long as every column is among them
            seen.add((table, column))
            value = turn(engine, table, column, row, chance)
            broken = audit_log(log).broken
            assert broken is not None, (table, column, row)
            if table in ("events", "postings") and column not in ("stream", "number"):
                assert (broken.stream, broken.number) == (row["stream"], row["number"]), (table, column, row, broken)
            write(engine, table, column, {**row, column: value}, row[column])
        assert audit_log(log).broken is None
        filled = [table for table in schema.metadata.sorted_tables if table.name != "brought_over"]  # of older houses
        assert len(seen) == sum(len(table.columns) for table in filled)
        engine.dispose()


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("DELETE FROM postings WHERE stream = 'house' AND number = 4 AND line = 0", ("house", 4)),
        ("DELETE FROM postings WHERE stream = 'house' AND number = 4 AND line = 1", ("house", 4)),
        ("DELETE FROM events WHERE stream = 'table/7' AND number = 3", ("table/7", 3)),
        ("DELETE FROM events WHERE stream = 'jackpot/royal' AND number = 6", ("jackpot/royal", 6)),
        ("DELETE FROM events WHERE stream = 'jackpot/royal'", ("jackpot/royal", 1)),
        ("DELETE FROM heads WHERE stream = 'house'", ("house", 1)),
        ("INSERT INTO postings VALUES ('house', 10, 0, 'player/eve', 100)", ("house", 10)),
        ("INSERT INTO postings VALUES ('house', 2, 2, 'player/eve', 1000000)", ("house", 2)),
        ("INSERT INTO snapshots VALUES ('house', 2, 'player/eve', 5)", ("house", 2)),
        ("INSERT INTO balances VALUES ('player/eve', 100000000)", ("", 0)),
        ("DELETE FROM balances WHERE account = 'player/ann'", ("", 0)),
        ("DELETE FROM balances WHERE account = 'player/bob'", ("", 0)),
        ("DELETE FROM secrets", ("table/7", 7)),
        ("DELETE FROM snapshots WHERE account = 'player/ann' AND number = 3 AND stream = 'house'", ("house", 3)),
    ],
)
def test_rows_that_are_missing_or_too_many_are_found(url: str, statement: str, where: tuple[str, int]) -> None:
    with open_log(url, snapshot_every=3) as log:
        fill_more(log)
        engine = create_engine(parse_url(url))
        unguarded(url, engine)
        with engine.begin() as connection:
            if "://" in url:
                connection.execute(text("SET LOCAL session_replication_role = replica"))
            assert connection.execute(text(statement)).rowcount
        engine.dispose()
        broken = audit_log(log).broken
        assert broken is not None
        assert (broken.stream, broken.number) == where


def everything(path: Path) -> list[Any]:
    """All rows of all tables of a file."""
    connection = sqlite3.connect(path)
    try:
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in schema.metadata.tables]  # noqa: S608
    finally:
        connection.close()


def verified_whole(log: Log) -> object:
    """What an audit names; once the file is open, it names what is broken and raises nothing."""
    try:
        return audit_log(log).broken
    except HousewayError as problem:
        pytest.fail(f"the audit raises {problem}")


def test_one_turned_bit_anywhere_in_the_file_is_found_or_changes_nothing(tmp_path: Path) -> None:
    path, copy = tmp_path / "house.db", tmp_path / "copy.db"
    with open_log(str(path), snapshot_every=3) as log:
        fill_log(log)
    assert not path.with_name("house.db-wal").exists()
    before, content = everything(path), path.read_bytes()
    chance = random.Random("file")
    found = 0
    # Bytes that are in use come first: free space within pages is most of so small a file.
    used = [place for place, byte in enumerate(content) if byte]
    for place in chance.sample(used, 300):
        turned = bytearray(content)
        turned[place] ^= 1 << chance.randrange(8)
        copy.write_bytes(turned)
        try:
            with open_log(str(copy), read_only=True) as log:
                broken: object = verified_whole(log)
        except HousewayError as problem:
            broken = problem
        if broken is None:
            assert everything(copy) == before, place
        found += broken is not None
        for left in tmp_path.glob("copy.db*"):
            left.unlink()
    assert found > 150


def test_a_tail_that_was_cut_off_is_found_with_signed_heads(url: str, tmp_path: Path) -> None:
    key = HouseKey.open(tmp_path / "house.key")
    with open_log(url) as log:
        fill_log(log)
        signed = sign_heads(log, key)
        log.append(NewEvent(stream="table/7", kind="noted"))
        assert audit_log(log, signed).broken is None
    with open_log("memory:") as other:
        for stream in ("house", "jackpot/royal"):
            other.append(NewEvent(stream=stream, kind="noted"))
        broken = audit_log(other, signed).broken
        assert broken is not None
        assert (broken.stream, broken.number) == ("house", 6)
        assert "the stream ends at 1" in broken.reason


def test_an_event_that_was_written_anew_is_found_with_signed_heads(tmp_path: Path) -> None:
    key = HouseKey.open(tmp_path / "house.key")
    with open_log("memory:") as log, open_log("memory:") as other:
        for one in (log, other):
            one.append(NewEvent(stream="house", kind="noted", data={"log": id(one)}))
        broken = audit_log(other, sign_heads(log, key)).broken
        assert broken is not None
        assert broken.reason.startswith("is another event than on")


def test_signed_heads(log: Log, tmp_path: Path) -> None:
    key = HouseKey.open(tmp_path / "keys" / "house.key")
    assert (tmp_path / "keys" / "house.key").stat().st_mode & 0o777 == 0o600
    assert HouseKey.open(tmp_path / "keys" / "house.key").public == key.public
    fill_log(log)
    written = msgspec.to_builtins(sign_heads(log, key))
    assert written["heads"]["house"] == {"number": 6, "hash": log.head("house").hash}
    assert written["totals"]["events"] == 18 + log.head("system").number  # where a vault's key was named
    assert written["totals"]["balances"]["outside"] == "-21.00"
    seven = SignedHeads.parse(written, key=key.public).heads["table/7"]
    assert (seven.number, seven.hash) == (6, log.head("table/7").hash)
    with pytest.raises(InvalidInput, match="another key"):
        SignedHeads.parse(written, key=HouseKey.open(tmp_path / "other.key").public)
    for name, value in [("at", "2020"), ("signature", "00" * 64), ("key", "00" * 32), ("format", "x"), ("more", 1)]:
        with pytest.raises(InvalidInput, match=r"^head: "):
            SignedHeads.parse({**written, name: value})
    nonsense: list[Any] = [[], {}, {**written, "heads": []}, {**written, "heads": {"a": 1}}, {**written, "key": 7}]
    for value in nonsense:
        with pytest.raises(InvalidInput, match=r"^head: "):
            SignedHeads.parse(value)


def test_key_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no key")
    with pytest.raises(InvalidInput, match="is no key file"):
        HouseKey.open(tmp_path / "text")
    with pytest.raises(InvalidInput, match="cannot be read"):
        HouseKey.open(tmp_path)
    with pytest.raises(InvalidInput, match="cannot be"):
        HouseKey.open(tmp_path / "text" / "house.key")


def test_exports(log: Log) -> None:
    fill_log(log)
    lines = list(export(log))
    assert len(lines) == 18 + log.head("system").number
    for line in lines:
        form, _, rest = line.rpartition(',"hash":"')
        assert digest(form + "}") == rest[:64] == json.loads(line)["hash"]
    assert json.loads(lines[-1])["data"] == {"round": 6, "text": "ä\n"}
    header, first, *more = export(log, "events", "csv", ["table/7"])
    assert header == "stream,number,kind,at,by,data,request,part,previous,hash\n"
    assert first.startswith("table/7,1,settled,20")
    assert len(more) == 5
    postings = [json.loads(line) for line in export(log, "postings")]
    assert len(postings) == 6 * 6
    assert postings[0].items() >= {"stream": "house", "number": 1, "line": 0, "account": "outside/players"}.items()
    assert postings[0]["amount"] == "-1.00"
    balances = dict(line.rstrip().split(",") for line in export(log, "balances", "csv"))
    assert balances["player/ann"] == "18.00"
    assert balances["jackpot/royal/meter"] == "0.07407402"
    assert not any("seed" in line for line in export(log))


@pytest.mark.parametrize("words", [("cards",), ("events", "xml"), ("events", "csv", ["table/99"])])
def test_exports_that_there_are_not(words: tuple[Any, ...]) -> None:
    with open_log("memory:") as log, pytest.raises(InvalidInput):
        list(export(log, *words))


def test_progress_is_told() -> None:
    with open_log("memory:") as log:
        log.append(*[NewEvent(stream="house", kind="noted") for _ in range(2500)])
        reports: list[tuple[int, int]] = []
        assert audit_log(log, progress=lambda done, total: reports.append((done, total))).events == 2500
        assert reports == [(1000, 2500), (2000, 2500), (2500, 2500)]


def test_the_page_about_the_log_checks_a_chain_by_hand(log: Log) -> None:
    fill_log(log)
    page = (Path(__file__).parents[3] / "docs" / "house-log.md").read_text()
    code = page.partition("```python\n")[2].partition("```")[0]
    lines = list(export(log))
    for exported, whole in [("".join(lines), True), ("".join(lines).replace('"round":4', '"round":5'), False)]:
        done = subprocess.run([sys.executable, "-c", code], input=exported, text=True, capture_output=True, check=False)
        assert (done.returncode == 0) == whole
