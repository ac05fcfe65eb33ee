"""Whether the server can do its work: the answer of `/healthz`."""

import asyncio
import time
from typing import Final

from houseway.errors import HousewayError
from houseway.house.log.log import Log

FRESH_SECONDS: Final = 1.0  # for which an answer is given again
LONGEST_SECONDS: Final = 3.0  # that somebody waits for one


class Health:
    """Asks the storage whether it accepts events, at most once a second and never twice at the same time."""

    def __init__(self, log: Log, *, longest: float = LONGEST_SECONDS) -> None:
        self._log = log
        self._longest = longest
        self._check: asyncio.Task[str] | None = None
        self._answer = ""
        self._answered = -FRESH_SECONDS

    async def problem(self) -> str:
        """Why nothing can be stored now; empty if the storage works."""
        if time.monotonic() - self._answered < FRESH_SECONDS:
            return self._answer
        if self._check is None:
            self._check = asyncio.ensure_future(asyncio.to_thread(self._ask))
        check = self._check
        try:
            async with asyncio.timeout(self._longest):
                self._answer = await asyncio.shield(check)
        except TimeoutError:
            return "the storage does not answer"
        if self._check is check:
            self._check, self._answered = None, time.monotonic()
        return self._answer

    def _ask(self) -> str:
        try:
            self._log.check_writable()
        except HousewayError as problem:
            return problem.reason
        except Exception as problem:  # whatever it is, the server is not well
            return type(problem).__name__
        return ""
