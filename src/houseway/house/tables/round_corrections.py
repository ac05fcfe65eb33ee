"""Two persons who were not involved correct a settled round that was recorded wrongly, with a correcting entry.

The right record is settled by the same code as any round, and the difference from the old settlement is posted. Only
cards that were entered and decisions that staff entered can be corrected: what a player decided stands, what a fair
shuffle dealt stands, and so do wagers, players and the meter that the round was settled on.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from houseway.errors import HousewayError, InvalidInput, NotAllowedNow, NotApproved
from houseway.games.round import record as records
from houseway.games.round.round_record import PlainRecord, RoundRecord
from houseway.games.round.settlement import Settlement
from houseway.games.round.settlement_answer import SettlementAnswer
from houseway.house.jackpots.events import merge_postings
from houseway.house.jackpots.payloads import HELD, PAID
from houseway.house.log.events import Event, is_person, timestamp
from houseway.house.log.kinds import TableEvent
from houseway.house.log.ledger import Posting, Units, cents, format_units
from houseway.house.log.log import Log
from houseway.house.log.names import TablePot, player_account, table_account, table_name
from houseway.house.log.texts import require_text
from houseway.house.people.act import Act, ActInput
from houseway.house.people.act_fields import Words
from houseway.house.people.rights import FLOOR, MANAGERS, SUPERVISOR, Right
from houseway.house.tables import payout
from houseway.house.tables.award_corrections import RoundAwards, add_corrected_awards
from houseway.house.tables.desk import TableDesk, TablePlan
from houseway.house.tables.entered_wins import EnteredWins, PaidLately
from houseway.house.tables.past_round import PastRound, find_round
from houseway.house.tables.payloads import Held, LimitedWager, Opened, RoundCorrected, read_round
from houseway.money import Cents, format_money, parse_money
from houseway.values import changed

Net = dict[str, Cents]  # by player
Balance = Callable[[str], Units]

_CARDS: Final = ("dealer", "board", "draws")


@dataclass(frozen=True, kw_only=True)
class CorrectedRound:
    """A round as it should have been."""

    record: RoundRecord
    settlement: Settlement
    limited: list[LimitedWager]
    stood: Event  # whose place it takes
    awards: RoundAwards | None

    @property
    def net(self) -> Net:
        """What each player comes out with."""
        won = {seat.seat: seat.returned - seat.staked for seat in self.settlement.seats}
        return _net(self.record, won, self.limited)


class CorrectRound(ActInput, frozen=True, kw_only=True):
    """Correct a settled round: it is settled again as it should have been, and the difference is posted.

    Two persons do it who neither entered cards or decisions of the round, nor play in it, nor verified it. Cards of a
    fair shuffle, what a player decided, and wagers stand. Both settlements stay in the log.
    """

    round: Annotated[int, Meta(ge=1, le=10**12, description="The number of the round.")]
    record: Annotated[PlainRecord, Meta(description="The record as it should have been.")]
    reason: Annotated[Words, Meta(description="What was wrong.")]
    waive: Annotated[bool, Meta(description="The house bears what a player no longer has and should give back.")] = (
        False
    )


def _correct_round(plan: TablePlan, desk: TableDesk, asked: CorrectRound) -> None:
    require_text(asked.reason, field="reason")
    past = past_round(desk.log, desk.services.name, asked.round)
    if not desk.is_one_person_house:
        require_uninvolved(past, desk.by, desk.second)
    corrected = corrected_round(desk.log, past, asked.record)
    if corrected.record == read_round(corrected.stood).record:
        raise NotAllowedNow("stands so already", field=f"round {asked.round}")
    due = amounts_due(past, corrected)
    borne = _borne(due, desk.log.balance, waive=asked.waive)
    now = timestamp(desk.log.clock())
    lately = paid_before_correction(desk.log, past, now, number=plan.state.number)
    hold = correction_hold(past, corrected, (desk.by, desk.second), lately)
    if hold is not None:
        _require_room_for_hold(plan, asked.round)
    correction = RoundCorrected(
        round=asked.round,
        corrects=corrected.stood.number,
        record=corrected.record,
        settlement=corrected.settlement.answer(),
        limited=corrected.limited,
        borne={player: format_money(amount) for player, amount in borne.items()},
        reason=asked.reason,
        second=desk.second,
    )
    postings = correction_postings(past, corrected, borne, hold)
    _require_chips(plan, past, postings)
    plan.add(correction, by=desk.by, postings=postings)
    if corrected.awards is not None:
        add_corrected_awards(
            plan,
            desk.services,
            corrected.awards,
            corrected.settlement,
            by=desk.by,
            second=desk.second,
            entered=entered_mark(lately, hold),
        )
    if hold is not None:
        plan.add(hold)


def past_round(log: Log, table: str, number: int) -> PastRound:
    """A round that can be corrected: it was settled."""
    past, field = find_round(log, table, number), f"round {table}/{number}"
    if past.dealt is None:
        raise InvalidInput(f"table {table} has no round {number}", field="round")
    if past.end is None:
        raise NotAllowedNow("is open; correct its last entry, or call it off", field=field)
    if past.end.kind == TableEvent.VOIDED:
        raise NotAllowedNow("was called off, and every stake went back", field=field)
    return past


def require_uninvolved(past: PastRound, *persons: str) -> None:
    """Refuse anybody who entered cards or decisions of the round, plays a seat in it, or verified it."""
    if len({*persons}) < len(persons) or not all(map(is_person, persons)):
        raise NotApproved("needs two different persons", field="correct round")
    for who in persons:
        if who in past.entered_by:
            raise NotApproved("entered cards or decisions of this round; two others correct it", field=who)
        if who in past.players.values():
            raise NotApproved("plays a seat of this round; two others correct it", field=who)
        if who in past.verified_by:
            raise NotApproved("verified a win of this round; two others correct it", field=who)


# ---- the record as it should have been


def corrected_round(log: Log, past: PastRound, record: object) -> CorrectedRound:
    """Compare a record with the valid one and settle it; only cards and decisions that staff entered may differ."""
    stood = standing(past)
    before = read_round(stood).record
    played = records.replay(_on_meter(past, record, before), past.rules.chosen_study)
    if played.void:
        raise NotAllowedNow("a settled round is not called off; correct its cards or decisions", field="void")
    after = RoundRecord.of(played)
    _require_same(before.to_json(), after.to_json())
    _require_correctable(past, before, after)
    settlement = played.settlement()
    awards = None
    if past.rules.jackpot and settlement.jackpot is not None:
        awards = RoundAwards.find(log, past)
        if (meter := awards.meter_for(settlement)) is not None:
            played = changed(played, jackpot=meter)
            settlement = played.settlement()
    return CorrectedRound(
        record=RoundRecord.of(played),
        settlement=settlement,
        limited=payout.wagers_over_limit(settlement, past.rules.aggregates),
        stood=stood,
        awards=awards,
    )


def _on_meter(past: PastRound, record: object, before: RoundRecord) -> object:
    """A record with the meter of the first settlement gets the meter of the last correction."""
    first = read_round(past.end).record.to_json().get("jackpot") if past.end else None
    same = isinstance(record, dict) and first is not None and record.get("jackpot") == first
    return {**record, "jackpot": before.to_json()["jackpot"]} if same and isinstance(record, dict) else record


def standing(past: PastRound) -> Event:
    """The event whose settlement stands: the last correction, or the settlement itself."""
    if past.end is None:
        raise NotAllowedNow("is open", field="round")
    return past.corrections[-1] if past.corrections else past.end


def _require_same(before: PlainRecord, after: PlainRecord) -> None:
    """Refuse a record that changes anything but cards and decisions."""
    for key in {**before, **after}:
        if key not in (*_CARDS, "seats") and before.get(key) != after.get(key):
            raise InvalidInput("must be as it was; only cards and decisions are corrected", field=key)
    if [row["seat"] for row in before["seats"]] != [row["seat"] for row in after["seats"]]:
        raise InvalidInput("must be as they were", field="seats")
    for one, other in zip(before["seats"], after["seats"], strict=True):
        for key in {**one, **other}:
            if key not in ("cards", "decisions") and one.get(key) != other.get(key):
                reason = "must be as it was; only cards and decisions are corrected"
                raise InvalidInput(reason, field=f"seat {one['seat']}: {key}")


def _require_correctable(past: PastRound, before: RoundRecord, after: RoundRecord) -> None:
    """Cards that were entered, and decisions that staff entered; decisions may end sooner or later with other cards."""
    other_cards = _all_cards(before) != _all_cards(after)
    if other_cards and past.rules.cards == "shuffle":
        raise NotApproved("those of a fair shuffle stand as seed and values give them", field="cards")
    for one, other in zip(before.seats, after.seats, strict=True):
        seat, made, now = one.seat, one.decisions, other.decisions
        shared = min(len(made), len(now))
        as_made = made[:shared] == now[:shared] if other_cards else made == now
        if seat in past.decided_seats and not as_made:
            raise NotApproved(f"{past.players[seat]} decided this, or time did; it stands", field=f"seat {seat}")


def _all_cards(record: RoundRecord) -> list[list[str]]:
    return [record.dealer, record.board or [], record.draws or [], *(row.cards for row in record.seats)]


# ---- the money


def paid_before_correction(log: Log, past: PastRound, at: str, *, number: int, until: int | None = None) -> PaidLately:
    """What counts together with a correction at a moment; `number` and `until` say where table and jackpot stood.

    Tables of older programs, and practice houses, count each round separately.
    """
    if not past.opened.read(Opened).adds_up:
        return PaidLately()
    jackpot = past.rules.jackpot.name if past.rules.jackpot else ""
    return EnteredWins(log, past.table).before_correction(at, number, jackpot, past.number, until)


def correction_hold(
    past: PastRound, corrected: CorrectedRound, pair: tuple[str, str], lately: PaidLately
) -> Held | None:
    """What two others must verify before it is paid, as in a live round; None where nothing is large.

    What is to be paid waits where the jackpot wagers win more than its amount, and more than before, or where it is
    more than the table's amount; each together with what was recently paid. A person who entered the round does not
    verify it either.
    """
    if not lately.counts:
        return None
    more = {player: amount for player, amount in amounts_due(past, corrected).items() if amount > 0}
    rules, won = past.rules, _jackpot_wins(past, corrected.settlement.answer())
    before = 0 if past.held else _jackpot_wins(past, read_round(corrected.stood).settlement)
    is_large_share = rules.jackpot is not None and won > before and 0 < rules.jackpot.verify_above < won + lately.meter
    earlier = sum(lately.players.get(player, 0) for player in more)
    if not more or not (is_large_share or 0 < rules.verify_above < earlier + sum(more.values())):
        return None
    awards = [(player, format_money(amount)) for player, amount in more.items()]
    return Held(round=past.number, awards=awards, entered_by=list(dict.fromkeys([*pair, *past.entered_by])))


def entered_mark(lately: PaidLately, hold: Held | None) -> str:
    """How a correction's awards are marked, so that they count with later ones."""
    return "" if not lately.counts else HELD if hold else PAID


