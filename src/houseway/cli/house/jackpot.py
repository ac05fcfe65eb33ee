"""`houseway jackpot …`: two persons create, stop and adjust jackpots; jackpot_reports.py has the reports."""

from pathlib import Path
from typing import Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.act_commands import CommandGroup, Request, Second
from houseway.cli.house.common import By, Database, Json
from houseway.cli.house.jackpot_common import Name, accepted_terms, answer_act, as_two, at_jackpot, show_done
from houseway.house.jackpots.catalogue import JACKPOT_ACTS

HELP: Final = "The jackpots of the house: meters, wins, adjustments, deposits.\n\nExample: houseway jackpot show royal"

JACKPOT: Final = CommandGroup(name="jackpot", open=at_jackpot, answer=answer_act, argument=Name)

On = Annotated[str | None, typer.Option("--on", metavar="DATE", help="The day of the check; today by default.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A table sheet with a [jackpot].")]


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
    from houseway.house.jackpots.terms_acts import CreateJackpot

    terms, game = accepted_terms(file, on, db)
    with as_two(db, terms.name, by, second) as (one, first, other):
        show_done(
            one, one.do(CreateJackpot(terms=terms, game=game), by=first, second=other, request=request), as_json=json
        )


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
    from houseway.house.jackpots.terms_acts import ChangeJackpot

    terms, game = accepted_terms(file, on, db)
    with as_two(db, name, by, second, there=True) as (one, first, other):
        show_done(
            one, one.do(ChangeJackpot(terms=terms, game=game), by=first, second=other, request=request), as_json=json
        )


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
    """Enter wagers, or a win, of a declared game outside houseway. A win needs two persons; the cage pays it.

    If a win and the other entries of 24 hours take more than verify-above out of the meter, two others must verify it
    before the cage pays (`houseway jackpot verify`). Its amount is fixed at its entry.

    Wagers that bring more than $10,000 into the meter in 24 hours need a second person too. The meter counts wagers and
    wins in the order of their entry: enter earlier wagers before a win.

    Example: houseway jackpot outside match match-the-dealer-blackjack --wagers 25.00 --request 17 --as dan
    """
    from houseway.errors import InvalidInput
    from houseway.house.jackpots.money_acts import ENTER_OUTSIDE_WAGERS
    from houseway.house.jackpots.outside_wins import AwardOutsideWin
    from houseway.house.people.act_fields import read_input

    if bool(wagers) == bool(win):
        raise InvalidInput("give wagers or a win", field="outside")
    if wagers:
        act = ENTER_OUTSIDE_WAGERS
        asked = read_input(act.asks, {"game": game, "wagers": wagers})
        JACKPOT.run(act, asked, name=name, request=request, by=by, second=second, db=db, as_json=json)
        return
    if sheet is None:
        raise InvalidInput("a win needs a sheet with the jackpot's terms", field="sheet")
    _, won_as = accepted_terms(sheet, on, db)
    with as_two(db, name, by, second, there=True) as (one, first, other):
        award = AwardOutsideWin(game=game, line=win, won_as=won_as, player=player)
        show_done(one, one.do(award, by=first, second=other, request=request), as_json=json)


COMMANDS: Final[Commands] = {
    "create": create,
    "change": change,
    "outside": outside,
    **JACKPOT.commands(JACKPOT_ACTS, "outside-wagers"),
}
