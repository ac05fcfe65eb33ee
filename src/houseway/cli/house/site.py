"""`houseway site …`: disable the whole site at once, and enable it again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.act_commands import CommandGroup, Request, Second, read_fields
from houseway.cli.house.cage import at_house
from houseway.cli.house.common import By, Database, Json, opened, sign_in
from houseway.house.office.site import SITE_ACTS
from houseway.house.people.setting_acts import SETTING_ACTS

if TYPE_CHECKING:
    from houseway.house.log.log import Appended, Log
    from houseway.house.office.site import Site
    from houseway.house.people.act import ActInput
    from houseway.house.people.house import House

HELP: Final = "The whole site: while it is disabled, no new round starts anywhere.\n\nExample: houseway site show"


def show(db: Database = None, json: Json = False) -> None:
    """Show whether the site is disabled, and which rounds are still open.

    Example: houseway site show
    """
    from houseway.house.office.site import Site

    with opened(db, read_only=True) as log:
        _show(Site(log), as_json=json)


def day(
    hour: Annotated[int | None, typer.Option(help="The hour at which future days begin, 0 to 23.")] = None,
    zone: Annotated[str | None, typer.Option(help="The time zone of that hour, such as America/Los_Angeles.")] = None,
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Show when the gaming day begins, or choose it for future days; a day that has begun does not change.

    Example: houseway site day --hour 6 --zone America/Los_Angeles --as ada
    """
    if hour is None and zone is None:
        with opened(db, read_only=True) as log:
            _show_day(log, as_json=json)
        return
    act = SETTING_ACTS.acts["day"]
    asked = read_fields(act.asks, {"hour": hour, "zone": zone})
    SETTINGS.run(act, asked, request=request, by=by, db=db, as_json=json)


def clock(
    set_clock: Annotated[
        bool, typer.Option("--set", help="Continue the log at the clock's time. Two persons do it.")
    ] = False,
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Show the house's clock and the log's own time; exit 1 where they disagree, so that nothing can be written.

    A log that is ahead of the clock, or was silent for more than 31 days, accepts no events until the clock is right,
    or until two administrators, or one and a supervisor, set it. Streams that are ahead are then brought back.

    Example: houseway site clock --set --as ada --second sue
    """
    from houseway.house.office.clock import set_clock as set_house_clock
    from houseway.house.people.house import House

    if set_clock:
        with opened(db, sets_clock=True) as log:
            people = House(log)
            first = sign_in(people, by)
            set_house_clock(log, people, by=first, second=sign_in(people, second, second=True))
    with opened(db, read_only=True) as log:
        agrees = _show_clock(log, as_json=json)
    raise typer.Exit(0 if agrees else 1)


def _show_clock(log: "Log", *, as_json: bool) -> bool:
    from houseway.cli.console import console, print_json
    from houseway.house.office.clock import clock_status

    status = clock_status(log)
    if as_json:
        print_json(status)
        return status.agrees
    console().print(f"clock {status.clock}\nlog   {status.log or 'no time that counts'}", markup=False)
    if status.ahead:
        console().print(f"ahead of the clock: {', '.join(status.ahead)}", markup=False)
    console().print("they agree" if status.agrees else "they do not agree: nothing is written", markup=False)
    return status.agrees


def _show_day(log: "Log", *, as_json: bool) -> None:
    from houseway.cli.console import console, print_json
    from houseway.house.people.gaming_day import read_calendar

    days = read_calendar(log)
    today = days.of(log.clock())
    start, end = days.bounds(today)
    if as_json:
        print_json({"hour": days.now.hour, "zone": days.now.zone, "day": str(today), "start": start, "end": end})
        return
    console().print(f"days begin at {days.now.hour}:00, {days.now.zone}", markup=False)
    console().print(f"gaming day {today}: {start} to {end}", markup=False)


@contextmanager
def _at_site(db: str | None, _name: str = "") -> "Iterator[tuple[House, Site]]":
    from houseway.house.office.site import Site
    from houseway.house.people.house import House

    with opened(db) as log:
        people = House(log)
        yield people, Site(log, people=people)


def _answer(site: "Site", _asked: "ActInput", _who: str, _events: "Appended", as_json: bool) -> None:
    _show(site, as_json=as_json)


def _answer_day(house: "House", _asked: "ActInput", _who: str, _events: "Appended", as_json: bool) -> None:
    _show_day(house.log, as_json=as_json)


def _show(site: "Site", *, as_json: bool) -> None:
    from houseway.cli.console import console, print_json
    from houseway.house.tables.known_tables import open_tables
    from houseway.house.tables.table import load_state

    state = site.fresh()
    reason = state.disabled
    names = [one.table for one in open_tables(site.log)]
    playing = [name for name in names if load_state(site.log, name).round is not None]
    if as_json:
        shown = {"practice": state.practice, **({"one_person": True} if state.one_person else {})}
        print_json({**shown, "disabled": reason or None, "tables": names, "open_rounds": playing})
        return
    if state.practice:
        alone = "; one person is the whole house" if state.one_person else ""
        console().print(f"PRACTICE: nothing here is played for money{alone}", markup=False)
    console().print(f"disabled: {reason}" if reason else "enabled", markup=False)
    console().print(f"open tables: {', '.join(names) or 'none'}", markup=False)
    console().print(f"open rounds: {', '.join(playing) or 'none'}", markup=False)


SITE: Final = CommandGroup(name="site", open=_at_site, answer=_answer)
SETTINGS: Final = CommandGroup(name="site", open=at_house, answer=_answer_day)
COMMANDS: Final[Commands] = {
    **SITE.commands(SITE_ACTS),
    "show": show,
    "day": day,
    "clock": clock,
}
