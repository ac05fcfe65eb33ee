"""Corrections as a thief would use them: what is written past the rules is found (docs/threats.md)."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from house.support.tables import DAY, fund, new_log, opened, rules_for
from house.tables.test_entry_corrections import cards
from house.tables.test_round_corrections import (
    DEALER,
    NOTHING,
    OTHER,
    SHARE,
    STRAIGHT,
    correct,
    flush_table,
    play,
    record_of,
    staffed,
    with_hand,
)
from houseway.house.log.events import Event, NewEvent
from houseway.house.log.ledger import Posting
from houseway.house.log.log import Log
from houseway.house.people.act_fields import Deal
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.tables.enabled import practice_event
from houseway.house.tables.entry_corrections import CorrectEntry
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import EnterCards, StartDeal
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager


def honest_correction() -> tuple[Table, Event]:
    """A house in which a round was corrected as it must be."""
    table, number = staffed()
    correct(table, number, with_hand(record_of(table, number), 1, STRAIGHT))
    (event,) = [event for event in table.log.read(table.stream) if event.kind == "round corrected"]
    return table, event


def findings(log: Log) -> list[str]:
    return [f"{one.stream}: {one.reason}" for one in deep_audit(log).findings]


def forged(event: Event, *, by: str = "", data: dict[str, Any] | None = None, times: int = 1) -> NewEvent:
    """The same event as somebody else would have it, its money several times."""
    postings = tuple(Posting(account, amount * times) for account, amount in event.postings)
    changed = {**event.data, **(data or {})}
    return NewEvent(stream=event.stream, kind=event.kind, by=by or event.by, data=changed, postings=postings)


def test_honest_corrections_have_no_findings() -> None:
    table, _ = honest_correction()
    assert findings(table.log) == []
    correct(table, 1, with_hand(record_of(table, 1), 1, SHARE), by="sam", second="ada")
    correct(table, 1, with_hand(record_of(table, 1), 1, STRAIGHT), by="sue", second="deb")
    assert findings(table.log) == []


def _without_money(event: Event) -> NewEvent:
    return NewEvent(stream=event.stream, kind=event.kind, by=event.by, data=event.data)


def _other_settlement(event: Event) -> NewEvent:
    (seat,) = event.data["settlement"]["seats"]
    return forged(event, data={"settlement": {**event.data["settlement"], "seats": [{**seat, "returned": "9999.00"}]}})


def _other_wagers(event: Event) -> NewEvent:
    (row,) = event.data["record"]["seats"]
    return forged(event, data={"record": {**event.data["record"], "seats": [{**row, "wagers": {"bet": "500.00"}}]}})


ATTACKS: dict[str, tuple[Callable[[Event], NewEvent], str]] = {
    "more money than the difference": (lambda event: forged(event, times=2), "other money"),
    "no money": (_without_money, "other money"),
    "by one alone": (lambda event: forged(event, data={"second": ""}), "two different persons"),
    "by one twice": (lambda event: forged(event, data={"second": "sue"}), "two different persons"),
    "by who entered the cards": (lambda event: forged(event, by="dan"), "entered cards or decisions"),
    "with who entered the cards": (lambda event: forged(event, data={"second": "dan"}), "entered cards"),
    "with the player": (lambda event: forged(event, data={"second": "pat"}), "plays a seat|needs a"),
    "by two dealers": (lambda event: forged(event, by="deb", data={"second": "dan"}), "needs a"),
    "in the place of nothing": (lambda event: forged(event, data={"corrects": 1}), "it corrects event 1"),
    "of a round that never was": (lambda event: forged(event, data={"round": 9}), "has no round 9"),
    "with a settlement of its own": (_other_settlement, "settles otherwise"),
    "with other wagers": (_other_wagers, "must be as it was"),
    "with what the house bears": (
        lambda event: forged(event, data={"borne": {"pat": "500.00"}}),
        "bears more of pat's|other money",
    ),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_correction_written_past_the_rules_is_found(attack: str) -> None:
    _, event = honest_correction()
    table, _ = staffed()
    make, why = ATTACKS[attack]
    table.log.append(make(event))
    assert [one for one in findings(table.log) if re.search(why, one)], findings(table.log)


def test_a_correction_of_a_fair_shuffle_is_found() -> None:
    log = new_log()
    fund(log, "ann")
    table = opened(log, rules_for("flush-poker", options={"jackpot": "off"}, jackpot=None))
    table.do(Join(seat=1, player="ann"))
    table.do(Wager(seat=1, wagers={"bet": 10_00}))
    table.do(Decide(seat=1, decision="fold"), by="dan")
    record = record_of(table, 1)
    mine = record["seats"][0]["cards"]
    (event,) = correct(table, 1, with_hand(record, 1, " ".join(mine), ["raise 1x"]))
    assert findings(log) == []
    swapped = with_hand(event.data["record"], 1, " ".join([*record["dealer"][:1], *mine[1:]]))
    swapped["dealer"] = [mine[0], *record["dealer"][1:]]
    log.append(forged(event, data={"record": swapped, "corrects": event.number}))
    assert any("fair shuffle" in one for one in findings(log))


def test_a_jackpot_that_is_told_otherwise_is_found() -> None:
    table = flush_table()
    number = play(table, {1: NOTHING, 2: OTHER})
    event, award = correct(table, number, with_hand(record_of(table, number), 1, SHARE))
    assert findings(table.log) == []
    other = flush_table()
    play(other, {1: NOTHING, 2: OTHER})
    other.log.append(forged(event))
    assert any("the jackpot does not correct the awards" in one for one in findings(other.log))
    other.log.append(forged(award, times=2))
    assert any("the meter paid other than" in one for one in findings(other.log))
    other.log.append(forged(award))
    assert any("corrects the awards twice" in one for one in findings(other.log))
    table.log.append(forged(award, data={"correction": 1}))
    assert any("it belongs to no correction of a round" in one for one in findings(table.log))


def test_an_entry_that_is_corrected_too_late_or_by_another_is_found() -> None:
    def entered() -> Table:
        table, _ = staffed()
        table.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
        table.do(StartDeal(), by="dan")
        table.do(EnterCards(deal=Deal(hands={1: cards(NOTHING)}, dealer=cards(DEALER))), by="dan")
        return table

    table = entered()
    table.do(CorrectEntry(deal=Deal(hands={1: cards(STRAIGHT)}, dealer=cards(DEALER)), reason="mistyped"), by="dan")
    (event,) = [event for event in table.log.read(table.stream) if event.kind == "entry corrected"]
    assert findings(table.log) == []
    for by, late, why in (("deb", False, "deb corrected what dan entered"), ("dan", True, "something depends on")):
        other = entered()
        if late:
            other.do(Decide(seat=1, decision="raise 1x"), by="pat")
            other.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
            other.do(StartDeal(), by="dan")
        other.log.append(forged(event, by=by), hidden=[table.log.dealing_secret(event.data["deal"])])
        assert any(why in one for one in findings(other.log)), findings(other.log)


def test_a_study_that_is_opened_in_a_real_house_is_found() -> None:
    """No command opens one: only who writes the database does."""
    log = new_log()
    study = {"name": "mine", "rules": {}}
    rules = {**rules_for("flush-poker", options={"jackpot": "off"}, jackpot=None).to_json(), "study": study}
    summary = {"day": DAY, "rounds": 0, "decks": 0, "places": [], "deck": None, "controller": True}
    event = NewEvent(
        stream="table/7", kind="opened", by="sue", data={"rules": rules, "sheet": "", "software": "", "table": summary}
    )
    log.append(event)
    assert any("a study is played in a house that is not for practice" in one for one in findings(log))
    practice = new_log()
    practice.append(practice_event())
    practice.append(event)
    assert not any("a study is played" in one for one in findings(practice))
