"""Evenings at live tables through the command line alone: each command finds the table in the log as it stands."""

import re
import secrets
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cli.commands import DAY, READER, House
from house.support.tables import counted_seeds
from houseway.cards.card import Card
from houseway.cli.house import table_run
from houseway.house.log.log import now
from houseway.house.store import store
from houseway.house.store.store import open_log


def has_card(text: str, card: str) -> bool:
    """Whether a card stands in what was printed, as JSON or drawn; hashes look like cards and do not count."""
    plain = re.sub(r"[0-9a-f]{64}", "", text)
    return f'"{card}"' in plain or Card.parse(card).pretty in plain


def play_out(house: House, name: str, seat: int, by: str) -> Any:
    """Decide by the first choice that stays in until the round ends; the answer to the last decision."""
    while True:
        view = house.json("table", "show", name, "--seat", seat, "--as", by)
        assert view["turn"] == seat
        choice = next(one["decision"] for one in view["choices"] if one["decision"] != "fold")
        done = house.json("table", "decide", name, seat, *choice.split(), "--as", by)
        if done["ended"]:
            return done


# Whole evenings


def test_an_evening_with_a_shuffled_deck_and_a_jackpot(house: House) -> None:
    opened = house.open("flush-poker")
    assert [event["kind"] for event in opened["events"]] == ["opened", "linked", "committed"]
    assert opened["view"]["jackpot"] == {"name": "jackpot-1", "amount": "10000.00", "takes_wagers": True}
    house.run("cage", "fund", 100000, "--as", "ada", "--second", "sue")
    house.run("cage", "fill", 7, 5000, "--as", "sue", "--second", "dan")
    bought = house.json("cage", "buy-in", "pat", 500, "--table", 7, "--as", "dan")
    assert bought["balances"] == {"player/pat": "500.00", "table/7/chips": "4500.00", "table/7/drop": "500.00"}
    house.run("table", "join", 7, 2, "pat", "--as", "pat")
    house.run("table", "value", 7, 2, "my word", "--as", "pat")
    house.run("table", "wager", 7, 2, "bet=10", "--as", "pat")
    house.run("table", "withdraw", 7, 2, "--as", "pat")
    assert house.balance("player/pat") == "500.00"
    house.run("table", "wager", 7, 2, "bet=10", "jackpot=1", "royal-riches=5", "--as", "pat")
    house.printed = ""
    house.run("table", "deal", 7, "--as", "dan")
    for words in (("list",), ("show", 7), ("show", 7, "--seat", 2, "--as", "pat")):
        house.run("table", *words)
        house.run("table", *words, "--json")
    assert "seat 2 decides" in house.printed
    house.run("audit", "export", *READER)
    house.run("cage", "balances", *READER)
    house.run("audit", "verify")
    while_open = house.printed
    meter = house.json("table", "show", 7)["jackpot"]["amount"]
    assert meter == "10000.20"
    done = play_out(house, "7", 2, "pat")
    record = house.events("settled")[0]["data"]["record"]
    assert len(record["dealer"]) == 7
    assert not [card for card in record["dealer"] if has_card(while_open, card)]
    settled = done["ended"][0]["settlement"]["seats"][0]
    assert settled["seat"] == 2
    assert house.json("table", "show", 7)["last"]["settlement"] == done["ended"][0]["settlement"]
    net = settled["net"]
    assert float(house.balance("player/pat")) == 500 + float(net)
    assert f"net {net}" in house.run("table", "show", 7)
    seeds = [event["data"]["seed"] for event in house.events("revealed")]
    assert seeds
    assert not any(seed in while_open for seed in seeds)
    house.run("table", "leave", 7, 2, "--as", "pat")
    house.run("cage", "cash-out", "pat", house.balance("player/pat"), "--as", "dan", "--second", "pat")
    house.run("cage", "drop", 7, 500, "--as", "sue", "--second", "dan")
    house.run("cage", "credit", 7, house.balance("table/7/chips"), "--as", "sue", "--second", "dan")
    closed = house.json("table", "close", 7, "--as", "sue")
    assert closed["view"]["phase"] == "closed"
    assert house.json("table", "list")[0]["rounds"] == 1
    assert house.json("audit", "verify")["whole"] is True
    assert set(house.json("cage", "balances", *READER, "table/7")) == {"table/7/progressive"}


