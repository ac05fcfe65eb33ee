"""A log that an earlier version wrote: it verifies, replays, is audited and goes on.

`data/evening.db.gz` is an evening of a whole house in SQLite: all five games, two progressives, a house jackpot, a win
that two persons verified, a void round, an aggregate limit, a lost controller, an incident, a disabled site, people and
the cage; table 5 stands in the middle of a round.
"""

import copy
import gzip
import sqlite3
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from houseway.errors import HousewayError
from houseway.games import game_names
from houseway.games.round.record import settle
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.payloads import JACKPOT_PAYLOADS
from houseway.house.jackpots.report import jackpot_names, jackpot_screen
from houseway.house.log.aggregate import stored_facts
from houseway.house.log.events import CLOCK, Event, canonical
from houseway.house.log.kinds import HouseEvent, JackpotEvent, SystemEvent, TableEvent
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE, SYSTEM, jackpot_name, table_name, table_stream
from houseway.house.log.payload import Payload
from houseway.house.office.incidents import Incidents
from houseway.house.office.site import Site
from houseway.house.people.house import House
from houseway.house.people.payloads import CAGE_PAYLOADS
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.shuffles import check_shuffles
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.records.dispute import dispute_pack
from houseway.house.records.reports import master_games_report
from houseway.house.sheets.table_rules import TableRules
from houseway.house.store.store import SqlLog, open_log
from houseway.house.tables.known_tables import table_names
from houseway.house.tables.past_round import find_round
from houseway.house.tables.payloads import TABLE_PAYLOADS, Opened
from houseway.house.tables.round_corrections import CorrectRound
from houseway.house.tables.state import Phase, open_round
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.house.tables.wager_acts import Decide, Wager

FILE = Path(__file__).parents[1] / "data" / "evening.db.gz"
TABLES = ("1", "2", "3", "4", "5", "6")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    path = tmp_path / "evening.db"
    path.write_bytes(gzip.decompress(FILE.read_bytes()))
    with open_log(str(path), read_only=True) as found:
        last = datetime.fromisoformat(max(head.at for head in found.heads().values()))
    with open_log(str(path), clock=lambda: last) as found:  # nobody's time is up
        yield found


def ends(log: Log, table: str) -> list[Event]:
    """The ends of a table's rounds, settled or void."""
    return [event for event in log.read(table_stream(table)) if event.kind in (TableEvent.SETTLED, TableEvent.VOIDED)]


def payloads_of(stream: str) -> Mapping[str, type[Payload]]:
    if table_name(stream):
        return TABLE_PAYLOADS
    return JACKPOT_PAYLOADS if jackpot_name(stream) else CAGE_PAYLOADS


def test_it_verifies(log: Log) -> None:
    verdict = audit_log(log)
    assert verdict.broken is None
    assert (verdict.streams, verdict.events, verdict.postings) == (14, 362, 404)  # with the key's name


def test_it_has_every_game_and_nearly_every_kind_of_event(log: Log) -> None:
    openings = [log.last(table_stream(name), TableEvent.OPENED) for name in TABLES]
    assert {event.read(Opened).rules["game"] for event in openings if event} == set(game_names())
    kinds = {event.kind for stream in log.streams() for event in log.read(stream)}
    missing = {*TableEvent, *JackpotEvent, *HouseEvent} - kinds
    newer = {
        JackpotEvent.DRAWN,
        JackpotEvent.WIN_VERIFIED,
        JackpotEvent.WIN_REJECTED,
        TableEvent.RESTORED,
        HouseEvent.ACCOUNT_MADE,
        HouseEvent.GUEST_ADDED,
        HouseEvent.PIN_SET,
        HouseEvent.PIN_ACCEPTED,
        HouseEvent.PIN_FAILED,
        HouseEvent.PIN_UNBLOCKED,
    }
    assert missing <= {JackpotEvent.CHANGED, JackpotEvent.FED, HouseEvent.LOGGED_IN, *newer}


def test_every_payload_is_written_again_as_the_same_bytes(log: Log) -> None:
    typed = 0
    for stream in log.streams():
        for event in log.read(stream):
            kind = payloads_of(stream).get(event.kind)
            if kind is not None:
                typed += 1
                assert canonical(event.read(kind)) == event.text
    assert typed == 333


def test_the_evening_had_a_clock_that_went_back(log: Log) -> None:
    marked = [event for stream in log.streams() for event in log.read(stream) if CLOCK in event.data]
    assert marked
    for event in marked:
        assert stored_facts(event, payloads_of(event.stream)).shown_at == event.data[CLOCK] < event.at


@pytest.mark.parametrize("name", TABLES)
def test_every_table_loads_as_it_folds(log: Log, name: str) -> None:
    state = load_state(log, name)
    assert state == replay_state(log, name)
    assert state.phase == {"5": Phase.DECISIONS, "6": Phase.CLOSED}.get(name, Phase.WAGERS)


def test_every_jackpot_loads_as_it_folds(log: Log) -> None:
    assert jackpot_names(log) == ["dealer", "jackpot-1", "posted", "spare"]
    for name in jackpot_names(log):
        jackpot = Jackpot(log, name)
        state = type(jackpot.state)(name=name)
        for event in log.read(jackpot.stream):
            state = jackpot.fold(state, stored_facts(event, JACKPOT_PAYLOADS), log.secret)
        assert jackpot.state == state
        assert jackpot.reconcile()["adds up"] is True
        assert jackpot_screen(jackpot).events == state.number


@pytest.mark.parametrize("name", TABLES)
def test_its_shuffles_are_derived_again(log: Log, name: str) -> None:
    assert check_shuffles(log, name).problems == ()


