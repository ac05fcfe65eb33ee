"""Attacks on the log itself: the deep audit finds what a form without meaning hides (docs/threats.md)."""

import gzip
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import create_engine, text

from house.support.cluster import Cluster
from house.support.floor import QUICK, WORDS
from house.support.people import add_person
from house.support.tables import DAY, Clock, rules_for
from houseway.cli import main
from houseway.errors import InvalidInput
from houseway.house.controls.selfcheck import self_check
from houseway.house.log.events import NewEvent, canonical
from houseway.house.log.kinds import HouseEvent, SiteEvent, TableEvent
from houseway.house.log.ledger import cents, move
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.cage_acts import BuyIn, CashOut, Fund
from houseway.house.people.cage_events import buy_in, cash_out, fund
from houseway.house.people.drawer_acts import CloseDrawer, OpenDrawer
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson, AddPerson
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.heads import HouseKey, sign_heads
from houseway.house.store.database import parse_url
from houseway.house.store.store import SqlLog, open_log
from houseway.house.tables.seat_acts import GiveValue, Join
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.state import Phase
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager

OLD = Path(__file__).parents[1] / "data" / "evening.db.gz"


def honest(log: Log) -> tuple[House, House, Table]:
    """A house in which everything is done by those who may; rounds are played."""
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    staff = [("sue", "supervisor"), ("dan", "dealer"), ("deb", "dealer"), ("pat", "player"), ("kim", "cashier")]
    for name, role in [*staff, ("bea", "administrator")]:
        add_person(people, AddPerson(name=name, roles=(role,), password=WORDS), by="ada")
    cage = people
    cage.do(Fund(amount=100_000_00), by="ada", second="sue")
    cage.do(OpenDrawer(amount=10_000_00), by="kim", second="sue")
    cage.do(BuyIn(player="pat", amount=1_000_00), by="kim")
    table = Table(log, "7", people=people)
    table.do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
    table.do(Join(seat=1, player="pat"), by="pat")
    for number in range(5):
        table.do(GiveValue(seat=1, value=f"mine {number}"), by="pat")
        table.do(Wager(seat=1, wagers={"ante": 10_00, "bet": 10_00}), by="pat")
        while table.state.phase == Phase.DECISIONS:
            legal = [text for text in ("check", "fold") if table.state.round and table.state.round.can_decide(text)]
            table.do(Decide(seat=1, decision=legal[0]), by="pat")
    cage.do(CashOut(player="pat", amount=100_00), by="kim", second="pat")
    cage.do(CloseDrawer(amount=10_900_00), by="kim", second="sue")
    return people, cage, table


@pytest.fixture
def house() -> Log:
    log = MemoryLog(Clock())
    honest(log)
    return log


def test_an_honest_house_has_no_findings(log: Log) -> None:
    honest(log)
    found = deep_audit(log)
    assert found.broken is None, found.findings