def _jackpot_wins(past: PastRound, settlement: SettlementAnswer) -> Cents:
    """What the jackpot wagers of all seats are paid."""
    wager = past.rules.chosen.approval.jackpot
    lines = (line for seat in settlement.seats for line in seat.wagers if wager and line.wager == wager.name)
    return sum(parse_money(line.returned, zero=True) for line in lines)


def _require_room_for_hold(plan: TablePlan, number: int) -> None:
    """Refuse a correction whose win must be verified where the table cannot hold it now."""
    state, field = plan.state, f"round {number}"
    if state.rules is None:
        raise NotAllowedNow("two others must verify this win at the table; open it first", field=field)
    if state.round is not None or (state.hold is not None and state.hold.round != number):
        raise NotAllowedNow("two others must verify this win; end the open round or the other hold first", field=field)


def correction_postings(
    past: PastRound, corrected: CorrectedRound, borne: Mapping[str, Cents], hold: Held | None = None
) -> tuple[Posting, ...]:
    """What each player gets or gives back, what is newly held or released, and the table's side of it."""
    moved = {player: amount + borne.get(player, 0) for player, amount in amounts_due(past, corrected).items()}
    held = sum(past.held.values()) - past.short
    waits = {player: parse_money(amount) for player, amount in hold.awards} if hold else {}
    return merge_postings(
        *(Posting(player_account(player), cents(amount - waits.get(player, 0))) for player, amount in moved.items()),
        Posting(table_account(past.table, TablePot.HELD), cents(sum(waits.values()) - held)),
        Posting(table_account(past.table, TablePot.CHIPS), cents(held - sum(moved.values()))),
    )


