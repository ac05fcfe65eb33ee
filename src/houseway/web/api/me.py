"""`/me`: your own history, decisions and what they cost, an account, files, and a purse that is filled again."""

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream

from houseway.house.people.account_acts import MakeAccount
from houseway.house.people.house import NotPermitted
from houseway.money import format_money, parse_money
from houseway.web.api.common import AnyRequest, Key, address_of, do_asked, in_thread, services_of, signed_in
from houseway.web.api.session import SignedIn, signed_in_answer
from houseway.web.coach import history, learning
from houseway.web.coach.diary import read_diary
from houseway.web.coach.export import ExportName, export
from houseway.web.practice import demonstration_house as practice


class Chips(msgspec.Struct, kw_only=True):
    """What is in the purse."""

    balance: str


class MeController(Controller):
    """Your own history."""

    path = "/me"
    tags = ("me",)

    @get("/decisions", summary="One's weighed decisions, the newest first")
    async def decisions(self, request: AnyRequest) -> list[learning.WeighedDecision]:
        """What one decided, what was best, and what the difference costs."""
        services, session = services_of(request), signed_in(request)
        return await in_thread(lambda: learning.decisions_of(read_diary(services.floor.log, session.person)))

    @get("/mistakes", summary="What your mistakes cost, by kind")
    async def mistakes(self, request: AnyRequest) -> learning.Mistakes:
        """The dearest first."""
        services, session = services_of(request), signed_in(request)
        return await in_thread(lambda: learning.mistakes_of(read_diary(services.floor.log, session.person)))

    @get("/history", summary="Sittings, the purse after each round, days, and a rating by game")
    async def history(self, request: AnyRequest) -> history.History:
        """What one played and how well; a rating is what decisions lose per hand, with its standard error."""
        services, session = services_of(request), signed_in(request)
        return await in_thread(lambda: history.history_of(read_diary(services.floor.log, session.person)))

    @get("/export/{name:str}", summary="Your own rounds or decisions as a file, JSON Lines or CSV")
    async def export(self, request: AnyRequest, name: FromPath[ExportName]) -> Stream:
        """`rounds.jsonl` has a record on each line, as `houseway settle` reads them."""
        services, session = services_of(request), signed_in(request)
        services.guard.heavy.check(address_of(request))
        return Stream(
            export(services.floor.log, session.person, name),
            media_type="text/csv; charset=utf-8" if name.endswith(".csv") else "application/x-ndjson",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    @post("/account", summary="Make an account of a guest: a name and a password for any device", status_code=201)
    async def account(self, request: AnyRequest, data: JSONBody[MakeAccount], key: Key = None) -> SignedIn:
        """Purse, seats and history stay as they are. Nobody can restore a lost password."""
        services, session = services_of(request), signed_in(request)
        services.guard.passwords.check(address_of(request))
        async with services.password_turn():
            await do_asked(request, data, None, key, lambda floor: floor.people)
        return await signed_in_answer(services, session, with_token=False)

    @post("/chips", summary="Fill a guest's purse up again", status_code=200)
    async def chips(self, request: AnyRequest, staked: FromQuery[str] = "0") -> Chips:
        """Practice chips up to the usual bankroll, beside what is about to be staked, in dollars."""
        services, session = services_of(request), signed_in(request)
        if not session.guest:
            raise NotPermitted("chips are bought at the cage", field=session.person)
        services.guard.heavy.check(address_of(request))
        beside = parse_money(staked, field="staked", zero=True)
        held = await in_thread(lambda: services.floor.balance(session.person))
        if event := practice.chips(session.person, held, beside):
            await services.floor.append(event)
            services.floor.forget_purse(session.person)
            services.hub.purse_changed(session.person)
        return Chips(balance=format_money(await in_thread(lambda: services.floor.balance(session.person))))
