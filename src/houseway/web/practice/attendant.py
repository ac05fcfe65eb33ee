"""House players at the tables of practice: they wager when a person does, and decide as fast as people there like.

They never hold a round up and never start one where a person might want to wager: at a table with a free seat they wait
for somebody. At the tables where only they sit they play among themselves while anybody looks.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from houseway.errors import HousewayError
from houseway.house.log.aggregate import Plan, PlanAct, Request, combine_acts
from houseway.house.log.log import Appended
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.state import TableState, open_round
from houseway.house.tables.wager_acts import Decide, Wager
from houseway.web.floor.floor import Floor
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.page_view import is_house
from houseway.web.practice.habits import PacedPlayer
from houseway.web.practice.permits import STAFF

log = structlog.get_logger("houseway.web")

WAGER_SECONDS: Final = 0.5
DECIDE_SECONDS: Final = 0.45
SHOW_SECONDS: Final = 4.0  # between rounds at a table where only house players sit


class Attendant:
    """Acts for the house players of this process's tables, one timer a table."""

    def __init__(self, floor: Floor, *, pace: Callable[[LiveTable], float], is_watched: Callable[[], bool]) -> None:
        self._floor = floor
        self._pace = pace
        self._is_watched = is_watched
        self._players: dict[str, PacedPlayer] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._acting: set[asyncio.Task[None]] = set()
        self._closed = False

    def happened(self, table: LiveTable, events: Appended) -> None:
        """Look again at a table where something happened."""
        self.attend(table)

    def attend(self, table: LiveTable) -> None:
        """Set the timer of a table, if its house players have something to do."""
        seconds = self._due_in(table)
        if seconds is None or self._closed or table.name in self._timers:
            return
        loop = asyncio.get_running_loop()
        self._timers[table.name] = loop.call_later(seconds * self._pace(table), self._start, table)

    def _start(self, table: LiveTable) -> None:
        self._timers.pop(table.name, None)
        task = asyncio.ensure_future(self._act(table))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _act(self, table: LiveTable) -> None:
        try:
            act = self._next_act(table)
            if act is not None:
                request = f"house/{table.state.number}"  # several processes may try: it counts once
                await self._floor.run(table, Request(act=act, id=request))
        except HousewayError as problem:
            log.info("house player refused", table=table.name, reason=problem.reason)
            return
        self.attend(table)

    # ---- what is due

    def _due_in(self, table: LiveTable) -> float | None:
        """Seconds until the house players of a table act; None where it is not for them."""
        state = table.state
        if state.rules is None or state.stopped or state.rules.dealer != "self":
            return None
        if state.phase == "held":
            return WAGER_SECONDS
        if _is_house_turn(state):
            return DECIDE_SECONDS
        if state.phase != "wagers" or not self._waiting(state):
            return None
        people = [place for place in state.seated.values() if not is_house(place.player)]
        if any(place.wagers for place in people):
            return WAGER_SECONDS
        alone = len(state.seated) == state.rules.seats and not people
        return SHOW_SECONDS if alone and self._is_watched() else None

    def _next_act(self, table: LiveTable) -> PlanAct[TableState] | None:
        state = table.fresh()
        if self._due_in(table) is None:
            return None
        if state.phase == "held" and state.hold:
            return table.own_act(VerifyWin(), by=STAFF[len(state.hold.verified)])
        if state.phase == "decisions":
            return self._deciding(table, at_once=not self._pace(table))
        return combine_acts([self._wagering(table, seat) for seat in self._waiting(state)])

    def _deciding(self, table: LiveTable, *, at_once: bool) -> PlanAct[TableState]:
        """The decision of the house player in turn; at once also those of the house players who follow."""

        def act(plan: Plan[TableState]) -> None:
            while True:
                now = open_round(plan.state)
                turn = now.turn or 0
                decision = self._player(plan.state.seated[turn].player).decides(now)
                table.own_act(Decide(seat=turn, decision=decision, round=plan.state.rounds))(plan)
                if not at_once or not _is_house_turn(plan.state):
                    return

        return act

    def _waiting(self, state: TableState) -> list[int]:
        """The house players who have not wagered; one who was late for a round plays the next one."""
        return [one.seat for one in state.seated.values() if is_house(one.player) and not one.wagers]

    def _wagering(self, table: LiveTable, seat: int) -> PlanAct[TableState]:
        name = table.state.seated[seat].player
        wagers = self._player(name).stakes(
            table.state.open_rules, seat, self._floor.purse(name), jackpot=table.takes_jackpot
        )
        return table.own_act(Wager(seat=seat, wagers=wagers))

    def _player(self, name: str) -> PacedPlayer:
        if name not in self._players:
            self._players[name] = PacedPlayer(name)
        return self._players[name]

    # ---- the end

    async def close(self) -> None:
        """Act no more."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await asyncio.gather(*self._acting, return_exceptions=True)


def _is_house_turn(state: TableState) -> bool:
    """Whether a house player is to decide."""
    place = state.seated.get(open_round(state).turn or 0) if state.phase == "decisions" else None
    return place is not None and is_house(place.player)