def test_a_house_made_before_has_none_either(tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    with open_log(str(path), read_only=True) as before:
        assert deep_audit(before).broken is None
    with open_log(str(path)) as log:
        assert deep_audit(log).broken is None


MINTED = move(cents(5_000_00), out_of="outside/players", into="player/pat")
ATTACKS: dict[str, Callable[[], NewEvent]] = {
    "a buy-in by nobody": lambda: buy_in("pat", 100_00),
    "a buy-in by a dealer at the cage": lambda: buy_in("pat", 100_00, by="dan"),
    "a large buy-in alone": lambda: buy_in("pat", 20_000_00, drawer="kim", by="kim"),
    "cash past the drawer": lambda: cash_out("pat", 100_00, by="kim"),
    "the owner's money out, alone": lambda: fund(-1_000_00, by="ada"),
    "the owner's money out, as two": lambda: fund(-1_000_00, by="ada", second="ada"),
    "money by another name": lambda: NewEvent(stream="house", kind="noted", by="dan", postings=MINTED),
    "more than is said": lambda: NewEvent(
        stream="house",
        kind=HouseEvent.BUY_IN,
        by="dan",
        data={"player": "pat", "amount": "1.00", "table": "7"},
        postings=MINTED,
    ),
    "a person by one administrator": lambda: NewEvent(
        stream="house",
        kind=HouseEvent.PERSON_ADDED,
        by="ada",
        data={"name": "eve", "roles": ["supervisor"], "password": "x"},
    ),
    "a first start that is over": lambda: NewEvent(
        stream="house",
        kind=HouseEvent.PERSON_ADDED,
        by="ada",
        data={"name": "eve", "roles": ["supervisor"], "password": "x", "first start": True},
    ),
    "a void by one": lambda: NewEvent(stream="table/7", kind=TableEvent.CLOSED, by="dan"),
    "a settlement of no round": lambda: NewEvent(
        stream="table/7",
        kind=TableEvent.SETTLED,
        data={
            "round": 6,
            "record": {},
            "settlement": {"seats": [], "jackpot": None},
            "table": {"day": DAY, "rounds": 6, "decks": 6, "places": [], "deck": None, "controller": True},
        },
        postings=MINTED,
    ),
    "a win that was never held": lambda: NewEvent(
        stream="table/7",
        kind=TableEvent.VERIFIED,
        by="dan",
        data={"round": 5, "person": "dan", "last": True},
        postings=MINTED,
    ),
    "a practice house, too late": lambda: NewEvent(stream="site", kind=SiteEvent.PRACTICE, by="ada"),
    "a practice house, elsewhere": lambda: NewEvent(stream="table/7", kind=SiteEvent.PRACTICE, by="ada"),
    "nobody sits down": lambda: NewEvent(stream="table/7", kind=TableEvent.JOINED, by="dan"),
    "nobody is added": lambda: NewEvent(stream="house", kind=HouseEvent.PERSON_ADDED, by="ada"),
    "a value by staff": lambda: NewEvent(
        stream="table/7", kind=TableEvent.VALUED, by="dan", data={"seat": 1, "commitment": "ab" * 32}
    ),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_event_written_past_the_rules_is_found(house: Log, attack: str) -> None:
    """Whoever can append to the log without asking leaves chains that are whole and a meaning that is not."""
    event = ATTACKS[attack]()
    assert isinstance(house.clock, Clock)
    house.clock.move(1)
    (done,) = house.append(event)
    found = [(one.stream, one.number) for one in deep_audit(house).findings]
    assert (done.stream, done.number) in found or "not kept any more" in str(audit_log(house).broken)


def test_a_settlement_that_was_written_otherwise_is_found(house: Log) -> None:
    assert isinstance(house, MemoryLog)
    events = house._events["table/7"]
    place = next(place for place, event in enumerate(events) if event.kind == TableEvent.SETTLED)
    data = dict(events[place].data)
    data["settlement"]["seats"][0]["returned"] = "999.00"
    rebuilt(house, "table/7", place, canonical(data))
    assert audit_log(house).broken is None
    assert any("settles otherwise" in one.reason for one in deep_audit(house).findings)


def rebuilt(log: MemoryLog, stream: str, place: int, data: str) -> None:
    """Write an event anew, and all after it, as somebody would who owns the storage."""
    from dataclasses import replace

    from houseway.house.log.events import digest
    from houseway.house.log.log import Head

    events, previous = log._events[stream], ""
    for number, event in enumerate(events):
        if number >= place:
            new = replace(event, text=data if number == place else event.text, previous=previous, hash="")
            events[number] = replace(new, hash=digest(new.form))
        previous = events[number].hash
    log._heads[stream] = Head(events[-1].number, events[-1].hash, events[-1].at)


# ---- the storage


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TRIGGER events_refuse_update",
        "DROP INDEX events_request",
        "CREATE TRIGGER thief AFTER INSERT ON postings BEGIN SELECT 1; END",
        "CREATE TABLE hidden (what TEXT)",
    ],
)
def test_a_changed_schema_is_found_in_sqlite(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        honest(log)
    with sqlite3.connect(path) as thief:
        thief.execute(statement)
    with open_log(str(path), read_only=True) as log:
        assert audit_log(log).broken is None
        assert deep_audit(log).broken is not None


@pytest.mark.parametrize(
    "statement", ["ALTER TABLE events DISABLE TRIGGER events_refuse", "DROP TRIGGER postings_refuse ON postings"]
)
def test_a_changed_schema_is_found_in_postgresql(cluster: Cluster, statement: str) -> None:
    url = cluster.new_database()
    with open_log(url) as log:
        assert deep_audit(log).broken is None
        engine = create_engine(parse_url(url))
        with engine.begin() as thief:
            thief.execute(text(statement))
        engine.dispose()
        assert "trigger" in str(deep_audit(log).broken)


def test_a_deleted_stream_is_missed_by_the_next_check(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        honest(log)
        log.append(NewEvent(stream="incidents", kind="noted"))
        assert self_check(log).verdict.broken is None
    with sqlite3.connect(path) as thief:
        thief.execute("DROP TRIGGER events_refuse_delete")
        thief.execute("DELETE FROM events WHERE stream = 'incidents'")
        thief.execute("DELETE FROM heads WHERE stream = 'incidents'")
    with open_log(str(path), read_only=True) as log:
        assert "incidents had 1 events then, and has not now" in str(audit_log(log).broken)


# ---- heads


def test_heads_of_an_unknown_key_are_refused_after_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("HOUSEWAY_KEY", raising=False)
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        honest(log)
        own, forged = (sign_heads(log, HouseKey.open(tmp_path / name)) for name in ("own.key", "thief.key"))
    for name, signed in (("own", own), ("forged", forged)):
        (tmp_path / name).write_text(canonical(msgspec.to_builtins(signed)))
    assert main(["audit", "verify", "--db", str(path), "--head", str(tmp_path / "own")]) == 0
    assert f"signed by the key {own.key}" in " ".join(capsys.readouterr().out.split())
    assert main(["audit", "verify", "--db", str(path), "--head", str(tmp_path / "forged")]) == 2
    assert "another key than the house's" in capsys.readouterr().err
    words = ["audit", "verify", "--db", str(path), "--head", str(tmp_path / "forged"), "--key", own.key]
    assert main(words) == 2


def test_a_lost_connection_is_no_answer(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither a traceback nor "the log is broken": exit 2, for nobody knows."""
    url = cluster.new_database()
    with open_log(url) as log:
        log.append(NewEvent(stream="house", kind="noted"))
    whole = SqlLog.kept_secrets

    def cut(self: SqlLog) -> frozenset[str]:
        engine = create_engine(parse_url(url))
        with engine.begin() as other:
            other.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"))
        engine.dispose()
        return whole(self)

    monkeypatch.setattr(SqlLog, "kept_secrets", cut)
    for words in (["audit", "verify"], ["audit", "verify", "--deep"]):
        assert main([*words, "--db", url]) == 2
        assert "the connection to the server was lost" in capsys.readouterr().err


def test_it_is_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        honest(log)
    assert main(["audit", "verify", "--deep", "--db", str(path)]) == 0
    assert "no fault found; signed heads were not compared" in capsys.readouterr().out
    with open_log(str(path)) as log:
        log.append(fund(-1_000_00, by="ada"))
    assert main(["audit", "verify", "--deep", "--json", "--db", str(path)]) == 1
    assert "needs two different persons" in capsys.readouterr().out
    with pytest.raises(InvalidInput):
        buy_in("Bad Name", 1)
