"""Rounds that are called off after cards were seen (docs/tables.md, "Irregularities")."""

import pytest

from house.support.floor import NOTHING, deal
from house.threats.test_forged import ForgedHouse, TickingClock, assert_found, findings
from houseway.errors import NotAllowedNow
from houseway.house.log.events import NewEvent
from houseway.house.log.memory import MemoryLog
from houseway.house.tables import irregularities
from houseway.house.tables.payloads import SeenCards, Voided
from houseway.house.tables.staff_acts import StartDeal, VoidRound
from houseway.house.tables.wager_acts import Decide, Wager


@pytest.fixture
def house() -> ForgedHouse:
    return ForgedHouse(MemoryLog(TickingClock()))


def last_void(house: ForgedHouse) -> Voided:
    event = house.log.last("table/1", Voided.KIND)
    assert event is not None
    return event.read(Voided)


def test_cards_that_were_dealt_by_hand_are_seen_before_anybody_enters_them(house: ForgedHouse) -> None:
    house.table.do(Wager(seat=1, wagers={"bet": 10_00}), by="pat")
    house.table.do(StartDeal(), by="dan")
    for reason in ("the player left", "this is no misdeal"):
        with pytest.raises(NotAllowedNow, match="cards were seen"):
            house.table.do(VoidRound(reason=reason), by="sue", second="dan")
    house.table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    assert last_void(house).seen == SeenCards(not_entered=True)
    assert findings(house.log) == []


def test_after_cards_were_seen_only_a_stated_irregularity_counts(house: ForgedHouse) -> None:
    deal(house.table, {1: NOTHING})
    with pytest.raises(NotAllowedNow, match=r"^reason: cards were seen, so it must begin with one of these: misdeal, "):
        house.table.do(VoidRound(reason="the player left"), by="sue", second="dan")
    house.table.do(VoidRound(reason="Misdeal: two cards stuck"), by="sue", second="dan")
    assert findings(house.log) == []


def test_what_was_seen_is_recorded(house: ForgedHouse) -> None:
    deal(house.table, {1: NOTHING})
    now = house.table.state.round
    assert now is not None
    own = [str(card) for card in now.seats[0].cards]
    hidden = {str(card) for card in now.dealer} - set(now.seen_by_all().dealer)
    house.table.do(VoidRound(reason="exposed card"), by="sue", second="dan")
    seen = last_void(house).seen
    assert isinstance(seen, SeenCards)
    assert seen.seats["1"] == own
    assert seen.staff == ["dan"]
    assert hidden
    assert not hidden & {*seen.table}


def test_two_who_both_entered_the_round_do_not_call_it_off(house: ForgedHouse) -> None:
    deal(house.table, {1: NOTHING, 2: "2d 3s 5c 7d 9c Jc Kc"})
    house.table.do(Decide(seat=1, decision="fold"), by="sue")
    with pytest.raises(NotAllowedNow, match="one of the two must have entered no card"):
        house.table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    house.table.do(VoidRound(reason="misdeal"), by="sue", second="deb")
    assert findings(house.log) == []


def test_a_void_that_is_written_past_the_rules_is_found(house: ForgedHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(irregularities, "is_stated", lambda _: True)
    deal(house.table, {1: NOTHING})
    house.table.do(VoidRound(reason="a friend"), by="sue", second="dan")
    monkeypatch.undo()
    event = house.log.last("table/1", Voided.KIND)
    assert event is not None
    assert_found(house.log, event)


def test_a_void_that_hides_what_was_seen_is_found(house: ForgedHouse) -> None:
    deal(house.table, {1: NOTHING})
    house.table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    deal(house.table, {1: NOTHING})
    house.table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
    event = house.log.last("table/1", Voided.KIND)
    assert event is not None
    log = house.log
    assert isinstance(log, MemoryLog)
    for seen in (None, {"seats": {"1": ["2c"]}}):
        data = {key: value for key, value in event.data.items() if key != "seen"}
        forged = MemoryLog(TickingClock())
        for stream in log.streams():
            for one in log.read(stream):
                is_it = one.stream == event.stream and one.number == event.number
                given = (data if seen is None else {**data, "seen": seen}) if is_it else one.data
                given = {key: value for key, value in given.items() if key != "clock"}
                forged.append(NewEvent(stream=one.stream, kind=one.kind, by=one.by, data=given, postings=one.postings))
        forged._secrets.update(log._secrets)
        reasons = [str(one) for one in findings(forged) if (one.stream, one.number) == (event.stream, event.number)]
        assert any("seen" in reason for reason in reasons), reasons
