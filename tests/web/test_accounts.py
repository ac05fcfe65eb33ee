"""Accounts of guests: a name and a password, with which the same person goes on elsewhere; nobody sees another's."""

import csv
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.errors import HousewayError
from houseway.games.round.record import settle
from houseway.house.log.kinds import LearningEvent
from houseway.house.log.log import Log
from houseway.house.log.memory import MemoryLog
from houseway.house.log.names import learning_stream
from houseway.house.people.account_acts import MakeAccount
from houseway.house.people.account_names import require_account_name, skeleton
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson, SetPassword
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.store.store import open_log
from houseway.house.tables.enabled import practice_event
from houseway.web.http.sessions import Sessions
from houseway.web.practice.practice_table import practice_floor, takes_room
from web.serving import STAKES, Guest, Running, serving

PASSWORD = "correct horse battery"  # noqa: S105  # of nobody
GAME = "flush-poker"


def play(guest: Guest, game: str = GAME, rounds: int = 1) -> str:
    """Play rounds at a table of one's own, fold whatever comes, and wait until it is weighed; the table."""
    table: str = guest.post("/tables", {"game": game, "house_players": False}).json()["table"]
    with guest.page() as page:
        page.do("watch", table)
        page.do("join", table, seat=2)
        for number in range(1, rounds + 1):
            page.do("wager", table, seat=2, wagers=STAKES[game])
            page.view(table, lambda view: view["phase"] == "decisions")
            page.do("decide", table, seat=2, round=number, decision="fold")
            page.view(table, lambda view: view["phase"] == "wagers")
        page.until(lambda: sum('"feedback"' in text for text in page.told) == rounds)  # every decision has been weighed
    return table


def account(guest: Guest, name: str, key: str = "", password: str = PASSWORD) -> httpx.Response:
    return guest.post("/me/account", {"name": name, "password": password}, key)


def sign_in(server: Running, name: str, password: str = PASSWORD) -> httpx.Response:
    url = f"http://{server.address}/api/v1/session"  # without the cookies of anybody else
    return httpx.post(url, json={"person": name, "password": password}, timeout=30)


def other_device(server: Running, name: str) -> Guest:
    answer = sign_in(server, name)
    assert answer.status_code == 201, answer.text
    return Guest(server, answer.json()["person"], answer.json()["token"])


# ---- the same person elsewhere


def test_purse_and_history_are_the_same_on_another_device(practice: Running) -> None:
    guest = practice.guest()
    play(guest, rounds=2)
    made = account(guest, "Ann.Bee")
    assert made.status_code == 201, made.text
    assert (made.json()["account"], made.json()["person"], made.json()["guest"]) == ("Ann.Bee", guest.person, True)
    other = other_device(practice, "ann.bee")  # small letters or capitals
    assert other.person == guest.person
    assert other.get("/session").json()["balance"] == guest.get("/session").json()["balance"] == "980.00"
    history = other.get("/me/history").json()
    assert history == guest.get("/me/history").json()
    assert (history["rounds"], history["net"], history["curve"]) == (2, "-20.00", ["990.00", "980.00"])
    (sitting,) = history["sittings"]
    assert (sitting["games"], sitting["rounds"], sitting["staked"]) == ([GAME], 2, "20.00")
    play(other)
    assert guest.get("/me/history").json()["rounds"] == 3
    assert other.post("/me/chips").json()["balance"] == "1000.00"


