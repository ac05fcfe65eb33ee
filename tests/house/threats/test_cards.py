"""Attacks on the cards: nobody can know them before their time or choose them (docs/threats.md)."""

import ast
import gzip
import json
import random
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import houseway
from house.support.floor import QUICK, WORDS, staff
from house.support.tables import Clock, fund, loaded, opened, rules_for, seeds_of, usual_wagers
from houseway.errors import HousewayError, InvalidInput, NotAllowedNow, NotApproved
from houseway.house.log.events import Event
from houseway.house.log.log import Damaged, KeyMissing, Log
from houseway.house.log.memory import MemoryLog
from houseway.house.office.vault_key import change_vault_key
from houseway.house.people.act_fields import Deal
from houseway.house.people.house import House, NotPermitted
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.shuffles import check_shuffles
from houseway.house.store.store import SqlLog, open_log
from houseway.house.tables.dealing import drawn_value
from houseway.house.tables.seat_acts import GiveValue, Join, Leave
from houseway.house.tables.shuffle import fresh_cards, new_seed
from houseway.house.tables.staff_acts import CloseTable, EnterCards, OpenTable, StartDeal, VoidRound
from houseway.house.tables.state import Phase
from houseway.house.tables.table import Table, load_state, replay_state
from houseway.house.tables.wager_acts import Decide, Wager

OLD = Path(__file__).parents[1] / "data" / "evening.db.gz"


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, and no key from elsewhere."""
    for name in ("HOUSEWAY_VAULT_KEY", "HOUSEWAY_VAULT_KEY_FILE", "HOUSEWAY_VAULT_KEY_COMMAND"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "houseway" / "keys"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SqlLog]:
    with open_log(str(tmp_path / "house.db")) as log:
        assert isinstance(log, SqlLog)
        yield log


def table_at(log: Log, game: str = "down-under-holdem", **more: Any) -> Table:
    fund(log, "ann", "bob")
    table = opened(log, rules_for(game, jackpot=None, **more), entropy=new_seed)
    for seat, player in ((1, "ann"), (2, "bob")):
        table.do(Join(seat=seat, player=player))
    return table


def bytes_of(path: Path) -> bytes:
    """All that somebody finds who reads the database's files."""
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


# ---- the reader of the database


def test_a_reader_of_the_file_finds_no_seed_no_deal_and_no_value(house: SqlLog, tmp_path: Path) -> None:
    table = table_at(house)
    table.do(GiveValue(seat=1, value="an unguessable word"))
    seed = house.dealing_secret(table.state.deck.commitment if table.state.deck else "")
    real = opened(house, rules_for("flush-poker", name="8", jackpot=None, cards="hand", dealer="person"))
    fund(house, "cy")
    real.do(Join(seat=1, player="cy"))
    real.do(Wager(seat=1, wagers=usual_wagers(real.state.open_rules.chosen, jackpot=False)))
    real.do(StartDeal())
    deck = real.state.open_rules.chosen
    cards = fresh_cards(deck)
    real.do(EnterCards(deal=Deal(hands={1: cards[:7]}, dealer=cards[7:14])))
    read = bytes_of(tmp_path / "house.db")
    assert seed.encode() not in read
    assert b"an unguessable word" not in read
    assert b'"hands"' not in read
    assert audit_log(house).broken is None


def test_a_back_up_without_the_key_opens_no_seed(house: SqlLog, tmp_path: Path, keys: Path) -> None:
    commitment = table_at(house).state.deck.commitment  # type: ignore[union-attr]
    house.close()
    for file in keys.iterdir():
        file.unlink()
    with (
        open_log(str(tmp_path / "house.db")) as elsewhere,
        pytest.raises(KeyMissing, match="is not here; give HOUSEWAY_"),
    ):
        elsewhere.dealing_secret(commitment)


def test_a_key_that_others_may_read_is_refused(house: SqlLog, tmp_path: Path, keys: Path) -> None:
    commitment = table_at(house).state.deck.commitment  # type: ignore[union-attr]
    (file,) = keys.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o640)
    with open_log(str(tmp_path / "house.db")) as log, pytest.raises(InvalidInput, match="chmod 600"):
        log.dealing_secret(commitment)


