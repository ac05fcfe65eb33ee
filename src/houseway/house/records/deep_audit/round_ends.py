"""The deep audit of a round's end: settles, calls off, holds and pays out again, and compares every account."""

from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from houseway.games.round import record as records
from houseway.games.round.jackpot import JackpotResult
from houseway.games.round.round import Round
from houseway.games.round.round_record import RoundRecord
from houseway.house.log.ledger import Posting, Units, cents
from houseway.house.log.names import jackpot_stream
from houseway.house.records.deep_audit.pairs import PairedEvents
from houseway.house.records.deep_audit.step import TableStep, same_money, sums_of
from houseway.house.sheets.table_rules import TableRules, live_meter
from houseway.house.tables.entered_wins import AskLately
from houseway.house.tables.holds import paid_postings
from houseway.house.tables.irregularities import cards_seen, is_stated
from houseway.house.tables.payloads import Held, Settled, ShortDocumented, Verified, Voided
from houseway.house.tables.round_outcome import Outcome, award_payees, outcome, settled_postings
from houseway.house.tables.settling import voided_postings
from houseway.money import format_money
from houseway.values import changed


class SettledAgain(NamedTuple):
    """A round settled once more, and whether its record is the round of the table's events."""

    end: Outcome
    same: bool


def settle_again(step: TableStep[Settled], now: Round, lately: AskLately) -> SettledAgain:
    """The end of the round. Where its cards are known, the rules have already been applied event by event.

    An award that the meter paid itself is one of version 0.1.
    """
    payload, before = step.payload, step.before
    same = before.sealed is None and _without_jackpot(RoundRecord.of(now)) == _without_jackpot(payload.record)
    if same:
        played = changed(now, jackpot=records.meter_of(now.game, payload.record.to_json()))
    else:
        played = records.replay(payload.record, before.open_rules.chosen_study)
    end, table = outcome(before, played, lately=lately), before.open_rules.name
    if end.won is not None and not same_money(step.event.postings, settled_postings(table, end)):
        older = outcome(before, played, meter_pays=True)
        end = older if same_money(step.event.postings, settled_postings(table, older)) else end
    return SettledAgain(end, same or before.sealed is not None)


def settled_problems(step: TableStep[Settled], again: SettledAgain, pairs: PairedEvents) -> Iterator[str]:
    """What is wrong with a settlement: its record, its limits, what it pays to whom, what the meter awards."""
    payload, before, end = step.payload, step.before, again.end
    if not again.same:
        yield "the record is not the round that was dealt and decided"
    if end.settlement.answer() != payload.settlement:
        yield "the record settles otherwise"
    if end.limited != payload.limited:
        yield "the aggregate limits are others"
    if payload.short != (format_money(end.short) if end.short else ""):
        yield "the tray lacks another amount"
    yield from _meter_problems(before.open_rules, end.played)
    if not same_money(step.event.postings, settled_postings(before.open_rules.name, end)):
        yield "it pays other than the settlement says"
    if end.won is not None and before.open_rules.jackpot is not None:
        if not before.controller:
            yield "a win was settled without the jackpot's controller"
        stream = jackpot_stream(before.open_rules.jackpot.name)
        pairs.add_event(step.event, "awards", stream, *award_facts(before.open_rules.name, end, end.won))
        if end.entered:
            pairs.add_event(step.event, "awards of entered cards", stream, payload.round, end.entered)


def award_facts(table: str, end: Outcome, won: JackpotResult) -> tuple[Hashable, ...]:
    """What a table records of a round's awards: each award, the meter, and who was paid by the meter."""
    payees = award_payees(table, end)
    paid = [Posting(payees[award.seat], cents(award.amount)) for award in won.awards if award.from_meter]
    awards = tuple(
        (award.seat, end.players[award.seat], award.line, award.share, format_money(award.amount), award.from_meter)
        for award in won.awards
    )
    return end.round, awards, won.before + won.contributed, won.reseeded, payee_facts(sums_of(paid))


