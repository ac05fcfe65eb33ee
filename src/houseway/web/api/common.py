"""What the calls of the API share: who asks, and how an act is asked for once."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from litestar import Request
from litestar.params import HeaderParameter, PathParameter

from houseway.house.log.log import Appended
from houseway.house.people.act import ActInput, AnyAct, AnyAggregate
from houseway.house.people.house import NotPermitted
from houseway.house.people.pin_limit import require_dealers_act
from houseway.house.people.rights import READ_REPORTS, Right
from houseway.web.floor.acts import ActBody, Second
from houseway.web.floor.floor import Floor
from houseway.web.http.guard import PAGE_TOKEN, SAFE, headers_of
from houseway.web.http.problems import NotSignedIn, Refused
from houseway.web.http.rates import network_of
from houseway.web.http.sessions import Session
from houseway.web.services import Services

BEFORE_CHANGE: Final = ("/api/v1/session", "/api/v1/people/password")  # what a first password is good for

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
    services: Services = request.app.state.services
    return services


def session_of(request: AnyRequest) -> Session | None:
    """Who asks; nobody, as long as the password that an administrator set is not changed."""
    session = _any_session_of(request)
    return None if session is None or services_of(request).sessions.must_change(session) else session


def must_change_of(request: AnyRequest) -> str:
    """Who asks with a password that must be changed first; empty where nobody does."""
    session = _any_session_of(request)
    return session.person if session and services_of(request).sessions.must_change(session) else ""


def _any_session_of(request: AnyRequest) -> Session | None:
    """Who asks; a request that changes something and comes with the cookie alone must come from a page of ours."""
    services, headers = services_of(request), headers_of(request.scope)
    token, by_cookie = services.token_of(headers)
    session = services.find_session(token, headers)
    if request.method in SAFE:
        return session
    has_page_token = session is not None and services.sessions.is_page_token(session, headers.get(PAGE_TOKEN, ""))
    by_cookie = by_cookie and session is not None
    if refused := services.guard.act_refusal(headers, by_cookie=by_cookie, has_page_token=has_page_token):
        raise Refused(refused, field="origin")
    return session


def signed_in(request: AnyRequest, *, by_pin: bool = False) -> Session:
    """Who asks, if somebody is signed in; first passwords must be changed before anything else.

    A session that was begun with a PIN counts only where `by_pin` says so; a call that says so limits it
    (`require_dealers_act`).
    """
    services, session = services_of(request), _any_session_of(request)
    if session is None:
        raise NotSignedIn("sign in first: POST /api/v1/session", field="session")
    if session.console and not by_pin:
        raise NotPermitted("a PIN allows what a dealer does alone; sign in with your password", field=session.person)
    if request.url.path not in BEFORE_CHANGE:
        services.sessions.require_own_password(session)
    services.saw(session)
    return session


def address_of(request: AnyRequest) -> str:
    """Where a request comes from; in version 6 the network."""
    return network_of(request.client.host) if request.client else ""


async def in_thread(work: Callable[[], T]) -> T:
    """Work that waits for the disk, away from the loop."""
    return await asyncio.to_thread(work)


async def reader(request: AnyRequest, right: Right = READ_REPORTS) -> Services:
    """The server, for somebody who may read."""
    services, session = services_of(request), signed_in(request)
    await in_thread(lambda: services.floor.people.permit(right, session.person))
    return services


async def is_reader(request: AnyRequest, right: Right = READ_REPORTS) -> bool:
    """Whether whoever asks is signed in and may read."""
    try:
        await reader(request, right)
    except (NotSignedIn, NotPermitted):
        return False
    return True


class Done(NamedTuple):
    """An act that was done: by which server, what was asked for, and its events."""

    services: Services
    asked: ActInput
    events: Appended


Maker = Callable[[Floor], AnyAggregate]  # the stream that an act is done on


async def do_act(request: AnyRequest, act: AnyAct, body: ActBody, key: str | None, make: Maker) -> Done:
    """Do an act of the house for whoever is signed in, away from the loop."""
    session, asked = signed_in(request, by_pin=True), body.asked_by(act)
    if session.console:
        require_dealers_act(session.table, act, asked)
    return await _do(request, session, asked, body.second, key, make)


async def do_asked(request: AnyRequest, asked: ActInput, second: Second | None, key: str | None, make: Maker) -> Done:
    """The same where it is read already what is asked for."""
    return await _do(request, signed_in(request), asked, second, key, make)


async def _do(
    request: AnyRequest, session: Session, asked: ActInput, second: Second | None, key: str | None, make: Maker
) -> Done:
    services = services_of(request)
    by, other = session.person, await services.second_of(second, session, address_of(request))

    def work() -> Appended:
        events = make(services.floor).do(asked, by=by, second=other, request=key or "")
        services.floor.people.observe(events)
        return events

    return Done(services, asked, await in_thread(work))
