"""Everybody who is connected, and when each of them is sent what they have not heard yet.

What a turn of the loop brings for a link is written at its end in one piece. A link whose peer does not read is left to
the task of its socket, which waits.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

import msgspec
import structlog

from houseway.games.round.jackpot import UNITS_PER_CENT
from houseway.house.log.log import Appended
from houseway.money import format_money
from houseway.web.floor.connection import PACES, Connection, Port
from houseway.web.floor.floor import Floor
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.moment import Moment
from houseway.web.http.metrics import SOCKETS
from houseway.web.http.sessions import Session

RECENT_SECONDS: Final = 5.0
RECENT_REACTIONS: Final = 200  # of all tables, for the other processes
Reaction = Literal["nice-hand", "well-played", "good-luck", "ouch", "thanks", "wow"]
JACKPOT_SECONDS: Final = 0.4  # between two messages of one jackpot

_encode = msgspec.json.encode
log = structlog.get_logger("houseway.web")


class Reacted(NamedTuple):
    """When a seat of a table reacted, by the server's clock, and how."""

    at: float
    table: str
    seat: int
    reaction: Reaction


class Hub:
    """All connections of this process."""

    def __init__(self, floor: Floor, holds: Callable[[Session], bool] = lambda _: True) -> None:
        self.floor = floor
        self._holds = holds  # whether a session still counts
        self._marked: dict[Connection, None] = {}  # links that have something to be sent, in the order of that
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
                connection.end("the session is over")

    # ---- what is sent

    def mark(self, connection: Connection) -> None:
        """Send a link what it has not been sent yet, when this turn of the loop is over."""
        if not self._marked:
            asyncio.get_running_loop().call_soon(self._send_marked)
        self._marked[connection] = None

    def _send_marked(self) -> None:
        marked, self._marked = self._marked, {}
        moment = Moment(self.floor.log.clock)
        for connection in marked:
            port = connection.port
            if port is None or connection.is_busy or self.must_end(connection) or not port.is_ready():
                connection.wake.set()
            else:
                self._write(connection, port, moment)

    def _write(self, connection: Connection, port: Port, moment: Moment) -> None:
        """Write what a link has not been sent; if that fails its socket is closed, and nobody else is held up."""
        try:
            if messages := list(connection.messages(lambda: moment)):
                port.write_texts(messages)
        except Exception as problem:  # the page connects again, and asks for a whole view
            log.error("program error", error=type(problem).__name__, act="view")
            connection.end("a view could not be made")

    def must_end(self, connection: Connection) -> bool:
        """Whether a link is to be closed, or the session that it was opened with is over: no more cards are shown."""
        session = connection.session
        return bool(connection.end_reason) or (session is not None and not self._holds(session))

    # ---- tables

    def watch(self, connection: Connection, table: LiveTable, after: int, *, changes: bool = False) -> None:
        """Tell a connection of a table from now on."""
        self._watchers.setdefault(table.name, set()).add(connection)
        connection.watch(table, after, changes=changes)

    def unwatch(self, connection: Connection, name: str) -> None:
        """Tell it no more."""
        connection.unwatch(name)
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
                table.page = None
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
