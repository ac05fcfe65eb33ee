"""The text of records and settlements, read and written by msgspec wherever the outcome is that of `json`.

msgspec reads a record in a third of the time that `json` takes and writes a settlement in half of it, but it lets the
same key stand twice, refuses NaN and lone surrogates, and limits nesting otherwise. So a text is taken only where none
of that can matter; for any other the caller goes the long way, which also finds the words for what is wrong.
"""

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from json.encoder import encode_basestring
from typing import Any, Final

import msgspec

from houseway.cards.card import Card, cards_as_json

_DECODER: Final = msgspec.json.Decoder(float_hook=Decimal)
_ENCODER: Final = msgspec.json.Encoder()
_NESTED: Final = 200  # fewer brackets cannot be nested too deeply for anybody


def read_quickly(text: str) -> dict[str, Any] | None:
    """The record of a text, numbers exact; None where only a closer look can tell what stands there."""
    if "\\" in text:  # a colon may be written with one
        return None
    try:
        found = _DECODER.decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError, ArithmeticError):
        return None
    if type(found) is not dict or text.count("[") + text.count("{") > _NESTED or _lost_an_entry(text, found):
        return None
    return found


def _lost_an_entry(text: str, found: dict[str, Any]) -> bool:
    """Whether a key stood twice in one object: written again, what was found of a text then has fewer colons."""
    try:
        return text.count(":") != _ENCODER.encode(found).count(b":")
    except (ValueError, OverflowError):  # a whole number too long to be written so
        return True


def quoted(text: str | None) -> str:
    """A text as JSON; None is null."""
    return "null" if text is None else encode_basestring(text)


def value_text(value: object) -> str:
    """A value of texts, whole numbers, lists and objects as `json` writes it, with its spaces and without escapes."""
    try:
        return msgspec.json.format(_ENCODER.encode(value), indent=0).decode()
    except (ValueError, OverflowError):  # a lone surrogate
        return json.dumps(value, ensure_ascii=False)


def members(values: dict[str, Any]) -> str:
    """The entries of an object, to stand before other entries."""
    text = ""
    for key, value in values.items():
        text += f"{encode_basestring(key)}: {_WRITERS.get(type(value), value_text)(value)}, "
    return text


def object_text(values: dict[str, Any]) -> str:
    """An object as `json` writes it."""
    return f"{{{members(values)[:-2]}}}"


def _yes_or_no(value: bool) -> str:
    return "true" if value else "false"


def _list_text(values: list[Any]) -> str:
    try:
        return f"[{', '.join(map(encode_basestring, values))}]"
    except TypeError:  # not all of them are texts
        return value_text(values)


def _tuple_text(values: tuple[Any, ...]) -> str:
    return cards_as_json(values) if values and type(values[0]) is Card else value_text(values)


# How the values of settlements are written at once; any other kind goes the way of `value_text`.
_WRITERS: Final[Mapping[type, Callable[[Any], str]]] = {
    str: encode_basestring,
    type(None): quoted,
    int: str,
    bool: _yes_or_no,
    list: _list_text,
    tuple: _tuple_text,
}


def any_text(value: object) -> str:
    """Whatever a record may hold, written as it was read: NaN, lone surrogates and decimals of any length too."""
    if isinstance(value, dict):
        return "{" + ", ".join([f"{quoted(key)}: {any_text(inner)}" for key, inner in value.items()]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(any_text, value)) + "]"
    if value is None or isinstance(value, str):
        return quoted(value)
    return str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False)


def read_text(text: str) -> Any:
    """What one of our own texts says."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, ValueError):  # a lone surrogate, which only `json` takes
        return json.loads(text)