def test_an_evening_with_a_real_shoe(house: House) -> None:
    house.open("down-under-holdem", shuffle=False)
    house.fill()
    house.run("cage", "buy-in", "kim", 100, "--as", "dan")
    house.run("table", "join", 7, 1, "kim", "--as", "dan")
    assert house.events("joined")[0]["by"] == "dan"
    house.run("table", "wager", 7, 1, "ante=10", "bet=10", "trips-or-better=5", "--as", "dan")
    house.printed = ""
    assert house.json("table", "deal", 7, "--as", "dan")["view"]["phase"] == "cards"
    deal = ("--hand", "1=Ah Kh", "--dealer", "9h 2c", "--board", "Kd 7s 7c 2d Jh")
    entered = house.json("table", "enter", 7, *deal, "--as", "dan")
    assert entered["view"]["seats"][0]["cards"] == ["??", "??"]
    house.run("table", "show", 7)
    assert not [card for card in ("Ah", "Kh", "9h", "2c", "2d", "Jh") if has_card(house.printed, card)]
    house.run("table", "show", 7, "--seat", 1, "--as", "kim", "--json")
    assert has_card(house.printed, "Kh")
    assert not [card for card in ("9h", "2c", "2d", "Jh") if has_card(house.printed, card)]
    shown = house.run("table", "decide", 7, 1, "play", "3x", "--as", "dan")
    assert "two pair, kings and sevens" in shown
    assert "net 35.00" in shown
    assert house.balance("player/kim") == "135.00"
    assert [event["by"] for event in house.events("decided")] == ["dan"]
    house.run("table", "sit-out", 7, 1, "--as", "kim")
    house.run("table", "leave", 7, 1, "--as", "dan")
    house.run("table", "close", 7, "--as", "sue")
    assert house.json("audit", "verify")["whole"] is True


def test_drawn_cards_and_a_deal_from_a_file(house: House) -> None:
    house.open("down-under-blackjack", shuffle=False)
    house.run("cage", "buy-in", "kim", 100, "--as", "dan")
    house.run("table", "join", 7, 1, "kim", "--as", "kim")
    wager = house.json("table", "show", 7)["game"]
    assert wager == "down-under-blackjack"
    house.run("table", "wager", 7, 1, "wager=10", "--as", "kim")
    house.run("table", "deal", 7, "--as", "dan")
    file = house.folder / "deal.json"
    for text in (
        '{"hands": {"1": ["5h", "6d"], "2": ["5c", "6c"]}, "dealer": ["10s", "7c"]}',
        '{"hands": {"1": ["5h", "6d"], "01": ["5c", "6c"]}, "dealer": ["10s", "7c"]}',
        '{"hands": {"1": ["5h", "6d"]}, "dealer": ["10s", "7c"], "bored": []}',
    ):
        file.write_text(text)
        house.refused("table", "enter", 7, "--deal", file, "--as", "dan")
    file.write_text('{"hands": {"1": ["5h", "6d"]}, "dealer": ["10s", "7c"]}')
    house.run("table", "enter", 7, "--deal", file, "--as", "dan")
    assert "cards are to be entered" in house.run("table", "decide", 7, 1, "hit", "--as", "kim")
    house.run("table", "enter", 7, "2h", "--as", "dan", "--request", "r1")
    house.run("table", "enter", 7, "2h", "--as", "dan", "--request", "r1")
    assert len(house.events("entered")) == 2
    house.run("table", "decide", 7, 1, "hit", "--as", "kim")
    done = house.json("table", "enter", 7, "8h", "--as", "dan")
    assert done["ended"][0]["settlement"]["seats"][0]["net"] == "10.00"
    for words in (
        ("--hand", "x"),
        ("--deal", file, "--dealer", "2c"),
        ("--deal", "none"),
        ("2h", "--dealer", "2c"),
        (),
    ):
        house.refused("table", "enter", 7, *words, "--as", "dan")
    for text in ("[]", '{"hands": 1}', '{"hands": {"x": []}}', '{"hands": {"1": "2c"}}', "\x00"):
        file.write_text(text)
        house.refused("table", "enter", 7, "--deal", file, "--as", "dan")


