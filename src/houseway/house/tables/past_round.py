"""A past round of a table, from its first wager to its last consequence, by the events of the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from houseway.errors import InvalidInput, shown
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, TableEvent, TrayEvent
from houseway.house.log.log import Log
from houseway.house.log.names import table_stream
from houseway.house.sheets.table_rules import TableRules
from houseway.house.tables.device_events import DealerRead, DoneByHand, EntryContradicted, WagersSensed
from houseway.house.tables.floor_calls import FloorAnswered, FloorCalled
from houseway.house.tables.payloads import (
    Committed,
    Dealt,
    Decided,
    Held,
    Opened,
    Revealed,
    RoundCorrected,
    ShortDocumented,
    Verified,
    read_round,
)
from houseway.money import Cents, parse_money

_ENDS: Final = (TableEvent.SETTLED, TableEvent.VOIDED)
_WITHIN: Final = (
    TableEvent.VALUED,
    TableEvent.WAGERED,
    TableEvent.WITHDRAWN,
    TableEvent.DEALT,
    TableEvent.ENTERED,
    TableEvent.DECIDED,
    CorrectionEvent.ENTRY,
    TableEvent.CONTROLLER_LOST,
    TableEvent.CONTROLLER_BACK,
    WagersSensed.KIND,
    DealerRead.KIND,
    EntryContradicted.KIND,
    DoneByHand.KIND,
    FloorCalled.KIND,
    FloorAnswered.KIND,
    *_ENDS,
)
_LATER: Final[Mapping[str, type[Held | Verified | ShortDocumented | RoundCorrected]]] = {
    TableEvent.HELD: Held,
    TableEvent.VERIFIED: Verified,
    TrayEvent.SHORT: ShortDocumented,
    CorrectionEvent.ROUND: RoundCorrected,
}


@dataclass(kw_only=True)
class PastRound:
    """What the events of a table say of a round."""

    table: str
    number: int
    opened: Event
    committed: Event | None = None
    dealt: Event | None = None
    end: Event | None = None
    revealed: Event | None = None
    events: list[Event] = field(default_factory=list)  # from the first wager to the end
    later: list[Event] = field(default_factory=list)  # a hold and its verification, corrections

    @cached_property
    def rules(self) -> TableRules:
        """What the table played by."""
        return TableRules.from_json(self.opened.read(Opened).rules)

    @property
    def corrections(self) -> list[Event]:
        """The corrections of the round; the last one stands."""
        return [event for event in self.later if event.kind == CorrectionEvent.ROUND]

    @property
    def players(self) -> dict[int, str]:
        """The player on each seat."""
        rows = read_round(self.end).record.seats if self.end else ()
        return {row.seat: row.player or "" for row in rows}

    @property
    def held(self) -> dict[str, Cents]:
        """By player, what is still held of what the round pays."""
        held: dict[str, Cents] = {}
        for player, amount in self._hold.awards if self._hold else ():
            held[player] = held.get(player, 0) + parse_money(amount)
        return held

    @property
    def _hold(self) -> Held | None:
        """What of the round, or of its last correction, waits for two persons."""
        hold: Held | None = None
        for event in self.later:
            if event.kind == TableEvent.HELD:
                hold = event.read(Held)
            elif event.kind != TableEvent.VERIFIED or event.read(Verified).last:
                hold = None  # paid, or corrected
        return hold

    @property
    def short(self) -> Cents:
        """What the tray lacks of what is still held."""
        return parse_money(self._hold.short) if self._hold and self._hold.short else 0

    def until(self, number: int) -> "PastRound":
        """The round as it stood before a later event about it."""
        return replace(self, later=[event for event in self.later if event.number < number])

    # ---- who was involved

    @property
    def entered_by(self) -> set[str]:
        """Staff who entered cards or decisions of it."""
        entries = (TableEvent.ENTERED, CorrectionEvent.ENTRY)
        staff = {event.by for event in self.events if event.kind in entries}
        staff |= {event.by for event in self._decisions if event.by != self._player_of(event)}
        return staff - {""}

    @property
    def verified_by(self) -> set[str]:
        """Those who verified a win of it, or paid it with a short."""
        verifiers = {event.read(Verified).person for event in self.later if event.kind == TableEvent.VERIFIED}
        shorts = [event for event in self.later if event.kind == TrayEvent.SHORT]
        return verifiers | {who for event in shorts for who in (event.by, event.second) if who}

    @property
    def decided_seats(self) -> set[int]:
        """Seats whose decisions came from the player or from time; staff entered only the others."""
        return {event.read(Decided).seat for event in self._decisions if event.by in ("", self._player_of(event))}

    @property
    def _decisions(self) -> list[Event]:
        return [event for event in self.events if event.kind == TableEvent.DECIDED]

    def _player_of(self, event: Event) -> str:
        return self.players.get(event.read(Decided).seat, "")


def find_round(log: Log, table: str, number: int) -> PastRound:
    """A round of a table, whether it is over or not; a round that was never dealt has no deal."""
    events = log.read(table_stream(table))
    past = _until_deal(events, table, number)
    if past is None:
        raise InvalidInput(f"there is no table {shown(table)}", field="round")
    if past.dealt is not None:
        _until_end(events, past)
    if past.end is not None:
        last = log.last(table_stream(table), CorrectionEvent.ROUND)
        _afterwards(events, past, last.number if last else 0)
    return past


def _until_deal(events: Iterator[Event], table: str, number: int) -> PastRound | None:
    """The opening, the deck and the wagers of a round, up to its deal."""
    past: PastRound | None = None
    for event in events:
        if event.kind == TableEvent.OPENED:
            past = PastRound(table=table, number=number, opened=event)
        elif past is None:
            continue
        elif event.kind == TableEvent.COMMITTED:
            past.committed = event
        elif event.kind in _ENDS:
            past.events = []
        elif event.kind in _WITHIN:
            past.events.append(event)
            if event.kind == TableEvent.DEALT and event.read(Dealt).round == number:
                past.dealt = event
                return past
    return past


def _until_end(events: Iterator[Event], past: PastRound) -> None:
    """What was entered and decided, and the end."""
    for event in events:
        if event.kind in _WITHIN:
            past.events.append(event)
        if event.kind in _ENDS:
            past.end = event
            return


def _afterwards(events: Iterator[Event], past: PastRound, last: int) -> None:
    """Add what followed the round: a win that was verified, a seed that was revealed, corrections up to the last."""
    deck = past.committed.read(Committed).deck if past.committed else 0
    for event in events:
        if event.kind in _LATER and event.read(_LATER[event.kind]).round == past.number:
            past.later.append(event)
        elif event.kind == TableEvent.REVEALED and deck and event.read(Revealed).deck == deck:
            past.revealed = event
        elif event.number > last and _is_over(past):
            return


def _is_over(past: PastRound) -> bool:
    """Whether only a correction can still follow: the deck is revealed and a held win is verified."""
    return not past.held and (past.committed is None or past.revealed is not None)
