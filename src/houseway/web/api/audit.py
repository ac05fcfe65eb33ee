"""`/audit`: the log read and proved."""

from typing import Annotated, Literal

from litestar import Controller, Response, get
from litestar.params import FromQuery, QueryParameter

from houseway.errors import HousewayError
from houseway.house.jackpots.report import PrintedReconciliation, due_since, jackpot_names, reconcile
from houseway.house.log.log import Log
from houseway.house.log.site_payloads import LogVerdict
from houseway.house.people.rights import READ_LOG
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.shuffles import ShuffleVerdict, check_shuffles, revealed_decks
from houseway.house.records.deep_audit.walk import DeepLogVerdict, deep_audit
from houseway.house.records.dispute import dispute_pack
from houseway.house.records.dispute_pack import DisputePack
from houseway.house.records.exceptions import ExceptionReport, exception_report
from houseway.house.records.export import export
from houseway.house.records.heads import HouseKey, SignedHeads, sign_heads
from houseway.house.records.recall import BonusWin, RecalledRound, bonus_wins, recalled_rounds
from houseway.house.records.reports import DayReport, report_day
from houseway.house.records.shuffle_statistics import ShuffleAnswer, overall_answer, shuffle_tests
from houseway.house.store.paths import default_key
from houseway.house.tables.known_tables import require_table, table_names
from houseway.web.api.common import AnyRequest, TableName, address_of, in_thread, reader
from houseway.web.api.rounds import RoundNumber
from houseway.web.api.sheets import day_of
from houseway.web.http.problems import NotFound


def _require_table(log: Log, table: str) -> None:
    try:
        require_table(log, table)
    except HousewayError as problem:
        raise NotFound(problem.reason, field="table") from None


class AuditController(Controller):
    """The log read and proved; an open round is shown to nobody."""

    path = "/audit"
    tags = ("house",)

    @get("/verify", summary="Walk every chain and the ledger")
    async def verify(self, request: AnyRequest) -> LogVerdict:
        """The first broken link, if there is one."""
        services = await reader(request, READ_LOG)
        return (await in_thread(lambda: audit_log(services.floor.log))).to_struct()

    @get("/verify/deep", summary="Replay everything: acts, rounds, money, shuffles, jackpots, the storage")
    async def verify_deep(self, request: AnyRequest) -> DeepLogVerdict:
        """Every finding, at most a thousand; a large log takes minutes."""
        services = await reader(request, READ_LOG)
        services.guard.heavy.check(address_of(request))
        return (await in_thread(lambda: deep_audit(services.floor.log))).to_struct()

    @get("/heads", summary="Where every stream stands, signed with the house's key")
    async def heads(self, request: AnyRequest) -> SignedHeads:
        """Store them where the people who maintain the database cannot write."""
        services = await reader(request, READ_LOG)
        return await in_thread(lambda: sign_heads(services.floor.log, HouseKey.open(default_key())))

    @get("/shuffle/{table:str}", summary="Derive every deal of a table's finished decks again")
    async def shuffle(self, request: AnyRequest, table: TableName) -> ShuffleVerdict:
        """From seeds and values."""
        services = await reader(request, READ_LOG)
        services.guard.heavy.check(address_of(request))
        log = services.floor.log
        await in_thread(lambda: _require_table(log, table))
        return await in_thread(lambda: check_shuffles(log, table))

    @get("/shuffle-statistics", summary="Test the revealed decks of a table or of the house at 99%")
    async def shuffle_statistics(
        self, request: AnyRequest, table: Annotated[str, QueryParameter(max_length=60, required=False)] = ""
    ) -> ShuffleAnswer:
        """Places, runs, correlation and the bits of the seeds."""
        services = await reader(request, READ_LOG)
        services.guard.heavy.check(address_of(request))
        log = services.floor.log
        if table:
            await in_thread(lambda: _require_table(log, table))
        names = [table] if table else await in_thread(lambda: table_names(log))
        return await in_thread(lambda: overall_answer(shuffle_tests(revealed_decks(log, names))))

    @get("/reconcile", summary="What jackpots accrued beside what was deposited")
    async def reconcile(
        self,
        request: AnyRequest,
        jackpot: Annotated[str, QueryParameter(max_length=60, required=False)] = "",
        since: Annotated[str | None, QueryParameter(max_length=10)] = None,
    ) -> list[PrintedReconciliation]:
        """One jackpot or all; what accrued before a gaming day is due, by default what did a week ago."""
        log, day = (await reader(request)).floor.log, day_of(since) if since else None

        def reconciled() -> list[PrintedReconciliation]:
            moment = due_since(log, day)
            try:
                return [
                    reconcile(log, one, moment).to_struct() for one in ([jackpot] if jackpot else jackpot_names(log))
                ]
            except HousewayError as problem:
                raise NotFound(problem.reason, field="jackpot") from None

        return await in_thread(reconciled)

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

    @get("/exceptions", summary="What happens more often with one person than in the house")
    async def exceptions(
        self,
        request: AnyRequest,
        since: Annotated[str | None, QueryParameter(max_length=10)] = None,
        until: Annotated[str | None, QueryParameter(max_length=10)] = None,
    ) -> ExceptionReport:
        """By employee and by player, each beside the house's own rate; the least likely first."""
        services = await reader(request)
        first, last = (day_of(one) if one else None for one in (since, until))
        return await in_thread(lambda: exception_report(services.floor.log, first, last))

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

    @get("/bonuses", summary="The last bonus wins of a table or of the house")
    async def bonuses(
        self,
        request: AnyRequest,
        wins: Annotated[int, QueryParameter(ge=1, le=1000)] = 50,
        table: Annotated[str, QueryParameter(max_length=60, required=False)] = "",
    ) -> list[BonusWin]:
        """The newest first."""
        log = (await reader(request, READ_LOG)).floor.log
        if table:
            await in_thread(lambda: _require_table(log, table))
        return await in_thread(lambda: bonus_wins(log, table, wins))
