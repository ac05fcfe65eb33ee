"""Which process deals at a house: a server or `houseway dealer` alone, or commands side by side.

Whoever runs commands that deal has database and key, and so could read seeds. A house may declare that only a dealing
process deals, which runs as a user of its own and alone has the key (`houseway site dealer`). Without that, commands
still do not deal at tables of the fair shuffle beside a server or dealer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from houseway.errors import NotAllowedNow
from houseway.house.log.kinds import SiteEvent
from houseway.house.log.log import Log
from houseway.house.log.names import SITE
from houseway.house.log.site_payloads import DealerDeclared
from houseway.house.store.store import SqlLog

CLAIM: Final = "dealing"
ASK: Final = "set HOUSEWAY_DEALER to the dealer's socket, or use the server's pages or calls"


def only_dealer_deals(log: Log) -> bool:
    """Whether the house has declared that commands do not deal."""
    declared = log.last(SITE, SiteEvent.DEALER)
    return declared is not None and declared.read(DealerDeclared).only


@contextmanager
def deal_alone(log: Log) -> Iterator[None]:
    """Let no other process deal meanwhile; the log itself is closed, for whoever deals opens it again."""
    with log.claim(CLAIM) as claimed:
        if not claimed:
            raise NotAllowedNow("another server, dealer or command deals at this house now", field="dealing")
        log.close()
        yield


@contextmanager
def deal_beside_commands(log: Log, *, shuffled: bool, read_only: bool = False) -> Iterator[None]:
    """A command at a table: refused where a dealing process deals; whoever only reads sees no card of an open round."""
    declared = only_dealer_deals(log)
    if declared and isinstance(log, SqlLog):
        log.opens_vault = False
    if declared and not read_only:
        raise NotAllowedNow(f"only the dealing process of this house deals: {ASK}", field="dealing")
    if not shuffled or read_only:
        yield
        return
    with log.claim(CLAIM, shared=True) as claimed:
        if not claimed:
            raise NotAllowedNow(f"a server or dealer deals at this house: {ASK}", field="dealing")
        yield
