"""Payloads: the data of an event as a typed struct, written as the same canonical JSON as a plain object would be.

A field with a default is left out where it holds the default, and other keys of a stored event are not read. A field
that is always written, and that older events lack, has the default UNSET.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import ClassVar, TypeVar

import msgspec


class Payload(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The data of one kind of event. `clock` is the log's own: what the clock showed, where it had gone back."""

    KIND: ClassVar[str] = ""  # the kind of event that has this payload
    clock: str = ""


P = TypeVar("P", bound=Payload)


def payloads_by_kind(*types: type[P]) -> Mapping[str, type[P]]:
    """Some types of payload, each under the kind of its events."""
    return {one.KIND: one for one in types}


class SecondPerson(Payload, frozen=True, kw_only=True):
    """Of any event, nothing but the second person whom it names."""

    second: str = ""


@cache
def _decoder(kind: type[P]) -> "msgspec.json.Decoder[P]":
    return msgspec.json.Decoder(kind)


def read_payload(text: str, kind: type[P]) -> P:
    """The payload that a stored text holds; raises msgspec's ValidationError where it holds another one."""
    decoder: msgspec.json.Decoder[P] = _decoder(kind)
    try:
        return decoder.decode(text)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:  # the standard's own reader takes a little more
        return msgspec.convert(json.loads(text), kind)
