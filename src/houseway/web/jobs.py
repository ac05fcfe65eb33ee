"""Long work of the lab: one process a job, one job at a time, with progress and, where there is one, a file.

An analysis, a strategy and a distribution are kept by the lab itself; a report and what is dealt face up are files that
wait here to be fetched. The processes of a server share their jobs (`job_folder.py`): each is found, watched and
stopped through any of them.
"""

import asyncio
import multiprocessing
import os
import secrets
from contextlib import ExitStack, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import Empty
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from houseway.games import letter_of
from houseway.games.game import Game
from houseway.house.people.house import NotPermitted
from houseway.web import lab_work
from houseway.web.http.problems import NotFound, TooMany
from houseway.web.job_folder import Form, Job, JobFolder, JobKind

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

    Steps = Queue[lab_work.Step]  # how far a job is, or why it failed


MOST: Final = 20  # jobs that wait or run
MOST_STORED: Final = 200
POLL_SECONDS: Final = 0.3


class Jobs:
    """The jobs of this process, and those of the others through the folder that they share."""

    def __init__(self, shared: Path | None = None) -> None:
        self._shared = shared
        self._own: TemporaryDirectory[str] | None = None  # where no folder is shared
        self._opened: JobFolder | None = None
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._running: BaseProcess | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, kind: JobKind, game: Game, person: str, study: str = "", form: Form = "") -> Job:
        """Start a job, or find the one that does the same; a study is given as the text of its file, too."""
        job = Job(
            id=secrets.token_hex(9),
            kind=kind,
            game=game.name,
            options=dict(game.options),
            person=person,
            study=study,
            form=form,
        )
        jobs = self._folder.jobs()
        for other in jobs:
            if other.question == job.question and (other.is_under_way or self._has_file(other)):
                return other
        if sum(one.is_under_way for one in jobs) >= MOST:
            raise TooMany("too many jobs wait; try again later", field="jobs")
        for old in jobs[: max(0, len(jobs) + 1 - MOST_STORED)]:
            self._folder.forget(old)
        self._folder.add(job)
        self._queue.put_nowait(job.id)
        if self._task is None:
            self._task = asyncio.ensure_future(self._run())
        return job

    def find(self, name: str) -> Job:
        """A job by its id, whichever process does it."""
        job = self._folder.find(name) if name.isalnum() else None
        if job is None:
            raise NotFound("there is no such job", field="job")
        return job

    def file(self, name: str) -> Path:
        """The file of a job that is done."""
        job = self.find(name)
        if not self._has_file(job):
            raise NotFound("has no file, or is not done", field="job")
        return self._folder.file(job)

    def stop(self, name: str, person: str) -> None:
        """Stop a job of somebody's own."""
        job = self.find(name)
        if job.person != person:
            raise NotPermitted("only who started it stops it", field=person)
        if job.is_under_way:
            self._folder.ask_to_stop(name)

    async def _run(self) -> None:
        """Do the jobs of this process, one after the other, each when no other process runs one."""
        while True:
            job = self._folder.find(await self._queue.get())
            if job is None:
                continue
            if turn := await self._turn_of(job):
                with turn:
                    await self._work(job)
            else:
                job.state = "stopped"
            self._folder.update(job)

    async def _turn_of(self, job: Job) -> ExitStack | None:
        """The turn of a job, to be closed; none where it is stopped before."""
        while not self._folder.is_asked_to_stop(job.id):
            if turn := self._folder.claim_turn():
                return turn
            await asyncio.sleep(POLL_SECONDS)
        return None

    async def _work(self, job: Job) -> None:
        context = multiprocessing.get_context("spawn")
        steps: Steps = context.Queue()
        task = lab_work.Task(kind=job.kind, game=job.game, options=_chosen(job), study=job.study, form=job.form)
        arguments = (os.getpid(), task, self._folder.file(job), steps)
        process = context.Process(target=lab_work.work, args=arguments, daemon=True)
        process.start()
        self._running, job.state = process, "running"
        while process.is_alive():
            _hear(job, steps)
            self._folder.update(job)
            if self._folder.is_asked_to_stop(job.id):
                process.terminate()
            await asyncio.sleep(POLL_SECONDS)
        _hear(job, steps)
        asked = self._folder.is_asked_to_stop(job.id)
        job.state = "stopped" if asked else "done" if process.exitcode == 0 else "failed"
        self._running = None

    # ---- files

    @property
    def _folder(self) -> JobFolder:
        if self._opened is None:
            shared = self._shared
            if shared is None:
                self._own = TemporaryDirectory(prefix="houseway-jobs-")
                shared = Path(self._own.name)
            self._opened = JobFolder(shared, f"worker-{secrets.token_hex(6)}")
        return self._opened

    def _has_file(self, job: Job) -> bool:
        return job.state == "done" and bool(job.form) and self._folder.file(job).is_file()

    async def close(self) -> None:
        """End what runs, and remove the files that nobody shares."""
        if self._task is not None:
            self._task.cancel()
        if self._running:
            self._running.terminate()
        if self._opened is not None:
            self._opened.close()
        if self._own is not None:
            self._own.cleanup()


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
