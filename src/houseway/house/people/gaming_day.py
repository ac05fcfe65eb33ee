"""When the house's day begins: at an hour that the house chooses, which counts for the days that start afterwards."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from houseway.errors import InvalidInput, shown
from houseway.house.log.events import timestamp
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE
from houseway.house.people.person_payloads import SettingsChanged

LONGEST: Final = timedelta(hours=36)  # of the day on which the house changes its hour


@dataclass(frozen=True, slots=True, kw_only=True)
class GamingDay:
    """When a day begins."""

    hour: int = 6
    zone: str = "UTC"

    def __post_init__(self) -> None:
        if not 0 <= self.hour <= 23:
            raise InvalidInput("must be an hour from 0 to 23", field="hour")
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise InvalidInput(
                f"{shown(self.zone)} is no time zone, such as America/Los_Angeles", field="zone"
            ) from None

    def start(self, day: date) -> str:
        """The first moment of a day."""
        try:
            return timestamp(datetime.combine(day, time(self.hour), ZoneInfo(self.zone)).astimezone(UTC))
        except OverflowError:
            raise _beyond(day) from None

    def bounds(self, day: date) -> tuple[str, str]:
        """The first moment of a day, and the first after it."""
        return self.start(day), self.start(_moved(day, 1))

    def of(self, moment: datetime) -> date:
        """The day that a moment belongs to."""
        return (moment.astimezone(ZoneInfo(self.zone)).replace(tzinfo=None) - timedelta(hours=self.hour)).date()


@dataclass(frozen=True, kw_only=True)
class Calendar:
    """Every choice of the house with its moment, oldest first; a choice does not change a day that has begun."""

    choices: tuple[tuple[str, GamingDay], ...]

    @property
    def now(self) -> GamingDay:
        """The last choice."""
        return self.choices[-1][1]

    def bounds(self, day: date) -> tuple[str, str]:
        """The first moment of a gaming day, and the first after it; the day of a change is longer or shorter."""
        return self._start(day), self._start(_moved(day, 1))

    def of(self, moment: datetime) -> date:
        """The gaming day that a moment belongs to."""
        at, near = timestamp(moment), self.now.of(moment)
        days = [_moved(near, more) for more in (2, 1, 0, -1, -2)]
        return next((day for day in days if self._start(day) <= at), days[-1])

    def _start(self, day: date) -> str:
        """The start of a day; if a change makes the hour earlier, no day begins before the first one."""
        return max(self._chosen(_moved(day, -more)) for more in (0, 1, 2))

    def _chosen(self, day: date) -> str:
        """The start of a day by the last choice that was made before it began."""
        start = self.choices[0][1].start(day)
        for made, chosen in self.choices[1:]:
            if made <= start and made <= (new := chosen.start(day)):
                start = new
        return start


def read_calendar(log: Log) -> Calendar:
    """The choices of the house so far; the first one is 6:00 UTC.

    A choice made before the cage moved any money counts from the beginning, so that the first day is not longer.
    """
    choices: list[tuple[str, GamingDay]] = []
    event = log.last(HOUSE, SettingsChanged.KIND)
    while event is not None:
        setting = event.read(SettingsChanged)
        chosen = GamingDay(hour=setting.day_starts, zone=setting.zone)
        if not log.totals(HOUSE, event.number):
            return Calendar(choices=(("", chosen), *reversed(choices)))
        choices.append((event.at, chosen))
        before = setting.before or 0
        event = next(iter(log.read(HOUSE, before, before)), None) if before else None
    return Calendar(choices=(("", GamingDay()), *reversed(choices)))


def require_short_days(calendar: Calendar, chosen: GamingDay, now: datetime) -> None:
    """Refuse a choice that makes a gaming day much longer than 24 hours; before money moves, every choice is fine."""
    after = Calendar(choices=(*calendar.choices, (timestamp(now), chosen)))
    for day in (_moved(after.of(now), more) for more in range(-1, 4)):
        start, end = map(datetime.fromisoformat, after.bounds(day))
        if end - start > LONGEST:
            hours = round((end - start) / timedelta(hours=1))
            raise InvalidInput(f"the gaming day of {day} would have {hours} hours; change it in two steps", field="day")


def _moved(day: date, days: int) -> date:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        raise _beyond(day) from None


def _beyond(day: date) -> InvalidInput:
    return InvalidInput(f"{day} is beyond all calendars", field="day")
