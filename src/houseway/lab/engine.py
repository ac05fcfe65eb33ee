"""The choice of an engine: threads on this machine, or a Dask cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from houseway.errors import InvalidInput
from houseway.games.pricing.analysis import Runner
from houseway.lab.shards import Progress, Threads, silent

ENGINES: Final = ("local", "dask")


@contextmanager
def engine(
    name: str = "local", scheduler: str | None = None, threads: int | None = None, progress: Progress = silent
) -> Iterator[Runner]:
    """How shards are run, by its name."""
    if name not in ENGINES:
        raise InvalidInput(f"{name!r} is not one of {', '.join(ENGINES)}", field="engine")
    if name == "local":
        if scheduler is not None:
            raise InvalidInput("needs `engine` dask", field="scheduler")
        yield Threads(threads, progress)
        return
    if scheduler is None:
        raise InvalidInput("needs `scheduler`, such as tcp://10.0.0.5:8786", field="engine dask")
    from houseway.lab.cluster import Dask

    cluster = Dask(scheduler, progress)
    try:
        yield cluster
    finally:
        cluster.close()
