"""A practice table: strangers sit together, and nobody waits long for a player who does nothing.

A round starts when everybody has wagered, or when a player who has wagered calls for the deal. After the first wager
the others have `WAGER_SECONDS`. A player who is late sits out, and a player who sits out `ROUNDS_OUT` rounds loses the
seat. While other people wait, the seat in turn has `DECIDE_SECONDS`; then the posted default is taken. A player who
sits only with house players is never hurried.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from houseway.house.log.aggregate import PlanAct, PlannedBatch, combine_acts
from houseway.house.log.kinds import TableEvent
from houseway.house.log.log import Appended, Log
from houseway.house.people.permissions import Permissions
from houseway.house.people.person_payloads import TableOwned
from houseway.house.tables.desk import TablePlan
from houseway.house.tables.payloads import Left
from houseway.house.tables.seat_acts import SitOut
from houseway.house.tables.state import Phase, SeatedPlayer, TableState, open_round
from houseway.web.floor.floor import Floor
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.page_view import is_house
from houseway.web.practice.permits import GuestPermits, TrainingPermits
from houseway.web.practice.played_rounds import add_played_rounds

WAGER_SECONDS: Final = 12
DECIDE_SECONDS: Final = 45
ROUNDS_OUT: Final = 3


class PracticeTable(LiveTable):
    """A table that continues without idle players."""

    def __init__(self, *args: Any, **services: Any) -> None:
        super().__init__(*args, **services)
        self._missed: Counter[str] = Counter()  # rounds that a player has sat out in a row, since the server started
        self._waits: tuple[TableState | None, int] = (None, 0)  # a state, and how long the others wait in it

    @property
    def seconds_to_act(self) -> int:
        """The time to act by the table's rules or, if they have no clock, as long as waiting people should wait."""
        if self.training:
            return 0  # whoever learns takes the time that it takes
        if self._waits[0] is not self.state:  # asked for four times a second, and with every view
            self._waits = self.state, super().seconds_to_act or _seconds_others_wait(self.state)
        return self._waits[1]

    def due(self, now: datetime) -> PlanAct[TableState] | None:
        """What is due: late players sit out, which starts the round, and absent players leave their seats."""
        act = super().due(now)
        if act is None:
            return self._freed_seats() if self._missed else None
        late = late_seats(self.state) if self.state.phase == Phase.WAGERS else []
        if not late:
            return act
        return self._unless_moved(combine_acts([self.own_act(SitOut(seat=place.seat)) for place in late]))

    def plan(self, act: PlanAct[TableState], key: str = "") -> PlannedBatch[TableState] | None:
        """Plan an act; the same batch adds a settled round to the history of everybody who played it."""

        def act_and_remember(plan: TablePlan) -> None:
            act(plan)
            add_played_rounds(plan, self.stream, self.state.number, self._purses)

        return super().plan(act_and_remember, key)

    def _freed_seats(self) -> PlanAct[TableState] | None:
        """Between rounds, the seats of players who sat out too many rounds."""
        absent = [place for place in self.state.seated.values() if self._missed[place.player] >= ROUNDS_OUT]
        if not absent or self.state.phase != Phase.WAGERS:
            return None
        return self._unless_moved(lambda plan: _free(plan, absent))

    def _unless_moved(self, act: PlanAct[TableState]) -> PlanAct[TableState]:
        """An act that is for the state as it stands; where anything has happened since, it does nothing."""
        seen = self.state.number
        return lambda plan: act(plan) if plan.state.number == seen else None

    def tell(self, events: Appended) -> None:
        """Also count the rounds that those who sit out have missed."""
        super().tell(events)
        dealt = sum(event.stream == self.stream and event.kind == TableEvent.DEALT for event in events)
        absent = [place.player for place in self.state.seated.values() if place.sits_out]
        self._missed = Counter({player: self._missed[player] + dealt for player in absent})


def late_seats(state: TableState) -> list[SeatedPlayer]:
    """The seats whose wagers the others wait for."""
    return [place for place in state.seated.values() if not place.wagers and not place.sits_out]


def takes_room(table: LiveTable, place: SeatedPlayer) -> bool:
    """Whether others might want the seat of somebody who is away; at a table of their own it waits for them."""
    others = (one for one in table.state.seated.values() if one is not place and not is_house(one.player))
    return not table.private or any(not one.has_left for one in others)


def _seconds_others_wait(state: TableState) -> int:
    """How long the others wait for wagers or for the seat in turn; 0 where nobody does."""
    if state.phase == Phase.WAGERS and late_seats(state):
        return WAGER_SECONDS
    turn = open_round(state).turn if state.phase == Phase.DECISIONS else None
    if turn is None or is_house(state.seated[turn].player):
        return 0
    others = [place for place in state.seated.values() if place.seat != turn and not is_house(place.player)]
    return DECIDE_SECONDS if any(not place.sits_out and not place.has_left for place in others) else 0


def _free(plan: TablePlan, absent: Sequence[SeatedPlayer]) -> None:
    for place in absent:
        plan.add(Left(seat=place.seat, player=place.player, missed=ROUNDS_OUT), by=place.player)


class PracticeFloor(Floor):
    """A floor of practice tables, where guests act for their own seats, and deal at their own tables for training."""

    def permits_at(self, owned: TableOwned | None) -> Permissions:
        """The trainee's at a table for training, everybody's elsewhere."""
        return TrainingPermits(owned.person) if owned and owned.training else self.permits


def practice_floor(house_log: Log) -> Floor:
    """A floor of practice tables."""
    return PracticeFloor(house_log, permits=GuestPermits(), table_type=PracticeTable)
