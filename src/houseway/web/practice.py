"""The demonstration house of practice: a table of each game with house players, and both kinds of jackpot."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from houseway.errors import NotAllowedNow
from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.house.log.events import NewEvent
from houseway.house.people.cage import buy_in
from houseway.house.sheets.sheet import JackpotTerms, Limit
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.demonstration import demonstration_terms
from houseway.house.tables.enabled import is_practice, practice_event
from houseway.house.tables.table import Table
from houseway.money import Cents
from houseway.web import sessions
from houseway.web.floor import Floor
from houseway.web.habits import HABITS

BANKROLL: Final[Cents] = 1_000_00  # what a guest gets, and is filled up to again
HOUSE_BANKROLL: Final[Cents] = 1_000_000_00  # of a house player
HOUSE_SEATS: Final = (2, 4, 6)  # where house players sit; seat 1 and the rest are for people
SHOW: Final = "-2"  # what is added to a game's name for the table where house players play among themselves
SOFTWARE: Final = "practice"
MINIMUM, MAXIMUM, STEP = 1_00, 500_00, 1_00


def set_up(floor: Floor) -> list[str]:
    """Make what is missing of the demonstration house; the names of its tables."""
    _declare(floor)
    names = []
    for game_name in game_names():
        names.append(_open(floor, game_name, demonstration(game_name, _options(game_name)), HOUSE_SEATS))
        game = demonstration(game_name, {})
        if terms_of(game, game_name):
            names.append(_open(floor, game_name + SHOW, game, range(1, game.approval.table.seats + 1)))
    return names


def _declare(floor: Floor) -> None:
    """Make the house a practice house; one that has a log of its own is never turned into one."""
    if is_practice(floor.log):
        return
    if floor.log.heads().keys() - {sessions.STREAM}:
        raise NotAllowedNow("is the log of a house that is not for practice: --room serves it", field="--database")
    floor.writer.append(practice_event(), request="practice/declared")


def _options(game_name: str) -> Mapping[str, str]:
    """One of the games has the other kind of jackpot."""
    return {"jackpot": "house"} if game_name == "wild-monkey-pai-gow" else {}


def _open(floor: Floor, name: str, game: Game, seats: Any) -> str:
    """A table of the demonstration, with its jackpot and house players, as far as it is not there yet."""
    table = Table.load(floor.log, name, appender=floor.writer, jackpots=floor.jackpots, people=floor.permits)
    if table.state.rules is None:
        open_table(floor, table, practice_rules(name, game, terms_of(game, name)))
    for index, seat in enumerate(seats):
        if seat not in table.state.seated and seat <= table.state.open_rules.seats:
            seat_house_player(floor, table, seat, index)
    return name


def terms_of(game: Game, table: str) -> JackpotTerms | None:
    """The jackpot of a table: games that are won alike share a progressive, a house jackpot is the table's own."""
    terms = demonstration_terms(game)
    if terms is None:
        return None
    name = f"{game.name}-jackpot" if terms.kind == "progressive" else f"{table}-house-jackpot"
    return replace(terms, name=name, linked=terms.kind == "progressive")


def practice_rules(name: str, game: Game, jackpot: JackpotTerms | None, *, seconds: int = 0) -> TableRules:
    """The rules of a practice table: it deals itself, wagers are whole dollars up to $500, and no clock runs."""
    limit = Limit(minimum=MINIMUM, maximum=MAXIMUM, step=STEP)
    limited = [one for one in game.approval.placed if game.approval.wagers[one].role != "jackpot"]
    return TableRules(
        name=name,
        game=game.name,
        options=dict(game.options),
        seats=game.approval.table.seats,
        limits=dict.fromkeys(limited, limit),
        dealer="self",
        seconds=seconds,
        defaults=game.approval.operation.defaults,
        jackpot=jackpot,
    )


def open_table(floor: Floor, table: Table, rules: TableRules) -> None:
    """Open a practice table, and create its jackpot where there is none of that name."""
    if rules.jackpot:
        jackpot = floor.jackpots.get(rules.jackpot.name)
        if jackpot.state.terms is None:
            jackpot.create(rules.jackpot, rules.chosen)
    table.open(rules, day=str(floor.log.clock().date()), software=SOFTWARE)


def seat_house_player(floor: Floor, table: Table, seat: int, index: int) -> None:
    """Put a house player of some habit on a seat."""
    player = f"house-{HABITS[index % len(HABITS)].name}-{seat}"
    floor.writer.append(buy_in(player, HOUSE_BANKROLL), request=f"practice/{player}")
    table.join(seat, player)


# ---- guests


def new_guest() -> str:
    """A name for somebody who comes."""
    return f"guest-{secrets.token_hex(4)}"


def chips(player: str, held: Cents) -> NewEvent | None:
    """Practice chips that bring a player to the usual bankroll; None where nothing is missing."""
    return buy_in(player, BANKROLL - held) if held < BANKROLL else None


# ---- tables of one's own


def private_table(floor: Floor, game_name: str, options: Mapping[str, object], *, owner: str, seconds: int) -> str:
    """Open a practice table of somebody's own with any options of the letter; house players take some seats."""
    from houseway.games import game as game_named

    game = game_named(game_name, {**options}) if options else demonstration(game_name, {})
    name = f"{game_name}-{secrets.token_hex(4)}"
    table = Table.load(floor.log, name, appender=floor.writer, jackpots=floor.jackpots, people=floor.permits)
    open_table(floor, table, practice_rules(name, game, _own_terms(game, name), seconds=seconds))
    floor.writer.append(NewEvent(stream=f"practice/{name}", kind="owned", by=owner, data={"person": owner}))
    for index, seat in enumerate(_house_seats(game)):
        seat_house_player(floor, table, seat, index)
    return name


def _own_terms(game: Game, table: str) -> JackpotTerms | None:
    terms = demonstration_terms(game)
    return replace(terms, name=f"{table}-jackpot", linked=False) if terms else None


def _house_seats(game: Game) -> Iterator[int]:
    return (seat for seat in HOUSE_SEATS if seat <= game.approval.table.seats)
