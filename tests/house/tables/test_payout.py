"""WAC 230-15-490: what a table pays for one wager of one round is at most its aggregate limit, to all in proportion."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from house.support.floor import NOTHING, fold_all, opened_table, sheet_text
from house.support.tables import check_house
from houseway.cards.card import parse_cards
from houseway.cards.deck import joker_deck
from houseway.cli import main
from houseway.games.round.record import settle
from houseway.games.round.settlement import SettledDealer, SettledSeat, SettledWager, Settlement
from houseway.games.round.settlement_answer import Result
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act_fields import Deal
from houseway.house.records.audit import audit_log
from houseway.house.records.dispute import dispute_pack
from houseway.house.records.dispute_text import as_text
from houseway.house.records.heads import HouseKey, sign_heads
from houseway.house.records.recall import recalled_rounds
from houseway.house.store.store import open_log
from houseway.house.tables import payout
from houseway.house.tables.payloads import LimitedSeat, LimitedWager
from houseway.house.tables.payout import amounts_withheld, split_in_proportion, wagers_over_limit
from houseway.house.tables.staff_acts import EnterCards, StartDeal
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Wager
from houseway.money import Cents
from simulated_house.world import SimulationFailed, simulate

BONUS = "natural-straight-flush"
HEARTS, SPADES = "2h 3h 4h 5h 6h 7h 8h", "2s 3s 4s 5s 6s 7s 8s"  # 500 to 1, each


def limited_sheet(limit: str = "3000.01") -> str:
    line = f'{BONUS} = {{ minimum = "1.00", maximum = "5.00", step = "1.00"'
    return sheet_text({line: f'{line}, aggregate = "{limit}"'})


def played(log: Log, stakes: dict[int, int], hands: dict[int, str], limit: str = "3000.01") -> Table:
    """A round in which seats have staked so much on the bonus."""
    table = opened_table(log, limited_sheet(limit))
    for seat in hands:
        table.do(Wager(seat=seat, wagers={"bet": 10_00, **({BONUS: stakes[seat]} if seat in stakes else {})}))
    table.do(StartDeal(), by="dan")
    cards = {seat: parse_cards(hand.split()) for seat, hand in hands.items()}
    out = {card for hand in cards.values() for card in hand}
    table.do(
        EnterCards(deal=Deal(hands=cards, dealer=tuple(card for card in joker_deck() if card not in out)[:7])), by="dan"
    )
    fold_all(table)
    return table


# ---- the parts


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=7), st.integers(0, 10**9))
def test_parts_are_the_limit_to_the_cent_and_in_proportion(amounts: list[int], limit: int) -> None:
    total = sum(amounts)
    limit = min(limit, total)
    parts = split_in_proportion(amounts, limit)
    assert sum(parts) == limit
    for amount, part in zip(amounts, parts, strict=True):
        assert abs(part * total - amount * limit) < total  # less than a cent from the exact part
        assert 0 <= part <= amount


@given(st.permutations([7, 7, 11, 300, 5]))
def test_who_won_as_much_gets_as_much_but_for_a_cent_and_the_first_seat_first(amounts: list[int]) -> None:
    parts = split_in_proportion(amounts, 100)
    sevens = [part for amount, part in zip(amounts, parts, strict=True) if amount == 7]
    assert sevens[0] - sevens[1] in (0, 1)
    assert sorted(parts) == sorted(split_in_proportion(sorted(amounts), 100))


def line(wager: str, result: Result, stake: Cents, returned: Cents, odds: str | None = "1 to 1") -> SettledWager:
    return SettledWager(wager=wager, result=result, stake=stake, returned=returned, odds=odds, rule="1")


def test_what_counts_as_winnings() -> None:
    lines = (
        line("a", "win", 5_00, 505_00, "100 to 1"),  # the stake comes back whole
        line("a", "win", 5_00, 500_00, "100 for 1"),  # the stake is gone
        line("a", "push", 5_00, 5_00),
        line("a", "lose", 5_00, 0, None),
        line("b", "win", 5_00, 505_00, "100 to 1"),  # another wager has a limit of its own
        line("a envy", "win", 0, 1000_00, None),
    )
    settlement = Settlement(
        game="any", dealer=SettledDealer(cards=(), hand=None), seats=(SettledSeat(seat=4, hand=None, wagers=lines),)
    )
    assert wagers_over_limit(settlement, {"a": 1_000_00}) == []
    (found,) = wagers_over_limit(settlement, {"a": 999_99})
    seats = [LimitedSeat(seat=4, full="1000.00", paid="999.99")]
    assert found == LimitedWager(wager="a", full="1000.00", paid="999.99", seats=seats)
    both = wagers_over_limit(settlement, {"a": 999_99, "b": 400_00})
    assert [one.wager for one in both] == ["a", "b"]
    assert amounts_withheld(both) == {4: 100_01}


# ---- at the table


def test_two_winners_share_the_limit_and_their_stakes_come_back() -> None:
    log = MemoryLog()
    played(log, {1: 5_00, 2: 4_00}, {1: HEARTS, 2: SPADES})
    end = log.last("table/1", "settled")
    assert end is not None
    assert end.data["limited"] == [
        {
            "wager": BONUS,
            "full": "4500.00",
            "paid": "3000.01",
            "seats": [
                {"seat": 1, "full": "2500.00", "paid": "1666.67"},
                {"seat": 2, "full": "2000.00", "paid": "1333.34"},
            ],
        }
    ]
    # The letter's settlement is untouched and settles again; the money is what the limit leaves.
    assert settle(end.data["record"]) == end.data["settlement"]
    assert [seat["returned"] for seat in end.data["settlement"]["seats"]] == ["2505.00", "2004.00"]
    posted = dict(end.postings)
    assert posted["player/pat"] == (5_00 + 1_666_67) * 1_000_000
    assert posted["player/quin"] == (4_00 + 1_333_34) * 1_000_000
    assert posted["table/1/chips"] == (20_00 - 3_000_01) * 1_000_000
    check_house(log, "1")
    assert audit_log(log).broken is None


@pytest.mark.parametrize("limit", ["4500.00", "4500.01"])
def test_a_limit_that_is_not_exceeded_changes_nothing(limit: str) -> None:
    log = MemoryLog()
    played(log, {1: 5_00, 2: 4_00}, {1: HEARTS, 2: SPADES}, limit)
    end = log.last("table/1", "settled")
    assert end is not None
    assert "limited" not in end.data
    assert dict(end.postings)["player/pat"] == 2_505_00 * 1_000_000


def test_one_winner_alone_is_limited_too_and_the_others_are_not_touched() -> None:
    log = MemoryLog()
    played(log, {1: 5_00, 2: 5_00}, {1: HEARTS, 2: NOTHING}, "2000.00")
    end = log.last("table/1", "settled")
    assert end is not None
    assert end.data["limited"][0]["seats"] == [{"seat": 1, "full": "2500.00", "paid": "2000.00"}]
    assert dict(end.postings)["player/pat"] == 2_005_00 * 1_000_000


# ---- in disputes and lists


def test_the_dispute_pack_tells_the_full_and_the_paid_amount(tmp_path: Path) -> None:
    log = MemoryLog()
    played(log, {1: 5_00, 2: 4_00}, {1: HEARTS, 2: SPADES})
    pack = dispute_pack(log, "1", 1)
    assert pack.replays
    assert pack.limited[0].full == "4500.00"
    assert pack.paid == {"1": "1671.67", "2": "1337.34"}
    text = as_text(msgspec.structs.replace(pack, heads=sign_heads(log, HouseKey.open(tmp_path / "key"))))
    assert f"{BONUS}: 4500.00 was won, the aggregate limit is 3000.01; paid: " in text
    assert "seat 1 1666.67 of 2500.00, seat 2 1333.34 of 2000.00" in text
    assert "paid: seat 1 1671.67, seat 2 1337.34" in text
    (recalled,) = recalled_rounds(log, "1", 1)
    assert recalled.limited == pack.limited


def test_a_limit_that_was_not_applied_as_the_rules_say_does_not_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    log = MemoryLog()
    with monkeypatch.context() as patch:
        patch.setattr(payout, "wagers_over_limit", lambda *_: [])
        played(log, {1: 5_00, 2: 4_00}, {1: HEARTS, 2: SPADES})
    pack = dispute_pack(log, "1", 1)
    assert settle(pack.record.to_json()) == pack.settlement.to_json()
    assert not pack.replays


def test_recall_and_table_show_tell_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with open_log(path) as log:
        played(log, {1: 5_00, 2: 4_00}, {1: HEARTS, 2: SPADES})
    for words in (("audit", "recall", "1"), ("table", "show", "1")):
        assert main([*words, "--db", path]) == 0
        assert "the aggregate limit is 3000.01" in capsys.readouterr().out
    assert main(["table", "show", "1", "--db", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["last"]["limited"][0]["paid"] == "3000.01"


def test_the_simulator_finds_a_limit_that_pays_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = split_in_proportion
    monkeypatch.setattr(payout, "split_in_proportion", lambda amounts, limit: whole(amounts, limit + 1))
    with pytest.raises(SimulationFailed, match="does not pay its limit"):
        all(simulate(seed, 300) for seed in range(30))