def test_who_writes_the_database_puts_no_other_seed_under_a_commitment(house: SqlLog, tmp_path: Path) -> None:
    first = table_at(house).state.deck
    second = opened(house, rules_for("premium-holdem", name="8"), entropy=new_seed).state.deck
    assert first is not None
    assert second is not None
    with sqlite3.connect(tmp_path / "house.db") as thief:
        thief.execute(
            "UPDATE secrets SET text = (SELECT text FROM secrets WHERE digest = ?) WHERE digest = ?",
            (second.commitment, first.commitment),
        )
    with pytest.raises(Damaged, match="is not what was kept"):
        house.dealing_secret(first.commitment)
    assert "is not what was kept" in str(audit_log(house).broken)


def test_a_seed_is_not_handed_out_as_another_secret(house: SqlLog, tmp_path: Path) -> None:
    """Nor where somebody who writes the database says that it is not a secret of the deal."""
    commitment = table_at(house).state.deck.commitment  # type: ignore[union-attr]
    with pytest.raises(InvalidInput, match="of the dealing role"):
        house.secret(commitment)
    with sqlite3.connect(tmp_path / "house.db") as thief:
        thief.execute("UPDATE secrets SET hidden = 0 WHERE digest = ?", (commitment,))
    with pytest.raises(Damaged, match="is not what was kept"):
        house.secret(commitment)


def test_one_door_reads_the_secrets_of_the_deal() -> None:
    """`dealing_secret`, and the look-up that the states are handed, are called in these places and nowhere else."""
    root = Path(houseway.__file__).parent
    door = {"house/tables/dealing.py"}
    carriers = {"house/log/aggregate.py", "house/store/faulty.py", "house/store/store.py", "house/log/memory.py"}
    handing_on = {
        "house/tables/table.py",
        "house/records/deep_audit/rounds.py",
        "house/log/log.py",
    }
    for path in root.rglob("*.py"):
        name = path.relative_to(root).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = isinstance(node, ast.Call) and ast.unparse(node.func)
            if called in ("secret", "plan.secret", "self.secret"):
                assert name in door | carriers, (name, ast.unparse(node))
            if isinstance(node, ast.Attribute) and node.attr == "dealing_secret":
                assert name in carriers | handing_on, (name, ast.unparse(node))


# ---- grinding values


def test_a_value_is_given_once_and_cannot_answer_anything(house: SqlLog) -> None:
    table = table_at(house)
    table.do(GiveValue(seat=1, value="first"))
    for number in range(20):
        with pytest.raises(NotAllowedNow, match="was given for this deck"):
            table.do(GiveValue(seat=1, value=f"try {number}"))
    for seat in (1, 2):
        table.do(Wager(seat=seat, wagers={"ante": 10_00, "bet": 10_00}))
    with pytest.raises(NotAllowedNow, match="the deck is in play"):
        table.do(GiveValue(seat=2, value="now that cards are out"))


def test_leaving_and_joining_again_gives_no_second_try(house: SqlLog) -> None:
    """A value that a player takes away with the seat is never opened, and the player gives no other for this deck."""
    table = table_at(house, dealer="person")
    table.do(GiveValue(seat=1, value="first"))
    events = [event.text for event in house.read("table/7")]
    assert not any("first" in text for text in events)
    table.do(Leave(seat=1))
    for seat in (1, 3):
        table.do(Join(seat=seat, player="ann"))
        for process in (table, loaded(house)):
            with pytest.raises(NotAllowedNow, match="was given for this deck"):
                process.do(GiveValue(seat=seat, value="second"))
    for seat in (1, 2):
        table.do(Wager(seat=seat, wagers={"ante": 10_00, "bet": 10_00}))
    table.do(StartDeal())
    dealt = house.last("table/7", "dealt")
    assert dealt is not None
    assert dealt.data["drawn"] == [1, 2, 3]
    table.do(VoidRound(reason="misdeal"))
    table.do(GiveValue(seat=1, value="for the next deck"))
    assert load_state(house, "7") == replay_state(house, "7")


