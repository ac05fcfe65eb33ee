"""The jackpot's part of a corrected round: what the meter should have paid, and whether it can still be corrected.

A share is of the meter as it stood when the round was settled. It is corrected only while nothing but contributions has
moved the meter since; once it was won again, adjusted, fed or emptied, nobody can say whose money is in it.
"""

from dataclasses import dataclass
from typing import Final

from houseway.errors import NotAllowedNow
from houseway.games.round.jackpot import Award, Meter, MeterUnits
from houseway.games.round.settlement import Settlement
from houseway.house.jackpots import events as jackpot_events
from houseway.house.jackpots.payloads import AwardCorrected, AwardEntry, read_awards, round_of
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, JackpotEvent
from houseway.house.log.ledger import Units, add_postings, cents, parse_amount
from houseway.house.log.log import Conflict, Log
from houseway.house.log.names import JackpotPot, is_contribution_account, jackpot_account, jackpot_pot, jackpot_stream
from houseway.house.sheets.sheet import JackpotTerms
from houseway.house.sheets.table_rules import live_meter
from houseway.house.tables.desk import TablePlan, TableServices
from houseway.house.tables.past_round import PastRound
from houseway.house.tables.payloads import Dealt
from houseway.money import Cents, parse_money

_WINS: Final = (JackpotEvent.AWARDED, CorrectionEvent.AWARD)
_MOVES: Final = (*_WINS, JackpotEvent.FED, JackpotEvent.ADJUSTED, JackpotEvent.RECEIVED)
_INSTEAD: Final = "open an incident, and adjust the meter by hand"


@dataclass(frozen=True, kw_only=True)
class RoundAwards:
    """What the stream of a jackpot says about a round, and what has moved the meter since."""

    past: PastRound
    terms: JackpotTerms
    meter: MeterUnits  # when the round was settled, with its own contribution
    own: list[Event]  # the round's awards, and their corrections
    since: Event | None  # the first event of others that moved the meter after the round
    seen: int  # the number of the jackpot's last event that was looked at

    @classmethod
    def find(cls, log: Log, past: PastRound) -> "RoundAwards":
        """Read the jackpot of a round that was settled."""
        terms = past.rules.jackpot
        if terms is None or past.dealt is None or past.end is None:
            raise NotAllowedNow("has no jackpot", field=f"round {past.table}/{past.number}")
        stream, names = jackpot_stream(terms.name), (past.table, past.number)
        start = _first_own(log, stream, past)
        events = list(log.read(stream, start))
        seen = events[-1].number if events else start - 1
        stands = past.corrections[-1].number if past.corrections else 0
        own = [event for event in events if round_of(event) == names and _is_award(event, stands)]
        settled = max(log.number_before(stream, past.end.at), start)
        totals = log.totals(stream, settled) if settled <= seen else {}
        after = own[0].number if own else settled
        since = (
            event for event in events if event.number > after and event.kind in _MOVES and round_of(event) != names
        )
        meter = totals.get(jackpot_account(terms.name, JackpotPot.METER), 0)
        return cls(past=past, terms=terms, meter=meter, own=own, since=next(since, None), seen=seen)

    def meter_for(self, settlement: Settlement) -> Meter | None:
        """The exact meter of a round that wins only after its correction; None where the record states its meter."""
        won = settlement.jackpot is not None and any(award.from_meter for award in settlement.jackpot.awards)
        if self.own or not won or self.past.dealt is None:
            return None
        sensed = self.past.dealt.read(Dealt).sensed
        return live_meter(self.terms, self.meter, min(sensed.meter, self.meter) if sensed else 0)

    # ---- what stood before

    @property
    def hit(self) -> bool:
        """Whether the round counts as a win of the jackpot."""
        return bool(self.stand)

    @property
    def stand(self) -> list[AwardEntry]:
        """The awards that stand."""
        return read_awards(self.own[-1]).awards if self.own else []

    @property
    def paid(self) -> Cents:
        """What the meter paid, as it stands now."""
        return sum(parse_money(award.amount, zero=True) for award in self.stand if award.paid_by == "meter")

    @property
    def reseeded(self) -> Units:
        """By how much the meter was reset, corrections included."""
        return sum(parse_amount(read_awards(event).reseeded) for event in self.own)

    def same_awards(self, awards: tuple[Award, ...]) -> bool:
        """Whether these are the awards that stand."""
        stand = [(one.seat, one.line, one.share, parse_money(one.amount, zero=True)) for one in self.stand]
        return stand == [(award.seat, award.line, award.share, award.amount) for award in awards]

    @property
    def paid_by_meter(self) -> bool:
        """Whether the meter itself paid a player, and no tray did, as in version 0.1."""
        others = (one.account for event in self.own[:1] for one in event.postings)
        return any(not jackpot_pot(name, self.terms.name) and not is_contribution_account(name) for name in others)

    def posted(self, pot: JackpotPot) -> Units:
        """What the round's awards have put into a pot of the jackpot."""
        sums: dict[str, Units] = {}
        for event in self.own:
            add_postings(sums, event.postings)
        return sums.get(jackpot_account(self.terms.name, pot), 0)


