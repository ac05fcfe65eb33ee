"""`/incidents`: malfunctions, and until when they must be reported."""

from typing import TYPE_CHECKING

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from houseway.house.office.incidents import INCIDENT_ACTS, IncidentRow, Incidents, incident_number
from houseway.web.api.common import AnyRequest, Key, do_act, in_thread, reader
from houseway.web.floor.acts import ActBody, act_names, body_type

if TYPE_CHECKING:
    IncidentBody = ActBody
    IncidentActName = str
else:
    IncidentBody = body_type("IncidentAct", INCIDENT_ACTS)
    IncidentActName = act_names(INCIDENT_ACTS)


class IncidentsController(Controller):
    """Malfunctions, and until when they must be reported."""

    path = "/incidents"
    tags = ("house",)

    @get(summary="The incidents with their deadlines")
    async def list(self, request: AnyRequest, *, unreported: FromQuery[bool] = False) -> list[IncidentRow]:
        """All of them, or those that are not reported yet."""
        log = (await reader(request)).floor.log

        def find() -> list[IncidentRow]:
            register = Incidents(log)
            shown = [one for one in register.fresh().incidents if not (unreported and one.reported)]
            return [one.row(log.clock()) for one in shown]

        return await in_thread(find)

    @post("/{act:str}", summary="Write a malfunction down, or that it was reported", status_code=200)
    async def act(
        self, request: AnyRequest, act: FromPath[IncidentActName], data: JSONBody[IncidentBody], key: Key = None
    ) -> IncidentRow:
        """An incident's clock runs from its discovery."""
        make = lambda floor: Incidents(floor.log, floor.writer, floor.people)  # noqa: E731  # one line of two
        done = await do_act(request, INCIDENT_ACTS.acts[act], data, key, make)
        log = done.services.floor.log
        number = incident_number(done.events[-1])
        return await in_thread(lambda: Incidents(log).find(number).row(log.clock()))
