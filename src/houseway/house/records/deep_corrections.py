"""The deep audit of corrections: each made again from the round as it stood then, and held against what it posted."""

from collections.abc import Iterator
from typing import Any

from houseway.errors import HousewayError
from houseway.house.jackpots.payloads import AwardCorrected
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent
from houseway.house.log.ledger import Posting, Units, add_postings, cents
from houseway.house.log.log import Log
from houseway.house.log.names import (
    JackpotPot,
    TablePot,
    jackpot_account,
    jackpot_stream,
    table_account,
    table_name,
    table_stream,
)
from houseway.house.tables.award_corrections import RoundAwards
from houseway.house.tables.enabled import is_practice
from houseway.house.tables.past_round import PastRound
from houseway.house.tables.payloads import RoundCorrected
from houseway.house.tables.round_corrections import (
    CorrectedRound,
    amounts_due,
    corrected_round,
    correction_postings,
    past_round,
    require_uninvolved,
)
from houseway.house.tables.state import TableState
from houseway.money import Cents, parse_money

Postings = dict[str, Units]


def entry_problems(event: Event, before: TableState) -> Iterator[str]:
    """What is wrong with the correction of an entry: it takes the place of the last one, and is of the same person."""
    entry = before.entry
    if entry is None or event.data["entry"] != entry.number:
        yield "it corrects what something depends on"
    elif event.by != entry.by:
        yield f"{event.by} corrected what {entry.by} entered"


def round_problems(log: Log, event: Event) -> Iterator[str]:
    """What is wrong with the correction of a round: its persons, its record, its settlement, its money."""
    told = event.read(RoundCorrected)
    past = past_round(log, table_name(event.stream), told.round).until(event.number)
    if not is_practice(log):
        try:
            require_uninvolved(past, event.by, told.second)
        except HousewayError as problem:
            yield str(problem)
    corrected = corrected_round(log, past, _with_meter(past, told.record))
    if corrected.stood.number != told.corrects:
        yield f"it corrects event {told.corrects}, and {corrected.stood.number} stood"
    if corrected.record != told.record:
        yield "the record is another one than the rules make of it"
    if corrected.settlement.to_json() != told.settlement:
        yield "the record settles otherwise"
    if corrected.limited != told.limited:
        yield "the aggregate limits are others"
    borne = {player: parse_money(amount) for player, amount in told.borne.items()}
    yield from _borne_problems(past, corrected, borne)
    if _sums(event.postings) != _sums(correction_postings(past, corrected, borne)):
        yield "it moves other money than the two settlements differ by"
    if corrected.awards is not None:
        yield from _award_problems(log, event, corrected, corrected.awards)


def _with_meter(past: PastRound, record: dict[str, Any]) -> dict[str, Any]:
    """The record with the meter that stood before, as those who corrected gave it."""
    first = past.end.data["record"].get("jackpot") if past.end else None
    return {**record, "jackpot": first} if first is not None else record


def _borne_problems(past: PastRound, corrected: CorrectedRound, borne: dict[str, Cents]) -> Iterator[str]:
    """The house bears no more than what was to come back."""
    due = amounts_due(past, corrected)
    for player, amount in borne.items():
        if amount > -due.get(player, 0):
            yield f"the house bears more of {player}'s than was to come back"


def _award_problems(log: Log, event: Event, corrected: CorrectedRound, before: RoundAwards) -> Iterator[str]:
    """The jackpot's stream tells the same awards, and the meter paid what they differ by."""
    result = corrected.settlement.jackpot
    awards = result.awards if result else ()
    told = _award_corrections(log, before.terms.name, event)
    if before.same_awards(awards):
        if told:
            yield "the jackpot tells other awards, and there are none"
        return
    if len(told) != 1:
        yield "the jackpot tells the awards twice" if told else "the jackpot does not tell the awards"
        return
    more = cents(sum(award.amount for award in awards if award.from_meter) - before.paid)
    reseeded = (result.reseeded if result else 0) - before.reseeded
    sums, name = _sums(told[0].postings), before.terms.name
    expected = {table_account(before.past.table, TablePot.PROGRESSIVE): more}
    expected[jackpot_account(name, JackpotPot.METER)] = reseeded - more
    if any(sums.get(account, 0) != amount for account, amount in expected.items()):
        yield "the meter paid other than the awards differ by"


def award_problems(log: Log, event: Event) -> Iterator[str]:
    """What is wrong with the correction of an award: it belongs to that of its round."""
    told = event.read(AwardCorrected)
    found = next(iter(log.read(table_stream(told.table), told.correction, told.correction)), None)
    if found is None or found.kind != CorrectionEvent.ROUND or found.data["round"] != told.round:
        yield "it belongs to no correction of a round"


def _award_corrections(log: Log, jackpot: str, event: Event) -> list[Event]:
    names = (table_name(event.stream), event.number)
    found = (one for one in log.read(jackpot_stream(jackpot)) if one.kind == CorrectionEvent.AWARD)
    return [one for one in found if (one.data["table"], one.data["correction"]) == names]


def _sums(postings: "tuple[Posting, ...]") -> Postings:
    found: Postings = {}
    add_postings(found, postings)
    return {account: amount for account, amount in found.items() if amount}
