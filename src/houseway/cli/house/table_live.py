"""`houseway table …` for tables that live: opened, played at and closed, one act a command, every act in the log."""

from pathlib import Path
from typing import Annotated, Final

import typer

from houseway.cli.group import Commands
from houseway.cli.house.common import By, Database, sign_in
from houseway.cli.house.floor import Name, Request, SeatNumber, Second, acts_for, answer, at_table, own_seat
from houseway.cli.house.table import Json

# Staff


def open_table(
    file: Annotated[Path, typer.Argument(help="The table's sheet.")],
    on: Annotated[str | None, typer.Option("--on", metavar="DATE", hidden=True, help="The day, for tests.")] = None,
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Open a table as its sheet says; exit 1 where letter or law refuses it, with every reason. Studies never open.

    It is also checked beside the tables that are open. A jackpot that the sheet names is created where there is none
    yet, for which a second person is asked.

    Example: houseway table open table-7.toml --as sue
    """
    from houseway.cli.house.table_open import open_file

    raise typer.Exit(open_file(file, on, request=request, by=by, second=second, db=db, as_json=json))


def close(name: Name, request: Request = "", by: By = None, db: Database = None, json: Json = False) -> None:
    """Close a table between rounds; the seed of its deck is revealed.

    Example: houseway table close 7 --as sue
    """
    with at_table(db, name) as floor:
        who = sign_in(floor.people, by)
        answer(floor.table, floor.table.close(by=who, request=request), as_json=json)


def deal(name: Name, request: Request = "", by: By = None, db: Database = None, json: Json = False) -> None:
    """Call no more wagers: jackpot wagers are sensed, and the round is dealt or its cards are awaited.

    Example: houseway table deal 7 --as dan
    """
    with at_table(db, name) as floor:
        who = sign_in(floor.people, by)
        answer(floor.table, floor.table.deal(by=who, request=request), as_json=json)


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


def void(
    name: Name,
    reason: Annotated[list[str], typer.Argument(help="Why: misdeal, card-reader fault, ...")],
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Call the round off; every stake goes back. Two persons do it.

    Example: houseway table void 7 misdeal --as sue --second dan
    """
    with at_table(db, name) as floor:
        first = sign_in(floor.people, by)
        other = sign_in(floor.people, second, second=True)
        events = floor.table.void(" ".join(reason), by=first, second=other, request=request)
        answer(floor.table, events, as_json=json)


def verify(name: Name, request: Request = "", by: By = None, db: Database = None, json: Json = False) -> None:
    """Verify a win that the table holds; when a second person has, it is paid.

    Example: houseway table verify 7 --as sue
    """
    with at_table(db, name) as floor:
        who = sign_in(floor.people, by)
        answer(floor.table, floor.table.verify_win(by=who, request=request), as_json=json)


def short(
    name: Name,
    reason: Annotated[list[str], typer.Argument(help="Why it is paid all the same.")],
    request: Request = "",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Pay a held win though the tray is short of it: it holds less than zero until it is filled. Two persons do it.

    Example: houseway table short 7 the cage is closed for ten minutes --as sue --second deb
    """
    with at_table(db, name) as floor:
        first = sign_in(floor.people, by)
        other = sign_in(floor.people, second, second=True)
        events = floor.table.document_short(" ".join(reason), by=first, second=other, request=request)
        answer(floor.table, events, as_json=json)


def controller(
    name: Name,
    what: Annotated[str, typer.Argument(metavar="lost|back", help="Whether the jackpot's controller is reached.")],
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Say that the jackpot's controller is lost, or back. While it is lost, only the jackpot wager is not taken.

    Example: houseway table controller 7 lost --as dan
    """
    from houseway.errors import InvalidInput, shown

    if what not in ("lost", "back"):
        raise InvalidInput(f"must be lost or back, not {shown(what)}", field="controller")
    with at_table(db, name) as floor:
        who = sign_in(floor.people, by)
        act = floor.table.lose_controller if what == "lost" else floor.table.regain_controller
        answer(floor.table, act(by=who, request=request), as_json=json)


def tick(name: Name, by: By = None, db: Database = None, json: Json = False) -> None:
    """Do what time has come for: the posted default of a seat whose time is up, the deal of a table that deals itself.

    Somebody of the house signs in for it, a player as well as staff.

    Example: houseway table tick 7 --as dan
    """
    with at_table(db, name) as floor:
        sign_in(floor.people, by)
        answer(floor.table, floor.table.tick(floor.table.log.clock()), as_json=json)


# Players, or a dealer for them


def join(
    name: Name,
    seat: SeatNumber,
    player: Annotated[str, typer.Argument(help="Who sits down.")],
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Sit down at a table, or seat a player.

    Example: houseway table join 7 1 pat --as dan
    """
    with at_table(db, name) as floor:
        who = acts_for(floor, seat, by, player=player)
        events = floor.table.join(seat, player, by=who, request=request)
        answer(floor.table, events, seat=own_seat(floor.table, seat, who), as_json=json)


def sit_out(
    name: Name, seat: SeatNumber, request: Request = "", by: By = None, db: Database = None, json: Json = False
) -> None:
    """Take no part until the next wager.

    Example: houseway table sit-out 7 1 --as pat
    """
    with at_table(db, name) as floor:
        who = acts_for(floor, seat, by)
        events = floor.table.sit_out(seat, by=who, request=request)
        answer(floor.table, events, seat=own_seat(floor.table, seat, who), as_json=json)


def leave(
    name: Name, seat: SeatNumber, request: Request = "", by: By = None, db: Database = None, json: Json = False
) -> None:
    """Leave a table; in a round the posted default decides for the seat.

    Example: houseway table leave 7 1 --as pat
    """
    with at_table(db, name) as floor:
        who = acts_for(floor, seat, by)
        answer(floor.table, floor.table.leave(seat, by=who, request=request), as_json=json)


def value(
    name: Name,
    seat: SeatNumber,
    text: Annotated[str, typer.Argument(help="Any text of the player's own.")],
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Give a player's value for the next shuffle.

    Example: houseway table value 7 1 "my lucky word" --as pat
    """
    with at_table(db, name) as floor:
        who = acts_for(floor, seat, by)
        events = floor.table.give_value(seat, text, by=who, request=request)
        answer(floor.table, events, seat=own_seat(floor.table, seat, who), as_json=json)


def wager(
    name: Name,
    seat: SeatNumber,
    wagers: Annotated[list[str], typer.Argument(metavar="WAGER=DOLLARS...", help="All wagers of the seat.")],
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Wager on the next round; what the seat had wagered before is replaced.

    Example: houseway table wager 7 1 ante=10 bet=10 trips-or-better=5 --as pat
    """
    from houseway.cli.house.table_open import wagers_of

    given = wagers_of(wagers)
    with at_table(db, name) as floor:
        who = acts_for(floor, seat, by)
        events = floor.table.wager(seat, given, by=who, request=request)
        answer(floor.table, events, seat=own_seat(floor.table, seat, who), as_json=json)


def withdraw(
    name: Name, seat: SeatNumber, request: Request = "", by: By = None, db: Database = None, json: Json = False
) -> None:
    """Take a seat's wagers back before the deal.

    Example: houseway table withdraw 7 1 --as pat
    """
    with at_table(db, name) as floor:
        who = acts_for(floor, seat, by)
        events = floor.table.withdraw(seat, by=who, request=request)
        answer(floor.table, events, seat=own_seat(floor.table, seat, who), as_json=json)


def decide(
    name: Name,
    seat: SeatNumber,
    text: Annotated[list[str], typer.Argument(help="The decision, such as play 3x.")],
    request: Request = "",
    by: By = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Decide for the seat in turn; the last decision settles the round.

    Example: houseway table decide 7 1 play 3x --as pat
    """
    with at_table(db, name) as floor:
        who = acts_for(floor, seat, by)
        events = floor.table.decide(seat, " ".join(text), by=who, request=request)
        answer(floor.table, events, seat=own_seat(floor.table, seat, who), as_json=json)


# Everybody


def list_tables(db: Database = None, json: Json = False) -> None:
    """List the tables of the house and where they stand.

    Example: houseway table list
    """
    from houseway.cli.house.table_shown import show_list

    show_list(db, as_json=json)


def show(
    name: Name,
    seat: Annotated[int | None, typer.Option(help="As this seat sees it; its player is asked for.")] = None,
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
    seed: Annotated[str, typer.Option(help="How the house players choose; the cards stay unforeseeable.")] = "1",
    bankroll: Annotated[str, typer.Option(help="What each of them buys in for, in dollars.")] = "5000",
    by: By = None,
    second: Second = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Let house players play at a table that deals itself and where nobody else sits; they cash out afterwards.

    Their buy-ins are like anybody's: above $10,000 in 24 hours for one of them a second person is asked for.

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
    "close": close,
    "deal": deal,
    "enter": enter,
    "void": void,
    "verify": verify,
    "short": short,
    "controller": controller,
    "tick": tick,
    "join": join,
    "sit-out": sit_out,
    "leave": leave,
    "value": value,
    "wager": wager,
    "withdraw": withdraw,
    "decide": decide,
    "list": list_tables,
    "show": show,
    "run": run,
}
