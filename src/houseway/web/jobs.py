"""Long work of the lab: one process a job, one job at a time, with progress; results are kept by the lab itself."""

import asyncio
import multiprocessing
import os
import secrets
from multiprocessing.process import BaseProcess
from queue import Empty
from typing import TYPE_CHECKING, Any, Final

import msgspec

from houseway.games.game import Game
from houseway.house.people.people import NotPermitted
from houseway.web import advisor
from houseway.web.problems import NotFound, TooMany

if TYPE_CHECKING:
    from houseway.games.pricing.result import Analysis

MOST: Final = 20  # jobs that wait or run
KEPT: Final = 200
POLL_SECONDS: Final = 0.3


class Job(msgspec.Struct, kw_only=True):
    """A job: what it is, whose, how far, and what came of it."""

    id: str
    kind: str
    game: str
    options: dict[str, str]
    person: str
    state: str = "waiting"  # running, done, failed, stopped
    done: int = 0
    total: int = 0


class Missing(Exception):
    """An analysis is not kept."""


def kept_analysis(game: Game) -> "Analysis | None":
    """An analysis that was made before; None where there is none."""
    from houseway.lab.analyze import analyze_game

    def missing(*_: Any) -> Any:
        raise Missing

    try:
        return analyze_game(game, missing)
    except Missing:
        return None


def work(server: int, kind: str, name: str, options: dict[str, str], told: Any) -> None:
    """What a job's process does."""
    from houseway.games import game_named
    from houseway.lab.analyze import analyze_game
    from houseway.lab.shards import Threads

    advisor.begin(server, advisor.YIELDING)
    if kind == "strategy":
        advisor.solve(name, options, told)
        return
    analyze_game(game_named(name, options), Threads(1, lambda done, total: told.put((done, total))))


class Jobs:
    """The jobs of this process."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._running: tuple[str, BaseProcess] | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, kind: str, game: Game, person: str) -> Job:
        """Start a job, or find the one that does the same."""
        options = dict(game.options)
        for job in self._jobs.values():
            if (job.kind, job.game, job.options) == (kind, game.name, options) and job.state in ("waiting", "running"):
                return job
        if sum(job.state in ("waiting", "running") for job in self._jobs.values()) >= MOST:
            raise TooMany("too many jobs wait; try again later", field="jobs")
        job = Job(id=secrets.token_urlsafe(9), kind=kind, game=game.name, options=options, person=person)
        self._jobs[job.id] = job
        while len(self._jobs) > KEPT:
            del self._jobs[next(iter(self._jobs))]
        self._queue.put_nowait(job.id)
        if self._task is None:
            self._task = asyncio.ensure_future(self._run())
        return job

    def find(self, name: str) -> Job:
        """A job by its id."""
        if name not in self._jobs:
            raise NotFound("there is no such job", field="job")
        return self._jobs[name]

    def stop(self, name: str, person: str) -> None:
        """Stop a job of somebody's own."""
        job = self.find(name)
        if job.person != person:
            raise NotPermitted("only who started it stops it", field=person)
        if self._running and self._running[0] == name:
            self._running[1].terminate()
        if job.state in ("waiting", "running"):
            job.state = "stopped"

    async def _run(self) -> None:
        context = multiprocessing.get_context("spawn")
        while True:
            job = self._jobs.get(await self._queue.get())
            if job is None or job.state != "waiting":
                continue
            told: Any = context.Queue()
            arguments = (os.getpid(), job.kind, job.game, job.options, told)
            process = context.Process(target=work, args=arguments, daemon=True)
            process.start()
            self._running, job.state = (job.id, process), "running"
            while process.is_alive():
                await asyncio.sleep(POLL_SECONDS)
                _hear(job, told)
            if job.state == "running":
                job.state = "done" if process.exitcode == 0 else "failed"
            self._running = None

    async def close(self) -> None:
        """End what runs."""
        if self._task is not None:
            self._task.cancel()
        if self._running:
            self._running[1].terminate()


def _hear(job: Job, told: Any) -> None:
    try:
        while True:
            job.done, job.total = told.get_nowait()
    except Empty:
        return
