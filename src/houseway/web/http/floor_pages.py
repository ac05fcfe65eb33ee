"""The pages of the floor: all tables at once, and the browser that a supervisor pairs with a table."""

from typing import Any, Final

import msgspec
from litestar import Response, get
from litestar.response import Redirect

from houseway.games import game_names
from houseway.house.people.rights import FLOOR, SUPERVISOR
from houseway.web.api.common import AnyRequest, TableName, in_thread, services_of, session_of
from houseway.web.api.consoles import shown_console
from houseway.web.api.floor import require_floor, seen_floor
from houseway.web.api.tables import seen_console
from houseway.web.api.training import begin_training, own_table
from houseway.web.http.guard import headers_of
from houseway.web.http.pages import page, visitor_of
from houseway.web.http.problems import NotFound, NotSignedIn
from houseway.web.practice.physical_table import physical_table
from houseway.web.services import Services


@get("/room/floor", include_in_schema=False)
async def floor_page(request: AnyRequest) -> Response[str]:
    """The page with calls, held wins, dealers and devices, which updates itself."""
    services = _room(request)
    await require_floor(request)
    session = session_of(request)
    data = {"floor": msgspec.to_builtins(await seen_floor(services)), "person": session.person if session else ""}
    return await page(request, "floor.html", data)


@get("/room/console", include_in_schema=False)
async def console_page(request: AnyRequest) -> Response[str]:
    """The PIN pad of a paired console; a supervisor pairs any other browser."""
    services, session = _room(request), session_of(request)
    data: dict[str, Any] = {"console": None, "dealers": [], "tables": [], "supervisor": False}
    try:
        console = await services.consoles.find(headers_of(request.scope))
    except NotSignedIn:
        is_full = session is not None and not session.console
        roles = services.sessions.roles(session) or () if session and is_full else ()
        data["supervisor"] = bool({*roles} & {*SUPERVISOR})
        data["tables"] = sorted(services.floor.tables) if data["supervisor"] else []
    else:
        data["console"] = msgspec.to_builtins(shown_console(console))
        data["dealers"] = await in_thread(lambda: _dealers(services))
    return await page(request, "pairing.html", data)


@get("/room/dealer/{table:str}", include_in_schema=False)
async def dealer_page(request: AnyRequest, table: TableName) -> Response[Any]:
    """The dealer's console; without a session, the PIN pad of the console or the sign-in page."""
    if services_of(request).settings.practice and "training" in request.query_params:
        return await _training_page(request, table)
    services, session = _room(request), session_of(request)
    if session is None:
        try:
            await services.consoles.find(headers_of(request.scope))
        except NotSignedIn:
            return Redirect("/sign-in?next=room", status_code=303)
        return Redirect("/room/console", status_code=303)
    view = await seen_console(services, table, session)
    roles = services.sessions.roles(session) or ()
    data = {
        "console": msgspec.to_builtins(view),
        "person": session.person,
        "pin": bool(session.console),
        "supervisor": not session.console and bool({*roles} & {*SUPERVISOR}),
    }
    return await page(request, "console.html", data)


async def _training_page(request: AnyRequest, table: str) -> Response[Any]:
    """The console of a person's own table for training; the name of a game leads to it."""
    services, visitor = services_of(request), await visitor_of(request)
    if visitor.session is None:
        return Redirect("/", status_code=303)
    if table in game_names():
        name = await begin_training(services, table, visitor.person)
        return Redirect(f"/room/dealer/{name}?training", status_code=303, cookies=visitor.cookies)
    live = await own_table(services, visitor.session, table)
    data = {
        "console": msgspec.to_builtins(await seen_console(services, table, visitor.session)),
        "lies": msgspec.to_builtins(physical_table(live)),
        "person": visitor.person,
        "pin": False,
        "supervisor": False,
        "training": True,
    }
    return await page(request, "training.html", data, visitor=visitor)


def _room(request: AnyRequest) -> Services:
    services = services_of(request)
    if services.settings.practice:
        raise NotFound("there is nothing at this address", field="address")
    return services


def _dealers(services: Services) -> list[str]:
    """The dealers with a PIN."""
    people = services.floor.people
    able = (one for one in people.all() if not one.disabled and one.roles & FLOOR)
    return [one.name for one in able if people.pin(one.name)]


FLOOR_PAGES: Final[list[Any]] = [floor_page, console_page, dealer_page]
