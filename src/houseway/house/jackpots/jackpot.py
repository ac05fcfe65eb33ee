"""Jackpots: a meter that wagers raise and wins lower; every other change has a reason and two persons."""

from collections.abc import Iterator
from typing import Any, Final, Protocol

from houseway.errors import InvalidInput, NotAllowedNow, NotApproved, shown
from houseway.games.game import Game
from houseway.house import jackpot_state
from houseway.house.events import Event, is_person
from houseway.house.jackpot_events import account, contributed, event, sense, stream_of, units
from houseway.house.jackpot_state import JackpotState, from_summary, from_totals
from houseway.house.ledger import Posting, Units, cents, format_units, move
from houseway.house.links import link_key, verify_alike, verify_outside
from houseway.house.live import Live, Plan, Secret, Told
from houseway.house.log import Appended, Appends, Log, said
from houseway.house.overflow import in_words, ring
from houseway.house.sheet import JackpotTerms
from houseway.money import Cents, format_money
from houseway.values import changed

REASONS: Final = ("malfunction", "over cap", "seed recovery", "removal", "seizure")
BANK: Final = "house/bank"
_SUMMARY_KINDS: Final = (
    "created",
    "awarded",
    "adjusted",
    "changed",
    "stopped",
    "started",
    "linked",
    "unlinked",
    "declared",
    "passed on",
    "received",
)


class Permits(Protocol):
    """Who says whether persons may do something: the people of the house."""

    def permit(self, act: str, first: str, second: str = "") -> None:
        """Raise where they may not."""
        ...

    def permit_player(self, name: str) -> None:
        """Raise where this person may not play."""
        ...

    def permit_for_seat(self, by: str, owner: str) -> None:
        """Raise where this person may not act for a seat of that player."""
        ...


