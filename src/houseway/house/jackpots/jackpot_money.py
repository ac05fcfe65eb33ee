"""The money of a jackpot that no wager brought and no win took: adjustments, overflow that is passed on, deposits."""

from abc import abstractmethod
from typing import Final

from houseway.errors import InvalidInput, NotAllowedNow, NotApproved, shown
from houseway.house.jackpots.adjustments import REASONS, counterpart, require_valid_adjustment, transit_account
from houseway.house.jackpots.events import jackpot_event
from houseway.house.jackpots.payloads import Adjusted, Deposited, PassedOn, Received
from houseway.house.jackpots.state import JackpotState
from houseway.house.log.aggregate import Plan, StreamAggregate
from houseway.house.log.events import is_person
from houseway.house.log.kinds import JackpotEvent
from houseway.house.log.ledger import Posting, Units, cents, format_units, move
from houseway.house.log.log import Appended, event_matching, personal_request
from houseway.house.log.names import BANK, JackpotPot, jackpot_account, jackpot_stream
from houseway.house.log.texts import require_text
from houseway.house.people.acts import is_large
from houseway.house.people.permissions import Permissions
from houseway.house.people.single_person_totals import moved_alone_on
from houseway.money import Cents, format_money
from houseway.values import changed

LONGEST_NOTE: Final = 2000  # characters


