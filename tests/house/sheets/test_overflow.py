"""R9: what overflows from one jackpot into the next never comes back to where it came from."""

from typing import Any

import pytest

from house.support.sheets import ON, sheet
from house.support.tables import new_log, rules_for, terms_of
from houseway.errors import NotApproved
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.terms_acts import ChangeJackpot, CreateJackpot
from houseway.house.log.log import Appended, Batch, Log
from houseway.house.log.memory import MemoryLog
from houseway.house.sheets.check import check_sheets
from houseway.house.sheets.overflow import overflow_ring
from houseway.house.sheets.sheet import JackpotTerms

GAME = rules_for("flush-poker").chosen


@pytest.mark.parametrize(
    ("flows", "found"),
    [
        ({}, ()),
        ({"a": "b"}, ()),
        ({"a": "a"}, ("a", "a")),
        ({"a": "b", "b": "a"}, ("a", "b", "a")),
        ({"a": "b", "b": "c", "c": "a"}, ("a", "b", "c", "a")),
        ({"a": "b", "b": "c", "c": "b"}, ()),  # a ring that `a` only leads into is the others' to refuse
    ],
)
def test_rings(flows: dict[str, str], found: tuple[str, ...]) -> None:
    assert overflow_ring("a", lambda name: flows.get(name, "")) == found


def capped(name: str, overflow: str) -> JackpotTerms:
    return terms_of(name, cap=20_000_00, overflow=overflow)


def created(log: Log, *flows: tuple[str, str]) -> None:
    for name, overflow in flows:
        Jackpot(log, name).do(CreateJackpot(terms=capped(name, overflow), game=GAME))


@pytest.mark.parametrize("flows", [[("a", "b")], [("a", "b"), ("b", "c")], [("x", "a"), ("a", "b")]])
def test_a_ring_is_not_created(flows: list[tuple[str, str]]) -> None:
    log = new_log()
    created(log, *flows)
    last = flows[-1][1]
    with pytest.raises(NotApproved, match=f"ring, {last} into a into .*{last} \\(R9\\)"):
        Jackpot(log, last).do(CreateJackpot(terms=capped(last, "a"), game=GAME))
    Jackpot(log, last).do(CreateJackpot(terms=terms_of(last), game=GAME))


def test_a_jackpot_does_not_overflow_into_itself() -> None:
    with pytest.raises(NotApproved, match="a into a"):
        created(new_log(), ("a", "a"))


def test_a_change_does_not_close_a_ring() -> None:
    log = new_log()
    created(log, ("a", "b"))
    other = Jackpot(log, "b")
    other.do(CreateJackpot(terms=terms_of("b"), game=GAME))
    with pytest.raises(NotApproved, match="b into a into b"):
        other.do(ChangeJackpot(terms=capped("b", "a")))
    other.do(ChangeJackpot(terms=capped("b", "c")))
    with pytest.raises(NotApproved, match="c into a into b into c"):
        Jackpot(log, "c").do(CreateJackpot(terms=capped("c", "a"), game=GAME))


class Racing(MemoryLog):
    """A log in which the other end of a ring is appended while this one is on its way."""

    def append_batch(self, batch: Batch) -> Appended:
        if batch.events[0].stream == "jackpot/a" and not self.head("jackpot/b").number:
            Jackpot(self, "b").do(CreateJackpot(terms=capped("b", "a"), game=GAME))
        return super().append_batch(batch)


def test_two_processes_do_not_close_a_ring_from_both_ends() -> None:
    log = Racing()
    with pytest.raises(NotApproved, match="a into b into a"):
        created(log, ("a", "b"))
    assert not log.head("jackpot/a").number


# ---- sheets


def flush(name: str, jackpot: str, overflow: str = "") -> Any:
    terms = {"jackpot__cap": "20000.00", "jackpot__overflow": overflow} if overflow else {}
    return sheet("flush-poker", name=name, jackpot__name=jackpot, controls__reserve="100000.00", **terms)


def test_sheets_that_together_make_a_ring() -> None:
    ones = [flush("1", "a", "b"), flush("2", "b", "c"), flush("3", "c", "a")]
    found = check_sheets(ones, ON)
    assert [[one.field for one in refusals] for refusals in found] == [[], [], ["jackpot.overflow"]]
    assert "overflow goes in a ring, c into a into b into c" in str(found[2][0])
    assert check_sheets([*ones[:2], flush("3", "c")], ON) == [[], [], []]


def test_a_meter_that_overflows_into_itself_is_refused_once() -> None:
    found = check_sheets([flush("1", "a", "a"), flush("2", "b")], ON)
    assert [[one.field for one in refusals] for refusals in found] == [["jackpot.overflow"], []]
