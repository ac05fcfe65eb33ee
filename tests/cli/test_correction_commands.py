"""Corrections through the command line: a mistyped entry, a settled round, and where both settlements stand."""

import json
from typing import Any

from cli.commands import READER, House

DEAL = ("--hand", "1=Ah Kh", "--dealer", "9h 2c", "--board", "Kd 7s 7c 2d Jh")
TYPED = ("--hand", "1=3h 4c", "--dealer", "9h 2c", "--board", "Kd 7s 7c 2d Jh")
BY = ("--as", "sue", "--second", "ada")


def seated(house: House) -> None:
    house.open("down-under-holdem", shuffle=False)
    house.fill()
    house.run("cage", "buy-in", "pat", 500, "--table", 7, "--as", "dan")
    house.run("table", "join", 7, 1, "pat", "--as", "pat")


def dealt(house: House, *deal: str) -> None:
    house.run("table", "wager", 7, 1, "ante=10", "bet=10", "--as", "pat")
    house.run("table", "deal", 7, "--as", "dan")
    house.run("table", "enter", 7, *deal, "--as", "dan")


def test_a_mistyped_deal_and_decision_are_corrected(house: House) -> None:
    seated(house)
    dealt(house, *TYPED)
    done = house.json("table", "correct", 7, *DEAL, "--as", "dan", "--request", "c1")
    assert [event["kind"] for event in done["events"]] == ["entry corrected"]
    assert done["view"]["seats"][0]["cards"] == ["??", "??"], "hidden cards stay hidden"
    house.run("table", "correct", 7, *DEAL, "--as", "dan", "--request", "c1")
    assert len(house.events("entry corrected")) == 1
    assert house.json("table", "show", 7, "--seat", 1, "--as", "pat")["seats"][0]["cards"] == ["Ah", "Kh"]
    assert "dan entered it and corrects it" in house.refused("table", "correct", 7, *DEAL, "--as", "sue")
    assert "may not correct entry" in house.refused("table", "correct", 7, *DEAL, "--as", "pat")
    for wrong in ((), ("Ah", "--decision", "1=check"), ("--decision", "check"), ("Xx",)):
        house.refused("table", "correct", 7, *wrong, "--as", "dan")
    house.run("table", "decide", 7, 1, "play", "3x", "--as", "pat")
    assert "no round is open" in house.refused("table", "correct", 7, *DEAL, "--as", "dan")
    assert house.json("audit", "verify", "--deep")["whole"]


def test_a_settled_round_is_corrected_and_told_everywhere(house: House) -> None:
    seated(house)
    dealt(house, *TYPED)
    house.run("table", "decide", 7, 1, "play", "3x", "--as", "pat")
    wrong = house.json("table", "show", 7)["last"]["settlement"]
    before = house.balance("player/pat")
    named = ("--hand", "1=Ah Kh", "--reason", "another seat's cards")
    assert "needs two different persons" in house.refused(
        "table", "correct-round", "7/1", *named, "--as", "sue", "--second", "sue"
    )
    assert "dan: entered cards" in house.refused(
        "table", "correct-round", "7/1", *named, "--as", "sue", "--second", "dan"
    )
    assert "reason" in house.refused("table", "correct-round", "7/1", "--hand", "1=Ah Kh", *BY)
    for words in ((), ("--hand", "2=Ah Kh"), ("--hand", "x"), ("--hand", "1=Ah", "--hand", "1=Kh"), ("nowhere.json",)):
        house.refused("table", "correct-round", "7/1", *words, "--reason", "x", *BY)
    assert "decided this" in house.refused(
        "table", "correct-round", "7/1", "--decisions", "1=check, fold", "--reason", "x", *BY
    )
    done = house.json("table", "correct-round", "7/1", *named, *BY, "--request", "c1")
    (ended,) = done["ended"]
    assert ended["corrected"] == "another seat's cards"
    right = ended["settlement"]
    assert right != wrong
    difference = float(right["seats"][0]["net"]) - float(wrong["seats"][0]["net"])
    assert float(house.balance("player/pat")) == float(before) + difference
    assert house.json("table", "correct-round", "7/1", *named, *BY, "--request", "c1")["events"] == done["events"]
    assert "stands so already" in house.refused("table", "correct-round", "7/1", *named, *BY)
    _shows_both(house, wrong, right)


def _shows_both(house: House, wrong: Any, right: Any) -> None:
    pack = house.json("audit", "round", *READER, "7/1")
    assert (pack["settlement"], pack["corrections"][0]["settlement"]) == (wrong, right)
    assert pack["corrections"][0]["replays"]
    assert (pack["corrections"][0]["by"], pack["corrections"][0]["second"]) == ("sue", "ada")
    text = house.run("audit", "round", *READER, "7/1")
    for part in ("3h 4c", "CORRECTED", "Ah Kh", "by sue and ada", "another seat's cards", "gives the same result"):
        assert part in text
    (recalled,) = house.json("audit", "recall", *READER, 7)
    assert (recalled["settlement"], recalled["corrections"][0]["settlement"]) == (wrong, right)
    assert "corrected" in house.run("audit", "recall", *READER, 7)
    (row,) = house.json("audit", "day", *READER)["tables"]
    moved = float(right["seats"][0]["net"]) - float(wrong["seats"][0]["net"])
    assert float(row["corrections"]) == -moved
    assert "corrections of settled rounds" in house.run("audit", "day", *READER)
    rows = house.json("cage", "statement", "pat", "--as", "pat")
    assert rows[-1]["what"] == "round corrected 1: another seat's cards"
    assert float(rows[-1]["amount"]) == moved
    assert house.json("audit", "verify", "--deep")["whole"]
    assert house.json("table", "show", 7)["last"]["settlement"] == right


def test_a_whole_record_corrects_it_too(house: House) -> None:
    seated(house)
    dealt(house, *TYPED)
    house.run("table", "decide", 7, 1, "play", "3x", "--as", "dan")
    record = house.json("audit", "round", *READER, "7/1")["record"]
    record["seats"][0]["decisions"] = ["play 2x"]
    file = house.folder / "record.json"
    file.write_text(json.dumps(record))
    done = house.json("table", "correct-round", "7/1", file, "--reason", "two, not three", *BY)
    assert done["ended"][0]["settlement"]["seats"][0]["staked"] == "40.00"
    record["seats"][0]["wagers"]["ante"] = "1000.00"
    file.write_text(json.dumps(record))
    house.refused("table", "correct-round", "7/1", file, "--reason", "x", *BY)
