"""Every kind of event has a payload that writes the bytes that a plain object would, and reads them again."""

import gzip
import json
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from houseway.games.round.record import settle
from houseway.house.log import kinds
from houseway.house.log.events import NewEvent, canonical, chain_event
from houseway.house.log.log import Log
from houseway.house.log.payload import Payload, read_payload
from houseway.house.office.catalogue import CATALOGUES
from houseway.house.records.event_payloads import BY_NAME, ONE_EACH, payload_type, read_event, stream_payloads
from houseway.house.store.store import open_log

DATA = Path(__file__).parents[1] / "data"
SUMMARY = {"terms": {}, "key": "k", "tables": [], "outside": {}, "stopped": "", "hits": 0}
TABLE = {"day": "2026-11-16", "rounds": 1, "decks": 1, "places": [[1, "ann", "", False]], "deck": None}
SEAT = {
    "seat": 1,
    "cards": ["2c", "3d", "5s", "7c", "9h", "Jh", "Kh"],
    "wagers": {"bet": "10.00"},
    "decisions": ["raise 1x"],
}
RECORD = {"game": "flush-poker", "options": {}, "dealer": ["4c", "6d", "8s", "Tc", "Qc", "Ad", "Kc"], "seats": [SEAT]}
ROUND: dict[str, Any] = {"round": 1, "record": RECORD, "settlement": settle(RECORD)}
END = {**ROUND, "table": {**TABLE, "controller": True}}
AWARD = {"seat": 1, "player": "ann", "line": "royal", "share": None, "amount": "1.00", "from": "meter"}
AWARDED = {"table": "1", "round": 1, "awards": [AWARD], "before": "2.00", "reseeded": "0.00", "after": "1.00"}
CHECK = {"occasion": "start", "passed": True, "software": "s", "differing": [], "heads": {}}
WHOLE = {"whole": True, "streams": 1, "events": 2, "postings": 3, "broken": None}
BROKEN = {"stream": "house", "number": 1, "what": "its hash", "where": "house 1"}

