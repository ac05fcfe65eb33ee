"""Shards on a Dask cluster: the same integers as on one machine, even if workers die."""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.errors import InvalidInput
from houseway.kernel import compiled
from houseway.lab.shards import Progress, silent

Counts = npt.NDArray[np.int64]

TIMEOUT: Final = "10s"
ATTEMPTS: Final = 20  # how often shards that went down with their workers are sent out again


def run_shard(counter: Callable[..., Counts], common: dict[int, object], own: dict[int, object]) -> Counts:
    """Run one shard on a worker, from the arguments that all shards share and its own, each by its place."""
    arguments = {**common, **own}
    return np.asarray(compiled(counter)(*(arguments[place] for place in range(len(arguments)))))


class Dask:
    """Runs compiled counters on a Dask cluster; call it with a counter and its shards."""

    def __init__(self, scheduler: str, progress: Progress = silent) -> None:
        try:
            self.dask: Any = import_module("distributed")
        except ImportError:
            raise InvalidInput("needs dask: pip install 'houseway[cluster]'", field="engine") from None
        self.progress = progress
        try:
            self.client = self.dask.Client(scheduler, timeout=TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError) as problem:
            reason = f"does not answer: {str(problem).splitlines()[0] if str(problem) else type(problem).__name__}"
            raise InvalidInput(reason, field=f"scheduler {scheduler}") from None

    def close(self) -> None:
        """Leave the cluster."""
        self.client.close()

    def __call__(self, counter: Callable[..., Counts], shards: Sequence[tuple[object, ...]]) -> Counts:
        """The sum of the counter's answers over all shards, each counted once."""
        places = range(len(shards[0]))
        shared = [place for place in places if all(shard[place] is shards[0][place] for shard in shards)]
        common = {place: shards[0][place] for place in shared}
        waiting = {
            number: {place: shard[place] for place in places if place not in common}
            for number, shard in enumerate(shards)
        }
        total: Counts | None = None
        for _ in range(ATTEMPTS):
            try:
                for number, answer in self._round(counter, common, waiting):
                    total = answer if total is None else total + answer
                    del waiting[number]
                    self.progress(len(shards) - len(waiting), len(shards))
            except (OSError, TimeoutError) as problem:
                reason = f"was lost: {str(problem).splitlines()[0] if str(problem) else type(problem).__name__}"
                raise InvalidInput(reason, field="scheduler") from None
            if not waiting and total is not None:
                return total
        raise InvalidInput(f"{len(waiting)} of {len(shards)} shards were lost with their workers", field="scheduler")

    def _round(
        self, counter: Callable[..., Counts], common: dict[int, object], waiting: dict[int, dict[int, object]]
    ) -> Iterator[tuple[int, Counts]]:
        """Send out what is waiting and yield what comes back; what is lost with a worker stays waiting."""
        (shared,) = self.client.scatter([common], broadcast=True, hash=False)
        sent = {
            self.client.submit(run_shard, counter, shared, own, pure=False, retries=5): number
            for number, own in waiting.items()
        }
        for future in self.dask.as_completed(list(sent), loop=self.client.loop):
            if future.status == "finished":
                yield sent[future], future.result()
            elif future.status == "error" and not _lost(future.exception()):
                raise future.exception()


def _lost(problem: BaseException | None) -> bool:
    """Whether a shard failed because its worker died, and not because of its own computation."""
    return type(problem).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError", "CommClosedError")