def add_corrected_awards(
    plan: TablePlan,
    services: TableServices,
    before: RoundAwards,
    settlement: Settlement,
    *,
    by: str,
    second: str,
    entered: str,
) -> None:
    """The awards as they should have been, on the jackpot's stream, where they differ from those that stand."""
    result = settlement.jackpot
    awards = result.awards if result else ()
    if before.same_awards(awards):
        return
    more = sum(award.amount for award in awards if award.from_meter) - before.paid
    reseeded = (result.reseeded if result else 0) - before.reseeded
    jackpot = services.jackpot(before.terms.name)
    jackpot.catch_up()
    state, field = jackpot.state, f"jackpot {before.terms.name}"
    if state.number != before.seen:
        raise Conflict("has moved on", field=jackpot.stream)
    if more or reseeded:
        if before.paid_by_meter:
            raise NotAllowedNow(
                f"version 0.1 paid this award out of the meter, and no tray did; {_INSTEAD}", field=field
            )
        if not plan.state.controller:
            raise NotAllowedNow("its controller cannot be reached; correct the round when it can", field=field)
        if before.since is not None:
            since = f"the meter has moved since ({before.since.kind}, event {before.since.number})"
            raise NotAllowedNow(f"{since}, so it cannot be corrected this way; {_INSTEAD}", field=field)
        after = state.meter - cents(more) + reseeded
        if after < 0 or (state.posted.cap and after > cents(state.posted.cap)):
            raise NotAllowedNow(f"the meter would fall below zero or rise above its cap; {_INSTEAD}", field=field)
    event = jackpot_events.award_correction_event(
        state,
        awards,
        more=more,
        reseeded=reseeded,
        from_reserve=reserve_part(before, reseeded, state.reserve),
        hits=bool(awards) - before.hit,
        table=before.past.table,
        round_number=before.past.number,
        correction=plan.state.number,
        players=before.past.players,
        by=by,
        second=second,
        entered=entered,
    )
    plan.add_to_other_stream(event, expected=state.number)


def reserve_part(before: RoundAwards, reseeded: Units, reserve: Units) -> Units:
    """The reserve's part of a reset: it pays first, and is refunded last, after the house's funding."""
    if reseeded >= 0:
        return min(reserve, reseeded)
    return min(0, reseeded - before.posted(JackpotPot.FUNDING))


def _first_own(log: Log, stream: str, past: PastRound) -> int:
    """The number of the jackpot's event that the round began with: its contribution, or the last before the deal."""
    names = (past.table, past.number)
    dealt = past.dealt
    start = log.number_before(stream, dealt.at) + 1 if dealt else 1
    sensed = dealt is not None and dealt.read(Dealt).sensed is not None
    for first in (start, 1):  # where a clock went back, it may stand earlier
        for event in log.read(stream, first):
            if round_of(event) == names and event.kind == JackpotEvent.CONTRIBUTED:
                return event.number
        if not sensed:
            break
    return start


def _is_award(event: Event, last: int) -> bool:
    """Whether an event is a win, or the correction of one that came with the table's events up to the last."""
    return event.kind == JackpotEvent.AWARDED or (
        event.kind == CorrectionEvent.AWARD and event.read(AwardCorrected).correction <= last
    )
