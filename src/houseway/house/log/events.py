"""Events: what happened, written once, each chained to the one before it in its stream.

An event's hash is SHA-256 over its canonical form: JSON in ASCII, keys in order, without blanks, of the fields
`at by data kind number part postings previous request stream`. A posting is `[account, amount]`; `previous` is the hash
of the event before, or 64 zeros; `request` is the request that appended it, or empty, and `part` its place among the
events that were appended together. docs/house-log.md shows how to check a chain by hand.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any, Final

import msgspec

from houseway.errors import InvalidInput, shown
from houseway.house.log.ledger import Posting, check_postings
from houseway.house.log.payload import P, Payload, SecondPerson, read_payload
from houseway.values import changed

GENESIS: Final = "0" * 64  # what the first event of a stream is chained to
CLOCK: Final = "clock"  # the mark of an event that happened while the clock showed an earlier time than before

_STREAM: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,59}(/[a-z0-9][a-z0-9._-]{0,59}){0,3}")
_WORDS: Final = re.compile(r"[a-z][a-z0-9 -]{0,59}")
_PERSON: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,59}")

_PLAIN: Final = frozenset({str, int, bool, type(None), dict, list, tuple})
_MANY: Final = 1_000_000  # values in one object; more than that means a cycle

_quote = json.encoder.encode_basestring_ascii
_quickly = msgspec.json.Encoder(order="sorted").encode
_slowly = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical(value: object) -> str:
    """JSON in its one canonical form; floats and what is no JSON are refused.

    A payload is made of nothing but texts and whole numbers by its types, so it is not searched for floats.
    """
    typed = isinstance(value, Payload)
    if (typed or _is_plain(value)) and (text := _quick(value)):
        return text
    try:
        return _slowly(msgspec.to_builtins(value) if typed else value)
    except (TypeError, ValueError, RecursionError) as problem:
        raise InvalidInput(f"is no JSON: {problem}", field="data") from None


def _quick(value: object) -> str:
    """The canonical form; empty where this encoder refuses the value or would escape it differently."""
    try:
        text = _quickly(value)
    except (TypeError, ValueError, RecursionError):
        return ""
    return text.decode("ascii") if text.isascii() and b"\x7f" not in text else ""


def _is_plain(value: object) -> bool:
    """Whether it consists of JSON's own types only; a float anywhere is refused."""
    values, plain = [value], True
    for one in values:
        kind = type(one)
        if kind is str or kind is int:
            continue
        if isinstance(one, dict):
            values.extend(one.values())
        elif isinstance(one, list | tuple):
            values.extend(one)
        elif isinstance(one, float):
            raise InvalidInput(f"{one!r} is a float; exact numbers are integers or texts", field="data")
        if kind not in _PLAIN:
            plain = False
        if len(values) > _MANY:
            return False
    return plain


def timestamp(moment: datetime) -> str:
    """A moment as events write it: UTC with microseconds, of one width, so that the order of texts is that of time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")[:26] + "Z"


def is_person(name: object) -> bool:
    """Whether a text can be the name of a person."""
    return isinstance(name, str) and _PERSON.fullmatch(name) is not None


@lru_cache(maxsize=65536)
def _check_names(stream: object, kind: object, by: object) -> None:
    if not isinstance(stream, str) or not _STREAM.fullmatch(stream):
        raise InvalidInput(f"{shown(stream)} is no name of a stream", field="stream")
    if not isinstance(kind, str) or not _WORDS.fullmatch(kind):
        raise InvalidInput(f"{shown(kind)} is no kind of event", field="kind")
    if by != "" and not is_person(by):
        raise InvalidInput(f"{shown(by)} is no name of a person", field="by")


class Unreadable(InvalidInput):
    """An event's data does not fit its kind."""


