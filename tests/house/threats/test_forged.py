"""Events written past the program, with whole chains: the deep audit finds each where it stands (docs/threats.md)."""

import sqlite3
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from house.support.floor import EVERYTHING, JACKPOT, NOTHING, QUICK, WORDS, deal, fold_all, sheet_text
from house.support.people import add_person
from house.support.tables import Clock, counted_seeds
from houseway.house.controls.selfcheck import self_check
from houseway.house.jackpots.jackpot import Jackpots
from houseway.house.jackpots.money_acts import Deposit
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.events import GENESIS, Event, NewEvent, chain_event, digest, timestamp
from houseway.house.log.ledger import Posting, cents, format_units, move, parse_amount
from houseway.house.log.log import Damaged, Head, Log
from houseway.house.log.memory import MemoryLog
from houseway.house.office.incidents import Incidents, OpenIncident, ReportIncident
from houseway.house.office.site import DisableSite, EnableSite, Site
from houseway.house.people.cage_acts import BuyIn, Credit, Fill, Fund
from houseway.house.people.drawer_acts import CloseDrawer, OpenDrawer
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson, AddPerson, SetPassword
from houseway.house.people.setting_acts import ChooseDay
from houseway.house.people.sign_ins import SignIns
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.sheets.table_rules import rules_of
from houseway.house.store.store import open_log
from houseway.house.tables import round_outcome
from houseway.house.tables import settling as table_ends
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import CloseTable, OpenTable, VoidRound
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager

METER, FUNDING, PROGRESSIVE = f"jackpot/{JACKPOT}/meter", f"jackpot/{JACKPOT}/funding", "table/1/progressive"
THIEF = "player/thief"


class TickingClock(Clock):
    """A clock that goes on by a second whenever it is looked at."""

    def __call__(self) -> datetime:
        self.move(1)
        return self.now


