"""Private practice tables: their links, what they open, and what opens nothing."""

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.web.coach.coach import MOST_LOOKED_BACK
from web.serving import STAKES, Guest, Page, Running, serving, whole_decisions

GAME = "flush-poker"


def own_table(owner: Guest) -> str:
    """A private table without house players, where its owner has seat 1."""
    table: str = owner.post("/tables", {"game": GAME, "house_players": False}).json()["table"]
    assert owner.post(f"/tables/{table}/join", {"seat": 1}).status_code == 200
    return table


def links(owner: Guest, table: str) -> dict[str, Any]:
    answer = owner.get(f"/invitations/{table}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def wait_for(found: Callable[[], object]) -> None:
    """Wait until there is something."""
    end = time.monotonic() + 30
    while not found():
        assert time.monotonic() < end


def token(address: str) -> str:
    return address.rpartition("=")[2]


def play_round(page: Page, table: str) -> int:
    """A round of seat 1, who plays alone."""
    page.do("watch", table)
    page.do("wager", table, seat=1, wagers=STAKES[GAME])
    view = page.view(table, lambda view: bool(view["choices"] or view["settled"]))
    while view["choices"]:
        page.do("decide", table, seat=1, round=view["round"], decision=whole_decisions(view)[-1])
        view = page.view(table, lambda view: bool(view["choices"] or view["settled"]))
    return int(view["settled"]["round"])


def test_without_its_link_a_private_table_is_not_there(practice: Running) -> None:
    owner, stranger = practice.guest(), practice.guest()
    table = own_table(owner)
    missing = stranger.get("/tables/no-such-table").json()
    for answer in (
        stranger.get(f"/tables/{table}"),
        stranger.get(f"/invitations/{table}"),
        stranger.post(f"/invitations/{table}"),
        stranger.post(f"/tables/{table}/join", {"seat": 2}),
        stranger.post(f"/tables/{table}/tick"),
        stranger.get(f"/tables/{table}?invite={'A' * 32}"),
        practice.http.get(f"/api/v1/tables/{table}"),
    ):
        assert (answer.status_code, answer.json()["detail"]) == (404, missing["detail"])
    assert practice.http.get(f"/tables/{table}", headers={"Accept": "text/html"}).status_code == 404
    jackpot = practice.services.floor.tables[table].jackpot
    assert jackpot is not None
    for path in (f"/jackpots/{jackpot.name}", f"/jackpots/{jackpot.name}/sign", f"/tables/{table}/sign"):
        assert stranger.get(path).status_code == 404, path
    assert table not in stranger.get("/tables").text
    with stranger.page() as page:
        for act in ("watch", "join", "coach", "pace", "tick"):
            assert page.ask(act, table, seat=2)["problem"]["status"] == 404, act
    assert owner.get(f"/tables/{table}").status_code == 200


def test_whoever_has_the_link_may_sit_down(practice: Running) -> None:
    owner, friend = practice.guest(), practice.guest()
    table = own_table(owner)
    address = links(owner, table)["sit"]
    assert re.fullmatch(rf"/tables/{table}\?invite=[\w-]{{32}}", address)
    assert practice.http.get(address, headers=friend.headers).status_code == 200
    assert friend.get(address).json()["private"] is True
    with friend.page() as page:
        page.do("watch", table, invite=token(address))
        page.do("join", table, seat=2)
        assert page.view(table, lambda view: view["you"] is not None)["you"]["seat"] == 2
    assert friend.get(f"/tables/{table}?seat=2").status_code == 200  # a seat needs no link
    assert table not in friend.get("/tables").text


def test_a_link_for_looking_on_seats_nobody(practice: Running) -> None:
    owner, friend = practice.guest(), practice.guest()
    table = own_table(owner)
    address = links(owner, table)["watch"]
    look = token(address)
    found = friend.get(f"/invitations/{table}?invite={look}").json()
    assert found == {"sit": None, "watch": address, "renewable": False}
    assert practice.http.get(address, headers=friend.headers).status_code == 200
    assert friend.post(f"/tables/{table}/join?invite={look}", {"seat": 2}).status_code == 403
    with friend.page() as page:
        page.do("watch", table, invite=look)
        assert page.ask("join", table, seat=2)["problem"]["status"] == 403
        assert page.view(table, bool)["you"] is None


def test_the_owner_renews_the_invitation(practice: Running) -> None:
    owner, friend, other = practice.guest(), practice.guest(), practice.guest()
    table = own_table(owner)
    before = links(owner, table)
    with friend.page() as looking, other.page() as seated:
        looking.do("watch", table, invite=token(before["watch"]))
        seated.do("watch", table, invite=token(before["sit"]))
        seated.do("join", table, seat=2)
        assert other.post(f"/invitations/{table}").status_code == 403
        after = owner.post(f"/invitations/{table}").json()
        assert after["sit"] != before["sit"]
        assert after["watch"] != before["watch"]
        looking.until(lambda: any('"closed"' in text for text in looking.told))
        assert not any('"closed"' in text for text in seated.told)
        for old in before["sit"], before["watch"]:
            assert friend.get(f"/tables/{table}?invite={token(old)}").status_code == 404
        assert looking.ask("watch", table, invite=token(before["sit"]))["problem"]["status"] == 404
        looking.do("watch", table, invite=token(after["watch"]))
        assert other.get(f"/tables/{table}?seat=2").status_code == 200


def test_a_token_of_one_table_opens_no_other(practice: Running) -> None:
    owner, friend = practice.guest(), practice.guest()
    one, other = own_table(owner), owner.post("/tables", {"game": GAME}, key="second").json()["table"]
    assert one != other
    for address in links(owner, one)["sit"], links(owner, one)["watch"]:
        assert friend.get(f"/tables/{other}?invite={token(address)}").status_code == 404
        assert friend.get(f"/tables/{one}?invite={token(address)[:-1]}").status_code == 404


def test_a_public_table_has_links_without_a_token(practice: Running) -> None:
    guest = practice.guest()
    assert links(guest, GAME) == {"sit": f"/tables/{GAME}", "watch": f"/tables/{GAME}?watch", "renewable": False}
    assert guest.post(f"/invitations/{GAME}").status_code == 403


# ---- a finished round


@pytest.fixture
def finished(practice: Running) -> Iterator[tuple[Guest, str, int]]:
    owner = practice.guest()
    table = own_table(owner)
    with owner.page() as page:
        yield owner, table, play_round(page, table)


def shared_address(practice: Running, owner: Guest, table: str, number: int) -> str:
    """The address that the page of a round gives away."""
    text = practice.http.get(f"/rounds/{table}/{number}", headers=owner.headers).text
    found = re.search(r'"address":"([^"]+)"', text)
    assert found
    return found[1]


def test_a_private_round_is_for_its_players_and_whoever_has_its_link(
    practice: Running, finished: tuple[Guest, str, int]
) -> None:
    owner, table, number = finished
    stranger = practice.guest()
    for path in "", "/record", "/values":
        assert stranger.get(f"/rounds/{table}/{number}{path}").status_code == 404
        assert owner.get(f"/rounds/{table}/{number}{path}").status_code == 200
    assert practice.http.get(f"/rounds/{table}/{number}").status_code == 404
    share = token(shared_address(practice, owner, table, number))
    for path in "", "/record", "/values":
        assert stranger.get(f"/rounds/{table}/{number}{path}?share={share}").status_code == 200
    assert practice.http.get(f"/rounds/{table}/{number}?share={share}").status_code == 200
    assert stranger.get(f"/tables/{table}?invite={share}").status_code == 404
    with owner.page() as page:
        following = play_round(page, table)
    assert stranger.get(f"/rounds/{table}/{following}?share={share}").status_code == 404
    for link in links(owner, table).values():
        if isinstance(link, str):
            assert stranger.get(f"/rounds/{table}/{number}?share={token(link)}").status_code == 404


def test_a_shared_round_names_nobody(practice: Running, finished: tuple[Guest, str, int]) -> None:
    owner, table, number = finished
    address = shared_address(practice, owner, table, number)
    page = practice.http.get(address, headers={"Accept": "text/html"})
    answer = practice.guest().get(address)
    for text in page.text, answer.text, practice.guest().get(f"/rounds/{table}/{number}/record?{address[-38:]}").text:
        assert owner.person not in text
        assert "purse" not in text
    assert answer.json()["you"] is None
    mine = owner.get(f"/rounds/{table}/{number}")
    assert mine.json()["you"] == 1
    assert owner.person not in mine.text


def test_a_round_of_a_public_table_names_nobody(practice: Running) -> None:
    guest = practice.guest()
    with guest.page() as page:
        page.do("join", GAME, seat=1)
        number = play_round(page, GAME)
    for text in guest.get(f"/rounds/{GAME}/{number}").text, practice.http.get(f"/rounds/{GAME}/{number}").text:
        assert guest.person not in text.replace(f'"person":"{guest.person}"', "")
        assert "house-" not in text


def test_every_decision_of_a_round_is_weighed(finished: tuple[Guest, str, int]) -> None:
    owner, table, number = finished
    found = owner.get(f"/rounds/{table}/{number}/values").json()
    steps = [step for step in owner.get(f"/rounds/{table}/{number}").json()["replay"] if step["seat"]]
    assert not found["waiting"]
    assert (
        [(one["seat"], one["index"]) for one in found["decisions"]]
        == [(1, 0)]
        == [(step["seat"], at) for at, step in enumerate(steps)]
    )
    (one,) = found["decisions"]
    values = {decision: value["ev"] for decision, value in one["values"].items()}
    assert values[one["best"]] == max(values.values())
    unit = 10
    assert float(one["cost"]) == pytest.approx(unit * (values[one["best"]] - values[one["decision"]]), abs=0.005)


def test_links_outlive_the_server(tmp_path: Path) -> None:
    file = str(tmp_path / "practice.db")
    with serving(database=file) as running:
        owner = running.guest()
        table = own_table(owner)
        owner.post(f"/invitations/{table}")
        before = links(owner, table)
    with serving(database=file) as running:
        assert running.guest().get(f"/tables/{table}?invite={token(before['sit'])}").status_code == 200


def test_the_server_stops_although_somebody_waits_for_the_values_of_a_round(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as threads:
        with serving(database=str(tmp_path / "practice.db")) as running:
            owner = running.guest()
            table = own_table(owner)
            with owner.page() as page:
                number = play_round(page, table)
            address = f"http://{running.address}/api/v1/rounds/{table}/{number}/values"
            asked = [threads.submit(httpx.get, address, headers=owner.headers, timeout=30) for _ in range(4)]
            wait_for(lambda: running.services.coach._looking_back)
        assert {one.result().status_code for one in asked} == {200}


def test_only_so_many_rounds_are_weighed_at_once(practice: Running, finished: tuple[Guest, str, int]) -> None:
    owner, table, number = finished
    coach = practice.services.coach
    waiting: set[Future[None]] = {Future() for _ in range(MOST_LOOKED_BACK)}
    coach._looking_back |= waiting  # type: ignore[arg-type]
    assert owner.get(f"/rounds/{table}/{number}/values").status_code == 429
    coach._looking_back -= waiting
    assert owner.get(f"/rounds/{table}/{number}/values").status_code == 200