def test_nobody_reads_anothers_value_before_the_deal(house: SqlLog) -> None:
    table = table_at(house)
    table.do(GiveValue(seat=1, value="mine alone"))
    assert "mine alone" not in str(table.view(2)) + str(table.view(0))
    assert "mine alone" not in "".join(event.form for stream in house.streams() for event in house.read(stream))


@pytest.mark.parametrize("by", ["dan", "sue", "ada", "bob"])
def test_staff_and_other_players_give_no_players_value(by: str) -> None:
    log = MemoryLog(Clock())
    staff(log)
    table = table_at(log)
    with pytest.raises(NotApproved, match="only the player on the seat"):
        table.do(GiveValue(seat=1, value="chosen by staff"), by=by)
    guarded = loaded(log, people=House(log, hasher=QUICK))
    with pytest.raises((NotApproved, NotPermitted)):
        guarded.do(GiveValue(seat=1, value="chosen by staff"), by=by)


def test_a_seat_without_a_value_gets_one_that_the_seed_binds(house: SqlLog) -> None:
    table = table_at(house)
    assert table.state.deck is not None
    seed = house.dealing_secret(table.state.deck.commitment)
    for seat in (1, 2):
        table.do(Wager(seat=seat, wagers={"ante": 10_00, "bet": 10_00}))
    dealt = house.last("table/7", "dealt")
    assert dealt is not None
    expected = [[seat, drawn_value(seed, table="7", deck=1, seat=seat)] for seat in (1, 2)]
    assert dealt.data["values"] == expected
    assert dealt.data["drawn"] == [1, 2]


def test_the_audit_finds_a_value_that_the_house_chose() -> None:
    log = MemoryLog(Clock())
    table = table_at(log)
    table.do(GiveValue(seat=1, value="ann's own"))
    play_round(table)
    assert check_shuffles(log, "7").problems == ()
    events = log._events["table/7"]
    place = next(place for place, event in enumerate(events) if event.kind == "dealt")
    for changes, problem in [
        (
            {"values": [[1, "the house's"], [2, events[place].data["values"][1][1]]]},
            "the value of seat 1 is not the one",
        ),
        ({"values": [[1, "ann's own"], [2, "ground"]], "drawn": []}, "nobody gave the value of seat 2"),
        ({"values": [[1, "ann's own"], [2, "ground"]]}, "the value drawn for seat 2 is not that of the seed"),
    ]:
        kept = events[place]
        events[place] = changed_event(kept, {**kept.data, **changes})
        assert any(problem in found for found in check_shuffles(log, "7").problems), problem
        events[place] = kept


def changed_event(event: Event, data: object) -> Event:
    return replace(event, text=json.dumps(data))


def play_round(table: Table) -> None:
    chance = random.Random(1)
    for seat in (1, 2):
        table.do(Wager(seat=seat, wagers={"ante": 10_00, "bet": 10_00}))
    while table.state.phase == Phase.DECISIONS:
        assert table.state.round is not None
        choice = chance.choice([one.text for one in table.state.round.choices() if one.complete])
        table.do(Decide(seat=table.state.round.turn or 0, decision=choice))


# ---- keys: given, changed, lost


def test_a_key_is_given_by_a_variable_a_file_or_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: Path
) -> None:
    key = "5a" * 32
    file = tmp_path / "key"
    file.touch(mode=0o600)
    file.write_text(key)
    for number, (name, value) in enumerate(
        [
            ("HOUSEWAY_VAULT_KEY", key),
            ("HOUSEWAY_VAULT_KEY_FILE", str(file)),
            ("HOUSEWAY_VAULT_KEY_COMMAND", f"cat {file}"),
        ]
    ):
        monkeypatch.setenv(name, value)
        with open_log(str(tmp_path / f"{number}.db")) as log:
            table_at(log)
        monkeypatch.delenv(name)
        with open_log(str(tmp_path / f"{number}.db")) as log:
            assert not log.has_key()
    assert not keys.exists()


@pytest.mark.parametrize("given", ["short", "zz" * 32])
def test_what_is_no_key_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("HOUSEWAY_VAULT_KEY", given)
    with open_log(str(tmp_path / "house.db")) as log, pytest.raises(InvalidInput, match="64 hexadecimal digits"):
        table_at(log)


