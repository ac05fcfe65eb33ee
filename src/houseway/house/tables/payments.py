"""The last round as the dealer pays it: seat by seat from the dealer's left, what to take and what to pay, in chips."""

from collections.abc import Mapping

from msgspec import UNSET, Struct

from houseway.games.round.round_record import SeatRecord
from houseway.games.round.settlement_answer import LineAnswer, SeatAnswer
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.chips import ChipCount, denominations, in_chips
from houseway.house.tables.payout import amounts_withheld
from houseway.house.tables.state import FinishedRound, Hold, TableState
from houseway.money import Cents, format_money, parse_money


class PaidLine(Struct, frozen=True, kw_only=True):
    """A wager of a seat as it is settled; `clause` decided it."""

    wager: str
    label: str
    result: str
    stake: str
    take: str
    pay: str
    odds: str | None
    line: str | None
    clause: str


class SeatPayment(Struct, frozen=True, kw_only=True):
    """What a seat loses and is paid now; `held` waits for two people, `withheld` is above an aggregate limit."""

    seat: int
    player: str
    cards: list[str]
    hand: str | None
    take: str
    pay: str
    take_chips: list[ChipCount]
    pay_chips: list[ChipCount]
    held: str | None
    withheld: str | None
    lines: list[PaidLine]


class Payments(Struct, frozen=True, kw_only=True):
    """The last round as the dealer pays it, in the order of the seats; a void one gives every stake back."""

    round: int
    void: str | None
    dealer: list[str]
    hand: str | None
    note: str | None
    seats: list[SeatPayment]


def payments(state: TableState) -> Payments | None:
    """What the last round pays; None where none has ended since the table was opened or the cards of the next."""
    finished, rules = state.finished, state.rules
    if finished is None or rules is None:
        return None
    dealer = finished.settlement.dealer
    return Payments(
        round=finished.round,
        void=finished.void or None,
        dealer=dealer.cards,
        hand=dealer.hand,
        note=None if finished.void else rules.chosen.kit.explain_dealer(dealer) or None,
        seats=list(_seats(rules, finished, state.hold)),
    )


def _seats(rules: TableRules, finished: FinishedRound, hold: Hold | None) -> list[SeatPayment]:
    withheld = amounts_withheld(finished.limited)
    records = {one.seat: one for one in finished.record.seats}
    players = {seat: one.player or "" for seat, one in records.items()}
    held = _held(players, hold) if hold and hold.round == finished.round else {}
    rows = finished.settlement.seats
    return [_seat(rules, row, records[row.seat], held.get(row.seat, 0), withheld.get(row.seat, 0)) for row in rows]


def _held(players: Mapping[int, str], hold: Hold) -> dict[int, Cents]:
    """What waits, by seat; of a player on several seats the awards are in the order of the seats."""
    waiting = list(hold.awards)
    held: dict[int, Cents] = {}
    for seat, player in players.items():
        award = next((one for one in waiting if one[0] == player), None)
        if award:
            waiting.remove(award)
            held[seat] = award[1]
    return held


def _seat(rules: TableRules, row: SeatAnswer, record: SeatRecord, held: Cents, withheld: Cents) -> SeatPayment:
    lines = [_line(rules, line) for line in row.wagers]
    take = sum(parse_money(line.take, zero=True) for line in lines)
    pay = max(0, sum(parse_money(line.pay, zero=True) for line in lines) - withheld - held)
    chips = denominations(rules)
    return SeatPayment(
        seat=row.seat,
        player=record.player or "",
        cards=record.cards,
        hand=row.hand,
        take=format_money(take),
        pay=format_money(pay),
        take_chips=in_chips(take, chips),
        pay_chips=in_chips(pay, chips),
        held=format_money(held) if held else None,
        withheld=format_money(withheld) if withheld else None,
        lines=lines,
    )


def _line(rules: TableRules, line: LineAnswer) -> PaidLine:
    """A wager; the chip of a jackpot wager was taken when it was sensed, so everything that it returns is paid."""
    letter = rules.chosen.approval
    jackpot = letter.jackpot.name if letter.jackpot else ""
    stake, returned = parse_money(line.stake, zero=True), parse_money(line.returned, zero=True)
    lies = 0 if line.wager == jackpot and line.result != "void" else stake
    return PaidLine(
        wager=line.wager,
        label=letter.wagers[line.wager].label,
        result=line.result,
        stake=line.stake,
        take=format_money(max(0, lies - returned)),
        pay=format_money(max(0, returned - lies)),
        odds=line.odds,
        line=None if line.line is UNSET else line.line,
        clause=line.rule,
    )
