"""Postings: what sums to zero, what holds whole cents, what a number of the ledger looks like."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import HousewayError, InvalidInput
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import (
    NotEnoughFunds,
    Posting,
    cents,
    check_balances,
    check_postings,
    format_units,
    holds_fractions,
    move,
)


def test_amounts_in_dollars() -> None:
    assert format_units(cents(250)) == "2.50"
    assert format_units(-cents(250)) == "-2.50"
    assert format_units(1) == "0.00000001"
    assert format_units(-1) == "-0.00000001"


def test_nothing_moves_nothing() -> None:
    assert move(0, out_of="house/bank", into="table/7/chips") == ()


@given(st.lists(st.integers(-(10**10), 10**10).filter(bool), min_size=1, max_size=8))
def test_an_event_takes_only_postings_that_sum_to_zero(amounts: list[int]) -> None:
    postings = [Posting(f"jackpot/j{i}/meter", amount) for i, amount in enumerate(amounts)]
    if sum(amounts):
        with pytest.raises(InvalidInput, match="postings: they sum to"):
            NewEvent(stream="house", kind="moved", postings=postings)
        postings.append(Posting("jackpot/rest/meter", -sum(amounts)))
    NewEvent(stream="house", kind="moved", postings=postings)


@pytest.mark.parametrize("account", ["player/ann", "house/bank", "table/7/chips", "table/7/drop", "outside/players"])
def test_only_jackpots_hold_fractions_of_a_cent(account: str) -> None:
    assert not holds_fractions(account)
    with pytest.raises(InvalidInput, match="whole cents"):
        check_postings([Posting(account, 1), Posting("jackpot/royal/meter", -1)])
    check_postings([Posting("table/7/progressive", -21), Posting("jackpot/royal/meter", 21)])


@pytest.mark.parametrize("account", ["bank", "player", "Player/ann", "player/", "player/a b", "cash/7", "player/é", 7])
def test_names_of_accounts(account: Any) -> None:
    with pytest.raises(InvalidInput, match="no account"):
        check_postings([Posting(account, cents(1)), Posting("house/bank", -cents(1))])


@pytest.mark.parametrize("amount", [0, 1.0, True, "5", 10**17, -(10**17), None])
def test_amounts_are_whole_numbers_that_are_not_absurd(amount: Any) -> None:
    with pytest.raises(InvalidInput, match="no amount"):
        check_postings([Posting("jackpot/royal/meter", amount)])


@pytest.mark.parametrize(
    ("balances", "kind", "reason"),
    [
        ({"player/ann": cents(1)}, InvalidInput, "sum to 0.01"),
        ({"player/ann": 5, "house/bank": -5}, InvalidInput, "not whole cents"),
        ({"player/ann": -cents(1), "house/bank": cents(1)}, NotEnoughFunds, "player/ann"),
    ],
)
def test_balances_that_cannot_be(balances: dict[str, int], kind: type[HousewayError], reason: str) -> None:
    with pytest.raises(kind, match=reason):
        check_balances(balances)


def test_balances_that_can_be() -> None:
    check_balances({"player/ann": cents(5), "outside/players": -cents(5), "jackpot/royal/meter": 3, "jackpot/r/x": -3})
