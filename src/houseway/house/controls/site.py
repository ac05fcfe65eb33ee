"""The whole site on demand (R29): disabled, no table starts a new round or is opened; rounds that are open finish.

Every open table hears of it by an event of its own stream, appended with that of the site, so that a table never looks
elsewhere before it takes a wager, and whoever is half-way through one is told of a conflict and looks again.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from houseway.errors import InvalidInput, NotAllowedNow
from houseway.house.events import NewEvent
from houseway.house.live import Live, Plan, Secret, Told
from houseway.house.log import Appended, Appends, Log
from houseway.house.recall import open_tables

if TYPE_CHECKING:
    from houseway.house.jackpot import Permits

STREAM: Final = "site"
LONGEST: Final = 200  # characters of a reason


@dataclass(frozen=True, kw_only=True)
class SiteState:
    """Whether the site is disabled, and why."""

    number: int = 0
    disabled: str = ""


class Site(Live[SiteState]):
    """The site on its stream."""

    def __init__(self, log: Log, appends: Appends | None = None, people: "Permits | None" = None) -> None:
        super().__init__(log, STREAM, SiteState(), appends)
        self._people = people
        self.catch_up()

    def fold(self, state: SiteState, told: Told, secret: Secret) -> SiteState:
        """The state after an event."""
        reason = told.data["reason"] if told.kind == "site disabled" else ""
        return SiteState(number=state.number + 1, disabled=reason)

    def stamped(self, state: SiteState, at: str) -> SiteState:
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
            plan.add("site disabled", {"reason": reason}, by=by)
            self._tell_tables(plan, "disabled", {"reason": reason}, by=by)

        try:
            return self.perform(act, request)
        finally:
            self._tell_the_rest(by=by)

    def enable(self, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """Rounds may start again; two persons say so."""
        self._permit("enable site", by, second)

        def act(plan: Plan[SiteState]) -> None:
            if not plan.state.disabled:
                raise NotAllowedNow("is not disabled", field="site")
            plan.add("site enabled", {"reason": plan.state.disabled, "second": second}, by=by)
            self._tell_tables(plan, "enabled", {}, by=by)

        return self.perform(act, request)

    def _tell_tables(self, plan: Plan[SiteState], kind: str, data: dict[str, Any], *, by: str) -> None:
        for one in open_tables(self.log):
            plan.beside(NewEvent(stream=f"table/{one.table}", kind=kind, data=data, by=by))

    def _tell_the_rest(self, *, by: str) -> None:
        """A table that was opened between the look at the open ones and the event: after it none can be opened."""
        reason = self.fresh().disabled
        for one in open_tables(self.log):
            stream = f"table/{one.table}"
            last = self.log.last(stream, "opened", "disabled", "enabled")
            if reason and last is not None and last.kind == "opened":
                self._appends.append(NewEvent(stream=stream, kind="disabled", data={"reason": reason}, by=by))

    def _permit(self, act: str, by: str, second: str = "") -> None:
        if self._people is not None:
            self._people.permit(act, by, second)


def verify_enabled(plan: Plan[Any], log: Log) -> None:
    """Refuse to open a table while the site is disabled; it must still be enabled when the opening is appended."""
    plan.expected[STREAM] = log.head(STREAM).number
    check_enabled(log)


def check_enabled(log: Log) -> None:
    """Raise where the site is disabled."""
    last = log.last(STREAM)
    if last is not None and last.kind == "site disabled":
        raise NotAllowedNow(f"the site is disabled: {last.data['reason']}", field="site")
