"""The HTTP API: games, records, rounds with their proof, jackpots, pages and files."""

import json
import re
from typing import Any

import httpx
import pytest

from houseway.cards.card import card_texts
from houseway.games import game_named, game_names, letter_of
from houseway.house.tables.shuffle import deck_order, fresh_cards, require_committed_seed
from web.serving import STAKES, Guest, Running, serving, whole_decisions

RECORD = {
    "game": "down-under-holdem",
    "options": {"trips-or-better": 2},
    "dealer": ["9h", "2c"],
    "board": ["Kd", "7s", "7c", "2d", "Jh"],
    "seats": [
        {
            "seat": 1,
            "cards": ["Ah", "Kh"],
            "wagers": {"ante": 10, "bet": 10, "trips-or-better": 5},
            "decisions": ["play 3x"],
        }
    ],
}


def _play(guest: Guest, table: str) -> int:
    """A whole round over HTTP; its number."""
    guest.post(f"/tables/{table}/join", {"seat": 1})
    wagers = {"seat": 1, "wagers": STAKES[guest.get(f"/tables/{table}").json()["game"]]}
    assert guest.post(f"/tables/{table}/wager", wagers, key=f"w-{guest.person}").status_code == 200
    number = 0
    while True:
        view: dict[str, Any] = guest.get(f"/tables/{table}?seat=1").json()
        number = max(number, int(view["round"]))
        if view["turn"] == 1:
            assert guest.get(f"/rounds/{table}/{number}").status_code == 404
            body = {"seat": 1, "round": number, "decision": whole_decisions(view)[0]}
            assert guest.post(f"/tables/{table}/decide", body).status_code == 200
        elif view["settled"] and not any(seat["wagers"] for seat in view["seats"]):
            guest.post(f"/tables/{table}/leave", {"seat": 1})
            return number


def test_the_games_and_each_letter(practice: Running) -> None:
    rows = practice.http.get("/api/v1/games").json()
    assert [row["game"] for row in rows] == list(game_names())
    for row in rows:
        letter = practice.http.get(f"/api/v1/games/{row['game']}").json()
        assert [one["clause"] for one in letter["clauses"]] == [one.clause for one in letter_of(row["game"]).clauses]
        assert letter["options"]
        assert letter["paytables"]
        assert letter["layout"]["spots"]
    assert practice.http.get("/api/v1/games/poker").status_code == 404


def test_settle_and_evaluate_answer_as_the_commands(practice: Running) -> None:
    settled = practice.http.post("/api/v1/settle", json=RECORD).json()
    assert settled["seats"][0]["net"] == "35.00"
    wrong = practice.http.post("/api/v1/settle", json={**RECORD, "dealer": ["9h", "9h"]})
    assert wrong.status_code == 400
    hand = practice.http.post("/api/v1/evaluate", json={"cards": ["Ah", "Kh", "Kd", "7s", "7c"], "as": "poker"}).json()
    assert hand["hand"] == "two pair, kings and sevens"
    wrong = practice.http.post("/api/v1/evaluate", json={"cards": ["Ah"], "as": "bridge"}).json()
    assert (wrong["status"], wrong["field"]) == (400, "as")  # over HTTP a field has its plain name


