"""`/people`, `/cage`, `/site` and `/incidents`: the acts of the office, as the commands do them."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from houseway.errors import InvalidInput
from houseway.house.controls.incidents import IncidentRow, Incidents, incident_number
from houseway.house.controls.site import Site
from houseway.house.log.ledger import format_units
from houseway.house.log.log import Appended, personal_request
from houseway.house.people.cage import Cage
from houseway.house.people.gaming_day import GamingDay, change_settings, read_calendar
from houseway.house.people.people import People, Person
from houseway.house.records.recall import open_tables
from houseway.money import Cents, parse_money
from houseway.web.acts import Money, Second
from houseway.web.api.common import AnyRequest, Key, in_thread, services_of, signed_in
from houseway.web.services import Services

Name = Annotated[str, msgspec.Meta(max_length=60)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]
Password = Annotated[str, msgspec.Meta(max_length=1000)]
Roles = Annotated[list[Name], msgspec.Meta(max_length=5)]


class PersonAct(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A person, and for some acts roles or a new password; with one's own, `old` is the one before it."""

    name: Name
    roles: Roles = []
    password: Password | None = None
    old: Password | None = None
    second: Second | None = None


class CageAct(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An amount, and whom or what it concerns."""

    amount: Money
    player: Name | None = None
    table: Name | None = None
    out: bool = False
    second: Second | None = None


class SiteAct(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Why the site is disabled, the second person who enables it, or when its day begins."""

    reason: Text | None = None
    second: Second | None = None
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)] | None = None
    zone: Name | None = None


