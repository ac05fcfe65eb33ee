"""`/site`: the whole site, and when its day begins."""

from typing import TYPE_CHECKING

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from houseway.house.log.log import Log
from houseway.house.office.clock import ClockStatus, clock_status
from houseway.house.office.site import SITE_ACTS, Site
from houseway.house.people.gaming_day import read_calendar
from houseway.house.people.setting_acts import SETTING_ACTS
from houseway.house.tables.known_tables import open_tables
from houseway.web.api.common import AnyRequest, Key, do_act, in_thread, reader
from houseway.web.floor.acts import ActBody, act_names, body_type

if TYPE_CHECKING:
    SiteBody = ActBody
    SiteActName = str
else:
    SiteBody = body_type("SiteAct", SITE_ACTS, SETTING_ACTS)
    SiteActName = act_names(SITE_ACTS, SETTING_ACTS)


class GamingDayStatus(msgspec.Struct, kw_only=True):
    """When the gaming day begins, and the one that is now."""

    hour: int
    zone: str
    day: str
    start: str
    end: str


class SiteStatus(msgspec.Struct, kw_only=True):
    """Why the site is disabled, if it is, its open tables and its day."""

    disabled: str | None
    tables: list[str]
    day: GamingDayStatus


class SiteController(Controller):
    """The whole site."""

    path = "/site"
    tags = ("house",)

    @get(summary="Whether the site is disabled, and when its day begins")
    async def show(self, request: AnyRequest) -> SiteStatus:
        """The site."""
        log = (await reader(request)).floor.log
        return await in_thread(lambda: site_status(log))

    @get("/clock", summary="The house's clock beside the log's own time")
    async def clock(self, request: AnyRequest) -> ClockStatus:
        """Where they do not agree, nothing is written until two people set the clock on the command line."""
        log = (await reader(request)).floor.log
        return await in_thread(lambda: clock_status(log))

    @post("/{act:str}", summary="Disable or enable the site, or choose when its day begins", status_code=200)
    async def act(
        self, request: AnyRequest, act: FromPath[SiteActName], data: JSONBody[SiteBody], key: Key = None
    ) -> SiteStatus:
        """Disabled, no new round starts anywhere."""
        if setting := SETTING_ACTS.acts.get(act):
            done = await do_act(request, setting, data, key, lambda floor: floor.people)
        else:
            make = lambda floor: Site(floor.log, floor.writer, floor.people)  # noqa: E731  # one line of two
            done = await do_act(request, SITE_ACTS.acts[act], data, key, make)
        await done.services.floor.follow_all()
        return await in_thread(lambda: site_status(done.services.floor.log))


def site_status(log: Log) -> SiteStatus:
    """Where the site stands now."""
    days = read_calendar(log)
    today = days.of(log.clock())
    start, end = days.bounds(today)
    return SiteStatus(
        disabled=Site(log).fresh().disabled or None,
        tables=[one.table for one in open_tables(log)],
        day=GamingDayStatus(hour=days.now.hour, zone=days.now.zone, day=str(today), start=start, end=end),
    )
