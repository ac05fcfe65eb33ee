"""Tables for training: every game is keyed in from what lies on the table, and nothing of it reaches anybody else."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.games import game_names
from houseway.house.records.deep_audit.walk import deep_audit
from web.rooms import quick_room
from web.serving import Guest, Running, serving

GAMES = tuple(game_names())
ROYAL = ["2h", "3h", "4h", "5h", "6h", "7h", "8h"]


class Trainee:
    """A guest who learns to deal a game."""

    def __init__(self, running: Running, game: str, guest: Guest | None = None) -> None:
        self.running = running
        self.guest = guest or running.guest()
        opened = self.guest.post("/training", {"game": game})
        assert opened.status_code == 200, opened.text
        self.table = str(opened.json()["table"])

    def act(self, act: str, **body: Any) -> httpx.Response:
        return self.guest.post(f"/tables/{self.table}/{act}", body)

    def done(self, act: str, **body: Any) -> None:
        answer = self.act(act, **body)
        assert answer.status_code == 200, answer.text

    def lies(self) -> dict[str, Any]:
        """What lies on the table."""
        shown: dict[str, Any] = self.guest.get(f"/training/{self.table}").json()
        return shown

    def view(self) -> dict[str, Any]:
        shown: dict[str, Any] = self.guest.get(f"/tables/{self.table}").json()
        return shown

    def until(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The table, once house players and devices have done what is theirs."""
        with self.guest.page() as page:
            page.do("watch", self.table)
            return page.view(self.table, is_so)

    def deal(self) -> dict[str, Any]:
        """No more wagers; then what lies on the table, once the reader has read it."""
        self.until(lambda view: all(seat["wagers"] for seat in view["seats"]))
        if any(one["kind"] == "spots" for one in self._devices()):
            self.until(lambda view: view["devices"]["sensed"] is not None)
        self.done("deal")
        if any(one["kind"] == "reader" for one in self._devices()):
            self.until(lambda view: view["devices"]["lights"] is not None)
        return self.lies()

    def _devices(self) -> list[dict[str, Any]]:
        return list(self.view().get("devices", {"paired": []})["paired"])

    def enter(self, lies: dict[str, Any], **other: list[str]) -> httpx.Response:
        """Key in the cards; `other` are cards of the dealer or of a seat that are keyed in otherwise."""
        hands = {str(seat["seat"]): other.get(f"seat{seat['seat']}", seat["cards"]) for seat in lies["seats"]}
        deal = {"hands": hands, "dealer": other.get("dealer", lies["dealer"])}
        return self.act("enter", deal=deal | ({"board": lies["board"]} if lies["board"] else {}))

    def play_on(self) -> None:
        """Key in decisions and drawn cards as they come, to the end of the round."""
        while (lies := self.lies())["phase"] in ("decisions", "cards"):
            if lies["next_card"]:
                self.done("enter", cards=[lies["next_card"]])
            else:
                says = lies["says"]
                self.done("decide", seat=says["seat"], round=lies["round"], decision=says["decision"])


@pytest.mark.parametrize("game", GAMES)
def test_a_trainee_deals_rounds_of_every_game(practice: Running, game: str) -> None:
    trainee = Trainee(practice, game)
    for number in range(1, 4):
        lies = trainee.deal()
        assert (lies["round"], lies["game"]) == (number, game)
        assert trainee.enter(lies).status_code == 200
        trainee.play_on()
        assert trainee.lies()["slips"] == []
        settled = trainee.view()["settled"]
        assert settled["round"] == number
        assert sorted(settled["record"]["dealer"]) == sorted(lies["dealer"])
    assert deep_audit(practice.services.floor.log).findings == ()


def test_a_card_that_was_keyed_in_otherwise_is_named_after_the_round(practice: Running) -> None:
    trainee = Trainee(practice, "flush-poker")
    lies = trainee.deal()
    known = {card for seat in lies["seats"] for card in seat["cards"]} | {*lies["dealer"]}
    other = next(card for card in ("2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s") if card not in known)
    slip = [other, *lies["seats"][0]["cards"][1:]]
    assert trainee.enter(lies, seat1=slip).status_code == 200
    assert trainee.lies()["slips"] == [], "not before the round is over"
    trainee.play_on()
    (said,) = trainee.lies()["slips"]
    assert said == f"seat 1: {' '.join(slip)} was keyed in, and {' '.join(lies['seats'][0]['cards'])} lay there"


