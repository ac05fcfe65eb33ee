"""The last rounds of a table, and the last bonus wins (R25)."""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from houseway.games import letter_of
from houseway.games.round.round_record import RoundRecord
from houseway.games.round.settlement_answer import SettlementAnswer
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent
from houseway.house.log.log import Log
from houseway.house.log.names import table_name, table_stream
from houseway.house.tables.known_tables import require_table, table_names
from houseway.house.tables.payloads import (
    ROUND_RESULTS,
    LimitedWager,
    RoundCorrected,
    RoundResult,
    Voided,
    read_round,
)
from houseway.house.tables.payout import amounts_withheld
from houseway.money import format_money, parse_money

BONUSES: Final = 50  # wins that are recalled by default

_BLOCK: Final = 500  # events that are read at once, from the end backwards


class EndedRound(NamedTuple):
    """The end of a round, and the corrections that came later, oldest first."""

    end: Event
    corrections: tuple[Event, ...] = ()

    @property
    def stands(self) -> RoundResult:
        """What is valid now: record, settlement and limits of the last correction, or of the end."""
        return read_round(self.corrections[-1] if self.corrections else self.end)


class RecalledCorrection(msgspec.Struct, frozen=True, kw_only=True):
    """A correction of a round; `borne` is what the house bears, by player."""

    number: int
    at: str
    by: str
    second: str
    reason: str
    record: RoundRecord
    settlement: SettlementAnswer
    limited: list[LimitedWager]
    borne: dict[str, str]


class RecalledRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it was settled or called off, and every correction, as `houseway audit recall --json` prints it."""

    round: str
    at: str
    status: str
    reason: str | None
    record: RoundRecord
    settlement: SettlementAnswer
    limited: list[LimitedWager]
    corrections: list[RecalledCorrection]


class BonusWin(msgspec.Struct, frozen=True, kw_only=True):
    """A win of a bonus or jackpot wager, or an envy; `paid` is less than `returned` under an aggregate limit."""

    round: str
    at: str
    seat: int
    player: str
    wager: str
    line: str
    stake: str
    returned: str
    paid: str


def recalled_rounds(log: Log, table: str, count: int) -> list[RecalledRound]:
    """The last rounds of a table with their corrections, the newest first."""
    require_table(log, table)
    return [recalled_round(*one) for one in islice(_ends(log, table), count)]


def _ends(log: Log, table: str) -> Iterator[EndedRound]:
    """The ends of all rounds of a table, the newest first; what corrects a round comes after its end."""
    stream = table_stream(table)
    stop = log.head(stream).number
    corrections: dict[int, list[Event]] = {}
    while stop:
        start = max(stop - _BLOCK + 1, 1)
        for event in reversed([event for event in log.read(stream, start, stop) if event.kind in ROUND_RESULTS]):
            number = read_round(event).round
            if event.kind == CorrectionEvent.ROUND:
                corrections.setdefault(number, []).insert(0, event)
            else:
                yield EndedRound(event, tuple(corrections.pop(number, ())))
        stop = start - 1


def recalled_round(event: Event, corrections: Sequence[Event] = ()) -> RecalledRound:
    """A round from the event of its end and those of its corrections."""
    end = read_round(event)
    return RecalledRound(
        round=f"{table_name(event.stream)}/{end.round}",
        at=event.at,
        status=event.kind,
        reason=end.reason if isinstance(end, Voided) else None,
        record=end.record,
        settlement=end.settlement,
        limited=end.limited,
        corrections=[recalled_correction(one) for one in corrections],
    )


def recalled_correction(event: Event) -> RecalledCorrection:
    """A correction from its event."""
    correction = event.read(RoundCorrected)
    return RecalledCorrection(
        number=event.number,
        at=event.at,
        by=event.by,
        second=correction.second,
        reason=correction.reason,
        record=correction.record,
        settlement=correction.settlement,
        limited=correction.limited,
        borne=correction.borne,
    )


def bonus_wins(log: Log, table: str = "", count: int = BONUSES) -> list[BonusWin]:
    """The last wins of bonus and jackpot wagers, envies too, at a table or in the whole house, the newest first."""
    if table:
        require_table(log, table)
    names = [table] if table else table_names(log)
    ends = merge(*(_ends(log, name) for name in names), key=lambda one: (one.end.at, one.end.stream), reverse=True)
    return list(islice((win for one in ends for win in _wins(one.end, one.stands)), count))


def _wins(end: Event, stands: RoundResult) -> Iterator[BonusWin]:
    """The bonus wins of a round as it stands, by seats; what an aggregate limit left is what is paid."""
    wagers = letter_of(stands.record.game).wagers
    players = {row.seat: row.player or "" for row in stands.record.seats}
    less = {one.wager: amounts_withheld([one]) for one in stands.limited}
    for seat in stands.settlement.seats:
        for line in seat.wagers:
            wager = wagers[line.wager.removesuffix(" envy")]
            if line.result != "win" or wager.role not in ("bonus", "jackpot"):
                continue
            returned = parse_money(line.returned, zero=True)
            yield BonusWin(
                round=f"{table_name(end.stream)}/{stands.round}",
                at=end.at,
                seat=seat.seat,
                player=players[seat.seat],
                wager=line.wager,
                line=line.line or ", ".join(line.lines or ()),
                stake=line.stake,
                returned=line.returned,
                paid=format_money(returned - less.get(line.wager, {}).get(seat.seat, 0)),
            )
