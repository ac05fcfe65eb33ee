"""WAC 230-06-054: a malfunction is written down when it is found and reported before its clock runs out."""

from datetime import timedelta

import pytest

from house.support.floor import QUICK, opened_table, sheet_text, staff
from house.support.people import add_person
from house.support.tables import Clock
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.office.incidents import Incidents, OpenIncident, ReportIncident
from houseway.house.people.house import House, NotPermitted
from houseway.house.people.person_acts import AddPerson
from houseway.house.records.audit import audit_log

NAME = 'name = "1"'


def house(clock: Clock, *sheets: tuple[str, int]) -> Log:
    """A house with open tables whose sheets state so many hours."""
    log = MemoryLog(clock)
    staff(log)
    for name, hours in sheets:
        jackpot = {'name = "jackpot-1"': f'name = "jackpot-{name}"', NAME: f'name = "{name}"'}
        opened_table(log, sheet_text({**jackpot, "malfunction-hours = 72": f"malfunction-hours = {hours}"}))
    return log


def test_the_clock_runs_from_the_discovery_by_the_hours_of_the_sheet() -> None:
    clock = Clock()
    log = house(clock, ("1", 48))
    found = Incidents(log)
    found.do(
        OpenIncident(
            description="the reader shows no light", tables=("1",), at=(clock() - timedelta(hours=5)).isoformat()
        ),
        by="dan",
    )
    one = found.find(1)
    assert (one.discovered, one.hours, one.deadline) == (
        "2026-11-16T07:00:00.000000Z",
        48,
        "2026-11-18T07:00:00.000000Z",
    )
    clock.now = clock.now + timedelta(hours=43)
    assert one.status(clock()) == "open"
    assert found.overdue() == []
    clock.move(0.000001)
    assert one.status(clock()) == "overdue"
    assert Incidents(log).overdue() == [one]


@pytest.mark.parametrize(
    ("tables", "jackpots", "hours"),
    [([], [], 72), (["2"], [], 72), (["1", "2", "3"], [], 24), ([], ["jackpot-3"], 24), (["1"], ["jackpot-2"], 48)],
)
def test_the_strictest_sheet_counts_and_never_more_than_the_law(
    tables: list[str], jackpots: list[str], hours: int
) -> None:
    log = house(Clock(), ("1", 48), ("2", 72), ("3", 24))
    found = Incidents(log)
    found.do(OpenIncident(description="no power", tables=tuple(tables), jackpots=tuple(jackpots)))
    assert (found.find(1).hours, found.find(1).tables, found.find(1).jackpots) == (
        hours,
        tuple(tables),
        tuple(jackpots),
    )


def test_a_report_ends_it_in_time_or_late() -> None:
    clock = Clock()
    log = house(clock)
    found = Incidents(log)
    found.do(OpenIncident(description="one"))
    found.do(OpenIncident(description="two"))
    clock.move(72 * 3600)
    found.do(ReportIncident(incident=2, reference="WSGC-2"), by="sue")
    clock.move(1)
    (late,) = found.overdue()
    assert late.number == 1
    found.do(ReportIncident(incident=1, reference="WSGC-1"), by="sue")
    assert [one.status(clock()) for one in found.fresh().incidents] == ["reported late", "reported"]
    assert found.overdue() == []
    last = log.last("incidents", "incident reported")
    assert last is not None
    assert last.data == {
        "incident": 1,
        "reported": "2026-11-19T12:00:01.000000Z",
        "reference": "WSGC-1",
        "late": True,
    }
    assert Incidents(log).fresh() == found.fresh()
    assert audit_log(log).broken is None


def test_a_report_of_an_earlier_moment_is_in_time() -> None:
    clock = Clock()
    found = Incidents(house(clock))
    found.do(OpenIncident(description="one"))
    clock.move(80 * 3600)
    found.do(ReportIncident(incident=1, reference="R", at=(clock() - timedelta(hours=10)).isoformat()))
    one = found.find(1)
    assert not one.late
    assert one.entered == one.discovered
    assert one.report_entered == "2026-11-19T20:00:00.000000Z" > one.deadline
    last = found.log.last("incidents", "incident reported")
    assert last is not None
    assert last.data["entered"] == one.report_entered


def test_what_cannot_be_written_down() -> None:
    clock = Clock()
    log = house(clock, ("1", 72))
    found = Incidents(log)
    later, before = clock() + timedelta(seconds=1), clock() - timedelta(hours=2)
    with pytest.raises(InvalidInput, match="discovered: is in the future"):
        found.do(OpenIncident(description="x", at=later.isoformat()))
    with pytest.raises(InvalidInput, match="there is no table '9'"):
        found.do(OpenIncident(description="x", tables=("9",)))
    with pytest.raises(InvalidInput, match="there is no jackpot 'none'"):
        found.do(OpenIncident(description="x", jackpots=("none",)))
    for words in ("", "  ", "x" * 2001):
        with pytest.raises(InvalidInput, match="description"):
            found.do(OpenIncident(description=words))
    assert not log.head("incidents").number
    found.do(OpenIncident(description="x"))
    for number in (0, 2, -1):
        with pytest.raises(InvalidInput, match=f"there is no incident {number}"):
            found.do(ReportIncident(incident=number, reference="R"))
    with pytest.raises(InvalidInput, match="is before the discovery"):
        found.do(ReportIncident(incident=1, reference="R", at=before.isoformat()))
    with pytest.raises(InvalidInput, match="reference"):
        found.do(ReportIncident(incident=1, reference=" "))
    found.do(ReportIncident(incident=1, reference="R"))
    with pytest.raises(NotAllowedNow, match=r"was reported .* as R"):
        found.do(ReportIncident(incident=1, reference="S"))


def test_the_same_request_counts_once_and_two_processes_number_apart() -> None:
    log = house(Clock())
    here, there = Incidents(log), Incidents(log)
    first = here.do(OpenIncident(description="one"), request="r")
    there.do(OpenIncident(description="two"))
    assert here.do(OpenIncident(description="one"), request="r") == first
    here.do(OpenIncident(description="three"))
    assert [one.description for one in Incidents(log).fresh().incidents] == ["one", "two", "three"]


def test_who_may() -> None:
    log = house(Clock())
    people = House(log, hasher=QUICK)
    add_person(people, AddPerson(name="amy", roles=("auditor",), password="correct horse"), by="ada")
    found = Incidents(log, people=people)
    found.do(OpenIncident(description="x"), by="dan")
    with pytest.raises(NotPermitted, match="amy: may not report incident"):
        found.do(OpenIncident(description="x"), by="amy")
    with pytest.raises(NotPermitted, match="dan: may not record report"):
        found.do(ReportIncident(incident=1, reference="R"), by="dan")
    found.do(ReportIncident(incident=1, reference="R"), by="ada")