class IncidentAct(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A malfunction, or the report of one."""

    description: Text | None = None
    tables: Annotated[list[Name], msgspec.Meta(max_length=100)] = []
    jackpots: Annotated[list[Name], msgspec.Meta(max_length=100)] = []
    at: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    incident: Annotated[int, msgspec.Meta(ge=1, le=10**9)] | None = None
    reference: Annotated[str, msgspec.Meta(max_length=200)] | None = None


async def reader(request: AnyRequest, act: str = "read reports") -> Services:
    """The server, for somebody who may read."""
    services, session = services_of(request), signed_in(request)
    await in_thread(lambda: services.floor.people.permit(act, session.person))
    return services


def events_json(services: Services, events: Appended) -> list[dict[str, Any]]:
    """What was appended, and what the accounts that it touched hold now."""
    told = []
    for event in events:
        accounts = sorted({one.account for one in event.postings if not one.account.startswith("outside/")})
        held = {account: format_units(services.floor.log.balance(account)) for account in accounts}
        told.append({"number": event.number, "kind": event.kind, "at": event.at, "by": event.by, "balances": held})
    return told


# ---- people


class PeopleController(Controller):
    """The people of the house."""

    path = "/people"
    tags = ("house",)

    @get(summary="Everybody and their roles")
    async def list(self, request: AnyRequest) -> list[dict[str, Any]]:
        """All persons."""
        services = await reader(request)
        return await in_thread(lambda: [_person(services.floor.people, one) for one in services.floor.people.all()])

    @post("/{act:str}", summary="Add a person, change roles or a password, disable, enable or unlock", status_code=200)
    async def act(
        self,
        request: AnyRequest,
        act: FromPath[Literal["add", "roles", "password", "disable", "enable", "unlock"]],
        data: JSONBody[PersonAct],
    ) -> dict[str, Any]:
        """An act of two administrators; everybody sets their own password, with the old one."""
        services, by = services_of(request), signed_in(request).person
        people = services.floor.people
        second = await services.second_of(data.second)
        acts: dict[str, Callable[[], Person]] = {
            "add": lambda: people.add(by, data.name, data.roles, _wanted(data.password, "password"), second=second),
            "roles": lambda: people.change_roles(by, data.name, data.roles, second=second),
            "password": lambda: people.set_password(
                by, data.name, _wanted(data.password, "password"), old=data.old or "", second=second
            ),
            "disable": lambda: people.disable(by, data.name, second=second),
            "enable": lambda: people.enable(by, data.name, second=second),
            "unlock": lambda: people.unlock(by, data.name, second=second),
        }
        return await in_thread(lambda: _person(people, acts[act]()))


def _person(people: People, one: Person) -> dict[str, Any]:
    locked = people.locked_until(one.name) or None
    return {"name": one.name, "roles": sorted(one.roles), "disabled": one.disabled, "locked": locked}


def _wanted(value: str | None, field: str) -> str:
    if value is None:
        raise InvalidInput("is missing", field=field)
    return value


# ---- the cage


class CageController(Controller):
    """Money that comes into the house, goes to tables and back, and leaves it."""

    path = "/cage"
    tags = ("house",)

    @get(summary="What every account holds")
    async def balances(
        self, request: AnyRequest, account: Annotated[str, QueryParameter(max_length=120, required=False)] = ""
    ) -> dict[str, str]:
        """All accounts whose names start so; together they sum to zero."""
        services = await reader(request)
        found = await in_thread(lambda: services.floor.log.balances(account))
        return {name: format_units(held) for name, held in found.items()}

    @post("/{act:str}", summary="Buy-in, cash-out, fill, credit, drop or the owner's money", status_code=200)
    async def act(
        self,
        request: AnyRequest,
        act: FromPath[Literal["buy-in", "cash-out", "fill", "credit", "drop", "fund"]],
        data: JSONBody[CageAct],
        key: Key = None,
    ) -> list[dict[str, Any]]:
        """An act of the cage, by one or two persons."""
        services, by = services_of(request), signed_in(request).person
        cage = Cage(services.floor.log, services.floor.people, services.floor.writer)
        amount = parse_money(data.amount, field="amount", zero=act == "drop")
        second = await services.second_of(data.second)
        request_id = personal_request(key or "", by)
        events = await in_thread(lambda: _cage(cage, act, data, amount, by, second, request_id))
        if data.player:
            services.floor.forget_purse(data.player)
            services.hub.purse_changed(data.player)
        return await in_thread(lambda: events_json(services, events))


def _cage(cage: Cage, act: str, data: JSONBody[CageAct], amount: Cents, by: str, second: str, request: str) -> Appended:
    if act == "buy-in":
        return cage.buy_in(
            by, _wanted(data.player, "player"), amount, table=data.table or "", second=second, request=request
        )
    if act == "cash-out":
        return cage.cash_out(by, _wanted(data.player, "player"), amount, second=second, request=request)
    if act == "fund":
        return cage.fund(by, second, -amount if data.out else amount, request=request)
    table = _wanted(data.table, "table")
    if act == "fill":
        return cage.fill(by, second, table, amount, request=request)
    if act == "credit":
        return cage.credit(by, second, table, amount, request=request)
    return cage.drop(by, second, table, amount, request=request)


# ---- the site


class SiteController(Controller):
    """The whole site."""

    path = "/site"
    tags = ("house",)

    @get(summary="Whether the site is disabled, and when its day begins")
    async def show(self, request: AnyRequest) -> dict[str, Any]:
        """The site."""
        services = await reader(request)
        return await in_thread(lambda: _site(services))

    @post("/{act:str}", summary="Disable or enable the site, or choose when its day begins", status_code=200)
    async def act(
        self,
        request: AnyRequest,
        act: FromPath[Literal["disable", "enable", "day"]],
        data: JSONBody[SiteAct],
        key: Key = None,
    ) -> dict[str, Any]:
        """Disabled, no new round starts anywhere."""
        services, by = services_of(request), signed_in(request).person
        second = await services.second_of(data.second)
        floor, request_id = services.floor, personal_request(key or "", by)

        def work() -> None:
            site = Site(floor.log, floor.writer, floor.people)
            if act == "disable":
                site.disable(_wanted(data.reason, "reason"), by=by, request=request_id)
            elif act == "enable":
                site.enable(by=by, second=second, request=request_id)
            else:
                before = read_calendar(floor.log).now
                hour, zone = before.hour if data.hour is None else data.hour, data.zone or before.zone
                change_settings(floor.people, floor.log, by, GamingDay(hour=hour, zone=zone))

        await in_thread(work)
        await floor.follow_all()
        return await in_thread(lambda: _site(services))


def _site(services: Services) -> dict[str, Any]:
    log = services.floor.log
    days = read_calendar(log)
    today = days.of(log.clock())
    start, end = days.bounds(today)
    return {
        "disabled": Site(log).fresh().disabled or None,
        "tables": [one.table for one in open_tables(log)],
        "day": {"hour": days.now.hour, "zone": days.now.zone, "day": str(today), "start": start, "end": end},
    }


# ---- incidents


class IncidentsController(Controller):
    """Malfunctions, and until when they must be reported."""

    path = "/incidents"
    tags = ("house",)

    @get(summary="The incidents with their deadlines")
    async def list(self, request: AnyRequest, *, unreported: FromQuery[bool] = False) -> list[IncidentRow]:
        """All of them, or those that are not reported yet."""
        services = await reader(request)

        def find() -> list[IncidentRow]:
            register = Incidents(services.floor.log)
            found = [one for one in register.fresh().incidents if not (unreported and one.reported)]
            return [one.to_struct(register.log.clock()) for one in found]

        return await in_thread(find)

    @post("/{act:str}", summary="Write a malfunction down, or that it was reported", status_code=200)
    async def act(
        self,
        request: AnyRequest,
        act: FromPath[Literal["open", "report"]],
        data: JSONBody[IncidentAct],
        key: Key = None,
    ) -> IncidentRow:
        """An incident's clock runs from its discovery."""
        services, by = services_of(request), signed_in(request).person
        floor, request_id = services.floor, personal_request(key or "", by)
        moment = _moment(data.at)

        def work() -> IncidentRow:
            register = Incidents(floor.log, floor.writer, floor.people)
            if act == "open":
                words = _wanted(data.description, "description")
                named = {"tables": data.tables, "jackpots": data.jackpots}
                events = register.open(words, **named, discovered=moment, by=by, request=request_id)
            else:
                reference = _wanted(data.reference, "reference")
                events = register.report(data.incident or 0, reference, reported=moment, by=by, request=request_id)
            return register.find(incident_number(events[-1])).to_struct(register.log.clock())

        return await in_thread(work)


def _moment(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone() if text else None
    except (ValueError, OverflowError):
        raise InvalidInput("is not a time such as 2026-11-16T20:15", field="at") from None
