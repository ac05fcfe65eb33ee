"""A designer's study at a practice table of one's own: played by its rules, marked everywhere, coached by the study."""

import json
from functools import partial
from typing import Any

import pytest

from houseway.games.study import study_game
from houseway.lab.api import advise
from houseway.lab.shards import Threads
from houseway.lab.strategies import default_strategy, strategy_of
from web.serving import STAKES, Guest, Page, Running

RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "premium-holdem": ("short", {"deck": "9TJQKA"}),
    "flush-poker": ("no joker", {"joker": False}),
    "down-under-blackjack": ("seven to five", {"blackjack-pays": "7:5"}),
}
# Games whose best play takes minutes to solve.
SLOW_RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "wild-monkey-pai-gow": ("quarter", {"surrender": "1/4"}),
    "down-under-holdem": ("four times", {"play-before": [2, 4]}),
}


def text_of(game: str) -> str:
    """A study as the page writes it."""
    name, rules = (RULES | SLOW_RULES)[game]
    lines = [f"{rule} = {json.dumps(value)}" for rule, value in rules.items()]
    return "\n".join([f'game = "{game}"', f'name = "{name}"', "[rules]", *lines])


def opened(guest: Guest, game: str, **more: Any) -> str:
    """A table of one's own with the study, where the guest sits on the first seat."""
    answer = guest.post("/tables", {"game": game, "study": text_of(game), "house_players": False, **more})
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    assert guest.post(f"/tables/{table}/join", {"seat": 1}).status_code == 200
    return table


def played(page: Page, table: str, game: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A round to its end, with the coach's first choice everywhere: the settled view and what the coach said."""
    page.do("wager", table, seat=1, wagers=STAKES[game])
    said: list[dict[str, Any]] = []
    view = page.view(table, lambda one: one["round"] == 1 and (one["phase"] == "decisions" or one["settled"]))
    while view["phase"] == "decisions":
        advice = page.until(lambda: next((one for one in heard(page) if one not in said and "best" in one), None))
        said.append(advice)
        number = page.do("decide", table, seat=1, round=1, decision=advice["best"])
        view = page.view(table, partial(_is_at, number))
    return view, said


def _is_at(number: int, view: dict[str, Any]) -> bool:
    return bool(view["number"] >= number)


def heard(page: Page) -> list[dict[str, Any]]:
    """Every message of the coach."""
    return [message["coach"] for text in page.told if "coach" in (message := json.loads(text))]


@pytest.mark.parametrize("game", sorted(RULES))
def test_a_study_is_played_marked_and_coached(practice: Running, game: str) -> None:
    guest, (name, rules) = practice.guest(), RULES[game]
    study = study_game({"game": game, "name": name, "rules": rules}, everything_on=True)
    strategy_of(study, default_strategy(study), Threads)  # solved now, for the coach's own solver gives way to others
    table = opened(guest, game)
    assert practice.http.get(f"/tables/{table}", headers=guest.headers).text.count("not approved") >= 1
    assert {one["table"]: one["study"] for one in guest.get("/tables").json()}[table] == name
    with guest.page() as page:
        page.do("watch", table)
        page.do("coach", table, on=True)
        view, said = played(page, table, game)
    assert view["study"] == name
    assert said or game == "down-under-blackjack"  # a blackjack is not decided on
    assert (view["settled"]["settlement"]["study"], view["settled"]["settlement"]["status"]) == (name, "not approved")
    over = guest.get(f"/rounds/{table}/1").json()
    assert over["settlement"]["status"] == "not approved"
    assert over["replay"]
    values = guest.get(f"/rounds/{table}/1/values").json()
    assert [one["best"] for one in values["decisions"] if one["seat"] == 1] == [one["best"] for one in said]
    assert guest.get("/me/decisions").json() == []  # what a study is played by is no part of one's history


@pytest.mark.parametrize("game", sorted(SLOW_RULES))
def test_the_coach_of_a_study_says_how_far_its_best_play_is(practice: Running, game: str) -> None:
    guest = practice.guest()
    table = opened(guest, game)
    with guest.page() as page:
        page.do("watch", table)
        page.do("coach", table, on=True)
        page.do("wager", table, seat=1, wagers=STAKES[game])
        said = page.until(lambda: next((one for one in heard(page)), None))
    assert set(said.get("waiting", {})) == {"done", "total"} or "best" in said  # of a round that was solved before


def test_the_coach_advises_by_the_study(practice: Running) -> None:
    """What the coach says of a position is what `houseway advise --study` says of it."""
    guest, game = practice.guest(), "flush-poker"
    table = opened(guest, game)
    study = study_game({"game": game, "name": RULES[game][0], "rules": RULES[game][1]})
    with guest.page() as page:
        page.do("watch", table)
        page.do("coach", table, on=True)
        _, said = played(page, table, game)
    record = guest.get(f"/rounds/{table}/1/record").json()
    record["seats"][0]["decisions"] = []
    record["dealer"] = []
    best = advise(record, study)
    assert {name: one["ev"] for name, one in said[0]["decisions"].items()} == pytest.approx(
        {name: one["ev"] for name, one in best["decisions"].items()}, abs=1e-12
    )


def test_what_is_no_study_is_refused(practice: Running) -> None:
    guest = practice.guest()
    wrong = guest.post("/tables", {"game": "flush-poker", "study": 'game = "premium-holdem"'})
    assert (wrong.status_code, wrong.json()["field"]) == (400, "study")
    same = guest.post("/tables", {"game": "flush-poker", "study": 'name = "nothing"\n[rules]\njoker = true'})
    assert {one["table"]: one["study"] for one in guest.get("/tables").json()}[same.json()["table"]] is None
