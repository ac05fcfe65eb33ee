"""The steps of long work: each counts its shards from the first to the last, and nobody knows how many will follow."""

import time
from typing import Final

LONG: Final = 1.0  # seconds after which a step is worth a bar of its own


class Steps:
    """Follows calls with (done, total) through the steps of some work; shorter steps are only numbered."""

    def __init__(self) -> None:
        self.step = 1
        self.done = self.total = 0
        self._since = time.monotonic()

    def report(self, done: int, total: int) -> None:
        """Take note of what is done of the step, or of the first of the next one."""
        if total != self.total or done <= self.done:
            self.step += self.total > 0
            self._since = time.monotonic()
        self.done, self.total = done, total

    @property
    def is_long(self) -> bool:
        """Whether the step has taken so long that people want to know how much of it is left."""
        return 0 < self.done < self.total and time.monotonic() - self._since >= LONG

    def in_words(self) -> str:
        """`step 3, 40 of 64`, as far as it is worth saying."""
        step = f"step {self.step}" if self.step > 1 else ""
        part = f"{self.done:,} of {self.total:,}" if self.is_long else ""
        return ", ".join(word for word in (step, part) if word)
