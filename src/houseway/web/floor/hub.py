"""Everybody who is connected, and what each of them has not heard yet.

A socket has one place for the newest view of each table that it watches, never a queue of them: a slow phone gets fewer
views, and holds nobody up.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec

from houseway.games.round.jackpot import UNITS_PER_CENT
from houseway.house.log.events import timestamp
from houseway.house.log.log import Appended
from houseway.house.tables.console_view import console_view
from houseway.money import format_money
from houseway.web.floor.floor import Floor
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.views import encoded_view
from houseway.web.http.metrics import SOCKETS
from houseway.web.http.sessions import Session

RECENT_SECONDS: Final = 5.0
RECENT_REACTIONS: Final = 200  # of all tables, for the other processes
Reaction = Literal["nice-hand", "well-played", "good-luck", "ouch", "thanks", "wow"]
JACKPOT_SECONDS: Final = 0.4  # between two messages of one jackpot

Pace = Literal["instantly", "quickly", "naturally"]
PACES: Final[Mapping[Pace, float]] = {"instantly": 0.0, "quickly": 0.3, "naturally": 1.0}  # parts of the usual time

_encode = msgspec.json.encode


class Reacted(NamedTuple):
    """When a seat of a table reacted, by the server's clock, and how."""

    at: float
    table: str
    seat: int
    reaction: Reaction


class Connection:
    """One socket: who it is, what it watches, and what it has not been sent yet."""

    def __init__(self, *, waiting: int) -> None:
        self.session: Session | None = None
        self.watched: dict[str, int] = {}  # tables, and the number that was last sent of each
        self.dealt: set[str] = set()  # tables whose console it is
        self.coached: set[str] = set()  # tables at which the player asked for the coach
        self.tokens: dict[str, str] = {}  # of the links by which private tables were opened
        self.paces: dict[str, Pace] = {}  # how fast house players are to act, by table
        self.wake = asyncio.Event()
        self.overrun = False  # it does not take its answers
        self.is_over = False  # its session has ended, and nothing more is sent
        self._answers: deque[bytes] = deque()
        self._most = waiting
        self._news: dict[str, LiveTable] = {}
        self._jackpots: dict[str, bytes] = {}
        self._reactions: dict[tuple[str, int], bytes] = {}  # the newest of each seat

    @property
    def person(self) -> str:
        """Who it is; empty for somebody who is not signed in."""
        return self.session.person if self.session else ""

    def answer(self, message: object) -> None:
        """Send a message that must not be lost."""
        self._answers.append(_encode(message))
        self.overrun = self.overrun or len(self._answers) > self._most
        self.wake.set()

    def end(self) -> None:
        """Send nothing more, and close it."""
        self.is_over = True
        self.wake.set()

    def show(self, table: LiveTable) -> None:
        """The view of a table is to be sent, as it is when its turn comes."""
        self._news[table.name] = table
        self.wake.set()

    def show_jackpot(self, name: str, message: bytes) -> None:
        """The newest state of a jackpot's meter."""
        self._jackpots[name] = message
        self.wake.set()

    def show_reaction(self, table: str, seat: int, message: bytes) -> None:
        """The newest reaction of a seat; one that was not sent yet gives way to it."""
        self._reactions[table, seat] = message
        self.wake.set()

    def messages(self, floor: Floor) -> Iterator[bytes]:
        """Everything that is to be sent, made when it is sent."""
        while self._answers or self._news or self._jackpots or self._reactions:
            if self._answers:
                yield self._answers.popleft()
            elif self._news:
                name = next(iter(self._news))
                table = self._news.pop(name)
                if name in self.watched:
                    yield self._view(floor, table)
            else:
                slots: dict[Any, bytes] = self._reactions or self._jackpots
                yield slots.pop(next(iter(slots)))

    def _view(self, floor: Floor, table: LiveTable) -> bytes:
        seat = table.seat_of(self.person)
        view = encoded_view(table, seat)
        number = table.state.number
        message: dict[str, object] = {
            "table": table.name,
            "number": number,
            "now": timestamp(floor.log.clock()),
            "steps": table.steps_after(self.watched[table.name]),
            "view": msgspec.Raw(view),
        }
        if table.name in self.dealt and not seat:
            message["console"] = console_view(table)
        self.watched[table.name] = number
        return _encode(message)


