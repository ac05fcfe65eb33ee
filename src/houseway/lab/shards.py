"""How shards are run: one after the other, or on threads; the sum is the same, whatever the engine."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING

from houseway.kernel import ready

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Counts = npt.NDArray[np.int64]

Progress = Callable[[int, int], None]


def silent(_done: int, _total: int) -> None:
    """No progress shown."""


class Threads:
    """Runs compiled counters on threads; call it with a counter and its shards."""

    def __init__(self, threads: int | None = None, progress: Progress = silent) -> None:
        self.threads = threads or os.cpu_count() or 1
        self.progress = progress

    def __call__(self, counter: "Callable[..., Counts]", shards: Sequence[tuple[object, ...]]) -> "Counts":
        """The sum of the counter's answers over all shards."""
        import numpy as np  # an answer that is kept needs none of it

        run = ready(counter, *shards[:1])  # compiled here: threads would only wait for each other
        total: Counts | None = None
        if self.threads == 1:
            for done, shard in enumerate(shards, start=1):
                total = _added(total, run(*shard))
                self.progress(done, len(shards))
            return np.asarray(total)
        with ThreadPoolExecutor(self.threads) as pool:
            waiting = [pool.submit(run, *shard) for shard in shards]
            try:
                for done, answer in enumerate(as_completed(waiting), start=1):
                    total = _added(total, answer.result())
                    self.progress(done, len(shards))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return np.asarray(total)


def _added(total: "Counts | None", answer: "Counts") -> "Counts":
    return answer if total is None else total + answer
