"""What the commands on jackpots share: terms, the jackpot, who acts, and the answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.house.common import opened, say_refusals, sign_in

if TYPE_CHECKING:
    from houseway.games.game import Game
    from houseway.house.jackpots.jackpot import Jackpot
    from houseway.house.log.events import Event
    from houseway.house.log.log import Appended, Log
    from houseway.house.people.act import ActInput
    from houseway.house.people.house import House
    from houseway.house.sheets.sheet import JackpotTerms

Name = Annotated[str, typer.Argument(metavar="NAME", help="The jackpot, as its sheet names it.")]


def accepted_terms(file: Path, on: str | None, db: str | None) -> "tuple[JackpotTerms, Game]":
    """The jackpot of a sheet that letter and law accept, and its game; otherwise every reason, and exit 1."""
    from houseway.cli.house.days import parse_day
    from houseway.errors import InvalidInput
    from houseway.house.sheets.check import check_sheet
    from houseway.house.sheets.sheet import load_sheet
    from houseway.house.tables.enabled import is_practice

    sheet = load_sheet(file)
    if sheet.jackpot is None:
        raise InvalidInput("the sheet has no [jackpot]", field=str(file))
    practice = False
    if not sheet.approval.letters:
        with opened(db, read_only=True) as log:
            practice = is_practice(log)
    if refusals := check_sheet(sheet, parse_day(on, "--on"), practice=practice):
        say_refusals(refusals)
        raise typer.Exit(1)
    return sheet.jackpot, sheet.chosen


def existing_jackpot(log: "Log", name: str, people: "House | None" = None) -> "Jackpot":
    """An existing jackpot; raises where there is none of this name."""
    from houseway.house.jackpots.jackpot import Jackpot
    from houseway.house.jackpots.report import find_jackpot

    find_jackpot(log, name)
    return Jackpot(log, name, people=people)


@contextmanager
def at_jackpot(db: str | None, name: str) -> "Iterator[tuple[House, Jackpot]]":
    """An existing jackpot, and the people of its house."""
    from houseway.house.people.house import House

    with opened(db) as log:
        people = House(log)
        yield people, existing_jackpot(log, name, people)


def answer_act(one: "Jackpot", _asked: "ActInput", _who: str, events: "Appended", as_json: bool) -> None:
    """Print what an act has appended, and the jackpot now."""
    show_done(one, events, as_json=as_json)


@contextmanager
def as_two(
    db: str | None, name: str, by: str | None, second: str | None, *, there: bool = False
) -> "Iterator[tuple[Jackpot, str, str]]":
    """A jackpot and the two persons who act."""
    from houseway.house.jackpots.jackpot import Jackpot
    from houseway.house.people.house import House

    with opened(db) as log:
        people = House(log)
        make: Callable[..., Jackpot] = existing_jackpot if there else Jackpot
        jackpot = make(log, name, people=people)
        yield jackpot, sign_in(people, by), sign_in(people, second, second=True)


def show_done(one: "Jackpot", events: "Appended", *, as_json: bool) -> None:
    """Print what was appended to the jackpot's stream, and the jackpot now."""
    import msgspec

    from houseway.cli.console import console, print_json
    from houseway.house.jackpots.report import summary_line

    one.catch_up()
    own = [event for event in events if event.stream == one.stream]
    if as_json:
        print_json({**msgspec.to_builtins(summary_line(one)), "appended": [event.to_json() for event in own]})
        return
    for event in own:
        console().print(event_line(event), markup=False, soft_wrap=True)
    console().print(f"{one.name} stands at {summary_line(one).current}", markup=False)
    for held in one.state.held:
        words = f"{held.player}'s {held.amount} waits (award {held.award}): two others verify it"
        console().print(f"{words}: houseway jackpot verify {one.name}", markup=False, soft_wrap=True)


def event_line(event: "Event") -> str:
    """An event of a jackpot, on one line."""
    from houseway.house.jackpots.payloads import JACKPOT_PAYLOADS, Awarded

    payload = event.read(JACKPOT_PAYLOADS[event.kind])
    who = " and ".join(one for one in (event.by, event.second) if one)
    words = [f"{key} {value}" for key, value in event.data.items() if key not in ("jackpot", "second", "awards")]
    words += [f"{one.player} {one.amount}" for one in payload.awards] if isinstance(payload, Awarded) else []
    return f"{event.number:>7}  {event.at}  {event.kind}{f' by {who}' if who else ''}: {', '.join(words)}"
