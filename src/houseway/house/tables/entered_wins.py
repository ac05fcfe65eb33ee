"""What entered cards have recently paid without verification, so that many small wins count as a large one.

A person who enters cards alone is trusted up to `verify-above`, and so are two who correct a round. Such payments count
together over 24 hours: out of a meter, whatever table won it, and to a player at a table. A win that waits for two
persons ends the count.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile
from typing import Final

from houseway.house.jackpots.entered_awards import awards_since, paid_unverified
from houseway.house.jackpots.payloads import round_of
from houseway.house.log.clock_corrections import ClockCorrections
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, HouseEvent, TableEvent
from houseway.house.log.ledger import cents
from houseway.house.log.log import Log
from houseway.house.log.names import HOUSE, player_account, table_stream
from houseway.house.people.single_person_totals import since
from houseway.house.tables import payout
from houseway.house.tables.enabled import is_practice
from houseway.house.tables.payloads import Dealt, Held, Opened, RoundCorrected, Settled
from houseway.money import Cents, parse_money

_KINDS: Final = (TableEvent.SETTLED, TableEvent.HELD, CorrectionEvent.ROUND)


@dataclass(frozen=True, kw_only=True)
class PaidLately:
    """What counts together with the wins of a round."""

    counts: bool = False  # whether wins count together at all
    meter: Cents = 0  # out of the table's meter
    players: Mapping[str, Cents] = field(default_factory=dict)  # net, of the rounds that each player has won


AskLately = Callable[[str], PaidLately]  # by the jackpot that the round won something of, or an empty text


def nothing_lately(_jackpot: str) -> PaidLately:
    """For tables where every round counts separately."""
    return PaidLately()


def wins_add_up(log: Log) -> bool:
    """Whether entered wins count together at tables that are opened now: in a house with people, not in practice."""
    return log.last(HOUSE, HouseEvent.PERSON_ADDED) is not None and not is_practice(log)


class EnteredWins:
    """What a table has recently paid, read incrementally. `back` is given where it does not change."""

    def __init__(self, log: Log, table: str, back: ClockCorrections | None = None) -> None:
        self._log, self._table, self._stream = log, table, table_stream(table)
        self._back = back
        self._read_to = 0
        self._paid: dict[str, deque[tuple[str, Cents]]] = {}  # by player: when, and how much

    def of_open_round(self, jackpot: str, until: int) -> PaidLately:
        """What counts together with the open round; the jackpot's stream is read up to a number."""
        opened, dealt = (self._log.last(self._stream, kind) for kind in (TableEvent.OPENED, TableEvent.DEALT))
        if opened is None or dealt is None or not opened.read(Opened).adds_up:
            return PaidLately()
        return self.before(dealt, jackpot, until)

    def before(self, dealt: Event, jackpot: str, until: int | None = None) -> PaidLately:
        """What counts together with the round of a deal."""
        back = self._back or self._log.clock_corrections()
        oldest = since(datetime.fromisoformat(back.time_of(self._stream, dealt.number, dealt.at)))
        self._read_on(oldest, dealt.number, back)
        players = {player: sum(won for at, won in paid if at >= oldest) for player, paid in self._paid.items()}
        meter = self._out_of_meter(jackpot, oldest, dealt.read(Dealt).round, until) if jackpot else 0
        return PaidLately(counts=True, meter=meter, players=players)

    def before_correction(self, at: str, number: int, jackpot: str, own: int, until: int | None) -> PaidLately:
        """What counts together with the correction of a round, at a moment and after an event of the table.

        Its corrected settlement says what the round itself took out of the meter.
        """
        oldest = since(datetime.fromisoformat(at))
        self._read_on(oldest, number, self._back or self._log.clock_corrections())
        players = {player: sum(won for _, won in paid) for player, paid in self._paid.items()}
        awards = awards_since(self._log, jackpot, oldest, until) if jackpot else iter(())
        others = (one for one in awards if round_of(one) != (self._table, own))
        return PaidLately(counts=True, meter=paid_unverified(others), players=players)

    def _read_on(self, oldest: str, stop: int, back: ClockCorrections) -> None:
        start = (self._read_to or self._log.number_before(self._stream, oldest)) + 1
        for event in self._log.read_kinds(self._stream, _KINDS, start, stop):
            if event.kind == TableEvent.HELD:
                for player, _ in event.read(Held).awards:
                    self._paid.pop(player, None)
                continue
            at = back.time_of(self._stream, event.number, event.at)
            for player, won in _paid_by(event):
                self._paid.setdefault(player, deque()).append((at, won))
        for paid in self._paid.values():
            while paid and paid[0][0] < oldest:
                paid.popleft()
        self._read_to = stop

    def _out_of_meter(self, jackpot: str, oldest: str, own: int, until: int | None) -> Cents:
        awards = awards_since(self._log, jackpot, oldest, until)
        return paid_unverified(takewhile(lambda one: round_of(one) != (self._table, own), awards))


def _paid_by(event: Event) -> Iterator[tuple[str, Cents]]:
    """What a settlement, or its correction, has paid players."""
    if event.kind == TableEvent.SETTLED:
        return _net_wins(event.read(Settled))
    named = (seat.player for seat in event.read(RoundCorrected).record.seats if seat.player)
    players = {player_account(player): player for player in named}
    paid = ((players.get(account), amount // cents(1)) for account, amount in event.postings)
    return ((player, amount) for player, amount in paid if player and amount > 0)


def _net_wins(settled: Settled) -> Iterator[tuple[str, Cents]]:
    """What each player has won of a round on all seats together, if anything."""
    less, net = payout.amounts_withheld(settled.limited), dict[str, Cents]()
    players = {row.seat: row.player or "" for row in settled.record.seats}
    for seat in settled.settlement.seats:
        won = parse_money(seat.returned, zero=True) - parse_money(seat.staked, zero=True) - less.get(seat.seat, 0)
        net[players[seat.seat]] = net.get(players[seat.seat], 0) + won
    return ((player, won) for player, won in net.items() if won > 0)
