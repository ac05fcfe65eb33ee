"""No byte that leaves the server tells a card that its reader may not know at that moment.

Hundreds of rounds of every game are played by two people among house players, while a spectator looks on and an auditor
reads. What each may know is worked out here from the finished record and the letters' own order of turning cards up,
not by the code that made the views.
"""

import io
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stderr
from typing import Any

import pytest

from house.support.people import add_person
from houseway.house.people.person_acts import AddFirstPerson, AddPerson
from web.serving import STAKES, Guest, Page, Running, serving, whole_decisions

ROUNDS = 200
CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jo)\b|(?:10|[2-9JQKA])[♣♦♥♠]|\b(?:Ace|ace|king|two|ten) of \w+s\b")
PASSWORD = "correct horse battery"  # noqa: S105  # of nobody


@pytest.fixture(scope="module")
def house() -> Iterator[tuple[Running, Guest, io.StringIO]]:
    """A server whose log lines are caught, and an auditor."""
    lines = io.StringIO()
    with redirect_stderr(lines), serving(database="memory:", coach_processes=1) as running:
        people = running.services.floor.people
        people.do(AddFirstPerson(name="ada", password=PASSWORD))
        add_person(people, AddPerson(name="audrey", roles=("auditor",), password=PASSWORD), by="ada")
        yield running, running.person("audrey", PASSWORD), lines


def may_know(game: str, record: dict[str, Any], view: dict[str, Any], seat: int) -> set[str]:
    """The cards of an open round that a reader may know, from how far the view says that it has come."""
    decided = {row["seat"]: row["decisions"] for row in view["seats"] if row["in_round"]}
    rows = {row["seat"]: row for row in record["seats"]}
    known = set(rows[seat]["cards"]) if seat in rows else set()
    if game in ("down-under-holdem", "premium-holdem") and all(decided.values()):
        known |= set(record["board"][: 3 if game == "down-under-holdem" else 4])
    if game == "down-under-blackjack":
        known |= {card for row in record["seats"] for card in row["cards"]} | {record["dealer"][0]}
        held = sum(len(hand["cards"]) for row in view["seats"] if row["in_round"] for hand in row["hands"])
        drawn = held - 2 * len(record["seats"])
        known |= set(record["draws"][: max(0, drawn)])
        if _gold(record["dealer"][0]) and _gold(record["dealer"][1]):
            known.add(record["dealer"][1])  # two golds are turned up before play
    return known


def _gold(card: str) -> bool:
    return card[0] in "TJQKA"


def _with_symbol(card: str) -> str:
    """A card as a sentence has it: Ts is 10♠."""
    return card if card == "Jo" else card[0].replace("T", "10") + "♣♦♥♠"["cdhs".index(card[1])]


def _stripped(message: dict[str, Any]) -> str:
    """A message without the round that was finished before it, which everybody may know."""
    view = {key: value for key, value in message["view"].items() if key != "settled"}
    return json.dumps({**message, "view": view})


def check_told(game: str, told: list[str], records: dict[int, dict[str, Any]], seat: int) -> int:
    """Every message against what its reader might know then; how many there were of open rounds."""
    checked = 0
    for text in told:
        message = json.loads(text)
        if advice := message.get("coach") or message.get("feedback"):
            own = next(row["cards"] for row in records[advice["round"]]["seats"] if row["seat"] == seat)
            assert set(CARD.findall(text)) <= {*own, *map(_with_symbol, own)}, text
            continue
        if "view" not in message:
            assert not CARD.search(text), text
            continue
        view = message["view"]
        over = view["settled"] is not None
        if over or not any(row["in_round"] for row in view["seats"]):
            assert set(CARD.findall(_stripped(message))) <= _finished_cards(view), text
            continue
        record = records[view["round"]]
        found = set(CARD.findall(_stripped(message)))
        assert found <= may_know(game, record, view, seat), (found - may_know(game, record, view, seat), text)
        checked += 1
    return checked


def _finished_cards(view: dict[str, Any]) -> set[str]:
    return set(CARD.findall(json.dumps(view["settled"])))


def _decide(page: Page, game: str, view: dict[str, Any], seat: int, turn: int) -> None:
    texts = whole_decisions(view)
    choice = texts[turn % len(texts)]
    setting = next((one for one in view["choices"] if one.get("cards")), None)
    if setting and turn % 3:
        legal = [one["front"] for one in setting["settings"] if not one["foul"]]
        choice = f"set {' '.join(legal[turn % len(legal)])}"
    page.ask("decide", game, seat=seat, round=view["round"], decision=choice)


