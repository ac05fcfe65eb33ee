"""R25: the last bonus wins, of a table or of the whole house."""

import json
from pathlib import Path

import pytest

from house.support.floor import EVERYTHING, NOTHING, fold_all, opened_table, play, sheet_text
from house.support.tables import Clock
from houseway.cards.card import parse_cards
from houseway.cards.deck import joker_deck
from houseway.cli import main
from houseway.errors import InvalidInput
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act_fields import Deal
from houseway.house.records.recall import bonus_wins
from houseway.house.store.store import open_log
from houseway.house.tables.staff_acts import EnterCards, StartDeal
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Wager

BONUS = "natural-straight-flush"


def table_of(log: Log, name: str, limit: str = "") -> Table:
    changes = {'name = "1"': f'name = "{name}"', 'name = "jackpot-1"': f'name = "jackpot-{name}"'}
    if limit:
        line = f'{BONUS} = {{ minimum = "1.00", maximum = "5.00", step = "1.00"'
        changes[line] = f'{line}, aggregate = "{limit}"'
    return opened_table(log, sheet_text(changes))


def win(table: Table, stake: int = 1_00) -> None:
    """Seat 1 wins the bonus, seat 2 makes none."""
    table.do(Wager(seat=1, wagers={"bet": 10_00, BONUS: stake}))
    table.do(Wager(seat=2, wagers={"bet": 10_00}))
    table.do(StartDeal(), by="dan")
    cards = {1: parse_cards(EVERYTHING.split()), 2: parse_cards(NOTHING.replace("Kh", "Kd").split())}
    out = {card for hand in cards.values() for card in hand}
    table.do(
        EnterCards(deal=Deal(hands=cards, dealer=tuple(card for card in joker_deck() if card not in out)[:7])), by="dan"
    )
    fold_all(table)


def test_the_wins_of_a_table_newest_first_and_nothing_else() -> None:
    log = MemoryLog()
    table = table_of(log, "1", "2000.00")
    win(table)
    play(table, {1: NOTHING, 2: "2s 3s 4s 5c 6c 7d 9d"})
    win(table, 5_00)
    found = bonus_wins(log, "1")
    assert [(one.round, one.returned, one.paid) for one in found] == [
        ("1/3", "2505.00", "2005.00"),
        ("1/1", "501.00", "501.00"),
    ]
    assert (found[0].seat, found[0].player, found[0].wager, found[0].stake) == (1, "pat", BONUS, "5.00")
    assert "straight flush" in found[0].line
    assert bonus_wins(log, "1", 1) == found[:1]


def test_a_jackpot_win_is_one_too() -> None:
    log = MemoryLog()
    play(table_of(log, "1"), {1: EVERYTHING, 2: NOTHING})
    (found,) = bonus_wins(log)
    assert (found.wager, found.player) == ("jackpot", "pat")


def test_the_wins_of_the_house_are_in_the_order_of_time() -> None:
    clock = Clock()
    log = MemoryLog(clock)
    tables = [table_of(log, "1"), table_of(log, "2")]
    for number in (0, 1, 1, 0):
        win(tables[number])
        clock.move(1)
    assert [one.round for one in bonus_wins(log)] == ["1/2", "2/2", "2/1", "1/1"]


def test_fifty_are_recalled() -> None:
    log = MemoryLog()
    table = table_of(log, "1")
    for _ in range(52):
        win(table)
    assert [one.round for one in bonus_wins(log)] == [f"1/{number}" for number in range(52, 2, -1)]


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with open_log(path) as log:
        win(table_of(log, "1"))
    for words in (["--bonuses"], ["1", "--bonuses"]):
        assert main(["audit", "recall", *words, "--db", path, "--json"]) == 0
        (found,) = json.loads(capsys.readouterr().out)
        assert found["round"] == "1/1"
    assert main(["audit", "recall", "--bonuses", "--db", path]) == 0
    assert f"seat 1 pat: {BONUS} 1.00 returned 501.00 (7-card straight flush)" in capsys.readouterr().out
    with open_log(path) as log:
        win(table_of(log, "2", "250.00"))
    assert main(["audit", "recall", "2", "--bonuses", "--db", path]) == 0
    assert "returned 501.00, 251.00 paid by the aggregate limit (7-card" in capsys.readouterr().out
    assert main(["audit", "recall", "--db", path]) == 2
    assert main(["audit", "recall", "--bonuses", "--wins", "0", "--db", path]) == 2
    assert main(["audit", "recall", "9", "--bonuses", "--db", path]) == 2
    with pytest.raises(InvalidInput, match="there is no table"):
        bonus_wins(MemoryLog(), "9")
