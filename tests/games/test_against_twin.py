"""Every game against the naive twin in tests/twin, which was written from the documents alone."""

import json
import random
from typing import Any

import pytest

import houseway
import twin
from games.records import Answer, Record
from houseway.cli.settle import answer_to
from twin import generate, malformed

RECORDS, BATCH = 400, 50
LINE = ("wager", "hand", "from_seat", "stake", "result", "returned")
SEAT = ("seat", "staked", "returned", "net")
AWARD = ("seat", "share", "amount")


def told(answer: Answer) -> dict[str, Any]:
    """What programs may rely on in a settlement, the lines in their order."""
    jackpot = answer["jackpot"]
    return {
        "seats": [{name: seat[name] for name in SEAT} for seat in answer["seats"]],
        "lines": [[tuple(line.get(name) for name in LINE) for line in seat["wagers"]] for seat in answer["seats"]],
        "awards": jackpot and [tuple(award[name] for name in AWARD) for award in jackpot["awards"]],
        "meter_after": jackpot and jackpot["meter_after"],
    }


@pytest.mark.parametrize("first", range(0, RECORDS, BATCH))
@pytest.mark.parametrize("game", generate.GAMES)
def test_settles_as_the_twin_does(game: str, first: int) -> None:
    for number in range(first, first + BATCH):
        record = generate.record(game, random.Random(f"{game}/{number}"))
        assert told(houseway.settle(record)) == told(twin.settle(record)), json.dumps(record)


@pytest.mark.parametrize(("name", "case"), [pytest.param(*case, id=case[0]) for case in malformed.cases()])
def test_a_malformed_record_is_answered_by_one_line(name: str, case: str | Record) -> None:
    answer = answer_to(1, case if isinstance(case, str) else json.dumps(case)).to_json()
    assert answer.keys() == {"line", "error"}, name
    assert answer["line"] == 1
    assert answer["error"].strip()
    assert "\n" not in answer["error"]
    assert len(answer["error"]) < 500
