"""The deep audit of corrections: recomputes each from the round as it stood then, and compares the postings."""

from collections.abc import Iterator
from typing import Any

from houseway.errors import HousewayError
from houseway.house.jackpots.events import award_correction_event
from houseway.house.jackpots.payloads import AwardCorrected
from houseway.house.jackpots.state import JackpotState, from_summary, from_totals
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent
from houseway.house.log.log import Log
from houseway.house.log.names import jackpot_stream, table_name
from houseway.house.records.deep_audit.step import same_money
from houseway.house.tables.award_corrections import RoundAwards, reserve_part
from houseway.house.tables.enabled import is_practice
from houseway.house.tables.entered_wins import PaidLately
from houseway.house.tables.past_round import PastRound
from houseway.house.tables.payloads import EntryCorrected, Held, RoundCorrected, read_round
from houseway.house.tables.round_corrections import (
    CorrectedRound,
    amounts_due,
    corrected_round,
    correction_hold,
    correction_postings,
    entered_mark,
    paid_before_correction,
    past_round,
    require_uninvolved,
)
from houseway.house.tables.state import TableState
from houseway.money import Cents, parse_money
from houseway.values import changed


def entry_problems(event: Event, before: TableState) -> Iterator[str]:
    """What is wrong with the correction of an entry: it takes the place of the last one, and is of the same person."""
    entry = before.entry
    if entry is None or event.read(EntryCorrected).entry != entry.number:
        yield "it corrects what something depends on"
    elif event.by != entry.by:
        yield f"{event.by} corrected what {entry.by} entered"


def round_problems(log: Log, event: Event, due: dict[str, Held]) -> Iterator[str]:
    """What is wrong with the correction of a round: its persons, its record, its settlement, its money.

    What it leaves to be held is put into `due`, by stream.
    """
    payload = event.read(RoundCorrected)
    past = past_round(log, table_name(event.stream), payload.round).until(event.number)
    if not is_practice(log):
        try:
            require_uninvolved(past, event.by, payload.second)
        except HousewayError as problem:
            yield str(problem)
    corrected = corrected_round(log, past, _with_meter(past, payload.record.to_json()))
    if corrected.stood.number != payload.corrects:
        yield f"it corrects event {payload.corrects}, and {corrected.stood.number} stood"
    if corrected.record != payload.record:
        yield "the record is another one than the rules make of it"
    if corrected.settlement.answer() != payload.settlement:
        yield "the record settles otherwise"
    if corrected.limited != payload.limited:
        yield "the aggregate limits are others"
    borne = {player: parse_money(amount) for player, amount in payload.borne.items()}
    yield from _borne_problems(past, corrected, borne)
    lately = _paid_lately(log, past, event, corrected.awards)
    hold = correction_hold(past, corrected, (event.by, payload.second), lately)
    if hold is not None:
        due[event.stream] = hold
    if not same_money(event.postings, correction_postings(past, corrected, borne, hold)):
        yield "it moves other money than the two settlements differ by"
    if corrected.awards is not None:
        yield from _award_problems(log, event, corrected, corrected.awards, entered_mark(lately, hold))


def _paid_lately(log: Log, past: PastRound, event: Event, awards: RoundAwards | None) -> PaidLately:
    """What counted together with a correction when it was made."""
    at = log.clock_corrections().time_of(event.stream, event.number, event.at)
    own = _award_corrections(log, awards.terms.name, event) if awards else []
    until = own[0].number - 1 if own else None
    return paid_before_correction(log, past, at, number=event.number - 1, until=until)


def _with_meter(past: PastRound, record: dict[str, Any]) -> dict[str, Any]:
    """The record with the meter that stood before, as those who corrected gave it."""
    first = read_round(past.end).record.to_json().get("jackpot") if past.end else None
    return {**record, "jackpot": first} if first is not None else record


def _borne_problems(past: PastRound, corrected: CorrectedRound, borne: dict[str, Cents]) -> Iterator[str]:
    """The house bears no more than what was to come back."""
    due = amounts_due(past, corrected)
    for player, amount in borne.items():
        if amount > -due.get(player, 0):
            yield f"the house bears more of {player}'s than was to come back"


def _award_problems(
    log: Log, event: Event, corrected: CorrectedRound, before: RoundAwards, entered: str
) -> Iterator[str]:
    """The jackpot's stream has the same awards, and the meter paid the difference."""
    result = corrected.settlement.jackpot
    awards = result.awards if result else ()
    corrections = _award_corrections(log, before.terms.name, event)
    if before.same_awards(awards):
        if corrections:
            yield "the jackpot corrects the awards, and they did not change"
        return
    if len(corrections) != 1:
        yield "the jackpot corrects the awards twice" if corrections else "the jackpot does not correct the awards"
        return
    (awarded,) = corrections
    state = _state_before(log, before.terms.name, awarded)
    reseeded = (result.reseeded if result else 0) - before.reseeded
    due = award_correction_event(
        state,
        awards,
        more=sum(award.amount for award in awards if award.from_meter) - before.paid,
        reseeded=reseeded,
        from_reserve=reserve_part(before, reseeded, state.reserve),
        hits=0,
        table=before.past.table,
        round_number=before.past.number,
        correction=event.number,
        players=before.past.players,
        by=event.by,
        second=event.second,
        entered=entered,
    )
    if not same_money(awarded.postings, due.postings):
        yield "the meter paid other than the awards differ by"
    payload = awarded.read(AwardCorrected)
    if not isinstance(due.data, AwardCorrected) or payload.awards != due.data.awards:
        yield "the jackpot states other awards"
    if payload.entered != entered:
        yield "the jackpot contradicts the table on whether they are held"


def _state_before(log: Log, jackpot: str, event: Event) -> JackpotState:
    """The state of a jackpot before an event of its stream that carries a summary."""
    summary = from_summary(event.read(AwardCorrected).jackpot)
    totals = from_totals(jackpot, log.totals(event.stream, event.number - 1))
    return changed(JackpotState(name=jackpot), number=event.number - 1, **summary, **totals)


def _award_corrections(log: Log, jackpot: str, event: Event) -> list[Event]:
    names = (table_name(event.stream), event.number)
    events = (one for one in log.read(jackpot_stream(jackpot)) if one.kind == CorrectionEvent.AWARD)
    return [one for one in events if (one.read(AwardCorrected).table, one.read(AwardCorrected).correction) == names]
