"""`houseway audit round|shuffle|recall|software`: the dispute pack of a round, and what else an auditor asks."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cli.commands import run
from house.support.floor import (
    EVERYTHING,
    JACKPOT,
    NOTHING,
    deal,
    fold_all,
    opened_table,
    play,
    play_shuffled,
    sheet_text,
)
from houseway.cli import main
from houseway.errors import InvalidInput
from houseway.games.round.record import settle
from houseway.house.log.events import digest
from houseway.house.log.memory import MemoryLog
from houseway.house.records.dispute import dispute_pack, parse_round
from houseway.house.records.heads import SignedHeads
from houseway.house.records.recall import recalled_rounds
from houseway.house.store.store import open_log
from houseway.house.tables.staff_acts import CloseTable, StartDeal, VoidRound
from houseway.house.tables.wager_acts import Wager, Withdraw
from houseway.kernel import source_digest

Shown = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "house.db"
    monkeypatch.setenv("HOUSEWAY_DB", str(path))
    monkeypatch.setenv("HOUSEWAY_KEY", str(tmp_path / "house.key"))
    return path


def pack_of(capsys: Shown, *words: str) -> dict[str, Any]:
    out, _ = run(capsys, "audit", "round", *words, "--json")
    found: dict[str, Any] = json.loads(out)
    return found


def test_the_pack_of_a_jackpot_win(capsys: Shown, database: Path) -> None:
    text = sheet_text()
    with open_log(str(database)) as log:
        table = opened_table(log, text)
        play(table, {1: NOTHING, 2: "2s 3s 4s 5c 6c 7d 9d"})
        play(table, {1: EVERYTHING, 2: NOTHING})
        play(table, {1: NOTHING})
    pack = pack_of(capsys, "1/2")
    assert (pack["round"], pack["status"], pack["game"], pack["replays"]) == ("1/2", "settled", "flush-poker", True)
    assert settle(pack["record"]) == pack["settlement"]
    jackpot = pack["jackpot"]
    assert (jackpot["name"], jackpot["before"], jackpot["after"]) == (JACKPOT, "10000.40", "1000.00")
    with open_log(str(database), read_only=True) as log:
        award = log.last(f"jackpot/{JACKPOT}", "awarded")
    assert award is not None
    assert jackpot["at_award"] == award.data["before"] == "10000.80"  # with the round's own contributions, of two seats
    assert jackpot["reached_by"] == {
        "since": None,
        "from": "0.00",
        "moved": {"awarded": "-10000.80", "contributed": "0.80", "created": "10000.00", "reset": "1000.00"},
        "to": "1000.00",
    }
    assert all(event["data"]["table"] == "1" for event in jackpot["events"] if event["kind"] != "created")
    kinds = {event["number"]: event["kind"] for event in jackpot["events"]}
    assert [kinds[number] for number in jackpot["own"]] == ["contributed", "awarded"]
    assert list(kinds.values()) == ["created", "linked", "contributed", "contributed", "awarded", "contributed"]
    assert [event["kind"] for event in pack["events"]] == [
        *("wagered", "wagered", "dealt", "entered", "decided", "decided", "settled"),
        *("held", "verified", "verified"),
    ]
    assert all(line["rule"] for seat in pack["settlement"]["seats"] for line in seat["wagers"])
    assert pack["opened"]["sheet_digest"] == digest(text) == pack["opened"]["placard"]["sheet"]
    assert pack["opened"]["software"] == pack["opened"]["software_now"] == source_digest()
    assert pack["deck"] is None
    signed = SignedHeads.parse(pack["heads"])
    assert set(signed.heads) == {"house", "system", "table/1", f"jackpot/{JACKPOT}"}


def test_cards_stand_in_the_order_of_the_deal(capsys: Shown, database: Path) -> None:
    with open_log(str(database)) as log:
        play(opened_table(log, sheet_text()), {1: EVERYTHING, 2: NOTHING})
    cards = pack_of(capsys, "1/1")["cards"]
    assert [row["to"] for row in cards[:3]] == ["seat 1", "seat 2", "dealer"]
    assert [row["card"] for row in cards if row["to"] == "seat 1"] == EVERYTHING.split()
    assert [row["card"] for row in cards if row["to"] == "seat 2"] == NOTHING.split()
    assert len(cards) == 21


def test_the_pack_as_text_and_in_a_file(capsys: Shown, database: Path, tmp_path: Path) -> None:
    with open_log(str(database)) as log:
        play(opened_table(log, sheet_text()), {1: EVERYTHING, 2: NOTHING})
    out, _ = run(capsys, "audit", "round", "1/1")
    for words in (
        "DISPUTE PACK  round 1/1",
        "meter before 10000.00, after 1000.00",
        "FLUSH POKER",
        "signature",
        "clause",
    ):
        assert words in out
    assert "decided: fold" in out
    target = tmp_path / "pack.json"
    run(capsys, "audit", "round", "1/1", "--json", "--out", str(target))
    assert json.loads(target.read_text())["round"] == "1/1"
    run(capsys, "audit", "round", "1/1", "--out", str(tmp_path / "pack.txt"))
    assert (tmp_path / "pack.txt").read_text().startswith("DISPUTE PACK")


def test_an_open_round_is_told_to_nobody(capsys: Shown, database: Path) -> None:
    with open_log(str(database)) as log:
        table = opened_table(log, sheet_text())
        deal(table, {1: EVERYTHING, 2: NOTHING})
        out, err = run(capsys, "audit", "round", "1/1", code=2)
        assert not out
        assert "round 1/1: is open" in err
        fold_all(table)
        run(capsys, "audit", "round", "1/1")


def test_a_void_round(capsys: Shown, database: Path) -> None:
    with open_log(str(database)) as log:
        table = opened_table(log, sheet_text())
        deal(table, {1: EVERYTHING, 2: NOTHING})
        table.do(VoidRound(reason="misdeal"), by="sue", second="dan")
        table.do(Wager(seat=1, wagers={"bet": 10_00}))
        table.do(StartDeal(), by="dan")
        table.do(VoidRound(reason="card-reader fault"), by="sue", second="dan")
    pack = pack_of(capsys, "1/1")
    assert (pack["status"], pack["reason"], pack["replays"]) == ("voided", "misdeal", True)
    assert (pack["jackpot"]["before"], pack["jackpot"]["after"]) == ("10000.00", "10000.00")
    assert [event["kind"] for event in pack["jackpot"]["events"]][-2:] == ["contributed", "reversed"]
    before_the_deal = pack_of(capsys, "1/2")
    assert before_the_deal["cards"] == []
    assert before_the_deal["jackpot"]["before"] is None
    out, _ = run(capsys, "audit", "round", "1/2")
    assert "card-reader fault" in out
    out, _ = run(capsys, "audit", "recall", "1")
    assert "void: misdeal" in out


def test_a_round_without_a_part_in_the_jackpot_and_events_far_away(capsys: Shown, database: Path) -> None:
    with open_log(str(database)) as log:
        table = opened_table(log, sheet_text())
        for _ in range(4):
            play(table, {1: NOTHING})
    pack = pack_of(capsys, "1/3", "--around", "1")
    assert [event["number"] for event in pack["jackpot"]["events"]] == [4, 5, 6]
    run(capsys, "audit", "round", "1/3", "--around", "-1", code=2)


def test_rounds_that_are_none(capsys: Shown, database: Path) -> None:
    with open_log(str(database)) as log:
        play(opened_table(log, sheet_text()), {1: NOTHING})
    for name in ("7", "1/9", "1/0", "1/x", "9/1", "/1", "1/", "1/\N{ARABIC-INDIC DIGIT THREE}", "table/1/1/1"):
        run(capsys, "audit", "round", name, code=2)


def test_names_of_rounds() -> None:
    assert parse_round("7/112") == parse_round("table/7/112") == ("7", 112)
    with pytest.raises(InvalidInput, match="TABLE/NUMBER"):
        parse_round("7")
    with pytest.raises(InvalidInput, match="there is no table"):
        dispute_pack(MemoryLog(), "7", 1)


def test_the_shuffle_of_a_round_is_told_once_its_deck_is_finished(capsys: Shown, database: Path) -> None:
    with open_log(str(database)) as log:
        play_shuffled(opened_table(log, sheet_text(shuffled=True)), 3)
    deck = pack_of(capsys, "1/2")["deck"]
    assert deck["deck"] == 2
    assert digest(deck["seed"]) == deck["commitment"]
    out, _ = run(capsys, "audit", "shuffle", "1", "--json")
    assert json.loads(out) == {
        "table": "1",
        "fair": True,
        "decks": 3,
        "rounds": 3,
        "unfinished": 1,
        "problems": [],
        "unguarded": 4,
    }
    out, _ = run(capsys, "audit", "shuffle", "1")
    assert "every card is the one that the shuffle dealt" in out


def test_a_card_that_the_shuffle_did_not_give_is_named_with_its_round(capsys: Shown, database: Path) -> None:
    with open_log(str(database)) as log:
        play_shuffled(opened_table(log, sheet_text(shuffled=True)), 3)
    connection = sqlite3.connect(database)
    triggers = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
    for trigger in triggers:
        connection.execute(f"DROP TRIGGER {trigger}")
    rows = connection.execute("SELECT number, data FROM events WHERE kind = 'settled' ORDER BY number").fetchall()
    for number, text in rows[1:]:
        data = json.loads(text)
        hand = data["record"]["seats"][0]["cards"]
        hand[0], hand[1] = hand[1], hand[0]
        found = connection.execute(
            "UPDATE events SET data = ? WHERE number = ? AND kind = 'settled'", (json.dumps(data), number)
        )
        assert found.rowcount == 1
    connection.commit()
    connection.close()
    out, _ = run(capsys, "audit", "shuffle", "1", code=1)
    assert "not fair: round 2: the cards of the record are not those of the shuffle" in out
    assert "and 1 more" in out


def test_a_wager_that_was_changed_and_withdrawn_is_no_wager_before_the_commitment(database: Path) -> None:
    with open_log(str(database)) as log:
        text = sheet_text(shuffled=True)
        table = opened_table(log, text)
        table.do(Wager(seat=1, wagers={"bet": 10_00}))
        table.do(Wager(seat=1, wagers={"bet": 15_00}))
        table.do(Withdraw(seat=1))
        table.do(CloseTable(), by="sue")
        play_shuffled(opened_table(log, text), 1)
    assert main(["audit", "shuffle", "1"]) == 0


def test_shuffles_of_no_table_and_of_real_cards(capsys: Shown, database: Path) -> None:
    with open_log(str(database)) as log:
        play(opened_table(log, sheet_text()), {1: NOTHING})
    run(capsys, "audit", "shuffle", "9", code=2)
    out, _ = run(capsys, "audit", "shuffle", "1")
    assert "no deck is finished" in out


def test_recall(capsys: Shown, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_log(str(database)) as log:
        table = opened_table(log, sheet_text())
        for _ in range(12):
            play(table, {1: NOTHING})
        monkeypatch.setattr("houseway.house.records.recall._BLOCK", 7)
        assert [one.round for one in recalled_rounds(log, "1", 5)] == [f"1/{number}" for number in (12, 11, 10, 9, 8)]
        assert len(recalled_rounds(log, "1", 99)) == 12
    out, _ = run(capsys, "audit", "recall", "1", "--json")
    assert [row["round"] for row in json.loads(out)] == [f"1/{number}" for number in range(12, 2, -1)]
    out, _ = run(capsys, "audit", "recall", "1", "--rounds", "2")
    assert "1/12" in out
    assert "1/10" not in out
    run(capsys, "audit", "recall", "9", code=2)
    run(capsys, "audit", "recall", "1", "--rounds", "0", code=2)


def test_software(capsys: Shown, database: Path) -> None:
    other = {'name = "1"': 'name = "2"', f'name = "{JACKPOT}"': 'name = "jackpot-2"'}
    with open_log(str(database)) as log:
        opened_table(log, sheet_text())
        out, _ = run(capsys, "audit", "software", "--json")
        assert json.loads(out)["software"] == source_digest()
        assert [row["same"] for row in json.loads(out)["tables"]] == [True]
        table = opened_table(log, sheet_text(other), software="0" * 64)
        out, _ = run(capsys, "audit", "software", code=1)
        assert "NO" in out
        table.do(CloseTable(), by="sue")
        run(capsys, "audit", "software")
