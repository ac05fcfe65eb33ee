"""What the house chooses for itself: when its gaming day starts."""

from typing import Annotated, Final

from msgspec import Meta

from houseway.house.log.events import Event
from houseway.house.log.names import HOUSE
from houseway.house.people.act import Act, ActInput, Catalogue
from houseway.house.people.act_fields import Name
from houseway.house.people.gaming_day import GamingDay, read_calendar
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


def choose_day(plan: HousePlan, desk: HouseDesk, asked: ChooseDay) -> None:
    """The house has chosen when its gaming day starts."""
    before = read_calendar(desk.log).now
    chosen = GamingDay(hour=before.hour if asked.hour is None else asked.hour, zone=asked.zone or before.zone)
    last = desk.log.last(HOUSE, SettingsChanged.KIND)
    plan.add(SettingsChanged(day_starts=chosen.hour, zone=chosen.zone, before=last.number if last else 0), by=desk.by)


def _is_same_choice(_desk: HouseDesk, asked: ChooseDay, event: Event) -> bool:
    if event.kind != SettingsChanged.KIND:
        return False
    said = event.read(SettingsChanged)
    return asked.hour in (None, said.day_starts) and asked.zone in ("", said.zone)


SETTING_ACTS: Final = Catalogue[Roster, HouseDesk](
    "site",
    (
        Act(
            name="day",
            asks=ChooseDay,
            right=Right("change settings", ADMINISTRATOR),
            appends=(SettingsChanged,),
            rule=choose_day,
            example="day --hour 6 --zone America/Los_Angeles --as ada",
            match=_is_same_choice,
        ),
    ),
)
