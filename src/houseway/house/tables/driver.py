"""Many tables in one process: simultaneous acts are appended in one commit, and acknowledged after it."""

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime

from houseway.errors import HousewayError
from houseway.gc_tuning import few_collections
from houseway.house.log.aggregate import PlanAct, PlannedBatch, combine_acts
from houseway.house.log.log import Batch, Conflict, Log, Outcome, OutcomeUnknown, Staged, StorageFailed
from houseway.house.log.names import player_account
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.payloads import Settled
from houseway.house.tables.players import HousePlayer
from houseway.house.tables.seat_acts import SitOut
from houseway.house.tables.staff_acts import StartDeal
from houseway.house.tables.stakes import default_decision
from houseway.house.tables.state import Phase, TableState, open_round
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager

Step = tuple[Table, PlannedBatch[TableState]]
InFlight = tuple[list[Step], Future[list[Outcome]]]  # planned, and being committed


@dataclass
class Tally:
    """What a driver has done."""

    commits: int = 0
    batches: int = 0
    events: int = 0
    rounds: int = 0
    seat_rounds: int = 0  # seats of settled rounds
    conflicts: int = 0
    refused: list[str] = field(default_factory=list)


class Driver:
    """House players at many tables on one log.

    The tables are driven in two halves: while one half waits for the disk the other half plans, so a commit costs no
    idle time and many acts share it. A held win stays held until persons of the house verify it. Only where there is no
    such house, in a demonstration or a benchmark, `verifiers` names two persons who do it immediately.
    """

    def __init__(
        self, log: Log, tables: Sequence[Table], *, seed: object = 0, verifiers: tuple[str, str] | None = None
    ) -> None:
        self.log = log
        self.tables = tables
        self.tally = Tally()
        self._players: dict[tuple[str, int], HousePlayer] = {}
        self._seed = seed
        self._verifiers = verifiers

    # ---- one after the other

    def step(self, tables: Iterable[Table] | None = None) -> int:
        """One act at each table, all in one commit; how many there were."""
        steps = self.plan(tables or self.tables)
        if steps:
            self.accept(steps, self.log.commit([planned.batch for _, planned in steps]))
        return len(steps)

    # ---- with one commit always on the way

    def run(self, until: datetime | None = None, *, rounds: int = 0) -> None:
        """Play until a moment of the log's clock, until `rounds` are settled, or until nobody plays any more."""
        half = len(self.tables) // 2
        groups = [self.tables[:half], self.tables[half:]] if half else [self.tables]
        with few_collections(), ThreadPoolExecutor(1, "houseway-commit") as disk:
            in_flight: list[InFlight] = []
            idle = 0
            while idle < len(groups) and not self._done(until, rounds):
                group, *groups = groups
                groups.append(group)
                if len(groups) == 1:
                    self._take(in_flight)
                steps = self.plan(group)
                self._take(in_flight)
                idle = 0 if steps else idle + 1
                if steps:
                    in_flight.append((steps, disk.submit(self._stage(steps))))
                    time.sleep(0)  # let the other thread begin now, not at the interpreter's next switch
            self._take(in_flight)

    def _stage(self, steps: Sequence[Step]) -> Staged:
        try:
            return self.log.stage([planned.batch for _, planned in steps])
        except (StorageFailed, OutcomeUnknown):
            self._mark_all_stale()
            raise

    def _done(self, until: datetime | None, rounds: int) -> bool:
        if until is not None and self.log.clock() >= until:
            return True
        return bool(rounds) and self.tally.rounds >= rounds

    def _take(self, in_flight: list[InFlight]) -> None:
        """Wait for the commit in flight, and accept its outcomes."""
        while in_flight:
            steps, outcomes = in_flight.pop()
            try:
                self.accept(steps, outcomes.result())
            except (StorageFailed, OutcomeUnknown):
                self._mark_all_stale()
                raise

    def _mark_all_stale(self) -> None:
        for table in self.tables:
            table.mark_stale()

    # ---- planning, and accepting the outcomes

    def plan(self, tables: Iterable[Table]) -> list[Step]:
        """The next act of each table; wins come first, so that nobody's contribution is quicker."""
        steps = []
        for table in tables:
            try:
                act = self.next_act(table)
                planned = table.plan(act) if act else None
            except HousewayError as problem:
                self.tally.refused.append(f"table {table.name}: {problem}")
                continue
            if planned is not None:
                steps.append((table, planned))
        return sorted(steps, key=lambda step: len(step[1].batch.expected) == 1)

    def accept(self, steps: Sequence[Step], outcomes: Sequence[Outcome]) -> None:
        """Accept what was appended; tables that met a conflict plan again."""
        self.tally.commits += 1
        for (table, planned), outcome in zip(steps, outcomes, strict=True):
            if isinstance(outcome, Conflict):
                self.tally.conflicts += 1
                table.after_conflict(outcome)
            elif isinstance(outcome, HousewayError):
                self._after_refusal(table, outcome)
            else:
                table.accept(planned, outcome)
                self._count(planned.batch)

    def _count(self, batch: Batch) -> None:
        self.tally.batches += 1
        self.tally.events += len(batch.events)
        for event in batch.events:
            if isinstance(event.data, Settled):
                self.tally.rounds += 1
                self.tally.seat_rounds += len(event.data.record.seats)

    def _after_refusal(self, table: Table, problem: HousewayError) -> None:
        """The log refused it: a purse is empty. A player who cannot pay decides by default, or sits out."""
        self.tally.refused.append(f"table {table.name}: {problem}")
        state = table.state
        if state.phase == Phase.DECISIONS:
            now = open_round(state)
            table.do(Decide(seat=now.turn or 0, decision=default_decision(now, state.open_rules.defaults)))
        else:
            waiting = [place for place in state.seated.values() if not place.wagers and not place.sits_out]
            broke = [place for place in waiting if player_account(place.player) == problem.field] or waiting
            if broke:
                table.do(SitOut(seat=broke[0].seat))

    # ---- house players

    def player(self, table: Table, seat: int) -> HousePlayer:
        """Who sits there."""
        key = (table.name, seat)
        if key not in self._players:
            self._players[key] = HousePlayer(f"{self._seed}/{table.name}/{seat}")
        return self._players[key]

    def next_act(self, table: Table) -> PlanAct[TableState] | None:
        """What the players of a table do next: all who have not wagered do so at one moment, then each has a turn."""
        state = table.fresh()
        if state.phase == Phase.WAGERS:
            waiting = [seat for seat, place in state.seated.items() if not place.wagers and not place.sits_out]
            if waiting:
                return combine_acts([self._wagering(table, seat) for seat in waiting])
            return table.own_act(StartDeal()) if state.betting else None
        if state.phase == Phase.DECISIONS:
            now = open_round(state)
            turn = now.turn or 0
            decision = self.player(table, turn).decision(now, state.open_rules.defaults)
            return table.own_act(Decide(seat=turn, decision=decision))
        if state.phase == Phase.HELD and state.hold and self._verifiers:
            return table.own_act(VerifyWin(), by=self._verifiers[len(state.hold.verified)])
        return None

    def _wagering(self, table: Table, seat: int) -> PlanAct[TableState]:
        wagers = self.player(table, seat).wagers(table.state.open_rules, jackpot=table.takes_jackpot)
        return table.own_act(Wager(seat=seat, wagers=wagers))
