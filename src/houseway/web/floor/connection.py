"""One live link: who it is, what it watches, and what it has not been sent yet.

A link has one place for the newest view of each table that it watches, never a queue of them: a slow phone gets fewer
views, and holds nobody up.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

import msgspec

from houseway.house.tables.console_view import console_view
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.moment import Moment
from houseway.web.floor.page_parts import SeenPage
from houseway.web.floor.seen_page import seen_page
from houseway.web.http.sessions import Session

Pace = Literal["instantly", "quickly", "naturally"]
PACES: Final[Mapping[Pace, float]] = {"instantly": 0.0, "quickly": 0.3, "naturally": 1.0}  # parts of the usual time

_encode = msgspec.json.encode


class Port(Protocol):
    """Where the messages of a link can be written at once, without a task that waits."""

    def is_ready(self) -> bool:
        """Whether the peer reads what is sent to it."""
        ...

    def write_texts(self, messages: Sequence[bytes]) -> None:
        """Send messages in one piece."""
        ...


class Connection:
    """One socket: who it is, what it watches, and what it has not been sent yet."""

    def __init__(self, *, waiting: int, mark: Callable[["Connection"], None], port: Port | None = None) -> None:
        self.session: Session | None = None
        self.watched: dict[str, int] = {}  # tables, and the number that was last sent of each
        self.dealt: set[str] = set()  # tables whose console it is
        self.coached: set[str] = set()  # tables at which the player asked for the coach
        self.tokens: dict[str, str] = {}  # of the links by which private tables were opened
        self.paces: dict[str, Pace] = {}  # how fast house players are to act, by table
        self.wake = asyncio.Event()  # there is something that only the task of the socket can do
        self.end_reason = ""  # why nothing more is sent, and it is closed
        self.is_busy = False  # the task of the socket is sending, and nothing may overtake it
        self.port = port
        self._mark = mark
        self._answers: deque[bytes] = deque()
        self._most = waiting
        self._news: dict[str, LiveTable] = {}
        self._sent: dict[str, SeenPage | None] = {}  # of tables whose changes are sent: the page that the peer has
        self._jackpots: dict[str, bytes] = {}
        self._reactions: dict[tuple[str, int], bytes] = {}  # the newest of each seat

    @property
    def person(self) -> str:
        """Who it is; empty for somebody who is not signed in."""
        return self.session.person if self.session else ""

    def answer(self, message: object) -> None:
        """Send a message that must not be lost."""
        self._answers.append(_encode(message))
        if len(self._answers) > self._most:
            self.end("answers are not taken")
        self._mark(self)

    def end(self, reason: str) -> None:
        """Send nothing more, and close it."""
        self.end_reason = self.end_reason or reason
        self._mark(self)

    def watch(self, table: LiveTable, after: int, *, changes: bool) -> None:
        """Send the view of a table from now on: whole, or after a first whole one what changes."""
        self.watched[table.name] = after or table.state.number
        if changes:
            self._sent[table.name] = None
        else:
            self._sent.pop(table.name, None)
        self.show(table)

    def unwatch(self, name: str) -> None:
        """Send nothing more of a table."""
        self.watched.pop(name, None)
        self.coached.discard(name)
        self.dealt.discard(name)
        self.paces.pop(name, None)
        self.tokens.pop(name, None)
        self._sent.pop(name, None)

    def show(self, table: LiveTable) -> None:
        """The view of a table is to be sent, as it is when its turn comes."""
        self._news[table.name] = table
        self._mark(self)

    def show_jackpot(self, name: str, message: bytes) -> None:
        """The newest state of a jackpot's meter."""
        self._jackpots[name] = message
        self._mark(self)

    def show_reaction(self, table: str, seat: int, message: bytes) -> None:
        """The newest reaction of a seat; one that was not sent yet gives way to it."""
        self._reactions[table, seat] = message
        self._mark(self)

    def messages(self, now: Callable[[], Moment]) -> Iterator[bytes]:
        """Everything that is to be sent, each message made when it is sent.

        What an act has brought about is seen before its answer comes, so nobody acts on an older view after an `ok`.
        """
        while self._answers or self._news or self._jackpots or self._reactions:
            if self._news:
                name = next(iter(self._news))
                table = self._news.pop(name)
                if name in self.watched:
                    yield self._view(table, now())
            elif self._answers:
                yield self._answers.popleft()
            else:
                slots: dict[Any, bytes] = self._reactions or self._jackpots
                yield slots.pop(next(iter(slots)))

    def _view(self, table: LiveTable, now: Moment) -> bytes:
        name, number = table.name, table.state.number
        before, self.watched[name] = self.watched[name], number
        seat = table.seat_of(self.person)
        page = seen_page(table, seat, now)
        message: dict[str, Any] = {"table": name, "number": number, "now": now.text, "steps": table.steps_after(before)}
        past = self._sent.get(name)
        changes = page.changes_since(past) if past else None
        if past is None or changes is None:
            message["view"] = page.whole()
        else:
            message |= {"after": past.shared.number, "changes": changes}
        if name in self.dealt and not seat:
            message["console"] = console_view(table)
        if name in self._sent:
            self._sent[name] = page
        return _encode(message)
