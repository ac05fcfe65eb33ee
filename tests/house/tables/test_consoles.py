"""The dealer's console: a supervisor pairs it, and who relieved whom stands in the log."""

import pytest

from house.support.tables import DAY, rules_for
from house.tables.test_devices import STREAM, findings, pair, report, table_with
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import NewEvent, digest
from houseway.house.people.act import ActInput
from houseway.house.people.house import NotPermitted
from houseway.house.tables.console_acts import ConsolePaired, PairConsole, Relieve, Relieved, UnpairConsole
from houseway.house.tables.device_acts import ReportState, UnpairDevice
from houseway.house.tables.device_events import DeviceLost, DevicePaired
from houseway.house.tables.equipment import DeviceKind
from houseway.house.tables.staff_acts import CloseTable, OpenTable
from houseway.house.tables.table import Table, load_state


def test_a_supervisor_pairs_a_console_once_and_it_stays_when_the_table_closes() -> None:
    log, people, table = table_with("down-under-holdem", "reader")
    (event,) = table.do(PairConsole(device="console-1"), by="sue")
    token = log.secret(event.read(ConsolePaired).token)
    assert token.endswith(".console-1.7")
    assert digest(token) == event.read(ConsolePaired).token
    assert all(token.split(".")[0] not in one.text for one in log.read(STREAM))
    with pytest.raises(NotAllowedNow, match="has the console console-1; unpair it first"):
        table.do(PairConsole(device="console-2"), by="sue")
    with pytest.raises(NotAllowedNow, match="is a console"):
        table.do(UnpairDevice(device="console-1", reason="r"), by="sue", second="dan")
    table.do(CloseTable(), by="sue")
    Table(log, "7", people=people).do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY), by="sue")
    there = load_state(log, "7").equipment.of_kind(DeviceKind.CONSOLE)
    assert there is not None
    assert there.token == digest(token)
    table.do(UnpairConsole(device="console-1", reason="broken"), by="sam")
    assert load_state(log, "7").equipment.of_kind(DeviceKind.CONSOLE) is None
    assert load_state(log, "7").equipment.of_kind(DeviceKind.READER) is not None
    assert findings(log) == []


@pytest.mark.parametrize("by", ["dan", "pat", "ada", "nobody"])
def test_nobody_else_pairs_or_unpairs_a_console(by: str) -> None:
    _, _, table = table_with("down-under-holdem")
    table.do(PairConsole(device="console-1"), by="sue")
    acts: list[ActInput] = [PairConsole(device="console-2"), UnpairConsole(device="console-1", reason="mine")]
    for asked in acts:
        with pytest.raises(NotPermitted):
            table.do(asked, by=by)


def test_a_console_has_a_name_of_its_own() -> None:
    _, _, table = table_with("down-under-holdem")
    pair(table, "reader")
    with pytest.raises(NotAllowedNow, match="another device"):
        table.do(PairConsole(device="reader-1"), by="sue")
    for name in ("", "Console", "a.b", "x" * 31):
        with pytest.raises(InvalidInput, match="must be 1 to 30"):
            table.do(PairConsole(device=name), by="sue")
    with pytest.raises(InvalidInput, match="is not the console of this table"):
        table.do(UnpairConsole(device="reader-1", reason="r"), by="sue")


def test_who_relieved_whom_is_an_event_and_the_dealer_goes_when_the_table_closes() -> None:
    log, _, table = table_with("down-under-holdem")
    for by in ("dan", "dan", "deb", "sue"):
        table.do(Relieve(), by=by)
    reliefs = [(event.by, event.read(Relieved)) for event in log.read(STREAM) if event.kind == "relieved"]
    assert reliefs == [
        ("dan", Relieved(dealer="dan")),
        ("deb", Relieved(dealer="deb", relieved="dan")),
        ("sue", Relieved(dealer="sue", relieved="deb")),
    ]
    assert load_state(log, "7").dealer == "sue"
    for by in ("pat", "ada", "nobody"):
        with pytest.raises(NotPermitted):
            table.do(Relieve(), by=by)
    assert findings(log) == []
    table.do(CloseTable(), by="sue")
    assert load_state(log, "7").dealer == ""
    with pytest.raises(NotAllowedNow, match="the table is closed"):
        table.do(Relieve(), by="dan")
    assert findings(log) == []


def test_consoles_and_reliefs_that_were_written_past_the_rules_are_found() -> None:
    log, _, table = table_with("down-under-holdem")
    table.do(PairConsole(device="console-1"), by="sue")
    log.append(NewEvent(stream=STREAM, by="dan", data=Relieved(dealer="deb", relieved="sue")))
    assert findings(log) == ["dan relieved nobody, and it says otherwise"]
    forged = DevicePaired(device="c", kind=DeviceKind.CONSOLE, token=digest("t"), second="dan")
    log.append(NewEvent(stream=STREAM, by="sue", data=forged), secrets=["t"])
    assert findings(log)[1:] == ["no two people pair a console"]


def test_a_console_reports_nothing() -> None:
    log, _, table = table_with("down-under-holdem")
    table.do(PairConsole(device="console-1"), by="sue")
    with pytest.raises(NotAllowedNow, match="is a console, which reports nothing"):
        report(table, ReportState(device="console-1", fault="made up"))
    log.append(NewEvent(stream=STREAM, data=DeviceLost(device="console-1", reason="made up")))
    assert findings(log) == ["no such device is paired: console-1"]
