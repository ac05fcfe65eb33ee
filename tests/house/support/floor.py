"""A house in a file for tests of commands: its people, and flush poker tables whose cards are entered or shuffled."""

import random
from collections.abc import Mapping
from datetime import date

from argon2 import PasswordHasher

from house.support.people import add_person
from house.support.tables import counted_seeds, usual_wagers
from houseway.cards.card import parse_cards
from houseway.cards.deck import joker_deck
from houseway.house.jackpots.jackpot import Jackpots
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.log import Log
from houseway.house.people.act_fields import Deal
from houseway.house.people.cage_events import buy_in
from houseway.house.people.house import House
from houseway.house.people.person_acts import AddFirstPerson, AddPerson
from houseway.house.sheets.example import example_sheet
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.sheets.table_rules import rules_of
from houseway.house.tables.holds import VerifyWin
from houseway.house.tables.seat_acts import GiveValue, Join
from houseway.house.tables.staff_acts import EnterCards, OpenTable, StartDeal
from houseway.house.tables.state import open_round
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager
from houseway.kernel import source_digest

ON = date(2026, 11, 16)
WORDS = "correct horse"
JACKPOT = "jackpot-1"
EVERYTHING = "2h 3h 4h 5h 6h 7h 8h"  # a natural straight flush of seven: the whole meter
NOTHING = "2c 3d 5s 7c 9h Jh Kh"
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


def staff(log: Log) -> None:
    """An administrator, a supervisor and a dealer, all with one password."""
    people = House(log, hasher=QUICK)
    people.do(AddFirstPerson(name="ada", password=WORDS))
    add_person(people, AddPerson(name="sue", roles=("supervisor",), password=WORDS), by="ada")
    add_person(people, AddPerson(name="dan", roles=("dealer",), password=WORDS), by="ada")
    add_person(people, AddPerson(name="deb", roles=("dealer",), password=WORDS), by="ada")


def sheet_text(changes: Mapping[str, str] | None = None, *, shuffled: bool = False) -> str:
    """The example sheet of flush poker with some texts replaced."""
    text = example_sheet("flush-poker")
    for old, new in (changes or {}).items():
        assert old in text
        text = text.replace(old, new)
    if shuffled:
        text = text.replace('cards = "hand"', 'cards = "shuffle"').replace('dealer = "person"', 'dealer = "self"')
        text += '\n[controls.equipment]\nreference = "EQ-1"\ndate = 2021-08-23\n'
    return text


def opened_table(log: Log, text: str, *, software: str = "") -> Table:
    """The table of a sheet, open, with its jackpot and two players."""
    sheet = parse_sheet(text)
    jackpots = Jackpots(log)
    assert sheet.jackpot is not None
    jackpot = jackpots.get(sheet.jackpot.name)
    if jackpot.state.terms is None:
        jackpot.do(CreateJackpot(terms=sheet.jackpot, game=sheet.chosen), by="sue", second="ada")
    table = Table(log, sheet.name, jackpots=jackpots, entropy=counted_seeds())
    rules = rules_of(sheet, ON)
    table.do(OpenTable(rules=rules, day=str(ON), sheet=text, software=software or source_digest()), by="sue")
    for seat, player in ((1, "pat"), (2, "quin")):
        if not log.balance(f"player/{player}"):
            log.append(buy_in(player, 100_000_00))
        table.do(Join(seat=seat, player=player))
    return table


def deal(table: Table, hands: Mapping[int, str]) -> None:
    """Wagers with the jackpot's, and cards that are entered."""
    for seat in hands:
        table.do(Wager(seat=seat, wagers={"bet": 10_00, "jackpot": 1_00}))
    table.do(StartDeal(), by="dan")
    given = {seat: parse_cards(hand.split()) for seat, hand in hands.items()}
    out = {card for hand in given.values() for card in hand}
    dealer = tuple(card for card in joker_deck() if card not in out)[:7]
    table.do(EnterCards(deal=Deal(hands=given, dealer=dealer)), by="dan")


def fold_all(table: Table) -> None:
    """Everybody folds; a large win is verified by two."""
    while table.state.phase == "decisions":
        table.do(Decide(seat=open_round(table.state).turn or 0, decision="fold"))
    if table.state.phase == "held":
        table.do(VerifyWin(), by="deb")  # dan entered the cards
        table.do(VerifyWin(), by="sue")


def play(table: Table, hands: Mapping[int, str]) -> None:
    """A round with these hands, to its end."""
    deal(table, hands)
    fold_all(table)


def play_shuffled(table: Table, rounds: int, seed: int = 1) -> None:
    """Rounds from the fair shuffle, with decisions at random."""
    chance = random.Random(seed)
    for _ in range(rounds):
        for seat in (1, 2):
            table.do(GiveValue(seat=seat, value=f"value {chance.randrange(1000)}"))
        for seat in (1, 2):
            table.do(
                Wager(seat=seat, wagers={**usual_wagers(table.state.open_rules.chosen, bonuses=False), "bet": 10_00})
            )
        while table.state.phase == "decisions":
            now = open_round(table.state)
            whole = [choice.text for choice in now.choices() if choice.complete]
            table.do(Decide(seat=now.turn or 0, decision=chance.choice(whole)))
        if table.state.phase == "held":
            table.do(VerifyWin(), by="deb")  # dan entered the cards
            table.do(VerifyWin(), by="sue")
