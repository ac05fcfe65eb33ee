"""`/sheets`, `/jackpots/{name}/{act}` and `/audit`: what opens tables, changes jackpots and reads the log."""

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow, NotApproved
from houseway.games.round.jackpot import METER_DECIMALS
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.report import JackpotLine, find_jackpot, summary_line
from houseway.house.log.log import Appended, personal_request
from houseway.house.log.site_payloads import LogVerdict
from houseway.house.records.audit import audit_log
from houseway.house.records.dispute import dispute_pack
from houseway.house.records.dispute_pack import DisputePack
from houseway.house.records.export import export
from houseway.house.records.recall import BonusWin, RecalledRound, bonus_wins, recalled_rounds
from houseway.house.records.reports import DayReport, report_day
from houseway.house.sheets.check import check_sheet
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.placard import placard
from houseway.house.sheets.sheet import Sheet, parse_sheet
from houseway.house.tables.opening import open_table, opening_refusals
from houseway.house.tables.table import Table
from houseway.money import parse_money, parse_units
from houseway.web.acts import Second
from houseway.web.api.common import AnyRequest, GameName, Key, TableName, in_thread, services_of, signed_in
from houseway.web.api.games import known_game
from houseway.web.api.jackpots import JackpotName
from houseway.web.api.office import reader
from houseway.web.api.rounds import RoundNumber
from houseway.web.problems import NotFound
from houseway.web.services import Services

Text = Annotated[str, msgspec.Meta(max_length=200_000)]
Word = Annotated[str, msgspec.Meta(max_length=200)]


