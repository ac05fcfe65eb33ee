"""Signs on the wall: what a screen without sign-in gets of a room, and nothing else."""

import json
from collections.abc import Iterator

import httpx
import pytest

from web.rooms import Room, quick_room
from web.serving import Page, Running


@pytest.fixture(scope="module")
def shared() -> Iterator[Room]:
    with quick_room() as room:
        yield room


@pytest.fixture
def room(shared: Room) -> Room:
    shared.open("flush-poker")
    return shared


def sign(room: Room, path: str = "") -> dict[str, object]:
    """What the jackpot's sign shows, asked for by nobody."""
    answer = httpx.get(f"http://{room.running.address}/api/v1/jackpots/jackpot-{room.table}/sign{path}")
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def test_a_sign_shows_meter_pays_and_notices_of_a_jackpot(room: Room) -> None:
    shown = sign(room)
    assert shown["wager"] == "1.00"
    assert shown["games"] == [{"title": "Flush Poker", "tables": [room.table]}]
    pays = shown["pays"]
    assert isinstance(pays, list)
    assert pays[0] == {"name": "7-card natural straight flush", "pays": "100%"}
    assert "After a 100% award it stands at $1,000.00." in str(shown["notices"])
    assert shown["state"] == {
        "jackpot": f"jackpot-{room.table}",
        "number": 2,
        "meter": "10000.00",
        "stopped": None,
        "tables": [room.table],
        "pending": [],
        "wins": [],
    }


def test_only_readers_of_reports_see_who_won_a_jackpot(room: Room) -> None:
    room.win()
    path = f"/jackpots/jackpot-{room.table}"
    everybody = httpx.get(f"http://{room.running.address}/api/v1{path}").json()
    assert [one["player"] for win in everybody["wins"] for one in win["awards"]] == [""]
    assert room["pat"].get(path).json() == everybody, "a player is no reader, not even of their own win"
    staff = room["sue"].get(path).json()
    assert [one["player"] for win in staff["wins"] for one in win["awards"]] == ["pat"]


def test_a_win_is_pending_until_two_people_have_verified_it_and_names_nobody(room: Room) -> None:
    held = room.win()
    state = sign(room)["state"]
    assert isinstance(state, dict)
    (pending,) = state["pending"]
    assert (pending["table"], state["wins"], state["meter"]) == (room.table, [], "1000.00")
    assert float(pending["amount"]) <= float(held)
    for name in ("sue", "sam"):
        assert room.act(name, "verify").status_code == 200
    state = sign(room)["state"]
    assert isinstance(state, dict)
    assert state["pending"] == []
    assert state["wins"] == [pending]
    page = httpx.get(f"http://{room.running.address}/sign/jackpot-{room.table}").text
    for text in (json.dumps(sign(room)), page):
        assert not any(f'"{name}"' in text for name in ("pat", "dan", "sue", "sam"))


def test_pending_wins_stand_in_their_order_and_the_last_ones_newest_first(shared: Room) -> None:
    tables = []
    for player in ("pat", "quin", "rae", "ray"):
        if player not in shared.people:
            shared.add(player, "player")
        shared.open("flush-poker", linked=True, player=player)
        shared.win(player)
        tables.append(shared.table)

    def told() -> tuple[list[str], list[str]]:
        address = f"http://{shared.running.address}/api/v1/jackpots/jackpot-1/sign"
        state = httpx.get(address).json()["state"]
        return [win["table"] for win in state["pending"]], [win["table"] for win in state["wins"]]

    assert told() == (tables, [])
    floor = shared["sue"].get("/floor").json()["jackpots"]
    assert next([win["table"] for win in one["pending"]] for one in floor if one["jackpot"] == "jackpot-1") == tables
    for table in tables[1:]:
        for name in ("sue", "sam"):
            assert shared[name].post(f"/tables/{table}/verify").status_code == 200
    assert told() == (tables[:1], tables[:0:-1])


def test_a_meter_is_told_to_every_sign_soon_after_the_wager(room: Room) -> None:
    with Page(room.running) as screen:
        room.act("pat", "wager", seat=2, wagers={"bet": 10, "jackpot": 1})
        room.deal()
        name = f"jackpot-{room.table}"
        screen.until(lambda: any(f'"{name}"' in text and '"10000.20"' in text for text in screen.told))


def test_a_table_shows_its_placard_and_limits(room: Room) -> None:
    answer = httpx.get(f"http://{room.running.address}/api/v1/tables/{room.table}/sign").json()
    assert answer["title"] == "Flush Poker"
    assert {"label": "Bet", "minimum": "$5.00", "maximum": "$100.00"} in answer["limits"]
    assert "A player may wager on at most 4 of the 5 games that are offered here." in answer["notices"]
    assert any("Employees do not play" in text for text in answer["rules"])
    room.act("sue", "close")
    closed = httpx.get(f"http://{room.running.address}/api/v1/tables/{room.table}/sign").json()
    assert (closed["title"], closed["limits"]) == ("", [])


def test_a_sign_is_a_page_without_cookie_or_person(room: Room) -> None:
    base = f"http://{room.running.address}"
    for path in (f"/sign/jackpot-{room.table}", f"/sign/table/{room.table}"):
        answer = httpx.get(base + path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    for path in ("/sign/nothing", "/sign/table/nothing"):
        assert httpx.get(base + path).status_code == 404


def test_practice_has_signs_too_and_they_make_nobody_a_guest(practice: Running) -> None:
    (first, *_) = practice.http.get("/api/v1/jackpots").json()
    for path in (f"/sign/{first['jackpot']}", "/sign/table/flush-poker"):
        answer = practice.http.get(path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
    assert "PRACTICE" in practice.http.get("/api/v1/tables/flush-poker/sign").text


# ---- attacks


def test_whoever_stands_before_a_sign_can_do_nothing(room: Room) -> None:
    """A screen in a room has no session: no act of any catalogue, over HTTP or its link, and no report."""
    base = f"http://{room.running.address}"
    schema = httpx.get(f"{base}/api/v1/openapi.json").json()
    for path, item in schema["paths"].items():
        for call in item.get("post", {}).get("parameters", ()):
            if call["name"] == "act":
                for act in call["schema"]["enum"]:
                    filled = path.replace("{act}", act).replace("{table}", room.table).replace("{name}", "x")
                    assert httpx.post(base + filled, json={}).status_code in (400, 401, 403), filled
    with Page(room.running) as screen:
        for act in ("deal", "join", "void", "verify", "manual"):
            problem = screen.ask(act, room.table)["problem"]
            assert problem["status"] in (400, 401), problem
    before = room.kinds()
    assert before == room.kinds()
    for path in ("/people", "/cage", "/audit/day", "/me/decisions"):
        assert httpx.get(f"{base}/api/v1{path}").status_code == 401


def test_a_name_on_a_sign_is_text_and_no_markup(room: Room) -> None:
    page = httpx.get(
        f"http://{room.running.address}/sign/%3Cscript%3Ealert(1)%3C%2Fscript%3E", headers={"Accept": "text/html"}
    )
    assert page.status_code == 404
    assert "<script>alert" not in page.text