def _require_chips(plan: TablePlan, past: PastRound, postings: tuple[Posting, ...]) -> None:
    """Refuse a correction for which a counted tray holds too little."""
    chips = table_account(past.table, TablePot.CHIPS)
    change, tray = sum(amount for account, amount in postings if account == chips), plan.state.tray
    if tray is not None and change < 0 and tray + change < 0:
        raise NotAllowedNow(
            f"the tray holds {format_units(tray)}, and {format_units(-change)} is to be paid; fill it", field="table"
        )


def net_before(past: PastRound) -> Net:
    """What each player has of the round so far, as it was settled or corrected last, without what is still held."""
    stood = read_round(standing(past))
    won = {
        seat.seat: parse_money(seat.returned, zero=True) - parse_money(seat.staked, zero=True)
        for seat in stood.settlement.seats
    }
    net = _net(stood.record, won, stood.limited)
    for player, text in stood.borne.items() if isinstance(stood, RoundCorrected) else ():
        net[player] += parse_money(text)
    for player, amount in past.held.items():
        net[player] -= amount
    return net


def amounts_due(past: PastRound, corrected: CorrectedRound) -> Net:
    """By player, what is to be paid, or to come back where it is less than zero."""
    before, after = net_before(past), corrected.net
    return {player: after[player] - before[player] for player in after}


