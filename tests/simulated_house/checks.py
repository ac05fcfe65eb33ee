"""What must hold in a simulated house after every step: checked event by event, from what the events say."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from house.support.tables import is_liability
from houseway.games.round.record import settle
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.payloads import (
    HELD,
    Adjusted,
    Awarded,
    Contributed,
    Created,
    Fed,
    HeldAward,
    Received,
    Reversed,
    WinRejected,
    WinVerified,
    WithSummary,
    round_of,
)
from houseway.house.log.aggregate import stored_facts
from houseway.house.log.events import GENESIS, Event, digest
from houseway.house.log.kinds import CorrectionEvent, JackpotEvent, TableEvent
from houseway.house.log.ledger import Units, add_postings, cents, check_balances
from houseway.house.log.log import Log
from houseway.house.log.names import (
    PLAYERS,
    JackpotPot,
    TablePot,
    is_player_account,
    jackpot_account,
    jackpot_name,
    table_account,
    table_name,
)
from houseway.house.log.payload import Payload
from houseway.house.records.audit import audit_log
from houseway.house.records.deep_audit.shuffles import check_shuffles
from houseway.house.records.event_payloads import read_event
from houseway.house.sheets.sheet import VERIFY_ABOVE
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.catalogue import TABLE_ACTS
from houseway.house.tables.fold import fold
from houseway.house.tables.payloads import (
    Decided,
    RoundCorrected,
    RoundResult,
    Settled,
    Verified,
    read_round,
)
from houseway.house.tables.stakes import jackpot_stakes
from houseway.house.tables.state import TableState
from houseway.house.tables.table import load_state
from houseway.money import Cents, parse_money, parse_units


class Broken(AssertionError):
    """Something that must hold does not."""


def require(holds: bool, what: str) -> None:
    """Raise unless it holds."""
    if not holds:
        raise Broken(what)


class LogWatcher:
    """Follows a log event by event with its own idea of what everything should be."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.tell: Callable[[Event], None] = lambda _event: None
        self.events = 0
        self.rounds = 0
        self.wins = 0
        self._seen: dict[str, tuple[int, str]] = {}  # the last event of a stream: number and hash
        self._balances: dict[str, Units] = {}
        self._tables: dict[str, TableState] = {}
        self._meters: dict[str, Units] = {}
        self._meter_path: dict[str, list[Units]] = {}  # where a meter stood after each event of its jackpot
        self._contributed: dict[tuple[str, int], int] = {}  # by table and round: the place of its contribution there
        self._dealt: dict[str, tuple[str, str]] = {}  # by table: request and time of the last deal
        self._caps: dict[str, Units] = {}
        self._reset_at: dict[str, int] = {}  # where on its path a meter was last put back to its posted reset
        self._answers: dict[str, tuple[str, ...]] = {}  # hashes that a request was answered with
        self._received: dict[tuple[str, int], dict[str, Units]] = {}  # by round and player's account, since its deal
        self.held: dict[str, dict[int, HeldAward]] = {}  # by jackpot and award: wins outside that wait
        self.won_outside = 0
        self._staked: dict[tuple[str, int], Units] = {}  # that players put up for a round when it was first settled

    def look(self) -> None:
        """Check all that was appended since the last look, and all balances."""
        touched = []
        for stream, head in sorted(self.log.heads().items()):  # jackpots before the tables that name their meters
            number, _ = self._seen.get(stream, (0, GENESIS))
            if head.number > number:
                touched.append(stream)
                for event in self.log.read(stream, number + 1):
                    self._follow(event)
        balances = {account: amount for account, amount in self._balances.items() if amount}
        require(balances == self.log.balances(), "balances are not what the postings add up to")
        check_balances(balances)
        for stream in touched:
            if name := table_name(stream):
                self._check_table(name)
            elif name := jackpot_name(stream):
                self._check_jackpot(name)

    def check_answer(self, request: str, events: tuple[Event, ...]) -> None:
        """A request was answered: with events that are stored, and every time with the same."""
        for event in events:
            stored = next(iter(self.log.read(event.stream, event.number, event.number)), None)
            require(stored == event, f"request {request} was answered with what is not stored: {event}")
        hashes = tuple(event.hash for event in events)
        require(self._answers.setdefault(request, hashes) == hashes, f"request {request} was answered in two ways")

    def state(self, table: str) -> TableState:
        """A table, folded from its first event on."""
        return self._tables.get(table, TableState())

    # ---- one event

    def _follow(self, event: Event) -> None:
        self.tell(event)
        number, previous = self._seen.get(event.stream, (0, GENESIS))
        place = f"{event.stream} {event.number}"
        require(event.number == number + 1 and event.previous == previous, f"{place} does not follow on {number}")
        require(digest(event.form) == event.hash, f"{place} is not what its hash says")
        require(sum(amount for _, amount in event.postings) == 0, f"{place}: postings do not sum to zero")
        owed = sum(amount for account, amount in event.postings if is_liability(account))
        require(owed == 0, f"{place}: what is owed to players becomes money, or money becomes owed")
        self._seen[event.stream] = (event.number, event.hash)
        self.events += 1
        add_postings(self._balances, event.postings)
        if name := table_name(event.stream):
            self._follow_table(name, event)
        elif name := jackpot_name(event.stream):
            self._follow_jackpot(name, event, place)

    def _follow_table(self, name: str, event: Event) -> None:
        before = self.state(name)
        self._follow_payment(name, event)
        self._tables[name] = fold(before, stored_facts(event, TABLE_ACTS.payloads), self.log.dealing_secret)
        require(
            not (before.stopped and event.kind in (TableEvent.WAGERED, TableEvent.DEALT)),
            f"table {name}: a round starts while it is stopped",
        )
        if event.kind == TableEvent.DEALT:
            self._dealt[name] = (event.request, event.at)
        if event.kind == TableEvent.DECIDED and event.read(Decided).default:
            self._check_default(name, before, event, event.read(Decided))
        if event.kind in (TableEvent.SETTLED, TableEvent.VOIDED):
            self.rounds += 1
            end = read_round(event)
            require(end.round == before.rounds, f"table {name}: round {end.round} is not the open one")
            require(
                settle(end.record.to_json()) == end.settlement.to_json(), f"table {name}: the record settles otherwise"
            )
            withheld = self._check_limits(name, before.open_rules, end) if event.kind == TableEvent.SETTLED else 0
            self._check_payment(name, event, end, withheld)
            if event.kind == TableEvent.SETTLED:
                at_once = (event.request, event.at) == self._dealt[name]
                self._check_round_meter(name, before.open_rules, end, at_once=at_once)
        if event.kind == CorrectionEvent.ROUND:
            self._check_correction(name, event.read(RoundCorrected))

    def _follow_payment(self, table: str, event: Event) -> None:
        """What players got of a round, from its end on: from the table, or from the jackpot's meter."""
        payload = read_event(event)
        if isinstance(payload, Settled | Verified | RoundCorrected | Awarded) and event.kind != CorrectionEvent.AWARD:
            key = (table, payload.round)
            own = [one for one in event.postings if is_player_account(one.account)]
            add_postings(self._received.setdefault(key, {}), own)
            if isinstance(payload, Settled):
                self._staked[key] = _sum_of(payload.settlement.to_json(), "staked")

    def _check_correction(self, name: str, correction: RoundCorrected) -> None:
        """After a correction the players have of the round what the record as it should have been gives them."""
        settlement, key = correction.settlement.to_json(), (name, correction.round)
        require(
            settle(correction.record.to_json()) == settlement, f"table {name}: the corrected record settles otherwise"
        )
        withheld = sum(parse_money(one.full) - parse_money(one.paid, zero=True) for one in correction.limited)
        borne = cents(sum(map(parse_money, correction.borne.values())))
        more = _sum_of(settlement, "staked") - self._staked[key]
        due = _sum_of(settlement, "returned") - cents(withheld) - more + borne
        require(sum(self._received[key].values()) == due, f"table {name}: a correction leaves other than it says")

    def _check_default(self, name: str, before: TableState, event: Event, decided: Decided) -> None:
        """Nobody is decided for before the time is up."""
        late = datetime.fromisoformat(decided.clock or event.at) - datetime.fromisoformat(before.since)
        place = before.seated[decided.seat]
        in_time = not place.has_left and late < timedelta(seconds=before.open_rules.seconds)
        require(not in_time, f"table {name}: seat {place.seat} was decided for after {late}")

    def _check_limits(self, name: str, rules: TableRules, end: RoundResult) -> Cents:
        """A wager that won more than its aggregate limit is paid the limit, seats in proportion; what is withheld."""
        limited = {one.wager: one.seats for one in end.limited}
        withheld = 0
        for wager, limit in rules.aggregates.items():
            won = _winnings(end.settlement.to_json(), wager)
            total = sum(won.values())
            over = f"table {name}: {wager} won {total} under a limit of {limit}"
            require((wager in limited) == (total > limit), over)
            paid = {one.seat: parse_money(one.paid, zero=True) for one in limited.get(wager, ())}
            require(sum(paid.values()) == (limit if paid else 0), f"table {name}: {wager} does not pay its limit")
            even = all(abs(paid[seat] * total - won[seat] * limit) < total for seat in paid)
            require(even, f"table {name}: {wager} is not limited in proportion")
            withheld += total - limit if paid else 0
        return withheld

    def _check_payment(self, name: str, event: Event, end: RoundResult, withheld: Cents) -> None:
        """Players get what the settlement returns, less what a limit keeps, the meter pays, or is held for now."""
        settlement = end.settlement
        returned = cents(sum(parse_money(seat.returned, zero=True) for seat in settlement.seats) - withheld)
        staked = cents(sum(parse_money(seat.staked, zero=True) for seat in settlement.seats))
        posted: dict[str, Units] = {}
        add_postings(posted, event.postings)
        paid = sum(amount for account, amount in posted.items() if is_player_account(account))
        require(
            -posted.get(table_account(name, TablePot.WAGERS), 0) == staked,
            f"table {name}: other stakes than the settlement's",
        )
        held = posted.get(table_account(name, TablePot.HELD), 0)
        held += cents(parse_money(end.short)) if isinstance(end, Settled) and end.short else 0
        awards = settlement.jackpot.awards if settlement.jackpot else []
        by_meter = cents(sum(parse_money(award.amount, zero=True) for award in awards))
        require(paid + held in (returned, returned - by_meter), f"table {name}: paid other than the settlement says")

    def _check_round_meter(self, name: str, rules: TableRules, end: RoundResult, *, at_once: bool) -> None:
        """Meter before + contribution + reseed - awards = meter after; and the meter stood there with the contribution.

        The contribution is computed from the wagers alone; of a capped meter only the part that it had room for counts.
        Of a round that was dealt and settled at once, the meter stood there before the contribution, as far as its
        server knew; what a win is of must be exact, which is checked where the jackpot awards it.
        """
        terms, meter = rules.jackpot, end.settlement.jackpot
        if terms is None or terms.kind != "progressive" or meter is None:
            return
        place = f"table {name}: the meter of round {end.round}"
        before, added, after = _units(meter.meter_before), _units(meter.contributed), _units(meter.meter_after)
        wagers = {row.seat: {one: parse_money(stake) for one, stake in row.wagers.items()} for row in end.record.seats}
        most = min(jackpot_stakes(rules, wagers) * terms.increment, before + added)  # another table may have won it
        require(added == most or (bool(terms.cap) and added < most), f"{place} does not rise by what was wagered")
        awards = sum(cents(parse_money(one.amount, zero=True)) for one in meter.awards)
        require(before + added + _units(meter.reseeded) - awards == after, f"{place} does not add up")
        path, start = self._meter_path[terms.name], self._contributed.get((name, end.round), 0)
        stood = before + added in path[start:] or (at_once and before in path[:start])
        require(stood, f"{place} is not one that stood after its contribution")

    def _follow_jackpot(self, name: str, event: Event, place: str) -> None:
        meter, payload = self._meters.get(name, 0), read_event(event)
        self._follow_payment(round_of(event)[0], event)
        if event.kind == JackpotEvent.AWARDED and isinstance(payload, Awarded):
            self.wins += 1
            if payload.jackpot.terms["kind"] == "progressive":
                require(_units(payload.before) == meter, f"{place}: a share was computed on a stale meter")
        self._follow_outside(name, event, payload, place)
        rise = _rise(payload)
        self._meters[name] = meter + rise
        path = self._meter_path.setdefault(name, [])
        path.append(meter + rise)
        if event.kind == JackpotEvent.CONTRIBUTED:
            self._contributed[round_of(event)] = len(path) - 1
        elif isinstance(payload, Awarded) and _units(payload.reseeded):
            self._reset_at[name] = len(path) - 1
        elif isinstance(payload, Reversed) and self._reset_at.get(name, -1) > self._contributed[round_of(event)]:
            require(rise == 0, f"{place}: a void took what was won before the meter was reset")
        if isinstance(payload, WithSummary):
            self._caps[name] = _units(payload.jackpot.terms["cap"])
        if event.kind == JackpotEvent.CONTRIBUTED and rise and self._caps[name]:
            require(meter + rise <= self._caps[name], f"{place}: a contribution raised the meter above its cap")

    def _follow_outside(self, name: str, event: Event, payload: Payload, place: str) -> None:
        """A win outside is paid once: at once, or what was awarded then when two others have verified it."""
        paid = sum(amount for account, amount in event.postings if account == PLAYERS)
        waiting, due = self.held.setdefault(name, {}), 0
        if event.kind == JackpotEvent.AWARDED and isinstance(payload, Awarded) and not payload.round:
            self.won_outside += 1
            (award,) = payload.awards
            entered_by, due = (event.by, payload.second), cents(parse_money(award.amount, zero=True))
            if payload.entered == HELD:
                waiting[event.number] = HeldAward(
                    award=event.number,
                    game=payload.table,
                    player=award.player,
                    amount=award.amount,
                    entered_by=entered_by,
                )
                due = 0
            require(due <= cents(VERIFY_ABOVE), f"{place}: two have paid {award.amount} alone")
        elif isinstance(payload, WinVerified | WinRejected):
            held = waiting[payload.award]
            persons = {event.by, event.second, *held.verified} - {""}
            require(not persons & {*held.entered_by}, f"{place}: somebody verified a win of their own")
            if isinstance(payload, WinVerified) and not payload.last:
                waiting[payload.award] = msgspec.structs.replace(held, verified=(*held.verified, event.by))
            else:
                del waiting[payload.award]
                require(len(persons) > 1, f"{place}: one person decided on a win")
                due = cents(parse_money(held.amount)) if isinstance(payload, WinVerified) else 0
        if isinstance(payload, WithSummary):
            require(payload.jackpot.held == tuple(waiting.values()), f"{place}: other wins wait than it says")
        require(paid == due, f"{place}: {paid} left the house, and {due} was won")

    # ---- where things stand

    def _check_table(self, name: str) -> None:
        state = self.state(name)
        require(state == load_state(self.log, name), f"table {name}: loaded quickly it is not what its events say")
        if state.round is not None:
            now = state.round
            staked = sum(sum(now.stakes(seat).values()) for seat in now.seats)
        else:
            staked = sum(sum(place.wagers.values()) for place in state.seated.values())
        wagers = self._balances.get(table_account(name, TablePot.WAGERS), 0)
        require(wagers == cents(staked), f"table {name}: the wagers' account is not what is on the layout")
        held = cents(sum(amount for _, amount in state.hold.awards) - state.hold.short) if state.hold else 0
        require(
            self._balances.get(table_account(name, TablePot.HELD), 0) == held,
            f"table {name}: other than the held win is held",
        )

    def _check_jackpot(self, name: str) -> None:
        meter = self._balances.get(jackpot_account(name, JackpotPot.METER), 0)
        require(meter == self._meters.get(name, 0), f"jackpot {name}: the meter is not what its events say")
        for pot in (JackpotPot.METER, JackpotPot.OVERFLOW, JackpotPot.RESERVE):
            require(self._balances.get(jackpot_account(name, pot), 0) >= 0, f"jackpot {name}: {pot} is below zero")
        require(
            not self._balances.get(jackpot_account(name, JackpotPot.TRANSIT), 0),
            f"jackpot {name}: money is stuck in transit",
        )
        state = Jackpot(self.log, name).state
        require(state.meter == meter, f"jackpot {name}: loaded quickly it is not what its events say")

    def check_end(self) -> None:
        """The whole log, walked once more; every shuffle derived again."""
        verdict = audit_log(self.log)
        require(verdict.broken is None, f"the audit finds: {verdict.broken}")
        for name in self._tables:
            found = check_shuffles(self.log, name).problems
            require(not found, f"table {name}: {found[:1]}")


