"""The coach: exact expected values of every choice, for seats that asked, computed away from the loop.

A position is weighed only while its turn lasts. Strategies are solved in the background, one after the other; until the
one needed is there, the page shows the progress.
"""

import asyncio
import multiprocessing
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from queue import Empty
from typing import Any, Final, TypeVar

import structlog

from houseway.errors import HousewayError, NotAllowedNow
from houseway.games.game import Game
from houseway.games.round.positions import Decided, Record, seen_record
from houseway.games.scope import main_scope
from houseway.house.log.log import Appended
from houseway.house.tables.payloads import Settled
from houseway.money import Cents, format_money
from houseway.web.coach import advisor
from houseway.web.coach.advisor import Options, StudyText
from houseway.web.coach.learning import Learning, look_back_on, why_in_words
from houseway.web.floor.connection import Connection
from houseway.web.floor.floor import Floor
from houseway.web.floor.hub import Hub
from houseway.web.floor.live_table import LiveTable
from houseway.web.floor.page_view import is_house
from houseway.web.http.metrics import COACH_SECONDS, COACHED
from houseway.web.http.problems import TooMany
from houseway.web.http.settings import Settings

log = structlog.get_logger("houseway.web")

URGENT: Final = 2  # the niceness of work that somebody waits for
MOST_WAITING: Final = 300  # seats of finished rounds whose decisions wait to be weighed
MOST_LOOKED_BACK: Final = 8  # finished rounds that wait at once to be weighed as a whole
POLL_SECONDS: Final = 0.5

Key = tuple[str, Options, StudyText]  # a game, its options, and a study of it
T = TypeVar("T")