def test_a_large_win_is_verified_by_the_simulated_floor(practice: Running) -> None:
    trainee = Trainee(practice, "flush-poker")
    lies = trainee.deal()
    while not any("jackpot" in seat["wagers"] for seat in trainee.view()["seats"]):
        trainee.done("void", reason="misdeal")
        lies = trainee.deal()
    seat = next(row["seat"] for row in trainee.view()["seats"] if "jackpot" in row["wagers"])
    deck = [f"{rank}{suit}" for suit in "cds" for rank in "23456789TJQKA"]
    hands = {str(row["seat"]): [deck.pop() for _ in range(7)] for row in lies["seats"]} | {str(seat): ROYAL}
    trainee.done("enter", deal={"hands": hands, "dealer": [deck.pop() for _ in range(7)]})
    trainee.play_on()
    trainee.until(lambda view: view["phase"] == "wagers")
    kinds = [event.kind for event in practice.services.floor.log.read(f"table/{trainee.table}")]
    assert (kinds.count("held"), kinds.count("verified")) == (1, 2)


def test_a_call_is_answered_and_two_people_are_one_and_the_simulated_supervisor(practice: Running) -> None:
    trainee = Trainee(practice, "down-under-holdem")
    trainee.deal()
    trainee.done("call-floor", reason="a card is exposed")
    log = practice.services.floor.log
    trainee.until(lambda _: log.last(f"table/{trainee.table}", "floor answered") is not None)
    trainee.done("void", reason="misdeal")
    voided = log.last(f"table/{trainee.table}", "voided")
    assert voided is not None
    assert (voided.by, voided.second) == (trainee.guest.person, "supervisor")


def test_simulated_devices_go_wrong_and_are_put_right(practice: Running) -> None:
    trainee = Trainee(practice, "down-under-blackjack")
    trainee.until(lambda view: view["devices"]["sensed"] is not None)

    def wrong(mistake: str) -> None:
        answer = trainee.guest.post(f"/training/{trainee.table}/devices", {"mistake": mistake})
        assert answer.status_code == 200, answer.text

    before = trainee.view()["devices"]["sensed"]
    wrong("count")
    trainee.until(lambda view: view["devices"]["sensed"] != before)
    assert "senses a jackpot wager" in trainee.act("deal").text
    wrong("fault")
    trainee.until(lambda view: all(one["lost"] == "simulated fault" for one in view["devices"]["paired"]))
    wrong("light")
    trainee.until(lambda view: not any(one["lost"] for one in view["devices"]["paired"]))
    lies = trainee.deal()
    assert "and the cards that were entered show" in trainee.enter(lies).text
    trainee.done("manual", step="reading", reason="the reader is dirty")
    assert trainee.enter(lies).status_code == 200
    wrong("")
    trainee.play_on()


def test_the_same_cards_lie_on_the_table_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "practice.db")
    with serving(database=database) as running:
        trainee = Trainee(running, "premium-holdem")
        lies, token, person = trainee.deal(), trainee.guest.token, trainee.guest.person
    with serving(database=database) as running:
        again = Trainee(running, "premium-holdem", Guest(running, person, token))
        assert again.table == trainee.table
        assert again.lies() == lies


# ---- the quiz


@pytest.mark.parametrize("game", GAMES)
def test_what_is_tapped_is_checked_against_the_settlement(practice: Running, game: str) -> None:
    trainee = Trainee(practice, game)
    path = f"/training/{trainee.table}/quiz"
    for number in range(8):
        question = trainee.guest.get(f"{path}?question={number}").json()
        assert question == trainee.guest.get(f"{path}?question={number}").json()
        every = [{"pays": 0, "reason": 0} for _ in question["lines"]]
        checked = trainee.guest.post(path, {"question": number, "answers": every}).json()
        right = []
        for line, truth in zip(question["lines"], checked["lines"], strict=True):
            assert line["pays"].count(truth["pays"]) == 1
            assert line["reasons"].count(truth["reason"]) == 1
            assert truth["pays_right"] == (line["pays"][0] == truth["pays"])
            right.append({"pays": line["pays"].index(truth["pays"]), "reason": line["reasons"].index(truth["reason"])})
        answered = trainee.guest.post(path, {"question": number, "answers": right}).json()
        assert answered["right"] == len(right)
    assert trainee.guest.get(path).json()["question"] != trainee.guest.get(path).json()["question"]


