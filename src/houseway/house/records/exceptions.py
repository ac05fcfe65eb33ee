"""The exception report: what happens more often with one person than in the whole house.

It counts, by employee and by player, what should be rare: rounds that were called off after cards were seen, entered
wins, corrections, held wins, overrides, and cash-outs without the player's word. Each count stands beside the house's
own rate, and beside the probability that this many or more happen by chance at that rate (an exact binomial tail).
A flag is a reason to look, not a proof.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from itertools import takewhile
from math import exp, lgamma, log1p
from math import log as natural_log
from typing import Final, NamedTuple

import msgspec

from houseway.errors import InvalidInput
from houseway.house.jackpots.payloads import HELD, Awarded
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, HouseEvent, JackpotEvent, TableEvent, TrayEvent
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE, jackpot_name, table_name
from houseway.house.people.gaming_day import Calendar, read_calendar
from houseway.house.people.payloads import CashedOut
from houseway.house.people.roster import Roster
from houseway.house.tables.enabled import is_practice
from houseway.house.tables.payloads import (
    Entered,
    EntryCorrected,
    Held,
    RoundCorrected,
    Settled,
    ShortDocumented,
    Voided,
)

FLAG_BELOW: Final = 0.001  # the probability below which a count is flagged

VOIDS: Final = "voids after cards were seen"
ENTERED_WINS: Final = "entered wins"
CORRECTIONS: Final = "corrections"
HOLDS: Final = "held wins"
OVERRIDES: Final = "overrides"
CASH_OUTS: Final = "cash-outs without the player"
KINDS: Final = (VOIDS, ENTERED_WINS, CORRECTIONS, HOLDS, OVERRIDES, CASH_OUTS)


class ExceptionRow(msgspec.Struct, frozen=True, kw_only=True):
    """How often something happened with a person, how often it could have happened, and the house's own rate."""

    person: str
    what: str
    count: int
    chances: int
    rate: str
    house_rate: str
    probability: str  # that this many or more happen by chance at the house's rate
    flagged: bool


class ExceptionReport(msgspec.Struct, frozen=True, kw_only=True):
    """The exceptions of some gaming days, by employee and by player; those that are flagged come first."""

    since: str
    until: str
    practice: bool
    employees: list[ExceptionRow]
    players: list[ExceptionRow]


def exception_report(log: Log, since: date | None = None, until: date | None = None) -> ExceptionReport:
    """The exceptions from one gaming day to another, both included; of the whole log by default."""
    if since and until and since > until:
        raise InvalidInput("must not be before since", field="until")
    with log.consistent_view() as view:
        calendar = read_calendar(view)
        start = calendar.bounds(since)[0] if since else ""
        end = calendar.bounds(until)[1] if until else "9999"
        counts = _Counts(calendar, start)
        for stream in view.streams():
            if count := counts.counter_of(stream):
                first = view.number_before(stream, start) + 1 if start and stream != HOUSE else 1
                for event in takewhile(lambda one: one.at < end, view.read(stream, first)):
                    count(event)
    return ExceptionReport(
        since=str(since or ""),
        until=str(until or ""),
        practice=is_practice(log),
        employees=list(_rows(counts.employees, counts.chances_of_employees())),
        players=list(_rows(counts.players, counts.chances_of_players)),
    )


# ---- what is counted

Tally = Counter[tuple[str, str]]  # by person and what


class _Shift(NamedTuple):
    """A table on a gaming day."""

    table: str
    day: date


