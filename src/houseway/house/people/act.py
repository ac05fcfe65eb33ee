"""Acts: what persons and devices do to the house, each described once.

An `Act` has a name, a right (who may do it), an input, the events that it may append, and a rule that makes them.
Permission checks, HTTP calls, live messages, commands, the deep audit and the table of rights are derived from it. An
act does not depend on how it runs: immediately, in a server's loop, or with many others in one commit.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import fields

from houseway.house.log.aggregate import Payloads, Plan, PlanAct, Request, S, StreamAggregate
from houseway.house.log.events import Event
from houseway.house.log.log import Appended
from houseway.house.log.payload import Payload
from houseway.house.people.permissions import Permissions
from houseway.house.people.rights import PLAY, Right
from houseway.money import format_money


class ActInput(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The input of an act; its fields carry their limits and descriptions."""


@dataclass(frozen=True, kw_only=True)
class Desk:
    """Who acts, and the people of the house, who check permissions; None where nothing is checked."""

    by: str = ""
    second: str = ""
    people: Permissions | None = None

    def permit(self, right: Right, *persons: str) -> None:
        """Raise if the persons who act, or the given ones, may not do this."""
        if self.people is not None:
            self.people.permit(right, *(persons or (self.by, self.second)))

    @property
    def is_one_person_house(self) -> bool:
        """Whether the house was declared a practice house of one person, who needs no second."""
        return self.people is not None and self.people.is_one_person_house


D = TypeVar("D", bound=Desk)
I = TypeVar("I", bound=ActInput)  # noqa: E741  # the input

Rule = Callable[[Plan[S], D, I], None]
Match = Callable[[D, I, Event], bool]  # whether an event is what this input asked for
Refusal = Callable[[Event], str]  # why an event refuses what was asked for; empty where it does not


@dataclass(frozen=True)
class Act(Generic[S, D, I]):
    """An act of the house.

    Its right is checked before anything is planned; a rule may check more when it sees the state. The first of the
    events in `appends` identifies the act. `says` maps an input to the fields of that event, where they do not simply
    have the same names.
    """

    name: str  # in commands, calls and messages, such as sit-out
    asks: type[I]
    right: Right
    appends: tuple[type[Payload], ...]
    rule: Rule[S, D, I]
    example: str = ""  # of the command, from the act's name on
    also: tuple[Right, ...] = ()  # the rights that the rule checks instead, depending on the state of the house
    never: str = ""  # who may not do it whatever their role, in words
    says: Callable[[D, I], Mapping[str, object]] | None = None
    match: Match[D, I] | None = None  # where fields are not enough to tell whether an event is what was asked for
    refusal: Refusal | None = None  # where a refusal is an event of its own
    asks_right_first: bool = True  # otherwise the rule checks it, when it sees who is concerned
    is_signed_singly: bool = False  # two persons do it, but each by a request of their own
    may_start_alone: bool = False  # the first administrator does it alone while the house is set up
    may_be_seated: bool = False  # whoever sits at the table may do it too
    is_offered: bool = True  # as a call, a message and a command of its own
    is_timely: bool = False  # whether overdue steps are done first, so that a late act sees them done

    @property
    def about(self) -> str:
        """A description of the act, in a sentence or more."""
        return (self.asks.__doc__ or "").strip()

    @property
    def rights(self) -> tuple[Right, ...]:
        """Every right by which somebody may do it, alone or as one of two."""
        return (self.right, *self.also)

    @property
    def is_signed_by_two(self) -> bool:
        """Whether two persons sign one request, whatever it moves."""
        return bool(self.right.second) and not self.right.alone_up_to and not self.is_signed_singly

    def request(self, desk: D, asked: I, request: str = "") -> Request[S]:
        """The request of somebody who may do this; raises if they may not."""
        if self.asks_right_first and self.right is not PLAY:  # whoever plays acts for a seat, which the rule looks at
            desk.permit(self.right)
        matches = partial(self.match or self.is_same, desk, asked)
        return Request(
            act=lambda plan: self.rule(plan, desk, asked),
            by=desk.by,
            id=request,
            matches=matches,
            refusal=self.refusal,
        )

    def is_same(self, desk: D, asked: I, event: Event) -> bool:
        """Whether an event is this act's main one, and agrees with the input in the fields that both have."""
        payload = self.appends[0]
        if event.kind != payload.KIND:
            return False
        stored = event.read(payload)
        expected = self.says(desk, asked) if self.says else _shared_fields(asked, payload)
        return all(_is_equal(getattr(stored, name), value) for name, value in expected.items())


