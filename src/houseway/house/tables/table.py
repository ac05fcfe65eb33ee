"""A live table: every command is checked against its state, appended to the log, and only then acknowledged.

`Table.load` stands exactly where the table stood, also in the middle of a round: the same cards, the same decision.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec

from houseway.cards.card import Card
from houseway.errors import HousewayError
from houseway.games.round.decision import Decision
from houseway.house.jackpots.jackpot import Jackpot, Jackpots
from houseway.house.log.aggregate import Act, EventFacts, Secret, stored_facts
from houseway.house.log.events import Event, timestamp
from houseway.house.log.kinds import CorrectionEvent, TableEvent, TrayEvent
from houseway.house.log.ledger import cents
from houseway.house.log.log import Appended, Appender, Conflict, Log, event_matching, personal_request
from houseway.house.log.names import player_account, table_stream
from houseway.house.log.texts import require_text
from houseway.house.people.permissions import Permissions
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables import acts, holds, settling
from houseway.house.tables.dealing import read_value
from houseway.house.tables.enabled import require_approved, require_enabled_until_appended
from houseway.house.tables.fold import fold, with_time
from houseway.house.tables.payloads import TABLE_PAYLOADS, Opened, Valued
from houseway.house.tables.shuffle import Entropy, new_seed
from houseway.house.tables.state import Phase, TableState, state_after_end, wagers_json
from houseway.house.tables.table_corrections import TableCorrections
from houseway.house.tables.view import table_view
from houseway.money import Cents

ENDS = (TableEvent.OPENED, TableEvent.SETTLED, TableEvent.VOIDED)  # events that carry a summary of the table


class Table(TableCorrections):
    """A table on its stream. Players and staff are named; a request id makes a command count once."""

    payloads = TABLE_PAYLOADS

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
        self._services = settling.TableServices(
            name=name, jackpot=self.jackpots.get, entropy=entropy, has_key=log.has_key
        )

    @classmethod
    def load(cls, log: Log, name: str, **services: Any) -> "Table":
        """The table as the log has it."""
        return cls(log, name, **services)

    def fold(self, state: TableState, facts: EventFacts, secret: Secret) -> TableState:
        """The state after an event."""
        return fold(state, facts, secret)

    def with_time(self, state: TableState, at: str) -> TableState:
        """A planned state with the time that its events were given."""
        return with_time(state, at)

    def after_conflict(self, problem: Conflict) -> None:
        """Others were quicker, at the table or at its jackpot."""
        self.catch_up()
        if jackpot := self.jackpot:
            jackpot.catch_up()

    def after_append(self, events: Appended) -> None:
        """Tell the jackpot what was appended to its stream."""
        if jackpot := self.jackpot:
            jackpot.observe(events)

    @property
    def jackpot(self) -> Jackpot | None:
        """The jackpot that the table is linked to."""
        rules = self.state.rules
        return self.jackpots.get(rules.jackpot.name) if rules and rules.jackpot else None

    # ---- staff

    def open(
        self,
        rules: TableRules,
        *,
        day: str,
        sheet: str = "",
        software: str = "",
        by: str = "",
        request: str = "",
    ) -> Appended:
        """Open the table with the rules of its sheet, for a gaming day."""
        self._permit("open table", by)

        def act(plan: settling.TablePlan) -> None:
            require_enabled_until_appended(plan, self.log)
            require_approved(rules.chosen, self.log)
            acts.open_table(plan, self._services, rules, day=day, sheet=sheet, software=software, by=by)

        return self.perform(act, personal_request(request, by), event_matching(TableEvent.OPENED, sheet=sheet))

    def close(self, *, by: str = "", request: str = "") -> Appended:
        """Close the table between rounds; the deck that was committed to is revealed."""
        self._permit("close table", by)
        return self.perform(
            partial(acts.close_table, services=self._services, by=by),
            personal_request(request, by),
            event_matching(TableEvent.CLOSED),
        )

    def deal(self, *, by: str = "", request: str = "") -> Appended:
        """The dealer calls no more wagers, and the round begins."""
        self._permit("deal", by)
        return self.perform(self.deal_act(by=by), personal_request(request, by), event_matching(TableEvent.DEALT))

    def enter_deal(
        self,
        hands: Mapping[int, Sequence[Card]],
        dealer: Sequence[Card],
        board: Sequence[Card] = (),
        *,
        by: str = "",
        request: str = "",
    ) -> Appended:
        """The cards of a real deal, from a scanner or typed in."""
        self._permit("enter cards", by)
        act = partial(acts.enter_deal, services=self._services, hands=hands, dealer=dealer, board=board, by=by)
        # Of a repeated request the cards are not compared: it would tell who guesses whether a hidden card was right.
        return self.perform(
            act, personal_request(request, by), lambda event: event.kind == TableEvent.ENTERED and "deal" in event.data
        )

    def enter_card(self, card: Card, *, by: str = "", request: str = "") -> Appended:
        """The next card of a real shoe."""
        self._permit("enter cards", by)
        return self.perform(
            partial(acts.enter_card, services=self._services, card=card, by=by),
            personal_request(request, by),
            event_matching(TableEvent.ENTERED, card=str(card)),
        )

    def void(self, reason: str, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """Call the round off: a misdeal, a card-reader fault; every stake goes back."""
        self._permit("void round", by, second)
        require_text(reason, field="reason")
        act = partial(settling.void, services=self._services, reason=reason, by=by, second=second)
        return self.perform(act, personal_request(request, by), event_matching(TableEvent.VOIDED, reason=reason))

    def lose_controller(self, *, by: str = "", request: str = "") -> Appended:
        """The jackpot's controller cannot be reached."""
        self._permit("report controller", by)
        return self.perform(
            partial(settling.lose_controller, by=by),
            personal_request(request, by),
            event_matching(TableEvent.CONTROLLER_LOST),
        )

    def regain_controller(self, *, by: str = "", request: str = "") -> Appended:
        """It can be reached again."""
        self._permit("report controller", by)
        act = partial(settling.regain_controller, services=self._services, by=by)
        return self.perform(act, personal_request(request, by), event_matching(TableEvent.CONTROLLER_BACK))

    def verify_win(self, *, by: str, request: str = "") -> Appended:
        """One person has verified a large win; the second one's word pays it."""

        def act(plan: settling.TablePlan) -> None:
            verified = plan.state.hold.verified if plan.state.hold else ()
            earlier = [one for one in verified if one != by and self._may("deal", one)]  # who was disabled is out
            one_person = self._is_one_person
            if earlier:
                self._permit("verify win", earlier[0], by)
            else:
                self._permit("verify win" if one_person else "deal", by)  # whoever may deal may be the first of the two
            holds.verify_win(plan, by=by, alone=not earlier, one_person=one_person)

        return self.perform(act, personal_request(request, by), event_matching(TableEvent.VERIFIED, person=by))

    def document_short(self, reason: str, *, by: str, second: str = "", request: str = "") -> Appended:
        """Two persons pay a held win though the tray is short of it, and say why; a fill brings the tray back."""
        self._permit("document short", by, second)
        require_text(reason, field="reason")

        def act(plan: settling.TablePlan) -> None:
            holds.document_short(plan, reason, by=by, second=second, one_person=self._is_one_person)

        return self.perform(act, personal_request(request, by), event_matching(TrayEvent.SHORT, reason=reason))

    @property
    def _is_one_person(self) -> bool:
        """Whether the house was declared a practice house of one person."""
        return bool(getattr(self._people, "is_one_person_house", False))

    def _permit(self, act: str, by: str, second: str = "") -> None:
        if self._people is not None:
            self._people.permit(act, by, second)

    def _may(self, act: str, by: str) -> bool:
        try:
            self._permit(act, by)
        except HousewayError:
            return False
        return True

    # ---- players

    def join(self, seat: int, player: str, *, by: str = "", request: str = "") -> Appended:
        """Sit down; here and below, `by` is a dealer who enters what a player said."""

        def act(plan: settling.TablePlan) -> None:
            if self._people is not None:
                self._people.permit_player(player)
            acts.join(plan, seat, player, by=by)

        return self.perform(
            self._for_seat(seat, by, act, player=player),
            personal_request(request, by),
            event_matching(TableEvent.JOINED, seat=seat, player=player),
        )

    def sit_out(self, seat: int, *, by: str = "", request: str = "") -> Appended:
        """Take no part until the next wager."""
        act = partial(acts.sit_out, services=self._services, seat=seat, by=by)
        return self.perform(
            self._for_seat(seat, by, act), personal_request(request, by), event_matching(TableEvent.SAT_OUT, seat=seat)
        )

    def leave(self, seat: int, *, by: str = "", request: str = "") -> Appended:
        """Leave the table; a round in play goes on with the posted default."""
        act = partial(acts.leave, services=self._services, seat=seat, by=by)
        return self.perform(
            self._for_seat(seat, by, act), personal_request(request, by), event_matching(TableEvent.LEFT, seat=seat)
        )

    def give_value(self, seat: int, value: str, *, by: str = "", request: str = "") -> Appended:
        """A value for the next shuffle: only its player gives it, once a deck, and nobody is told before the deal."""
        act = partial(acts.give_value, services=self._services, seat=seat, value=value, by=by)

        def matcher(event: Event) -> bool:
            given = event_matching(TableEvent.VALUED, seat=seat)(event) and event.read(Valued)
            return bool(given and value == (given.value or read_value(given.commitment, self.secret)))

        return self.perform(self._for_seat(seat, by, act), personal_request(request, by), matcher)

    def wager(
        self, seat: int, wagers: Mapping[str, Cents], *, by: str = "", number: int = 0, request: str = ""
    ) -> Appended:
        """Wager on the next round, in cents; on the round `number` only, if one is given."""
        self._do_what_is_due()
        act = self.wager_act(seat, wagers, by=by, number=number)

        def matcher(event: Event) -> bool:
            return event_matching(TableEvent.WAGERED, seat=seat, wagers=wagers_json(wagers))(event)

        return self.perform(self._for_seat(seat, by, act), personal_request(request, by), matcher)

    def withdraw(self, seat: int, *, by: str = "", request: str = "") -> Appended:
        """Take the wagers back before the deal."""
        self._do_what_is_due()
        act = self._for_seat(seat, by, partial(acts.withdraw, seat=seat, by=by))
        return self.perform(act, personal_request(request, by), event_matching(TableEvent.WITHDRAWN, seat=seat))

    def decide(self, seat: int, text: str, *, by: str = "", number: int = 0, request: str = "") -> Appended:
        """Decide, in the round `number` if one is given."""
        self._do_what_is_due()
        act = self.decide_act(seat, text, by=by, number=number)

        def matcher(event: Event) -> bool:
            return event_matching(TableEvent.DECIDED, seat=seat, decision=str(Decision.parse(text)))(event)

        return self.perform(self._for_seat(seat, by, act), personal_request(request, by), matcher)

    def _for_seat(self, seat: int, by: str, act: Act[TableState], *, player: str = "") -> Act[TableState]:
        """The same act, by the player on the seat or a dealer: whoever sits there when it is appended counts."""
        people = self._people
        if people is None or not by:
            return act

        def permitted(plan: settling.TablePlan) -> None:
            place = plan.state.seated.get(seat)
            people.permit_for_seat(by, player or (place.player if place else ""))
            act(plan)

        return permitted

    def wager_act(self, seat: int, wagers: Mapping[str, Cents], *, by: str = "", number: int = 0) -> Act[TableState]:
        """The act of `wager`, for who plans and appends in groups."""
        return partial(acts.wager, services=self._services, seat=seat, wagers=wagers, by=by, number=number)

    def decide_act(self, seat: int, text: str, *, by: str = "", number: int = 0) -> Act[TableState]:
        """The act of `decide`."""
        return partial(acts.decide, services=self._services, seat=seat, text=text, by=by, number=number)

    def deal_act(self, *, by: str = "") -> Act[TableState]:
        """The act of `deal`."""
        return partial(acts.deal, services=self._services, by=by)

    def verify_win_act(self, *, by: str) -> Act[TableState]:
        """The act of `verify_win`."""
        return partial(holds.verify_win, by=by)

    @property
    def takes_jackpot(self) -> bool:
        """Whether a wager on the jackpot is taken now."""
        jackpot = self.jackpot
        return jackpot is not None and self.state.controller and not jackpot.fresh().stopped

    # ---- time

    @property
    def deadline(self) -> str:
        """Until when the seat in turn may decide, or further wagers are awaited; empty where nothing runs out."""
        state = self.state
        rules = state.rules
        if rules is None or not state.since or not rules.seconds or rules.cards == "hand":
            return ""
        if state.phase == Phase.WAGERS and rules.dealer != "self":
            return ""
        begun = datetime.fromisoformat(state.since)
        return timestamp(begun + timedelta(seconds=rules.seconds))

    def due(self, now: datetime) -> Act[TableState] | None:
        """What time has come for: the posted default of the seat in turn, or the deal."""
        state = self.fresh()
        gone = state.round is not None and state.seated[state.round.turn or min(state.seated)].has_left
        if state.phase == Phase.DECISIONS and gone:
            return partial(acts.decide_in_time, services=self._services, seen=state.number)
        deadline = self.deadline
        if not deadline or timestamp(now) < deadline:
            return None
        if state.phase == Phase.DECISIONS:
            return partial(acts.decide_in_time, services=self._services, seen=state.number)
        waits = state.phase == Phase.WAGERS and not state.stopped
        return partial(acts.deal_in_time, services=self._services, seen=state.number) if waits else None

    def tick(self, now: datetime) -> Appended:
        """Do all that is due at a moment, which is not to come; what others did to the jackpot is seen now too."""
        now = min(now, self.log.clock())
        done: Appended = ()
        with self.lock:
            if jackpot := self.jackpot:
                jackpot.catch_up()
            while (act := self.due(now)) is not None:
                done += self.perform(act)  # nothing, where another process was quicker: then look again
        return done

    def _do_what_is_due(self) -> None:
        """Do what is due now, so that what comes too late finds the posted default taken, or the round dealt."""
        self.fresh()
        now = self.log.clock()
        if self.deadline and timestamp(now) >= self.deadline:
            self.tick(now)

    # ---- what is seen

    def purse(self, seat: int) -> Cents:
        """What the player on a seat has that is not wagered."""
        return self.log.balance(player_account(self.fresh().player_at(seat).player)) // cents(1)

    def view(self, seat: int = 0) -> dict[str, Any]:
        """What a seat may see of the table and its round; 0 is somebody who looks on."""
        plain: dict[str, Any] = msgspec.to_builtins(table_view(self, seat))
        return plain

    def last_round(self) -> Event | None:
        """The event of the last round's end, settled or void, or its last correction."""
        end = self.log.last(self.stream, TableEvent.SETTLED, TableEvent.VOIDED)
        corrected = self.log.last(self.stream, CorrectionEvent.ROUND)
        return corrected if end and corrected and corrected.data["round"] == end.data["round"] else end


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
        state = fold(state, stored_facts(event, TABLE_PAYLOADS), log.dealing_secret)
    return state


def replay_state(log: Log, name: str) -> TableState:
    """A table folded from its first event on, without the summaries that `load_state` starts from."""
    state = TableState()
    for event in log.read(table_stream(name)):
        state = fold(state, stored_facts(event, TABLE_PAYLOADS), log.dealing_secret)
    return state