def _borne(due: Net, balance: Balance, *, waive: bool) -> Net:
    """What players cannot give back; the house bears it, or the correction is refused."""
    borne: Net = {}
    for player, amount in due.items():
        held = balance(player_account(player))
        if cents(-amount) > held:
            if not waive:
                due_back = format_money(-amount)
                reason = f"holds {format_units(held)}, and must give back {due_back}; wait for the money, or waive it"
                raise NotAllowedNow(reason, field=f"player {player}")
            borne[player] = -amount - held // cents(1)
    return borne


def _net(record: RoundRecord, won: Mapping[int, Cents], limited: list[LimitedWager]) -> Net:
    """What each player comes out with, by what the seats won, less what an aggregate limit keeps."""
    less, net = payout.amounts_withheld(limited), Net()
    for row in record.seats:
        player = row.player or ""
        net[player] = net.get(player, 0) + won[row.seat] - less.get(row.seat, 0)
    return net


def is_correction_to(log: Log, event: Event, record: object) -> bool:
    """Whether a stored correction leads to this record, for a repeated request."""
    stored = event.read(RoundCorrected)
    past = past_round(log, table_name(event.stream), stored.round).until(event.number)
    try:
        return corrected_round(log, past, record).record == stored.record
    except HousewayError:
        return False


def named_changes(
    record: PlainRecord,
    *,
    hands: Mapping[int, list[str]],
    decisions: Mapping[int, list[str]],
    **cards: list[str],
) -> PlainRecord:
    """A record with some hands, decisions, or the dealer's, board's or drawn cards replaced."""
    seats = {row["seat"] for row in record["seats"]}
    for seat in sorted((hands.keys() | decisions.keys()) - seats):
        raise InvalidInput("does not play this round", field=f"seat {seat}")
    changed = {name: given for name, given in cards.items() if given}
    for name in changed.keys() - record.keys():
        raise InvalidInput("the round has none", field=name)
    rows = [
        {
            **row,
            **({"cards": hands[row["seat"]]} if row["seat"] in hands else {}),
            **({"decisions": decisions[row["seat"]]} if row["seat"] in decisions else {}),
        }
        for row in record["seats"]
    ]
    return {**record, **changed, "seats": rows}


def _is_same_round(desk: TableDesk, asked: CorrectRound, event: Event) -> bool:
    if event.kind != RoundCorrected.KIND:
        return False
    payload = event.read(RoundCorrected)
    same = (payload.round, payload.reason) == (asked.round, asked.reason)
    return same and is_correction_to(desk.log, event, asked.record)


CORRECT_ROUND: Final = Act(
    "correct-round",
    CorrectRound,
    Right("correct round", SUPERVISOR, second=MANAGERS | FLOOR),
    (RoundCorrected,),
    _correct_round,
    'correct-round 7/112 --hand 1="Ah Kh" --reason "ten typed as king" --as sue --second deb',
    never="who entered cards or decisions of the round, plays in it, or verified it",
    match=_is_same_round,
)
