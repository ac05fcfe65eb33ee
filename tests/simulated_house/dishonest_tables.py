"""A pit with one dishonest person: a seed drives what a dealer, a supervisor or a player tries at tables, alone.

At one table real cards are entered: what was really dealt is kept here, beside the log. The other deals by the fair
shuffle. Honest people play on meanwhile; those who verify look at the real cards first. A friend sits at both tables.

Whoever enters cards alone is believed up to the table's `verify_above`, as a dealer is at any table: that much, or the
stake, a false entry can be worth to the friend, and it stands in the log under its name. Nothing else brings a cent.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final

from houseway.cards.card import Card, parse_cards
from houseway.errors import HousewayError, NotAllowedNow
from houseway.games import game_names
from houseway.games.demonstration import demonstration
from houseway.games.round.record import settle
from houseway.house.log.events import Event
from houseway.house.log.kinds import TableEvent
from houseway.house.log.ledger import cents
from houseway.house.log.log import Appended
from houseway.house.log.memory import MemoryLog
from houseway.house.log.names import TablePot, player_account, table_account, table_stream
from houseway.house.people.act_fields import Deal as DealtCards
from houseway.house.people.cage_acts import BuyIn, Fill, Fund
from houseway.house.sheets.sheet import Limit
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.entry_corrections import CorrectEntry
from houseway.house.tables.holds import DocumentShort, VerifyWin
from houseway.house.tables.payloads import RoundResult, read_round
from houseway.house.tables.players import HousePlayer
from houseway.house.tables.round_corrections import CorrectRound
from houseway.house.tables.seat_acts import GiveValue, Join
from houseway.house.tables.shuffle import remaining_cards
from houseway.house.tables.staff_acts import CloseTable, EnterCards, OpenTable, StartDeal, VoidRound
from houseway.house.tables.state import Phase, TableState, open_round
from houseway.house.tables.table import Table
from houseway.house.tables.wager_acts import Decide, Wager, Withdraw
from houseway.money import Cents, parse_money
from simulated_house.people import WINNERS, winnable_games
from simulated_house.servers import SimulatedClock
from simulated_house.staff import hire

if TYPE_CHECKING:
    from argon2 import PasswordHasher

FRIEND: Final = "pal"  # a player who shares with the thief, or is the thief
HONEST: Final = "pat"
STAFF: Final = {
    "sue": "supervisor",
    "sam": "supervisor",
    "dan": "dealer",
    "deb": "dealer",
    FRIEND: "player",
    HONEST: "player",
    "bea": "administrator",
}
THIEVES: Final = ("dan", "sue", FRIEND)
SEATS: Final = {HONEST: 1, FRIEND: 2}
ENTERED, SHUFFLED = "1", "2"  # the tables
PURSE: Final[Cents] = 8_000_00
MOST: Final[Cents] = 100_00  # a wager
TRAY: Final[Cents] = 3_000_00  # at each table
VERIFY_ABOVE: Final[Cents] = 60_00
SECONDS: Final = 30

Deal = tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]  # the hands and the dealer's cards


@dataclass
class Attempts:
    """What a dishonest person tried, and what came of it."""

    thief: str
    refused: int = 0
    done: int = 0
    tried: set[str] = field(default_factory=set)
    answers: list[tuple[str, Appended]] = field(
        default_factory=list
    )  # to whom, and what; of requests that were others'


class DishonestPit:
    """Two tables, the honest people at them, and one who is not."""

    def __init__(self, seed: object, hasher: "PasswordHasher | None" = None) -> None:
        self.chance = Random(f"pit/{seed}")  # a simulation must be repeatable
        self.clock = SimulatedClock()
        self.log = MemoryLog(self.clock)
        self.people = hire(self.log, STAFF, hasher)
        self.dealt: dict[int, Deal] = {}  # at the table of real cards, by round
        self.attempts = Attempts(self.chance.choice(THIEVES))
        self.honest_staff = [name for name in ("sue", "sam", "dan", "deb") if name != self.attempts.thief]
        self._requests = 0
        self._said: list[str] = []  # the ids of honest requests
        cage = self.people
        cage.do(Fund(amount=100_000_00), by="ada", second="sue")
        self.tables = {name: self._open(name) for name in (ENTERED, SHUFFLED)}
        for name in self.tables:
            cage.do(Fill(table=name, amount=TRAY), by="sam", second="deb")
        for player in SEATS:
            cage.do(BuyIn(player=player, amount=PURSE), by="deb")
            for table in self.tables.values():
                table.do(Join(seat=SEATS[player], player=player), by=player)

    def _open(self, name: str) -> Table:
        entered = name == ENTERED
        game = winnable_games()[0] if entered else self.chance.choice(game_names())
        chosen = demonstration(game, {})
        rules = TableRules(
            name=name,
            game=game,
            options=chosen.options,
            seats=chosen.approval.table.seats,
            cards="scanner" if entered else "shuffle",
            dealer="person" if entered else "self",
            seconds=SECONDS,
            defaults=chosen.approval.operation.defaults,
            limits={one: Limit(minimum=1_00, maximum=MOST, step=1_00) for one in chosen.approval.placed},
            verify_above=VERIFY_ABOVE,
        )
        table = Table(self.log, name, people=self.people, entropy=lambda: f"{self.chance.getrandbits(256):064x}")
        table.do(OpenTable(rules=rules, day="2026-11-16"), by="sam")
        return table

    # ---- a run

    def run(self, steps: int) -> Attempts:
        """Let honest people play and the thief try; then everybody stops."""
        for _ in range(steps):
            self.clock.move(self.chance.choice([1, 5, 12]))
            table = self.tables[self.chance.choice([ENTERED, ENTERED, SHUFFLED])]
            if self.chance.random() < 0.55:
                self._go_on(table)
            else:
                self._try(table)
        return self.attempts

    def _try(self, table: Table) -> None:
        name, act = self.chance.choice(list(self._tricks(table, table.fresh()).items()))
        self.attempts.tried.add(name)
        try:
            act()
            self.attempts.done += 1
        except HousewayError:
            self.attempts.refused += 1

    # ---- honest people

    def _go_on(self, table: Table) -> None:
        """Whoever a table waits for does what is right; what is refused was taken out of their hands."""
        try:
            self._do_right(table, table.fresh())
        except HousewayError:
            table.fresh()

    def _do_right(self, table: Table, state: TableState) -> None:
        if state.phase == Phase.WAGERS:
            self._wager_or_deal(table, state)
        elif state.phase == Phase.CARDS:
            self._enter(table, state)
        elif state.phase == Phase.DECISIONS:
            now = open_round(state)
            player = state.seated[now.turn or 0].player
            text = HousePlayer(self.chance.getrandbits(64)).decision(now, state.open_rules.defaults)
            table.do(
                Decide(seat=now.turn or 0, decision=text, round=state.rounds), by=player, request=self._new_request()
            )
        elif state.phase == Phase.HELD and (table.name != ENTERED or self._is_real(table)):
            table.do(VerifyWin(), by=self.chance.choice(self.honest_staff))

    def _wager_or_deal(self, table: Table, state: TableState) -> None:
        person = HousePlayer(self.chance.getrandbits(64))
        for player, seat in SEATS.items():
            if seat not in state.betting:
                wagers = person.wagers(state.open_rules, jackpot=False)
                table.do(Wager(seat=seat, wagers=wagers), by=player, request=self._new_request())
                return
        if state.open_rules.dealer == "person":
            table.do(StartDeal(), by=self.chance.choice(self.honest_staff))

    def _enter(self, table: Table, state: TableState) -> None:
        hands, dealer = self._really_dealt(state)
        table.do(EnterCards(deal=DealtCards(hands=hands, dealer=dealer)), by=self.chance.choice(self.honest_staff))

    def _really_dealt(self, state: TableState) -> Deal:
        """The cards that lie on the table of real cards, whatever is entered."""
        now = open_round(state)
        if state.rounds not in self.dealt:
            rest = list(remaining_cards(now.game, ()))
            self.chance.shuffle(rest)
            spec = now.game.approval.table
            hands = {seat.number: tuple(rest.pop() for _ in range(spec.player_cards)) for seat in now.seats}
            self.dealt[state.rounds] = hands, tuple(rest[: spec.dealer_cards + spec.dealer_extra])
        return self.dealt[state.rounds]

    def _is_real(self, table: Table) -> bool:
        """Whether the last round that was settled is the one that lies on the table: who verifies looks."""
        end = table.last_round()
        return end is not None and is_real(read_round(end), self.dealt)

    def _new_request(self) -> str:
        self._requests += 1
        self._said.append(f"r{self._requests}")
        return self._said[-1]

    # ---- the dishonest one

    def _tricks(self, table: Table, state: TableState) -> dict[str, Callable[[], object]]:
        """All that a dishonest person could try here; most of it nobody may."""
        thief, pick = self.attempts.thief, self.chance.choice
        theirs, own = SEATS[HONEST], SEATS[FRIEND]
        second = pick(["", thief, FRIEND, "eve"])
        wager = state.open_rules.chosen.approval.placed[0]
        return {
            "false cards": lambda: self._enter_falsely(table, state),
            "verify": lambda: table.do(VerifyWin(), by=thief),
            "verify as the friend": lambda: table.do(VerifyWin(), by=FRIEND),
            "void": lambda: table.do(VoidRound(reason="misdeal"), by=thief, second=second),
            "void on request": lambda: table.do(
                VoidRound(reason="the player asked for it"), by=thief, second=pick(self.honest_staff)
            ),
            "void as another": lambda: table.do(VoidRound(reason="misdeal"), by=FRIEND, second=thief),
            "another's decision": lambda: table.do(
                Decide(seat=theirs, decision=pick(state.open_rules.defaults or ("fold",))), by=thief
            ),
            "another's value": lambda: table.do(GiveValue(seat=theirs, value="mine"), by=thief),
            "two values": lambda: self._give_two_values(table, own),
            "another's stake back": lambda: table.do(Withdraw(seat=theirs), by=thief),
            "another's seat": lambda: table.do(Join(seat=theirs, player=FRIEND), by=thief),
            "past the limit": lambda: table.do(
                Wager(seat=own, wagers={wager: MOST + pick([1, 1_00, 1_000_00])}), by=FRIEND
            ),
            "past the purse": lambda: table.do(Wager(seat=own, wagers={wager: PURSE * 2}), by=pick([FRIEND, thief])),
            "a stake back after the deal": lambda: self._withdraw_late(table, state, own),
            "a late decision": lambda: self._decide_late(table, state, own),
            "a foreign request": lambda: self._repeat(table, own, wager, pick(self._said or ["r0"])),
            "a request twice": lambda: self._send_twice(table, own),
            "a corrected entry": lambda: self._correct_entry(table, state),
            "a corrected decision": lambda: table.do(
                CorrectEntry(seat=theirs, decision="fold", reason="misheard"), by=thief
            ),
            "a corrected round": lambda: self._correct_round(table, state, second),
            "a short": lambda: table.do(DocumentShort(reason="no chips"), by=thief, second=second),
            "a card": lambda: table.do(EnterCards(cards=(parse_cards(["Ah"])[0],)), by=thief),
            "a deal": lambda: table.do(StartDeal(), by=thief),
            "close": lambda: table.do(CloseTable(), by=FRIEND),
        }

    def _enter_falsely(self, table: Table, state: TableState) -> None:
        hands, dealer = self._falsely_dealt(state)
        table.do(EnterCards(deal=DealtCards(hands=hands, dealer=dealer)), by=self.attempts.thief)

    def _correct_entry(self, table: Table, state: TableState) -> None:
        """Enter what lies on the table, or let another one do so, and call it mistyped."""
        if state.phase == Phase.CARDS and self.chance.random() < 0.7:
            hands, dealer = self._really_dealt(state)
            table.do(EnterCards(deal=DealtCards(hands=hands, dealer=dealer)), by=self.attempts.thief)
        hands, dealer = self._falsely_dealt(state)
        table.do(CorrectEntry(deal=DealtCards(hands=hands, dealer=dealer), reason="mistyped"), by=self.attempts.thief)

    def _correct_round(self, table: Table, state: TableState, second: str) -> None:
        """The last round once more, with the best hand for the friend."""
        last = table.last_round()
        if last is None or table.name != ENTERED:
            raise NotAllowedNow("there is none", field="round")
        end = read_round(last)
        best = self.chance.choice(WINNERS).split()
        record = end.record.to_json()
        rows = [{**row, "cards": best} if row["seat"] == SEATS[FRIEND] else row for row in record["seats"]]
        record["seats"] = rows
        correction = CorrectRound(round=end.round, record=record, reason="mistyped")
        table.do(correction, by=self.attempts.thief, second=second)

    def _falsely_dealt(self, state: TableState) -> Deal:
        """The best hand for the friend, whatever lies on the table."""
        hands, dealer = self._really_dealt(state)
        best = parse_cards(self.chance.choice(WINNERS).split())
        rest = list(remaining_cards(open_round(state).game, best))
        self.chance.shuffle(rest)
        others = {seat: tuple(rest.pop() for _ in hand) for seat, hand in hands.items() if seat != SEATS[FRIEND]}
        false = {**others, **({SEATS[FRIEND]: best} if SEATS[FRIEND] in hands else {})}
        return false, tuple(rest[: len(dealer)])

    def _give_two_values(self, table: Table, seat: int) -> None:
        table.do(GiveValue(seat=seat, value="one"), by=FRIEND)
        table.do(GiveValue(seat=seat, value="two"), by=FRIEND)

    def _withdraw_late(self, table: Table, state: TableState, seat: int) -> None:
        if state.round is None:
            table.do(StartDeal(), by="deb")
        table.do(Withdraw(seat=seat), by=FRIEND)

    def _decide_late(self, table: Table, state: TableState, seat: int) -> None:
        """Wait until the time is up, then decide after all."""
        now = open_round(state)
        texts = [choice.text for choice in now.choices() if choice.complete] if now.turn == seat else ["fold"]
        self.clock.move(SECONDS + 1)
        table.do(Decide(seat=seat, decision=self.chance.choice(texts), round=state.rounds), by=FRIEND)

    def _repeat(self, table: Table, seat: int, wager: str, request: str) -> None:
        """Somebody else's request id, for what that one was answered."""
        wanted = self.chance.choice([request, f"{HONEST}/{request}"])
        found = table.do(Wager(seat=seat, wagers={wager: 10_00}), by=FRIEND, request=wanted)
        self.attempts.answers.append((FRIEND, found))

    def _send_twice(self, table: Table, seat: int) -> None:
        wagers = HousePlayer(7).wagers(table.fresh().open_rules, jackpot=False)
        request = f"twice {self._requests}"
        self._requests += 1
        first = table.do(Wager(seat=seat, wagers=wagers), by=FRIEND, request=request)
        self.attempts.answers.append((FRIEND, first))
        if table.do(Wager(seat=seat, wagers=wagers), by=FRIEND, request=request) != first:
            raise AssertionError("a request that was sent twice counted twice")


