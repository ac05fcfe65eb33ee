"""Events: names, canonical form, hashes that anyone can make again."""

import hashlib
import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import InvalidInput
from houseway.house.log.events import GENESIS, NewEvent, canonical, timestamp
from houseway.house.log.ledger import cents, move
from houseway.house.log.memory import MemoryLog

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_canonical_form_reads_back_and_is_one_for_equal_values(value: Any) -> None:
    text = canonical(value)
    assert text.isascii()
    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text


def test_canonical_form_does_not_know_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": [True, None, "ä"]}) == '{"a":[true,null,"\\u00e4"],"b":1}'


@pytest.mark.parametrize("value", [1.5, {"a": [0.0]}, [-1e300], {"a": 2.0, "b": "x"}, float("nan"), {1, 2}, object()])
def test_floats_and_what_is_no_json_are_refused(value: object) -> None:
    with pytest.raises(InvalidInput, match="data"):
        canonical(value)


def test_a_text_that_looks_like_a_float_is_none() -> None:
    assert canonical({"a": "x,1.5", "b": "[2e3"}) == '{"a":"x,1.5","b":"[2e3"}'


def test_times_are_utc_of_one_width() -> None:
    there = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=-8)))
    assert timestamp(there) == "2026-01-02T11:04:05.000000Z"
    assert timestamp(datetime(2026, 1, 2, 3, 4, 5, 60, tzinfo=UTC)) == "2026-01-02T03:04:05.000060Z"


@pytest.mark.parametrize(
    ("names", "field"),
    [
        ({"stream": "Table/7"}, "stream"),
        ({"stream": "table/"}, "stream"),
        ({"stream": ""}, "stream"),
        ({"stream": "a/b/c/d/e"}, "stream"),
        ({"kind": "Wagers!"}, "kind"),
        ({"kind": ""}, "kind"),
        ({"by": "Ann Lee"}, "by"),
        ({"data": {"clock": "x"}}, "data"),
        ({"data": []}, "data"),
    ],
)
def test_names_are_checked(names: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput, match=f"^{field}: "):
        NewEvent(**{"stream": "table/7", "kind": "opened", **names})


def test_an_event_is_written_down_when_it_is_made() -> None:
    data = {"cards": ["Ah"]}
    event = NewEvent(stream="table/7", kind="dealt", data=data)
    data["cards"].append("Kh")
    assert event.text == '{"cards":["Ah"]}'


def test_a_hash_is_sha256_of_the_canonical_form() -> None:
    log = MemoryLog(lambda: datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC))
    paid = move(cents(250), out_of="outside/players", into="player/ann")
    first, second = log.append(
        NewEvent(stream="house", kind="buy-in", by="dora", data={"b": 1, "a": "é"}, postings=paid),
        NewEvent(stream="house", kind="noted"),
        request="r-1",
    )
    assert first.form == (
        '{"at":"2026-01-02T03:04:05.000006Z","by":"dora","data":{"a":"\\u00e9","b":1},"kind":"buy-in","number":1,'
        '"part":0,"postings":[["outside/players",-250000000],["player/ann",250000000]],'
        f'"previous":"{GENESIS}","request":"r-1","stream":"house"}}'
    )
    assert first.hash == hashlib.sha256(first.form.encode()).hexdigest()
    assert second.previous == first.hash
    assert first.form == canonical({key: value for key, value in first.to_json().items() if key != "hash"})
    assert first.data == {"a": "é", "b": 1}
