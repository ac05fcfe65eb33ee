"""`/session/name`: what one is called at practice tables; the browser remembers it, and no log has it."""

from typing import Annotated, Final
from urllib.parse import quote

import msgspec
from litestar import Controller, Response, get, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from houseway.house.people.house import NotPermitted
from houseway.house.tables.steps import shown_name
from houseway.web.api.common import AnyRequest, address_of, services_of, signed_in
from houseway.web.services import NAME_COOKIE

REMEMBERED_SECONDS: Final = 365 * 24 * 3600


class NewName(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The name that somebody chooses; empty for the one that everybody begins with."""

    name: Annotated[str, msgspec.Meta(max_length=60)]


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """What others see, and whether it was chosen."""

    name: str
    chosen: bool


class NameController(Controller):
    """One's name."""

    path = "/session/name"
    tags = ("session",)

    @get(summary="What others call me")
    async def show(self, request: AnyRequest) -> Name:
        """The chosen name, or the one that everybody begins with."""
        services, session = services_of(request), signed_in(request)
        return name_shown(services.floor.names.of(session.person), session.person)

    @put(summary="Choose what others call me, at practice tables")
    async def choose(self, request: AnyRequest, data: JSONBody[NewName]) -> Response[Name]:
        """A name that nobody here has; one that might be taken for the staff's is refused."""
        services, session = services_of(request), signed_in(request)
        if not services.settings.practice:
            raise NotPermitted("names are chosen at practice tables", field=session.person)
        services.guard.heavy.check(address_of(request))
        name = services.choose_name(session.person, data.name)
        remembered = Cookie(
            key=NAME_COOKIE,
            value=quote(name),
            path="/",
            max_age=REMEMBERED_SECONDS if name else 0,
            httponly=True,
            secure=services.settings.secure,
            samesite="lax",
        )
        return Response(name_shown(name, session.person), cookies=[remembered])


def name_shown(name: str, person: str) -> Name:
    """A name as others see it."""
    return Name(name=name or shown_name(person), chosen=bool(name))
