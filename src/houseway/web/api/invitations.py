"""`/invitations`: the links by which others sit down at a table or look on, and who may enter."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.params import QueryParameter

from houseway.web.api.common import AnyRequest, TableName, address_of, in_thread, services_of, session_of, signed_in
from houseway.web.floor.live_table import LiveTable
from houseway.web.practice.invitations import Entry, Visitor, is_at_home
from houseway.web.services import Services

ENTRIES: Final[tuple[Entry, ...]] = ("sit", "look")


class TableLinks(msgspec.Struct, frozen=True, kw_only=True):
    """Addresses to give to others: one to sit down, one to look on; `sit` is null for somebody who may only look on."""

    sit: str | None
    watch: str
    renewable: bool


Invite = Annotated[
    str, QueryParameter(max_length=100, description="The token of the link by which a private table was opened.")
]


async def links_of(services: Services, table: LiveTable, visitor: Visitor) -> TableLinks:
    """The addresses that somebody at a table may give to others."""
    address = f"/tables/{table.name}"
    if not table.private:
        return TableLinks(sit=address, watch=f"{address}?watch", renewable=False)

    def made() -> TableLinks:
        sit, look = (services.invitations.token(table.name, entry) for entry in ENTRIES)
        may_sit = is_at_home(table, visitor.person) or services.invitations.admits(table.name, visitor.token, "sit")
        return TableLinks(
            sit=f"{address}?invite={sit}" if may_sit else None,
            watch=f"{address}?watch={look}",
            renewable=visitor.person == table.private,
        )

    return await in_thread(made)


async def entered(request: AnyRequest, name: str, token: str, entry: Entry = "look") -> tuple[LiveTable, Visitor]:
    """A table that whoever asks may enter, and who that is."""
    services, session = services_of(request), session_of(request)
    table = await services.floor.table(name)
    visitor = Visitor(session.person if session else "", token)
    await services.admit(table, visitor, entry)
    return table, visitor


class InvitationsController(Controller):
    """The links to tables."""

    path = "/invitations"
    tags = ("tables",)

    @get("/{table:str}", summary="The addresses that invite others to a table")
    async def show(self, request: AnyRequest, table: TableName, invite: Invite = "") -> TableLinks:
        """The links to a table; those of a private one only for whoever may enter it."""
        live, visitor = await entered(request, table, invite)
        return await links_of(services_of(request), live, visitor)

    @post("/{table:str}", summary="Renew the invitation to one's private table", status_code=200)
    async def renew(self, request: AnyRequest, table: TableName) -> TableLinks:
        """Other links; those that were given before open nothing any more."""
        services, session = services_of(request), signed_in(request)
        live, visitor = await entered(request, table, "")
        services.guard.heavy.check(address_of(request))
        await services.renew_invitation(live, session.person)
        return await links_of(services, live, visitor)
