"""A long run that can be stopped and continued: what is counted so far, beside the question it belongs to."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from houseway.errors import InvalidInput
from houseway.games.analysis import Runner
from houseway.games.simulation import Counts
from houseway.lab.files import whole_file

BATCH = 32  # shards between two checkpoints


def run_in_batches(
    run: Runner,
    counter: Callable[..., Counts],
    shards: Sequence[tuple[Any, ...]],
    *,
    question: Mapping[str, Any],
    path: Path | None,
) -> Counts:
    """The sum over all shards; with a path, kept there batch by batch and continued from there."""
    if path is None:
        return run(counter, shards)
    digest = hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()
    done, total = _load(path, digest)
    while done < len(shards):
        batch = shards[done : done + BATCH]
        counted = run(counter, batch)
        total = counted if total is None else total + counted
        done += len(batch)
        _save(path, digest, done, total)
    if total is None:
        raise InvalidInput("holds no shards", field=str(path))
    return total


def _load(path: Path, digest: str) -> tuple[int, Counts | None]:
    if not path.exists():
        return 0, None
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as kept:
            if str(kept["digest"]) != digest:
                raise InvalidInput("belongs to another run; name another file or remove it", field=str(path))
            return int(kept["done"]), np.asarray(kept["total"])
    except InvalidInput:
        raise
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, EOFError):
        raise InvalidInput("is no checkpoint of houseway", field=str(path)) from None


def _save(path: Path, digest: str, done: int, total: Counts) -> None:
    try:
        with whole_file(path) as file:
            np.savez(file, digest=np.array(digest), done=np.array(done), total=total)
    except OSError as problem:
        raise InvalidInput(f"cannot be written: {problem.strerror}", field=str(path)) from None