def _shared_fields(asked: ActInput, payload: type[Payload]) -> dict[str, object]:
    """The fields of the input that the event has too."""
    shared = (one for one in fields(asked) if one.name in payload.__struct_fields__)
    return {one.name: value for one in shared if (value := getattr(asked, one.name)) != one.default}


def _is_equal(stored: object, asked: object) -> bool:
    """Whether a stored value equals the input's; an amount is cents in the input and text in the event."""
    return stored == asked or (isinstance(asked, int) and stored == format_money(asked))


AnyAct = Act[Any, Any, Any]  # of any desk and input


class Catalogue(Generic[S, D]):
    """The acts that are done on one kind of stream, and all the events that may stand there."""

    def __init__(self, subject: str, acts: Iterable[Act[S, D, Any]], *more: type[Payload]) -> None:
        self.subject = subject
        self.acts: dict[str, Act[S, D, Any]] = {}
        self.payloads: dict[str, type[Payload]] = {one.KIND: one for one in more}
        self._acts_of: dict[str, list[Act[S, D, Any]]] = {}  # by kind of event, once somebody has asked
        self._act_of: dict[type[ActInput], Act[S, D, Any]] = {}  # by what it asks for
        for act in acts:
            self.add(act)

    @classmethod
    def joined(cls, subject: str, *parts: "Catalogue[S, D]") -> "Catalogue[S, D]":
        """The acts of several subjects that share a stream, under their subject's name and their own."""
        whole = cls(subject, ())
        for part in parts:
            whole.acts.update({f"{part.subject} {act.name}": act for act in part})
            whole.payloads.update(part.payloads)
            whole._act_of.update(part._act_of)
        return whole

    def add(self, act: Act[S, D, Any]) -> None:
        """Add an act under its name."""
        self.acts[act.name] = act
        self._act_of.setdefault(act.asks, act)
        self._acts_of.clear()
        self.payloads.update({one.KIND: one for one in act.appends})

    def remove(self, act: Act[S, D, Any]) -> None:
        """Remove an act."""
        del self.acts[act.name]
        del self._act_of[act.asks]
        self._acts_of.clear()

    def __iter__(self) -> Iterator[Act[S, D, Any]]:
        return iter(self.acts.values())

    def act_for(self, asked: ActInput) -> Act[S, D, Any]:
        """The act with this input."""
        return self._act_of[type(asked)]

    def acts_of(self, kind: str) -> list[Act[S, D, Any]]:
        """The acts that append a kind of event."""
        acts = self._acts_of.get(kind)
        if acts is None:
            acts = self._acts_of[kind] = [act for act in self if any(kind == one.KIND for one in act.appends)]
        return acts

    @property
    def offered(self) -> list[Act[S, D, Any]]:
        """The acts that are calls, messages and commands of their own."""
        return [act for act in self if act.is_offered]


class ActingAggregate(StreamAggregate[S], Generic[S, D]):
    """A stream with the acts of a catalogue."""

    catalogue: ClassVar["AnyCatalogue"]

    @property
    def payloads(self) -> Payloads:
        """The payloads of the stream's events, by kind."""
        return self.catalogue.payloads

    @abstractmethod
    def desk(self, by: str = "", second: str = "") -> D:
        """The desk at which these persons act."""

    def do(self, asked: ActInput, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """Do an act immediately and answer its stored events. The same request id twice counts once."""
        return self.run(self.request(asked, by=by, second=second, request=request))

    def request(self, asked: ActInput, *, by: str = "", second: str = "", request: str = "") -> Request[S]:
        """A request of these persons, ready to run; raises where they may not do it."""
        return self.catalogue.act_for(asked).request(self.desk(by, second), asked, request)

    def own_act(self, asked: ActInput, *, by: str = "") -> PlanAct[S]:
        """An act of the program itself, for which no person's rights are checked."""
        act, desk = self.catalogue.act_for(asked), replace(self.desk(by), people=None)
        return lambda plan: act.rule(plan, desk, asked)


AnyCatalogue = Catalogue[Any, Any]
AnyAggregate = ActingAggregate[Any, Any]
