"""The parts of the server, from its start to its end."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import structlog

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow
from houseway.gc_tuning import collect_rarely
from houseway.house.controls.selfcheck import record_errors
from houseway.house.log.aggregate import Request
from houseway.house.log.log import Log
from houseway.house.people.act import ActInput
from houseway.house.people.house import NotPermitted
from houseway.house.tables.device_acts import ReportState
from houseway.house.tables.equipment import NO_HEARTBEAT, REPORTING
from houseway.house.tables.incarnation import resume_dealing
from houseway.house.tables.seat_acts import Leave, SitOut
from houseway.house.tables.state import SeatedPlayer
from houseway.kernel import source_digest
from houseway.web.coach.charts import Charts
from houseway.web.coach.coach import Coach
from houseway.web.coach.drills import Asked
from houseway.web.coach.remembered import Remembered
from houseway.web.floor.acts import Second
from houseway.web.floor.chosen_names import LONGEST_COOKIE
from houseway.web.floor.consoles import Consoles
from houseway.web.floor.floor import FOLLOW_SECONDS, Floor
from houseway.web.floor.heartbeats import Heartbeats
from houseway.web.floor.hub import JACKPOT_SECONDS, Hub, Reaction
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.page_view import is_house
from houseway.web.floor.presence import TELL_SECONDS, Presence
from houseway.web.http.guard import Guard, cookie_of, headers_of
from houseway.web.http.health import Health
from houseway.web.http.metrics import ERRORS, TABLES
from houseway.web.http.problems import NotFound, NotSignedIn
from houseway.web.http.rates import network_of
from houseway.web.http.sessions import Session, Sessions
from houseway.web.http.settings import Settings
from houseway.web.jobs import Jobs
from houseway.web.lab_work import evening_of
from houseway.web.practice import demonstration_house as practice
from houseway.web.practice.attendant import Attendant
from houseway.web.practice.invitations import Entry, Invitations, Visitor, is_at_home
from houseway.web.practice.practice_table import practice_floor, takes_room
from houseway.web.practice.training_attendant import TrainingAttendant
from houseway.web.room.confirmations import Confirmations, confirmed_by
from houseway.web.room.first_administrator import FirstAdministrator
from houseway.web.signs import Signs

log = structlog.get_logger("houseway.web")

TICK_SECONDS: Final = 0.25
NAME_COOKIE: Final = "houseway-name"  # what a guest's browser remembers to be called
SWEEP_SECONDS: Final = 5.0
DEVICE_SECONDS: Final = 0.5  # how often devices are missed
MOST_EVENINGS: Final = 2_000  # of the lab's pages whose answers are kept: some kB each
PASSWORDS_AT_ONCE: Final = 2  # each takes 64 MB


class Services:
    """The parts of the server, and the work that they do by themselves."""

    def __init__(self, settings: Settings, house_log: Log) -> None:
        self.settings = settings
        self.closing = False
        self.build = build_of(settings)
        self.guard = Guard(settings)
        self.floor = practice_floor(house_log) if settings.practice else Floor(house_log)
        self.sessions = Sessions(house_log, self.floor.writer, self.floor.people)
        self.invitations = Invitations(house_log, self.floor.writer, self.sessions.link_token)
        self.hub = Hub(self.floor, self.sessions.holds)
        self.floor.names.is_gone = self._is_gone
        self.presence = Presence(settings.shared)
        self.signs = Signs(self.floor)
        self.first_administrator = FirstAdministrator(self.floor.people, settings.first_code)
        self.consoles = Consoles(self)
        self.sessions.is_at_console = self.consoles.is_dealing
        self.heartbeats = Heartbeats(house_log.clock, settings.shared)
        self.confirmations = Confirmations(self.floor.people, self.sessions.holds, time.monotonic)
        self.coach = Coach(self.floor, self.hub, settings)
        self.charts = Charts(self.coach)
        self.evenings = Remembered(self.coach, evening_of, most=MOST_EVENINGS)
        self.asked = Asked()
        self.jobs = Jobs(settings.shared / "jobs" if settings.shared else None)
        self.health = Health(house_log)
        self.attendant = Attendant(self.floor, pace=self._pace, is_watched=self._is_watched)
        self.training = TrainingAttendant(self.floor, pace=self._pace, is_watched=self._is_watched)
        self.floor.listeners += [self.hub, self.coach]
        self._passwords = asyncio.Semaphore(PASSWORDS_AT_ONCE)
        self._work: list[asyncio.Task[None]] = []
        self._telling: set[asyncio.Task[None]] = set()

    # ---- start and end

    async def start(self) -> None:
        """Make what is missing of the house, load its tables, and begin the work."""
        if not self.settings.practice:
            self.floor.log.may_deal = self.settings.lease or self.floor.log.may_deal
            await asyncio.to_thread(resume_dealing, self.floor.log)
        names = await asyncio.to_thread(practice.set_up, self.floor) if self.settings.practice else []
        for name in names or await asyncio.to_thread(self._open_tables):
            await self.floor.table(name)
        if self.settings.practice:
            self.floor.listeners += [self.attendant, self.training]
            for table in self.floor.tables.values():
                self.attendant.attend(table)
        self._work = [
            asyncio.ensure_future(self._every(JACKPOT_SECONDS, self._tell_jackpots)),
            asyncio.ensure_future(self._every(FOLLOW_SECONDS, self._follow)),
            asyncio.ensure_future(self._every(TICK_SECONDS, self._tick)),
            asyncio.ensure_future(self._every(SWEEP_SECONDS, self._sweep)),
            asyncio.ensure_future(self._every(TELL_SECONDS, self._tell_presence)),
            asyncio.ensure_future(self._every(DEVICE_SECONDS, self._watch_devices)),
        ]
        await self.coach.start()
        collect_rarely()

    def _open_tables(self) -> list[str]:
        from houseway.house.tables.known_tables import open_tables

        return [one.table for one in open_tables(self.floor.log)]

    async def say_goodbye(self) -> None:
        """Take nothing new, answer what was begun, and close the live links."""
        self.closing = True
        self.coach.stop_looking_back()
        await self._dismiss()
        await self.floor.finish()
        self.hub.close()
        while self.hub.connections:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """End the work and close the log."""
        self.closing = True
        await self._dismiss()
        for work in self._work:
            work.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await self.coach.close()
        await self.jobs.close()
        await self.floor.close()

    async def _dismiss(self) -> None:
        """Let house players and simulated devices act no more."""
        await self.attendant.close()
        await self.training.close()

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except HousewayError as problem:
                log.warning("background work failed", error=type(problem).__name__)
            except Exception as problem:  # the work goes on, and the error is logged
                log.error("program error", error=type(problem).__name__)
                self.note_error(problem)

    async def _tell_jackpots(self) -> None:
        await self.floor.refresh_jackpots(*self.floor.tables.values())
        self.hub.tell_jackpots()
        TABLES.set(len(self.floor.tables))

    async def _follow(self) -> None:
        await self.floor.follow_all()
        for table in list(self.floor.tables.values()):
            if table.private:
                await self._show_out(table)
        await self.floor.follow_people()
        await asyncio.to_thread(self.sessions.refresh)

    async def _tick(self) -> None:
        """Do what is due at the tables; rights that a command has changed beside the server count from now on."""
        if not self.settings.practice:
            await self.floor.follow_people()
            self.end_links()
        await self.floor.tick(*self.floor.tables.values())

    async def _tell_presence(self) -> None:
        await asyncio.to_thread(self.presence.tell, self.hub)
        if self.settings.shared is None:
            return
        for person, choice in (await asyncio.to_thread(self.presence.others)).items():
            if self.floor.names.adopt(person, choice):
                self.hub.name_changed(person)
        for one in await asyncio.to_thread(self.presence.new_reactions):
            self.hub.show_reaction(one)

    async def _watch_devices(self) -> None:
        """A device that nobody hears of is lost, which stops the step that waits for it."""
        for table in list(self.floor.tables.values()):
            for device in table.state.equipment.devices:
                if device.kind not in REPORTING or table.training:  # simulated ones are always heard
                    continue
                silent = self.heartbeats.silent_seconds(device.token)
                if not device.lost and silent > self.settings.device_seconds:
                    lost = ReportState(device=device.device, fault=NO_HEARTBEAT)
                    await self.floor.run(table, Request(act=table.own_act(lost)))

    async def _sweep(self) -> None:
        """Whoever has left every page sits out, then leaves; house players look whether somebody is there."""
        if not self.settings.practice:
            return
        here = self.hub.people() | (await asyncio.to_thread(self.presence.others)).keys()
        for table in list(self.floor.tables.values()):
            for place in list(table.state.seated.values()):
                is_away = not is_house(place.player) and not place.has_left and place.player not in here
                if is_away and takes_room(table, place):
                    await self._excuse(table, place)
            self.attendant.attend(table)

    async def _excuse(self, table: LiveTable, place: SeatedPlayer) -> None:
        """Let the others play on without somebody who is away."""
        away = min(self.hub.away_seconds(place.player), self.presence.away_seconds(place.player))
        waited_for = table.state.round is None and table.state.betting and not place.wagers and not place.sits_out
        if away > self.settings.away_seconds:
            act: ActInput = Leave(seat=place.seat)
        elif away > SWEEP_SECONDS and waited_for:
            act = SitOut(seat=place.seat)
        else:
            return
        with suppress(HousewayError):
            await self.floor.do(table, act, by=place.player)

    def _pace(self, table: LiveTable) -> float:
        return self.settings.pace * self.hub.pace(table)

    def _is_watched(self) -> bool:
        return self.settings.show and bool(self.hub.connections) and not self.closing

    def looked_at(self, table: LiveTable) -> None:
        """Somebody looks at a table: its house players may have something to do."""
        if self.settings.practice:
            self.attendant.attend(table)

    def note_error(self, problem: Exception) -> None:
        """An error that nobody expected is an event of the log: its kind and place, never its words."""
        ERRORS.inc()

        def tell() -> None:
            with suppress(Exception), record_errors(self.floor.log):
                raise problem

        self._in_background(asyncio.to_thread(tell))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Work that nobody waits for; what goes wrong with it is not raised anywhere."""
        self._telling.add(task := asyncio.ensure_future(work))
        task.add_done_callback(self._telling.discard)

    # ---- who is it

    def session_of(self, scope: Mapping[str, Any]) -> Session | None:
        """Who sends a request, by bearer token or cookie; nobody who must change their password first."""
        headers = headers_of(scope)
        session = self.find_session(self.token_of(headers)[0], headers)
        return None if session is None or self.sessions.must_change(session) else session

    async def prepare_session(self, scope: Mapping[str, Any]) -> None:
        """Read in a thread what the loop would else have to, to find the session of a request."""
        if not self.settings.practice:
            headers = headers_of(scope)
            await self.prepare_token(self.token_of(headers)[0], headers)

    async def prepare_token(self, token: str, headers: Mapping[str, str]) -> None:
        """The same for a token; only a session by PIN, which comes from a console, needs anything."""
        session = self.sessions.read(token) if self.consoles.token_of(headers) else None
        if session and session.console:
            await self.consoles.prepare(session)

    def find_session(self, token: str, headers: Mapping[str, str]) -> Session | None:
        """The session of a token; one that was begun with a PIN counts only from the console of that PIN."""
        session = self.sessions.find(token) if token else None
        return session if session and self.consoles.comes_with(session, headers) else None

    def token_of(self, headers: Mapping[str, str]) -> tuple[str, bool]:
        """The token of a request, and whether it came as a cookie."""
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return token.strip(), False
        return cookie_of(headers, self.guard.cookie), True

    @asynccontextmanager
    async def password_turn(self) -> AsyncIterator[None]:
        """A turn to work on a password, of which few are worked on at once; none is taken over a plain connection."""
        if not self.settings.private:
            raise NotPermitted("passwords are not taken over plain HTTP; the server needs TLS", field="password")
        async with self._passwords:
            yield

    async def log_in(self, person: str, password: str, address: str) -> Session:
        """Somebody with a password, from an address."""
        self.guard.passwords.check(address)
        known = await self._check_password(person, password, address)
        return await asyncio.to_thread(self.sessions.start, known, network_of(address))

    async def second_of(self, second: Second | None, session: Session | None, address: str) -> str:
        """The second of two persons beside somebody who is signed in; empty where there is none.

        It is whoever confirmed the request from their own session, or who signs with name and password now.
        """
        if confirmed := confirmed_by():
            return confirmed
        if second is None:
            return ""
        if self.settings.practice:
            raise InvalidInput("practice knows no second person", field="second")
        if session is None:
            raise NotSignedIn("sign in first: POST /api/v1/session", field="session")
        if session.console:
            raise NotPermitted("a PIN allows what a dealer does alone; sign in with your password", field="second")
        return await self._check_password(second.person, second.password, address)

    async def _check_password(self, person: str, password: str, address: str) -> str:
        """The name of a person with this password; wrong ones delay the next try from the address."""
        place, people = network_of(address), self.floor.people
        is_known = self.sessions.is_known_place(people.person_called(person), place)
        async with self.password_turn():
            known = await asyncio.to_thread(lambda: people.log_in(person, password, place, is_known=is_known))
        return known.name

    # ---- private tables

    async def admit(self, table: LiveTable, visitor: Visitor, entry: Entry) -> None:
        """Refuse whoever has no link to a private table; every other table is open."""
        if table.private and not is_at_home(table, visitor.person):  # else the log is not asked
            await asyncio.to_thread(self.invitations.require, table, visitor, entry)

    async def renew_invitation(self, table: LiveTable, person: str) -> None:
        """Give a private table another link, and show it no more to those who came by the old one."""
        await asyncio.to_thread(self.invitations.renew, table, person)
        await self._show_out(table)

    async def _show_out(self, table: LiveTable) -> None:
        """Show a private table no more to those whose link was renewed, here or by another process."""
        for connection in list(self.hub.watchers(table.name)):
            visitor = Visitor(connection.person, connection.tokens.get(table.name, ""))
            try:
                await self.admit(table, visitor, "look")
            except NotFound:
                self.hub.unwatch(connection, table.name)
                connection.answer({"table": table.name, "closed": "Its owner has renewed the invitation."})

    # ---- names and reactions

    def _is_gone(self, person: str) -> bool:
        """Whether nobody has heard of somebody for as long as a seat is kept."""
        away = min(self.hub.away_seconds(person), self.presence.away_seconds(person))
        return person not in self.hub.people() and away > self.settings.away_seconds

    def choose_name(self, person: str, text: str) -> str:
        """Call somebody at practice tables by another name."""
        name = self.floor.names.choose(person, text)
        self.hub.name_changed(person)
        return name

    def recall_name(self, session: Session | None, scope: Mapping[str, Any]) -> None:
        """Call somebody as their browser remembers, unless somebody else has the name by now."""
        if session is None or not self.settings.practice or self.floor.names.of(session.person):
            return
        if text := unquote(cookie_of(headers_of(scope), NAME_COOKIE)[:LONGEST_COOKIE]):
            with suppress(HousewayError):
                self.choose_name(session.person, text)

    def react(self, table: LiveTable, session: Session | None, reaction: Reaction | None) -> None:
        """Show everybody at a practice table what somebody who sits there says in one of six ways."""
        seat = table.seat_of(session.person) if session else 0
        if not self.settings.practice or session is None or not seat:
            raise NotAllowedNow("whoever has a seat at a practice table reacts", field="react")
        if reaction is None:
            raise InvalidInput("is missing", field="reaction")
        self.guard.reactions.check((table.name, session.person))
        self.hub.react(table.name, seat, reaction)

    def saw(self, session: Session) -> None:
        """Somebody who is signed in does something: the session is not idle."""
        self.hub.saw(session.person)
        if self.sessions.use(session):
            self._in_background(asyncio.to_thread(self.sessions.record_use, session))

    def end_links(self) -> None:
        """End the live links of everybody whose session is over."""
        self.hub.end_links(self.sessions.holds)


def build_of(settings: Settings) -> str:
    """What names this build: the program's sources and the files of its pages."""
    digest = hashlib.sha256(source_digest().encode())
    folder = settings.static or Path(__file__).parent / "static"
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
