"""What a house must be able to show and to do besides play: incidents with a clock, self-checks, a site that stops."""

import json
import sqlite3
from datetime import UTC, datetime, timedelta

import pytest

from cli.commands import DAY, READER, House
from house.support.floor import opened_table, sheet_text
from houseway.house.store.store import open_log

# ---- incidents


def test_an_incident_from_its_discovery_to_its_report(house: House) -> None:
    house.open("flush-poker", ("malfunction-hours = 72", "malfunction-hours = 48"))
    opened = house.json("incident", "open", "no light", "--table", "7", "--jackpot", "jackpot-1", "--as", "dan")
    assert (opened["incident"], opened["tables"], opened["jackpots"], opened["hours"]) == (1, ["7"], ["jackpot-1"], 48)
    found, until = (datetime.fromisoformat(opened[key]) for key in ("discovered", "deadline"))
    assert until - found == timedelta(hours=48)
    assert (
        house.json("incident", "list", *READER, "--unreported") == house.json("audit", "incidents", *READER) == [opened]
    )
    assert "open" in house.run("audit", "incidents", *READER)
    shown = house.run("incident", "report", 1, "WSGC-118", "--as", "sue")
    assert "incident 1: reported" in shown
    assert "as WSGC-118" in shown
    assert house.json("incident", "list", *READER)[0]["status"] == "reported"
    assert "no incident is to be reported" in house.run("audit", "incidents", *READER)
    assert "was reported" in house.refused("incident", "report", 1, "again", "--as", "sue")


def test_an_overdue_incident_is_an_answer_of_no(house: House) -> None:
    long_ago = datetime.now(UTC) - timedelta(hours=73)
    shown = house.run("incident", "open", "no power", "--at", long_ago.isoformat(), "--as", "dan")
    assert "incident 1: to be reported by" in shown
    (one,) = house.json("audit", "incidents", *READER, code=1)
    assert one["status"] == "overdue"
    assert "overdue" in house.run("audit", "incidents", *READER, code=1)
    house.run("incident", "list", *READER)
    assert house.json("incident", "report", 1, "R", "--as", "sue")["status"] == "reported late"
    house.run("audit", "incidents", *READER)


def test_incidents_that_are_none(house: House) -> None:
    assert "there are no incidents" in house.run("incident", "list", *READER)
    assert "is not a time" in house.refused("incident", "open", "x", "--at", "noon", "--as", "dan")
    assert "is in the future" in house.refused("incident", "open", "x", "--at", "2999-01-01", "--as", "dan")
    assert "may not report incident" in house.refused("incident", "open", "x", "--as", "abe")
    assert "no table" in house.refused("incident", "open", "x", "--table", "7", "--as", "dan")


# ---- self-checks


def test_the_house_checks_itself(house: House) -> None:
    house.open("flush-poker")
    found = house.json("audit", "check")
    assert found["passed"]
    assert found["recorded"]
    assert found["log"]["whole"]
    assert "the log is whole" in house.run("audit", "check")
    assert [one["data"]["occasion"] for one in house.events("checked")] == ["on demand"] * 2
    assert "does not exist" in house.refused("audit", "check", "--db", house.folder / "none.db")
    assert not (house.folder / "none.db").exists()


def test_other_software_is_an_answer_of_no(house: House) -> None:
    with open_log(str(house.folder / "house.db")) as log:
        opened_table(log, sheet_text(), software="ab" * 32)
    assert house.json("audit", "check", code=1)["differing"] == ["1"]
    assert f"table 1 was opened with {'ab' * 32}" in house.run("audit", "check", code=1)
    assert len(house.events("software differs")) == 2


def test_house_players_start_only_on_a_whole_log(house: House) -> None:
    house.open("flush-poker", ('dealer = "person"', 'dealer = "self"'))
    house.fill()
    house.json("table", "run", 7, "--rounds", 2, "--as", "dan")
    kinds = [
        one["kind"] for one in map(json.loads, house.run("audit", "export", *READER, "--stream", "system").splitlines())
    ]
    assert kinds == ["vault key made", "incarnation begun", "checked", "started", "ended"]
    connection = sqlite3.connect(house.folder / "house.db")
    connection.executescript("DROP TRIGGER events_refuse_update; UPDATE events SET at = 'x' WHERE stream = 'table/7'")
    connection.close()
    refused = house.refused("table", "run", 7, "--rounds", 2, "--as", "dan")
    assert "table run 7: does not run on a broken log: table/7 1: its hash is not that of its content" in refused
    assert "the log is broken: table/7 1" in house.run("audit", "check", code=1)


