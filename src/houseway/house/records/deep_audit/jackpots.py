"""The deep audit of jackpots: folds every meter from its first event, and recomputes every event from its terms.

Contributions, awards and reversals of a table must stand on that table's stream too (pairs.py); persons did
the rest.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from houseway.house.jackpots import events as jackpot_events
from houseway.house.jackpots import state as jackpot_state
from houseway.house.jackpots.adjustments import (
    REASONS,
    adjustment_postings,
    older_counterpart,
    require_in_account,
    require_valid_adjustment,
    transit_account,
)
from houseway.house.jackpots.money_acts import account_postings
from houseway.house.jackpots.payloads import (
    JACKPOT_PAYLOADS,
    Adjusted,
    Awarded,
    Changed,
    Contributed,
    Created,
    Declared,
    Deposited,
    Drawn,
    Linked,
    PassedOn,
    Received,
    Reversed,
    Started,
    Stopped,
    Unlinked,
    WithSummary,
)
from houseway.house.jackpots.state import Contribution, JackpotState
from houseway.house.log.aggregate import stored_facts
from houseway.house.log.events import Event
from houseway.house.log.kinds import JackpotEvent
from houseway.house.log.ledger import Posting, cents, format_units, move, parse_amount
from houseway.house.log.log import Log
from houseway.house.log.names import (
    BANK,
    JackpotPot,
    TablePot,
    jackpot_account,
    jackpot_name,
    jackpot_stream,
    table_account,
    table_stream,
)
from houseway.house.log.payload import P
from houseway.house.records.deep_audit.awards import AwardsAudit, Expected, either_form
from houseway.house.records.deep_audit.older_rules import ThisVersion
from houseway.house.records.deep_audit.outside_wins import win_rejected, win_verified
from houseway.house.records.deep_audit.pairs import PairedEvents
from houseway.house.records.deep_audit.step import AuditNote, RuleViolation, Step, same_money
from houseway.house.sheets.table_rules import terms_from_json
from houseway.money import parse_money
from houseway.values import changed

JackpotStep = Step[JackpotState, P]
_BELOW_RESET: Final = "a void round took its contribution out of a meter that was reset since, as in version 0.1"
_OLDER_MOVE: Final = "what is owed to players was moved like money, as in version 0.1"


class _Last(NamedTuple):
    """What a table contributed last, which a void round takes back."""

    round: int
    contribution: Contribution
    was_reset: bool = False  # the meter, since


class JackpotsAudit:
    """The jackpots of some streams."""

    def __init__(self, log: Log, pairs: PairedEvents, version: ThisVersion) -> None:
        self._log = log
        self._pairs = pairs
        self._version = version
        self._states: dict[str, JackpotState] = {}
        self._last: dict[tuple[str, str], _Last] = {}  # by jackpot and table
        self._awards = AwardsAudit(log, pairs)
        self._newer: set[str] = set()  # streams with an event that version 0.1 did not write

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with the money and the meaning of an event of a jackpot."""
        name = jackpot_name(event.stream)
        if not name:
            return
        before = self._states.get(name, JackpotState(name=name))
        facts = stored_facts(event, JACKPOT_PAYLOADS)
        after = self._states[name] = jackpot_state.fold(before, facts)
        step = Step(event, facts.data, before, after)
        if self._awards.is_fed_due(event):
            yield "what overflowed was due to be fed to the meter, and was not"
        expected = self._expected(step)
        yield from self._notes(step, expected.notes)
        if not same_money(event.postings, expected.postings):
            yield "it moves other money than its terms and what it says give"
        if isinstance(facts.data, WithSummary) and not _same_but_money(after, expected.after):
            yield "it records another state of the jackpot"

    def _notes(self, step: JackpotStep[Any], notes: Iterable[str]) -> Iterator[str]:
        """Version 0.1 did some things differently; they are faults after the first event of this version.

        That event is looked for in the house first, and then on the stream.
        """
        stream, is_older = step.event.stream, False
        for note in notes:
            is_older = True
            yield note if stream in self._newer or self._version.wrote(step.event) else AuditNote(note)
        pays = isinstance(step.payload, Awarded) and any(one.paid_by == "meter" for one in step.payload.awards)
        if not is_older and (pays or isinstance(step.payload, Deposited | Drawn)):
            self._newer.add(stream)

    def _expected(self, step: JackpotStep[Any]) -> Expected:
        kind = step.event.kind
        if kind in _CHANGES:
            return _CHANGES[kind](step)
        if step.before.terms is None:
            raise RuleViolation("there is no such jackpot")
        if kind in _MOVES:
            return _MOVES[kind](step, self._pairs)
        if kind == JackpotEvent.CONTRIBUTED:
            return self._contributed(step)
        if kind == JackpotEvent.REVERSED:
            return self._reversed(step)
        if jackpot_events.resets_meter(step.event):
            own = (key for key in self._last if key[0] == step.before.name)
            self._last |= {key: self._last[key]._replace(was_reset=True) for key in own}
        return self._awards.expected(step)

    # ---- contributions

    def _contributed(self, step: JackpotStep[Contributed]) -> Expected:
        state, payload = step.before, step.payload
        given = _contribution(payload)
        source = table_account(payload.table, TablePot.PROGRESSIVE)
        _require_room(state, given)
        if payload.round:
            if payload.table not in state.tables:
                raise RuleViolation(f"table {payload.table} is not linked to it")
            facts = (payload.round, given.meter, given.overflow, given.reserve)
            self._pairs.add_event(step.event, "contribution", table_stream(payload.table), *facts)
            self._last[state.name, payload.table] = _Last(payload.round, given)
            self._awards.follow_contribution(step.event)
        else:
            _require_outside_wagers(state, payload, given)
        event = jackpot_events.contribution_event(
            state, given, source=source, table=payload.table, round_number=payload.round
        )
        return Expected(state, tuple(event.postings))

    def _reversed(self, step: JackpotStep[Reversed]) -> Expected:
        state, payload = step.before, step.payload
        last = self._last.pop((state.name, payload.table), None)
        self._pairs.add_event(step.event, "reversal", table_stream(payload.table), payload.round)
        if last is None or last.round != payload.round:
            raise RuleViolation("the round has contributed nothing that could go back")
        names: dict[str, Any] = {"table": payload.table, "round_number": payload.round}
        new, older = (
            jackpot_events.reversal_event(state, last.contribution, was_reset=was_reset, **names).postings
            for was_reset in (last.was_reset, False)
        )
        postings, note = either_form(step.event, new, older, _BELOW_RESET)
        return Expected(state, postings, (note,) if note else ())


