"""`houseway jackpot …`: jackpots created, stopped, adjusted by two persons; jackpot_reports.py has what is asked."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from houseway.cli.group import Command, Commands
from houseway.cli.house.common import By, Database, Json, alone_or_two
from houseway.cli.house.floor import Request
from houseway.cli.house.jackpot_common import (
    Name,
    accepted_terms,
    as_one,
    as_two,
    existing_jackpot,
    show_done,
)

if TYPE_CHECKING:
    from houseway.house.log.log import Appended

HELP: Final = "The jackpots of the house: meters, wins, adjustments, deposits.\n\nExample: houseway jackpot show royal"

Second = Annotated[
    str | None, typer.Option("--second", metavar="NAME", help="The second person; HOUSEWAY_SECOND by default.")
]
On = Annotated[str | None, typer.Option("--on", metavar="DATE", help="The day of the check; today by default.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A table sheet with a [jackpot].")]


# From its creation to its removal


def create(
    file: File,
    on: On = None,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Create the jackpot of a table sheet; exit 1 where letter or law refuses the sheet. Needs two persons.

    Example: houseway jackpot create table-7.toml --as sue --second ada
    """
    terms, game = accepted_terms(file, on, db)
    with as_two(db, terms.name, by, second) as (one, first, other):
        show_done(one, one.create(terms, game, by=first, second=other, request=request), as_json=json)


def change(
    name: Name,
    file: File,
    on: On = None,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Change rates, prizes or cap to those of a sheet, while no table is open on it. Needs two persons.

    Example: houseway jackpot change royal table-7.toml --as sue --second ada
    """
    terms, game = accepted_terms(file, on, db)
    with as_two(db, name, by, second, there=True) as (one, first, other):
        show_done(one, one.change(terms, game, by=first, second=other, request=request), as_json=json)


def declare(
    name: Name,
    game: Annotated[str, typer.Argument(help="A game outside houseway that a letter names.")],
    key: Annotated[str, typer.Argument(help="How that game is won: the digest that `jackpot show` prints as key.")],
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Let a game outside houseway share the meter; it must be won alike. Needs two persons.

    Example: houseway jackpot declare match match-the-dealer-blackjack 5f2c... --as sue --second ada
    """
    with as_two(db, name, by, second, there=True) as (one, first, other):
        show_done(one, one.declare(game, key, by=first, second=other, request=request), as_json=json)


def outside(
    name: Name,
    game: Annotated[str, typer.Argument(help="A game outside houseway that was declared at this jackpot.")],
    wagers: Annotated[str, typer.Option(metavar="DOLLARS", help="Jackpot wagers made since the last entry.")] = "",
    win: Annotated[str, typer.Option(metavar="LINE", help="A line that was won, by its name in the pay table.")] = "",
    player: Annotated[str, typer.Option(metavar="WHO", help="Who won.")] = "",
    sheet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="For a win: a sheet with the jackpot's terms.")
    ] = None,
    on: On = None,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Enter wagers, or a win, of a declared game outside houseway. A win needs two persons; the meter pays it at once.

    Wagers that bring more than $10,000 into the meter in 24 hours need a second person too. Wagers and wins take their
    place in the meter's own order as they are entered: enter what was wagered before a win before that win.

    Example: houseway jackpot outside match match-the-dealer-blackjack --wagers 25.00 --request 17 --as dan
    """
    from houseway.errors import InvalidInput
    from houseway.house.people.people import People
    from houseway.money import parse_money

    if bool(wagers) == bool(win):
        raise InvalidInput("give --wagers or --win", field="outside")
    if wagers:
        staked = parse_money(wagers, field="--wagers")
        with as_one(db, name, by) as (one, first):

            def enter(other: str) -> "Appended":
                return one.contribute_outside(game, staked, by=first, second=other, request=request)

            show_done(one, alone_or_two(People(one.log), second, enter), as_json=json)
        return
    if sheet is None:
        raise InvalidInput("a win needs a sheet with the jackpot's terms", field="--sheet")
    _, won_as = accepted_terms(sheet, on, db)
    with as_two(db, name, by, second, there=True) as (one, first, other):
        events = one.award_outside(game, win, won_as, player=player, by=first, second=other, request=request)
        show_done(one, events, as_json=json)


def stop(
    name: Name,
    cause: Annotated[str, typer.Argument(help="Why, in words.")],
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Take no more wagers on a jackpot.

    Example: houseway jackpot stop royal "the account is short" --as sue
    """
    with as_one(db, name, by) as (one, first):
        show_done(one, one.stop(cause, by=first, request=request), as_json=json)


