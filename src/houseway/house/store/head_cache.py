"""Where streams and accounts stand, remembered from one commit to the next as long as nobody else has written."""

from collections.abc import Iterable
from typing import Any, Final

from houseway.house.log.log import NOTHING, Head, Sums

MOST: Final = 500_000  # streams and accounts that are remembered


class HeadCache:
    """What a writer knows of heads and balances without asking: all that it wrote or read since another one wrote.

    `version` is the database's word for the last change by others; None where it has no such word, and then nothing is
    remembered. Whoever takes `heads` and `balances` to change them must `forget` when the changes are not committed.
    """

    def __init__(self) -> None:
        self.version: int | None = None
        self.heads: dict[str, Head] = {}
        self.balances: Sums = {}

    def forget(self) -> None:
        """Know nothing."""
        self.heads, self.balances = {}, {}

    def as_of(self, version: int | None) -> None:
        """Keep what is still true at this version."""
        if version is None or version != self.version or len(self.heads) + len(self.balances) > MOST:
            self.forget()
        self.version = version

    def learn_heads(self, names: Iterable[str], rows: Iterable[Any]) -> None:
        """What the database says of some streams; one that it has no row of is empty."""
        self.heads.update(dict.fromkeys(names, NOTHING))
        self.heads.update({row[0]: Head(row[1], row[2], row[3]) for row in rows})

    def learn_balances(self, names: Iterable[str], rows: Iterable[Any]) -> None:
        """What the database says of some accounts."""
        self.balances.update(dict.fromkeys(names, 0))
        self.balances.update({row[0]: row[1] for row in rows})
