"""A counted tray through the command line: a win that it is short of waits, and is paid in one of two ways."""

from cli.commands import READER, House


def won(house: House) -> None:
    """Kim wins $35 at a table whose tray holds $10; dan enters the cards."""
    house.open("down-under-holdem", shuffle=False)
    house.run("cage", "fund", 1000, "--as", "ada", "--second", "sue")
    house.run("cage", "fill", 7, 10, "--as", "sue", "--second", "dan")
    house.run("cage", "buy-in", "kim", 100, "--as", "dan")
    house.run("table", "join", 7, 1, "kim", "--as", "kim")
    house.run("table", "wager", 7, 1, "ante=10", "bet=10", "trips-or-better=5", "--as", "kim")
    house.run("table", "deal", 7, "--as", "dan")
    deal = ("--hand", "1=Ah Kh", "--dealer", "9h 2c", "--board", "Kd 7s 7c 2d Jh")
    house.run("table", "enter", 7, *deal, "--as", "dan")
    done = house.json("table", "decide", 7, 1, "play", "3x", "--as", "kim")
    assert done["view"]["held"]["short"] == "25.00"
    assert "the tray lacks $25.00 of it" in house.run("table", "show", 7)
    assert house.balance("table/7/chips") == "0.00"


def test_a_fill_and_two_who_verify_pay_it(house: House) -> None:
    won(house)
    house.run("table", "verify", 7, "--as", "sam")
    assert "fill it, or document the short" in house.refused("table", "verify", 7, "--as", "sue")
    house.run("cage", "fill", 7, 100, "--as", "sue", "--second", "dan")
    house.run("table", "verify", 7, "--as", "sue")
    assert (house.balance("player/kim"), house.balance("table/7/chips")) == ("135.00", "75.00")
    assert "holds 75.00" in house.refused("cage", "buy-in", "kim", 80, "--table", 7, "--as", "dan")
    assert house.json("audit", "verify", "--deep")["whole"]


def test_two_document_the_short_and_the_reports_tell_it(house: House) -> None:
    won(house)
    short = ("table", "short", 7, "the", "cage", "is", "closed")
    assert "needs two different persons" in house.refused(*short, "--as", "sue", "--second", "sue")
    assert "dan: entered cards" in house.refused(*short, "--as", "sue", "--second", "dan")
    done = house.json(*short, "--as", "sue", "--second", "sam", "--request", "s1")
    assert [event["kind"] for event in done["events"]] == ["short documented"]
    house.run(*short, "--as", "sue", "--second", "sam", "--request", "s1")
    assert (house.balance("player/kim"), house.balance("table/7/chips")) == ("135.00", "-25.00")
    assert "documented shorts of the tray 25.00" in house.run("audit", "day", *READER)
    assert "the cage is closed" in house.run("audit", "round", *READER, "7/1")
    house.run("cage", "fill", 7, 100, "--as", "sue", "--second", "dan")
    assert house.balance("table/7/chips") == "75.00"
    assert house.json("audit", "verify", "--deep")["whole"]