def _winnings(settlement: Mapping[str, Any], wager: str) -> dict[int, Cents]:
    """What each seat won with a wager, above the stake; no bonus is paid for its stake."""
    won: dict[int, Cents] = {}
    for seat in settlement["seats"]:
        for line in seat["wagers"]:
            if line["wager"] == wager and line["result"] == "win":
                more = parse_money(line["returned"], zero=True) - parse_money(line["stake"])
                won[seat["seat"]] = won.get(seat["seat"], 0) + more
    return won


def _sum_of(settlement: Mapping[str, Any], name: str) -> Units:
    return cents(sum(parse_money(seat[name], zero=True) for seat in settlement["seats"]))


def _units(text: str) -> Units:
    sign = -1 if text.startswith("-") else 1
    return sign * parse_units(text.removeprefix("-"), decimals=8, zero=True)


def _rise(payload: Payload) -> Units:
    """By how much an event of a jackpot says that it raised the meter."""
    if isinstance(payload, Created):
        terms = payload.jackpot.terms
        return _units(terms["seed"]) if terms["kind"] == "progressive" else 0
    if isinstance(payload, Contributed):
        return _units(payload.meter or "0") * (-1 if isinstance(payload, Reversed) else 1)
    if isinstance(payload, Awarded):
        return _units(payload.after) - _units(payload.before)
    if isinstance(payload, WinRejected):
        return _units(payload.amount) - _units(payload.overflow or "0")
    if isinstance(payload, Fed | Received) or (isinstance(payload, Adjusted) and payload.pot == "meter"):
        return _units(payload.amount)
    return 0
