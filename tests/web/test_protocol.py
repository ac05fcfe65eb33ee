"""The live link: what a page says, what it is told, and what is refused."""

from functools import partial
from typing import Any

import pytest
from websockets.sync.client import connect

from web.serving import STAKES, Page, Running, whole_decisions


def _deal(page: Page, table: str, seat: int = 1) -> dict[str, Any]:
    """Sit down, wager, and wait for a turn; a round that is over at once is followed by another."""
    page.do("watch", table)
    page.do("join", table, seat=seat)
    return _again(page, table, seat)


def _again(page: Page, table: str, seat: int = 1) -> dict[str, Any]:
    while True:
        past: int = page.views[table]["view"]["round"]
        page.do("wager", table, seat=seat, wagers=STAKES[page.views[table]["view"]["game"]])
        view = page.view(table, partial(_turn_or_over, seat, past))
        if view["turn"] == seat:
            return view


def _turn_or_over(seat: int, past: int, view: dict[str, Any]) -> bool:
    return bool(view["turn"] == seat or (view["phase"] == "wagers" and view["round"] > past))


def test_hello_names_the_build_and_who_it_is(practice: Running) -> None:
    guest = practice.guest()
    with guest.page() as page:
        assert page.hello["person"] == guest.person
        assert page.hello["build"] == practice.services.build
    with Page(practice) as nobody:
        assert nobody.hello["person"] is None


def test_a_token_may_be_the_first_message(practice: Running) -> None:
    guest = practice.guest()
    with Page(practice) as page:
        page.socket.send(f'{{"token": "{guest.token}"}}')
        page.until(lambda: f'"person":"{guest.person}"' in page.told[-1])
        page.socket.send('{"id": "t", "token": "wrong"}')
        assert page.until(lambda: page.answers.pop("t", None))["problem"]["status"] == 401


@pytest.mark.parametrize("game", STAKES)
def test_a_whole_round_of_each_game(practice: Running, game: str) -> None:
    guest = practice.guest()
    with guest.page() as page:
        view = _deal(page, game)
        number = view["round"]
        assert view["you"]["seat"] == 1
        assert view["seats"][0]["cards"]
        assert "??" in view["dealer"] or all(card[0] in "TJQKA" for card in view["dealer"])  # two golds are exposed
        while view["turn"] == 1 and view["round"] == number:
            before = view["number"]
            page.do("decide", game, seat=1, round=number, decision=whole_decisions(view)[-1])
            view = page.view(game, lambda one, past=before: one["number"] > past and one["turn"] in (1, None))  # type: ignore[misc]
        settled = page.view(game, lambda one: one["settled"] is not None)["settled"]
        assert settled["round"] == number
        own = settled["settlement"]["seats"][0]
        assert own["seat"] == 1
        assert all(line["rule"] for line in own["wagers"])
        page.do("leave", game, seat=1)


def test_the_answer_comes_after_the_commit_and_steps_tell_what_happened(practice: Running) -> None:
    guest = practice.guest()
    with guest.page() as page:
        page.do("watch", "flush-poker")
        number = page.do("join", "flush-poker", seat=1)
        stream = list(practice.services.floor.log.read("table/flush-poker", number, number))
        assert [event.kind for event in stream] == ["joined"]
        message = page.until(lambda: page.views["flush-poker"]["number"] >= number and page.views["flush-poker"])
        assert {"number": number, "kind": "joined", "seat": 1, "player": guest.person}.items() <= message["steps"][
            -1
        ].items()
        assert message["steps"][-1]["say"]
        page.do("leave", "flush-poker", seat=1)


def test_a_request_that_is_sent_again_counts_once_and_is_answered_as_the_first_time(practice: Running) -> None:
    guest = practice.guest()
    with guest.page() as page:
        page.do("watch", "premium-holdem")
        joined = page.do("join", "premium-holdem", seat=1, id="same")
        assert page.do("join", "premium-holdem", seat=1, id="same") == joined
        left = page.do("leave", "premium-holdem", seat=1, id="gone")
        assert page.do("leave", "premium-holdem", seat=1, id="gone") == left
    with guest.page() as page:  # after a lost connection
        assert page.do("join", "premium-holdem", seat=1, id="same") == joined
        view = practice.guest().get("/tables/premium-holdem").json()
        assert guest.person not in [seat["player"] for seat in view["seats"]]


def test_request_ids_are_each_persons_own(practice: Running) -> None:
    one, other = practice.guest(), practice.guest()
    with one.page() as first, other.page() as second:
        first.do("join", "down-under-holdem", seat=1, id="mine")
        second.do("join", "down-under-holdem", seat=3, id="mine")
        first.do("leave", "down-under-holdem", seat=1)
        second.do("leave", "down-under-holdem", seat=3)


def test_nobody_acts_for_another_ones_seat(practice: Running) -> None:
    one, other = practice.guest(), practice.guest()
    with one.page() as first, other.page() as second:
        view = _deal(first, "down-under-holdem")
        for do, more in (
            ("decide", {"round": view["round"], "decision": "check"}),
            ("leave", {}),
            ("wager", {"wagers": STAKES["down-under-holdem"]}),
        ):
            problem = second.ask(do, "down-under-holdem", seat=1, **more)["problem"]
            assert problem["status"] == 403, problem
        assert other.get("/tables/down-under-holdem?seat=1").status_code == 403
        first.do("leave", "down-under-holdem", seat=1)


