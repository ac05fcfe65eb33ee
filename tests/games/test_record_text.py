"""Records read and settlements written by msgspec: to the letter what `json` does."""

import json
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec import UNSET

from houseway.errors import HousewayError
from houseway.games.round import record
from houseway.games.round.record_text import any_text, read_quickly
from houseway.games.round.settlement_answer import DealerAnswer, LineAnswer, SeatAnswer, SettlementAnswer
from twin import generate
from twin.malformed import cases

ANYTHING = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.text()
    | some.decimals(allow_nan=False, allow_infinity=False),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(), inner, max_size=4),
    max_leaves=12,
)
PLAIN = some.recursive(
    some.none() | some.booleans() | some.integers(-(2**70), 2**70) | some.text(),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(), inner, max_size=4),
    max_leaves=12,
)
MALFORMED = [case if isinstance(case, str) else json.dumps(case) for _, case in cases()]
ODD = [
    '{"a": 1, "a": 2, "options": {"blackjack-pays": "3\\u003a2"}}',
    '{"a": 1, "a": 2, "options": {"blackjack-pays": "3:2"}}',
    '{"options": {"a:b": 1, "a:b": "c"}}',
    *(
        '{"a": 1, "a": 2}',
        '{"seats": [{"seat": 1, "seat": 2}]}',
        '{"a": {"b": 1, "b": 1}}',
        '{"jackpot": {"prizes": {"a": 1, "a": 1}}}',
        '{"meta": {"a": {"b": 1, "b": 2}}}',
        '{"meta": [{"a": ":"}, {"b": "x", "b": ":"}]}',
        '{"meta": {"a": 123456789012345678901234567890, "b": 1.50, "c": "d: e"}}',
        '{"meta": ' + '{"a": ' * 300 + "1" + "}" * 301,
    ),
    *(
        "NaN",
        "[NaN]",
        '{"a": -Infinity}',
        '"\\ud800"',
        '{"a": "\\ud800"}',
        "-0",
        '{"a": -0, "b": 1E400, "c": 1e-400, "d": 1.10}',
    ),
    *(
        '{"a": 18446744073709551616}',
        '{"a": ' + "9" * 4301 + "}",
        '{"a": "x: y"}',
        "\ufeff{}",
        '{"a": "\x7f é 😀"}',
        '{"a": "\t"}',
    ),
    *(
        '{"a": [' + "[" * 300 + "]" * 300 + "]}",
        "{" * 5000,
        '{"a": 01}',
        "{} {}",
        ' {"a" : [ ] } \n',
        '{"a": 1.}',
        '{"a": +1}',
    ),
]


def settle_text(text: str) -> str:
    """The settlement of a record's text, as `houseway settle` writes it."""
    return record.replay(record.parse_json(text)).settlement().answer().text()


def read_closely(text: str) -> Any:
    """What a text says, or that it says nothing; a key that stands twice is nothing."""

    def entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("twice")
        return dict(pairs)

    try:
        return json.loads(text, parse_float=Decimal, object_pairs_hook=entries)
    except (ValueError, RecursionError):
        return "unreadable"


@pytest.mark.parametrize("game", generate.GAMES)
def test_random_records_are_read_quickly_and_written_as_json_writes_them(game: str) -> None:
    quickly = 0
    for number in range(150):
        text = json.dumps(generate.record(game, Random(f"text/{game}/{number}")), ensure_ascii=number % 2 == 0)
        found = read_quickly(text)
        quickly += found is not None
        assert found is None or repr(found) == repr(read_closely(text))
        settled = settle_text(text)
        assert settled == json.dumps(record.settle(record.parse_json(text)), ensure_ascii=False)
        assert json.loads(settled) == record.settle(json.loads(text))
    assert quickly > 50


@pytest.mark.parametrize("text", [*ODD, *MALFORMED])
def test_odd_texts_are_read_as_json_reads_them_or_not_quickly(text: str) -> None:
    found = read_quickly(text)
    assert found is None or repr(found) == repr(read_closely(text))


@given(ANYTHING)
def test_any_value_is_read_and_written_as_it_was(value: object) -> None:
    text = any_text(value)
    assert any_text(record.parse_json(text)) == text


@given(PLAIN)
def test_values_without_decimals_are_written_as_json_writes_them(value: object) -> None:
    assert any_text(value) == json.dumps(value, ensure_ascii=False)


@given(
    some.text(),
    some.none() | some.text(),
    some.lists(some.text(), max_size=3),
    some.none() | some.dictionaries(some.text(), PLAIN),
)
def test_an_answer_of_any_texts_is_written_as_json_writes_it(
    text: str, maybe: str | None, several: list[str], meta: dict[str, Any] | None
) -> None:
    line = LineAnswer(
        wager=text, lines=several, line=text, stake=text, result="win", odds=maybe, returned="1.00", rule=text
    )
    seat = SeatAnswer(seat=1, hand=maybe, front=None, foul=True, staked="1", returned="1", net="0", wagers=[line, line])
    answer = SettlementAnswer(
        game=text,
        dealer=DealerAnswer(cards=several, hand=maybe, qualifies=False),
        seats=[seat],
        jackpot=None,
        void=text,
        meta=UNSET if meta is None else meta,
    )
    assert answer.text() == json.dumps(answer.to_json(), ensure_ascii=False)


def test_a_record_with_a_meta_of_its_own_is_read_quickly_unless_a_key_stands_twice() -> None:
    text = '{"meta": {"table": "BJ: 1", "notes": [{"at": 1.50}, {"at": null}]}}'
    assert read_quickly(text) == {"meta": {"table": "BJ: 1", "notes": [{"at": Decimal("1.50")}, {"at": None}]}}
    assert read_quickly(text.replace('"at": null', '"at": null, "at": ":"')) is None


def test_a_lone_surrogate_is_written_as_json_writes_it() -> None:
    assert any_text(["\ud800"]) == '["\ud800"]'


FLUSH = {
    "game": "flush-poker",
    "dealer": ["2c", "3c", "4c", "5c", "6c", "7c", "8c"],
    "seats": [
        {"seat": 1, "cards": ["2h", "3h", "4h", "5h", "6h", "7h", "9h"], "wagers": {"bet": 5}, "decisions": ["fold"]}
    ],
}


@pytest.mark.parametrize("meta", ['{"rate": 1.50, "small": 1E-400}', "{}", '{"a": NaN, "b": [0.10, "\\ud83d"]}'])
def test_the_meta_of_a_record_comes_back_as_it_was_written(meta: str) -> None:
    text = json.dumps(FLUSH)[:-1] + f', "meta": {meta}}}'
    assert settle_text(text).endswith(', "meta": ' + meta.replace("\\ud83d", "\ud83d") + "}")
    assert any_text(record.settle(record.parse_json(text))["meta"]) == meta.replace("\\ud83d", "\ud83d")


def test_the_reason_of_a_void_round_may_be_any_text() -> None:
    text = json.dumps({**FLUSH, "void": 'a "void": \ud800 é'})
    settled = settle_text(text)
    assert settled == json.dumps(record.settle(record.parse_json(text)), ensure_ascii=False)
    assert json.loads(settled)["void"] == 'a "void": \ud800 é'


def test_true_is_no_number_of_decks_though_it_equals_one() -> None:
    for value, refused in ((2, False), (True, True), (2, False)):
        options = {"decks": value, "match-the-dealer": "off"}
        try:
            record.game_of({"game": "down-under-blackjack", "options": options})
        except HousewayError:
            assert refused
        else:
            assert not refused