# As a plain object each kind of event would be, by the type of its stream: the least that it holds, and more.
WRITTEN: dict[str, dict[str, list[dict[str, Any]]]] = {
    "house": {
        "guest added": [{"name": "joe-2", "roles": ["player"], "password": "d"}],
        "account made": [{"name": "joe-2", "roles": ["player"], "password": "d", "account": "Joe"}],
        "person added": [
            {"name": "ann", "roles": ["player"], "password": "d"},
            {"name": "ann", "roles": ["dealer", "supervisor"], "password": "d", "first start": True},
            {"name": "ann", "roles": ["player"], "password": "d", "second": "bea"},
            {"name": "ann", "roles": ["player"], "password": "d", "second": "bea", "must change": True},
        ],
        "roles changed": [{"name": "ann", "roles": ["dealer"], "second": "bea"}],
        "password set": [
            {"name": "ann", "password": "d"},
            {"name": "ann", "password": "d", "must change": True},
            {"name": "ann", "password": "d", "second": "bea"},
        ],
        "person disabled": [{"name": "ann", "second": "bea"}],
        "person enabled": [{"name": "ann", "first start": True}],
        "log-in unlocked": [{"name": "ann", "second": "bea"}],
        "logged in": [{"name": "ann"}],
        "log-in failed": [
            {"name": "ann", "reason": "wrong password", "place": "10.0.0.9"},
            {"name": "ann", "reason": "locked"},
            {"name": "\udc80é\x7f", "reason": "unknown name"},
        ],
        "log-in locked": [{"name": "ann", "until": "2026-11-16T00:00:00.000000Z"}],
        "pin set": [{"name": "ann", "pin": "d"}],
        "pin accepted": [{"name": "ann", "table": "1", "console": "console-1"}],
        "pin failed": [{"name": "ann", "table": "1", "console": "console-1"}],
        "pin unblocked": [{"name": "ann"}],
        "settings changed": [{"day starts": 6, "zone": "UTC", "before": 0}, {"day starts": 6, "zone": "UTC"}],
        "buy-in": [{"player": "ann", "amount": "1.00"}, {"player": "ann", "amount": "1.00", "table": "1"}],
        "cash-out": [
            {"player": "ann", "amount": "1.00", "drawer": "kim", "second": "bea"},
            {"player": "ann", "amount": "1.00", "second": "ann", "receipt": 1},
        ],
        "fill": [{"table": "1", "amount": "1.00", "second": "bea"}],
        "credit": [{"table": "1", "amount": "1.00", "second": "bea"}],
        "drop": [{"table": "1", "counted": "1.00", "expected": "1.00"}],
        "fund": [{"amount": "-1.00", "second": "bea"}],
        "drawer opened": [{"cashier": "kim", "counted": "1.00", "second": "bea"}],
        "drawer closed": [{"cashier": "kim", "counted": "1.00", "expected": "1.00", "second": ""}],
    },
    "site": {
        "site disabled": [{"reason": "a drill"}],
        "site enabled": [{"reason": "a drill", "second": ""}],
        "practice declared": [{}, {"one person": True}],
        "dealer declared": [{"only": True, "second": "bea"}, {"only": False}],
    },
    "incidents": {
        "incident opened": [
            {
                "incident": 1,
                "description": "dark",
                "tables": ["1"],
                "jackpots": [],
                "hours": 24,
                "discovered": "2026-11-16T00:00:00.000000Z",
                "deadline": "2026-11-17T00:00:00.000000Z",
            }
        ],
        "incident reported": [{"incident": 1, "reported": "2026", "reference": "R-1", "late": False}],
    },
    "system": {
        "checked": [
            {**CHECK, "log": WHOLE},
            {**CHECK, "log": {**WHOLE, "whole": False, "broken": BROKEN}, "findings": ["x"], "heads": {"a": [1, "h"]}},
            {"occasion": "start", "passed": True, "software": "s", "differing": ["1"], "log": WHOLE},
        ],
        "software differs": [{"table": "1", "opened": "2026", "opened with": "a", "running": "b"}],
        "started": [{"program": "serve"}],
        "interrupted": [{"program": "serve", "since": "2026"}],
        "ended": [{"program": "serve", "error": ""}],
        "program error": [{"error": "KeyError", "places": []}],
        "clock refused": [{"house": "2026", "showed": "2027"}, {"house": "2026", "log": "2027"}],
        "clock set": [{"house": "2026", "log": "2027", "streams": {"house": 3}, "second": "bea"}],
        "vault key made": [{"key": "k"}, {"key": "k", "brought_over": True}],
        "vault key changed": [{"before": "", "after": "k", "sealed": 0, "unopened": 0, "second": ""}],
        "incarnation begun": [{"incarnation": "i"}, {"incarnation": "i", "restored": True}],
    },
    "sign-ins": {
        "signed in": [{"token": "t", "until": "2026", "password": "d"}],
        "signed out": [{"token": "t"}],
    },
    "sessions": {
        "key made": [{"key": "k"}],
        "signed in": [
            {"session": "s", "ends": 0},
            {"session": "s", "ends": 1, "place": "10.0.0.9"},
            {"session": "s", "ends": 1, "place": "10.0.0.9", "change": 7, "table": "1"},
        ],
        "session used": [{"session": "s"}],
        "signed out": [{"session": "s", "ends": 0}],
    },
    "practice/1": {"owned": [{"person": "ann"}], "invitation renewed": [{"person": "ann"}]},
    "learning/ann": {
        "decision weighed": [
            {
                "round": "1/2",
                "game": "g",
                "decision": "fold",
                "best": "play",
                "cost": "0.00",
                "loss": "0.000000",
                "values": {"fold": "-1.000000"},
                "why": "",
                "position": {"game": "g"},
            }
        ],
        "drilled": [
            {"drill": "g", "game": "g", "right": False},
            {"drill": "g", "game": "g", "right": False, "mistake": 7},
        ],
        "round played": [
            {
                "round": "7/1",
                "number": 9,
                "game": "g",
                "seat": 1,
                "staked": "1.00",
                "returned": "2.00",
                "net": "1.00",
                "purse": "5.00",
                "decisions": 2,
            }
        ],
    },
    "jackpot/royal": {
        "created": [{"game": "g", "second": "bea", "jackpot": SUMMARY}],
        "changed": [{"second": "bea", "jackpot": SUMMARY}],
        "declared": [{"game": "g", "key": "k", "second": "bea", "jackpot": SUMMARY}],
        "stopped": [{"cause": "c", "jackpot": SUMMARY}],
        "started": [{"second": "bea", "jackpot": SUMMARY}],
        "linked": [{"table": "1", "jackpot": SUMMARY}],
        "unlinked": [{"table": "1", "jackpot": SUMMARY}],
        "contributed": [{"table": "1", "round": 0}, {"table": "1", "round": 2, "meter": "1.00", "staked": "5.00"}],
        "reversed": [{"table": "1", "round": 2, "made good": "0.00"}],
        "awarded": [{**AWARDED, "jackpot": SUMMARY}],
        "award corrected": [{**AWARDED, "correction": 7, "jackpot": SUMMARY}],
        "fed": [{"amount": "1.00"}],
        "adjusted": [
            {
                "reason": "error",
                "pot": "meter",
                "amount": "1.00",
                "before": "0.00",
                "after": "1.00",
                "note": "n",
                "second": "bea",
                "jackpot": SUMMARY,
            }
        ],
        "win verified": [{"award": 9, "person": "deb", "last": True, "jackpot": SUMMARY}],
        "win rejected": [{"award": 9, "amount": "1.00", "reason": "r", "second": "deb", "jackpot": SUMMARY}],
        "passed on": [{"into": "other", "amount": "1.00", "jackpot": SUMMARY}],
        "received": [{"from": "other", "amount": "1.00", "jackpot": SUMMARY}],
        "deposited": [
            {"amount": "1.00", "owed": "2.00"},
            {"amount": "1.00", "owed": "2.00", "second": "ada", "slip": "4711"},
        ],
        "drawn": [{"amount": "1.00", "owed": "-2.00", "second": "ada", "slip": "4712"}],
    },
    "table/1": {
        "opened": [{"rules": {}, "sheet": "", "software": "s", "table": END["table"]}],
        "closed": [{}],
        "joined": [{"seat": 1, "player": "ann"}],
        "left": [{"seat": 1, "player": "ann"}],
        "sat out": [{"seat": 1}],
        "committed": [{"deck": 1, "commitment": "d"}],
        "revealed": [{"deck": 1, "seed": "s"}, {"deck": 1, "seed": "", "lost": True}],
        "valued": [{"seat": 1, "value": ""}, {"seat": 1, "commitment": "d"}],
        "wagered": [{"seat": 1, "wagers": {"ante": "5.00"}}],
        "withdrawn": [{"seat": 1}],
        "dealt": [{"round": 1, "seats": [1]}, {"round": 1, "seats": [1], "deck": 1, "position": 0, "values": []}],
        "entered": [{"round": 1, "card": "As"}, {"round": 1, "deal": "d"}],
        "decided": [{"round": 1, "seat": 1, "decision": "play"}],
        "entry corrected": [{"round": 1, "entry": 7, "reason": "typed", "card": "As"}],
        "settled": [END, {**END, "short": "1.00"}],
        "voided": [{**END, "reason": "misdeal", "second": ""}],
        "held": [{"round": 1, "awards": [["ann", "1.00"]]}],
        "verified": [{"round": 1, "person": "bea", "last": False}],
        "round corrected": [{**ROUND, "corrects": 7, "reason": "typed"}],
        "controller lost": [{"jackpot": "royal"}],
        "controller back": [{"jackpot": "royal"}],
        "tray moved": [{"what": "fill", "amount": "1.00", "holds": "1.00"}],
        "short documented": [{"round": 1, "amount": "1.00", "reason": "r", "second": "bea"}],
        "disabled": [{"reason": "a drill"}],
        "enabled": [{}],
        "restored": [{"incarnation": "i"}],
        "floor called": [{"call": 7, "reason": "a dispute"}],
        "floor answered": [{"call": 7}, {"call": 7, "reply": "on my way"}],
        "console paired": [{"device": "console-1", "token": "d"}],
        "console unpaired": [{"device": "console-1", "reason": "r"}],
        "relieved": [{"dealer": "dan"}, {"dealer": "dee", "relieved": "dan"}],
        "device paired": [{"device": "reader-1", "kind": "reader", "token": "d", "second": "bea"}],
        "device unpaired": [{"device": "reader-1", "reason": "r", "second": "bea"}],
        "device lost": [{"device": "reader-1", "reason": "no heartbeat"}],
        "device back": [{"device": "reader-1"}],
        "wagers sensed": [{"device": "spots-1", "round": 1, "seats": [1, 4]}],
        "dealer read": [{"device": "reader-1", "round": 1, "lights": ["red"], "cards": "d"}],
        "entry contradicted": [{"device": "reader-1", "round": 1, "reason": "r"}],
        "done by hand": [{"round": 1, "step": "sensing", "reason": "r", "second": "bea"}],
        "shares entered": [{"round": 1, "shares": [[2, "10%"]]}],
        "shares differ": [{"round": 1, "shares": [[2, "10%"]], "call": 9, "reason": "r"}],
    },
}
CASES = [
    (stream, kind, data) for stream, events in WRITTEN.items() for kind, examples in events.items() for data in examples
]