def test_a_large_win_is_held_until_two_persons_have_verified_it(house: House) -> None:
    house.open("flush-poker", shuffle=False)
    house.fill()
    house.run("cage", "buy-in", "kim", 100, "--as", "dan")
    house.run("table", "join", 7, 1, "kim", "--as", "dan")
    house.run("table", "wager", 7, 1, "bet=10", "jackpot=1", "--as", "dan")
    house.run("table", "deal", 7, "--as", "dan")
    deal = ("--hand", "1=2h 3h 4h 5h 6h 7h 8h", "--dealer", "9s 8s 7d 2d 3c 4c 5c")
    house.run("table", "enter", 7, *deal, "--as", "dan")
    done = play_out(house, "7", 1, "kim")
    assert done["view"]["phase"] == "held"
    before = float(house.balance("player/kim"))
    assert "may not deal" in house.refused("table", "verify", 7, "--as", "kim")
    first = house.json("table", "verify", 7, "--as", "sue", "--request", "v")
    assert house.json("table", "verify", 7, "--as", "sue", "--request", "v")["events"] == first["events"]
    assert house.json("table", "show", 7)["held"]["verified"] == ["sue"]
    assert "verified by sue" in house.run("table", "show", 7)
    assert "another person must" in house.refused("table", "verify", 7, "--as", "sue")
    assert "others verify it" in house.refused("table", "verify", 7, "--as", "dan")  # who entered the cards
    house.run("table", "verify", 7, "--as", "sam")
    assert float(house.balance("player/kim")) >= before + 10000
    assert house.json("table", "show", 7)["held"] is None
    house.run("audit", "verify")


