"""`/session`: who I am. A guest in practice, a person of the house in a room."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from houseway.errors import InvalidInput
from houseway.house.people.house import NotPermitted
from houseway.money import format_money
from houseway.web.api.common import AnyRequest, address_of, in_thread, services_of, signed_in
from houseway.web.http.guard import headers_of
from houseway.web.http.problems import NotSignedIn, Refused
from houseway.web.http.sessions import Session
from houseway.web.practice import demonstration_house as practice
from houseway.web.services import Services


class SignIn(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A guest, a person with a password, or at a paired console a dealer with a PIN."""

    guest: bool = False
    person: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    password: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    pin: Annotated[str, msgspec.Meta(max_length=20)] | None = None


class SignedIn(msgspec.Struct, kw_only=True):
    """Who is signed in. `token` is for programs; a browser has it as a cookie that no script can read.

    A guest with an `account` signs in under that name on another device.
    A session by PIN acts at `table` alone.
    Whoever `must_change` the password, which an administrator set, can do nothing else: POST /people/password.
    """

    person: str
    roles: list[str]
    balance: str
    guest: bool
    practice: bool
    csrf: str
    token: str | None = None
    must_change: bool = False
    account: str | None = None
    table: str | None = None


class SessionController(Controller):
    """Signing in and out."""

    path = "/session"
    tags = ("session",)

    @post(summary="Sign in: as a guest, with a password, or at a paired console with a PIN", status_code=201)
    async def sign_in(self, request: AnyRequest, data: JSONBody[SignIn]) -> Response[SignedIn]:
        """Sign in: `{"guest": true}`, a person and a password, or at a paired console a person and a PIN."""
        services = services_of(request)
        if refused := services.guard.origin_refusal(headers_of(request.scope)):
            raise Refused(refused, field="origin")  # another site may not sign anybody in
        if data.guest:
            session = await _new_guest(services, request)
        elif data.person and data.password:
            session = await services.log_in(data.person, data.password, address_of(request))
        elif data.person and data.pin:
            address = address_of(request)
            session = await services.consoles.take_over(data.person, data.pin, headers_of(request.scope), address)
        else:
            raise InvalidInput("give guest, or person and password", field="session")
        answer = await signed_in_answer(services, session, with_token=True)
        return Response(answer, status_code=201, cookies=[cookie(services, session.token, session)])

    @get(summary="Who I am")
    async def show(self, request: AnyRequest) -> SignedIn:
        """The person, the roles and what is in the purse."""
        services = services_of(request)
        return await signed_in_answer(services, signed_in(request, by_pin=True), with_token=False)

    @delete(summary="Sign out", status_code=204)
    async def sign_out(self, request: AnyRequest) -> Response[None]:
        """Sign out: the token counts no more."""
        services, session = services_of(request), signed_in(request, by_pin=True)
        await in_thread(lambda: services.sessions.end(session))
        services.end_links()
        return Response(None, status_code=204, cookies=[cookie(services, "", None)])


async def _new_guest(services: Services, request: AnyRequest) -> Session:
    if not services.settings.practice:
        raise NotPermitted("guests play in practice only; sign in with your name", field="guest")
    services.guard.new_sessions.check(address_of(request))
    return await guest_session(services)


async def guest_session(services: Services) -> Session:
    """Somebody new, with practice chips."""
    name = practice.new_guest()
    event = practice.chips(name, 0)
    if event is not None:
        await services.floor.append(event)
    return services.sessions.start_guest(name)


async def signed_in_answer(services: Services, session: Session, *, with_token: bool) -> SignedIn:
    """Who is signed in."""
    roles = await in_thread(lambda: services.sessions.roles(session))
    if roles is None:
        raise NotSignedIn("may no longer sign in", field=session.person)
    balance = await in_thread(lambda: services.floor.balance(session.person))
    return SignedIn(
        person=session.person,
        roles=list(roles),
        balance=format_money(balance),
        guest=session.guest,
        practice=services.settings.practice,
        csrf=services.sessions.page_token(session),
        token=session.token if with_token else None,
        account=services.sessions.account(session) or None,
        table=session.table or None,
        must_change=await in_thread(lambda: services.sessions.must_change(session)),
    )


def cookie(services: Services, token: str, session: Session | None) -> Cookie:
    """The session's cookie: no script reads it, no other site sends it."""
    seconds: Any = max(0, session.ends - int(services.floor.log.clock().timestamp())) if session else 0
    return Cookie(
        key=services.guard.cookie,
        value=token,
        path="/",
        max_age=seconds,
        httponly=True,
        secure=services.settings.secure,
        samesite="lax",
    )