def test_its_rounds_settle_again_and_make_dispute_packs(log: Log) -> None:
    packs = [dispute_pack(log, name, event.data["round"]) for name in TABLES for event in ends(log, name)]
    assert len(packs) == 23
    for pack in packs:
        assert pack.replays
        assert settle(pack.record.to_json()) == pack.settlement.to_json()
    assert sum(bool(pack.limited) for pack in packs) == 1
    assert sum(pack.status == "voided" for pack in packs) == 2


def test_the_house_reads_its_people_incidents_site_and_reports(log: Log) -> None:
    people = House(log)
    assert [person.name for person in people.all()] == ["ada", "dan", "deb", "pat", "sue"]
    (incident,) = Incidents(log).state.incidents
    assert incident.reference == "WSGC 2026-17"
    assert Site(log).state.disabled == ""
    report = master_games_report(log, datetime(2026, 11, 16, 12, tzinfo=UTC).date())
    assert set(report.games) >= set(game_names())
    assert table_names(log) == list(TABLES)


def test_it_goes_on(log: Log) -> None:
    midway = Table.load(log, "5")
    number = midway.state.rounds
    finish(midway)
    assert midway.state.rounds == number
    assert midway.state.finished is not None
    assert midway.state.finished.round == number
    between = Table.load(log, "2")
    for seat in list(between.state.seated):
        between.do(Wager(seat=seat, wagers={"ante": 10_00, "bet": 10_00}))
    finish(between)
    assert audit_log(log).broken is None
    for name in ("2", "5"):
        assert load_state(log, name) == replay_state(log, name)
        assert check_shuffles(log, name).problems == ()
    last = log.head(HOUSE).number
    assert House(log).person("pat").name == "pat"
    assert log.head(HOUSE).number == last


def test_a_round_of_it_is_corrected(log: Log) -> None:
    """Whoever entered it is known from its events; two others correct it."""
    done = 0
    for name in TABLES:
        table = Table.load(log, name, people=House(log))
        for end in ends(log, name):
            if end.kind != TableEvent.SETTLED or table_rules(log, name, end.number).cards == "shuffle":
                continue
            record = copy.deepcopy(end.data["record"])
            dealer = record["dealer"]
            record["dealer"] = [dealer[1], dealer[0], *dealer[2:]]
            number, before = end.data["round"], log.balances()
            with pytest.raises(HousewayError):
                table.do(CorrectRound(round=number, record=record, reason="order"), by="sue", second="sue")
            why = "sue: verified a win" if find_round(log, name, number).verified_by else "dan: entered cards"
            with pytest.raises(HousewayError, match=why):
                table.do(CorrectRound(round=number, record=record, reason="order"), by="sue", second="dan")
            if why.startswith("sue"):
                continue
            table.do(CorrectRound(round=number, record=record, reason="order"), by="sue", second="deb")
            pack = dispute_pack(log, name, number)
            assert pack.corrections[0].replays
            assert log.balances() == before, "the order of the dealer's cards moves no money"
            done += 1
    assert done
    assert audit_log(log).broken is None
    assert deep_audit(log).findings == ()


def table_rules(log: Log, name: str, number: int) -> TableRules:
    """What a table played by when an event happened."""
    opened = [event for event in log.read(table_stream(name), 1, number) if event.kind == TableEvent.OPENED]
    return TableRules.from_json(opened[-1].read(Opened).rules)


def finish(table: Table) -> None:
    """Decide by the posted default until the round is over."""
    while table.state.phase == Phase.DECISIONS:
        now = open_round(table.state)
        legal = [text for text in table.state.open_rules.defaults if now.can_decide(text)]
        table.do(Decide(seat=now.turn or 0, decision=legal[0]))


# A house made before events named the vault's keys: two entered rounds, and between them a key that two persons changed


SEALED = FILE.with_name("sealed.db.gz")


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    path = tmp_path / "sealed.db"
    path.write_bytes(gzip.decompress(SEALED.read_bytes()))
    return path


def keys_of(log: Log) -> list[str]:
    assert isinstance(log, SqlLog)
    return [key for key, _ in log.vault_keys()]


def test_a_house_whose_keys_no_event_names_is_read_as_it_is(sealed: Path) -> None:
    before = sealed.read_bytes()
    with open_log(str(sealed), read_only=True) as log:
        assert audit_log(log).broken is None
        assert deep_audit(log).findings == ()
    assert sealed.read_bytes() == before


def test_it_is_brought_over_by_an_event_that_names_its_first_key(sealed: Path) -> None:
    with open_log(str(sealed), read_only=True) as log:
        keys = keys_of(log)
        last = datetime.fromisoformat(max(head.at for head in log.heads().values()))
    for _ in range(2):  # the second time there is nothing to do
        with open_log(str(sealed), clock=lambda: last) as log:
            events = [event for event in log.read(SYSTEM) if event.kind == SystemEvent.KEY_MADE]
            assert [event.data for event in events] == [{"key": keys[0], "brought_over": True}]
            assert keys_of(log) == keys
            assert audit_log(log).broken is None
            assert deep_audit(log).findings == ()


def test_a_key_that_was_put_in_front_of_its_keys_is_found(sealed: Path) -> None:
    with open_log(str(sealed), read_only=True) as log:
        last = datetime.fromisoformat(max(head.at for head in log.heads().values()))
    with open_log(str(sealed), clock=lambda: last) as log:
        assert audit_log(log).broken is None
    with sqlite3.connect(sealed) as thief:
        thief.execute("UPDATE vault_keys SET key = 'feedfeedfeedfeed' WHERE number = 1")
    with open_log(str(sealed), read_only=True) as log:
        assert "vault" in str(audit_log(log).broken)