class Hub:
    """All connections of this process."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.connections: set[Connection] = set()
        self.addresses: Counter[str] = Counter()
        self._watchers: dict[str, set[Connection]] = {}
        self._meters: dict[str, int] = {}
        self._seen: dict[str, float] = {}
        self._reactions: deque[Reacted] = deque(maxlen=RECENT_REACTIONS)

    # ---- who is there

    def add(self, connection: Connection) -> None:
        """Somebody connects."""
        self.connections.add(connection)
        SOCKETS.set(len(self.connections))
        for table in self._with_jackpot():
            if not table.private:
                connection.show_jackpot(table.jackpot.name, _encode(meter_message(table.jackpot)))

    def remove(self, connection: Connection) -> None:
        """Somebody is gone."""
        self.connections.discard(connection)
        SOCKETS.set(len(self.connections))
        for name in list(connection.watched):
            self.unwatch(connection, name)
        self.saw(connection.person)

    def saw(self, person: str) -> None:
        """Somebody did something, now."""
        if person:
            self._seen[person] = time.monotonic()

    def away_seconds(self, person: str) -> float:
        """Since when nobody has heard of a person who is not connected; a restart is heard of."""
        return time.monotonic() - self._seen.setdefault(person, time.monotonic())

    def recent_people(self) -> set[str]:
        """Everybody who is connected or did something just now."""
        since = time.monotonic() - RECENT_SECONDS
        return self.people() | {person for person, at in self._seen.items() if at > since}

    def people(self) -> set[str]:
        """Everybody who is connected."""
        return {one.person for one in self.connections if one.person}

    def end_links(self, holds: Callable[[Session], bool]) -> None:
        """End the connections whose session no longer holds."""
        for connection in self.connections:
            if connection.session is not None and not holds(connection.session):
                connection.end()

    # ---- tables

    def watch(self, connection: Connection, table: LiveTable, after: int) -> None:
        """Tell a connection of a table from now on."""
        connection.watched[table.name] = after or table.state.number
        self._watchers.setdefault(table.name, set()).add(connection)
        connection.show(table)

    def unwatch(self, connection: Connection, name: str) -> None:
        """Tell it no more."""
        connection.watched.pop(name, None)
        connection.coached.discard(name)
        connection.dealt.discard(name)
        connection.paces.pop(name, None)
        connection.tokens.pop(name, None)
        if watchers := self._watchers.get(name):
            watchers.discard(connection)
            if not watchers:
                del self._watchers[name]

    def watchers(self, name: str) -> Iterable[Connection]:
        """Who watches a table."""
        return self._watchers.get(name, ())

    def count(self, name: str) -> int:
        """How many look at a table."""
        return len(self._watchers.get(name, ()))

    def pace(self, table: LiveTable) -> float:
        """The part of the usual time that house players take: the slowest wish of the people who sit there."""
        seated = [one for one in self.watchers(table.name) if table.place_of(one.person)]
        return max((PACES[one.paces.get(table.name, "naturally")] for one in seated), default=1.0)

    def happened(self, table: LiveTable, events: Appended) -> None:
        """Something happened at a table: whoever watches it hears of it."""
        for connection in self.watchers(table.name):
            connection.show(table)

    def purse_changed(self, person: str) -> None:
        """Somebody's chips changed away from a table: show the tables again."""
        for connection in self.connections:
            if connection.person == person:
                for name in connection.watched:
                    if table := self.floor.tables.get(name):
                        connection.show(table)

    def name_changed(self, person: str) -> None:
        """Somebody is called otherwise: show the tables where they sit to everybody again."""
        for table in self.floor.tables.values():
            if table.seat_of(person):
                table.encoded.clear()
                for connection in self.watchers(table.name):
                    connection.show(table)

    # ---- reactions

    def react(self, table: str, seat: int, reaction: Reaction) -> None:
        """Show everybody at a table how a seat reacts, and the other processes of the server; no log has it."""
        self._reactions.append(Reacted(time.time(), table, seat, reaction))
        self.show_reaction(self._reactions[-1])

    def show_reaction(self, one: Reacted) -> None:
        """Show a reaction to everybody who watches its table here."""
        message = _encode({"table": one.table, "reaction": one.reaction, "seat": one.seat})
        for connection in self.watchers(one.table):
            connection.show_reaction(one.table, one.seat, message)

    def recent_reactions(self) -> list[Reacted]:
        """The reactions of the last seconds."""
        return [one for one in self._reactions if one.at > time.time() - RECENT_SECONDS]

    # ---- jackpots

    def tell_jackpots(self) -> None:
        """Tell everybody of the meters that moved, and of a private table's only those who watch it."""
        for table in self._with_jackpot():
            number = table.jackpot.fresh().number
            if self._meters.get(table.jackpot.name) == number:
                continue
            self._meters[table.jackpot.name] = number
            message = _encode(meter_message(table.jackpot))
            for connection in self.watchers(table.name) if table.private else self.connections:
                connection.show_jackpot(table.jackpot.name, message)

    def _with_jackpot(self) -> Iterator[Any]:
        """A table of each jackpot."""
        tables = {table.jackpot.name: table for table in self.floor.tables.values() if table.jackpot}
        yield from tables.values()

    def close(self) -> None:
        """Wake every socket, so that it can be closed."""
        for connection in self.connections:
            connection.wake.set()


def meter_message(jackpot: Any) -> dict[str, Any]:
    """Where a jackpot stands, for everybody."""
    state = jackpot.state
    shown = state.displayed if not state.progressive else state.meter // UNITS_PER_CENT
    return {"jackpot": jackpot.name, "number": state.number, "meter": format_money(shown)}