def _same_but_money(one: JackpotState, other: JackpotState) -> bool:
    names = ("terms", "key", "tables", "outside", "stopped", "hits", "held")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _contribution(payload: Contributed) -> Contribution:
    amounts = (payload.meter, payload.overflow, payload.reserve)
    meter, overflow, reserve = (parse_amount(text) if text else 0 for text in amounts)
    return Contribution(meter=meter, overflow=overflow, reserve=reserve)


def _require_room(state: JackpotState, given: Contribution) -> None:
    """What a meter has no room for overflows, and nothing else does."""
    risen, room = given.meter + given.overflow, state.room
    shown = risen if room is None else min(risen, room)
    if min(given.meter, given.overflow, given.reserve) < 0 or given.meter != shown:
        raise RuleViolation("the meter rises by another amount than it has room for")


def _require_outside_wagers(state: JackpotState, payload: Contributed, given: Contribution) -> None:
    """Wagers of a declared game outside are some of the one size that the jackpot has, at its rates."""
    terms, risen = state.posted, given.meter + given.overflow
    if payload.table not in state.outside:
        raise RuleViolation(f"{payload.table} is not declared at this jackpot")
    rate, amount = (terms.increment, risen) if terms.increment else (terms.reserve, given.reserve)
    staked = amount // rate if rate else 0
    if (
        staked <= 0
        or staked % terms.wager
        or (risen, given.reserve)
        != (
            staked * terms.increment,
            staked * terms.reserve,
        )
    ):
        raise RuleViolation("it is not the contribution of some of the jackpot's wagers")
    if payload.staked and parse_money(payload.staked) != staked:
        raise RuleViolation("other wagers contribute that much")


