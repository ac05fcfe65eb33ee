"""The table that `houseway play` sits at."""

import pytest

from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.house.tables.demonstration import demonstration_table
from houseway.house.tables.staff_acts import StartDeal
from houseway.house.tables.state import open_round
from houseway.house.tables.wager_acts import Decide, Wager


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_a_table_to_try_it_at(game: str) -> None:
    table = demonstration_table(demonstration(game, {}), seats=2, bankroll=500_00, seed="try")
    assert [table.purse(seat) for seat in (1, 2)] == [500_00, 500_00]
    assert table.state.phase == "wagers"
    jackpot = table.view()["jackpot"]
    assert (jackpot is not None) == (table.state.open_rules.chosen.approval.jackpot is not None)
    assert jackpot is None or jackpot["amount"] == "10000.00"


def test_a_house_jackpot_has_its_posted_amount() -> None:
    table = demonstration_table(demonstration("flush-poker", {"jackpot": "house"}), seats=1, bankroll=500_00)
    assert table.view()["jackpot"]["amount"] == "10000.00"
    table.do(Wager(seat=1, wagers={"bet": 10_00, "jackpot": 1_00}))
    table.do(StartDeal())
    table.do(Decide(seat=1, decision="fold"))
    assert table.view()["jackpot"]["amount"] == "10000.00"


def test_the_same_seed_deals_the_same_cards() -> None:
    hands = []
    for seed in ("a", "a", "b", None):
        table = demonstration_table(demonstration("premium-holdem", {}), seats=1, bankroll=500_00, seed=seed)
        table.do(Wager(seat=1, wagers={"ante": 10_00, "xtra-bonus": 10_00}))
        table.do(StartDeal())
        hands.append(open_round(table.state).cards_out)
    assert hands[0] == hands[1]
    assert hands[0] != hands[2]
    assert hands[0] != hands[3]
