"""`/jackpots`: meters for everybody, and each jackpot to the last fraction of a cent."""

from typing import Annotated

from litestar import Controller, get
from litestar.params import PathParameter

from houseway.errors import HousewayError
from houseway.house.jackpots.report import (
    JackpotLine,
    JackpotScreen,
    find_jackpot,
    jackpot_names,
    jackpot_screen,
    summary_line,
)
from houseway.web.api.common import AnyRequest, in_thread, services_of
from houseway.web.problems import NotFound
from houseway.web.services import Services

JackpotName = Annotated[str, PathParameter(max_length=60, description="The jackpot, as its sheet names it.")]


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
        """A jackpot's screen."""
        log = services_of(request).floor.log

        def find() -> JackpotScreen:
            try:
                return jackpot_screen(find_jackpot(log, name))
            except HousewayError as problem:
                raise NotFound(problem.reason, field="jackpot") from None

        return await in_thread(find)
