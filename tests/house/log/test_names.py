"""The names of streams and accounts: what is made of a name gives the name back, and nothing else's."""

import pytest

from houseway.house.log import names
from houseway.house.log.ledger import check_account
from houseway.house.log.names import JackpotPot, TablePot


@pytest.mark.parametrize("name", ["7", "premium-holdem", "a.b_c"])
def test_a_stream_gives_its_name_back(name: str) -> None:
    assert names.table_name(names.table_stream(name)) == name
    assert names.jackpot_name(names.jackpot_stream(name)) == name
    assert names.table_name(names.jackpot_stream(name)) == names.jackpot_name(names.table_stream(name)) == ""


@pytest.mark.parametrize("stream", [names.HOUSE, names.SITE, names.INCIDENTS, names.SYSTEM])
def test_the_streams_of_the_house_are_no_table_and_no_jackpot(stream: str) -> None:
    assert names.table_name(stream) == names.jackpot_name(stream) == ""


@pytest.mark.parametrize("pot", TablePot)
def test_every_account_of_a_table_is_one_and_only_contributions_hold_fractions(pot: TablePot) -> None:
    account = names.table_account("7", pot)
    assert names.table_pot(account) == ("7", pot)
    assert check_account(account) == (pot == TablePot.PROGRESSIVE) == names.is_contribution_account(account)
    assert not names.is_player_account(account)


@pytest.mark.parametrize("pot", JackpotPot)
def test_every_account_of_a_jackpot_is_one_and_holds_fractions(pot: JackpotPot) -> None:
    account = names.jackpot_account("royal", pot)
    assert names.jackpot_pot(account, "royal") == pot
    assert names.jackpot_pot(account, "roy") == names.jackpot_pot(account, "royals") == ""
    assert names.table_pot(account) == ("", "")
    assert check_account(account)


@pytest.mark.parametrize("account", [names.BANK, names.VARIANCE, names.PLAYERS, names.OWNER, names.SEIZED])
def test_the_accounts_of_the_house_hold_whole_cents(account: str) -> None:
    assert not check_account(account)
    assert names.is_outside_account(account) == account.startswith("outside")