class ForgedHouse:
    """A house with people, a bank, a drawer and a table with a progressive, at which rounds were played."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.people = House(log, hasher=QUICK)
        self.people.do(AddFirstPerson(name="ada", password=WORDS))
        staff = {"sue": "supervisor", "dan": "dealer", "deb": "dealer", "kim": "cashier", "kay": "cashier"}
        for name, role in {**staff, "pat": "player", "quin": "player", "bea": "administrator"}.items():
            add_person(self.people, AddPerson(name=name, roles=(role,), password=WORDS), by="ada")
        self.cage = self.people
        self.cage.do(Fund(amount=100_000_00), by="ada", second="sue")
        self.cage.do(OpenDrawer(amount=10_000_00), by="kim", second="sue")
        for player in ("pat", "quin"):
            self.cage.do(BuyIn(player=player, amount=1_000_00), by="kim")
        sheet = parse_sheet(sheet_text())
        jackpots = Jackpots(log, people=self.people)
        assert sheet.jackpot is not None
        jackpots.get(JACKPOT).do(CreateJackpot(terms=sheet.jackpot, game=sheet.chosen), by="sue", second="ada")
        self.table = Table(log, "1", jackpots=jackpots, people=self.people, entropy=counted_seeds())
        self.table.do(
            OpenTable(rules=rules_of(sheet, datetime(2026, 11, 16, tzinfo=UTC).date()), day="2026-11-16"), by="sue"
        )
        self.cage.do(Fill(table="1", amount=20_000_00), by="sue", second="dan")
        for seat, player in ((1, "pat"), (2, "quin")):
            self.table.do(Join(seat=seat, player=player), by="dan")
        self.play()

    def begin(self) -> None:
        """A round with jackpot wagers, up to its decisions."""
        deal(self.table, {1: NOTHING})

    def play(self) -> None:
        self.begin()
        fold_all(self.table)


@pytest.fixture
def house() -> ForgedHouse:
    return ForgedHouse(MemoryLog(TickingClock()))


def findings(log: Log) -> list[Damaged]:
    """What the deep audit finds in a log whose chains are whole."""
    found = deep_audit(log)
    assert found.form.broken is None, found.form.broken
    return list(found.findings)


def assert_found(log: Log, *events: Event) -> None:
    assert audit_log(log).broken is None
    found = {(one.stream, one.number) for one in findings(log)}
    assert {(event.stream, event.number) for event in events} <= found, found


def dollars(amount: int, out_of: str, into: str) -> tuple[Posting, ...]:
    return move(cents(amount * 100), out_of=out_of, into=into)


def test_an_honest_house_has_no_findings(house: ForgedHouse) -> None:
    site, incidents = Site(house.log, people=house.people), Incidents(house.log, people=house.people)
    site.do(DisableSite(reason="a fire drill"), by="sue")
    site.do(EnableSite(), by="sue", second="ada")
    incidents.do(OpenIncident(description="the display was dark", tables=("1",)), by="dan")
    incidents.do(ReportIncident(incident=1, reference="R-1"), by="sue")
    sign_ins = SignIns(house.log, house.people)
    sign_ins.end(sign_ins.start("sue", WORDS).token)
    house.begin()
    house.table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    house.table.jackpots.get(JACKPOT).do(Deposit(amount=1_00, slip="S-1"), by="sue", second="ada")
    house.cage.do(Credit(table="1", amount=100_00), by="sue", second="dan")
    house.cage.do(CloseDrawer(amount=12_000_00), by="kim", second="sue")
    house.table.do(CloseTable(), by="sue")
    assert self_check(house.log, deep=True).verdict.broken is None
    assert findings(house.log) == []


# ---- events that are appended


def award(amount: str, **more: Any) -> Callable[[Log], dict[str, Any]]:
    """The data of an award as the jackpot would tell it."""

    def data(log: Log) -> dict[str, Any]:
        created = next(iter(log.read(f"jackpot/{JACKPOT}", 2, 2)))
        meter, paid = log.balance(METER), parse_amount(amount)
        entry = {"seat": 1, "player": "thief", "line": "royal", "share": "50%", "amount": amount, "from": "meter"}
        stood = {"before": format_units(meter), "reseeded": "0.00", "after": format_units(meter - paid)}
        won = {"table": "1", "round": 1, "awards": [entry], **stood}
        return {**won, "jackpot": {**created.data["jackpot"], "hits": 1}, **more}

    return data


Data = Mapping[str, Any] | Callable[[Log], dict[str, Any]]
Forged = tuple[str, str, str, Data, tuple[Posting, ...]]
STREAM = f"jackpot/{JACKPOT}"
MINTED = dollars(9_000, "outside/players", THIEF)

FORGED: dict[str, Forged] = {
    # jackpots
    "an award of no round": (STREAM, "awarded", "", award("9000.00"), dollars(9_000, METER, THIEF)),
    "an award of a round that is not to come": (
        STREAM,
        "awarded",
        "",
        award("9000.00", round=99),
        dollars(9_000, METER, THIEF),
    ),
    "an award outside, by one": (
        STREAM,
        "awarded",
        "sue",
        award("9000.00", round=0, table="go-fish"),
        dollars(9_000, METER, "outside/players"),
    ),
    "money fed from outside": (STREAM, "fed", "", {"amount": "9000.00"}, MINTED),
    "overflow fed that is not there": (
        STREAM,
        "fed",
        "",
        {"amount": "10.00"},
        dollars(10, f"jackpot/{JACKPOT}/overflow", METER),
    ),
    "a contribution of no round": (
        STREAM,
        "contributed",
        "",
        {"table": "1", "round": 1, "meter": "5000.00"},
        dollars(5_000, PROGRESSIVE, METER),
    ),
    "a contribution of another table": (
        STREAM,
        "contributed",
        "",
        {"table": "2", "round": 1, "meter": "5000.00"},
        dollars(5_000, "table/2/progressive", METER),
    ),
    "a contribution from outside": (
        STREAM,
        "contributed",
        "dan",
        {"table": "go-fish", "round": 0, "meter": "5000.00"},
        dollars(5_000, "table/go-fish/progressive", METER),
    ),
    "a reversal of no round": (
        STREAM,
        "reversed",
        "",
        {"table": "1", "round": 9, "meter": "1.00", "made good": "0.00"},
        dollars(1, METER, PROGRESSIVE),
    ),
    "a deposit that pays a player": (
        STREAM,
        "deposited",
        "sue",
        {"amount": "1.00", "owed": "0.00"},
        dollars(1_000, "house/bank", THIEF),
    ),
    "a deposit of what is not owed": (
        STREAM,
        "deposited",
        "sue",
        {"amount": "90000.00", "owed": "90000.00"},
        dollars(90_000, "house/bank", FUNDING),
    ),
    "a buy-in on a jackpot's stream": ("jackpot/zzz", "buy-in", "", {}, MINTED),
    "money received from no jackpot": (
        STREAM,
        "received",
        "",
        lambda log: {**award("1.00")(log), "from": "royal", "amount": "9.00"},
        dollars(9, f"jackpot/{JACKPOT}/transit", METER),
    ),
    "a table linked that is not open": (
        STREAM,
        "linked",
        "",
        lambda log: {"table": "2", "jackpot": award("1.00")(log)["jackpot"]},
        (),
    ),
    # tables
    "a wager from another purse": (
        "table/1",
        "wagered",
        "pat",
        {"seat": 1, "wagers": {"bet": "10.00"}},
        dollars(10, "player/quin", "table/1/wagers"),
    ),
    "a transfer within a wager": (
        "table/1",
        "wagered",
        "pat",
        {"seat": 1, "wagers": {"bet": "10.00"}},
        (*dollars(100, "player/quin", "player/pat"), *dollars(10, "player/pat", "table/1/wagers")),
    ),
    "a wager of more than it says": (
        "table/1",
        "wagered",
        "pat",
        {"seat": 1, "wagers": {"bet": "10.00"}},
        dollars(500, "player/pat", "table/1/wagers"),
    ),
    "a wager taken back that nobody made": (
        "table/1",
        "withdrawn",
        "pat",
        {"seat": 1},
        dollars(9_000, "table/1/wagers", "player/pat"),
    ),
    "a lost controller that pays": ("table/1", "controller lost", "dan", {"jackpot": JACKPOT}, MINTED),
    "a held win of no round": ("table/1", "held", "", {"round": 1, "awards": [["thief", "9000.00"]]}, ()),
    "a round called off that is not open": (
        "table/1",
        "controller back",
        "dan",
        {"jackpot": JACKPOT},
        dollars(10, "table/1/chips", THIEF),
    ),
    "a seat that is taken": ("table/1", "joined", "dan", {"seat": 1, "player": "quin"}, ()),
    "staff at a seat": ("table/1", "joined", "dan", {"seat": 3, "player": "deb"}, ()),
    "a deal of nobody": ("table/1", "dealt", "dan", {"round": 2, "seats": [1]}, ()),
    "a decision in no round": ("table/1", "decided", "pat", {"round": 1, "seat": 1, "decision": "fold"}, ()),
    # the cage
    "a fill that the bank does not hold": (
        "house",
        "fill",
        "sue",
        {"table": "1", "amount": "900000.00", "second": "dan"},
        dollars(900_000, "house/bank", "table/1/chips"),
    ),
    "a credit that the tray does not hold": (
        "house",
        "credit",
        "sue",
        {"table": "1", "amount": "500000.00", "second": "dan"},
        dollars(500_000, "table/1/chips", "house/bank"),
    ),
    "a buy-in of staff": (
        "house",
        "buy-in",
        "kim",
        {"player": "dan", "amount": "100.00", "drawer": "kim"},
        (*dollars(100, "outside/players", "house/drawer/kim"), *dollars(100, "house/bank", "player/dan")),
    ),
    "a drawer opened twice": (
        "house",
        "drawer opened",
        "kim",
        {"cashier": "kim", "counted": "5.00", "second": "sue"},
        dollars(5, "house/bank", "house/drawer/kim"),
    ),
    "another one's drawer closed": (
        "house",
        "drawer closed",
        "kay",
        {"cashier": "kim", "counted": "0.00", "expected": "12000.00", "second": "sue"},
        dollars(12_000, "house/drawer/kim", "house/variance"),
    ),
    "a drawer that should have held less": (
        "house",
        "drawer closed",
        "kim",
        {"cashier": "kim", "counted": "5000.00", "expected": "5000.00", "second": "sue"},
        dollars(5_000, "house/drawer/kim", "house/bank"),
    ),
    "a drop box that should have held more": (
        "house",
        "drop",
        "sue",
        {"table": "1", "counted": "0.00", "expected": "70.00", "second": "dan"},
        dollars(70, "table/1/drop", "house/variance"),
    ),
    # people, the site, incidents
    "a person who is there": (
        "house",
        "roles changed",
        "ada",
        {"name": "ada", "roles": ["administrator", "supervisor"], "second": "bea"},
        (),
    ),
    "a role that nobody has": (
        "house",
        "roles changed",
        "ada",
        {"name": "dan", "roles": ["king"], "second": "bea"},
        (),
    ),
    "a site disabled without a reason": ("site", "site disabled", "ada", {}, ()),
    "a site disabled for no reason": ("site", "site disabled", "ada", {"reason": " "}, ()),
    "a site enabled that was not disabled": ("site", "site enabled", "sue", {"reason": "", "second": "ada"}, ()),
    "a report of no incident": (
        "incidents",
        "incident reported",
        "sue",
        {"incident": 7, "reported": "2026-11-16T12:00:00.000000Z", "reference": "y", "late": False},
        (),
    ),
    "practice declared late": ("site", "practice declared", "ada", {}, ()),
    "practice of one person declared late": ("site", "practice declared", "ada", {"one person": True}, ()),
    # who, when and on what: nothing that no act gives
    "settings that skip those before": (
        "house",
        "settings changed",
        "ada",
        {"day starts": 3, "zone": "UTC", "before": 1},
        (),
    ),
    "settings that name none before": ("house", "settings changed", "ada", {"day starts": 3, "zone": "UTC"}, ()),
    "settings of no hour": ("house", "settings changed", "ada", {"day starts": 99, "zone": "UTC", "before": 0}, ()),
    "a log-in by nobody": ("house", "logged in", "", {"name": "sue"}, ()),
    "a log-in of somebody else": ("house", "logged in", "dan", {"name": "sue"}, ()),
    "a log-in of a stranger": ("house", "logged in", "eve", {"name": "eve"}, ()),
    "a failed log-in that names somebody": ("house", "log-in failed", "sue", {"name": "ada", "reason": "locked"}, ()),
    "a lock that somebody sets": ("house", "log-in locked", "sue", {"name": "ada", "until": "2030"}, ()),
    "a name that its owner unlocks": ("house", "log-in unlocked", "ada", {"name": "ada", "second": "sue"}, ()),
    "an empty drop": (
        "house",
        "drop",
        "sue",
        {"table": "1", "counted": "0.00", "expected": "0.00", "second": "dan"},
        (),
    ),
    "an empty fund": ("house", "fund", "ada", {"amount": "0.00", "second": "sue"}, ()),
    "a wager that nobody made": (
        "table/1",
        "wagered",
        "",
        {"seat": 1, "wagers": {"bet": "10.00"}},
        dollars(10, "player/pat", "table/1/wagers"),
    ),
    "a seat that nobody took": ("table/1", "joined", "", {"seat": 3, "player": "guest"}, ()),
    "a player who left by nobody": ("table/1", "left", "", {"seat": 1, "player": "pat"}, ()),
    "a seed revealed by a dealer": ("table/1", "revealed", "dan", {"deck": 1, "seed": "c"}, ()),
    "a tray moved by a player": ("table/1", "tray moved", "pat", {"what": "fill", "amount": "0.01", "holds": "1"}, ()),
    "a table disabled by a player": ("table/1", "disabled", "pat", {"reason": "mine"}, ()),
    "a table disabled though the site is not": ("table/1", "disabled", "sue", {"reason": "mine"}, ()),
    "a table linked by somebody": (STREAM, "linked", "sue", {"table": "1", "jackpot": {}}, ()),
    "an award that names a dealer": (STREAM, "awarded", "dan", award("0.01"), dollars(1, METER, THIEF)),
    "an owner of a practice table in a card room": ("practice/1", "owned", "pat", {"person": "pat"}, ()),
    "a practice table given away": ("practice/1", "owned", "eve", {"person": "pat"}, ()),
    "what a stranger learned": ("learning/eve", "drilled", "", {"drill": "d", "game": "g", "right": True}, ()),
    "what somebody wrote about another": (
        "learning/pat",
        "drilled",
        "dan",
        {"drill": "d", "game": "g", "right": False},
        (),
    ),
    "a program that a person started": ("system", "started", "dan", {"program": "serve"}, ()),
    "the end of no program": ("system", "ended", "", {"program": "serve", "error": ""}, ()),
    "an interruption of no program": (
        "system",
        "interrupted",
        "",
        {"program": "serve", "since": "2026-11-16T12:00:00.000000Z"},
        (),
    ),
    "a session's key by a person": ("sessions", "key made", "dan", {"key": digest("k")}, ()),
    "a session of nobody that ended": ("sessions", "signed out", "", {"session": "s", "ends": 1}, ()),
    "an incident discovered in the future": (
        "incidents",
        "incident opened",
        "sue",
        {
            "incident": 1,
            "description": "x",
            "tables": [],
            "jackpots": [],
            "discovered": "2030-01-01T00:00:00.000000Z",
            "hours": 72,
            "deadline": "2030-01-04T00:00:00.000000Z",
        },
        (),
    ),
    "an incident with a month to report": (
        "incidents",
        "incident opened",
        "sue",
        {
            "incident": 1,
            "description": "x",
            "tables": [],
            "jackpots": [],
            "discovered": "2026-11-16T00:00:00.000000Z",
            "hours": 720,
            "deadline": "2026-12-16T00:00:00.000000Z",
        },
        (),
    ),
    # places
    "a kind that no stream has": ("house", "noted", "", {"x": "y"}, ()),
    "a kind of another stream": ("table/1", "signed in", "sue", {}, ()),
    "a stream that nobody writes": ("shadow", "buy-in", "", {}, ()),
    # what cannot be read
    "a seat left out": ("table/1", "joined", "dan", {"x": 1}, ()),
    "an amount left out": ("house", "buy-in", "kim", {"player": "pat"}, ()),
    "a person left out": ("table/1", "verified", "dan", {}, ()),
    "a cashier left out": ("house", "drawer opened", "kim", {"second": "sue"}, ()),
    "a name that is a list": ("house", "password set", "ada", {"name": ["sue"], "second": "bea"}, ()),
    "a token left out": ("sign-ins", "signed in", "sue", {}, ()),
    "an incident without anything": ("incidents", "incident opened", "sue", {}, ()),
    "terms left out": (STREAM, "changed", "sue", {"second": "ada", "jackpot": {}}, ()),
    "an amount that is none": (STREAM, "deposited", "sue", {"amount": "much", "owed": "0.00"}, ()),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_event_is_found(house: ForgedHouse, forged: str) -> None:
    stream, kind, by, data, postings = FORGED[forged]
    given = data(house.log) if callable(data) else dict(data)
    (done,) = house.log.append(NewEvent(stream=stream, kind=kind, by=by, data=given, postings=postings))
    assert_found(house.log, done)


def test_settings_that_were_chosen_are_in_order(house: ForgedHouse) -> None:
    for hour in (4, 5):
        house.people.do(ChooseDay(hour=hour), by="ada")
    assert findings(house.log) == []
    skipping = {"day starts": 3, "zone": "UTC", "before": 0}
    (done,) = house.log.append(NewEvent(stream="house", kind="settings changed", by="ada", data=skipping))
    assert_found(house.log, done)


def test_a_report_to_come_and_one_before_the_discovery_are_found(house: ForgedHouse) -> None:
    incidents = Incidents(house.log, people=house.people)
    for number, reported in enumerate(("2030-01-01T00:00:00.000000Z", "2020-01-01T00:00:00.000000Z"), start=1):
        incidents.do(OpenIncident(description="the display was dark"), by="dan")
        late = reported.startswith("2030")
        data = {"incident": number, "reported": reported, "reference": "y", "late": late}
        assert_found(
            house.log,
            *house.log.append(NewEvent(stream="incidents", kind="incident reported", by="sue", data=data)),
        )


def test_a_site_enabled_for_another_reason_is_found(house: ForgedHouse) -> None:
    Site(house.log, people=house.people).do(DisableSite(reason="a fire drill"), by="sue")
    data = {"reason": "nothing", "second": "ada"}
    assert_found(house.log, *house.log.append(NewEvent(stream="site", kind="site enabled", by="sue", data=data)))


def test_what_follows_a_late_declaration_of_practice_is_found_too(house: ForgedHouse) -> None:
    declared = NewEvent(stream="site", kind="practice declared", by="ada", data={"one person": True})
    unsigned = NewEvent(
        stream="house", kind="buy-in", data={"player": "thief", "amount": "90000.00"}, postings=MINTED[:0]
    )
    alone = NewEvent(
        stream="house",
        kind="fund",
        by="ada",
        data={"amount": "-40000.00"},
        postings=dollars(40_000, "house/bank", "outside/owner"),
    )
    assert_found(house.log, *(house.log.append(one)[0] for one in (declared, unsigned, alone)))


def test_more_taken_back_than_was_wagered_is_found(house: ForgedHouse) -> None:
    house.table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}), by="pat")
    postings = dollars(9_011, "table/1/wagers", "player/pat")
    event = NewEvent(stream="table/1", kind="withdrawn", by="pat", data={"seat": 1}, postings=postings)
    assert_found(house.log, *house.log.append(event))


# ---- ends of rounds, as a changed program would write them


def diverted(postings: tuple[Posting, ...]) -> tuple[Posting, ...]:
    """The same money, but what a player gets goes to somebody else."""
    return tuple(
        Posting(THIEF, amount) if account == "player/pat" else Posting(account, amount) for account, amount in postings
    )


def test_a_round_that_is_called_off_for_somebody_else_is_found(
    house: ForgedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = table_ends.voided_postings
    monkeypatch.setattr(table_ends, "voided_postings", lambda state: diverted(whole(state)))
    house.begin()
    house.table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    voided = house.log.last("table/1", "voided")
    assert voided is not None
    assert_found(house.log, voided)
    assert "other stakes go back than were made" in [one.reason for one in findings(house.log)]


def test_a_round_that_is_called_off_for_more_is_found(house: ForgedHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = table_ends.voided_postings
    more = dollars(5_000, "table/1/chips", THIEF)
    monkeypatch.setattr(table_ends, "voided_postings", lambda state: (*whole(state), *more))
    house.begin()
    house.table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    assert "other stakes go back than were made" in [one.reason for one in findings(house.log)]


@pytest.mark.parametrize("to", ["player/quin", THIEF])
def test_a_settlement_that_pays_somebody_else_is_found(
    house: ForgedHouse, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    whole = round_outcome.settled_postings

    def paid(table: str, end: round_outcome.Outcome) -> tuple[Posting, ...]:
        """All that the house wins goes to somebody who never sat there."""
        found = whole(table, end)
        return tuple(
            Posting(to, amount) if account == "table/1/chips" else Posting(account, amount) for account, amount in found
        )

    monkeypatch.setattr(table_ends, "settled_postings", paid)
    house.play()
    settled = house.log.last("table/1", "settled")
    assert settled is not None
    assert_found(house.log, settled)
    assert "it pays other than the settlement says" in [one.reason for one in findings(house.log)]


def test_a_large_win_that_is_not_held_is_found(house: ForgedHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_outcome, "_held_amounts", lambda *_: {})
    deal(house.table, {1: EVERYTHING})
    assert house.table.state.round is None or house.table.state.round.turn
    fold_or_play(house.table)
    monkeypatch.undo()
    reasons = [one.reason for one in findings(house.log)]
    assert any("pays other than the settlement says" in reason for reason in reasons), reasons


def fold_or_play(table: Table) -> None:
    while table.state.round is not None and table.state.round.turn:
        legal = [choice.text for choice in table.state.round.choices() if choice.complete and choice.text != "fold"]
        table.do(Decide(seat=table.state.round.turn, decision=legal[0]), by="dan")


# ---- sign-ins


def signed_in(house: ForgedHouse, token: str, until: datetime) -> NewEvent:
    data = {"token": digest(token), "until": timestamp(until), "password": house.people.person("sue").password}
    return NewEvent(stream="sign-ins", kind="signed in", by="sue", data=data)


def test_a_sign_in_for_ever_is_found_and_is_nobodys(house: ForgedHouse) -> None:
    now = house.log.clock()
    long, allowed = (now + timedelta(days=3_000), now + timedelta(minutes=30))
    (done,) = house.log.append(signed_in(house, "thief", long))
    house.log.append(signed_in(house, "usual", allowed))
    sign_ins = SignIns(house.log, house.people)
    assert sign_ins.find("usual") == "sue"
    assert isinstance(house.log, MemoryLog)
    assert isinstance(house.log.clock, TickingClock)
    house.log.clock.move(2 * 3600)
    assert sign_ins.find("thief") == ""
    assert [(one.stream, one.number) for one in findings(house.log)] == [(done.stream, done.number)]


def test_a_sign_in_with_another_password_is_found(house: ForgedHouse) -> None:
    now = house.log.clock()
    event = signed_in(house, "thief", now + timedelta(minutes=5))
    house.people.do(SetPassword(name="sue", password="another long password", old=WORDS), by="sue")
    assert_found(house.log, *house.log.append(event))


def test_a_session_that_the_house_does_not_give_is_found(house: ForgedHouse) -> None:
    now = int(house.log.clock().timestamp())

    def written(kind: str, by: str, **data: object) -> Event:
        (event,) = house.log.append(NewEvent(stream="sessions", kind=kind, by=by, data=data))
        return event

    written("signed in", "sue", session="s", ends=now + 3600)
    written("session used", "sue", session="s")
    forged = [
        written("signed in", "nobody", session="n", ends=now + 3600),
        written("signed in", "dan", session="d", ends=now + 3600 * 24 * 30),
        written("signed in", "dan", session="s", ends=now + 3600),
        written("session used", "dan", session="s"),
        written("signed out", "dan", session="s", ends=now + 3600),
    ]
    written("signed out", "sue", session="s", ends=now + 3600)
    written("signed out", "guest-1", session="g", ends=now)  # a guest's, which has no beginning
    assert [(one.stream, one.number) for one in findings(house.log)] == [(one.stream, one.number) for one in forged]


# ---- events before the house


def backdated(log: MemoryLog, event: NewEvent) -> Event:
    """Write the first event of a new stream with a time before the house, as somebody would who owns the storage."""
    done = chain_event(event, number=1, at="2020-01-01T00:00:00.000000Z", request="", part=0, previous=GENESIS)
    log._events[event.stream] = [done]
    log._heads[event.stream] = Head(1, done.hash, done.at)
    return done


@pytest.mark.parametrize(
    ("stream", "kind", "by", "data"),
    [
        ("table/zz", "closed", "eve", {}),
        ("site", "practice declared", "ada", {"one person": True}),
        ("site", "site disabled", "eve", {"reason": "mine"}),
        (
            "incidents",
            "incident opened",
            "eve",
            {
                "incident": 1,
                "description": "nothing",
                "tables": [],
                "jackpots": [],
                "discovered": "2020-01-01T00:00:00.000000Z",
                "hours": 24,
                "deadline": "2020-01-02T00:00:00.000000Z",
            },
        ),
        ("sign-ins", "signed in", "sue", {"token": "x", "until": "2020-01-01T00:30:00.000000Z", "password": "x"}),
    ],
)
def test_an_event_before_the_first_person_is_found(
    house: ForgedHouse, stream: str, kind: str, by: str, data: dict[str, Any]
) -> None:
    assert isinstance(house.log, MemoryLog)
    assert_found(house.log, backdated(house.log, NewEvent(stream=stream, kind=kind, by=by, data=data)))


# ---- self-checks


def test_a_check_that_leaves_a_stream_out_or_cannot_be_read_is_found(house: ForgedHouse) -> None:
    self_check(house.log)
    check = {"occasion": "on demand", "passed": True, "log": {}, "software": "x", "differing": [], "heads": {}}
    assert_found(house.log, *house.log.append(NewEvent(stream="system", kind="checked", data=check)))
    (done,) = house.log.append(NewEvent(stream="system", kind="checked", data={**check, "heads": {"house": 5}}))
    broken = deep_audit(house.log).broken
    assert broken is not None
    assert (broken.stream, broken.number) == (done.stream, done.number)


# ---- what is said to be older


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        ForgedHouse(log)
    return path


def test_an_act_that_is_said_to_be_older_than_the_rules_is_found(stored: Path) -> None:
    with open_log(str(stored)) as log:
        summary = next(iter(log.read(STREAM, 2, 2))).data["jackpot"]
        adjustment = {"reason": "malfunction", "pot": "meter", "amount": "-50.00", "note": "x", "second": "dan"}
        meter = log.totals(STREAM, log.head(STREAM).number)[METER]
        held = {"before": format_units(meter), "after": format_units(meter - cents(50_00))}
        event = NewEvent(
            stream=STREAM,
            kind="adjusted",
            by="dan",
            data={**adjustment, **held, "jackpot": summary},
            postings=dollars(50, METER, FUNDING),
        )
        (done,) = log.append(event)
        heads = log.heads()
    for names in ([STREAM], [STREAM, "house"]):
        with sqlite3.connect(stored) as thief:
            thief.execute("DELETE FROM brought_over")
            for name in names:
                row = (name, heads[name].number, heads[name].hash)
                thief.execute("INSERT INTO brought_over VALUES (?, ?, ?)", row)
        with open_log(str(stored), read_only=True) as log:
            reasons = [(one.number, one.reason) for one in findings(log)]
        assert any("is said to be older" in reason for _, reason in reasons)
        assert any(number == done.number and "two different persons" in reason for number, reason in reasons)


def test_several_processes_find_what_one_stream_tells_alone(stored: Path) -> None:
    """A table and its jackpot are looked at by different processes, and so is the bank."""
    with open_log(str(stored), read_only=True) as log:
        assert deep_audit(log, jobs=3).broken is None
    with open_log(str(stored)) as log:
        for name in ("a contribution of no round", "an award of no round", "a fill that the bank does not hold"):
            stream, kind, by, data, postings = FORGED[name]
            given = data(log) if callable(data) else dict(data)
            log.append(NewEvent(stream=stream, kind=kind, by=by, data=given, postings=postings))
    with open_log(str(stored), read_only=True) as log:
        found = deep_audit(log, jobs=3)
        assert found.to_struct() == deep_audit(log, jobs=1).to_struct()
    reasons = [one.reason for one in found.findings]
    for reason in ("table/1 does not record the same contribution", "table/1 does not record the same awards"):
        assert reason in reasons
    assert "the bank did not hold it" in reasons


def test_an_auditor_without_the_vaults_key_finds_nothing_wrong(
    stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    monkeypatch.delenv("HOUSEWAY_VAULT_KEY", raising=False)
    with open_log(str(stored), read_only=True) as log:
        assert not log.has_key()
        assert findings(log) == []
