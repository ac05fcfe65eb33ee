"""How much one person has recently moved alone, so that a large amount in small parts counts as large.

Each kind of act counts separately for each player or jackpot, over a stated time before the moment in question. Gaming
days do not split that time, because one administrator chooses when they begin. Acts with a second person do not count.
"""

from collections import deque
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from houseway.house.log.events import Event, timestamp
from houseway.house.log.kinds import HouseEvent, JackpotEvent, SiteEvent
from houseway.house.log.ledger import Units
from houseway.house.log.log import Log
from houseway.house.log.names import SITE, is_player_account, player_account

HOURS: Final = 24  # over which amounts count together
_CASH: Final = (HouseEvent.BUY_IN, HouseEvent.CASH_OUT)
_COUNTED: Final = frozenset({*_CASH, JackpotEvent.DEPOSITED, JackpotEvent.CONTRIBUTED})


def since(now: datetime) -> str:
    """The moment from which amounts count together with an amount that moves now."""
    return timestamp(now - timedelta(hours=HOURS))


class AmountsMovedAlone:
    """What was moved without a second person, folded from events in the order of time."""

    def __init__(self) -> None:
        self._moved: dict[tuple[str, str], deque[tuple[str, Units]]] = {}  # by kind of event, and account or stream

    def fold(self, event: Event) -> None:
        """Add an event, if it moves money that counts."""
        if not event.by or event.kind not in _COUNTED:
            return
        for whose, amount in _amounts(event):
            if event.second and whose != player_account(event.second):  # a player is no second person
                continue
            amounts = self._moved.setdefault((event.kind, whose), deque())
            amounts.append((event.at, amount))
            oldest = since(datetime.fromisoformat(event.at))
            while amounts[0][0] <= oldest:
                amounts.popleft()

    def amount(self, kind: str, whose: str, now: datetime) -> Units:
        """How much a kind of event recently moved, from a player's account or on a jackpot's stream."""
        oldest = since(now)
        return sum(amount for at, amount in self._moved.get((kind, whose), ()) if at > oldest)


def moved_alone_on(log: Log, stream: str, kind: str) -> Units:
    """The amount for a jackpot's stream now; a practice house counts each act separately."""
    if log.last(SITE, SiteEvent.PRACTICE) is not None or log.last(stream, kind) is None:
        return 0
    now, moved = log.clock(), AmountsMovedAlone()
    for event in log.read(stream, log.number_before(stream, since(now)) + 1):
        moved.fold(event)
    return moved.amount(kind, stream, now)


def amount_brought(event: Event) -> Units:
    """The total that an event brought into a jackpot."""
    return sum(amount for _, amount in event.postings if amount > 0)


def _amounts(event: Event) -> Iterator[tuple[str, Units]]:
    """Whose money an event moved, and how much, by its postings and not its data."""
    if event.kind in _CASH:
        yield from ((account, abs(amount)) for account, amount in event.postings if is_player_account(account))
    else:
        yield event.stream, amount_brought(event)
