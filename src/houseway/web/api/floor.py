"""`/floor`: what supervisors see of all tables at once."""

from litestar import Controller, get

from houseway.house.log.events import timestamp
from houseway.house.people.house import NotPermitted
from houseway.house.people.rights import READ_REPORTS
from houseway.web.api.common import AnyRequest, in_thread, services_of, session_of
from houseway.web.floor.floor_view import FloorView, floor_view
from houseway.web.http.problems import NotSignedIn
from houseway.web.services import Services


class FloorController(Controller):
    """The floor."""

    path = "/floor"
    tags = ("house",)

    @get(summary="Calls, held wins, dealers and devices of all open tables")
    async def show(self, request: AnyRequest) -> FloorView:
        """The floor now; a page that only looks does not keep its session alive."""
        services = services_of(request)
        await require_floor(request)
        return await seen_floor(services)


async def require_floor(request: AnyRequest) -> None:
    """Refuse whoever may not see the floor."""
    services, session = services_of(request), session_of(request)
    if session is None:
        raise NotSignedIn("sign in first: POST /api/v1/session", field="session")
    if session.console:
        raise NotPermitted("a PIN allows what a dealer does alone; sign in with your password", field=session.person)
    await in_thread(lambda: services.floor.people.permit(READ_REPORTS, session.person))


async def seen_floor(services: Services) -> FloorView:
    """The floor now."""
    now = timestamp(services.floor.log.clock())
    return await in_thread(lambda: floor_view(services.floor, services.signs, now))
