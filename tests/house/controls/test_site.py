"""R29: the whole site is disabled on demand; no new round starts, open ones finish, and two persons let it go on."""

from typing import Any

import pytest

from house.support.floor import QUICK, staff
from house.support.tables import DAY, Clock, check_house, fund, loaded, new_log, opened, rules_for
from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.events import NewEvent
from houseway.house.log.log import Appended, Batch, Log
from houseway.house.log.memory import MemoryLog
from houseway.house.office.site import DisableSite, EnableSite, Site
from houseway.house.people.act import ActInput
from houseway.house.people.house import House, NotPermitted
from houseway.house.records.audit import audit_log
from houseway.house.store.store import open_log
from houseway.house.tables import course, wager_acts
from houseway.house.tables.seat_acts import Join, Leave, SitOut
from houseway.house.tables.staff_acts import CloseTable, OpenTable, StartDeal
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager, Withdraw
from simulated_house.world import SimulationFailed, simulate

GAME = "down-under-holdem"
WAGERS = {"ante": 10_00, "bet": 10_00}


def seated(log: Log, name: str = "7", **more: Any) -> Table:
    table = opened(log, rules_for(GAME, name=name, **more))
    for seat in (1, 2):
        player = f"p{name}-{seat}"
        fund(log, player)
        table.do(Join(seat=seat, player=player))
    return table


def dealt(log: Log, name: str = "7") -> Table:
    table = seated(log, name)
    for seat in (1, 2):
        table.do(Wager(seat=seat, wagers=WAGERS))
    assert table.state.phase == "decisions"
    return table


def test_no_table_starts_a_new_round() -> None:
    log = new_log()
    tables = [seated(log), seated(log, "8", dealer="person")]
    tables[1].do(Wager(seat=1, wagers=WAGERS))
    Site(log).do(DisableSite(reason="a fire alarm"), by="sue")
    for table in tables:
        assert table.state.stopped == ""  # in memory it has not heard yet
        with pytest.raises(NotAllowedNow, match="site: no new round starts: a fire alarm"):
            table.do(Wager(seat=2, wagers=WAGERS))
        assert table.view()["stopped"] == "a fire alarm"
    with pytest.raises(NotAllowedNow, match="no new round starts"):
        tables[1].do(StartDeal())
    tables[1].do(Withdraw(seat=1))
    check_house(log, "7", "8")


def test_an_open_round_finishes_and_the_next_one_waits() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    table = dealt(log)
    Site(log).do(DisableSite(reason="a fire alarm"))
    table.catch_up()
    table.do(Decide(seat=1, decision="play 3x"))
    clock.move(100)
    table.tick(clock())
    clock.move(100)
    table.tick(clock())
    last = table.last_round()
    assert last is not None
    assert last.kind == "settled"
    for found in (table, loaded(log)):
        assert (found.state.phase, found.state.stopped) == ("wagers", "a fire alarm")
        with pytest.raises(NotAllowedNow, match="no new round starts"):
            found.do(Wager(seat=1, wagers=WAGERS))
    Site(log).do(EnableSite(), by="sue", second="ada")
    for seat in (1, 2):
        table.do(Wager(seat=seat, wagers=WAGERS))
    assert table.state.phase == "decisions"
    check_house(log, "7")


@pytest.mark.parametrize("act", [SitOut(seat=2), Leave(seat=2), None], ids=["sit out", "leave", "tick"])
def test_wagers_on_the_layout_are_not_dealt_until_it_is_enabled(act: ActInput | None) -> None:
    clock = Clock()
    log = MemoryLog(clock)
    table = seated(log)
    table.do(Wager(seat=1, wagers=WAGERS))
    Site(log).do(DisableSite(reason="a fire alarm"))
    clock.move(1000)
    table.catch_up()
    table.do(act) if act else table.tick(clock())
    assert (table.state.phase, table.state.rounds) == ("wagers", 0)
    Site(log).do(EnableSite())
    table.catch_up()
    table.tick(clock())
    assert table.state.rounds == 1
    check_house(log, "7")


