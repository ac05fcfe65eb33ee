"""An act that only this file knows: it is described once, and everything that concerns acts can do it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
import typer
from msgspec import Meta
from typer.testing import CliRunner

from house.support.floor import QUICK, WORDS
from house.support.people import add_person
from house.support.tables import DAY, rules_for
from house.tables.test_floor_calls import STREAM, findings, play, seated
from houseway.cli.group import Command, add_commands
from houseway.cli.house.table_live import TABLE
from houseway.errors import HousewayError, InvalidInput
from houseway.house.log.events import NewEvent
from houseway.house.people.act import Act, ActInput
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import AddFirstPerson, AddPerson
from houseway.house.people.rights import DEAL
from houseway.house.store.store import open_log
from houseway.house.tables.catalogue import TABLE_ACTS
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.floor_calls import AnswerCall, CallFloor
from houseway.house.tables.payloads import OpenMatter
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.state import TableChange, TableState
from houseway.house.tables.steps import step_of
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.values import changed
from houseway.web.floor.acts import act_names, body_type


class BellRung(TableChange, frozen=True, kw_only=True):
    """The bell of the table was rung."""

    KIND = "bell rung"
    PUBLIC = ("times",)
    SENTENCE = "The bell rings {times} times."
    times: int
    why: str = ""

    def fold(self, state: TableState, by: str) -> TableState:
        """Somebody is asked to listen."""
        bell = OpenMatter(number=state.number + 1, what="bell", by=by, reason=self.why)
        return changed(state, matters=(*state.matters, bell))


class RingBell(ActInput, frozen=True, kw_only=True):
    """Ring the bell of the table."""

    times: Annotated[int, Meta(ge=1, le=9, description="How often it rings.", extra={"argument": True})]
    why: Annotated[str, Meta(max_length=40, description="Why, for the log.")] = ""


def ring_bell(plan: TablePlan, desk: TableDesk, asked: RingBell) -> None:
    """The bell of an open table rings."""
    plan.state.open_rules  # noqa: B018  # raises where the table is closed
    plan.add(BellRung(times=asked.times, why=asked.why), by=desk.by)


RING_BELL = Act("ring-bell", RingBell, DEAL, (BellRung,), ring_bell, "ring-bell 7 3 --as dan")


@pytest.fixture
def bell() -> Iterator[None]:
    """The catalogue with the act, for one test."""
    TABLE_ACTS.add(RING_BELL)
    yield
    TABLE_ACTS.remove(RING_BELL)
    del TABLE_ACTS.payloads[BellRung.KIND]


@pytest.mark.usefixtures("bell")
@pytest.mark.parametrize("person", ["dan", "deb", "sue", "sam"])
def test_whoever_deals_rings(person: str) -> None:
    log, _, table = seated()
    (event,) = table.do(RingBell(times=3), by=person)
    assert (event.stream, event.kind, event.by, event.data) == (STREAM, "bell rung", person, {"times": 3})
    assert [(one.what, one.by) for one in table.state.matters] == [("bell", person)]
    assert findings(log) == []


@pytest.mark.usefixtures("bell")
@pytest.mark.parametrize("person", ["pat", "quin", "amy", "ada", "nobody", ""])
def test_nobody_else_rings(person: str) -> None:
    log, _, table = seated()
    before = log.heads()
    with pytest.raises(NotPermitted, match="may not deal; that is for a dealer or a supervisor"):
        table.do(RingBell(times=3), by=person)
    assert log.heads() == before


@pytest.mark.usefixtures("bell")
def test_its_state_is_there_after_a_reload_and_a_settled_round() -> None:
    log, people, table = seated()
    table.do(RingBell(times=3, why="a fly"), by="dan")
    rung = table.state.matters
    assert [one.reason for one in rung] == ["a fly"]
    for found in (Table.load(log, "7", people=people).state, load_state(log, "7"), replay_state(log, "7")):
        assert found == table.state
    play(table)
    for found in (load_state(log, "7"), replay_state(log, "7")):
        assert found == table.state
        assert found.matters == rung
    assert findings(log) == []


@pytest.mark.usefixtures("bell")
def test_the_same_request_counts_once_and_its_id_is_for_nothing_else() -> None:
    log, people, table = seated()
    rung = table.do(RingBell(times=3), by="dan", request="r")
    assert table.do(RingBell(times=3), by="dan", request="r") == rung
    assert Table.load(log, "7", people=people).do(RingBell(times=3), by="dan", request="r") == rung
    with pytest.raises(InvalidInput, match=r"^request r: was used for something else"):
        table.do(RingBell(times=4), by="dan", request="r")
    assert [event.kind for event in log.read(STREAM)].count("bell rung") == 1


@pytest.mark.usefixtures("bell")
def test_a_bell_is_no_call_to_the_floor() -> None:
    _, _, table = seated()
    table.do(RingBell(times=1), by="dan")
    table.do(CallFloor(reason="a chip fell off the layout"), by="dan")
    assert [one.what for one in table.state.matters] == ["bell", "floor call"]
    table.do(AnswerCall(), by="sue")
    assert [one.what for one in table.state.matters] == ["bell"]


@pytest.mark.usefixtures("bell")
def test_a_step_says_its_sentence_and_only_what_is_public() -> None:
    _, _, table = seated()
    (event,) = table.do(RingBell(times=3, why="a secret"), by="dan")
    step = step_of(event, table.state)
    assert step is not None
    assert (step.facts["kind"], step.facts["say"], step.facts["times"]) == ("bell rung", "The bell rings 3 times.", 3)
    assert "a secret" not in json.dumps(step.facts)


# ---- the deep audit


@pytest.mark.usefixtures("bell")
def test_one_that_nobody_who_deals_rang_is_found() -> None:
    log, _, table = seated()
    table.do(RingBell(times=3), by="dan")
    (forged,) = log.append(NewEvent(stream=STREAM, data=BellRung(times=3), by="pat"))
    assert findings(log) == [(forged.number, "pat: may not deal; that is for a dealer or a supervisor")]


def test_without_its_act_it_is_an_event_that_no_table_has() -> None:
    log, _, _ = seated()
    (forged,) = log.append(NewEvent(stream=STREAM, data=BellRung(times=3), by="dan"))
    assert (forged.number, "no event 'bell rung' stands on such a stream") in findings(log)


# ---- as a command


@pytest.fixture
def house_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A house in a file, with an open table 7."""
    url = str(tmp_path / "house.db")
    with open_log(url) as log:
        people = House(log, hasher=QUICK)
        people.do(AddFirstPerson(name="ada", password=WORDS))
        for name, role in (("sue", "supervisor"), ("dan", "dealer"), ("pat", "player")):
            add_person(people, AddPerson(name=name, roles=(role,), password=WORDS), by="ada")
        table = Table(log, "7", people=people)
        table.do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
    monkeypatch.setenv("HOUSEWAY_PASSWORD", WORDS)
    return url


