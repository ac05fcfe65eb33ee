"""What only version 0.1 wrote is a fault in a house of this version, from its first event on (docs/threats.md)."""

import gzip
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from house.support.floor import EVERYTHING, JACKPOT, NOTHING, deal, play
from house.threats.test_forged import ForgedHouse, TickingClock, findings
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import SystemEvent
from houseway.house.log.ledger import cents, move
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.log.names import SYSTEM
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.store.store import open_log
from houseway.house.tables import round_outcome, settling
from houseway.house.tables.incarnation import resume_dealing
from houseway.house.tables.payloads import Voided
from houseway.house.tables.staff_acts import VoidRound

EVENING = Path(__file__).parents[1] / "data" / "evening.db.gz"
SLIP = "a deposit without the number of its slip"


@pytest.fixture
def house() -> ForgedHouse:
    return ForgedHouse(MemoryLog(TickingClock()))


def older_deposit(log: Log, jackpot: str, amount: int = 9_000_00) -> None:
    """One supervisor deposits without a slip."""
    data = {"amount": f"{amount // 100}.00", "owed": "10000.00"}
    money = move(cents(amount), out_of="house/bank", into=f"jackpot/{jackpot}/funding")
    log.append(NewEvent(stream=f"jackpot/{jackpot}", kind="deposited", by="sue", data=data, postings=money))


def reasons(log: Log) -> list[str]:
    return [one.reason for one in findings(log)]


def test_a_new_house_has_no_deposit_without_a_slip(house: ForgedHouse) -> None:
    assert reasons(house.log) == []
    older_deposit(house.log, JACKPOT)
    assert [SLIP in one for one in reasons(house.log)] == [True]
    assert deep_audit(house.log).notes == ()


def test_a_new_house_has_no_award_that_the_meter_pays(house: ForgedHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "outcome", partial(round_outcome.outcome, meter_pays=True))
    play(house.table, {1: EVERYTHING})
    assert ["the meter paid a player" in one for one in reasons(house.log)] == [True]


def test_a_new_house_has_no_void_that_hides_what_was_seen(house: ForgedHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_seen(**given: Any) -> Voided:
        return Voided(**{name: value for name, value in given.items() if name != "seen"})

    deal(house.table, {1: NOTHING})
    monkeypatch.setattr(settling, "Voided", without_seen)
    house.table.do(VoidRound(reason="misdeal"), by="sue", second="deb")
    assert ["does not say what was seen" in one for one in reasons(house.log)] == [True]


def test_an_old_house_stays_as_it_was_and_goes_on_by_these_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "evening.db"
    path.write_bytes(gzip.decompress(EVENING.read_bytes()))
    with open_log(str(path), read_only=True) as log:
        before = deep_audit(log)
        last = datetime.fromisoformat(max(head.at for head in log.heads().values()))
    assert before.notes
    clock = TickingClock()
    clock.now = last + timedelta(hours=1)
    with open_log(str(path), clock=clock) as log:
        resume_dealing(log)
        assert log.begin_dealing is not None
        log.begin_dealing("sue", False)
        assert log.last(SYSTEM, SystemEvent.INCARNATION) is not None
        after = deep_audit(log)
        assert before.findings == after.findings == ()
        assert [str(one) for one in after.notes] == [str(one) for one in before.notes]
        older_deposit(log, "spare", 1_00)
        found = deep_audit(log)
        assert [SLIP in one.reason for one in found.findings] == [True]
        assert [str(one) for one in deep_audit(log, jobs=2).findings] == [str(one) for one in found.findings]
