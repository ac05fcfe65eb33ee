"""`/room` and `/confirmations`: how a room begins, what staff may do there, and what a second person confirms."""

from typing import Annotated, Any, Literal
from urllib.parse import quote

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody, PathParameter

from houseway.errors import NotAllowedNow
from houseway.house.office.first_table import OpeningStep, steps_to_first_table
from houseway.house.people.house import NotPermitted
from houseway.house.people.rights import FLOOR, PLAYER, READ_REPORTS, SUPERVISOR
from houseway.web.api.common import AnyRequest, address_of, in_thread, services_of, signed_in
from houseway.web.api.session import SignedIn, cookie, signed_in_answer
from houseway.web.http.guard import headers_of
from houseway.web.http.problems import NotFound, Refused
from houseway.web.http.sessions import Session
from houseway.web.room.confirmations import Confirmation, State
from houseway.web.room.first_administrator import LONGEST_CODE
from houseway.web.room.inner_call import post_inside
from houseway.web.room.room_acts import ActForm, acts_of, room_act
from houseway.web.services import Services

ConfirmationId = Annotated[str, PathParameter(max_length=60, description="The request, as its list names it.")]


class Beginning(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The code that the server printed, and the first administrator."""

    code: Annotated[str, msgspec.Meta(max_length=LONGEST_CODE)]
    name: Annotated[str, msgspec.Meta(max_length=60)]
    password: Annotated[str, msgspec.Meta(max_length=1000)]


class AskedRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An act for a second person to confirm: its subject and name, the table or jackpot, and what it asks for."""

    subject: Annotated[str, msgspec.Meta(max_length=40)]
    act: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    fields: dict[str, Any] = {}


class Words(msgspec.Struct, kw_only=True):
    """What an act will do, in words."""

    sentence: str


class Content(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What somebody confirms: the digest of the request that they were shown."""

    digest: Annotated[str, msgspec.Meta(max_length=100)]


class ConfirmationRow(msgspec.Struct, kw_only=True):
    """A request that waits for its second person, or what became of it; `may` says what you may do with it.

    `sentence` says to both what will happen; `details` is the text of a sheet that it is about. `answer` is what the
    call answered, once it is done.
    """

    id: str
    by: str
    subject: str
    act: str
    sentence: str
    digest: str
    state: State
    second: str | None
    problem: str | None
    seconds: int
    may: list[str]
    details: str | None = None
    answer: Any = None


class RoomPlace(msgspec.Struct, kw_only=True):
    """A page of the room beside its acts: the floor, the pairing of a console, or the console of a table."""

    page: Literal["floor", "pairing", "console"]
    address: str
    table: str | None = None


class RoomStatus(msgspec.Struct, kw_only=True):
    """The room for one of its people: where they can go, the steps to the first table, their acts, what waits."""

    person: str
    roles: list[str]
    places: list[RoomPlace]
    steps: list[OpeningStep]
    acts: list[ActForm]
    confirmations: list[ConfirmationRow]


def staff(request: AnyRequest) -> Session:
    """Who asks, if they are one of the room's staff."""
    services, session = services_of(request), signed_in(request)
    if services.settings.practice:
        raise NotFound("there is nothing at this address", field="room")
    roles = set(services.sessions.roles(session) or ())
    if not roles - PLAYER:
        raise NotPermitted("is for the staff of the house", field="room")
    return session


async def room_status(services: Services, session: Session) -> RoomStatus:
    """The room as one of its people sees it."""
    people, roles = services.floor.people, services.sessions.roles(session) or ()
    return RoomStatus(
        person=session.person,
        roles=list(roles),
        places=_places(services, {*roles}),
        steps=await in_thread(lambda: steps_to_first_table(people)),
        acts=[one.form() for one in acts_of(people, session.person)],
        confirmations=confirmation_rows(services, session),
    )


def _places(services: Services, roles: set[str]) -> list[RoomPlace]:
    """The pages that somebody of these roles can work with."""
    open_tables = sorted(name for name, one in services.floor.tables.items() if one.state.rules is not None)
    places = [RoomPlace(page="floor", address="/room/floor")] if roles & READ_REPORTS.roles else []
    if roles & SUPERVISOR:
        places.append(RoomPlace(page="pairing", address="/room/console"))
    if roles & FLOOR:
        places += [RoomPlace(page="console", address=f"/room/dealer/{quote(name)}", table=name) for name in open_tables]
    return places


def confirmation_rows(services: Services, session: Session) -> list[ConfirmationRow]:
    """What concerns somebody of what waits, newest first."""
    return [_row(services, one, session) for one in services.confirmations.seen_by(session.person)]


def _row(services: Services, one: Confirmation, session: Session) -> ConfirmationRow:
    waiting, is_own = one.state == "waiting", one.first.person == session.person
    may = ["withdraw"] if waiting and is_own else []
    if services.confirmations.may_confirm(one, session.person):
        may = ["confirm", "decline"]
    return ConfirmationRow(
        id=one.id,
        by=one.first.person,
        subject=one.act.subject,
        act=one.act.name,
        sentence=one.sentence,
        digest=one.digest,
        state=one.state,
        second=one.second or None,
        problem=one.problem or None,
        seconds=max(0, int(one.ends - services.confirmations.clock())),
        may=may,
        details=one.sheet or None,
        answer=msgspec.json.decode(one.answer) if one.state == "done" else None,
    )


class RoomController(Controller):
    """A room and its staff."""

    path = "/room"
    tags = ("room",)

    @get(summary="What is to be done in the room, and what you may do")
    async def show(self, request: AnyRequest) -> RoomStatus:
        """The room as one of its staff sees it."""
        return await room_status(services_of(request), staff(request))

    @post("/words", summary="What an act will do, in words", status_code=200)
    async def words(self, request: AnyRequest, data: JSONBody[AskedRequest]) -> Words:
        """The sentence that two people see before they agree; nothing is done."""
        services, session = services_of(request), staff(request)
        act = room_act(data.subject, data.act)
        act.require_begin(services.floor.people, session.person)
        act.address(data.name)
        return Words(sentence=await in_thread(lambda: act.sentence(data.fields, data.name)))

    @post("/begin", summary="Add the first administrator, with the code that the server printed", status_code=201)
    async def begin(self, request: AnyRequest, data: JSONBody[Beginning]) -> Response[SignedIn]:
        """Only while the house has no people; the answer signs the administrator in."""
        services, door = services_of(request), services_of(request).first_administrator
        await in_thread(door.require_open)
        if refused := services.guard.origin_refusal(headers_of(request.scope)):
            raise Refused(refused, field="origin")
        services.guard.codes.check(address_of(request))
        async with services.password_turn():
            await in_thread(lambda: door.add(data.code, data.name, data.password))
        session = await services.log_in(data.name, data.password, address_of(request))
        answer = await signed_in_answer(services, session, with_token=True)
        return Response(answer, status_code=201, cookies=[cookie(services, session.token, session)])


class ConfirmationsController(Controller):
    """Requests that wait for a second person, who confirms them from their own session."""

    path = "/confirmations"
    tags = ("room",)

    @get(summary="What you asked for and what you may confirm")
    async def list(self, request: AnyRequest) -> list[ConfirmationRow]:
        """What concerns you, newest first."""
        session = staff(request)
        return confirmation_rows(services_of(request), session)

    @post(summary="Ask a second person to confirm an act", status_code=201)
    async def ask(self, request: AnyRequest, data: JSONBody[AskedRequest]) -> ConfirmationRow:
        """The act waits for five minutes, in the memory of the server; nothing is done before it is confirmed."""
        services, session = services_of(request), staff(request)
        if services.settings.processes > 1:
            reason = "several processes serve this room: let the second person sign in on the spot"
            raise NotAllowedNow(reason, field="confirmations")
        act = room_act(data.subject, data.act)
        asked = await in_thread(lambda: services.confirmations.ask(session, act, data.name, data.fields))
        return _row(services, asked, session)

    @post("/{confirmation:str}/confirm", summary="Confirm a request: it is done now", status_code=200)
    async def confirm(
        self, request: AnyRequest, confirmation: ConfirmationId, data: JSONBody[Content]
    ) -> ConfirmationRow:
        """The answer comes after the commit; a request that the house refuses is over."""
        services, session = services_of(request), staff(request)
        waiting = services.confirmations
        one = waiting.find(confirmation, session.person)
        await waiting.confirm(one, session, data.digest, lambda each: post_inside(request, each))
        return _row(services, one, session)

    @post("/{confirmation:str}/{end:str}", summary="Decline a request, or take your own back", status_code=200)
    async def end(
        self,
        request: AnyRequest,
        confirmation: ConfirmationId,
        end: FromPath[Annotated[str, PathParameter(pattern="^(decline|withdraw)$")]],
    ) -> ConfirmationRow:
        """It waits no longer, and nothing is done."""
        services, session = services_of(request), staff(request)
        one = services.confirmations.find(confirmation, session.person)
        return _row(services, services.confirmations.end(one, session.person), session)
