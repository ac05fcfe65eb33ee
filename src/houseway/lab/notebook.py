"""Progress in a notebook: a line under the cell that says what is being done, as soon as it takes a while."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any, Final

from houseway.lab.shards import Progress, silent
from houseway.steps import Steps

PATIENCE: Final = 1.0  # seconds from one line to the next

Say = Callable[[str], None]


@contextmanager
def working(progress: Progress | None, what: str) -> Iterator[Progress]:
    """The caller's function of (done, total); without one, a line in a notebook, and nothing elsewhere."""
    say = None if progress else notebook_line()
    if say is None:
        yield progress or silent
        return
    steps, ended, begun = Steps(), Event(), time.monotonic()

    def tell() -> None:
        while not ended.wait(PATIENCE):
            words = ", ".join(word for word in (steps.in_words(), f"{time.monotonic() - begun:.0f} s") if word)
            say(f"{what}: at work, {words}")

    teller = Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield steps.report
    finally:
        ended.set()
        teller.join()
        if time.monotonic() - begun >= PATIENCE:
            say(f"{what}: {time.monotonic() - begun:.0f} s")


def notebook_line() -> Say | None:
    """A function that rewrites one line of a notebook; None outside a notebook."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if not hasattr(shell, "kernel"):
        return None
    shown: list[Any] = []

    def say(text: str) -> None:
        line = {"text/plain": text}
        if shown:
            shown[0].update(line, raw=True)
        else:
            shown.append(ipython.display.display(line, raw=True, display_id=True))

    return say
