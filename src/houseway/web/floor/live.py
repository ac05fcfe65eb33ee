"""The live link: one WebSocket a page, for all the tables it watches and everything its player does."""

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.house.log.events import timestamp
from houseway.house.tables.catalogue import TABLE_ACTS
from houseway.web.floor import acts
from houseway.web.floor.acts import TableBody, act_names
from houseway.web.floor.connection import Connection, Pace
from houseway.web.floor.hub import Reaction
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.moment import Moment
from houseway.web.http.connections import port_of
from houseway.web.http.guard import headers_of
from houseway.web.http.problems import NotSignedIn, Problem, TooMany, problem_json, problem_of, unexpected
from houseway.web.http.rates import Bucket, network_of
from houseway.web.http.sessions import Session
from houseway.web.practice.invitations import Entry, Visitor
from houseway.web.services import Services

log = structlog.get_logger("houseway.web")

POLITE: Final = 1001  # the server goes away
REFUSED: Final = 1008  # it broke the rules of the link
FLOODED: Final = 50  # messages over the limit in a row, after which a socket is closed
MOST_WATCHED: Final = 32
UNASKED: Final = frozenset({"watch", "unwatch", "tick", "pace"})  # what a page sends although nobody touches it

LOOKING: Final = frozenset({"watch", "coach", "pace"})  # what spectators may ask for
NO_ACTS: Final = LOOKING | {"react"}  # what concerns a table and is no act of it

Socket = WebSocket[Any, Any, Any]
Text = Annotated[str, msgspec.Meta(max_length=100)]
if TYPE_CHECKING:
    LinkWord = str
else:
    LinkWord = act_names(TABLE_ACTS, more=["watch", "unwatch", "coach", "pace", "react", "ping", "tick"])


class Message(TableBody, forbid_unknown_fields=True, kw_only=True):
    """What a page says. `id` is the request: kept until it is answered, and sent again after a lost connection."""

    do: LinkWord | None = None
    id: Text | None = None
    table: Text | None = None
    after: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0
    changes: bool = False
    invite: Text | None = None
    on: bool = True
    console: bool = False
    pace: Pace = "naturally"
    reaction: Reaction | None = None
    at: int | float | str | None = None
    token: Annotated[str, msgspec.Meta(max_length=400)] | None = None


_decode = msgspec.json.Decoder(Message).decode


@websocket("/api/v1/live", opt={"exclude_from_auth": True})
async def live(socket: Socket) -> None:
    """Serve one socket until either side ends it."""
    services: Services = socket.app.state.services
    await Link(services, socket).run()


