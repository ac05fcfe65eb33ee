"""Dishonest people by the seed: nobody alone ends with money that is not found missing (docs/threats.md)."""

from collections.abc import Callable

import pytest

from house.support.floor import QUICK
from houseway.house.people.house import House
from houseway.house.people.log_in_delays import LogInDelays
from houseway.house.people.roster import Person, Roster
from houseway.house.records.deep_audit import acts as audited_acts
from simulated_house.checks import Broken
from simulated_house.dishonest import THIEVES, DishonestHouse, check_theft

STEPS = 100


def test_no_dishonest_person_profits_unseen() -> None:
    found = [DishonestHouse(seed, QUICK).run(STEPS) for seed in range(60)]
    for theft in found:
        check_theft(theft)
    assert {theft.thief for theft in found} == set(THIEVES)
    assert sum(theft.refused for theft in found) > sum(theft.done for theft in found)
    assert any(theft.pocket for theft in found)  # a cashier can put a hand into the drawer, and the count shows it
    assert all(theft.thief == "kim" for theft in found if theft.pocket)


def test_the_same_seed_tries_the_same() -> None:
    first, second = (DishonestHouse(7, QUICK).run(30) for _ in range(2))
    assert first == second


# ---- defects planted on purpose: the simulation finds each of them

Plant = Callable[[pytest.MonkeyPatch], None]


def nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(House, "permit", lambda *_: None)


def a_purse_is_paid_without_the_players_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Roster, "asks_for_word", lambda *_: False)


def a_first_password_makes_a_second_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Person, "require_own_password", lambda _: None)


def wrong_passwords_cost_no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogInDelays, "until", lambda *_, **__: "")


def the_audit_asks_for_no_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audited_acts, "require_origin", lambda _: None)


DEFECTS: dict[str, tuple[Plant, str]] = {
    plant.__name__.replace("_", " "): (plant, what)
    for plant, what in (
        (nobody_is_asked, "was found missing or forged"),
        (a_purse_is_paid_without_the_players_word, "was found missing or forged"),
        (a_first_password_makes_a_second_person, "was found missing or forged"),
        (wrong_passwords_cost_no_wait, "passwords at once"),
        (the_audit_asks_for_no_origin, "events were forged"),
    )
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_planted_defect_is_found(defect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, what = DEFECTS[defect]
    plant(monkeypatch)
    found = []
    for seed in range(30):
        try:
            check_theft(DishonestHouse(seed, QUICK).run(STEPS))
        except Broken as problem:
            found.append(str(problem))
    assert any(what in one for one in found), found
