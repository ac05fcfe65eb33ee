"""What the calls of the API share: who asks, and how an act is asked for once."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request
from litestar.params import HeaderParameter, PathParameter

from houseway.web.guard import PAGE_TOKEN, SAFE, headers_of
from houseway.web.problems import NotSignedIn, Refused
from houseway.web.services import Services
from houseway.web.sessions import Session

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]

TableName = Annotated[str, PathParameter(max_length=60, description="The table's name, as its sheet says.")]
GameName = Annotated[str, PathParameter(max_length=60, description="A game, such as flush-poker.")]
Key = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        max_length=100,
        required=False,
        description="The same key twice counts once, and is answered as the first time.",
    ),
]


def services_of(request: AnyRequest) -> Services:
    """The server's parts."""
    found: Services = request.app.state.services
    return found


def session_of(request: AnyRequest) -> Session | None:
    """Who asks; a request that changes something and comes with the cookie alone must come from a page of ours."""
    services, headers = services_of(request), headers_of(request.scope)
    token, by_cookie = services.token_of(headers)
    session = services.sessions.find(token) if token else None
    if request.method in SAFE:
        return session
    has_page_token = session is not None and services.sessions.is_page_token(session, headers.get(PAGE_TOKEN, ""))
    by_cookie = by_cookie and session is not None
    if refused := services.guard.act_refusal(headers, by_cookie=by_cookie, has_page_token=has_page_token):
        raise Refused(refused, field="origin")
    return session


def signed_in(request: AnyRequest) -> Session:
    """Who asks, if somebody is signed in."""
    session = session_of(request)
    if session is None:
        raise NotSignedIn("sign in first: POST /api/v1/session", field="session")
    services_of(request).hub.saw(session.person)
    return session


def address_of(request: AnyRequest) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


async def in_thread(work: Callable[[], T]) -> T:
    """Work that waits for the disk, away from the loop."""
    return await asyncio.to_thread(work)


class Json(msgspec.Struct):
    """Any JSON object."""
