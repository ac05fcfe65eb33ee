"""Python's search for garbage in circles, held back where much is made and none of it holds itself."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

COLLECT_AFTER: Final = (50_000, 20, 100)


def collect_rarely() -> None:
    """From now on, look rarely, and never again at what is there now: it lives as long as the program.

    Looking through the objects of thousands of links takes a tenth of a second each time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


@contextmanager
def few_collections() -> Iterator[None]:
    """For a while, look rarely, and not at what is there now."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
