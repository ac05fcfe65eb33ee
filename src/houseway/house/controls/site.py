"""The whole site on demand (R29): disabled, no table starts a new round or is opened; rounds that are open finish.

Every open table hears of it by an event of its own stream, appended with that of the site, so that a table never looks
elsewhere before it takes a wager, and whoever is half-way through one meets a conflict and looks again.

A house may be declared a practice house before anything is played in it. It stays one: it may open games that no letter
approves, and its placards and reports say PRACTICE.
"""

from dataclasses import dataclass
from typing import Final

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.log.aggregate import EventFacts, Plan, Secret, StreamAggregate
from houseway.house.log.events import NewEvent
from houseway.house.log.kinds import ONE_PERSON, SiteEvent, TableEvent
from houseway.house.log.log import Appended, Appender, Log, event_matching, personal_request
from houseway.house.log.names import HOUSE, SIGN_INS, SITE, SYSTEM, table_stream
from houseway.house.log.site_payloads import SITE_PAYLOADS, PracticeDeclared, SiteDisabled, SiteEnabled
from houseway.house.people.permissions import Permissions
from houseway.house.records.recall import open_tables
from houseway.house.tables.payloads import Disabled, Enabled

LONGEST: Final = 200  # characters of a reason


@dataclass(frozen=True, kw_only=True)
class SiteState:
    """Whether the site is disabled, and why; whether it is a practice house, and of one person."""

    number: int = 0
    disabled: str = ""
    practice: bool = False
    one_person: bool = False


class Site(StreamAggregate[SiteState]):
    """The site on its stream."""

    payloads = SITE_PAYLOADS

    def __init__(self, log: Log, appender: Appender | None = None, people: Permissions | None = None) -> None:
        super().__init__(log, SITE, SiteState(), appender)
        self._people = people
        self.catch_up()

    def fold(self, state: SiteState, facts: EventFacts, secret: Secret) -> SiteState:
        """The state after an event."""
        payload = facts.data
        return SiteState(
            number=state.number + 1,
            disabled=payload.reason if isinstance(payload, SiteDisabled) else "",
            practice=state.practice or isinstance(payload, PracticeDeclared),
            one_person=state.one_person or (isinstance(payload, PracticeDeclared) and payload.one_person),
        )

    def with_time(self, state: SiteState, at: str) -> SiteState:
        """No time is kept."""
        return state

    def disable(self, reason: str, *, by: str = "", request: str = "") -> Appended:
        """No new rounds anywhere, from this moment on. One person may do it, for it must not wait."""
        self._permit("disable site", by)
        if not reason.strip() or len(reason) > LONGEST or not reason.isprintable():
            raise InvalidInput(f"must be 1 to {LONGEST} characters", field="reason")

        def act(plan: Plan[SiteState]) -> None:
            if plan.state.disabled:
                raise NotAllowedNow(f"is disabled: {plan.state.disabled}", field="site")
            plan.add(SiteEvent.DISABLED, SiteDisabled(reason=reason), by=by)
            self._add_to_tables(plan, Disabled(reason=reason), by=by)

        try:
            return self.perform(act, personal_request(request, by), event_matching(SiteEvent.DISABLED, reason=reason))
        finally:
            self._disable_the_rest(by=by)

    def enable(self, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """Rounds may start again; two persons say so."""
        self._permit("enable site", by, second)

        def act(plan: Plan[SiteState]) -> None:
            if not plan.state.disabled:
                raise NotAllowedNow("is not disabled", field="site")
            plan.add(SiteEvent.ENABLED, SiteEnabled(reason=plan.state.disabled, second=second), by=by)
            self._add_to_tables(plan, Enabled(), by=by)

        return self.perform(act, personal_request(request, by), event_matching(SiteEvent.ENABLED, second=second))

    def declare_practice(self, *, by: str = "", one_person: bool = False, request: str = "") -> Appended:
        """Make this a practice house, for good; only before the first table, jackpot or dollar.

        In a practice house of one person nobody else is wanted where two persons act.
        """
        self._permit("declare practice", by)
        declared, marks = PracticeDeclared(one_person=one_person), {ONE_PERSON: True} if one_person else {}

        def act(plan: Plan[SiteState]) -> None:
            if plan.state.practice:
                raise NotAllowedNow("is a practice house already", field="site")
            if not _is_new(self.log):
                raise NotAllowedNow("has tables, jackpots or money: only a new house can be one", field="site")
            plan.add(SiteEvent.PRACTICE, declared, by=by)

        return self.perform(
            act,
            personal_request(request, by),
            event_matching(SiteEvent.PRACTICE, **marks),
        )

    def _add_to_tables(self, plan: Plan[SiteState], payload: Disabled | Enabled, *, by: str) -> None:
        for one in open_tables(self.log):
            plan.add_to_other_stream(NewEvent(stream=table_stream(one.table), data=payload, by=by))

    def _disable_the_rest(self, *, by: str) -> None:
        """A table that was opened between the look at the open ones and the event: after it none can be opened."""
        reason = self.fresh().disabled
        for one in open_tables(self.log):
            stream = table_stream(one.table)
            last = self.log.last(stream, TableEvent.OPENED, TableEvent.DISABLED, TableEvent.ENABLED)
            if reason and last is not None and last.kind == TableEvent.OPENED:
                self._appender.append(NewEvent(stream=stream, data=Disabled(reason=reason), by=by))

    def _permit(self, act: str, by: str, second: str = "") -> None:
        if self._people is not None:
            self._people.permit(act, by, second)


def _is_new(log: Log) -> bool:
    """Whether a log holds persons, their sign-ins and self-checks at most, and no money has moved."""
    streams = log.streams()
    return {*streams} <= {HOUSE, SYSTEM, SIGN_INS} and not any(log.totals(one, log.head(one).number) for one in streams)
