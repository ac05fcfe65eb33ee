"""`houseway table …` for live tables: open, play and close them, one act a command, every act in the log."""

from pathlib import Path
from typing import Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.act_commands import CommandGroup, Request, Second
from houseway.cli.house.common import By, Database, Json, sign_in
from houseway.cli.house.floor import Name, answer, answer_act, at_table, sign_in_to_deal
from houseway.house.tables.catalogue import TABLE_ACTS

TABLE: Final = CommandGroup(name="table", open=at_table, answer=answer_act, argument=Name)


def open_table(
    file: Annotated[Path, typer.Argument(help="The table's sheet; - for standard input.")],
    on: Annotated[str | None, typer.Option("--on", metavar="DATE", hidden=True, help="The day, for tests.")] = None,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Open a table as its sheet says; exit 1 where letter or law refuses it, with every reason. Studies never open.

    It is also checked against the open tables. If the sheet names a jackpot that does not exist, it is created, which
    needs a second person.

    Example: houseway table open table-7.toml --as sue
    """
    from houseway.cli.house.table_open import open_file

    raise typer.Exit(open_file(file, on, request=request, by=by, second=second, db=db, as_json=json))


def enter(
    name: Name,
    cards: Annotated[list[str] | None, typer.Argument(help="Cards drawn from a real shoe, in order.")] = None,
    hand: Annotated[
        list[str] | None, typer.Option(metavar="SEAT=CARDS", help='A seat\'s cards, such as 1="Ah Kd"; repeated.')
    ] = None,
    dealer: Annotated[str, typer.Option(metavar="CARDS", help="The dealer's cards.")] = "",
    board: Annotated[str, typer.Option(metavar="CARDS", help="The board, where the game has one.")] = "",
    deal: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="The deal as JSON, of a scanner; - for standard input, which others cannot see."
        ),
    ] = None,
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Enter the cards of a real table: a whole deal, or the next drawn cards.

    Hidden cards are kept as a secret of the log and not printed. A deal as JSON is {"hands": {"1": ["Ah", "Kh"]},
    "dealer": ["9h", "2c"], "board": [...]}.

    Example: houseway table enter 7 --hand 1="Ah Kh" --dealer "9h 2c" --board "Kd 7s 7c 2d Jh" --as dan
    """
    from houseway.cli.house.table_open import deal_of, enter_cards

    given = deal_of(hand or [], dealer, board, deal)
    with at_table(db, name) as floor:
        who = sign_in(floor.people, by)
        answer(floor.table, enter_cards(floor.table, cards or [], given, by=who, request=request), as_json=json)


def tick(name: Name, by: By = None, db: Database = None, json: Json = False) -> None:
    """Apply what is overdue: the posted default of a seat whose time is up, or the deal of a table that deals itself.

    Anybody of the house may sign in for it, players as well as staff.

    Example: houseway table tick 7 --as dan
    """
    with at_table(db, name) as floor:
        sign_in_to_deal(floor, by)
        answer(floor.table, floor.table.tick(floor.table.log.clock()), as_json=json)


def list_tables(db: Database = None, json: Json = False) -> None:
    """List the tables of the house and where they stand.

    Example: houseway table list
    """
    from houseway.cli.house.table_shown import show_list

    show_list(db, as_json=json)


def show(
    name: Name,
    seat: Annotated[int | None, typer.Option(help="As this seat sees it; its player signs in.")] = None,
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Show a table as everybody may see it, or as the player on a seat does. Nobody sees hidden cards or seeds.

    Example: houseway table show 7 --seat 1 --as pat
    """
    from houseway.cli.house.table_shown import show_table

    show_table(name, seat, by=by, db=db, as_json=json)


def run(
    name: Name,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 100,
    players: Annotated[int, typer.Option(min=1, help="How many house players.")] = 3,
    seed: Annotated[
        str, typer.Option(help="The seed of the house players' choices; the cards stay unpredictable.")
    ] = "1",
    bankroll: Annotated[str, typer.Option(help="What each of them buys in for, in dollars.")] = "5000",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Let house players play at a table without a dealer where nobody else sits; they cash out afterwards.

    Their buy-ins follow the usual rule: above $10,000 in 24 hours for one of them you need a second person.

    Example: houseway table run 7 --rounds 1000 --players 5 --as sue --db trial.db
    """
    from houseway.cli.house.table_run import run_table

    run_table(
        name,
        rounds=rounds,
        players=players,
        seed=seed,
        bankroll=bankroll,
        by=by,
        second=second,
        db=db,
        as_json=json,
    )


COMMANDS: Final[Commands] = {
    "open": open_table,
    "enter": enter,
    **TABLE.commands(TABLE_ACTS, "enter", "correct", "correct-round"),
    "tick": tick,
    "list": list_tables,
    "show": show,
    "run": run,
}
