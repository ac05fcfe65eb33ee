"""The dispute pack: everything that the log holds about one finished round (R16, R24, R34).

A pack of an open round is refused, so nobody learns anything about it.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, Final

from msgspec.structs import asdict

from houseway.cards.card import parse_cards
from houseway.errors import HousewayError, InvalidInput, NotAllowedNow, shown
from houseway.games.game import Game
from houseway.games.round import record as records
from houseway.games.round.jackpot import METER_DECIMALS
from houseway.games.round.round import cards_needed, deal_order
from houseway.games.round.round_record import RoundRecord
from houseway.house.jackpots.payloads import Awarded, round_of
from houseway.house.log.events import Event, digest
from houseway.house.log.kinds import CorrectionEvent, JackpotEvent, TableEvent
from houseway.house.log.ledger import Units, format_units
from houseway.house.log.log import Log
from houseway.house.log.names import JackpotPot, jackpot_account, jackpot_name, jackpot_stream, table_name
from houseway.house.records.dispute_pack import (
    DealtCard,
    DisputePack,
    MeterHistory,
    PackedCorrection,
    PackedDeck,
    PackedEvent,
    PackedJackpot,
    PackedOpening,
)
from houseway.house.records.recall import recalled_correction
from houseway.house.sheets.forms import forms_for
from houseway.house.sheets.placard import Placard, placard
from houseway.house.sheets.sheet import parse_sheet
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.enabled import is_practice
from houseway.house.tables.past_round import PastRound, find_round
from houseway.house.tables.payloads import (
    Committed,
    Dealt,
    Opened,
    Revealed,
    RoundCorrected,
    RoundResult,
    Settled,
    Voided,
    read_round,
)
from houseway.house.tables.payout import amounts_withheld, wagers_over_limit
from houseway.kernel import source_digest
from houseway.money import format_money, parse_money, parse_units

AROUND: Final = 10  # events of the jackpot before and after those of the round


def parse_round(text: str) -> tuple[str, int]:
    """TABLE/NUMBER as a table and the number of a round."""
    table, slash, number = (table_name(text) or text).rpartition("/")
    if not slash or not table or not number.isascii() or not number.isdigit() or len(number) > 12 or not int(number):
        raise InvalidInput(f"must be TABLE/NUMBER, such as 7/112, not {shown(text)}", field="round")
    return table, int(number)


def dispute_pack(log: Log, table: str, number: int, *, around: int = AROUND) -> DisputePack:
    """The dispute pack of a round."""
    with log.consistent_view() as view:
        past = find_round(view, table, number)
        dealt, end = past.dealt, past.end
        if dealt is None:
            raise InvalidInput(f"table {table} has no round {number}", field="round")
        if end is None:
            raise NotAllowedNow("is open; ask again when it is over", field=f"round {table}/{number}")
        rules = past.rules
        over = end.read(Settled) if end.kind == TableEvent.SETTLED else end.read(Voided)
        return DisputePack(
            round=f"{table}/{number}",
            status=end.kind,
            game=rules.game,
            dealt=dealt.at,
            ended=end.at,
            gaming_day=over.table.day,
            reason=over.reason if isinstance(over, Voided) else None,
            cards=_cards(rules.chosen, over.record),
            record=over.record,
            settlement=over.settlement,
            limited=over.limited,
            paid=_paid(over),
            replays=_replays(over, rules),
            corrections=[_correction(event, rules) for event in past.corrections],
            events=[_packed_event(event) for event in (*past.events, *past.later)],
            deck=_deck(past),
            jackpot=_jackpot(view, rules, past, around),
            opened=_opened(past.opened, practice=is_practice(view)),
            forms=_forms(
                past.corrections[-1].read(RoundCorrected) if past.corrections else over, over.table.day or end.at[:10]
            ),
        )


# ---- events


def _packed_event(event: Event) -> PackedEvent:
    """An event without what the pack shows elsewhere: records and summaries of states."""
    facts = {
        key: value
        for key, value in event.data.items()
        if key not in ("record", "settlement") and not (key in ("table", "jackpot") and isinstance(value, dict))
    }
    return PackedEvent(
        stream=event.stream,
        number=event.number,
        at=event.at,
        kind=event.kind,
        by=event.by,
        data=facts,
        postings=_posted(event),
        hash=event.hash,
    )


def _posted(event: Event) -> dict[str, str]:
    return {account: format_units(amount) for account, amount in event.postings}


# ---- cards


def _cards(game: Game, record: RoundRecord) -> list[DealtCard]:
    """Every card in the order that it left the deck, and where it went; nobody saw the burned ones."""
    seats = [row.seat for row in record.seats]
    places: list[Any] = list(range(cards_needed(game, len(seats))))
    hands, dealer, board = deal_order(game, seats, places)
    given = _placed(dealer, record.dealer, "dealer") | _placed(board, record.board or (), "board")
    for row in record.seats:
        given |= _placed(hands[row.seat], row.cards, f"seat {row.seat}")
    order = [given[place] for place in sorted(given)]
    order += [(str(card), "drawn") for card in parse_cards(record.draws or ())]
    return [DealtCard(card=card, to=where) for card, where in order]


def _placed(places: Sequence[Any], cards: Sequence[str], where: str) -> dict[int, tuple[str, str]]:
    """Where each card of a hand lay in the deck; a round that was void before the deal has no cards."""
    return {place: (card, where) for place, card in zip(places, cards, strict=False)}


def _replays(end: RoundResult, rules: TableRules) -> bool:
    """Whether the record, settled and limited once more by the software that runs now, gives the same cents."""
    try:
        settlement = records.replay(end.record, rules.chosen_study).settlement()
    except HousewayError:
        return False
    limited = [] if isinstance(end, Voided) else wagers_over_limit(settlement, rules.aggregates)
    return settlement.answer() == end.settlement and limited == end.limited


def _correction(event: Event, rules: TableRules) -> PackedCorrection:
    correction = event.read(RoundCorrected)
    return PackedCorrection(
        **asdict(recalled_correction(event)),
        corrects=correction.corrects,
        paid=_paid(correction),
        replays=_replays(correction, rules),
        postings=_posted(event),
    )


def _paid(end: RoundResult) -> dict[str, str]:
    """What each seat got: what the settlement returns, less what an aggregate limit keeps."""
    less = amounts_withheld(end.limited)
    seats = ((str(seat.seat), parse_money(seat.returned, zero=True)) for seat in end.settlement.seats)
    return {seat: format_money(returned - less.get(int(seat), 0)) for seat, returned in seats}


def _forms(end: RoundResult, day: str) -> dict[str, list[str]]:
    """The tax and cash forms that what each seat was paid calls for."""
    forms = {seat: forms_for(parse_money(amount, zero=True), day) for seat, amount in _paid(end).items()}
    return {seat: texts for seat, texts in forms.items() if texts}


def _deck(past: PastRound) -> PackedDeck | None:
    if past.committed is None or past.dealt is None:
        return None
    committed = past.committed.read(Committed)
    return PackedDeck(
        commitment=committed.commitment,
        deck=committed.deck,
        committed=past.committed.at,
        position=past.dealt.read(Dealt).position or 0,
        seed=past.revealed.read(Revealed).seed if past.revealed else None,
    )


# ---- the jackpot


def _jackpot(log: Log, rules: TableRules, past: PastRound, around: int) -> PackedJackpot | None:
    """The meter before and after the round, how it got there, and the events around it."""
    wager = rules.chosen.approval.jackpot
    if rules.jackpot is None or wager is None or past.dealt is None or past.end is None:
        return None
    stream = jackpot_stream(rules.jackpot.name)
    own: list[Event] = []
    if any(wager.name in row.wagers for row in read_round(past.end).record.seats):
        own = _own(log, stream, past.dealt, past.end, (past.table, past.number), wager.name)
    if not own:
        return PackedJackpot(name=rules.jackpot.name)
    first, last = own[0].number, own[-1].number
    corrected = _corrected_awards(log, stream, past, last)
    marked = [*own, *corrected]
    window = range(max(first - around, 1), marked[-1].number + around + 1)
    return PackedJackpot(
        name=rules.jackpot.name,
        before=_meter(log, stream, first - 1),
        at_award=next((event.read(Awarded).before for event in own if event.kind == JackpotEvent.AWARDED), None),
        after=_meter(log, stream, last),
        reached_by=_reached_by(log, stream, own),
        corrected=_meter(log, stream, corrected[-1].number) if corrected else None,
        own=[event.number for event in marked],
        events=[_packed_event(event) for event in _around(log, stream, window, marked, around)],
    )


def _corrected_awards(log: Log, stream: str, past: PastRound, after: int) -> list[Event]:
    """The jackpot's events that came with corrections of the round."""
    if not past.corrections:
        return []
    names = (past.table, past.number)
    return [
        event
        for event in log.read(stream, after + 1)
        if event.kind == CorrectionEvent.AWARD and round_of(event) == names
    ]