class _Counts:
    """Counts of what happened and of how often it could have, updated by every event."""

    def __init__(self, calendar: Calendar, start: str) -> None:
        self._start = start
        self.employees: Tally = Counter()
        self.players: Tally = Counter()
        self.chances_of_players: Tally = Counter()
        self._own_chances: Tally = Counter()  # of employees: what each did
        self._rounds: Counter[_Shift] = Counter()  # that ended
        self._shifts: dict[str, set[_Shift]] = {}  # by employee
        self._entered: dict[str, set[str]] = {}  # by stream: who entered cards of the open round
        self._roster = Roster()
        self._calendar = calendar
        self._days: dict[str, date] = {}  # by minute

    def counter_of(self, stream: str) -> Callable[[Event], None] | None:
        """The counter for the events of a stream; None if there is nothing to count."""
        if stream == HOUSE:
            return self._count_house
        if table_name(stream):
            return self._count_table
        return self._count_jackpot if jackpot_name(stream) else None

    def chances_of_employees(self) -> Tally:
        """Every employee had a chance at every round of the tables and days at which they acted."""
        chances, players = Counter(self._own_chances), {player for player, _ in self.chances_of_players}
        for person, shifts in self._shifts.items():
            if person in players:
                continue
            rounds = sum(self._rounds[shift] for shift in shifts)
            for what in (VOIDS, CORRECTIONS, HOLDS, OVERRIDES):
                chances[person, what] += rounds
        return chances

    def _day(self, at: str) -> date:
        minute = at[:16]
        if minute not in self._days:
            self._days[minute] = self._calendar.of(datetime.fromisoformat(at))
        return self._days[minute]

    # ---- the cage

    def _count_house(self, event: Event) -> None:
        self._roster.fold(event)
        if event.kind != HouseEvent.CASH_OUT or event.at < self._start:
            return
        paid = event.read(CashedOut)
        if paid.player not in self._roster.persons:
            return  # a guest, who cannot confirm
        for person in {event.by, paid.second} - {"", paid.player}:
            self._own_chances[person, CASH_OUTS] += 1
        self.chances_of_players[paid.player, CASH_OUTS] += 1
        if not has_players_word(paid):
            self._count(CASH_OUTS, [event.by, paid.second], [paid.player])

    # ---- tables

    def _count_table(self, event: Event) -> None:
        if event.kind in _AT_TABLES:
            _AT_TABLES[event.kind](self, event)
        if event.by:
            shift = _Shift(table_name(event.stream), self._day(event.at))
            self._shifts.setdefault(event.by, set()).add(shift)

    def _count(self, what: str, employees: Iterable[str], players: Iterable[str]) -> None:
        for person in {*employees} - {""}:
            self.employees[person, what] += 1
        for player in {*players} - {""}:
            self.players[player, what] += 1

    def _entry(self, event: Event) -> None:
        if event.kind == Entered.KIND:
            self._entered.setdefault(event.stream, set()).add(event.by)

    def _end(self, event: Event, payload: Settled | Voided) -> set[str]:
        """A round is over: everybody in it had a chance; the answer is who entered its cards."""
        self._rounds[_Shift(table_name(event.stream), self._day(event.at))] += 1
        for player in {seat.player for seat in payload.record.seats if seat.player}:
            for what in (VOIDS, CORRECTIONS, HOLDS, OVERRIDES):
                self.chances_of_players[player, what] += 1
        return self._entered.pop(event.stream, set())

    def _settled(self, event: Event) -> None:
        payload = event.read(Settled)
        entered_by = self._end(event, payload)
        if not entered_by:
            return
        players = {seat.seat: seat.player or "" for seat in payload.record.seats}
        for seat in payload.settlement.seats:
            won, player = not seat.net.startswith("-") and seat.net != "0.00", players.get(seat.seat, "")
            for person in entered_by:
                self._own_chances[person, ENTERED_WINS] += 1
            self.chances_of_players[player, ENTERED_WINS] += 1
            if won:
                self._count(ENTERED_WINS, entered_by, [player])

    def _voided(self, event: Event) -> None:
        payload = event.read(Voided)
        self._end(event, payload)
        seen = payload.seen
        if seen is not msgspec.UNSET and not seen.any:
            return
        if seen is msgspec.UNSET and not any(seat.cards for seat in payload.record.seats):
            return  # an older event does not say, but nobody saw cards in a round without any
        self._count(VOIDS, [event.by, payload.second], _players(payload))

    def _held(self, event: Event) -> None:
        held = event.read(Held)
        self._count(HOLDS, held.entered_by, [player for player, _ in held.awards])

    def _short(self, event: Event) -> None:
        short = event.read(ShortDocumented)
        self._count(OVERRIDES, [event.by, short.second], [])

    def _corrected(self, event: Event) -> None:
        correction = event.read(RoundCorrected)
        self._count(CORRECTIONS, [event.by, correction.second], _players(correction))
        if correction.borne:
            self._count(OVERRIDES, [event.by, correction.second], correction.borne)

    def _entry_corrected(self, event: Event) -> None:
        event.read(EntryCorrected)
        self._count(CORRECTIONS, [event.by], [])

    # ---- jackpots

    def _count_jackpot(self, event: Event) -> None:
        if event.kind == JackpotEvent.ADJUSTED:
            self._count(OVERRIDES, [event.by, event.second], [])
        elif event.kind == JackpotEvent.AWARDED and event.by:  # a win that two people entered for a game outside
            awarded = event.read(Awarded)
            players = [one.player for one in awarded.awards]
            if awarded.entered == HELD:
                self._count(HOLDS, [event.by, event.second], players)
            for person in (event.by, event.second):
                self._own_chances[person, ENTERED_WINS] += 1
            for player in players:
                self.chances_of_players[player, ENTERED_WINS] += 1
            self._count(ENTERED_WINS, [event.by, event.second], players)


