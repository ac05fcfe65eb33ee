"""Devices over HTTP: paired by two, each with a token that can do nothing else, simulated as equipment would act."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from houseway.cli.app import run
from houseway.cli.house.device_simulation import MISTAKE_STEPS, Simulation
from houseway.errors import HousewayError, NotAllowedNow
from houseway.web.floor.heartbeats import Heartbeats
from houseway.web.http.settings import Rate
from web.rooms import PASSWORD, SECOND, Room, quick_room
from web.serving import GENEROUS, Guest, serving


@pytest.fixture(scope="module")
def shared() -> Iterator[Room]:
    with quick_room() as room:
        yield room


@pytest.fixture
def room(shared: Room) -> Room:
    shared.open()
    return shared


def test_a_round_with_a_reader_and_sensed_spots(room: Room) -> None:
    reader, spots = room.pair("reader"), room.pair("spots")
    heard = room.report(spots, "heartbeat").json()
    assert heard == {
        "device": "spots-1",
        "kind": "spots",
        "table": room.table,
        "phase": "wagers",
        "round": 1,
        "lost": None,
        "lamps": {"2": "invite"},
    }
    room.wager(progressive=1)
    refused = room.deal()
    assert refused.status_code == 409
    assert "spots-1 has not sensed the jackpot wagers of round 1" in refused.json()["detail"]
    sensed = room.report(spots, "sensed", {"table": room.table, "round": 1, "seats": [2]})
    assert sensed.json()["lamps"] == {"2": "placed"}
    assert room.deal().status_code == 200
    assert room.report(spots, "heartbeat").json()["lamps"] == {"2": "accepted"}
    assert "has read nothing" in room.enter(["9h", "7c"]).json()["detail"]
    assert room.report(reader, "read", {"lights": ["red"]}).status_code == 200
    assert room.enter(["9h", "7c"]).status_code == 200
    kinds = room.kinds()
    assert [kinds.count(kind) for kind in ("device paired", "wagers sensed", "dealer read", "entered")] == [2, 1, 1, 1]


def test_a_contradiction_is_told_to_everybody_and_ends_with_two_people(room: Room) -> None:
    reader = room.pair("reader")
    room.wager()
    room.deal()
    room.report(reader, "read", {"cards": ["7c"]})
    with room["sue"].page() as page:
        page.do("watch", room.table)
        refused = room.enter(["9h", "8c"])
        assert refused.status_code == 409
        assert refused.json()["detail"].startswith("reader-1 read other cards than those that were entered: two people")
        view = page.view(room.table, lambda one: one["devices"]["contradiction"] is not None)
        assert view["devices"]["lights"] == ["red"]
    assert room.enter(["9h", "7c"]).status_code == 409  # nobody tries on until a card fits
    manual = {"step": "reading", "reason": "the reader is dirty"}
    assert room.act("dan", "manual", **manual).status_code == 403
    assert room.act("sue", "manual", **manual, second=SECOND).status_code == 200
    assert room.enter(["9h", "7c"]).status_code == 200
    assert "entry contradicted" in room.kinds()


def test_heartbeats_are_no_events_and_a_silent_device_is_lost_until_it_is_heard_again(tmp_path: Path) -> None:
    with quick_room(database=str(tmp_path / "house.db"), device_seconds=0.3) as room:
        spots = room.pair("spots")
        room.wager(progressive=1)
        assert room.soon(lambda view: view["devices"]["paired"][0]["lost"] == "no heartbeat")
        assert "cannot be relied on (no heartbeat)" in room.deal().json()["detail"]
        before = room.kinds()
        answer = room.report(spots, "sensed", {"seats": [2]})
        assert answer.status_code == 200
        assert room.report(spots, "heartbeat").json()["lost"] is None
        assert room.kinds()[len(before) :][:2] == ["wagers sensed", "device back"]
    with serving(database=str(tmp_path / "house.db"), practice=False, device_seconds=600.0) as running:
        numbers = set()
        for _ in range(200):
            answer = running.http.post(
                "/api/v1/devices/spots-1/heartbeat", json={}, headers={"Authorization": f"Bearer {spots}"}
            )
            assert answer.status_code == 200
            numbers.add(running.services.floor.log.head("table/1").number)
        assert len(numbers) <= 2, "after the first one, which may end a loss, no heartbeat is an event"


def test_a_fault_stays_until_the_device_says_that_it_is_over(room: Room) -> None:
    reader = room.pair("reader")
    assert room.report(reader, "fault", {"fault": "a card is jammed"}).json()["lost"] == "a card is jammed"
    assert room.report(reader, "heartbeat").json()["lost"] == "a card is jammed"
    assert room.report(reader, "fault", {"fault": ""}).json()["lost"] is None
    assert room.kinds()[-2:] == ["device lost", "device back"]


# ---- attacks


def test_a_device_is_paired_by_two_and_never_by_one_or_by_a_player(room: Room) -> None:
    body = {"table": room.table, "device": "r", "kind": "reader"}
    assert room.running.http.post("/api/v1/devices", json=body).status_code == 401
    for name in ("sue", "dan", "pat", "ada"):
        assert room[name].post("/devices", body).status_code == 403, name
    itself = {**body, "second": {"person": "sue", "password": PASSWORD}}
    assert room["sue"].post("/devices", itself).status_code == 403
    assert room["sue"].post("/devices", {**body, "second": {**SECOND, "password": "guess"}}).status_code == 403
    assert "device paired" not in room.kinds()


def test_the_same_pairing_twice_is_one_device_with_one_token(room: Room) -> None:
    body = {"table": room.table, "device": "r", "kind": "reader", "second": SECOND}
    first, again = (room["sue"].post("/devices", body, key="k").json() for _ in range(2))
    assert first == again
    assert room.kinds().count("device paired") == 1


def test_a_token_can_do_nothing_but_report(room: Room) -> None:
    """Every call of the server, with the token as a bearer token and as the cookie."""
    token = room.pair("reader")
    schema = room.running.http.get("/api/v1/openapi.json").json()
    acts = {"table": room.table, "device": "reader-1", "game": "down-under-blackjack", "number": "1"}
    open_to_all = {
        (method, path)
        for path, item in schema["paths"].items()
        for method in item
        if room.running.http.request(method, _filled(path, acts), json={}).status_code not in (401, 403)
    }
    for path, item in schema["paths"].items():
        for method in item:
            if "/devices/{device}" in path or (method, path) in open_to_all:
                continue
            for headers in ({"Authorization": f"Bearer {token}"}, {"Cookie": f"houseway={token}"}):
                answer = room.running.http.request(method, _filled(path, acts), json={}, headers=headers)
                assert answer.status_code in (401, 403), f"{method} {path} {answer.status_code}"
    assert ("post", "/api/v1/tables/{table}/{act}") not in open_to_all
    for act in ("deal", "manual", "unpair", "void", "enter"):
        headers = {"Authorization": f"Bearer {token}"}
        assert room.running.http.post(f"/api/v1/tables/{room.table}/{act}", json={}, headers=headers).status_code in (
            400,
            401,
        )
    with pytest.raises(Exception, match=r"401|403|rejected"):
        Guest(room.running, "reader-1", token).page().do("deal", room.table)


def _filled(path: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        path = path.replace(f"{{{name}}}", value)
    return path.replace("{act}", "deal").replace("{", "").replace("}", "")


def test_no_other_token_reports(room: Room) -> None:
    token = room.pair("reader")
    secret, device, table = token.split(".")
    wrong = (
        f"{'0' * 64}.{device}.{table}",
        f"{secret}.{device}.999",
        f"{secret}.{device}",
        secret,
        f"{secret}.other.{table}",
        room["sue"].token,
        "x",
    )
    for other in wrong:
        assert room.report(other, "fault", {"fault": "x"}, device=device).status_code == 401, other
    cookie = {"Cookie": f"houseway={token}"}
    path = f"/api/v1/devices/{device}/heartbeat"
    assert room.running.http.post(path, json={}, headers=cookie).status_code == 401
    assert room.running.http.post(path, json={}).status_code == 401
    assert "device lost" not in room.kinds()


def test_a_token_reports_for_its_own_table_kind_and_round(room: Room) -> None:
    reader = room.pair("reader")
    assert f"is paired with table {room.table}" in room.report(reader, "heartbeat", {"table": "999"}).text
    assert room.report(reader, "sensed", {"seats": [1]}).status_code == 409
    room.wager()
    room.deal()
    assert "it is round 1" in room.report(reader, "read", {"lights": ["red"], "round": 7}).text
    wrong: tuple[dict[str, object], ...] = (
        {"lights": ["green"]},
        {"lights": []},
        {"cards": ["Xx"]},
        {},
        {"surprise": 1},
    )
    for body in wrong:
        assert room.report(reader, "read", body).status_code == 400, body
    assert "dealer read" not in room.kinds()


def test_an_unpaired_device_is_out_at_once(room: Room) -> None:
    reader = room.pair("reader")
    body = {"device": "reader-1", "reason": "broken"}
    assert room.act("dan", "unpair", **body).status_code == 403
    assert room.act("sue", "unpair", **body, second=SECOND).status_code == 200
    assert room.report(reader, "heartbeat").status_code == 401
    again = room.pair("reader")
    assert room.report(reader, "heartbeat").status_code == 401
    assert room.report(again, "heartbeat").status_code == 200


def test_what_a_reader_read_is_in_no_answer_while_it_is_hidden(room: Room) -> None:
    reader = room.pair("reader")
    room.wager()
    room.deal()
    answer = room.report(reader, "read", {"cards": ["7c"]})
    seen = [answer.text, json.dumps(room.view()), room["dan"].get(f"/tables/{room.table}").text]
    assert not any('"7c"' in text for text in seen)
    assert '"7c"' not in str([event.text for event in room.running.services.floor.log.read(f"table/{room.table}")])


def test_a_device_cannot_flood_the_log() -> None:
    limits = replace(GENEROUS, reports=Rate(0.001, 5))
    with quick_room(limits=limits) as room:
        spots = room.pair("spots")
        codes = [room.report(spots, "sensed", {"seats": [number % 2 + 1]}).status_code for number in range(20)]
        assert codes == [200] * 5 + [429] * 15
        assert room.kinds().count("wagers sensed") == 5


def test_tokens_are_not_taken_over_plain_http_from_elsewhere() -> None:
    with serving(database="memory:", practice=False, host="0.0.0.0") as running:  # noqa: S104  # not reached
        headers = {"Authorization": f"Bearer {'0' * 64}.r.1"}
        answer = running.http.post("/api/v1/devices/r/heartbeat", json={}, headers=headers)
        assert answer.status_code == 403
        assert "needs TLS" in answer.text


# ---- heartbeats in memory


def test_processes_tell_one_another_of_heartbeats(tmp_path: Path) -> None:
    now = [datetime(2026, 11, 16, 12, tzinfo=UTC)]
    one, other, alone = (Heartbeats(lambda: now[0], folder) for folder in (tmp_path, tmp_path, None))
    for heartbeats in (one, other, alone):
        assert heartbeats.silent_seconds("d") == 0  # from when it was first asked for
    now[0] += timedelta(seconds=5)
    one.beat("d")
    assert [heartbeats.silent_seconds("d") for heartbeats in (one, other, alone)] == [0, 0, 5]


# ---- simulated devices


def simulation(room: Room, *tokens: str, mistake: str = "") -> Simulation:
    return Simulation(f"http://{room.running.address}", tokens, seed=1, mistake=mistake)


def test_simulated_devices_play_a_round(room: Room) -> None:
    devices = simulation(room, room.pair("reader"), room.pair("spots"))
    assert devices.step() == []
    room.wager(progressive=1)
    assert [line["seats"] for line in devices.step()] == [[2]]
    assert room.deal().status_code == 200
    (line,) = devices.step()
    assert devices.step() == []
    assert room.enter(["2h", str(line["cards"])]).status_code == 200
    assert devices.finished == 0
    room.act("sue", "void", reason="misdeal", second={"person": "sam", "password": PASSWORD})
    devices.step()
    assert devices.finished == 1


@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        ("count", "senses a jackpot wager at seats 1, 2, and seat 2 had it entered"),
        ("light", "and the cards that were entered show"),
        ("fault", "cannot be relied on (simulated fault)"),
    ],
)
def test_a_simulated_mistake_stops_the_table(room: Room, mistake: str, words: str) -> None:
    devices = simulation(room, room.pair("reader"), room.pair("spots"), mistake=mistake)
    room.wager(progressive=1)
    lines = devices.step()
    refused = room.deal()
    if mistake == "light":
        assert refused.status_code == 200
        (line,) = devices.step()
        refused = room.enter(["2h", str(line["cards"])])
    assert refused.status_code == 409
    assert words in refused.json()["detail"]
    if mistake == "fault":
        for _ in range(MISTAKE_STEPS):
            lines = devices.step()
        assert [line["fault"] for line in lines] == ["none", "none"]
        assert room.deal().status_code == 200


def test_a_silent_simulation_says_nothing_for_a_while(room: Room) -> None:
    devices = simulation(room, room.pair("spots"), mistake="silence")
    assert devices.step()[0]["silent"] == MISTAKE_STEPS
    room.wager(progressive=1)
    assert [devices.step() for _ in range(MISTAKE_STEPS)] == [[]] * MISTAKE_STEPS
    assert [line["seats"] for line in devices.step()] == [[2]]


def test_a_simulation_says_what_is_wrong_in_a_line(room: Room) -> None:
    with pytest.raises(NotAllowedNow, match="401: this token is no paired device's"):
        simulation(room, f"{'0' * 64}.r.1").step()
    with pytest.raises(HousewayError, match="url: no answer from http"):
        Simulation("http://127.0.0.1:1", ["a.b.c"]).step()
    with pytest.raises(HousewayError, match="mistake: must be count, light"):
        simulation(room, "a.b.c", mistake="loud")


# ---- commands


def test_a_command_pairs_a_device_and_another_plays_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with quick_room(database=str(tmp_path / "house.db")) as room:
        words = ["device", "pair", "1", "spots-1", "spots", "--db", str(tmp_path / "house.db"), "--json"]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HOUSEWAY_PASSWORD", PASSWORD)
            patch.setenv("HOUSEWAY_SECOND_PASSWORD", PASSWORD)
            assert run([*words, "--as", "sue"]) == 2
            assert run([*words, "--as", "sue", "--second", "dan"]) == 0
        token = json.loads(capsys.readouterr().out.splitlines()[-1])["token"]
        assert room.soon(lambda view: "devices" in view)
        assert room.report(token, "heartbeat").status_code == 200
        room.wager(progressive=1)
        at = ["device", "simulate", "--url", f"http://{room.running.address}", "--token", token, "--every", "0.05"]
        played = threading.Thread(target=run, args=([*at, "--rounds", "1", "--json"],))
        played.start()
        assert room.soon(lambda view: view["devices"]["sensed"] == [2])
        assert room.deal().status_code == 200
        room.act("sue", "void", reason="misdeal", second={"person": "sam", "password": PASSWORD})
        played.join(20)
        assert not played.is_alive()
