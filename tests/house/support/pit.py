"""Processes that run live tables, started by the tests and killed by them.

`python pit.py`: for every line `URL PATH` on standard input a child plays four tables of house players on that log,
notes in PATH every event once it is stored, and goes on until it is killed; `dead` is answered then.
`python pit.py link URL PROCESSES ROUNDS`: so many processes play a table each, all linked to one progressive.
"""

import os
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

import alembic.command  # noqa: F401  # what a log imports late, imported once for all children
import psycopg  # noqa: F401

sys.path.insert(0, str(Path(__file__).parents[2]))

from house.support.tables import any_decision, fund, rules_for, terms_of
from houseway.cards.card import parse_cards
from houseway.cards.deck import joker_deck
from houseway.errors import HousewayError
from houseway.house.jackpots.jackpot import Jackpots
from houseway.house.jackpots.terms_acts import CreateJackpot
from houseway.house.log.log import Log, Outcome
from houseway.house.people.act_fields import Deal
from houseway.house.sheets.table_rules import TableRules
from houseway.house.store.store import open_log
from houseway.house.tables.driver import Driver, Step
from houseway.house.tables.players import HousePlayer
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import EnterCards, OpenTable, StartDeal
from houseway.house.tables.state import open_round
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager

GAMES = ("down-under-holdem", "down-under-blackjack", "flush-poker", "wild-monkey-pai-gow")
WINNERS = ("2h 3h 4h 5h 6h 7h 8h", "Ac Kc Qc Jc Tc Kd Qd", "8d 9d Td Jd Jo 6d 7d", "2c 3d 5s 7c 9h Jh Kh")


def rules_of(number: int) -> TableRules:
    game = GAMES[number]
    if game == "down-under-holdem":
        return rules_for(game, name=str(number))
    shared = "dealer" if game == "down-under-blackjack" else "royal"
    return rules_for(game, name=str(number), jackpot=terms_of(shared, reserve=11_111))


def seated(log: Log) -> list[Table]:
    """The tables as they stand; what a process that died has not done yet of the set-up is done now."""
    jackpots, found = Jackpots(log), []
    for number in range(len(GAMES)):
        rules = rules_of(number)
        if rules.jackpot and jackpots.get(rules.jackpot.name).state.terms is None:
            jackpots.get(rules.jackpot.name).do(CreateJackpot(terms=rules.jackpot, game=rules.chosen))
        table = Table(log, rules.name, jackpots=jackpots)
        if table.state.rules is None:
            table.do(OpenTable(rules=rules, day="2026-11-16"))
        for seat in (1, 2, 3):
            player = f"p{number}-{seat}"
            if not log.balance(f"player/{player}") and not table.state.round:
                fund(log, player)
            if seat not in table.state.seated:
                table.do(Join(seat=seat, player=player))
        found.append(table)
    return found


def play(url: str, path: str) -> None:
    """Play for ever; every acknowledged event is noted at once."""
    with open_log(url) as log, Path(path).open("a") as notes:
        Noting(log, seated(log), notes).run()


class Noting(Driver):
    """A driver that notes what is stored before it goes on from there."""

    def __init__(self, log: Log, tables: Sequence[Table], notes: TextIO) -> None:
        super().__init__(log, tables, seed=os.urandom(8).hex(), verifiers=("ann", "bea"))
        self._notes = notes

    def accept(self, steps: Sequence[Step], outcomes: Sequence[Outcome]) -> None:
        for outcome in outcomes:
            if not isinstance(outcome, HousewayError):
                self._notes.writelines(f"{event.stream} {event.number} {event.hash}\n" for event in outcome)
        self._notes.flush()
        super().accept(steps, outcomes)


def link(url: str, name: str, rounds: int) -> None:
    """A table of a real deck, linked to the meter of all the others; every other hand wins a share."""
    chance = random.Random(f"link/{name}")
    with open_log(url) as log:
        jackpots = Jackpots(log)
        rules = rules_for("flush-poker", name=name, dealer="person", cards="scanner", jackpot=terms_of(reset=50_00))
        table = Table(log, name, jackpots=jackpots)
        table.do(OpenTable(rules=rules, day="2026-11-16"))
        fund(log, f"p{name}")
        table.do(Join(seat=1, player=f"p{name}"))
        player = HousePlayer(name)
        while table.state.rounds < rounds:
            table.do(Wager(seat=1, wagers={**player.wagers(rules), "jackpot": 1_00}))
            table.do(StartDeal())
            hand = parse_cards(chance.choice(WINNERS).split())
            rest = [card for card in joker_deck() if card not in hand]
            table.do(EnterCards(deal=Deal(hands={1: hand}, dealer=tuple(chance.sample(rest, 7)))))
            while table.state.phase == "decisions":
                table.do(Decide(seat=1, decision=any_decision(open_round(table.state), chance)))


def fork(work: Callable[..., None], arguments: Sequence[object]) -> int:
    """A child that does the work and ends; what is wrong goes to standard error."""
    child = os.fork()
    if not child:
        status = 1
        try:
            work(*arguments)
            status = 0
        except HousewayError as problem:
            sys.stderr.write(f"{type(problem).__name__}: {problem}\n")
            sys.stderr.flush()
        finally:
            os._exit(status)
    return child


def main() -> int:
    if sys.argv[1:2] == ["link"]:
        url, processes, rounds = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
        with open_log(url) as log:
            Jackpots(log).get("royal").do(
                CreateJackpot(terms=terms_of(reset=50_00), game=rules_for("flush-poker").chosen)
            )
        children = [fork(link, (url, str(number), rounds)) for number in range(processes)]
        return sum(os.waitpid(child, 0)[1] != 0 for child in children)
    for line in sys.stdin:
        child = fork(play, line.split())
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        os.waitpid(child, 0)
        sys.stdout.write("dead\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