def test_time_limits_voids_and_a_lost_controller(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.open("flush-poker", ("seconds = 45", "seconds = 1"))
    house.run("cage", "buy-in", "kim", 100, "--as", "dan")
    house.run("table", "join", 7, 1, "kim", "--as", "dan")
    assert "has a dealer" in house.refused("table", "run", 7, "--as", "dan")
    house.run("table", "controller", 7, "lost", "--as", "dan")
    assert "controller" in house.refused("table", "wager", 7, 1, "bet=10", "jackpot=1", "--as", "kim")
    assert "takes no wagers now" in house.run("table", "show", 7)
    house.run("table", "controller", 7, "back", "--as", "dan")
    assert "lost or back" in house.refused("table", "controller", 7, "gone", "--as", "dan")
    house.run("table", "wager", 7, 1, "bet=10", "jackpot=1", "--as", "kim")
    house.run("table", "deal", 7, "--as", "dan")
    assert "two different persons" in house.refused("table", "void", 7, "misdeal", "--as", "sue", "--second", "sue")
    voided = house.json("table", "void", 7, "misdeal", "--as", "sue", "--second", "dan")
    assert voided["ended"][0]["void"] == "misdeal"
    assert house.balance("player/kim") == "100.00"
    assert house.json("table", "show", 7)["jackpot"]["amount"] == "10000.00"
    assert "who are you? Add --as NAME" in house.refused("table", "tick", 7)  # nobody in particular moves a table
    assert "nothing was due" in house.run("table", "tick", 7, "--as", "kim")
    house.run("table", "wager", 7, 1, "bet=10", "--as", "kim")
    house.run("table", "deal", 7, "--as", "dan")
    later = now() + timedelta(seconds=2)
    monkeypatch.setattr(store, "open_log", partial(open_log, clock=lambda: later))
    done = house.json("table", "tick", 7, "--as", "kim")
    assert done["ended"][0]["settlement"]["seats"][0]["net"] == "-10.00"
    assert house.events("decided")[0]["data"]["default"] is True


def test_house_players_run_a_table_that_deals_itself(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = counted_seeds()
    monkeypatch.setattr(secrets, "token_hex", lambda _bytes: seeds())  # so that no win is held by chance
    house.open("flush-poker", ('dealer = "person"', 'dealer = "self"'))
    found = house.json("table", "run", 7, "--rounds", 20, "--players", 2, "--seed", "a", "--as", "dan")
    assert found["held"] is None
    assert (found["rounds"], found["seat_rounds"]) == (20, 40)
    assert "rounds in" in house.run("table", "run", 7, "--rounds", 3, "--as", "dan")
    assert found["rounds_per_second"] > 0
    assert float(found["jackpot"]["amount"]) != 0
    assert house.json("cage", "balances", *READER, "player/") == {}
    assert house.json("table", "show", 7)["seats"] == []
    assert house.json("audit", "verify")["whole"] is True
    house.run("cage", "buy-in", "kim", 100, "--as", "dan")
    house.run("table", "join", 7, 1, "kim", "--as", "dan")
    assert "somebody sits there" in house.refused("table", "run", 7, "--as", "dan")
    assert "may not seat player" in house.refused("table", "run", 7, "--as", "pat")


def test_a_second_run_at_one_table_is_refused(house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seeds = counted_seeds()
    monkeypatch.setattr(secrets, "token_hex", lambda _bytes: seeds())  # so that no win is held by chance
    house.open("flush-poker", ('dealer = "person"', 'dealer = "self"'))
    house.fill()
    play = table_run._play
    second: list[str] = []

    def meanwhile(*given: Any) -> None:
        play(*given)
        monkeypatch.setattr(table_run, "_play", play)
        before = house.json("table", "show", 7)
        with monkeypatch.context() as other:
            other.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))  # another user of the same machine
            second.append(house.refused("table", "run", 7, "--rounds", 1, "--as", "sue"))
        assert house.json("table", "show", 7) == before

    monkeypatch.setattr(table_run, "_play", meanwhile)
    house.run("table", "run", 7, "--rounds", 1, "--players", 1, "--as", "dan")
    assert second == ["houseway: table 7: house players run there already\n"]
    house.run("table", "run", 7, "--rounds", 1, "--players", 1, "--as", "dan")  # the first is over


# What is refused


def test_a_sheet_that_is_refused_opens_no_table(house: House) -> None:
    nine = house.sheet("flush-poker", ("seats = 6", "seats = 9"), ('controller = "v005t"', 'controller = "v001"'))
    refused = house.json("table", "open", nine, "--on", DAY, "--as", "sue", "--second", "ada", code=1)
    assert {one["field"] for one in refused["refusals"]} == {"seats", "controls.controller"}
    assert "refused: table 7" in house.run("table", "open", nine, "--on", DAY, "--as", "sue", code=1)
    study = house.sheet("flush-poker", ("seats = 6", "seats = 6\nstudy = true"))
    assert "never opened" in " ".join(house.run("table", "open", study, "--as", "sue", code=1).split())
    assert house.json("table", "list") == []
    house.refused("table", "open", house.folder / "none.toml", "--as", "sue")
    house.refused("table", "open", study, "--on", "tomorrow", "--as", "sue")
    assert "never opened" not in house.refused("table", "show", 7)
    house.open("down-under-holdem")
    again = house.sheet("flush-poker", ('name = "jackpot-1"', 'name = "jackpot-2"'))
    assert "the table is open" in house.refused("table", "open", again, "--as", "sue")
    assert house.events("created") == []


def test_two_tables_are_checked_beside_each_other(house: House) -> None:
    house.open("flush-poker")
    other = house.sheet("flush-poker", name="8")
    found = house.json("table", "open", other, "--on", DAY, "--as", "sue", code=1)
    assert found["refusals"]
    assert [row["table"] for row in house.json("table", "list")] == ["7"]


def test_persons_and_roles(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = house.sheet("flush-poker")
    assert "who are you? Add --as NAME" in house.refused("table", "open", sheet)
    assert "dan: may not open table; that is for a supervisor" in house.refused("table", "open", sheet, "--as", "dan")
    assert "two different persons" in house.refused("table", "open", sheet, "--as", "sue", "--second", "sue")
    house.open("flush-poker")
    house.run("cage", "buy-in", "pat", 100, "--as", "dan")
    house.run("table", "join", 7, 1, "pat", "--as", "pat")
    for words in (("join", 7, 2, "kim"), ("wager", 7, 1, "bet=10"), ("leave", 7, 1), ("sit-out", 7, 1), ("deal", 7)):
        assert "who are you? Add --as NAME" in house.refused("table", *words)
        assert "abe: may not" in house.refused("table", *words, "--as", "abe")
    assert "kim: may not" in house.refused("table", "wager", 7, 1, "bet=10", "--as", "kim")
    for person in ("kim", "dan", "sue", "ada", "abe"):
        assert "only the player on it" in house.refused("table", "show", 7, "--seat", 1, "--as", person)
    assert "nobody sits" in house.refused("table", "show", 7, "--seat", 2, "--as", "pat")
    assert "dan: may not close table" in house.refused("table", "close", 7, "--as", "dan")
    assert "pat: may not report controller" in house.refused("table", "controller", 7, "lost", "--as", "pat")
    assert "pat: may not buy in" in house.refused("cage", "buy-in", "pat", 100, "--as", "pat")
    assert "fill: needs two" in house.refused("cage", "fill", 7, 100, "--as", "sue", "--second", "sue")
    assert "this needs a second person: add --second NAME" in house.refused("cage", "fill", 7, 100, "--as", "sue")
    monkeypatch.setenv("HOUSEWAY_PASSWORD", "wrong")
    assert "the name or the password is wrong" in house.refused("table", "deal", 7, "--as", "dan")


def test_wagers_outside_the_limits(house: House) -> None:
    house.open("flush-poker")
    house.run("cage", "buy-in", "pat", 100, "--as", "dan")
    house.run("table", "join", 7, 1, "pat", "--as", "pat")
    for wagers in (["bet=105"], ["bet=4"], ["bet=7"], ["bet=10", "jackpot=2"], ["bet"], ["bet=x"], ["bet=5", "bet=5"]):
        house.refused("table", "wager", 7, 1, *wagers, "--as", "pat")
    house.run("table", "wager", 7, 1, "bet=100", "--as", "pat")
    assert "holds 0.00" in house.refused("table", "wager", 7, 1, "bet=100", "jackpot=1", "--as", "pat")
    assert "holds 0.00" in house.refused("cage", "cash-out", "pat", 1, "--as", "dan", "--second", "pat")
    assert "wagers are on the layout" in house.refused("table", "close", 7, "--as", "sue")
    for amount in ("0", "x", "1.234"):
        house.refused("cage", "buy-in", "pat", amount, "--as", "dan")
    assert "no table '9'" in house.refused("table", "deal", 9, "--as", "dan")


def test_the_same_request_counts_once(house: House) -> None:
    sheet = house.sheet("flush-poker")
    words = ("table", "open", sheet, "--on", DAY, "--as", "sue", "--second", "ada", "--request", "o")
    assert house.json(*words)["events"] == house.json(*words)["events"]
    buy = ("cage", "buy-in", "pat", 100, "--as", "dan", "--request", "b")
    assert house.json(*buy) == house.json(*buy)
    steps: list[tuple[object, ...]] = [
        ("join", 7, 1, "pat", "--as", "pat"),
        ("value", 7, 1, "x", "--as", "pat"),
        ("wager", 7, 1, "bet=10", "--as", "pat"),  # a jackpot wager might win whatever is decided
        ("deal", 7, "--as", "dan"),
        ("decide", 7, 1, "fold", "--as", "pat"),
        ("leave", 7, 1, "--as", "dan"),
        ("close", 7, "--as", "sue"),
    ]
    for number, step in enumerate(steps):
        first = house.json("table", *step, "--request", number)
        assert house.json("table", *step, "--request", number)["events"] == first["events"]
    assert house.balance("player/pat") == "90.00"
    for kind in ("opened", "created", "buy-in", "joined", "wagered", "dealt", "decided", "settled", "left", "closed"):
        assert len(house.events(kind)) == 1
    house.run("audit", "verify")


def test_every_command_has_an_example(house: House) -> None:
    for room in ("table", "cage", "jackpot", "audit", "person", "incident", "site"):
        shown = house.run(room, "--help")
        for command in re.findall(r"^  ([a-z-]+)  ", shown.split("Commands:")[1], re.MULTILINE):
            text = house.run(room, command, "--help")
            assert f"Example: houseway {room} {command}" in " ".join(text.split())
            assert "--json" in text
