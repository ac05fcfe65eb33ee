"""What an act on a jackpot can use besides its state: who acts, the log, and the other jackpots."""

from collections.abc import Callable
from dataclasses import dataclass

from houseway.errors import NotAllowedNow, NotApproved
from houseway.house.jackpots.state import JackpotState
from houseway.house.log.aggregate import Plan, StreamAggregate
from houseway.house.log.events import is_person
from houseway.house.log.ledger import Units, cents
from houseway.house.log.log import Log
from houseway.house.log.names import jackpot_stream
from houseway.house.people.act import Desk
from houseway.house.people.rights import Right
from houseway.house.people.single_person_totals import moved_alone_on

JackpotPlan = Plan[JackpotState]


@dataclass(frozen=True, kw_only=True)
class JackpotDesk(Desk):
    """Who acts on a jackpot, and the services that the act uses."""

    name: str
    log: Log
    other: Callable[[str], StreamAggregate[JackpotState]]  # another jackpot by name

    @property
    def stream(self) -> str:
        """The jackpot's stream."""
        return jackpot_stream(self.name)

    def second_for(self, right: Right, kind: str, amount: Units) -> str:
        """The second person, where the amounts of a day need one; raises where the two may not do it."""
        if self.people is None:
            return ""
        together = -(-(amount + moved_alone_on(self.log, self.stream, kind)) // cents(1))
        needed = right.for_amount(together)
        if not needed.second:
            return ""
        self.permit(needed)
        return self.second


def require_meter(state: JackpotState) -> None:
    """A house jackpot does not rise, and no money of players funds it (WAC 230-15-671)."""
    if state.terms is not None and not state.progressive:
        raise NotApproved("is a house jackpot: it has no meter and no account", field=jackpot_stream(state.name))


def require_two_persons(desk: JackpotDesk, act: str) -> None:
    """Refuse one person in the place of two."""
    if not is_person(desk.by) or not is_person(desk.second) or desk.by == desk.second:
        raise NotAllowedNow("needs two different persons", field=act)
