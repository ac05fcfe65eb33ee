"""Payloads: the data of an event as a typed struct, written as the same canonical JSON as a plain object would be.

A field with a default is left out where it holds the default, and other keys of a stored event are not read.
"""

from functools import cache
from typing import TypeVar

import msgspec


class Payload(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The data of one kind of event. `clock` is the log's own: what the clock showed, where it had gone back."""

    clock: str = ""


P = TypeVar("P", bound=Payload)


@cache
def _decoder(kind: type[P]) -> "msgspec.json.Decoder[P]":
    return msgspec.json.Decoder(kind)


def read_payload(text: str, kind: type[P]) -> P:
    """The payload that a stored text holds; raises msgspec's ValidationError where it holds another one."""
    decoder: msgspec.json.Decoder[P] = _decoder(kind)
    return decoder.decode(text)
