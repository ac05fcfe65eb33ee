"""Which process deals at a house: a server or `houseway dealer` alone, or commands side by side.

A person who runs commands that deal has the database and its key, and so could read seeds. A house may declare that
only a dealing process deals, which runs as a user of its own and alone has the key (`houseway site dealer`). Without
that, commands still do not deal at tables of the fair shuffle beside a server or dealer. A database server that
restarts forgets who deals: the process asks for its claim again, and until it has it nothing is dealt.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.sharedctypes import RawValue
from threading import Event, Thread
from typing import Final

from houseway.errors import NotAllowedNow
from houseway.house.log.kinds import SiteEvent
from houseway.house.log.log import Claim, Log
from houseway.house.log.names import SITE
from houseway.house.log.site_payloads import DealerDeclared
from houseway.house.store.store import SqlLog

CLAIM: Final = "dealing"
RENEW_SECONDS: Final = 0.5
LEASE_SECONDS: Final = 10.0  # after which nothing is dealt if the database server does not answer
ASK: Final = "set HOUSEWAY_DEALER to the dealer's socket, or use the server's pages or calls"


def only_dealer_deals(log: Log) -> bool:
    """Whether the house has declared that commands do not deal."""
    declared = log.last(SITE, SiteEvent.DEALER)
    return declared is not None and declared.read(DealerDeclared).only


class Lease:
    """Whether this is still the only process that deals; the processes that it starts share the lease."""

    def __init__(self) -> None:
        self._until = RawValue("d", math.inf)  # by a clock that all processes of the machine share

    def __call__(self) -> bool:
        """Whether nobody else can be dealing now."""
        return bool(time.monotonic() < self._until.value)

    def extend(self, seconds: float) -> None:
        """It holds for some seconds from now on."""
        self._until.value = time.monotonic() + seconds


class LeaseKeeper:
    """Renews the claim to deal, and with it the lease."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self.lease = Lease()

    def renew(self) -> None:
        """Check that the claim still holds, and claim it again where it does not."""
        if self._claim.can_be_lost:
            self.lease.extend(LEASE_SECONDS if self._claim.renew() else 0)

    @contextmanager
    def renewing(self) -> Iterator[Lease]:
        """Renew it again and again meanwhile."""
        over = Event()

        def work() -> None:
            while not over.wait(RENEW_SECONDS):
                self.renew()

        thread = Thread(target=work, daemon=True)
        thread.start()
        try:
            yield self.lease
        finally:
            over.set()
            thread.join(LEASE_SECONDS)


@contextmanager
def deal_alone(log: Log) -> Iterator[LeaseKeeper]:
    """Let no other process deal meanwhile; the log is closed, because the dealing process opens it again."""
    with log.claim(CLAIM) as claim:
        if not claim.is_held:
            raise NotAllowedNow("another server, dealer or command deals at this house now", field="dealing")
        log.close()
        yield LeaseKeeper(claim)


@contextmanager
def deal_beside_commands(log: Log, *, shuffled: bool, read_only: bool = False) -> Iterator[None]:
    """Refuse a command at a table where a dealing process deals; a read-only command sees no card of an open round."""
    declared = only_dealer_deals(log)
    if declared and isinstance(log, SqlLog):
        log.opens_vault = False
    if declared and not read_only:
        raise NotAllowedNow(f"only the dealing process of this house deals: {ASK}", field="dealing")
    if not shuffled or read_only:
        yield
        return
    with log.claim(CLAIM, shared=True) as claim:
        if not claim.is_held:
            raise NotAllowedNow(f"a server or dealer deals at this house: {ASK}", field="dealing")
        yield
