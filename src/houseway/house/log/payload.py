"""Payloads: the data of an event as a typed struct, written as the same canonical JSON as a plain object would be.

A field with a default is left out where it holds the default, and other keys of a stored event are not read. A field
that is always written, and that older events lack, has the default UNSET.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple, TypeVar

import msgspec


class Sentences(NamedTuple):
    """The sentences that describe an event; `quiet` where only the player on the seat is shown it."""

    say: str
    you: str = ""
    quiet: bool = False


class Payload(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The data of one kind of event. `clock` is the log's own: what the clock showed, where it had gone back."""

    KIND: ClassVar[str] = ""  # the kind of event that has this payload
    PUBLIC: ClassVar[tuple[str, ...] | None] = None  # fields that everybody may know; None where nobody sees the event
    SENTENCE: ClassVar[str] = ""  # that describes the event, with its public fields, `who` and `words` in braces
    YOU: ClassVar[str] = ""  # the same for the player on the seat
    IS_QUIET: ClassVar[bool] = False  # only that player is shown it
    clock: str = ""

    def public(self) -> dict[str, Any]:
        """What everybody may know of the event; a field that is left out where it is stored is left out here."""
        defaults = _public_defaults(type(self))
        return {name: value for name, default in defaults if (value := getattr(self, name)) != default}

    def words(self, label: Callable[[str], str]) -> str:
        """What a sentence says beside the fields, with the labels of wagers."""
        return ""

    def sentences(self, who: str, label: Callable[[str], str]) -> Sentences:
        """The sentences for everybody and for the player on the seat."""
        facts = {"who": who, "words": self.words(label), **self.public()}
        return Sentences(self.SENTENCE.format(**facts), self.YOU.format(**facts), quiet=self.IS_QUIET)


@cache
def _public_defaults(kind: type[Payload]) -> tuple[tuple[str, Any], ...]:
    """The public fields of a payload, each with its default."""
    defaults = {one.name: one.default for one in msgspec.structs.fields(kind)}
    return tuple((name, defaults[name]) for name in kind.PUBLIC or ())


P = TypeVar("P", bound=Payload)


def payloads_by_kind(*types: type[P]) -> Mapping[str, type[P]]:
    """Some types of payload, each under the kind of its events."""
    return {one.KIND: one for one in types}


class SecondPerson(Payload, frozen=True, kw_only=True):
    """The second person whom an event names; nothing else of it is read."""

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
    except msgspec.DecodeError:  # the standard library's decoder accepts a little more
        return msgspec.convert(json.loads(text), kind)
