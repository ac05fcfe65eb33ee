"""The pages of a room: its beginning, its tasks, and any act as a form."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.params import PathParameter
from litestar.response import Redirect

from houseway.games import game_names, letter_of
from houseway.web.api.common import AnyRequest, in_thread, services_of, session_of
from houseway.web.api.room import room_status, staff
from houseway.web.http.pages import page
from houseway.web.http.problems import NotFound
from houseway.web.room.room_acts import room_act

Word = Annotated[str, PathParameter(max_length=40)]


@get("/room", include_in_schema=False)
async def room_page(request: AnyRequest) -> Response[Any]:
    """The tasks; a visitor without a session goes to the sign-in page."""
    if away := await _elsewhere(request):
        return away
    status = await room_status(services_of(request), staff(request))
    return await page(request, "room.html", {"room": msgspec.to_builtins(status)})


@get("/room/begin", include_in_schema=False)
async def begin_page(request: AnyRequest) -> Response[str]:
    """The form of the first administrator, which exists only while the house has no people."""
    await in_thread(services_of(request).first_administrator.require_open)
    return await page(request, "room_begin.html", {})


@get("/room/act/{subject:str}/{act:str}", include_in_schema=False)
async def act_page(request: AnyRequest, subject: Word, act: Word) -> Response[Any]:
    """An act as a form, for those who may do it."""
    if away := await _elsewhere(request):
        return away
    session, chosen = staff(request), room_act(subject, act)
    chosen.require_begin(services_of(request).floor.people, session.person)
    titles = {name: letter_of(name).title for name in game_names()} if subject == "sheet" else {}
    return await page(request, "room_act.html", {"form": msgspec.to_builtins(chosen.form()), "games": titles})


async def _elsewhere(request: AnyRequest) -> Redirect | None:
    """The page for a visitor without a session; practice has no such pages."""
    services = services_of(request)
    if services.settings.practice:
        raise NotFound("there is nothing at this address", field="room")
    if session_of(request) is not None:
        return None
    begins = await in_thread(services.first_administrator.is_open)
    return Redirect("/room/begin" if begins else "/sign-in?next=room", status_code=303)


ROOM_PAGES: Final[list[Any]] = [room_page, begin_page, act_page]
