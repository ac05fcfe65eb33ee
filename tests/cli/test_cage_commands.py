"""The cage through the command line: a second person where the day's amounts need one, drawers, and guests."""

import pytest

from cli.commands import READER, House


def with_cashiers(house: House) -> None:
    for name in ("cas", "cat"):
        house.add_person(name, "--role", "cashier", "--as", "ada")
    house.add_person("bea", "--role", "administrator", "--as", "ada")
    house.run("cage", "fund", 100000, "--as", "ada", "--second", "sue")
    house.run("cage", "drawer", "open", 20000, "--as", "cas", "--second", "sue")


def test_a_second_person_is_asked_for_when_a_days_amounts_need_one(house: House) -> None:
    with_cashiers(house)
    house.run("cage", "buy-in", "pat", 9999, "--as", "cas", "--request", "a")
    refused = house.refused("cage", "buy-in", "pat", 9999, "--as", "cas")
    assert "needs two different persons: a cashier and a supervisor; add --second NAME" in refused
    refused = house.refused("cage", "buy-in", "pat", 9999, "--as", "cas", "--second", "dan")
    assert "needs a cashier and a supervisor" in refused
    done = house.json("cage", "buy-in", "pat", 9999, "--as", "cas", "--second", "sue", "--request", "b")
    assert done["second"] == "sue"
    assert house.json("cage", "buy-in", "pat", 9999, "--as", "cas", "--request", "a")["balances"] == {
        "house/bank": "60002.00",
        "house/drawer/cas": "39998.00",
        "player/pat": "19998.00",
    }
    house.run("cage", "cash-out", "pat", 10000, "--as", "cas", "--second", "pat")
    assert "add --second NAME" in house.refused("cage", "cash-out", "pat", 1, "--as", "cas")
    house.run("cage", "cash-out", "pat", 1, "--as", "cas", "--second", "sue")
    assert house.json("audit", "verify", "--deep")["whole"]


def test_a_player_is_paid_out_with_their_own_word_and_a_receipt(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with_cashiers(house)
    house.run("cage", "buy-in", "pat", 500, "--as", "cas")
    pay = ("cage", "cash-out", "pat", 100, "--as", "cas")
    words = (
        "cash out: pat confirms it with their own password, as the second person; or a supervisor does; add --second"
    )
    assert words in house.refused(*pay)
    with monkeypatch.context() as patch:
        patch.setenv("HOUSEWAY_SECOND_PASSWORD", "a guess of the cashier's")
        assert "the name or the password is wrong" in house.refused(*pay, "--second", "pat")
    receipt = house.json(*pay, "--second", "pat")["receipt"]
    at = receipt.pop("at")
    assert receipt == {"number": 1, "player": "pat", "amount": "100.00", "cashier": "cas", "confirmed_by": "pat"}
    printed = " ".join(house.run(*pay, "--second", "sue").split())
    assert "receipt 2: $100.00 paid to pat at " in printed
    assert printed.endswith("by cas, confirmed by sue")
    assert at < printed.partition(" paid to pat at ")[2]
    assert house.json("audit", "verify", "--deep")["whole"]


def test_chips_are_sold_at_open_tables_out_of_trays_that_hold_them(house: House) -> None:
    with_cashiers(house)
    assert "table ghost: is not open" in house.refused("cage", "buy-in", "pat", 100, "--table", "ghost", "--as", "dan")
    house.open("flush-poker")
    assert "table/7/chips holds 0.00" in house.refused("cage", "buy-in", "pat", 100, "--table", 7, "--as", "dan")
    house.run("cage", "fill", 7, 100, "--as", "sue", "--second", "dan")
    house.run("cage", "buy-in", "pat", 100, "--table", 7, "--as", "dan")
    assert house.balance("table/7/chips") == "0.00"


def test_the_drawer_of_a_cashier_who_is_gone_is_closed_by_two_others(house: House) -> None:
    with_cashiers(house)
    assert "may not take cash" in house.refused("cage", "drawer", "open", 5, "--as", "sue", "--second", "cat")
    close = ("cage", "drawer", "close", 19000, "--of", "cas", "--as", "sue", "--second", "sam")
    assert "where the cashier may no longer act" in house.refused(*close)
    assert "opens their own" in house.refused("cage", "drawer", "open", 5, "--of", "cas", "--as", "sue")
    house.run("person", "disable", "cas", "--as", "ada", "--second", "bea")
    assert house.json(*close)["balances"] == {
        "house/bank": "99000.00",
        "house/drawer/cas": "0.00",
        "house/variance": "1000.00",
    }


def test_the_day_names_guests(house: House) -> None:
    house.run("cage", "buy-in", "pat", 5, "--as", "dan")
    assert "guests" not in house.run("audit", "day", *READER)
    house.run("cage", "buy-in", "nobody", 5, "--as", "dan")
    (guest,) = house.json("audit", "day", *READER)["guests"]
    assert guest == {"guest": "nobody", "bought in": "5.00", "cashed out": "0.00", "by": ["dan"]}
    assert "guests, whom the house does not know as persons" in house.run("audit", "day", *READER)
