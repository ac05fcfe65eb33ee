"""Calling the floor: who may call and who answers, what the table keeps of it, and what the deep audit says."""

import json

import pytest

from house.support.people import add_person
from house.support.tables import DAY, rules_for
from house.threats.test_money import house
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import Event, NewEvent
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act import ActInput
from houseway.house.people.act_fields import read_input
from houseway.house.people.cage_acts import BuyIn
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import AddPerson
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.tables.floor_calls import AnswerCall, CallFloor, FloorAnswered, FloorCalled
from houseway.house.tables.payloads import OpenMatter
from houseway.house.tables.seat_acts import Join, Leave
from houseway.house.tables.staff_acts import CloseTable, OpenTable
from houseway.house.tables.state import Phase, open_round
from houseway.house.tables.steps import step_of
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.house.tables.wager_acts import Decide, Wager

REASON = "a chip fell off the layout"
STREAM = "table/7"


def seated() -> tuple[MemoryLog, House, Table]:
    """A table that deals itself, open, with pat on seat 1 and somebody else who only watches."""
    log, people, _ = house(cashier=False)
    add_person(people, AddPerson(name="quin", roles=("player",), password="correct horse"), by="ada", second="bea")
    add_person(people, AddPerson(name="amy", roles=("auditor",), password="correct horse"), by="ada", second="bea")
    people.do(BuyIn(player="pat", amount=1_000_00), by="dan")
    table = Table(log, "7", people=people)
    table.do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
    table.do(Join(seat=1, player="pat"), by="pat")
    return log, people, table


def play(table: Table) -> None:
    """A round, from the wager to its settlement."""
    table.do(Wager(seat=1, wagers={"ante": 10_00, "bet": 10_00}), by="pat")
    while table.state.phase == Phase.DECISIONS:
        legal = [text for text in ("check", "fold") if open_round(table.state).can_decide(text)]
        table.do(Decide(seat=1, decision=legal[0]), by="pat")


def last(log: Log, kind: str) -> Event:
    event = log.last(STREAM, kind)
    assert event is not None
    return event


def findings(log: Log) -> list[tuple[int, str]]:
    """What the deep audit finds wrong with the table, in a log whose chains are whole."""
    assert audit_log(log).broken is None
    return [(one.number, one.reason) for one in deep_audit(log).findings if one.stream == STREAM]


# ---- who calls


@pytest.mark.parametrize("caller", ["dan", "deb", "sue", "pat"])
def test_staff_of_the_floor_and_a_seated_player_call(caller: str) -> None:
    log, _, table = seated()
    (event,) = table.do(CallFloor(reason=REASON), by=caller)
    assert (event.stream, event.kind, event.by) == (STREAM, "floor called", caller)
    called = event.read(FloorCalled)
    assert called.reason == REASON
    assert table.state.matters == (OpenMatter(number=called.call, what="floor call", by=caller, reason=REASON),)
    assert findings(log) == []


@pytest.mark.parametrize("caller", ["quin", "amy", "ada", "nobody", ""])
def test_nobody_else_calls(caller: str) -> None:
    log, _, table = seated()
    before = log.heads()
    with pytest.raises(NotPermitted, match="may not call the floor; that is for a dealer or a supervisor"):
        table.do(CallFloor(reason=REASON), by=caller)
    assert log.heads() == before
    assert table.state.matters == ()


def test_a_player_who_has_left_does_not_call() -> None:
    _, people, table = seated()
    people.do(BuyIn(player="quin", amount=1_000_00), by="dan")
    table.do(Join(seat=2, player="quin"), by="quin")
    for seat, player in ((1, "pat"), (2, "quin")):
        table.do(Wager(seat=seat, wagers={"ante": 10_00, "bet": 10_00}), by=player)
    table.do(Leave(seat=2), by="quin")
    assert table.state.seated[2].has_left  # the posted default plays the round for the seat
    with pytest.raises(NotPermitted, match="quin: may not call the floor"):
        table.do(CallFloor(reason=REASON), by="quin")
    table.do(CallFloor(reason=REASON), by="pat")


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "two\nlines"])
def test_a_call_says_why(reason: str) -> None:
    log, _, table = seated()
    before = log.heads()
    with pytest.raises(InvalidInput, match=r"^reason: "):
        table.do(CallFloor(reason=reason), by="dan")
    assert log.heads() == before


