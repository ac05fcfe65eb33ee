"""`houseway site …`: the whole site disabled at once, and enabled again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.floor import Request, Second
from houseway.cli.house import By, Database, Json, opened, sign_in

if TYPE_CHECKING:
    from houseway.house.log import Log
    from houseway.house.people import People
    from houseway.house.site import Site

site = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="The whole site: disabled, no new round starts anywhere.\n\nExample: houseway site show",
)


@site.command("disable")
def disable(
    reason: Annotated[str, typer.Argument(help="Why, in words.")],
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Start no new round at any table and open none; open rounds finish, wagers on the layout can be withdrawn.

    Example: houseway site disable "the Commission asks for it" --as sue
    """
    with _site(db) as (found, people):
        found.disable(reason, by=sign_in(people, by), request=request)
        _show(found, as_json=json)


@site.command("enable")
def enable(
    request: Request = "", by: By = None, second: Second = None, db: Database = None, json: Json = False
) -> None:
    """Let rounds start again. Two persons do it.

    Example: houseway site enable --as sue --second ada
    """
    with _site(db) as (found, people):
        first = sign_in(people, by)
        found.enable(by=first, second=sign_in(people, second, second=True), request=request)
        _show(found, as_json=json)


@site.command("show")
def show(db: Database = None, json: Json = False) -> None:
    """Show whether the site is disabled, and which rounds are still open.

    Example: houseway site show
    """
    from houseway.house.site import Site

    with opened(db, read_only=True) as log:
        _show(Site(log), as_json=json)


@site.command("day")
def day(
    hour: Annotated[int | None, typer.Option(help="The hour at which the days to come begin, 0 to 23.")] = None,
    zone: Annotated[str | None, typer.Option(help="Whose clock that is, such as America/Los_Angeles.")] = None,
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Show when the gaming day begins, or choose it for the days to come; a day that has begun stays as it is.

    Example: houseway site day --hour 6 --zone America/Los_Angeles --as ada
    """
    from houseway.house.gaming_day import GamingDay, calendar, change_settings
    from houseway.house.people import People

    if hour is None and zone is None:
        with opened(db, read_only=True) as log:
            _show_day(log, as_json=json)
        return
    with opened(db) as log:
        people = People(log)
        before = calendar(log).now
        chosen = GamingDay(hour=before.hour if hour is None else hour, zone=before.zone if zone is None else zone)
        change_settings(people, log, sign_in(people, by), chosen)
        _show_day(log, as_json=json)


def _show_day(log: "Log", *, as_json: bool) -> None:
    from houseway.cli.console import console, print_json
    from houseway.house.gaming_day import calendar

    days = calendar(log)
    today = days.of(log.clock())
    start, end = days.bounds(today)
    if as_json:
        print_json({"hour": days.now.hour, "zone": days.now.zone, "day": str(today), "start": start, "end": end})
        return
    console().print(f"days begin at {days.now.hour}:00, {days.now.zone}", markup=False)
    console().print(f"gaming day {today}: {start} to {end}", markup=False)


@contextmanager
def _site(db: str | None) -> "Iterator[tuple[Site, People]]":
    from houseway.house.people import People
    from houseway.house.site import Site

    with opened(db) as log:
        people = People(log)
        yield Site(log, people=people), people


def _show(found: "Site", *, as_json: bool) -> None:
    from houseway.cli.console import console, print_json
    from houseway.house.recall import open_tables
    from houseway.house.table import load_state

    reason = found.fresh().disabled
    names = [one.table for one in open_tables(found.log)]
    playing = [name for name in names if load_state(found.log, name).round is not None]
    if as_json:
        print_json({"disabled": reason or None, "tables": names, "open_rounds": playing})
        return
    console().print(f"disabled: {reason}" if reason else "enabled", markup=False)
    console().print(f"open tables: {', '.join(names) or 'none'}", markup=False)
    console().print(f"open rounds: {', '.join(playing) or 'none'}", markup=False)