def commands() -> typer.Typer:
    """The commands of the acts at tables, as the program makes them."""
    app = typer.Typer(rich_markup_mode=None)
    add_commands(app, TABLE.commands(TABLE_ACTS))
    return app


def run(*words: str) -> str:
    """What a command prints; raises what it raises."""
    result = CliRunner().invoke(commands(), words)
    if result.exception:
        raise result.exception
    return result.stdout


@pytest.mark.usefixtures("bell")
def test_it_is_a_command_with_its_options_and_help() -> None:
    assert isinstance(TABLE.commands(TABLE_ACTS)["ring-bell"], Command)
    shown = " ".join(run("ring-bell", "--help").split())
    for words in (
        "Ring the bell of the table.",
        "Example: houseway table ring-bell 7 3 --as dan",
        "How often it rings.",
        "--why",
        "Why, for the log.",
        "--as",
        "--request",
        "--json",
    ):
        assert words in shown
    assert "--second" not in shown


@pytest.mark.usefixtures("bell")
def test_the_command_rings(house_file: str) -> None:
    words = ("ring-bell", "7", "3", "--why", "a fly", "--as", "dan", "--request", "r", "--db", house_file, "--json")
    printed: dict[str, Any] = json.loads(run(*words))
    assert [(event["kind"], event["by"]) for event in printed["events"]] == [("bell rung", "dan")]
    assert json.loads(run(*words))["events"] == printed["events"]
    with pytest.raises(HousewayError, match="pat: may not deal"):
        run("ring-bell", "7", "3", "--as", "pat", "--db", house_file)
    with pytest.raises(HousewayError, match=r"^times: "):
        run("ring-bell", "7", "10", "--as", "dan", "--db", house_file)
    with open_log(house_file, read_only=True) as log:
        (event,) = [event for event in log.read(STREAM) if event.kind == "bell rung"]
        assert event.read(BellRung) == BellRung(times=3, why="a fly")


# ---- over HTTP


@pytest.mark.usefixtures("bell")
def test_its_fields_are_in_the_body_of_a_call() -> None:
    body = msgspec.json.decode(b'{"times": 3, "why": "a fly"}', type=body_type("TableAct", TABLE_ACTS))
    assert body.asked_by(RING_BELL) == RingBell(times=3, why="a fly")
    assert "ring-bell: times, why" in (type(body).__doc__ or "")
    assert msgspec.convert("ring-bell", act_names(TABLE_ACTS)) == "ring-bell"
    with pytest.raises(msgspec.ValidationError, match=r"\$\.times"):
        msgspec.json.decode(b'{"times": 10}', type=type(body))


def test_without_its_act_they_are_not() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `times`"):
        msgspec.json.decode(b'{"times": 3}', type=body_type("TableAct", TABLE_ACTS))
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'ring-bell'"):
        msgspec.convert("ring-bell", act_names(TABLE_ACTS))
