"""Many tables in one process: what they do at one moment is appended in one commit, and acknowledged after it."""

import gc
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from houseway.errors import HousewayError
from houseway.house.course import default_decision
from houseway.house.live import Act, Planned, together
from houseway.house.log import Batch, Conflict, Log, Outcome, OutcomeUnknown, Staged, StorageFailed
from houseway.house.players import HousePlayer
from houseway.house.table import Table
from houseway.house.table_ends import purse
from houseway.house.table_state import TableState, running

Step = tuple[Table, Planned[TableState]]
OnTheWay = tuple[list[Step], Future[list[Outcome]]]  # planned, and being committed

STAFF: Final = ("dealer", "supervisor")  # who verifies wins where nobody else does


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


@contextmanager
def _few_collections() -> Iterator[None]:
    """Rarely look for garbage in circles: tables make thousands of values a second, and none of them holds itself."""
    before = gc.get_threshold()
    gc.freeze()  # what is there now lives as long as the tables
    gc.set_threshold(50_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


class Driver:
    """House players at many tables on one log.

    The tables are driven in two halves: while one half waits for the disk the other half plans, so a commit is never
    idle time and yet shared by all that wait for it.
    """

    def __init__(self, log: Log, tables: Sequence[Table], *, seed: object = 0) -> None:
        self.log = log
        self.tables = tables
        self.tally = Tally()
        self._players: dict[tuple[str, int], HousePlayer] = {}
        self._seed = seed

    # ---- one after the other

    def step(self, tables: Iterable[Table] | None = None) -> int:
        """One act at each table, all in one commit; how many there were."""
        steps = self.plan(tables or self.tables)
        if steps:
            self.accept(steps, self.log.commit([planned.batch for _, planned in steps]))
        return len(steps)

    # ---- with one commit always on the way

    def run(self, until: datetime | None = None, *, rounds: int = 0) -> None:
        """Play until a moment of the log's clock, until so many rounds are settled, or until nobody plays on."""
        half = len(self.tables) // 2
        groups = [self.tables[:half], self.tables[half:]] if half else [self.tables]
        with _few_collections(), ThreadPoolExecutor(1, "houseway-commit") as disk:
            on_the_way: list[OnTheWay] = []
            idle = 0
            while idle < len(groups) and not self._done(until, rounds):
                group, *groups = groups
                groups.append(group)
                if len(groups) == 1:
                    self._take(on_the_way)
                steps = self.plan(group)
                self._take(on_the_way)
                idle = 0 if steps else idle + 1
                if steps:
                    on_the_way.append((steps, disk.submit(self._stage(steps))))
                    time.sleep(0)  # the other thread begins now, not when the interpreter next takes a turn
            self._take(on_the_way)

    def _stage(self, steps: Sequence[Step]) -> Staged:
        try:
            return self.log.stage([planned.batch for _, planned in steps])
        except (StorageFailed, OutcomeUnknown):
            self._lost()
            raise

    def _done(self, until: datetime | None, rounds: int) -> bool:
        if until is not None and self.log.clock() >= until:
            return True
        return bool(rounds) and self.tally.rounds >= rounds

    def _take(self, on_the_way: list[OnTheWay]) -> None:
        """Wait for what is being committed, and go on from it."""
        while on_the_way:
            steps, outcomes = on_the_way.pop()
            try:
                self.accept(steps, outcomes.result())
            except (StorageFailed, OutcomeUnknown):
                self._lost()
                raise

    def _lost(self) -> None:
        for table in self.tables:
            table.lost()

    # ---- what is planned, and what became of it

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
        """Go on from what was appended; who was too late looks again."""
        self.tally.commits += 1
        for (table, planned), outcome in zip(steps, outcomes, strict=True):
            if isinstance(outcome, Conflict):
                self.tally.conflicts += 1
                table.conflicted(outcome)
            elif isinstance(outcome, HousewayError):
                self._refused(table, outcome)
            else:
                table.accept(planned, outcome)
                self._count(planned.batch)

    def _count(self, batch: Batch) -> None:
        self.tally.batches += 1
        self.tally.events += len(batch.events)
        for event in batch.events:
            if event.kind == "settled":
                self.tally.rounds += 1
                self.tally.seat_rounds += len(event.data["record"]["seats"])

    def _refused(self, table: Table, problem: HousewayError) -> None:
        """The log refused it: a purse is empty. Whoever cannot pay decides by default, or sits out."""
        self.tally.refused.append(f"table {table.name}: {problem}")
        state = table.state
        if state.phase == "decisions":
            now = running(state)
            table.decide(now.turn or 0, default_decision(now, state.open.defaults))
        else:
            waiting = [place for place in state.places.values() if not place.wagers and not place.out]
            broke = [place for place in waiting if purse(place.player) == problem.field] or waiting
            if broke:
                table.sit_out(broke[0].seat)

    # ---- house players

    def player(self, table: Table, seat: int) -> HousePlayer:
        """Who sits there."""
        key = (table.name, seat)
        if key not in self._players:
            self._players[key] = HousePlayer(f"{self._seed}/{table.name}/{seat}")
        return self._players[key]

    def next_act(self, table: Table) -> Act[TableState] | None:
        """What the players of a table do next: all who have not wagered do so at one moment, then each has a turn."""
        state = table.fresh()
        if state.phase == "wagers":
            waiting = [seat for seat, place in state.places.items() if not place.wagers and not place.out]
            if waiting:
                return together([self._wagering(table, seat) for seat in waiting])
            return table.dealing() if state.betting else None
        if state.phase == "decisions":
            now = running(state)
            turn = now.turn or 0
            return table.deciding(turn, self.player(table, turn).decision(now, state.open.defaults))
        if state.phase == "held" and state.hold:
            return table.verifying(by=STAFF[len(state.hold.verified)])
        return None

    def _wagering(self, table: Table, seat: int) -> Act[TableState]:
        wagers = self.player(table, seat).wagers(table.state.open, jackpot=table.takes_jackpot)
        return table.wagering(seat, wagers)
