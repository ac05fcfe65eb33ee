"""A house with one dishonest person: a seed drives what they try, alone, with every right that they have.

Cash is followed by hand beside the log: what is really in drawers and pockets. At the end two honest persons count.
Nobody ends with money that the rules do not give, unless the count finds exactly that much missing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Final

from house.support.people import add_person
from houseway.cards.card import parse_cards
from houseway.errors import HousewayError
from houseway.games.demonstration import demonstration
from houseway.house.log.events import NewEvent
from houseway.house.log.ledger import Posting, cents, move
from houseway.house.log.memory import MemoryLog
from houseway.house.log.names import VARIANCE, drawer_account, player_account
from houseway.house.people.act_fields import Deal
from houseway.house.people.cage_acts import BuyIn, CashOut, Fill, Fund
from houseway.house.people.cage_events import buy_in, fund
from houseway.house.people.drawer_acts import CloseDrawer, OpenDrawer
from houseway.house.people.person_acts import AddPerson, ChangeRoles, SetPassword
from houseway.house.people.person_payloads import LoggedIn
from houseway.house.people.roster import MustWait, NotPermitted
from houseway.house.records.deep_audit.walk import deep_audit
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.holds import DocumentShort
from houseway.house.tables.payloads import Settled
from houseway.house.tables.round_corrections import CorrectRound, named_changes
from houseway.house.tables.seat_acts import Join
from houseway.house.tables.staff_acts import EnterCards, OpenTable, StartDeal
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager
from houseway.money import Cents
from simulated_house.checks import require
from simulated_house.servers import SimulatedClock
from simulated_house.staff import PASSWORD, hire

if TYPE_CHECKING:
    from argon2 import PasswordHasher

FRIEND: Final = "pal"  # a player who shares with the thief
HONEST: Final = "pat"
NEW: Final = "nia"  # a supervisor whose password is still the one that an administrator set
STAFF: Final = {
    "sue": "supervisor",
    "sam": "supervisor",
    "dan": "dealer",
    "kim": "cashier",
    FRIEND: "player",
    HONEST: "player",
    "bea": "administrator",
}
THIEVES: Final = ("ada", "sue", "dan", "kim")
BANK: Final[Cents] = 100_000_00
FLOAT: Final[Cents] = 5_000_00
STAKE: Final[Cents] = 100_00
PURSE: Final[Cents] = 2_500_00  # of the honest player
FRIEND_ACCOUNT: Final = player_account(FRIEND)
GUESSES: Final = 5  # passwords that anybody may try at once
LOSING: Final = "2c 3d 5s 7c 9h Jh Kh"
WINNING: Final = "2h 3h 4h 5h 6h 7h 8h"
DEALER: Final = "4c 6d 8s Tc Qc Ad Kc"


@dataclass
class Theft:
    """What a dishonest person came to."""

    thief: str
    pocket: Cents = 0  # cash that the thief and the friend took away
    missing: Cents = 0  # what the count found short
    refused: int = 0
    done: int = 0
    forged: int = 0  # events that were written past the rules
    found: int = 0  # of these by the deep audit
    given: Cents = 0  # what they gave the friend
    drawer: Cents = FLOAT  # what is really in the cashier's drawer
    guesses: int = 0  # passwords that were tried at once
    tried: list[str] = field(default_factory=list)


class DishonestHouse:
    """The house, its honest people, and one who is not."""

    def __init__(self, seed: object, hasher: "PasswordHasher | None" = None) -> None:
        self.chance = Random(f"theft/{seed}")  # a simulation must be repeatable
        self.clock = SimulatedClock()
        self.log = MemoryLog(self.clock)
        self.people = hire(self.log, STAFF, hasher)
        self.cage = self.people
        self.cage.do(Fund(amount=BANK), by="ada", second="sue")
        self.cage.do(OpenDrawer(amount=FLOAT), by="kim", second="sue")
        self.people.do(AddPerson(name=NEW, roles=("supervisor",), password=PASSWORD), by="ada", second="bea")
        self.theft = Theft(self.chance.choice(THIEVES))
        self.cage.do(BuyIn(player=HONEST, amount=PURSE), by="kim")
        self.theft.drawer += PURSE
        self.table = self._table_played_at()

    def _table_played_at(self) -> Table:
        """A table with real cards, where the friend has honestly lost a round that dan entered."""
        game = demonstration("flush-poker", {"jackpot": "off"})
        rules = TableRules(name="7", game=game.name, options=dict(game.options), seats=6, cards="hand", dealer="person")
        table = Table(self.log, "7", people=self.people)
        table.do(OpenTable(rules=rules, day=""), by="sue")
        self.cage.do(BuyIn(player=FRIEND, amount=STAKE), by="kim")
        self.theft.drawer += STAKE
        table.do(Join(seat=1, player=FRIEND), by=FRIEND)
        table.do(Wager(seat=1, wagers={"bet": STAKE}), by=FRIEND)
        table.do(StartDeal(), by="dan")
        table.do(
            EnterCards(deal=Deal(hands={1: parse_cards(LOSING.split())}, dealer=parse_cards(DEALER.split()))), by="dan"
        )
        table.do(Decide(seat=1, decision="fold"), by="dan")
        return table

    def run(self, steps: int) -> Theft:
        """Let the thief try, then count."""
        for _ in range(steps):
            self.clock.move(self.chance.choice([1, 60, 3600]))
            name, act = self.chance.choice(list(self._acts().items()))
            self.theft.tried.append(name)
            try:
                act()
                self.theft.done += 1
            except HousewayError:
                self.theft.refused += 1
        self._count()
        return self.theft

    def _acts(self) -> dict[str, Callable[[], object]]:
        thief, amount = self.theft.thief, self.chance.choice([50_00, 2_000_00, 9_999_00, 50_000_00])
        second = self.chance.choice(["", thief, "eve", FRIEND, NEW])
        return {
            "mint": lambda: self._mint(thief, amount, second),
            "pay the friend": lambda: self._pay(FRIEND, thief, amount, second),
            "another's purse": lambda: self._pay(HONEST, thief, min(amount, PURSE), second),
            "guesses": self._guess,
            "own account": lambda: self.cage.do(BuyIn(player=thief, amount=amount), by=thief, second=second),
            "owner's money": lambda: self._take_out(thief, amount, second),
            "fill": lambda: self.cage.do(Fill(table="7", amount=amount), by=thief, second=second),
            "a person": lambda: add_person(
                self.people, AddPerson(name="eve", roles=("supervisor",), password=PASSWORD), by=thief, second=second
            ),
            "a role": lambda: self.people.do(
                ChangeRoles(
                    name=thief,
                    roles=(
                        "administrator",
                        "supervisor",
                    ),
                ),
                by=thief,
                second=second,
            ),
            "a password": lambda: self.people.do(
                SetPassword(name="sam", password="another password"), by=thief, second=second
            ),
            "a drawer": lambda: self.cage.do(OpenDrawer(amount=amount), by=thief, second=second),
            "a count": lambda: self.cage.do(CloseDrawer(amount=0), by=thief, second=second),
            "another's count": lambda: self.cage.do(CloseDrawer(amount=0, cashier="kim"), by=thief, second=second),
            "chips from nowhere": lambda: self.cage.do(
                BuyIn(player=FRIEND, amount=amount, table="ghost"), by=thief, second=second
            ),
            "a corrected round": lambda: self._correct(thief, second),
            "a short": lambda: self.table.do(DocumentShort(reason="quick"), by=thief, second=second),
            "forge": self._forge,
        }

    def _mint(self, thief: str, amount: Cents, second: str) -> None:
        """A buy-in for the friend without any cash."""
        self.cage.do(BuyIn(player=FRIEND, amount=amount), by=thief, second=second)

    def _guess(self) -> None:
        """Another's password, tried until the house makes one wait."""
        tried = 0
        while tried <= GUESSES:
            try:
                self.people.log_in("sam", f"guess {tried}", "198.51.100.7")
            except MustWait:
                break
            except NotPermitted:
                tried += 1
        self.theft.guesses = max(self.theft.guesses, tried)

    def _pay(self, player: str, thief: str, amount: Cents, second: str) -> None:
        """A player's chips paid out, in cash that is really there."""
        self.cage.do(CashOut(player=player, amount=amount), by=thief, second=second)
        require(self.theft.drawer >= 0, "a drawer paid more than it had")
        paid = min(amount, self.theft.drawer)
        self.theft.drawer -= paid
        self.theft.pocket += paid

    def _take_out(self, thief: str, amount: Cents, second: str) -> None:
        """The owner's money out of the bank, into a pocket."""
        self.cage.do(Fund(amount=amount, out=True), by=thief, second=second)
        self.theft.pocket += amount

    def _correct(self, thief: str, second: str) -> None:
        """The friend's lost round as one that was won."""
        end = next(event for event in self.log.read(self.table.stream) if event.kind == "settled")
        won = named_changes(end.read(Settled).record.to_json(), hands={1: WINNING.split()}, decisions={1: ["raise 3x"]})
        self.table.do(CorrectRound(round=1, record=won, reason="mistyped"), by=thief, second=second)

    def _forge(self) -> None:
        """An event written past the rules, as somebody with the database could."""
        thief = self.theft.thief
        event = self.chance.choice(
            [
                buy_in(FRIEND, 20_000_00, drawer=thief, by=thief),
                fund(-1_000_00, by=thief, second=thief),
                NewEvent(stream="house", kind="noted", by=thief, postings=_gift(500_00)),
                NewEvent(stream="house", data=LoggedIn(name="ghost", place="")),
            ]
        )
        self.log.append(event)
        self.theft.forged += 1
        self.theft.given += sum(amount for account, amount in event.postings if account == FRIEND_ACCOUNT) // cents(1)

    def _count(self) -> None:
        """Two honest persons count the drawer, and the deep audit looks at everything."""
        expected = self.log.balance(drawer_account("kim")) // cents(1)
        counter = "sam" if self.theft.thief == "sue" else "sue"
        self.clock.move(timedelta(hours=25).total_seconds())
        if self.people.state.has_open_drawer("kim"):
            self.cage.do(CloseDrawer(amount=min(self.theft.drawer, expected)), by="kim", second=counter)
        self.theft.missing = self.log.balance(VARIANCE) // cents(1)
        findings = deep_audit(self.log).findings
        self.theft.found = len({(one.stream, one.number) for one in findings})


def _gift(amount: Cents) -> tuple[Posting, ...]:
    return move(cents(amount), out_of="outside/players", into=FRIEND_ACCOUNT)


def check_theft(theft: Theft) -> None:
    """Raise where somebody ended with money that no count and no audit found, or a forged event was not found."""
    seen = theft.missing + theft.given
    require(theft.pocket <= seen, f"{theft.thief} has {theft.pocket}, and {seen} was found missing or forged")
    require(theft.guesses <= GUESSES, f"{theft.thief} tried {theft.guesses} passwords at once")
    require(theft.found >= theft.forged, f"{theft.forged} events were forged, and {theft.found} found")