def is_real(end: RoundResult, dealt: dict[int, Deal]) -> bool:
    """Whether the record of a round at the table of real cards has the cards that lay there."""
    recorded = {row.seat: parse_cards(row.cards) for row in end.record.seats}
    return (recorded, parse_cards(end.record.dealer)) == dealt[end.round]


def rounds_of(pit: DishonestPit, table: str) -> Iterator[Event]:
    """The rounds of a table that came to their end."""
    kinds = (TableEvent.SETTLED, TableEvent.VOIDED)
    return (event for event in pit.log.read(table_stream(table)) if event.kind in kinds)


def real_net(end: RoundResult, dealt: dict[int, Deal], seat: int) -> Cents:
    """What the rules give a seat for the cards that really lay on the table, with what was decided.

    Where the real cards do not allow what was decided on false ones, the wagers are lost.
    """
    hands, dealer = dealt[end.round]
    record: dict[str, Any] = {**end.record.to_json(), "dealer": [str(card) for card in dealer]}
    record["seats"] = [{**row, "cards": [str(card) for card in hands[row["seat"]]]} for row in record["seats"]]
    try:
        return net_of(settle(record), seat)
    except HousewayError:
        rows = [row for row in record["seats"] if row["seat"] == seat]
        return -sum(parse_money(str(amount)) for row in rows for amount in row["wagers"].values())


def net_of(settlement: dict[str, Any], seat: int) -> Cents:
    """What a seat won or, below zero, lost by a settlement."""
    text = next((row["net"] for row in settlement["seats"] if row["seat"] == seat), "0.00")
    return -parse_money(text[1:], zero=True) if text.startswith("-") else parse_money(text, zero=True)


def worth(pit: DishonestPit, player: str) -> Cents:
    """What a player has: in the account, and on the layouts."""
    held = pit.log.balance(player_account(player)) // cents(1)
    for table in pit.tables.values():
        state = table.fresh()
        now, seat = state.round, SEATS[player]
        if now is not None and any(one.number == seat for one in now.seats):
            held += sum(now.stakes(now.seat(seat)).values())
        elif seat in state.seated and state.seated[seat].player == player:
            held += sum(state.seated[seat].wagers.values())
        if state.hold is not None and pit.log.balance(table_account(table.name, TablePot.HELD)):
            held += sum(amount for name, amount in state.hold.awards if name == player)
    return held
