"""`/sheets`: sheets checked against letter and law, their placards, and tables opened from them."""

from datetime import date
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import UNSET, UnsetType

from houseway.errors import InvalidInput, NotApproved
from houseway.house.log.log import Appended, Log
from houseway.house.people.gaming_day import read_calendar
from houseway.house.sheets.check import check_sheet
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.placard import Placard, placard
from houseway.house.sheets.refusal import RefusalRow
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.tables.opening import open_table, opening_refusals
from houseway.house.tables.staff_acts import OPEN_TABLE
from houseway.house.tables.table import Table
from houseway.web.api.common import AnyRequest, GameName, Key, address_of, in_thread, services_of, signed_in
from houseway.web.api.games import known_game
from houseway.web.floor.acts import Second
from houseway.web.services import Services

SheetText = Annotated[str, msgspec.Meta(max_length=200_000)]


class SheetAct(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The text of a sheet, the day of the check, and for a new jackpot the second person."""

    sheet: SheetText
    on: Annotated[str, msgspec.Meta(max_length=10)] | None = None
    second: Second | None = None


class CheckedSheet(msgspec.Struct, kw_only=True):
    """A sheet checked against letter and law, and its placard where that was asked for."""

    table: str
    game: str
    on: str
    accepted: bool
    refusals: list[RefusalRow]
    sheet: str
    placard: Placard | UnsetType = UNSET


class OpenedTable(msgspec.Struct, kw_only=True):
    """A table that was opened, and the number of its last event."""

    table: str
    number: int


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
    ) -> CheckedSheet | OpenedTable:
        """Refusals cite letter and law; a table opens only where there are none."""
        services, session = services_of(request), signed_in(request)
        today = await in_thread(lambda: house_date(services.floor.log))
        day = day_of(data.on) if data.on else today
        if act == "open":
            if day != today:
                raise InvalidInput(f"a table opens today, {today}", field="on")
            second = await services.second_of(data.second, session, address_of(request))
            return await _open(services, (session.person, second), data, day, key or "")
        sheet = await in_thread(lambda: parse_sheet(data.sheet))
        refusals = await in_thread(lambda: check_sheet(sheet, day))
        posted = await in_thread(lambda: placard(sheet, day)) if act == "placard" and not refusals else UNSET
        return CheckedSheet(
            table=sheet.name,
            game=sheet.game,
            on=str(day),
            accepted=not refusals,
            refusals=[one.row() for one in refusals],
            sheet=sheet.digest,
            placard=posted,
        )


async def _open(
    services: Services, persons: tuple[str, str], data: JSONBody[SheetAct], day: date, request: str
) -> OpenedTable:
    floor, (by, second) = services.floor, persons

    def work() -> Appended:
        floor.people.permit(OPEN_TABLE.right, by)
        sheet = parse_sheet(data.sheet)
        if refusals := opening_refusals(floor.log, sheet, day):
            raise NotApproved(str(refusals[0]), field=f"table {sheet.name}")
        table = Table.load(floor.log, sheet.name, appender=floor.writer, jackpots=floor.jackpots, people=floor.people)
        return open_table(table, sheet, day, by=by, second=lambda: second, request=request)

    events = await in_thread(work)
    name = parse_sheet(data.sheet).name
    if known := floor.tables.get(name):
        await floor.follow(known)
    await floor.table(name)
    return OpenedTable(table=name, number=events[-1].number)


def house_date(log: Log) -> date:
    """Today by the house's clock, where the house is."""
    return log.clock().astimezone(ZoneInfo(read_calendar(log).now.zone)).date()


def day_of(text: str) -> date:
    """A day as it is written in a request."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInput("must be a date such as 2026-03-01", field="on") from None
