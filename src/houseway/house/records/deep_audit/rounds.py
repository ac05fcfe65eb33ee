"""The deep audit of tables: folds every table from its first event, and checks every event against that state.

The functions of the live table recompute what each event moves, and the audit compares it account by account.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from houseway.house.log.aggregate import stored_facts
from houseway.house.log.events import Event
from houseway.house.log.kinds import CorrectionEvent, SiteEvent, SystemEvent, TableEvent, TrayEvent
from houseway.house.log.log import Log
from houseway.house.log.names import SITE, SYSTEM, table_name
from houseway.house.log.site_payloads import IncarnationBegun
from houseway.house.records.deep_audit.corrections import entry_problems, round_problems
from houseway.house.records.deep_audit.devices import device_problems
from houseway.house.records.deep_audit.older_rules import ThisVersion
from houseway.house.records.deep_audit.pairs import PairedEvents
from houseway.house.records.deep_audit.round_ends import (
    hold_problems,
    irregularity_problems,
    paid_problems,
    settle_again,
    settled_problems,
    voided_problems,
)
from houseway.house.records.deep_audit.shares import share_problems
from houseway.house.records.deep_audit.stakes import STAKES, dealt_problems, link_problems, order_problems
from houseway.house.records.deep_audit.step import AuditNote, Step, TableStep, same_money
from houseway.house.records.deep_audit.trays import look_at_tray
from houseway.house.tables.catalogue import TABLE_ACTS
from houseway.house.tables.enabled import plays_for_money
from houseway.house.tables.entered_wins import EnteredWins, PaidLately
from houseway.house.tables.fold import fold
from houseway.house.tables.payloads import Held, RoundEnd, Settled
from houseway.house.tables.round_outcome import held_wins
from houseway.house.tables.state import Phase, TableState

_SUMMARIES = (TableEvent.OPENED, TableEvent.SETTLED, TableEvent.VOIDED)
_OWN_MONEY = (TableEvent.SETTLED, TableEvent.VOIDED, TableEvent.VERIFIED, TrayEvent.SHORT, CorrectionEvent.ROUND)


class RoundsAudit:
    """The tables of some streams. Events up to those in `older` are of a house before its two-person rules."""

    def __init__(
        self,
        log: Log,
        pairs: PairedEvents | None = None,
        older: Mapping[str, int] | None = None,
        version: ThisVersion | None = None,
    ) -> None:
        self._log = log
        self._pairs = pairs or PairedEvents()
        self._older = older or {}
        self._version = version or ThisVersion(log)
        self._tables: dict[str, TableState] = {}
        self._sealed: set[str] = set()  # streams with cards that nobody can open here
        self._counts_trays = plays_for_money(log)
        self._uncounted: set[str] = set()  # streams of tables that deal without a count of the tray
        self._streams_with_seen: set[str] = set()  # streams whose void rounds say what was seen
        self._dealt: dict[str, Event] = {}  # by stream: the last deal
        self._wins: dict[str, EnteredWins] = {}  # by stream of a table whose entered wins add up
        self._due: dict[str, Held] = {}  # by stream: what the settlement before left to be held

    def look(self, event: Event) -> Iterator[str]:
        """What is wrong with the money and the meaning of an event of a table."""
        if not table_name(event.stream):
            return
        before = self._tables.get(event.stream, TableState())
        facts = stored_facts(event, TABLE_ACTS.payloads)
        if event.kind == CorrectionEvent.ENTRY and before.sealed is None:
            yield from entry_problems(event, before)
        after = self._tables[event.stream] = fold(before, facts, self._log.dealing_secret)
        if after.sealed is not None:
            self._sealed.add(event.stream)
        yield from self._look(Step(event, facts.data, before, after))

    def _look(self, step: TableStep[Any]) -> Iterator[str]:
        event, payload, before = step.event, step.payload, step.before
        yield from self._held_problems(step)
        yield from order_problems(event.stream, payload, before)
        yield from self._special_problems(step)
        yield from device_problems(step, self._log.dealing_secret)
        yield from share_problems(step)
        if event.kind not in _OWN_MONEY:
            expected = STAKES[event.kind](step) if event.kind in STAKES else ()
            if (event.postings or expected) and not same_money(event.postings, expected):
                yield "it moves other money than it says" if expected else "it moves money, which no such event does"
        if event.kind in _SUMMARIES and not self._has_right_state(step):
            yield "it records another state of the table"
        yield from look_at_tray(payload, before, step.after)

    def _has_right_state(self, step: TableStep[RoundEnd]) -> bool:
        """Whether an event records the right state of the table; how far an unknown deck was dealt is not known."""
        stated, summary = step.payload.table, step.after.summary()
        if step.event.stream in self._sealed:
            stated, summary = (replace(one, deck=None) for one in (stated, summary))
        return stated == summary

    def _special_problems(self, step: TableStep[Any]) -> Iterator[str]:
        kind = step.event.kind
        if kind == TableEvent.SETTLED:
            yield from self._settled_problems(step)
        elif kind == TableEvent.VOIDED:
            yield from voided_problems(step, self._pairs)
            states_seen = step.event.stream in self._streams_with_seen or self._version.wrote(step.event)
            yield from irregularity_problems(step, states_seen=states_seen)
            if step.payload.seen is not UNSET:
                self._streams_with_seen.add(step.event.stream)
        elif kind in (TableEvent.VERIFIED, TrayEvent.SHORT):
            yield from paid_problems(step)
        elif kind == TableEvent.DEALT:
            self._dealt[step.event.stream] = step.event
            yield from dealt_problems(step, self._pairs)
            yield from self._tray_notes(step)
        elif kind == CorrectionEvent.ROUND:
            yield from round_problems(self._log, step.event, self._due)
        elif kind == TableEvent.RESTORED:
            if step.payload.incarnation not in self._incarnations:
                yield "no event of the system begins this incarnation of the log"
        elif kind in (TableEvent.OPENED, TableEvent.CLOSED):
            yield from link_problems(step, self._pairs)
            yield from self._opened_problems(step)

    @cached_property
    def _incarnations(self) -> frozenset[str]:
        """Those that began because the log was restored."""
        begun = (one.read(IncarnationBegun) for one in self._log.read(SYSTEM) if one.kind == SystemEvent.INCARNATION)
        return frozenset(one.incarnation for one in begun if one.restored)

    def _tray_notes(self, step: TableStep[Any]) -> Iterator[str]:
        """Version 0.1 dealt without an opening count of the tray; it is said once for each table."""
        if step.before.tray is not None or not self._counts_trays:
            return
        what = "rounds are dealt without an opening count of the tray, as in version 0.1"
        if self._version.wrote(step.event):
            yield what
        elif step.event.stream not in self._uncounted:
            self._uncounted.add(step.event.stream)
            yield AuditNote(what)

    def _settled_problems(self, step: TableStep[Settled]) -> Iterator[str]:
        payload, before = step.payload, step.before
        if before.round is None or payload.round != before.rounds or before.phase not in (Phase.FINISHED, Phase.SEALED):
            yield "no such round is open"
            return
        again = settle_again(step, before.round, partial(self._paid_lately, step.event.stream))
        yield from settled_problems(step, again, self._pairs)
        if held := held_wins(again.end, before.entered_by):
            self._due[step.event.stream] = held

    def _paid_lately(self, stream: str, jackpot: str) -> PaidLately:
        wins = self._wins.get(stream)
        return wins.before(self._dealt[stream], jackpot) if wins else PaidLately()

    def _held_problems(self, step: TableStep[Any]) -> Iterator[str]:
        """What a settlement leaves over is held with the event that follows it, and nothing else ever is."""
        event = step.event
        due = self._due.pop(event.stream, None)
        if event.kind == TableEvent.HELD:
            named = event.number > self._older.get(event.stream, 0)
            yield from hold_problems(step.payload, due, names_staff=named)
        elif due is not None:
            yield "the settlement before it left a win to be held, and it was not"

    def _opened_problems(self, step: TableStep[Any]) -> Iterator[str]:
        if step.event.kind != TableEvent.OPENED:
            return
        stream = step.event.stream
        if step.after.tray is None and self._counts_trays and self._version.wrote(step.event):
            yield "it was opened without a count of the tray, as in version 0.1"
        if step.payload.adds_up:
            self._wins.setdefault(stream, EnteredWins(self._log, table_name(stream), self._log.clock_corrections()))
        elif self._wins.pop(stream, None):
            yield "entered wins no longer add up, as they did before"
        if step.payload.rules.get("study"):
            declared = self._log.last(SITE, SiteEvent.PRACTICE)
            if declared is None or declared.at > step.event.at:
                yield "a study is played in a house that is not for practice"
