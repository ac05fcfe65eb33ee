"""A log that fails on purpose, as its seed says, for tests and for the simulator of the house."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Final

from houseway.house.log.events import Event
from houseway.house.log.ledger import Units
from houseway.house.log.log import Appended, Batch, Damaged, Head, Log, Outcome, OutcomeUnknown, StorageFailed, Sums

LONGEST_DELAY: Final = 5.0  # seconds of the simulated clock


class Crash(BaseException):
    """The process died here. No error handler may see it; the simulator of the process catches it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """How often, in a thousand commits, each fault strikes."""

    fails: int = 30  # nothing is stored, and the caller is informed
    lost: int = 30  # all is stored, and the caller gets OutcomeUnknown
    delayed: int = 100  # all is stored, later
    crashes_before: int = 5  # the process dies and nothing is stored
    crashes_after: int = 5  # all is stored, and the process dies before it answers


class FaultyLog(Log):
    """Another log with faults in front of it; the same seed and the same calls strike at the same commits.

    After a crash every call raises Crash until `restart` is called; what was stored is still there. `wait` is called
    with the seconds of a delay; a simulator moves its clock on by them.
    """

    def __init__(
        self, log: Log, seed: int | str, faults: Faults | None = None, wait: Callable[[float], None] | None = None
    ) -> None:
        self.log = log
        self.clock = log.clock
        self.dead = False
        self.struck: list[tuple[int, str]] = []  # the number of a commit, and what struck it
        self._commits = 0
        self._random = Random(f"faults/{seed}")  # noqa: S311  # a simulation must be repeatable
        self._faults = faults or Faults()
        self._wait = wait or (lambda _seconds: None)

    def restart(self) -> None:
        """The process is started again."""
        self.dead = False

    @property
    def _living(self) -> Log:
        if self.dead:
            raise Crash
        return self.log

    def commit(self, batches: Sequence[Batch]) -> list[Outcome]:
        """Append batches, or fail as the seed says."""
        log = self._living
        self._commits += 1
        fault = self._next_fault()
        if fault == "fails":
            raise StorageFailed("the simulated disk failed; nothing was written", field="log")
        if fault == "delayed":
            self._wait(self._random.uniform(0, LONGEST_DELAY))
        if fault == "crashes_before":
            self._die()
        outcomes = log.commit(batches)
        if fault == "crashes_after":
            self._die()
        if fault == "lost":
            raise OutcomeUnknown("the simulated answer was lost", field="log")
        return outcomes

    def find_answer(self, key: str) -> Appended | None:
        """What was appended under the key of a request."""
        return self._living.find_answer(key)

    def _next_fault(self) -> str:
        drawn = self._random.randrange(1000)
        for name in ("fails", "lost", "delayed", "crashes_before", "crashes_after"):
            drawn -= getattr(self._faults, name)
            if drawn < 0:
                self.struck.append((self._commits, name))
                return name
        return ""

    def _die(self) -> None:
        self.dead = True
        raise Crash

    def read(self, stream: str, start: int = 1, stop: int | None = None) -> Iterator[Event]:
        """As the log behind."""
        return self._living.read(stream, start, stop)

    def heads(self) -> dict[str, Head]:
        """As the log behind."""
        return self._living.heads()

    def last(self, stream: str, *kinds: str) -> Event | None:
        """As the log behind."""
        return self._living.last(stream, *kinds)

    def balances(self, prefix: str = "") -> Sums:
        """As the log behind."""
        return self._living.balances(prefix)

    def totals(self, stream: str, number: int) -> Sums:
        """As the log behind."""
        return self._living.totals(stream, number)

    def sums(self, stream: str, start: int, stop: int) -> dict[tuple[str, str], Units]:
        """As the log behind."""
        return self._living.sums(stream, start, stop)

    def snapshots(self, stream: str) -> Iterator[tuple[int, Sums]]:
        """As the log behind."""
        return self._living.snapshots(stream)

    def secret(self, digest: str) -> str:
        """As the log behind."""
        return self._living.secret(digest)

    def dealing_secret(self, digest: str) -> str:
        """As the log behind."""
        return self._living.dealing_secret(digest)

    def has_key(self) -> bool:
        """As the log behind."""
        return self._living.has_key()

    def kept_secrets(self) -> frozenset[str]:
        """As the log behind."""
        return self._living.kept_secrets()

    def older_heads(self) -> dict[str, Head]:
        """As the log behind."""
        return self._living.older_heads()

    def check_schema(self) -> Iterator[Damaged]:
        """As the log behind."""
        return self._living.check_schema()

    def check_storage(self) -> Iterator[Damaged]:
        """As the log behind."""
        return self._living.check_storage()

    @contextmanager
    def consistent_view(self) -> Iterator[Log]:
        """As the log behind."""
        with self._living.consistent_view() as view:
            yield view

    def close(self) -> None:
        """Close the log behind."""
        self.log.close()