class Coach:
    """Weighs positions in processes of its own: those of a turn first, those for the record when nothing else waits."""

    def __init__(self, floor: Floor, hub: Hub, settings: Settings) -> None:
        self.learning = Learning(floor)
        self._floor = floor
        self._hub = hub
        self._settings = settings
        self._pool: ProcessPoolExecutor | None = None  # for those who wait
        self._spare: ProcessPoolExecutor | None = None  # for the record, when the machine has nothing else to do
        self._free = asyncio.Semaphore(settings.coach_processes)
        self._asked: dict[str, int] = {}  # tables, and the number at which they were last weighed
        self._tasks: set[asyncio.Task[None]] = set()
        self._to_weigh: asyncio.Queue[tuple[str, str, Record, int, StudyText]] = asyncio.Queue(MOST_WAITING)
        self._to_solve: asyncio.Queue[Key] = asyncio.Queue()
        self._looking_back: set[asyncio.Future[list[tuple[int, int, Decided, Record]]]] = set()  # finished rounds
        self._waiting: set[LiveTable] = set()  # tables whose player in turn waits for a strategy
        self.solving: dict[Key, tuple[int, int]] = {}  # what is being solved or waits: done, total
        self._solver: BaseProcess | None = None

    # ---- start and end

    async def start(self) -> None:
        """Start the processes and the work in the background."""
        self._pool = self._new_pool(URGENT)
        self._run(self._weigh_all())
        self._run(self._solve_all())
        if self._settings.warm:
            for table in list(self._floor.tables.values()):
                if self.allows(table):
                    self.prepare(table)
            self._pool.submit(advisor.ready)

    def _new_pool(self, niceness: int) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        count = self._settings.coach_processes if niceness == URGENT else 1
        return ProcessPoolExecutor(count, context, advisor.begin, (os.getpid(), niceness))

    def _run(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop everything; positions that were not weighed stay unweighed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._solver is not None:
            self._solver.terminate()
        for pool in (self._pool, self._spare):
            if pool is not None:
                for process in list((pool._processes or {}).values()):
                    process.terminate()
                pool.shutdown(wait=False, cancel_futures=True)

    # ---- during a turn

    def allows(self, table: LiveTable) -> bool:
        """Whether people may be coached at a table: in practice, or in a room where its sheet says so."""
        return self._settings.practice or (table.state.rules is not None and table.state.rules.coach)

    def require_allowed(self, game: str = "") -> None:
        """Refuse drills in a room where no open table with a coach has the game."""
        tables = self._floor.tables.values()
        of_game = (one for one in tables if not game or (one.state.rules and one.state.rules.game == game))
        if not self._settings.practice and not any(map(self.allows, of_game)):
            raise NotAllowedNow("no sheet of an open table here allows a coach", field="coach")

    def happened(self, table: LiveTable, events: Appended) -> None:
        """Look at the new turn, and store what people decided in a finished round."""
        if not self.allows(table):
            return
        self.look(table)
        for event in events:
            if event.kind == "settled" and event.stream == table.stream:
                self._keep(table, event.read(Settled))

    def look(self, table: LiveTable) -> None:
        """Weigh the position of the seat in turn, if its player asked to be coached."""
        if self.allows(table) and self._coached(table):
            self._run(self._advise(table, table.state.number, time.perf_counter()))

    def _coached(self, table: LiveTable) -> list[Connection]:
        """The links of the player in turn on which the coach is switched on."""
        now = table.state.round
        if table.state.phase != "decisions" or now is None or now.turn is None:
            return []
        player = table.state.seated[now.turn].player
        watchers = self._hub.watchers(table.name)
        return [one for one in watchers if one.person == player and table.name in one.coached]

    async def _advise(self, table: LiveTable, number: int, since: float) -> None:
        """Weigh the position and send the values, unless the turn has passed."""
        now = table.state.round
        if now is None or now.turn is None or table.state.number != number:
            return
        seat = now.turn
        unit = _first_wager(now.game, now.seat(seat).wagers)
        record = seen_record(now, seat)
        try:
            async with self._free:
                if table.state.number != number:
                    COACHED.labels("too late").inc()
                    return
                advice = await self._weighed(record, study_of(table))
        except HousewayError as problem:
            log.warning("no advice", error=type(problem).__name__)
            return
        if table.state.number != number:
            COACHED.labels("too late").inc()
            return
        if advice.get("waiting"):
            self.prepare(table)
            self._waiting.add(table)
            self._tell_progress(table)
            return
        self._tell(table, seat, in_money(advice, unit))
        COACHED.labels("advised").inc()
        COACH_SECONDS.observe(time.perf_counter() - since)

    def _tell(self, table: LiveTable, seat: int, advice: Record) -> None:
        message = {"table": table.name, "round": table.state.rounds, "seat": seat, **advice}
        for connection in self._coached(table):
            connection.answer({"coach": message})

    def _tell_progress(self, table: LiveTable) -> None:
        """How far the strategy of the game is, for the player in turn who waits for it."""
        now = table.state.round
        if now is not None and now.turn is not None:
            self._tell(table, now.turn, {"waiting": self.progress(now.game, study_of(table))})

    async def _weighed(self, record: Record, study: StudyText = "") -> Record:
        return await self._work_of_process(advisor.weigh, record, "", study) or {"waiting": True}

    async def _work_of_process(self, work: Callable[..., T], *arguments: object) -> T | None:
        """The result of a process; None if it died, and another process replaces it."""
        if self._pool is None:
            self._pool = self._new_pool(URGENT)
        try:
            return await asyncio.wrap_future(self._pool.submit(work, *arguments))
        except BrokenProcessPool:
            self._pool = None
            return None

    async def weigh(self, record: Record) -> Record:
        """Weigh a position for somebody who asks for it."""
        async with self._free:
            return await self._weighed(record)

    async def in_process(self, work: Callable[..., T], *arguments: object) -> T | None:
        """Do other work that somebody waits for in a process; None if it died."""
        async with self._free:
            return await self._work_of_process(work, *arguments)

    async def weigh_round(self, record: Record, study: StudyText = "") -> list[tuple[int, int, Decided, Record]]:
        """Weigh every decision of a finished round for somebody who looks at it; live tables go first."""
        if len(self._looking_back) >= MOST_LOOKED_BACK:
            raise TooMany("many look at rounds just now; wait a little", field="rate")
        if self._spare is None:
            self._spare = self._new_pool(advisor.YIELDING)
        try:
            work = asyncio.wrap_future(self._spare.submit(advisor.weigh_round, record, study))
        except BrokenProcessPool:
            self._spare = None
            return []
        self._looking_back.add(work)
        work.add_done_callback(self._looking_back.discard)
        await asyncio.wait({work})
        if work.cancelled() or isinstance(work.exception(), BrokenProcessPool):
            return []
        return work.result()

    def stop_looking_back(self) -> None:
        """Answer those who wait for the values of a finished round without them: the server stops."""
        for work in list(self._looking_back):
            work.cancel()

    # ---- after a round

    def _keep(self, table: LiveTable, end: Settled) -> None:
        for row in end.record.seats:
            player = row.player or ""
            if player and not is_house(player) and not self._to_weigh.full():
                name = f"{table.name}/{end.round}"
                self._to_weigh.put_nowait((player, name, end.record.to_json(), row.seat, study_of(table)))

    async def _weigh_all(self) -> None:
        """Weigh what people decided, in a process that gives way to everybody else, and write it down for them."""
        while True:
            player, name, record, seat, study = await self._to_weigh.get()
            if self._spare is None:
                self._spare = self._new_pool(advisor.YIELDING)
            try:
                weighed = await asyncio.wrap_future(self._spare.submit(advisor.weigh_decisions, record, seat, study))
            except BrokenProcessPool:
                self._spare = None
                continue
            except HousewayError as problem:
                log.warning("not weighed", error=type(problem).__name__)
                continue
            sentences = []
            for index, (decided, advice) in enumerate(weighed):
                if "decisions" in advice:
                    unit = unit_of(decided.position, seat)
                    keeps = self.learning.keep(player, name, index, decided, advice, unit) if not study else None
                    sentences.append(await keeps if keeps else look_back_on(decided, advice, unit))
            if sentences:
                self._look_back(player, name, seat, [sentence for sentence in sentences if sentence])

    def _look_back(self, player: str, name: str, seat: int, mistakes: list[str]) -> None:
        """Send a player who is still at the table what the decisions of the round gave away."""
        table, _, number = name.rpartition("/")
        message = {"table": table, "round": int(number), "seat": seat, "mistakes": mistakes}
        for connection in self._hub.watchers(table):
            if connection.person == player:
                connection.answer({"feedback": message})

    # ---- strategies

    def prepare(self, table: LiveTable) -> None:
        """Have the strategy of a table's game solved, if it needs one and it is not."""
        rules = table.state.rules
        if rules is None or not advisor.needs_strategy(rules.chosen):
            return
        key = _key(rules.chosen, study_of(table))
        if key not in self.solving:
            self.solving[key] = (0, 1)
            self._to_solve.put_nowait(key)

    def progress(self, game: Game, study: StudyText = "") -> dict[str, int]:
        """How far a game's strategy is."""
        done, total = self.solving.get(_key(game, study), (0, 1))
        return {"done": done, "total": total}

    async def _solve_all(self) -> None:
        context = multiprocessing.get_context("spawn")
        while True:
            key = await self._to_solve.get()
            progress: Any = context.Queue()
            work = (os.getpid(), *key, progress)
            self._solver = context.Process(target=advisor.solve_in_process, args=work, daemon=True)
            self._solver.start()
            while self._solver.is_alive():
                await asyncio.sleep(POLL_SECONDS)
                self._hear(key, progress)
            self.solving[key] = (1, 1)
            self._solver = None
            waiting, self._waiting = self._waiting, set()
            for table in waiting:
                self.look(table)

    def _hear(self, key: Key, progress: Any) -> None:
        """Read how far the solver is, and send it to those who wait."""
        before = self.solving[key]
        try:
            while True:
                self.solving[key] = progress.get_nowait()
        except Empty:
            if self.solving[key] != before:
                for table in self._waiting:
                    self._tell_progress(table)


def study_of(table: LiveTable) -> StudyText:
    """The study that a table plays, for a process; empty where it plays the letter's game."""
    return advisor.study_text(table.state.rules) if table.state.rules else ""


def _key(game: Game, study: StudyText) -> Key:
    """A game or a study, and those of its options that its strategy is kept by."""
    return game.name, tuple((name, game.options[name]) for name in main_scope(game).options or ()), study


def _first_wager(game: Game, wagers: Mapping[str, Cents]) -> Cents:
    """The unit of expected values: the first mandatory wager."""
    return wagers.get(game.approval.required[0], 0)


def unit_of(position: Record, seat: int) -> Cents:
    """The unit of a position's expected values: the first mandatory wager of the seat."""
    from houseway.games import letter_of
    from houseway.money import parse_money

    row = next(row for row in position["seats"] if row["seat"] == seat)
    return parse_money(row["wagers"][letter_of(position["game"]).required[0]])


def in_money(advice: Record, unit: Cents) -> Record:
    """Values in units of the first wager and in money, and why the best decision is best."""
    if "decisions" not in advice:
        return advice
    decisions = {
        decision: {"ev": ev, "money": format_money(round(ev * unit))} for decision, ev in advice["decisions"].items()
    }
    return {**advice, "decisions": decisions, "why": why_in_words(advice, unit)}