_AT_TABLES: Final[Mapping[str, Callable[[_Counts, Event], None]]] = {
    TableEvent.ENTERED: _Counts._entry,
    TableEvent.SETTLED: _Counts._settled,
    TableEvent.VOIDED: _Counts._voided,
    TableEvent.HELD: _Counts._held,
    TrayEvent.SHORT: _Counts._short,
    CorrectionEvent.ROUND: _Counts._corrected,
    CorrectionEvent.ENTRY: _Counts._entry_corrected,
}


def _players(payload: Voided | RoundCorrected) -> list[str]:
    return [seat.player for seat in payload.record.seats if seat.player]


def has_players_word(paid: CashedOut) -> bool:
    """Whether the player confirmed a cash-out, as its second person."""
    return paid.second == paid.player


# ---- what is unusual


def _rows(counts: Tally, chances: Tally) -> Iterator[ExceptionRow]:
    """Every count beside the house's rate, the least likely first."""
    rates = {what: _house_rate(what, counts, chances) for what in KINDS}
    rows = [
        (binomial_tail(count, max(chances[person, what], count), rates[what]), person, what, count)
        for (person, what), count in counts.items()
    ]
    for probability, person, what, count in sorted(rows):
        tries = max(chances[person, what], count)
        yield ExceptionRow(
            person=person,
            what=what,
            count=count,
            chances=tries,
            rate=_percent(count / tries),
            house_rate=_percent(rates[what]),
            probability=f"{probability:.2g}",
            flagged=probability < FLAG_BELOW,
        )


def _house_rate(what: str, counts: Tally, chances: Tally) -> float:
    tries = sum(max(number, counts[person, one]) for (person, one), number in chances.items() if one == what)
    return sum(number for (_, one), number in counts.items() if one == what) / tries if tries else 1.0


def _percent(rate: float) -> str:
    return f"{100 * rate:.2f}%"


def binomial_tail(count: int, tries: int, rate: float) -> float:
    """The probability of at least `count` in `tries`, each with probability `rate`: the sum of the exact terms."""
    if count <= 0 or rate >= 1:
        return 1.0
    if rate <= 0:
        return 0.0
    if count <= tries * rate:  # the other end is the shorter sum
        return 1.0 - binomial_tail(tries - count + 1, tries, 1 - rate)
    start = lgamma(tries + 1) - lgamma(count + 1) - lgamma(tries - count + 1)
    term = exp(start + count * natural_log(rate) + (tries - count) * log1p(-rate))
    total, odds = term, rate / (1 - rate)
    for number in range(count, tries):
        term *= odds * (tries - number) / (number + 1)
        total += term
        if term < total * 1e-17:
            break
    return min(total, 1.0)
