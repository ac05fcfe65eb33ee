"""The rest that was found when the house was tried as a thief would: each mended, each with its test."""

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from house.support.floor import ON, QUICK, WORDS, sheet_text, staff
from house.support.people import add_person
from house.support.tables import DAY, Clock, rules_for, terms_of
from houseway.cli import main
from houseway.errors import HousewayError, InvalidInput, NotApproved
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.money_acts import AdjustMeter
from houseway.house.jackpots.terms_acts import CreateJackpot, StopJackpot
from houseway.house.log.events import NewEvent
from houseway.house.log.memory import MemoryLog
from houseway.house.office.incidents import Incidents, OpenIncident
from houseway.house.people.house import House
from houseway.house.people.passwords import COMMON
from houseway.house.people.person_acts import AddFirstPerson, AddPerson
from houseway.house.records.audit import audit_log
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.store.store import open_log
from houseway.house.tables.opening import opening_refusals
from houseway.house.tables.staff_acts import OpenTable, VoidRound
from houseway.house.tables.table import Table

GAME = rules_for("flush-poker").chosen


def jackpot(log: MemoryLog, name: str = "royal", **terms: object) -> Jackpot:
    found = Jackpot(log, name)
    found.do(CreateJackpot(terms=terms_of(name, **terms), game=GAME))
    return found


def test_no_sheet_is_opened_whose_jackpot_overflows_into_one_that_does_not_exist() -> None:
    log = MemoryLog(Clock())
    text = sheet_text({'cap = "none"': 'cap = "20000.00"\noverflow = "spare"'})
    with pytest.raises(NotApproved, match=r"jackpot\.overflow: there is no jackpot spare"):
        opening_refusals(log, parse_sheet(text), ON)
    jackpot(log, "spare")
    assert opening_refusals(log, parse_sheet(text), ON) == []


@pytest.mark.parametrize("text", ["", "  ", "a\nb", "a\x1b[31mred", "x" * 5000])
def test_reasons_and_notes_are_of_one_line_and_not_endless(text: str) -> None:
    log = MemoryLog(Clock())
    table = Table(log, "7")
    table.do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY))
    found = jackpot(log)
    acts: tuple[Callable[[], object], ...] = (
        lambda: table.do(VoidRound(reason=text)),
        lambda: Incidents(log).do(OpenIncident(description=text)),
        lambda: found.do(StopJackpot(cause=text)),
        lambda: found.do(AdjustMeter(reason="malfunction", amount=1, note=text), by="ann", second="bob"),
    )
    for act in acts:
        with pytest.raises(HousewayError):
            act()
    assert found.state.stopped == ""


@pytest.mark.parametrize("name", ["Seven", "TABLE-7"])
def test_a_sheet_has_a_name_that_can_be_opened(name: str) -> None:
    with pytest.raises(InvalidInput, match="small letters"):
        parse_sheet(sheet_text({'name = "1"': f'name = "{name}"'}))


def test_example_sheets_of_two_tables_share_neither_name_nor_jackpot() -> None:
    first, second = (parse_sheet(example_sheet("flush-poker", table=table)) for table in ("1", "2"))
    assert first.name != second.name
    assert first.jackpot
    assert second.jackpot
    assert first.jackpot.name != second.jackpot.name


def test_a_malformed_event_does_not_take_the_list_of_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        for name in ("7", "8"):
            Table(log, name).do(OpenTable(rules=rules_for("down-under-holdem", name=name), day=DAY))
        log.append(NewEvent(stream="table/7", kind="dealt", data={"what": "nothing of a deal"}))
    assert main(["table", "list", "--json", "--db", str(path)]) == 0
    rows = {row["table"]: row["phase"] for row in json.loads(capsys.readouterr().out)}
    assert rows == {"7": "unreadable", "8": "wagers"}


def test_verify_names_the_event_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        log.append(*(NewEvent(stream="house", kind="noted") for _ in range(20)))
    with sqlite3.connect(path) as thief:
        thief.execute("DROP TRIGGER events_refuse_update")
        thief.execute("UPDATE events SET data = CAST(X'FF' AS TEXT) WHERE number = 13")
    with open_log(str(path), read_only=True) as log:
        broken = audit_log(log).broken
    assert broken is not None
    assert (broken.stream, broken.number) == ("house", 13)


def test_a_password_on_the_command_line_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "list", "--db", "postgresql://ann:secret@localhost/house"]) == 2
    error = capsys.readouterr().err
    assert "others can read a password on the command line" in error
    assert "secret" not in error


def test_a_file_that_others_may_read_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        staff(log)
    assert path.stat().st_mode & 0o077 == 0
    main(["table", "list", "--db", str(path)])
    assert "others may read" not in capsys.readouterr().err
    os.chmod(path, 0o644)
    assert main(["table", "list", "--db", str(path)]) == 0
    assert "others may read or write this file; chmod 600 it" in capsys.readouterr().err


@pytest.mark.parametrize("password", [*sorted(COMMON)[:3], "aaaaaaaa", "abababab", "my name is sue", "PASSWORD123"])
def test_weak_passwords_are_refused(password: str) -> None:
    people = House(MemoryLog(Clock()), hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    with pytest.raises(InvalidInput, match="password: "):
        add_person(people, AddPerson(name="sue", roles=("supervisor",), password=password), by="ada")


def test_legal_notes_are_printed_once_for_all_sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for table in ("1", "2"):
        file = tmp_path / f"{table}.toml"
        file.write_text(example_sheet("down-under-holdem", table=table))
        files.append(str(file))
    main(["table", "check", *files, "--on", "2026-11-16"])
    notes = [line for line in capsys.readouterr().out.splitlines() if line.startswith("note: ")]
    assert notes
    assert len(notes) == len(set(notes))


def test_the_day_in_text_tells_opening_fills_credits_and_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOUSEWAY_KEY", str(tmp_path / "key"))
    path = tmp_path / "house.db"
    with open_log(str(path)) as log:
        Table(log, "7").do(OpenTable(rules=rules_for("down-under-holdem"), day=DAY))
    assert main(["audit", "day", "--db", str(path)]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("opening", "fills", "credits", "closing"))
