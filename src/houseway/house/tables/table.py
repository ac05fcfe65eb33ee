"""A live table: every act is checked against its state, appended to the log, and only then acknowledged.

`Table.load` restores a table exactly, also in the middle of a round: the same cards, the same decision.
"""

from datetime import datetime, timedelta
from functools import lru_cache, partial
from typing import Any

import msgspec

from houseway.errors import NotAllowedNow
from houseway.house.jackpots.jackpot import Jackpot, Jackpots
from houseway.house.log.aggregate import EventFacts, PlanAct, Request, Secret, stored_facts
from houseway.house.log.events import Event, timestamp
from houseway.house.log.kinds import CorrectionEvent, TableEvent
from houseway.house.log.ledger import cents
from houseway.house.log.log import Appended, Appender, Conflict, Log
from houseway.house.log.names import player_account, table_stream
from houseway.house.people.act import ActingAggregate, ActInput
from houseway.house.people.permissions import Permissions
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.catalogue import TABLE_ACTS
from houseway.house.tables.course import deal_in_time, decide_in_time, lacks_count
from houseway.house.tables.desk import TableDesk, TableServices
from houseway.house.tables.entered_wins import EnteredWins
from houseway.house.tables.fold import fold, with_time
from houseway.house.tables.payloads import Opened, read_round
from houseway.house.tables.shuffle import Entropy, new_seed
from houseway.house.tables.staff_acts import VoidRound
from houseway.house.tables.state import Phase, TableState, state_after_end
from houseway.house.tables.view import table_view
from houseway.money import Cents

ENDS = (TableEvent.OPENED, TableEvent.SETTLED, TableEvent.VOIDED)  # events that carry a summary of the table