# ---- what persons change


def _created(step: JackpotStep[Created]) -> Expected:
    if step.before.terms is not None or step.event.number != 1:
        raise RuleViolation("there was one of this name")
    terms = terms_from_json(step.payload.jackpot.terms)
    if terms.name != step.before.name:
        raise RuleViolation("the terms are those of another jackpot")
    seed = cents(terms.seed) if terms.kind == "progressive" else 0
    after = changed(step.before, terms=terms, key=step.payload.jackpot.key)
    return Expected(after, move(seed, out_of=_pot(after, JackpotPot.FUNDING), into=_pot(after, JackpotPot.METER)))


def _changed(step: JackpotStep[Changed]) -> Expected:
    state, terms = step.before, terms_from_json(step.payload.jackpot.terms)
    if state.tables:
        raise RuleViolation(f"table {state.tables[0]} was open on it")
    if (terms.name, terms.kind, terms.seed) != (state.posted.name, state.posted.kind, state.posted.seed):
        raise RuleViolation("kind and seed stay as they were created")
    if terms.cap and cents(terms.cap) < state.meter:
        raise RuleViolation("the cap is below the meter")
    return Expected(changed(state, terms=terms))


def _declared(step: JackpotStep[Declared]) -> Expected:
    state, payload = step.before, step.payload
    if payload.key != state.key or not state.progressive or not state.posted.linked:
        raise RuleViolation("the game is not won alike, or the jackpot is not one that is shared")
    return Expected(changed(state, outside={**state.outside, payload.game: payload.key}))


def _stopped(step: JackpotStep[Stopped]) -> Expected:
    if step.before.stopped or not step.payload.cause.strip():
        raise RuleViolation("it was stopped already, or it does not say why")
    return Expected(changed(step.before, stopped=step.payload.cause))


def _started(step: JackpotStep[Started]) -> Expected:
    if not step.before.stopped:
        raise RuleViolation("it was not stopped")
    return Expected(changed(step.before, stopped=""))


_CHANGES: Final[Mapping[str, Callable[[JackpotStep[Any]], Expected]]] = {
    JackpotEvent.CREATED: _created,
    JackpotEvent.CHANGED: _changed,
    JackpotEvent.DECLARED: _declared,
    JackpotEvent.STOPPED: _stopped,
    JackpotEvent.STARTED: _started,
}

# ---- tables and other jackpots


def _linked(step: JackpotStep[Linked], pairs: PairedEvents) -> Expected:
    state, table = step.before, step.payload.table
    pairs.add_event(step.event, "link", table_stream(table))
    if table in state.tables or (state.tables and not (state.progressive and state.posted.linked)):
        raise RuleViolation(f"table {table} could not be linked to it")
    return Expected(changed(state, tables=(*state.tables, table)))


def _unlinked(step: JackpotStep[Unlinked], pairs: PairedEvents) -> Expected:
    state, table = step.before, step.payload.table
    pairs.add_event(step.event, "unlink", table_stream(table))
    return Expected(changed(state, tables=tuple(name for name in state.tables if name != table)))


def _deposited(step: JackpotStep[Deposited], _pairs: PairedEvents) -> Expected:
    state, amount = step.before, parse_money(step.payload.amount)
    owed = state.owed if step.payload.slip else state.contributed - state.funding - state.account
    if not state.progressive or cents(amount) - owed >= cents(1):
        raise RuleViolation(f"{format_units(owed)} was owed, and no more is deposited")
    if step.payload.slip:
        return Expected(state, account_postings(state, cents(amount)))
    older = move(cents(amount), out_of=BANK, into=_pot(state, JackpotPot.FUNDING))
    return Expected(state, older, ("a deposit without the number of its slip, as in version 0.1",))


def _drawn(step: JackpotStep[Drawn], _pairs: PairedEvents) -> Expected:
    state, amount = step.before, parse_money(step.payload.amount)
    if not state.progressive or cents(amount) > -state.owed or not step.payload.slip:
        raise RuleViolation("the account did not hold that much more than the players were owed, or no slip is named")
    return Expected(state, account_postings(state, -cents(amount)))


