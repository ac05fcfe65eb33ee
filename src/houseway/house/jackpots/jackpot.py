"""Jackpots: a meter that wagers raise and wins lower; every other change has a reason and two persons."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from houseway.errors import InvalidInput, NotAllowedNow, NotApproved, shown
from houseway.games.game import Game
from houseway.house.jackpots import state as jackpot_state
from houseway.house.jackpots.adjustments import REASONS
from houseway.house.jackpots.events import award_events, contribution_event, sense
from houseway.house.jackpots.jackpot_money import JackpotMoney, require_two_persons
from houseway.house.jackpots.outside import SEAT, outside_award, require_declared, require_whole_wagers
from houseway.house.jackpots.payloads import (
    JACKPOT_PAYLOADS,
    Awarded,
    Changed,
    Contributed,
    Created,
    Declared,
    Started,
    Stopped,
    WithSummary,
)
from houseway.house.jackpots.state import JackpotState, from_summary, from_totals
from houseway.house.log.aggregate import EventFacts, Plan, Secret
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, JackpotEvent
from houseway.house.log.ledger import cents, format_units, move
from houseway.house.log.log import Appended, Appender, EventMatcher, Log, event_matching, personal_request
from houseway.house.log.names import (
    PLAYERS,
    JackpotPot,
    TablePot,
    jackpot_account,
    jackpot_stream,
    table_account,
)
from houseway.house.log.texts import require_text
from houseway.house.people.permissions import Permissions
from houseway.house.sheets.links import link_key, require_named_game, require_same_wins
from houseway.house.sheets.overflow import overflow_ring, ring_text
from houseway.house.sheets.sheet import JackpotTerms
from houseway.house.sheets.table_rules import terms_to_json
from houseway.money import Cents, format_money
from houseway.values import changed

__all__ = ["REASONS", "Jackpot", "Jackpots"]

LONGEST_PLAYER: Final = 60  # characters of the name of somebody who won outside
_SUMMARY_KINDS: Final = tuple(kind for kind, payload in JACKPOT_PAYLOADS.items() if issubclass(payload, WithSummary))
_MONEY_KINDS: Final = (JackpotEvent.DEPOSITED, JackpotEvent.REVERSED, JackpotEvent.FED)


class Jackpot(JackpotMoney):
    """A jackpot on its stream."""

    payloads = JACKPOT_PAYLOADS

    def __init__(
        self, log: Log, name: str, appender: Appender | None = None, people: Permissions | None = None
    ) -> None:
        super().__init__(log, jackpot_stream(name), _load_state(log, name), appender)
        self.name = name
        self._people = people

    def fold(self, state: JackpotState, facts: EventFacts, secret: Secret) -> JackpotState:
        """The state after an event."""
        return jackpot_state.fold(state, facts)

    def with_time(self, state: JackpotState, at: str) -> JackpotState:
        """No time is kept."""
        return state

    # ---- from its creation to its removal

    def create(self, terms: JackpotTerms, game: Game, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """A new jackpot with the terms of a sheet; the house puts in the seed."""
        self._permit("open jackpot", by, second)

        def act(plan: Plan[JackpotState]) -> None:
            if plan.state.terms is not None:
                raise NotAllowedNow("there is one of this name", field=self.stream)
            after = changed(plan.state, terms=_require_terms(terms, self.name), key=link_key(game))
            self._require_no_ring(plan, terms)
            seed = cents(terms.seed) if terms.kind == "progressive" else 0
            into = jackpot_account(after.name, JackpotPot.METER)
            money = move(seed, out_of=jackpot_account(after.name, JackpotPot.FUNDING), into=into)
            created = Created(game=game.name, second=second, jackpot=after.summary())
            plan.add(JackpotEvent.CREATED, created, by=by, postings=money)

        return self.perform(
            act, personal_request(request, by), _same_terms(JackpotEvent.CREATED, terms, game=game.name)
        )

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
            state, new = plan.state, _require_terms(terms, self.name)
            if state.tables:
                raise NotAllowedNow(f"table {state.tables[0]} is open on it (R8)", field=self.stream)
            if game is not None:
                require_same_wins(link_key(game), state.key, field=game.name)
            if (new.kind, new.seed) != (state.posted.kind, state.posted.seed):
                raise NotApproved("kind and seed stay as they were created", field=self.stream)
            if new.cap and cents(new.cap) < state.meter:
                reason = f"must be at least the meter's {format_units(state.meter)} (WAC 230-15-685(4))"
                raise NotApproved(reason, field="cap")
            self._require_no_ring(plan, new)
            told = Changed(second=second, jackpot=changed(state, terms=new).summary())
            plan.add(JackpotEvent.CHANGED, told, by=by)

        return self.perform(act, personal_request(request, by), _same_terms(JackpotEvent.CHANGED, terms))

    def declare(self, game: str, key: str, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """A game outside houseway, named by the letter, shares the meter; it must be won alike."""
        self._permit("change jackpot", by, second)

        def act(plan: Plan[JackpotState]) -> None:
            state = plan.state
            if not state.progressive or not state.posted.linked:
                raise NotApproved("is not one that tables share", field=self.stream)
            require_named_game(game)
            require_same_wins(key, state.key, field=game)
            after = changed(state, outside={**state.outside, game: key})
            declared = Declared(game=game, key=key, second=second, jackpot=after.summary())
            plan.add(JackpotEvent.DECLARED, declared, by=by)

        matcher = event_matching(JackpotEvent.DECLARED, game=game, key=key)
        return self.perform(act, personal_request(request, by), matcher)

    def contribute_outside(
        self, game: str, staked: Cents, *, by: str = "", second: str = "", request: str = ""
    ) -> Appended:
        """Wagers that were made at a declared game outside, in cents; they take their place in the meter's order.

        Above what one person may bring into the meter in a day, two persons enter them.
        """
        self._permit("enter outside wagers", by)

        def act(plan: Plan[JackpotState]) -> None:
            state = plan.state
            require_declared(state, game)
            require_whole_wagers(state, staked)
            if state.stopped:
                raise NotAllowedNow(f"the jackpot is stopped: {state.stopped}", field=self.stream)
            source = table_account(game, TablePot.PROGRESSIVE)
            sensed = sense(state, staked)
            brought = sensed.meter + sensed.overflow + sensed.reserve
            other = self._second("enter outside wagers", JackpotEvent.CONTRIBUTED, brought, by, second)
            more = {"staked": format_money(staked), "second": other}
            event = contribution_event(state, sensed, source=source, table=game, round_number=0, **more)
            plan.add(JackpotEvent.CONTRIBUTED, event.data, by=by, postings=event.postings)

        def matcher(event: Event) -> bool:
            """The same game and wagers; events of before do not tell what was wagered."""
            if event.kind != JackpotEvent.CONTRIBUTED:
                return False
            entered, stake = event.read(Contributed), format_money(staked)
            return (entered.table, entered.staked or stake) == (game, stake)

        return self.perform(act, personal_request(request, by), matcher)

    def award_outside(
        self, game: str, line: str, won_as: Game, *, player: str, by: str = "", second: str = "", request: str = ""
    ) -> Appended:
        """A win at a declared game outside: two persons say which line, and the meter as it stands pays it.

        `won_as` is a game of ours with the pay table of the jackpot. The player has no account here: the money leaves.
        """
        self._permit("award outside win", by, second)
        require_two_persons(by, second, "award outside win")
        if not player.strip() or len(player) > LONGEST_PLAYER or not player.isprintable():
            raise InvalidInput(f"must be 1 to {LONGEST_PLAYER} characters", field="player")

        def act(plan: Plan[JackpotState]) -> None:
            state = plan.state
            require_declared(state, game)
            result = outside_award(state, won_as, line)
            payees, players = {SEAT: PLAYERS}, {SEAT: player}
            for event in award_events(state, result, payees, table=game, round_number=0, players=players):
                data = event.data
                if isinstance(data, Awarded):
                    data = msgspec.structs.replace(data, second=second)
                plan.add(event.kind, data, by=by, postings=event.postings)

        def matcher(event: Event) -> bool:
            if event.kind != JackpotEvent.AWARDED:
                return False
            stored = event.read(Awarded)
            return stored.table == game and [(one.line, one.player) for one in stored.awards] == [(line, player)]

        return self.perform(act, personal_request(request, by), matcher)

    def stop(self, cause: str, *, by: str = "", request: str = "") -> Appended:
        """Take no more wagers: a short account, a seizure, a fault."""
        self._permit("hold jackpot", by)
        if cause.strip():
            require_text(cause, field="stop")

        def act(plan: Plan[JackpotState]) -> None:
            if not cause.strip() or plan.state.stopped:
                stopped = f"is stopped already: {plan.state.stopped}" if plan.state.stopped else ""
                raise NotAllowedNow(stopped or "the cause must be told", field="stop")
            after = changed(plan.state, stopped=cause)
            plan.add(JackpotEvent.STOPPED, Stopped(cause=cause, jackpot=after.summary()), by=by)

        return self.perform(act, personal_request(request, by), event_matching(JackpotEvent.STOPPED, cause=cause))

    def start(self, *, by: str = "", second: str = "", request: str = "") -> Appended:
        """Take wagers again."""
        self._permit("release jackpot", by, second)

        def act(plan: Plan[JackpotState]) -> None:
            if not plan.state.stopped:
                raise NotAllowedNow("it is not stopped", field=self.stream)
            after = changed(plan.state, stopped="")
            plan.add(JackpotEvent.STARTED, Started(second=second, jackpot=after.summary()), by=by)

        return self.perform(act, personal_request(request, by), event_matching(JackpotEvent.STARTED))

    # ---- what is asked of it

    def reconcile(self) -> dict[str, Any]:
        """Accrual against deposits, and the meter's identity, to the last unit."""
        self.catch_up()
        state = self.state
        by_kind = self.log.sums(self.stream, 1, state.number)
        meter = {
            kind: amount
            for (kind, name), amount in by_kind.items()
            if name == jackpot_account(state.name, JackpotPot.METER)
        }
        deposits = by_kind.get((JackpotEvent.DEPOSITED, jackpot_account(state.name, JackpotPot.FUNDING)), 0)
        last = self.log.last(self.stream, JackpotEvent.DEPOSITED)
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
        """Everything but single contributions, oldest first; or only wins and their corrections."""
        kinds = (JackpotEvent.AWARDED, CorrectionEvent.AWARD) if hits else (*_SUMMARY_KINDS, *_MONEY_KINDS)
        return (one for one in self.log.read(self.stream) if one.kind in kinds)

    # ---- inside

    def _permit(self, act: str, by: str, second: str = "") -> None:
        if self._people is not None:
            self._people.permit(act, by, second)

    def _require_no_ring(self, plan: Plan[JackpotState], terms: JackpotTerms) -> None:
        """What overflows must not come back (R9); the others must stay as they are seen here until this is appended."""

        def into(name: str) -> str:
            if name == self.name:
                return terms.overflow
            other = _load_state(self.log, name)
            plan.expected[jackpot_stream(name)] = other.number
            return other.terms.overflow if other.terms else ""

        if names := overflow_ring(self.name, into):
            raise NotApproved(f"{ring_text(names)} (R9)", field=self.stream)