class SheetAct(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The text of a sheet, the day of the check, and for a new jackpot the second person."""

    sheet: Text
    on: Annotated[str, msgspec.Meta(max_length=10)] | None = None
    second: Second | None = None


class JackpotAct(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What an act on a jackpot may need; each takes what concerns it."""

    second: Second | None = None
    cause: Word | None = None
    amount: Word | None = None
    reason: Word | None = None
    note: Word | None = None
    pot: Literal["meter", "reserve"] = "meter"
    into: Word | None = None
    game: Word | None = None
    key: Word | None = None
    sheet: Text | None = None


# ---- sheets


class SheetsController(Controller):
    """Sheets that a house may open."""

    path = "/sheets"
    tags = ("house",)

    @get("/{game:str}", summary="A complete example sheet of a game")
    async def example(self, game: GameName) -> dict[str, str]:
        """As `houseway table sheet` prints it."""
        known_game(game)
        return {"game": game, "sheet": await in_thread(lambda: example_sheet(game))}

    @post("/{act:str}", summary="Check a sheet, print its placard, or open its table", status_code=200)
    async def act(
        self,
        request: AnyRequest,
        act: FromPath[Literal["check", "placard", "open"]],
        data: JSONBody[SheetAct],
        key: Key = None,
    ) -> dict[str, Any]:
        """Refusals cite letter and law; a table opens only where there are none."""
        services, by = services_of(request), signed_in(request).person
        day = _day(data.on)
        if act == "open":
            return await _open(services, by, data, day, personal_request(key or "", by))
        sheet = await in_thread(lambda: parse_sheet(data.sheet))
        refusals = await in_thread(lambda: check_sheet(sheet, day))
        told = {"table": sheet.name, "game": sheet.game, "on": str(day), "accepted": not refusals}
        found: dict[str, Any] = {**told, "refusals": [one.to_json() for one in refusals], "sheet": sheet.digest}
        if act == "placard" and not refusals:
            found["placard"] = (await in_thread(lambda: placard(sheet, day))).to_json()
        return found


async def _open(services: Services, by: str, data: JSONBody[SheetAct], day: date, request: str) -> dict[str, Any]:
    floor = services.floor
    second = await services.second_of(data.second)

    def work() -> Appended:
        floor.people.permit("open table", by)
        sheet = parse_sheet(data.sheet)
        if refusals := opening_refusals(floor.log, sheet, day):
            raise NotApproved(str(refusals[0]), field=f"table {sheet.name}")
        table = Table.load(floor.log, sheet.name, appender=floor.writer, jackpots=floor.jackpots, people=floor.people)
        return open_table(table, sheet, day, by=by, second=lambda: second, request=request)

    events = await in_thread(work)
    name = parse_sheet(data.sheet).name
    if known := floor.tables.get(name):
        await floor.follow(known, events[-1].number)
    await floor.table(name)
    return {"table": name, "number": events[-1].number}


def _day(text: str | None) -> date:
    try:
        return date.fromisoformat(text) if text else date.today()  # the day where the server stands
    except ValueError:
        raise InvalidInput("must be a date such as 2026-03-01", field="on") from None


# ---- jackpots


class JackpotActsController(Controller):
    """What staff do with jackpots."""

    path = "/jackpots"
    tags = ("house",)

    @post("/{name:str}/{act:str}", summary="An act on a jackpot", status_code=200)
    async def act(
        self,
        request: AnyRequest,
        name: JackpotName,
        act: FromPath[Literal["create", "change", "declare", "stop", "start", "adjust", "deposit", "pass-on"]],
        data: JSONBody[JackpotAct],
        key: Key = None,
    ) -> JackpotLine:
        """As `houseway jackpot` does it, by one or two persons."""
        services, by = services_of(request), signed_in(request).person
        second = await services.second_of(data.second)
        request_id = personal_request(key or "", by)
        work = JackpotWork(services, name, data, by=by, second=second, request=request_id)
        await in_thread(getattr(work, act.replace("-", "_")))
        await services.floor.follow_all()
        return await in_thread(lambda: summary_line(work.jackpot))


class JackpotWork:
    """One act on a jackpot by one or two persons."""

    def __init__(
        self, services: Services, name: str, data: JSONBody[JackpotAct], *, by: str, second: str, request: str
    ) -> None:
        self._floor = services.floor
        self._data = data
        self._one = {"by": by, "request": request}
        self._two = {"by": by, "second": second, "request": request}
        self.jackpot = Jackpot(self._floor.log, name, self._floor.writer, self._floor.people)

    def create(self) -> Appended:
        """A jackpot of a sheet."""
        sheet = self._sheet()
        return self.jackpot.create(_terms(sheet), sheet.chosen, **self._two)

    def change(self) -> Appended:
        """Other rates, prizes or cap."""
        sheet = self._sheet()
        return self._there().change(_terms(sheet), sheet.chosen, **self._two)

    def declare(self) -> Appended:
        """A game outside shares the meter."""
        return self._there().declare(self._wanted("game"), self._wanted("key"), **self._two)

    def stop(self) -> Appended:
        """Take no more wagers."""
        return self._there().stop(self._wanted("cause"), **self._one)

    def start(self) -> Appended:
        """Take wagers again."""
        return self._there().start(**self._two)

    def adjust(self) -> Appended:
        """A documented adjustment."""
        text = self._wanted("amount")
        units = parse_units(text.removeprefix("-"), decimals=METER_DECIMALS, field="amount")
        into = Jackpot(self._floor.log, self._data.into, people=self._floor.people) if self._data.into else None
        return self._there().adjust(
            self._wanted("reason").replace("-", " "),
            -units if text.startswith("-") else units,
            note=self._wanted("note"),
            pot=self._data.pot,
            into=into,
            **self._two,
        )

    def deposit(self) -> Appended:
        """What was brought to the account."""
        return self._there().deposit(parse_money(self._wanted("amount"), field="amount"), **self._two)

    def pass_on(self) -> Appended:
        """Bring what came in above the cap into the next jackpot."""
        overflow = self._there().state.posted.overflow
        if not overflow:
            raise NotAllowedNow("overflows into its own next jackpot", field=f"jackpot {self.jackpot.name}")
        into = Jackpot(self._floor.log, overflow, self._floor.writer, self._floor.people)
        return self.jackpot.pass_on(into, **self._one)

    def _there(self) -> Jackpot:
        try:
            find_jackpot(self._floor.log, self.jackpot.name)
        except HousewayError as problem:
            raise NotFound(problem.reason, field="jackpot") from None
        return self.jackpot

    def _wanted(self, name: str) -> str:
        found = getattr(self._data, name)
        if found is None:
            raise InvalidInput("is missing", field=name)
        return str(found)

    def _sheet(self) -> Sheet:
        sheet = parse_sheet(self._wanted("sheet"))
        if refusals := check_sheet(sheet, _day(None)):
            raise NotApproved(str(refusals[0]), field=f"table {sheet.name}")
        return sheet


def _terms(sheet: Sheet) -> Any:
    if sheet.jackpot is None:
        raise InvalidInput("the sheet has no [jackpot]", field="sheet")
    return sheet.jackpot


# ---- the audit


class AuditController(Controller):
    """The log read and proved; of an open round nothing is told, to nobody."""

    path = "/audit"
    tags = ("house",)

    @get("/verify", summary="Walk every chain and the ledger")
    async def verify(self, request: AnyRequest) -> LogVerdict:
        """The first broken link, if there is one."""
        services = await reader(request, "read log")
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
        services = await reader(request, "read log")
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
        asked = _day(day) if day else None
        return await in_thread(lambda: report_day(services.floor.log, asked))

    @get("/rounds/{table:str}/{number:int}", summary="The dispute pack of a finished round")
    async def round(self, request: AnyRequest, table: TableName, number: RoundNumber) -> DisputePack:
        """Cards, wagers, decisions, clauses, meter, hashes, placard."""
        services = await reader(request, "read log")
        try:
            return await in_thread(lambda: dispute_pack(services.floor.log, table, number))
        except HousewayError as problem:
            raise NotFound(problem.reason, field="round") from None

    @get("/recall/{table:str}", summary="The last rounds of a table")
    async def recall(
        self, request: AnyRequest, table: TableName, rounds: Annotated[int, QueryParameter(ge=1, le=1000)] = 10
    ) -> list[RecalledRound]:
        """The newest first."""
        services = await reader(request, "read log")
        return await in_thread(lambda: recalled_rounds(services.floor.log, table, rounds))

    @get("/bonuses", summary="The last bonus wins of the house")
    async def bonuses(
        self, request: AnyRequest, wins: Annotated[int, QueryParameter(ge=1, le=1000)] = 50
    ) -> list[BonusWin]:
        """The newest first."""
        services = await reader(request, "read log")
        return await in_thread(lambda: bonus_wins(services.floor.log, "", wins))
