"""A simulated process of the house: tables and jackpots in memory, and the log behind a storage that fails."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from houseway.errors import HousewayError
from houseway.house.jackpots.catalogue import JACKPOT_ACTS
from houseway.house.jackpots.jackpot import Jackpots
from houseway.house.log.log import Appended, OutcomeUnknown, StorageFailed
from houseway.house.log.memory import MemoryLog
from houseway.house.people.act import ActInput
from houseway.house.store.faulty import Crash, Faults, FaultyLog
from houseway.house.tables.table import Table
from simulated_house.checks import LogWatcher, require


@dataclass(frozen=True, kw_only=True)
class Request:
    """A message to a server."""

    id: str
    sender: str
    table: str  # or the jackpot that it is for
    asked: ActInput
    by: str = ""
    second: str = ""

    @property
    def is_for_jackpot(self) -> bool:
        """Whether a jackpot is asked, and not a table."""
        return any(act.asks is type(self.asked) for act in JACKPOT_ACTS)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A message back: the events, or why not; `again` where nobody knows."""

    request: Request
    events: Appended = ()
    refused: str = ""
    again: bool = False


class SimulatedClock:
    """A clock that a simulation moves, now and then back."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 16, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The time."""
        return self.now

    def move(self, seconds: float) -> None:
        """On, or back."""
        self.now += timedelta(milliseconds=round(1000 * seconds))


class ServerContext(Protocol):
    """What a server has around it."""

    seed: object
    clock: SimulatedClock
    store: MemoryLog
    watch: LogWatcher
    faults: Faults
    names: list[str]

    def entropy(self) -> str:
        """A seed for a deck."""
        ...


class Server:
    """One process: tables and jackpots in memory, and the log behind a storage that fails."""

    def __init__(self, world: ServerContext, number: int) -> None:
        self._world = world
        self._number = number
        self.log = FaultyLog(world.store, f"{world.seed}/{number}", world.faults, world.clock.move)
        self.crashes = 0
        self.restart()

    def restart(self) -> None:
        """Start again with nothing but the log."""
        self.log.restart()
        self.jackpots = Jackpots(self.log)
        self._tables: dict[str, Table] = {}

    def table(self, name: str) -> Table:
        """A table, loaded when it is first asked for."""
        if name not in self._tables:
            found = Table(self.log, name, jackpots=self.jackpots, entropy=self._world.entropy)
            self._world.watch.look()
            require(found.state == self._world.watch.state(name), f"table {name}: not where it stood when it is loaded")
            self._tables[name] = found
        return self._tables[name]

    def check(self) -> None:
        """What is in memory is what the events say, as far as it has followed them."""
        for name, table in self._tables.items():
            state = self._world.watch.state(name)
            if table.state.number == state.number:
                require(table.state == state, f"table {name}: what is in memory is not what its events say")

    def handle(self, request: Request) -> Answer | None:
        """Do what a request asks; a server that dies answers nothing."""
        try:
            try:
                events = self._perform(request)
            except (StorageFailed, OutcomeUnknown):
                return Answer(request=request, again=True)
            except HousewayError as problem:
                return Answer(request=request, refused=str(problem))
        except Crash:
            self.crashes += 1
            self.restart()
            return None
        return Answer(request=request, events=events)

    def _perform(self, request: Request) -> Appended:
        if request.is_for_jackpot:
            jackpot = self.jackpots.get(request.table)
            return jackpot.do(request.asked, by=request.by, second=request.second, request=request.id)
        table = self.table(request.table)
        return table.do(request.asked, by=request.by, second=request.second, request=request.id)

    def handle_together(self, requests: list[Request]) -> list[Answer]:
        """Requests at different tables that wait at one moment: planned, and appended in one commit."""
        answers, steps = [], []
        try:
            for request in requests:
                table = self.table(request.table)
                made = table.request(request.asked, by=request.by, request=request.id)
                try:
                    planned = table.plan(made.act, table.request_key(made))
                except HousewayError:
                    planned = None  # refused, or done before: that is found out one by one
                if planned is None:
                    answer = self.handle(request)
                    answers += [answer] if answer else []
                else:
                    steps.append((request, table, planned))
            if steps:
                outcomes = self.log.commit([planned.batch for _, _, planned in steps])
                for (request, table, planned), outcome in zip(steps, outcomes, strict=True):
                    if isinstance(outcome, HousewayError):
                        table.mark_stale()
                        answers.append(Answer(request=request, again=True))
                    else:
                        table.accept(planned, outcome)
                        answers.append(Answer(request=request, events=outcome))
        except (StorageFailed, OutcomeUnknown):
            for request, table, _ in steps:
                table.mark_stale()
                answers.append(Answer(request=request, again=True))
        except Crash:
            self.crashes += 1
            self.restart()
            return []
        return answers

    def tick(self) -> None:
        """Do what time has come for, at all tables."""
        try:
            for name in self._world.names:
                try:
                    self.table(name).tick(self._world.clock())
                except HousewayError:
                    self.table(name).mark_stale()
        except Crash:
            self.crashes += 1
            self.restart()
