"""`/consoles`: a supervisor pairs a browser with a table once; dealers then take over in it with their PINs."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from houseway.house.people.house import NotPermitted
from houseway.house.tables.console_acts import ConsolePaired, PairConsole
from houseway.web.api.common import AnyRequest, Key, in_thread, services_of, signed_in
from houseway.web.floor.consoles import HEADER, Console
from houseway.web.http.guard import headers_of

COOKIE_SECONDS: Final = 400 * 24 * 3600  # the longest that browsers keep one


class ConsolePairing(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A console to be paired with a table: a name for it."""

    table: Annotated[str, msgspec.Meta(max_length=60)]
    console: Annotated[str, msgspec.Meta(max_length=60)]


class PairedConsole(msgspec.Struct, kw_only=True):
    """A console and its table; `dealer` is who deals there. `token` is for programs; a browser has it as a cookie."""

    table: str
    console: str
    game: str | None
    phase: str
    dealer: str | None
    token: str | None = None


class ConsolesController(Controller):
    """Paired consoles."""

    path = "/consoles"
    tags = ("devices",)

    @post(summary="Pair this browser with a table as its dealer's console", status_code=200)
    async def pair(
        self, request: AnyRequest, data: JSONBody[ConsolePairing], key: Key = None
    ) -> Response[PairedConsole]:
        """Pair; a supervisor does it, and the browser gets the console's token as a cookie that no script can read."""
        services, session = services_of(request), signed_in(request)
        if not services.settings.private:
            raise NotPermitted("consoles are not paired over plain HTTP; the server needs TLS", field="console")
        table = await services.floor.table(data.table)
        asked = PairConsole(device=data.console)
        events = await services.floor.run(table, table.request(asked, by=session.person, request=key or ""))
        paired = next(event.read(ConsolePaired) for event in events if event.kind == ConsolePaired.KIND)
        token = await in_thread(lambda: services.floor.log.secret(paired.token))
        console = await services.consoles.find({HEADER: token})
        cookie = Cookie(
            key=services.consoles.cookie,
            value=token,
            path="/",
            max_age=COOKIE_SECONDS,
            httponly=True,
            secure=services.settings.secure,
            samesite="strict",
        )
        return Response(shown_console(console, token), status_code=200, cookies=[cookie])

    @get("/here", summary="The table that this console is paired with")
    async def here(self, request: AnyRequest) -> PairedConsole:
        """Which console asks, by its token; 401 where it is none."""
        return shown_console(await services_of(request).consoles.find(headers_of(request.scope)))


def shown_console(console: Console, token: str | None = None) -> PairedConsole:
    """A console and where its table stands."""
    state = console.table.state
    return PairedConsole(
        table=console.table.name,
        console=console.device.device,
        game=state.rules.game if state.rules else None,
        phase=state.phase,
        dealer=state.dealer or None,
        token=token,
    )