def _own(log: Log, stream: str, dealt: Event, end: Event, names: tuple[str, int], wager: str) -> list[Event]:
    """The jackpot's events of a round: those of its time, or, where a clock went back, of any time."""
    expected = {JackpotEvent.CONTRIBUTED} if dealt.read(Dealt).sensed else set()
    if end.kind == TableEvent.VOIDED and expected:
        expected.add(JackpotEvent.REVERSED)
    lines = (line for row in read_round(end).settlement.seats for line in row.wagers)
    if any(line.wager == wager and line.result == "win" for line in lines):
        expected.add(JackpotEvent.AWARDED)
    start = log.number_before(stream, dealt.at) + 1
    events = list(_of_round(log, stream, start, end.at, names))
    if not expected <= {event.kind for event in events}:
        events = list(_of_round(log, stream, 1, "~", names))
    events = [event for event in events if event.kind != CorrectionEvent.AWARD]
    if events and events[-1].kind == JackpotEvent.AWARDED:
        last = events[-1].number
        events += [event for event in log.read(stream, last + 1, last + 1) if event.kind == JackpotEvent.FED]
    return events


def _of_round(log: Log, stream: str, start: int, until: str, names: tuple[str, int]) -> Iterator[Event]:
    for event in log.read(stream, start):
        if event.at > until:
            return
        if round_of(event) == names:
            yield event


