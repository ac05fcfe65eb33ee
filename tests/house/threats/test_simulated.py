"""Dishonest people by the seed: nobody alone ends with money that is not found missing (docs/threats.md)."""

import pytest

from house.support.floor import QUICK
from houseway.house.people.house import House
from simulated_house.checks import Broken
from simulated_house.dishonest import THIEVES, DishonestHouse, check_theft


def test_no_dishonest_person_profits_unseen() -> None:
    found = [DishonestHouse(seed, QUICK).run(40) for seed in range(60)]
    for theft in found:
        check_theft(theft)
    assert {theft.thief for theft in found} == set(THIEVES)
    assert sum(theft.refused for theft in found) > sum(theft.done for theft in found)
    assert any(theft.pocket for theft in found)  # a cashier can put a hand into the drawer, and the count shows it
    assert all(theft.thief == "kim" for theft in found if theft.pocket)


def test_the_same_seed_tries_the_same() -> None:
    first, second = (DishonestHouse(7, QUICK).run(30) for _ in range(2))
    assert first == second


def test_the_simulation_finds_a_house_that_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were nobody asked for a second person, money would be gone; the check must see it."""
    monkeypatch.setattr(House, "permit", lambda *_: None)
    found = [DishonestHouse(seed, QUICK).run(40) for seed in range(10)]
    with pytest.raises(Broken, match="was found missing"):
        check_theft(max(found, key=lambda theft: theft.pocket - theft.missing))
