"""Where the processes of a server keep their jobs: a file for each, which any of them reads.

The process that does a job, its *worker*, writes the file; others ask it to stop by a file beside it. A worker holds a
claim as long as it lives. So a job whose worker has died is found by anybody, and says so.
"""

import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, Literal

import msgspec

from houseway.house.store.claims import claim_file

UNDER_WAY: Final = ("waiting", "running")
GONE: Final = "the process of the server that did it has ended; start it again"
ONE_AT_A_TIME: Final = "the job that runs"  # a claim of all workers

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

    @property
    def is_under_way(self) -> bool:
        """Whether it waits or runs."""
        return self.state in UNDER_WAY


class _Stored(msgspec.Struct, frozen=True, kw_only=True):
    """A job as its file has it."""

    started: int  # nanoseconds, by which jobs are in order
    worker: str
    job: Job


class JobFolder:
    """The jobs of all processes of a server, as one of them sees them."""

    def __init__(self, folder: Path, worker: str) -> None:
        self._folder, self._worker = folder, worker
        self._claims = ExitStack()
        folder.mkdir(exist_ok=True)
        self._claims.enter_context(claim_file(str(folder / worker), worker))

    def add(self, job: Job) -> None:
        """A new job of this worker."""
        self._write(_Stored(started=time.time_ns(), worker=self._worker, job=job))

    def update(self, job: Job) -> None:
        """How far a job of this worker is."""
        if stored := self._read(job.id):
            self._write(_Stored(started=stored.started, worker=stored.worker, job=job))

    def find(self, name: str) -> Job | None:
        """A job of any worker; one whose worker has died has failed."""
        stored = self._read(name)
        return None if stored is None else self._as_it_is(stored)

    def jobs(self) -> list[Job]:
        """All jobs, the oldest first."""
        stored = [self._read(path.stem) for path in self._folder.glob("*.job")]
        return [self._as_it_is(one) for one in sorted(filter(None, stored), key=lambda one: one.started)]

    def forget(self, job: Job) -> None:
        """Remove a job and its file."""
        for path in (self._path(job.id), self._stop_path(job.id), self.file(job)):
            path.unlink(missing_ok=True)

    def file(self, job: Job) -> Path:
        """Where the file of a job is written."""
        return self._folder / f"{job.id}.{job.form or 'none'}"

    def ask_to_stop(self, name: str) -> None:
        """Ask the worker of a job to stop it."""
        self._stop_path(name).touch()

    def is_asked_to_stop(self, name: str) -> bool:
        """Whether somebody has."""
        return self._stop_path(name).exists()

    def claim_turn(self) -> ExitStack | None:
        """The turn to run a job, if no other worker runs one; to be closed."""
        turn = ExitStack()
        if turn.enter_context(claim_file(str(self._folder / "turn"), ONE_AT_A_TIME)).is_held:
            return turn
        turn.close()
        return None

    def close(self) -> None:
        """Give up the claim of this worker; its jobs have ended."""
        self._claims.close()

    # ---- files

    def _as_it_is(self, stored: _Stored) -> Job:
        job = stored.job
        if job.is_under_way and self.is_asked_to_stop(job.id):
            job.state = "stopped"
        elif job.is_under_way and not self._is_alive(stored.worker):
            job.state, job.problem = "failed", GONE
        return job

    def _is_alive(self, worker: str) -> bool:
        """Whether somebody holds the claim of a worker; our own is held as well."""
        with claim_file(str(self._folder / worker), worker, shared=True) as claim:
            return not claim.is_held

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.job"

    def _stop_path(self, name: str) -> Path:
        return self._folder / f"{name}.stop"

    def _read(self, name: str) -> _Stored | None:
        with suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode(self._path(name).read_bytes(), type=_Stored)
        return None

    def _write(self, stored: _Stored) -> None:
        """Readers see the old file or the new one."""
        part = self._folder / f".{stored.job.id}.part"
        part.write_bytes(msgspec.json.encode(stored))
        part.replace(self._path(stored.job.id))
