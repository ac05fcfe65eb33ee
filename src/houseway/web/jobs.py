"""Long work of the lab: one process a job, one job at a time, with progress; results are kept by the lab itself."""

import asyncio
import multiprocessing
import os
import secrets
from multiprocessing.process import BaseProcess
from queue import Empty
from typing import TYPE_CHECKING, Final

import msgspec

from houseway.games import letter_of
from houseway.games.game import Game
from houseway.house.people.house import NotPermitted
from houseway.web.coach import advisor
from houseway.web.http.problems import NotFound, TooMany

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

    Steps = Queue[tuple[int, int]]  # how far a job is: done, total


MOST: Final = 20  # jobs that wait or run
MOST_STORED: Final = 200
POLL_SECONDS: Final = 0.3


class Job(msgspec.Struct, kw_only=True):
    """A job: its work, its owner, its progress and its result."""

    id: str
    kind: str
    game: str
    options: dict[str, str]
    person: str
    study: str = ""  # the text of a study file
    state: str = "waiting"  # running, done, failed, stopped
    done: int = 0
    total: int = 0


def work(server: int, kind: str, name: str, options: dict[str, str], study: str, steps: "Steps") -> None:
    """What a job's process does."""
    from houseway.lab import api
    from houseway.web.api.lab import game_asked

    def progress(done: int, total: int) -> None:
        steps.put((done, total))

    advisor.begin(server, advisor.YIELDING)
    run = api.strategy if kind == "strategy" else api.analyze
    run(game_asked(name, options, study), threads=1, progress=progress)


class Jobs:
    """The jobs of this process."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._running: tuple[str, BaseProcess] | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, kind: str, game: Game, person: str, study: str = "") -> Job:
        """Start a job, or find the one that does the same; a study is given as the text of its file, too."""
        options = dict(game.options)
        asked = (kind, game.name, options, study)
        for job in self._jobs.values():
            if (job.kind, job.game, job.options, job.study) == asked and job.state in ("waiting", "running"):
                return job
        if sum(job.state in ("waiting", "running") for job in self._jobs.values()) >= MOST:
            raise TooMany("too many jobs wait; try again later", field="jobs")
        job = Job(id=secrets.token_urlsafe(9), kind=kind, game=game.name, options=options, person=person, study=study)
        self._jobs[job.id] = job
        while len(self._jobs) > MOST_STORED:
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
            steps: Steps = context.Queue()
            arguments = (os.getpid(), job.kind, job.game, _chosen(job), job.study, steps)
            process = context.Process(target=work, args=arguments, daemon=True)
            process.start()
            self._running, job.state = (job.id, process), "running"
            while process.is_alive():
                await asyncio.sleep(POLL_SECONDS)
                _hear(job, steps)
            if job.state == "running":
                job.state = "done" if process.exitcode == 0 else "failed"
            self._running = None

    async def close(self) -> None:
        """End what runs."""
        if self._task is not None:
            self._task.cancel()
        if self._running:
            self._running[1].terminate()


def _chosen(job: Job) -> dict[str, str]:
    """The choices of a job that are not the letter's own: a study may stand for one of those."""
    options = letter_of(job.game).options
    return {name: value for name, value in job.options.items() if value != options[name].default}


def _hear(job: Job, steps: "Steps") -> None:
    try:
        while True:
            job.done, job.total = steps.get_nowait()
    except Empty:
        return
