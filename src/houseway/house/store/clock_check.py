"""Whether the house's clock and the log's own time can both be right.

A log that is ahead of the clock was written while the clock was, or the clock was set back since; one that was silent
for very long may be shown a clock that was set ahead. Either way nothing is written until the clock is right or two
persons have set it (`office/clock.py`). In a practice house, and in one without persons, nothing depends on the time.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from houseway.errors import NotAllowedNow
from houseway.house.log.events import NewEvent, timestamp
from houseway.house.log.kinds import HouseEvent, SiteEvent, SystemEvent
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE, SITE, SYSTEM
from houseway.house.log.site_payloads import ClockRefused
from houseway.house.store.clock import SKEW, HouseClock, file_time, process_time, refused_clock

SILENCE: Final = timedelta(days=31)  # the longest pause after which a log continues without a decision


def require_right_clock(log: Log, clock: HouseClock, *, sets_clock: bool) -> None:
    """Refuse a writer, and record the refusal, where the house's clock is far off.

    It is compared with the clock of the process, the kernel's time on a new file, and the log's own time; a writer that
    `sets_clock` may differ from the log's.
    """
    now, shown, written = clock(), process_time(), file_time()
    if abs(shown - now) > SKEW:
        _record_refusal(log, ClockRefused(house=timestamp(now), showed=timestamp(shown)))
        raise refused_clock(shown - now)
    if written is not None and abs(written - now) > SKEW:
        clock.follow(min(written, now))  # whichever of them is wrong, the log is not pushed ahead
        _record_refusal(log, ClockRefused(house=timestamp(now), showed=timestamp(written)))
        raise refused_clock(written - now)
    time = log_time(log, now)
    if not time.agrees and not sets_clock:
        _record_refusal(log, ClockRefused(house=timestamp(now), log=time.newest))
        raise implausible_clock(time.newest, now)


def _record_refusal(log: Log, refusal: ClockRefused) -> None:
    log.append(NewEvent(stream=SYSTEM, data=refusal))


class LogTime(NamedTuple):
    """A log's own time, and whether it agrees with the clock."""

    newest: str  # of its events; empty where none counts
    ahead: dict[str, int]  # the streams that are ahead of the clock, and where they stand
    agrees: bool


def log_time(log: Log, now: datetime) -> LogTime:
    """A log's own time, compared with the clock.

    Events from before the upgrade of an older house do not count. On `system` only settings of the clock count, because
    a refused clock is recorded there.
    """
    back, older, heads = log.clock_corrections(), log.older_heads(), log.heads()
    times = {
        stream: back.time_of(stream, head.number, head.at)
        for stream, head in heads.items()
        if stream not in older or older[stream].number < head.number
    }
    ahead = {stream: heads[stream].number for stream, at in times.items() if at > timestamp(now)}
    setting = log.last(SYSTEM, SystemEvent.CLOCK_SET)
    counted = [at for stream, at in times.items() if stream != SYSTEM] + ([setting.at] if setting else [])
    newest = max(counted, default="") if _is_real(log) else ""
    return LogTime(newest, ahead, not newest or timestamp(now - SILENCE) <= newest <= timestamp(now + SKEW))


def _is_real(log: Log) -> bool:
    """Whether people of a house act here, for more than practice."""
    return log.last(HOUSE, HouseEvent.PERSON_ADDED) is not None and log.last(SITE, SiteEvent.PRACTICE) is None


def implausible_clock(newest: str, now: datetime) -> NotAllowedNow:
    """The error where clock and log do not agree."""
    return NotAllowedNow(
        f"it is {timestamp(now)} and the log's last time is {newest}; set the clock right, or let two persons "
        "decide: houseway site clock --set",
        field="clock",
    )
