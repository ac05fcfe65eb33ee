"""A live table: every command is checked against its state, appended to the log, and only then acknowledged.

`Table.load` stands exactly where the table stood, also in the middle of a round: the same cards, the same decision.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from houseway.cards.card import Card
from houseway.errors import HousewayError
from houseway.games.decision import Decision
from houseway.house import table_acts as acts
from houseway.house import table_ends as ends
from houseway.house.events import Event, timestamp
from houseway.house.jackpot import Jackpot, Jackpots, Permits
from houseway.house.ledger import cents
from houseway.house.live import Act, Live, Secret, Told
from houseway.house.log import Appended, Appends, Conflict, Log, said
from houseway.house.shuffle import Entropy, new_seed
from houseway.house.site import verify_enabled
from houseway.house.table_rules import TableRules
from houseway.house.table_state import TableState, fold, restored, stamped, wagers_json
from houseway.money import Cents, format_money

ENDS = ("opened", "settled", "voided")  # events that carry a summary of the table


class Table(Live[TableState]):
    """A table on its stream. Players and staff are named; a request id makes a command count once."""

    def __init__(
        self,
        log: Log,
        name: str,
        *,
        appends: Appends | None = None,
        jackpots: Jackpots | None = None,
        people: Permits | None = None,
        entropy: Entropy = new_seed,
    ) -> None:
        super().__init__(log, f"table/{name}", load_state(log, name), appends)
        self.name = name
        self.jackpots = jackpots or Jackpots(log, appends, people)
        self._people = people
        self._means = ends.Means(name=name, jackpot=self.jackpots.get, entropy=entropy)

    @classmethod
    def load(cls, log: Log, name: str, **means: Any) -> "Table":
        """The table as the log has it."""
        return cls(log, name, **means)

    def fold(self, state: TableState, told: Told, secret: Secret) -> TableState:
        """The state after an event."""
        return fold(state, told, secret)

    def stamped(self, state: TableState, at: str) -> TableState:
        """A planned state with the time that its events were given."""
        return stamped(state, at)

    def conflicted(self, problem: Conflict) -> None:
        """Others were quicker, at the table or at its jackpot."""
        self.catch_up()
        if jackpot := self.jackpot:
            jackpot.catch_up()

    def followed(self, events: Appended) -> None:
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

        def act(plan: ends.TablePlan) -> None:
            verify_enabled(plan, self.log)
            acts.open_table(plan, self._means, rules, day=day, sheet=sheet, software=software, by=by)

        return self.perform(act, request, said("opened", sheet=sheet))

    def close(self, *, by: str = "", request: str = "") -> Appended:
        """Close the table between rounds; the deck that was committed to is revealed."""
        self._permit("close table", by)
        return self.perform(partial(acts.close_table, means=self._means, by=by), request, said("closed"))

    def deal(self, *, by: str = "", request: str = "") -> Appended:
        """The dealer calls no more wagers, and the round begins."""
        self._permit("deal", by)
        return self.perform(self.dealing(by=by), request, said("dealt"))

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
        act = partial(acts.enter_deal, means=self._means, hands=hands, dealer=dealer, board=board, by=by)
        # Of a repeated request the cards are not compared: it would tell who guesses whether a hidden card was right.
        return self.perform(act, request, lambda event: event.kind == "entered" and "deal" in event.data)

    def enter_card(self, card: Card, *, by: str = "", request: str = "") -> Appended:
        """The next card of a real shoe."""
        self._permit("enter cards", by)
        return self.perform(
            partial(acts.enter_card, means=self._means, card=card, by=by), request, said("entered", card=str(card))
        )

    def void(self, reason: str, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """Call the round off: a misdeal, a card-reader fault; every stake goes back."""
        self._permit("void round", by, second)
        act = partial(ends.void, means=self._means, reason=reason, by=by, second=second)
        return self.perform(act, request, said("voided", reason=reason))

    def lose_controller(self, *, by: str = "", request: str = "") -> Appended:
        """The jackpot's controller cannot be reached."""
        return self.perform(partial(ends.lose_controller, by=by), request, said("controller lost"))

    def regain_controller(self, *, by: str = "", request: str = "") -> Appended:
        """It can be reached again."""
        act = partial(ends.regain_controller, means=self._means, by=by)
        return self.perform(act, request, said("controller back"))

    def verify(self, *, by: str, request: str = "") -> Appended:
        """One person has verified a large win; the second one's word pays it."""

        def act(plan: ends.TablePlan) -> None:
            verified = plan.state.hold.verified if plan.state.hold else ()
            earlier = [one for one in verified if one != by and self._may("deal", one)]  # who was disabled is out
            if earlier:
                self._permit("verify win", earlier[0], by)
            else:
                self._permit("deal", by)  # whoever may deal may be the first of the two
            ends.verify(plan, by=by, alone=not earlier)

        return self.perform(act, request, said("verified", person=by))

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

        def act(plan: ends.TablePlan) -> None:
            if self._people is not None:
                self._people.permit_player(player)
            acts.join(plan, seat, player, by=by)

        return self.perform(
            self._for_seat(seat, by, act, player=player), request, said("joined", seat=seat, player=player)
        )

    def sit_out(self, seat: int, *, by: str = "", request: str = "") -> Appended:
        """Take no part until the next wager."""
        act = partial(acts.sit_out, means=self._means, seat=seat, by=by)
        return self.perform(self._for_seat(seat, by, act), request, said("sat out", seat=seat))

    def leave(self, seat: int, *, by: str = "", request: str = "") -> Appended:
        """Leave the table; a round in play goes on with the posted default."""
        act = partial(acts.leave, means=self._means, seat=seat, by=by)
        return self.perform(self._for_seat(seat, by, act), request, said("left", seat=seat))

    def give_value(self, seat: int, value: str, *, by: str = "", request: str = "") -> Appended:
        """A value for the next shuffle."""
        act = partial(acts.give_value, seat=seat, value=value, by=by)
        return self.perform(self._for_seat(seat, by, act), request, said("valued", seat=seat, value=value))

    def wager(
        self, seat: int, wagers: Mapping[str, Cents], *, by: str = "", number: int = 0, request: str = ""
    ) -> Appended:
        """Wager on the next round, in cents; on the round `number` only, if one is given."""
        self._overdue()
        act = self.wagering(seat, wagers, by=by, number=number)

        def asked(event: Event) -> bool:
            return said("wagered", seat=seat, wagers=wagers_json(wagers))(event)

        return self.perform(self._for_seat(seat, by, act), request, asked)

    def withdraw(self, seat: int, *, by: str = "", request: str = "") -> Appended:
        """Take the wagers back before the deal."""
        self._overdue()
        act = self._for_seat(seat, by, partial(acts.withdraw, seat=seat, by=by))
        return self.perform(act, request, said("withdrawn", seat=seat))

    def decide(self, seat: int, text: str, *, by: str = "", number: int = 0, request: str = "") -> Appended:
        """Decide, in the round `number` if one is given."""
        self._overdue()
        act = self.deciding(seat, text, by=by, number=number)

        def asked(event: Event) -> bool:
            return said("decided", seat=seat, decision=str(Decision.parse(text)))(event)

        return self.perform(self._for_seat(seat, by, act), request, asked)

    def _for_seat(self, seat: int, by: str, act: Act[TableState], *, player: str = "") -> Act[TableState]:
        """The same act, by the player on the seat or a dealer: whoever sits there when it is appended counts."""
        people = self._people
        if people is None or not by:
            return act

        def permitted(plan: ends.TablePlan) -> None:
            place = plan.state.places.get(seat)
            people.permit_for_seat(by, player or (place.player if place else ""))
            act(plan)

        return permitted

    def wagering(self, seat: int, wagers: Mapping[str, Cents], *, by: str = "", number: int = 0) -> Act[TableState]:
        """The act of `wager`, for who plans and appends in groups."""
        return partial(acts.wager, means=self._means, seat=seat, wagers=wagers, by=by, number=number)

    def deciding(self, seat: int, text: str, *, by: str = "", number: int = 0) -> Act[TableState]:
        """The act of `decide`."""
        return partial(acts.decide, means=self._means, seat=seat, text=text, by=by, number=number)

    def dealing(self, *, by: str = "") -> Act[TableState]:
        """The act of `deal`."""
        return partial(acts.deal, means=self._means, by=by)

    def verifying(self, *, by: str) -> Act[TableState]:
        """The act of `verify`."""
        return partial(ends.verify, by=by)

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
        if state.phase == "wagers" and rules.dealer != "self":
            return ""
        begun = datetime.fromisoformat(state.since)
        return timestamp(begun + timedelta(seconds=rules.seconds))

    def due(self, now: datetime) -> Act[TableState] | None:
        """What time has come for: the posted default of the seat in turn, or the deal."""
        state = self.fresh()
        gone = state.round is not None and state.places[state.round.turn or min(state.places)].gone
        if state.phase == "decisions" and gone:
            return partial(acts.decide_in_time, means=self._means, seen=state.number)
        deadline = self.deadline
        if not deadline or timestamp(now) < deadline:
            return None
        if state.phase == "decisions":
            return partial(acts.decide_in_time, means=self._means, seen=state.number)
        waits = state.phase == "wagers" and not state.stopped
        return partial(acts.deal_in_time, means=self._means, seen=state.number) if waits else None

    def tick(self, now: datetime) -> Appended:
        """Do all that is due at a moment; what other processes did to the jackpot is seen now too."""
        done: Appended = ()
        with self.lock:
            if jackpot := self.jackpot:
                jackpot.catch_up()
            while (act := self.due(now)) is not None:
                done += self.perform(act)  # nothing, where another process was quicker: then look again
        return done

    def _overdue(self) -> None:
        """Do what is due now, so that what comes too late finds the posted default taken, or the round dealt."""
        self.fresh()
        now = self.log.clock()
        if self.deadline and timestamp(now) >= self.deadline:
            self.tick(now)

    # ---- what is seen

    def purse(self, seat: int) -> Cents:
        """What the player on a seat has that is not wagered."""
        return self.log.balance(f"player/{self.fresh().place(seat).player}") // cents(1)

    def view(self, seat: int = 0) -> dict[str, Any]:
        """What a seat may see: the table, and of the round what `Round.view` shows; 0 is somebody who looks on."""
        state = self.fresh()
        rules = state.rules
        jackpot = self.jackpot
        return {
            "table": self.name,
            "game": rules.game if rules else None,
            "phase": state.phase,
            "stopped": state.stopped or None,
            "round": state.rounds,
            "deadline": self.deadline or None,
            "seats": [
                {
                    "seat": place.seat,
                    "player": place.player,
                    "wagers": wagers_json(place.wagers),
                    "sits_out": place.out,
                    "leaves": place.gone,
                }
                for place in state.places.values()
            ],
            "deck": {"number": state.deck.number, "commitment": state.deck.commitment} if state.deck else None,
            "jackpot": {
                "name": jackpot.name,
                "amount": format_money(jackpot.fresh().displayed),
                "takes_wagers": self.takes_jackpot,
            }
            if jackpot
            else None,
            "play": self._seen_round(seat),
        }

    def _seen_round(self, seat: int) -> dict[str, Any] | None:
        state = self.state
        if state.round is None:
            return None
        seen = state.round.view(seat)
        if seen["choices"]:
            seen["choices"] = [str(choice) for choice in state.open.payable(state.round.choices())]
        return seen

    def last_round(self) -> Event | None:
        """The event of the last round's end, settled or void."""
        return self.log.last(self.stream, "settled", "voided")


def load_state(log: Log, name: str) -> TableState:
    """The state of a table: from its last opening, its last finished round, and what follows."""
    stream = f"table/{name}"
    end = log.last(stream, *ENDS)
    state = TableState()
    if end is not None:
        opened = end if end.kind == "opened" else log.last(stream, "opened")
        rules = TableRules.from_json(opened.data["rules"]) if opened else None
        state = restored(end.data["table"], rules, end.number)
    for event in log.read(stream, state.number + 1):
        state = fold(state, Told(event.kind, event.data, event.postings, event.at), log.secret)
    return state


def folded(log: Log, name: str) -> TableState:
    """The same, folded from the first event on: for audits and tests."""
    state = TableState()
    for event in log.read(f"table/{name}"):
        state = fold(state, Told(event.kind, event.data, event.postings, event.at), log.secret)
    return state
