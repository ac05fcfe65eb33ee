"""Progress of long work: a bar with the time left on a terminal, and in a pipe one line that says that work continues.

A command works in steps. A bar belongs to one numbered step and appears only for a step that takes long, so that many
short steps do not fill it again and again.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

from houseway.steps import Steps

STOPPED: Final = 130  # the exit code of a command that was stopped with Ctrl-C
PATIENCE: Final = 3.0  # seconds without output in a pipe
AT_WORK: Final = "working; the first run also compiles machine code, which is cached"


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A function to call with (done, total) while the work continues."""
    with _bar(what) if sys.stderr.isatty() else _line(what) as report:
        yield report


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import Progress

    steps = Steps()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def report(done: int, total: int) -> None:
            before = steps.step
            steps.report(done, total)
            named = f"{what}, step {steps.step}" if steps.step > 1 else what
            if steps.step != before:
                bar.reset(task, total=None, description=named)
            if steps.is_long:
                bar.update(task, completed=done, total=total, description=named)

        yield report


@contextmanager
def _line(what: str) -> Iterator[Callable[[int, int], None]]:
    error = sys.stderr
    timer = Timer(PATIENCE, lambda: error.write(f"houseway: {what}: {AT_WORK}\n"))
    timer.daemon = True
    timer.start()
    try:
        yield lambda _done, _total: None
    finally:
        timer.cancel()
        timer.join()