def start(
    name: Name, request: Request = "", by: By = None, second: Second = None, db: Database = None, json: Json = False
) -> None:
    """Take wagers again. Needs two persons.

    Example: houseway jackpot start royal --as sue --second ada
    """
    with as_two(db, name, by, second, there=True) as (one, first, other):
        show_done(one, one.start(by=first, second=other, request=request), as_json=json)


# Money that no wager brought and no win took


def adjust(
    name: Name,
    amount: Annotated[str, typer.Argument(help="In dollars, up to eight decimals; with a minus what is taken out.")],
    reason: Annotated[str, typer.Option(help="malfunction, over-cap, seed-recovery, removal or seizure.")],
    note: Annotated[str, typer.Option(metavar="TEXT", help="What happened.")],
    into: Annotated[str | None, typer.Option(metavar="NAME", help="The jackpot that takes a removed prize.")] = None,
    pot: Annotated[str, typer.Option(help="meter or reserve.")] = "meter",
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Adjust a meter for one of the reasons that the law knows. Needs two persons.

    Example: houseway jackpot adjust royal -12.50 --reason malfunction --note "a chip counted twice" --as sue
    """
    units = _units(amount)
    with as_two(db, name, by, second, there=True) as (one, first, other):
        target = existing_jackpot(one.log, into) if into else None
        words = reason.replace("-", " ")
        events = one.adjust(words, units, note=note, by=first, second=other, pot=pot, into=target, request=request)
        show_done(one, events, as_json=json)


def _units(text: str) -> int:
    from houseway.games.round.jackpot import METER_DECIMALS
    from houseway.money import parse_units

    units = parse_units(text.removeprefix("-"), decimals=METER_DECIMALS, field="amount")
    return -units if text.startswith("-") else units


def deposit(
    name: Name,
    amount: Annotated[str, typer.Argument(help="In dollars.")],
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Record what was brought to the jackpot's bank account: no more than is owed. Above $100,000 in a day two do it.

    Example: houseway jackpot deposit royal 1250.00 --as sue
    """
    from houseway.house.people.people import People
    from houseway.money import parse_money

    cents = parse_money(amount, field="amount")
    with as_one(db, name, by) as (one, first):

        def record(other: str) -> "Appended":
            return one.deposit(cents, by=first, second=other, request=request)

        show_done(one, alone_or_two(People(one.log), second, record), as_json=json)


def pass_on(name: Name, request: Request = "", by: By = None, db: Database = None, json: Json = False) -> None:
    """Bring what came in above the cap into the jackpot that the terms name.

    Example: houseway jackpot pass-on royal --as sue
    """
    from houseway.errors import NotAllowedNow

    with as_one(db, name, by) as (one, first):
        overflow = one.state.posted.overflow
        if not overflow:
            raise NotAllowedNow("overflows into its own next jackpot", field=f"jackpot {name}")
        show_done(one, one.pass_on(existing_jackpot(one.log, overflow), by=first, request=request), as_json=json)


COMMANDS: Final[Commands] = {
    "create": create,
    "change": change,
    "declare": declare,
    "outside": outside,
    "stop": stop,
    "start": start,
    "adjust": Command(adjust, free_form=True),
    "deposit": deposit,
    "pass-on": pass_on,
}
