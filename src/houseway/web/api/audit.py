"""`/audit`: the log read and proved."""

from typing import Annotated, Literal

from litestar import Controller, Response, get
from litestar.params import FromQuery, QueryParameter

from houseway.errors import HousewayError
from houseway.house.log.site_payloads import LogVerdict
from houseway.house.people.rights import READ_LOG
from houseway.house.records.audit import audit_log
from houseway.house.records.dispute import dispute_pack
from houseway.house.records.dispute_pack import DisputePack
from houseway.house.records.export import export
from houseway.house.records.recall import BonusWin, RecalledRound, bonus_wins, recalled_rounds
from houseway.house.records.reports import DayReport, report_day
from houseway.web.api.common import AnyRequest, TableName, in_thread, reader
from houseway.web.api.rounds import RoundNumber
from houseway.web.api.sheets import day_of
from houseway.web.http.problems import NotFound


class AuditController(Controller):
    """The log read and proved; an open round is shown to nobody."""

    path = "/audit"
    tags = ("house",)

    @get("/verify", summary="Walk every chain and the ledger")
    async def verify(self, request: AnyRequest) -> LogVerdict:
        """The first broken link, if there is one."""
        services = await reader(request, READ_LOG)
        return (await in_thread(lambda: audit_log(services.floor.log))).to_struct()

    @get("/export", summary="The log as JSON Lines or CSV", media_type="text/plain")
    async def export(
        self,
        request: AnyRequest,
        what: FromQuery[Literal["events", "postings", "balances"]] = "events",
        form: Annotated[Literal["jsonl", "csv"], QueryParameter(name="format")] = "jsonl",
        stream: Annotated[str | None, QueryParameter(max_length=120)] = None,
    ) -> Response[str]:
        """Secrets are not in it."""
        services = await reader(request, READ_LOG)
        named = [stream] if stream else []
        lines = await in_thread(lambda: "".join(export(services.floor.log, what, form, named, open_rounds=False)))
        kind = "text/csv" if form == "csv" else "application/jsonl"
        return Response(lines, media_type=kind)

    @get("/day", summary="A gaming day: drop, win and gross receipts")
    async def day(
        self, request: AnyRequest, day: Annotated[str | None, QueryParameter(max_length=10)] = None
    ) -> DayReport:
        """By table and by game, with the guests; the command line signs it."""
        services = await reader(request)
        asked = day_of(day) if day else None
        return await in_thread(lambda: report_day(services.floor.log, asked))

    @get("/rounds/{table:str}/{number:int}", summary="The dispute pack of a finished round")
    async def round(self, request: AnyRequest, table: TableName, number: RoundNumber) -> DisputePack:
        """Cards, wagers, decisions, clauses, meter, hashes, placard."""
        services = await reader(request, READ_LOG)
        try:
            return await in_thread(lambda: dispute_pack(services.floor.log, table, number))
        except HousewayError as problem:
            raise NotFound(problem.reason, field="round") from None

    @get("/recall/{table:str}", summary="The last rounds of a table")
    async def recall(
        self, request: AnyRequest, table: TableName, rounds: Annotated[int, QueryParameter(ge=1, le=1000)] = 10
    ) -> list[RecalledRound]:
        """The newest first."""
        services = await reader(request, READ_LOG)
        return await in_thread(lambda: recalled_rounds(services.floor.log, table, rounds))

    @get("/bonuses", summary="The last bonus wins of the house")
    async def bonuses(
        self, request: AnyRequest, wins: Annotated[int, QueryParameter(ge=1, le=1000)] = 50
    ) -> list[BonusWin]:
        """The newest first."""
        services = await reader(request, READ_LOG)
        return await in_thread(lambda: bonus_wins(services.floor.log, "", wins))
