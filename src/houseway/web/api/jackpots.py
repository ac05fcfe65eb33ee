"""`/jackpots`: meters for everybody, and each jackpot to the last fraction of a cent."""

from typing import TYPE_CHECKING, Annotated, Final

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter
from msgspec import Struct, convert

from houseway.errors import HousewayError, InvalidInput, NotApproved
from houseway.house.jackpots.catalogue import JACKPOT_ACTS
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.outside_wins import AwardOutsideWin
from houseway.house.jackpots.report import (
    JackpotLine,
    JackpotScreen,
    find_jackpot,
    jackpot_names,
    jackpot_screen,
    summary_line,
)
from houseway.house.jackpots.terms_acts import ChangeJackpot, CreateJackpot
from houseway.house.log.log import Log
from houseway.house.people.act_fields import Word
from houseway.house.people.rights import READ_LOG
from houseway.house.sheets.check import check_sheet
from houseway.house.sheets.sheet import Sheet, parse_sheet
from houseway.web.api.common import (
    AnyRequest,
    Key,
    do_act,
    do_asked,
    in_thread,
    is_reader,
    reader,
    services_of,
    signed_in,
)
from houseway.web.api.sheets import SheetText, house_date
from houseway.web.floor.acts import ActBody, act_names, body_type
from houseway.web.floor.floor import Floor
from houseway.web.http.problems import NotFound
from houseway.web.services import Services
from houseway.web.signs import JackpotSign, require_open_jackpot
from houseway.web.without_names import jackpot_without_names

_WITH_SHEET: Final = ("create", "change", "outside-win")  # acts that take the text of a sheet
JackpotName = Annotated[str, PathParameter(max_length=60, description="The jackpot, as its sheet names it.")]


if TYPE_CHECKING:

    class JackpotBody(ActBody):
        """What the acts ask for, the text of a sheet, and a win of a game outside."""

        sheet: str | None
        game: str | None
        line: str | None
        player: str | None

    JackpotActName = str
else:
    JackpotBody = body_type("JackpotAct", JACKPOT_ACTS, sheet=SheetText, line=Word, player=Word)
    JackpotActName = act_names(JACKPOT_ACTS, more=_WITH_SHEET)


def jackpot_lines(services: Services) -> list[JackpotLine]:
    """The jackpots of the tables that are served here, each in a line."""
    shared = {one.jackpot.name for one in services.floor.tables.values() if one.jackpot and not one.private}
    return [summary_line(one) for one in services.floor.known_jackpots() if one.name in shared]


class JackpotsController(Controller):
    """Jackpots as everybody may see them."""

    path = "/jackpots"
    tags = ("jackpots",)

    @get(summary="The jackpots of the house")
    async def list(self, request: AnyRequest) -> list[JackpotLine]:
        """Every jackpot in a line."""
        services = services_of(request)
        if services.settings.practice:
            return jackpot_lines(services)
        log = services.floor.log
        return await in_thread(lambda: [summary_line(find_jackpot(log, name)) for name in jackpot_names(log)])

    @get("/{name:str}", summary="A jackpot: its terms, what was paid, the last wins")
    async def show(self, request: AnyRequest, name: JackpotName) -> JackpotScreen:
        """A jackpot's screen; only those who may read reports see who won."""
        floor = services_of(request).floor
        screen = await in_thread(lambda: jackpot_screen(require_open_jackpot(floor, name)))
        return screen if await is_reader(request) else jackpot_without_names(screen)

    @get("/{name:str}/sign", summary="What a jackpot's sign on the wall shows")
    async def sign(self, request: AnyRequest, name: JackpotName) -> JackpotSign:
        """The meter, what is posted, pending wins and the last ones, by table and amount."""
        signs = services_of(request).signs
        return await in_thread(lambda: signs.jackpot(name))


class JackpotHistoryEvent(Struct, frozen=True, kw_only=True):
    """An event of a jackpot, as `houseway jackpot history --json` prints it."""

    stream: str
    number: int
    kind: str
    at: str
    by: str
    data: dict[str, object]
    request: str
    part: int
    postings: list[tuple[str, int]]
    previous: str
    hash: str


class JackpotActsController(Controller):
    """What staff do with jackpots and read of them."""

    path = "/jackpots"
    tags = ("house",)

    @get("/{name:str}/history", summary="What happened to a jackpot, oldest first")
    async def history(
        self, request: AnyRequest, name: JackpotName, *, hits: FromQuery[bool] = False
    ) -> list[JackpotHistoryEvent]:
        """Its events without single contributions; with `hits`, only wins."""
        log = (await reader(request, READ_LOG)).floor.log
        await in_thread(lambda: _require_jackpot(log, name))
        events = await in_thread(lambda: [one.to_json() for one in find_jackpot(log, name).history(hits=hits)])
        return convert(events, list[JackpotHistoryEvent])

    @post("/{name:str}/{act:str}", summary="An act on a jackpot", status_code=200)
    async def act(
        self,
        request: AnyRequest,
        name: JackpotName,
        act: FromPath[JackpotActName],
        data: JSONBody[JackpotBody],
        key: Key = None,
    ) -> JackpotLine:
        """As `houseway jackpot` does it, by one or two persons; create, change and outside-win take a sheet.

        `outside-win` takes the game outside, the `line` that was won and the `player`.
        """

        def jackpot(floor: Floor) -> Jackpot:
            if act != "create":
                _require_jackpot(floor.log, name)
            return Jackpot(floor.log, name, floor.writer, floor.people)

        signed_in(request)
        if act in _WITH_SHEET:
            asked = await in_thread(lambda: _asked_with_sheet(act, data, services_of(request).floor.log))
            done = await do_asked(request, asked, data.second, key, jackpot)
        else:
            done = await do_act(request, JACKPOT_ACTS.acts[act], data, key, jackpot)
        floor = done.services.floor
        await floor.follow_all()
        return await in_thread(lambda: summary_line(Jackpot(floor.log, name)))


def _require_jackpot(log: Log, name: str) -> None:
    try:
        find_jackpot(log, name)
    except HousewayError as problem:
        raise NotFound(problem.reason, field="jackpot") from None


def _asked_with_sheet(act: str, data: "JackpotBody", log: Log) -> CreateJackpot | ChangeJackpot | AwardOutsideWin:
    """What is asked with a sheet that letter and law accept."""
    if data.sheet is None:
        raise InvalidInput("is missing", field="sheet")
    sheet: Sheet = parse_sheet(data.sheet)
    if refusals := check_sheet(sheet, house_date(log)):
        raise NotApproved(str(refusals[0]), field=f"table {sheet.name}")
    if sheet.jackpot is None:
        raise InvalidInput("the sheet has no [jackpot]", field="sheet")
    if act == "create":
        return CreateJackpot(terms=sheet.jackpot, game=sheet.chosen)
    if act == "change":
        return ChangeJackpot(terms=sheet.jackpot, game=sheet.chosen)
    return AwardOutsideWin(game=data.game or "", line=data.line or "", won_as=sheet.chosen, player=data.player or "")
