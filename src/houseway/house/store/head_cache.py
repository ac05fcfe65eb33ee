"""The heads of streams and the balances, cached from one commit to the next until somebody else writes."""

from collections.abc import Iterable
from typing import Any, Final

from houseway.house.log.log import NOTHING, Head, Sums

MOST: Final = 500_000  # streams and accounts that are remembered


class HeadCache:
    """The heads and balances that a writer wrote or read since another process last wrote.

    `version` is the database's number for the last change by others; None where it has none, and then nothing is
    cached. A caller that changes `heads` and `balances` must call `forget` when the changes are not committed.
    """

    def __init__(self) -> None:
        self.version: int | None = None
        self.heads: dict[str, Head] = {}
        self.balances: Sums = {}

    def forget(self) -> None:
        """Empty the cache."""
        self.heads, self.balances = {}, {}

    def as_of(self, version: int | None) -> None:
        """Keep what is still true at this version."""
        if version is None or version != self.version or len(self.heads) + len(self.balances) > MOST:
            self.forget()
        self.version = version

    def learn_heads(self, names: Iterable[str], rows: Iterable[Any]) -> None:
        """Cache the rows of some streams; a stream without a row is empty."""
        self.heads.update(dict.fromkeys(names, NOTHING))
        self.heads.update({row[0]: Head(row[1], row[2], row[3]) for row in rows})

    def learn_balances(self, names: Iterable[str], rows: Iterable[Any]) -> None:
        """Cache the balances of some accounts."""
        self.balances.update(dict.fromkeys(names, 0))
        self.balances.update({row[0]: row[1] for row in rows})