def test_a_double_post_makes_one_account_and_is_answered_alike(practice: Running) -> None:
    guest = practice.guest()
    first, again = (account(guest, "Twice-Told", "one key") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert account(guest, "Another-One", "one key").status_code == 400  # the key was used for something else
    refused = account(guest, "Another-One", "other key")
    assert (refused.status_code, refused.json()["detail"]) == (409, "you have an account already")


def test_signing_out_ends_one_device_and_a_new_password_every_one(practice: Running) -> None:
    guest = practice.guest()
    account(guest, "Two-Devices")
    one, two = (other_device(practice, "Two-Devices") for _ in range(2))
    practice.http.delete("/api/v1/session", headers=one.headers)
    assert (one.get("/me/history").status_code, two.get("/me/history").status_code) == (401, 200)
    body = {"name": guest.person, "old": PASSWORD, "password": "quite another horse"}
    assert two.post("/people/password", body).status_code == 200
    assert [device.get("/me/history").status_code for device in (guest, two)] == [401, 401]
    assert sign_in(practice, "Two-Devices").status_code == 403
    assert sign_in(practice, "Two-Devices", "quite another horse").status_code == 201


def test_another_process_knows_an_account_and_a_new_password_at_once() -> None:
    log = MemoryLog()
    log.append(practice_event())
    floors = [practice_floor(log) for _ in range(2)]
    here, there = (Sessions(log, floor.writer, floor.people) for floor in floors)
    people, guest = floors[0].people, here.start_guest("guest-1")
    people.do(MakeAccount(name="Over-There", password=PASSWORD), by="guest-1")
    first = here.start("guest-1")
    assert there.find(first.token) is not None
    people.do(SetPassword(name="guest-1", password="quite another horse", old=PASSWORD), by="guest-1")
    second = here.start("guest-1")
    assert there.find(second.token) is not None
    assert [there.find(one.token) for one in (first, guest)] == [None, None]
    for floor in floors:
        floor.writer.close()


def test_everything_is_there_after_a_restart_and_the_log_verifies_deeply(house_file: Path) -> None:
    with serving(database=str(house_file)) as server:
        guest = server.guest()
        play(guest, rounds=2)
        account(guest, "Stays-Here")
        before = guest.get("/me/history").json()
    with serving(database=str(house_file)) as server:
        assert Guest(server, guest.person, guest.token).get("/me/history").json() == before
        assert other_device(server, "stays-here").get("/me/history").json() == before
    with open_log(str(house_file)) as log:
        verdict = deep_audit(log, jobs=1)
        assert (verdict.broken, verdict.findings) == (None, ())
        assert PASSWORD not in everything(log)


def everything(log: Log) -> str:
    return "\n".join(event.text for stream in log.streams() for event in log.read(stream))


# ---- names and passwords


@pytest.mark.parametrize(
    "name",
    ["ab", "x" * 21, "an na", "anna\n", "ann\u0430", "ann\u200ba", "-anna", "anna--b", "Dealer-Joe", "the.House",
     "adm1n", "guest-12ab34cd", "sup3rvisor.5taff", "H0USEWAY", "caSh1er"],
)  # fmt: skip
def test_a_name_that_is_none_or_sounds_like_staff_is_refused(practice: Running, name: str) -> None:
    answer = account(practice.guest(), name)
    assert answer.status_code in (400, 422), answer.text
    with pytest.raises(HousewayError):
        require_account_name(name)


@pytest.mark.parametrize("taken", ["Milly0", "milly0", "MILLYO", "M1lly-0", "Mi_lly.o"])
def test_a_name_that_looks_like_another_is_taken(practice: Running, taken: str) -> None:
    account(practice.guest(), "Milly0")  # the first time
    answer = account(practice.guest(), taken)
    assert (answer.status_code, answer.json()["field"]) == (400, "name")
    assert "taken" in answer.json()["detail"]


def test_what_looks_alike() -> None:
    assert skeleton("Iris") == skeleton("lris") == skeleton("1-R.i5")
    assert skeleton("modern") == skeleton("modem")
    assert skeleton("anna") != skeleton("annb")


@pytest.mark.parametrize("password", ["short", "password123", "aaaaaaaaaa", "My-Weak-Name-1"])
def test_a_weak_password_is_refused(practice: Running, password: str) -> None:
    answer = account(practice.guest(), "My-Weak-Name", password=password)
    assert (answer.status_code, answer.json()["field"]) == (400, "password")


def test_whoever_guesses_waits_however_the_name_is_written(practice: Running) -> None:
    account(practice.guest(), "Guessed-At")
    wrong = [sign_in(practice, name, "wrong horse").status_code for name in ("Guessed-At", "guessed-at") * 3]
    assert wrong == [403, 403, 403, 403, 403, 429]  # capitals are no second row of guesses
    assert sign_in(practice, "Guessed-At").status_code == 429
    assert sign_in(practice, "Nobody-Here", "wrong horse").status_code == 403


def test_a_room_makes_no_accounts(house_file: Path) -> None:
    with open_log(str(house_file), new=True) as log:
        House(log).do(AddFirstPerson(name="ada", password=PASSWORD))
    with serving(database=str(house_file), practice=False) as server:
        answer = account(server.person("ada", PASSWORD), "Ada-Plays")
        assert (answer.status_code, answer.json()["detail"][:9]) == (403, "the house")


# ---- nobody else's


@pytest.fixture
def two(practice: Running) -> tuple[Guest, Guest]:
    """Somebody who has played, and somebody else."""
    one, other = practice.guest(), practice.guest()
    play(one)
    return one, other


READS = ("/session", "/me/history", "/me/decisions", "/me/mistakes", "/drills/flush-poker?kind=mistakes")
FILES = ("rounds.jsonl", "rounds.csv", "decisions.jsonl", "decisions.csv")


def test_no_call_shows_somebody_elses_history(two: tuple[Guest, Guest]) -> None:
    one, other = two
    account(other, f"Curious-{other.person[-6:]}")
    for path in (*READS, *(f"/me/export/{name}" for name in FILES)):
        answer = other.get(path)
        assert answer.status_code == 200, path
        assert one.person not in answer.text
        assert "flush-poker-" not in answer.text, path  # the table that one played at
    assert other.get("/me/history").json()["rounds"] == 0
    assert one.get("/me/history").json()["rounds"] == 1


@pytest.mark.parametrize("path", [*READS, *(f"/me/export/{name}" for name in FILES)])
def test_whoever_is_not_signed_in_is_shown_nothing(practice: Running, path: str) -> None:
    assert httpx.get(f"http://{practice.address}/api/v1{path}", timeout=30).status_code == 401


def test_nobody_makes_or_changes_an_account_for_somebody_else(two: tuple[Guest, Guest]) -> None:
    one, other = two
    account(one, f"Victim-{one.person[-6:]}")
    body = {"name": one.person, "old": PASSWORD, "password": "quite another horse"}
    assert other.post("/people/password", body).status_code == 403
    assert one.get("/session").json()["account"] == f"Victim-{one.person[-6:]}"


# ---- files


def test_rounds_are_exported_as_records_that_settle_and_as_csv(practice: Running) -> None:
    one, other = practice.guest(), practice.guest()
    table: str = one.post("/tables", {"game": GAME, "house_players": True}).json()["table"]
    with one.page() as page:
        page.do("watch", table)
        page.do("join", table, seat=1)
        page.do("wager", table, seat=1, wagers=STAKES[GAME])
        page.view(table, lambda view: view["phase"] == "decisions" and view["turn"] == 1)
        page.do("decide", table, seat=1, round=1, decision="fold")
        page.view(table, lambda view: view["phase"] == "wagers")
    answer = one.get("/me/export/rounds.jsonl")
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert 'filename="rounds.jsonl"' in answer.headers["content-disposition"]
    (record,) = map(json.loads, answer.text.splitlines())
    assert {row.get("player") for row in record["seats"]} == {None, one.person}
    assert record["meta"]["round"] == f"{table}/1"
    (seat,) = (seat for seat in settle(record)["seats"] if seat["seat"] == 1)
    assert seat["net"] == record["meta"]["net"] == "-10.00"
    (row,) = csv.DictReader(one.get("/me/export/rounds.csv").text.splitlines())
    assert (row["round"], row["net"], row["purse"]) == (f"{table}/1", "-10.00", "990.00")
    assert other.get("/me/export/rounds.jsonl").text == ""
    assert one.get("/me/export/secrets.jsonl").status_code == 400


def test_a_round_and_its_history_are_one_batch(practice: Running) -> None:
    """So a crash leaves both or neither."""
    guest = practice.guest()
    table = play(guest)
    log = practice.services.floor.log
    (played,) = (event for event in log.read(learning_stream(guest.person)) if event.kind == LearningEvent.PLAYED)
    (end,) = (event for event in log.read(f"table/{table}") if event.kind == "settled")
    assert (played.request, played.request != "") == (end.request, True)


# ---- the lobby


def test_the_lobby_tells_whose_seat_waits(practice: Running) -> None:
    guest, other = practice.guest(), practice.guest()
    table: str = guest.post("/tables", {"game": GAME, "house_players": False}).json()["table"]
    with guest.page() as page:
        page.do("watch", table)
        page.do("join", table, seat=2)
        assert own_rows(guest, table) == [(2, False)]
        page.do("wager", table, seat=2, wagers=STAKES[GAME])
        page.view(table, lambda view: view["phase"] == "decisions")
        assert own_rows(guest, table) == [(2, True)]
        assert own_rows(other, table) == []
        assert all(row["own_seat"] is None for row in other.get("/tables").json())


def test_a_hand_at_a_table_of_your_own_waits_through_a_restart(house_file: Path) -> None:
    with serving(database=str(house_file)) as server:
        guest = server.guest()
        table: str = guest.post("/tables", {"game": GAME, "house_players": False}).json()["table"]
        play(guest)  # another table, whose round is over
        with guest.page() as page:
            page.do("watch", table)
            page.do("join", table, seat=2)
            page.do("wager", table, seat=2, wagers=STAKES[GAME])
            page.view(table, lambda view: view["phase"] == "decisions")
    with serving(database=str(house_file)) as server:
        again = Guest(server, guest.person, guest.token)
        assert [row["table"] for row in again.get("/tables").json() if row["own_seat"]] == [table]
        assert own_rows(again, table) == [(2, True)]
        place = server.services.floor.tables[table].state.seated[2]
        assert not takes_room(server.services.floor.tables[table], place)  # nobody else waits for the seat
        invite = again.get(f"/invitations/{table}").json()["sit"].rpartition("=")[2]
        with server.guest().page() as page:
            page.do("watch", table, invite=invite)
            page.do("join", table, seat=3)
        assert takes_room(server.services.floor.tables[table], place)


def own_rows(guest: Guest, table: str) -> list[Any]:
    rows = [row for row in guest.get("/tables").json() if row["table"] == table]
    return [(row["own_seat"], row["in_hand"]) for row in rows]