@pytest.mark.parametrize("game", STAKES)
def test_no_card_is_told_to_who_may_not_know_it(house: tuple[Running, Guest, io.StringIO], game: str) -> None:
    running, auditor, lines = house
    one, other = running.guest(), running.guest()
    read: list[str] = []
    records: dict[int, dict[str, Any]] = {}
    with one.page() as first, other.page() as second, Page(running) as spectator:
        seats = {1: first, 3: second}
        for seat, page in seats.items():
            page.do("watch", game)
            page.do("join", game, seat=seat)
        if game == "flush-poker":
            first.do("coach", game, on=True)
        spectator.do("watch", game)
        for number in range(ROUNDS):
            if number % 20 == 19:
                one.post("/me/chips")
                other.post("/me/chips")
            round_number = _play_round(running, seats, game, number, read, auditor)
            record = json.loads(read.pop())
            records[round_number] = record
        told = {1: first.told, 3: second.told}
        spectator.do("unwatch", game)
    assert sum(check_told(game, messages, records, seat) for seat, messages in told.items()) > ROUNDS
    assert check_told(game, spectator.told, records, 0) > ROUNDS
    for text in read:  # what HTTP told the auditor and the public in the middle of rounds
        assert not CARD.search(text), text
    assert not CARD.search(lines.getvalue())
    assert not CARD.search(running.http.get("/metrics").text)
    _check_seeds(running, game, [*first.told, *second.told, *spectator.told], lines.getvalue())


def _play_round(
    running: Running, seats: dict[int, Page], game: str, number: int, read: list[str], auditor: Guest
) -> int:
    """One round; what is read of it on the way, and at the end its record."""
    for seat, page in seats.items():
        answer = page.ask("wager", game, seat=seat, wagers=STAKES[game])
        assert "ok" in answer, answer
    table = running.services.floor.tables[game]
    page = seats[1]
    view = page.view(game, lambda one: one["round"] > number and (one["turn"] in seats or one["settled"] is not None))
    turn = 0
    while view["settled"] is None:
        if view["turn"] in seats:
            if turn == 0 and number % 10 == 0:
                read += _read_open_round(running, auditor, game, view["round"])
            past = view["number"]
            own = seats[view["turn"]]
            mine = own.view(game, lambda one, past=past: one["number"] >= past)  # type: ignore[misc]
            _decide(own, game, mine, view["turn"], number + turn)
            turn += 1
        else:
            past = view["number"]
        view = page.view(
            game,
            lambda one, past=past: one["number"] > past and (one["turn"] in seats or one["settled"]),  # type: ignore[misc]
        )
    finished = table.state.finished
    assert finished is not None
    read.append(json.dumps(finished.record.to_json()))
    return finished.round


def _read_open_round(running: Running, auditor: Guest, game: str, number: int) -> list[str]:
    """All that others can read over HTTP while a round is open, but for what lies face up."""
    assert auditor.get(f"/rounds/{game}/{number}").status_code == 404
    assert auditor.get(f"/audit/rounds/{game}/{number}").status_code == 404
    assert auditor.get(f"/tables/{game}?seat=1").status_code == 403
    public = auditor.get(f"/tables/{game}").json()
    public["settled"] = None
    if game == "down-under-blackjack":
        assert public["dealer"][1] == "??" or _gold(public["dealer"][1])
        public = {}
    export = auditor.get(f"/audit/export?stream=table/{game}").text.splitlines()
    open_events = [line for line in export if f'"round":{number}' in line]
    return [
        json.dumps(public),
        *open_events,
        running.http.get("/api/v1/tables").text,
        running.http.get("/metrics").text,
    ]


def _check_seeds(running: Running, game: str, told: list[str], lines: str) -> None:
    """The seed of a deck is told by the step that reveals it, and by nothing before it."""
    log = running.services.floor.log
    seeds = {event.data["seed"]: event.number for event in log.read(f"table/{game}") if event.kind == "revealed"}
    for text in told:
        message = json.loads(text)
        number = message.get("number", 0) if "view" in message else 0
        for seed in re.findall(r"\b[0-9a-f]{64}\b", text):
            assert seed not in seeds or seeds[seed] <= number
    assert not any(seed in lines for seed in seeds)
    secret = [running.services.floor.tables[game].state.deck]
    assert secret[0] is not None
    assert log.dealing_secret(secret[0].commitment) not in "".join(told)