def test_two_persons_change_the_key_and_rounds_go_on(house: SqlLog, tmp_path: Path, keys: Path) -> None:
    staff(house)
    people = House(house, hasher=QUICK)
    table = table_at(house)
    for seat in (1, 2):
        table.do(Wager(seat=seat, wagers={"ante": 10_00, "bet": 10_00}))
    state = table.state
    with pytest.raises(NotPermitted, match="needs two different persons"):
        change_vault_key(house, people, by="ada")
    before = {file.name for file in keys.iterdir()}
    found = change_vault_key(house, people, by="ada", second="sue")
    assert (found.unopened, found.before) == (0, next(iter(before)).removesuffix(".key"))
    for name in before:
        (keys / name).unlink()
    house.close()
    with open_log(str(tmp_path / "house.db")) as again:
        assert load_state(again, "7") == state
        assert audit_log(again).broken is None
        changed = again.last("system", "vault key changed")
        assert changed is not None
        assert (changed.by, changed.data["second"], changed.data["after"]) == ("ada", "sue", found.after)


def test_with_a_lost_key_open_rounds_are_called_off_and_every_stake_goes_back(
    house: SqlLog, tmp_path: Path, keys: Path
) -> None:
    staff(house)
    table = table_at(house, "flush-poker")
    purse = house.balance("player/ann")
    for seat in (1, 2):
        table.do(Wager(seat=seat, wagers={"bet": 10_00}))
    table.do(Decide(seat=1, decision="raise 1x"))
    assert house.balance("player/ann") < purse - 10_00 * 1_000_000
    house.close()
    for file in keys.iterdir():
        file.unlink()
    with open_log(str(tmp_path / "house.db")) as log:
        people = House(log, hasher=QUICK)
        people.log_in("sue", WORDS)  # nobody is locked out
        found = Table.load(log, "7", people=people, entropy=seeds_of(log))
        assert found.state.phase == Phase.SEALED
        assert "key" in str(refusal(lambda: found.do(Decide(seat=2, decision="fold"))))
        assert found.view(1)["phase"] == "sealed"
        found.do(VoidRound(reason="the key is lost"), by="sue", second="dan")
        assert log.balance("player/ann") == purse
        assert log.balance("table/7/wagers") == 0
        assert found.state == load_state(log, "7") == replay_state(log, "7")
        assert "no deck is committed to" in str(refusal(lambda: found.do(Wager(seat=1, wagers={"bet": 10_00}))))
        change_vault_key(log, people, by="ada", second="sue")
        found.do(CloseTable(), by="sue")
        found.do(OpenTable(rules=rules_for("flush-poker", jackpot=None), day="2026-11-16"), by="sue")
        assert check_shuffles(log, "7").problems == ("deck 1: its seed is lost",)
        assert audit_log(log).broken is None


def refusal(act: object) -> HousewayError:
    with pytest.raises(HousewayError) as found:
        act()  # type: ignore[operator]
    return found.value


# ---- a house made before


def test_a_house_made_before_is_brought_over_with_its_secrets_sealed(tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    with sqlite3.connect(path) as before:
        plain = [text for (text,) in before.execute("SELECT text FROM secrets") if not text.startswith("$argon2")]
        events = "".join(text for (text,) in before.execute("SELECT data FROM events"))
    hidden = [text for text in plain if text not in events]
    assert hidden
    assert all(text.encode() in path.read_bytes() for text in hidden)
    with open_log(str(path)) as log:
        assert audit_log(log).broken is None
        assert load_state(log, "5").phase == Phase.DECISIONS  # the round in its middle has its cards
    found = bytes_of(path)
    assert not any(text.encode() in found for text in hidden)
    with sqlite3.connect(path) as after:
        rows = after.execute("SELECT text, key, hidden FROM secrets").fetchall()
    assert all(bool(key) != text.startswith("$argon2") for text, key, _ in rows)
    assert {hidden for text, _, hidden in rows if text.startswith("$argon2")} == {0}