def _meter(log: Log, stream: str, number: int) -> str:
    return format_units(log.totals(stream, number).get(_meter_account(stream), 0) if number else 0)


def _meter_account(stream: str) -> str:
    return jackpot_account(jackpot_name(stream), JackpotPot.METER)


def _reached_by(log: Log, stream: str, own: Sequence[Event]) -> MeterHistory | None:
    win = next((event for event in own if event.kind == JackpotEvent.AWARDED), None)
    if win is None:
        return None
    before = 0
    for event in log.read(stream, 1, win.number - 1):
        if event.kind == JackpotEvent.AWARDED:
            before = event.number
    reset = parse_units(win.read(Awarded).reseeded, decimals=METER_DECIMALS, zero=True)
    moved: dict[str, Units] = {JackpotEvent.AWARDED.value: -reset, "reset": reset}
    for (kind, account), amount in log.sums(stream, before + 1, win.number).items():
        if account == _meter_account(stream):
            moved[kind] = moved.get(kind, 0) + amount
    return MeterHistory(
        since=before or None,
        start=_meter(log, stream, before),
        moved={kind: format_units(amount) for kind, amount in sorted(moved.items()) if amount},
        to=_meter(log, stream, win.number),
    )


def _around(log: Log, stream: str, window: range, own: Sequence[Event], around: int) -> Iterator[Event]:
    """Some events before and after each of the round's own; events far from them are left out."""
    for event in log.read(stream, window.start, window.stop - 1):
        if any(abs(event.number - one.number) <= around for one in own):
            yield event


# ---- the opening


def _opened(event: Event, *, practice: bool) -> PackedOpening:
    opened = event.read(Opened)
    text, day = opened.sheet, opened.table.day
    shown_then = posted_placard(text, day, practice=practice)
    return PackedOpening(
        at=event.at,
        by=event.by,
        practice=practice,
        day=day,
        number=event.number,
        software=opened.software,
        software_now=source_digest(),
        sheet_digest=digest(text) if text else "",
        sheet=text,
        rules=opened.rules,
        placard=shown_then.to_json() if shown_then else None,
    )


def posted_placard(text: str, day: str, *, practice: bool) -> Placard | None:
    """The placard of a sheet on a day; None where the table was opened without a sheet."""
    if not text:
        return None
    try:
        return placard(parse_sheet(text), date.fromisoformat(day), practice=practice)
    except (HousewayError, ValueError):
        return None