def test_an_error_of_the_program_is_in_the_log(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.open("flush-poker")

    def fails(*_given: object, **_more: object) -> None:
        raise ZeroDivisionError("the ace of spades")

    with monkeypatch.context() as patch:
        patch.setattr("houseway.house.tables.table.Table.do", fails)
        with pytest.raises(ZeroDivisionError):
            house.run("table", "close", 7, "--as", "sue")
    (event,) = house.events("program error")
    assert event["data"]["error"] == "ZeroDivisionError"
    assert event["data"]["places"][-1].startswith("cli/house/act_commands.py:")
    assert "spades" not in json.dumps(event)
    house.refused("table", "close", 7, "--as", "dan")
    house.run("table", "close", 7, "--as", "sue")
    assert len(house.events("program error")) == 1


# ---- the whole site


def test_the_site_is_disabled_and_enabled(house: House) -> None:
    house.open("down-under-holdem", ('dealer = "person"', 'dealer = "self"'))
    house.run("cage", "buy-in", "pat", 100, "--as", "dan")
    house.run("table", "join", 7, 1, "pat", "--as", "pat")
    house.run("table", "wager", 7, 1, "ante=5", "bet=5", "--as", "pat")
    assert "may not disable site" in house.refused("site", "disable", "no reason", "--as", "dan")
    found = house.json("site", "disable", "a fire alarm", "--as", "sue")
    assert found == {"disabled": "a fire alarm", "practice": False, "tables": ["7"], "open_rounds": ["7"]}
    assert "disabled: a fire alarm" in house.run("site", "show")
    for decision in ("check", "fold"):
        done = house.json("table", "decide", 7, 1, decision, "--as", "pat")
    assert done["ended"]
    assert "no new round starts: a fire alarm" in house.run("table", "show", 7)
    refused = house.refused("table", "wager", 7, 1, "ante=5", "bet=5", "--as", "pat")
    assert "no new round starts" in refused
    other = house.sheet("down-under-blackjack", name="9")
    words = ("table", "open", other, "--on", DAY, "--as", "sue", "--second", "ada")
    assert "the site is disabled" in house.refused(*words)
    assert house.json("jackpot", "list") == []
    assert "needs two different persons" in house.refused("site", "enable", "--as", "sue", "--second", "sue")
    assert house.json("site", "enable", "--as", "sue", "--second", "ada")["disabled"] is None
    assert "enabled" in house.run("site", "show")
    house.run(*words)
    house.run("table", "wager", 7, 1, "ante=5", "bet=5", "--as", "pat")


def test_the_gaming_day_begins_when_the_house_says(house: House) -> None:
    assert "days begin at 6:00, UTC" in house.run("site", "day")
    assert "may not change settings" in house.refused("site", "day", "--hour", 4, "--as", "sue")
    assert "is no time zone" in house.refused("site", "day", "--zone", "Mars", "--as", "ada")
    house.run("site", "day", "--hour", 4, "--as", "ada")
    found = house.json("site", "day", "--zone", "America/Los_Angeles", "--as", "ada")
    assert (found["hour"], found["zone"]) == (4, "America/Los_Angeles")
    assert found["start"] <= datetime.now(UTC).isoformat() < found["end"]
    assert house.json("site", "day") == found
    assert house.json("audit", "day", *READER)["day"] == found["day"]


# ---- log-ins


def test_a_first_password_is_changed_before_anything_else(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.run("person", "add", "sol", "--role", "supervisor", "--as", "ada")
    how = "sol: must first change the password that an administrator set; until then nothing else is allowed; "
    for words in (
        ("sign-in", "--as", "sol"),
        ("site", "disable", "fire", "--as", "sol"),
        ("person", "list", "--as", "sol"),
        ("cage", "fund", 100, "--as", "ada", "--second", "sol"),
        ("person", "password", "dan", "--as", "sol"),
    ):
        assert f"{how}run: houseway person password sol --as sol" in house.refused(*words), words
    assert "must change the first password" in " ".join(house.run("person", "list", *READER).split())
    assert "must differ from the one that the administrator set" in house.refused(
        "person", "password", "sol", "--as", "sol"
    )
    with monkeypatch.context() as patch:
        patch.setenv("HOUSEWAY_NEW_PASSWORD", "words of his own")
        house.run("person", "password", "sol", "--as", "sol")
    monkeypatch.setenv("HOUSEWAY_SECOND_PASSWORD", "words of his own")
    house.run("cage", "fund", 100, "--as", "ada", "--second", "sol")


def test_the_first_day_trap_is_warned_of(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.add_person("bea", "--role", "administrator", "--as", "ada")
    assert house.error == ""
    monkeypatch.setenv("HOUSEWAY_DB", str(house.folder / "another.db"))
    house.run("person", "add", "ada")
    house.run("person", "add", "bea", "--role", "administrator", "--as", "ada")
    assert "add the supervisors before the second administrator" in house.error


def test_the_password_of_a_second_person_is_guessed_no_faster(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.run("site", "disable", "fire", "--as", "sue")
    enable = ("site", "enable", "--as", "sam", "--second", "sue")
    with monkeypatch.context() as patch:
        patch.setenv("HOUSEWAY_SECOND_PASSWORD", "wrong horse")
        for _ in range(5):
            assert "the name or the password is wrong" in house.refused(*enable)
    assert "too many wrong passwords; wait until" in house.refused(*enable)
    house.run("site", "enable", "--as", "sam", "--second", "ada")


def test_a_name_that_failed_too_often_waits_and_is_unlocked(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.open("flush-poker")
    with monkeypatch.context() as patch:
        patch.setenv("HOUSEWAY_PASSWORD", "wrong horse")
        for _ in range(5):
            assert "the name or the password is wrong" in house.refused("table", "close", 7, "--as", "sue")
    locked = {one["name"]: one["locked"] for one in house.json("person", "list", *READER)}
    assert [name for name, until in locked.items() if until] == ["sue"]
    assert f"waits until {locked['sue']}" in " ".join(house.run("person", "list", *READER).split())
    assert "log-in: too many wrong passwords; wait until" in house.refused("table", "close", 7, "--as", "sue")
    assert "may not unlock person" in house.refused("person", "unlock", "sue", "--as", "dan")
    assert "this needs a second person: add --second NAME" in house.refused("person", "unlock", "sue", "--as", "ada")
    house.add_person("bea", "--role", "administrator", "--as", "ada", "--second", "sam")
    house.json("person", "unlock", "sue", "--as", "ada", "--second", "sam")
    house.run("table", "close", 7, "--as", "sue")
    assert "is not locked" in house.refused("person", "unlock", "sue", "--as", "ada", "--second", "sam")
