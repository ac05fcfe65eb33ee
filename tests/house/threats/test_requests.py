"""Attacks by request ids: an id belongs to one person and one content; what was not done is never answered as done."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from house.jackpots.test_jackpots import outside_jackpot, share_lines
from house.support.tables import rules_for, terms_of
from house.threats.test_money import house
from houseway.errors import InvalidInput
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.money_acts import AdjustMeter, EnterOutsideWagers
from houseway.house.jackpots.outside_wins import AwardOutsideWin
from houseway.house.jackpots.terms_acts import ChangeJackpot, CreateJackpot
from houseway.house.log.aggregate import Request
from houseway.house.log.memory import MemoryLog
from houseway.house.office.incidents import Incidents, OpenIncident, ReportIncident
from houseway.house.office.site import DisableSite, EnableSite, Site
from houseway.house.people.cage_acts import BuyIn
from houseway.house.people.house import House
from houseway.house.tables.table import Table

Try = Callable[[], object]
REFUSED = "was used for something else"


def incidents(log: MemoryLog, people: House) -> list[tuple[Try, Try]]:
    desk = Incidents(log, people=people)
    return [
        (
            lambda: desk.do(OpenIncident(description="A"), by="dan", request="q1"),
            lambda: desk.do(OpenIncident(description="B"), by="dan", request="q1"),
        ),
        (
            lambda: desk.do(ReportIncident(incident=1, reference="C-1"), by="sue", request="q2"),
            lambda: desk.do(ReportIncident(incident=1, reference="C-2"), by="sue", request="q2"),
        ),
        (
            lambda: desk.do(OpenIncident(description="A"), by="sue", request="q3"),
            lambda: desk.do(ReportIncident(incident=1, reference="C-3"), by="sue", request="q3"),
        ),
    ]


def site(log: MemoryLog, people: House) -> list[tuple[Try, Try]]:
    one = Site(log, people=people)

    def disable(reason: str, request: str) -> object:
        return one.do(DisableSite(reason=reason), by="sue", request=request)

    return [
        (lambda: disable("fire", "y"), lambda: disable("flood", "y")),
        (lambda: one.do(EnableSite(), by="sue", second="ada", request="z"), lambda: disable("flood", "z")),
    ]


def jackpots(log: MemoryLog, people: House) -> list[tuple[Try, Try]]:
    royal, (shared, game, won_as) = Jackpot(log, "other", people=people), outside_jackpot(log, people=people)
    terms, chosen = terms_of("other"), rules_for("flush-poker").chosen
    two: dict[str, Any] = {"by": "sue", "second": "ada"}
    best, *others = share_lines(won_as)
    more = replace(terms, increment=terms.increment + 1)

    def adjust(note: str) -> object:
        return shared.do(AdjustMeter(reason="malfunction", amount=1, note=note), **two, request="a")

    def award(line: str, who: str) -> object:
        return shared.do(
            AwardOutsideWin(game=game, line=line, won_as=won_as, player=who), by="sue", second="dan", request="w"
        )

    return [
        (
            lambda: royal.do(CreateJackpot(terms=terms, game=chosen), **two, request="c"),
            lambda: royal.do(CreateJackpot(terms=more, game=chosen), **two, request="c"),
        ),
        (
            lambda: royal.do(ChangeJackpot(terms=more), **two, request="h"),
            lambda: royal.do(ChangeJackpot(terms=terms), **two, request="h"),
        ),
        (
            lambda: shared.do(EnterOutsideWagers(game=game, wagers=5_00), by="dan", request="o1"),
            lambda: shared.do(EnterOutsideWagers(game=game, wagers=1_00), by="dan", request="o1"),
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
    cage.do(BuyIn(player="pat", amount=100_00), by="dan", request="x")
    cage.do(BuyIn(player="pat", amount=100_00), by="dan", request="dan/x")
    cage.do(BuyIn(player="pat", amount=100_00), by="dan", request="dan/dan/x")
    cage.do(BuyIn(player="pat", amount=100_00), by="dan", request="dan/x")
    assert log.balance("player/pat") == 300_00 * 1_000_000
    assert [event.request for event in log.read("house") if event.kind == "buy-in"] == [
        "dan/x",
        "dan/dan/x",
        "dan/dan/dan/x",
    ]


def test_the_key_of_a_request_names_its_person_and_its_stream_once() -> None:
    log, people, _ = house()
    table, asked = Table(log, "7"), Request[Any](act=lambda _plan: None)
    keys = {("kim", "x"): "kim/x", ("kim", "kim/x"): "kim/kim/x", ("", "x"): "x", ("kim", ""): "", ("", ""): ""}
    for (by, request), key in keys.items():
        assert people.request_key(replace(asked, by=by, id=request)) == key
        assert table.request_key(replace(asked, by=by, id=request)) == (f"table/7#{key}" if key else "")