def _adjusted(step: JackpotStep[Adjusted], pairs: PairedEvents) -> Expected:
    state, payload = step.before, step.payload
    if payload.reason not in REASONS or payload.pot not in ("meter", "reserve") or not payload.note.strip():
        raise RuleViolation("it is no adjustment that is allowed, or it does not say what happened")
    held, amount = state.meter if payload.pot == "meter" else state.reserve, parse_amount(payload.amount)
    if not state.progressive:
        raise RuleViolation("a house jackpot has no meter")
    require_valid_adjustment(state, payload.reason, amount, held, payload.pot)
    if (payload.before, payload.after) != (format_units(held), format_units(held + amount)):
        raise RuleViolation("it held another amount before")
    into = payload.into or (_transit_target(step.event) if payload.reason == "removal" else "")
    if into:
        pairs.add_event(step.event, "transfer", jackpot_stream(into), state.name, -amount)
    other = older_counterpart(state, payload.reason, payload.pot, into)
    older = (Posting(_pot(state, JackpotPot(payload.pot)), amount), Posting(other, -amount))
    new = adjustment_postings(state, payload.reason, amount, payload.pot, into)
    postings, note = either_form(step.event, new, older, _OLDER_MOVE)
    after = changed(state, stopped=state.stopped or "seizure") if payload.reason == "seizure" else state
    if payload.reason == "seizure" and not note:
        require_in_account(state, -amount)
    return Expected(after, postings, (note,) if note else ())


def _transit_target(event: Event) -> str:
    """The jackpot that takes what is removed, if one does."""
    for account, amount in event.postings:
        into, _, pot = account.removeprefix("jackpot/").rpartition("/")
        if pot == JackpotPot.TRANSIT and amount > 0:
            return into
    return ""


def _passed_on(step: JackpotStep[PassedOn], pairs: PairedEvents) -> Expected:
    state, payload, amount = step.before, step.payload, parse_amount(step.payload.amount)
    if state.posted.overflow != payload.into or not 0 < amount <= state.overflow:
        raise RuleViolation("that much did not overflow into it")
    pairs.add_event(step.event, "transfer", jackpot_stream(payload.into), state.name, amount)
    overflow, funding = _pot(state, JackpotPot.OVERFLOW), _pot(state, JackpotPot.FUNDING)
    new = move(amount, out_of=overflow, into=funding)
    older = move(amount, out_of=overflow, into=transit_account(payload.into))
    postings, note = either_form(step.event, new, older, _OLDER_MOVE)
    return Expected(state, postings, (note,) if note else ())


def _received(step: JackpotStep[Received], pairs: PairedEvents) -> Expected:
    state, payload, amount = step.before, step.payload, parse_amount(step.payload.amount)
    if not state.progressive or amount <= 0 or (state.room is not None and state.room < amount):
        raise RuleViolation("the meter has no room for it")
    pairs.add_event(step.event, "transfer", jackpot_stream(payload.giver), payload.giver, amount)
    meter, funding = _pot(state, JackpotPot.METER), _pot(state, JackpotPot.FUNDING)
    new, older = (move(amount, out_of=one, into=meter) for one in (funding, transit_account(state.name)))
    postings, note = either_form(step.event, new, older, _OLDER_MOVE)
    return Expected(state, postings, (note,) if note else ())


def _pot(state: JackpotState, pot: JackpotPot) -> str:
    return jackpot_account(state.name, pot)


_MOVES: Final[Mapping[str, Callable[[JackpotStep[Any], PairedEvents], Expected]]] = {
    JackpotEvent.LINKED: _linked,
    JackpotEvent.UNLINKED: _unlinked,
    JackpotEvent.DEPOSITED: _deposited,
    JackpotEvent.DRAWN: _drawn,
    JackpotEvent.WIN_VERIFIED: win_verified,
    JackpotEvent.WIN_REJECTED: win_rejected,
    JackpotEvent.ADJUSTED: _adjusted,
    JackpotEvent.PASSED_ON: _passed_on,
    JackpotEvent.RECEIVED: _received,
}
