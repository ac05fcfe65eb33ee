"""The signs on the wall: pages for screens without a sign-in; they know no person and create no guest."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.params import PathParameter

from houseway.web.api.common import AnyRequest, TableName, in_thread, services_of
from houseway.web.http.pages import render

Sign = Annotated[str, PathParameter(max_length=60, description="The jackpot, as its sheet names it.")]


@get("/sign/{name:str}", include_in_schema=False)
async def jackpot_sign(request: AnyRequest, name: Sign) -> Response[str]:
    """A jackpot: its meter, what it pays, wins that are pending and the last ones."""
    signs = services_of(request).signs
    data = await in_thread(lambda: signs.jackpot(name))
    return _page(request, "jackpot", msgspec.to_builtins(data))


@get("/sign/table/{table:str}", include_in_schema=False)
async def table_sign(request: AnyRequest, table: TableName) -> Response[str]:
    """A table: its placard and limits."""
    services = services_of(request)
    live = await services.floor.table(table)
    data = await in_thread(lambda: services.signs.table(live))
    return _page(request, "table", msgspec.to_builtins(data))


def _page(request: AnyRequest, kind: str, data: dict[str, Any]) -> Response[str]:
    text = render(request, "sign.html", data, None, kind=kind)
    return Response(text, media_type="text/html; charset=utf-8")


SIGN_PAGES: Final[list[Any]] = [jackpot_sign, table_sign]