def test_answers_of_another_length_are_refused(practice: Running) -> None:
    trainee = Trainee(practice, "flush-poker")
    path = f"/training/{trainee.table}/quiz"
    assert "one for each wager" in trainee.guest.post(path, {"question": 1, "answers": []}).text
    wrong = {"question": 1, "answers": [{"pays": 9, "reason": 0}]}
    assert trainee.guest.post(path, wrong).status_code == 400


# ---- attacks


def test_nobody_else_sees_or_deals_at_a_table_for_training(practice: Running) -> None:
    trainee, other = Trainee(practice, "flush-poker"), practice.guest()
    trainee.deal()
    for path in (f"/tables/{trainee.table}", f"/training/{trainee.table}", f"/training/{trainee.table}/quiz"):
        assert other.get(path).status_code == 404, path
        assert httpx.get(f"http://{practice.address}/api/v1{path}").status_code in (401, 404), path
    for act in ("deal", "enter", "void", "join", "decide", "relieve", "call-floor"):
        assert other.post(f"/tables/{trainee.table}/{act}", {"seat": 1}).status_code in (400, 403, 404), act
    assert other.post(f"/training/{trainee.table}/devices", {"mistake": "fault"}).status_code == 404
    assert trainee.table not in other.get("/tables").text
    assert f"{trainee.table}-jackpot" not in other.get("/jackpots").text
    link = trainee.guest.get(f"/invitations/{trainee.table}").json()["sit"].partition("invite=")[2]
    for act in ("join", "deal", "wager", "decide"):
        body = {"seat": 2, "round": 1, "decision": "fold", "wagers": {"bet": 10}}
        answer = other.post(f"/tables/{trainee.table}/{act}?invite={link}", body)
        assert answer.status_code in (400, 403), (act, answer.text)


def test_a_trainee_does_at_the_own_table_what_a_dealer_does_and_nothing_elsewhere(practice: Running) -> None:
    trainee = Trainee(practice, "flush-poker")
    not_a_dealers: tuple[tuple[str, dict[str, Any]], ...] = (
        ("close", {}),
        ("join", {"seat": 2}),
        ("answer-call", {}),
        ("verify", {}),
    )
    for act, asked in not_a_dealers:
        answer = trainee.act(act, **asked)
        assert answer.status_code in (403, 409), (act, answer.text)
    assert trainee.view()["phase"] == "wagers"
    body = {"table": trainee.table, "device": "mine", "kind": "reader"}
    assert trainee.guest.post("/devices", body).status_code == 403
    console = {"table": trainee.table, "console": "mine"}
    assert trainee.guest.post("/consoles", console).status_code == 403
    for act in ("void", "enter", "relieve", "manual"):
        answer = trainee.guest.post(f"/tables/flush-poker/{act}", {"reason": "misdeal", "step": "reading"})
        assert answer.status_code in (400, 403, 409), (act, answer.text)


def test_training_moves_no_meter_that_others_play_for(practice: Running) -> None:
    before = practice.http.get("/api/v1/jackpots").json()
    trainee = Trainee(practice, "flush-poker")
    for _ in range(3):
        assert trainee.enter(trainee.deal()).status_code == 200
        trainee.play_on()
    assert practice.http.get("/api/v1/jackpots").json() == before
    moved = practice.services.floor.log.read(f"jackpot/{trainee.table}-jackpot")
    assert {event.data["table"] for event in moved if event.kind == "contributed"} <= {trainee.table}


def test_a_room_trains_nobody() -> None:
    with quick_room() as room:
        streams = set(room.running.services.floor.log.streams())
        for name in ("dan", "sue", "pat"):
            assert room[name].post("/training", {"game": "flush-poker"}).status_code == 403
            assert room[name].get(f"/training/{room.table}").status_code == 403
        assert set(room.running.services.floor.log.streams()) == streams