class Table(ActingAggregate[TableState, TableDesk]):
    """A table on its stream. Players and staff are named; a request id makes an act count once."""

    catalogue = TABLE_ACTS

    def __init__(
        self,
        log: Log,
        name: str,
        *,
        appender: Appender | None = None,
        jackpots: Jackpots | None = None,
        people: Permissions | None = None,
        entropy: Entropy = new_seed,
    ) -> None:
        super().__init__(log, table_stream(name), load_state(log, name), appender)
        self.name = name
        self.jackpots = jackpots or Jackpots(log, appender, people)
        self._people = people
        self.services = TableServices(
            name=name,
            jackpot=self.jackpots.get,
            entropy=entropy,
            has_key=log.has_key,
            paid_lately=EnteredWins(log, name).of_open_round,
            counts_trays=lambda: people is not None and people.plays_for_money,
        )
        self._look_at_jackpot_again()

    @classmethod
    def load(cls, log: Log, name: str, **services: Any) -> "Table":
        """The table as the log has it."""
        return cls(log, name, **services)

    def desk(self, by: str = "", second: str = "") -> TableDesk:
        """The desk at which these persons act."""
        return TableDesk(
            by=by, second=second, people=self._people, services=self.services, log=self.log, secret=self.secret
        )

    def fold(self, state: TableState, facts: EventFacts, secret: Secret) -> TableState:
        """The state after an event."""
        return fold(state, facts, secret)

    def with_time(self, state: TableState, at: str) -> TableState:
        """A planned state with the time that its events were given."""
        return with_time(state, at)

    def catch_up(self) -> bool:
        """Fold what others have appended; a round that they dealt has moved the meter."""
        moved = super().catch_up()
        if moved:
            self._look_at_jackpot_again()
        return moved

    def _look_at_jackpot_again(self) -> None:
        if jackpot := self.jackpot:
            jackpot.mark_stale()

    def after_conflict(self, problem: Conflict) -> None:
        """Others were quicker, at the table or at its jackpot."""
        self.catch_up()
        if jackpot := self.jackpot:
            jackpot.catch_up()

    def after_append(self, events: Appended) -> None:
        """Hand the jackpot the events that were appended to its stream."""
        if jackpot := self.jackpot:
            jackpot.observe(events)

    @property
    def jackpot(self) -> Jackpot | None:
        """The jackpot that the table is linked to."""
        rules = self.state.rules
        return self.jackpots.get(rules.jackpot.name) if rules and rules.jackpot else None

    @property
    def takes_jackpot(self) -> bool:
        """Whether a wager on the jackpot is taken now."""
        jackpot = self.jackpot
        return jackpot is not None and self.state.controller and not jackpot.fresh().stopped

    def do(self, asked: ActInput, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """Do an act now; where it may come too late, first do what is due."""
        if self.catalogue.act_for(asked).is_timely:
            self._do_what_is_due()
        return super().do(asked, by=by, second=second, request=request)

    def request(self, asked: ActInput, *, by: str = "", second: str = "", request: str = "") -> Request[TableState]:
        """A request of these persons, ready to run; in a restored log the first permitted person restarts dealing."""
        made = super().request(asked, by=by, second=second, request=request)
        self.begin_dealing(by, may_seal=isinstance(asked, VoidRound))
        return made

    def begin_dealing(self, by: str, *, may_seal: bool = False) -> None:
        """Let a signed-in person restart dealing in a restored log, if nobody has (incarnation.py).

        It is refused where another process may be dealing (who_deals.py).
        """
        if not self.log.may_deal():
            raise NotAllowedNow(
                "the database server has restarted, and whether another process deals now is not known yet; try again",
                field="dealing",
            )
        if self.log.begin_dealing is not None:
            self.log.begin_dealing(by, may_seal)

    # ---- time

    @property
    def deadline(self) -> str:
        """Until when the seat in turn may decide, or further wagers are awaited; empty where nothing runs out."""
        since, seconds = self.state.since, self.seconds_to_act
        return _seconds_after(since, seconds) if since and seconds else ""

    @property
    def seconds_to_act(self) -> int:
        """How long the seat in turn may decide, or further wagers are awaited; 0 for as long as it takes."""
        rules = self.state.rules
        if rules is None or rules.cards == "hand":
            return 0
        return 0 if self.state.phase == Phase.WAGERS and rules.dealer != "self" else rules.seconds

    def due(self, now: datetime) -> PlanAct[TableState] | None:
        """What is due by time: the posted default of the seat in turn, or the deal; nothing where nobody deals."""
        if self.log.begin_dealing is not None or not self.log.may_deal():
            return None
        state = self.fresh()
        gone = state.round is not None and state.seated[state.round.turn or min(state.seated)].has_left
        if state.phase == Phase.DECISIONS and gone:
            return partial(decide_in_time, services=self.services, seen=state.number)
        deadline = self.deadline
        if not deadline or now < _moment_of(deadline):
            return None
        if state.phase == Phase.DECISIONS:
            return partial(decide_in_time, services=self.services, seen=state.number)
        waits = state.phase == Phase.WAGERS and not state.stopped and not lacks_count(state, self.services)
        return partial(deal_in_time, services=self.services, seen=state.number) if waits else None

    def tick(self, now: datetime) -> Appended:
        """Do everything that is due at a moment, at most now, and take in what others did to the jackpot."""
        now = min(now, self.log.clock())
        done: Appended = ()
        with self.lock:
            if jackpot := self.jackpot:
                jackpot.catch_up()
            while (act := self.due(now)) is not None:
                done += self.run(Request(act=act))  # empty where another process was quicker: then look again
        return done

    def _do_what_is_due(self) -> None:
        """Do what is due now, so that a late act finds the posted default taken, or the round dealt."""
        self.fresh()
        now = self.log.clock()
        if self.deadline and timestamp(now) >= self.deadline:
            self.tick(now)

    # ---- what is seen

    def purse(self, seat: int) -> Cents:
        """What the player on a seat has that is not wagered."""
        return self.log.balance(player_account(self.fresh().player_at(seat).player)) // cents(1)

    def view(self, seat: int = 0) -> dict[str, Any]:
        """What a seat may see of the table and its round; 0 is an onlooker."""
        plain: dict[str, Any] = msgspec.to_builtins(table_view(self, seat))
        return plain

    def last_round(self) -> Event | None:
        """The event of the last round's end, settled or void, or its last correction."""
        end = self.log.last(self.stream, TableEvent.SETTLED, TableEvent.VOIDED)
        corrected = self.log.last(self.stream, CorrectionEvent.ROUND)
        return corrected if end and corrected and read_round(corrected).round == read_round(end).round else end


def load_state(log: Log, name: str) -> TableState:
    """The state of a table: from its last opening, its last finished round, and what follows."""
    stream = table_stream(name)
    end = log.last(stream, *ENDS)
    state = TableState()
    if end is not None:
        opened = end if end.kind == TableEvent.OPENED else log.last(stream, TableEvent.OPENED)
        rules = TableRules.from_json(opened.read(Opened).rules) if opened else None
        state = state_after_end(end, rules)
    for event in log.read(stream, state.number + 1):
        state = fold(state, stored_facts(event, TABLE_ACTS.payloads), log.dealing_secret)
    return state


def replay_state(log: Log, name: str) -> TableState:
    """A table folded from its first event on, without the summaries that `load_state` starts from."""
    state = TableState()
    for event in log.read(table_stream(name)):
        state = fold(state, stored_facts(event, TABLE_ACTS.payloads), log.dealing_secret)
    return state


@lru_cache(maxsize=4096)  # asked for with every act, and four times a second at every table
def _moment_of(deadline: str) -> datetime:
    return datetime.fromisoformat(deadline)


@lru_cache(maxsize=4096)  # every act and every view asks for a deadline
def _seconds_after(since: str, seconds: int) -> str:
    return timestamp(datetime.fromisoformat(since) + timedelta(seconds=seconds))
