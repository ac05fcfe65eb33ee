"""Nonsense on the live link: no traceback, no leak, no table that is stuck."""

import json
import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from web.serving import STAKES, Page, Running

WORDS = ["watch", "join", "leave", "sit-out", "value", "wager", "withdraw", "decide", "deal", "coach", "enter", "void"]
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
MESSAGES = st.fixed_dictionaries(
    {"id": st.text(min_size=1, max_size=20), "do": st.sampled_from([*WORDS, "verify", "close", "tick", "unwatch"])},
    optional={
        "table": st.sampled_from([*STAKES, "", "../etc", "x" * 99, "7"]) | VALUES,
        "seat": st.integers(-3, 9) | VALUES,
        "round": st.integers(-3, 99) | VALUES,
        "wagers": st.dictionaries(
            st.sampled_from(["ante", "bet", "play", "jackpot", "wager", "x"]), VALUES, max_size=4
        ),
        "decision": st.sampled_from(["check", "fold", "set Ah Ah", "raise 1e9", "double -1", "play 9x"]) | VALUES,
        "value": VALUES,
        "cards": VALUES,
        "deal": VALUES,
        "second": VALUES,
        "on": VALUES,
        "after": VALUES,
        "extra": VALUES,
    },
)


@settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists(MESSAGES, min_size=1, max_size=5), raw=st.binary(max_size=60))
def test_what_nobody_should_say(practice: Running, messages: list[dict[str, Any]], raw: bytes) -> None:
    with practice.guest().page() as page:
        page.socket.send(raw)
        for message in messages:
            page.socket.send(json.dumps(message))
        page.socket.send('{"do": "ping", "at": 7}')
        page.until(lambda: any('"pong":7' in text for text in page.told))
        _sane(page)


def _sane(page: Page) -> None:
    for text in page.told:
        message = json.loads(text)
        assert message.get("problem", {}).get("status", 400) < 500, text
        assert "Traceback" not in text


def test_a_table_goes_on_after_all_of_it(practice: Running) -> None:
    chance = random.Random(5)
    sent: set[str] = set()
    with practice.guest().page() as page:
        for game in STAKES:
            page.do("watch", game)
            for _ in range(60):
                body = {"seat": chance.randrange(-1, 8), "round": chance.randrange(5), "decision": "check"}
                sent.add(page.send(chance.choice(WORDS), game, **body))
        page.until(lambda: sent <= page.answers.keys())
        for game, wagers in STAKES.items():
            view = practice.http.get(f"/api/v1/tables/{game}").json()
            taken = {seat["seat"]: seat["player"] for seat in view["seats"]}
            assert view["phase"] in ("wagers", "decisions")
            if view["phase"] == "wagers" and 1 not in taken:
                page.ask("leave", game)
                page.do("join", game, seat=1)
                page.do("wager", game, seat=1, wagers=wagers)
                page.do("leave", game, seat=1)
        _sane(page)
