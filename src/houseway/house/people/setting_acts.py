"""The house's own settings: when its gaming day starts."""

from typing import Annotated, Final

from msgspec import Meta

from houseway.house.log.names import HOUSE
from houseway.house.people.act import Act, ActInput, Catalogue
from houseway.house.people.act_fields import Name
from houseway.house.people.gaming_day import GamingDay, read_calendar, require_short_days
from houseway.house.people.house_desk import HouseDesk, HousePlan
from houseway.house.people.person_payloads import SettingsChanged
from houseway.house.people.rights import ADMINISTRATOR, Right
from houseway.house.people.roster import Roster


class ChooseDay(ActInput, frozen=True, kw_only=True):
    """Choose when the gaming day starts, from the next one on."""

    hour: Annotated[
        Annotated[int, Meta(ge=0, le=23)] | None, Meta(description="The hour at which it starts; unchanged by default.")
    ] = None
    zone: Annotated[Name, Meta(description="The time zone, such as America/Los_Angeles; unchanged by default.")] = ""


def _choose_day(plan: HousePlan, desk: HouseDesk, asked: ChooseDay) -> None:
    calendar = read_calendar(desk.log)
    before = calendar.now
    chosen = GamingDay(hour=before.hour if asked.hour is None else asked.hour, zone=asked.zone or before.zone)
    if desk.log.totals(HOUSE, desk.log.head(HOUSE).number):
        require_short_days(calendar, chosen, desk.log.clock())
    last = desk.log.last(HOUSE, SettingsChanged.KIND)
    plan.add(SettingsChanged(day_starts=chosen.hour, zone=chosen.zone, before=last.number if last else 0), by=desk.by)


def _chosen(_desk: HouseDesk, asked: ChooseDay) -> dict[str, object]:
    return {
        name: value for name, value in (("day_starts", asked.hour), ("zone", asked.zone)) if value not in (None, "")
    }


SETTING_ACTS: Final = Catalogue[Roster, HouseDesk](
    "site",
    (
        Act(
            "day",
            ChooseDay,
            Right("change settings", ADMINISTRATOR),
            (SettingsChanged,),
            _choose_day,
            "day --hour 6 --zone America/Los_Angeles --as ada",
            says=_chosen,
        ),
    ),
)