@dataclass(frozen=True, kw_only=True)
class NewEvent:
    """An event to be appended; the log gives it its number, time and hash.

    `by` is the person who acts, or empty. `data` is a payload, which names its kind, or a JSON object without floats;
    it is encoded immediately (`text`), so changing it later has no effect. The key `clock` is the log's own.
    `guarded` are accounts that its batch must not take below zero, even if others have posted to them meanwhile.
    """

    stream: str
    kind: str = ""
    data: Mapping[str, Any] | Payload = field(default_factory=dict)
    by: str = ""
    postings: Sequence[Posting] = ()
    guarded: Sequence[str] = ()
    text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        kind = self.kind or (self.data.KIND if isinstance(self.data, Payload) else "")
        _check_names(self.stream, kind, self.by)
        object.__setattr__(self, "kind", str(kind))  # of an enum: databases want a text, no more and no less
        if not isinstance(self.data, Payload) and (not isinstance(self.data, dict) or CLOCK in self.data):
            raise InvalidInput(f"must be a payload, or an object without the key {CLOCK}", field="data")
        check_postings(self.postings)
        object.__setattr__(self, "text", canonical(self.data))

    def with_clock(self, clock: str) -> "NewEvent":
        """The same event with the time that the clock showed, where that is earlier than the event before."""
        return changed(self, text=canonical({**json.loads(self.text), CLOCK: clock}))


@dataclass(frozen=True, kw_only=True)
class Event:
    """An event of the log. `text` is its data as stored, `data` the decoded object."""

    stream: str
    number: int
    kind: str
    at: str
    by: str
    text: str
    request: str
    part: int
    postings: tuple[Posting, ...]
    previous: str
    hash: str

    @cached_property
    def data(self) -> dict[str, Any]:
        """The event's data, decoded."""
        try:
            value = msgspec.json.decode(self.text)
        except msgspec.MsgspecError:  # the standard library's decoder accepts a little more
            value = json.loads(self.text)
        return value if isinstance(value, dict) else {}

    def remember(self, new: NewEvent) -> None:
        """Take over the payload that the event was written from, so that it need not be decoded."""
        if isinstance(new.data, Payload) and new.text == self.text:
            self.__dict__.setdefault("payload", new.data)

    def read(self, kind: type[P]) -> P:
        """The payload, which is of this type; an audit asks several times, so it is decoded once and remembered."""
        known = self.__dict__.get("payload")
        if type(known) is kind:
            return known
        try:
            payload = self.__dict__["payload"] = read_payload(self.text, kind)
            return payload
        except ValueError as problem:
            raise Unreadable(
                f"{self.kind} does not hold what it should: {problem}", field=f"{self.stream} {self.number}"
            ) from None

    @property
    def clock(self) -> str:
        """What the clock showed, where it had gone back; else empty."""
        payload: Payload = self.__dict__.get("payload") or self.read(Payload)
        return payload.clock

    @property
    def second(self) -> str:
        """The second person whom it names, for an act of two persons; empty where it names none."""
        payload = self.__dict__.get("payload") or self.read(SecondPerson)
        return getattr(payload, "second", "")

    @property
    def form(self) -> str:
        """The canonical form that the hash is over."""
        lines = ",".join([f"[{_quote(account)},{amount}]" for account, amount in self.postings])
        return (
            f'{{"at":{_quote(self.at)},"by":{_quote(self.by)},"data":{self.text},"kind":{_quote(self.kind)},'
            f'"number":{self.number},"part":{self.part},"postings":[{lines}],"previous":{_quote(self.previous)},'
            f'"request":{_quote(self.request)},"stream":{_quote(self.stream)}}}'
        )

    def to_json(self) -> dict[str, Any]:
        """All of it as a JSON object."""
        return {**json.loads(self.form), "hash": self.hash}


def digest(text: str) -> str:
    """SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def chain_event(new: NewEvent, *, number: int, at: str, request: str, part: int, previous: str) -> Event:
    """A new event with its place in the chain; made without `__init__`, because a house appends thousands a second.

    The form is that of `Event.form`: the names of a new event are checked, so they have nothing to be escaped.
    """
    lines = ",".join([f'["{account}",{amount}]' for account, amount in new.postings])
    form = (
        f'{{"at":"{at}","by":"{new.by}","data":{new.text},"kind":"{new.kind}","number":{number},"part":{part},'
        f'"postings":[{lines}],"previous":"{previous}","request":{_quote(request)},"stream":"{new.stream}"}}'
    )
    event = object.__new__(Event)
    fields = {
        "stream": new.stream,
        "number": number,
        "kind": new.kind,
        "at": at,
        "by": new.by,
        "text": new.text,
        "request": request,
        "part": part,
        "postings": tuple(new.postings),
        "previous": previous,
        "hash": digest(form),
    }
    object.__setattr__(event, "__dict__", fields)
    return event
