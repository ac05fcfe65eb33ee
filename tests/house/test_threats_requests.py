"""Attacks by request ids: an id belongs to one person and one content, and what was not done is never told as done."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from house.tables import rules_for, terms_of
from house.test_jackpot_live import outside_jackpot, share_lines
from house.test_threats_money import house
from houseway.errors import InvalidInput
from houseway.house.office.incidents import Incidents
from houseway.house.office.site import Site
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.log.log import personal_request
from houseway.house.log.memory import MemoryLog
from houseway.house.people.house import House

Try = Callable[[], object]
REFUSED = "was used for something else"


def incidents(log: MemoryLog, people: House) -> list[tuple[Try, Try]]:
    desk = Incidents(log, people=people)
    return [
        (lambda: desk.open("A", by="dan", request="q1"), lambda: desk.open("B", by="dan", request="q1")),
        (lambda: desk.report(1, "C-1", by="sue", request="q2"), lambda: desk.report(1, "C-2", by="sue", request="q2")),
        (lambda: desk.open("A", by="sue", request="q3"), lambda: desk.report(1, "C-3", by="sue", request="q3")),
    ]


def site(log: MemoryLog, people: House) -> list[tuple[Try, Try]]:
    one = Site(log, people=people)

    def disable(reason: str, request: str) -> object:
        return one.disable(reason, by="sue", request=request)

    return [
        (lambda: disable("fire", "y"), lambda: disable("flood", "y")),
        (lambda: one.enable(by="sue", second="ada", request="z"), lambda: disable("flood", "z")),
    ]


def jackpots(log: MemoryLog, people: House) -> list[tuple[Try, Try]]:
    royal, (shared, game, won_as) = Jackpot(log, "other", people=people), outside_jackpot(log, people=people)
    terms, chosen = terms_of("other"), rules_for("flush-poker").chosen
    two: dict[str, Any] = {"by": "sue", "second": "ada"}
    best, *others = share_lines(won_as)
    more = replace(terms, increment=terms.increment + 1)

    def adjust(note: str) -> object:
        return shared.adjust("malfunction", 1, note=note, **two, request="a")

    def award(line: str, who: str) -> object:
        return shared.award_outside(game, line, won_as, player=who, by="sue", second="dan", request="w")

    return [
        (
            lambda: royal.create(terms, chosen, **two, request="c"),
            lambda: royal.create(more, chosen, **two, request="c"),
        ),
        (lambda: royal.change(more, **two, request="h"), lambda: royal.change(terms, **two, request="h")),
        (
            lambda: shared.contribute_outside(game, 5_00, by="dan", request="o1"),
            lambda: shared.contribute_outside(game, 1_00, by="dan", request="o1"),
        ),
        (lambda: adjust("a fault"), lambda: adjust("another")),
        (lambda: award(best, "ann"), lambda: award(best, "bob")),
        (lambda: award(best, "ann"), lambda: award(others[0], "ann")),
    ]


@pytest.mark.parametrize("acts", [incidents, site, jackpots])
def test_a_request_id_belongs_to_one_content(acts: Callable[[MemoryLog, House], list[tuple[Try, Try]]]) -> None:
    log, people, _ = house()
    for first, other in acts(log, people):
        done = first()
        heads = log.heads()
        with pytest.raises(InvalidInput, match=REFUSED):
            other()
        assert first() == done
        assert log.heads() == heads


def test_an_id_that_starts_with_ones_own_name_is_another_one() -> None:
    log, _, cage = house(cashier=False)
    cage.buy_in("dan", "pat", 100_00, request="x")
    cage.buy_in("dan", "pat", 100_00, request="dan/x")
    cage.buy_in("dan", "pat", 100_00, request="dan/dan/x")
    cage.buy_in("dan", "pat", 100_00, request="dan/x")
    assert log.balance("player/pat") == 300_00 * 1_000_000
    assert [event.request for event in log.read("house") if event.kind == "buy-in"] == [
        "dan/x",
        "dan/dan/x",
        "dan/dan/dan/x",
    ]


def test_an_id_that_carries_its_person_is_not_given_the_name_again() -> None:
    own = personal_request("x", "kim")
    assert own == personal_request(own, "kim") == personal_request(own, "") == "kim/x"
    assert personal_request("", "kim") == ""
    assert personal_request("x", "") == "x"