class JackpotMoney(StreamAggregate[JackpotState]):
    """A jackpot's money beside wagers and wins, for the jackpot to inherit."""

    name: str
    _people: Permissions | None

    @abstractmethod
    def _permit(self, act: str, by: str, second: str = "") -> None:
        """Raise where these persons may not do this."""

    def _second(self, act: str, kind: JackpotEvent, amount: Units, by: str, second: str) -> str:
        """The second person of an act, where the amounts of a day need one; raises where the two may not do it."""
        if self._people is None:
            return ""
        together = -(-(amount + moved_alone_on(self.log, self.stream, kind)) // cents(1))
        if not is_large(act, together):
            return ""
        self._people.permit(f"large {act}", by, second)
        return second

    def adjust(
        self,
        reason: str,
        amount: Units,
        *,
        note: str,
        by: str,
        second: str,
        pot: str = "meter",
        into: "JackpotMoney | None" = None,
        request: str = "",
    ) -> Appended:
        """A documented adjustment, in units: a reason from the closed list, two persons, where the money goes."""
        self._permit("adjust meter", by, second)
        require_two_persons(by, second, "adjust meter")
        if reason not in REASONS:
            raise InvalidInput(f"{shown(reason)} is no reason; there are {', '.join(REASONS)}", field="reason")
        if not note.strip():
            raise InvalidInput("must say what happened", field="note")
        require_text(note, field="note", most=LONGEST_NOTE)
        if pot not in ("meter", "reserve"):
            raise InvalidInput("must be meter or reserve", field="pot")
        if into is not None and reason != "removal":
            raise InvalidInput("only a removal goes into another jackpot", field="into")

        def act(plan: Plan[JackpotState]) -> None:
            state = plan.state
            _require_meter(state)
            held = state.meter if pot == "meter" else state.reserve
            require_valid_adjustment(state, reason, amount, held, pot)
            other = counterpart(state, reason, pot, into.name if into else "")
            postings = (Posting(jackpot_account(state.name, JackpotPot(pot)), amount), Posting(other, -amount))
            after = changed(state, stopped=state.stopped or "seizure") if reason == "seizure" else state
            adjusted = Adjusted(
                reason=reason,
                pot=pot,
                amount=format_units(amount),
                before=format_units(held),
                after=format_units(held + amount),
                note=note,
                second=second,
                jackpot=after.summary(),
            )
            if into is not None:
                _receive(plan, into, state, -amount)
            plan.add(adjusted, by=by, postings=postings)

        matcher = event_matching(JackpotEvent.ADJUSTED, reason=reason, pot=pot, amount=format_units(amount), note=note)
        events = self.perform(act, personal_request(request, by), matcher)
        if into is not None:
            into.observe(events)
        return events

    def pass_on(self, into: "JackpotMoney", *, by: str = "", request: str = "") -> Appended:
        """What came in above the cap goes into the jackpot that the terms name."""
        self._permit("pass on overflow", by)

        def act(plan: Plan[JackpotState]) -> None:
            state = plan.state
            if state.posted.overflow != into.name:
                raise NotApproved(
                    f"overflows into {state.posted.overflow or 'its own next jackpot'}", field=self.stream
                )
            into.catch_up()
            room = into.state.room
            amount = state.overflow if room is None else min(state.overflow, room)
            if not amount:
                raise NotAllowedNow("nothing has overflowed that there is room for", field=self.stream)
            _receive(plan, into, state, amount)
            overflow = jackpot_account(state.name, JackpotPot.OVERFLOW)
            money = move(amount, out_of=overflow, into=transit_account(into.name))
            passed = PassedOn(into=into.name, amount=format_units(amount), jackpot=state.summary())
            plan.add(passed, by=by, postings=money)

        events = self.perform(
            act, personal_request(request, by), event_matching(JackpotEvent.PASSED_ON, into=into.name)
        )
        into.observe(events)
        return events

    def deposit(self, amount: Cents, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """The house brings what accrued to the jackpot's bank account (WAC 230-15-455: at least weekly).

        No more than is owed, and in a house with people no more than its bank holds; above an amount, of one day
        together, two persons do it.
        """
        self._permit("record deposit", by)

        def act(plan: Plan[JackpotState]) -> None:
            _require_meter(plan.state)
            if amount <= 0:
                raise InvalidInput("must be more than zero", field="amount")
            owed = plan.state.owed
            if cents(amount) - owed >= cents(1):  # a fraction of a cent is deposited as a whole one
                raise NotAllowedNow(f"{format_units(owed)} is owed, and no more is deposited", field="amount")
            if self._people is not None and self.log.balance(BANK) < cents(amount):
                raise NotAllowedNow(f"the bank holds {format_units(self.log.balance(BANK))}", field="amount")
            guarded = [] if self._people is None else [BANK]  # whoever takes something out of it meanwhile
            money = move(cents(amount), out_of=BANK, into=jackpot_account(plan.state.name, JackpotPot.FUNDING))
            other = self._second("record deposit", JackpotEvent.DEPOSITED, cents(amount), by, second)
            deposited = Deposited(amount=format_money(amount), owed=format_units(plan.state.owed), second=other)
            plan.add(deposited, by=by, postings=money, guarded=guarded)

        return self.perform(
            act, personal_request(request, by), event_matching(JackpotEvent.DEPOSITED, amount=format_money(amount))
        )


def require_two_persons(by: str, second: str, act: str) -> None:
    """Refuse one person who is to be two."""
    if not is_person(by) or not is_person(second) or by == second:
        raise NotAllowedNow("needs two different persons", field=act)


def _require_meter(state: JackpotState) -> None:
    """A house jackpot does not rise, and no money of players funds it (WAC 230-15-671)."""
    if state.terms is not None and not state.progressive:
        raise NotApproved("is a house jackpot: it has no meter and no account", field=jackpot_stream(state.name))


def _receive(plan: Plan[JackpotState], into: JackpotMoney, giver: JackpotState, amount: Units) -> None:
    """The event of the jackpot that takes the money."""
    into.catch_up()
    target = into.state
    if into.name == giver.name or not target.progressive:
        raise InvalidInput("must be another jackpot with a meter", field="into")
    if target.room is not None and target.room < amount:
        raise NotAllowedNow(f"has room for {format_units(target.room)} only", field=into.stream)
    money = move(amount, out_of=transit_account(into.name), into=jackpot_account(target.name, JackpotPot.METER))
    received = Received(giver=giver.name, amount=format_units(amount), jackpot=target.summary())
    event = jackpot_event(target, JackpotEvent.RECEIVED, received, money)
    plan.add_to_other_stream(event, expected=target.number)
