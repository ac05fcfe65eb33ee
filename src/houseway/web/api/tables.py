"""`/tables`: what everybody may see, what your own seat may see, and every act of a table."""

from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from houseway.errors import InvalidInput
from houseway.games import game_named
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.games.study import everything_on
from houseway.house.people.house import NotPermitted
from houseway.house.tables.console_view import ConsoleView, console_view
from houseway.web.api.common import (
    AnyRequest,
    Key,
    TableName,
    address_of,
    in_thread,
    services_of,
    session_of,
    signed_in,
)
from houseway.web.api.games import known_game
from houseway.web.api.invitations import Invite, entered
from houseway.web.api.lab import LONGEST_STUDY, game_asked
from houseway.web.floor import acts
from houseway.web.floor.acts import Done, TableActName, TableBody
from houseway.web.floor.page_view import PageView
from houseway.web.floor.views import LobbyTable, encoded_view, summary_of
from houseway.web.http.problems import NotSignedIn
from houseway.web.http.sessions import Session
from houseway.web.practice import demonstration_house as practice
from houseway.web.services import Services
from houseway.web.signs import TableSign


class NewTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Your own practice table, with any options of the letter or of a study; without any, everything is on."""

    game: Annotated[str, msgspec.Meta(max_length=60)]
    options: dict[str, str | int] = {}
    study: Annotated[str, msgspec.Meta(max_length=LONGEST_STUDY)] = ""  # the text of a study file (TOML)
    everything_on: bool = False  # whether every wager that the options leave out is offered
    private: bool = True
    seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    house_players: bool = True


class Opened(msgspec.Struct, kw_only=True):
    """The name of a table that was opened."""

    table: str


def table_rows(services: Services, person: str) -> list[LobbyTable]:
    """Every open table, and somebody's own practice tables, each in a line."""
    tables = [one for one in services.floor.tables.values() if one.state.rules and one.private in ("", person)]
    return [summary_of(one, services.hub.count(one.name), person) for one in sorted(tables, key=lambda one: one.name)]


def _game(asked: NewTable) -> Game:
    """The game of a new table: the options that are asked for, or everything on; or a designer's study."""
    known_game(asked.game)
    if asked.study:
        return everything_on(game_asked(asked.game, {}, asked.study), asked.options)
    if asked.options and not asked.everything_on:
        return game_named(asked.game, asked.options)
    return demonstration(asked.game, asked.options)


class TablesController(Controller):
    """Tables."""

    path = "/tables"
    tags = ("tables",)

    @get(summary="The tables of the house")
    async def list(self, request: AnyRequest) -> list[LobbyTable]:
        """Every open table, and your own practice tables."""
        session = session_of(request)
        return table_rows(services_of(request), session.person if session else "")

    @post(summary="Open your own practice table")
    async def open(self, request: AnyRequest, data: JSONBody[NewTable], key: Key = None) -> Opened:
        """Open a table with options of the letter; a combination that it does not allow is refused with its clause.

        A study is played by its own rules, and marked as not approved everywhere.
        """
        services, session = services_of(request), signed_in(request)
        if not services.settings.practice:
            raise NotPermitted("tables are opened from their sheets: POST /sheets/open", field=session.person)
        if len(data.options) > 40:
            raise InvalidInput("are too many", field="options")
        services.guard.heavy.check(address_of(request))
        name = await in_thread(
            lambda: practice.private_table(
                services.floor,
                _game(data),
                owner=session.person,
                seconds=data.seconds,
                request=key or "",
                house_players=data.house_players,
            )
        )
        await services.floor.table(name)
        return Opened(table=name)

    @get(
        "/{table:str}",
        summary="A table as everybody, or your own seat, may see it",
        responses={200: ResponseSpec(PageView, description="The table", generate_examples=False)},
    )
    async def show(
        self,
        request: AnyRequest,
        table: TableName,
        seat: Annotated[int | None, QueryParameter(ge=0, le=7, description="Your own seat.")] = None,
        invite: Invite = "",
    ) -> Response[bytes]:
        """A table; with a seat, what its player may see."""
        services = services_of(request)
        live, _ = await entered(request, table, invite)
        if services.settings.processes > 1:  # a player who acted through another process sees the result
            await services.floor.up_to_date(live)
        if seat:
            session = session_of(request)
            if session is None:
                raise NotSignedIn("sign in to see what a seat sees", field="session")
            place = live.state.seated.get(seat)
            if place is None:
                raise InvalidInput(f"nobody sits on seat {seat}", field="seat")
            if place.player != session.person:
                raise NotPermitted("only the player on it sees what the seat sees", field=f"seat {seat}")
        return Response(encoded_view(live, seat or 0), media_type=MediaType.JSON)

    @get("/{table:str}/sign", summary="What a table's sign shows: its placard and limits")
    async def sign(self, request: AnyRequest, table: TableName) -> TableSign:
        """From the sheet that the table was opened with."""
        services = services_of(request)
        live = await services.floor.table(table)
        return await in_thread(lambda: services.signs.table(live))

    @get("/{table:str}/console", summary="A table as its dealer works it")
    async def console(self, request: AnyRequest, table: TableName) -> ConsoleView:
        """The next step, the cards to enter, the spots, decisions and payments; for who may deal there."""
        services = services_of(request)
        return await seen_console(services, table, session_of(request))

    @post("/{table:str}/{act:str}", summary="An act at a table", status_code=200)
    async def act(
        self,
        request: AnyRequest,
        table: TableName,
        act: FromPath[TableActName],
        data: JSONBody[TableBody],
        key: Key = None,
        invite: Invite = "",
    ) -> Done:
        """Do an act; the answer comes after the commit."""
        services, session = services_of(request), signed_in(request, by_pin=True)
        live, _ = await entered(request, table, invite, "sit")
        second = await services.second_of(data.second, session, address_of(request))
        work = acts.perform(services.floor, live, act, session, data, key or "", second)
        return Done(number=await services.floor.shielded(work))


async def seen_console(services: Services, table: str, session: Session | None) -> ConsoleView:
    """A table as its dealer works it, for who may deal there."""
    live = await services.floor.table(table)
    services.consoles.require_dealer(live, session)
    if services.settings.processes > 1:
        await services.floor.up_to_date(live)
    return console_view(live)