def test_no_table_is_opened_and_one_that_was_closed_opens_afterwards() -> None:
    log = new_log()
    table = opened(log, rules_for(GAME))
    site = Site(log)
    site.do(DisableSite(reason="a fire alarm"))
    table.do(CloseTable())
    assert table.state.stopped == ""
    with pytest.raises(NotAllowedNow, match="site: the site is disabled: a fire alarm"):
        table.do(OpenTable(rules=rules_for(GAME), day=DAY))
    site.do(EnableSite())
    table.do(OpenTable(rules=rules_for(GAME), day=DAY))
    fund(log, "ann")
    table.do(Join(seat=1, player="ann"))
    table.do(Wager(seat=1, wagers=WAGERS))
    assert table.state.rounds == 1


def test_another_process_hears_of_it(url: str) -> None:
    with open_log(url) as here, open_log(url) as there:
        table = seated(here)
        table.do(Wager(seat=1, wagers=WAGERS))
        Site(there).do(DisableSite(reason="a fire alarm"))
        with pytest.raises(NotAllowedNow, match="no new round starts"):
            table.do(Wager(seat=2, wagers=WAGERS))
        with pytest.raises(NotAllowedNow, match="the site is disabled"):
            opened(here, rules_for(GAME, name="8"))
        Site(here).do(EnableSite())
        table.do(Wager(seat=2, wagers=WAGERS))
        assert loaded(there).state.phase == "decisions"
        assert audit_log(here).broken is None


class Between(MemoryLog):
    """A log in which something else is appended just before what is to be."""

    stream = ""

    def append_batch(self, batch: Batch) -> Appended:
        if self.stream and batch.events[0].stream == self.stream:
            self.stream, other = "", self.stream
            if other == "site":
                Table(self, "8").do(OpenTable(rules=rules_for(GAME, name="8"), day=DAY))
            else:
                Site(self).do(DisableSite(reason="a fire alarm"))
        return super().append_batch(batch)


def test_a_table_that_is_opened_in_the_same_moment_hears_of_it() -> None:
    log = Between()
    opened(log, rules_for(GAME))
    log.stream = "site"
    Site(log).do(DisableSite(reason="a fire alarm"))
    assert (loaded(log).state.stopped, loaded(log, "8").state.stopped) == ("a fire alarm",) * 2


def test_a_table_whose_opening_comes_second_is_not_opened() -> None:
    log = Between()
    log.stream = "table/7"
    with pytest.raises(NotAllowedNow, match="the site is disabled"):
        opened(log, rules_for(GAME))


def test_a_second_try_finishes_what_a_process_that_died_began() -> None:
    log = new_log()
    opened(log, rules_for(GAME))
    log.append(NewEvent(stream="site", kind="site disabled", data={"reason": "x"}))
    with pytest.raises(NotAllowedNow, match="site: is disabled: x"):
        Site(log).do(DisableSite(reason="y"))
    assert loaded(log).state.stopped == "x"


def test_requests_count_once_and_what_cannot_be() -> None:
    log = new_log()
    site = Site(log)
    with pytest.raises(NotAllowedNow, match="is not disabled"):
        site.do(EnableSite())
    for reason in ("", " ", "x" * 201, "a\nb"):
        with pytest.raises(InvalidInput, match="reason"):
            site.do(DisableSite(reason=reason))
    first = site.do(DisableSite(reason="a fire alarm"), by="sue", request="r")
    assert site.do(DisableSite(reason="a fire alarm"), by="sue", request="r") == first
    assert (first[0].kind, first[0].data, first[0].by) == ("site disabled", {"reason": "a fire alarm"}, "sue")
    site.do(EnableSite(), by="sue", second="ada")
    assert Site(log).fresh() == site.fresh()
    assert audit_log(log).broken is None


def test_one_person_stops_it_and_two_let_it_go_on() -> None:
    log = new_log()
    staff(log)
    site = Site(log, people=House(log, hasher=QUICK))
    with pytest.raises(NotPermitted, match="dan: may not disable site"):
        site.do(DisableSite(reason="x"), by="dan")
    site.do(DisableSite(reason="x"), by="ada")
    for second in ("", "sue", "dan"):
        with pytest.raises(NotPermitted, match="enable site"):
            site.do(EnableSite(), by="sue", second=second)
    site.do(EnableSite(), by="sue", second="ada")


def test_the_simulator_finds_a_round_that_starts_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (course, wager_acts):
        monkeypatch.setattr(module, "require_running", lambda _state: None)
    with pytest.raises(SimulationFailed, match="a round starts while it is stopped"):
        all(simulate(seed, 400) for seed in range(30))