def test_a_finished_round_tells_all_and_its_shuffle_is_derived_again(practice: Running) -> None:
    guest = practice.guest()
    number = _play(guest, "premium-holdem")
    found = guest.get(f"/rounds/premium-holdem/{number}").json()
    proof = found["proof"]
    require_committed_seed(proof["seed"], proof["commitment"])
    game = game_named("premium-holdem", found["options"])
    values = [(seat, value) for seat, value in proof["values"]]
    order = deck_order(fresh_cards(game), proof["seed"], table="premium-holdem", deck=proof["deck"], values=values)
    dealt = {card["card"] for card in found["cards"]}
    assert dealt <= set(card_texts(order[: len(dealt) + 4]))
    assert all(line["rule"] for seat in found["settlement"]["seats"] for line in seat["wagers"])
    page = practice.http.get(f"/rounds/premium-holdem/{number}", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert practice.http.get("/api/v1/rounds/premium-holdem/999999").status_code == 404


def test_an_idempotency_key_counts_once(practice: Running) -> None:
    guest = practice.guest()
    one = guest.post("/tables/flush-poker/join", {"seat": 3}, key="k1")
    again = guest.post("/tables/flush-poker/join", {"seat": 3}, key="k1")
    assert one.json() == again.json()
    assert guest.post("/tables/flush-poker/join", {"seat": 5}, key="k1").status_code in (400, 409)
    assert guest.post("/tables/flush-poker/leave", {"seat": 3}).status_code == 200


def test_jackpots_of_both_kinds(practice: Running) -> None:
    rows = practice.http.get("/api/v1/jackpots").json()
    assert {row["kind"] for row in rows} == {"progressive", "house"}
    screen = practice.http.get(f"/api/v1/jackpots/{rows[0]['jackpot']}").json()
    assert screen["jackpot"] == rows[0]["jackpot"]
    assert practice.http.get("/api/v1/jackpots/none").status_code == 404


def test_the_demonstration_has_a_table_of_each_game_with_seat_1_free() -> None:
    with serving(database="memory:") as untouched:
        rows = {row["table"]: row for row in untouched.http.get("/api/v1/tables").json()}
    for name in game_names():
        assert rows[name]["game"] == name
        assert 1 in rows[name]["free"]
        assert any(player["house"] for player in rows[name]["players"])


def test_a_purse_is_filled_again(practice: Running) -> None:
    guest = practice.guest()
    assert guest.get("/session").json()["balance"] == "1000.00"
    with guest.page() as page:
        page.do("watch", "flush-poker")
        page.do("join", "flush-poker", seat=5)
        page.do("wager", "flush-poker", seat=5, wagers={"bet": 100})
        page.do("leave", "flush-poker", seat=5)
    assert guest.post("/me/chips").json()["balance"] == "1000.00"
    assert guest.post("/me/chips?staked=1000.00").json()["balance"] == "2000.00"
    assert guest.post("/me/chips?staked=900000.00").json()["balance"] == "6000.00"
    assert guest.post("/me/chips?staked=much").status_code == 400


def test_a_record_is_settled_again_as_it_was(practice: Running) -> None:
    guest = practice.guest()
    with guest.page() as page:
        page.do("watch", "flush-poker")
        page.do("join", "flush-poker", seat=3)
        number = page.views["flush-poker"]["view"]["round"] + 1
        page.do("wager", "flush-poker", seat=3, wagers={"bet": 10})
        page.view("flush-poker", lambda view: view["turn"] == 3)
        page.do("decide", "flush-poker", seat=3, round=number, decision="raise 1x")
        page.view("flush-poker", lambda view: bool(view["settled"]) and view["settled"]["round"] == number)
        page.do("leave", "flush-poker", seat=3)
    whole = guest.get(f"/rounds/flush-poker/{number}").json()
    record = guest.get(f"/rounds/flush-poker/{number}/record").json()
    assert record == whole["record"]
    assert [step["say"] for step in whole["replay"]][-1] == "The hands are compared, and every wager is settled."
    again = practice.http.post("/api/v1/settle", json=record).json()  # as `houseway settle` reads it
    assert [seat["net"] for seat in again["seats"]] == [seat["net"] for seat in whole["settlement"]["seats"]]
    assert guest.get(f"/rounds/flush-poker/{number + 1}/record").status_code == 404


def test_a_page_that_is_opened_again_knows_what_happened(practice: Running) -> None:
    guest = practice.guest()
    with guest.page() as page:
        page.do("join", "premium-holdem", seat=5)
        page.do("leave", "premium-holdem", seat=5)
    text = practice.http.get("/tables/premium-holdem", headers=guest.headers).text
    assert "sits down on seat 5." in text
    assert "leaves the table." in text


def test_dealer_errors_are_found_once(practice: Running) -> None:
    guest = practice.guest()
    asked = guest.get("/drills/dealer-errors").json()["positions"][0]
    true = practice.http.post("/api/v1/settle", json=asked["record"]).json()
    wrong = [
        {"seat": seat["seat"], "wager": line["wager"], "hand": line.get("hand")}
        for seat, real in zip(asked["settlement"]["seats"], true["seats"], strict=True)
        for line, other in zip(seat["wagers"], real["wagers"], strict=True)
        if line["returned"] != other["returned"]
    ]
    assert len(wrong) == 1
    answer = guest.post("/drills/dealer-errors", {"id": asked["id"], "answer": wrong[0]}).json()
    assert answer["right"] is True
    assert answer["score"] == {"asked": 1, "right": 1, "streak": 1, "best": 1}
    assert guest.post("/drills/dealer-errors", {"id": asked["id"], "answer": wrong[0]}).status_code == 404


def test_openapi_describes_every_call_without_another_site(practice: Running) -> None:
    text = practice.http.get("/api/v1/openapi.json").text
    paths = json.loads(text)["paths"]
    for path in ("session", "games", "settle", "evaluate", "advise", "tables", "jackpots", "jobs", "people", "site"):
        assert any(one.startswith(f"/api/v1/{path}") for one in paths), path
    assert "/api/v1/tables/{table}/{act}" in paths


@pytest.mark.parametrize("path", ["/", "/docs", "/docs/flush-poker", "/new/flush-poker", "/me", "/drill/flush-poker"])
def test_pages_need_no_other_site_and_weigh_little(practice: Running, path: str) -> None:
    page = practice.http.get(path, headers={"Accept": "text/html"})
    assert page.status_code == 200, page.text
    assert "practice" in page.text.lower()
    assert not re.search(r'(src|href)="(https?:)?//', page.text)
    files = set(re.findall(r'(?:src|href)="(/static/[^"?]+)', page.text))
    weight = len(page.content)
    for file in files:
        answer = practice.http.get(file)
        assert answer.status_code == 200, file
        weight += int(answer.headers["content-length"])
    assert weight < 200_000


def test_play_sits_a_newcomer_down(practice: Running) -> None:
    with httpx.Client(base_url=practice.http.base_url, headers={"Accept": "text/html"}) as browser:
        answer = browser.get("/play/premium-holdem")
        assert answer.status_code == 303
        page = browser.get(answer.headers["location"])
    assert page.status_code == 200
    assert '"you":{"seat":' in page.text


def test_a_file_that_is_known_is_not_sent_again(practice: Running) -> None:
    first = practice.http.get("/static/base.css")
    again = practice.http.get("/static/base.css", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert practice.http.get("/static/../app.py").status_code == 404
    assert practice.http.get("/static/%2e%2e/app.py").status_code == 404


def test_health_and_metrics(practice: Running) -> None:
    assert practice.http.get("/healthz").text == "ok\n"
    assert "houseway_acts_total" in practice.http.get("/metrics").text