def test_the_same_person_has_one_open_call() -> None:
    _, _, table = seated()
    table.do(CallFloor(reason=REASON), by="dan")
    with pytest.raises(NotAllowedNow, match="dan: has called already"):
        table.do(CallFloor(reason="and another one"), by="dan")
    table.do(AnswerCall(), by="sue")
    table.do(CallFloor(reason="and another one"), by="dan")
    assert [one.reason for one in table.state.matters] == ["and another one"]


def test_a_closed_table_refuses_and_forgets_open_calls() -> None:
    log, people, table = seated()
    table.do(CallFloor(reason=REASON), by="dan")
    table.do(CloseTable(), by="sue")
    assert table.state.matters == ()
    for act in (CallFloor(reason=REASON), AnswerCall()):
        with pytest.raises(NotAllowedNow, match=r"the table is closed|nobody has called"):
            table.do(act, by="sue")
    table.do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
    assert table.state == Table.load(log, "7", people=people).state
    assert table.state.matters == ()
    with pytest.raises(NotAllowedNow, match="the table is closed"):
        Table(log, "8", people=people).do(CallFloor(reason=REASON), by="dan")
    assert findings(log) == []


# ---- who answers


@pytest.mark.parametrize("answerer", ["dan", "pat", "quin", "amy", "ada", ""])
def test_only_a_supervisor_answers(answerer: str) -> None:
    log, _, table = seated()
    table.do(CallFloor(reason=REASON), by="deb")
    before = log.heads()
    with pytest.raises(NotPermitted, match="may not answer a call; that is for a supervisor"):
        table.do(AnswerCall(), by=answerer)
    assert log.heads() == before
    assert len(table.state.matters) == 1


def test_an_answer_closes_the_oldest_call_or_the_one_that_is_named() -> None:
    log, _, table = seated()
    for caller in ("dan", "pat", "deb"):
        table.do(CallFloor(reason=f"{caller} asks"), by=caller)
    oldest, middle, newest = (one.number for one in table.state.matters)
    assert oldest < middle < newest
    table.do(AnswerCall(call=middle, reply="done"), by="sam")
    assert [one.by for one in table.state.matters] == ["dan", "deb"]
    (event,) = table.do(AnswerCall(reply="chip put back"), by="sue")
    assert (event.stream, event.kind, event.by) == (STREAM, "floor answered", "sue")
    answered = event.read(FloorAnswered)
    assert (answered.call, answered.reply) == (oldest, "chip put back")
    assert [one.by for one in table.state.matters] == ["deb"]
    with pytest.raises(InvalidInput, match=f"call {oldest}: is not open; open are {newest}"):
        table.do(AnswerCall(call=oldest), by="sue")
    table.do(AnswerCall(), by="sue")
    with pytest.raises(NotAllowedNow, match="nobody has called"):
        table.do(AnswerCall(), by="sue")
    assert findings(log) == []


def test_no_two_calls_have_the_same_number() -> None:
    _, _, table = seated()
    table.do(CallFloor(reason="the first"), by="dan")
    numbers = {one.number for one in table.state.matters}
    for _ in range(3):
        (called,) = table.do(CallFloor(reason="another"), by="pat")
        number = called.read(FloorCalled).call
        assert number not in numbers
        numbers.add(number)
        table.do(AnswerCall(call=number), by="sue")
    assert [one.reason for one in table.state.matters] == ["the first"]


# ---- what the table keeps


def test_calls_survive_a_reload_and_a_settled_round() -> None:
    log, people, table = seated()
    table.do(CallFloor(reason=REASON), by="dan")
    (matter,) = table.state.matters
    for found in (Table.load(log, "7", people=people).state, load_state(log, "7"), replay_state(log, "7")):
        assert found == table.state
    play(table)
    assert last(log, "settled").data["table"]["matters"] == [
        {"number": matter.number, "what": "floor call", "by": "dan", "reason": REASON}
    ]
    again = Table.load(log, "7", people=people)
    assert again.state.matters == (matter,)
    assert again.state == replay_state(log, "7")
    again.do(AnswerCall(), by="sue")
    play(again)
    assert "matters" not in last(log, "settled").data["table"]
    assert load_state(log, "7").matters == replay_state(log, "7").matters == ()
    assert findings(log) == []


