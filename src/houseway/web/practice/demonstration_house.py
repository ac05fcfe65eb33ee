"""The demonstration house of practice: a table of each game with house players, and both kinds of jackpot."""

import secrets
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from typing import Final

from houseway.errors import NotAllowedNow
from houseway.games import game_names, letter_of
from houseway.games.demonstration import demonstration
from houseway.games.game import Game
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.events import NewEvent, digest, timestamp
from houseway.house.log.kinds import TableEvent
from houseway.house.log.log import Log
from houseway.house.log.names import SYSTEM, practice_stream, practice_table_name, table_stream
from houseway.house.people.cage_events import buy_in
from houseway.house.people.person_payloads import TableOwned
from houseway.house.sheets.sheet import JackpotTerms, Limit
from houseway.house.sheets.table_rules import TableRules
from houseway.house.store.store import open_log
from houseway.house.tables.demonstration import demonstration_terms
from houseway.house.tables.enabled import is_practice, practice_event
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import OpenTable
from houseway.house.tables.table import Table
from houseway.money import Cents
from houseway.web.floor.floor import Floor
from houseway.web.http import sessions
from houseway.web.practice.habits import HABITS
from houseway.web.practice.practice_table import practice_floor

BANKROLL: Final[Cents] = 1_000_00  # what a guest gets, and is filled up to again
MOST_STAKED: Final[Cents] = 5_000_00  # of a guest who asks for chips beside the stakes
HOUSE_BANKROLL: Final[Cents] = 1_000_000_00  # of a house player
HOUSE_SEATS: Final = (2, 4, 6)  # where house players sit; seat 1 and the rest are for people
SHOW: Final = "-2"  # what is added to a game's name for the table where house players play among themselves
SOFTWARE: Final = "practice"
HOUSE_KIND: Final = "house"  # of a jackpot that does not grow with the wagers
MINIMUM, MAXIMUM, STEP = 1_00, 500_00, 1_00


def set_up(floor: Floor) -> list[str]:
    """Create what the demonstration house lacks; answer the names of its tables, and of those in play."""
    _declare(floor)
    names = []
    for game_name in game_names():
        game = demonstration(game_name, _options(game_name))
        names.append(_open(floor, practice_rules(game_name, game, terms_of(game, game_name)), HOUSE_SEATS))
        game, show = demonstration(game_name, {}), game_name + SHOW
        if terms := terms_of(game, show):
            names.append(_open(floor, practice_rules(show, game, terms), range(1, game.approval.table.seats + 1)))
    return names + tables_in_play(floor.log)


def tables_in_play(log: Log) -> list[str]:
    """Private tables with an open hand whose guest can still come back."""
    heads, since = log.heads(), timestamp(log.clock() - timedelta(seconds=sessions.GUEST_SECONDS))
    names = [name for stream in heads if (name := practice_table_name(stream))]
    lately = [name for name in names if (head := heads.get(table_stream(name))) and head.at > since]
    return [name for name in lately if _is_in_play(log, name)]


def _is_in_play(log: Log, table: str) -> bool:
    last = log.last(table_stream(table), TableEvent.DEALT, TableEvent.SETTLED, TableEvent.VOIDED)
    return last is not None and last.kind == TableEvent.DEALT


def prepare(database: str) -> None:
    """Make the demonstration house before several processes serve it, so that one of them makes it."""
    with closing(open_log(database)) as log:
        floor = practice_floor(log)
        set_up(floor)
        floor.writer.close()


def _declare(floor: Floor) -> None:
    """Make the house a practice house; a house that already has a log is never turned into one."""
    if is_practice(floor.log):
        return
    if floor.log.heads().keys() - {sessions.STREAM, SYSTEM}:  # what the program itself wrote when it was opened
        raise NotAllowedNow("is the log of a house that is not for practice: `room` serves it", field="database")
    floor.writer.append(practice_event(), request="practice/declared")


def _options(game_name: str) -> Mapping[str, str]:
    """Both kinds of jackpot are shown: the last game that lets the house choose has the house's own kind."""
    *_, (last, option) = ((name, option) for name in game_names() for option in _jackpot_options(name))
    return {option: HOUSE_KIND} if game_name == last else {}


def _jackpot_options(game_name: str) -> list[str]:
    """The option by which a game's jackpot can be of the house's kind."""
    letter = letter_of(game_name)
    wager = letter.jackpot
    return [wager.option] if wager and HOUSE_KIND in letter.options[wager.option].values else []


def _open(floor: Floor, rules: TableRules, seats: Iterable[int]) -> str:
    """Open a table with its jackpot and house players, as far as they do not exist yet."""
    table = Table.load(floor.log, rules.name, appender=floor.writer, jackpots=floor.jackpots, people=floor.permits)
    if table.state.rules is None:
        open_table(floor, table, rules)
    for index, seat in enumerate(seats):
        if seat not in table.state.seated and seat <= table.state.open_rules.seats:
            seat_house_player(floor, table, seat, index)
    return rules.name


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
        study=game.study_data if game.differs_from_letter else {},
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
            jackpot.do(CreateJackpot(terms=rules.jackpot, game=rules.chosen))
    table.do(OpenTable(rules=rules, day=str(floor.log.clock().date()), software=SOFTWARE))


def seat_house_player(floor: Floor, table: Table, seat: int, index: int) -> None:
    """Put a house player of some habit on a seat."""
    player = f"house-{HABITS[index % len(HABITS)].name}-{seat}"
    floor.writer.append(buy_in(player, HOUSE_BANKROLL), request=f"practice/{player}")
    table.do(Join(seat=seat, player=player))


# ---- guests


def new_guest() -> str:
    """A name for a new guest."""
    return f"guest-{secrets.token_hex(4)}"


def chips(player: str, held: Cents, staked: Cents = 0) -> NewEvent | None:
    """The practice chips that a player lacks for the usual bankroll and the next stakes; None if they lack nothing."""
    full = BANKROLL + min(staked, MOST_STAKED)
    return buy_in(player, full - held) if held < full else None


# ---- private tables


def private_table(
    floor: Floor,
    game: Game,
    *,
    owner: str,
    seconds: int = 0,
    request: str = "",
    house_players: bool = True,
) -> str:
    """Open a practice table of somebody's own for a game or a designer's study, with or without house players.

    The same request opens one table, however often it comes.
    """
    name = f"{game.name}-{digest(f'{owner}/{request}')[:8] if request else secrets.token_hex(4)}"
    owned = NewEvent(stream=practice_stream(name), by=owner, data=TableOwned(person=owner))
    floor.writer.append(owned, request=f"practice/{name}")
    rules = practice_rules(name, game, _own_terms(game, name), seconds=seconds)
    return _open(floor, rules, HOUSE_SEATS if house_players else ())


def _own_terms(game: Game, table: str) -> JackpotTerms | None:
    terms = demonstration_terms(game)
    return replace(terms, name=f"{table}-jackpot", linked=False) if terms else None
