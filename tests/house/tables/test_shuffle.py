"""The fair shuffle: bound before the values, hung on both, checked by the vectors of docs/fair-shuffle.md."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import houseway
from houseway.cards.card import Card, parse_cards
from houseway.errors import InvalidInput
from houseway.house.tables.shuffle import (
    check_value,
    commitment,
    deck_order,
    deck_seed,
    fresh_cards,
    new_seed,
    remaining_cards,
    require_committed_seed,
)

PAGE = (Path(__file__).parents[3] / "docs" / "fair-shuffle.md").read_text(encoding="utf-8")
VECTORS: list[dict[str, Any]] = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[-1])
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
SEED = VECTORS[0]["seed"]


def order_by_the_page(**given: Any) -> list[str]:
    """The order as the code of the page, which knows nothing of houseway, makes it."""
    scope: dict[str, Any] = {}
    exec(CODE, scope)  # noqa: S102  # what readers are asked to run
    found: list[str] = scope["order"](**given)
    return found


def cards_of(row: dict[str, Any]) -> tuple[Card, ...]:
    game = houseway.game(row["game"], row["options"])
    return remaining_cards(game, parse_cards(row["out"].split())) if "out" in row else fresh_cards(game)


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: f"{row['game']} {row['deck']}.{row.get('part', 1)}")
def test_vectors(row: dict[str, Any]) -> None:
    values = [(seat, value) for seat, value in row["values"]]
    part = row.get("part", 1)
    assert commitment(row["seed"]) == row["commitment"]
    found = deck_seed(row["seed"], table="7", deck=row["deck"], values=values, part=part)
    assert found.hex() == row["deck_seed"]
    order = deck_order(cards_of(row), row["seed"], table="7", deck=row["deck"], values=values, part=part)
    assert " ".join(map(str, order)) == row["order"]


@pytest.mark.parametrize("row", [row for row in VECTORS if "part" not in row])
def test_the_code_of_the_page_gives_the_same_order(row: dict[str, Any]) -> None:
    named = {key: row[key] for key in ("seed", "deck", "values")}
    assert " ".join(order_by_the_page(table="7", cards=list(map(str, cards_of(row))), **named)) == row["order"]


@given(
    st.binary(min_size=32, max_size=32).map(bytes.hex),
    st.dictionaries(st.integers(1, 7), st.text(max_size=20)),
    st.integers(1, 10**6),
    st.sampled_from(["down-under-holdem", "flush-poker", "down-under-blackjack"]),
)
def test_any_order_is_that_of_the_page(seed: str, given_values: dict[int, str], deck: int, name: str) -> None:
    cards, values = fresh_cards(houseway.game(name)), tuple(sorted(given_values.items()))
    order = deck_order(cards, seed, table="pit-1", deck=deck, values=values)
    assert sorted(order) == sorted(cards)
    named = {"table": "pit-1", "deck": deck, "values": [list(one) for one in values]}
    assert list(map(str, order)) == order_by_the_page(seed=seed, cards=list(map(str, cards)), **named)


def test_every_part_of_the_name_changes_the_order() -> None:
    usual: dict[str, Any] = {"table": "7", "deck": 1, "values": ((1, "a"), (2, ""))}
    others: list[dict[str, Any]] = [
        usual,
        {**usual, "table": "8"},
        {**usual, "deck": 2},
        {**usual, "part": 2},
        {**usual, "values": ((1, "b"), (2, ""))},
        {**usual, "values": ((1, "a"),)},
        {**usual, "values": ((1, ""), (2, "a"))},
    ]
    assert len({deck_seed(SEED, **other) for other in others}) == len(others)


def test_seeds_are_64_digits_and_new_each_time() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(re.fullmatch(r"[0-9a-f]{64}", seed) for seed in seeds)


def test_a_commitment_is_the_hash_of_the_digits() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED.encode("ascii")).hexdigest()
    require_committed_seed(SEED, commitment(SEED))
    with pytest.raises(InvalidInput, match="seed: is not the seed that was committed to"):
        require_committed_seed("00" * 32, commitment(SEED))


def test_the_cards_that_remain_are_all_but_those_on_the_table() -> None:
    game = houseway.game("down-under-blackjack", {"decks": 2})
    out = parse_cards(["Ah", "Ah", "2c"])
    rest = remaining_cards(game, out)
    assert sorted([*rest, *out]) == sorted(fresh_cards(game))
    assert list(rest[:51]) == list(fresh_cards(game)[1:38]) + list(fresh_cards(game)[39:53])


@pytest.mark.parametrize("value", ["", "x" * 100, "7♥ für mich"])
def test_values_are_printable_texts(value: str) -> None:
    assert check_value(value) == value


@pytest.mark.parametrize("value", ["x" * 101, "a\nb", "\x00", 7, None])
def test_other_values_are_refused(value: object) -> None:
    with pytest.raises(InvalidInput, match="value: must be at most 100 printable characters"):
        check_value(value)
