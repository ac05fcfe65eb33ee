"""`/audit`, the house checked: the log and the software that runs, and what differs between versions of a table."""

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody

from houseway import __version__
from houseway.errors import HousewayError
from houseway.house.controls.selfcheck import PrintedSelfCheck, self_check
from houseway.house.controls.software import SoftwareComparison, compare_software
from houseway.house.log.log import Log
from houseway.house.people.rights import READ_LOG
from houseway.house.records.difference import (
    ComparedVersions,
    Version,
    compare_versions,
    openings,
    require_two_versions,
)
from houseway.house.sheets.sheet import parse_sheet
from houseway.kernel import source_digest
from houseway.web.api.common import AnyRequest, address_of, in_thread, reader
from houseway.web.api.sheets import SheetText
from houseway.web.http.problems import NotFound


class VersionsBody(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Two sheets; a table and a sheet; or a table alone, for its last two openings."""

    table: Annotated[str, msgspec.Meta(max_length=60)] = ""
    sheets: Annotated[list[SheetText], msgspec.Meta(max_length=2)] = []


class ChecksController(Controller):
    """What runs here, and whether it is what it was."""

    path = "/audit"
    tags = ("house",)

    @post("/check", summary="Check the house: the log, and the software of each open table", status_code=200)
    async def check(self, request: AnyRequest) -> PrintedSelfCheck:
        """The answer is an event of the log."""
        services = await reader(request, READ_LOG)
        services.guard.heavy.check(address_of(request))
        return (await in_thread(lambda: self_check(services.floor.log))).to_struct()

    @get("/software", summary="The running software beside that of each open table")
    async def software(self, request: AnyRequest) -> SoftwareComparison:
        """By digest."""
        services = await reader(request)
        return await in_thread(lambda: compare_software(services.floor.log, __version__))

    @post("/difference", summary="What differs between two versions of a table", status_code=200)
    async def difference(self, request: AnyRequest, data: JSONBody[VersionsBody]) -> ComparedVersions:
        """Options, pays with exact chances, limits, jackpot, software."""
        services = await reader(request)
        services.guard.heavy.check(address_of(request))
        require_two_versions(len(data.sheets), data.table)
        return await in_thread(lambda: compare_versions(*_versions(data, services.floor.log)))


def _versions(data: VersionsBody, log: Log) -> list[Version]:
    """The older one first."""
    sheets = [(f"sheet {number}", parse_sheet(text)) for number, text in enumerate(data.sheets, 1)]
    named = [Version(what=what, sheet=sheet, software=source_digest()) for what, sheet in sheets]
    if not data.table:
        return named
    try:
        return [*openings(log, data.table, 2 - len(named)), *named]
    except HousewayError as problem:
        raise NotFound(problem.reason, field="table") from None
