"""The guard that every request passes: it checks host, origin, size, time and rate, and adds headers to every answer.

The cookie alone permits no act: a request with it must also come from a page of ours (by its Origin, or by the page's
token). Only programs send a bearer token, which needs neither.
"""

import asyncio
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.exceptions import ClientException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from houseway.web.http.metrics import REFUSED, REQUESTS
from houseway.web.http.problems import MEDIA_TYPE, Problem
from houseway.web.http.rates import Buckets, network_of
from houseway.web.http.settings import Limits, Settings

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
UNGUARDED: Final = ("/healthz", "/metrics")  # what machines beside the proxy ask for
PAGE_TOKEN: Final = "x-csrf-token"  # noqa: S105  # the name of a header
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; frame-ancestors 'none'"
)
HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")


class Guard:
    """The rules of the site for requests and sockets."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits: Limits = settings.limits
        self.requests = Buckets(settings.limits.requests, "requests")
        self.new_sessions = Buckets(settings.limits.sessions, "new guests")
        self.passwords = Buckets(settings.limits.passwords, "log-ins")
        self.codes = Buckets(settings.limits.codes, "tries")
        self.heavy = Buckets(settings.limits.heavy, "requests that take long")
        self.reactions = Buckets(settings.limits.reactions, "reactions")
        self.reports = Buckets(settings.limits.reports, "reports of this device")

    @property
    def cookie(self) -> str:
        """The name of the session's cookie; under TLS a name that only TLS can set."""
        return "__Host-houseway" if self.settings.secure else "houseway"

    def host_refusal(self, headers: Mapping[str, str]) -> str:
        """Why a host is not ours; on loopback another name in the address is another site that points here."""
        if not self.settings.loopback or self.settings.behind_proxy:
            return ""
        try:
            host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        except ValueError:  # an address in brackets that is none
            host = ""
        known = host in ("localhost", "127.0.0.1", "::1", self.settings.host)
        return "" if known else "this server is not known under that name"

    def origin_refusal(self, headers: Mapping[str, str]) -> str:
        """Why an origin is not ours; empty where it is, or where none is given."""
        origin = headers.get("origin")
        if origin is None:
            return ""
        ours = f"{'https' if self.settings.secure else 'http'}://{headers.get('host', '')}"
        return "" if origin.lower() == ours.lower() else "another site may not do this"

    def proxy_refusal(self, scope: Mapping[str, Any]) -> str:
        """Why a request is refused that did not come through the proxy over TLS."""
        if self.settings.behind_proxy and scope["scheme"] not in ("https", "wss") and scope["path"] not in UNGUARDED:
            return "this server is reached through its proxy, over TLS"
        return ""

    def socket_refusal(self, scope: Mapping[str, Any], open_now: int) -> str:
        """Why a socket is refused."""
        headers = headers_of(scope)
        if refused := self.proxy_refusal(scope) or self.host_refusal(headers) or self.origin_refusal(headers):
            return refused
        return "too many connections" if open_now >= self.limits.sockets else ""

    def act_refusal(self, headers: Mapping[str, str], *, by_cookie: bool, has_page_token: bool) -> str:
        """Why a request that changes something is refused: another site might have made the browser send it."""
        if not by_cookie:
            return self.origin_refusal(headers)
        if refused := self.origin_refusal(headers):
            return refused
        same_site = "origin" in headers or headers.get("sec-fetch-site") == "same-origin"
        return "" if same_site or has_page_token else "a page of this site must send its token with the cookie"


def headers_of(scope: Mapping[str, Any]) -> dict[str, str]:
    """The headers of a request, by their names in small letters."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def cookie_of(headers: Mapping[str, str], name: str) -> str:
    """A cookie of a request; empty where there is none."""
    jar: SimpleCookie = SimpleCookie()
    try:
        jar.load(headers.get("cookie", ""))
    except CookieError:
        return ""
    return jar[name].value if name in jar else ""


class GuardMiddleware:
    """Refuses requests from elsewhere, or too many, too large or too slow ones, and adds headers to every answer."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app = app
        self._guard = guard
        self._headers = [*HEADERS, HSTS] if guard.settings.secure else [*HEADERS]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        send = self._with_headers(send)
        headers = headers_of(scope)
        if problem := self._refusal(scope, headers):
            REFUSED.inc()
            await _answer(send, problem)
            return
        await self.app(scope, Body(receive, self._guard.limits).receive, send)

    def _refusal(self, scope: Mapping[str, Any], headers: Mapping[str, str]) -> Problem | None:
        guard = self._guard
        if refused := guard.proxy_refusal(scope):
            return Problem(status=403, title="Forbidden", detail=refused, field="proxy")
        if refused := guard.host_refusal(headers):
            return Problem(status=421, title="Misdirected", detail=refused, field="host")
        client = scope.get("client") or ("", 0)
        if not guard.requests.take(network_of(client[0])):
            return Problem(status=429, title="Too many requests", detail="too many requests; wait a little")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > guard.limits.body:
            return Problem(status=413, title="Too large", detail=f"at most {guard.limits.body} bytes", field="body")
        return None

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                REQUESTS.labels(str(message["status"])).inc()
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in self._headers if one[0] not in given)]
                if b"cache-control" not in given:
                    message["headers"] = [*message["headers"], (b"cache-control", b"no-store")]
            await send(message)

        return sending


class Body:
    """The body of a request as it arrives, of limited size and in limited time."""

    def __init__(self, receive: Receive, limits: Limits) -> None:
        self._receive = receive
        self._limits = limits
        self._left = limits.body
        self._end = asyncio.get_running_loop().time() + limits.body_seconds
        self._done = False

    async def receive(self) -> Any:
        """The next piece."""
        if self._done:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._end):
                message = await self._receive()
        except TimeoutError:
            raise ClientException("the request did not arrive in time", status_code=408) from None
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            self._done = not message.get("more_body", False)
            if self._left < 0:
                raise RequestEntityTooLarge(f"at most {self._limits.body} bytes")
        return message


async def _answer(send: Send, problem: Problem) -> None:
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode())]
    if problem.status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
