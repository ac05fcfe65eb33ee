"""A jackpot's screen and its weekly reconciliation, both derived from the jackpot's stream."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

import msgspec

from houseway.errors import InvalidInput, shown
from houseway.games.round.jackpot import UNITS_PER_CENT
from houseway.house.jackpots.jackpot import Jackpot
from houseway.house.jackpots.payloads import AwardCorrected, AwardEntry, HeldAward, WinRejected, read_awards
from houseway.house.jackpots.state import JackpotState, deposited, from_totals
from houseway.house.log.events import Event, timestamp
from houseway.house.log.ledger import Units, format_units
from houseway.house.log.log import Log
from houseway.house.log.names import jackpot_name, jackpot_stream
from houseway.house.people.gaming_day import read_calendar
from houseway.house.sheets.fields import format_rate
from houseway.house.sheets.sheet import JackpotTerms
from houseway.money import Cents, format_money, parse_money
from houseway.values import changed

WINS: Final = 25  # that a screen shows, the newest first


def jackpot_names(log: Log) -> list[str]:
    """The jackpots of a house, in order."""
    return [name for stream in log.streams() if (name := jackpot_name(stream))]


def find_jackpot(log: Log, name: str) -> Jackpot:
    """A jackpot of the house; raises where there is none of this name."""
    jackpot = Jackpot(log, name)
    if jackpot.state.terms is None:
        raise InvalidInput(f"there is no jackpot {shown(name)}", field="jackpot")
    return jackpot


# ---- the screen


class JackpotLine(msgspec.Struct, frozen=True, kw_only=True):
    """A jackpot in one line."""

    jackpot: str
    kind: str
    current: str
    hits: int
    tables: list[str]
    stopped: str


class JackpotWin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A win, by its last correction: when and where it was, who was paid how much, and the meter before and after."""

    number: int
    at: str
    table: str
    round: int
    awards: list[AwardEntry]
    before: str
    reseeded: str
    after: str
    corrected: bool = False

    @property
    def names(self) -> tuple[str, int]:
        """The table and the round."""
        return self.table, self.round


class HeldWin(msgspec.Struct, frozen=True, kw_only=True):
    """A win of a game outside that waits for two persons, and how many have verified it."""

    number: int  # of the event that awards it
    game: str
    player: str
    amount: str
    verified: int


class PostedTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a jackpot as its screen shows them."""

    wager: str
    seed: str
    reset: str
    limit: str | None
    overflows_into: str | None = msgspec.field(name="overflows into")
    increment: str
    reserve: str
    verify_above: str | None = msgspec.field(name="verify above")
    linked: bool


class JackpotScreen(JackpotLine, frozen=True, kw_only=True):
    """A jackpot as a controller shows it (R5): to the last fraction of a cent, with the last 25 wins."""

    displayed: str
    overflow: str
    reserve: str
    terms: PostedTerms
    outside: dict[str, str]
    key: str
    contributed: str
    paid: dict[str, str]  # by meter and house, and in all
    owed: str
    account: str  # what is in the jackpot's bank account
    meter_from: dict[str, str] = msgspec.field(name="meter from")
    wins: list[JackpotWin]  # the newest first
    held: list[HeldWin]
    events: int


def summary_line(jackpot: Jackpot) -> JackpotLine:
    """A jackpot in one line."""
    state = jackpot.state
    return JackpotLine(
        jackpot=state.name,
        kind=state.posted.kind,
        current=format_units(state.prize_pool),
        hits=state.hits,
        tables=list(state.tables),
        stopped=state.stopped,
    )


def jackpot_screen(jackpot: Jackpot) -> JackpotScreen:
    """The current screen of a jackpot."""
    state, terms = jackpot.state, jackpot.state.posted
    wins, sums = standing_wins(jackpot.history(hits=True)), jackpot.reconcile()
    return JackpotScreen(
        **msgspec.structs.asdict(summary_line(jackpot)),
        displayed=format_money(state.displayed),
        overflow=format_units(state.overflow),
        reserve=format_units(state.reserve),
        terms=_posted(terms),
        outside=dict(state.outside),
        key=state.key,
        contributed=sums["contributed"],
        paid=_paid(wins),
        owed=format_units(state.owed),
        account=format_units(state.in_account),
        meter_from=sums["meter from"],
        wins=list(reversed(wins[-WINS:])),
        held=[_held_win(one) for one in state.held],
        events=state.number,
    )


def _held_win(held: HeldAward) -> HeldWin:
    return HeldWin(
        number=held.award, game=held.game, player=held.player, amount=held.amount, verified=len(held.verified)
    )


def _posted(terms: JackpotTerms) -> PostedTerms:
    return PostedTerms(
        wager=format_money(terms.wager),
        seed=format_money(terms.seed),
        reset=format_money(terms.reset),
        limit=format_money(terms.cap) if terms.cap else None,
        overflows_into=(terms.overflow or "its own next jackpot") if terms.cap else None,
        increment=format_rate(terms.increment),
        reserve=format_rate(terms.reserve),
        verify_above=format_money(terms.verify_above) if terms.verify_above else None,
        linked=terms.linked,
    )


def standing_wins(events: Iterable[Event]) -> list[JackpotWin]:
    """The valid wins, oldest first: a correction replaces the awards of a win, and a rejection removes them."""
    wins: dict[int, JackpotWin] = {}
    for event in events:
        if event.kind == WinRejected.KIND:
            wins.pop(event.read(WinRejected).award, None)
            continue
        win = _win(event)
        same = (number for number, one in wins.items() if win.corrected and one.names == win.names)
        wins[next(same, event.number)] = win
    return [one for one in wins.values() if one.awards]


def _win(event: Event) -> JackpotWin:
    awarded = read_awards(event)
    return JackpotWin(
        number=event.number,
        at=event.at,
        table=awarded.table,
        round=awarded.round,
        awards=awarded.awards,
        before=awarded.before,
        reseeded=awarded.reseeded,
        after=awarded.after,
        corrected=isinstance(awarded, AwardCorrected),
    )


def _paid(wins: Iterable[JackpotWin]) -> dict[str, str]:
    paid: dict[str, Cents] = {"meter": 0, "house": 0}
    for award in (award for win in wins for award in win.awards):
        paid[award.paid_by] += parse_money(award.amount, zero=True)
    return {name: format_money(amount) for name, amount in {**paid, "all": sum(paid.values())}.items()}


# ---- accrual and deposit


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """Accrual against deposits (WAC 230-15-455): what accrued before a moment must be in the account by now."""

    jackpot: str
    since: str
    accrued_before: Units
    accrued: Units  # since then
    deposited_before: Units
    deposited: Units
    adds_up: bool  # the meter is what its stream posted to it

    @property
    def owed(self) -> Units:
        """What accrued and is not deposited, including amounts that are not yet due."""
        return self.accrued_before + self.accrued - self.deposited_before - self.deposited

    @property
    def short(self) -> Cents:
        """How much is missing in the account; deposits are whole cents, so a fraction may wait."""
        due = min(self.accrued_before - self.deposited_before - self.deposited, self.owed)
        return max(due, 0) // UNITS_PER_CENT

    @property
    def holds(self) -> bool:
        """Whether the account and the meter are right."""
        return self.adds_up and not self.short

    def to_struct(self) -> "PrintedReconciliation":
        """The reconciliation in dollars."""
        return PrintedReconciliation(
            jackpot=self.jackpot,
            since=self.since,
            accrued_before=format_units(self.accrued_before),
            accrued=format_units(self.accrued),
            deposited_before=format_units(self.deposited_before),
            deposited=format_units(self.deposited),
            owed=format_units(self.owed),
            short=format_money(self.short),
            adds_up=self.adds_up,
            holds=self.holds,
        )


class PrintedReconciliation(msgspec.Struct, frozen=True, kw_only=True):
    """Accrual against deposits as `houseway jackpot reconcile --json` prints it."""

    jackpot: str
    since: str
    accrued_before: str
    accrued: str
    deposited_before: str
    deposited: str
    owed: str
    short: str
    adds_up: bool
    holds: bool


def due_since(log: Log, day: date | None = None) -> str:
    """The moment before which accrued money is due: the start of a gaming day, or a week ago."""
    return read_calendar(log).bounds(day)[0] if day else timestamp(log.clock() - timedelta(days=7))


def reconcile(log: Log, name: str, since: str) -> Reconciliation:
    """Accrual and deposits of a jackpot before and since a moment."""
    with log.consistent_view() as view:
        jackpot = find_jackpot(view, name)
        stream, last = jackpot_stream(name), jackpot.state.number
        first = min(view.number_before(stream, since), last)
        before = _accrued(name, view.totals(stream, first)), _deposited(view, name, 1, first)
        after = _accrued(name, view.totals(stream, last)), _deposited(view, name, first + 1, last)
        return Reconciliation(
            jackpot=name,
            since=since,
            accrued_before=before[0] + before[1],
            accrued=after[0] + after[1] - before[0],
            deposited_before=before[1],
            deposited=after[1],
            adds_up=jackpot.reconcile()["adds up"] is True,
        )


def _accrued(name: str, totals: Mapping[str, Units]) -> Units:
    """What the house owes the account: contributions, seeds and resets, less deposits and awards that tables paid."""
    return changed(JackpotState(name=name), **from_totals(name, totals)).owed


def _deposited(log: Log, name: str, start: int, stop: int) -> Units:
    if stop < start:
        return 0
    return deposited(name, log.sums(jackpot_stream(name), start, stop))
