"""Sheets for tests: the example of a game, with some fields changed or taken away."""

import datetime
import json
import tomllib
from collections.abc import Mapping
from typing import Any

from houseway.house.sheets.check import check_sheet
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.refusal import Refusal
from houseway.house.sheets.sheet import Sheet, parse_sheet

ON = datetime.date(2024, 5, 31)
GONE = object()


def as_toml(data: Mapping[str, Any]) -> str:
    """A nested dictionary as TOML, tables inline."""
    return "".join(f"{json.dumps(key)} = {_value(value)}\n" for key, value in data.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value) if isinstance(value, datetime.date) else json.dumps(value, ensure_ascii=False)


def data_of(game: str, /, **changes: Any) -> dict[str, Any]:
    """The example's data; `limits__ante__maximum="500"` changes a field, GONE takes it away, `_` stands for `-`."""
    data = tomllib.loads(example_sheet(game))
    for path, value in changes.items():
        *tables, last = [part.replace("_", "-") for part in path.split("__")]
        place = data
        for name in tables:
            place = place.setdefault(name, {})
        if value is GONE:
            place.pop(last, None)
        else:
            place[last] = value
    return data


def sheet(game: str, /, **changes: Any) -> Sheet:
    """The example sheet of a game, changed."""
    return parse_sheet(as_toml(data_of(game, **changes)))


def refusals(game: str, on: datetime.date = ON, /, **changes: Any) -> list[Refusal]:
    """What is refused of a changed example."""
    return check_sheet(sheet(game, **changes), on)


def only(game: str, on: datetime.date = ON, /, **changes: Any) -> Refusal:
    """The one thing that is refused of a changed example."""
    found = refusals(game, on, **changes)
    assert len(found) == 1, [str(one) for one in found]
    return found[0]