def test_a_stale_decision_is_refused(practice: Running) -> None:
    with practice.guest().page() as page:
        view = _deal(page, "premium-holdem")
        problem = page.ask("decide", "premium-holdem", seat=1, round=view["round"] - 1 or 99, decision="check")[
            "problem"
        ]
        assert problem["status"] == 409
        assert page.ask("decide", "premium-holdem", seat=1, decision="check")["problem"]["field"] == "round"
        page.do("leave", "premium-holdem", seat=1)


def test_two_players_and_a_spectator_see_what_each_may(practice: Running) -> None:
    one, other = practice.guest(), practice.guest()
    with one.page() as first, other.page() as second, Page(practice) as spectator:
        for page, seat in ((first, 1), (second, 3)):
            page.do("watch", "flush-poker")
            page.do("join", "flush-poker", seat=seat)
        spectator.do("watch", "flush-poker")
        first.do("wager", "flush-poker", seat=1, wagers=STAKES["flush-poker"])
        second.do("wager", "flush-poker", seat=3, wagers=STAKES["flush-poker"])
        mine = first.view("flush-poker", lambda view: view["turn"] == 1)
        theirs = second.view("flush-poker", lambda view: view["turn"] == 1)
        public = spectator.view("flush-poker", lambda view: view["turn"] == 1)
        cards = {seat["seat"]: seat["cards"] for seat in mine["seats"]}
        assert "??" not in cards[1]
        assert set(cards[3]) == {"??"}
        assert set(theirs["seats"][0]["cards"]) == {"??"}
        assert all(set(seat["cards"]) <= {"??"} for seat in public["seats"])
        assert mine["choices"]
        assert not theirs["choices"]
        assert public["you"] is None
        for page, seat in ((first, 1), (second, 3)):
            page.do("leave", "flush-poker", seat=seat)


def test_the_view_is_what_http_answers(practice: Running) -> None:
    guest = practice.guest()
    with guest.page() as page:
        view = _deal(page, "wild-monkey-pai-gow")
        assert guest.get("/tables/wild-monkey-pai-gow?seat=1").json() == view
        settings = next(one["settings"] for one in view["choices"] if one["decision"] == "set")
        assert len(settings) == 21
        page.do("leave", "wild-monkey-pai-gow", seat=1)


def test_ping_unwatch_and_what_cannot_be_read(practice: Running) -> None:
    with practice.guest().page() as page:
        page.socket.send('{"do": "ping", "at": 123}')
        page.until(lambda: any('"pong":123' in text for text in page.told))
        assert page.ask("watch")["problem"]["field"] == "table"
        assert page.ask("watch", "no-such-table")["problem"]["status"] == 404
        page.socket.send('{"id": "x1", "do": "dance"}')
        assert page.until(lambda: page.answers.pop("x1", None))["problem"]["status"] == 400
        page.do("watch", "flush-poker")
        page.do("unwatch", "flush-poker")


def test_a_private_table_with_options_of_the_letter(practice: Running) -> None:
    guest = practice.guest()
    answer = guest.post("/tables", {"game": "down-under-blackjack", "options": {"decks": 2, "soft-17": "stand"}})
    assert answer.status_code == 201, answer.text
    name = answer.json()["table"]
    listed = [row["table"] for row in guest.get("/tables").json()]
    assert name in listed
    assert name not in [row["table"] for row in practice.guest().get("/tables").json()]
    with guest.page() as page:
        assert _deal(page, name)["game"] == "down-under-blackjack"
    refused = guest.post("/tables", {"game": "down-under-blackjack", "options": {"decks": 2, "match-the-dealer": "6"}})
    assert refused.status_code == 422
    assert refused.json()["detail"]
    assert refused.json()["field"]


def test_the_same_request_opens_one_private_table(practice: Running) -> None:
    one, other = practice.guest(), practice.guest()
    body = {"game": "flush-poker", "options": {}}
    names = [guest.post("/tables", body, key="open").json()["table"] for guest in (one, one, other)]
    assert names[0] == names[1] != names[2]
    assert one.post("/tables", body).json()["table"] not in names


def test_who_is_not_signed_in_looks_on_only(practice: Running) -> None:
    with Page(practice) as page:
        page.do("watch", "premium-holdem")
        assert page.ask("join", "premium-holdem", seat=1)["problem"]["status"] == 401


def test_deal_leaves_out_who_has_not_wagered(practice: Running) -> None:
    one, other = practice.guest(), practice.guest()
    with one.page() as first, other.page() as second:
        for page, seat in ((first, 1), (second, 3)):
            page.do("watch", "premium-holdem")
            page.do("join", "premium-holdem", seat=seat)
        assert first.ask("deal", "premium-holdem")["problem"]["status"] == 409
        first.do("wager", "premium-holdem", seat=1, wagers=STAKES["premium-holdem"])
        first.do("deal", "premium-holdem")
        view = first.view("premium-holdem", lambda one: one["turn"] == 1)
        assert [seat["in_round"] for seat in view["seats"] if seat["seat"] in (1, 3)] == [True, False]
        for page, seat in ((first, 1), (second, 3)):
            page.do("leave", "premium-holdem", seat=seat)


def test_jackpots_are_told_on_the_link(practice: Running) -> None:
    with connect(f"ws://{practice.address}/api/v1/live") as socket:
        texts = [str(socket.recv(timeout=20)) for _ in range(3)]
    assert any('"jackpot":"flush-poker-jackpot"' in text and '"meter":"1' in text for text in texts)
