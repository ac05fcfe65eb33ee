"""The database behind a log: its tables, its guard against changes, and one clear line for whatever goes wrong."""

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from house.support.cluster import Cluster
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents, move
from houseway.house.log.log import OutcomeUnknown, StorageFailed
from houseway.house.records.audit import audit_log
from houseway.house.store import schema
from houseway.house.store.database import explain, parse_url
from houseway.house.store.store import SqlLog, open_log

PAID = move(cents(100), out_of="outside/players", into="player/ann")


def bought(note: str = "") -> NewEvent:
    return NewEvent(stream="house", kind="buy-in", data={"note": note}, postings=PAID)


def sql(url: str, statement: str) -> None:
    """Say something to the database from outside."""
    engine = create_engine(parse_url(url))
    try:
        with engine.begin() as connection:
            connection.execute(text(statement))
    finally:
        engine.dispose()


def test_the_migrations_make_the_tables_that_the_code_knows(url: str) -> None:
    open_log(url).close()
    engine = create_engine(parse_url(url))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def test_what_was_appended_is_there_when_the_log_is_opened_again(url: str) -> None:
    with open_log(url) as log:
        stored = log.append(bought(), request="r", secrets=["s"])
    with open_log(url) as log:
        assert tuple(log.read("house")) == stored
        assert log.append(bought(), request="r") == stored
        assert log.append(bought(), expected={"house": 1})[0].previous == stored[0].hash


@pytest.mark.parametrize("table", ["events", "postings", "snapshots"])
@pytest.mark.parametrize("act", ["UPDATE {} SET number = number", "DELETE FROM {}"])
def test_what_is_appended_cannot_be_changed(url: str, table: str, act: str) -> None:
    with open_log(url, snapshot_every=1) as log:
        log.append(bought(), request="r")
        with pytest.raises(DBAPIError, match=f"{table} is append-only"):
            sql(url, act.format(table))
        assert audit_log(log).broken is None


def test_neither_replaced_nor_truncated(url: str) -> None:
    with open_log(url) as log:
        log.append(bought())
        assert isinstance(log, SqlLog)
        if "://" in url:
            with pytest.raises(DBAPIError, match="append-only"):
                sql(url, "TRUNCATE postings")
        else:
            replace = text("INSERT OR REPLACE INTO postings VALUES ('house', 1, 0, 'player/eve', 5)")
            with pytest.raises(StorageFailed, match="append-only"), log._transaction(writes=True) as connection:
                connection.execute(replace)


def test_sqlite_commits_are_on_disk_before_they_are_acknowledged(sqlite_url: str) -> None:
    with open_log(sqlite_url) as log:
        assert isinstance(log, SqlLog)
        with log._transaction() as connection:
            found = [connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]
            assert found == ["wal", 2]
            assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_a_new_file_is_its_owners_alone(sqlite_url: str) -> None:
    with open_log(sqlite_url) as log:
        log.append(bought())
        assert {path.stat().st_mode & 0o777 for path in Path(sqlite_url).parent.glob("house.db*")} == {0o600}


def test_a_newer_schema_is_refused(url: str) -> None:
    with open_log(url) as log:
        log.append(bought())
    sql(url, "UPDATE alembic_version SET version_num = '9999'")
    for read_only in (False, True):
        with pytest.raises(StorageFailed, match="newer houseway"):
            open_log(url, read_only=read_only)
    assert schema.REVISION == "0003"
    sql(url, "UPDATE alembic_version SET version_num = '0003'")
    with open_log(url) as log:
        assert log.head("house").number == 1


def test_a_database_of_another_program_is_refused(url: str) -> None:
    sql(url, "CREATE TABLE events (what TEXT)")
    with pytest.raises(StorageFailed, match="another program"):
        open_log(url)
    with pytest.raises(StorageFailed, match="another program"):
        open_log(url, read_only=True)


def test_an_empty_database_holds_no_log_to_read(url: str) -> None:
    sql(url, "SELECT 1")
    if "://" not in url:
        sqlite3.connect(url).execute("CREATE TABLE a (b)").connection.close()
    with pytest.raises(StorageFailed, match="holds no log"):
        open_log(url, read_only=True)


def one_line(problem: BaseException) -> str:
    assert "\n" not in str(problem)
    return str(problem)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database, but it is longer than a header of one" * 20)
    for path, reason in [
        (tmp_path / "no" / "house.db", "cannot be opened"),
        (tmp_path, "cannot be opened"),
        (tmp_path / "text.db", "is not a database"),
    ]:
        with pytest.raises(StorageFailed, match=reason) as problem:
            open_log(str(path))
        assert one_line(problem.value).startswith(str(path))
    with pytest.raises(StorageFailed, match="does not exist"):
        open_log(str(tmp_path / "none.db"), read_only=True)


