"""Long work of the lab: one process a job, one job at a time, with progress and, where there is one, a file.

An analysis, a strategy and a distribution are kept by the lab itself; a report and what is dealt face up are files that
wait here to be fetched.
"""

import asyncio
import multiprocessing
import os
import secrets
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import Empty
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from houseway.games import letter_of
from houseway.games.game import Game
from houseway.house.people.house import NotPermitted
from houseway.web import lab_work
from houseway.web.http.problems import NotFound, TooMany

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

    Steps = Queue[lab_work.Step]  # how far a job is, or why it failed


MOST: Final = 20  # jobs that wait or run
MOST_STORED: Final = 200
POLL_SECONDS: Final = 0.3
_UNDER_WAY: Final = ("waiting", "running")

JobKind = Literal["analyze", "strategy", "results", "face-up", "report"]
Form = Literal["", "pdf", "html", "json"]


class Job(msgspec.Struct, kw_only=True):
    """A job: its work, its owner, its progress and its result."""

    id: str
    kind: str
    game: str
    options: dict[str, str]
    person: str
    study: str = ""  # the text of a study file
    form: str = ""  # of its file: pdf, html or json; empty where it has none
    state: str = "waiting"  # running, done, failed, stopped
    done: int = 0
    total: int = 0
    problem: str = ""  # why it failed, where the lab says so

    @property
    def question(self) -> tuple[object, ...]:
        """What the job answers."""
        return self.kind, self.game, self.options, self.study, self.form


class Jobs:
    """The jobs of this process."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._running: tuple[str, BaseProcess] | None = None
        self._task: asyncio.Task[None] | None = None
        self._folder: TemporaryDirectory[str] | None = None  # of the files

    def start(self, kind: JobKind, game: Game, person: str, study: str = "", form: Form = "") -> Job:
        """Start a job, or find the one that does the same; a study is given as the text of its file, too."""
        job = Job(
            id=secrets.token_urlsafe(9),
            kind=kind,
            game=game.name,
            options=dict(game.options),
            person=person,
            study=study,
            form=form,
        )
        for other in self._jobs.values():
            if other.question == job.question and (other.state in _UNDER_WAY or self._has_file(other)):
                return other
        if sum(one.state in _UNDER_WAY for one in self._jobs.values()) >= MOST:
            raise TooMany("too many jobs wait; try again later", field="jobs")
        self._jobs[job.id] = job
        while len(self._jobs) > MOST_STORED:
            self._forget(next(iter(self._jobs)))
        self._queue.put_nowait(job.id)
        if self._task is None:
            self._task = asyncio.ensure_future(self._run())
        return job

    def find(self, name: str) -> Job:
        """A job by its id."""
        if name not in self._jobs:
            raise NotFound("there is no such job", field="job")
        return self._jobs[name]

    def file(self, name: str) -> Path:
        """The file of a job that is done."""
        job = self.find(name)
        if not self._has_file(job):
            raise NotFound("has no file, or is not done", field="job")
        return self._path(job)

    def stop(self, name: str, person: str) -> None:
        """Stop a job of somebody's own."""
        job = self.find(name)
        if job.person != person:
            raise NotPermitted("only who started it stops it", field=person)
        if self._running and self._running[0] == name:
            self._running[1].terminate()
        if job.state in _UNDER_WAY:
            job.state = "stopped"

    async def _run(self) -> None:
        context = multiprocessing.get_context("spawn")
        while True:
            job = self._jobs.get(await self._queue.get())
            if job is None or job.state != "waiting":
                continue
            steps: Steps = context.Queue()
            task = lab_work.Task(kind=job.kind, game=job.game, options=_chosen(job), study=job.study, form=job.form)
            arguments = (os.getpid(), task, self._path(job), steps)
            process = context.Process(target=lab_work.work, args=arguments, daemon=True)
            process.start()
            self._running, job.state = (job.id, process), "running"
            while process.is_alive():
                await asyncio.sleep(POLL_SECONDS)
                _hear(job, steps)
            _hear(job, steps)
            if job.state == "running":
                job.state = "done" if process.exitcode == 0 else "failed"
            self._running = None

    # ---- files

    def _path(self, job: Job) -> Path:
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="houseway-jobs-")
        return Path(self._folder.name) / f"{job.id}.{job.form or 'none'}"

    def _has_file(self, job: Job) -> bool:
        return job.state == "done" and bool(job.form) and self._path(job).is_file()

    def _forget(self, name: str) -> None:
        job = self._jobs.pop(name)
        self._path(job).unlink(missing_ok=True)

    async def close(self) -> None:
        """End what runs, and remove the files."""
        if self._task is not None:
            self._task.cancel()
        if self._running:
            self._running[1].terminate()
        if self._folder is not None:
            self._folder.cleanup()


def _chosen(job: Job) -> dict[str, str]:
    """The choices of a job that are not the letter's own: a study may stand for one of those."""
    options = letter_of(job.game).options
    return {name: value for name, value in job.options.items() if value != options[name].default}


def _hear(job: Job, steps: "Steps") -> None:
    """Take in how far a job is, or why it failed."""
    with suppress(Empty):
        while True:
            step = steps.get_nowait()
            if isinstance(step, str):
                job.problem = step
            else:
                job.done, job.total = step
