"""Paired consoles: which one sends a request, and how a dealer takes over at it with a PIN."""

import asyncio
import hmac
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from houseway.errors import HousewayError
from houseway.house.log.events import digest
from houseway.house.people.pin_pad import PinPad
from houseway.house.people.roster import NotPermitted
from houseway.house.tables.console_acts import RELIEVE, Relieve
from houseway.house.tables.equipment import DeviceKind, PairedDevice
from houseway.house.tables.state import TableState
from houseway.web.floor.live_table import LiveTable
from houseway.web.http.guard import cookie_of
from houseway.web.http.problems import NotFound, NotSignedIn
from houseway.web.http.rates import network_of
from houseway.web.http.sessions import Session

if TYPE_CHECKING:
    from houseway.web.services import Services

HEADER: Final = "x-houseway-console"  # in which a program sends what a browser has as a cookie
LONGEST: Final = 200  # characters of a token
NAMED: Final = 24  # digits of the digest that name a console's token in a session


class Console(NamedTuple):
    """A paired console and its table."""

    table: LiveTable
    device: PairedDevice


class Consoles:
    """The paired consoles of a room."""

    def __init__(self, services: "Services") -> None:
        self._services = services
        self._pad = PinPad(services.floor.people)

    @property
    def cookie(self) -> str:
        """The name of the cookie that holds a console's token."""
        return "__Host-houseway-console" if self._services.settings.secure else "houseway-console"

    def token_of(self, headers: Mapping[str, str]) -> str:
        """The token of the console that sends a request; empty where none does."""
        return headers.get(HEADER, "") or cookie_of(headers, self.cookie)

    async def find(self, headers: Mapping[str, str]) -> Console:
        """The paired console that sends a request."""
        token = self.token_of(headers)
        name = token.partition(".")[2].partition(".")[2]
        if name and len(token) <= LONGEST and token.isascii():
            try:
                table = await self._services.floor.table(name)
            except NotFound:
                raise _not_paired() from None
            await self._services.floor.up_to_date(table)
            there = table.state.equipment.of_kind(DeviceKind.CONSOLE)
            if there and hmac.compare_digest(there.token, digest(token)):
                return Console(table, there)
        raise _not_paired()

    async def take_over(self, person: str, pin: str, headers: Mapping[str, str], address: str) -> Session:
        """A dealer's session at the console that sends a request, once the PIN was right; who dealt is relieved."""
        services = self._services
        console = await self.find(headers)
        services.guard.passwords.check(address)
        table, there = console.table, console.device
        async with services.password_turn():
            await asyncio.to_thread(lambda: self._pad.enter(person, pin, table=table.name, console=there.device))
        await services.floor.do(table, Relieve(), by=person)
        services.end_links()
        start, place = services.sessions.start_at_console, network_of(address)
        return await asyncio.to_thread(start, person, there.token[:NAMED], table.name, place)

    def require_dealer(self, table: LiveTable, session: Session | None) -> Session:
        """Refuse whoever does not deal at a table: a PIN counts at its own table, and no player sees the console."""
        if session is None:
            raise NotSignedIn("sign in first, or take over with a PIN", field="session")
        if session.console and session.table != table.name:
            raise NotPermitted(f"a PIN is good for table {session.table} alone", field="table")
        if table.training and session.person == table.private:
            return session
        self._services.floor.people.permit(RELIEVE.right, session.person)
        if table.seat_of(session.person):
            raise NotPermitted("sits at this table, and does not deal there", field=session.person)
        return session

    def comes_with(self, session: Session, headers: Mapping[str, str]) -> bool:
        """Whether a request with a session by PIN comes from the console where the PIN was entered."""
        sent = digest(self.token_of(headers))[:NAMED]
        return not session.console or hmac.compare_digest(sent, session.console)

    async def prepare(self, session: Session) -> None:
        """Have the table of a session by PIN here, as far as another process that took the PIN has moved it."""
        floor = self._services.floor
        with suppress(HousewayError):
            table = await floor.table(session.table)
            if self._services.settings.processes > 1 and not _deals(table.state, session):
                await floor.up_to_date(table)

    def is_dealing(self, session: Session) -> bool:
        """Whether the person of a session by PIN still deals at its table, whose console is still paired."""
        table = self._services.floor.tables.get(session.table)
        return table is not None and _deals(table.state, session)


def _deals(state: TableState, session: Session) -> bool:
    there = state.equipment.of_kind(DeviceKind.CONSOLE)
    return there is not None and there.token[:NAMED] == session.console and state.dealer == session.person


def _not_paired() -> NotSignedIn:
    return NotSignedIn("this browser is no paired console: a supervisor pairs it with a table", field="console")