def test_a_call_in_a_round_leaves_the_round_as_it_is() -> None:
    log, _, table = seated()
    table.do(Wager(seat=1, wagers={"ante": 10_00, "bet": 10_00}), by="pat")
    before = table.state
    table.do(CallFloor(reason=REASON), by="pat")
    table.do(AnswerCall(), by="sue")
    assert (table.state.round, table.state.phase, table.state.since) == (before.round, before.phase, before.since)
    assert table.state.number == before.number + 2
    assert findings(log) == []


def test_the_same_request_counts_once() -> None:
    log, people, table = seated()
    called = table.do(CallFloor(reason=REASON), by="dan", request="r1")
    assert table.do(CallFloor(reason=REASON), by="dan", request="r1") == called
    assert Table.load(log, "7", people=people).do(CallFloor(reason=REASON), by="dan", request="r1") == called
    with pytest.raises(InvalidInput, match=r"^request r1: was used for something else"):
        table.do(CallFloor(reason="something else"), by="dan", request="r1")
    answered = table.do(AnswerCall(reply="done"), by="sue", request="r1")  # of somebody else: another request
    assert table.do(AnswerCall(reply="done"), by="sue", request="r1") == answered
    with pytest.raises(InvalidInput, match=r"^request r1: was used for something else"):
        table.do(AnswerCall(reply="not done"), by="sue", request="r1")
    kinds = [event.kind for event in log.read(STREAM)]
    assert (kinds.count("floor called"), kinds.count("floor answered")) == (1, 1)


# ---- what everybody sees


def test_a_step_tells_everybody_of_the_call_and_nobody_why() -> None:
    _, _, table = seated()
    (called,) = table.do(CallFloor(reason=REASON), by="pat")
    (answered,) = table.do(AnswerCall(reply="chip put back"), by="sue")
    for event, sentence in (
        (called, "The floor is called."),
        (answered, "A supervisor has answered the call."),
    ):
        step = step_of(event, table.state)
        assert step is not None
        assert step.number == event.number
        assert step.facts["say"] == sentence
        assert step.facts["call"] == called.read(FloorCalled).call
        shown = json.dumps(step.facts)
        assert not any(word in shown for word in (REASON, "chip put back", "pat", "sue"))


# ---- the deep audit


def test_an_answer_that_a_dealer_wrote_is_found() -> None:
    log, _, table = seated()
    (called,) = table.do(CallFloor(reason=REASON), by="dan")
    assert findings(log) == []
    answer = FloorAnswered(call=called.read(FloorCalled).call, reply="never mind")
    (forged,) = log.append(NewEvent(stream=STREAM, data=answer, by="deb"))
    assert findings(log) == [(forged.number, "deb: may not answer a call; that is for a supervisor")]


@pytest.mark.parametrize("caller", ["quin", "amy", "nobody", ""])
def test_a_call_of_somebody_who_does_not_sit_there_is_found(caller: str) -> None:
    log, _, _ = seated()
    (forged,) = log.append(NewEvent(stream=STREAM, data=FloorCalled(call=9, reason=REASON), by=caller))
    ((number, reason),) = findings(log)
    assert number == forged.number
    assert "may not call the floor" in reason


@pytest.mark.parametrize("end", ["left", "closed"])
def test_a_call_of_a_player_who_is_gone_is_found(end: str) -> None:
    log, _, table = seated()
    if end == "left":
        table.do(Leave(seat=1), by="pat")
    else:
        table.do(CloseTable(), by="sue")
        table.do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
    (forged,) = log.append(NewEvent(stream=STREAM, data=FloorCalled(call=9, reason=REASON), by="pat"))
    assert [number for number, _ in findings(log)] == [forged.number]
    log.append(NewEvent(stream=STREAM, data=FloorAnswered(call=9), by="sue"))
    table.catch_up()
    table.do(Join(seat=1, player="pat"), by="pat")
    table.do(CallFloor(reason=REASON), by="pat")
    assert [number for number, _ in findings(log)] == [forged.number]


@pytest.mark.parametrize(
    ("act", "given", "message"),
    [
        (CallFloor, {"reason": "a" * 201}, "reason: must have at most 200 characters"),
        (AnswerCall, {"reply": "done", "call": -3}, "call: must be at least 0"),
        (AnswerCall, {"reply": "done", "call": "two"}, "call: must be a whole number"),
        (Join, {"seat": 8}, "seat: must be at most 7"),
    ],
)
def test_a_broken_limit_is_explained_in_plain_words(
    act: type[ActInput], given: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_input(act, given)
    assert str(refused.value) == message