class Link:
    """One socket and what it says."""

    def __init__(self, services: Services, socket: Socket) -> None:
        self._services = services
        self._socket = socket
        self._limits = services.settings.limits
        self._port = port_of(socket.scope)
        self._connection = Connection(waiting=self._limits.waiting, mark=services.hub.mark, port=self._port)
        self._bucket = Bucket(self._limits.messages)
        self._over = 0
        self._doing: set[asyncio.Task[None]] = set()
        self._heard = time.monotonic()

    async def run(self) -> None:
        """Accept, say hello, then hear and tell until the end."""
        services, address = self._services, services_address(self._socket)
        refused = services.guard.socket_refusal(self._socket.scope, services.hub.addresses[address])
        if refused or services.closing:
            await self._socket.close(code=REFUSED, reason=refused or "closing")
            return
        await services.prepare_session(self._socket.scope)
        self._connection.session = services.session_of(self._socket.scope)
        services.recall_name(self._connection.session, self._socket.scope)
        await self._socket.accept()
        if self._port is not None:
            self._port.hear = self._hear_text
        services.hub.addresses[address] += 1
        services.hub.add(self._connection)
        self._hello()
        telling = asyncio.ensure_future(self._tell())
        hearing = asyncio.ensure_future(self._hear())
        try:
            await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._port is not None:
                self._port.hear = None
            telling.cancel()
            hearing.cancel()
            services.hub.remove(self._connection)
            services.hub.addresses[address] -= 1
            await asyncio.gather(telling, hearing, return_exceptions=True)

    def _hello(self) -> None:
        services, session = self._services, self._connection.session
        hello = {
            "build": services.build,
            "person": session.person if session else None,
            "now": timestamp(services.floor.log.clock()),
            "practice": services.settings.practice,
        }
        self._connection.answer({"hello": hello})

    # ---- telling

    async def _tell(self) -> None:
        connection, services = self._connection, self._services
        while True:
            await connection.wake.wait()
            connection.wake.clear()
            connection.is_busy = True
            for message in connection.messages(self._moment):
                if services.hub.must_end(connection):
                    break
                try:
                    async with asyncio.timeout(self._limits.idle_seconds):
                        await self._send(message)
                except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
                    return
            connection.is_busy = False
            if services.hub.must_end(connection):
                await self._close(REFUSED, connection.end_reason or "the session is over")
                return
            if services.closing:
                await self._finish()
                await self._close(POLITE, "the server is stopping")
                return

    def _moment(self) -> Moment:
        return Moment(self._services.floor.log.clock)

    async def _send(self, message: bytes) -> None:
        await self._socket.send_data(message, mode="text")

    async def _finish(self) -> None:
        """What was begun is answered before the end."""
        await asyncio.gather(*self._doing, return_exceptions=True)
        for message in self._connection.messages(self._moment):
            with suppress(WebSocketDisconnect, RuntimeError, OSError):
                await self._send(message)

    async def _close(self, code: int, reason: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self._socket.close(code=code, reason=reason)

    # ---- hearing

    async def _hear(self) -> None:
        """Hear what comes by way of the application, until the peer is gone or has been silent for too long."""
        while (left := self._heard + self._limits.idle_seconds - time.monotonic()) > 0:
            try:
                async with asyncio.timeout(left):
                    event = await self._socket.receive()
            except TimeoutError:
                continue
            except (WebSocketDisconnect, RuntimeError):
                return
            if event["type"] == "websocket.disconnect":
                return
            text: Any = event.get("text") or event.get("bytes") or b""
            self._hear_text(text)
        await self._close(POLITE, "nothing was heard")

    def _hear_text(self, text: str | bytes) -> None:
        """Take a message, unless there are too many."""
        self._heard = time.monotonic()
        if self._bucket.take():
            self._over = 0
            self._take(text)
            return
        self._over += 1
        self._problem(None, problem_of(TooMany("too many messages; wait a little", field="rate")))
        if self._over > FLOODED:
            self._connection.end("too many messages")

    def _take(self, text: str | bytes) -> None:
        try:
            message = _decode(text)
        except (msgspec.DecodeError, UnicodeError) as wrong:
            self._problem(_id_of(text), _unreadable(wrong))
            return
        if message.do == "ping":
            self._connection.answer({"pong": message.at})
            return
        task = asyncio.get_running_loop().create_task(self._answer(message))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def _answer(self, message: Message) -> None:
        try:
            number = await self._do(message)
        except HousewayError as problem:
            self._problem(message.id, problem_of(problem))
        except Exception as problem:  # whatever it is, the page must hear that it failed, and nothing more
            log.error("program error", error=type(problem).__name__, act=message.do)
            self._services.note_error(problem)
            self._problem(message.id, unexpected())
        else:
            if message.do is not None:
                self._connection.answer({"id": message.id, "ok": {"number": number}})

    async def _do(self, message: Message) -> int:
        services, connection = self._services, self._connection
        if message.do is None:
            await self._sign_in(message.token)
            return 0
        services.hub.saw(connection.person)
        session = self._still_signed_in()
        if session is not None and message.do not in UNASKED:
            services.saw(session)
        if message.table is None:
            raise InvalidInput("is missing", field="table")
        if message.do == "unwatch":
            services.hub.unwatch(connection, message.table)
            return 0
        table = await services.floor.table(message.table)
        token = message.invite or connection.tokens.get(table.name, "")
        entry: Entry = "look" if message.do in LOOKING else "sit"
        await services.admit(table, Visitor(connection.person, token), entry)
        if message.do not in NO_ACTS:
            return await self._act(table, message, session)
        if message.do == "watch":
            if message.console:
                services.consoles.require_dealer(table, session)
                connection.dealt.add(table.name)
            self._watch(table, message, token)
        elif message.do == "pace":
            connection.paces[table.name] = message.pace
        elif message.do == "react":
            services.react(table, session, message.reaction)
        else:
            self._coach(table, on=message.on)
        return table.state.number

    def _watch(self, table: LiveTable, message: Message, token: str) -> None:
        services, connection = self._services, self._connection
        if len(connection.watched) >= MOST_WATCHED and table.name not in connection.watched:
            raise InvalidInput(f"at most {MOST_WATCHED} tables at once", field="table")
        services.hub.watch(connection, table, message.after, changes=message.changes)
        if token:
            connection.tokens[table.name] = token
        services.looked_at(table)

    async def _act(self, table: LiveTable, message: Message, session: Session | None) -> int:
        """Do an act of the catalogue; the number of the table's last event once it is stored."""
        services, connection, name = self._services, self._connection, message.do or ""
        second = ""
        if message.second:
            second = await services.second_of(message.second, session, services_address(self._socket))
        request = message.id or ""
        number = await acts.perform(services.floor, table, name, session, message, request, second)
        if name == "join" and table.name not in connection.watched:
            services.hub.watch(connection, table, number)
        return number

    def _still_signed_in(self) -> Session | None:
        session = self._connection.session
        if session is not None and not self._services.sessions.holds(session):
            self._connection.end("the session is over")
            raise NotSignedIn("the session is over; sign in again", field="session")
        return session

    async def _sign_in(self, token: str | None) -> None:
        if token is None:
            raise InvalidInput("is missing", field="do")
        headers = headers_of(self._socket.scope)
        await self._services.prepare_token(token, headers)
        session = self._services.find_session(token, headers)
        if session is None:
            raise NotSignedIn("the token is wrong or over", field="token")
        self._services.sessions.require_own_password(session)
        self._connection.session = session
        self._hello()
        for name in self._connection.watched:
            self._connection.show(await self._services.floor.table(name))

    def _coach(self, table: LiveTable, *, on: bool) -> None:
        if on and not self._services.coach.allows(table):
            raise NotAllowedNow("the table's sheet allows no coach", field="coach")
        if on and self._connection.session is None:
            raise NotSignedIn("sign in first", field="session")
        (self._connection.coached.add if on else self._connection.coached.discard)(table.name)
        self._services.coach.look(table)

    def _problem(self, request: str | None, problem: Problem) -> None:
        self._connection.answer({"id": request, "problem": problem_json(problem)})


class _Id(msgspec.Struct):
    """Only the id of a message."""

    id: Text | None = None


def services_address(socket: Socket) -> str:
    """Where a socket comes from; in version 6 the network."""
    return network_of(socket.client.host) if socket.client else ""


def _unreadable(wrong: Exception) -> Problem:
    where, _, place = str(wrong).partition(" - at `$")
    field = place.strip("`.") or "message"
    return problem_of(InvalidInput(where[:120].replace("`", "'"), field=field[:60]))


def _id_of(text: str | bytes) -> str | None:
    """The id of a message that cannot be read as a whole, so that its sender knows which it was."""
    with suppress(msgspec.DecodeError, UnicodeError):
        return msgspec.json.decode(text, type=_Id).id
    return None
