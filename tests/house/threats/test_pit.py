"""Dishonest dealers, supervisors and players at tables: they get what the rules give, and no more (docs/threats.md)."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from house.support.floor import QUICK
from houseway.house.jackpots.events import merge_postings
from houseway.house.log.ledger import Posting
from houseway.house.people.house import House
from houseway.house.people.rights import Right
from houseway.house.people.verifying import permit_verifier
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables import holds, round_corrections, round_outcome, settling, staff_acts
from houseway.house.tables.entered_wins import EnteredWins, PaidLately
from houseway.house.tables.table import Table
from simulated_house.checks import Broken
from simulated_house.dishonest_checks import check_pit, forge
from simulated_house.dishonest_tables import FRIEND, THIEVES, DishonestPit

STEPS = 150


def pits(seeds: int) -> list[DishonestPit]:
    found = [DishonestPit(seed, QUICK) for seed in range(seeds)]
    for pit in found:
        pit.run(STEPS)
    return found


def test_nobody_at_a_table_ends_with_more_than_the_rules_give() -> None:
    found = pits(24)
    for pit in found:
        check_pit(pit)
    attempts = [pit.attempts for pit in found]
    assert {one.thief for one in attempts} == set(THIEVES)
    assert len(set().union(*(one.tried for one in attempts))) == 24
    assert sum(one.refused for one in attempts) > sum(one.done for one in attempts)
    assert all(pit.dealt for pit in found)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_past_the_rules_at_a_table_is_found(seed: int) -> None:
    pit = DishonestPit(seed, QUICK)
    pit.run(40)
    forge(pit)


def test_the_same_seed_tries_the_same_at_tables() -> None:
    first, second = (DishonestPit(5, QUICK) for _ in range(2))
    assert first.run(60) == second.run(60)
    for stream in ("table/1", "table/2"):
        assert first.log.head(stream) == second.log.head(stream)


# ---- defects planted on purpose: the simulation finds each of them

Plant = Callable[[pytest.MonkeyPatch], None]


def nothing_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_outcome, "_held_amounts", lambda *_: {})


def one_person_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holds, "permit_verifier", lambda desk, verified: permit_verifier(desk, verified) or True)


def anybody_acts_for_any_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(House, "permit_for_seat", lambda *_: None)


def no_wager_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableRules, "require_wagers", lambda *_: None)


def late_decisions_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_do_what_is_due", lambda _: None)


def one_person_calls_a_round_off(monkeypatch: pytest.MonkeyPatch) -> None:
    permit = House.permit

    def lax(people: House, right: Right, first: str, second: str = "") -> None:
        if right.name != "void round":
            permit(people, right, first, second)

    monkeypatch.setattr(House, "permit", lax)


def one_person_corrects_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    permit = House.permit

    def lax(people: House, right: Right, first: str, second: str = "") -> None:
        if right.name != "correct round":
            permit(people, right, first, second)

    monkeypatch.setattr(House, "permit", lax)
    monkeypatch.setattr(round_corrections, "require_uninvolved", lambda *_: None)


def the_friend_is_paid_a_cent_more(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = round_outcome.settled_postings

    def generous(table: str, end: Any) -> Any:
        cent = 1_000_000
        tray = Posting(f"table/{table}/chips", -cent)
        return merge_postings(*settled(table, end), tray, Posting(f"player/{FRIEND}", cent))

    monkeypatch.setattr(settling, "settled_postings", generous)


def a_table_opens_without_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff_acts, "_opening_count", lambda *_: None)


def small_wins_do_not_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EnteredWins, "of_open_round", lambda *_: PaidLately())


def a_void_needs_no_irregularity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff_acts, "require_irregularity", lambda *_: None)


DEFECTS: dict[str, tuple[Plant, str]] = {
    plant.__name__.replace("_", " "): (plant, what)
    for plant, what in (
        (nothing_is_held, "more than the rules give"),
        (a_table_opens_without_a_count, "without a count of its tray"),
        (small_wins_do_not_add_up, "many small wins"),
        (a_void_needs_no_irregularity, "no irregularity was stated"),
        (one_person_verifies, "more than the rules give|verify win|verified a round of their own"),
        (anybody_acts_for_any_seat, "may not seat player|gave the value"),
        (no_wager_is_too_large, "above the limit"),
        (late_decisions_count, "decided after"),
        (one_person_calls_a_round_off, "it was not called off by two"),
        (one_person_corrects_a_round, "round corrected by one person|more than the rules give"),
        (the_friend_is_paid_a_cent_more, "more than the rules give|paid other than the settlement"),
    )
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_planted_defect_is_found(defect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, what = DEFECTS[defect]
    plant(monkeypatch)
    found = []
    for pit in pits(16):
        try:
            check_pit(pit)
        except Broken as problem:
            found.append(str(problem))
    assert any(re.search(what, one) for one in found), found