class Jackpot(Live[JackpotState]):
    """A jackpot on its stream."""

    def __init__(self, log: Log, name: str, appends: Appends | None = None, people: Permits | None = None) -> None:
        super().__init__(log, stream_of(name), _loaded(log, name), appends)
        self.name = name
        self._people = people

    def fold(self, state: JackpotState, told: Told, secret: Secret) -> JackpotState:
        """The state after an event."""
        return jackpot_state.fold(state, told)

    def stamped(self, state: JackpotState, at: str) -> JackpotState:
        """No time is kept."""
        return state

    # ---- from its creation to its removal

    def create(self, terms: JackpotTerms, game: Game, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """A new jackpot with the terms of a sheet; the house puts in the seed."""
        self._permit("open jackpot", by, second)

        def act(plan: Plan[JackpotState]) -> None:
            if plan.state.terms is not None:
                raise NotAllowedNow("there is one of this name", field=self.stream)
            after = changed(plan.state, terms=_checked(terms, self.name), key=link_key(game))
            self._verify_no_ring(plan, terms)
            seed = units(terms.seed) if terms.kind == "progressive" else 0
            into = account(after, "meter")
            money = move(seed, out_of=account(after, "funding"), into=into)
            self._add(plan, "created", {"game": game.name, "second": second}, after, by=by, postings=money)

        return self.perform(act, request, said("created"))

    def change(
        self,
        terms: JackpotTerms,
        game: Game | None = None,
        *,
        by: str = "",
        second: str = "",
        request: str = "",
    ) -> Appended:
        """Other rates, another cap: only while no linked table is open, and a cap never below the meter.

        `game` is that of the sheet that has the terms: it must be won as the jackpot is.
        """
        self._permit("change jackpot", by, second)

        def act(plan: Plan[JackpotState]) -> None:
            state, new = plan.state, _checked(terms, self.name)
            if state.tables:
                raise NotAllowedNow(f"table {state.tables[0]} is open on it (R8)", field=self.stream)
            if game is not None:
                verify_alike(link_key(game), state.key, field=game.name)
            if (new.kind, new.seed) != (state.posted.kind, state.posted.seed):
                raise NotApproved("kind and seed stay as they were created", field=self.stream)
            if new.cap and units(new.cap) < state.meter:
                reason = f"must be at least the meter's {format_units(state.meter)} (WAC 230-15-685(4))"
                raise NotApproved(reason, field="cap")
            self._verify_no_ring(plan, new)
            self._add(plan, "changed", {"second": second}, changed(state, terms=new), by=by)

        return self.perform(act, request, said("changed"))

    def declare(self, game: str, key: str, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """A game outside houseway, named by the letter, shares the meter; it must be won alike."""
        self._permit("change jackpot", by, second)

        def act(plan: Plan[JackpotState]) -> None:
            state = plan.state
            if not state.progressive or not state.posted.linked:
                raise NotApproved("is not one that tables share", field=self.stream)
            verify_outside(game)
            verify_alike(key, state.key, field=game)
            outside = {**state.outside, game: key}
            data = {"game": game, "key": key, "second": second}
            self._add(plan, "declared", data, changed(state, outside=outside), by=by)

        return self.perform(act, request, said("declared", game=game))

    def contribute_outside(self, game: str, staked: Cents, *, request: str = "") -> Appended:
        """Wagers that were sensed at a table of a declared game outside."""

        def act(plan: Plan[JackpotState]) -> None:
            state = plan.state
            if game not in state.outside:
                raise NotApproved("is not declared at this jackpot", field=game)
            sensed = sense(state, staked)
            told = contributed(state, sensed, source=f"table/{game}/progressive", table=game, round_number=0)
            plan.add(told.kind, told.data, postings=told.postings)

        return self.perform(act, request, said("contributed", table=game))

    def stop(self, cause: str, *, by: str = "", request: str = "") -> Appended:
        """Take no more wagers: a short account, a seizure, a fault."""
        self._permit("hold jackpot", by)

        def act(plan: Plan[JackpotState]) -> None:
            if not cause.strip() or plan.state.stopped:
                stopped = f"is stopped already: {plan.state.stopped}" if plan.state.stopped else ""
                raise NotAllowedNow(stopped or "the cause must be told", field="stop")
            self._add(plan, "stopped", {"cause": cause}, changed(plan.state, stopped=cause), by=by)

        return self.perform(act, request, said("stopped", cause=cause))

    def start(self, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """Take wagers again."""
        self._permit("release jackpot", by, second)

        def act(plan: Plan[JackpotState]) -> None:
            if not plan.state.stopped:
                raise NotAllowedNow("it is not stopped", field=self.stream)
            self._add(plan, "started", {"second": second}, changed(plan.state, stopped=""), by=by)

        return self.perform(act, request, said("started"))

    # ---- money that no wager brought and no win took

    def adjust(
        self,
        reason: str,
        amount: Units,
        *,
        note: str,
        by: str,
        second: str,
        pot: str = "meter",
        into: "Jackpot | None" = None,
        request: str = "",
    ) -> Appended:
        """A documented adjustment, in units: a reason from the closed list, two persons, where the money goes."""
        self._permit("adjust meter", by, second)
        _verify_two(by, second)
        if reason not in REASONS:
            raise InvalidInput(f"{shown(reason)} is no reason; there are {', '.join(REASONS)}", field="reason")
        if not note.strip():
            raise InvalidInput("must say what happened", field="note")
        if pot not in ("meter", "reserve"):
            raise InvalidInput("must be meter or reserve", field="pot")
        if into is not None and reason != "removal":
            raise InvalidInput("only a removal goes into another jackpot", field="into")

        def act(plan: Plan[JackpotState]) -> None:
            state = plan.state
            _verify_metered(state)
            held = state.meter if pot == "meter" else state.reserve
            _verify_adjustment(state, reason, amount, held, pot)
            other = _counterpart(state, reason, pot, into)
            postings = (Posting(account(state, pot), amount), Posting(other, -amount))
            after = changed(state, stopped=state.stopped or "seizure") if reason == "seizure" else state
            data = {
                "reason": reason,
                "pot": pot,
                "amount": format_units(amount),
                "before": format_units(held),
                "after": format_units(held + amount),
                "note": note,
                "second": second,
            }
            if into is not None:
                _receive(plan, into, state, -amount)
            self._add(plan, "adjusted", data, after, by=by, postings=postings)

        events = self.perform(act, request, said("adjusted", reason=reason, pot=pot, amount=format_units(amount)))
        if into is not None:
            into.observe(events)
        return events

    def pass_on(self, into: "Jackpot", *, by: str = "", request: str = "") -> Appended:
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
            money = move(amount, out_of=account(state, "overflow"), into=_transit(into))
            data = {"into": into.name, "amount": format_units(amount)}
            self._add(plan, "passed on", data, state, by=by, postings=money)

        events = self.perform(act, request, said("passed on", into=into.name))
        into.observe(events)
        return events

    def deposit(self, amount: Cents, *, by: str = "", request: str = "") -> Appended:
        """The house brings what accrued to the jackpot's bank account (WAC 230-15-455: at least weekly)."""
        self._permit("record deposit", by)

        def act(plan: Plan[JackpotState]) -> None:
            _verify_metered(plan.state)
            if amount <= 0:
                raise InvalidInput("must be more than zero", field="amount")
            money = move(cents(amount), out_of=BANK, into=account(plan.state, "funding"))
            data = {"amount": format_money(amount), "owed": format_units(plan.state.owed)}
            plan.add("deposited", data, by=by, postings=money)

        return self.perform(act, request, said("deposited", amount=format_money(amount)))

    # ---- what is asked of it

    def reconcile(self) -> dict[str, Any]:
        """Accrual against deposits, and the meter's identity, to the last unit."""
        self.catch_up()
        state = self.state
        by_kind = self.log.sums(self.stream, 1, state.number)
        meter = {kind: amount for (kind, name), amount in by_kind.items() if name == account(state, "meter")}
        deposits = by_kind.get(("deposited", account(state, "funding")), 0)
        last = self.log.last(self.stream, "deposited")
        return {
            "jackpot": self.name,
            "meter": format_units(state.meter),
            "meter from": {kind: format_units(amount) for kind, amount in sorted(meter.items()) if amount},
            "adds up": sum(meter.values()) == state.meter,
            "accrued": format_units(state.owed + deposits),
            "deposited": format_units(deposits),
            "owed": format_units(state.owed),
            "last deposit": last.at if last else None,
        }

    def history(self, *, hits: bool = False) -> Iterator[Event]:
        """Everything but single contributions, oldest first; or only wins."""
        kinds = ("awarded",) if hits else (*_SUMMARY_KINDS, "deposited", "reversed", "fed")
        return (one for one in self.log.read(self.stream) if one.kind in kinds)

    # ---- inside

    def _permit(self, act: str, by: str, second: str = "") -> None:
        if self._people is not None:
            self._people.permit(act, by, second)

    def _verify_no_ring(self, plan: Plan[JackpotState], terms: JackpotTerms) -> None:
        """What overflows must not come back (R9); the others must stay as they are seen here until this is appended."""

        def into(name: str) -> str:
            if name == self.name:
                return terms.overflow
            other = _loaded(self.log, name)
            plan.expected[stream_of(name)] = other.number
            return other.terms.overflow if other.terms else ""

        if names := ring(self.name, into):
            raise NotApproved(f"{in_words(names)} (R9)", field=self.stream)

    def _add(
        self,
        plan: Plan[JackpotState],
        kind: str,
        data: dict[str, Any],
        after: JackpotState,
        *,
        by: str,
        postings: tuple[Posting, ...] = (),
    ) -> None:
        told = event(plan.state, kind, data, after=after, postings=postings)
        plan.add(kind, told.data, by=by, postings=postings)


class Jackpots:
    """The jackpots that the tables of a process share; `people`, where given, say who may act on them."""

    def __init__(self, log: Log, appends: Appends | None = None, people: Permits | None = None) -> None:
        self._log = log
        self._appends = appends
        self._people = people
        self._found: dict[str, Jackpot] = {}

    def get(self, name: str) -> Jackpot:
        """A jackpot by name."""
        if name not in self._found:
            self._found[name] = Jackpot(self._log, name, self._appends, self._people)
        return self._found[name]


def _loaded(log: Log, name: str) -> JackpotState:
    """The state of a jackpot: the last event that tells all but the money, and the money that its stream adds up to."""
    stream = stream_of(name)
    number = log.head(stream).number
    state = JackpotState(name=name)
    last = log.last(stream, *_SUMMARY_KINDS)
    if last is None:
        return state
    number = max(number, last.number)
    told = from_summary(last.data["jackpot"])
    return changed(state, number=number, **told, **from_totals(name, log.totals(stream, number)))


def _checked(terms: JackpotTerms, name: str) -> JackpotTerms:
    if terms.name != name:
        raise InvalidInput(f"the terms are those of {shown(terms.name)}", field=f"jackpot {name}")
    if terms.kind not in ("progressive", "house") or not terms.wager:
        raise InvalidInput("must have a kind and a wager", field=f"jackpot {name}")
    if terms.cap and terms.cap < max(terms.seed, terms.reset):
        raise NotApproved("must be at least seed and reset", field="cap")
    return terms


def _verify_two(by: str, second: str) -> None:
    if not is_person(by) or not is_person(second) or by == second:
        raise NotAllowedNow("needs two different persons", field="adjust meter")


def _verify_metered(state: JackpotState) -> None:
    """A house jackpot does not rise, and no money of players funds it (WAC 230-15-671)."""
    if state.terms is not None and not state.progressive:
        raise NotApproved("is a house jackpot: it has no meter and no account", field=stream_of(state.name))


def _verify_adjustment(state: JackpotState, reason: str, amount: Units, held: Units, pot: str) -> None:
    if not amount or held + amount < 0:
        raise InvalidInput(f"must leave at least 0 of {format_units(held)}", field="amount")
    if amount > 0 and reason != "malfunction":
        raise InvalidInput(f"{reason} lowers what there is", field="amount")
    if reason == "over cap":
        cap = units(state.posted.cap)
        if pot != "meter" or not cap or held + amount < cap:
            raise InvalidInput(f"takes only what is above the cap of {format_units(cap)}", field="amount")


def _counterpart(state: JackpotState, reason: str, pot: str, into: Jackpot | None) -> str:
    """Where the money of an adjustment goes, or comes from."""
    if reason == "over cap":
        return account(state, "overflow")
    if reason == "seizure":
        return "outside/seized"
    if reason == "removal":
        if into is not None:
            return _transit(into)
        if pot == "reserve":
            return BANK  # undisplayed prizes that become gross receipts
        raise InvalidInput("a displayed prize goes into another jackpot: say which", field="into")
    return account(state, "funding")


def _transit(into: Jackpot) -> str:
    """The account that money between two jackpots passes through: what one event puts in, the other takes out."""
    return f"{into.stream}/transit"


def _receive(plan: Plan[JackpotState], into: Jackpot, giver: JackpotState, amount: Units) -> None:
    """The event of the jackpot that takes the money."""
    into.catch_up()
    target = into.state
    if into.name == giver.name or not target.progressive:
        raise InvalidInput("must be another jackpot with a meter", field="into")
    if target.room is not None and target.room < amount:
        raise NotAllowedNow(f"has room for {format_units(target.room)} only", field=into.stream)
    money = move(amount, out_of=_transit(into), into=account(target, "meter"))
    data = {"from": giver.name, "amount": format_units(amount)}
    plan.beside(event(target, "received", data, after=target, postings=money), at=target.number)