def test_servers_that_cannot_be_reached(cluster: Cluster, tmp_path: Path) -> None:
    for url, reason in [
        (f"postgresql://houseway@/x?host={tmp_path}", "no server answers there"),
        ("postgresql://houseway@127.0.0.1:1/x", "no server answers there"),
        (cluster.url("postgres", "guarded", "wrong"), "does not accept the name or the password"),
        (cluster.url("postgres", "guarded"), "asks for a password"),
        (cluster.url("nothing"), "no such database"),
        (cluster.url("postgres", "nobody"), "no such database or person"),
    ]:
        with pytest.raises(StorageFailed, match=reason) as problem:
            open_log(url)
        assert "wrong" not in one_line(problem.value)


@pytest.mark.parametrize("url", ["mysql://x/y", "postgresql//x", "sqlite://", "://", "postgresql://[::1"])
def test_urls_that_are_none(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((StorageFailed, ValueError), match=r"^db: |cannot be opened"):
        open_log(url)


def test_a_locked_database(url: str) -> None:
    with open_log(url, wait=0.2) as log:
        log.append(bought())
        engine = create_engine(parse_url(url))
        with engine.connect() as connection:
            if "://" in url:
                connection.execute(text("SELECT * FROM heads FOR UPDATE"))
            else:
                connection.execute(text("UPDATE heads SET number = number"))
            with pytest.raises(StorageFailed, match="is locked by another process; nothing was written"):
                log.append(bought(), request="r")
            connection.rollback()
        engine.dispose()
        assert log.append(bought(), request="r")[0].number == 2
        assert audit_log(log).broken is None


def test_a_server_that_goes_away_and_comes_back(cluster: Cluster) -> None:
    with open_log(cluster.new_database()) as log:
        log.append(bought(), request="r-1")
        cluster.stop("immediate")
        try:
            with pytest.raises(StorageFailed):
                log.append(bought(), request="r-2")
            with pytest.raises(StorageFailed):
                log.heads()
        finally:
            cluster.start()
        assert log.append(bought(), request="r-2")[0].number == 2
        assert audit_log(log).broken is None


KILL = """
CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER die AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION die();
"""


def test_a_connection_lost_at_the_moment_of_commit_can_be_asked_about_again(cluster: Cluster) -> None:
    url = cluster.new_database()
    with open_log(url) as log:
        log.append(bought(), request="r-1")
        sql(url, KILL)
        with pytest.raises(OutcomeUnknown, match="not known whether the last batch is stored"):
            log.append(bought(), request="r-2")
        sql(url, "DROP TRIGGER die ON events")
        assert log.append(bought(), request="r-2")[0].number == 2
        assert log.balance("player/ann") == cents(200)
        assert audit_log(log).broken is None


def test_a_connection_lost_while_committing_leaves_the_outcome_unknown() -> None:
    url = parse_url("postgresql://house/x")
    lost = DBAPIError("COMMIT", None, Exception("server closed the connection"), connection_invalidated=True)
    assert isinstance(explain(lost, url, committing=True), OutcomeUnknown)
    assert isinstance(explain(lost, url, committing=False), StorageFailed)
    broken = sqlite3.OperationalError("disk I/O error")
    broken.sqlite_errorname = "SQLITE_IOERR_FSYNC"
    for committing, kind in [(True, OutcomeUnknown), (False, StorageFailed)]:
        assert isinstance(explain(DBAPIError("COMMIT", None, broken), url, committing=committing), kind)


def test_a_server_that_only_reads(cluster: Cluster) -> None:
    url = cluster.new_database()
    with open_log(url) as log:
        log.append(bought())
    with open_log(url, read_only=True) as log:
        assert log.head("house").number == 1
        with pytest.raises(StorageFailed, match="is read-only; nothing was written"):
            log.append(bought())


# Files: what a person may who is not root


def run(code: str, *words: str, limit: int = 0) -> str:
    """Run a piece of Python without root's right to pass over modes, with a limit on the size of files; its output."""
    plain = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
    limited = ["prlimit", f"--fsize={limit}"] if limit else []
    command = [*limited, *plain, sys.executable, "-c", code, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


READ_ONLY = """
import sys
import msgspec
from houseway.house.store.store import open_log
from houseway.house.records.audit import audit_log
from houseway.house.log.events import NewEvent
import msgspec
url = sys.argv[1]
try:
    log = open_log(url)
    log.append(NewEvent(stream="house", kind="noted"))
    print("written")
except Exception as problem:
    print(type(problem).__name__, problem)
log = open_log(url, read_only=True)
print(msgspec.to_builtins(audit_log(log).to_struct()))
try:
    log.append(NewEvent(stream="house", kind="noted"))
except Exception as problem:
    print(type(problem).__name__, problem)
"""


@pytest.mark.parametrize("folder_too", [False, True])
def test_a_read_only_file_can_be_read_and_says_why_it_is_not_written(tmp_path: Path, folder_too: bool) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        log.append(bought())
    path.chmod(0o444)
    if folder_too:
        tmp_path.chmod(0o555)
    first, verdict, last = run(READ_ONLY, str(path)).splitlines()
    tmp_path.chmod(0o755)
    assert first.startswith(f"StorageFailed {path}: ")
    assert "'whole': True, 'streams': 1, 'events': 1" in verdict
    assert last == f"StorageFailed {path}: is read-only; nothing was written"


FILL = """
import sys
from houseway.house.store.store import open_log
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import cents, move
log = open_log(sys.argv[1])
paid = move(cents(100), out_of="outside/players", into="player/ann")
for n in range(100_000):
    try:
        log.append(NewEvent(stream="house", kind="buy-in", data={"note": "x" * 2000}, postings=paid), request=f"r-{n}")
    except Exception as problem:
        print(n, type(problem).__name__, problem)
        break
try:
    log.append(NewEvent(stream="house", kind="buy-in", data={"note": "y" * 3000}, postings=paid))
except Exception as problem:
    print("again", type(problem).__name__)
"""


def whole_after(path: Path, acknowledged: int) -> None:
    with open_log(str(path)) as log:
        verdict = audit_log(log)
        assert verdict.broken is None
        assert verdict.events in (acknowledged, acknowledged + 1)  # the last one's outcome may be unknown
        assert log.balance("player/ann") == verdict.events * cents(100)
        assert log.append(bought(), request=f"r-{acknowledged - 1}")[0].number == acknowledged
        log.append(bought())
        assert audit_log(log).broken is None


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    count, kind, *_ = run(FILL, str(path), limit=700_000).split()
    assert kind in ("StorageFailed", "OutcomeUnknown")
    assert int(count) > 10
    whole_after(path, int(count))


def test_a_full_disk(tmp_path: Path) -> None:
    """A disk of one megabyte where the tests may mount one; else a database that may have no more pages."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = (
        os.getuid() == 0
        and not subprocess.run(
            ["/bin/mount", "-t", "tmpfs", "-o", "size=1m,mode=777", "tmpfs", str(disk)],
            check=False,
            capture_output=True,
        ).returncode
    )
    try:
        path = disk / "house.db"
        if mounted:
            lines = run(FILL, str(path)).splitlines()
        else:
            limited = FILL.replace("log = open_log(sys.argv[1])", "log = limited(sys.argv[1])")
            lines = run(LIMITED + limited, str(path)).splitlines()
        count, _, reason = lines[0].partition(" ")
        assert reason == f"StorageFailed {path}: the disk is full; nothing was written"
        kept = tmp_path / "house.db"
        for file in disk.glob("house.db*"):
            shutil.copy(file, tmp_path / file.name)
    finally:
        if mounted:
            subprocess.run(["/bin/umount", str(disk)], check=True)
    whole_after(kept, int(count))


LIMITED = """
from sqlalchemy import event
from houseway.house.store.store import open_log
def limited(url):
    log = open_log(url)
    log.close()
    event.listen(log._engine, "connect", lambda found, _: found.execute("PRAGMA max_page_count = 200"))
    return log
"""


def test_a_database_that_may_have_no_more_pages(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    limited = FILL.replace("log = open_log(sys.argv[1])", "log = limited(sys.argv[1])")
    first, *_ = run(LIMITED + limited, str(path)).splitlines()
    count, _, reason = first.partition(" ")
    assert reason == f"StorageFailed {path}: the disk is full; nothing was written"
    whole_after(path, int(count))


def test_engines_show_no_password() -> None:
    url = parse_url("postgresql://ann:secret@somewhere/house")
    problem = DBAPIError("SELECT 1", None, Exception("x"))
    assert "secret" not in str(explain(problem, url))


def test_a_name_is_claimed_once_until_its_holder_lets_go_or_dies(url: str) -> None:
    with open_log(url) as one, open_log(url) as two:
        with one.claim("a") as first, two.claim("a") as second, two.claim("b") as other:
            assert [one.is_held for one in (first, second, other)] == [True, False, True]
        with two.claim("a") as again:
            assert again.is_held
    program = f"""
import os
from houseway.house.store.store import open_log
log = open_log({url!r})
claim = log.claim("a")
print(claim.__enter__().is_held, flush=True)
os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
    with open_log(url) as log, log.claim("a") as claim:
        assert claim.is_held