def payee_facts(sums: Mapping[str, Units]) -> tuple[tuple[str, Units], ...]:
    """Who was paid how much, in a fixed order."""
    return tuple(sorted(sums.items()))


def _meter_problems(rules: TableRules, played: Round) -> Iterator[str]:
    """A round is settled on the terms of its sheet, whatever the meter held."""
    terms, meter = rules.jackpot, played.jackpot
    if terms is None:
        return
    if meter is None:
        yield "the round was settled without the table's jackpot"
    elif meter != live_meter(terms, meter.meter + meter.contributed, meter.contributed):
        yield "the round was settled on other terms of the jackpot than the sheet's"


def hold_problems(payload: Held, due: Held | None, *, names_staff: bool) -> Iterator[str]:
    """What is held is what the settlement left over; older events do not name who entered the round."""
    if due is None or (payload.round, payload.awards, payload.short) != (due.round, due.awards, due.short):
        yield "it holds other than the settlement leaves over"
    elif names_staff and payload.entered_by != due.entered_by:
        yield "others entered the round than it says"


def voided_problems(step: TableStep[Voided], pairs: PairedEvents) -> Iterator[str]:
    """A round that was called off: every stake goes back to its player, and nothing else moves."""
    payload, before = step.payload, step.before
    if before.round is None or payload.round != before.rounds:
        yield "no such round is open"
        return
    if not payload.reason.strip():
        yield "it does not say why"
    if not same_money(step.event.postings, voided_postings(before)):
        yield "other stakes go back than were made"
    yield from _void_record_problems(payload, before.round)
    if before.contribution is not None and before.open_rules.jackpot is not None:
        pairs.add_event(step.event, "reversal", jackpot_stream(before.open_rules.jackpot.name), payload.round)


def irregularity_problems(step: TableStep[Voided], *, states_seen: bool) -> Iterator[str]:
    """After cards were seen, a round is called off only for a stated irregularity; older voids do not state it."""
    payload, seen, event = step.payload, cards_seen(step.before), step.event
    if payload.seen is UNSET:
        if states_seen:
            yield "it does not say what was seen, which only version 0.1 left out"
        return
    if payload.seen != seen and step.before.sealed is None:
        yield "other cards were seen then"
    if seen.any and payload.second and not is_stated(payload.reason):
        yield "cards were seen, and it names no irregularity"
    if seen.any and {event.by, payload.second} <= {*seen.staff}:
        yield "both of the two entered the round"


def _void_record_problems(payload: Voided, now: Round) -> Iterator[str]:
    """The record is the round as far as it went; where nobody could open its cards, it has none."""
    record = _without_jackpot(RoundRecord.of(now.voided(payload.reason)))
    if _without_jackpot(payload.record) != record and _wagers(payload.record) != _wagers(record):
        yield "the record is not the round that was called off"
    played = changed(now.voided(payload.reason), jackpot=records.meter_of(now.game, payload.record.to_json()))
    if _without_jackpot(payload.record) == record and played.settlement().answer() != payload.settlement:
        yield "the record settles otherwise"


def _wagers(record: RoundRecord) -> list[tuple[int, str, dict[str, str]]]:
    return [(row.seat, row.player or "", row.wagers) for row in record.seats]


def paid_problems(step: TableStep[Verified] | TableStep[ShortDocumented]) -> Iterator[str]:
    """What is wrong with the payment of a held win: the last verification pays it to those it was held for."""
    payload, hold = step.payload, step.before.hold
    if hold is None or payload.round != hold.round:
        yield "no such win is held"
        return
    pays = isinstance(payload, ShortDocumented) or payload.last
    if not same_money(step.event.postings, paid_postings(step.before.open_rules.name, hold) if pays else ()):
        yield "it pays other than what was held"
    if isinstance(payload, ShortDocumented) and payload.amount != format_money(hold.short):
        yield "the tray is short of another amount"


def _without_jackpot(record: RoundRecord) -> RoundRecord:
    return replace(record, jackpot=UNSET)
