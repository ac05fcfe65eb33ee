"""A long run that can be stopped and continued: the counts so far, stored with the question they belong to."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from houseway.errors import InvalidInput
from houseway.games.pricing.analysis import Runner
from houseway.games.simulation.simulation import Counts
from houseway.lab.files import whole_file
from houseway.lab.shards import Progress

BATCH = 32  # shards between two checkpoints

Shard = tuple[int, int, *tuple[object, ...]]  # begins with its first round and how many rounds it has


@runtime_checkable
class ShowsProgress(Protocol):
    """A runner that shows its progress."""

    progress: Progress


class Interrupted(KeyboardInterrupt):
    """The user has stopped a run; says what is stored, and how to continue."""


def run_in_batches(
    run: Runner,
    counter: Callable[..., Counts],
    shards: Sequence[Shard],
    *,
    question: Mapping[str, object],
    path: Path | None,
) -> Counts:
    """The sum over all shards; with a path, it is stored there batch by batch and continued from there.

    The stored rounds are always the first ones, so a run can also be continued to more rounds than were asked for.
    """
    if path is None:
        return run(counter, shards)
    digest = hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()
    done, total = _load(path, digest)
    rounds = shards[-1][0] + shards[-1][1]
    if done > rounds:
        raise InvalidInput(f"holds {done:,} rounds already, more than {rounds:,}", field=str(path))
    left = [_from(shard, done) for shard in shards if shard[0] + shard[1] > done]
    try:
        for start in range(0, len(left), BATCH):
            batch = left[start : start + BATCH]
            with _progress_from(run, len(shards) - len(left) + start, len(shards)):
                counted = run(counter, batch)
            total = counted if total is None else total + counted
            done = batch[-1][0] + batch[-1][1]
            _save(path, digest, done, total)
    except KeyboardInterrupt:
        if total is None:
            raise Interrupted("nothing is counted yet") from None
        raise Interrupted(
            f"{done:,} of {rounds:,} rounds are in {path}; the same command continues from there"
        ) from None
    if total is None:
        raise InvalidInput("holds no rounds", field=str(path))
    return total


def _from(shard: Shard, done: int) -> Shard:
    """A shard without the rounds that are already counted."""
    first, count, *rest = shard
    start = max(first, done)
    return start, first + count - start, *rest


@contextmanager
def _progress_from(run: Runner, done: int, total: int) -> Iterator[None]:
    """Make a runner's progress include the shards before its batch."""
    runner: object = run
    if not isinstance(runner, ShowsProgress):
        yield
        return
    shown = runner.progress
    runner.progress = lambda part, _all: shown(done + part, total)
    try:
        yield
    finally:
        runner.progress = shown


def _load(path: Path, digest: str) -> tuple[int, Counts | None]:
    if not path.exists():
        return 0, None
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            if str(stored["digest"]) != digest:
                raise InvalidInput("belongs to another run; name another file or remove it", field=str(path))
            return int(stored["rounds"]), np.asarray(stored["total"])
    except InvalidInput:
        raise
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, EOFError):
        raise InvalidInput("is no checkpoint of houseway", field=str(path)) from None


def _save(path: Path, digest: str, rounds: int, total: Counts) -> None:
    try:
        with whole_file(path) as file:
            np.savez(file, digest=np.array(digest), rounds=np.array(rounds), total=total)
    except OSError as problem:
        raise InvalidInput(f"cannot be written: {problem.strerror}", field=str(path)) from None
