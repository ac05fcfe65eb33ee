"""Disable the whole site on demand (R29): no table opens or starts a new round; open rounds finish.

Every open table gets an event on its own stream, appended together with the site's event. So a table need not look at
another stream before it takes a wager, and an act that is under way meets a conflict and is planned again.

A house may be declared a practice house before anything is played in it. It stays one: it may open games that no letter
approves, and its placards and reports say PRACTICE.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.aggregate import EventFacts, Plan, Request, Secret
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import TableEvent
from houseway.house.log.log import Appended, Appender, Log
from houseway.house.log.names import HOUSE, SIGN_INS, SITE, SYSTEM, table_stream
from houseway.house.log.payload import Payload
from houseway.house.log.site_payloads import (
    SITE_PAYLOADS,
    DealerDeclared,
    PracticeDeclared,
    SiteDisabled,
    SiteEnabled,
)
from houseway.house.people.act import Act, ActingAggregate, ActInput, Catalogue, Desk
from houseway.house.people.act_fields import Words
from houseway.house.people.permissions import Permissions
from houseway.house.people.rights import ADMINISTRATOR, MANAGERS, SUPERVISOR, Right
from houseway.house.tables.known_tables import open_tables
from houseway.house.tables.payloads import Disabled, Enabled

LONGEST: Final = 200  # characters of a reason


@dataclass(frozen=True, kw_only=True)
class SiteState:
    """Whether the site is disabled, and why; whether it is a practice house, and of one person; who deals."""

    number: int = 0
    disabled: str = ""
    practice: bool = False
    one_person: bool = False
    only_dealer: bool = False  # only a dealing process deals, and no command


@dataclass(frozen=True, kw_only=True)
class SiteDesk(Desk):
    """Who acts on the site, and its log."""

    log: Log

    def tell_tables(self, plan: Plan[SiteState], payload: Payload) -> None:
        """Append the event to the stream of every open table."""
        for one in open_tables(self.log):
            plan.add_to_other_stream(NewEvent(stream=table_stream(one.table), data=payload, by=self.by))


class DisableSite(ActInput, frozen=True, kw_only=True):
    """Start no new rounds anywhere, from this moment on. One person may do it, for it must not wait."""

    reason: Annotated[Words, Meta(description="Why, in words.", extra={"argument": True})]


def _disable_site(plan: Plan[SiteState], desk: SiteDesk, asked: DisableSite) -> None:
    reason = asked.reason
    if not reason.strip() or len(reason) > LONGEST or not reason.isprintable():
        raise InvalidInput(f"must be 1 to {LONGEST} characters", field="reason")
    if plan.state.disabled:
        raise NotAllowedNow(f"is disabled: {plan.state.disabled}", field="site")
    plan.add(SiteDisabled(reason=reason), by=desk.by)
    desk.tell_tables(plan, Disabled(reason=reason))


class EnableSite(ActInput, frozen=True, kw_only=True):
    """Let rounds start again."""


def _enable_site(plan: Plan[SiteState], desk: SiteDesk, _asked: EnableSite) -> None:
    if not plan.state.disabled:
        raise NotAllowedNow("is not disabled", field="site")
    plan.add(SiteEnabled(reason=plan.state.disabled, second=desk.second), by=desk.by)
    desk.tell_tables(plan, Enabled())


class DeclarePractice(ActInput, frozen=True, kw_only=True):
    """Make this a practice house, for good; only before the first table, jackpot or dollar.

    In a practice house of one person nobody else is needed where two persons act.
    """

    one_person: Annotated[bool, Meta(description="One person does everything.")] = False


def _declare_practice(plan: Plan[SiteState], desk: SiteDesk, asked: DeclarePractice) -> None:
    if plan.state.practice:
        raise NotAllowedNow("is a practice house already", field="site")
    if not _is_new(desk.log):
        raise NotAllowedNow("has tables, jackpots or money: only a new house can be one", field="site")
    plan.add(PracticeDeclared(one_person=asked.one_person), by=desk.by)


class DeclareDealer(ActInput, frozen=True, kw_only=True):
    """Let only a dealing process deal: `houseway dealer`, or the server.

    Commands at tables then never open the vault: they ask the dealer, which HOUSEWAY_DEALER names.
    """

    commands_deal: Annotated[bool, Meta(description="Let commands deal again.")] = False


def _declare_dealer(plan: Plan[SiteState], desk: SiteDesk, asked: DeclareDealer) -> None:
    only = not asked.commands_deal
    if only == plan.state.only_dealer:
        raise NotAllowedNow("only a dealing process deals already" if only else "commands deal already", field="dealer")
    plan.add(DealerDeclared(only=only, second=desk.second), by=desk.by)


def _is_new(log: Log) -> bool:
    """Whether a log is new: it holds at most persons, their sign-ins and self-checks, and no money has moved."""
    streams = log.streams()
    return {*streams} <= {HOUSE, SYSTEM, SIGN_INS} and not any(log.totals(one, log.head(one).number) for one in streams)


SITE_ACTS: Final = Catalogue[SiteState, SiteDesk](
    "site",
    (
        Act(
            "disable",
            DisableSite,
            Right("disable site", MANAGERS, note="one may stop it at once, two let it go on"),
            (SiteDisabled,),
            _disable_site,
            'disable "fire alarm" --as sue',
        ),
        Act(
            "enable",
            EnableSite,
            Right("enable site", SUPERVISOR, second=MANAGERS),
            (SiteEnabled,),
            _enable_site,
            "enable --as sue --second ada",
        ),
        Act(
            "practice",
            DeclarePractice,
            Right("declare practice", ADMINISTRATOR),
            (PracticeDeclared,),
            _declare_practice,
            "practice --as ada",
        ),
        Act(
            "dealer",
            DeclareDealer,
            Right("declare dealer", ADMINISTRATOR, second=MANAGERS),
            (DealerDeclared,),
            _declare_dealer,
            "dealer --as ada --second sue",
            says=lambda _, asked: {"only": not asked.commands_deal},
        ),
    ),
    *SITE_PAYLOADS.values(),
)


def _disabled(state: SiteState, payload: Payload) -> str:
    """Why the site is disabled after an event; empty if it is not."""
    if isinstance(payload, SiteDisabled):
        return payload.reason
    return "" if isinstance(payload, SiteEnabled) else state.disabled


class Site(ActingAggregate[SiteState, SiteDesk]):
    """The site on its stream."""

    catalogue = SITE_ACTS

    def __init__(self, log: Log, appender: Appender | None = None, people: Permissions | None = None) -> None:
        super().__init__(log, SITE, SiteState(), appender)
        self._people = people
        self.catch_up()

    def desk(self, by: str = "", second: str = "") -> SiteDesk:
        """The desk at which these persons act."""
        return SiteDesk(by=by, second=second, people=self._people, log=self.log)

    def fold(self, state: SiteState, facts: EventFacts, secret: Secret) -> SiteState:
        """The state after an event."""
        payload = facts.data
        return SiteState(
            number=state.number + 1,
            disabled=_disabled(state, payload),
            practice=state.practice or isinstance(payload, PracticeDeclared),
            one_person=state.one_person or (isinstance(payload, PracticeDeclared) and payload.one_person),
            only_dealer=payload.only if isinstance(payload, DealerDeclared) else state.only_dealer,
        )

    def with_time(self, state: SiteState, at: str) -> SiteState:
        """No time is kept."""
        return state

    def run(self, request: Request[SiteState]) -> Appended:
        """Run a request, and include a table that was opened just before."""
        try:
            return super().run(request)
        finally:
            self._tell_the_rest(by=request.by)

    def _tell_the_rest(self, *, by: str) -> None:
        """Append the event to tables that were opened meanwhile; after the site's event none can be opened."""
        reason = self.fresh().disabled
        for one in open_tables(self.log) if reason else ():
            stream = table_stream(one.table)
            last = self.log.last(stream, TableEvent.OPENED, TableEvent.DISABLED, TableEvent.ENABLED)
            if last is not None and last.kind == TableEvent.OPENED:
                self._appender.append(NewEvent(stream=stream, data=Disabled(reason=reason), by=by))