class Jackpots:
    """The jackpots that the tables of a process share; `people`, where given, say who may act on them."""

    def __init__(self, log: Log, appender: Appender | None = None, people: Permissions | None = None) -> None:
        self._log = log
        self._appender = appender
        self._people = people
        self._found: dict[str, Jackpot] = {}

    def get(self, name: str) -> Jackpot:
        """A jackpot by name."""
        if name not in self._found:
            self._found[name] = Jackpot(self._log, name, self._appender, self._people)
        return self._found[name]


def _load_state(log: Log, name: str) -> JackpotState:
    """The state of a jackpot: the last event that tells all but the money, and the money that its stream adds up to."""
    stream = jackpot_stream(name)
    number = log.head(stream).number
    state = JackpotState(name=name)
    last = log.last(stream, *_SUMMARY_KINDS)
    if last is None:
        return state
    number = max(number, last.number)
    told = from_summary(last.read(WithSummary).jackpot)
    return changed(state, number=number, **told, **from_totals(name, log.totals(stream, number)))


def _same_terms(kind: str, terms: JackpotTerms, **told: str) -> EventMatcher:
    """Whether an event is of this kind and gives a jackpot these terms."""
    plain, wanted = event_matching(kind, **told), terms_to_json(terms)
    return lambda event: plain(event) and event.read(WithSummary).jackpot.terms == wanted


def _require_terms(terms: JackpotTerms, name: str) -> JackpotTerms:
    if terms.name != name:
        raise InvalidInput(f"the terms are those of {shown(terms.name)}", field=f"jackpot {name}")
    if terms.kind not in ("progressive", "house") or not terms.wager:
        raise InvalidInput("must have a kind and a wager", field=f"jackpot {name}")
    if terms.cap and terms.cap < max(terms.seed, terms.reset):
        raise NotApproved("must be at least seed and reset", field="cap")
    return terms
