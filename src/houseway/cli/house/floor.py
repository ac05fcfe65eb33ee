"""What the commands of live tables share: a table and its people, who acts for a seat, and what is printed.

A seat's own cards are shown to the player on it and to nobody else, whatever the role.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import typer

from houseway.cli.house.common import ThisProcess, opened, sign_in

if TYPE_CHECKING:
    from houseway.house.log.log import Appended, Log
    from houseway.house.people.act import ActInput
    from houseway.house.people.house import House
    from houseway.house.tables.table import Table

Name = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name, as its sheet says.")]


class Floor(NamedTuple):
    """A table and the people of its house."""

    people: "House"
    table: "Table"


@contextmanager
def at_table(db: str | None, name: str, *, read_only: bool = False) -> Iterator[Floor]:
    """A table that the log knows, as it stands there."""
    with opened(db, read_only=read_only) as log, dealing(log, shuffled=is_shuffled(log, name), read_only=read_only):
        yield floor_of(log, name)


@contextmanager
def dealing(log: "Log", *, shuffled: bool, read_only: bool = False) -> Iterator[None]:
    """A command at a table. It deals only where no dealing process does; otherwise it does not open the vault."""
    from houseway.house.tables.incarnation import resume_dealing
    from houseway.house.tables.who_deals import deal_beside_commands

    if ThisProcess.is_dealer:
        log.may_deal = ThisProcess.lease or log.may_deal
        resume_dealing(log)
        yield
        return
    with deal_beside_commands(log, shuffled=shuffled, read_only=read_only):
        if shuffled and not read_only:
            resume_dealing(log)
        yield


def sign_in_to_deal(floor: Floor, by: str | None) -> str:
    """Sign somebody in for what only dealing staff may see or do; in a restored log they restart dealing."""
    who = sign_in(floor.people, by)
    floor.table.begin_dealing(who)
    floor.table.catch_up()
    return who


def is_shuffled(log: "Log", name: str) -> bool:
    """Whether a table was opened last with the fair shuffle."""
    from houseway.house.log.kinds import TableEvent
    from houseway.house.log.names import table_stream
    from houseway.house.tables.payloads import Opened

    opened = log.last(table_stream(name), TableEvent.OPENED)
    return opened is not None and opened.read(Opened).rules.get("cards") == "shuffle"


def floor_of(log: "Log", name: str, *, new: bool = False) -> Floor:
    """A table on an open log; a table that was never opened is an error, unless it is `new`."""
    from houseway.errors import InvalidInput, shown
    from houseway.house.log.kinds import TableEvent
    from houseway.house.log.names import table_stream
    from houseway.house.people.house import House
    from houseway.house.tables.table import Table

    if not new and log.last(table_stream(name), TableEvent.OPENED) is None:
        raise InvalidInput(f"no table {shown(name)} was ever opened", field="table")
    people = House(log)
    return Floor(people, Table.load(log, name, people=people))


def own_seat(table: "Table", seat: int, who: str) -> int:
    """The seat whose cards this person may see: their own, else 0, which sees what everybody sees."""
    place = table.state.seated.get(seat)
    return seat if place and place.player == who else 0


def ended(table: "Table", events: "Appended") -> list[dict[str, Any]]:
    """The rounds that ended with some events, settled or void, or that were corrected."""
    import msgspec

    from houseway.house.tables.payloads import ROUND_RESULTS, RoundCorrected, Voided, read_round

    results = [read_round(one) for one in events if one.stream == table.stream and one.kind in ROUND_RESULTS]
    return [
        {
            "round": one.round,
            "void": one.reason if isinstance(one, Voided) else None,
            "corrected": one.reason if isinstance(one, RoundCorrected) else None,
            "settlement": one.settlement,
            "limited": msgspec.to_builtins(one.limited),
        }
        for one in results
    ]


def answer(table: "Table", events: "Appended", *, seat: int = 0, as_json: bool) -> None:
    """Print what was done: the events, rounds that ended, and the table as the person who asked may see it."""
    from houseway.cli.console import console, print_json

    rounds = ended(table, events)
    if as_json:
        done = [
            {"stream": event.stream, "number": event.number, "kind": event.kind, "at": event.at, "by": event.by}
            for event in events
        ]
        print_json({"table": table.name, "events": done, "ended": rounds, "view": table.view(seat)})
        return
    kinds = ", ".join(event.kind for event in events if event.stream == table.stream)
    console().print(f"table {table.name}: {kinds or 'nothing was due'}", markup=False)
    for one in rounds:
        show_ended(one)
    show_table_view(table.view(seat))


def answer_act(table: "Table", asked: "ActInput", who: str, events: "Appended", as_json: bool) -> None:
    """The same of an act, with what its person sees of their own seat."""
    answer(table, events, seat=own_seat(table, getattr(asked, "seat", 0), who), as_json=as_json)


def show_ended(one: dict[str, Any]) -> None:
    """A round that ended, for people."""
    from houseway.cli.console import console
    from houseway.cli.show import show_limited, show_settlement
    from houseway.games.round.settlement_answer import SettlementAnswer
    from houseway.house.tables.payloads import LimitedWager

    why = f" is void: {one['void']}" if one["void"] else ""
    if one["corrected"]:
        why = f" is corrected: {one['corrected']}"
    console().print(f"\nround {one['round']}{why}", markup=False)
    show_settlement(msgspec.convert(one["settlement"], SettlementAnswer))
    show_limited(msgspec.convert(one["limited"], list[LimitedWager]))
    console().print()


def show_table_view(shown: dict[str, Any]) -> None:
    """A table for people."""
    from houseway.cli.console import console
    from houseway.cli.show import choice_text, show_view
    from houseway.house.tables.view import TableView

    out = console()
    out.print(f"{shown['game'] or 'closed'}, {shown['phase']}, rounds dealt: {shown['round']}", markup=False)
    if shown["stopped"]:
        out.print(f"no new round starts: {shown['stopped']}", markup=False)
    if jackpot := shown["jackpot"]:
        closed = "" if jackpot["takes_wagers"] else " (takes no wagers now)"
        out.print(f"jackpot {jackpot['name']}: ${jackpot['amount']}{closed}", markup=False)
    if deck := shown["deck"]:
        out.print(f"deck {deck['number']}, commitment {deck['commitment']}", markup=False)
    if held := shown["held"]:
        wins = ", ".join(f"{one['player']} ${one['amount']}" for one in held["awards"])
        by = ", ".join(held["verified"]) or "nobody"
        out.print(f"round {held['round']} is held: {wins}; verified by {by}, two persons must", markup=False)
        if "short" in held:
            out.print(f"the tray lacks ${held['short']} of it: fill it, or document the short", markup=False)
    if not any(seat["in_round"] for seat in shown["seats"]):
        for seat in shown["seats"]:
            wagers = ", ".join(f"{name} {amount}" for name, amount in seat["wagers"].items())
            note = wagers or ("sits out" if seat["sits_out"] else "no wager yet")
            out.print(f"  seat {seat['seat']}, {seat['player']}: {note}", markup=False)
        return
    view = msgspec.convert(shown, TableView)
    show_view(view, view.you.seat if view.you else 0)
    if shown["turn"] is not None:
        until = f" until {shown['deadline']}" if shown["deadline"] else ""
        out.print(f"seat {shown['turn']} decides{until}", markup=False)
    if shown["choices"]:
        out.print(f"choices: {', '.join(map(choice_text, view.choices))}", markup=False)
    if shown["phase"] == "cards":
        out.print("cards are to be entered", markup=False)
