"""Two persons set the clock of the house if it and the log's own time do not agree.

This brings streams that are ahead back to the clock, each with its next event (`log/clock_corrections.py`).
"""

from typing import Final

import msgspec

from houseway.errors import NotAllowedNow
from houseway.house.log.events import NewEvent, timestamp
from houseway.house.log.log import Appended, Log
from houseway.house.log.names import SYSTEM
from houseway.house.log.site_payloads import ClockSet
from houseway.house.people.permissions import Permissions
from houseway.house.people.rights import ADMINISTRATOR, MANAGERS, Right
from houseway.house.store.clock_check import log_time


class ClockStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The house's clock beside the log's own time, as `houseway site clock --json` prints it."""

    clock: str
    log: str | None  # where no time counts
    agrees: bool  # else nothing is written
    ahead: list[str]  # streams that are ahead of the clock


def clock_status(log: Log) -> ClockStatus:
    """What the clock and the log show now."""
    now = log.clock()
    time = log_time(log, now)
    return ClockStatus(clock=timestamp(now), log=time.newest or None, agrees=time.agrees, ahead=sorted(time.ahead))


SET_CLOCK: Final = Right("set clock", ADMINISTRATOR, second=MANAGERS)


def set_clock(log: Log, people: Permissions, *, by: str, second: str) -> Appended:
    """Continue the log at the time that the house's clock shows now."""
    people.permit(SET_CLOCK, by, second)
    now = log.clock()
    time = log_time(log, now)
    if time.agrees:
        raise NotAllowedNow("agrees with the log; there is nothing to set", field="clock")
    setting = ClockSet(house=timestamp(now), log=time.newest, streams=time.ahead, second=second)
    event = NewEvent(stream=SYSTEM, by=by, data=setting)
    return log.append(event, expected=time.ahead)