def test_every_kind_of_every_stream_is_here_and_has_a_payload() -> None:
    groups = (group for group in vars(kinds).values() if isinstance(group, type) and issubclass(group, StrEnum))
    every = {str(kind) for group in groups for kind in group}
    every |= {kind for catalogue in CATALOGUES for kind in catalogue.payloads}
    assert {kind for events in WRITTEN.values() for kind in events} == every
    assert len(WRITTEN) == len(ONE_EACH) + len(BY_NAME)
    for stream, events in WRITTEN.items():
        payloads = stream_payloads(stream)
        assert payloads is not None
        assert payloads.keys() == events.keys()
        assert all(kind == found.KIND for kind, found in payloads.items())


@pytest.mark.parametrize(("stream", "kind", "data"), CASES, ids=[f"{one[0]}: {one[1]}" for one in CASES])
def test_a_payload_is_written_as_the_plain_object_was_and_read_again(
    stream: str, kind: str, data: dict[str, Any]
) -> None:
    found = payload_type(stream, kind)
    assert found is not None
    plain = NewEvent(stream=stream, kind=kind, data=data)
    payload = read_payload(plain.text, found)
    typed = NewEvent(stream=stream, data=payload)
    assert (typed.kind, typed.text) == (kind, plain.text)
    event = chain_event(typed, number=1, at="2026", request="", part=0, previous="")
    assert read_event(event) == payload
    assert read_event(event) is read_event(event)


def test_what_a_stream_does_not_have_or_cannot_be_read_is_refused() -> None:
    assert stream_payloads("cellar") is None
    assert payload_type("table/1", "buy-in") is None
    assert payload_type("table/A", "closed") is None


@pytest.mark.parametrize("name", ["evening", "sealed"])
def test_every_event_of_an_older_log_is_read_and_written_to_the_byte(name: str, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    path.write_bytes(gzip.decompress((DATA / f"{name}.db.gz").read_bytes()))
    with open_log(str(path), read_only=True) as log:
        for event in events_of(log):
            assert canonical(read_event(event)) == event.text
            assert canonical(json.loads(event.text)) == event.text


def events_of(log: Log) -> Any:
    return (event for stream in log.streams() for event in log.read(stream))


def test_a_payload_without_a_kind_is_no_event() -> None:
    with pytest.raises(Exception, match="is no kind of event"):
        NewEvent(stream="house", data=Payload())
