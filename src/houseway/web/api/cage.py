"""`/cage`: money that comes into the house, goes to tables and back, and leaves it."""

from typing import TYPE_CHECKING, Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from houseway.house.log.ledger import format_units
from houseway.house.log.log import Appended, Log
from houseway.house.log.names import is_outside_account
from houseway.house.people.cage_acts import CAGE_ACTS
from houseway.house.people.receipts import Receipt, receipt_of
from houseway.house.records.statement import StatementRow, statement_of
from houseway.web.api.common import AnyRequest, Key, do_act, in_thread, reader, services_of, signed_in
from houseway.web.floor.acts import ActBody, act_names, body_type

if TYPE_CHECKING:
    CageBody = ActBody
    CageActName = str
else:
    CageBody = body_type("CageAct", CAGE_ACTS)
    CageActName = act_names(CAGE_ACTS)


class CageEntry(msgspec.Struct, kw_only=True):
    """What was appended, what the accounts that it touched hold now, and the receipt of a cash-out.

    `warning`: what to mind about a guest whose name somebody else may have had.
    """

    number: int
    kind: str
    at: str
    by: str
    balances: dict[str, str]
    receipt: Receipt | None = None
    warning: str | None = None


class CageController(Controller):
    """The cage."""

    path = "/cage"
    tags = ("house",)

    @get(summary="What every account holds")
    async def balances(
        self, request: AnyRequest, account: Annotated[str, QueryParameter(max_length=120, required=False)] = ""
    ) -> dict[str, str]:
        """All accounts whose names start so; together they sum to zero."""
        log = (await reader(request)).floor.log
        balances = await in_thread(lambda: log.balances(account))
        return {name: format_units(held) for name, held in balances.items()}

    @get("/statement/{player:str}", summary="A player's money, with the balance after each event")
    async def statement(
        self, request: AnyRequest, player: Annotated[str, PathParameter(max_length=60, description="The player.")]
    ) -> list[StatementRow]:
        """For the player, and for those who may read reports."""
        session = signed_in(request)
        services = services_of(request) if session.person == player and not session.guest else await reader(request)
        return await in_thread(lambda: statement_of(services.floor.log, player))

    @post("/{act:str}", summary="Buy-in, cash-out, fill, credit, drop, drawers or the owner's money", status_code=200)
    async def act(
        self, request: AnyRequest, act: FromPath[CageActName], data: JSONBody[CageBody], key: Key = None
    ) -> list[CageEntry]:
        """An act of the cage, by one or two persons."""
        done = await do_act(request, CAGE_ACTS.acts[act], data, key, lambda floor: floor.people)
        services = done.services
        if player := getattr(done.asked, "player", ""):
            services.floor.forget_purse(player)
            services.hub.purse_changed(player)
        warning = await in_thread(lambda: services.floor.people.namesake_warning(done.asked))
        return await in_thread(lambda: _entries(services.floor.log, done.events, warning or None))


def _entries(log: Log, events: Appended, warning: str | None) -> list[CageEntry]:
    entries = []
    for event in events:
        accounts = sorted({one.account for one in event.postings if not is_outside_account(one.account)})
        held = {account: format_units(log.balance(account)) for account in accounts}
        entry = CageEntry(number=event.number, kind=event.kind, at=event.at, by=event.by, balances=held)
        entry.receipt, entry.warning = receipt_of(event), warning
        entries.append(entry)
    return entries
