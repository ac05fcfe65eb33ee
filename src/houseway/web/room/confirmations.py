"""Requests that a second person confirms from their own session.

The first person's request waits here, whole and unchanged. Everybody who may be the second person sees in words what it
will do, and confirms or declines it. A confirmed request goes to the same call as it would have without waiting, with
the second person's name, and the answer of that call is the answer to both. Requests wait in the memory of the process:
a restart forgets them, and nothing has been done.
"""

import hmac
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.house.log.events import digest
from houseway.house.people.house import House, NotPermitted
from houseway.web.http.problems import NotFound, TooMany
from houseway.web.http.sessions import Session
from houseway.web.room.room_acts import RoomAct

SECONDS: Final = 5 * 60  # for which a request waits, and for which its end is remembered
MOST: Final = 20  # requests of one person that wait
State = Literal["waiting", "doing", "done", "refused", "declined", "withdrawn", "expired"]

_confirmed: ContextVar[str] = ContextVar("confirmed", default="")


def confirmed_by() -> str:
    """Who confirmed the request that runs now; empty for every other request, whatever its content."""
    return _confirmed.get()


@contextmanager
def confirming(second: str) -> Iterator[None]:
    """In this context, the request that runs has this second person."""
    token = _confirmed.set(second)
    try:
        yield
    finally:
        _confirmed.reset(token)


@dataclass(kw_only=True)
class Confirmation:
    """A request that waits for its second person, and its result."""

    id: str
    first: Session
    act: RoomAct
    name: str
    body: bytes = field(repr=False)  # as it will be sent
    sentence: str
    ends: float
    state: State = "waiting"
    second: str = ""
    problem: str = ""
    answer: bytes = b"null"  # of the call, in JSON

    @property
    def address(self) -> str:
        """The call that it is sent to."""
        return self.act.address(self.name)

    @property
    def sheet(self) -> str:
        """The text of the sheet that it concerns; empty if it concerns none."""
        return str(msgspec.json.decode(self.body).get("sheet", ""))

    @property
    def digest(self) -> str:
        """A digest of its content: the person, the call, and every byte that is sent."""
        return digest(f"{self.first.person}\n{self.address}\n{self.body.decode()}")


Send = Callable[[Confirmation], Awaitable[tuple[int, bytes]]]  # does a request: its status and its answer


class Confirmations:
    """The requests that wait for a second person."""

    def __init__(self, people: House, holds: Callable[[Session], bool], clock: Callable[[], float]) -> None:
        self._people = people
        self._holds = holds
        self.clock = clock
        self._all: dict[str, Confirmation] = {}

    def ask(self, first: Session, act: RoomAct, name: str, given: Mapping[str, Any]) -> Confirmation:
        """Let a request wait for its second person."""
        self._sweep()
        if not act.pairs:
            raise InvalidInput("needs no second person", field=act.name)
        act.require_begin(self._people, first.person)
        own = [one for one in self._all.values() if one.first.person == first.person and one.state == "waiting"]
        if len(own) >= MOST:
            raise TooMany(f"{MOST} requests of yours wait already", field="confirmations")
        act.address(name)
        made = Confirmation(
            id=secrets.token_urlsafe(18),
            first=first,
            act=act,
            name=name,
            body=msgspec.json.encode(given),
            sentence=act.sentence(given, name),
            ends=self.clock() + SECONDS,
        )
        self._all[made.id] = made
        return made

    def seen_by(self, person: str) -> list[Confirmation]:
        """The requests that somebody made, confirmed or may confirm, newest first."""
        self._sweep()
        return [one for one in reversed(self._all.values()) if self._concerns(one, person)]

    def find(self, name: str, person: str) -> Confirmation:
        """A request that concerns somebody; any other seems not to exist."""
        self._sweep()
        confirmation = self._all.get(name)
        if confirmation is None or not self._concerns(confirmation, person):
            raise NotFound("no such request waits; it may be over", field="confirmation")
        return confirmation

    def may_confirm(self, one: Confirmation, person: str) -> bool:
        """Whether somebody may be the second person of a request that waits."""
        try:
            one.act.require_pair(self._people, one.first.person, person)
        except HousewayError:
            return False
        return one.state == "waiting"

    def _concerns(self, one: Confirmation, person: str) -> bool:
        return person in (one.first.person, one.second) or self.may_confirm(one, person)

    async def confirm(self, one: Confirmation, second: Session, content: str, send: Send) -> Confirmation:
        """Do a request with its second person; only one of two who confirm at once does it."""
        self._require_waiting(one)
        if second.person == one.first.person:
            raise NotPermitted("needs two different persons: nobody confirms their own request", field=second.person)
        one.act.require_pair(self._people, one.first.person, second.person)
        if not hmac.compare_digest(content.encode(), one.digest.encode()):
            raise NotAllowedNow("is not what was asked for; look at it again", field="digest")
        if not self._holds(one.first):
            one.state = "withdrawn"
            raise NotAllowedNow(f"{one.first.person} is no longer signed in", field="confirmation")
        one.state, one.second = "doing", second.person
        await self._do(one, send)
        return one

    async def _do(self, one: Confirmation, send: Send) -> None:
        """Send a request; both persons see its answer."""
        try:
            with confirming(one.second):
                status, answer = await send(one)
        except BaseException:
            one.state, one.problem = "refused", "the program failed; look at the house before you ask again"
            raise
        if status < 400:
            one.state, one.answer = "done", answer
            return
        one.state, one.problem = "refused", str(msgspec.json.decode(answer).get("detail", "was refused"))
        raise NotAllowedNow(one.problem, field=one.act.name)

    def end(self, one: Confirmation, person: str) -> Confirmation:
        """End the wait of a request: its second person declines it, or the first person takes it back."""
        self._require_waiting(one)
        one.state = "withdrawn" if person == one.first.person else "declined"
        one.second = "" if person == one.first.person else person
        return one

    def _require_waiting(self, one: Confirmation) -> None:
        if one.state != "waiting":
            raise NotAllowedNow(f"does not wait any more: {one.state}", field="confirmation")

    def _sweep(self) -> None:
        """End requests that nobody confirmed in time, and forget those that ended long ago."""
        now = self.clock()
        for name, one in list(self._all.items()):
            if one.state == "waiting" and now >= one.ends:
                one.state = "expired"
            if now >= one.ends + SECONDS and one.state != "doing":
                del self._all[name]
