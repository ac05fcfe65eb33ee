"""Tables for training: real cards that a trainee keys in, house players, and devices that are simulated.

A trainee has one such table for each game, in the demonstration house: private, with a jackpot of its own. It is opened
from the example sheet, so that limits, chips and amounts to verify are those of a room.
"""

from dataclasses import replace
from typing import Final

from houseway.errors import InvalidInput, shown
from houseway.games import game_names
from houseway.games.game import Game
from houseway.games.round.open_record import cards_in_reader
from houseway.house.log.events import NewEvent, digest
from houseway.house.log.names import practice_stream
from houseway.house.people.person_payloads import TableOwned
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.sheets.table_rules import TableRules, rules_of
from houseway.house.tables.console_acts import Relieve
from houseway.house.tables.device_acts import PairDevice
from houseway.house.tables.device_checks import jackpot_wager
from houseway.house.tables.equipment import DeviceKind
from houseway.web.floor.floor import Floor
from houseway.web.floor.live_table import LiveTable
from houseway.web.practice.demonstration_house import open_table, seat_house_player
from houseway.web.practice.permits import STAFF

TRAINING: Final = "training"
SEATS: Final = (1, 3, 5)  # where house players sit
DEVICES: Final = {
    DeviceKind.READER: PairDevice(device="reader-1", kind="reader"),
    DeviceKind.SPOTS: PairDevice(device="spots-1", kind="spots"),
}


def training_table(floor: Floor, game_name: str, trainee: str) -> str:
    """The name of a person's table for training in a game; the table is created if it does not exist yet."""
    if game_name not in game_names():
        raise InvalidInput(f"there is no game {shown(game_name)}", field="game")
    name = f"{TRAINING}-{game_name}-{digest(trainee)[:8]}"
    owned = NewEvent(stream=practice_stream(name), by=trainee, data=TableOwned(person=trainee, training=True))
    floor.writer.append(owned, request=f"practice/{name}")
    table = floor.make(name)
    if table.state.rules is None:
        open_table(floor, table, _rules(floor, game_name, name))
    _furnish(floor, table, trainee)
    return name


def _rules(floor: Floor, game_name: str, name: str) -> TableRules:
    """The rules of the example sheet, with a jackpot that nobody shares."""
    rules = rules_of(parse_sheet(example_sheet(game_name)), floor.log.clock().date(), practice=True)
    jackpot = replace(rules.jackpot, name=f"{name}-jackpot", linked=False) if rules.jackpot else None
    return replace(rules, name=name, jackpot=jackpot)


def _furnish(floor: Floor, table: LiveTable, trainee: str) -> None:
    """Seat house players, pair simulated devices, and let the trainee deal, as far as that has not been done yet."""
    for index, seat in enumerate(SEATS):
        if seat not in table.state.seated:
            seat_house_player(floor, table, seat, index)
    dealer, supervisor = STAFF
    for kind in device_kinds(table):
        if table.state.equipment.of_kind(kind) is None:
            table.do(DEVICES[kind], by=supervisor, second=dealer)
    if table.state.dealer != trainee:
        table.do(Relieve(), by=trainee)


def device_kinds(table: LiveTable) -> list[DeviceKind]:
    """The devices that the letter's table system has for a game: lights for hidden cards, spots for a jackpot."""
    game: Game = table.state.open_rules.chosen
    reader = [DeviceKind.READER] if cards_in_reader(game) is not None else []
    return [*reader, DeviceKind.SPOTS] if jackpot_wager(table.state) else reader
