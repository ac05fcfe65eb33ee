"""A dispute pack as plain text, to be printed and laid on a desk."""

from collections.abc import Iterator, Mapping

from houseway.games.round.round_record import SeatRecord
from houseway.games.round.settlement_answer import SeatAnswer
from houseway.house.records.dispute import posted_placard
from houseway.house.records.dispute_pack import (
    DisputePack,
    PackedCorrection,
    PackedDeck,
    PackedEvent,
    PackedJackpot,
    PackedOpening,
)
from houseway.house.records.heads import SignedHeads
from houseway.house.sheets.placard_text import as_text as placard_text
from houseway.house.tables.payout import limit_text


def as_text(pack: DisputePack) -> str:
    """The pack with its signed heads, as text."""
    return "\n".join(_lines(pack)) + "\n"


def _lines(pack: DisputePack) -> Iterator[str]:
    yield f"DISPUTE PACK  round {pack.round}, {pack.game}"
    status = f"void: {pack.reason}" if pack.reason else pack.status
    yield f"dealt {pack.dealt}, {status} {pack.ended}, gaming day {pack.gaming_day}"
    yield from _heading("Cards in the order that they were dealt")
    for number, dealt in enumerate(pack.cards, start=1):
        yield f"  {number:>3}. {dealt.card:3} {dealt.to}"
    yield from _deck(pack.deck)
    yield from _heading("Wagers, decisions and settlement")
    for row, seat in zip(pack.record.seats, pack.settlement.seats, strict=True):
        yield from _seat(row, seat)
    for one in pack.limited:
        yield f"  {limit_text(one)}"
    if pack.limited:
        yield "  paid: " + ", ".join(f"seat {seat} {amount}" for seat, amount in pack.paid.items())
    again = "gives the same result" if pack.replays else "GIVES A DIFFERENT RESULT"
    yield f"  settled once more by the software that runs now, the record {again}"
    for correction in pack.corrections:
        yield from _correction(correction)
    if pack.forms:
        yield from _heading("Forms that the amounts call for")
        yield from (f"  seat {seat}: {text}" for seat, texts in pack.forms.items() for text in texts)
    yield from _jackpot(pack.jackpot)
    yield from _heading("Events of the round")
    for event in pack.events:
        yield from _event(event)
    yield from _opened(pack.opened)
    if pack.heads:
        yield from _heads(pack.heads)


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield text.upper()


def _deck(deck: PackedDeck | None) -> Iterator[str]:
    if deck is None:
        yield "  the cards were entered at the table"
        return
    yield f"  deck {deck.deck}, from card {deck.position + 1}; committed {deck.committed}"
    yield f"  commitment {deck.commitment}"
    yield f"  seed       {deck.seed or 'not yet revealed: the deck is in play'}"


def _correction(correction: PackedCorrection) -> Iterator[str]:
    """A correction with its own settlement; what it takes the place of stands above."""
    yield from _heading(f"Corrected {correction.at}")
    by = " and ".join(filter(None, (correction.by, correction.second)))
    yield f"  by {by}, event {correction.number} in the place of event {correction.corrects}: {correction.reason}"
    record = correction.record
    cards = [("dealer", record.dealer), ("board", record.board or []), ("drawn", record.draws or [])]
    yield "  " + ", ".join(f"{where} {' '.join(given)}" for where, given in cards if given)
    for row, seat in zip(record.seats, correction.settlement.seats, strict=True):
        yield from _seat(row, seat)
    for one in correction.limited:
        yield f"  {limit_text(one)}"
    moved = ", ".join(f"{account} {amount}" for account, amount in correction.postings.items())
    yield f"  posted: {moved or 'nothing'}"
    for player, amount in correction.borne.items():
        yield f"  the house bears {amount} that {player} did not give back"
    result = "gives the same result" if correction.replays else "GIVES A DIFFERENT RESULT"
    yield f"  settled once more, the record {result}"


def _seat(row: SeatRecord, seat: SeatAnswer) -> Iterator[str]:
    player = f" {row.player}" if row.player else ""
    yield f"  seat {row.seat}{player}: {' '.join(row.cards)}  {seat.hand or ''}".rstrip()
    if row.decisions:
        yield f"    decided: {', '.join(row.decisions)}"
    for line in seat.wagers:
        odds = f" at {line.odds}" if line.odds else ""
        paid = f"{line.result:9} returned {line.returned:>10}{odds}"
        yield f"    {line.wager:20} {line.stake:>10}  {paid}  (clause {line.rule})"
    yield f"    staked {seat.staked}, returned {seat.returned}, net {seat.net}"


def _jackpot(jackpot: PackedJackpot | None) -> Iterator[str]:
    if jackpot is None:
        return
    yield ""
    yield f"JACKPOT {jackpot.name}"
    if jackpot.before is None:
        yield "  the round had no part in it"
        return
    yield f"  meter before {jackpot.before}, after {jackpot.after}"
    if jackpot.corrected:
        yield f"  after the correction of its awards {jackpot.corrected}"
    if jackpot.at_award:
        yield f"  with this round's contributions, as the award has it: {jackpot.at_award}"
    if reached := jackpot.reached_by:
        since = f"since the hit before, event {reached.since}" if reached.since else "since it was created"
        moved = ", ".join(f"{kind} {amount}" for kind, amount in reached.moved.items())
        yield f"  reached {since}: {reached.start}, {moved}, to {reached.to}"
    yield "  its events around the round (* the round's own):"
    for event in jackpot.events:
        yield from _event(event, mark="*" if event.number in jackpot.own else " ")


def _event(event: PackedEvent, mark: str = " ") -> Iterator[str]:
    by = f" by {event.by}" if event.by else ""
    facts = ", ".join(f"{key} {_plain(value)}" for key, value in event.data.items())
    yield f" {mark}{event.stream} {event.number}  {event.at}  {event.kind}{by}{f': {facts}' if facts else ''}"
    if event.postings:
        yield "      " + ", ".join(f"{account} {amount}" for account, amount in event.postings.items())
    yield f"      hash {event.hash}"


def _plain(value: object) -> str:
    """A value of an event in words."""
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_plain(one)}" for key, one in value.items())
    return " ".join(map(_plain, value)) if isinstance(value, list | tuple) else str(value)


def _opened(opened: PackedOpening) -> Iterator[str]:
    yield from _heading("The table as it was opened")
    yield f"  {opened.at}{' by ' + opened.by if opened.by else ''}"
    yield f"  software {opened.software or 'unknown'}"
    yield f"  now runs {opened.software_now}"
    yield f"  sheet    {opened.sheet_digest or 'none'}"
    if placard := posted_placard(opened.sheet, opened.day, practice=opened.practice):
        yield from _heading("The placard that was posted")
        yield from placard_text(placard).splitlines()


def _heads(heads: SignedHeads) -> Iterator[str]:
    yield from _heading("Heads of the log, signed")
    for stream, head in heads.heads.items():
        yield f"  {stream} {head.number}  {head.hash}"
    yield f"  at {heads.at}, key {heads.key}"
    yield f"  signature {heads.signature}"
