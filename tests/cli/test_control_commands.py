"""What a house must be able to show and to do besides play: incidents with a clock, self-checks, a site that stops."""

from datetime import UTC, datetime, timedelta

from cli.commands import House

# ---- incidents


def test_an_incident_from_its_discovery_to_its_report(house: House) -> None:
    house.open("flush-poker", ("malfunction-hours = 72", "malfunction-hours = 48"))
    opened = house.json("incident", "open", "no light", "--table", "7", "--jackpot", "jackpot-1", "--as", "dan")
    assert (opened["incident"], opened["tables"], opened["jackpots"], opened["hours"]) == (1, ["7"], ["jackpot-1"], 48)
    found, until = (datetime.fromisoformat(opened[key]) for key in ("discovered", "deadline"))
    assert until - found == timedelta(hours=48)
    assert house.json("incident", "list", "--unreported") == house.json("audit", "incidents") == [opened]
    assert "open" in house.run("audit", "incidents")
    shown = house.run("incident", "report", 1, "WSGC-118", "--as", "sue")
    assert "incident 1: reported" in shown
    assert "as WSGC-118" in shown
    assert house.json("incident", "list")[0]["status"] == "reported"
    assert "no incident is to be reported" in house.run("audit", "incidents")
    assert "was reported" in house.refused("incident", "report", 1, "again", "--as", "sue")


def test_an_overdue_incident_is_an_answer_of_no(house: House) -> None:
    long_ago = datetime.now(UTC) - timedelta(hours=73)
    shown = house.run("incident", "open", "no power", "--at", long_ago.isoformat(), "--as", "dan")
    assert "incident 1: to be reported by" in shown
    (one,) = house.json("audit", "incidents", code=1)
    assert one["status"] == "overdue"
    assert "overdue" in house.run("audit", "incidents", code=1)
    house.run("incident", "list")
    assert house.json("incident", "report", 1, "R", "--as", "sue")["status"] == "reported late"
    house.run("audit", "incidents")


def test_incidents_that_are_none(house: House) -> None:
    assert "there are no incidents" in house.run("incident", "list")
    assert "is not a time" in house.refused("incident", "open", "x", "--at", "noon", "--as", "dan")
    assert "is a moment to come" in house.refused("incident", "open", "x", "--at", "2999-01-01", "--as", "dan")
    assert "may not report incident" in house.refused("incident", "open", "x", "--as", "abe")
    assert "no table" in house.refused("incident", "open", "x", "--table", "7", "--as", "dan")
